// Everything that the C interface has but texts.
#include "touch_move.h"

static struct tm_arbiter arbiter;
static struct tm_board board;
static struct tm_ruling ruling;
static struct tm_option options[8];
static struct tm_lights lights;
static struct tm_condition conditions[TM_CONDITIONS_MAX];
static struct tm_event event;
static uint16_t moves[16];
static uint32_t detail;
static size_t total;

int main(void) {
    return tm_new_from_board(&arbiter, &board, TM_RULES_FIDE2023, &detail)
        | tm_new(&arbiter, "", 0, 0, TM_RULES_FIDE2023, &detail)
        | tm_set_play(&arbiter, TM_PLAY_BLITZ, 0, 0)
        | tm_handle(&arbiter, event, &ruling)
        | tm_ruling(&arbiter, &ruling)
        | tm_allowed(&arbiter, 0, moves, 16, &total)
        | tm_options(&arbiter, 0, options, 8, &total)
        | tm_lights(&arbiter, TM_NONE, &lights)
        | tm_castling(&arbiter, 0, 0, conditions, TM_CONDITIONS_MAX, &total)
        | tm_board(&arbiter, &board);
}

// Everything that the C interface has but texts; with BOARDS the intake and the decoders too.
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

#ifdef BOARDS
static struct tm_intake intake;
static struct tm_decoder decoder;
static struct tm_report report;
static struct tm_pending pending;
static uint64_t squares;
static uint8_t bytes[16];

static void tell(void *context, const struct tm_step *step) {
    *(struct tm_ruling *)context = step->ruling;
}

static int boards(void) {
    return tm_greeting(TM_PROTOCOL_DGT, bytes, sizeof bytes, &total)
        | tm_decoder_new(&decoder, TM_PROTOCOL_DGT)
        | tm_decode(&decoder, bytes, sizeof bytes, &total, &report)
        | tm_intake_new(&intake, &arbiter, 0)
        | tm_intake_sense(&intake, &report, tell, &ruling)
        | tm_intake_pass_time(&intake, 0, tell, &ruling)
        | tm_intake_handle(&intake, &event, tell, &ruling)
        | tm_intake_end(&intake, tell, &ruling)
        | tm_intake_arbiter(&intake, &arbiter)
        | tm_intake_pending(&intake, &pending)
        | tm_intake_unexplained(&intake, &squares);
}
#else
static int boards(void) { return 0; }
#endif

int main(void) {
    return tm_new_from_board(&arbiter, &board, TM_RULES_FIDE2023, &detail)
        | tm_new(&arbiter, "", 0, 0, TM_RULES_FIDE2023, &detail)
        | tm_set_play(&arbiter, TM_PLAY_BLITZ, 0, 0)
        | tm_handle(&arbiter, &event, &ruling)
        | tm_ruling(&arbiter, &ruling)
        | tm_allowed(&arbiter, 0, moves, 16, &total)
        | tm_options(&arbiter, 0, options, 8, &total)
        | tm_lights(&arbiter, TM_NONE, &lights)
        | tm_castling(&arbiter, 0, 0, conditions, TM_CONDITIONS_MAX, &total)
        | tm_board(&arbiter, &board)
        | boards();
}

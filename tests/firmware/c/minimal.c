// A whole firmware of a board that senses which squares are occupied and has a lamp below each, a
// button for the clock and a buzzer: what a maker of boards links at least.
#include "touch_move.h"

// The registers of the board.
static volatile struct {
    uint64_t occupied, lamps;
    uint32_t time_ms;
    uint8_t pressed, buzzer, off;
} board;

static struct tm_intake intake;

static void tell(void *latest, const struct tm_step *step) {
    *(struct tm_ruling *)latest = step->ruling;
}

// The squares to put right, or to move to.
static void light(void) {
    struct tm_arbiter arbiter;
    struct tm_lights lights;
    if (tm_intake_arbiter(&intake, &arbiter) == TM_STATUS_OK
        && tm_lights(&arbiter, TM_NONE, &lights) == TM_STATUS_OK)
        board.lamps = lights.back != 0 ? lights.back : lights.to;
}

int main(void) {
    struct tm_arbiter arbiter;
    struct tm_ruling ruling = {0};
    uint64_t known = 0;
    if (tm_new_standard(&arbiter, TM_RULES_FIDE2023) != TM_STATUS_OK
        || tm_intake_new(&intake, &arbiter, 0) != TM_STATUS_OK)
        return 1;
    while (!board.off) {
        struct tm_report report = {.timed = 1, .at_ms = board.time_ms};
        if (board.pressed) {
            report.kind = TM_REPORT_CLOCK;
            board.pressed = 0;
        } else if (board.occupied != known) {
            report.kind = TM_REPORT_OCCUPIED;
            report.squares = known = board.occupied;
        }
        if (report.kind != TM_REPORT_NOTHING)
            tm_intake_sense(&intake, &report, tell, &ruling);
        else
            tm_intake_pass_time(&intake, board.time_ms, tell, &ruling);
        board.buzzer = ruling.infraction_count > 0;
        light();
    }
    return 0;
}

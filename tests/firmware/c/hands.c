// Makes an intake in C, tells it what hands do on a board, and measures the stack of each call.
#include "board.h"
#include "touch_move.h"

__asm__(".section .rodata.hands,\"a\"\n"
        ".global hands, hands_end\n"
        "hands: .incbin \"tests/firmware/hands\"\n"
        "hands_end:\n"
        ".previous\n");
extern const char hands[], hands_end[];

static struct tm_intake intake;
static uint32_t events;

static void count_event(void *context, const struct tm_step *step) {
    (void)context, (void)step;
    events++;
}

static void begin(void *arbiter) {
    if (tm_intake_new(&intake, arbiter, 0) != TM_STATUS_OK)
        end(0);
}

static void sense(void *report) {
    if (tm_intake_sense(&intake, report, count_event, 0) != TM_STATUS_OK)
        end(0);
}

int main(void) {
    static const char fen[] = "r3k2r/1P6/8/3pP3/2p5/8/1P6/R3K2R w KQkq - 0 1";
    struct tm_arbiter arbiter;
    if (tm_new(&arbiter, fen, sizeof fen - 1, 0, TM_RULES_LESSON, 0) != TM_STATUS_OK)
        return 1;
    uint32_t deepest = stack(begin, &arbiter), at_ms = 0;
    for (const char *line = hands, *next = line; next < hands_end; line = next) {
        struct tm_report report;
        while (*next++ != '\n') {
        }
        if (tm_report_read(line, next - line, &report, 0) != TM_STATUS_OK)
            return 1;
        report.timed = 1;
        report.at_ms = at_ms += 300;
        uint32_t bytes = stack(sense, &report);
        deepest = bytes > deepest ? bytes : deepest;
    }
    figure("intake_stack", deepest);
    figure("intake_events", events);
    return 0;
}

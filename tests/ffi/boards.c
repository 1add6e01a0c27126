// A DGT board reports: White lifts his king and puts it on g1, then lifts the rook. The rook on f3
// bars the way to g1.
#include <stdio.h>
#include <string.h>

#include "touch_move.h"

// Called for every step that follows from a report.
static void tell(void *context, const struct tm_step *step) {
    struct tm_ruling *latest = context;
    char event[24];
    tm_event_text(&step->event, event, sizeof event, NULL);
    printf("%u ms: %s\n", (unsigned)step->at_ms, event);
    *latest = step->ruling;
}

int main(void) {
    const char *fen = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
    // What came from the serial line and when: a byte is a field, counted from a8, and a piece.
    const uint8_t bytes[] = {0x8e, 0, 5, 60, 0, 0x8e, 0, 5, 62, 5, 0x8e, 0, 5, 63, 0};
    const uint32_t times[] = {1000, 1400, 2600};
    struct tm_arbiter arbiter;
    struct tm_intake intake;
    struct tm_decoder decoder;
    struct tm_ruling ruling;

    if (tm_new(&arbiter, fen, strlen(fen), 0, TM_RULES_FIDE2023, NULL) != TM_STATUS_OK
        || tm_intake_new(&intake, &arbiter, NULL) != TM_STATUS_OK
        || tm_decoder_new(&decoder, TM_PROTOCOL_DGT) != TM_STATUS_OK)
        return 1;

    size_t taken, place = 0;
    for (int i = 0; place < sizeof bytes; place += taken) {
        struct tm_report report;
        if (tm_decode(&decoder, bytes + place, sizeof bytes - place, &taken, &report))
            return 1;
        report.timed = 1;
        report.at_ms = times[i++];
        if (tm_intake_sense(&intake, &report, tell, &ruling) != TM_STATUS_OK)
            return 1;
    }
    // A change counts once it has lasted: the intake says when to look again.
    struct tm_pending pending;
    tm_intake_pending(&intake, &pending);
    if (pending.wakes_in != TM_NEVER)
        tm_intake_pass_time(&intake, times[2] + pending.wakes_in, tell, &ruling);

    char text[200];
    tm_intake_arbiter(&intake, &arbiter);
    tm_ruling_text(&arbiter, TM_LANGUAGE_ENGLISH, text, sizeof text, NULL);
    printf("%s\n", text);
    return ruling.infraction_count > 0 ? 0 : 1;
}

// White touches his king, then the rook on h1. The rook on f3 bars the way to g1.
#include <stdio.h>
#include <string.h>

#include "touch_move.h"

static void show(const char *head, uint64_t squares) {
    printf("%s", head);
    for (int square = 0; square < 64; square++)
        if (squares >> square & 1)
            printf(" %c%c", 'a' + square % 8, '1' + square / 8);
    printf("\n");
}

int main(void) {
    const char *fen = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
    const struct tm_event events[] = {
        {.kind = TM_EVENT_TOUCHED, .square = 4},
        {.kind = TM_EVENT_TOUCHED, .square = 7},
    };
    struct tm_arbiter arbiter;
    struct tm_ruling ruling;

    if (tm_version() != TM_VERSION)
        return 1;
    if (tm_new(&arbiter, fen, strlen(fen), 0, TM_RULES_FIDE2023, NULL) != TM_STATUS_OK)
        return 1;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (tm_handle(&arbiter, &events[i], &ruling) != TM_STATUS_OK)
            return 1;

    if (ruling.verdict == TM_VERDICT_MUST)
        printf("must comply:");
    uint16_t moves[TM_MOVES_MAX];
    size_t count;
    tm_allowed(&arbiter, 0, moves, TM_MOVES_MAX, &count);
    for (size_t i = 0; i < count; i++) {
        char text[6];
        tm_move_text(&arbiter, moves[i], text, sizeof text, NULL);
        printf(" %s", text);
    }
    char clause[24];
    tm_clause_name(ruling.because[0], clause, sizeof clause, NULL);
    printf(" (%s)\n", clause);

    struct tm_lights lights;
    tm_lights(&arbiter, TM_NONE, &lights);
    show("from", lights.from);
    show("to", lights.to);
    return 0;
}

// Replays the recording through the C interface, compares every ruling with the host's, and
// measures each event. The recording is in postcard: bytes, and numbers of seven bits a byte.
#include "board.h"
#include "touch_move.h"

static const uint8_t *next = recording;

static uint8_t byte(void) {
    if (next == recording_end) {
        print("the recording is damaged\n");
        end(0);
    }
    return *next++;
}

static uint32_t number(void) {
    uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
        uint8_t part = byte();
        value |= (uint32_t)(part & 0x7f) << shift;
        if (part < 0x80)
            return value;
    }
}

static struct tm_event read_event(void) {
    struct tm_event event = {.kind = byte()};
    switch (event.kind) {
    case TM_EVENT_TOUCHED_TOGETHER:
        for (uint32_t left = number(); left > 0; left--)
            event.squares |= (uint64_t)1 << byte();
        break;
    case TM_EVENT_RELEASED:
        event.square = byte();
        event.square2 = byte();
        break;
    case TM_EVENT_PROMOTION_TOUCHED:
    case TM_EVENT_PROMOTION_RELEASED:
        event.role = byte();
        event.square = byte();
        break;
    case TM_EVENT_BOTH_HANDS:
    case TM_EVENT_CLOCK_PRESSED:
    case TM_EVENT_CLAIMED:
    case TM_EVENT_ARBITER_SAW:
        break;
    default:
        event.square = byte();
    }
    return event;
}

static int same_ruling(const struct tm_ruling *ruling) {
    int same = byte() == ruling->verdict;
    same &= byte() == ruling->player;
    same &= byte() == ruling->claim;
    same &= byte() == ruling->unfinished;
    same &= byte() == ruling->turn_over;
    same &= number() == ruling->made;
    same &= number() == ruling->readings;
    uint32_t clauses = number();
    same &= clauses == ruling->because_count;
    for (uint32_t i = 0; i < clauses; i++) {
        uint32_t clause = number();
        same &= i < TM_BECAUSE_MAX && clause == ruling->because[i];
    }
    uint32_t breaches = number();
    same &= breaches == ruling->infraction_count;
    for (uint32_t i = 0; i < breaches; i++) {
        struct tm_offence breach = {.kind = byte(), .penalty = byte(), .clause = number()};
        same &= i < TM_INFRACTIONS_MAX && breach.kind == ruling->infractions[i].kind
            && breach.penalty == ruling->infractions[i].penalty
            && breach.clause == ruling->infractions[i].clause;
    }
    return same;
}

static int same_moves(const struct tm_arbiter *arbiter) {
    enum { PAGE = 16 };
    uint16_t moves[PAGE];
    size_t total;
    uint32_t expected = number();
    int same = 1;
    for (uint32_t i = 0; i < expected; i++) {
        if (i % PAGE == 0)
            same &= tm_allowed(arbiter, i, moves, PAGE, &total) == TM_STATUS_OK;
        same &= number() == moves[i % PAGE];
    }
    return same && tm_allowed(arbiter, 0, 0, 0, &total) == TM_STATUS_OK && total == expected;
}

// An event that is told to a copy of the machine, for measuring.
struct told {
    struct tm_arbiter arbiter;
    struct tm_event event;
    struct tm_ruling ruling;
};

static void tell(void *on) {
    struct told *told = on;
    tm_handle(&told->arbiter, &told->event, &told->ruling);
}

static uint32_t rulings, differences, deepest;

static void step(struct tm_arbiter *arbiter) {
    struct told told = {*arbiter, read_event(), {0}};
    uint8_t expected = byte();
    uint32_t instructions = count(tell, &told);
    told.arbiter = *arbiter;
    uint32_t bytes = stack(tell, &told);
    uint8_t status = tm_handle(arbiter, &told.event, &told.ruling);
    int same = status == expected;
    if (same && status == TM_STATUS_OK) {
        rulings++;
        figure("event", instructions);
        deepest = bytes > deepest ? bytes : deepest;
        same = same_ruling(&told.ruling);
        same &= same_moves(arbiter);
    }
    differences += !same;
}

int main(void) {
    if (tm_version() != TM_VERSION)
        return 1;
    start_counting();
    for (uint32_t sessions = number(); sessions > 0; sessions--) {
        struct tm_arbiter arbiter;
        uint32_t length = number();
        const char *fen = (const char *)next;
        next += length;
        uint8_t chess960 = byte(), rules = byte(), play = byte(), white = byte(), black = byte();
        if (tm_new(&arbiter, fen, length, chess960, rules, 0) != TM_STATUS_OK
            || tm_set_play(&arbiter, play, white, black) != TM_STATUS_OK)
            return 1;
        for (uint32_t steps = number(); steps > 0; steps--)
            step(&arbiter);
    }
    figure("rulings", rulings);
    figure("state", sizeof(struct tm_arbiter));
    figure("stack", deepest);
    if (differences > 0) {
        print_number(differences);
        print(" rulings differ\n");
    }
    return differences > 0 || next != recording_end;
}

// touch-move: what a chess player may still do after touching pieces, for programs in C and C++.
//
// The caller owns all memory; nothing is allocated and no pointer is kept. Every function but
// `tm_version` answers with one of `TM_STATUS_...`, whatever the values it is given. What must hold
// of a pointer, which nobody can check:
//
// - it is null, or points to memory that is there during the call, is as large as its type and
//   the length or capacity beside it say, and is neither read nor written by others meanwhile;
// - what is read through it (`const`, and a state once it is made) has been set, to anything;
//   a state is written by the library alone, or copied whole from another by assignment;
// - two pointers of one call do not overlap, unless both are `const`.
//
// A null or misaligned pointer is answered with TM_STATUS_BAD_POINTER; where null is allowed, or
// the capacity is 0, null means that nothing is wanted.
//
// This file is made from the code: UPDATE_DOCS=1 cargo test --all-features --test ffi
#ifndef TOUCH_MOVE_H
#define TOUCH_MOVE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this header, to be compared with tm_version().
#define TM_VERSION 0x000100

// Clauses of the texts.
#define TM_CLAUSE_LESSON_7_1 0x1710 // Lesson 7.1
#define TM_CLAUSE_LESSON_7_2 0x1720 // Lesson 7.2
#define TM_CLAUSE_LESSON_7_3 0x1730 // Lesson 7.3
#define TM_CLAUSE_LESSON_7_3_1 0x1731 // Lesson 7.3(1)
#define TM_CLAUSE_LESSON_7_3_2 0x1732 // Lesson 7.3(2)
#define TM_CLAUSE_LESSON_7_3_3 0x1733 // Lesson 7.3(3)
#define TM_CLAUSE_FIDE_1_3 0x0130 // FIDE 1.3
#define TM_CLAUSE_FIDE_3_8_2 0x0382 // FIDE 3.8.2
#define TM_CLAUSE_FIDE_4_2_1 0x0421 // FIDE 4.2.1
#define TM_CLAUSE_FIDE_4_2_2 0x0422 // FIDE 4.2.2
#define TM_CLAUSE_FIDE_4_3 0x0430 // FIDE 4.3
#define TM_CLAUSE_FIDE_4_3_1 0x0431 // FIDE 4.3.1
#define TM_CLAUSE_FIDE_4_3_2 0x0432 // FIDE 4.3.2
#define TM_CLAUSE_FIDE_4_3_3 0x0433 // FIDE 4.3.3
#define TM_CLAUSE_FIDE_4_4_1 0x0441 // FIDE 4.4.1
#define TM_CLAUSE_FIDE_4_4_2 0x0442 // FIDE 4.4.2
#define TM_CLAUSE_FIDE_4_4_3 0x0443 // FIDE 4.4.3
#define TM_CLAUSE_FIDE_4_4_4 0x0444 // FIDE 4.4.4
#define TM_CLAUSE_FIDE_4_5 0x0450 // FIDE 4.5
#define TM_CLAUSE_FIDE_4_7 0x0470 // FIDE 4.7
#define TM_CLAUSE_FIDE_4_7_1 0x0471 // FIDE 4.7.1
#define TM_CLAUSE_FIDE_4_7_2 0x0472 // FIDE 4.7.2
#define TM_CLAUSE_FIDE_4_7_3 0x0473 // FIDE 4.7.3
#define TM_CLAUSE_FIDE_4_8 0x0480 // FIDE 4.8
#define TM_CLAUSE_FIDE_5_1_1 0x0511 // FIDE 5.1.1
#define TM_CLAUSE_FIDE_5_2_1 0x0521 // FIDE 5.2.1
#define TM_CLAUSE_FIDE_7_5_1 0x0751 // FIDE 7.5.1
#define TM_CLAUSE_FIDE_7_5_2 0x0752 // FIDE 7.5.2
#define TM_CLAUSE_FIDE_7_5_3 0x0753 // FIDE 7.5.3
#define TM_CLAUSE_FIDE_7_5_4 0x0754 // FIDE 7.5.4
#define TM_CLAUSE_FIDE_11_5 0x0b50 // FIDE 11.5
#define TM_CLAUSE_FIDE_1997_1_1 0x2110 // FIDE-1997 1.1
#define TM_CLAUSE_FIDE_1997_3_8 0x2380 // FIDE-1997 3.8
#define TM_CLAUSE_FIDE_1997_4_2 0x2420 // FIDE-1997 4.2
#define TM_CLAUSE_FIDE_1997_4_3 0x2430 // FIDE-1997 4.3
#define TM_CLAUSE_FIDE_1997_4_3A 0x243a // FIDE-1997 4.3a
#define TM_CLAUSE_FIDE_1997_4_3B 0x243b // FIDE-1997 4.3b
#define TM_CLAUSE_FIDE_1997_4_3C 0x243c // FIDE-1997 4.3c
#define TM_CLAUSE_FIDE_1997_4_4A 0x244a // FIDE-1997 4.4a
#define TM_CLAUSE_FIDE_1997_4_4B 0x244b // FIDE-1997 4.4b
#define TM_CLAUSE_FIDE_1997_4_4C 0x244c // FIDE-1997 4.4c
#define TM_CLAUSE_FIDE_1997_4_4D 0x244d // FIDE-1997 4.4d
#define TM_CLAUSE_FIDE_1997_4_5 0x2450 // FIDE-1997 4.5
#define TM_CLAUSE_FIDE_1997_4_6 0x2460 // FIDE-1997 4.6
#define TM_CLAUSE_FIDE_1997_4_7 0x2470 // FIDE-1997 4.7
#define TM_CLAUSE_FIDE_1997_5_1A 0x251a // FIDE-1997 5.1a
#define TM_CLAUSE_FIDE_1997_5_2A 0x252a // FIDE-1997 5.2a
#define TM_CLAUSE_FIDE_1997_6_8 0x2680 // FIDE-1997 6.8
#define TM_CLAUSE_FIDE_1997_7_4 0x2740 // FIDE-1997 7.4
#define TM_CLAUSE_FIDE_1997_12_5 0x2c50 // FIDE-1997 12.5
#define TM_CLAUSE_US_8A 0x38a0 // US 8A
#define TM_CLAUSE_US_8A2 0x38a2 // US 8A2
#define TM_CLAUSE_US_9A 0x39a0 // US 9A
#define TM_CLAUSE_US_9D 0x39d0 // US 9D
#define TM_CLAUSE_US_9G 0x3960 // US 9G
#define TM_CLAUSE_US_10 0x3a00 // US 10
#define TM_CLAUSE_US_10A 0x3aa0 // US 10A
#define TM_CLAUSE_US_10B 0x3ab0 // US 10B
#define TM_CLAUSE_US_10C 0x3ac0 // US 10C
#define TM_CLAUSE_US_10D 0x3ad0 // US 10D
#define TM_CLAUSE_US_10E 0x3ae0 // US 10E
#define TM_CLAUSE_US_10I1 0x3a91 // US 10I1
#define TM_CLAUSE_US_10I2 0x3a92 // US 10I2
#define TM_CLAUSE_US_10I2_VARIATION_I 0x3a9f // US 10I2 Variation I
#define TM_CLAUSE_US_11A 0x3ba0 // US 11A
#define TM_CLAUSE_US_13A 0x3da0 // US 13A
#define TM_CLAUSE_US_14A 0x3ea0 // US 14A
#define TM_CLAUSE_US_20G 0x3f70 // US 20G

// Readings, where a text is silent or can be read two ways: a bit each.
#define TM_READING_R1 (1u << 1)
#define TM_READING_R2 (1u << 2)
#define TM_READING_R2B (1u << 3) // R-2b
#define TM_READING_R4 (1u << 4)
#define TM_READING_R5 (1u << 5)
#define TM_READING_R6 (1u << 6)
#define TM_READING_R10 (1u << 7)
#define TM_READING_R11 (1u << 8)
#define TM_READING_R12 (1u << 9)
#define TM_READING_R13 (1u << 10)
#define TM_READING_R14 (1u << 11)
#define TM_READING_R15 (1u << 12)
#define TM_READING_R16 (1u << 13)
#define TM_READING_R17 (1u << 14)

// Reasons why a position is not valid: a bit each.
#define TM_INVALID_NO_KING_WHITE (1u << 0)
#define TM_INVALID_NO_KING_BLACK (1u << 1)
#define TM_INVALID_TOO_MANY_KINGS_WHITE (1u << 2)
#define TM_INVALID_TOO_MANY_KINGS_BLACK (1u << 3)
#define TM_INVALID_TOO_MANY_PAWNS_WHITE (1u << 4)
#define TM_INVALID_TOO_MANY_PAWNS_BLACK (1u << 5)
#define TM_INVALID_TOO_MANY_PIECES_WHITE (1u << 6)
#define TM_INVALID_TOO_MANY_PIECES_BLACK (1u << 7)
#define TM_INVALID_PAWN_ON_BACK_RANK_WHITE (1u << 8)
#define TM_INVALID_PAWN_ON_BACK_RANK_BLACK (1u << 9)
#define TM_INVALID_CASTLING_RIGHT_WHITE_KING_SIDE (1u << 10)
#define TM_INVALID_CASTLING_RIGHT_WHITE_QUEEN_SIDE (1u << 11)
#define TM_INVALID_CASTLING_RIGHT_BLACK_KING_SIDE (1u << 12)
#define TM_INVALID_CASTLING_RIGHT_BLACK_QUEEN_SIDE (1u << 13)
#define TM_INVALID_OPPONENT_IN_CHECK (1u << 14)
#define TM_INVALID_TOO_MANY_CHECKERS (1u << 15)
#define TM_INVALID_EN_PASSANT (1u << 16)
#define TM_INVALID_MOVE_NUMBER_ZERO (1u << 17)

// In place of a square, a role, a wing, a penalty or a claim: there is none.
#define TM_NONE 255

// In place of a move: there is none.
#define TM_NO_MOVE 65535

// How many clauses a ruling names at most.
#define TM_BECAUSE_MAX 8

// How many breaches can stand at once.
#define TM_INFRACTIONS_MAX 11

// How many conditions of castling there are, as they are reported.
#define TM_CONDITIONS_MAX 7

// How many legal moves any position of a game has at most.
#define TM_MOVES_MAX 218

// In place of a time: not before the next report.
#define TM_NEVER 4294967295

// How much room there is for a machine, in units of 8 bytes.
#define TM_ARBITER_ROOM 30

// How much room there is for an intake, in units of 8 bytes.
#define TM_INTAKE_ROOM 55

// How much room there is for a decoder, in units of 8 bytes.
#define TM_DECODER_ROOM 11

// How many bytes a machine takes when it is saved.
#define TM_SAVED_SIZE 216

// How many bytes an intake takes when it is saved.
#define TM_INTAKE_SAVED_SIZE 400

// White or Black.
enum tm_color {
  // The player who moves first.
  TM_COLOR_WHITE = 0,
  // The other one.
  TM_COLOR_BLACK = 1,
};

// The kind of a piece, whatever its colour.
enum tm_role {
  // A pawn.
  TM_ROLE_PAWN = 0,
  // A knight.
  TM_ROLE_KNIGHT = 1,
  // A bishop.
  TM_ROLE_BISHOP = 2,
  // A rook.
  TM_ROLE_ROOK = 3,
  // A queen.
  TM_ROLE_QUEEN = 4,
  // A king.
  TM_ROLE_KING = 5,
};

// The side of the board towards which the king castles.
enum tm_wing {
  // Towards the h-file: `O-O`, king to the g-file, rook to the f-file.
  TM_WING_KING_SIDE = 0,
  // Towards the a-file: `O-O-O`, king to the c-file, rook to the d-file.
  TM_WING_QUEEN_SIDE = 1,
};

// A condition of castling that is not met.
enum tm_failed {
  // A piece stands on the way.
  TM_FAILED_PATH_BLOCKED = 0,
  // The rook has moved, or was captured: lost for good.
  TM_FAILED_ROOK_MOVED = 1,
  // The king has moved: lost for good.
  TM_FAILED_KING_MOVED = 2,
  // King or rook has moved, the history does not say which: lost for good.
  TM_FAILED_RIGHTS_LOST = 3,
  // The king is in check.
  TM_FAILED_IN_CHECK = 4,
  // The king would arrive on an attacked square.
  TM_FAILED_ARRIVAL_ATTACKED = 5,
  // The king would cross an attacked square.
  TM_FAILED_CROSSING_ATTACKED = 6,
};

// A side of the chess clock, as seen from its front.
enum tm_clock_side {
  // The left side.
  TM_CLOCK_SIDE_LEFT = 0,
  // The right side.
  TM_CLOCK_SIDE_RIGHT = 1,
};

// A text, or a reading of one, that rulings are made by.
enum tm_rules {
  // The French lesson; where it is silent, FIDE 2023 speaks and is cited as such.
  TM_RULES_LESSON = 0,
  // The FIDE Laws in force since 1 January 2023.
  TM_RULES_FIDE2023 = 1,
  // The FIDE Laws of 1997 to 2013.
  TM_RULES_FIDE1997 = 2,
  // The US Chess rules since 2015.
  TM_RULES_US_CHESS = 3,
  // The same with Variation I of 10I2, announced by the organiser; the main rule until 2014.
  TM_RULES_US_CHESS_VARIATION = 4,
};

// A kind of breach.
enum tm_infraction {
  // A piece was let go where no legal move takes it.
  TM_INFRACTION_ILLEGAL_MOVE = 0,
  // The king was let go to castle where castling is illegal.
  TM_INFRACTION_ILLEGAL_CASTLING = 1,
  // A legal move that the pieces touched do not allow.
  TM_INFRACTION_TOUCH_MOVE = 2,
  // A move was fixed, and a piece was then put elsewhere.
  TM_INFRACTION_MOVED_AGAIN = 3,
  // Castling was begun with the rook.
  TM_INFRACTION_CASTLED_ROOK_FIRST = 4,
  // The king stands castled, the rook on a wrong square.
  TM_INFRACTION_ROOK_MISPLACED = 5,
  // The move was made with both hands.
  TM_INFRACTION_BOTH_HANDS = 6,
  // The clock was pressed before the move was finished.
  TM_INFRACTION_UNFINISHED_MOVE = 7,
  // The clock was pressed with a pawn on the last rank.
  TM_INFRACTION_PROMOTION_MISSING = 8,
  // The clock was pressed without a move.
  TM_INFRACTION_CLOCK_WITHOUT_MOVE = 9,
  // The opponent touched a piece before the move was made.
  TM_INFRACTION_TOUCHED_OUT_OF_TURN = 10,
};

// What a completed offence costs, where the text fixes it.
enum tm_penalty {
  // Two minutes more for the opponent.
  TM_PENALTY_TWO_MINUTES = 0,
  // One minute more for the opponent (rapid and blitz).
  TM_PENALTY_ONE_MINUTE = 1,
  // The game is lost.
  TM_PENALTY_GAME_LOST = 2,
  // The game is drawn: the opponent could not mate.
  TM_PENALTY_DRAW = 3,
};

// The answer to a claim of the opponent.
enum tm_claim {
  // There is a breach; the ruling stays.
  TM_CLAIM_UPHELD = 0,
  // The opponent has touched a piece since.
  TM_CLAIM_TOO_LATE = 1,
  // There is no breach.
  TM_CLAIM_UNFOUNDED = 2,
};

// The kind of play, on which a penalty depends.
enum tm_play {
  // Standard time control.
  TM_PLAY_STANDARD = 0,
  // Rapid chess.
  TM_PLAY_RAPID = 1,
  // Blitz.
  TM_PLAY_BLITZ = 2,
};

// A language that rulings are told in.
enum tm_language {
  // English.
  TM_LANGUAGE_ENGLISH = 0,
  // French, with the terms of French chess.
  TM_LANGUAGE_FRENCH = 1,
};

// The kinds of duty; which fields of `tm_option` they use.
enum tm_duty {
  // Finish the move that is fixed.
  TM_DUTY_COMPLETE = 0,
  // Move the king, without castling.
  TM_DUTY_MOVE_KING = 1,
  // Castle on `wing`.
  TM_DUTY_CASTLE = 2,
  // Castle on `wing`, a rook of the opposite wing having been touched.
  TM_DUTY_CASTLE_OTHER_WING = 3,
  // Move the castling rook on `square`.
  TM_DUTY_MOVE_ROOK = 4,
  // Move the piece on `square`.
  TM_DUTY_MOVE = 5,
  // Capture the piece on `square`.
  TM_DUTY_CAPTURE = 6,
  // Capture the piece on `square` with the one on `with`.
  TM_DUTY_CAPTURE_WITH = 7,
};

// The kinds of event; which fields of `tm_event` they use.
enum tm_event_kind {
  // The player touched the piece on `square`.
  TM_EVENT_TOUCHED = 0,
  // The player touched the pieces on `squares` at the same time, or in an order nobody can tell.
  TM_EVENT_TOUCHED_TOGETHER = 1,
  // The piece of `square` was let go on `square2`; both the same: put back.
  TM_EVENT_RELEASED = 2,
  // The piece on `square` was taken off the board.
  TM_EVENT_REMOVED = 3,
  // The piece on `square` was touched after announcing that it would be adjusted.
  TM_EVENT_ADJUSTED = 4,
  // The piece on `square` was touched by clear accident.
  TM_EVENT_BRUSHED = 5,
  // A new piece of `role` touched `square`, where a pawn promotes.
  TM_EVENT_PROMOTION_TOUCHED = 6,
  // A new piece of `role` was let go on `square`.
  TM_EVENT_PROMOTION_RELEASED = 7,
  // This move is being made with both hands.
  TM_EVENT_BOTH_HANDS = 8,
  // The player pressed the clock.
  TM_EVENT_CLOCK_PRESSED = 9,
  // The opponent touched the piece on `square`, meaning to move or capture it.
  TM_EVENT_OPPONENT_TOUCHED = 10,
  // The opponent claims a breach of the rules.
  TM_EVENT_CLAIMED = 11,
  // The arbiter saw the breach himself and steps in.
  TM_EVENT_ARBITER_SAW = 12,
};

// What a ruling still waits for; which fields of `tm_pending` it uses.
enum tm_pending_kind {
  // Nothing: all that was reported has been told.
  TM_PENDING_NOTHING = 0,
  // Changes have not lasted long enough.
  TM_PENDING_CHANGES = 1,
  // A piece lifted on `square` stands on `square2` and may still be in the hand.
  TM_PENDING_LETTING_GO = 2,
  // The board shows something that is no play: it is being set up, or was knocked over.
  TM_PENDING_SETTING_UP = 3,
};

// What a board sends.
enum tm_protocol {
  // DGT boards on a serial line.
  TM_PROTOCOL_DGT = 0,
  // The DGT Pegasus.
  TM_PROTOCOL_PEGASUS = 1,
  // Chessnut boards.
  TM_PROTOCOL_CHESSNUT = 2,
  // Millennium boards with `ChessLink`.
  TM_PROTOCOL_CHESS_LINK = 3,
};

// What a board, its clock or a person at its buttons reports; which fields of `tm_report` it uses.
enum tm_report_kind {
  // Nothing. If the report has a time, it has come.
  TM_REPORT_NOTHING = 0,
  // `square` became empty; `piece` is what stood there.
  TM_REPORT_LIFTED = 1,
  // `piece` appeared on `square`, in place of whatever stood there.
  TM_REPORT_PLACED = 2,
  // The whole board at once, as it is in `pieces`. What changed since has no order.
  TM_REPORT_FRAME = 3,
  // The same from a board that knows no pieces: those on `squares`.
  TM_REPORT_OCCUPIED = 4,
  // The same from a board that knows colours: White's on `squares`, Black's on `black`.
  TM_REPORT_COLORS = 5,
  // The piece on `square` was touched and not lifted.
  TM_REPORT_TOUCHED = 6,
  // The player to move pressed the clock.
  TM_REPORT_CLOCK = 7,
  // The clock of `side` is running: a change of side tells that it was pressed.
  TM_REPORT_CLOCK_RUNS = 8,
  // The player announced that the piece on `square` will be adjusted.
  TM_REPORT_ADJUST = 9,
  // The move is being made with both hands.
  TM_REPORT_HANDS = 10,
  // The pawn on `square`, or on its way there, becomes `role`.
  TM_REPORT_PROMOTE = 11,
  // The opponent touched the piece on `square`.
  TM_REPORT_OPPONENT = 12,
  // `wait_ms` milliseconds went by.
  TM_REPORT_WAIT = 13,
};

// What a function answers.
enum tm_status {
  // It is done.
  TM_STATUS_OK = 0,
  // A pointer is null or not aligned. Nothing is done.
  TM_STATUS_BAD_POINTER = 1,
  // There is no machine, intake or decoder: it was never made, is of another version, was
  // written over, or is just being changed.
  TM_STATUS_BAD_STATE = 2,
  // The event or the report has no such kind, square, role, piece or side.
  TM_STATUS_BAD_EVENT = 3,
  // A number stands for nothing: a rulebook, a kind of play, a square, a clause ...
  TM_STATUS_BAD_ARGUMENT = 4,
  // The text has the wrong form.
  TM_STATUS_BAD_TEXT = 5,
  // The position is not valid.
  TM_STATUS_BAD_POSITION = 6,
  // No piece stands on a square of the event, and none stood there when the turn began.
  TM_STATUS_NO_PIECE = 7,
  // A group of pieces touched together holds none.
  TM_STATUS_EMPTY_GROUP = 8,
  // No pawn becomes this.
  TM_STATUS_NO_PROMOTION = 9,
  // The buffer is too short: it holds the beginning of a text, or nothing.
  TM_STATUS_SHORT_BUFFER = 10,
};

// The duty in one word.
enum tm_verdict {
  // Any legal move.
  TM_VERDICT_FREE = 0,
  // The player must comply with one of the options.
  TM_VERDICT_MUST = 1,
  // A move is made and cannot be changed.
  TM_VERDICT_MADE = 2,
  // There is no legal move: checkmate or stalemate.
  TM_VERDICT_GAME_OVER = 3,
};

// A machine for one board, made by `tm_new` or one of its kind. Only the library writes it; it may
// be copied by assignment, and the copy is a machine of its own.
struct tm_arbiter {
  uint64_t seal;
  uint64_t state[TM_ARBITER_ROOM];
  uint64_t seal_behind;
};

// A position, as FEN has it.
struct tm_board {
  // The letter of FEN of the piece on each square (`K` for White's king, `k` for Black's), or 0.
  uint8_t pieces[64];
  // For White on the king's wing, White on the queen's, Black on the king's, Black on the
  // queen's: the file (a is 0) of the rook with which the right to castle exists, or `TM_NONE`.
  uint8_t castling[4];
  // The square that a pawn has just stepped over, or `TM_NONE`.
  uint8_t en_passant;
  // The player to move, one of `TM_COLOR_...`.
  uint8_t turn;
  // Not 0: castling is written, and attempted, as in Chess960.
  uint8_t chess960;
  // Moves of either player since the last capture or pawn move.
  uint16_t halfmove_clock;
  // The number of the move about to be played, 1 or more.
  uint16_t fullmove_number;
};

// Something that happened. A square is a number: a1 is 0, h1 is 7, a2 is 8, h8 is 63. Fields that
// the kind does not use may hold anything.
struct tm_event {
  // A set of squares: bit n is square n.
  uint64_t squares;
  // One of `TM_EVENT_...`.
  uint8_t kind;
  // A square.
  uint8_t square;
  // Where a piece was let go.
  uint8_t square2;
  // One of `TM_ROLE_...`.
  uint8_t role;
};

// A breach that stands.
struct tm_offence {
  // One of `TM_INFRACTION_...`.
  uint8_t kind;
  // One of `TM_PENALTY_...`, or `TM_NONE`.
  uint8_t penalty;
  // The clause that was broken, one of `TM_CLAUSE_...`.
  uint16_t clause;
};

// What the player may still do, in short. The moves are told by `tm_allowed` and `tm_options`, the
// squares by `tm_lights`.
struct tm_ruling {
  // One of `TM_VERDICT_...`.
  uint8_t verdict;
  // Whose turn the ruling speaks of, one of `TM_COLOR_...`.
  uint8_t player;
  // The answer to the opponent's claim, one of `TM_CLAIM_...`, or `TM_NONE`.
  uint8_t claim;
  // 1 if a move is fixed that is still to be finished, else 0.
  uint8_t unfinished;
  // 1 if this turn is over: the next event opens the next. Else 0.
  uint8_t turn_over;
  // How many of `because` count.
  uint8_t because_count;
  // How many of `infractions` count.
  uint8_t infraction_count;
  // The move that is on the board and cannot be changed, or `TM_NO_MOVE`.
  uint16_t made;
  // The readings that the ruling rests on, of `TM_READING_...`.
  uint16_t readings;
  // The clauses that the ruling rests on, of `TM_CLAUSE_...`.
  uint16_t because[TM_BECAUSE_MAX];
  // The breaches that stand.
  struct tm_offence infractions[TM_INFRACTIONS_MAX];
};

// One way to comply with a ruling.
struct tm_option {
  // One of `TM_DUTY_...`.
  uint8_t duty;
  // One of `TM_WING_...`, or `TM_NONE`.
  uint8_t wing;
  // A square, or `TM_NONE`.
  uint8_t square;
  // A square, or `TM_NONE`.
  uint8_t with;
};

// Squares to light, three sets: bit n is square n.
struct tm_lights {
  // The pieces that may be moved; once a move is fixed, those it still has to move or take off.
  uint64_t from;
  // Where they may go.
  uint64_t to;
  // The pieces that have to be put back.
  uint64_t back;
};

// A condition of castling that is not met.
struct tm_condition {
  // The squares that are blocked or attacked, or from which a piece has moved; a bit each.
  uint64_t squares;
  // The blocking or attacking pieces.
  uint64_t by;
  // The number of the move with which the piece first moved or was captured, or 0.
  uint16_t move_number;
  // One of `TM_FAILED_...`.
  uint8_t failed;
  // 1 if the rook was captured where it stood, else 0.
  uint8_t captured;
  // 1 if the king moved by castling, else 0.
  uint8_t castled_before;
};

// The intake of a board and its arbiter, made by `tm_intake_new`. As a machine it may be copied.
struct tm_intake {
  uint64_t seal;
  uint64_t state[TM_INTAKE_ROOM];
  uint64_t seal_behind;
};

// How a board is read.
struct tm_intake_options {
  // A change that does not last so long, in milliseconds, was none; usually 60. It counts only
  // where reports have times.
  uint16_t debounce_ms;
  // A piece that has stood on a square so long, in milliseconds, has been let go there; usually
  // 500.
  uint16_t settle_ms;
  // Not 0: the board stands turned by half a turn, its e1 is d8.
  uint8_t turned;
  // Not 0: nothing counts until a report shows the whole position, or one legal move after it.
  uint8_t await_set_up;
};

// A report. Fields that the kind does not use may hold anything.
//
// A piece is a letter of FEN; `U` or `u` is some piece of White's or Black's, `?` some piece.
struct tm_report {
  // A set of squares: bit n is square n.
  uint64_t squares;
  // A set of squares.
  uint64_t black;
  // The time in milliseconds from any start. It may wrap; a time before the last one counts as
  // that. Reports of one scan have the same time.
  uint32_t at_ms;
  // Milliseconds.
  uint32_t wait_ms;
  // Not 0: the report has a time.
  uint8_t timed;
  // One of `TM_REPORT_...`.
  uint8_t kind;
  // A square.
  uint8_t square;
  // A piece; 0 is some piece too.
  uint8_t piece;
  // One of `TM_ROLE_...`.
  uint8_t role;
  // One of `TM_CLOCK_SIDE_...`.
  uint8_t side;
  // The piece on each square; 0 where there is none.
  uint8_t pieces[64];
};

// An event that the intake told the arbiter, and the answer.
struct tm_step {
  // What happened.
  struct tm_event event;
  // What the player may still do.
  struct tm_ruling ruling;
  // When it happened on the board, in milliseconds of the reports' time.
  uint32_t at_ms;
  // 1 if `at_ms` is known, else 0.
  uint8_t timed;
  // 1 if the board cannot have seen it: it is the only thing, or the usual one, that explains
  // what it saw. Else 0.
  uint8_t assumed;
};

// What the intake waits for.
struct tm_pending {
  // After how many milliseconds time alone may bring something new, or `TM_NEVER`.
  uint32_t wakes_in;
  // One of `TM_PENDING_...`.
  uint8_t kind;
  // A square, or `TM_NONE`.
  uint8_t square;
  // A square, or `TM_NONE`.
  uint8_t square2;
};

// What has been read of the bytes that a board sends, made by `tm_decoder_new`. It too may be
// copied.
struct tm_decoder {
  uint64_t seal;
  uint64_t state[TM_DECODER_ROOM];
  uint64_t seal_behind;
};

// The version of the library: to be compared with `TM_VERSION`, that of the header.
uint32_t tm_version(void);

// Makes a machine for the first turn of a game from the start position. `rules` is one of
// `TM_RULES_...`.
uint8_t tm_new_standard(struct tm_arbiter *arbiter, uint8_t rules);

// Makes a machine for the turn of the player to move in this position.
//
// `fen` is a text of `length` bytes, without a closing 0. `chess960` not 0: castling is attempted
// as in Chess960, even if every right to castle is that of the standard squares. `rules` is one of
// `TM_RULES_...`. `detail` may be null: after `TM_STATUS_BAD_TEXT` it holds the place of the byte
// where the text goes wrong, after `TM_STATUS_BAD_POSITION` the reasons, of `TM_INVALID_...`.
uint8_t tm_new(struct tm_arbiter *arbiter,
               const char *fen,
               size_t length,
               uint8_t chess960,
               uint8_t rules,
               uint32_t *detail);

// The same, with the position as numbers.
uint8_t tm_new_from_board(struct tm_arbiter *arbiter,
                          const struct tm_board *board,
                          uint8_t rules,
                          uint32_t *detail);

// Tells the machine the kind of play, one of `TM_PLAY_...`, and how many penalised offences each
// player has completed before: penalties depend on them. A new machine knows of none, and takes
// the play for standard.
uint8_t tm_set_play(struct tm_arbiter *arbiter,
                    uint8_t play,
                    uint8_t white_offences,
                    uint8_t black_offences);

// Takes an event and answers with the ruling. Unless the answer is `TM_STATUS_OK`, the machine is
// as it was, and nothing is written to `ruling`.
uint8_t tm_handle(struct tm_arbiter *arbiter,
                  const struct tm_event *event,
                  struct tm_ruling *ruling);

// The ruling as things stand.
uint8_t tm_ruling(const struct tm_arbiter *arbiter, struct tm_ruling *ruling);

// The moves that the ruling allows, in the order of their squares, castling last: those after the
// first `skip`, as many as `capacity` allows. `total` is how many there are in all, at most
// `TM_MOVES_MAX`.
//
// A move is a number: bits 0 to 5 are the square it starts from, bits 6 to 11 the one it ends on;
// bits 12 to 14 are 0, or what a pawn becomes (`TM_ROLE_...`), or 5 for castling on the king's
// wing, or 6 for castling on the queen's (the squares are the king's).
uint8_t tm_allowed(const struct tm_arbiter *arbiter,
                   size_t skip,
                   uint16_t *moves,
                   size_t capacity,
                   size_t *total);

// The ways to comply with the ruling: those after the first `skip`, as many as `capacity` allows.
// `total` is how many there are in all: 0 unless the verdict is `TM_VERDICT_MUST`.
uint8_t tm_options(const struct tm_arbiter *arbiter,
                   size_t skip,
                   struct tm_option *options,
                   size_t capacity,
                   size_t *total);

// The squares to light after the last event. `piece` is `TM_NONE`, or asks for the moves of the
// piece on this square alone.
uint8_t tm_lights(const struct tm_arbiter *arbiter, uint8_t piece, struct tm_lights *out);

// What speaks against castling by this player (`TM_COLOR_...`) on this wing (`TM_WING_...`) in the
// position in which the turn began: as many conditions as `capacity` allows. `total` is how many
// are not met, at most `TM_CONDITIONS_MAX`; 0: castling is legal, when it is this player's turn.
uint8_t tm_castling(const struct tm_arbiter *arbiter,
                    uint8_t color,
                    uint8_t wing,
                    struct tm_condition *failed,
                    size_t capacity,
                    size_t *total);

// The position from which play goes on, as numbers: where the turn is over, that after its move.
uint8_t tm_board(const struct tm_arbiter *arbiter, struct tm_board *board);

// Makes an intake for a board on which the position of this machine stands. The intake has a copy
// of the machine: `tm_intake_arbiter` gives it as it is after the reports. `options` may be null:
// then they are the usual ones.
uint8_t tm_intake_new(struct tm_intake *intake,
                      const struct tm_arbiter *arbiter,
                      const struct tm_intake_options *options);

// Takes a report. What follows from it is told step by step, in order: of this and all functions
// that have `tell`, it is null or a function that returns; it is called during the call only,
// never afterwards, with `context`, which may be anything, and with a step that lasts as long as
// its own call. It must leave the intake alone: until all is told, the functions take it for none.
uint8_t tm_intake_sense(struct tm_intake *intake,
                        const struct tm_report *report,
                        void (*tell)(void *context, const struct tm_step *step),
                        void *context);

// Lets time pass without a report, up to this time. Needed after as many milliseconds as
// `tm_intake_pending` says; harmless at any time.
uint8_t tm_intake_pass_time(struct tm_intake *intake,
                            uint32_t to_ms,
                            void (*tell)(void *context, const struct tm_step *step),
                            void *context);

// Tells an event that no board senses, such as a claim. What was reported before is told first. An
// event that cannot have happened is left out.
uint8_t tm_intake_handle(struct tm_intake *intake,
                         const struct tm_event *event,
                         void (*tell)(void *context, const struct tm_step *step),
                         void *context);

// Tells the intake that no report will follow: what stands on the board has been let go.
uint8_t tm_intake_end(struct tm_intake *intake,
                      void (*tell)(void *context, const struct tm_step *step),
                      void *context);

// The machine of the intake, as it is after all steps told.
uint8_t tm_intake_arbiter(const struct tm_intake *intake, struct tm_arbiter *arbiter);

// What the ruling still waits for, and how long time alone would take to bring something new.
uint8_t tm_intake_pending(const struct tm_intake *intake, struct tm_pending *out);

// The squares where the board shows something other than the events tell: pieces in the air or at
// rest, and such as nothing explains. Bit n is square n.
uint8_t tm_intake_unexplained(const struct tm_intake *intake, uint64_t *squares);

// Makes a decoder before the first byte of this protocol, one of `TM_PROTOCOL_...`.
uint8_t tm_decoder_new(struct tm_decoder *decoder, uint8_t protocol);

// Takes bytes that a board sent, up to the end of the first report. `taken` is how many it took:
// those after them are for the next call. If they end no report, all are taken, and the report is
// `TM_REPORT_NOTHING`. Reports of boards have no time; where the bytes come as they are sent, it
// is their own. What the protocol does not know is skipped.
uint8_t tm_decode(struct tm_decoder *decoder,
                  const uint8_t *bytes,
                  size_t length,
                  size_t *taken,
                  struct tm_report *report);

// What to send to a board that speaks this protocol so that it reports: as many bytes as
// `capacity` allows. `total` is how many there are.
uint8_t tm_greeting(uint8_t protocol, uint8_t *bytes, size_t capacity, size_t *total);

// Reads a line of the plain text protocol (`@1200 lift e2 P`, `clock`), of `length` bytes, without
// a closing 0. An empty line is `TM_REPORT_NOTHING`. `detail` may be null: after
// `TM_STATUS_BAD_TEXT` it holds the place of the byte where the line goes wrong.
uint8_t tm_report_read(const char *text, size_t length, struct tm_report *report, uint32_t *detail);

// Writes a machine as `TM_SAVED_SIZE` bytes, from which `tm_restore` makes it again: the same
// version of the library, on any processor. If `capacity` is less, nothing is written.
uint8_t tm_save(const struct tm_arbiter *arbiter, uint8_t *bytes, size_t capacity);

// Makes a machine of the `TM_SAVED_SIZE` bytes that `tm_save` wrote. Others are answered with
// `TM_STATUS_BAD_STATE`, and nothing is done.
uint8_t tm_restore(struct tm_arbiter *arbiter, const uint8_t *bytes, size_t length);

// Writes an intake, its machine included, as `TM_INTAKE_SAVED_SIZE` bytes. If `capacity` is less,
// nothing is written.
uint8_t tm_intake_save(const struct tm_intake *intake, uint8_t *bytes, size_t capacity);

// Makes an intake of the `TM_INTAKE_SAVED_SIZE` bytes that `tm_intake_save` wrote. Others are
// answered with `TM_STATUS_BAD_STATE`, and nothing is done.
uint8_t tm_intake_restore(struct tm_intake *intake, const uint8_t *bytes, size_t length);

// The position from which play goes on as FEN: where the turn is over, that after its move.
//
// Of this and all functions that write a text: `buffer` has room for `capacity` bytes, the
// closing 0 included. `length` may be null; it holds the length of the whole text without the
// closing 0. If the text does not fit, the answer is `TM_STATUS_SHORT_BUFFER` and the buffer holds
// its beginning.
uint8_t tm_fen(const struct tm_arbiter *arbiter, char *buffer, size_t capacity, size_t *length);

// A move of the position in which the turn began, as UCI writes it: `e2e4`, `e7e8q`, `e1g1`.
uint8_t tm_move_text(const struct tm_arbiter *arbiter,
                     uint16_t a_move,
                     char *buffer,
                     size_t capacity,
                     size_t *length);

// A clause as it is cited: `FIDE 4.4.2`.
uint8_t tm_clause_name(uint16_t clause, char *buffer, size_t capacity, size_t *length);

// The ruling in one sentence, in this language (`TM_LANGUAGE_...`). The text is UTF-8; if it does
// not fit, it is cut between two characters.
uint8_t tm_ruling_text(const struct tm_arbiter *arbiter,
                       uint8_t language,
                       char *buffer,
                       size_t capacity,
                       size_t *length);

// What a clause (`TM_CLAUSE_...`) says, in this language.
uint8_t tm_clause_text(uint16_t clause,
                       uint8_t language,
                       char *buffer,
                       size_t capacity,
                       size_t *length);

// What the reading with this number says: n for the bit `1u << n` of `TM_READING_...`.
uint8_t tm_reading_text(uint8_t reading,
                        uint8_t language,
                        char *buffer,
                        size_t capacity,
                        size_t *length);

// The name of a breach (`TM_INFRACTION_...`), in this language.
uint8_t tm_infraction_text(uint8_t infraction,
                           uint8_t language,
                           char *buffer,
                           size_t capacity,
                           size_t *length);

// What a penalty (`TM_PENALTY_...`) is, in this language.
uint8_t tm_penalty_text(uint8_t penalty,
                        uint8_t language,
                        char *buffer,
                        size_t capacity,
                        size_t *length);

// Reads an event in short form (`e1`, `e1-g1`, `off:d5`, `clock`), of `length` bytes, without a
// closing 0.
uint8_t tm_event_read(const char *text, size_t length, struct tm_event *event);

// Writes an event in short form.
uint8_t tm_event_text(const struct tm_event *event, char *buffer, size_t capacity, size_t *length);

#ifdef __cplusplus
}
#define TM_ASSERT static_assert
#else
#define TM_ASSERT _Static_assert
#endif
TM_ASSERT(sizeof(struct tm_arbiter) == 8 * (TM_ARBITER_ROOM + 2), "the size of a machine");
TM_ASSERT(sizeof(struct tm_intake) == 8 * (TM_INTAKE_ROOM + 2), "the size of an intake");
TM_ASSERT(sizeof(struct tm_decoder) == 8 * (TM_DECODER_ROOM + 2), "the size of a decoder");
TM_ASSERT(sizeof(struct tm_event) == 16, "the size of an event");
TM_ASSERT(sizeof(struct tm_report) == 96, "the size of a report");
#undef TM_ASSERT

#endif

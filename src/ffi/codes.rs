//! The values of the C interface: plain numbers, and what they say.
//!
//! Every bit pattern of these types is a value; what it says is checked where it is read.

use crate::arbiter::{Arbiter, Misuse};
use crate::chess::board::Board;
use crate::chess::castling::{Failed, FailedCondition, king_target};
use crate::chess::fen::FenError;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece, Role, Wing};
use crate::chess::position::{CastlingRights, Position, Setup};
use crate::chess::square::{Square, SquareSet};
use crate::event::Event;
use crate::lights::Lights;
use crate::pack::Pack;
use crate::ruling::{Duty, Infraction, Offence, Ruling};

/// In place of a square, a role, a wing, a penalty or a claim: there is none.
pub const TM_NONE: u8 = 255;
/// In place of a move: there is none.
pub const TM_NO_MOVE: u16 = 0xffff;
/// How many clauses a ruling names at most.
pub const TM_BECAUSE_MAX: usize = 8;
/// How many breaches can stand at once.
pub const TM_INFRACTIONS_MAX: usize = 11;
/// How many conditions of castling there are, as they are reported.
pub const TM_CONDITIONS_MAX: usize = 7;
/// How many legal moves any position of a game has at most.
pub const TM_MOVES_MAX: usize = 218;

const _: () = assert!(TM_INFRACTIONS_MAX == Infraction::ALL.len());
const _: () = assert!(TM_CONDITIONS_MAX == Failed::ALL.len());
const _: () = assert!(size_of::<TmEvent>() == 16);

/// What a function answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TmStatus {
    /// It is done.
    Ok = 0,
    /// A pointer is null or not aligned. Nothing is done.
    BadPointer = 1,
    /// There is no machine, intake or decoder: it was never made, is of another version, was
    /// written over, or is just being changed.
    BadState = 2,
    /// The event or the report has no such kind, square, role, piece or side.
    BadEvent = 3,
    /// A number stands for nothing: a rulebook, a kind of play, a square, a clause ...
    BadArgument = 4,
    /// The text has the wrong form.
    BadText = 5,
    /// The position is not valid.
    BadPosition = 6,
    /// No piece stands on a square of the event, and none stood there when the turn began.
    NoPiece = 7,
    /// A group of pieces touched together holds none.
    EmptyGroup = 8,
    /// No pawn becomes this.
    NoPromotion = 9,
    /// The buffer is too short: it holds the beginning of a text, or nothing.
    ShortBuffer = 10,
}

/// The kinds of event; which fields of `tm_event` they use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TmEventKind {
    /// The player touched the piece on `square`.
    Touched = 0,
    /// The player touched the pieces on `squares` at the same time, or in an order nobody can tell.
    TouchedTogether = 1,
    /// The piece of `square` was let go on `square2`; both the same: put back.
    Released = 2,
    /// The piece on `square` was taken off the board.
    Removed = 3,
    /// The piece on `square` was touched after announcing that it would be adjusted.
    Adjusted = 4,
    /// The piece on `square` was touched by clear accident.
    Brushed = 5,
    /// A new piece of `role` touched `square`, where a pawn promotes.
    PromotionTouched = 6,
    /// A new piece of `role` was let go on `square`.
    PromotionReleased = 7,
    /// This move is being made with both hands.
    BothHands = 8,
    /// The player pressed the clock.
    ClockPressed = 9,
    /// The opponent touched the piece on `square`, meaning to move or capture it.
    OpponentTouched = 10,
    /// The opponent claims a breach of the rules.
    Claimed = 11,
    /// The arbiter saw the breach himself and steps in.
    ArbiterSaw = 12,
}

/// Something that happened. A square is a number: a1 is 0, h1 is 7, a2 is 8, h8 is 63. Fields that
/// the kind does not use may hold anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TmEvent {
    /// A set of squares: bit n is square n.
    pub squares: u64,
    /// One of `TM_EVENT_...`.
    pub kind: u8,
    /// A square.
    pub square: u8,
    /// Where a piece was let go.
    pub square2: u8,
    /// One of `TM_ROLE_...`.
    pub role: u8,
}

/// A position, as FEN has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TmBoard {
    /// The letter of FEN of the piece on each square (`K` for White's king, `k` for Black's), or 0.
    pub pieces: [u8; 64],
    /// For White on the king's wing, White on the queen's, Black on the king's, Black on the
    /// queen's: the file (a is 0) of the rook with which the right to castle exists, or `TM_NONE`.
    pub castling: [u8; 4],
    /// The square that a pawn has just stepped over, or `TM_NONE`.
    pub en_passant: u8,
    /// The player to move, one of `TM_COLOR_...`.
    pub turn: u8,
    /// Not 0: castling is written, and attempted, as in Chess960.
    pub chess960: u8,
    /// Moves of either player since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move about to be played, 1 or more.
    pub fullmove_number: u16,
}

/// A breach that stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct TmOffence {
    /// One of `TM_INFRACTION_...`.
    pub kind: u8,
    /// One of `TM_PENALTY_...`, or `TM_NONE`.
    pub penalty: u8,
    /// The clause that was broken, one of `TM_CLAUSE_...`.
    pub clause: u16,
}

/// What the player may still do, in short. The moves are told by `tm_allowed` and `tm_options`, the
/// squares by `tm_lights`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TmRuling {
    /// One of `TM_VERDICT_...`.
    pub verdict: u8,
    /// Whose turn the ruling speaks of, one of `TM_COLOR_...`.
    pub player: u8,
    /// The answer to the opponent's claim, one of `TM_CLAIM_...`, or `TM_NONE`.
    pub claim: u8,
    /// 1 if a move is fixed that is still to be finished, else 0.
    pub unfinished: u8,
    /// 1 if this turn is over: the next event opens the next. Else 0.
    pub turn_over: u8,
    /// How many of `because` count.
    pub because_count: u8,
    /// How many of `infractions` count.
    pub infraction_count: u8,
    /// The move that is on the board and cannot be changed, or `TM_NO_MOVE`.
    pub made: u16,
    /// The readings that the ruling rests on, of `TM_READING_...`.
    pub readings: u16,
    /// The clauses that the ruling rests on, of `TM_CLAUSE_...`.
    pub because: [u16; TM_BECAUSE_MAX],
    /// The breaches that stand.
    pub infractions: [TmOffence; TM_INFRACTIONS_MAX],
}

/// The kinds of duty; which fields of `tm_option` they use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TmDuty {
    /// Finish the move that is fixed.
    Complete = 0,
    /// Move the king, without castling.
    MoveKing = 1,
    /// Castle on `wing`.
    Castle = 2,
    /// Castle on `wing`, a rook of the opposite wing having been touched.
    CastleOtherWing = 3,
    /// Move the castling rook on `square`.
    MoveRook = 4,
    /// Move the piece on `square`.
    Move = 5,
    /// Capture the piece on `square`.
    Capture = 6,
    /// Capture the piece on `square` with the one on `with`.
    CaptureWith = 7,
}

/// One way to comply with a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TmOption {
    /// One of `TM_DUTY_...`.
    pub duty: u8,
    /// One of `TM_WING_...`, or `TM_NONE`.
    pub wing: u8,
    /// A square, or `TM_NONE`.
    pub square: u8,
    /// A square, or `TM_NONE`.
    pub with: u8,
}

/// Squares to light, three sets: bit n is square n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct TmLights {
    /// The pieces that may be moved; once a move is fixed, those it still has to move or take off.
    pub from: u64,
    /// Where they may go.
    pub to: u64,
    /// The pieces that have to be put back.
    pub back: u64,
}

/// A condition of castling that is not met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct TmCondition {
    /// The squares that are blocked or attacked, or from which a piece has moved; a bit each.
    pub squares: u64,
    /// The blocking or attacking pieces.
    pub by: u64,
    /// The number of the move with which the piece first moved or was captured, or 0.
    pub move_number: u16,
    /// One of `TM_FAILED_...`.
    pub failed: u8,
    /// 1 if the rook was captured where it stood, else 0.
    pub captured: u8,
    /// 1 if the king moved by castling, else 0.
    pub castled_before: u8,
}

/// The square with this number.
///
/// # Errors
///
/// `otherwise`, if there is none.
pub fn square(number: u8, otherwise: TmStatus) -> Result<Square, TmStatus> {
    Square::new(number).ok_or(otherwise)
}

/// The value of an enumeration with this code.
///
/// # Errors
///
/// `otherwise`, if there is none.
pub fn coded<T: Pack>(code: u8, otherwise: TmStatus) -> Result<T, TmStatus> {
    let mut value = T::BLANK;
    if value.unpack(&[code]) { Ok(value) } else { Err(otherwise) }
}

impl TmEvent {
    /// What happened.
    ///
    /// # Errors
    ///
    /// [`TmStatus::BadEvent`].
    #[inline(always)] // An event is read where it is told, and not copied there.
    pub fn read(&self) -> Result<Event, TmStatus> {
        const BAD: TmStatus = TmStatus::BadEvent;
        const KINDS: [TmEventKind; 13] = [
            TmEventKind::Touched,
            TmEventKind::TouchedTogether,
            TmEventKind::Released,
            TmEventKind::Removed,
            TmEventKind::Adjusted,
            TmEventKind::Brushed,
            TmEventKind::PromotionTouched,
            TmEventKind::PromotionReleased,
            TmEventKind::BothHands,
            TmEventKind::ClockPressed,
            TmEventKind::OpponentTouched,
            TmEventKind::Claimed,
            TmEventKind::ArbiterSaw,
        ];
        let one = || square(self.square, BAD);
        let role = || coded::<Role>(self.role, BAD);
        Ok(match KINDS.get(usize::from(self.kind)).ok_or(BAD)? {
            TmEventKind::Touched => Event::Touched(one()?),
            TmEventKind::TouchedTogether => Event::TouchedTogether(SquareSet(self.squares)),
            TmEventKind::Released => Event::Released(one()?, square(self.square2, BAD)?),
            TmEventKind::Removed => Event::Removed(one()?),
            TmEventKind::Adjusted => Event::Adjusted(one()?),
            TmEventKind::Brushed => Event::Brushed(one()?),
            TmEventKind::PromotionTouched => Event::PromotionTouched(role()?, one()?),
            TmEventKind::PromotionReleased => Event::PromotionReleased(role()?, one()?),
            TmEventKind::BothHands => Event::BothHands,
            TmEventKind::ClockPressed => Event::ClockPressed,
            TmEventKind::OpponentTouched => Event::OpponentTouched(one()?),
            TmEventKind::Claimed => Event::Claimed,
            TmEventKind::ArbiterSaw => Event::ArbiterSaw,
        })
    }

    /// The event as numbers.
    #[must_use]
    pub fn write(event: Event) -> Self {
        let of = |kind: TmEventKind| Self {
            squares: 0,
            kind: kind as u8,
            square: TM_NONE,
            square2: TM_NONE,
            role: TM_NONE,
        };
        let on = |kind, square: Square| Self { square: square.index(), ..of(kind) };
        match event {
            Event::Touched(square) => on(TmEventKind::Touched, square),
            Event::TouchedTogether(SquareSet(squares)) => {
                Self { squares, ..of(TmEventKind::TouchedTogether) }
            }
            Event::Released(from, to) => {
                Self { square2: to.index(), ..on(TmEventKind::Released, from) }
            }
            Event::Removed(square) => on(TmEventKind::Removed, square),
            Event::Adjusted(square) => on(TmEventKind::Adjusted, square),
            Event::Brushed(square) => on(TmEventKind::Brushed, square),
            Event::PromotionTouched(role, square) => {
                Self { role: role as u8, ..on(TmEventKind::PromotionTouched, square) }
            }
            Event::PromotionReleased(role, square) => {
                Self { role: role as u8, ..on(TmEventKind::PromotionReleased, square) }
            }
            Event::BothHands => of(TmEventKind::BothHands),
            Event::ClockPressed => of(TmEventKind::ClockPressed),
            Event::OpponentTouched(square) => on(TmEventKind::OpponentTouched, square),
            Event::Claimed => of(TmEventKind::Claimed),
            Event::ArbiterSaw => of(TmEventKind::ArbiterSaw),
        }
    }
}

impl From<Misuse> for TmStatus {
    fn from(misuse: Misuse) -> Self {
        match misuse {
            Misuse::NoPiece(_) => Self::NoPiece,
            Misuse::EmptyGroup => Self::EmptyGroup,
            Misuse::NoPromotion(_) => Self::NoPromotion,
        }
    }
}

impl TmBoard {
    /// The position that is set up, not yet validated.
    ///
    /// # Errors
    ///
    /// [`TmStatus::BadArgument`] for a letter, a file, a square or a colour that is none.
    pub fn read(&self) -> Result<Setup, TmStatus> {
        const BAD: TmStatus = TmStatus::BadArgument;
        let mut board = Board::EMPTY;
        for (place, &letter) in SquareSet::FULL.zip(&self.pieces) {
            if letter != 0 {
                board.put(place, Piece::from_letter(char::from(letter)).ok_or(BAD)?);
            }
        }
        let mut rights = CastlingRights::NONE;
        for ((color, wing), &file) in SIDES.iter().zip(&self.castling) {
            match file {
                0..8 => rights.set(*color, *wing, Some(file)),
                TM_NONE => {}
                _ => return Err(BAD),
            }
        }
        let en_passant = match self.en_passant {
            TM_NONE => None,
            number => Some(square(number, BAD)?),
        };
        Ok(Setup {
            board,
            turn: coded(self.turn, BAD)?,
            rights,
            en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        })
    }

    /// The position as numbers.
    #[must_use]
    pub fn write(position: &Position) -> Self {
        let mut pieces = [0; 64];
        for (letter, square) in pieces.iter_mut().zip(SquareSet::FULL) {
            *letter = position.piece_at(square).map_or(0, |piece| piece.letter() as u8);
        }
        let rights = position.castling_rights();
        Self {
            pieces,
            castling: SIDES.map(|(color, wing)| rights.rook_file(color, wing).unwrap_or(TM_NONE)),
            en_passant: position.en_passant().map_or(TM_NONE, Square::index),
            turn: position.turn() as u8,
            chess960: u8::from(position.is_chess960()),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
        }
    }
}

/// The order of the rights to castle.
const SIDES: [(Color, Wing); 4] = [
    (Color::White, Wing::KingSide),
    (Color::White, Wing::QueenSide),
    (Color::Black, Wing::KingSide),
    (Color::Black, Wing::QueenSide),
];

/// What is wrong with a FEN: the byte where the form is wrong, or the reasons why the position is
/// not valid, a bit each.
#[must_use]
pub fn fen_error(error: FenError) -> (TmStatus, u32) {
    match error {
        FenError::Syntax { offset, .. } => {
            (TmStatus::BadText, u32::try_from(offset).unwrap_or(u32::MAX))
        }
        FenError::Invalid(invalid) => (TmStatus::BadPosition, invalid.bits()),
    }
}

/// The move as a number: bits 0 to 5 the square it starts from, 6 to 11 the one it ends on, 12 to
/// 14 what a pawn becomes, or 5 for castling on the king's wing, 6 on the queen's (the squares are
/// the king's), else 0.
#[must_use]
pub fn move_number(a_move: Move, position: &Position) -> u16 {
    let squares = match a_move {
        Move::Normal { .. } => 0,
        Move::Castle(wing) => {
            let turn = position.turn();
            let (from, to) = (position.king(turn), king_target(turn, wing));
            Move::Normal { from, to, promotion: None }.code()
        }
    };
    a_move.code() | squares
}

impl TmRuling {
    /// No ruling yet, nothing but zeros.
    pub const NONE: Self = Self {
        verdict: 0,
        player: 0,
        claim: 0,
        unfinished: 0,
        turn_over: 0,
        because_count: 0,
        infraction_count: 0,
        made: 0,
        readings: 0,
        because: [0; TM_BECAUSE_MAX],
        infractions: [TmOffence { kind: 0, penalty: 0, clause: 0 }; TM_INFRACTIONS_MAX],
    };

    /// The ruling as numbers.
    #[must_use]
    pub fn write(arbiter: &Arbiter, ruling: &Ruling) -> Self {
        let mut written = Self::NONE;
        written.set(arbiter, ruling);
        written
    }

    /// The same, in place of no ruling: a copy would be large.
    pub fn set(&mut self, arbiter: &Arbiter, ruling: &Ruling) {
        self.verdict = ruling.verdict as u8;
        self.player = ruling.player as u8;
        self.claim = ruling.claim.map_or(TM_NONE, |claim| claim as u8);
        self.unfinished = u8::from(ruling.unfinished);
        self.turn_over = u8::from(arbiter.closed_with().is_some());
        self.made = ruling.made.map_or(TM_NO_MOVE, |made| move_number(made, arbiter.position()));
        self.readings = ruling.readings.bits();
        for (place, clause) in self.because.iter_mut().zip(ruling.because.iter()) {
            *place = clause.code();
            self.because_count += 1;
        }
        for (place, offence) in self.infractions.iter_mut().zip(ruling.infractions.iter()) {
            *place = TmOffence::write(offence);
            self.infraction_count += 1;
        }
    }
}

impl TmOffence {
    fn write(offence: Offence) -> Self {
        Self {
            kind: offence.kind as u8,
            penalty: offence.penalty.map_or(TM_NONE, |penalty| penalty as u8),
            clause: offence.clause.code(),
        }
    }
}

impl TmOption {
    /// The duty as numbers.
    #[must_use]
    pub fn write(duty: Duty) -> Self {
        let of =
            |duty: TmDuty| Self { duty: duty as u8, wing: TM_NONE, square: TM_NONE, with: TM_NONE };
        let on = |duty, square: Square| Self { square: square.index(), ..of(duty) };
        match duty {
            Duty::Complete => of(TmDuty::Complete),
            Duty::MoveKing => of(TmDuty::MoveKing),
            Duty::Castle(wing) => Self { wing: wing as u8, ..of(TmDuty::Castle) },
            Duty::CastleOtherWing(wing) => Self { wing: wing as u8, ..of(TmDuty::CastleOtherWing) },
            Duty::MoveRook(square) => on(TmDuty::MoveRook, square),
            Duty::Move(square) => on(TmDuty::Move, square),
            Duty::Capture(square) => on(TmDuty::Capture, square),
            Duty::CaptureWith(square, with) => {
                Self { with: with.index(), ..on(TmDuty::CaptureWith, square) }
            }
        }
    }
}

impl From<Lights> for TmLights {
    fn from(lights: Lights) -> Self {
        Self { from: lights.from.0, to: lights.to.0, back: lights.back.0 }
    }
}

impl From<FailedCondition> for TmCondition {
    fn from(condition: FailedCondition) -> Self {
        Self {
            squares: condition.squares.0,
            by: condition.by.0,
            move_number: condition.move_number.unwrap_or(0),
            failed: condition.failed as u8,
            captured: u8::from(condition.captured),
            castled_before: u8::from(condition.castled_before),
        }
    }
}

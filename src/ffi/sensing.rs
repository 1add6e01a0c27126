//! The values of the C interface for boards: what they report, what comes of it, and how they are
//! read.

use crate::chess::piece::{Color, Role};
use crate::chess::square::SquareSet;
use crate::eboard::frames::{Frame, Seen};
use crate::eboard::intake::{Intake, Options, Pending, Step};
use crate::eboard::protocol::Protocol;
use crate::eboard::sensor::{Report, Sensor};
use crate::ffi::codes::{TM_NONE, TmEvent, TmRuling, TmStatus, coded, square};

/// In place of a time: not before the next report.
pub const TM_NEVER: u32 = 0xffff_ffff;

/// How a board is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TmIntakeOptions {
    /// A change that does not last so long, in milliseconds, was none; usually 60. It counts only
    /// where reports have times.
    pub debounce_ms: u16,
    /// A piece that has stood on a square so long, in milliseconds, has been let go there; usually
    /// 500.
    pub settle_ms: u16,
    /// Not 0: the board stands turned by half a turn, its e1 is d8.
    pub turned: u8,
    /// Not 0: nothing counts until a report shows the whole position, or one legal move after it.
    pub await_set_up: u8,
}

impl TmIntakeOptions {
    /// The options.
    #[must_use]
    pub fn read(&self) -> Options {
        Options {
            debounce_ms: self.debounce_ms,
            settle_ms: self.settle_ms,
            turned: self.turned != 0,
            await_set_up: self.await_set_up != 0,
        }
    }
}

/// What a board, its clock or a person at its buttons reports; which fields of `tm_report` it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TmReportKind {
    /// Nothing. If the report has a time, it has come.
    Nothing = 0,
    /// `square` became empty; `piece` is what stood there.
    Lifted = 1,
    /// `piece` appeared on `square`, in place of whatever stood there.
    Placed = 2,
    /// The whole board at once, as it is in `pieces`. What changed since has no order.
    Frame = 3,
    /// The same from a board that knows no pieces: those on `squares`.
    Occupied = 4,
    /// The same from a board that knows colours: White's on `squares`, Black's on `black`.
    Colors = 5,
    /// The piece on `square` was touched and not lifted.
    Touched = 6,
    /// The player to move pressed the clock.
    Clock = 7,
    /// The clock of `side` is running: a change of side tells that it was pressed.
    ClockRuns = 8,
    /// The player announced that the piece on `square` will be adjusted.
    Adjust = 9,
    /// The move is being made with both hands.
    Hands = 10,
    /// The pawn on `square`, or on its way there, becomes `role`.
    Promote = 11,
    /// The opponent touched the piece on `square`.
    Opponent = 12,
    /// `wait_ms` milliseconds went by.
    Wait = 13,
}

/// A report. Fields that the kind does not use may hold anything.
///
/// A piece is a letter of FEN; `U` or `u` is some piece of White's or Black's, `?` some piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TmReport {
    /// A set of squares: bit n is square n.
    pub squares: u64,
    /// A set of squares.
    pub black: u64,
    /// The time in milliseconds from any start. It may wrap; a time before the last one counts as
    /// that. Reports of one scan have the same time.
    pub at_ms: u32,
    /// Milliseconds.
    pub wait_ms: u32,
    /// Not 0: the report has a time.
    pub timed: u8,
    /// One of `TM_REPORT_...`.
    pub kind: u8,
    /// A square.
    pub square: u8,
    /// A piece; 0 is some piece too.
    pub piece: u8,
    /// One of `TM_ROLE_...`.
    pub role: u8,
    /// One of `TM_CLOCK_SIDE_...`.
    pub side: u8,
    /// The piece on each square; 0 where there is none.
    pub pieces: [u8; 64],
}

impl TmReport {
    /// Nothing, without a time.
    pub const NONE: Self = Self {
        squares: 0,
        black: 0,
        at_ms: 0,
        wait_ms: 0,
        timed: 0,
        kind: TmReportKind::Nothing as u8,
        square: TM_NONE,
        piece: 0,
        role: TM_NONE,
        side: TM_NONE,
        pieces: [0; 64],
    };

    /// The time, if the report has one.
    #[must_use]
    pub fn at_ms(&self) -> Option<u32> {
        (self.timed != 0).then_some(self.at_ms)
    }

    /// Whether anything was reported.
    ///
    /// # Errors
    ///
    /// As for [`sensor`](Self::sensor).
    #[cfg_attr(target_arch = "arm", inline(never))] // Kept off the stack of what follows.
    pub fn says_anything(&self) -> Result<bool, TmStatus> {
        self.sensor().map(|sensor| sensor.is_some())
    }

    /// What was reported, if anything.
    ///
    /// # Errors
    ///
    /// [`TmStatus::BadEvent`], or [`TmStatus::NoPromotion`].
    #[cfg_attr(target_arch = "arm", inline(never))] // Kept off the stack of what follows.
    pub fn sensor(&self) -> Result<Option<Sensor>, TmStatus> {
        const BAD: TmStatus = TmStatus::BadEvent;
        use TmReportKind as Kind;
        let one = || square(self.square, BAD);
        let seen = || match self.piece {
            0 => Ok(Seen::Any),
            letter => Seen::from_letter(char::from(letter)).ok_or(BAD),
        };
        Ok(Some(match Kind::ALL.get(usize::from(self.kind)).ok_or(BAD)? {
            Kind::Nothing => return Ok(None),
            Kind::Lifted => Sensor::Lifted(one()?, seen()?),
            Kind::Placed => Sensor::Placed(one()?, seen()?),
            Kind::Frame => Sensor::Frame(self.frame()?),
            Kind::Occupied => Sensor::Frame(Frame::occupied_by(Seen::Any, SquareSet(self.squares))),
            Kind::Colors => Sensor::Frame(self.colors()),
            Kind::Touched => Sensor::Touched(one()?),
            Kind::Clock => Sensor::Clock,
            Kind::ClockRuns => Sensor::ClockRuns(coded(self.side, BAD)?),
            Kind::Adjust => Sensor::Adjust(one()?),
            Kind::Hands => Sensor::Hands,
            Kind::Promote => {
                let role: Role = coded(self.role, BAD)?;
                if !Role::PROMOTIONS.contains(&role) {
                    return Err(TmStatus::NoPromotion);
                }
                Sensor::Promote(role, one()?)
            }
            Kind::Opponent => Sensor::Opponent(one()?),
            Kind::Wait => Sensor::Wait(self.wait_ms),
        }))
    }

    fn frame(&self) -> Result<Frame, TmStatus> {
        let mut frame = Frame::EMPTY;
        for (place, &letter) in SquareSet::FULL.zip(&self.pieces) {
            if letter != 0 {
                let seen = Seen::from_letter(char::from(letter)).ok_or(TmStatus::BadEvent)?;
                frame.set(place, Some(seen));
            }
        }
        Ok(frame)
    }

    fn colors(&self) -> Frame {
        let white = Seen::Color(Color::White);
        let mut frame = Frame::occupied_by(white, SquareSet(self.squares));
        for place in SquareSet(self.black) {
            frame.set(place, Some(Seen::Color(Color::Black)));
        }
        frame
    }

    /// The report as numbers.
    #[must_use]
    pub fn write(report: Report) -> Self {
        let mut written = Self::NONE;
        written.set(report);
        written
    }

    /// The same, in place of nothing: a copy would be large.
    pub fn set(&mut self, report: Report) {
        use TmReportKind as Kind;
        self.at_ms = report.at_ms.unwrap_or(0);
        self.timed = u8::from(report.at_ms.is_some());
        let (kind, square) = match report.sensor {
            Sensor::Lifted(square, seen) => {
                self.piece = seen.letter() as u8;
                (Kind::Lifted, Some(square))
            }
            Sensor::Placed(square, seen) => {
                self.piece = seen.letter() as u8;
                (Kind::Placed, Some(square))
            }
            Sensor::Frame(frame) => {
                for (letter, square) in self.pieces.iter_mut().zip(SquareSet::FULL) {
                    *letter = frame.get(square).map_or(0, |seen| seen.letter() as u8);
                }
                (Kind::Frame, None)
            }
            Sensor::Touched(square) => (Kind::Touched, Some(square)),
            Sensor::Clock => (Kind::Clock, None),
            Sensor::ClockRuns(side) => {
                self.side = side as u8;
                (Kind::ClockRuns, None)
            }
            Sensor::Adjust(square) => (Kind::Adjust, Some(square)),
            Sensor::Hands => (Kind::Hands, None),
            Sensor::Promote(role, square) => {
                self.role = role as u8;
                (Kind::Promote, Some(square))
            }
            Sensor::Opponent(square) => (Kind::Opponent, Some(square)),
            Sensor::Wait(ms) => {
                self.wait_ms = ms;
                (Kind::Wait, None)
            }
        };
        self.kind = kind as u8;
        self.square = square.map_or(TM_NONE, |square| square.index());
    }
}

impl TmReportKind {
    /// All kinds.
    const ALL: [Self; 14] = [
        Self::Nothing,
        Self::Lifted,
        Self::Placed,
        Self::Frame,
        Self::Occupied,
        Self::Colors,
        Self::Touched,
        Self::Clock,
        Self::ClockRuns,
        Self::Adjust,
        Self::Hands,
        Self::Promote,
        Self::Opponent,
        Self::Wait,
    ];
}

/// An event that the intake told the arbiter, and the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TmStep {
    /// What happened.
    pub event: TmEvent,
    /// What the player may still do.
    pub ruling: TmRuling,
    /// When it happened on the board, in milliseconds of the reports' time.
    pub at_ms: u32,
    /// 1 if `at_ms` is known, else 0.
    pub timed: u8,
    /// 1 if the board cannot have seen it: it is the only thing, or the usual one, that explains
    /// what it saw. Else 0.
    pub assumed: u8,
}

impl TmStep {
    /// The step as numbers.
    #[must_use]
    pub fn write(step: &Step<'_>) -> Self {
        let mut written = Self {
            event: TmEvent::write(step.event),
            ruling: TmRuling::NONE,
            at_ms: step.at_ms.unwrap_or(0),
            timed: u8::from(step.at_ms.is_some()),
            assumed: u8::from(step.assumed),
        };
        written.ruling.set(step.arbiter, &step.ruling);
        written
    }
}

/// What a ruling still waits for; which fields of `tm_pending` it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TmPendingKind {
    /// Nothing: all that was reported has been told.
    Nothing = 0,
    /// Changes have not lasted long enough.
    Changes = 1,
    /// A piece lifted on `square` stands on `square2` and may still be in the hand.
    LettingGo = 2,
    /// The board shows something that is no play: it is being set up, or was knocked over.
    SettingUp = 3,
}

/// What the intake waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct TmPending {
    /// After how many milliseconds time alone may bring something new, or `TM_NEVER`.
    pub wakes_in: u32,
    /// One of `TM_PENDING_...`.
    pub kind: u8,
    /// A square, or `TM_NONE`.
    pub square: u8,
    /// A square, or `TM_NONE`.
    pub square2: u8,
}

impl TmPending {
    /// What this intake waits for.
    #[must_use]
    pub fn write(intake: &Intake) -> Self {
        let (kind, squares) = match intake.pending() {
            Pending::Nothing => (TmPendingKind::Nothing, None),
            Pending::Changes => (TmPendingKind::Changes, None),
            Pending::LettingGo(from, to) => (TmPendingKind::LettingGo, Some((from, to))),
            Pending::SettingUp => (TmPendingKind::SettingUp, None),
        };
        Self {
            wakes_in: intake.wakes_in().unwrap_or(TM_NEVER),
            kind: kind as u8,
            square: squares.map_or(TM_NONE, |(from, _)| from.index()),
            square2: squares.map_or(TM_NONE, |(_, to)| to.index()),
        }
    }
}

// The numbers are those of `Protocol`.
/// What a board sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TmProtocol {
    /// DGT boards on a serial line.
    Dgt = 0,
    /// The DGT Pegasus.
    Pegasus = 1,
    /// Chessnut boards.
    Chessnut = 2,
    /// Millennium boards with `ChessLink`.
    ChessLink = 3,
}

impl TmProtocol {
    /// The protocol with this number.
    ///
    /// # Errors
    ///
    /// [`TmStatus::BadArgument`] if there is none, or if it is that of plain text, which is read by
    /// the line.
    pub fn read(code: u8) -> Result<Protocol, TmStatus> {
        match coded(code, TmStatus::BadArgument)? {
            Protocol::Text => Err(TmStatus::BadArgument),
            protocol => Ok(protocol),
        }
    }
}

//! The arbiter, what the board shows, and what is in a player's hand.

use crate::arbiter::Arbiter;
use crate::chess::piece::Role;
use crate::chess::square::{Square, SquareSet};
use crate::eboard::believed::Believed;
use crate::eboard::frames::{Frame, Seen};
use crate::event::Event;
use crate::pack::{pack_as, pack_fields};
use crate::ruling::Ruling;

/// An event that the intake told the arbiter, and the answer.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// What happened.
    pub event: Event,
    /// What the player may still do.
    pub ruling: Ruling,
    /// The arbiter that answered.
    pub arbiter: &'a Arbiter,
    /// Whether the board cannot have seen it: it is the only thing, or the usual one, that explains
    /// what it saw.
    pub assumed: bool,
    /// When it happened on the board, in milliseconds of the reports' time; `None` if they had
    /// none.
    pub at_ms: Option<u32>,
}

/// Where the steps go.
pub type Sink<'s> = dyn FnMut(Step<'_>) + 's;

/// A piece on a square where it may still be in the player's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Resting {
    pub(super) what: What,
    /// Where it was lifted.
    pub(super) start: Square,
    pub(super) to: Square,
    pub(super) at: u32,
    /// Whether `at` is known.
    pub(super) dated: bool,
    /// Whether it has been lifted again.
    pub(super) lifted: bool,
    /// Whether it was seen here before it was seen to leave its square.
    pub(super) early: bool,
    /// Where on its way it rested first after a legal move, if no times tell for how long.
    pub(super) stop: Option<Square>,
}

pack_fields! {
    Resting {
        what: What,
        start: Square,
        to: Square,
        at: u32,
        dated: bool,
        lifted: bool,
        early: bool,
        stop: Option<Square>,
    }
}

/// What rests on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The piece that stood on this square when the turn began.
    Man(Square),
    /// The new piece of a promotion.
    New(Role),
}

pack_as!(What: u8 = Self::Man(Square::A1), What::code, What::from_code);

impl What {
    /// A square's index, or the role's number from 64.
    fn code(self) -> u8 {
        match self {
            Self::Man(origin) => origin.index(),
            Self::New(role) => 64 + role as u8,
        }
    }

    fn from_code(code: u8) -> Option<Self> {
        match code.checked_sub(64) {
            None => Square::new(code).map(Self::Man),
            Some(role) => Role::ALL.get(usize::from(role)).copied().map(Self::New),
        }
    }
}

impl Resting {
    /// The piece, if it is none that came new, by where it stood when the turn began.
    pub(super) fn man(&self) -> Option<Square> {
        match self.what {
            What::Man(origin) => Some(origin),
            What::New(_) => None,
        }
    }
}

/// Everything of the intake but time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) arbiter: Arbiter,
    /// What the board shows.
    pub(super) sensed: Frame,
    pub(super) resting: Option<Resting>,
    /// Pieces lifted of which the next one placed tells what it means. One, while a piece that had
    /// rested is in the air: captured by it, or the opponent's first touch. Or several of the
    /// opponent's at once after a move was made, and what he may capture: which one he means to
    /// move.
    pub(super) held: SquareSet,
    /// Where a piece appeared that had not been seen to leave its square, if that was the last
    /// thing to happen.
    pub(super) early: Option<Square>,
    /// Announced to be adjusted, or knocked over by accident, and not put back since.
    pub(super) adjusting: SquareSet,
    /// What the player chose that the pawn becomes on this square.
    pub(super) promotion: Option<(Role, Square)>,
    /// The opponent's touch ended the turn, and nothing has been placed since: he cannot have
    /// moved, and who presses the clock is the player who has.
    pub(super) unpressed: bool,
    /// Whether the board ever told one kind of piece from another.
    pub(super) identifies: bool,
    /// Whether anything has happened.
    pub(super) begun: bool,
    /// When the reports at hand were made, in milliseconds.
    pub(super) at: u32,
    /// Whether the reports have times.
    pub(super) dated: bool,
}

pack_fields! {
    Table {
        arbiter: Arbiter,
        sensed: Frame,
        resting: Option<Resting>,
        held: SquareSet,
        early: Option<Square>,
        adjusting: SquareSet,
        promotion: Option<(Role, Square)>,
        unpressed: bool,
        identifies: bool,
        begun: bool,
        at: u32,
        dated: bool,
    }
}

impl Table {
    /// A board that shows the pieces where the arbiter has them.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn as_told(arbiter: &Arbiter) -> Frame {
        Frame::occupied_by(Seen::Any, Believed::new(arbiter).frame().occupied())
    }

    pub(super) const fn new(arbiter: Arbiter, sensed: Frame) -> Self {
        Self {
            arbiter,
            sensed,
            resting: None,
            held: SquareSet::EMPTY,
            early: None,
            adjusting: SquareSet::EMPTY,
            promotion: None,
            unpressed: false,
            identifies: false,
            begun: false,
            at: 0,
            dated: false,
        }
    }

    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn believed(&self) -> Believed<'_> {
        Believed::new(&self.arbiter)
    }

    /// Tells the arbiter what happened now.
    pub(super) fn tell(&mut self, tell: &mut Sink<'_>, event: Event) {
        self.pass_on(tell, &event, false);
    }

    /// Tells the arbiter what the board cannot have seen.
    pub(super) fn assume(&mut self, tell: &mut Sink<'_>, event: Event) {
        self.pass_on(tell, &event, true);
    }

    /// An event that cannot have happened is no news: the board then shows what is not explained.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn pass_on(&mut self, tell: &mut Sink<'_>, event: &Event, assumed: bool) {
        if self.arbiter.take(event).is_err() {
            return;
        }
        self.begun = true;
        if self.arbiter.closed_with().is_some() {
            // What the player announced and chose was for this turn.
            self.adjusting = SquareSet::EMPTY;
            self.promotion = None;
        }
        self.answer(tell, event, assumed);
    }

    /// Asks the arbiter what it rules on the event.
    #[cfg_attr(target_arch = "arm", inline(never))] // Off the stack while the event is folded.
    fn answer(&self, tell: &mut Sink<'_>, event: &Event, assumed: bool) {
        self.step(tell, event, &self.arbiter.ruling(), assumed);
    }

    #[cfg_attr(target_arch = "arm", inline(never))] // Off the stack while the ruling is made.
    fn step(&self, tell: &mut Sink<'_>, event: &Event, ruling: &Ruling, assumed: bool) {
        let (arbiter, at_ms) = (&self.arbiter, self.dated.then_some(self.at));
        tell(Step { event: *event, ruling: *ruling, arbiter, assumed, at_ms });
    }

    /// The piece at rest, unless it is in the air again.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn at_rest(&self) -> Option<&Resting> {
        self.resting.as_ref().filter(|resting| !resting.lifted)
    }

    /// Where this piece rests, or did before it was lifted again.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn rest_of(&self, man: Square) -> Option<&Resting> {
        self.resting.as_ref().filter(|resting| resting.what == What::Man(man))
    }

    /// A piece comes to rest where it may still be in the player's hand.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn rest(&mut self, what: What, start: Square, to: Square) {
        let (at, dated) = (self.at, self.dated);
        let (lifted, early, stop) = (false, false, None);
        self.resting = Some(Resting { what, start, to, at, dated, lifted, early, stop });
    }

    /// The piece at rest has been let go, when it came there.
    pub(super) fn let_go(&mut self, tell: &mut Sink<'_>) {
        if let Some(resting) = self.resting.take() {
            let now = core::mem::replace(&mut self.at, resting.at);
            self.released(tell, &resting);
            self.at = now;
            self.take_off_passed_pawn(tell);
        }
    }

    fn released(&mut self, tell: &mut Sink<'_>, resting: &Resting) {
        let event = match resting.what {
            What::New(role) => Event::PromotionReleased(role, resting.to),
            What::Man(origin) if self.is_named(origin) => {
                if let Some(stop) = resting.stop.filter(|_| !self.is_legal(origin, resting.to)) {
                    self.tell(tell, Event::Released(origin, stop));
                }
                Event::Released(origin, resting.to)
            }
            What::Man(_) => return,
        };
        self.tell(tell, event);
    }

    /// What is at rest when the turn or the stream ends has been let go. In the air again is a new
    /// piece, which was not, and another if times are known: it has not rested long enough.
    pub(super) fn let_go_at_last(&mut self, tell: &mut Sink<'_>) {
        let in_hand = |resting: Resting| {
            resting.lifted && (resting.dated || matches!(resting.what, What::New(_)))
        };
        if self.resting.is_some_and(in_hand) {
            self.resting = None;
        }
        self.let_go(tell);
    }

    /// The board shows this, and nothing is in a hand.
    pub(super) fn show(&mut self, shown: &Frame) {
        self.sensed = *shown;
        self.resting = None;
        self.held = SquareSet::EMPTY;
        self.early = None;
        self.unpressed = false;
    }

    /// The board shows the pieces where the arbiter has them.
    pub(super) fn show_as_told(&mut self) {
        self.sensed = Self::as_told(&self.arbiter);
    }

    /// A pawn taken in passing that is off the board completes the capture.
    pub(super) fn take_off_passed_pawn(&mut self, tell: &mut Sink<'_>) {
        if let Some(victim) = self.passed_pawn().filter(|&victim| self.is_named(victim)) {
            self.tell(tell, Event::Removed(victim));
        }
    }
}

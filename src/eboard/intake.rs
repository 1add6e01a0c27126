//! From what boards report to events: what lasts, what was let go, what came in which order.

use crate::arbiter::Arbiter;
use crate::chess::board::Board;
use crate::chess::piece::Color;
use crate::chess::square::{Square, SquareSet};
use crate::eboard::debounce::{Changes, opposite};
use crate::eboard::frames::{Frame, Seen, turned};
use crate::eboard::sensor::{ClockSide, Report, Sensor};
use crate::eboard::table::Table;
use crate::event::Event;
use crate::pack::{pack_code, pack_fields};
use crate::ruling::Ruling;

pub use crate::eboard::table::{Sink, Step};

/// How a board is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// A change that does not last so long, in milliseconds, was none. It counts only where reports
    /// have times.
    pub debounce_ms: u16,
    /// A piece that has stood on a square so long, in milliseconds, has been let go there.
    pub settle_ms: u16,
    /// The board stands turned by half a turn: its e1 is d8.
    pub turned: bool,
    /// Nothing counts until a picture shows the position, or one legal move after it.
    pub await_set_up: bool,
}

pack_fields! {
    Options { debounce_ms: u16, settle_ms: u16, turned: bool, await_set_up: bool }
}

impl Default for Options {
    fn default() -> Self {
        Self { debounce_ms: 60, settle_ms: 500, turned: false, await_set_up: false }
    }
}

/// What a ruling still waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Nothing: all that was reported has been told.
    Nothing,
    /// Changes have not lasted long enough.
    Changes,
    /// A piece lifted on the first square stands on the second and may still be in the hand.
    LettingGo(Square, Square),
    /// The board shows something that is no play: it is being set up, or was knocked over.
    SettingUp,
}

/// Makes events of reports, and tells them to the arbiter that it owns.
///
/// Of fixed size, whatever is reported. It is told the time, and never asks for it.
#[derive(Clone, Copy, Debug)]
pub struct Intake {
    table: Table,
    options: Options,
    changes: Changes,
    /// Milliseconds; moves with the reports.
    now: u32,
    orientation: Orientation,
    /// A first lift that tells which way the board stands, once it is known where the piece goes.
    undecided: Option<Square>,
    /// What the board says of pieces comes from a picture that it turned itself: it means nothing.
    blind: bool,
    /// The board shows no play.
    upset: bool,
    /// The side of the clock that runs, and White's side.
    clock: Option<(ClockSide, ClockSide)>,
}

pack_fields! {
    Intake {
        table: Table,
        options: Options,
        changes: Changes,
        now: u32,
        orientation: Orientation,
        undecided: Option<Square>,
        blind: bool,
        upset: bool,
        clock: Option<(ClockSide, ClockSide)>,
    }
}

/// Which way the board stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Orientation {
    Unknown,
    Straight,
    Turned,
}

pack_code!(Orientation);

impl Orientation {
    const ALL: [Self; 3] = [Self::Unknown, Self::Straight, Self::Turned];
}

impl Intake {
    /// An intake for this arbiter. Its position is taken to stand on the board, unless
    /// [`Options::await_set_up`] says otherwise.
    #[must_use]
    pub fn new(arbiter: Arbiter, options: Options) -> Self {
        let mut table = Table::new(arbiter);
        table.sensed = Frame::occupied_by(Seen::Any, arbiter.next_position().occupied());
        let orientation = if options.turned { Orientation::Turned } else { Orientation::Unknown };
        Self {
            table,
            options,
            changes: Changes::NONE,
            now: 0,
            orientation,
            undecided: None,
            blind: false,
            upset: options.await_set_up,
            clock: None,
        }
    }

    /// The arbiter.
    #[must_use]
    pub const fn arbiter(&self) -> &Arbiter {
        &self.table.arbiter
    }

    /// The ruling as things stand.
    #[must_use]
    pub fn ruling(&self) -> Ruling {
        self.table.arbiter.ruling()
    }

    /// What the ruling still waits for.
    #[must_use]
    pub fn pending(&self) -> Pending {
        if self.upset {
            return Pending::SettingUp;
        }
        match self.table.at_rest() {
            Some(resting) => Pending::LettingGo(resting.start, resting.to),
            None if self.changes.squares().is_empty() && self.undecided.is_none() => {
                Pending::Nothing
            }
            None => Pending::Changes,
        }
    }

    /// The time of the last report, in milliseconds; `None` if reports have no times.
    #[must_use]
    pub fn now_ms(&self) -> Option<u32> {
        self.table.dated.then_some(self.now)
    }

    /// After how many milliseconds time alone may bring something new; `None`: not before the next
    /// report.
    #[must_use]
    pub fn wakes_in(&self) -> Option<u32> {
        let left = |age: u32, lasts: u16| u32::from(lasts).saturating_sub(age);
        let lasts = self.changes.age(self.now).map(|age| left(age, self.options.debounce_ms));
        let resting = self.table.at_rest();
        let rested = resting.map(|resting| self.now.wrapping_sub(resting.at));
        let settles = rested.map(|age| left(age, self.options.settle_ms));
        lasts.into_iter().chain(settles).min()
    }

    /// Where the board shows something other than the events tell: pieces in the air or at rest,
    /// and such as nothing explains.
    #[must_use]
    pub fn unexplained(&self) -> SquareSet {
        self.table.unexplained()
    }

    /// Whether the board stands turned by half a turn, as far as it is known.
    #[must_use]
    pub fn is_turned(&self) -> bool {
        self.orientation == Orientation::Turned
    }

    /// Takes a report and tells what follows from it.
    pub fn handle(&mut self, report: Report, tell: &mut Sink<'_>) {
        match report.at_ms {
            Some(at) => {
                if !self.table.dated {
                    self.begin_time(at, tell);
                }
                self.pass_time(at, tell);
            }
            None => self.last(tell),
        }
        match report.sensor {
            Sensor::Lifted(square, seen) => self.lift(square, seen, report.at_ms.is_some(), tell),
            Sensor::Placed(square, seen) => {
                self.change(square, Some(seen), report.at_ms.is_some(), tell);
            }
            Sensor::Frame(frame) => self.frame(&frame, report.at_ms.is_some(), tell),
            Sensor::Wait(ms) => self.pass_time(self.now.wrapping_add(ms), tell),
            Sensor::ClockRuns(side) => self.clock_runs(side, tell),
            _ if self.upset => {}
            said => self.said(said, tell),
        }
    }

    /// Lets time pass without a report.
    pub fn pass_time(&mut self, to_ms: u32, tell: &mut Sink<'_>) {
        let to = if is_before(to_ms, self.now) { self.now } else { to_ms };
        let debounce = u32::from(self.options.debounce_ms);
        while self.changes.age(to).is_some_and(|age| age >= debounce) {
            self.take_oldest(tell);
        }
        self.now = to;
        self.settle(to, tell);
    }

    /// Tells an event that no board senses. What was reported before it is told first.
    pub fn tell(&mut self, event: Event, tell: &mut Sink<'_>) {
        self.last(tell);
        self.straighten(tell);
        self.table.at = self.now;
        match event {
            Event::ClockPressed => self.table.clock(tell),
            Event::OpponentTouched(square) => self.table.opponent(square, tell),
            Event::Adjusted(square) => self.table.excuse(square, Event::Adjusted, tell),
            Event::Brushed(square) => self.table.excuse(square, Event::Brushed, tell),
            Event::PromotionReleased(role, square) => {
                self.table.choose_promotion(role, square, tell);
            }
            _ => self.table.tell(event, tell),
        }
    }

    /// The stream is over: what stands on the board has been let go.
    pub fn end(&mut self, tell: &mut Sink<'_>) {
        self.last(tell);
        if !self.upset {
            self.straighten(tell);
            self.table.at = self.now;
            self.table.close(tell);
        }
    }

    /// The first time that is given is the start of all times.
    fn begin_time(&mut self, at: u32, tell: &mut Sink<'_>) {
        self.last(tell);
        self.table.dated = true;
        self.now = at;
        if let Some(resting) = &mut self.table.resting {
            resting.at = at;
        }
    }

    /// What a person said, or pressed.
    fn said(&mut self, sensor: Sensor, tell: &mut Sink<'_>) {
        self.last(tell);
        self.straighten(tell);
        self.table.at = self.now;
        match sensor {
            Sensor::Touched(square) => self.table.touched_only(self.turn(square).set(), tell),
            Sensor::Clock => self.table.clock(tell),
            Sensor::Adjust(square) => {
                self.table.excuse(self.turn(square), Event::Adjusted, tell);
            }
            Sensor::Hands => self.table.tell(Event::BothHands, tell),
            Sensor::Promote(role, square) => {
                self.table.choose_promotion(role, self.turn(square), tell);
            }
            Sensor::Opponent(square) => self.table.opponent(self.turn(square), tell),
            Sensor::Lifted(..)
            | Sensor::Placed(..)
            | Sensor::Frame(_)
            | Sensor::ClockRuns(_)
            | Sensor::Wait(_) => {}
        }
    }

    /// The clock of this side is running. It was pressed if the other one was, and the press counts
    /// if it was that player's turn.
    fn clock_runs(&mut self, side: ClockSide, tell: &mut Sink<'_>) {
        let Some((running, white)) = self.clock else {
            let white_moves = self.table.turn() == Color::White;
            let white = if white_moves { side } else { other(side) };
            self.clock = Some((side, white));
            return;
        };
        self.clock = Some((side, white));
        if side == running || self.upset {
            return;
        }
        // The clock lags behind the board: what was reported first may have ended the turn.
        self.last(tell);
        self.table.unpressed = false;
        let presser = if running == white { Color::White } else { Color::Black };
        if presser == self.table.turn() {
            self.said(Sensor::Clock, tell);
        }
    }

    /// What a board says that it lifted tells what stood there.
    fn lift(&mut self, square: Square, seen: Seen, timed: bool, tell: &mut Sink<'_>) {
        let stood = self.latest_but(square, Some(seen));
        self.differences(&stood);
        self.change(square, None, timed, tell);
    }

    /// One square changed.
    fn change(&mut self, square: Square, seen: Option<Seen>, timed: bool, tell: &mut Sink<'_>) {
        let mut shown = self.latest_but(square, seen);
        if self.upset && self.orientation == Orientation::Unknown {
            shown = self.straight(&shown);
        }
        self.show(&shown, self.turn(square).set(), timed, tell);
    }

    /// What the board showed last, but for one square.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn latest_but(&mut self, square: Square, seen: Option<Seen>) -> Frame {
        let mut shown = self.changes.latest(&self.table.sensed);
        shown.set(self.turn(square), seen.map(|seen| self.seen(seen)));
        shown
    }

    /// A picture of the whole board.
    fn frame(&mut self, frame: &Frame, timed: bool, tell: &mut Sink<'_>) {
        let shown = self.straight(frame);
        let changed = self.differences(&shown);
        if usize::from(changed.len()) > Changes::MAX {
            self.last(tell);
            self.upset = true;
        }
        self.show(&shown, changed, timed, tell);
    }

    /// The board shows this, which is something else on these squares.
    fn show(&mut self, shown: &Frame, changed: SquareSet, timed: bool, tell: &mut Sink<'_>) {
        if self.upset {
            return self.restore(shown, tell);
        }
        while usize::from((self.changes.squares() | changed).len()) > Changes::MAX {
            self.take_oldest(tell);
        }
        self.changes.note(&self.table.sensed, shown, changed, self.now);
        if !timed {
            self.last(tell);
        }
    }

    /// Where a picture differs from what was known before. Where it only tells more, that is known
    /// from now on.
    fn differences(&mut self, shown: &Frame) -> SquareSet {
        let latest = self.changes.latest(&self.table.sensed);
        let more = shown.tells_more(&latest);
        let fits = more - self.table.unlike(shown) - self.changes.squares();
        self.table.sensed.take(shown, fits);
        latest.unlike(shown) | (more - fits)
    }

    /// While the board shows no play: goes on as soon as it shows the pieces where the events have
    /// them, or a legal move from there.
    fn restore(&mut self, shown: &Frame, tell: &mut Sink<'_>) {
        self.table.show(shown);
        if self.table.unexplained().is_empty() {
            self.upset = false;
        } else if self.table.shows_legal_move() {
            self.upset = false;
            self.table.show_as_told();
            let changed = self.differences(shown);
            self.changes.note(&self.table.sensed, shown, changed, self.now);
            self.last(tell);
        }
    }

    /// Tells what has not lasted yet: something came after it that proves it, or no time is known.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn last(&mut self, tell: &mut Sink<'_>) {
        while !self.changes.squares().is_empty() {
            self.take_oldest(tell);
        }
    }

    /// What has stood still for long enough by `at` has been let go.
    fn settle(&mut self, at: u32, tell: &mut Sink<'_>) {
        let Some(resting) = self.table.at_rest() else { return };
        let until = self.changes.at(resting.to).unwrap_or(at);
        if until.wrapping_sub(resting.at) >= u32::from(self.options.settle_ms)
            && !is_before(until, resting.at)
        {
            self.table.let_go(tell);
        }
    }

    /// The oldest changes have lasted; those of one scan have no order.
    fn take_oldest(&mut self, tell: &mut Sink<'_>) {
        let Some(age) = self.changes.age(self.now) else { return };
        let at = self.now.wrapping_sub(age);
        self.settle(at, tell);
        let mut scan = self.changes.take_oldest(self.now, age);
        self.table.at = at;
        if self.orientation == Orientation::Unknown {
            scan = self.oriented(scan, tell);
        }
        self.table.changed(scan, self.changes.shown(), tell);
    }
}

/// Which way the board stands.
impl Intake {
    /// A picture as it is seen from White's side. The first that fits one way only tells which way
    /// the board stands.
    fn straight(&mut self, frame: &Frame) -> Frame {
        let mut frame = *frame;
        if self.blind {
            frame = Frame::occupied_by(Seen::Any, frame.occupied());
        }
        self.table.identifies |= frame.identifies();
        if self.orientation == Orientation::Unknown {
            let fits = |frame: &Frame| self.table.unlike(frame).is_empty();
            match (fits(&frame), fits(&frame.turned())) {
                (true, false) => self.orientation = Orientation::Straight,
                (false, true) => self.orientation = Orientation::Turned,
                _ => {}
            }
        }
        if self.is_turned() { frame.turned() } else { frame }
    }

    #[cfg_attr(target_arch = "arm", inline(never))]
    fn turn(&self, square: Square) -> Square {
        if self.is_turned() { opposite(square) } else { square }
    }

    fn seen(&mut self, seen: Seen) -> Seen {
        let seen = if self.blind { Seen::Any } else { seen };
        self.table.identifies |= matches!(seen, Seen::Piece(_));
        seen
    }

    /// The board stands straight if nothing has told otherwise; a lift that waited for it is told.
    fn straighten(&mut self, tell: &mut Sink<'_>) {
        if let Some(square) = self.undecided.take() {
            self.orientation = Orientation::Straight;
            self.table.sensed.set(square, Some(Seen::Any));
            self.table.lifted(square.set(), tell);
        }
    }

    /// The squares of a scan, once it is known which way the board stands. Where play starts with
    /// the start position, a piece lifted on Black's side and put where it makes a move only on a
    /// turned board tells that the board is turned.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn oriented(&mut self, scan: SquareSet, tell: &mut Sink<'_>) -> SquareSet {
        let placed = scan & self.changes.shown().occupied();
        let undecided = self.undecided.map_or(SquareSet::EMPTY, Square::set);
        let lifted = (scan - placed) | undecided;
        if let Some(first) = lifted.only().filter(|_| self.starts()) {
            if placed.is_empty() && first.rank() >= 6 {
                self.undecided = Some(first);
                self.table.sensed.set(first, None);
                return SquareSet::EMPTY;
            }
            if placed.only().is_some_and(|place| self.is_move_turned(first, place)) {
                self.found_turned(first, placed, tell);
                return turned(scan);
            }
        }
        self.straighten(tell);
        self.orientation = Orientation::Straight;
        scan
    }

    /// Whether the game is about to begin from the start position.
    fn starts(&self) -> bool {
        !self.table.begun && self.table.unlike(&Frame::from(&Board::STANDARD)).is_empty()
    }

    fn is_move_turned(&self, from: Square, to: Square) -> bool {
        self.table.is_legal(opposite(from), opposite(to)) && !self.table.is_legal(from, to)
    }

    fn found_turned(&mut self, from: Square, placed: SquareSet, tell: &mut Sink<'_>) {
        self.orientation = Orientation::Turned;
        self.changes.turn();
        self.table.sensed.set(from, Some(Seen::Any));
        self.table.sensed = self.table.sensed.turned();
        let from = opposite(from);
        let piece = self.table.arbiter.position().piece_at(from);
        let told = |piece| self.changes.shown().could_be(piece).meets(turned(placed));
        self.blind = !piece.is_some_and(told);
        if self.blind {
            self.changes.blind();
        }
        if self.undecided.take().is_some() {
            self.table.lifted(from.set(), tell);
        }
    }
}

const fn other(side: ClockSide) -> ClockSide {
    match side {
        ClockSide::Left => ClockSide::Right,
        ClockSide::Right => ClockSide::Left,
    }
}

/// Whether a time lies before another; times may wrap.
const fn is_before(time: u32, other: u32) -> bool {
    time.wrapping_sub(other) > u32::MAX / 2
}

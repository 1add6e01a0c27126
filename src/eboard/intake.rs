//! From what boards report to events: what lasts, what was let go, what came in which order.

use crate::arbiter::Arbiter;
use crate::chess::board::Board;
use crate::chess::piece::Color;
use crate::chess::square::{Square, SquareSet};
use crate::eboard::debounce::Changes;
use crate::eboard::frames::{Frame, Seen, opposite, turned};
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
    /// A first lift that tells which way the board stands, once it is known where the piece goes,
    /// and when it was made.
    undecided: Option<(Square, u32)>,
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
        undecided: Option<(Square, u32)>,
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
    /// An intake for this arbiter. The pieces are taken to stand on the board as it has them,
    /// unless [`Options::await_set_up`] says otherwise.
    #[must_use]
    pub fn new(arbiter: Arbiter, options: Options) -> Self {
        Self::seeing(&Self::expected(&arbiter), &arbiter, options)
    }

    /// What a board shows at least, where the pieces stand as this arbiter has them.
    pub(crate) fn expected(arbiter: &Arbiter) -> Frame {
        Table::as_told(arbiter)
    }

    /// An intake for a copy of this arbiter and a board that shows this.
    pub(crate) fn seeing(shown: &Frame, arbiter: &Arbiter, options: Options) -> Self {
        let orientation = if options.turned { Orientation::Turned } else { Orientation::Unknown };
        Self {
            table: Table::new(*arbiter, *shown),
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
        self.begin(report.at_ms, tell);
        self.sense(&report.sensor, report.at_ms.is_some(), tell);
    }

    /// Goes to when a report was made, before it is taken.
    #[inline]
    pub(crate) fn begin(&mut self, at_ms: Option<u32>, tell: &mut Sink<'_>) {
        match at_ms {
            Some(at) => self.begin_time(tell, at),
            None => self.last(tell),
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
        self.settle(tell, to);
    }

    /// Tells an event that no board senses. What was reported before it is told first.
    pub fn tell(&mut self, event: Event, tell: &mut Sink<'_>) {
        self.all(tell);
        match event {
            Event::ClockPressed => self.table.clock(tell),
            Event::OpponentTouched(square) => self.table.opponent(tell, square),
            Event::Adjusted(square) => self.table.excuse(tell, square, Event::Adjusted),
            Event::Brushed(square) => self.table.excuse(tell, square, Event::Brushed),
            Event::PromotionReleased(role, square) => {
                self.table.choose_promotion(tell, role, square);
            }
            _ => self.table.tell(tell, event),
        }
    }

    /// The stream is over: what stands on the board has been let go.
    pub fn end(&mut self, tell: &mut Sink<'_>) {
        self.last(tell);
        if !self.upset {
            self.all(tell);
            self.table.close(tell);
        }
    }
}

/// What happens one after the other.
impl Intake {
    /// Goes to the time of a report. The first that is given is the start of all times.
    fn begin_time(&mut self, tell: &mut Sink<'_>, at: u32) {
        if !self.table.dated {
            self.last(tell);
            self.table.dated = true;
            self.now = at;
            if let Some(resting) = &mut self.table.resting {
                resting.at = at;
            }
            if let Some((_, lifted)) = &mut self.undecided {
                *lifted = at;
            }
        }
        self.pass_time(at, tell);
    }

    /// What the board shows or says, now that its time has come.
    pub(crate) fn sense(&mut self, sensor: &Sensor, timed: bool, tell: &mut Sink<'_>) {
        match sensor {
            Sensor::Lifted(..) | Sensor::Placed(..) | Sensor::Frame(_) => loop {
                let noted = self.note(sensor);
                if self.orientation != Orientation::Unknown && !self.upset {
                    self.straighten(tell);
                }
                match noted {
                    Noted::NoRoom => self.take_oldest(tell),
                    Noted::Waits if timed => return,
                    Noted::Waits | Noted::Lasts => return self.last(tell),
                }
            },
            Sensor::Wait(ms) => self.pass_time(self.now.wrapping_add(*ms), tell),
            Sensor::ClockRuns(side) => self.clock_runs(tell, *side),
            _ if self.upset => {}
            said => self.said(tell, said),
        }
    }

    /// What a person said, or pressed.
    fn said(&mut self, tell: &mut Sink<'_>, sensor: &Sensor) {
        // Which way the board stands may be known only then.
        self.all(tell);
        let event = match *sensor {
            Sensor::Touched(square) => {
                return self.table.touched_only(tell, self.turn(square).set());
            }
            Sensor::Clock => Event::ClockPressed,
            Sensor::Adjust(square) => Event::Adjusted(self.turn(square)),
            Sensor::Hands => Event::BothHands,
            Sensor::Promote(role, square) => Event::PromotionReleased(role, self.turn(square)),
            Sensor::Opponent(square) => Event::OpponentTouched(self.turn(square)),
            Sensor::Lifted(..)
            | Sensor::Placed(..)
            | Sensor::Frame(_)
            | Sensor::ClockRuns(_)
            | Sensor::Wait(_) => return,
        };
        self.tell(event, tell);
    }

    /// The clock of this side is running. It was pressed if the other one was, and the press counts
    /// if it was that player's turn.
    fn clock_runs(&mut self, tell: &mut Sink<'_>, side: ClockSide) {
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
            self.tell(Event::ClockPressed, tell);
        }
    }

    /// Notes what the board shows: on one square, or in a picture of all of them.
    #[cfg_attr(target_arch = "arm", inline(never))] // Off the stack when something is told.
    fn note(&mut self, sensor: &Sensor) -> Noted {
        let mut shown = self.changes.latest(&self.table.sensed);
        let changed = match *sensor {
            Sensor::Frame(frame) => {
                shown = frame;
                self.straight(&mut shown);
                self.differences(&shown)
            }
            Sensor::Lifted(square, seen) | Sensor::Placed(square, seen) => {
                shown.set(self.turn(square), Some(self.seen(seen)));
                if matches!(sensor, Sensor::Lifted(..)) {
                    // What a board says that it lifted tells what stood there.
                    self.differences(&shown);
                    shown.set(self.turn(square), None);
                }
                if self.upset && self.orientation == Orientation::Unknown {
                    self.straight(&mut shown);
                }
                self.turn(square).set()
            }
            _ => SquareSet::EMPTY,
        };
        let before = self.changes.squares();
        let is_crowded = usize::from((before | changed).len()) > Changes::MAX;
        if is_crowded && !before.is_empty() {
            return Noted::NoRoom;
        }
        if self.upset || is_crowded {
            return self.restore(&shown);
        }
        self.changes.note(&self.table.sensed, &shown, changed, self.now);
        Noted::Waits
    }

    /// Where a picture differs from what was known before. Where it only tells more, that is known
    /// from now on.
    fn differences(&mut self, shown: &Frame) -> SquareSet {
        let unlike = self.table.unlike(shown);
        self.news(shown, unlike)
    }

    /// The same; `unlike` is where the picture differs from what the arbiter has.
    #[cfg_attr(target_arch = "arm", inline(never))] // Off the stack while that is found.
    fn news(&mut self, shown: &Frame, unlike: SquareSet) -> SquareSet {
        let latest = self.changes.latest(&self.table.sensed);
        let more = shown.tells_more(&latest);
        let fits = more - unlike - self.changes.squares();
        self.table.sensed.take(shown, fits);
        latest.unlike(shown) | (more - fits)
    }

    /// While the board shows no play: goes on as soon as it shows the pieces where the events have
    /// them, or a legal move from there.
    fn restore(&mut self, shown: &Frame) -> Noted {
        self.table.show(shown);
        self.upset = !self.table.unexplained().is_empty();
        if self.upset && self.table.shows_legal_move() {
            self.upset = false;
            self.table.show_as_told();
            let changed = self.differences(shown);
            self.changes.note(&self.table.sensed, shown, changed, self.now);
            return Noted::Lasts;
        }
        Noted::Waits
    }

    /// Tells everything that was reported.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn all(&mut self, tell: &mut Sink<'_>) {
        self.last(tell);
        self.straighten(tell);
        self.table.at = self.now;
    }

    /// Tells what has not lasted yet: something came after it that proves it, or no time is known.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn last(&mut self, tell: &mut Sink<'_>) {
        while !self.changes.squares().is_empty() {
            self.take_oldest(tell);
        }
    }

    /// What has stood still for long enough by `at` has been let go.
    fn settle(&mut self, tell: &mut Sink<'_>, at: u32) {
        let Some(resting) = self.table.at_rest() else { return };
        let until = self.changes.at(resting.to).unwrap_or(at);
        if until.wrapping_sub(resting.at) >= u32::from(self.options.settle_ms)
            && !is_before(until, resting.at)
        {
            self.table.let_go(tell);
        }
    }

    /// The oldest changes have lasted; those of one scan have no order.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn take_oldest(&mut self, tell: &mut Sink<'_>) {
        let Some(age) = self.changes.age(self.now) else { return };
        self.settle(tell, self.now.wrapping_sub(age));
        let scan = self.oldest_scan(age);
        if self.orientation != Orientation::Unknown {
            self.straighten(tell);
        }
        self.table.changed(tell, scan, self.changes.shown());
    }

    /// The squares of the oldest scan.
    fn oldest_scan(&mut self, age: u32) -> SquareSet {
        self.table.at = self.now.wrapping_sub(age);
        let scan = self.changes.take_oldest(self.now, age);
        if self.orientation == Orientation::Unknown { self.oriented(scan) } else { scan }
    }
}

/// Which way the board stands.
impl Intake {
    /// Makes of a picture what is seen from White's side. The first that fits one way only tells
    /// which way the board stands.
    fn straight(&mut self, frame: &mut Frame) {
        if self.blind {
            frame.blind();
        }
        self.table.identifies |= frame.identifies();
        if self.orientation == Orientation::Unknown {
            // The piece of a lift that waits for it may be in the air still.
            let lifted = self.waiting();
            let fits = |frame: &Frame, lifted| (self.table.unlike(frame) - lifted).is_empty();
            match (fits(frame, lifted), fits(&frame.turned(), turned(lifted))) {
                (true, false) => self.orientation = Orientation::Straight,
                (false, true) => self.turn_round(),
                _ => {}
            }
        }
        if self.is_turned() {
            frame.turn();
        }
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
        if let Some((square, at)) = self.undecided.take() {
            if self.orientation == Orientation::Unknown {
                self.orientation = Orientation::Straight;
            }
            // It stands there if the board was set up again since.
            let now = self.table.sensed.get(square);
            self.table.sensed.set(square, Some(Seen::Any));
            let later = core::mem::replace(&mut self.table.at, at);
            self.table.lifted(tell, square.set());
            self.table.at = later;
            self.table.sensed.set(square, now);
        }
    }

    /// The square of the lift that waits for it.
    fn waiting(&self) -> SquareSet {
        self.undecided.map_or(SquareSet::EMPTY, |(square, _)| square.set())
    }

    /// The squares of a scan, once it is known which way the board stands. Where play starts with
    /// the start position, a piece lifted on Black's side and put where it makes a move only on a
    /// turned board tells that the board is turned.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn oriented(&mut self, scan: SquareSet) -> SquareSet {
        let placed = scan & self.changes.shown().occupied();
        let lifted = (scan - placed) | self.waiting();
        self.orientation = Orientation::Straight;
        let Some(first) = lifted.only().filter(|_| self.starts()) else { return scan };
        if placed.is_empty() && first.rank() >= 6 {
            self.orientation = Orientation::Unknown;
            self.undecided = Some((first, self.table.at));
            self.table.sensed.set(first, None);
            return SquareSet::EMPTY;
        }
        if placed.only().is_some_and(|place| self.is_move_turned(first, place)) {
            self.found_turned(first, placed);
            return turned(scan);
        }
        scan
    }

    /// Whether the game is about to begin from the start position.
    fn starts(&self) -> bool {
        !self.table.begun && self.table.unlike(&Frame::from(&Board::STANDARD)).is_empty()
    }

    fn is_move_turned(&self, from: Square, to: Square) -> bool {
        self.table.is_legal(opposite(from), opposite(to)) && !self.table.is_legal(from, to)
    }

    /// What was sensed until now was sensed from the other side. Where a lift waited for that, play
    /// starts with the start position, which looks the same from there but for its square.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn turn_round(&mut self) {
        self.orientation = Orientation::Turned;
        self.changes.turn();
        if let Some((square, at)) = self.undecided {
            self.table.sensed.set(square, Some(Seen::Any));
            self.table.sensed.set(opposite(square), None);
            self.undecided = Some((opposite(square), at));
        }
    }

    fn found_turned(&mut self, from: Square, placed: SquareSet) {
        self.turn_round();
        let piece = self.table.arbiter.position().piece_at(opposite(from));
        let told = |piece| self.changes.shown().could_be(Seen::Piece(piece)).meets(turned(placed));
        self.blind = !piece.is_some_and(told);
        if self.blind {
            self.changes.blind();
        }
    }
}

/// What comes of a report of the board.
enum Noted {
    /// There are too many changes: the oldest have to be told first, and it is noted once more.
    NoRoom,
    /// It may last.
    Waits,
    /// It has lasted.
    Lasts,
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

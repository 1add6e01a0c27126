//! Changes that have not lasted yet: sensors flicker, and pieces are drawn over squares.

use crate::chess::square::{Square, SquareSet};
use crate::eboard::frames::{Frame, opposite, turned};
use crate::pack::pack_fields;

/// Squares that changed, and what is seen there now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Changes {
    squares: SquareSet,
    /// What is seen on these squares, and on those taken out last.
    shown: Frame,
    /// When each of them changed first, in milliseconds.
    times: [Option<(Square, u32)>; Self::MAX],
}

pack_fields! {
    Changes {
        squares: SquareSet,
        shown: Frame,
        times: [Option<(Square, u32)>; Changes::MAX],
    } if Changes::agree
}

impl Changes {
    /// More squares than this change at once only when it is no play.
    pub(super) const MAX: usize = 8;

    /// No changes.
    pub(super) const NONE: Self =
        Self { squares: SquareSet::EMPTY, shown: Frame::EMPTY, times: [None; Self::MAX] };

    /// Whether each square has its time.
    fn agree(&self) -> bool {
        self.times.iter().flatten().map(|time| time.0).collect::<SquareSet>() == self.squares
    }

    /// The squares that changed.
    pub(super) const fn squares(&self) -> SquareSet {
        self.squares
    }

    /// What is seen on the squares that changed, and on those taken out last.
    pub(super) const fn shown(&self) -> &Frame {
        &self.shown
    }

    /// What the board shows, where `sensed` is what it showed before the changes.
    pub(super) fn latest(&self, sensed: &Frame) -> Frame {
        let mut latest = *sensed;
        latest.take(&self.shown, self.squares);
        latest
    }

    /// When this square changed.
    pub(super) fn at(&self, square: Square) -> Option<u32> {
        self.times.iter().flatten().find(|time| time.0 == square).map(|time| time.1)
    }

    /// For how many milliseconds the oldest change has lasted.
    pub(super) fn age(&self, now: u32) -> Option<u32> {
        self.times.iter().flatten().map(|&(_, at)| now.wrapping_sub(at)).max()
    }

    /// Notes that these squares changed now, perhaps once more. One that is again as `sensed` has
    /// it flickered, and has not changed; another has since it first did. What finds no room is
    /// left out.
    pub(super) fn note(&mut self, sensed: &Frame, shown: &Frame, squares: SquareSet, now: u32) {
        let changed = squares & (shown.unlike(sensed) | shown.tells_more(sensed));
        for time in &mut self.times {
            time.take_if(|&mut (square, _)| (squares - changed).contains(square));
        }
        self.squares -= squares - changed;
        self.shown.take(shown, changed);
        for square in changed - self.squares {
            if let Some(free) = self.times.iter_mut().find(|time| time.is_none()) {
                *free = Some((square, now));
                self.squares.insert(square);
            }
        }
    }

    /// Takes out the squares of the oldest scan, which have lasted for so long.
    pub(super) fn take_oldest(&mut self, now: u32, age: u32) -> SquareSet {
        let mut oldest = SquareSet::EMPTY;
        for time in &mut self.times {
            if let Some((square, _)) = time.take_if(|time| now.wrapping_sub(time.1) == age) {
                oldest.insert(square);
            }
        }
        self.squares -= oldest;
        oldest
    }

    /// The same changes, seen from the other side of the board.
    pub(super) fn turn(&mut self) {
        self.squares = turned(self.squares);
        self.shown.turn();
        for (square, _) in self.times.iter_mut().flatten() {
            *square = opposite(*square);
        }
    }

    /// The same changes, on a board that does not know its pieces.
    pub(super) fn blind(&mut self) {
        self.shown.blind();
    }
}

#[cfg(test)]
mod tests {
    use super::Changes;
    use crate::chess::square::{Square, SquareSet};
    use crate::eboard::frames::Frame;

    const PAWN: &str = "8/8/8/8/8/8/4P3/8";

    fn square(name: &str) -> Square {
        name.parse().expect("it is written as it should be")
    }

    /// Notes that the board shows this now.
    fn note(changes: &mut Changes, sensed: &str, shown: &str, squares: &[&str], now: u32) {
        let frame = |text: &str| text.parse::<Frame>().expect("it is written as it should be");
        let squares = squares.iter().map(|name| square(name)).collect();
        changes.note(&frame(sensed), &frame(shown), squares, now);
    }

    #[test]
    fn a_square_that_flickers_has_not_changed() {
        let mut changes = Changes::NONE;
        note(&mut changes, PAWN, "8/8/8/8/8/8/8/8", &["e2"], 10);
        assert_eq!(changes.age(15), Some(5));
        note(&mut changes, PAWN, "8/8/8/8/8/8/4?3/8", &["e2"], 20);
        assert_eq!((changes.age(25), changes.squares()), (None, SquareSet::EMPTY));
        note(&mut changes, PAWN, "8/8/8/8/4?3/8/4P3/8", &["e4"], 30);
        note(&mut changes, PAWN, PAWN, &["e4"], 40);
        assert_eq!(changes.squares(), SquareSet::EMPTY);
    }

    #[test]
    fn another_piece_on_the_same_square_is_a_change() {
        let mut changes = Changes::NONE;
        note(&mut changes, PAWN, "8/8/8/8/8/8/8/8", &["e2"], 10);
        note(&mut changes, PAWN, "8/8/8/8/8/8/4q3/8", &["e2"], 20);
        assert_eq!(changes.squares(), square("e2").set());
        // Since the first change.
        assert_eq!(changes.at(square("e2")), Some(10));
        assert_eq!(
            changes.shown(),
            &"8/8/8/8/8/8/4q3/8".parse().expect("it is written as it should be")
        );
    }

    #[test]
    fn a_scan_is_taken_as_a_whole() {
        let mut changes = Changes::NONE;
        let (empty, full) = ("8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/????4");
        note(&mut changes, empty, full, &["a1", "b1", "d1"], 5);
        note(&mut changes, empty, full, &["c1"], 6);
        let age = changes.age(7).expect("something has changed");
        let scan = changes.take_oldest(7, age);
        assert_eq!(scan, ["a1", "b1", "d1"].into_iter().map(square).collect());
        assert_eq!(changes.squares(), square("c1").set());
    }
}

//! Changes that have not lasted yet: sensors flicker, and pieces are drawn over squares.

use crate::chess::square::{Square, SquareSet};
use crate::eboard::frames::{Frame, Seen};
use crate::pack::pack_fields;

/// A square that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) square: Square,
    /// What is seen there now; `None` if the square became empty.
    pub(super) seen: Option<Seen>,
    /// When, in milliseconds.
    pub(super) at: u32,
}

pack_fields!(Change { square: Square, seen: Option<Seen>, at: u32 });

/// Changes in the order of their times, at most one a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Changes {
    list: [Change; Self::MAX],
    len: u8,
}

pack_fields!(Changes { list: [Change; Changes::MAX], len: u8 } if Changes::fits);

impl Changes {
    /// More squares than this change at once only when it is no play.
    pub(super) const MAX: usize = 8;

    pub(super) const NONE: Self =
        Self { list: [Change { square: Square::A1, seen: None, at: 0 }; Self::MAX], len: 0 };

    pub(super) fn iter(&self) -> impl Iterator<Item = Change> + '_ {
        self.list.iter().take(usize::from(self.len)).copied()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) const fn is_full(&self) -> bool {
        self.len as usize == Self::MAX
    }

    fn fits(&self) -> bool {
        usize::from(self.len) <= Self::MAX
    }

    /// The change of this square.
    pub(super) fn of(&self, square: Square) -> Option<Change> {
        self.iter().find(|change| change.square == square)
    }

    /// The squares that changed.
    pub(super) fn squares(&self) -> SquareSet {
        self.iter().map(|change| change.square).collect()
    }

    /// When the oldest change happened.
    pub(super) fn first_at(&self) -> Option<u32> {
        self.iter().next().map(|change| change.at)
    }

    /// Notes that a square changed, perhaps once more. If it is again as `sensed` has it, it
    /// flickered, and nothing has changed; else it has since it first did. What finds no room is
    /// left out.
    pub(super) fn note(&mut self, sensed: &Frame, change: Change) {
        let back = match (sensed.get(change.square), change.seen) {
            (None, None) => true,
            (Some(before), Some(now)) => before.and(now) == before && before.agrees(now),
            _ => false,
        };
        let known = self.iter().position(|other| other.square == change.square);
        let place = known.unwrap_or(usize::from(self.len));
        if back {
            self.take_out(|other| other.square == change.square);
        } else if let Some(other) = self.list.get_mut(place) {
            let at = if known.is_some() { other.at } else { change.at };
            *other = Change { at, ..change };
            self.len += u8::from(known.is_none());
        }
    }

    /// Takes out the changes of the oldest scan.
    pub(super) fn take_oldest(&mut self) -> Self {
        let first = self.first_at();
        self.take_out(|change| Some(change.at) == first)
    }

    /// Takes out the changes for which this holds, and gives them.
    fn take_out(&mut self, is_taken: impl Fn(&Change) -> bool) -> Self {
        let (mut taken, mut kept) = (Self::NONE, Self::NONE);
        for change in self.iter() {
            let list = if is_taken(&change) { &mut taken } else { &mut kept };
            list.push(change);
        }
        *self = kept;
        taken
    }

    /// Adds a change at the end, if there is room.
    fn push(&mut self, change: Change) {
        if let Some(place) = self.list.get_mut(usize::from(self.len)) {
            *place = change;
            self.len += 1;
        }
    }

    /// The same changes, on a board that does not know its pieces.
    pub(super) fn blind(mut self) -> Self {
        for change in &mut self.list {
            change.seen = change.seen.map(|_| Seen::Any);
        }
        self
    }

    /// The same changes, seen from the other side of the board.
    pub(super) fn turned(mut self) -> Self {
        for change in &mut self.list {
            change.square = opposite(change.square);
        }
        self
    }
}

/// The square in the same place on a board turned by half a turn.
pub(super) fn opposite(square: Square) -> Square {
    Square::new(63 - square.index()).unwrap_or(square)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{Change, Changes};
    use crate::eboard::frames::{Frame, Seen};
    use std::vec::Vec;

    fn change(square: &str, seen: Option<Seen>, at: u32) -> Change {
        Change { square: square.parse().unwrap(), seen, at }
    }

    #[test]
    fn a_square_that_flickers_has_not_changed() {
        let sensed: Frame = "8/8/8/8/8/8/4P3/8".parse().unwrap();
        let mut changes = Changes::NONE;
        changes.note(&sensed, change("e2", None, 10));
        assert_eq!(changes.first_at(), Some(10));
        changes.note(&sensed, change("e2", Some(Seen::Any), 20));
        assert!(changes.is_empty());
        changes.note(&sensed, change("e4", Some(Seen::Any), 30));
        changes.note(&sensed, change("e4", None, 40));
        assert!(changes.is_empty());
    }

    #[test]
    fn another_piece_on_the_same_square_is_a_change() {
        let sensed: Frame = "8/8/8/8/8/8/4P3/8".parse().unwrap();
        let mut changes = Changes::NONE;
        changes.note(&sensed, change("e2", None, 10));
        changes.note(&sensed, change("e2", Seen::from_letter('q'), 20));
        assert_eq!(changes.iter().count(), 1);
        // Since the first change.
        let change = changes.of("e2".parse().unwrap()).unwrap();
        assert_eq!((change.at, change.seen), (10, Seen::from_letter('q')));
    }

    #[test]
    fn a_scan_is_taken_as_a_whole() {
        let mut changes = Changes::NONE;
        for (square, at) in [("a1", 5), ("b1", 5), ("d1", 5), ("c1", 6)] {
            changes.note(&Frame::EMPTY, change(square, Some(Seen::Any), at));
        }
        let squares = |changes: &Changes| {
            changes.iter().map(|change| change.square.index()).collect::<Vec<_>>()
        };
        assert_eq!(squares(&changes.take_oldest()), [0, 1, 3]);
        assert_eq!(squares(&changes), [2]);
    }
}

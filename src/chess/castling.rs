//! The six conditions of castling, each on its own.
//!
//! 1. every square that king or rook crosses or ends on is empty but for the two themselves;
//! 2. the rook has never moved;
//! 3. the king has never moved;
//! 4. the king is not in check;
//! 5. the king does not arrive on an attacked square;
//! 6. the king does not cross an attacked square.

use super::attacks;
use super::piece::{Color, Role, Wing};
use super::position::{Position, home};
use super::square::{Square, SquareSet};

/// A condition of castling that is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Failed {
    /// A piece stands on the way.
    PathBlocked = 0,
    /// The rook has moved, or was captured: lost for good.
    RookMoved = 1,
    /// The king has moved: lost for good.
    KingMoved = 2,
    /// King or rook has moved, the history does not say which: lost for good.
    RightsLost = 3,
    /// The king is in check.
    InCheck = 4,
    /// The king would arrive on an attacked square.
    ArrivalAttacked = 5,
    /// The king would cross an attacked square.
    CrossingAttacked = 6,
}

impl Failed {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Self; 7] = [
        Self::PathBlocked,
        Self::RookMoved,
        Self::KingMoved,
        Self::RightsLost,
        Self::InCheck,
        Self::ArrivalAttacked,
        Self::CrossingAttacked,
    ];

    /// The name in files and output, such as `path_blocked`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::PathBlocked => "path_blocked",
            Self::RookMoved => "rook_moved",
            Self::KingMoved => "king_moved",
            Self::RightsLost => "rights_lost",
            Self::InCheck => "in_check",
            Self::ArrivalAttacked => "arrival_attacked",
            Self::CrossingAttacked => "crossing_attacked",
        }
    }

    /// Whether castling on this wing is lost for good, not only for now.
    #[must_use]
    pub const fn is_for_good(self) -> bool {
        matches!(self, Self::RookMoved | Self::KingMoved | Self::RightsLost)
    }
}

/// A condition that is not met, and what breaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedCondition {
    /// Which condition.
    pub failed: Failed,
    /// The squares that are blocked or attacked; for a piece that has moved, the square it came
    /// from; for lost rights, the home squares of king and rook as far as they are known.
    pub squares: SquareSet,
    /// The squares of the blocking or attacking pieces; none for pieces that have moved.
    pub by: SquareSet,
    /// The number of the move with which the piece first moved or was captured.
    pub move_number: Option<u16>,
    /// The rook did not move but was captured.
    pub captured: bool,
    /// The king's first move was castling: a player castles once in a game.
    pub castled_before: bool,
}

/// What speaks against castling on one wing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingReport<'p> {
    position: &'p Position,
    color: Color,
    wing: Wing,
}

impl<'p> CastlingReport<'p> {
    /// Whose castling is judged.
    #[must_use]
    pub fn color(&self) -> Color {
        self.color
    }

    /// The wing on which castling is judged.
    #[must_use]
    pub fn wing(&self) -> Wing {
        self.wing
    }

    /// Whether king and rook stand where castling begins. If not, nothing but what is lost for good
    /// could be judged.
    #[must_use]
    pub fn is_at_home(&self) -> bool {
        Way::at_home(self.position, self.color, self.wing).is_some()
    }

    /// Whether all six conditions are met.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.failed().next().is_none()
    }

    /// The conditions that are not met, in the order of [`Failed::ALL`], each once.
    pub fn failed(&self) -> impl Iterator<Item = FailedCondition> + use<'p> {
        let report = *self;
        Failed::ALL.into_iter().filter_map(move |failed| report.get(failed))
    }

    /// This condition, if it is not met.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn get(&self, failed: Failed) -> Option<FailedCondition> {
        let Self { position, color, wing } = *self;
        let (history, occupied) = (position.history(), position.occupied());
        let (king_moved, rook_moved) = (history.king_moved(color), history.rook_moved(color, wing));
        let king_home = SquareSet::from_iter(king_home(position, color));
        let rook_home = SquareSet::from_iter(rook_home(position, color, wing));
        let way = Way::at_home(position, color, wing);
        let mut found = FailedCondition {
            failed,
            squares: SquareSet::EMPTY,
            by: SquareSet::EMPTY,
            move_number: None,
            captured: false,
            castled_before: false,
        };
        match failed {
            Failed::PathBlocked => {
                found.squares = way?.blocked(occupied);
                found.by = found.squares;
            }
            Failed::RookMoved => {
                found.move_number = Some(rook_moved?);
                found.squares = rook_home;
                found.captured = history.rook_captured(color, wing);
                return Some(found);
            }
            Failed::KingMoved => {
                found.move_number = Some(king_moved?);
                found.squares = king_home;
                found.castled_before = history.castled(color).is_some();
                return Some(found);
            }
            Failed::RightsLost => {
                let right = position.castling_rook(color, wing);
                let explained = right.is_some() || king_moved.is_some() || rook_moved.is_some();
                found.squares = king_home | rook_home;
                return (!explained).then_some(found);
            }
            Failed::InCheck | Failed::ArrivalAttacked | Failed::CrossingAttacked => {
                let (squares, occupied) = way?.king_on(failed, occupied);
                for square in squares {
                    let (board, them) = (position.board(), color.opposite());
                    let attackers = attacks::attackers(board, square, them, occupied);
                    if !attackers.is_empty() {
                        found.squares.insert(square);
                        found.by |= attackers;
                    }
                }
            }
        }
        (!found.by.is_empty()).then_some(found)
    }
}

/// Judges castling by this player on this wing, whoever is to move.
///
/// The conditions are independent: path and attacks are judged even if the right is lost, as long
/// as king and rook stand on their home squares (those of the lost right; if it is not known, e
/// and a or h, but not in Chess960). Otherwise there is no way to judge, and only what is lost is
/// reported.
///
/// Crossed squares are judged as if the king stood there, his own square being empty; the arrival
/// with king and rook both on their end squares.
#[must_use]
pub const fn conditions(position: &Position, color: Color, wing: Wing) -> CastlingReport<'_> {
    CastlingReport { position, color, wing }
}

/// The square on which the king ends.
#[must_use]
pub const fn king_target(color: Color, wing: Wing) -> Square {
    home(color, wing.king_file())
}

/// The square on which the rook ends, its castling square.
#[must_use]
pub const fn rook_target(color: Color, wing: Wing) -> Square {
    home(color, wing.rook_file())
}

/// From where to where king and rook go.
pub(super) struct Way {
    pub(super) king: Square,
    pub(super) king_to: Square,
    pub(super) rook: Square,
    pub(super) rook_to: Square,
}

impl Way {
    /// The way of a king and a rook that stand on their back rank.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub(super) const fn new(wing: Wing, king: Square, rook: Square) -> Self {
        let king_to = king.with_file(wing.king_file());
        Self { king, king_to, rook, rook_to: king.with_file(wing.rook_file()) }
    }

    /// The squares on which the king is, one after the other.
    pub(super) fn of_king(&self) -> SquareSet {
        along(self.king, self.king_to)
    }

    /// The way, if king and rook stand on their home squares.
    fn at_home(position: &Position, color: Color, wing: Wing) -> Option<Self> {
        let king = king_home(position, color)?;
        let rook = rook_home(position, color, wing)?;
        let standing =
            position.king(color) == king && position.pieces(color, Role::Rook).contains(rook);
        standing.then(|| Self::new(wing, king, rook))
    }

    /// The occupied squares on which a piece stands in the way.
    pub(super) fn blocked(&self, occupied: SquareSet) -> SquareSet {
        let path = self.of_king() | along(self.rook, self.rook_to);
        (path & occupied) - (self.king.set() | self.rook.set())
    }

    /// The squares of the king's way that a condition speaks of, and what is occupied while he is
    /// there.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn king_on(&self, failed: Failed, occupied: SquareSet) -> (SquareSet, SquareSet) {
        let (start, end) = (self.king.set(), self.king_to.set());
        match failed {
            Failed::InCheck => (start, occupied),
            Failed::ArrivalAttacked => {
                let others = occupied - (start | self.rook.set());
                (end, others | end | self.rook_to.set())
            }
            _ => (self.of_king() - (start | end), occupied - start),
        }
    }
}

/// The squares from one to another of the same rank, both included.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
fn along(a: Square, b: Square) -> SquareSet {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    SquareSet((high.set().0 << 1).wrapping_sub(low.set().0))
}

fn king_home(position: &Position, color: Color) -> Option<Square> {
    position.history().king_home(color).or_else(|| guess(position, color, 4))
}

fn rook_home(position: &Position, color: Color, wing: Wing) -> Option<Square> {
    let file = match wing {
        Wing::KingSide => 7,
        Wing::QueenSide => 0,
    };
    position.history().rook_home(color, wing).or_else(|| guess(position, color, file))
}

/// The standard home square; in Chess960 there is none.
fn guess(position: &Position, color: Color, file: u8) -> Option<Square> {
    (!position.is_chess960()).then(|| home(color, file))
}

#[cfg(test)]
mod tests {
    use super::{Failed, conditions};
    use crate::chess::piece::{Color, Wing};
    use crate::chess::position::Position;

    #[test]
    fn a_king_away_from_home_is_told_from_one_that_may_castle_but_for_the_right() {
        for (fen, at_home) in
            [("4k3/8/8/8/8/8/8/4K2R w - - 0 1", true), ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", false)]
        {
            let position = Position::from_fen(fen).expect("the position is valid");
            let report = conditions(&position, Color::White, Wing::KingSide);
            assert_eq!(report.is_at_home(), at_home, "{fen}");
            assert!(report.failed().map(|condition| condition.failed).eq([Failed::RightsLost]));
        }
    }
}

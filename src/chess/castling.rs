//! The six conditions of castling, each on its own.
//!
//! 1. every square that king or rook crosses or ends on is empty but for the two themselves;
//! 2. the rook has never moved;
//! 3. the king has never moved;
//! 4. the king is not in check;
//! 5. the king does not arrive on an attacked square;
//! 6. the king does not cross an attacked square.

use super::attacks;
use super::board::Board;
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
pub struct CastlingReport {
    blocked: SquareSet,
    checkers: SquareSet,
    arrival_by: SquareSet,
    crossed: SquareSet,
    crossed_by: SquareSet,
    king_home: Option<Square>,
    rook_home: Option<Square>,
    arrival: Square,
    king_moved: Option<u16>,
    rook_moved: Option<u16>,
    captured: bool,
    castled_before: bool,
    rights_lost: bool,
    at_home: bool,
    color: Color,
    wing: Wing,
}

impl CastlingReport {
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
        self.at_home
    }

    /// Whether all six conditions are met.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        Failed::ALL.into_iter().all(|failed| self.get(failed).is_none())
    }

    /// The conditions that are not met, in the order of [`Failed::ALL`], each once.
    pub fn failed(&self) -> impl Iterator<Item = FailedCondition> {
        let report = *self;
        Failed::ALL.into_iter().filter_map(move |failed| report.get(failed))
    }

    /// This condition, if it is not met.
    #[must_use]
    pub fn get(&self, failed: Failed) -> Option<FailedCondition> {
        let set = |square: Option<Square>| square.map_or(SquareSet::EMPTY, Square::set);
        let king_home = set(self.king_home);
        let rook_home = set(self.rook_home);
        let (holds, squares, by, move_number) = match failed {
            Failed::PathBlocked => (!self.blocked.is_empty(), self.blocked, self.blocked, None),
            Failed::RookMoved => {
                (self.rook_moved.is_some(), rook_home, SquareSet::EMPTY, self.rook_moved)
            }
            Failed::KingMoved => {
                (self.king_moved.is_some(), king_home, SquareSet::EMPTY, self.king_moved)
            }
            Failed::RightsLost => (self.rights_lost, king_home | rook_home, SquareSet::EMPTY, None),
            Failed::InCheck => (!self.checkers.is_empty(), king_home, self.checkers, None),
            Failed::ArrivalAttacked => {
                (!self.arrival_by.is_empty(), self.arrival.set(), self.arrival_by, None)
            }
            Failed::CrossingAttacked => {
                (!self.crossed.is_empty(), self.crossed, self.crossed_by, None)
            }
        };
        holds.then_some(FailedCondition {
            failed,
            squares,
            by,
            move_number,
            captured: failed == Failed::RookMoved && self.captured,
            castled_before: failed == Failed::KingMoved && self.castled_before,
        })
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
pub fn conditions(position: &Position, color: Color, wing: Wing) -> CastlingReport {
    let history = position.history();
    let king_moved = history.king_moved(color);
    let rook_moved = history.rook_moved(color, wing);
    let right = position.castling_rook(color, wing).is_some();
    let mut report = CastlingReport {
        blocked: SquareSet::EMPTY,
        checkers: SquareSet::EMPTY,
        arrival_by: SquareSet::EMPTY,
        crossed: SquareSet::EMPTY,
        crossed_by: SquareSet::EMPTY,
        king_home: king_home(position, color),
        rook_home: rook_home(position, color, wing),
        arrival: king_target(color, wing),
        king_moved,
        rook_moved,
        captured: history.rook_captured(color, wing),
        castled_before: history.castled(color).is_some(),
        rights_lost: !right && king_moved.is_none() && rook_moved.is_none(),
        at_home: false,
        color,
        wing,
    };
    if let Some(way) = Way::at_home(position, color, wing) {
        let (board, them) = (position.board(), color.opposite());
        let occupied = board.occupied();
        let without_king = occupied - way.king.set();
        // Most squares are not attacked: one look at all of them spares a look at each.
        let danger = attacks::attacked_by(board, them, without_king);
        report.at_home = true;
        report.blocked = way.blocked(occupied);
        report.arrival_by = way.arrival_attackers(board, them);
        if danger.contains(way.king) {
            report.checkers = attacks::attackers(board, way.king, them, occupied);
        }
        report.crossed = attacks::between(way.king, way.king_to) & danger;
        for square in report.crossed {
            report.crossed_by |= attacks::attackers(board, square, them, without_king);
        }
    }
    report
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

    fn arrival_attackers(&self, board: &Board, them: Color) -> SquareSet {
        attacks::attackers(board, self.king_to, them, self.occupied_after(board))
    }

    fn occupied_after(&self, board: &Board) -> SquareSet {
        let gone = self.king.set() | self.rook.set();
        (board.occupied() - gone) | self.king_to.set() | self.rook_to.set()
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
            let position = Position::from_fen(fen).unwrap();
            let report = conditions(&position, Color::White, Wing::KingSide);
            assert_eq!(report.is_at_home(), at_home, "{fen}");
            assert!(report.failed().map(|condition| condition.failed).eq([Failed::RightsLost]));
        }
    }
}

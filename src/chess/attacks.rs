//! Who attacks what. Everything is worked out on whole sets, without tables.
//!
//! A piece attacks the squares on which it could capture, whoever stands there, its own side
//! included. A pinned piece attacks all the same (FIDE 3.1.3).
//!
//! `occupied` is the set of squares taken as occupied. A square outside it blocks nothing, and a
//! piece that stands outside it is taken as off the board: so one can ask what would be attacked if
//! a piece were gone, or stood elsewhere.

use super::board::Board;
use super::piece::{Color, Role};
use super::square::{Square, SquareSet};

/// All squares attacked by the pieces of this colour.
#[must_use]
pub fn attacked_by(board: &Board, color: Color, occupied: SquareSet) -> SquareSet {
    from(board, color, board.by_color(color) & occupied, occupied)
}

/// The squares of the pieces of colour `by` that attack `target`.
#[must_use]
pub fn attackers(board: &Board, target: Square, by: Color, occupied: SquareSet) -> SquareSet {
    let (target, empty) = (target.set(), !occupied);
    // A pawn attacks the target if a pawn of the other colour on the target would attack it.
    let pieces = (straight(target, empty) & board.straight_sliders())
        | (diagonal(target, empty) & board.diagonal_sliders())
        | (knight(target) & board.by_role(Role::Knight))
        | (king(target) & board.by_role(Role::King))
        | (pawn(by.opposite(), target) & board.by_role(Role::Pawn));
    pieces & board.by_color(by) & occupied
}

/// The squares that the pieces on these squares attack, all of this colour. A piece stands on each.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
pub(super) fn from(
    board: &Board,
    color: Color,
    pieces: SquareSet,
    occupied: SquareSet,
) -> SquareSet {
    let mut seen = by_leaps(board, color, pieces);
    seen |= straight(pieces & board.straight_sliders(), !occupied);
    seen | diagonal(pieces & board.diagonal_sliders(), !occupied)
}

/// The same for kings, knights and pawns.
fn by_leaps(board: &Board, color: Color, pieces: SquareSet) -> SquareSet {
    let (knights, pawns) = (board.by_role(Role::Knight), board.by_role(Role::Pawn));
    let sliders = board.straight_sliders() | board.diagonal_sliders();
    let kings = pieces - (sliders | knights | pawns);
    king(kings) | knight(pieces & knights) | pawn(color, pieces & pawns)
}

/// The squares strictly between two squares on one file, rank or diagonal; none if they are on no
/// common line, or neighbours, or the same.
#[must_use]
pub fn between(a: Square, b: Square) -> SquareSet {
    line(a, b, !(a.set() | b.set()))
}

/// The squares, but for the two themselves, that are seen from both of two squares along the file,
/// rank or diagonal on which they see each other; none if they do not.
pub(super) fn line(a: Square, b: Square, empty: SquareSet) -> SquareSet {
    let level = a.file() == b.file() || a.rank() == b.rank();
    let see = if level { straight } else { diagonal };
    let seen = see(a.set(), empty);
    if seen.contains(b) { seen & see(b.set(), empty) } else { SquareSet::EMPTY }
}

/// The squares that pawns of this colour on these squares attack.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
pub(super) fn pawn(color: Color, set: SquareSet) -> SquareSet {
    let forward = forward(color, set);
    east(forward) | west(forward)
}

/// One step ahead, as seen by this colour.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
pub(super) fn forward(color: Color, set: SquareSet) -> SquareSet {
    match color {
        Color::White => north(set),
        Color::Black => south(set),
    }
}

/// The squares that knights on these squares attack.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
pub(super) fn knight(set: SquareSet) -> SquareSet {
    if set.is_empty() {
        return set;
    }
    let (one_east, one_west) = (east(set), west(set));
    let near = one_east | one_west;
    let far = east(one_east) | west(one_west);
    north(north(near) | far) | south(south(near) | far)
}

/// The squares that kings on these squares attack.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
pub(super) fn king(set: SquareSet) -> SquareSet {
    if set.is_empty() {
        return set;
    }
    let sides = east(set) | west(set);
    let row = sides | set;
    sides | north(row) | south(row)
}

/// The squares that rooks on these squares attack, given the empty ones.
#[inline(always)] // One call, not two.
pub(super) fn straight(set: SquareSet, empty: SquareSet) -> SquareSet {
    if BRANCHES_ARE_SLOW {
        by_doubling(set, empty, [8, -8, 1, -1])
    } else {
        by_steps(set, empty, &STRAIGHT_STEPS)
    }
}

/// The squares that bishops on these squares attack, given the empty ones.
#[inline(always)] // One call, not two.
pub(super) fn diagonal(set: SquareSet, empty: SquareSet) -> SquareSet {
    if BRANCHES_ARE_SLOW {
        by_doubling(set, empty, [9, 7, -9, -7])
    } else {
        by_steps(set, empty, &DIAGONAL_STEPS)
    }
}

/// Processors that guess which way a branch goes lose much where they guess wrong. Others take as
/// long either way, and have few registers.
const BRANCHES_ARE_SLOW: bool = cfg!(target_pointer_width = "64");

type Steps = [fn(SquareSet) -> SquareSet; 4];

const STRAIGHT_STEPS: Steps = [north, south, east, west];
const DIAGONAL_STEPS: Steps = [
    |set| north(east(set)),
    |set| north(west(set)),
    |set| south(east(set)),
    |set| south(west(set)),
];

/// All squares seen in four directions, up to the first that is not empty, which is seen too.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
fn by_steps(set: SquareSet, empty: SquareSet, steps: &Steps) -> SquareSet {
    let mut seen = SquareSet::EMPTY;
    if set.is_empty() {
        return seen;
    }
    for step in steps {
        let mut front = set;
        while !front.is_empty() {
            front = step(front);
            seen |= front;
            front &= empty;
        }
    }
    seen
}

/// The same, in the directions that these changes of the index go. Always inlined with constant
/// ones, so that all shifts are by constants.
#[inline(always)]
fn by_doubling(set: SquareSet, empty: SquareSet, steps: [i32; 4]) -> SquareSet {
    let mut seen = SquareSet::EMPTY;
    if set.is_empty() {
        return seen;
    }
    for step in steps {
        seen |= ray(set, empty, step);
    }
    seen
}

/// What is seen in one of these directions: one square on, then two, then four.
#[inline(always)]
fn ray(set: SquareSet, empty: SquareSet, step: i32) -> SquareSet {
    // Squares on which this step cannot land, because it would have gone round the edge.
    let board = match step {
        1 | 9 | -7 => NOT_A,
        -1 | -9 | 7 => NOT_H,
        _ => u64::MAX,
    };
    let open = empty.0 & board;
    let seen = set.0 | open & shift(set.0, step);
    let open = open & shift(open, step);
    let seen = seen | open & shift(seen, step * 2);
    let open = open & shift(open, step * 2);
    let seen = seen | open & shift(seen, step * 4);
    SquareSet(shift(seen, step) & board)
}

#[inline(always)]
const fn shift(set: u64, step: i32) -> u64 {
    if step > 0 { set << step } else { set >> -step }
}

const NOT_A: u64 = !SquareSet::of_file(0).0;
const NOT_H: u64 = !SquareSet::of_file(7).0;

#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
fn north(set: SquareSet) -> SquareSet {
    SquareSet(set.0 << 8)
}

#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
fn south(set: SquareSet) -> SquareSet {
    SquareSet(set.0 >> 8)
}

#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
fn east(set: SquareSet) -> SquareSet {
    SquareSet(set.0 << 1 & NOT_A)
}

#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
fn west(set: SquareSet) -> SquareSet {
    SquareSet(set.0 >> 1 & NOT_H)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::piece::Piece;

    /// The squares reached by steps of (file, rank), each repeated up to `times`, while empty.
    fn walk(from: Square, steps: &[(i8, i8)], times: u8, occupied: SquareSet) -> SquareSet {
        let mut seen = SquareSet::EMPTY;
        for &(east, north) in steps {
            let mut at = from;
            for _ in 0..times {
                let file = at.file().wrapping_add_signed(east);
                let Some(next) = Square::at(file, at.rank().wrapping_add_signed(north)) else {
                    break;
                };
                seen.insert(next);
                at = next;
                if occupied.contains(at) {
                    break;
                }
            }
        }
        seen
    }

    const STRAIGHT: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const JUMPS: [(i8, i8); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

    #[test]
    fn sets_attack_what_steps_reach() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..20 {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            for occupied in [SquareSet(random), SquareSet(random & random.rotate_left(19))] {
                let mut all = SquareSet::EMPTY;
                for square in SquareSet::FULL {
                    let set = square.set();
                    let rook = walk(square, &STRAIGHT, 7, occupied);
                    let bishop = walk(square, &DIAGONAL, 7, occupied);
                    assert_eq!(straight(set, !occupied), rook);
                    assert_eq!(diagonal(set, !occupied), bishop);
                    assert_eq!(by_steps(set, !occupied, &STRAIGHT_STEPS), rook);
                    assert_eq!(by_steps(set, !occupied, &DIAGONAL_STEPS), bishop);
                    assert_eq!(knight(set), walk(square, &JUMPS, 1, occupied));
                    let around =
                        walk(square, &STRAIGHT, 1, occupied) | walk(square, &DIAGONAL, 1, occupied);
                    assert_eq!(king(set), around);
                    let ahead = walk(square, &[(-1, 1), (1, 1)], 1, occupied);
                    assert_eq!(pawn(Color::White, set), ahead);
                    let ahead = walk(square, &[(-1, -1), (1, -1)], 1, occupied);
                    assert_eq!(pawn(Color::Black, set), ahead);
                    if occupied.contains(square) {
                        all |= rook;
                    }
                }
                assert_eq!(straight(occupied, !occupied), all);
            }
        }
    }

    #[test]
    fn what_is_between_two_squares_is_what_queens_on_them_both_see() {
        for a in SquareSet::FULL {
            for b in SquareSet::FULL {
                let mut inside = SquareSet::EMPTY;
                for both in
                    [[(0, 1), (0, -1)], [(1, 0), (-1, 0)], [(1, 1), (-1, -1)], [(1, -1), (-1, 1)]]
                {
                    if walk(a, &both, 7, SquareSet::EMPTY).contains(b) {
                        inside = walk(a, &both, 7, b.set()) & walk(b, &both, 7, a.set());
                    }
                }
                assert_eq!(between(a, b), inside, "{a} {b}");
            }
        }
    }

    #[test]
    fn pieces_outside_the_occupied_squares_are_off_the_board() {
        let at = |file, rank| Square::at(file, rank).expect("a square of the board");
        let mut board = Board::EMPTY;
        board.put(at(0, 0), Piece { color: Color::White, role: Role::Rook });
        board.put(at(2, 0), Piece { color: Color::Black, role: Role::Knight });
        let occupied = board.occupied();
        let rook = at(0, 0).set();
        assert_eq!(attackers(&board, at(2, 0), Color::White, occupied), rook);
        assert!(attackers(&board, at(3, 0), Color::White, occupied).is_empty());
        let without = occupied - at(2, 0).set();
        assert_eq!(attackers(&board, at(3, 0), Color::White, without), rook);
        assert!(attackers(&board, at(3, 2), Color::Black, without).is_empty());
        assert!(attacked_by(&board, Color::Black, without).is_empty());
        assert_eq!(attacked_by(&board, Color::White, without).len(), 14);
    }
}

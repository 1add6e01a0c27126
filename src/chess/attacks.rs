//! Who attacks what. Everything is worked out on whole sets, without tables.
//!
//! A piece attacks the squares on which it could capture, whoever stands there, its own side
//! included. A pinned piece attacks all the same (FIDE 3.1.3).
//!
//! `occupied` is the set of squares taken as occupied. A square outside it blocks nothing, and a
//! piece that stands outside it is taken as off the board: so one can ask what would be attacked if
//! a piece were gone, or stood elsewhere.

use super::board::Board;
use super::piece::{Color, Piece, Role};
use super::square::{Square, SquareSet};

/// All squares attacked by the pieces of this colour.
#[must_use]
pub fn attacked_by(board: &Board, color: Color, occupied: SquareSet) -> SquareSet {
    let own = board.by_color(color) & occupied;
    straight(own & board.straight_sliders(), !occupied)
        | diagonal(own & board.diagonal_sliders(), !occupied)
        | knight(own & board.by_role(Role::Knight))
        | king(own & board.by_role(Role::King))
        | pawn(color, own & board.by_role(Role::Pawn))
}

/// The squares of the pieces of colour `by` that attack `target`.
#[must_use]
pub fn attackers(board: &Board, target: Square, by: Color, occupied: SquareSet) -> SquareSet {
    let target = target.set();
    let all = (straight(target, !occupied) & board.straight_sliders())
        | (diagonal(target, !occupied) & board.diagonal_sliders())
        | (knight(target) & board.by_role(Role::Knight))
        | (king(target) & board.by_role(Role::King))
        // A pawn attacks the target if a pawn of the other colour on the target would attack it.
        | (pawn(by.opposite(), target) & board.by_role(Role::Pawn));
    all & board.by_color(by) & occupied
}

/// The squares that this piece would attack from this square.
#[must_use]
pub fn from(piece: Piece, square: Square, occupied: SquareSet) -> SquareSet {
    let set = square.set();
    match piece.role {
        Role::Pawn => pawn(piece.color, set),
        Role::Knight => knight(set),
        Role::Bishop => diagonal(set, !occupied),
        Role::Rook => straight(set, !occupied),
        Role::Queen => straight(set, !occupied) | diagonal(set, !occupied),
        Role::King => king(set),
    }
}

/// The squares strictly between two squares on one file, rank or diagonal; none if they are on no
/// common line, or neighbours, or the same.
#[must_use]
pub fn between(a: Square, b: Square) -> SquareSet {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    // All squares with an index above the lower one and below the higher one.
    let inside = high.set().0.wrapping_sub(low.set().0 << 1);
    line(a, b) & SquareSet(inside)
}

/// The whole file, rank or diagonal on which the two squares lie, both included; none if they are
/// on no common line, or the same.
#[must_use]
pub fn line(a: Square, b: Square) -> SquareSet {
    if a == b {
        return SquareSet::EMPTY;
    }
    if a.file() == b.file() {
        return SquareSet::of_file(a.file());
    }
    if a.rank() == b.rank() {
        return SquareSet::of_rank(a.rank());
    }
    // The long diagonals, moved up or down by ranks; what falls off the board is off the line too.
    let (a_file, a_rank) = (a.file(), a.rank());
    let (b_file, b_rank) = (b.file(), b.rank());
    if a_file + b_rank == b_file + a_rank {
        return by_ranks(0x8040_2010_0804_0201, a_rank, a_file);
    }
    if a_file + a_rank == b_file + b_rank {
        return by_ranks(0x0102_0408_1020_4080, a_rank + a_file, 7);
    }
    SquareSet::EMPTY
}

/// The squares that pawns of this colour on these squares attack.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
pub(super) fn pawn(color: Color, set: SquareSet) -> SquareSet {
    let forward = forward(color, set);
    east(forward) | west(forward)
}

/// One step ahead, as seen by this colour.
pub(super) fn forward(color: Color, set: SquareSet) -> SquareSet {
    match color {
        Color::White => SquareSet(set.0 << 8),
        Color::Black => SquareSet(set.0 >> 8),
    }
}

/// The squares that knights on these squares attack.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
pub(super) fn knight(set: SquareSet) -> SquareSet {
    let (one_east, one_west) = (east(set), west(set));
    let near = one_east.0 | one_west.0;
    let far = east(one_east).0 | west(one_west).0;
    SquareSet(near << 16 | near >> 16 | far << 8 | far >> 8)
}

/// The squares that kings on these squares attack.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
pub(super) fn king(set: SquareSet) -> SquareSet {
    let sides = east(set).0 | west(set).0;
    let row = sides | set.0;
    SquareSet(sides | row << 8 | row >> 8)
}

/// The squares that rooks on these squares attack, given the empty ones.
pub(super) fn straight(set: SquareSet, empty: SquareSet) -> SquareSet {
    if set.is_empty() {
        return set;
    }
    let (set, empty) = (set.0, empty.0);
    SquareSet(ray(set, empty, 8) | ray(set, empty, -8) | ray(set, empty, 1) | ray(set, empty, -1))
}

/// The squares that bishops on these squares attack, given the empty ones.
pub(super) fn diagonal(set: SquareSet, empty: SquareSet) -> SquareSet {
    if set.is_empty() {
        return set;
    }
    let (set, empty) = (set.0, empty.0);
    SquareSet(ray(set, empty, 9) | ray(set, empty, -9) | ray(set, empty, 7) | ray(set, empty, -7))
}

const NOT_A: u64 = !SquareSet::of_file(0).0;
const NOT_H: u64 = !SquareSet::of_file(7).0;

fn east(set: SquareSet) -> SquareSet {
    SquareSet(set.0 << 1 & NOT_A)
}

fn west(set: SquareSet) -> SquareSet {
    SquareSet(set.0 >> 1 & NOT_H)
}

/// All squares seen in one direction, up to the first that is not empty, which is seen too. Three
/// doublings cover the seven steps of the longest line. Always inlined with a constant `step`, so
/// that all shifts are by constants: others are slow on small processors.
#[inline(always)]
const fn ray(from: u64, empty: u64, step: i32) -> u64 {
    // Squares on which this step cannot land, because it would have gone round the edge.
    let board = match step {
        1 | 9 | -7 => NOT_A,
        -1 | -9 | 7 => NOT_H,
        _ => u64::MAX,
    };
    let open = empty & board;
    let seen = from | open & shift(from, step);
    let open = open & shift(open, step);
    let seen = seen | open & shift(seen, step * 2);
    let open = open & shift(open, step * 2);
    let seen = seen | open & shift(seen, step * 4);
    shift(seen, step) & board
}

#[inline(always)]
const fn shift(set: u64, step: i32) -> u64 {
    if step > 0 { set << step } else { set >> -step }
}

/// The set moved up by `up` ranks and down by `down`.
fn by_ranks(set: u64, up: u8, down: u8) -> SquareSet {
    SquareSet(if up >= down {
        set.checked_shl(u32::from(up - down) * 8).unwrap_or(0)
    } else {
        set.checked_shr(u32::from(down - up) * 8).unwrap_or(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn lines_are_what_queens_see_of_each_other() {
        for a in SquareSet::FULL {
            for b in SquareSet::FULL {
                let mut whole = SquareSet::EMPTY;
                let mut inside = SquareSet::EMPTY;
                for both in
                    [[(0, 1), (0, -1)], [(1, 0), (-1, 0)], [(1, 1), (-1, -1)], [(1, -1), (-1, 1)]]
                {
                    let seen = walk(a, &both, 7, SquareSet::EMPTY);
                    if seen.contains(b) {
                        whole = seen | a.set();
                        inside = walk(a, &both, 7, b.set()) & walk(b, &both, 7, a.set());
                    }
                }
                assert_eq!(line(a, b), whole, "{a} {b}");
                assert_eq!(between(a, b), inside, "{a} {b}");
            }
        }
    }

    #[test]
    fn pieces_outside_the_occupied_squares_are_off_the_board() {
        let at = |file, rank| Square::at(file, rank).unwrap();
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

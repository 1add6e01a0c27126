//! Which piece stands where, and nothing else.

use super::piece::{Color, Piece, Role};
use super::square::{Square, SquareSet};
use crate::pack::pack_fields;

/// Pieces on squares, at most one on each. Anything goes: no king, ten kings, pawns on the first
/// rank.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    // White, Black, pawns, knights, diagonal sliders, straight sliders. The sliders are kept by the
    // way they move, since that is what is asked for again and again: a queen is in both sets.
    // Whatever is in no set of a kind is a king.
    sets: [SquareSet; 6],
}

pack_fields!(Board { sets: [SquareSet; 6] } if Board::agrees);

impl Board {
    /// No piece at all.
    pub const EMPTY: Self = Self { sets: [SquareSet::EMPTY; 6] };

    /// The start of a game.
    pub const STANDARD: Self = Self {
        sets: [
            SquareSet(0x0000_0000_0000_ffff),
            SquareSet(0xffff_0000_0000_0000),
            SquareSet(0x00ff_0000_0000_ff00),
            SquareSet(0x4200_0000_0000_0042),
            SquareSet(0x2c00_0000_0000_002c),
            SquareSet(0x8900_0000_0000_0089),
        ],
    };

    /// The piece on this square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let code = self.code_at(square);
        let color = match code & 3 {
            1 => Color::White,
            2 => Color::Black,
            _ => return None,
        };
        let role = match code >> 2 {
            0 => Role::King,
            1 => Role::Pawn,
            2 => Role::Knight,
            4 => Role::Bishop,
            8 => Role::Rook,
            _ => Role::Queen,
        };
        Some(Piece { color, role })
    }

    /// The squares that a piece stands on.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        let [white, black, ..] = self.sets;
        white | black
    }

    /// The squares of this player's pieces.
    #[must_use]
    pub fn by_color(&self, color: Color) -> SquareSet {
        let [white, black, ..] = self.sets;
        match color {
            Color::White => white,
            Color::Black => black,
        }
    }

    /// The squares of all pieces of this role, of both colours.
    #[must_use]
    pub fn by_role(&self, role: Role) -> SquareSet {
        let [.., pawns, knights, diagonal, straight] = self.sets;
        match role {
            Role::Pawn => pawns,
            Role::Knight => knights,
            Role::Bishop => diagonal - straight,
            Role::Rook => straight - diagonal,
            Role::Queen => straight & diagonal,
            Role::King => self.occupied() - (pawns | knights | diagonal | straight),
        }
    }

    /// The squares of this player's pieces of this role.
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> SquareSet {
        self.by_color(color) & self.by_role(role)
    }

    /// The squares of the bishops and queens of both colours.
    #[must_use]
    pub fn diagonal_sliders(&self) -> SquareSet {
        let [.., diagonal, _] = self.sets;
        diagonal
    }

    /// The squares of the rooks and queens of both colours.
    #[must_use]
    pub fn straight_sliders(&self) -> SquareSet {
        let [.., straight] = self.sets;
        straight
    }

    /// Puts a piece on a square, in place of whatever stands there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        let color = match piece.color {
            Color::White => 1,
            Color::Black => 2,
        };
        let role = match piece.role {
            Role::King => 0,
            Role::Pawn => 1,
            Role::Knight => 2,
            Role::Bishop => 4,
            Role::Rook => 8,
            Role::Queen => 12,
        };
        self.write(square, color | role << 2);
    }

    /// Takes off the piece on this square, if there is one.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.write(square, 0);
        piece
    }

    /// The board with colours and ranks swapped: what White had on e1, Black has on e8.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let [white, black, pawns, knights, diagonal, straight] = self.sets.map(SquareSet::mirrored);
        Self { sets: [black, white, pawns, knights, diagonal, straight] }
    }

    /// Whether every square holds one piece at most, of one colour and one kind.
    fn agrees(&self) -> bool {
        let [white, black, pawns, knights, diagonal, straight] = self.sets;
        let sliders = diagonal | straight;
        let kinds = pawns | knights | sliders;
        let twice = (white & black) | (pawns & knights) | ((pawns | knights) & sliders);
        twice.is_empty() && (kinds - self.occupied()).is_empty()
    }

    /// The sets that hold the square: a bit for each, the first set's being the lowest.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn code_at(&self, square: Square) -> u8 {
        let here = square.set();
        let bit = |code: u8, set: &SquareSet| code << 1 | u8::from(set.meets(here));
        self.sets.iter().rev().fold(0, bit)
    }

    /// Makes the square a member of those sets alone whose bits the code has.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn write(&mut self, square: Square, code: u8) {
        let here = square.set();
        let mut changed = self.code_at(square) ^ code;
        for set in &mut self.sets {
            if changed & 1 != 0 {
                set.0 ^= here.0;
            }
            changed >>= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_comes_back_as_it_was_put() {
        let square = Square::at(3, 4).expect("a square of the board");
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                let mut board = Board::EMPTY;
                board.put(square, Piece { color: color.opposite(), role: Role::Queen });
                board.put(square, piece);
                assert_eq!(board.piece_at(square), Some(piece));
                assert_eq!(board.pieces(color, role), square.set());
                for other in Role::ALL {
                    assert_eq!(board.by_role(other).is_empty(), other != role);
                }
                let mirrored = board.mirrored();
                assert_eq!(mirrored.pieces(color.opposite(), role), square.mirrored().set());
                assert_eq!(board.take(square), Some(piece));
                assert_eq!(board, Board::EMPTY);
            }
        }
    }
}

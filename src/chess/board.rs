//! Which piece stands where, and nothing else.

use super::piece::{Color, Piece, Role};
use super::square::{Square, SquareSet};
use crate::pack::pack_fields;

/// Pieces on squares, at most one on each. Anything goes: no king, ten kings, pawns on the first
/// rank.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    white: SquareSet,
    black: SquareSet,
    pawns: SquareSet,
    knights: SquareSet,
    // The sliders are kept by the way they move, since that is what is asked for again and again: a
    // queen is in both sets. Whatever is in no set of this kind is a king.
    diagonal: SquareSet,
    straight: SquareSet,
}

pack_fields! {
    Board {
        white: SquareSet,
        black: SquareSet,
        pawns: SquareSet,
        knights: SquareSet,
        diagonal: SquareSet,
        straight: SquareSet,
    } if Board::agrees
}

impl Board {
    /// No piece at all.
    pub const EMPTY: Self = Self {
        white: SquareSet::EMPTY,
        black: SquareSet::EMPTY,
        pawns: SquareSet::EMPTY,
        knights: SquareSet::EMPTY,
        diagonal: SquareSet::EMPTY,
        straight: SquareSet::EMPTY,
    };

    /// The start of a game.
    pub const STANDARD: Self = Self {
        white: SquareSet(0x0000_0000_0000_ffff),
        black: SquareSet(0xffff_0000_0000_0000),
        pawns: SquareSet(0x00ff_0000_0000_ff00),
        knights: SquareSet(0x4200_0000_0000_0042),
        diagonal: SquareSet(0x2c00_0000_0000_002c),
        straight: SquareSet(0x8900_0000_0000_0089),
    };

    /// The piece on this square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.white.contains(square) {
            Color::White
        } else if self.black.contains(square) {
            Color::Black
        } else {
            return None;
        };
        let role = if self.pawns.contains(square) {
            Role::Pawn
        } else if self.knights.contains(square) {
            Role::Knight
        } else {
            match (self.diagonal.contains(square), self.straight.contains(square)) {
                (true, false) => Role::Bishop,
                (false, true) => Role::Rook,
                (true, true) => Role::Queen,
                (false, false) => Role::King,
            }
        };
        Some(Piece { color, role })
    }

    /// The squares that a piece stands on.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        self.white | self.black
    }

    /// The squares of this player's pieces.
    #[must_use]
    pub fn by_color(&self, color: Color) -> SquareSet {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The squares of all pieces of this role, of both colours.
    #[must_use]
    pub fn by_role(&self, role: Role) -> SquareSet {
        match role {
            Role::Pawn => self.pawns,
            Role::Knight => self.knights,
            Role::Bishop => self.diagonal - self.straight,
            Role::Rook => self.straight - self.diagonal,
            Role::Queen => self.straight & self.diagonal,
            Role::King => {
                self.occupied() - (self.pawns | self.knights | self.diagonal | self.straight)
            }
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
        self.diagonal
    }

    /// The squares of the rooks and queens of both colours.
    #[must_use]
    pub fn straight_sliders(&self) -> SquareSet {
        self.straight
    }

    /// Puts a piece on a square, in place of whatever stands there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square);
        let set = square.set();
        match piece.color {
            Color::White => self.white |= set,
            Color::Black => self.black |= set,
        }
        if matches!(piece.role, Role::Bishop | Role::Queen) {
            self.diagonal |= set;
        }
        if matches!(piece.role, Role::Rook | Role::Queen) {
            self.straight |= set;
        }
        match piece.role {
            Role::Pawn => self.pawns |= set,
            Role::Knight => self.knights |= set,
            _ => {}
        }
    }

    /// Takes off the piece on this square, if there is one.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.clear(square);
        piece
    }

    /// The board with colours and ranks swapped: what White had on e1, Black has on e8.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let flip = SquareSet::mirrored;
        Self {
            white: flip(self.black),
            black: flip(self.white),
            pawns: flip(self.pawns),
            knights: flip(self.knights),
            diagonal: flip(self.diagonal),
            straight: flip(self.straight),
        }
    }

    /// Whether every square holds one piece at most, of one colour and one kind.
    fn agrees(&self) -> bool {
        let sliders = self.diagonal | self.straight;
        let kinds = self.pawns | self.knights | sliders;
        let twice = (self.white & self.black)
            | (self.pawns & self.knights)
            | ((self.pawns | self.knights) & sliders);
        twice.is_empty() && (kinds - self.occupied()).is_empty()
    }

    fn clear(&mut self, square: Square) {
        let rest = !square.set();
        for set in [
            &mut self.white,
            &mut self.black,
            &mut self.pawns,
            &mut self.knights,
            &mut self.diagonal,
            &mut self.straight,
        ] {
            *set &= rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_comes_back_as_it_was_put() {
        let square = Square::at(3, 4).unwrap();
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

//! Positions at random, in which much is attacked, pinned, blocked, and may castle.

use proptest::prelude::*;
use touch_move::chess::moves::{LegalMoves, Move};
use touch_move::chess::piece::{Color, Piece, Role, Wing};
use touch_move::chess::position::{Position, Setup};
use touch_move::chess::square::Square;

/// Numbers at random, the same for the same seed, which is not 0.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// From 0 to this, exclusive.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next()).unwrap() % bound
    }

    /// One of these; there is one.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// True once in so many times.
    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }
}

/// A setup at random, valid or not, in which much is attacked, pinned, blocked, and may castle.
pub fn random_setup(random: &mut Random) -> Setup {
    let mut setup = Setup::EMPTY;
    setup.turn = random.pick(&Color::ALL);
    for color in Color::ALL {
        put_king_and_rooks(&mut setup, color, random);
    }
    for _ in 0..random.below(12) {
        let square = Square::new(u8::try_from(random.below(64)).unwrap()).unwrap();
        let role = random.pick(&[
            Role::Pawn,
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ]);
        let taken = setup.board.piece_at(square).is_some_and(|piece| {
            piece.role == Role::King || piece.role == Role::Rook && !random.one_in(20)
        });
        let pawn_on_edge = role == Role::Pawn && matches!(square.rank(), 0 | 7);
        if !taken && (!pawn_on_edge || random.one_in(20)) {
            setup.board.put(square, Piece { color: random.pick(&Color::ALL), role });
        }
    }
    // A double step just made, with pawns beside it, if there is room.
    let (them, file) = (setup.turn.opposite(), u8::try_from(random.below(8)).unwrap());
    let seen = |rank| if them == Color::White { rank } else { 7 - rank };
    let square = |file, rank| Square::at(file, seen(rank)).unwrap();
    let free = (1..4).all(|rank| setup.board.piece_at(square(file, rank)).is_none());
    if free && random.one_in(2) {
        setup.board.put(square(file, 3), Piece { color: them, role: Role::Pawn });
        setup.en_passant = Some(square(file, 2));
        for beside in [file.wrapping_sub(1), file + 1] {
            if beside < 8 && setup.board.piece_at(square(beside, 3)).is_none() {
                let pawn = Piece { color: setup.turn, role: Role::Pawn };
                setup.board.put(square(beside, 3), pawn);
            }
        }
    }
    setup
}

/// A king, most often where he may castle: on his usual square as often as anywhere in his row. Now
/// and then his own pawns leave him no way out.
fn put_king_and_rooks(setup: &mut Setup, color: Color, random: &mut Random) {
    let home = |file: usize| Square::at(u8::try_from(file).unwrap(), color.back_rank()).unwrap();
    let mut king = Square::new(u8::try_from(random.below(64)).unwrap()).unwrap();
    if !random.one_in(4) {
        let usual = random.one_in(2);
        king = home(if usual { 4 } else { random.below(8) });
        for (wing, corner) in Wing::ALL.into_iter().zip([7, 0]) {
            let rook = home(if usual { corner } else { random.below(8) });
            if (rook > king) == (wing == Wing::KingSide) && rook != king && !random.one_in(5) {
                setup.board.put(rook, Piece { color, role: Role::Rook });
                if !random.one_in(4) {
                    setup.rights.set(color, wing, Some(rook.file()));
                }
            }
        }
        if random.one_in(3) {
            let second = if color == Color::White { 1 } else { 6 };
            for file in king.file().saturating_sub(1)..=(king.file() + 1).min(7) {
                let pawn = Piece { color, role: Role::Pawn };
                setup.board.put(Square::at(file, second).unwrap(), pawn);
            }
        }
    }
    setup.board.put(king, Piece { color, role: Role::King });
}

/// In the one form that the oracle reads.
pub fn shredder_fen(setup: &Setup) -> String {
    let text = setup.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    let mut castling = String::new();
    for color in Color::ALL {
        for wing in Wing::ALL {
            if let Some(file) = setup.rights.rook_file(color, wing) {
                let letter = char::from(b'a' + file);
                castling.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
    }
    if !castling.is_empty() {
        fields[2] = &castling;
    }
    fields.join(" ")
}

/// A position from a game played at random, long or short, with its history.
pub fn played(random: &mut Random) -> Position {
    let number = u32::try_from(random.below(960)).unwrap();
    let board = match random.below(2) {
        0 => cozy_chess::Board::startpos(),
        _ => cozy_chess::Board::chess960_startpos(number),
    };
    let mut position = Position::from_fen(&format!("{board:#}")).unwrap();
    let plies = random.pick(&[12, 80]);
    for _ in 0..random.below(plies) {
        let moves: Vec<Move> = LegalMoves::new(&position).iter().collect();
        if moves.is_empty() {
            break;
        }
        position = position.play(random.pick(&moves));
    }
    position
}

/// A valid position: set up or, once in three times, from a game.
pub fn random_position(random: &mut Random) -> Position {
    if random.one_in(3) {
        return played(random);
    }
    loop {
        if let Ok(position) = random_setup(random).validate() {
            return position;
        }
    }
}

pub fn any_position() -> impl Strategy<Value = Position> {
    any::<u64>().prop_map(|seed| random_position(&mut Random(seed | 1)))
}

/// The same move by the other colour.
pub fn mirrored(mv: Move) -> Move {
    match mv {
        Move::Normal { from, to, promotion } => {
            Move::Normal { from: from.mirrored(), to: to.mirrored(), promotion }
        }
        castle @ Move::Castle(_) => castle,
    }
}

//! Hands that play legal games as real hands do: they slide, castle, take the victim first or last
//! or not at all, carry it over other squares and brush their neighbours.

use touch_move::chess::castling::{king_target, rook_target};
use touch_move::chess::moves::{LegalMoves, Move};
use touch_move::chess::piece::{Piece, Role, Wing};
use touch_move::chess::position::Position;
use touch_move::chess::square::{Square, SquareSet};

use crate::positions::Random;

/// What hands do to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The piece leaves the square.
    Lift(Square),
    /// The piece comes to stand there, perhaps in place of another.
    Place(Square, Piece),
    /// The player says what his pawn becomes, where boards cannot tell.
    Promote(Role, Square),
    /// The move is finished: the player presses the clock, if there is one.
    Done,
}

/// What a board lets hands do without losing track.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The board tells pieces apart: a victim need not be lifted, squares may be seen late.
    pub identifies: bool,
    /// There is a clock.
    pub clock: bool,
}

/// A game at random: the moves, and the acts of each.
pub struct Game {
    pub start: Position,
    pub moves: Vec<String>,
    pub acts: Vec<Vec<Act>>,
}

pub const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1n2k1n1/P1P3PP/8/2pP4/3Pp3/8/p5pp/1N2K1N1 b - d3 0 1",
    "r3k2r/8/1q6/8/8/6Q1/8/R3K2R w KQkq - 0 1",
    "rk2nq1r/pppb2pp/4pb2/3p1pB1/3P4/5N2/PPP1PPPP/RK1BN1QR b KQkq - 5 9",
    "4k3/8/8/8/8/8/PPPPPPPP/4RKR1 w GE - 0 1",
];

/// Plays a game of at most so many plies.
pub fn play(start: &str, plies: usize, manner: Manner, random: &mut Random) -> Game {
    let start = Position::from_fen(start).unwrap();
    let mut game = Game { start, moves: Vec::new(), acts: Vec::new() };
    let mut position = start;
    for _ in 0..plies {
        let Some(mv) = choose(&position, manner, random) else { break };
        game.moves.push(mv.uci(&position).to_string());
        game.acts.push(Hands { position: &position, manner, random }.acts(mv));
        position = position.play(mv);
    }
    game
}

/// A legal move, more often one of the special ones.
fn choose(position: &Position, manner: Manner, random: &mut Random) -> Option<Move> {
    let legal = LegalMoves::new(position);
    let all: Vec<_> = legal.iter().collect();
    let special = |mv: &Move| match *mv {
        Move::Castle(_) => true,
        Move::Normal { from, to, promotion } => {
            promotion.is_some() || legal.victim(from, to).is_some()
        }
    };
    let special: Vec<_> = all.iter().copied().filter(special).collect();
    let from = if special.is_empty() || random.one_in(2) { all } else { special };
    if from.is_empty() {
        return None;
    }
    Some(random.pick(&from)).filter(|&mv| !is_open(position, mv, manner))
}

/// Whether nothing on the board tells that this move was made: only the clock does, or what comes
/// next.
fn is_open(position: &Position, mv: Move, manner: Manner) -> bool {
    let (turn, king) = (position.turn(), position.king(position.turn()));
    match mv {
        // In Chess960 a king may go where castling takes him too.
        Move::Normal { from, to, .. } => {
            let castles =
                |wing| LegalMoves::new(position).can_castle(wing) && king_target(turn, wing) == to;
            !manner.clock && from == king && Wing::ALL.into_iter().any(castles)
        }
        // King and rook change places, and the board cannot tell one from the other.
        Move::Castle(wing) => {
            let rook = position.castling_rook(turn, wing);
            let ends = (king_target(turn, wing), rook_target(turn, wing));
            !manner.identifies && (ends.0, Some(ends.1)) == (king, rook)
        }
    }
}

struct Hands<'h> {
    position: &'h Position,
    manner: Manner,
    random: &'h mut Random,
}

impl Hands<'_> {
    fn acts(&mut self, mv: Move) -> Vec<Act> {
        let mut acts = match mv {
            Move::Castle(wing) => {
                let turn = self.position.turn();
                let king = (self.position.king(turn), king_target(turn, wing));
                let rook = self.position.castling_rook(turn, wing).unwrap();
                self.castle(king, (rook, rook_target(turn, wing)))
            }
            Move::Normal { from, to, promotion } => self.step(from, to, promotion),
        };
        acts.push(Act::Done);
        acts
    }

    fn castle(&mut self, king: (Square, Square), rook: (Square, Square)) -> Vec<Act> {
        let (king_piece, rook_piece) = (self.piece(king.0), self.piece(rook.0));
        let crosses = king.1 == rook.0 || rook.1 == king.0;
        let way = if self.position.is_chess960() || crosses {
            Vec::new()
        } else {
            self.way(king.0, king.1, king_piece)
        };
        let place_king = Act::Place(king.1, king_piece);
        let place_rook = Act::Place(rook.1, rook_piece);
        let mut acts = vec![Act::Lift(king.0)];
        if crosses || self.random.one_in(3) {
            acts.push(Act::Lift(rook.0));
            let rook_first = self.random.one_in(2);
            acts.extend(if rook_first {
                [place_rook, place_king]
            } else {
                [place_king, place_rook]
            });
        } else {
            acts.extend(way);
            acts.extend([place_king, Act::Lift(rook.0), place_rook]);
        }
        // A piece put back where it stood has not moved: hands leave it alone.
        acts
    }

    fn step(&mut self, from: Square, to: Square, promotion: Option<Role>) -> Vec<Act> {
        let piece = self.piece(from);
        let victim = LegalMoves::new(self.position).victim(from, to);
        let arrive = |square| Act::Place(square, piece);
        let mut acts = Vec::new();
        let hidden = self.manner.identifies && victim == Some(to) && self.random.one_in(2);
        if self.manner.identifies
            && promotion.is_none()
            && (victim.is_none() || hidden)
            && self.random.one_in(5)
        {
            // The piece is seen where it goes before it is seen to leave.
            return vec![arrive(to), Act::Lift(from)];
        }
        let way = if promotion.is_none() { self.way(from, to, piece) } else { Vec::new() };
        match victim.filter(|_| !hidden) {
            None => {
                acts.push(Act::Lift(from));
                acts.extend(self.brush(from, to));
                acts.extend(way);
            }
            Some(victim) if self.random.one_in(2) => {
                acts.extend([Act::Lift(victim), Act::Lift(from)]);
            }
            Some(victim) if victim == to || self.random.one_in(2) => {
                acts.push(Act::Lift(from));
                acts.extend(way);
                acts.push(Act::Lift(victim));
            }
            Some(victim) => return vec![Act::Lift(from), arrive(to), Act::Lift(victim)],
        }
        acts.extend(self.arrive(to, piece, promotion));
        if let Some(victim) = victim.filter(|_| self.random.one_in(4)) {
            acts.extend(self.carry_off(victim, from, to));
        }
        acts
    }

    /// The piece arrives, and another comes in its place if it is promoted.
    fn arrive(&mut self, to: Square, piece: Piece, promotion: Option<Role>) -> Vec<Act> {
        let Some(role) = promotion else { return vec![Act::Place(to, piece)] };
        let new = Act::Place(to, Piece { role, ..piece });
        match (self.manner.identifies, self.random.below(3)) {
            (true, 0) => vec![new],
            (true, 1) => vec![Act::Place(to, piece), new],
            (true, _) => vec![Act::Place(to, piece), Act::Lift(to), new],
            (false, 0) => vec![Act::Promote(role, to), new],
            (false, 1) => vec![new, Act::Promote(role, to)],
            (false, _) => {
                vec![Act::Place(to, piece), Act::Lift(to), new, Act::Promote(role, to)]
            }
        }
    }

    /// Stops on squares between, if the piece moves along a line: most often none.
    fn way(&mut self, from: Square, to: Square, piece: Piece) -> Vec<Act> {
        let (files, ranks) = (
            i16::from(to.file()) - i16::from(from.file()),
            i16::from(to.rank()) - i16::from(from.rank()),
        );
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if !straight || !self.random.one_in(3) {
            return Vec::new();
        }
        let mut acts = Vec::new();
        for step in 1..files.abs().max(ranks.abs()) {
            let along = |start: u8, whole: i16| {
                u8::try_from(i16::from(start) + whole.signum() * step).unwrap()
            };
            let square = Square::at(along(from.file(), files), along(from.rank(), ranks)).unwrap();
            if self.random.one_in(2) {
                acts.extend([Act::Place(square, piece), Act::Lift(square)]);
            }
        }
        acts
    }

    /// An own pawn or minor piece is brushed and stands again, while the moving piece is in the
    /// air.
    fn brush(&mut self, from: Square, to: Square) -> Vec<Act> {
        let own = self.position.by_color(self.position.turn()) - from.set() - to.set();
        let rooks = self.position.by_role(Role::Rook) | self.position.by_role(Role::King);
        let others: Vec<_> = (own - rooks).collect();
        if others.is_empty() || !self.random.one_in(5) {
            return Vec::new();
        }
        let square = self.random.pick(&others);
        vec![Act::Lift(square), Act::Place(square, self.piece(square))]
    }

    /// The victim is sensed on another square while it is carried off.
    fn carry_off(&mut self, victim: Square, from: Square, to: Square) -> Vec<Act> {
        let taken = self.position.occupied() | from.set() | to.set();
        let empty: Vec<_> = (SquareSet::FULL - taken).collect();
        let square = self.random.pick(&empty);
        vec![Act::Place(square, self.piece(victim)), Act::Lift(square)]
    }

    fn piece(&self, square: Square) -> Piece {
        self.position.piece_at(square).unwrap()
    }
}

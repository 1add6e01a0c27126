//! A turn a second time: what pieces let go fix and break, and whether the clock completes it, from
//! the text of the specification alone.

use std::collections::BTreeMap;

use touch_move::chess::castling::{king_target, rook_target};
use touch_move::chess::moves::Move;
use touch_move::chess::piece::{Color, Role, Wing};
use touch_move::chess::position::Position;
use touch_move::chess::square::Square;
use touch_move::law::rulebooks::Rulebook;
use touch_move::ruling::Infraction;

use crate::oracle::{Group, Moves, Oracle};

/// Where the pieces stand, by where they stood when the turn began, but for those off the board.
type Standing = BTreeMap<Square, Square>;

/// What happened in a turn so far.
#[derive(Clone)]
pub struct Turn<'o> {
    oracle: &'o Oracle,
    position: Position,
    rules: Rulebook,
    touched: Vec<Group>,
    standing: Standing,
    fixed: Option<Fixed>,
    made: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fixed {
    /// A promotion's role is still open.
    Step(Square, Square),
    Castling(Wing),
    /// Castling on this wing, or the king's step to where he then stands.
    Either(Wing),
}

impl<'o> Turn<'o> {
    pub fn new(position: &Position, oracle: &'o Oracle, rules: Rulebook) -> Self {
        let standing = position.occupied().map(|square| (square, square)).collect();
        let touched = Vec::new();
        Self { oracle, position: *position, rules, touched, standing, fixed: None, made: false }
    }

    /// The moves that are left.
    pub fn allowed(&self) -> Moves {
        let step = |from: Square, to: Square| -> Moves {
            self.oracle.all().into_iter().filter(|mv| goes(mv, from, to)).collect()
        };
        match self.fixed {
            None => self.oracle.allowed(self.rules, &self.touched),
            Some(Fixed::Step(from, to)) => step(from, to),
            Some(Fixed::Castling(wing)) => Moves::from([Move::Castle(wing)]),
            Some(Fixed::Either(wing)) => {
                let mut moves = step(self.king(), king_target(self.us(), wing));
                moves.insert(Move::Castle(wing));
                moves
            }
        }
    }

    /// Whether the move is on the board and cannot be changed.
    pub fn made(&self) -> bool {
        self.made
    }

    /// Whether a piece that stood on this square is on the board: events can name it.
    pub fn is_on_board(&self, piece: Square) -> bool {
        self.standing.contains_key(&piece)
    }

    pub fn touch(&mut self, group: &Group) {
        self.touched.push(group.clone());
        if let Some(Fixed::Either(wing)) = self.fixed {
            let rook = self.castling_rook(wing);
            if self.touched.iter().flatten().any(|&piece| Some(piece) == rook) {
                self.fixed = Some(Fixed::Castling(wing));
            }
        }
    }

    /// A piece is taken off the board.
    pub fn remove(&mut self, piece: Square) {
        self.touch(&vec![piece]);
        self.standing.remove(&piece);
        self.settle();
    }

    /// A piece is let go on a square. The breach, if it is one.
    pub fn release(&mut self, piece: Square, to: Square) -> Option<Infraction> {
        self.touch(&vec![piece]);
        let own = self.is_own(piece);
        let there = self.standing.iter().find(|&(&other, &now)| now == to && other != piece);
        let victim = there.map(|(&other, _)| other).filter(|&other| self.is_own(other) != own);
        if let Some(victim) = victim.filter(|_| own) {
            self.touch(&vec![victim]);
        }
        let breach = match self.fixed {
            None if piece == to => None,
            None => self.judge(piece, to),
            Some(fixed) => self.judge_after(fixed, piece, to),
        };
        if let Some(victim) = victim {
            self.standing.remove(&victim);
        }
        self.standing.insert(piece, to);
        self.settle();
        breach
    }

    /// The first rule that fits a piece put elsewhere, no move being fixed.
    fn judge(&mut self, piece: Square, to: Square) -> Option<Infraction> {
        let allowed = self.allowed();
        let is_allowed = allowed.iter().any(|mv| goes(mv, piece, to));
        let is_legal = self.oracle.all().iter().any(|mv| goes(mv, piece, to));
        if let Some(wing) = self.castles_to(piece, to) {
            let castle = Move::Castle(wing);
            match (allowed.contains(&castle), is_allowed) {
                (true, true) => return self.fix(Fixed::Either(wing)),
                (true, false) => return self.fix(Fixed::Castling(wing)),
                (false, true) => {}
                (false, false) if self.oracle.all().contains(&castle) || !is_legal => {
                    return Some(self.castling_in_vain(wing));
                }
                (false, false) => {}
            }
        }
        if let Some(wing) = self.vain_castling_that_goes_on(piece, to, &allowed) {
            let barred = self.rook_came_first(wing);
            let in_vain = self.castling_in_vain(wing);
            return Some(if barred { Infraction::CastledRookFirst } else { in_vain });
        }
        if is_allowed {
            return self.fix(Fixed::Step(piece, to));
        }
        let (king, us) = (self.king(), self.us());
        for wing in Wing::ALL {
            let part = self.castling_rook(wing) == Some(piece) && to == rook_target(us, wing);
            if part && allowed.contains(&Move::Castle(wing)) {
                return self.fix(Fixed::Castling(wing));
            }
        }
        if !is_legal {
            return Some(Infraction::IllegalMove);
        }
        let mut barred = Wing::ALL.into_iter().filter(|&wing| self.rook_came_first(wing));
        let tail = piece == king && barred.any(|wing| to == king_target(us, wing));
        Some(if tail { Infraction::CastledRookFirst } else { Infraction::TouchMove })
    }

    /// The player castles where he may not. If castling is illegal, the rook counts as touched.
    fn castling_in_vain(&mut self, wing: Wing) -> Infraction {
        if self.rook_came_first(wing) && self.oracle.all().contains(&Move::Castle(wing)) {
            Infraction::CastledRookFirst
        } else if self.oracle.all().contains(&Move::Castle(wing)) {
            Infraction::TouchMove
        } else {
            if let Some(rook) = self.castling_rook(wing) {
                self.touch(&vec![rook]);
            }
            Infraction::IllegalCastling
        }
    }

    /// A move is fixed: it stands. To carry it out is no breach.
    fn judge_after(&self, fixed: Fixed, piece: Square, to: Square) -> Option<Infraction> {
        let us = self.us();
        let king = self.king();
        let part_of_it = |piece: Square, at: Square| match fixed {
            Fixed::Step(from, to) => (piece, at) == (from, to),
            Fixed::Either(wing) => (piece, at) == (king, king_target(us, wing)),
            Fixed::Castling(wing) => {
                (piece, at) == (king, king_target(us, wing))
                    || (Some(piece), at) == (self.castling_rook(wing), rook_target(us, wing))
            }
        };
        let was_part = self.standing.get(&piece).is_some_and(|&now| part_of_it(piece, now));
        let put_right = piece == to && !was_part;
        let misplaced = |wing: Wing| self.castling_rook(wing) == Some(piece) && piece != to;
        let rook_first = |rook: Square, end: Square| {
            let begun = |wing: Wing| {
                (Some(rook), end) == (self.castling_rook(wing), rook_target(us, wing))
                    && (piece, to) == (king, king_target(us, wing))
            };
            self.rules != Rulebook::UsChessVariation && Wing::ALL.into_iter().any(begun)
        };
        match fixed {
            _ if part_of_it(piece, to) || put_right => None,
            Fixed::Castling(wing) if misplaced(wing) => Some(Infraction::RookMisplaced),
            Fixed::Step(rook, end) if rook_first(rook, end) => Some(Infraction::CastledRookFirst),
            _ => Some(Infraction::MovedAgain),
        }
    }

    /// The wing on which the king stands let go to castle in vain, and whose rook follows.
    fn vain_castling_that_goes_on(
        &self,
        rook: Square,
        to: Square,
        allowed: &Moves,
    ) -> Option<Wing> {
        let us = self.us();
        Wing::ALL.into_iter().find(|&wing| {
            let target = king_target(us, wing);
            to == rook_target(us, wing)
                && self.rook_of(wing) == Some(rook)
                && self.standing.get(&self.king()) == Some(&target)
                && self.castles_to(self.king(), target) == Some(wing)
                && !allowed.contains(&Move::Castle(wing))
        })
    }

    /// The wing on which the king let go here means to castle: two squares towards a rook; in
    /// Chess960 the castling square.
    fn castles_to(&self, piece: Square, to: Square) -> Option<Wing> {
        let at_home = piece.file() == 4 && piece.rank() == self.us().back_rank();
        Wing::ALL.into_iter().find(|&wing| {
            let rook = if self.position.is_chess960() {
                self.castling_rook(wing)
            } else {
                self.rook_of(wing).filter(|_| at_home)
            };
            piece == self.king() && to == king_target(self.us(), wing) && rook.is_some()
        })
    }

    /// The rook to castle with: that with the right, or else any in the corner's direction.
    fn rook_of(&self, wing: Wing) -> Option<Square> {
        let row = self.position.pieces(self.us(), Role::Rook);
        let row = row.filter(|rook| rook.rank() == self.us().back_rank());
        let king = self.king();
        let outermost = match wing {
            Wing::KingSide => {
                row.filter(|rook| rook.file() > king.file()).max_by_key(|rook| rook.file())
            }
            Wing::QueenSide => {
                row.filter(|rook| rook.file() < king.file()).min_by_key(|rook| rook.file())
            }
        };
        self.castling_rook(wing).or(outermost)
    }

    /// Whether castling on this wing is barred: its rook was touched strictly before the king.
    fn rook_came_first(&self, wing: Wing) -> bool {
        let place = |piece: Square| self.touched.iter().position(|group| group.contains(&piece));
        let rook = self.castling_rook(wing).and_then(place);
        let first = match (rook, place(self.king())) {
            (Some(rook), Some(king)) => rook < king,
            (rook, None) => rook.is_some(),
            (None, _) => false,
        };
        first && self.rules != Rulebook::UsChessVariation
    }

    /// The move with which the clock, pressed now, would end the turn.
    pub fn completed(&self) -> Option<Move> {
        // A pawn left on the last rank is a queen, but for the laws of 1997.
        let queen = |mv: &Move| match *mv {
            Move::Normal { promotion: None, .. } | Move::Castle(_) => true,
            Move::Normal { promotion, .. } => {
                promotion == Some(Role::Queen) && self.rules != Rulebook::Fide1997
            }
        };
        self.allowed().into_iter().filter(queen).find(|&mv| self.shows(mv))
    }

    /// Whether the clock, pressed now, would be penalised by the laws in force: unless it completes
    /// a move, or a legal one that broke a duty stands on the board. None where the text is silent:
    /// a pawn left on the last rank that might not go there.
    pub fn penalised(&self) -> Option<bool> {
        let shown = self.oracle.all().into_iter().find(|&mv| self.shows(mv));
        match shown {
            None => Some(true),
            Some(Move::Normal { promotion: Some(_), .. }) => self.completed().map(|_| true),
            Some(_) => Some(false),
        }
    }

    /// Once the board shows the fixed move, it is made. A pawn has to be exchanged first.
    fn settle(&mut self) {
        let fixed = match self.fixed {
            Some(Fixed::Step(from, to)) => Move::Normal { from, to, promotion: None },
            Some(Fixed::Castling(wing)) => Move::Castle(wing),
            Some(Fixed::Either(_)) | None => return,
        };
        self.made |= self.oracle.all().contains(&fixed) && self.shows(fixed);
    }

    /// Whether the pieces stand as after this move; a promoted pawn as a pawn.
    fn shows(&self, mv: Move) -> bool {
        let mut after: Standing = self.position.occupied().map(|square| (square, square)).collect();
        match mv {
            Move::Castle(wing) => {
                after.insert(self.king(), king_target(self.us(), wing));
                let rook = self.castling_rook(wing).expect("castling is legal");
                after.insert(rook, rook_target(self.us(), wing));
            }
            Move::Normal { from, to, .. } => {
                let taken = self.oracle.taken(mv);
                after.retain(|&piece, _| Some(piece) != taken);
                after.insert(from, to);
            }
        }
        self.standing == after
    }

    fn fix(&mut self, fixed: Fixed) -> Option<Infraction> {
        self.fixed = Some(fixed);
        None
    }

    fn castling_rook(&self, wing: Wing) -> Option<Square> {
        self.position.castling_rook(self.us(), wing)
    }

    fn is_own(&self, piece: Square) -> bool {
        self.position.by_color(self.us()).contains(piece)
    }

    fn king(&self) -> Square {
        self.position.king(self.us())
    }

    fn us(&self) -> Color {
        self.position.turn()
    }
}

fn goes(mv: &Move, piece: Square, end: Square) -> bool {
    matches!(*mv, Move::Normal { from, to, .. } if (from, to) == (piece, end))
}

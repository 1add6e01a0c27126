//! What touched pieces oblige to, a second time: slow and plain, from the text of the specification
//! alone, over the list of legal moves of another implementation.

use std::collections::BTreeSet;

use touch_move::chess::moves::Move;
use touch_move::chess::piece::{Role, Wing};
use touch_move::chess::position::Position;
use touch_move::chess::square::{Square, SquareSet};
use touch_move::law::rulebooks::Rulebook;

use crate::positions::shredder_fen;

pub type Moves = BTreeSet<Move>;

/// Pieces touched at the same time, or in an order nobody knows.
pub type Group = Vec<Square>;

/// The board before the player.
pub struct Oracle {
    legal: Vec<Legal>,
    own: SquareSet,
    enemy: SquareSet,
    king: Square,
    /// The rooks with which the right to castle still exists.
    castling_rooks: Vec<(Square, Wing)>,
}

/// A legal move. Castling is a move of the king.
#[derive(Clone, Copy)]
struct Legal {
    mv: Move,
    from: Square,
    takes: Option<Square>,
}

impl Oracle {
    pub fn new(position: &Position) -> Self {
        let us = position.turn();
        let own = position.by_color(us);
        let enemy = position.by_color(us.opposite());
        let castling_rook = |wing: Wing| Some((position.castling_rook(us, wing)?, wing));
        let castling_rooks: Vec<_> = Wing::ALL.into_iter().filter_map(castling_rook).collect();
        let board = cozy_chess::Board::from_fen(&shredder_fen(&position.setup()), true)
            .unwrap_or_else(|error| panic!("{position}: {error}"));
        let mut legal = Vec::new();
        board.generate_moves(|moves| {
            for mv in moves {
                let [from, to] = [mv.from, mv.to].map(|at| Square::new(at as u8).unwrap());
                let promotion = mv.promotion.map(|piece| Role::ALL[piece as usize]);
                let castles =
                    castling_rooks.iter().find(|(rook, _)| *rook == to && own.contains(to));
                let passes = position.by_role(Role::Pawn).contains(from)
                    && from.file() != to.file()
                    && !enemy.contains(to);
                let takes = if passes {
                    Square::at(to.file(), from.rank())
                } else {
                    Some(to).filter(|&to| enemy.contains(to))
                };
                let mv = match castles {
                    Some((_, wing)) => Move::Castle(*wing),
                    None => Move::Normal { from, to, promotion },
                };
                legal.push(Legal { mv, from, takes });
            }
            false
        });
        Self { legal, own, enemy, king: position.king(us), castling_rooks }
    }

    /// All legal moves.
    pub fn all(&self) -> Moves {
        self.legal.iter().map(|legal| legal.mv).collect()
    }

    /// The piece that a legal move takes, by its square.
    pub fn taken(&self, mv: Move) -> Option<Square> {
        self.legal.iter().find(|legal| legal.mv == mv)?.takes
    }

    /// The moves that are left after these touches: the first rule that speaks.
    pub fn allowed(&self, rules: Rulebook, groups: &[Group]) -> Moves {
        let groups = first_touches(groups);
        self.castling_duty_that_stands(rules, &groups)
            .or_else(|| self.both_colours(rules, &groups))
            .unwrap_or_else(|| self.first_that_can(rules, &groups, &[]))
    }

    /// King and rook, touched before any enemy piece, obliged the player to castle with that rook.
    fn castling_duty_that_stands(&self, rules: Rulebook, groups: &[Group]) -> Option<Moves> {
        let touches_enemy = |group: &Group| group.iter().any(|&piece| self.enemy.contains(piece));
        (1..=groups.len())
            .map(|length| &groups[..length])
            .take_while(|touched| !touched.iter().any(touches_enemy))
            .filter(|touched| touched.iter().any(|group| group.contains(&self.king)))
            .find_map(|touched| {
                let rooks = touched.iter().flat_map(|group| self.castling_rooks_in(group));
                let castles: Moves = rooks.map(|(_, wing)| Move::Castle(wing)).collect();
                let moves = self.first_that_can(rules, touched, &[]);
                (!moves.is_empty() && moves.is_subset(&castles)).then_some(moves)
            })
    }

    /// One of the first own pieces takes one of the first enemy pieces.
    fn both_colours(&self, rules: Rulebook, groups: &[Group]) -> Option<Moves> {
        let first = |side: SquareSet| -> Option<Group> {
            let of_side = groups.iter().map(|group| only(group, side));
            of_side.into_iter().find(|group| !group.is_empty())
        };
        let mut own = first(self.own)?;
        let enemy = first(self.enemy)?;
        let rooks = self.castling_rooks_in(&own);
        let with_rook_in_vain =
            !rooks.is_empty() && !rooks.iter().any(|&(_, wing)| self.castle(wing).is_some());
        if own.contains(&self.king) && with_rook_in_vain && rules != Rulebook::Lesson {
            own = vec![self.king];
        }
        let captures = self.legal.iter().filter(|legal| {
            own.contains(&legal.from) && legal.takes.is_some_and(|taken| enemy.contains(&taken))
        });
        let captures: Moves = captures.map(|legal| legal.mv).collect();
        (!captures.is_empty()).then_some(captures)
    }

    /// The first group with a piece that can be moved or taken decides. Some pieces bind no more.
    fn first_that_can(&self, rules: Rulebook, groups: &[Group], unbound: &[Square]) -> Moves {
        for (place, group) in groups.iter().enumerate() {
            if group.contains(&self.king) && !unbound.contains(&self.king) {
                let moves = self.king_decides(rules, groups, place);
                if !moves.is_empty() {
                    return moves;
                }
                let mut unbound = vec![self.king];
                for touched in &groups[place..] {
                    unbound.extend(self.castling_rooks_in(touched).iter().map(|(rook, _)| rook));
                }
                return self.first_that_can(rules, groups, &unbound);
            }
            let binds = |piece: &Square| !unbound.contains(piece);
            let own = only(group, self.own).into_iter().filter(binds);
            let moves: Moves = own.flat_map(|piece| self.moves_of(rules, piece)).collect();
            if !moves.is_empty() {
                return moves;
            }
            let captures: Moves = group.iter().flat_map(|&piece| self.takes(piece)).collect();
            if !captures.is_empty() {
                return captures;
            }
        }
        self.any(rules, groups)
    }

    /// The king is in this group, and all groups before bind to nothing.
    fn king_decides(&self, rules: Rulebook, groups: &[Group], place: usize) -> Moves {
        for group in &groups[place..] {
            let rooks = self.castling_rooks_in(group);
            let castles: Moves = rooks.iter().filter_map(|&(_, wing)| self.castle(wing)).collect();
            if !castles.is_empty() {
                return castles;
            }
        }
        let mut moves = self.from(self.king);
        for wing in self.barred(rules, groups) {
            moves.remove(&Move::Castle(wing));
        }
        let rooks = self.castling_rooks_in(&groups[place]);
        if rooks.is_empty() {
            let others = only(&groups[place], self.own).into_iter().filter(|&own| own != self.king);
            moves.extend(others.flat_map(|piece| self.from(piece)));
        } else if rules == Rulebook::Lesson {
            moves.extend(rooks.iter().flat_map(|&(rook, _)| self.from(rook)));
        }
        moves
    }

    /// Nothing touched can be moved or taken.
    fn any(&self, rules: Rulebook, groups: &[Group]) -> Moves {
        let all = self.all();
        let mut moves = all.clone();
        for wing in self.barred(rules, groups) {
            moves.remove(&Move::Castle(wing));
        }
        if moves.is_empty() { all } else { moves }
    }

    /// The wings of the castling rooks touched strictly before the king, who may not have been
    /// touched yet: whoever castles must touch him.
    fn barred(&self, rules: Rulebook, groups: &[Group]) -> Vec<Wing> {
        if rules == Rulebook::UsChessVariation {
            return Vec::new();
        }
        let before = groups.iter().take_while(|group| !group.contains(&self.king));
        let rooks = before.flat_map(|group| self.castling_rooks_in(group));
        rooks.map(|(_, wing)| wing).collect()
    }

    fn castling_rooks_in(&self, group: &Group) -> Vec<(Square, Wing)> {
        let rooks = self.castling_rooks.iter().copied();
        rooks.filter(|(rook, _)| group.contains(rook)).collect()
    }

    /// What a piece other than the king may do once it binds.
    fn moves_of(&self, rules: Rulebook, piece: Square) -> Moves {
        let mut moves = self.from(piece);
        if rules == Rulebook::UsChessVariation {
            let rooks = self.castling_rooks_in(&vec![piece]);
            moves.extend(rooks.iter().filter_map(|&(_, wing)| self.castle(wing)));
        }
        moves
    }

    fn from(&self, piece: Square) -> Moves {
        self.legal.iter().filter(|legal| legal.from == piece).map(|legal| legal.mv).collect()
    }

    fn takes(&self, piece: Square) -> Moves {
        let takes = self.legal.iter().filter(|legal| legal.takes == Some(piece));
        takes.map(|legal| legal.mv).collect()
    }

    fn castle(&self, wing: Wing) -> Option<Move> {
        let castle = Move::Castle(wing);
        self.legal.iter().map(|legal| legal.mv).find(|&mv| mv == castle)
    }
}

/// Every piece at its first touch; touching it again changes nothing.
fn first_touches(groups: &[Group]) -> Vec<Group> {
    let mut seen = BTreeSet::new();
    let new = |group: &Group| group.iter().copied().filter(|&piece| seen.insert(piece)).collect();
    let mut groups: Vec<Group> = groups.iter().map(new).collect();
    groups.retain(|group| !group.is_empty());
    groups
}

fn only(group: &Group, side: SquareSet) -> Group {
    group.iter().copied().filter(|&piece| side.contains(piece)).collect()
}

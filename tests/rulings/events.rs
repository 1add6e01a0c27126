//! Events at random, most of them of the kinds that the rules are about.

use std::fmt;

use proptest::prelude::*;
use touch_move::arbiter::Arbiter;
use touch_move::chess::castling::{king_target, rook_target};
use touch_move::chess::moves::{LegalMoves, Move};
use touch_move::chess::piece::{Role, Wing};
use touch_move::chess::position::Position;
use touch_move::chess::square::{Square, SquareSet};
use touch_move::event::Event;
use touch_move::law::rulebooks::Rulebook;
use touch_move::ruling::Ruling;

use crate::positions::{Random, any_position};

/// What an arbiter was told and what he answered.
#[derive(Clone)]
pub struct Game {
    pub start: Position,
    pub rules: Rulebook,
    pub steps: Vec<Step>,
}

/// One event.
#[derive(Clone)]
pub struct Step {
    pub before: Arbiter,
    pub event: Event,
    pub after: Arbiter,
    pub ruling: Ruling,
}

impl Step {
    /// Whether the ruling speaks of the same turn as the one before, and no claim was lost or
    /// overruled in it.
    pub fn goes_on(&self) -> bool {
        let same = self.before.position() == self.after.position();
        let lost = |arbiter: &Arbiter| arbiter.facts().claim_lost.is_some();
        same && !lost(&self.before) && !lost(&self.after)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rules, self.start)?;
        self.steps.iter().try_for_each(|step| write!(f, " {}", step.event))
    }
}

/// A game in which the likely and the unlikely happens, by any rulebook.
pub fn any_game() -> impl Strategy<Value = Game> {
    let seeds = prop::collection::vec(1..u64::MAX, 0..40);
    (any_position(), any::<bool>(), any_rules(), seeds).prop_map(
        |(start, chess960, rules, seeds)| {
            let start = start.with_chess960(chess960);
            let mut game = Game { start, rules, steps: Vec::new() };
            let mut arbiter = Arbiter::new(start, rules);
            for seed in seeds {
                let before = arbiter;
                let event = likely_event(&arbiter, &mut Random(seed));
                if let Ok(ruling) = arbiter.handle(event) {
                    game.steps.push(Step { before, event, after: arbiter, ruling });
                }
            }
            game
        },
    )
}

pub fn any_rules() -> impl Strategy<Value = Rulebook> {
    prop::sample::select(Rulebook::ALL.to_vec())
}

/// Any events at all, sensible or not.
pub fn any_events() -> impl Strategy<Value = Vec<Event>> {
    let event = |seed: u64| any_event(&mut Random(seed));
    prop::collection::vec((1..u64::MAX).prop_map(event), 0..60)
}

fn any_event(random: &mut Random) -> Event {
    let mut number = |bound: usize| u8::try_from(random.below(bound)).unwrap();
    let role = Role::ALL[usize::from(number(Role::ALL.len()))];
    let squares = [(); 4].map(|()| Square::new(number(64)).unwrap());
    let [square, other, ..] = squares;
    match number(14) {
        0 => Event::Touched(square),
        1 => Event::TouchedTogether(squares.into_iter().take(number(5).into()).collect()),
        2 => Event::TouchedTogether(!squares.into_iter().collect::<SquareSet>()),
        3 | 4 => Event::Released(square, other),
        5 => Event::Removed(square),
        6 => Event::Adjusted(square),
        7 => Event::Brushed(square),
        8 => Event::PromotionTouched(role, square),
        9 => Event::PromotionReleased(role, square),
        10 => Event::BothHands,
        11 => Event::ClockPressed,
        12 => Event::OpponentTouched(square),
        _ => {
            if number(2) == 0 {
                Event::Claimed
            } else {
                Event::ArbiterSaw
            }
        }
    }
}

/// The same event with the colours changed.
pub fn mirrored_event(event: Event) -> Event {
    match event {
        Event::Touched(square) => Event::Touched(square.mirrored()),
        Event::TouchedTogether(squares) => {
            Event::TouchedTogether(squares.map(Square::mirrored).collect())
        }
        Event::Released(from, to) => Event::Released(from.mirrored(), to.mirrored()),
        Event::Removed(square) => Event::Removed(square.mirrored()),
        Event::Adjusted(square) => Event::Adjusted(square.mirrored()),
        Event::Brushed(square) => Event::Brushed(square.mirrored()),
        Event::PromotionTouched(role, square) => Event::PromotionTouched(role, square.mirrored()),
        Event::PromotionReleased(role, square) => Event::PromotionReleased(role, square.mirrored()),
        Event::OpponentTouched(square) => Event::OpponentTouched(square.mirrored()),
        Event::BothHands | Event::ClockPressed | Event::Claimed | Event::ArbiterSaw => event,
    }
}

/// An event that fits what happened before, more or less.
fn likely_event(arbiter: &Arbiter, random: &mut Random) -> Event {
    let next = arbiter.next_turn();
    let position = next.position();
    let (us, them) = (position.turn(), position.turn().opposite());
    let legal = LegalMoves::new(position);
    let own: Vec<Square> = position.by_color(us).collect();
    let theirs: Vec<Square> = position.by_color(them).collect();
    let any = Square::new(u8::try_from(random.below(64)).unwrap()).unwrap();
    let piece = likely_piece(&next, random);
    match random.below(40) {
        0..8 => Event::Touched(piece),
        8..11 => Event::TouchedTogether([piece, likely_piece(&next, random)].into_iter().collect()),
        11..14 => Event::Touched(random.pick(&theirs)),
        14..24 => likely_release(&next, random).unwrap_or(Event::Touched(piece)),
        24 => Event::Released(piece, any),
        25 => Event::Released(piece, piece),
        26 => Event::Removed(random.pick(&theirs)),
        27 => Event::Removed(legal.position().en_passant().map_or(any, below_en_passant)),
        28 => Event::Adjusted(random.pick(&own)),
        29 => Event::Brushed(piece),
        30 | 31 => likely_promotion(legal, random).unwrap_or(Event::BothHands),
        32 => Event::BothHands,
        33..36 => Event::ClockPressed,
        36 => Event::OpponentTouched(random.pick(&theirs)),
        37 => Event::OpponentTouched(any),
        38 => Event::Claimed,
        _ => Event::ArbiterSaw,
    }
}

/// The king, a castling rook, a piece that was just touched, or any own piece.
fn likely_piece(arbiter: &Arbiter, random: &mut Random) -> Square {
    let position = arbiter.position();
    let us = position.turn();
    let own: Vec<Square> = position.by_color(us).collect();
    let touched: Vec<Square> = arbiter.facts().touches.all().collect();
    let rook = Wing::ALL.map(|wing| position.castling_rook(us, wing));
    match random.below(6) {
        0 | 1 => position.king(us),
        2 => rook[random.below(2)].unwrap_or(random.pick(&own)),
        3 if !touched.is_empty() => random.pick(&touched),
        _ => random.pick(&own),
    }
}

/// A piece let go in a move that is allowed, or legal, or as part of a castling.
fn likely_release(arbiter: &Arbiter, random: &mut Random) -> Option<Event> {
    let position = arbiter.position();
    let us = position.turn();
    let legal = LegalMoves::new(position);
    let wing = random.pick(&Wing::ALL);
    let castling_king = Event::Released(position.king(us), king_target(us, wing));
    let rook = position.castling_rook(us, wing);
    let castling_rook = rook.map(|rook| Event::Released(rook, rook_target(us, wing)));
    let moves: Vec<Move> = match random.below(6) {
        0 => return Some(castling_king),
        1 => return castling_rook,
        2 | 3 => arbiter.ruling().allowed.iter(legal).collect(),
        _ => legal.iter().collect(),
    };
    match moves.get(random.below(moves.len().max(1)))? {
        Move::Normal { from, to, .. } => Some(Event::Released(*from, *to)),
        Move::Castle(_) => Some(castling_king),
    }
}

fn likely_promotion(legal: LegalMoves<'_>, random: &mut Random) -> Option<Event> {
    let promotion = |mv: Move| match mv {
        Move::Normal { to, promotion, .. } => promotion.map(|role| (role, to)),
        Move::Castle(_) => None,
    };
    let all: Vec<(Role, Square)> = legal.iter().filter_map(promotion).collect();
    let &(role, square) = all.get(random.below(all.len().max(1)))?;
    Some(match random.one_in(2) {
        true => Event::PromotionTouched(role, square),
        false => Event::PromotionReleased(role, square),
    })
}

/// Where the pawn stands that is taken on this square en passant.
fn below_en_passant(target: Square) -> Square {
    Square::new(target.index() ^ 8).unwrap()
}

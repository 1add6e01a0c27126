//! What is always true of rulings.

use std::collections::BTreeSet;

use proptest::prelude::*;
use touch_move::arbiter::Arbiter;
use touch_move::chess::moves::{LegalMoves, Move};
use touch_move::chess::piece::Color;
use touch_move::chess::position::Position;
use touch_move::chess::square::{Square, SquareSet};
use touch_move::clause::Source;
use touch_move::event::Event;
use touch_move::facts::Fixed;
use touch_move::game;
use touch_move::law::rulebooks::Rulebook;
use touch_move::record::Record;
use touch_move::ruling::{Duty, Ruling, Verdict};

use crate::events::{Step, any_events, any_game, any_rules, mirrored_event};
use crate::positions::{any_position, mirrored};

type Moves = BTreeSet<Move>;

fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(1000), failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_player_who_can_move_may_move(game in any_game()) {
        for Step { after, ruling, .. } in &game.steps {
            let legal: Moves = LegalMoves::new(after.position()).iter().collect();
            let allowed = allowed(after, ruling);
            prop_assert!(allowed.is_subset(&legal));
            prop_assert_eq!(allowed.is_empty(), legal.is_empty());
            prop_assert_eq!(ruling.verdict == Verdict::GameOver, legal.is_empty());
        }
    }

    #[test]
    fn touching_a_piece_again_changes_nothing(game in any_game()) {
        for Step { after, ruling, .. } in &game.steps {
            let facts = after.facts();
            let in_place = facts.touches.all() - facts.board.displaced();
            for piece in in_place.filter(|_| after.closed_with().is_none()) {
                let mut again = *after;
                let second = again.handle(Event::Touched(piece)).unwrap();
                prop_assert_eq!(&again.facts().touches, &after.facts().touches);
                prop_assert_eq!(same_duty(&second), same_duty(ruling));
            }
        }
    }

    /// A group is a set: however it is told, it is the same event.
    #[test]
    fn the_order_inside_a_group_changes_nothing(game in any_game()) {
        for Step { event, .. } in &game.steps {
            if let Event::TouchedTogether(group) = event {
                let mut names: Vec<_> = group.map(|square| square.to_string()).collect();
                names.reverse();
                prop_assert!(names.len() == 1 || names.join("+").parse() == Ok(*event));
            }
        }
    }

    #[test]
    fn pieces_adjusted_or_brushed_bind_to_nothing(game in any_game()) {
        for Step { event, before, after, ruling } in &game.steps {
            let no_touch = matches!(event, Event::Adjusted(_) | Event::Brushed(_));
            if no_touch && before.closed_with().is_none() {
                prop_assert_eq!(allowed(after, ruling), allowed(before, &before.ruling()));
            }
        }
    }

    #[test]
    fn a_later_event_widens_nothing(game in any_game()) {
        for step in game.steps.iter().filter(|step| step.goes_on()) {
            let Step { before, after, ruling, .. } = step;
            prop_assert!(allowed(after, ruling).is_subset(&allowed(before, &before.ruling())));
        }
    }

    #[test]
    fn a_turn_of_a_record_is_ruled_on_again_as_before(game in any_game()) {
        let mut board = game::Game::new(Arbiter::new(game.start, game.rules));
        let mut record = Record::new(*board.arbiter());
        for Step { event, .. } in &game.steps {
            if let Ok(ruling) = board.handle(*event) {
                record.note(None, *event, board.arbiter(), &ruling);
            }
        }
        for turn in record.turns() {
            let mut board = game::Game::new(turn.start);
            let rulings: Vec<Ruling> =
                turn.events.iter().map(|event| board.handle(event.event).unwrap()).collect();
            for incident in &turn.incidents {
                prop_assert_eq!(&rulings[incident.event], &incident.ruling);
            }
            prop_assert_eq!(rulings.last().and_then(|ruling| ruling.made), turn.made);
        }
    }

    #[test]
    fn a_fixed_move_stays(game in any_game()) {
        for step in game.steps.iter().filter(|step| step.goes_on()) {
            let [before, after] = [step.before.facts(), step.after.facts()];
            match before.fixed {
                None => {}
                Some(Fixed::KingOrCastling(..)) => prop_assert!(after.fixed.is_some()),
                fixed => prop_assert_eq!(after.fixed, fixed),
            }
            prop_assert!(after.made || !before.made || before.both_hands);
        }
    }

    #[test]
    fn colours_mirror(game in any_game()) {
        let mut arbiter = Arbiter::new(game.start.mirrored(), game.rules);
        for Step { event, after, ruling, .. } in &game.steps {
            let other = arbiter.handle(mirrored_event(*event)).unwrap();
            let (here, there) = (after.position().mirrored(), arbiter.position());
            prop_assert_eq!(there.board(), here.board());
            prop_assert_eq!(there.castling_rights(), here.castling_rights());
            let moves: Moves = allowed(after, ruling).into_iter().map(mirrored).collect();
            prop_assert_eq!(allowed(&arbiter, &other), moves);
            prop_assert_eq!(other.made, ruling.made.map(mirrored));
            prop_assert_eq!(other.player, ruling.player.opposite());
            prop_assert_eq!(reasons(&other), reasons(ruling));
        }
    }

    #[test]
    fn a_prefix_replayed_is_ruled_the_same(
        game in any_game(),
        length in any::<prop::sample::Index>(),
    ) {
        let prefix = &game.steps[..length.index(game.steps.len() + 1)];
        let mut arbiter = Arbiter::new(game.start, game.rules);
        for step in prefix {
            prop_assert_eq!(arbiter.handle(step.event), Ok(step.ruling));
            prop_assert_eq!(arbiter.ruling(), step.ruling);
        }
    }

    #[test]
    fn every_ruling_names_its_clause(game in any_game()) {
        let texts: &[Source] = match game.rules {
            Rulebook::Lesson => &[Source::Lesson, Source::Fide2023],
            Rulebook::Fide2023 => &[Source::Fide2023],
            Rulebook::Fide1997 => &[Source::Fide1997],
            Rulebook::UsChess | Rulebook::UsChessVariation => &[Source::UsChess],
        };
        for Step { ruling, .. } in &game.steps {
            prop_assert!(!ruling.because.is_empty());
            let broken = ruling.infractions.iter().map(|breach| breach.clause);
            let mut clauses = ruling.because.iter().chain(broken);
            prop_assert!(clauses.all(|clause| texts.contains(&clause.source())));
            prop_assert!(ruling.readings.iter().all(|reading| game.rules.needs(reading)));
        }
    }

    #[test]
    fn the_options_together_are_what_is_allowed(game in any_game()) {
        for Step { after, ruling, .. } in &game.steps {
            let legal = LegalMoves::new(after.position());
            let options: Vec<Duty> = ruling.options(legal).collect();
            if ruling.verdict != Verdict::Must {
                prop_assert_eq!(options, []);
            } else if ruling.unfinished {
                prop_assert_eq!(options, [Duty::Complete]);
            } else {
                let allowed = allowed(after, ruling);
                let ways = options.iter().map(|&duty| ways(legal, duty));
                prop_assert!(ways.clone().all(|ways| !ways.is_disjoint(&allowed)));
                let together: Moves = ways.flatten().collect();
                prop_assert!(allowed.is_subset(&together));
                // A square or promotion that is chosen narrows what the options say.
                let narrowed = ruling.allowed.to.is_some() || ruling.allowed.promotion.is_some();
                prop_assert!(narrowed || together == allowed);
            }
        }
    }

    #[test]
    fn who_is_free_may_do_anything_but_castle_rook_first(game in any_game()) {
        for Step { after, ruling, .. } in &game.steps {
            if ruling.verdict == Verdict::Free {
                let legal: Moves = LegalMoves::new(after.position()).iter().collect();
                for missing in legal.difference(&allowed(after, ruling)) {
                    prop_assert!(castles_rook_first(after, *missing));
                }
            }
        }
    }

    #[test]
    fn what_is_made_is_on_the_board(game in any_game()) {
        for Step { after, ruling, .. } in &game.steps {
            prop_assert_eq!(ruling.made.is_some(), ruling.verdict == Verdict::Made);
            if let Some(made) = ruling.made {
                prop_assert_eq!(allowed(after, ruling), Moves::from([made]));
            }
            if let Some(played) = after.closed_with() {
                prop_assert_eq!(ruling.made, Some(played));
                prop_assert_eq!(after.next_position(), after.position().play(played));
            }
        }
    }

    #[test]
    fn a_claim_is_lost_to_the_move_that_the_board_shows(game in any_game()) {
        for Step { event, before, after, ruling } in &game.steps {
            if let Some(shown) = after.facts().claim_lost {
                prop_assert_eq!(ruling.made, Some(shown));
                let result = after.position().play(shown);
                for color in Color::ALL {
                    prop_assert_eq!(on_board(after, color), result.by_color(color));
                }
                let lost_now = before.facts().claim_lost.is_none();
                prop_assert!(!lost_now || matches!(event, Event::OpponentTouched(_)));
            }
        }
    }

    #[test]
    fn nothing_panics_and_a_misuse_changes_nothing(
        position in any_position(),
        rules in any_rules(),
        events in any_events(),
    ) {
        let mut arbiter = Arbiter::new(position, rules);
        for event in events {
            let before = arbiter;
            match arbiter.handle(event) {
                Err(_) => prop_assert_eq!(arbiter, before),
                Ok(ruling) => prop_assert_eq!(
                    allowed(&arbiter, &ruling).is_empty(),
                    LegalMoves::new(arbiter.position()).is_empty()
                ),
            }
        }
    }
}

fn allowed(arbiter: &Arbiter, ruling: &Ruling) -> Moves {
    ruling.allowed.iter(LegalMoves::new(arbiter.position())).collect()
}

/// What a ruling obliges to, and why.
fn same_duty(ruling: &Ruling) -> impl PartialEq + std::fmt::Debug {
    (ruling.verdict, ruling.allowed, ruling.made, ruling.because)
}

/// All of a ruling that has no square in it.
fn reasons(ruling: &Ruling) -> impl PartialEq + std::fmt::Debug {
    let duty = (ruling.verdict, ruling.because, ruling.readings, ruling.unfinished);
    (duty, ruling.infractions, ruling.claim, ruling.touched_wings)
}

/// The legal moves that comply with a duty.
fn ways(legal: LegalMoves<'_>, duty: Duty) -> Moves {
    let position = legal.position();
    let king = position.king(position.turn());
    let complies = |mv: &Move| match (duty, *mv) {
        (Duty::Castle(wing) | Duty::CastleOtherWing(wing), mv) => mv == Move::Castle(wing),
        (Duty::MoveKing, Move::Normal { from, .. }) => from == king,
        (Duty::MoveRook(piece) | Duty::Move(piece), Move::Normal { from, .. }) => from == piece,
        (Duty::Capture(victim), Move::Normal { from, to, .. }) => {
            legal.victim(from, to) == Some(victim)
        }
        (Duty::CaptureWith(victim, with), Move::Normal { from, to, .. }) => {
            from == with && legal.victim(from, to) == Some(victim)
        }
        (Duty::Complete, _) | (_, Move::Castle(_)) => false,
    };
    legal.iter().filter(complies).collect()
}

/// Whether this is castling with a rook that was touched, the king not before it.
fn castles_rook_first(arbiter: &Arbiter, mv: Move) -> bool {
    let position = arbiter.position();
    let Move::Castle(wing) = mv else { return false };
    let Some(rook) = position.castling_rook(position.turn(), wing) else { return false };
    arbiter.facts().touches.before(position.king(position.turn()).set()).contains(rook)
}

/// Where a player's pieces stand now, the new piece of a promotion among them.
fn on_board(arbiter: &Arbiter, color: Color) -> SquareSet {
    let position: &Position = arbiter.position();
    let standing = |square: &Square| {
        let piece = arbiter.facts().board.standing(position, *square);
        piece.is_some_and(|piece| position.by_color(color).contains(piece))
    };
    let new_piece = arbiter.facts().new_piece.filter(|new| new.let_go && color == position.turn());
    let new_piece = new_piece.map_or(SquareSet::EMPTY, |new| new.square.set());
    SquareSet::FULL.filter(standing).collect::<SquareSet>() | new_piece
}

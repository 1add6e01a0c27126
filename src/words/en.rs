//! How it is said in English.

use core::fmt::{self, Display, Formatter};

use crate::arbiter::Misuse;
use crate::chess::castling::Failed;
use crate::chess::fen::FenError;
use crate::chess::moves::{LegalMoves, Move};
use crate::chess::notation::MoveError;
use crate::chess::piece::{Color, Piece, Role, Wing};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::clause::{Clause, Source};
use crate::event::{Event, NotAnEvent};
use crate::law::rulebooks::{Decision, Rulebook};
use crate::ruling::{Claim, Duty, Infraction, Penalty, Reading, Verdict};
use crate::words::phrase::{
    Castling, Chess960, Covered, Duties, Effect, Elsewhere, English, Happened, Heading, Headline,
    IncidentOf, PenalisedOffences, Played, Player, Remaining, Remark, Required, Turn, Unmet, list,
    pieces,
};

impl English for Headline<'_> {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &Self { ruling, moves, over } = self;
        Player(ruling.player).english(f)?;
        match ruling.verdict {
            Verdict::Free | Verdict::Must => {
                f.write_str(" ")?;
                Duties { ruling, moves }.english(f)?;
            }
            Verdict::GameOver if moves.is_check() => f.write_str(" is checkmated")?,
            Verdict::GameOver => f.write_str(" is stalemated")?,
            Verdict::Made => {
                f.write_str(" ")?;
                Duties { ruling, moves }.english(f)?;
                f.write_str(", and it stands")?;
            }
        }
        f.write_str(".")?;
        let Some(made) = ruling.made else { return Ok(()) };
        let after = moves.position().play(made);
        let replies = LegalMoves::new(&after);
        match (replies.is_empty(), replies.is_check()) {
            (true, true) => f.write_str(" Checkmate."),
            (true, false) => f.write_str(" Stalemate."),
            (false, _) if over => {
                f.write_str(" ")?;
                Player(after.turn()).english(f)?;
                f.write_str(" is on move.")
            }
            (false, _) => Ok(()),
        }
    }
}

impl English for Duties<'_> {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let position = self.moves.position();
        match (self.ruling.verdict, self.ruling.made) {
            (Verdict::Made, Some(a_move)) => {
                f.write_str("has played ")?;
                Played { a_move, position }.english(f)
            }
            (Verdict::Free | Verdict::Made, _) => {
                f.write_str("may make any legal move")?;
                let mut but = self.forbidden_castlings().peekable();
                if but.peek().is_some() {
                    f.write_str(" but ")?;
                }
                list(f, but, "and", |f, wing| Castling(wing).english(f))
            }
            (Verdict::Must, _) => {
                f.write_str("must ")?;
                let options = self.ruling.options(self.moves);
                list(f, options, "or", |f, duty| self.duty(f, duty))?;
                match self.ruling.allowed.promotion {
                    Some((_, role)) if !self.ruling.unfinished => {
                        write!(f, ", promoting to a {}", role_name(role))
                    }
                    _ => Ok(()),
                }
            }
            (Verdict::GameOver, _) => f.write_str("has no legal move"),
        }
    }
}

impl Duties<'_> {
    fn duty(&self, f: &mut Formatter<'_>, duty: Duty) -> fmt::Result {
        let position = self.moves.position();
        match duty {
            Duty::Complete => self.complete(f),
            Duty::MoveKing => f.write_str("move the king"),
            Duty::Castle(wing) => write!(f, "castle {}", wing_name(wing)),
            Duty::CastleOtherWing(wing) => {
                f.write_str("castle on the other wing (")?;
                Castling(wing).english(f)?;
                f.write_str(")")
            }
            Duty::MoveRook(square) | Duty::Move(square) => {
                f.write_str("move ")?;
                pieces_on(f, position, square.set())
            }
            Duty::Capture(square) => {
                f.write_str("capture ")?;
                pieces_on(f, position, square.set())
            }
            Duty::CaptureWith(square, with) => {
                f.write_str("capture ")?;
                pieces_on(f, position, square.set())?;
                f.write_str(" with ")?;
                pieces_on(f, position, with.set())
            }
        }
    }

    fn complete(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let position = self.moves.position();
        match (self.ruling.allowed.only(self.moves), self.ruling.allowed.to) {
            (Some(Move::Castle(wing)), _) => write!(f, "finish castling {}", wing_name(wing)),
            (Some(a_move), _) => {
                f.write_str("finish the move ")?;
                Played { a_move, position }.english(f)
            }
            (None, Some(square)) => write!(f, "finish the promotion on {square}"),
            (None, None) => f.write_str("finish the move"),
        }
    }
}

impl English for Effect<'_> {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(breach) = self.breach {
            breach.english(f)?;
            f.write_str("; ")?;
        }
        self.duties.english(f)
    }
}

impl English for Remaining<'_> {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &Self { allowed, legal, position } = self;
        match (allowed.len(), legal) {
            (0, _) => return f.write_str("no legal move"),
            (1, 1) => f.write_str("the only legal move:")?,
            (all, _) if all == legal => return write!(f, "all {legal} legal moves"),
            (left, _) => write!(f, "{left} of {legal} legal moves:")?,
        }
        allowed.iter().try_for_each(|&a_move| {
            f.write_str(" ")?;
            Played { a_move, position }.english(f)
        })
    }
}

impl English for Elsewhere<'_> {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, self.rules.iter(), "and", |f, rules| rules.fmt(f))?;
        f.write_str(" would leave ")?;
        self.remaining.english(f)
    }
}

impl English for Played<'_> {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.a_move.san(self.position).fmt(f)
    }
}

impl English for Happened<'_> {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.event {
            Event::Touched(square) => {
                f.write_str("touches ")?;
                self.piece(f, square)
            }
            Event::TouchedTogether(squares) => {
                f.write_str("touches ")?;
                list(f, squares, "and", |f, square| self.piece(f, square))?;
                f.write_str(" together")
            }
            Event::Released(from, to) if from == to => {
                f.write_str("puts back ")?;
                self.piece(f, from)
            }
            Event::Released(from, to) => {
                f.write_str("lets ")?;
                self.piece_alone(f, from)?;
                write!(f, " go on {to}")
            }
            Event::Removed(square) => {
                f.write_str("takes off ")?;
                self.piece(f, square)
            }
            Event::Adjusted(square) => {
                f.write_str("adjusts ")?;
                self.piece(f, square)?;
                f.write_str(", having said so")
            }
            Event::Brushed(square) => {
                f.write_str("brushes ")?;
                self.piece(f, square)?;
                f.write_str(" by accident")
            }
            Event::PromotionTouched(role, square) => {
                write!(f, "touches {square} with a new {}", role_name(role))
            }
            Event::PromotionReleased(role, square) => {
                write!(f, "lets a new {} go on {square}", role_name(role))
            }
            Event::BothHands => f.write_str("uses both hands"),
            Event::ClockPressed => f.write_str("presses the clock"),
            Event::OpponentTouched(square) => {
                f.write_str("the opponent touches ")?;
                match self.named(square) {
                    Some((Piece { role, .. }, _)) => {
                        write!(f, "the {} on {square}", role_name(role))
                    }
                    None => square.fmt(f),
                }
            }
            Event::Claimed => f.write_str("the opponent claims a breach"),
            Event::ArbiterSaw => f.write_str("the arbiter saw it and steps in"),
        }
    }
}

impl Happened<'_> {
    fn piece(&self, f: &mut Formatter<'_>, square: Square) -> fmt::Result {
        self.piece_alone(f, square)?;
        if self.named(square).is_some() { write!(f, " on {square}") } else { Ok(()) }
    }

    /// The piece without its square, unless nothing else is known of it.
    fn piece_alone(&self, f: &mut Formatter<'_>, square: Square) -> fmt::Result {
        match self.named(square) {
            Some((Piece { role, .. }, own)) => {
                let whose = if own { "the" } else { "the enemy" };
                write!(f, "{whose} {}", role_name(role))
            }
            None => square.fmt(f),
        }
    }
}

impl English for Required {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Failed::PathBlocked => "nothing stands in the way of king and rook",
            Failed::RookMoved => "the rook has never moved",
            Failed::KingMoved => "the king has never moved",
            Failed::RightsLost => "king and rook have never moved",
            Failed::InCheck => "the king is not in check",
            Failed::ArrivalAttacked => "the king does not arrive on an attacked square",
            Failed::CrossingAttacked => "the king does not cross an attacked square",
        })
    }
}

impl English for Unmet<'_> {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &Self { condition, position } = self;
        let one = condition.squares.only().is_some();
        match condition.failed {
            Failed::PathBlocked => {
                pieces_on(f, position, condition.by)?;
                f.write_str(if one { " stands in the way" } else { " stand in the way" })
            }
            Failed::RookMoved if condition.captured => {
                f.write_str("the rook was captured")?;
                on_move(f, condition.move_number)
            }
            Failed::RookMoved => {
                f.write_str("the rook has moved")?;
                on_move(f, condition.move_number)
            }
            Failed::KingMoved if condition.castled_before => {
                f.write_str("the king has castled already")?;
                on_move(f, condition.move_number)
            }
            Failed::KingMoved => {
                f.write_str("the king has moved")?;
                on_move(f, condition.move_number)
            }
            Failed::RightsLost => f.write_str("king or rook has moved"),
            Failed::InCheck => {
                f.write_str("the king is in check from ")?;
                pieces_on(f, position, condition.by)
            }
            Failed::ArrivalAttacked | Failed::CrossingAttacked => {
                list(f, condition.squares, "and", |f, square| square.fmt(f))?;
                f.write_str(if one { " is attacked by " } else { " are attacked by " })?;
                pieces_on(f, position, condition.by)
            }
        }
    }
}

impl English for Castling {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Wing::KingSide => "O-O",
            Wing::QueenSide => "O-O-O",
        })
    }
}

impl English for Chess960 {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { king, rook } = self;
        write!(
            f,
            "Chess960: the FEN gives the king on {king} the right to castle with the rook on {rook}"
        )
    }
}

impl English for Player {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

impl English for Heading {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Moves => "Moves",
            Self::Because => "Because",
            Self::Readings => "Our reading",
            Self::Breaches => "Breach",
            Self::Claim => "Claim",
            Self::Castling => "Castling",
            Self::Events => "Events",
            Self::Elsewhere => "Elsewhere",
            Self::Game => "Game",
            Self::Turn => "Turn",
            Self::Before => "Before",
            Self::Then => "Then",
        })
    }
}

impl English for Covered {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mark = if self.is_enough() { "" } else { "UNCOVERED: " };
        write!(f, "{mark}scenarios: {}", self.speaks)?;
        match self.nearly {
            Some(nearly) => write!(f, " (near: {nearly})"),
            None => Ok(()),
        }
    }
}

impl English for Remark {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllConditionsMet => "all six conditions are met",
            Self::NoChange => "no change",
            Self::TurnPasses => "the turn passes",
            Self::NotAtHome => "king and rook do not both stand where castling begins",
            Self::ToMove => "to move",
            Self::Yes => "yes",
            Self::No => "NO",
            Self::NothingToReport => "nothing to report: no breach, no penalty, no claim",
            Self::WholeGame => "The whole game",
            Self::MovesMade => "moves made",
            Self::Penalties => "penalties",
        })
    }
}

impl English for Turn {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Player(self.player).english(f)?;
        write!(f, ", move {}", self.number)
    }
}

impl English for IncidentOf {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Incident {} of {}", self.number, self.all)
    }
}

impl English for PenalisedOffences {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [white, black] = self.0;
        write!(f, "penalised offences: White {white}, Black {black}")
    }
}

impl English for Clause {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.gist())
    }
}

impl English for Source {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.published())
    }
}

impl English for Rulebook {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lesson => "the lesson on castling; where it is silent, FIDE 2023",
            Self::Fide2023 => "the FIDE Laws in force since 1 January 2023",
            Self::Fide1997 => "the FIDE Laws of 1997 to 2013",
            Self::UsChess => "the US Chess rules since 2015",
            Self::UsChessVariation => "the US Chess rules with Variation I of 10I2",
        })
    }
}

impl English for Decision {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NothingTouched => "nothing touched yet",
            Self::Adjusted => "piece adjusted",
            Self::Accident => "accidental contact",
            Self::OwnTouched => "own piece touched",
            Self::EnemyTouched => "enemy piece touched",
            Self::BothTouched => "pieces of both colours touched",
            Self::MustCastle => "castling compulsory",
            Self::RookFirstBars => "rook first: castling barred",
            Self::RookFirstMayCastle => "rook first: may castle",
            Self::CastlingIllegal => "king, then rook, castling illegal",
            Self::TogetherBindsKing => "king with rook: the king is bound",
            Self::TogetherBindsEither => "king with rook: either is bound",
            Self::PromotionOnTouch => "promotion chosen by touch",
            Self::PromotionOnRelease => "promotion chosen when let go",
            Self::NothingPossible => "nothing touched can be played",
            Self::LetGo => "piece let go",
            Self::CaptureLetGo => "capture let go",
            Self::CastlingLetGo => "castling let go",
            Self::PromotionLetGo => "promotion let go",
            Self::CastlingConditions => "conditions of castling",
            Self::MoveMade => "the move passes",
            Self::ClaimLost => "claim too late",
            Self::IllegalMove => "illegal move completed",
            Self::PawnBecomesQueen => "pawn left: a queen",
            Self::PawnIsExchanged => "pawn left: exchanged",
            Self::ClockWithoutMove => "clock without a move",
            Self::CastlingBothHands => "castling with both hands",
            Self::BothHands => "both hands",
            Self::OutOfTurn => "touch out of turn",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
        })
    }
}

impl English for Reading {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.gist())
    }
}

impl English for Infraction {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IllegalMove => "illegal move",
            Self::IllegalCastling => "illegal castling",
            Self::TouchMove => "move that the pieces touched do not allow",
            Self::MovedAgain => "piece moved again after it was let go",
            Self::CastledRookFirst => "castling begun with the rook",
            Self::RookMisplaced => "rook put on a wrong square in castling",
            Self::BothHands => "move made with both hands",
            Self::UnfinishedMove => "clock pressed before the move was finished",
            Self::PromotionMissing => "pawn left on the last rank",
            Self::ClockWithoutMove => "clock pressed without a move",
            Self::TouchedOutOfTurn => "piece touched by the opponent before the move was made",
        })
    }
}

impl English for Penalty {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TwoMinutes => "two minutes more for the opponent",
            Self::OneMinute => "one minute more for the opponent",
            Self::GameLost => "the game is lost",
            Self::Draw => "the game is drawn, since the opponent could not mate",
        })
    }
}

impl English for Claim {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Upheld => "upheld: there is a breach, and the ruling stays",
            Self::TooLate => "too late: the opponent has touched a piece since",
            Self::Unfounded => "unfounded: there is no breach",
        })
    }
}

impl English for Misuse {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl English for NotAnEvent {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl English for FenError {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl English for MoveError {
    fn english(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

/// `the rook on f3 and the bishop on c4`
fn pieces_on(f: &mut Formatter<'_>, position: &Position, squares: SquareSet) -> fmt::Result {
    list(f, pieces(position, squares), "and", |f, (piece, square)| {
        write!(f, "the {} on {square}", role_name(piece.role))
    })
}

fn on_move(f: &mut Formatter<'_>, number: Option<u16>) -> fmt::Result {
    number.map_or(Ok(()), |number| write!(f, " on move {number}"))
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

const fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::KingSide => "kingside (O-O)",
        Wing::QueenSide => "queenside (O-O-O)",
    }
}

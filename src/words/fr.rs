//! How it is said in French.
//!
//! The spaces before `:`, `;`, `!` and `?` are plain here; they are tied when the phrase is set.

use core::fmt::{self, Display, Formatter, Write};

use crate::arbiter::Misuse;
use crate::chess::castling::Failed;
use crate::chess::fen::{FenError, FenExpected, FenField};
use crate::chess::moves::{LegalMoves, Move};
use crate::chess::notation::{Illegal, MoveError};
use crate::chess::piece::{Color, Piece, Role, Wing};
use crate::chess::position::{InvalidReason, Position};
use crate::chess::square::{Square, SquareSet};
use crate::clause::{Clause, Source};
use crate::event::{Event, NotAnEvent};
use crate::law::rulebooks::{Decision, Rulebook};
use crate::ruling::{Claim, Duty, Infraction, Penalty, Reading, Verdict};
use crate::words::phrase::{
    Castling, Chess960, Covered, Duties, Effect, Elsewhere, French, Happened, Heading, Headline,
    IncidentOf, PenalisedOffences, Played, Player, Remaining, Remark, Required, Turn, Unmet, list,
    pieces,
};

impl French for Headline<'_> {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &Self { ruling, moves, over } = self;
        f.write_str(match ruling.player {
            Color::White => "Les Blancs ",
            Color::Black => "Les Noirs ",
        })?;
        match ruling.verdict {
            Verdict::Free | Verdict::Must => Duties { ruling, moves }.french(f)?,
            Verdict::GameOver if moves.is_check() => f.write_str("sont échec et mat")?,
            Verdict::GameOver => f.write_str("sont pat")?,
            Verdict::Made => {
                Duties { ruling, moves }.french(f)?;
                f.write_str(", et ce coup est définitif")?;
            }
        }
        f.write_str(".")?;
        let Some(made) = ruling.made else { return Ok(()) };
        let after = moves.position().play(made);
        let replies = LegalMoves::new(&after);
        match (replies.is_empty(), replies.is_check()) {
            (true, true) => f.write_str(" Échec et mat."),
            (true, false) => f.write_str(" Pat."),
            (false, _) if over => f.write_str(match after.turn() {
                Color::White => " Le trait est aux Blancs.",
                Color::Black => " Le trait est aux Noirs.",
            }),
            (false, _) => Ok(()),
        }
    }
}

impl French for Duties<'_> {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let position = self.moves.position();
        match (self.ruling.verdict, self.ruling.made) {
            (Verdict::Made, Some(a_move)) => {
                let played = Played { a_move, position };
                match a_move {
                    Move::Castle(wing) => {
                        write!(f, "ont fait le {} (", wing_name(wing))?;
                        played.french(f)?;
                        f.write_str(")")
                    }
                    Move::Normal { .. } => {
                        f.write_str("ont joué ")?;
                        played.french(f)
                    }
                }
            }
            (Verdict::Free | Verdict::Made, _) => {
                f.write_str("peuvent jouer n'importe quel coup légal")?;
                let mut but = self.forbidden_castlings().peekable();
                if but.peek().is_some() {
                    f.write_str(", sauf ")?;
                }
                list(f, but, "et", the_castling)
            }
            (Verdict::Must, _) => {
                f.write_str("doivent ")?;
                let options = self.ruling.options(self.moves);
                list(f, options, "ou", |f, duty| self.duty_in_french(f, duty))?;
                match self.ruling.allowed.promotion {
                    Some((_, role)) if !self.ruling.unfinished => {
                        write!(f, ", avec promotion en {}", role_name(role))
                    }
                    _ => Ok(()),
                }
            }
            (Verdict::GameOver, _) => f.write_str("n'ont aucun coup légal"),
        }
    }
}

impl Duties<'_> {
    fn duty_in_french(&self, f: &mut Formatter<'_>, duty: Duty) -> fmt::Result {
        let position = self.moves.position();
        match duty {
            Duty::Complete => self.complete_in_french(f),
            Duty::MoveKing => f.write_str("jouer leur roi"),
            Duty::Castle(wing) => {
                f.write_str("faire ")?;
                the_castling(f, wing)
            }
            Duty::CastleOtherWing(wing) => {
                write!(f, "roquer de l'autre côté ({} ", wing_name(wing))?;
                Castling(wing).french(f)?;
                f.write_str(")")
            }
            Duty::MoveRook(square) | Duty::Move(square) => {
                f.write_str("jouer ")?;
                pieces_on(f, position, square.set(), |_| "leur")
            }
            Duty::Capture(square) => {
                f.write_str("prendre ")?;
                pieces_on(f, position, square.set(), article)
            }
            Duty::CaptureWith(square, with) => {
                f.write_str("prendre ")?;
                pieces_on(f, position, square.set(), article)?;
                f.write_str(" avec ")?;
                pieces_on(f, position, with.set(), |_| "leur")
            }
        }
    }

    fn complete_in_french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let position = self.moves.position();
        match (self.ruling.allowed.only(self.moves), self.ruling.allowed.to) {
            (Some(Move::Castle(wing)), _) => {
                f.write_str("achever ")?;
                the_castling(f, wing)
            }
            (Some(a_move), _) => {
                f.write_str("achever le coup ")?;
                Played { a_move, position }.french(f)
            }
            (None, Some(square)) => write!(f, "achever la promotion en {square}"),
            (None, None) => f.write_str("achever le coup"),
        }
    }
}

impl French for Effect<'_> {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(breach) = self.breach {
            breach.french(f)?;
            f.write_str(" ; ")?;
        }
        self.duties.french(f)
    }
}

impl French for Remaining<'_> {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &Self { allowed, legal, position } = self;
        match (allowed.len(), legal) {
            (0, _) => return f.write_str("aucun coup légal"),
            (1, 1) => f.write_str("le seul coup légal :")?,
            (all, _) if all == legal => return write!(f, "les {legal} coups légaux"),
            (1, _) => write!(f, "1 coup légal sur {legal} :")?,
            (left, _) => write!(f, "{left} coups légaux sur {legal} :")?,
        }
        allowed.iter().try_for_each(|&a_move| {
            f.write_str(" ")?;
            Played { a_move, position }.french(f)
        })
    }
}

impl French for Elsewhere<'_> {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, self.rules.iter(), "et", |f, rules| rules.fmt(f))?;
        let one = self.rules.len() == 1;
        f.write_str(if one { " laisserait " } else { " laisseraient " })?;
        self.remaining.french(f)
    }
}

impl French for Played<'_> {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(FrenchLetters(f), "{}", self.a_move.san(self.position))
    }
}

/// Writes the letters of the pieces as French notation has them.
struct FrenchLetters<'f, 'g>(&'f mut Formatter<'g>);

impl Write for FrenchLetters<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|letter| {
            self.0.write_char(match letter {
                'K' => 'R',
                'Q' => 'D',
                'R' => 'T',
                'B' => 'F',
                'N' => 'C',
                other => other,
            })
        })
    }
}

impl French for Happened<'_> {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.event {
            Event::Touched(square) => {
                f.write_str("touchent ")?;
                self.piece_in_french(f, square)
            }
            Event::TouchedTogether(squares) => {
                f.write_str("touchent ensemble ")?;
                list(f, squares, "et", |f, square| self.piece_in_french(f, square))
            }
            Event::Released(from, to) if from == to => {
                f.write_str("remettent en place ")?;
                self.piece_in_french(f, from)
            }
            Event::Released(from, to) => {
                f.write_str("lâchent ")?;
                self.piece_alone_in_french(f, from)?;
                write!(f, " sur {to}")
            }
            Event::Removed(square) => {
                f.write_str("retirent ")?;
                self.piece_in_french(f, square)?;
                f.write_str(" de l'échiquier")
            }
            Event::Adjusted(square) => {
                f.write_str("ajustent ")?;
                self.piece_in_french(f, square)?;
                f.write_str(" après avoir dit « j'adoube »")
            }
            Event::Brushed(square) => {
                f.write_str("effleurent par accident ")?;
                self.piece_in_french(f, square)
            }
            Event::PromotionTouched(role, square) => {
                write!(f, "touchent {square} avec {} {}", new(role), role_name(role))
            }
            Event::PromotionReleased(role, square) => {
                write!(f, "lâchent {} {} sur {square}", new(role), role_name(role))
            }
            Event::BothHands => f.write_str("jouent à deux mains"),
            Event::ClockPressed => f.write_str("appuient sur la pendule"),
            Event::OpponentTouched(square) => {
                f.write_str("l'adversaire touche ")?;
                match self.named(square) {
                    Some((Piece { role, .. }, _)) => {
                        write!(f, "{} {} {square}", article(role), role_name(role))
                    }
                    None => square.fmt(f),
                }
            }
            Event::Claimed => f.write_str("l'adversaire réclame"),
            Event::ArbiterSaw => f.write_str("l'arbitre a vu la faute et intervient"),
        }
    }
}

impl Happened<'_> {
    fn piece_in_french(&self, f: &mut Formatter<'_>, square: Square) -> fmt::Result {
        self.piece_alone_in_french(f, square)?;
        if self.named(square).is_some() { write!(f, " {square}") } else { Ok(()) }
    }

    /// The piece without its square, unless nothing else is known of it.
    fn piece_alone_in_french(&self, f: &mut Formatter<'_>, square: Square) -> fmt::Result {
        match self.named(square) {
            Some((Piece { role, .. }, own)) => {
                let whose = if own { "" } else { " adverse" };
                write!(f, "{} {}{whose}", article(role), role_name(role))
            }
            None => square.fmt(f),
        }
    }
}

impl French for Required {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Failed::PathBlocked => "la voie est libre pour le roi et la tour",
            Failed::RookMoved => "la tour n'a jamais bougé",
            Failed::KingMoved => "le roi n'a jamais bougé",
            Failed::RightsLost => "ni le roi ni la tour n'ont jamais bougé",
            Failed::InCheck => "le roi n'est pas en échec",
            Failed::ArrivalAttacked => "le roi n'arrive pas sur une case attaquée",
            Failed::CrossingAttacked => "le roi ne passe pas par une case attaquée",
        })
    }
}

impl French for Unmet<'_> {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &Self { condition, position } = self;
        let one = condition.squares.only().is_some();
        match condition.failed {
            Failed::PathBlocked => {
                pieces_on(f, position, condition.by, article)?;
                f.write_str(if one { " barre la voie" } else { " barrent la voie" })
            }
            Failed::RookMoved if condition.captured => {
                f.write_str("la tour a été prise")?;
                on_move(f, condition.move_number)
            }
            Failed::RookMoved => {
                f.write_str("la tour a bougé")?;
                on_move(f, condition.move_number)
            }
            Failed::KingMoved if condition.castled_before => {
                f.write_str("le roi a déjà roqué")?;
                on_move(f, condition.move_number)
            }
            Failed::KingMoved => {
                f.write_str("le roi a bougé")?;
                on_move(f, condition.move_number)
            }
            Failed::RightsLost => f.write_str("le roi ou la tour a déjà bougé"),
            Failed::InCheck => {
                f.write_str("le roi est mis en échec par ")?;
                pieces_on(f, position, condition.by, article)
            }
            Failed::ArrivalAttacked | Failed::CrossingAttacked => {
                f.write_str(if one { "la case " } else { "les cases " })?;
                list(f, condition.squares, "et", |f, square| square.fmt(f))?;
                let attacked = if one { " est attaquée par " } else { " sont attaquées par " };
                f.write_str(attacked)?;
                pieces_on(f, position, condition.by, article)
            }
        }
    }
}

impl French for Castling {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Wing::KingSide => "O-O",
            Wing::QueenSide => "O-O-O",
        })
    }
}

impl French for Chess960 {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { king, rook } = self;
        write!(f, "Chess960 : la FEN donne au roi {king} le droit de roquer avec la tour {rook}")
    }
}

impl French for Player {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Color::White => "Blancs",
            Color::Black => "Noirs",
        })
    }
}

impl French for Heading {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Moves => "Coups",
            Self::Because => "Motifs",
            Self::Readings => "Interprétation",
            Self::Breaches => "Infraction",
            Self::Claim => "Réclamation",
            Self::Castling => "Roque",
            Self::Events => "Faits",
            Self::Elsewhere => "Autres règles",
            Self::Game => "Partie",
            Self::Turn => "Trait",
            Self::Before => "Auparavant",
            Self::Then => "Ensuite",
        })
    }
}

impl French for Covered {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mark = if self.is_enough() { "" } else { "NON COUVERT : " };
        write!(f, "{mark}scénarios : {}", self.speaks)?;
        match self.nearly {
            Some(nearly) => write!(f, " (proches : {nearly})"),
            None => Ok(()),
        }
    }
}

impl French for Remark {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllConditionsMet => "les six conditions sont remplies",
            Self::NoChange => "rien ne change",
            Self::TurnPasses => "le trait passe à l'adversaire",
            Self::NotAtHome => "le roi et la tour ne sont pas tous deux sur leur case de départ",
            Self::ToMove => "au trait",
            Self::Yes => "oui",
            Self::No => "NON",
            Self::NothingToReport => "rien à signaler : ni infraction, ni pénalité, ni réclamation",
            Self::WholeGame => "Toute la partie",
            Self::MovesMade => "coups joués",
            Self::Penalties => "pénalités",
        })
    }
}

impl French for Turn {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Player(self.player).french(f)?;
        f.write_str(", ")?;
        ordinal(f, self.number)?;
        f.write_str(" coup")
    }
}

impl French for IncidentOf {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Incident {} sur {}", self.number, self.all)
    }
}

impl French for PenalisedOffences {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [white, black] = self.0;
        write!(f, "infractions pénalisées : Blancs {white}, Noirs {black}")
    }
}

impl French for Clause {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(gist(*self))
    }
}

impl French for Source {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lesson => "un cours français pour débutants, leçon 7 : le roque",
            Self::Fide2023 => {
                "manuel de la FIDE E/01, Règles du jeu, en vigueur depuis le 1er janvier 2023"
            }
            Self::Fide1997 => "manuel de la FIDE E.I.01A, Règles du jeu, éditions de 1997 à 2009",
            Self::UsChess => "règles officielles de US Chess, avec les changements de 2015",
        })
    }
}

impl French for Rulebook {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lesson => "la leçon sur le roque ; où elle se tait, la FIDE de 2023",
            Self::Fide2023 => "les Règles du jeu de la FIDE en vigueur depuis le 1er janvier 2023",
            Self::Fide1997 => "les Règles du jeu de la FIDE de 1997 à 2013",
            Self::UsChess => "les règles de US Chess depuis 2015",
            Self::UsChessVariation => "les règles de US Chess avec la variante I de 10I2",
        })
    }
}

impl French for Decision {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NothingTouched => "aucune pièce touchée",
            Self::Adjusted => "pièce ajustée",
            Self::Accident => "contact accidentel",
            Self::OwnTouched => "pièce de son camp touchée",
            Self::EnemyTouched => "pièce adverse touchée",
            Self::BothTouched => "pièces des deux couleurs touchées",
            Self::MustCastle => "roque obligatoire",
            Self::RookFirstBars => "tour touchée d'abord : roque exclu",
            Self::RookFirstMayCastle => "tour touchée d'abord : roque permis",
            Self::CastlingIllegal => "roi puis tour touchés, roque illégal",
            Self::TogetherBindsKing => "roi et tour ensemble : jouer le roi",
            Self::TogetherBindsEither => "roi et tour ensemble : l'un ou l'autre",
            Self::PromotionOnTouch => "promotion choisie au contact",
            Self::PromotionOnRelease => "promotion choisie une fois lâchée",
            Self::NothingPossible => "rien de touché ne peut être joué",
            Self::LetGo => "pièce lâchée",
            Self::CaptureLetGo => "prise : pièce lâchée",
            Self::CastlingLetGo => "roque : pièce lâchée",
            Self::PromotionLetGo => "promotion : pièce lâchée",
            Self::CastlingConditions => "conditions du roque",
            Self::MoveMade => "coup joué : le trait passe",
            Self::ClaimLost => "réclamation tardive",
            Self::IllegalMove => "coup illégal achevé",
            Self::PawnBecomesQueen => "pion non promu : une dame",
            Self::PawnIsExchanged => "pion non promu : au choix",
            Self::ClockWithoutMove => "pendule sans avoir joué",
            Self::CastlingBothHands => "roque à deux mains",
            Self::BothHands => "coup à deux mains",
            Self::OutOfTurn => "pièce touchée sans avoir le trait",
            Self::Checkmate => "échec et mat",
            Self::Stalemate => "pat",
        })
    }
}

impl French for Reading {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::R1 => {
                "roi et tour touchés en même temps, roque illégal : un coup de roi, comme le texte \
                 le disait jusqu'en 2014"
            }
            Self::R2 => "une tour touchée d'abord et lâchée sur sa case de roque y a été jouée",
            Self::R2b => {
                "roquer en commençant par la tour enfreint l'ordre, mais n'est pas un coup illégal"
            }
            Self::R4 => {
                "une tour avec laquelle le roque est perdu pour toujours est une pièce comme une \
                 autre"
            }
            Self::R5 => {
                "roi lâché sur sa case de roque, appui sur la pendule : le roque doit être achevé"
            }
            Self::R6 => {
                "une tour sans coup légal, puis le roi : seul le roque de son côté est exclu"
            }
            Self::R10 => {
                "la tour d'abord, puis le roi de deux cases : la tour touchée l'emporte sur le \
                 roi lâché"
            }
            Self::R11 => {
                "Chess960 : roi lâché sur une case où mènent un roque et un coup de roi : les deux \
                 restent possibles"
            }
            Self::R12 => {
                "le roque est obligatoire et la tour est posée d'abord : le roque reste valable"
            }
            Self::R13 => {
                "le roi, une autre pièce, puis la tour : le roque satisfait à toutes les \
                 obligations"
            }
            Self::R14 => {
                "plusieurs pièces de son camp touchées en même temps : l'une d'elles, au choix"
            }
            Self::R15 => {
                "Chess960 : le roi doit être touché d'abord, même si le roque ne déplace que la \
                 tour"
            }
            Self::R16 => {
                "la promotion est définitive dès que la nouvelle pièce touche la case, comme \
                 depuis 2009"
            }
            Self::R17 => {
                "roi et tour touchés en même temps, roque légal : le roque est obligatoire"
            }
        })
    }
}

impl French for Infraction {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IllegalMove => "coup illégal",
            Self::IllegalCastling => "roque illégal",
            Self::TouchMove => "« pièce touchée, pièce jouée » non respecté",
            Self::MovedAgain => "pièce déplacée de nouveau après avoir été lâchée",
            Self::CastledRookFirst => "roque commencé par la tour",
            Self::RookMisplaced => "tour posée sur une mauvaise case en roquant",
            Self::BothHands => "coup joué à deux mains",
            Self::UnfinishedMove => "appui sur la pendule avant la fin du coup",
            Self::PromotionMissing => "pion laissé sur la dernière rangée sans être promu",
            Self::ClockWithoutMove => "appui sur la pendule sans avoir joué",
            Self::TouchedOutOfTurn => "pièce touchée par l'adversaire avant que le coup soit joué",
        })
    }
}

impl French for Penalty {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TwoMinutes => "deux minutes de plus pour l'adversaire",
            Self::OneMinute => "une minute de plus pour l'adversaire",
            Self::GameLost => "partie perdue",
            Self::Draw => "partie nulle, l'adversaire ne pouvant pas mater",
        })
    }
}

impl French for Claim {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Upheld => "fondée : il y a bien infraction, la décision est maintenue",
            Self::TooLate => "tardive : l'adversaire a touché une pièce entre-temps",
            Self::Unfounded => "non fondée : il n'y a pas d'infraction",
        })
    }
}

impl French for Misuse {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoPiece(square) => write!(f, "il n'y a pas de pièce en {square}"),
            Self::EmptyGroup => f.write_str("un groupe de pièces touchées n'en nomme aucune"),
            Self::NoPromotion(role) => {
                write!(f, "un pion ne peut pas être promu en {}", role_name(role))
            }
        }
    }
}

impl French for NotAnEvent {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square => f.write_str(
                "illisible : il faut une case de a1 à h8, comme dans e1, e1+h1, e1-g1 ou \
                 off:d5, ou bien hands, clock, claim ou arbiter",
            ),
            Self::Role => {
                f.write_str("pièce de promotion illisible : Q, R, B ou N, comme dans Q@f8 ou Q-f8")
            }
            Self::Twice(square) => write!(f, "{square} figure deux fois dans un groupe"),
            Self::Word => f.write_str(
                "illisible : devant les deux-points il faut off, adjust, brush ou opp, comme \
                 dans off:d5",
            ),
        }
    }
}

impl French for FenError {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { field, offset, expected } => {
                let (field, expected) = (field_name(*field), wanted(*expected));
                write!(f, "FEN, {field}, octet {offset} : {expected}")
            }
            Self::Invalid(invalid) => {
                f.write_str("position impossible : ")?;
                list(f, invalid.reasons(), "et", invalid_reason)
            }
        }
    }
}

impl French for MoveError {
    fn french(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Form => f.write_str(
                "illisible : un coup s'écrit comme e2e4, e7e8q, Nf3, exd5 ou O-O, les pièces par \
                 leurs lettres anglaises",
            ),
            Self::NoPieceOn(square) => {
                write!(f, "le joueur au trait n'a pas de pièce en {square}")
            }
            Self::NoPiece(role) => {
                write!(f, "le joueur au trait n'a pas de {} qui corresponde", role_name(role))
            }
            Self::Illegal(why) => write!(f, "coup illégal : {}", illegal(why)),
            Self::Ambiguous(origins) => {
                f.write_str("plusieurs pièces peuvent jouer ce coup : celles en ")?;
                list(f, origins, "et", |f, origin| origin.fmt(f))
            }
        }
    }
}

const fn illegal(why: Illegal) -> &'static str {
    match why {
        Illegal::CannotReach => "la pièce ne peut pas y aller",
        Illegal::OwnPiece => "une pièce de son camp occupe la case",
        Illegal::KingInCheck => "le roi serait en échec",
        Illegal::PromotionMissing => "il faut dire ce que devient le pion",
        Illegal::PromotionWrong => "cette promotion n'existe pas",
        Illegal::NothingToTake => "il n'y a rien à prendre sur cette case",
        Illegal::Castling(failed) => match failed {
            Failed::PathBlocked => "pour roquer, la voie doit être libre",
            Failed::RookMoved => "roque perdu, la tour a déjà bougé",
            Failed::KingMoved => "roque perdu, le roi a déjà bougé",
            Failed::RightsLost => "roque perdu, le roi ou la tour a déjà bougé",
            Failed::InCheck => "le roi en échec ne peut pas roquer",
            Failed::ArrivalAttacked => "en roquant, le roi arriverait en échec",
            Failed::CrossingAttacked => "en roquant, le roi passerait par une case attaquée",
        },
    }
}

const fn field_name(field: FenField) -> &'static str {
    match field {
        FenField::Placement => "champ des pièces",
        FenField::Turn => "champ du trait",
        FenField::Castling => "champ du roque",
        FenField::EnPassant => "champ de la prise en passant",
        FenField::HalfmoveClock => "compteur de demi-coups",
        FenField::FullmoveNumber => "numéro du coup",
    }
}

const fn wanted(expected: FenExpected) -> &'static str {
    match expected {
        FenExpected::PieceOrDigit => "il faut une pièce (KQRBNP ou kqrbnp) ou un chiffre de 1 à 8",
        FenExpected::EndOfRank => "il faut « / » ou la fin : la rangée a plus de 8 cases",
        FenExpected::MoreSquares => "il faut 8 cases dans la rangée",
        FenExpected::OneDigit => "il faut un seul chiffre pour des cases vides voisines",
        FenExpected::EightRanks => "il faut 8 rangées, séparées par « / »",
        FenExpected::Turn => "il faut « w » ou « b »",
        FenExpected::Castling => "il faut « - », ou des lettres de KQkq, ou de A à H et a à h",
        FenExpected::NewRight => "chaque droit de roquer ne se donne qu'une fois",
        FenExpected::EnPassant => "il faut « - » ou une case de la rangée 3 ou 6",
        FenExpected::Number => "il faut un nombre de 0 à 65535",
        FenExpected::PositiveNumber => "il faut un nombre de 1 à 65535",
        FenExpected::Field => "il faut ce champ après une espace",
        FenExpected::End => "rien ne doit suivre",
    }
}

fn invalid_reason(f: &mut Formatter<'_>, reason: InvalidReason) -> fmt::Result {
    let (color, what) = match reason {
        InvalidReason::NoKing(color) => (color, "n'ont pas de roi"),
        InvalidReason::TooManyKings(color) => (color, "ont plus d'un roi"),
        InvalidReason::TooManyPawns(color) => (color, "ont plus de 8 pions"),
        InvalidReason::TooManyPieces(color) => (color, "ont plus de 16 pièces"),
        InvalidReason::PawnOnBackRank(color) => {
            (color, "ont un pion sur la première ou la huitième rangée")
        }
        InvalidReason::CastlingRight(color, wing) => (
            color,
            match wing {
                Wing::KingSide => "ne peuvent pas avoir droit au petit roque",
                Wing::QueenSide => "ne peuvent pas avoir droit au grand roque",
            },
        ),
        InvalidReason::OpponentInCheck => {
            return f.write_str("le joueur qui n'est pas au trait est en échec");
        }
        InvalidReason::TooManyCheckers => {
            return f.write_str("plus de deux pièces mettent en échec le joueur au trait");
        }
        InvalidReason::EnPassant => {
            return f.write_str("aucun pion n'a pu sauter la case de prise en passant");
        }
        InvalidReason::MoveNumberZero => {
            return f.write_str("les coups se comptent à partir de 1");
        }
    };
    let player = match color {
        Color::White => "les Blancs",
        Color::Black => "les Noirs",
    };
    write!(f, "{player} {what}")
}

/// `la tour f3 et le fou c4`, each with the word before it that its gender asks for.
fn pieces_on(
    f: &mut Formatter<'_>,
    position: &Position,
    squares: SquareSet,
    word: fn(Role) -> &'static str,
) -> fmt::Result {
    list(f, pieces(position, squares), "et", |f, (piece, square)| {
        write!(f, "{} {} {square}", word(piece.role), role_name(piece.role))
    })
}

fn on_move(f: &mut Formatter<'_>, number: Option<u16>) -> fmt::Result {
    let Some(number) = number else { return Ok(()) };
    f.write_str(" au ")?;
    ordinal(f, number)?;
    f.write_str(" coup")
}

fn ordinal(f: &mut Formatter<'_>, number: u16) -> fmt::Result {
    write!(f, "{number}{}", if number == 1 { "er" } else { "e" })
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pion",
        Role::Knight => "cavalier",
        Role::Bishop => "fou",
        Role::Rook => "tour",
        Role::Queen => "dame",
        Role::King => "roi",
    }
}

const fn is_feminine(role: Role) -> bool {
    matches!(role, Role::Queen | Role::Rook)
}

const fn article(role: Role) -> &'static str {
    if is_feminine(role) { "la" } else { "le" }
}

const fn new(role: Role) -> &'static str {
    if is_feminine(role) { "une nouvelle" } else { "un nouveau" }
}

const fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::KingSide => "petit roque",
        Wing::QueenSide => "grand roque",
    }
}

/// `le petit roque (O-O)`
fn the_castling(f: &mut Formatter<'_>, wing: Wing) -> fmt::Result {
    write!(f, "le {} (", wing_name(wing))?;
    Castling(wing).french(f)?;
    f.write_str(")")
}

macro_rules! gists {
    ($($($clause:ident)|+: $gist:literal;)+) => {
        /// What a clause says, in our own words, without a final point.
        const fn gist(clause: Clause) -> &'static str {
            match clause { $($(Clause::$clause)|+ => $gist,)+ }
        }
    };
}

gists! {
    Lesson7_1: "on roque d'une seule main, le roi d'abord et la tour ensuite";
    Lesson7_2: "pour roquer il faut que les six conditions soient remplies";
    Lesson7_3: "« pièce touchée, pièce jouée », au roque comme ailleurs, si c'est possible";
    Lesson7_3_1:
        "roi touché pour roquer, roque interdit : il faut tout de même jouer le roi, s'il a un \
         coup";
    Lesson7_3_2: "tour touchée avant le roi : seule la tour peut être jouée, si elle a un coup";
    Lesson7_3_3:
        "roi et tour touchés en même temps, roque interdit : il reste à roquer de l'autre côté, à \
         jouer la tour ou à jouer le roi";
    Fide1_3 | Fide1997_1_1: "le trait passe à l'adversaire dès que le coup est joué";
    Fide3_8_2 | Fide1997_3_8 | Us8A:
        "ce qu'est le roque, et ce qui l'exclut pour toujours ou pour l'instant";
    Fide4_2_1 | Fide1997_4_2 | Us10A:
        "le joueur au trait peut ajuster une pièce s'il dit d'abord « j'adoube »";
    Fide4_2_2 | Us10E: "un contact manifestement accidentel n'engage à rien";
    Fide4_3: "seule une pièce touchée sur l'échiquier pour la jouer ou la prendre engage le joueur";
    Fide1997_4_3 | Us10: "seule une pièce touchée délibérément engage le joueur";
    Fide4_3_1 | Fide1997_4_3a: "pièces de son camp touchées : jouer la première qui peut l'être";
    Fide4_3_2 | Fide1997_4_3b: "pièces adverses touchées : prendre la première qui peut l'être";
    Fide4_3_3 | Fide1997_4_3c:
        "pièces des deux couleurs touchées : prendre l'une avec l'autre, sinon jouer ou prendre \
         la première qui peut l'être";
    Fide4_4_1 | Fide1997_4_4a: "roi et tour touchés, roque légal : roquer de ce côté";
    Fide4_4_2 | Fide1997_4_4b: "tour touchée avant le roi : pas de roque de ce côté";
    Fide4_4_3:
        "roi et tour touchés, roque illégal : un autre coup de roi, le roque de l'autre côté \
         compris ; aucun coup de roi : n'importe quel coup légal";
    Fide1997_4_4c:
        "roi et tour touchés, en même temps ou dans cet ordre, roque illégal : un autre coup de \
         roi, le roque de l'autre côté compris ; aucun coup de roi : n'importe quel coup légal";
    Fide4_4_4 | Fide1997_4_4d:
        "le choix de la pièce de promotion est définitif dès qu'elle touche la case";
    Fide4_5 | Fide1997_4_5 | Us10D:
        "rien de ce qui est touché ne peut être joué ni pris : n'importe quel coup légal";
    Fide4_7 | Us9A: "une pièce lâchée sur une case par un coup légal n'en bouge plus";
    Fide1997_4_6:
        "une pièce lâchée sur une case par un coup légal, ou une partie d'un tel coup, n'en bouge \
         plus";
    Fide4_7_1: "une prise est jouée quand la pièce prise est retirée et celle qui prend lâchée";
    Fide4_7_2:
        "le roque est joué quand la tour est lâchée ; le roi lâché sur sa case de roque oblige à \
         roquer";
    Fide4_7_3: "une promotion est jouée quand la nouvelle pièce est lâchée et le pion retiré";
    Fide4_8:
        "qui touche une pièce pour la jouer ne peut plus invoquer une infraction aux articles 4.1 \
         à 4.7";
    Fide1997_4_7: "qui touche une pièce ne peut plus invoquer une infraction à l'article 4";
    Fide5_1_1 | Fide1997_5_1a | Us13A: "l'échec et mat met fin à la partie";
    Fide5_2_1 | Fide1997_5_2a | Us14A: "le pat met fin à la partie";
    Fide7_5_1 | Us11A:
        "un coup illégal achevé est repris, et remplacé selon la règle « pièce touchée, pièce \
         jouée »";
    Fide1997_7_4: "un coup illégal est repris, et remplacé selon l'article 4";
    Fide7_5_2: "un pion laissé sur la dernière rangée devient une dame";
    Fide7_5_3: "appuyer sur la pendule sans avoir joué compte comme un coup illégal";
    Fide7_5_4: "un coup joué à deux mains compte comme un coup illégal";
    Fide11_5 | Fide1997_12_5 | Us20G: "l'adversaire ne doit pas être dérangé";
    Fide1997_6_8: "on appuie sur la pendule une fois le coup joué";
    Us8A2: "roi touché d'abord ou avec la tour, roque légal : roquer de ce côté";
    Us9D: "la promotion est déterminée quand la nouvelle pièce est lâchée";
    Us9G: "un coup déterminé est achevé par l'appui sur la pendule";
    Us10B: "une pièce touchée délibérément doit être jouée ou prise, la première touchée d'abord";
    Us10C: "pièces des deux couleurs touchées : prendre l'une avec l'autre";
    Us10I1:
        "roi touché d'abord ou avec la tour, roque illégal : un autre coup de roi, le roque de \
         l'autre côté compris";
    Us10I2: "tour touchée d'abord : pas de roque avec elle";
    Us10I2VariationI: "tour touchée d'abord : roquer avec elle, ou la jouer";
}

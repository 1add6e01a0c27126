//! Rulings in words, in English and French.
//!
//! All that can be said is a value: a clause, an infraction, or one of the phrases of [`phrase`].
//! [`Language::say`] makes of it something that prints, without a heap, so that the display of a
//! chess board can show it too:
//!
//! ```
//! use touch_move::clause::Clause;
//! use touch_move::words::Language;
//!
//! let clause = Clause::Fide5_2_1;
//! assert_eq!(Language::English.say(clause).to_string(), "stalemate ends the game");
//! assert_eq!(Language::French.say(clause).to_string(), "le pat met fin à la partie");
//! ```
//!
//! A phrase that lacks a language does not compile, and neither does a match that lacks a case.

use core::fmt::{self, Write};
use core::str::FromStr;

pub mod phrase;

mod en;
mod fr;

use self::phrase::{English, French};

/// A language that rulings are told in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Language {
    /// English.
    #[default]
    English = 0,
    /// French, with the terms of French chess.
    French = 1,
}

impl Language {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// The code of ISO 639: `en`, `fr`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// The phrase, to be printed in this language.
    #[must_use]
    pub const fn say<P: English + French>(self, phrase: P) -> Said<P> {
        Said { phrase, language: self }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The text names no language: `en` or `fr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotALanguage;

impl fmt::Display for NotALanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such language: en or fr")
    }
}

impl core::error::Error for NotALanguage {}

impl FromStr for Language {
    type Err = NotALanguage;

    fn from_str(text: &str) -> Result<Self, NotALanguage> {
        Self::ALL.into_iter().find(|language| language.code() == text).ok_or(NotALanguage)
    }
}

/// A phrase in a language; it prints itself. See [`Language::say`].
#[derive(Clone, Copy, Debug)]
pub struct Said<P> {
    phrase: P,
    language: Language,
}

impl<P: English + French> fmt::Display for Said<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.language {
            Language::English => self.phrase.english(f),
            Language::French => {
                let mut typesetter = Typesetter { out: f, space: false, opened: false };
                write!(typesetter, "{}", InFrench(&self.phrase))?;
                typesetter.finish()
            }
        }
    }
}

struct InFrench<'p, P>(&'p P);

impl<P: French> fmt::Display for InFrench<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.french(f)
    }
}

/// Sets French text: the space before `:`, `;`, `!`, `?` and `»`, and after `«`, may not break.
struct Typesetter<'f, 'g> {
    out: &'f mut fmt::Formatter<'g>,
    /// A space is held back until it is known what follows it.
    space: bool,
    /// The last character was `«`.
    opened: bool,
}

impl Typesetter<'_, '_> {
    const UNBREAKABLE: char = '\u{a0}';

    fn finish(self) -> fmt::Result {
        if self.space { self.out.write_char(' ') } else { Ok(()) }
    }
}

impl Write for Typesetter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            if self.space {
                let tied = self.opened || matches!(letter, ':' | ';' | '!' | '?' | '»');
                self.out.write_char(if tied { Self::UNBREAKABLE } else { ' ' })?;
                self.opened = false;
            }
            self.space = letter == ' ';
            if !self.space {
                self.opened = letter == '«';
                self.out.write_char(letter)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::phrase::{
        Castling, Chess960, English, French, Happened, Heading, Headline, IncidentOf,
        PenalisedOffences, Player, Remark, Required, Turn, Unmet,
    };
    use super::{Language, NotALanguage};
    use crate::arbiter::{Arbiter, Misuse};
    use crate::chess::castling::{Failed, conditions};
    use crate::chess::fen::{FenError, FenExpected, FenField};
    use crate::chess::moves::LegalMoves;
    use crate::chess::notation::{Illegal, MoveError, parse_move};
    use crate::chess::piece::{Color, Role, Wing};
    use crate::chess::position::Position;
    use crate::chess::square::Square;
    use crate::clause::{Clause, Source};
    use crate::event::{Event, NotAnEvent};
    use crate::facts::Placement;
    use crate::law::rulebooks::{Decision, Rulebook};
    use crate::ruling::{Claim, Infraction, Penalty, Reading};
    use core::fmt;
    use std::collections::BTreeSet;
    use std::string::{String, ToString};
    use std::vec::Vec;

    struct Text(&'static str);

    impl English for Text {
        fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl French for Text {
        fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            for letter in self.0.chars() {
                write!(f, "{letter}")?;
            }
            Ok(())
        }
    }

    #[test]
    fn french_marks_are_not_parted_from_their_word() {
        let text = Text("un  « mot » : oui ; non ! et e1:g1 ");
        assert_eq!(Language::English.say(Text(text.0)).to_string(), text.0);
        assert_eq!(
            Language::French.say(text).to_string(),
            "un  «\u{a0}mot\u{a0}»\u{a0}: oui\u{a0}; non\u{a0}! et e1:g1 "
        );
    }

    #[test]
    fn languages_parse_as_printed() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
        assert_eq!("de".parse::<Language>(), Err(NotALanguage));
    }

    /// Both languages have their own words, and set them well.
    fn translated<P: English + French + Copy>(phrases: &[P]) {
        for &phrase in phrases {
            let english = Language::English.say(phrase).to_string();
            let french = Language::French.say(phrase).to_string();
            assert_ne!(english, french);
            for text in [english, french] {
                assert!(!text.is_empty() && !text.ends_with('.') && text.trim() == text, "{text}");
                assert!(
                    [" :", " ;", " !", " ?", "  "].iter().all(|it| !text.contains(it)),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn everything_is_translated() {
        let square = Square::A1;
        translated(Clause::ALL);
        translated(&Source::ALL);
        translated(&Rulebook::ALL);
        translated(Decision::ALL);
        translated(Reading::ALL);
        translated(&Infraction::ALL);
        translated(&[Penalty::TwoMinutes, Penalty::OneMinute, Penalty::GameLost, Penalty::Draw]);
        translated(&[Claim::Upheld, Claim::TooLate, Claim::Unfounded]);
        translated(&Heading::ALL);
        translated(&Color::ALL.map(Player));
        translated(&Failed::ALL.map(Required));
        translated(&[Remark::AllConditionsMet, Remark::NoChange, Remark::TurnPasses]);
        translated(&[Chess960 { king: square, rook: square }]);
        translated(&[Remark::NotAtHome, Remark::ToMove, Remark::Yes, Remark::WholeGame]);
        translated(&[Remark::NothingToReport, Remark::MovesMade, Remark::Penalties]);
        translated(&[Turn { player: Color::White, number: 1 }]);
        translated(&[IncidentOf { number: 1, all: 2 }]);
        translated(&[PenalisedOffences([1, 0])]);
        translated(&[Misuse::NoPiece(square), Misuse::EmptyGroup, Misuse::NoPromotion(Role::King)]);
        translated(&[NotAnEvent::Square, NotAnEvent::Role, NotAnEvent::Twice(square)]);
        translated(&[NotAnEvent::Word]);
    }

    #[test]
    fn every_error_is_translated() {
        let syntax = |field, expected| FenError::Syntax { field, offset: 3, expected };
        for field in [
            FenField::Placement,
            FenField::Turn,
            FenField::Castling,
            FenField::EnPassant,
            FenField::HalfmoveClock,
            FenField::FullmoveNumber,
        ] {
            translated(&[syntax(field, FenExpected::Field)]);
        }
        for fen in [
            "8/8/8/8/8/8/8/8 w - - 0 0",
            "kk6/8/8/8/8/8/8/KK6 b K - 0 1",
            "4k3/8/8/8/8/8/4r3/4K3 b q e3 0 1",
            "P3k3/PPPPPPPP/PPPPPPPP/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/7b/3n1n2/4r3/4K3 w - - 0 1",
        ] {
            translated(&[Position::from_fen(fen).unwrap_err()]);
        }
        let illegal = [
            Illegal::CannotReach,
            Illegal::OwnPiece,
            Illegal::KingInCheck,
            Illegal::PromotionMissing,
            Illegal::PromotionWrong,
            Illegal::NothingToTake,
        ];
        translated(&illegal.map(MoveError::Illegal));
        translated(&Failed::ALL.map(|failed| MoveError::Illegal(Illegal::Castling(failed))));
        let squares = Square::A1.set() | Square::A1.mirrored().set();
        translated(&[MoveError::Form, MoveError::NoPieceOn(Square::A1)]);
        translated(&[MoveError::NoPiece(Role::Rook), MoveError::Ambiguous(squares)]);
    }

    const ROOK_ON_F3: &str = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
    const OPEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PAWN_ON_F7: &str = "8/5P1k/8/6K1/8/8/8/8 w - - 0 1";
    const CAPTURES: &str = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1";

    /// The position, the rulebook, the events, and the ruling in both languages.
    const HEADLINES: &[(&str, Rulebook, &str, &str, &str)] = &[
        (
            ROOK_ON_F3,
            Rulebook::Lesson,
            "",
            "White may make any legal move.",
            "Les Blancs peuvent jouer n'importe quel coup légal.",
        ),
        (
            ROOK_ON_F3,
            Rulebook::Fide2023,
            "e1 h1",
            "White must move the king or castle on the other wing (O-O-O).",
            "Les Blancs doivent jouer leur roi ou roquer de l'autre côté (grand roque O-O-O).",
        ),
        (
            ROOK_ON_F3,
            Rulebook::Lesson,
            "e1+h1",
            "White must move the king, castle on the other wing (O-O-O) or move the rook on h1.",
            "Les Blancs doivent jouer leur roi, roquer de l'autre côté (grand roque O-O-O) ou \
             jouer leur tour h1.",
        ),
        (
            OPEN,
            Rulebook::Lesson,
            "h1 e1",
            "White must move the rook on h1.",
            "Les Blancs doivent jouer leur tour h1.",
        ),
        (
            OPEN,
            Rulebook::Fide2023,
            "e1 a1",
            "White must castle queenside (O-O-O).",
            "Les Blancs doivent faire le grand roque (O-O-O).",
        ),
        (
            OPEN,
            Rulebook::Fide2023,
            "e1-g1",
            "White must finish castling kingside (O-O).",
            "Les Blancs doivent achever le petit roque (O-O).",
        ),
        (
            OPEN,
            Rulebook::Fide2023,
            "e1-g1 h1-f1 clock",
            "White has played O-O, and it stands. Black is on move.",
            "Les Blancs ont fait le petit roque (O-O), et ce coup est définitif. Le trait est aux \
             Noirs.",
        ),
        (
            CAPTURES,
            Rulebook::Fide2023,
            "d5",
            "White must capture the pawn on d5.",
            "Les Blancs doivent prendre le pion d5.",
        ),
        (
            CAPTURES,
            Rulebook::Fide2023,
            "d5+f5 e4",
            "White must capture the pawn on d5 with the pawn on e4 or capture the pawn on f5 with \
             the pawn on e4.",
            "Les Blancs doivent prendre le pion d5 avec leur pion e4 ou prendre le pion f5 avec \
             leur pion e4.",
        ),
        (
            PAWN_ON_F7,
            Rulebook::Fide2023,
            "f7-f8",
            "White must finish the promotion on f8.",
            "Les Blancs doivent achever la promotion en f8.",
        ),
        (
            PAWN_ON_F7,
            Rulebook::Fide2023,
            "R@f8",
            "White must move the pawn on f7, promoting to a rook.",
            "Les Blancs doivent jouer leur pion f7, avec promotion en tour.",
        ),
        (
            PAWN_ON_F7,
            Rulebook::Fide2023,
            "N-f8 off:f7",
            "White has played f8=N+, and it stands.",
            "Les Blancs ont joué f8=C+, et ce coup est définitif.",
        ),
        (
            "8/8/8/3pP3/8/8/8/k1K5 w - d6 0 2",
            Rulebook::Fide2023,
            "e5-d6",
            "White must finish the move exd6.",
            "Les Blancs doivent achever le coup exd6.",
        ),
        (
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            Rulebook::Fide2023,
            "a1-a8",
            "White has played Ra8#, and it stands. Checkmate.",
            "Les Blancs ont joué Ta8#, et ce coup est définitif. Échec et mat.",
        ),
        (
            "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
            Rulebook::Fide2023,
            "",
            "Black is checkmated.",
            "Les Noirs sont échec et mat.",
        ),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            Rulebook::Fide2023,
            "",
            "Black is stalemated.",
            "Les Noirs sont pat.",
        ),
        (
            // Neither rook nor king can move, and castling would move the rook only.
            "4k3/8/b7/8/8/8/5PPP/6KR w H - 0 1",
            Rulebook::Fide2023,
            "h1 g1",
            "White may make any legal move but O-O.",
            "Les Blancs peuvent jouer n'importe quel coup légal, sauf le petit roque (O-O).",
        ),
    ];

    #[test]
    fn headlines_say_the_ruling() {
        for &(fen, rules, events, english, french) in HEADLINES {
            let mut arbiter =
                Arbiter::new(Position::from_fen(fen).expect("the position is valid"), rules);
            for event in events.split_ascii_whitespace() {
                arbiter
                    .handle(event.parse().expect("it is written as it should be"))
                    .expect("the event can happen");
            }
            let (ruling, position) = (arbiter.ruling(), *arbiter.position());
            let moves = LegalMoves::new(&position);
            let over = arbiter.closed_with().is_some();
            let headline = Headline { ruling: &ruling, moves, over };
            assert_eq!(Language::English.say(headline).to_string(), english, "{fen} {events}");
            assert_eq!(Language::French.say(headline).to_string(), french, "{fen} {events}");
        }
    }

    /// What speaks against castling, in both languages.
    fn unmet(fen: &str, moves: &str, wing: Wing) -> [Vec<String>; 2] {
        let mut position = Position::from_fen(fen).expect("the position is valid");
        for text in moves.split_ascii_whitespace() {
            position = position.play(parse_move(text, &position).expect("the move is legal"));
        }
        let report = conditions(&position, position.turn(), wing);
        Language::ALL.map(|language| {
            let unmet = report.failed().map(|condition| Unmet { condition, position: &position });
            unmet.map(|unmet| language.say(unmet).to_string()).collect()
        })
    }

    #[test]
    fn castling_conditions_name_squares_pieces_and_moves() {
        let known = [
            unmet("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "", Wing::KingSide),
            unmet("4k3/8/8/8/8/8/8/R1BQK2R w KQ - 0 1", "", Wing::QueenSide),
            unmet("4k3/8/8/8/4q3/8/8/4K2R w K - 0 1", "", Wing::KingSide),
            unmet("4k3/8/8/8/8/5rr1/8/4K2R w K - 0 1", "", Wing::KingSide),
            unmet(OPEN, "h1h8 e8d7 h8h1 d7e8", Wing::KingSide),
            unmet(OPEN, "a1b1 h8h1 e1d2 h1h8 d2e1 e8e7", Wing::KingSide),
            unmet(OPEN, "e1g1 e8d8", Wing::QueenSide),
            unmet("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "", Wing::KingSide),
        ];
        let expected = [
            ["the knight on g1 stands in the way", "le cavalier g1 barre la voie"],
            [
                "the bishop on c1 and the queen on d1 stand in the way",
                "le fou c1 et la dame d1 barrent la voie",
            ],
            ["the king is in check from the queen on e4", "le roi est mis en échec par la dame e4"],
            ["g1 is attacked by the rook on g3", "la case g1 est attaquée par la tour g3"],
            ["the rook has moved on move 1", "la tour a bougé au 1er coup"],
            ["the rook was captured on move 1", "la tour a été prise au 1er coup"],
            ["the king has castled already on move 1", "le roi a déjà roqué au 1er coup"],
            ["king or rook has moved", "le roi ou la tour a déjà bougé"],
        ];
        for ([english, french], [in_english, in_french]) in known.iter().zip(expected) {
            assert!(english.iter().any(|text| text == in_english), "{english:?}");
            assert!(french.iter().any(|text| text == in_french), "{french:?}");
        }
    }

    #[test]
    fn events_are_told_apart() {
        let position = Position::from_fen(CAPTURES).expect("the position is valid");
        let board = Placement::new();
        let events = "e4 e4+d5 e4-e4 e4-d5 off:d5 adjust:e4 brush:e4 Q@f8 Q-f8 hands clock opp:d5 \
                      claim arbiter";
        for language in Language::ALL {
            let say = |text: &str| {
                let event: Event = text.parse().expect("it is written as it should be");
                language.say(Happened { event, position: &position, board: &board }).to_string()
            };
            let told: BTreeSet<String> = events.split(' ').map(say).collect();
            assert_eq!(told.len(), events.split(' ').count(), "{told:?}");
        }
        let castling = Wing::ALL.map(|wing| Language::French.say(Castling(wing)).to_string());
        assert_eq!(castling, ["O-O", "O-O-O"]);
    }
}

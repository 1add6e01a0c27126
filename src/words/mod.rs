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
//! assert_eq!(Language::French.say(clause).to_string(), "le pat termine la partie");
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
    use super::phrase::{English, French};
    use super::{Language, NotALanguage};
    use core::fmt;
    use std::string::ToString;

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
}

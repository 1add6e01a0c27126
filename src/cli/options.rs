//! The options that several commands share.

use std::env;
use std::string::String;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::arbiter::Play;
use crate::law::rulebooks::Rulebook;
use crate::words::Language;

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs: one JSON object
    Json,
}

/// The kind of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PlayOption {
    /// Standard time control
    #[default]
    Standard,
    /// Rapid chess
    Rapid,
    /// Blitz
    Blitz,
}

impl From<PlayOption> for Play {
    fn from(option: PlayOption) -> Self {
        match option {
            PlayOption::Standard => Self::Standard,
            PlayOption::Rapid => Self::Rapid,
            PlayOption::Blitz => Self::Blitz,
        }
    }
}

/// Reads a rulebook's name.
pub fn rulebook() -> impl TypedValueParser<Value = Rulebook> {
    PossibleValuesParser::new(Rulebook::ALL.map(Rulebook::id))
        .map(|id| id.parse().expect("the possible values are the names of the rulebooks"))
}

/// Reads a language's code.
pub fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code))
        .map(|code| code.parse().expect("the possible values are the codes of the languages"))
}

/// The language of the environment: French where the locale is.
pub fn language_of_environment() -> Language {
    language_of_locale(|name| env::var(name).ok())
}

/// The first locale variable that is set and not empty decides, as in POSIX.
fn language_of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()))
        .unwrap_or_default();
    let language = locale.split(['_', '.', '@', '-']).next();
    if language == Some("fr") { Language::French } else { Language::English }
}

#[cfg(test)]
mod tests {
    use super::language_of_locale;
    use crate::words::Language;
    use std::string::ToString;

    #[test]
    fn the_locale_decides_by_its_precedence() {
        for (all, messages, lang, language) in [
            ("", "", "", Language::English),
            ("", "", "fr_FR.UTF-8", Language::French),
            ("", "", "fr", Language::French),
            ("", "", "frr_DE", Language::English),
            ("C", "", "fr_FR.UTF-8", Language::English),
            ("", "fr_CA", "en_US", Language::French),
        ] {
            let variable = |name: &str| match name {
                "LC_ALL" => Some(all.to_string()),
                "LC_MESSAGES" => Some(messages.to_string()),
                "LANG" => Some(lang.to_string()),
                _ => None,
            };
            assert_eq!(language_of_locale(variable), language, "{all} {messages} {lang}");
        }
    }
}

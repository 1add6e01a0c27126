//! `rule`: the ruling after events told as arguments.

use core::fmt;
use std::borrow::ToOwned;
use std::format;
use std::io::{self, Write};
use std::string::{String, ToString};
use std::vec::Vec;

use clap::Args;

use crate::arbiter::Arbiter;
use crate::cli::answer::Answer;
use crate::cli::failure::{Failure, InputError, Place};
use crate::cli::json::{CastlingJson, RuleJson, RulingJson, StepJson};
use crate::cli::options::{Format, PlayOption, rulebook};
use crate::cli::render::{BoardStyle, Renderer, Step};
use crate::cli::start::StartArgs;
use crate::game::Game;
use crate::law::rulebooks::Rulebook;
use crate::words::Language;
use crate::words::phrase::{English, French};

/// The arguments of `rule`.
#[derive(Args, Clone, Debug)]
pub struct RuleArgs {
    #[command(flatten)]
    start: StartArgs,

    /// What happened, in order: e1 (touched), e1+h1 (together), e1-g1 (let go), off:d5, adjust:f3,
    /// brush:f3, Q@f8, Q-f8, hands, clock, opp:g1, claim, arbiter
    #[arg(value_name = "EVENT")]
    events: Vec<String>,

    /// The rulebook to rule by
    #[arg(long, env = "TOUCH_MOVE_RULES", default_value = Rulebook::default().id(),
          value_parser = rulebook())]
    rules: Rulebook,

    /// The kind of play, on which penalties depend
    #[arg(long, value_enum, default_value_t)]
    play: PlayOption,

    /// Penalised offences completed before, by White and by Black: "1,0"
    #[arg(long, value_name = "W,B", default_value = "0,0", hide_default_value = true,
          value_parser = offences)]
    offences: [u8; 2],

    /// What to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Draw the board, the touched pieces in parentheses
    #[arg(long, value_enum, value_name = "STYLE", num_args = 0..=1, require_equals = true,
          default_missing_value = "unicode")]
    board: Option<BoardStyle>,
}

/// Rules, and prints the ruling.
pub fn run(
    args: &RuleArgs,
    language: Language,
    width: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let position = args.start.position(&args.events, language)?;
    let arbiter =
        Arbiter::new(position, args.rules).with_play(args.play.into()).with_offences(args.offences);
    let mut game = Game::new(arbiter);
    let mut steps = Vec::new();
    for (number, text) in (1..).zip(&args.events) {
        let wrong = |message: String| {
            let error = NotThisEvent { number, text, message: &message };
            InputError::new(language.say(error).to_string())
                .at(Place::whole(format!("EVENT {number}"), text))
        };
        let event = text.parse().map_err(|error| wrong(language.say(error).to_string()))?;
        steps.push(
            Step::of(&mut game, None, event)
                .map_err(|misuse| wrong(language.say(misuse).to_string()))?,
        );
    }
    let answer = Answer::of(&game, true);
    match args.format {
        Format::Text => {
            let mut renderer = Renderer { out, language, width };
            renderer.ruling(&answer, &steps, args.board)?;
            renderer.note(args.start.chess960_by_fen())?;
        }
        Format::Json => {
            let json = json(args.rules, &answer, &steps);
            writeln!(out, "{}", serde_json::to_string(&json).map_err(io::Error::from)?)?;
        }
    }
    Ok(())
}

fn json(rules: Rulebook, answer: &Answer, steps: &[Step]) -> RuleJson {
    let position = &answer.position;
    let step = |step: &Step| StepJson {
        event: step.event.to_string(),
        ruling: RulingJson::new(&step.answer),
    };
    RuleJson {
        rules: rules.id(),
        fen: position.to_string(),
        turn: position.turn(),
        steps: steps.iter().map(step).collect(),
        ruling: RulingJson::new(answer),
        castling: CastlingJson::new(position, position.turn()),
    }
}

/// An argument that is no event, or no possible one.
struct NotThisEvent<'t> {
    number: usize,
    text: &'t str,
    message: &'t str,
}

impl English for NotThisEvent<'_> {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}, {}: {}", self.number, self.text, self.message)
    }
}

impl French for NotThisEvent<'_> {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fait {}, {} : {}", self.number, self.text, self.message)
    }
}

fn offences(text: &str) -> Result<[u8; 2], &'static str> {
    let count = |part: &str| part.trim().parse().ok();
    text.split_once(',')
        .and_then(|(white, black)| Some([count(white)?, count(black)?]))
        .ok_or("two numbers from 0 to 255 are wanted, as in 1,0")
}

#[cfg(test)]
mod tests {
    use super::offences;

    #[test]
    fn offences_are_two_numbers() {
        assert_eq!(offences("1,0"), Ok([1, 0]));
        assert_eq!(offences("0, 2"), Ok([0, 2]));
        for text in ["", "1", "1,", "1,x", "1,256", "1,0,0", "-1,0"] {
            assert!(offences(text).is_err(), "{text}");
        }
    }
}

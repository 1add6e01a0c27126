//! What happened on the board, in the past tense: the input of the machine.
//!
//! The short form (`e1`, `e1-g1`, `off:d5`, `clock`) is the same on the command line, in JSON
//! lines and in logs; [`Event`] prints and parses it.

use core::fmt;
use core::str::FromStr;

use crate::chess::piece::Role;
use crate::chess::square::{Square, SquareSet};

/// One thing that happened.
///
/// A square names the piece that stood there when the turn began; if that piece is off the board
/// or none stood there, the piece that stands there now. Whose event it is follows from the turn:
/// all events are those of the player whose turn is open, but for those that name the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Event {
    /// The player touched a piece of either colour, meaning to move or capture it. `e1`
    Touched(Square),
    /// The player touched these pieces at the same time, or in an order nobody can tell. `e1+h1`
    TouchedTogether(SquareSet),
    /// The piece that stood on the first square was let go on the second; both the same: put back.
    /// An enemy piece there is taken off the board. `e1-g1`
    Released(Square, Square),
    /// The piece was taken off the board. `off:d5`
    Removed(Square),
    /// The piece was touched after announcing that it would be adjusted. `adjust:f3`
    Adjusted(Square),
    /// The piece was touched by clear accident. `brush:f3`
    Brushed(Square),
    /// A new piece of this role touched the promotion square. `Q@f8`
    PromotionTouched(Role, Square),
    /// A new piece of this role was let go on the promotion square. `Q-f8`
    PromotionReleased(Role, Square),
    /// This move is being made with both hands. `hands`
    BothHands,
    /// The player pressed the clock. `clock`
    ClockPressed,
    /// The opponent touched a piece, meaning to move or capture it. `opp:g1`
    OpponentTouched(Square),
    /// The opponent claims a breach of the rules. `claim`
    Claimed,
    /// The arbiter saw the breach himself and steps in. `arbiter`
    ArbiterSaw,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Touched(square) => write!(f, "{square}"),
            Self::TouchedTogether(squares) => {
                for (place, square) in squares.enumerate() {
                    if place > 0 {
                        f.write_str("+")?;
                    }
                    write!(f, "{square}")?;
                }
                Ok(())
            }
            Self::Released(from, to) => write!(f, "{from}-{to}"),
            Self::Removed(square) => write!(f, "off:{square}"),
            Self::Adjusted(square) => write!(f, "adjust:{square}"),
            Self::Brushed(square) => write!(f, "brush:{square}"),
            Self::PromotionTouched(role, square) => {
                write!(f, "{}@{square}", role.letter().to_ascii_uppercase())
            }
            Self::PromotionReleased(role, square) => {
                write!(f, "{}-{square}", role.letter().to_ascii_uppercase())
            }
            Self::BothHands => f.write_str("hands"),
            Self::ClockPressed => f.write_str("clock"),
            Self::OpponentTouched(square) => write!(f, "opp:{square}"),
            Self::Claimed => f.write_str("claim"),
            Self::ArbiterSaw => f.write_str("arbiter"),
        }
    }
}

/// The text is not an event in short form; each variant says what was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAnEvent {
    /// A square is wanted, `a1` to `h8`.
    Square,
    /// A promotion piece is wanted: `Q`, `R`, `B` or `N`.
    Role,
    /// The same square stands twice in one group.
    Twice(Square),
    /// The word before the colon is none of `off`, `adjust`, `brush` and `opp`.
    Word,
}

impl fmt::Display for NotAnEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square => f.write_str(
                "not an event: a square a1 to h8 is wanted, as in e1, e1+h1, e1-g1 or off:d5, \
                 or one of hands, clock, claim, arbiter",
            ),
            Self::Role => f.write_str("not a promotion piece: Q, R, B or N, as in Q@f8 or Q-f8"),
            Self::Twice(square) => write!(f, "{square} stands twice in one group"),
            Self::Word => f.write_str(
                "not an event: before a colon stands off, adjust, brush or opp, as in off:d5",
            ),
        }
    }
}

impl core::error::Error for NotAnEvent {}

impl FromStr for Event {
    type Err = NotAnEvent;

    fn from_str(text: &str) -> Result<Self, NotAnEvent> {
        match text {
            "hands" => return Ok(Self::BothHands),
            "clock" => return Ok(Self::ClockPressed),
            "claim" => return Ok(Self::Claimed),
            "arbiter" => return Ok(Self::ArbiterSaw),
            _ => {}
        }
        if let Some((word, place)) = text.split_once(':') {
            let of: fn(Square) -> Self = match word {
                "off" => Self::Removed,
                "adjust" => Self::Adjusted,
                "brush" => Self::Brushed,
                "opp" => Self::OpponentTouched,
                _ => return Err(NotAnEvent::Word),
            };
            return Ok(of(square(place)?));
        }
        if let Some((role, place)) = text.split_once('@') {
            return Ok(Self::PromotionTouched(promotion_role(role)?, square(place)?));
        }
        if let Some((from, to)) = text.split_once('-') {
            return Ok(if from.len() == 1 {
                Self::PromotionReleased(promotion_role(from)?, square(to)?)
            } else {
                Self::Released(square(from)?, square(to)?)
            });
        }
        if text.contains('+') {
            return group(text).map(Self::TouchedTogether);
        }
        square(text).map(Self::Touched)
    }
}

fn square(text: &str) -> Result<Square, NotAnEvent> {
    text.parse().map_err(|_| NotAnEvent::Square)
}

fn promotion_role(text: &str) -> Result<Role, NotAnEvent> {
    let mut letters = text.chars();
    match (
        letters.next().filter(char::is_ascii_uppercase).and_then(Role::from_letter),
        letters.next(),
    ) {
        (Some(role), None) if Role::PROMOTIONS.contains(&role) => Ok(role),
        _ => Err(NotAnEvent::Role),
    }
}

fn group(text: &str) -> Result<SquareSet, NotAnEvent> {
    let mut squares = SquareSet::EMPTY;
    for part in text.split('+') {
        let next = square(part)?;
        if squares.contains(next) {
            return Err(NotAnEvent::Twice(next));
        }
        squares.insert(next);
    }
    Ok(squares)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{Event, NotAnEvent};
    use std::string::ToString;

    #[test]
    fn short_form_prints_what_it_parses() {
        for text in [
            "e1",
            "e1+h1",
            "e1-g1",
            "e1-e1",
            "off:d5",
            "adjust:f3",
            "brush:f3",
            "Q@f8",
            "N-f8",
            "hands",
            "clock",
            "opp:g1",
            "claim",
            "arbiter",
        ] {
            assert_eq!(text.parse::<Event>().map(|event| event.to_string()), Ok(text.to_string()));
        }
    }

    #[test]
    fn short_form_says_what_is_wrong() {
        for (text, wrong) in [
            ("", NotAnEvent::Square),
            ("h9", NotAnEvent::Square),
            ("e1+", NotAnEvent::Square),
            ("K@f8", NotAnEvent::Role),
            ("q@f8", NotAnEvent::Role),
            ("on:f8", NotAnEvent::Word),
        ] {
            assert_eq!(text.parse::<Event>(), Err(wrong), "{text}");
        }
        assert!(matches!("e1+e1".parse::<Event>(), Err(NotAnEvent::Twice(_))));
    }
}

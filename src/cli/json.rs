//! Rulings as JSON. The names and their order are a promise to users: see `docs/commands.md`.

use std::string::{String, ToString};
use std::vec::Vec;

use serde::Serialize;

use crate::chess::castling::{CastlingReport, FailedCondition, conditions};
use crate::chess::moves::{LegalMoves, Move};
use crate::chess::piece::{Color, Wing};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::cli::answer::Answer;
use crate::game::Difference;
use crate::record::Ply;
use crate::ruling::{Claim, Duty, Infraction, Offence, Penalty, Reading, Verdict};

/// The answer of `rule`.
#[derive(Serialize)]
pub struct RuleJson {
    /// The rulebook.
    pub rules: &'static str,
    /// The position in which the turn began that the ruling speaks of.
    pub fen: String,
    /// The player whose turn it is.
    pub turn: Color,
    /// Every event with the ruling after it.
    pub steps: Vec<StepJson>,
    /// The ruling after all events.
    pub ruling: RulingJson,
    /// What speaks against castling in this position.
    pub castling: CastlingJson,
}

/// An event and the ruling after it.
#[derive(Serialize)]
pub struct StepJson {
    /// The event in short form.
    pub event: String,
    /// The ruling after it.
    pub ruling: RulingJson,
}

/// The answer of `listen` to a line.
#[derive(Serialize)]
pub struct BoardJson<'a> {
    /// The board that the line named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<&'a str>,
    /// The player whose turn it is.
    pub turn: Color,
    /// The position in which that turn began.
    pub fen: String,
    /// The ruling.
    pub ruling: RulingJson,
    /// What speaks against castling in this position.
    pub castling: CastlingJson,
}

impl<'a> BoardJson<'a> {
    /// What is answered for this board.
    pub fn new(board: Option<&'a str>, answer: &Answer) -> Self {
        let position = &answer.position;
        Self {
            board,
            turn: position.turn(),
            fen: position.to_string(),
            ruling: RulingJson::new(answer),
            castling: CastlingJson::new(position, position.turn()),
        }
    }
}

/// The answer of `listen` to a line that it cannot follow.
#[derive(Serialize)]
pub struct ErrorJson<'a> {
    /// The board that the line named, if that could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<&'a str>,
    /// What is wrong.
    pub error: ErrorBody<'a>,
}

/// What is wrong with a line.
#[derive(Serialize)]
pub struct ErrorBody<'a> {
    /// For programs.
    pub code: &'a str,
    /// For people.
    pub message: &'a str,
}

/// The answer of `castling`.
#[derive(Serialize)]
pub struct CastlingAnswerJson {
    /// The position.
    pub fen: String,
    /// The player to move.
    pub turn: Color,
    /// White's castlings.
    pub white: CastlingJson,
    /// Black's castlings.
    pub black: CastlingJson,
}

impl CastlingAnswerJson {
    /// What is answered for this position.
    pub fn new(position: &Position) -> Self {
        let castling = |color| CastlingJson {
            king_side: WingJson::with_history(&conditions(position, color, Wing::KingSide)),
            queen_side: WingJson::with_history(&conditions(position, color, Wing::QueenSide)),
        };
        Self {
            fen: position.to_string(),
            turn: position.turn(),
            white: castling(Color::White),
            black: castling(Color::Black),
        }
    }
}

/// A ruling.
#[derive(Serialize)]
pub struct RulingJson {
    verdict: Verdict,
    options: Vec<OptionJson>,
    allowed: Vec<String>,
    because: Vec<String>,
    readings: Vec<&'static str>,
    infractions: Vec<InfractionJson>,
    claim: Option<Claim>,
    made: Option<String>,
    differs: Vec<DifferenceJson>,
}

impl RulingJson {
    /// The ruling of an answer.
    pub fn new(answer: &Answer) -> Self {
        let Answer { position, ruling, .. } = answer;
        let moves = LegalMoves::new(position);
        Self {
            verdict: ruling.verdict,
            options: ruling.options(moves).map(OptionJson::new).collect(),
            allowed: sorted_uci(ruling.allowed.iter(moves), position),
            because: ruling.because.iter().map(|clause| clause.to_string()).collect(),
            readings: ruling.readings.iter().map(Reading::id).collect(),
            infractions: ruling.infractions.iter().map(InfractionJson::new).collect(),
            claim: ruling.claim,
            made: ruling.made.map(|made| made.uci(position).to_string()),
            differs: answer.differs.iter().map(|it| DifferenceJson::new(it, position)).collect(),
        }
    }
}

#[derive(Serialize)]
struct OptionJson {
    duty: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    wing: Option<Wing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<Square>,
}

impl OptionJson {
    fn new(duty: Duty) -> Self {
        let (wing, square, with) = match duty {
            Duty::Complete | Duty::MoveKing => (None, None, None),
            Duty::Castle(wing) | Duty::CastleOtherWing(wing) => (Some(wing), None, None),
            Duty::MoveRook(square) | Duty::Move(square) | Duty::Capture(square) => {
                (None, Some(square), None)
            }
            Duty::CaptureWith(square, with) => (None, Some(square), Some(with)),
        };
        Self { duty: duty.code(), wing, square, with }
    }
}

#[derive(Serialize)]
struct InfractionJson {
    kind: Infraction,
    clause: String,
    penalty: Option<Penalty>,
}

impl InfractionJson {
    fn new(Offence { kind, clause, penalty }: Offence) -> Self {
        Self { kind, clause: clause.to_string(), penalty }
    }
}

#[derive(Serialize)]
struct DifferenceJson {
    rules: &'static str,
    allowed: Vec<String>,
}

impl DifferenceJson {
    fn new(difference: &Difference, position: &Position) -> Self {
        let allowed = sorted_uci(difference.allowed.iter().copied(), position);
        Self { rules: difference.rules.id(), allowed }
    }
}

/// The answer of `report`.
#[derive(Serialize)]
pub struct ReportsJson {
    /// What there is to report of each file.
    pub files: Vec<ReportJson>,
}

/// What there is to report of a game.
#[derive(Serialize)]
pub struct ReportJson {
    /// The file.
    pub path: String,
    /// What it is about.
    pub title: String,
    /// The rulebook.
    pub rules: &'static str,
    /// Where the first move is played.
    pub fen: String,
    /// All moves made.
    pub moves: Vec<MoveJson>,
    /// What an arbiter was called for, in order.
    pub incidents: Vec<IncidentJson>,
    /// What is to be said of White in the end.
    pub white: PlayerJson,
    /// What is to be said of Black in the end.
    pub black: PlayerJson,
}

/// A move of the game.
#[derive(Serialize)]
pub struct MoveJson {
    number: u16,
    turn: Color,
    uci: String,
    san: String,
}

impl MoveJson {
    /// The move where it was played.
    pub fn new(Ply { position, played }: Ply) -> Self {
        Self {
            number: position.fullmove_number(),
            turn: position.turn(),
            uci: played.uci(&position).to_string(),
            san: played.san(&position).to_string(),
        }
    }
}

/// An incident of a game.
#[derive(Serialize)]
pub struct IncidentJson {
    /// How many moves were made before its turn.
    pub moves_before: usize,
    /// The position in which the turn began.
    pub fen: String,
    /// The player whose turn it is.
    pub turn: Color,
    /// The penalised offences completed before.
    pub offences_before: OffencesJson,
    /// What happened in the turn, up to the ruling.
    pub events: Vec<EventJson>,
    /// The ruling.
    pub ruling: RulingJson,
    /// The move made in this turn in the end, in UCI.
    pub played: Option<String>,
}

/// An event of a game.
#[derive(Serialize)]
pub struct EventJson {
    /// When it happened, if that is known.
    pub at_ms: Option<u32>,
    /// The event in short form.
    pub event: String,
}

/// How many penalised offences the players have completed.
#[derive(Serialize)]
pub struct OffencesJson {
    white: u8,
    black: u8,
}

impl OffencesJson {
    /// Those of White and of Black.
    pub const fn new([white, black]: [u8; 2]) -> Self {
        Self { white, black }
    }
}

/// What is to be said of a player in the end.
#[derive(Serialize)]
pub struct PlayerJson {
    /// How many moves he has made.
    pub moves: usize,
    /// The penalties he was given, in order.
    pub penalties: Vec<Penalty>,
}

/// What speaks against castling, for each wing.
#[derive(Serialize)]
pub struct CastlingJson {
    king_side: WingJson,
    queen_side: WingJson,
}

impl CastlingJson {
    /// The castlings of this player.
    pub fn new(position: &Position, color: Color) -> Self {
        Self {
            king_side: WingJson::new(&conditions(position, color, Wing::KingSide)),
            queen_side: WingJson::new(&conditions(position, color, Wing::QueenSide)),
        }
    }
}

#[derive(Serialize)]
struct WingJson {
    legal: bool,
    failed: Vec<&'static str>,
    why: Vec<WhyJson>,
}

impl WingJson {
    fn new(report: &CastlingReport<'_>) -> Self {
        Self {
            legal: report.is_legal(),
            failed: report.failed().map(|condition| condition.failed.code()).collect(),
            why: report.failed().map(WhyJson::new).collect(),
        }
    }

    fn with_history(report: &CastlingReport<'_>) -> Self {
        let why = report.failed().map(|condition| WhyJson {
            move_number: condition.move_number,
            captured: condition.captured,
            castled_before: condition.castled_before,
            ..WhyJson::new(condition)
        });
        Self { why: why.collect(), ..Self::new(report) }
    }
}

#[derive(Serialize)]
struct WhyJson {
    failed: &'static str,
    squares: SquareSet,
    by: SquareSet,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    move_number: Option<u16>,
    #[serde(skip_serializing_if = "is_false")]
    captured: bool,
    #[serde(skip_serializing_if = "is_false")]
    castled_before: bool,
}

impl WhyJson {
    fn new(condition: FailedCondition) -> Self {
        Self {
            failed: condition.failed.code(),
            squares: condition.squares,
            by: condition.by,
            move_number: None,
            captured: false,
            castled_before: false,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_false(value: &bool) -> bool {
    !value
}

fn sorted_uci(moves: impl Iterator<Item = Move>, position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = moves.map(|it| it.uci(position).to_string()).collect();
    texts.sort_unstable();
    texts
}

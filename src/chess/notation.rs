//! Moves as text: UCI and SAN.

use core::fmt;

use super::attacks;
use super::castling::{self, Failed};
use super::moves::{LegalMoves, Move};
use super::piece::{Piece, Role, Wing};
use super::position::Position;
use super::square::{Square, SquareSet};

/// Why a text is not a legal move of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveError {
    /// The text has not the form of a move.
    Form,
    /// No own piece stands on this square.
    NoPieceOn(Square),
    /// There is no own piece of this role (on the file or rank that was said).
    NoPiece(Role),
    /// A move in form, but not legal.
    Illegal(Illegal),
    /// SAN that fits several pieces: those on these squares.
    Ambiguous(SquareSet),
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The piece does not move that way, or something stands between.
    CannotReach,
    /// An own piece stands on the destination.
    OwnPiece,
    /// The own king would be in check.
    KingInCheck,
    /// A pawn reaches the last rank, and it is not said what it becomes.
    PromotionMissing,
    /// A promotion is said where there is none, or to a king or pawn.
    PromotionWrong,
    /// A capture is written, but nothing stands there to be taken.
    NothingToTake,
    /// Castling, and this is the first condition that is not met.
    Castling(Failed),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Form => f.write_str("not a move: write it like e2e4, e7e8q, Nf3, exd5 or O-O"),
            Self::NoPieceOn(square) => {
                write!(f, "no piece of the player to move stands on {square}")
            }
            Self::NoPiece(role) => write!(f, "the player to move has no such {}", name(role)),
            Self::Illegal(why) => write!(f, "not a legal move: {why}"),
            Self::Ambiguous(origins) => {
                f.write_str("several pieces can make this move: those on")?;
                for origin in origins {
                    write!(f, " {origin}")?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CannotReach => "the piece cannot go there",
            Self::OwnPiece => "an own piece stands there",
            Self::KingInCheck => "the own king would be in check",
            Self::PromotionMissing => "it must be said what the pawn becomes",
            Self::PromotionWrong => "there is no such promotion",
            Self::NothingToTake => "there is nothing to take",
            Self::Castling(failed) => match failed {
                Failed::PathBlocked => "castling, but the way is blocked",
                Failed::RookMoved => "castling, but the rook has moved",
                Failed::KingMoved => "castling, but the king has moved",
                Failed::RightsLost => "castling, but king or rook has moved",
                Failed::InCheck => "castling, but the king is in check",
                Failed::ArrivalAttacked => "castling, but the king would arrive in check",
                Failed::CrossingAttacked => "castling, but the king would cross an attacked square",
            },
        })
    }
}

impl core::error::Error for MoveError {}

impl Move {
    /// The move in UCI, such as `e2e4`, `e7e8q`, `e1g1`. Castling is written king takes rook in a
    /// Chess960 position. For a move that is not legal the text means nothing.
    #[must_use]
    pub fn uci(&self, position: &Position) -> Uci {
        match *self {
            Self::Normal { from, to, promotion } => Uci { from, to, promotion },
            Self::Castle(wing) => {
                let us = position.turn();
                let target = castling::king_target(us, wing);
                let rook = position.castling_rook(us, wing).filter(|_| position.is_chess960());
                Uci { from: position.king(us), to: rook.unwrap_or(target), promotion: None }
            }
        }
    }

    /// The move in SAN, such as `Nf3`, `exd5`, `e8=Q+`, `O-O#`. For a move that is not legal the
    /// text means nothing.
    #[must_use]
    pub fn san<'p>(&self, position: &'p Position) -> San<'p> {
        San { mv: *self, position }
    }
}

/// A move to be written in UCI, see [`Move::uci`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uci {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| fmt::Write::write_char(f, role.letter()))
    }
}

/// A move to be written in SAN, see [`Move::san`].
#[derive(Clone, Copy, Debug)]
pub struct San<'p> {
    mv: Move,
    position: &'p Position,
}

impl fmt::Display for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Castle(wing) => f.write_str(castling_san(wing))?,
            Move::Normal { from, to, promotion } => {
                let legal = LegalMoves::new(self.position);
                let capture = legal.victim(from, to).is_some();
                match self.position.piece_at(from) {
                    Some(Piece { role, .. }) if role != Role::Pawn => {
                        write_role(f, role)?;
                        let alike = self.position.by_role(role) & legal.own();
                        write_difference(f, from, legal.origins(alike, to.set()))?;
                    }
                    _ if capture => write_file(f, from)?,
                    _ => {}
                }
                if capture {
                    f.write_str("x")?;
                }
                write!(f, "{to}")?;
                if let Some(role) = promotion {
                    f.write_str("=")?;
                    write_role(f, role)?;
                }
            }
        }
        let after = self.position.play(self.mv);
        let legal = LegalMoves::new(&after);
        match (legal.is_check(), legal.is_empty()) {
            (true, true) => f.write_str("#"),
            (true, false) => f.write_str("+"),
            _ => Ok(()),
        }
    }
}

/// Reads a legal move in UCI or SAN.
///
/// # Errors
///
/// [`MoveError`]; that of [`parse_uci`] if the text begins with two squares, else that of
/// [`parse_san`].
pub fn parse_move(text: &str, position: &Position) -> Result<Move, MoveError> {
    parse_move_among(text, LegalMoves::new(position))
}

/// The same where the legal moves of the position are at hand.
///
/// # Errors
///
/// Those of [`parse_move`].
pub fn parse_move_among(text: &str, legal: LegalMoves<'_>) -> Result<Move, MoveError> {
    match uci_form(text) {
        Some(uci) => legal_uci(uci, legal),
        None => legal_san(text, legal),
    }
}

/// Reads a legal move in UCI. Castling may be written as the king's move (`e1g1`) and as king takes
/// rook (`e1h1`), in every position; where the king's move is also an ordinary one, it is that.
///
/// # Errors
///
/// [`MoveError`]: not the form of a move, no own piece there, or not legal and why.
pub fn parse_uci(text: &str, position: &Position) -> Result<Move, MoveError> {
    legal_uci(uci_form(text).ok_or(MoveError::Form)?, LegalMoves::new(position))
}

/// Reads a legal move in SAN. Zeros in castling (`0-0`), a missing `x` or `=`, missing or added
/// signs of check and mate, `!` and `?`, and more of the origin than needed are accepted.
///
/// # Errors
///
/// [`MoveError`]: not the form of a move, no such piece, not legal and why, or ambiguous.
pub fn parse_san(text: &str, position: &Position) -> Result<Move, MoveError> {
    legal_san(text, LegalMoves::new(position))
}

fn legal_san(text: &str, legal: LegalMoves<'_>) -> Result<Move, MoveError> {
    let position = legal.position();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    for wing in Wing::ALL {
        if text == castling_san(wing) || text == castling_zeros(wing) {
            return castle(legal, wing);
        }
    }
    let san = san_form(text.as_bytes()).ok_or(MoveError::Form)?;
    let mut own = position.pieces(position.turn(), san.role);
    if let Some(file) = san.file {
        own &= SquareSet::of_file(file);
    } else if san.role == Role::Pawn {
        // Without its file a pawn move is a step ahead.
        own &= SquareSet::of_file(san.to.file());
    }
    if let Some(rank) = san.rank {
        own &= SquareSet::of_rank(rank);
    }
    if own.is_empty() {
        return Err(MoveError::NoPiece(san.role));
    }
    let fitting = legal.origins(own, san.to.set());
    match (fitting.first(), fitting.only()) {
        (_, Some(from)) => {
            if san.capture && legal.victim(from, san.to).is_none() {
                return Err(MoveError::Illegal(Illegal::NothingToTake));
            }
            normal(legal, from, san.to, san.promotion)
        }
        (Some(_), None) => Err(MoveError::Ambiguous(fitting)),
        (None, _) => {
            // If one of them could go there but for the king, that is the reason.
            let close = own.into_iter().find(|&from| legal.reach(from.set()).contains(san.to));
            match close.or(own.first()) {
                Some(from) => normal(legal, from, san.to, san.promotion),
                None => Err(MoveError::NoPiece(san.role)),
            }
        }
    }
}

fn uci_form(text: &str) -> Option<Uci> {
    let from = text.get(..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let promotion = match text.as_bytes().get(4..)? {
        [] => None,
        &[letter] if letter.is_ascii_lowercase() => Some(Role::from_letter(char::from(letter))?),
        _ => return None,
    };
    Some(Uci { from, to, promotion })
}

fn legal_uci(uci: Uci, legal: LegalMoves<'_>) -> Result<Move, MoveError> {
    let Uci { from, to, promotion } = uci;
    let position = legal.position();
    let us = position.turn();
    if !position.by_color(us).contains(from) {
        return Err(MoveError::NoPieceOn(from));
    }
    if from == position.king(us) && promotion.is_none() && !legal.from(from).contains(to) {
        for wing in Wing::ALL {
            let rook = position.castling_rook(us, wing);
            // A king goes two squares only when he castles, with or without the right to.
            let castling_step = to == castling::king_target(us, wing)
                && from.rank() == to.rank()
                && if rook.is_some() {
                    !legal.reach(from.set()).contains(to)
                } else {
                    from.file() == 4
                };
            if rook == Some(to) || castling_step {
                return castle(legal, wing);
            }
        }
    }
    normal(legal, from, to, promotion)
}

/// A move as SAN says it.
struct SanForm {
    role: Role,
    file: Option<u8>,
    rank: Option<u8>,
    capture: bool,
    to: Square,
    promotion: Option<Role>,
}

fn san_form(text: &[u8]) -> Option<SanForm> {
    let (role, text) = match text {
        [letter @ (b'K' | b'Q' | b'R' | b'B' | b'N'), rest @ ..] => {
            (Role::from_letter(char::from(*letter))?, rest)
        }
        _ => (Role::Pawn, text),
    };
    let (promotion, text) = match text {
        [rest @ .., letter @ (b'K' | b'Q' | b'R' | b'B' | b'N')] => {
            let rest = rest.strip_suffix(b"=").unwrap_or(rest);
            (Some(Role::from_letter(char::from(*letter))?), rest)
        }
        _ => (None, text),
    };
    let (text, to) = text.split_last_chunk::<2>()?;
    let to = core::str::from_utf8(to).ok()?.parse().ok()?;
    let (capture, text) = match text {
        [rest @ .., b'x'] => (true, rest),
        _ => (false, text),
    };
    let (file, text) = match text {
        [file @ b'a'..=b'h', rest @ ..] => (Some(file - b'a'), rest),
        _ => (None, text),
    };
    let (rank, text) = match text {
        [rank @ b'1'..=b'8', rest @ ..] => (Some(rank - b'1'), rest),
        _ => (None, text),
    };
    text.is_empty().then_some(SanForm { role, file, rank, capture, to, promotion })
}

fn castle(legal: LegalMoves<'_>, wing: Wing) -> Result<Move, MoveError> {
    let position = legal.position();
    let failed = || castling::conditions(position, position.turn(), wing).failed().next();
    match if legal.can_castle(wing) { None } else { failed() } {
        None => Ok(Move::Castle(wing)),
        Some(condition) => Err(MoveError::Illegal(Illegal::Castling(condition.failed))),
    }
}

/// The move of the own piece on `from`, if legal.
fn normal(
    legal: LegalMoves<'_>,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, MoveError> {
    let mv = Move::Normal { from, to, promotion };
    if legal.contains(mv) {
        return Ok(mv);
    }
    let position = legal.position();
    let us = position.turn();
    let passing = position.en_passant() == Some(to)
        && legal.victim(from, to).is_some()
        && attacks::pawn(us, from.set()).contains(to);
    Err(MoveError::Illegal(if position.by_color(us).contains(to) {
        Illegal::OwnPiece
    } else if !legal.reach(from.set()).contains(to) && !passing {
        Illegal::CannotReach
    } else if !legal.from(from).contains(to) {
        Illegal::KingInCheck
    } else if promotion.is_none() {
        Illegal::PromotionMissing
    } else {
        Illegal::PromotionWrong
    }))
}

/// Tells the piece on `from` from the others of its role that can go there: by its file if that is
/// enough, else by its rank, else by both.
fn write_difference(f: &mut fmt::Formatter<'_>, from: Square, alike: SquareSet) -> fmt::Result {
    let others = alike - from.set();
    if others.is_empty() {
        return Ok(());
    }
    let same_file = others.meets(SquareSet::of_file(from.file()));
    let same_rank = others.meets(SquareSet::of_rank(from.rank()));
    if !same_file || same_rank {
        write_file(f, from)?;
    }
    if same_file {
        fmt::Write::write_char(f, char::from(b'1' + from.rank()))?;
    }
    Ok(())
}

fn write_file(f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
    fmt::Write::write_char(f, char::from(b'a' + square.file()))
}

fn write_role(f: &mut fmt::Formatter<'_>, role: Role) -> fmt::Result {
    fmt::Write::write_char(f, role.letter().to_ascii_uppercase())
}

const fn castling_san(wing: Wing) -> &'static str {
    match wing {
        Wing::KingSide => "O-O",
        Wing::QueenSide => "O-O-O",
    }
}

const fn castling_zeros(wing: Wing) -> &'static str {
    match wing {
        Wing::KingSide => "0-0",
        Wing::QueenSide => "0-0-0",
    }
}

const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::{String, ToString};

    use super::*;

    fn square(text: &str) -> Square {
        text.parse().expect("it is written as it should be")
    }

    fn squares(text: &str) -> SquareSet {
        text.split(' ').map(square).collect()
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("the position is valid")
    }

    fn san(fen: &str, uci: &str) -> String {
        let position = position(fen);
        parse_uci(uci, &position).expect("the move is legal").san(&position).to_string()
    }

    #[test]
    fn san_says_no_more_than_needed() {
        assert_eq!(san("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "O-O");
        assert_eq!(san("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "O-O-O+");
        assert_eq!(san("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "a1d1"), "Rad1");
        assert_eq!(san("R3k3/8/8/8/8/4K3/8/R7 b - - 0 1", "e8d7"), "Kd7");
        assert_eq!(san("4k3/R7/8/8/8/8/4K3/R7 w - - 0 1", "a1a4"), "R1a4");
        let queens = "6k1/8/8/8/8/Q7/4K3/Q1Q5 w - - 0 1";
        assert_eq!(san(queens, "a3b2"), "Q3b2");
        assert_eq!(san(queens, "c1b2"), "Qcb2");
        assert_eq!(san(queens, "a1b2"), "Qa1b2");
        // The pinned knight is no other one.
        assert_eq!(san("4k3/8/8/1b6/8/3N4/6N1/5K2 w - - 0 1", "g2f4"), "Nf4");
        assert_eq!(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
        assert_eq!(san("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n"), "exd8=N");
        assert_eq!(san("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
    }

    #[test]
    fn uci_of_castling_follows_the_notation_of_the_position() {
        let plain = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        let chess960 = plain.with_chess960(true);
        let uci = |position| Move::Castle(Wing::QueenSide).uci(position).to_string();
        assert_eq!((uci(&plain).as_str(), uci(&chess960).as_str()), ("e1c1", "e1a1"));
        for position in [plain, chess960] {
            for text in ["e1c1", "e1a1", "O-O-O", "0-0-0"] {
                assert_eq!(parse_move(text, &position), Ok(Move::Castle(Wing::QueenSide)));
            }
        }
        // Where the king's step is a move of its own, it is that.
        let position = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        let step = Move::Normal { from: square("f1"), to: square("g1"), promotion: None };
        assert_eq!(parse_uci("f1g1", &position), Ok(step));
        assert_eq!(parse_uci("f1h1", &position), Ok(Move::Castle(Wing::KingSide)));
    }

    #[test]
    fn san_is_read_generously() {
        let position = position("3rk3/4P3/8/3pP3/8/5N2/8/R3K2R w KQ d6 0 1");
        for (text, uci) in [
            ("Ng5", "f3g5"),
            ("N3g5", "f3g5"),
            ("Nf3g5!?", "f3g5"),
            ("ed6", "e5d6"),
            ("e5xd6", "e5d6"),
            ("exd8Q", "e7d8q"),
            ("e7xd8=Q+", "e7d8q"),
            ("0-0#", "e1g1"),
        ] {
            assert_eq!(
                parse_san(text, &position).map(|mv| mv.uci(&position).to_string()),
                Ok(uci.to_string()),
                "{text}"
            );
        }
    }

    #[test]
    fn errors_tell_why() {
        let position = position("3rk3/4P3/8/1b6/7q/8/3NN1P1/R3KN1R w Q - 0 1");
        let illegal = MoveError::Illegal;
        for (text, error) in [
            ("", MoveError::Form),
            ("hello", MoveError::Form),
            ("Ne", MoveError::Form),
            ("e2e9", MoveError::Form),
            ("e7d8=", MoveError::Form),
            ("e7d8Q1", MoveError::Form),
            ("e4e5", MoveError::NoPieceOn(square("e4"))),
            ("e8e7", MoveError::NoPieceOn(square("e8"))),
            ("Bc3", MoveError::NoPiece(Role::Bishop)),
            ("Nah3", MoveError::NoPiece(Role::Knight)),
            ("e5", illegal(Illegal::CannotReach)),
            ("a4", MoveError::NoPiece(Role::Pawn)),
            ("a1b2", illegal(Illegal::CannotReach)),
            ("a1e1", illegal(Illegal::OwnPiece)),
            ("e1e2", illegal(Illegal::OwnPiece)),
            ("a1a8", illegal(Illegal::KingInCheck)),
            ("Ra8", illegal(Illegal::KingInCheck)),
            ("e7d8", illegal(Illegal::KingInCheck)),
            ("g3", illegal(Illegal::PromotionWrong)),
            ("O-O", illegal(Illegal::Castling(Failed::PathBlocked))),
            ("e1h1", illegal(Illegal::OwnPiece)),
            ("e1g1", illegal(Illegal::Castling(Failed::PathBlocked))),
            ("O-O-O", illegal(Illegal::Castling(Failed::InCheck))),
        ] {
            if text == "g3" {
                assert!(parse_move(text, &position).is_ok());
                assert_eq!(parse_move("g3=Q", &position), Err(error));
            } else {
                assert_eq!(parse_move(text, &position), Err(error), "{text}");
            }
        }
    }

    #[test]
    fn promotion_and_capture_must_be_said_right() {
        let position = position("3rk3/2P5/8/8/8/8/8/N3K2N w - - 0 1");
        let why = |text| parse_move(text, &position).unwrap_err();
        assert_eq!(why("c7c8"), MoveError::Illegal(Illegal::PromotionMissing));
        assert_eq!(why("cxd8"), MoveError::Illegal(Illegal::PromotionMissing));
        assert_eq!(why("c8=K"), MoveError::Illegal(Illegal::PromotionWrong));
        assert_eq!(why("c7c8p"), MoveError::Illegal(Illegal::PromotionWrong));
        assert_eq!(why("Nxb3"), MoveError::Illegal(Illegal::NothingToTake));
        let position = super::tests::position("4k3/8/8/8/8/8/8/N3K3 w - - 0 1");
        assert_eq!(
            parse_move("Nb3", &position).map(|mv| mv.uci(&position).to_string()),
            Ok("a1b3".to_string())
        );
        let position = super::tests::position("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
        assert_eq!(parse_san("Nd2", &position), Err(MoveError::Ambiguous(squares("b1 f1"))));
        assert_eq!(
            parse_san("Nd2", &position).unwrap_err().to_string(),
            "several pieces can make this move: those on b1 f1"
        );
    }
}

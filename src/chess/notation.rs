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
                        write_difference(f, from, legal.origins(to.set()), role, self.position)?;
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
    match uci_form(text) {
        Some(uci) => legal_uci(uci, position),
        None => parse_san(text, position),
    }
}

/// Reads a legal move in UCI. Castling may be written as the king's move (`e1g1`) and as king takes
/// rook (`e1h1`), in every position; where the king's move is also an ordinary one, it is that.
///
/// # Errors
///
/// [`MoveError`]: not the form of a move, no own piece there, or not legal and why.
pub fn parse_uci(text: &str, position: &Position) -> Result<Move, MoveError> {
    legal_uci(uci_form(text).ok_or(MoveError::Form)?, position)
}

/// Reads a legal move in SAN. Zeros in castling (`0-0`), a missing `x` or `=`, missing or added
/// signs of check and mate, `!` and `?`, and more of the origin than needed are accepted.
///
/// # Errors
///
/// [`MoveError`]: not the form of a move, no such piece, not legal and why, or ambiguous.
pub fn parse_san(text: &str, position: &Position) -> Result<Move, MoveError> {
    let legal = LegalMoves::new(position);
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    for wing in Wing::ALL {
        if text == castling_san(wing) || text == castling_zeros(wing) {
            return castle(&legal, wing);
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
    let fitting = legal.origins(san.to.set()) & own;
    match (fitting.first(), fitting.only()) {
        (_, Some(from)) => {
            if san.capture && legal.victim(from, san.to).is_none() {
                return Err(MoveError::Illegal(Illegal::NothingToTake));
            }
            normal(&legal, from, san.to, san.promotion)
        }
        (Some(_), None) => Err(MoveError::Ambiguous(fitting)),
        (None, _) => {
            // If one of them could go there but for the king, that is the reason.
            let close = own.into_iter().find(|&from| legal.reach(from).contains(san.to));
            match close.or(own.first()) {
                Some(from) => normal(&legal, from, san.to, san.promotion),
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

fn legal_uci(uci: Uci, position: &Position) -> Result<Move, MoveError> {
    let Uci { from, to, promotion } = uci;
    let us = position.turn();
    let legal = LegalMoves::new(position);
    if !position.by_color(us).contains(from) {
        return Err(MoveError::NoPieceOn(from));
    }
    if from == position.king(us) && promotion.is_none() && !legal.from(from).contains(to) {
        for wing in Wing::ALL {
            let rook = position.castling_rook(us, wing);
            // A king goes two squares only when he castles, with or without the right to.
            let castling_step = to == castling::king_target(us, wing)
                && from.rank() == to.rank()
                && if rook.is_some() { !legal.reach(from).contains(to) } else { from.file() == 4 };
            if rook == Some(to) || castling_step {
                return castle(&legal, wing);
            }
        }
    }
    normal(&legal, from, to, promotion)
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

fn castle(legal: &LegalMoves<'_>, wing: Wing) -> Result<Move, MoveError> {
    let position = legal.position();
    match castling::conditions(position, position.turn(), wing).failed().next() {
        None => Ok(Move::Castle(wing)),
        Some(condition) => Err(MoveError::Illegal(Illegal::Castling(condition.failed))),
    }
}

/// The move of the own piece on `from`, if legal.
fn normal(
    legal: &LegalMoves<'_>,
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
    } else if !legal.reach(from).contains(to) && !passing {
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
fn write_difference(
    f: &mut fmt::Formatter<'_>,
    from: Square,
    origins: SquareSet,
    role: Role,
    position: &Position,
) -> fmt::Result {
    let others = (origins & position.by_role(role)) - from.set();
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

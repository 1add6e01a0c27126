//! What boards send, byte by byte: the other side of the decoders, written from the descriptions of
//! the protocols alone.

use touch_move::chess::piece::{Color, Piece};
use touch_move::chess::position::Position;
use touch_move::chess::square::Square;
use touch_move::eboard::protocol::Protocol;

use crate::hands::{Act, Game, Manner};
use crate::positions::Random;

/// A board on a wire.
#[derive(Clone, Copy, Debug)]
pub struct Wire {
    pub protocol: Protocol,
    pub manner: Manner,
    /// For plain text: what is seen of a piece.
    pub eyes: Eyes,
    /// For plain text: whole pictures.
    pub frames: bool,
    /// For plain text: reports have times, and sensors flicker.
    pub timed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    Pieces,
    Colors,
    Nothing,
}

/// Every kind of board.
pub fn all() -> Vec<Wire> {
    let mut wires = Vec::new();
    for clock in [true, false] {
        let wire = |protocol, identifies, eyes, frames| Wire {
            protocol,
            manner: Manner { identifies, clock },
            eyes,
            frames,
            timed: false,
        };
        wires.push(wire(Protocol::Dgt, true, Eyes::Pieces, false));
        wires.push(wire(Protocol::Text, true, Eyes::Pieces, false));
        wires.push(wire(Protocol::Text, true, Eyes::Pieces, true));
        wires.push(wire(Protocol::Text, false, Eyes::Colors, false));
        wires.push(wire(Protocol::Text, false, Eyes::Colors, true));
        wires.push(wire(Protocol::Text, false, Eyes::Nothing, false));
        wires.push(wire(Protocol::Text, false, Eyes::Nothing, true));
    }
    // These have no clock.
    for (protocol, identifies) in
        [(Protocol::Pegasus, false), (Protocol::Chessnut, true), (Protocol::ChessLink, true)]
    {
        let eyes = if identifies { Eyes::Pieces } else { Eyes::Nothing };
        let manner = Manner { identifies, clock: false };
        let frames = protocol != Protocol::Pegasus;
        wires.push(Wire { protocol, manner, eyes, frames, timed: false });
    }
    let text = |wire: &Wire| wire.protocol == Protocol::Text;
    let timed: Vec<_> =
        wires.iter().filter(|wire| text(wire)).map(|wire| Wire { timed: true, ..*wire }).collect();
    wires.extend(timed);
    wires
}

/// A board that sends.
pub struct Sender {
    wire: Wire,
    pieces: [Option<Piece>; 64],
    /// What stood on the last square that changed, before it did.
    last: Option<Piece>,
    /// Whose lever is up: that clock runs.
    running: Color,
    to_move: Color,
}

impl Sender {
    pub fn new(wire: Wire, start: &Position) -> Self {
        let mut pieces = [None; 64];
        for square in start.occupied() {
            pieces[usize::from(square.index())] = start.piece_at(square);
        }
        Self { wire, pieces, last: None, running: start.turn(), to_move: start.turn() }
    }

    /// What it sends first.
    pub fn greeting(&self) -> Vec<u8> {
        match self.wire.protocol {
            Protocol::Text => Vec::new(),
            Protocol::Dgt => [self.picture(), self.clock()].concat(),
            _ => self.picture(),
        }
    }

    /// What it sends of an act; `seen` is false if the next picture comes too early to show this
    /// one alone.
    pub fn sends(&mut self, act: Act, seen: bool) -> Vec<u8> {
        match act {
            Act::Lift(square) => {
                self.last = self.pieces[usize::from(square.index())].take();
                self.change(square, None, seen)
            }
            Act::Place(square, piece) => {
                let before = self.pieces[usize::from(square.index())].replace(piece);
                let hides = self.wire.eyes == Eyes::Nothing && before.is_some();
                self.last = before;
                assert!(!hides, "a board that knows no pieces cannot see {piece} on {square}");
                self.change(square, Some(piece), seen)
            }
            Act::Promote(role, square) => match self.wire.protocol {
                Protocol::Text => format!("promote {} {square}\n", role.letter()).into_bytes(),
                _ => Vec::new(),
            },
            Act::Done => self.done(),
        }
    }

    /// What a sensor sends that flickers after an act: the change undone, and done again.
    fn flickers(&mut self, act: Act) -> impl Iterator<Item = Vec<u8>> + use<> {
        let undone = match act {
            Act::Lift(square) => self.last.map(|piece| Act::Place(square, piece)),
            Act::Place(square, _) => self.last.is_none().then_some(Act::Lift(square)),
            Act::Promote(..) | Act::Done => None,
        };
        let both = undone.map(|undone| {
            let last = self.last;
            let sent = [self.sends(undone, true), self.sends(act, true)];
            self.last = last;
            sent
        });
        both.into_iter().flatten()
    }

    fn done(&mut self) -> Vec<u8> {
        self.to_move = self.to_move.opposite();
        if !self.wire.manner.clock {
            return Vec::new();
        }
        self.running = self.to_move;
        match self.wire.protocol {
            Protocol::Text => b"clock\n".to_vec(),
            _ => self.clock(),
        }
    }

    fn change(&self, square: Square, piece: Option<Piece>, seen: bool) -> Vec<u8> {
        let field = square.mirrored().index();
        match self.wire.protocol {
            Protocol::Dgt => vec![0x8e, 0, 5, field, piece.map_or(0, dgt_code)],
            Protocol::Pegasus => vec![0x8e, 0, 5, field, u8::from(piece.is_some())],
            Protocol::Text if !self.wire.frames => match piece {
                None => format!("lift {square}\n").into_bytes(),
                Some(piece) => match self.letter(piece) {
                    '?' => format!("place {square}\n").into_bytes(),
                    letter => format!("place {square} {letter}\n").into_bytes(),
                },
            },
            _ if seen => self.picture(),
            _ => Vec::new(),
        }
    }

    /// The whole board.
    fn picture(&self) -> Vec<u8> {
        let reading_order = (0..64u8).map(|field| self.pieces[usize::from(field ^ 56)]);
        match self.wire.protocol {
            Protocol::Dgt => [0x86, 0, 67]
                .into_iter()
                .chain(reading_order.map(|p| p.map_or(0, dgt_code)))
                .collect(),
            Protocol::Pegasus => [0x86, 0, 67]
                .into_iter()
                .chain(reading_order.map(|piece| u8::from(piece.is_some())))
                .collect(),
            Protocol::Chessnut => self.chessnut(),
            Protocol::ChessLink => {
                let letters: String =
                    reading_order.map(|piece| piece.map_or('.', Piece::letter)).collect();
                let parity = letters.bytes().fold(b's', |parity, letter| parity ^ letter);
                format!("s{letters}{parity:02X}").into_bytes()
            }
            Protocol::Text => format!("frame {}\n", self.placement()).into_bytes(),
        }
    }

    fn chessnut(&self) -> Vec<u8> {
        let code = |piece: Option<Piece>| match piece {
            None => 0,
            Some(piece) => 1 + "qkbpnRPrBNQK".find(piece.letter()).unwrap() as u8,
        };
        let mut bytes = vec![0x01, 0x24];
        for pair in 0..32u8 {
            let at = |second: u8| {
                let (rank, file) = (7 - pair / 4, 7 - (pair % 4 * 2 + second));
                self.pieces[usize::from(rank * 8 + file)]
            };
            bytes.push(code(at(0)) | code(at(1)) << 4);
        }
        bytes.extend([0x10, 0x27, 0, 0]);
        bytes
    }

    fn placement(&self) -> String {
        let rank = |rank: u8| {
            let mut text = String::new();
            for file in 0..8 {
                match self.pieces[usize::from(rank * 8 + file)] {
                    Some(piece) => text.push(self.letter(piece)),
                    None => match text.pop() {
                        Some(digit @ '1'..='7') => text.push((digit as u8 + 1) as char),
                        Some(other) => text.extend([other, '1']),
                        None => text.push('1'),
                    },
                }
            }
            text
        };
        (0..8).rev().map(rank).collect::<Vec<_>>().join("/")
    }

    fn letter(&self, piece: Piece) -> char {
        match (self.wire.eyes, piece.color) {
            (Eyes::Pieces, _) => piece.letter(),
            (Eyes::Colors, Color::White) => 'U',
            (Eyes::Colors, Color::Black) => 'u',
            (Eyes::Nothing, _) => '?',
        }
    }

    /// The clock of the player to move runs; White's is on the left.
    fn clock(&self) -> Vec<u8> {
        let lever = if self.running == Color::White { 0x00 } else { 0x02 };
        vec![0x8d, 0, 10, 0x01, 0x30, 0x00, 0x01, 0x30, 0x00, 0x09 | lever]
    }
}

fn dgt_code(piece: Piece) -> u8 {
    let place = "PRNBKQprnbkq".find(piece.letter()).unwrap();
    u8::try_from(place + 1).unwrap()
}

/// The bytes of a whole game, message by message.
pub fn messages(wire: Wire, game: &Game, random: &mut Random) -> Vec<Vec<u8>> {
    let mut sender = Sender::new(wire, &game.start);
    let mut messages = vec![sender.greeting()];
    let mut now = 1000;
    for acts in &game.acts {
        for (place, &act) in acts.iter().enumerate() {
            let next = acts.get(place + 1);
            let moves_on = matches!(next, Some(Act::Lift(_) | Act::Place(..)));
            // A slow board shows two changes in one picture, where nothing is lost by it.
            let merges = wire.manner.identifies && moves_on && random.one_in(4);
            let message = sender.sends(act, !merges);
            let flickers = wire.timed && !merges && random.one_in(8);
            messages.push(stamped(wire, message, now));
            if flickers {
                messages.extend(sender.flickers(act).map(|message| {
                    now += 5;
                    stamped(wire, message, now)
                }));
            }
            now += match (act, next) {
                // A stop on the way, too short to let go.
                (Act::Place(stop, _), Some(Act::Lift(again))) if stop == *again => {
                    5 + random.below(if moves_on && wire.frames { 50 } else { 400 })
                }
                // Two changes of one scan.
                _ if merges && wire.frames => random.below(50),
                _ if merges => 0,
                _ => 70 + random.below(1500),
            };
        }
    }
    messages.retain(|message| !message.is_empty());
    messages
}

fn stamped(wire: Wire, message: Vec<u8>, now: usize) -> Vec<u8> {
    if wire.timed && !message.is_empty() {
        [format!("@{now} ").into_bytes(), message].concat()
    } else {
        message
    }
}

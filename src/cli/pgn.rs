//! A game written as PGN while it is played.
//!
//! After every move the file is whole: what comes next is written over the end of the game.

use core::fmt;
use std::format;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::string::{String, ToString};

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::ruling::{Penalty, Ruling};

/// A PGN file that grows with the game.
#[derive(Debug)]
pub struct PgnFile {
    file: File,
    /// Where the tag of the result begins, in bytes from the start of the file.
    result_at: u64,
    /// Where the end of the game is written.
    end_at: u64,
    /// The column that comes next, from 0.
    column: usize,
    /// Whether the next move is written with its number, whoever makes it.
    numbers: bool,
    result: GameResult,
}

/// How a game ended, as PGN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GameResult {
    Open,
    Won(Color),
    Drawn,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Open => "*",
            Self::Won(Color::White) => "1-0",
            Self::Won(Color::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
        })
    }
}

impl GameResult {
    /// The tag, of the same length whatever the result, so that it can be written over.
    fn tag(self) -> String {
        let tag = format!("[Result \"{self}\"]");
        format!("{tag:<18}\n")
    }
}

impl PgnFile {
    /// The longest line, in columns.
    const LINE_MAX: usize = 80;

    /// Begins a file for a game from this position.
    ///
    /// # Errors
    ///
    /// The file system's; among them that the file is there already.
    pub fn create(path: &Path, start: &Position) -> io::Result<Self> {
        let mut file = File::create_new(path)?;
        let mut tags = String::new();
        for tag in ["Event", "Site", "Date", "Round", "White", "Black"] {
            let unknown = if tag == "Date" { "????.??.??" } else { "?" };
            tags += &format!("[{tag} \"{unknown}\"]\n");
        }
        let result_at = tags.len() as u64;
        tags += &GameResult::Open.tag();
        if start.is_chess960() {
            tags += "[Variant \"Chess960\"]\n";
        }
        if *start != Position::standard() {
            tags += &format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n");
        }
        tags += "\n";
        file.write_all(tags.as_bytes())?;
        let end_at = tags.len() as u64;
        let mut pgn =
            Self { file, result_at, end_at, column: 0, numbers: true, result: GameResult::Open };
        pgn.close()?;
        Ok(pgn)
    }

    /// Writes a move.
    ///
    /// # Errors
    ///
    /// The file system's.
    pub fn played(&mut self, position: &Position, played: Move) -> io::Result<()> {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => self.word(&format!("{number}."))?,
            Color::Black if self.numbers => self.word(&format!("{number}..."))?,
            Color::Black => {}
        }
        self.word(&played.san(position).to_string())?;
        self.numbers = false;
        let next = position.play(played);
        if next.is_checkmate() {
            self.result = GameResult::Won(position.turn());
        } else if next.is_stalemate() {
            self.result = GameResult::Drawn;
        }
        self.close()
    }

    /// Writes a remark, which is one line without `}`.
    ///
    /// # Errors
    ///
    /// The file system's.
    pub fn remark(&mut self, text: &str) -> io::Result<()> {
        let text = format!("{{{text}}}");
        text.split(' ').try_for_each(|word| self.word(word))?;
        self.numbers = true;
        self.close()
    }

    /// Takes note of a penalty that ends the game.
    ///
    /// # Errors
    ///
    /// The file system's.
    pub fn penalised(&mut self, ruling: &Ruling, penalty: Option<Penalty>) -> io::Result<()> {
        self.result = match penalty {
            Some(Penalty::GameLost) => GameResult::Won(ruling.player.opposite()),
            Some(Penalty::Draw) => GameResult::Drawn,
            _ => return Ok(()),
        };
        self.close()
    }

    /// Writes a word of the movetext over the end of the game.
    fn word(&mut self, word: &str) -> io::Result<()> {
        let length = word.chars().count();
        let parted = match self.column {
            0 => String::from(word),
            column if column + 1 + length > Self::LINE_MAX => format!("\n{word}"),
            _ => format!(" {word}"),
        };
        self.column =
            if parted.starts_with('\n') { length } else { self.column + parted.chars().count() };
        self.file.seek(SeekFrom::Start(self.end_at))?;
        self.file.write_all(parted.as_bytes())?;
        self.end_at += parted.len() as u64;
        Ok(())
    }

    /// Writes the end of the game, and its result above.
    fn close(&mut self) -> io::Result<()> {
        let gap = match self.column {
            0 => "",
            column if column + 8 > Self::LINE_MAX => "\n",
            _ => " ",
        };
        self.file.seek(SeekFrom::Start(self.end_at))?;
        self.file.write_all(format!("{gap}{}\n", self.result).as_bytes())?;
        self.file.seek(SeekFrom::Start(self.result_at))?;
        self.file.write_all(self.result.tag().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::PgnFile;
    use crate::chess::notation::parse_move;
    use crate::chess::position::Position;
    use std::fs;
    use std::path::PathBuf;
    use std::string::String;

    /// What stands in the file after these moves; a word in braces is a remark.
    fn written(start: Position, words: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path: PathBuf = folder.path().join("game.pgn");
        let mut pgn = PgnFile::create(&path, &start).expect("the file can be written");
        assert!(PgnFile::create(&path, &start).is_err());
        let mut position = start;
        for word in words.split_whitespace() {
            if let Some(remark) = word.strip_prefix('{') {
                pgn.remark(&remark.replace('_', " ")).expect("the file can be written");
            } else {
                let played = parse_move(word, &position).expect("the move is legal");
                pgn.played(&position, played).expect("the file can be written");
                position = position.play(played);
            }
        }
        fs::read_to_string(path).expect("the file can be read")
    }

    #[test]
    fn a_game_is_written_with_its_result() {
        let pgn = written(Position::standard(), "f3 e5 {a_long_breath g4 Qh4#");
        let tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                    [White \"?\"]\n[Black \"?\"]\n[Result \"0-1\"]    \n\n";
        assert_eq!(pgn, [tags, "1. f3 e5 {a long breath} 2. g4 Qh4# 0-1\n"].concat());
    }

    #[test]
    fn the_file_is_whole_before_the_first_move() {
        let fen = "4k3/8/8/8/8/8/4p3/4K3 b - - 0 40";
        let pgn = written(fen.parse().expect("it is written as it should be"), "");
        assert!(pgn.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 0 40\"]\n\n*\n"));
        let pgn = written(fen.parse().expect("it is written as it should be"), "Kd7 Kxe2");
        assert!(pgn.ends_with("\n40... Kd7 41. Kxe2 *\n"));
    }

    #[test]
    fn long_games_are_wrapped() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(12);
        let pgn = written(Position::standard(), &moves);
        assert!(pgn.lines().all(|line| line.len() <= PgnFile::LINE_MAX));
        let text: String =
            pgn.split("\n\n").nth(1).expect("the moves follow the tags").replace('\n', " ");
        assert!(
            text.starts_with("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3") && text.ends_with("24. Ng1 Ng8 * ")
        );
    }
}

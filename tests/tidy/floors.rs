//! The house: which file may import which.

use crate::tokens::{self, Token, at};

/// A row of the house. Its files may import those before them, and those of all rows above. The
/// `mod.rs` of a folder comes after all its files.
struct Room {
    floor: u8,
    /// Below `src/`: empty, or a folder with its stroke.
    folder: &'static str,
    files: &'static str,
}

/// The house, from the ground up. `docs/design.md` shows the same table to people.
const HOUSE: &[Room] = &[
    Room { floor: 0, folder: "", files: "pack" },
    Room {
        floor: 0,
        folder: "chess/",
        files: "square, piece, board, attacks, position, castling, moves, fen, notation, serialise",
    },
    Room { floor: 1, folder: "", files: "event, clause, ruling" },
    Room { floor: 2, folder: "", files: "facts" },
    Room {
        floor: 3,
        folder: "law/",
        files: "rulebooks, case, shown, castling, touched, released, verdict, completed",
    },
    Room { floor: 4, folder: "", files: "turn, arbiter, game, record" },
    Room { floor: 5, folder: "", files: "lights" },
    Room { floor: 5, folder: "words/", files: "phrase, en, fr" },
    Room {
        floor: 5,
        folder: "eboard/",
        files: "frames, sensor, debounce, believed, table, looking, lifting, placing, closing, \
                intake, wire, dgt, pegasus, chessnut, chesslink, text, protocol, watch",
    },
    Room {
        floor: 6,
        folder: "ffi/",
        files: "codes, sensing, pointers, states, arbiter, intake, saved, texts",
    },
    Room { floor: 6, folder: "", files: "ffi" },
    Room {
        floor: 7,
        folder: "scenario/",
        files: "format, comments, source, files, compare, run, report, bless, record, coverage",
    },
    Room {
        floor: 8,
        folder: "cli/",
        files: "failure, options, start, answer, json, render, rule, castling, replay, report, listen, pgn, port, watch, laws, completions, args",
    },
    Room { floor: 9, folder: "", files: "lib, main" },
];

impl Room {
    fn files(&self) -> impl Iterator<Item = &str> {
        self.files.split(", ")
    }

    fn paths(&self) -> impl Iterator<Item = String> {
        self.files().map(|file| format!("src/{}{file}.rs", self.folder))
    }
}

/// The highest floor of the core, which neither allocates nor panics.
const CORE_FLOOR_MAX: u8 = 4;
/// The files up to that floor that need an operating system.
const NOT_CORE: [&str; 2] = ["src/game.rs", "src/record.rs"];

/// Where a file stands: its floor, the row of the house, and its place in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    floor: u8,
    row: usize,
    file: usize,
}

impl Place {
    fn may_import(self, other: Self) -> bool {
        other.row < self.row || (other.row == self.row && other.file <= self.file)
    }
}

/// Imports that do not go down, or take everything.
pub fn imports(path: &str, text: &str) -> Vec<String> {
    let Some(own) = place_of(&module(path)).filter(|_| path.starts_with("src/")) else {
        return Vec::new();
    };
    let complain = |import: Import| {
        let target = target(path, &import.segments);
        let written = import.segments.join("::");
        let line = import.line;
        if import.segments.last().is_some_and(|last| last == "*") {
            Some(format!("{path}:{line}: {written}: name what is imported"))
        } else if own.may_import(place_of(&target)?) {
            None
        } else {
            Some(format!("{path}:{line}: {written}: {target} is not below this file"))
        }
    };
    imports_of(&tokens::of(path, text)).into_iter().filter_map(complain).collect()
}

/// Files without a place, and places without a file.
pub fn places(paths: &[String]) -> Vec<String> {
    let sources: Vec<_> = paths.iter().filter(|path| path.starts_with("src/")).collect();
    let homeless = sources.iter().filter(|path| place_of(&module(path)).is_none());
    let empty = HOUSE.iter().flat_map(Room::paths).filter(|path| !sources.contains(&path));
    let table = "of the house (tests/tidy/floors.rs, docs/design.md)";
    homeless
        .map(|path| format!("{path}: give the file a place in the table {table}"))
        .chain(empty.map(|path| format!("{path}: the table {table} names it, and it is not there")))
        .collect()
}

/// Where the table of the design differs from the house.
pub fn as_designed(design: &str) -> Vec<String> {
    let designed: Vec<_> = design
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let floor: u8 = cells.next()?.trim().parse().ok()?;
            Some((floor, cells.next()?.trim().to_owned(), cells.next()?.trim().to_owned()))
        })
        .collect();
    let built: Vec<_> = HOUSE
        .iter()
        .map(|room| (room.floor, format!("`src/{}`", room.folder), room.files.to_owned()))
        .collect();
    let missing = built.iter().filter(|row| !designed.contains(row));
    let strange = designed.iter().filter(|row| !built.contains(row));
    missing
        .map(|row| format!("docs/design.md: this row is missing: {row:?}"))
        .chain(strange.map(|row| format!("docs/design.md: the house is not built so: {row:?}")))
        .chain((designed.len() > built.len()).then(|| "docs/design.md: a row stands twice".into()))
        .collect()
}

/// Whether a file belongs to the core, or to what runs beside it inside of a board.
pub fn is_core(path: &str) -> bool {
    let place = place_of(&module(path));
    path.starts_with("src/eboard/")
        || (path.starts_with("src/")
            && !NOT_CORE.contains(&path)
            && place.is_some_and(|place| place.floor <= CORE_FLOOR_MAX))
}

/// The path of a file below `src`, without its ending: `chess/square`.
fn module(path: &str) -> String {
    path.trim_start_matches("src/").trim_end_matches(".rs").to_owned()
}

fn place_of(module: &str) -> Option<Place> {
    let rooms = HOUSE.iter().enumerate();
    let place = |(row, room): (usize, &Room)| {
        let name = module.strip_prefix(room.folder)?;
        let last = (name == "mod" && !room.folder.is_empty()).then(|| room.files().count());
        let file = room.files().position(|file| file == name).or(last)?;
        Some(Place { floor: room.floor, row, file })
    };
    rooms.filter_map(place).next()
}

/// The module that a path beginning with `crate`, `super` or the library's name leads to.
fn target(path: &str, segments: &[String]) -> String {
    let own = module(path);
    let mut base: Vec<&str> = own.split('/').collect();
    // `mod.rs` and `lib.rs` are the folder itself.
    if matches!(base.last(), Some(&("mod" | "lib" | "main"))) {
        base.pop();
    }
    let mut rest = segments.iter().map(String::as_str).peekable();
    if rest.next_if(|&first| first == "crate" || first == "touch_move").is_some() {
        base.clear();
    }
    while rest.next_if_eq(&"super").is_some() {
        base.pop();
    }
    base.extend(rest);
    let leads_to = |length: usize| {
        let name = base[..length].join("/");
        [name.clone(), format!("{name}/mod")].into_iter().find(|name| place_of(name).is_some())
    };
    (1..=base.len()).rev().find_map(leads_to).unwrap_or_else(|| "lib".into())
}

/// A path that begins with `crate`, `super` or the library's name, and its line.
#[derive(Debug)]
struct Import {
    segments: Vec<String>,
    line: usize,
}

/// All such paths, in `use` declarations and anywhere else.
fn imports_of(tokens: &[Token]) -> Vec<Import> {
    let mut imports = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let starts = matches!(token.text.as_str(), "crate" | "super" | "touch_move");
        let inside = place > 0 && tokens[place - 1].text == "::";
        if starts && !inside && at(tokens, place + 1, &["::"]) {
            follow(tokens, place, &mut Vec::new(), &mut imports);
        }
    }
    imports
}

/// Follows a path from its segment at `place`, into every branch of a group; returns the place
/// after it.
fn follow(
    tokens: &[Token],
    place: usize,
    before: &mut Vec<String>,
    imports: &mut Vec<Import>,
) -> usize {
    before.push(tokens[place].text.clone());
    let mut next = place + 1;
    if !at(tokens, next, &["::"]) {
        imports.push(Import { segments: before.clone(), line: tokens[place].line });
    } else if at(tokens, next, &["::", "{"]) {
        next += 2;
        while !at(tokens, next, &["}"]) {
            next = match tokens[next].text.as_str() {
                "," => next + 1,
                "as" => next + 2,
                _ => follow(tokens, next, before, imports),
            };
        }
        next += 1;
    } else {
        next = follow(tokens, next + 1, before, imports);
    }
    before.pop();
    next
}

#[test]
fn imports_that_go_up_are_found() {
    let complaints = |path: &str, text: &str| imports(path, text).len();
    assert_eq!(complaints("src/chess/piece.rs", "use super::square::Square;"), 0);
    assert_eq!(complaints("src/chess/square.rs", "use super::piece::Role;"), 1);
    assert_eq!(complaints("src/chess/square.rs", "use crate::{chess::piece::Role, event};"), 2);
    assert_eq!(complaints("src/law/case.rs", "use crate::chess::castling::{self, Failed};"), 0);
    assert_eq!(complaints("src/law/case.rs", "use crate::law::castling::{self as x, y::Z};"), 2);
    assert_eq!(complaints("src/facts.rs", "fn f() { m!(crate::arbiter::Arbiter::new()) }"), 1);
    assert_eq!(complaints("src/facts.rs", "#[cfg(test)] mod tests { use crate::arbiter; }"), 0);
    assert_eq!(complaints("src/facts.rs", "use crate::Something;"), 1);
    assert_eq!(complaints("src/main.rs", "fn main() { touch_move::arbiter::f() }"), 0);
    assert_eq!(complaints("src/law/case.rs", "use crate::law::rulebooks::*;"), 1);
}

#[test]
fn files_without_a_place_and_places_without_a_file_are_found() {
    let mut paths: Vec<_> = HOUSE.iter().flat_map(Room::paths).collect();
    assert_eq!(places(&paths), [] as [&str; 0]);
    paths.push("src/cellar.rs".into());
    paths.remove(0);
    assert_eq!(places(&paths).len(), 2);
}

#[test]
fn a_design_that_differs_is_found() {
    assert_eq!(as_designed("| floor | room |\n").len(), HOUSE.len());
    assert!(as_designed("| 2 | `src/` | facts, more | what is known |").len() > HOUSE.len());
}

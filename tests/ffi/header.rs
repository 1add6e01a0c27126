//! The header says what the code says.

use std::fmt::{Display, Write};
use std::path::Path;

use cbindgen::{
    Config, DocumentationStyle, EnumConfig, ExportConfig, ItemType, Language, RenameRule, Style,
};
use touch_move::chess::position::InvalidReason;
use touch_move::clause::Clause;
use touch_move::ruling::Reading;

const HEADER: &str = "src/ffi/touch_move.h";

/// The types of the code, as they are called in C.
const NAMES: [(&str, &str); 32] = [
    ("TmArbiter", "tm_arbiter"),
    ("TmBoard", "tm_board"),
    ("TmCondition", "tm_condition"),
    ("TmDecoder", "tm_decoder"),
    ("TmDuty", "tm_duty"),
    ("TmEvent", "tm_event"),
    ("TmEventKind", "tm_event_kind"),
    ("TmIntake", "tm_intake"),
    ("TmLights", "tm_lights"),
    ("TmOffence", "tm_offence"),
    ("TmOption", "tm_option"),
    ("TmIntakeOptions", "tm_intake_options"),
    ("TmPending", "tm_pending"),
    ("TmPendingKind", "tm_pending_kind"),
    ("TmProtocol", "tm_protocol"),
    ("TmReport", "tm_report"),
    ("TmReportKind", "tm_report_kind"),
    ("TmRuling", "tm_ruling"),
    ("TmStatus", "tm_status"),
    ("TmStep", "tm_step"),
    ("Claim", "tm_claim"),
    ("ClockSide", "tm_clock_side"),
    ("Color", "tm_color"),
    ("Failed", "tm_failed"),
    ("Infraction", "tm_infraction"),
    ("Language", "tm_language"),
    ("Penalty", "tm_penalty"),
    ("Play", "tm_play"),
    ("Role", "tm_role"),
    ("Rulebook", "tm_rules"),
    ("Verdict", "tm_verdict"),
    ("Wing", "tm_wing"),
];

const HEAD: &str = "\
// touch-move: what a chess player may still do after touching pieces, for programs in C and C++.
//
// The caller owns all memory; nothing is allocated and no pointer is kept. Every function but
// `tm_version` answers with one of `TM_STATUS_...`, whatever the values it is given. What must hold
// of a pointer, which nobody can check:
//
// - it is null, or points to memory that is there during the call, is as large as its type and
//   the length or capacity beside it say, and is neither read nor written by others meanwhile;
// - what is read through it (`const`, and a state once it is made) has been set, to anything;
//   a state is written by the library alone, or copied whole from another by assignment;
// - two pointers of one call do not overlap, unless both are `const`.
//
// A null or misaligned pointer is answered with TM_STATUS_BAD_POINTER; where null is allowed, or
// the capacity is 0, null means that nothing is wanted.
//
// This file is made from the code: UPDATE_DOCS=1 cargo test --all-features --test ffi
#ifndef TOUCH_MOVE_H
#define TOUCH_MOVE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif
";

const CLOSE: &str = "\
#ifdef __cplusplus
}
#define TM_ASSERT static_assert
#else
#define TM_ASSERT _Static_assert
#endif
TM_ASSERT(sizeof(struct tm_arbiter) == 8 * (TM_ARBITER_ROOM + 2), \"the size of a machine\");
TM_ASSERT(sizeof(struct tm_intake) == 8 * (TM_INTAKE_ROOM + 2), \"the size of an intake\");
TM_ASSERT(sizeof(struct tm_decoder) == 8 * (TM_DECODER_ROOM + 2), \"the size of a decoder\");
TM_ASSERT(sizeof(struct tm_event) == 16, \"the size of an event\");
TM_ASSERT(sizeof(struct tm_report) == 96, \"the size of a report\");
#undef TM_ASSERT

#endif";

#[test]
fn the_header_is_made_from_the_code() {
    let made = tidied(&bindings());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(HEADER);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    let differs = written.lines().zip(made.lines()).zip(1..).find(|((a, b), _)| a != b);
    assert_eq!(differs, None, "{HEADER} is not what the code says: UPDATE_DOCS=1 writes it anew");
    assert!(written == made, "{HEADER} has another length than the code says");
}

fn bindings() -> String {
    let config = Config {
        language: Language::C,
        style: Style::Tag,
        documentation_style: DocumentationStyle::C99,
        header: Some(format!("{HEAD}\n{}", version_and_tables())),
        no_includes: true,
        trailer: Some(CLOSE.into()),
        usize_is_size_t: true,
        line_length: 100,
        enumeration: EnumConfig {
            rename_variants: RenameRule::QualifiedScreamingSnakeCase,
            ..EnumConfig::default()
        },
        export: ExportConfig {
            include: NAMES.iter().map(|&(name, _)| name.into()).collect(),
            item_types: vec![
                ItemType::Constants,
                ItemType::Enums,
                ItemType::Structs,
                ItemType::Functions,
            ],
            rename: NAMES.iter().map(|&(rust, c)| (rust.into(), c.into())).collect(),
            ..ExportConfig::default()
        },
        ..Config::default()
    };
    let builder = cbindgen::Builder::new().with_crate(env!("CARGO_MANIFEST_DIR"));
    let mut text = Vec::new();
    builder.with_config(config).generate().unwrap().write(&mut text);
    String::from_utf8(text).unwrap()
}

/// What cbindgen cannot see, since macros make it.
fn version_and_tables() -> String {
    let mut text = String::new();
    let [major, minor, patch] = touch_move_version();
    let line = format!("#define TM_VERSION 0x{major:02x}{minor:02x}{patch:02x}");
    writeln!(text, "// The version of this header, to be compared with tm_version().\n{line}")
        .unwrap();
    let clauses = Clause::ALL
        .iter()
        .map(|clause| format!("CLAUSE_{} {:#06x} // {clause}", screaming(clause), clause.code()));
    define(&mut text, "Clauses of the texts.", clauses);
    let readings = Reading::ALL.iter().map(|&reading| {
        let name = screaming(&reading.id().replacen('-', "", 1));
        format!("READING_{name} (1u << {}) // {reading}", reading as u8)
    });
    let head = "Readings, where a text is silent or can be read two ways: a bit each.";
    define(&mut text, head, readings);
    let reasons = InvalidReason::ALL.iter().map(|reason| {
        format!("INVALID_{} (1u << {})", variant(reason), reason.bit().trailing_zeros())
    });
    define(&mut text, "Reasons why a position is not valid: a bit each.", reasons);
    text.trim_end().into()
}

fn touch_move_version() -> [u8; 3] {
    let mut parts = env!("CARGO_PKG_VERSION").split('.').map(|part| part.parse().unwrap());
    std::array::from_fn(|_| parts.next().unwrap())
}

fn define(text: &mut String, head: &str, rows: impl Iterator<Item = String>) {
    writeln!(text, "\n// {head}").unwrap();
    for row in rows {
        writeln!(text, "#define TM_{row}").unwrap();
    }
}

/// `FIDE 4.4.2` as `FIDE_4_4_2`.
fn screaming(name: &impl Display) -> String {
    let parts = name.to_string().to_uppercase();
    let words = parts.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}

/// `NoKing(White)` as `NO_KING_WHITE`.
fn variant(value: &impl std::fmt::Debug) -> String {
    let mut apart = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_uppercase() {
            apart.push(' ');
        }
        apart.push(letter);
    }
    screaming(&apart)
}

/// The header as people would write it: an enumeration names codes and is no type, since C does not
/// fix its size; what is unsafe in Rust is told once, in the head; and the rest of the library, of
/// which cbindgen sees everything, is left out.
fn tidied(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut all = text.lines();
    while let Some(line) = all.next() {
        match line {
            "#if __STDC_VERSION__ >= 202311L" => {
                all.by_ref().take_while(|line| !line.starts_with("#endif")).for_each(drop);
            }
            " {" => lines.last_mut().unwrap().push_str(line),
            "// # Safety" => {
                lines.pop();
                let comment = all.clone().take_while(|line| line.starts_with("//")).count();
                all.by_ref().take(comment).for_each(drop);
            }
            _ if is_foreign(line) => {
                let comment = lines.iter().rev().take_while(|line| line.starts_with("//")).count();
                lines.truncate(lines.len() - comment);
                if line.starts_with("enum") {
                    all.by_ref().take_while(|line| *line != "};").for_each(drop);
                }
            }
            "" if lines.last().is_some_and(String::is_empty) => {}
            _ => lines.push(line.trim_end().into()),
        }
    }
    let kinds = ["EVENT", "PENDING", "REPORT"];
    let text = kinds.iter().fold(lines.join("\n"), |text, kind| {
        text.replace(&format!("TM_{kind}_KIND_"), &format!("TM_{kind}_"))
    });
    text + "\n"
}

/// Whether a line begins something that C does not need.
fn is_foreign(line: &str) -> bool {
    let defined = line.strip_prefix("#define ");
    line.starts_with("typedef ")
        || defined.is_some_and(|name| !name.starts_with("TM_") && name != "TOUCH_MOVE_H")
        || line.strip_prefix("enum ").is_some_and(|name| !name.starts_with("tm_"))
}

//! Where the comments are in a piece of RON.

use std::vec::Vec;

/// The comments in a piece of RON; one without its end goes on to the end of the text.
#[must_use]
pub fn comments(ron: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = ron.get(at..).and_then(|rest| rest.find(['"', '/'])) {
        let start = at + next;
        let (before, rest) = ron.split_at(start);
        let length = if rest.starts_with('"') {
            text_length(before, rest)
        } else {
            let length = comment_length(rest);
            found.extend(rest.get(..length).map(str::trim_end));
            length
        };
        at = start + length;
    }
    found
}

/// How long the text in quotes is that begins here.
fn text_length(before: &str, rest: &str) -> usize {
    let bare = before.trim_end_matches('#');
    if bare.ends_with('r') {
        let closing = ["\"", before.get(bare.len()..).unwrap_or_default()].concat();
        let end = rest.get(1..).and_then(|rest| rest.find(&closing));
        return end.map_or(rest.len(), |end| 1 + end + closing.len());
    }
    let mut escaped = false;
    let end = rest.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(rest.len(), |end| end + 2)
}

/// How long the comment is that begins here.
fn comment_length(rest: &str) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(mark) = rest.get(at..).and_then(|rest| rest.find(['/', '*'])) {
        at += mark;
        match rest.as_bytes().get(at..at + 2) {
            Some(b"/*") => depth += 1,
            Some(b"*/") => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

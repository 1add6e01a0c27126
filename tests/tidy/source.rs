//! How long lines and functions are, and what is not written.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tokens::{self, Token, at};

const COLUMNS_MAX: usize = 100;
const FUNCTION_LINES_MAX: usize = 70;

/// Lines that are too long. A line of which a string reaches to the edge may be: a table has one
/// row a line.
pub fn long_lines(path: &str, text: &str) -> Vec<String> {
    let mut strings = Vec::new();
    strings_to_the_edge(tokens::stream(path, text), &mut strings);
    let long = |&(line, text): &(usize, &str)| {
        let columns = text.chars().count();
        columns > COLUMNS_MAX && !strings.contains(&line)
    };
    (1..)
        .zip(text.lines())
        .filter(long)
        .map(|(line, _)| format!("{path}:{line}: longer than {COLUMNS_MAX} columns"))
        .collect()
}

fn strings_to_the_edge(stream: TokenStream, lines: &mut Vec<usize>) {
    for tree in stream {
        match tree {
            TokenTree::Group(group) => strings_to_the_edge(group.stream(), lines),
            TokenTree::Literal(literal) => {
                let span = literal.span();
                let written = span.source_text().unwrap_or_default();
                if written.ends_with('"') && span.end().column >= COLUMNS_MAX {
                    lines.push(span.end().line);
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Functions that are too long.
pub fn long_functions(path: &str, text: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    look_for_functions(path, tokens::stream(path, text), &mut complaints);
    complaints
}

fn look_for_functions(path: &str, stream: TokenStream, complaints: &mut Vec<String>) {
    let trees: Vec<_> = stream.into_iter().collect();
    for (place, tree) in trees.iter().enumerate() {
        if let TokenTree::Group(group) = tree {
            look_for_functions(path, group.stream(), complaints);
        }
        let [TokenTree::Ident(keyword), TokenTree::Ident(name), rest @ ..] = &trees[place..] else {
            continue;
        };
        if keyword != "fn" {
            continue;
        }
        let end = rest.iter().find_map(|tree| match tree {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                (!is_table(body.stream())).then(|| body.span_close().end().line).or(Some(0))
            }
            TokenTree::Punct(point) if point.as_char() == ';' => Some(point.span().end().line),
            _ => None,
        });
        let first = keyword.span().start().line;
        let lines = end.map_or(0, |last| (last + 1).saturating_sub(first));
        if lines > FUNCTION_LINES_MAX {
            let limit = format!("more than {FUNCTION_LINES_MAX}");
            complaints.push(format!("{path}:{first}: {name} has {lines} lines, {limit}"));
        }
    }
}

/// Whether a body is one `match` and nothing else: a table, with as many rows as there are things
/// to tell apart.
fn is_table(body: TokenStream) -> bool {
    let trees: Vec<_> = body.into_iter().collect();
    let braces = |tree: &TokenTree| match tree {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    let matches = trees.first().is_some_and(|first| first.to_string() == "match");
    let alone = trees.iter().filter(|tree| braces(tree)).count() == 1;
    matches && alone && trees.last().is_some_and(braces)
}

/// What the house does not write, anywhere or in `src` outside tests.
pub fn forbidden(path: &str, text: &str) -> Vec<String> {
    const ANYWHERE: [(&[&str], &str); 5] = [
        (&["todo", "!"], "todo!: nothing is left to do in what is kept"),
        (&["unimplemented", "!"], "unimplemented!: nothing is left to do in what is kept"),
        (&["dbg", "!"], "dbg!: say it in the log"),
        (&["[", "allow", "("], "allow: expect says when it is needed no more"),
        (&[",", "allow", "("], "allow: expect says when it is needed no more"),
    ];
    const IN_SOURCE: [(&[&str], &str); 1] =
        [(&[".", "unwrap", "(", ")"], "unwrap: expect says why it holds")];
    const BUT_IN_FFI: [(&[&str], &str); 1] = [(&["unsafe"], "unsafe: only the C interface may")];
    let in_source = path.starts_with("src/");
    let mut complaints = found(path, text, &ANYWHERE);
    if in_source {
        complaints.extend(found(path, text, &IN_SOURCE));
    }
    if in_source && path != "src/ffi.rs" && !path.starts_with("src/ffi/") {
        complaints.extend(found(path, text, &BUT_IN_FFI));
    }
    complaints
}

/// What can panic, where nothing may: in the core.
pub fn panics(path: &str, text: &str) -> Vec<String> {
    const PANICKING: [(&[&str], &str); 3] = [
        (&[".", "expect", "("], "expect: the core has no panic"),
        (&["panic", "!"], "panic!: the core has no panic"),
        (&["unreachable", "!"], "unreachable!: the core has no panic"),
    ];
    // Methods of slices and iterators that panic where a place or a length does not fit.
    const UNCHECKED: [&str; 15] = [
        "chunks",
        "chunks_exact",
        "chunks_mut",
        "clone_from_slice",
        "copy_from_slice",
        "copy_within",
        "rchunks",
        "rotate_left",
        "rotate_right",
        "split_at",
        "split_at_mut",
        "step_by",
        "swap",
        "swap_with_slice",
        "windows",
    ];
    let tokens = tokens::of(path, text);
    let indexed = (1..tokens.len()).filter(|&place| indexes(&tokens[place - 1], &tokens[place]));
    let asserted = (1..tokens.len()).filter(|&place| {
        // In a constant, `const _: () = assert!(...)`, it is the compiler that asserts.
        at(&tokens, place, &["assert", "!"]) && tokens[place - 1].text != "="
    });
    let unchecked = (1..tokens.len()).filter(|&place| {
        UNCHECKED.contains(&tokens[place].text.as_str()) && tokens[place - 1].text == "."
    });
    let complain = |what: &'static str| {
        let tokens = &tokens;
        move |place: usize| format!("{path}:{}: {what}", tokens[place].line)
    };
    let mut complaints = found(path, text, &PANICKING);
    complaints.extend(indexed.map(complain("an index: the core has no panic, use get")));
    complaints.extend(unchecked.map(complain("a bound unchecked: the core has no panic")));
    complaints.extend(asserted.map(complain("assert!: the core has no panic")));
    complaints
}

/// Whether a bracket after this token is an index.
fn indexes(before: &Token, bracket: &Token) -> bool {
    const KEYWORDS: [&str; 14] = [
        "as", "break", "const", "dyn", "else", "for", "if", "impl", "in", "let", "match", "mut",
        "ref", "return",
    ];
    let word = before.text.starts_with(|first: char| first.is_alphabetic() || first == '_');
    let value = (word && !KEYWORDS.contains(&before.text.as_str()))
        || matches!(before.text.as_str(), ")" | "]");
    bracket.text == "[" && value
}

fn found(path: &str, text: &str, patterns: &[(&[&str], &str)]) -> Vec<String> {
    let tokens = tokens::of(path, text);
    let mut complaints = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        for (pattern, what) in patterns {
            if at(&tokens, place, pattern) {
                complaints.push(format!("{path}:{}: {what}", token.line));
            }
        }
    }
    complaints
}

#[test]
fn long_lines_are_found_and_strings_forgiven() {
    let long = "x".repeat(COLUMNS_MAX + 1);
    assert_eq!(long_lines("a.rs", &format!("fn a() {{}}\n// {long}\n/// {long}\n{long}")).len(), 3);
    assert_eq!(long_lines("a.rs", &format!("row(\"{long}\");")), [] as [&str; 0]);
    assert_eq!(long_lines("a.rs", &long[1..]), [] as [&str; 0]);
}

#[test]
fn long_functions_are_found() {
    let of_lines =
        |lines: usize| format!("mod m {{ fn f() -> u8 {{{}}} }}", "\n".repeat(lines - 1));
    assert_eq!(long_functions("a.rs", &of_lines(FUNCTION_LINES_MAX)), [] as [&str; 0]);
    let complaints = long_functions("a.rs", &of_lines(FUNCTION_LINES_MAX + 1));
    assert_eq!(complaints, ["a.rs:1: f has 71 lines, more than 70"]);
    let rows = "\n".repeat(FUNCTION_LINES_MAX);
    let table = format!("fn f(x: u8) -> u8 {{ match x {{ {rows} 0 => 1, _ => 2 }} }}");
    assert_eq!(long_functions("a.rs", &table), [] as [&str; 0]);
    let more = format!("fn f(x: u8) -> u8 {{ let y = x; match y {{ {rows} 0 => 1, _ => 2 }} }}");
    assert_eq!(long_functions("a.rs", &more).len(), 1);
}

#[test]
fn forbidden_words_are_found() {
    let count = |path: &str, text: &str| forbidden(path, text).len();
    assert_eq!(count("tests/a.rs", "fn f() { todo!(); unimplemented!(); dbg!(1); }"), 3);
    assert_eq!(count("tests/a.rs", "#![allow(dead_code)] #[cfg_attr(x, allow(y))] fn f() {}"), 2);
    assert_eq!(count("src/a.rs", "#[expect(dead_code)] fn f() { m!(x.unwrap()); y.unwrap() }"), 2);
    assert_eq!(count("src/a.rs", "#[cfg(test)]\nmod tests { fn f() { x.unwrap() } }"), 0);
    assert_eq!(count("tests/a.rs", "fn f() { x.unwrap() }"), 0);
    assert_eq!(count("src/a.rs", "fn f() { unsafe { g() } }"), 1);
    assert_eq!(count("src/ffi/arbiter.rs", "fn f() { unsafe { g() } }"), 0);
    assert_eq!(count("src/a.rs", "//! x.unwrap(), dbg!(), unsafe\nfn f() {}"), 0);
}

#[test]
fn what_can_panic_is_found() {
    let count = |text: &str| panics("src/a.rs", text).len();
    assert_eq!(count("fn f() { a[0]; g()[1]; a[0][1] }"), 4);
    assert_eq!(count("fn f(a: [u8; 2]) -> &mut [u8] { let [x, y] = a; for z in [x, y] {} }"), 0);
    assert_eq!(count("const A: &[u8] = &[0]; const _: () = assert!(A.len() == 1);"), 0);
    assert_eq!(count("fn f() { assert!(x); panic!(); unreachable!(); x.expect(\"y\") }"), 4);
    assert_eq!(count("fn f() { a.copy_within(1.., 0); a.split_at(x); a.split_at_checked(x) }"), 2);
}

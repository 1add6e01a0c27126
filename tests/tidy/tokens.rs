//! Rust source as a flat row of tokens, macros included, tests left out.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// A token and the line on which it begins, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// The tokens of a file but those of its test modules. Brackets are tokens; `::` and
/// a lifetime are one token each.
pub fn of(path: &str, text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    flatten(stream(path, text), &mut tokens);
    tokens
}

/// The token trees of a file.
pub fn stream(path: &str, text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether these texts stand at this place.
pub fn at(tokens: &[Token], place: usize, texts: &[&str]) -> bool {
    let here = tokens.get(place..place + texts.len());
    here.is_some_and(|here| here.iter().zip(texts).all(|(token, text)| token.text == *text))
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    let trees: Vec<_> = stream.into_iter().collect();
    let mut trees = trees.as_slice();
    while let Some((tree, rest)) = trees.split_first() {
        if let Some(after) = after_test_module(trees) {
            trees = after;
            continue;
        }
        trees = rest;
        let line = tree.span().start().line;
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = brackets(group.delimiter());
                tokens.push(Token { text: open.into(), line });
                flatten(group.stream(), tokens);
                let line = group.span_close().start().line;
                tokens.push(Token { text: close.into(), line });
            }
            TokenTree::Punct(colon) if colon.as_char() == ':' => {
                let second = tokens.last().is_some_and(|last| last.text == ":+");
                if second {
                    tokens.pop();
                }
                let joint = colon.spacing() == Spacing::Joint;
                let text = if second {
                    "::"
                } else if joint {
                    ":+"
                } else {
                    ":"
                };
                tokens.push(Token { text: text.into(), line });
            }
            other => match tokens.last_mut() {
                Some(last) if last.text == "'" => last.text += &other.to_string(),
                _ => tokens.push(Token { text: other.to_string(), line }),
            },
        }
    }
}

/// What follows if here begins `#[cfg(test)] mod name { ... }`.
fn after_test_module(trees: &[TokenTree]) -> Option<&[TokenTree]> {
    let [hash, attribute, module, _, TokenTree::Group(_), rest @ ..] = trees else { return None };
    let attribute = attribute.to_string().replace(' ', "");
    let test = hash.to_string() == "#" && attribute == "[cfg(test)]";
    (test && module.to_string() == "mod").then_some(rest)
}

fn brackets(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

#[test]
fn tests_are_left_out_and_macros_are_not() {
    let source = "use a::b; m!(c: d);\n#[cfg(test)]\nmod tests { e }\nf";
    let tokens = of("x.rs", source);
    let texts: Vec<_> = tokens.iter().map(|token| token.text.as_str()).collect();
    assert_eq!(texts, ["use", "a", "::", "b", ";", "m", "!", "(", "c", ":", "d", ")", ";", "f"]);
    assert_eq!(tokens.last().map(|token| token.line), Some(4));
}

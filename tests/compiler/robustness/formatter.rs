//! The formatter: whatever the text, only white space changes.

use crate::{
    effort,
    support::{
        generator::program::{damage, generate_program},
        random::{self, seed},
        say,
    },
};
use pdll::internals::{
    diagnostic::Diagnostics,
    format,
    source::{FileId, SourceMap},
    syntax::{lexer, token::TokenKind},
};
use std::time::{Duration, Instant};

/// The syntax does not know which names there are, so that one file can have the
/// declarations of many programs.
const PROGRAMS: usize = 2000;

#[test]
fn generated_programs_are_formatted() {
    let programs: String = (0..effort::share(PROGRAMS)).map(program).collect();
    let formatted = check(&programs);
    assert!(formatted.is_valid, "the programs have no syntax errors");
    // What was on one line may be on several now, but words are where they were.
    check(&with_comments(&programs));
}

#[test]
fn damaged_programs_keep_everything() {
    random::check(0xF0_0000, effort::share(100), |random| {
        let mut text = program(PROGRAMS + random.below(100));
        for _ in 0..1 + random.below(4) {
            text = damage(&text, random);
        }
        check(&text);
        check(&with_comments(&text));
        Ok(())
    });
}

/// Work that grows faster than the text would take minutes.
#[test]
fn ten_thousand_patterns_take_no_time() {
    let text: String = (0..10_000)
        .map(|number| {
            format!(
                "Pattern P{number} with benefit({number}) {{\n  let root = op<t.a>(x: Value, \
                 op<t.b>(y: Value).0) {{a = attr<\"{number} : i32\">}} -> (type<\"i32\">);\n  \
                 replace root with op<t.c>(x, y);\n}}\n\n"
            )
        })
        .collect();
    let start = Instant::now();
    let formatted = format(&text);
    let time = start.elapsed();
    say(&format!("10 000 patterns are formatted in {time:?}"));
    assert!(formatted.is_valid);
    assert!(time < Duration::from_secs(10), "{time:?}");
}

fn program(number: usize) -> String {
    let program = generate_program(seed(), 3_000_000 + number);
    let mut text = program.included.unwrap_or_default() + &program.main;
    text.push('\n');
    text
}

/// A formatted text.
struct Formatted {
    text: String,
    /// Whether the text has no syntax errors.
    is_valid: bool,
}

/// Formats a text. Nothing is lost, and formatting it again changes nothing.
fn check(text: &str) -> Formatted {
    let once = format(text);
    let (before, after) = (words(text), words(&once.text));
    let differs = std::iter::zip(&before, &after).position(|(one, other)| one != other);
    assert!(
        before.len() == after.len() && differs.is_none(),
        "word {differs:?} of {} differs in the formatted text of\n{text}",
        before.len()
    );
    let twice = format(&once.text);
    let lines = || std::iter::zip(once.text.lines(), twice.text.lines());
    if let Some(at) = lines().position(|(one, other)| one != other) {
        let lines: Vec<_> = lines().skip(at.saturating_sub(5)).take(20).collect();
        panic!("the second time changes the sixth of these lines: {lines:#?}");
    }
    assert_eq!(once.text.len(), twice.text.len());
    once
}

fn format(text: &str) -> Formatted {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let file = sources.add("a.pdll", text, None);
    let formatted = format::format(&sources, file, &mut diagnostics);
    Formatted {
        text: formatted.unwrap_or_else(|reason| panic!("{reason} in\n{text}")),
        is_valid: !diagnostics.has_errors(),
    }
}

/// The tokens and comments of a text.
fn words(text: &str) -> Vec<&str> {
    let tokens = lexer::lex(FileId::default(), text, &mut Diagnostics::default());
    let tokens = tokens
        .into_iter()
        .filter(|token| token.kind != TokenKind::Whitespace);
    let texts = tokens.map(|token| text[token.span.start as usize..token.span.end as usize].trim());
    texts.collect()
}

/// The text with a comment behind each token.
fn with_comments(text: &str) -> String {
    let comment = |(index, word): (usize, &str)| match index % 3 {
        0 => format!("{word} // {index}\n"),
        1 => format!("{word}\n// {index}\n"),
        _ => format!("{word}\n\n    // {index}\n\n"),
    };
    words(text).into_iter().enumerate().map(comment).collect()
}

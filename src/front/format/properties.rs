//! What holds of the formatter whatever the text.

use super::format;
use crate::{
    base::diagnostic::Diagnostics,
    base::source::{FileId, SourceMap},
    syntax::{
        lexer,
        token::{TokenKind as K, TokenKind},
    },
    testing::random,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The formatted text. Nothing is lost, and formatting it again changes nothing.
fn check(name: &str, text: &str) -> String {
    let once = one_pass(name, text);
    let twice = one_pass(name, &once);
    assert_eq!(
        once, twice,
        "{name}: the second pass changes the first of\n{text}"
    );
    once
}

fn one_pass(name: &str, text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text, None);
    let formatted = format(&sources, file, &mut Diagnostics::default());
    formatted.unwrap_or_else(|lost| panic!("{name}: {lost} in\n{text}"))
}

/// The pattern files of this repository and their names.
fn files() -> Vec<(String, String)> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut folders: Vec<PathBuf> = ["examples", "lit-tests", "src/front/std", "tests"]
        .map(|folder| root.join(folder))
        .into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "pdll")
                && let Ok(text) = fs::read_to_string(&path)
            {
                files.push((path.display().to_string(), text));
            }
        }
    }
    assert!(files.len() > 200, "{files:?}");
    files.sort();
    files
}

/// The tokens of a text without white space and comments.
fn tokens(text: &str) -> Vec<(TokenKind, &str)> {
    let tokens = lexer::lex(FileId::default(), text, &mut Diagnostics::default());
    let tokens = tokens
        .into_iter()
        .filter(|token| !matches!(token.kind, K::Whitespace | K::Comment | K::End));
    tokens
        .map(|token| {
            let range = token.span.start as usize..token.span.end as usize;
            (token.kind, &text[range])
        })
        .collect()
}

/// What is in the paths of files about white space, syntax errors and locations.
const OTHERS: [&str; 4] = [
    "lit-tests/Lexer/",
    "lit-tests/Parser/",
    "Driver/ast-of-every-construct.pdll",
    "Lowering/locations.pdll",
];

#[test]
fn files_of_this_repository_are_formatted() {
    for (name, text) in files() {
        // Expected messages name columns.
        let is_other = text.contains("@LINE") || OTHERS.iter().any(|part| name.contains(part));
        let mut sources = SourceMap::default();
        let file = sources.add(&name, text.as_str(), None);
        let mut diagnostics = Diagnostics::default();
        let formatted = format(&sources, file, &mut diagnostics);
        if !is_other && !diagnostics.has_errors() {
            assert!(formatted.as_ref() == Ok(&text), "use `pdll-opt fmt {name}`");
        }
    }
}

#[test]
fn files_keep_everything() {
    for (name, text) in files() {
        check(&name, &text);
        check(&name, &text.replace('\n', "\r\n"));
    }
}

#[test]
fn comments_may_stand_between_all_tokens() {
    for (name, text) in files() {
        let commented: String = tokens(&text)
            .iter()
            .enumerate()
            .map(|(index, (_, token))| match index % 2 {
                0 => format!("{token} // {index}\n"),
                _ => format!("{token}\n  // {index}\n\n"),
            })
            .collect();
        check(&name, &commented);
    }
}

#[test]
fn white_space_between_tokens_may_be_any() {
    const BETWEEN: [&str; 8] = [
        " ", "  ", "\n", "\n\n\n", "\t", " \n ", " // c\n", "\n// c\n",
    ];
    let files = files();
    random::check(0x5BACE, 3 * files.len(), |random| {
        let (name, text) = random.pick(&files);
        let mut spaced = String::new();
        for (_, token) in tokens(text) {
            spaced += token;
            spaced += random.pick::<&str>(&BETWEEN);
        }
        check(name, &spaced);
        Ok(())
    });
}

/// To Rust they are white space, and to PDLL errors.
#[test]
fn other_blanks_are_kept() {
    for blank in [
        '\u{B}', '\u{C}', '\u{85}', '\u{A0}', '\u{2028}', '\u{3000}', '\u{FEFF}',
    ] {
        for text in [
            format!("{blank}"),
            format!(" {blank}"),
            format!("// c{blank}\n"),
            format!("Pattern => erase op<t.a>;{blank}"),
            format!("Pattern {{{blank}\n  let a = \"b{blank}\n}}\n"),
        ] {
            check("blanks", &text);
        }
    }
}

#[test]
fn damaged_files_keep_everything() {
    let files = files();
    random::check(0xDA3A6E, 5 * files.len(), |random| {
        let (name, text) = random.pick(&files);
        let mut damaged = tokens(text);
        if damaged.len() < 2 {
            return Ok(());
        }
        let (one, other) = (random.below(damaged.len()), random.below(damaged.len()));
        match random.below(3) {
            0 => damaged.truncate(one),
            1 => drop(damaged.remove(one)),
            _ => damaged.swap(one, other),
        }
        let words: Vec<_> = damaged.iter().map(|(_, token)| *token).collect();
        check(name, &words.join(" "));
        check(name, &words.join("\n"));
        Ok(())
    });
}

#[test]
fn ends_of_lines_may_be_mixed() {
    for one in ["\n", "\r\n"] {
        for two in ["\n", "\r\n"] {
            check("lines", &format!("Pattern {{{one}  \0{two}'{one}"));
            check("lines", &format!("Pattern P [{{{one}{two}}}]{two}"));
        }
    }
}

/// Some of them would be another token if there were no blank between them.
#[test]
fn signs_stay_apart() {
    const SIGNS: [&str; 22] = [
        "=", "=>", "->", "-", ":", ",", ".", "...", ";", "[", "]", "<", ">", "{", "}", "(", ")",
        "^", "^a", "a", "1", "#",
    ];
    for one in SIGNS {
        for two in SIGNS {
            for three in SIGNS {
                for around in [
                    "",
                    "Pattern P {",
                    "Pattern => erase op<a>(x",
                    "x $a Pattern P with benefit(1) $a",
                    "#include",
                ] {
                    check("signs", &format!("{around} {one} {two} {three}"));
                }
            }
        }
    }
}

#[test]
fn files_without_their_end_keep_everything() {
    for (name, text) in files() {
        let middle = (text.len() / 2..).find(|end| text.is_char_boundary(*end));
        check(&name, &text[..middle.expect("the end is one")]);
    }
}

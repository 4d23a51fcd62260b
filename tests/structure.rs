//! The structure of the crate: a module uses only the layers below it, and
//! unsafe code stays at the boundary.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{collections::BTreeSet, fs, path::Path};

/// Where unsafe code may stand: in the two halves of the boundary, in a block of
/// `extern` that only names a library to link, and at a function that runs before
/// `main`.
const UNSAFE: [&str; 4] = [
    "src/exports/",
    "src/ffi/",
    "src/bin/pdll-opt.rs",
    "src/bin/common/streams.rs",
];

#[test]
fn modules_use_only_those_that_the_crate_lists_before_them() {
    let files = sources();
    let library = files.iter().find(|file| file.path == "src/lib.rs");
    let order = modules(&library.expect("the crate has a root").tokens);
    let upward: Vec<_> = files.iter().flat_map(|file| file.upward(&order)).collect();
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn unsafe_code_stays_at_the_boundary() {
    let files = sources();
    let unsafe_files: Vec<_> = files
        .iter()
        .filter(|file| has_word(&file.tokens, "unsafe"))
        .map(|file| &*file.path)
        .collect();
    for file in &unsafe_files {
        let is_excepted = UNSAFE.iter().any(|place| file.starts_with(place));
        assert!(is_excepted, "`{file}` holds unsafe code");
    }
    for place in UNSAFE {
        let is_used = unsafe_files.iter().any(|file| file.starts_with(place));
        assert!(
            is_used,
            "`{place}` holds no unsafe code and needs no exception"
        );
    }
}

#[test]
fn the_checks_notice_what_they_are_for() {
    let order = modules(&tokens(
        "pub mod low; /** It is in the middle. */ mod middle; mod high;",
    ));
    assert_eq!(order, ["low", "middle", "high"]);
    for (path, text) in [
        ("src/low.rs", "use crate::high::A;"),
        ("src/low.rs", "use crate::{low::A, middle::{B, c::D}};"),
        ("src/low.rs", "use super::middle::A;"),
        ("src/low/inner.rs", "fn f() { crate::middle::g() }"),
        ("src/low/inner.rs", "use super::{B, super::high};"),
        (
            "src/low/inner.rs",
            "mod tests { use super::super::super::high::A; }",
        ),
        ("src/middle.rs", "pub(crate) use crate::high as other;"),
        ("src/middle.rs", "use crate::unlisted::A;"),
        ("src/unlisted.rs", "use crate::low::A;"),
    ] {
        assert_eq!(
            File::new(path, text).upward(&order).len(),
            1,
            "{path}: {text}"
        );
    }
    for (path, text) in [
        (
            "src/high.rs",
            "use crate::{low, middle::B}; use super::low::A;",
        ),
        ("src/low.rs", "use self::inner::A; use std::high::B;"),
        (
            "src/low.rs",
            "/// See [`crate::high`].\nfn f() { \"crate::high\"; }",
        ),
        (
            "src/low/inner.rs",
            "use super::high; mod tests { use super::super::high; }",
        ),
        ("src/bin/tool.rs", "use crate::common::A;"),
    ] {
        assert_eq!(
            File::new(path, text).upward(&order),
            [""; 0],
            "{path}: {text}"
        );
    }
    assert!(has_word(
        &tokens("fn f() { g(|| unsafe { h() }) }"),
        "unsafe"
    ));
    assert!(!has_word(
        &tokens("/* unsafe */ #![deny(unsafe_code)]"),
        "unsafe"
    ));
}

#[test]
fn the_page_for_contributors_names_places_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/changing.md")).expect("the page is there");
    let quoted = page.split('`').skip(1).step_by(2);
    let places: BTreeSet<_> = quoted
        .filter(|text| text.contains('/') && !text.contains(' '))
        .collect();
    assert!(places.len() > 20, "the page names many places");
    let missing: Vec<_> = places
        .into_iter()
        .filter(|place| !root.join(place).exists())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A source file of the package.
struct File {
    /// The path from the folder of the package.
    path: String,
    tokens: Vec<TokenTree>,
}

/// All source files in `src`.
fn sources() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).expect("the file can be read");
                let path = path.strip_prefix(root).expect("the file is in the package");
                files.push(File::new(&path.display().to_string(), &text));
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn tokens(text: &str) -> Vec<TokenTree> {
    let stream: TokenStream = text.parse().expect("the text is Rust");
    stream.into_iter().collect()
}

impl File {
    fn new(path: &str, text: &str) -> Self {
        File {
            path: path.to_owned(),
            tokens: tokens(text),
        }
    }

    /// The modules that the file is in, outermost first; none for the root of
    /// the crate, and for programs, which are crates of their own.
    fn modules(&self) -> Vec<&str> {
        let inner = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        match inner.split('/').collect::<Vec<_>>() {
            modules if matches!(modules[0], "lib" | "bin") => Vec::new(),
            modules => modules,
        }
    }

    /// What the file uses of modules that `order` does not list before its own.
    fn upward(&self, order: &[String]) -> Vec<String> {
        let path = self.modules();
        let Some(own) = path.first() else {
            return Vec::new();
        };
        let layer = |module: &str| order.iter().position(|one| one == module);
        let mut used = BTreeSet::new();
        collect_used(&self.tokens, path.len(), &mut used);
        let is_upward = |used: &&String| match (layer(own), layer(used)) {
            (Some(own), Some(used)) => own < used,
            _ => true,
        };
        used.iter()
            .filter(|used| used != own)
            .filter(is_upward)
            .map(|used| format!("{}: `{own}` must not use `{used}`", self.path))
            .collect()
    }
}

/// The names of the modules that a crate declares, in order.
fn modules(tokens: &[TokenTree]) -> Vec<String> {
    let windows = tokens.windows(3);
    let names = windows.filter_map(|window| match window {
        [
            TokenTree::Ident(word),
            TokenTree::Ident(name),
            TokenTree::Punct(end),
        ] if word == "mod" && end.as_char() == ';' => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}

/// Collects the modules of the crate's root that paths in `tokens` name, seen
/// from inside of `depth` modules.
fn collect_used(tokens: &[TokenTree], depth: usize, used: &mut BTreeSet<String>) {
    for (index, token) in tokens.iter().enumerate() {
        let (before, after) = (&tokens[..index], &tokens[index + 1..]);
        match token {
            // A path is followed from its start.
            _ if is_inside_path(before) => {}
            TokenTree::Ident(word) if word == "crate" => follow(after, 0, used),
            TokenTree::Ident(word) if word == "super" => follow(after, depth - 1, used),
            TokenTree::Group(group) => {
                let is_module = matches!(before, [.., TokenTree::Ident(word), TokenTree::Ident(_)] if word == "mod");
                let inside: Vec<_> = group.stream().into_iter().collect();
                collect_used(&inside, depth + usize::from(is_module), used);
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Collects what a path names in the root, `depth` modules above the place that
/// it has reached, if it goes on.
fn follow(rest: &[TokenTree], depth: usize, used: &mut BTreeSet<String>) {
    if let Some(rest) = after_colons(rest) {
        segment(rest, depth, used);
    }
}

fn segment(tokens: &[TokenTree], depth: usize, used: &mut BTreeSet<String>) {
    match tokens {
        [TokenTree::Ident(word), rest @ ..] if word == "super" => follow(rest, depth - 1, used),
        [TokenTree::Ident(name), ..] if depth == 0 && name != "self" => {
            used.insert(name.to_string());
        }
        [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Brace => {
            let inside: Vec<_> = group.stream().into_iter().collect();
            let is_comma = |token: &TokenTree| is_sign(token, ',');
            for branch in inside.split(is_comma) {
                segment(branch, depth, used);
            }
        }
        _ => {}
    }
}

fn is_inside_path(before: &[TokenTree]) -> bool {
    matches!(before, [.., first, second] if is_sign(first, ':') && is_sign(second, ':'))
}

fn after_colons(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    match tokens {
        [first, second, rest @ ..] if is_sign(first, ':') && is_sign(second, ':') => Some(rest),
        _ => None,
    }
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == sign)
}

/// Whether a word stands among the tokens, at any depth.
fn has_word(tokens: &[TokenTree], word: &str) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Ident(found) => found == word,
        TokenTree::Group(group) => {
            let inside: Vec<_> = group.stream().into_iter().collect();
            has_word(&inside, word)
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

//! The structure of the crate, as `docs/architecture.md` tells it: a wing uses only
//! those before it, a room only those that its wing lists before it, and unsafe code stays
//! at the boundary. The package of the frontend shows that it needs no MLIR.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{collections::BTreeSet, fs, path::Path};

/// Where unsafe code may stand: in the two halves of the boundary, in a block of
/// `extern` that only names a library to link, at a function that runs before `main`, and
/// in the Python modules, which call MLIR itself, and where the solver is loaded.
const UNSAFE: [&str; 7] = [
    "src/library/exports/",
    "src/mlir/ffi/",
    "src/python/raw.rs",
    "src/python/in_place/host.rs",
    "src/verify/z3.rs",
    "src/bin/pdll-opt.rs",
    "src/bin/common/streams.rs",
];

/// One says what the other one should do, so neither may use the other. They share the
/// graph.
const STRANGERS: [[&str; 2]; 2] = [["back", "reference"], ["back", "matcher"]];

/// The wings in the package of the frontend. The second one is the package itself.
const WINGS_OF_FRONT: [&str; 2] = ["base", "front"];

#[test]
fn modules_use_only_those_that_the_page_lists_before_them() {
    let plan = Plan::of_page();
    let files = sources();
    let upward: Vec<_> = files.iter().flat_map(|file| file.upward(&plan)).collect();
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn the_page_lists_all_wings_and_rooms() {
    let plan = Plan::of_page();
    let files = sources();
    let declared = |is_it: &dyn Fn(&File) -> bool| {
        let file = files.iter().find(|file| is_it(file));
        modules(&file.expect("each wing has a file").tokens)
    };
    let own = declared(&|file| file.path == "src/lib.rs");
    let wings = [&WINGS_OF_FRONT.map(str::to_owned), &*own].concat();
    assert_eq!(wings, plan.names());
    for wing in plan.wings.iter().filter(|wing| !wing.rooms.is_empty()) {
        let mut rooms = declared(&|file| file.modules() == [&wing.name]);
        rooms.retain(|room| room != "base");
        assert_eq!(rooms, wing.rooms);
    }
}

#[test]
fn the_reference_and_the_matcher_that_it_judges_do_not_use_each_other() {
    let files = sources();
    for [own, other] in [STRANGERS, [STRANGERS[1], STRANGERS[0]]] {
        let own_files: Vec<_> = files.iter().filter(|file| file.is_in(&own)).collect();
        assert!(
            own_files.len() > 5,
            "`{}` has several files",
            own.join("::")
        );
        for file in own_files {
            assert!(
                !file.uses(&other),
                "{}: must not use `{}`",
                file.path,
                other.join("::")
            );
        }
    }
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
    let plan = Plan::parse(
        "| `low` | `first`, `second` | below |\n| `high` | `third` | above |\n| `top` | all | - |\n",
    );
    assert_eq!(plan.names(), ["low", "high", "top"]);
    for (path, text) in [
        ("src/low/first.rs", "use crate::high::third::A;"),
        ("src/low/first.rs", "use crate::low::second::A;"),
        ("src/low/first.rs", "use crate::{low::second::{A, b::C}};"),
        ("src/low/first.rs", "use super::second::A;"),
        ("src/low/first/inner.rs", "fn f() { crate::top::g() }"),
        ("src/low/first/inner.rs", "use super::super::{super::high};"),
        (
            "src/low/first/inner.rs",
            "mod tests { use super::super::super::super::high::A; }",
        ),
        ("src/high/third.rs", "pub(crate) use crate::top as other;"),
        ("src/high/third.rs", "use crate::unlisted::A;"),
        ("src/high/third.rs", "use crate::low::unlisted::A;"),
        ("src/low/unlisted.rs", "use crate::low::first::A;"),
    ] {
        let upward = File::new(path, text).upward(&plan);
        assert_eq!(upward.len(), 1, "{path}: {text}");
    }
    for (path, text) in [
        (
            "src/high/third.rs",
            "use crate::{low::second, low::first::B}; use super::third::A;",
        ),
        ("src/low/second.rs", "use self::inner::A; use std::high::B;"),
        (
            "src/low/second.rs",
            "/// See [`crate::high`].\nfn f() { \"crate::high\"; }",
        ),
        (
            "src/top/any.rs",
            "use super::other; use crate::{high::third, low::first};",
        ),
        ("src/top.rs", "use crate::high::third::A;"),
        ("src/low/first/tests.rs", "use crate::high::third::A;"),
        ("src/bin/tool.rs", "use crate::common::A;"),
    ] {
        let upward = File::new(path, text).upward(&plan);
        assert_eq!(upward, [""; 0], "{path}: {text}");
    }
    for (path, text, is_used) in [
        (
            "src/high/third.rs",
            "use crate::low::{first::A, second};",
            true,
        ),
        (
            "src/high/third/inner.rs",
            "fn f(a: crate::low::second::A) {}",
            true,
        ),
        (
            "src/low/first/inner.rs",
            "use super::super::second::A;",
            true,
        ),
        ("src/high/third.rs", "use crate::low::first::A;", false),
        (
            "src/high/third/tests.rs",
            "use crate::low::second::A;",
            false,
        ),
    ] {
        let file = File::new(path, text);
        assert_eq!(file.uses(&["low", "second"]), is_used, "{path}: {text}");
    }
    let plan = Plan::parse("| `base` | `first`, `last` | a |\n| `front` | `one`, `two` | b |\n");
    for (path, text, upward) in [
        (
            "src/front/two/inner.rs",
            "use crate::{base::last, one::A};",
            0,
        ),
        ("src/front/base/last.rs", "use crate::base::first::A;", 0),
        ("src/front/one.rs", "use crate::two::A;", 1),
        ("src/front/base/first.rs", "use crate::base::last::A;", 1),
        ("src/front/base/last.rs", "use crate::one::A;", 1),
    ] {
        let found = File::new(path, text).upward(&plan);
        assert_eq!(found.len(), upward, "{path}: {text}");
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
fn the_pages_for_contributors_name_places_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = page("docs/changing.md") + &page("docs/architecture.md");
    let quoted = page.split('`').skip(1).step_by(2);
    let places: BTreeSet<_> = quoted
        .filter(|text| text.contains('/') && !text.contains([' ', '\n']))
        .collect();
    assert!(places.len() > 20, "the pages name many places");
    let missing: Vec<_> = places
        .into_iter()
        .filter(|place| !root.join(place).exists())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn page(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join(path)).expect("the page is there")
}

/// The wings, in order.
struct Plan {
    wings: Vec<Wing>,
}

struct Wing {
    name: String,
    /// In order. None if the wing has no order within.
    rooms: Vec<String>,
}

impl Plan {
    fn of_page() -> Self {
        let page = page("docs/architecture.md");
        let start = page.find("## The wings").expect("the page has the table");
        let end = page[start + 1..]
            .find("\n## ")
            .map_or(page.len(), |end| start + 1 + end);
        Plan::parse(&page[start..end])
    }

    /// Reads the rows of a table of wings.
    fn parse(text: &str) -> Self {
        let rows = text.lines().filter(|line| line.starts_with("| `"));
        let wings = rows.map(|row| {
            let mut cells = row.split('|').skip(1);
            let mut quoted = || {
                let cell = cells.next().expect("a row has three cells");
                cell.split('`')
                    .skip(1)
                    .step_by(2)
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            let name = quoted().pop().expect("the first cell names the wing");
            Wing {
                name,
                rooms: quoted(),
            }
        });
        Plan {
            wings: wings.collect(),
        }
    }

    fn names(&self) -> Vec<&str> {
        self.wings.iter().map(|wing| wing.name.as_str()).collect()
    }

    /// The place of a module in the order. Wings without an order have one place, and a
    /// wing as a whole is where its first room is. `None` for what the plan does not have.
    fn place(&self, path: &[&str]) -> Option<(usize, usize)> {
        let (name, rest) = path.split_first()?;
        let index = self.wings.iter().position(|wing| wing.name == *name)?;
        let rooms = &self.wings[index].rooms;
        match rest.first() {
            Some(room) if !rooms.is_empty() => {
                let room = rooms.iter().position(|one| one == room)?;
                Some((index, room))
            }
            _ => Some((index, 0)),
        }
    }
}

/// A source file of the package.
struct File {
    /// The path from the folder of the package.
    path: String,
    tokens: Vec<TokenTree>,
}

/// All source files in `src`.
fn sources() -> Vec<File> {
    let texts = source_texts().into_iter();
    texts.map(|(path, text)| File::new(&path, &text)).collect()
}

/// The paths from the folder of the package and the texts of all source files in `src`,
/// sorted.
pub(crate) fn source_texts() -> Vec<(String, String)> {
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
                files.push((path.display().to_string(), text));
            }
        }
    }
    files.sort();
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
        match inner.split('/').collect::<Vec<_>>()[..] {
            ["lib" | "bin" | "python" | "verify", ..] => Vec::new(),
            ["front", "lib"] => vec!["front"],
            ["front", "base", ref rooms @ ..] => [&["base"], rooms].concat(),
            ref modules => modules.to_vec(),
        }
    }

    /// Whether the file holds unit tests only. They may use what a later wing has to
    /// offer, such as TableGen.
    fn is_unit_test(&self) -> bool {
        let modules = self.modules();
        modules.contains(&"tests")
    }

    fn is_in(&self, room: &[&str]) -> bool {
        self.modules().starts_with(room)
    }

    /// Whether the file uses a room. Unit tests may compare it with others.
    fn uses(&self, room: &[&str; 2]) -> bool {
        let mut used = BTreeSet::new();
        collect_used(&self.tokens, &self.modules(), &mut used);
        !self.is_unit_test() && used.iter().any(|path| path == room)
    }

    /// What the file uses of modules that the plan does not list before its own.
    fn upward(&self, plan: &Plan) -> Vec<String> {
        let path = self.modules();
        let is_wing = path.len() == 1;
        if path.is_empty() || is_wing || self.is_unit_test() {
            return Vec::new();
        }
        let own = plan.place(&path);
        let mut used = BTreeSet::new();
        collect_used(&self.tokens, &path, &mut used);
        let is_upward = |used: &&Vec<String>| {
            let used: Vec<_> = used.iter().map(String::as_str).collect();
            let is_own = used.len() >= 2 && path.len() >= 2 && used[..2] == path[..2];
            !is_own && !matches!((own, plan.place(&used)), (Some(own), Some(used)) if used <= own)
        };
        let upward = used.iter().filter(is_upward);
        upward
            .map(|used| format!("{}: must not use `{}`", self.path, used.join("::")))
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

/// Collects the wings and rooms that paths in `tokens` name, seen from the module `own`.
fn collect_used(tokens: &[TokenTree], own: &[&str], used: &mut BTreeSet<Vec<String>>) {
    let own: Vec<String> = own.iter().map(|module| (*module).to_owned()).collect();
    collect(tokens, &own, used);
}

fn collect(tokens: &[TokenTree], own: &[String], used: &mut BTreeSet<Vec<String>>) {
    for (index, token) in tokens.iter().enumerate() {
        let (before, after) = (&tokens[..index], &tokens[index + 1..]);
        match token {
            // A path is followed from its start.
            _ if is_inside_path(before) => {}
            // In `pub(crate)`, no path follows.
            TokenTree::Ident(word) if word == "crate" && after_colons(after).is_some() => {
                follow(after, &root(own), used);
            }
            TokenTree::Ident(word) if word == "super" => follow(after, parent(own), used),
            TokenTree::Group(group) => {
                let inside: Vec<_> = group.stream().into_iter().collect();
                match before {
                    [.., TokenTree::Ident(word), TokenTree::Ident(name)] if word == "mod" => {
                        let inner = [own, &[name.to_string()]].concat();
                        collect(&inside, &inner, used);
                    }
                    _ => collect(&inside, own, used),
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// What `crate` means in a module: the package of the frontend is a wing of its own.
fn root(own: &[String]) -> Vec<String> {
    let is_front = |wing: &&String| WINGS_OF_FRONT.contains(&wing.as_str());
    let front = own.first().filter(is_front);
    front
        .map(|_| WINGS_OF_FRONT[1].to_owned())
        .into_iter()
        .collect()
}

fn parent(path: &[String]) -> &[String] {
    path.split_last().map_or(&[], |(_, parent)| parent)
}

/// Follows a path that has reached the module `at`, if it goes on.
fn follow(rest: &[TokenTree], at: &[String], used: &mut BTreeSet<Vec<String>>) {
    match after_colons(rest) {
        Some(rest) => segment(rest, at, used),
        None => reach(at, used),
    }
}

/// Notes the wing and the room that a path names.
fn reach(at: &[String], used: &mut BTreeSet<Vec<String>>) {
    if !at.is_empty() {
        used.insert(at[..at.len().min(2)].to_vec());
    }
}

fn segment(tokens: &[TokenTree], at: &[String], used: &mut BTreeSet<Vec<String>>) {
    match tokens {
        [TokenTree::Ident(word), rest @ ..] if word == "super" => follow(rest, parent(at), used),
        [TokenTree::Ident(word), ..] if word == "self" => reach(at, used),
        [TokenTree::Ident(name), rest @ ..] if name == "base" && at == ["front"] => {
            follow(rest, &["base".to_owned()], used);
        }
        [TokenTree::Ident(name), rest @ ..] if at.len() < 2 => {
            let at = [at, &[name.to_string()]].concat();
            follow(rest, &at, used);
        }
        [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Brace => {
            let inside: Vec<_> = group.stream().into_iter().collect();
            for branch in inside.split(|token| is_sign(token, ',')) {
                segment(branch, at, used);
            }
        }
        _ => reach(at, used),
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

//! The tree-sitter grammar that the configuration of Helix names, and our queries for
//! it, over every pattern file of the repository.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::support::corpus;
use pdll::internals::{diagnostic::Diagnostics, source::SourceMap, syntax};
use std::{collections::BTreeSet, fs, path::Path};
use tree_sitter::{Language, Node, Parser, Query, QueryCursor, StreamingIterator, Tree};

/// What the grammar does not know. The line of an error contains one of these.
const GAPS: [&str; 25] = [
    // Extensions of the language.
    "({",
    "_, {",
    ": Region",
    "Predicate ",
    "TypeRule",
    "labels(",
    "Type<",
    "eq<",
    "Nested<",
    "Own_Array<",
    "Own_Int<",
    "Q_Int<",
    "Q_Own<",
    // Negative numbers as arguments.
    "(-",
    ",-1",
    ", -1",
    " or ",
    // A block in the place of a string, and a string in the place of a block.
    "<[{",
    ") \"",
    "-> Attr \"",
    "-> Type \"",
    // Inline constraints in the place of a type.
    "(v: Value) {",
    "(v: Value) =>",
    // Statements as the bodies of functions.
    "=> erase",
    "Op<>",
];

/// Other texts that our parser reads and the grammar does not: most of them test
/// errors that only our analysis reports.
const FILES: [&str; 16] = [
    "lit-tests/Driver/ast-of-every-construct.pdll",
    "lit-tests/EndToEnd/bodies.pdll",
    "lit-tests/EndToEnd/linalg-specialization.pdll",
    "lit-tests/EndToEnd/regions-of-matches.pdll",
    "lit-tests/EndToEnd/scf-canonicalization.pdll",
    "lit-tests/Language/bounded-rewrite-recursion-misspelled.pdll",
    "lit-tests/Lexer/comments.pdll",
    "lit-tests/Lints/not-never-matches-bodies.pdll",
    "lit-tests/Natives/code-with-unbalanced-braces.test, part inline.pdll",
    "lit-tests/Parser/ast-expressions.pdll",
    "lit-tests/Parser/ast-patterns.pdll",
    "lit-tests/Sema/attribute-names.pdll",
    "lit-tests/Sema/errors-at-calls.pdll",
    "lit-tests/Sema/names-of-other-kinds.pdll",
    "lit-tests/Sema/pattern-ends-without-rewrite.pdll",
    "lit-tests/Sema/variable-is-no-function.pdll",
];

#[test]
fn the_grammar_reads_what_our_parser_reads() {
    let mut parser = parser();
    let (mut fit, mut unexplained, mut used) = (0, Vec::new(), BTreeSet::<&str>::new());
    for (origin, text) in valid_texts() {
        let tree = parser.parse(&text, None).expect("there is no time limit");
        let Some(error) = first_error(tree.root_node()) else {
            fit += 1;
            continue;
        };
        let row = error.start_position().row;
        let row = text.lines().nth(row).unwrap_or_default();
        let gaps = GAPS.into_iter().filter(|gap| row.contains(gap));
        let files = FILES.into_iter().filter(|file| origin == *file);
        let reasons: Vec<_> = gaps.chain(files).collect();
        if reasons.is_empty() {
            unexplained.push(format!("{origin}: {row}"));
        }
        used.extend(reasons);
    }
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    assert!(fit > 400, "only {fit} texts fit");
    let listed = GAPS.into_iter().chain(FILES);
    let unused: Vec<_> = listed.filter(|reason| !used.contains(reason)).collect();
    assert!(unused.is_empty(), "the grammar knows {unused:?}");
}

/// Otherwise the queries may not fit the grammar that Helix has.
#[test]
fn helix_is_told_to_use_the_grammar_that_is_tested() {
    let read = |file| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    let lock = read("Cargo.lock").expect("the file is there");
    let (_, package) = lock
        .split_once("name = \"tree-sitter-pdll\"\nversion = \"")
        .expect("the package is locked");
    let version = package.split('"').next().unwrap_or_default();
    let configuration = read("editors/helix/languages.toml").expect("the file is there");
    assert!(configuration.contains(&format!("rev = \"v{version}\"")));
}

/// A query with a node that the grammar does not have cannot be built.
#[test]
fn the_queries_fit_the_grammar() {
    for name in ["indents", "injections", "locals", "textobjects"] {
        query(name);
    }
}

#[test]
fn names_are_highlighted_as_what_they_are() {
    let text = r#"#include "a.td"
// A comment.
Pattern Named with benefit(2) {
  let two = op<arith.constant> {value = attr<"2 : i32">};
  let root = op<arith.muli>(x: Value, two.0);
  not IsUsed(x);
  replace root with op<arith.addi>(x, root.results);
}
Constraint IsUsed(value: Mine) [{ return success(); }];
"#;
    let tree = parser().parse(text, None).expect("there is no time limit");
    for (name, expected) in [
        ("#include", "keyword.control.import"),
        ("\"a.td\"", "string.special.path"),
        ("// A comment.", "comment.line"),
        ("Pattern", "keyword.storage.type"),
        ("Named", "type"),
        ("benefit", "attribute"),
        ("let", "keyword.storage"),
        ("two", "variable"),
        ("op", "keyword.function"),
        ("arith", "namespace"),
        ("constant", "constant"),
        ("value", "variable.other.member"),
        ("\"2 : i32\"", "string"),
        ("Value", "type.builtin"),
        ("not", "keyword.operator"),
        ("IsUsed", "function"),
        ("replace", "keyword.control"),
        ("results", "variable.other.member"),
        ("Mine", "type"),
        ("[{", "punctuation.special"),
    ] {
        let at = text.find(name).expect("the text has the name");
        assert_eq!(highlight(&tree, text, at, name), expected, "{name}");
    }
}

/// How Helix highlights a node: by the first pattern of the query.
fn highlight(tree: &Tree, text: &str, at: usize, name: &str) -> String {
    let query = query("highlights");
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    let mut best = None;
    while let Some(found) = matches.next() {
        for capture in found.captures {
            if capture.node.byte_range() == (at..at + name.len()) {
                let this = (found.pattern_index, capture.index);
                best = Some(best.map_or(this, |best: (usize, u32)| best.min(this)));
            }
        }
    }
    let (_, index) = best.unwrap_or_else(|| panic!("`{name}` is not highlighted"));
    query.capture_names()[index as usize].to_owned()
}

fn query(name: &str) -> Query {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/helix/queries/pdll");
    let text = fs::read_to_string(folder.join(format!("{name}.scm"))).expect("the file is there");
    Query::new(&language(), &text).unwrap_or_else(|error| panic!("{name}.scm: {error}"))
}

/// Every pattern file, and every part of one, in which our parser finds no error.
fn valid_texts() -> Vec<(String, String)> {
    let chunks = corpus::chunks("tree-sitter").into_iter();
    let texts = chunks.filter_map(|chunk| {
        let text = String::from_utf8(chunk.text).ok()?;
        let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
        let file = sources.add("", &*text, None);
        syntax::parse(&sources, file, &mut diagnostics);
        (!diagnostics.has_errors()).then_some((chunk.origin, text))
    });
    texts.collect()
}

fn first_error(node: Node<'_>) -> Option<Node<'_>> {
    if node.is_error() || node.is_missing() {
        return Some(node);
    }
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor).filter(Node::has_error);
    children.find_map(first_error)
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    let is_set = parser.set_language(&language());
    is_set.expect("the grammar is for this version of tree-sitter");
    parser
}

fn language() -> Language {
    tree_sitter_pdll::LANGUAGE.into()
}

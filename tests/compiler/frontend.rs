//! The frontend over every pattern file of the repository: tokens cover the
//! text, patterns are well-formed, the index is consistent, and suggestions
//! work.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::support::{
    corpus::{self, Chunk},
    ours,
};
use expect_test::expect;
use melior::Context;
use pdll::internals::{
    LinkedTableGen,
    diagnostic::{Diagnostic, Diagnostics, Severity, json, pretty, text},
    frontend::Frontend,
    hir::{self, Builder, NodeKind, Operation, RangeLengths},
    host::Host,
    lints::Judge,
    lower::MlirHost,
    ods,
    program::{self, Program},
    sema,
    session::Session,
    source::{Disk, FileId, SourceMap, Span},
    syntax::{self, token::TokenKind},
};
use std::collections::{BTreeSet, HashSet};

#[test]
fn tokens_cover_every_byte() {
    for chunk in corpus::chunks("tokens") {
        let Ok(text) = String::from_utf8(chunk.text) else {
            continue;
        };
        let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
        let file = sources.add("", text, None);
        let parsed = syntax::parse(&sources, file, &mut diagnostics);
        let mut end = 0;
        for token in &parsed.tokens {
            assert_eq!(token.span.start, end, "{}", chunk.origin);
            end = token.span.end;
        }
        assert_eq!(end, sources.whole(file).end, "{}", chunk.origin);
        let ends = parsed
            .tokens
            .iter()
            .rposition(|token| token.kind == TokenKind::End);
        assert_eq!(ends, Some(parsed.tokens.len() - 1), "{}", chunk.origin);
        assert_eq!(parsed.module.span, sources.whole(file));
    }
}

/// Patterns that are written in nothing at all.
struct ByHand {
    place: Span,
}

impl Frontend for ByHand {
    fn analyze(&self, _: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
        let mut builder = Builder::default();
        let root = builder.push(
            NodeKind::from(Operation {
                name: Some("t.a".into()),
                operands: Vec::new(),
                attributes: Vec::new(),
                result_types: Some(Vec::new()),
                operand_lengths: RangeLengths::default(),
                result_lengths: RangeLengths::default(),
                inside: None,
                is_last: false,
                num_regions: None,
                regions: Vec::new(),
            }),
            self.place,
        );
        builder.start_rewrite(root, self.place);
        builder.push(NodeKind::Erase { operation: root }, self.place);
        hir::Module {
            patterns: vec![builder.finish(self.place, &ods::Ods::default(), diagnostics)],
            ..hir::Module::default()
        }
    }

    fn warn(&self, _: &hir::Module, _: &mut dyn Judge, _: &mut Diagnostics) {}

    fn check_portability(&self, _: &hir::Module, _: &SourceMap, _: &mut Diagnostics) {}
}

#[test]
fn a_session_compiles_any_kind_of_source() {
    let context = ours::context();
    let mut session = Session::new(&Disk, Vec::new());
    let file = session.add("rules.td", b"def Rule;".to_vec());
    let source = ByHand {
        place: session.sources.whole(file),
    };
    let module = session.compile(&context, file, &source, ours::all_dialects());
    let module = module.expect("the pattern is valid");
    expect![[r#"
        module {
          pdl.pattern : benefit(1) {
            %0 = operation "t.a" 
            rewrite %0 {
              erase %0
            }
          }
        }
    "#]]
    .assert_eq(&module.as_operation().to_string());
}

#[test]
fn patterns_are_well_formed_and_names_have_definitions() {
    let context = ours::context();
    let mut patterns = 0;
    for chunk in corpus::chunks("analysis") {
        let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
        let text = String::from_utf8_lossy(&chunk.text).into_owned();
        let file = sources.add(chunk.path.display().to_string(), text, None);
        let program = load(&chunk, file, &mut sources, &mut diagnostics);
        let mut host = MlirHost::new(&context, ours::all_dialects());
        let (module, index) = sema::analyze_with_index(&program, &mut host, &mut diagnostics);
        if !diagnostics.has_errors() {
            patterns += module.patterns.len();
            for pattern in &module.patterns {
                assert_eq!(pattern.verify(), Ok(()), "{}", chunk.origin);
            }
        }
        let definitions: HashSet<_> = index.definitions.iter().map(|one| one.span).collect();
        for one in &index.definitions {
            assert_eq!(sources.text(one.span), one.name, "{}", chunk.origin);
        }
        for one in &index.uses {
            let is_known = definitions.contains(&one.definition);
            let file = sources.file(one.definition.file).name();
            assert!(
                is_known || file.ends_with(".td"),
                "{}: {one:?}",
                chunk.origin
            );
        }
        let mut seen = HashSet::new();
        let again = index.uses.iter().find(|one| !seen.insert(one.span));
        let again = again.map(|one| {
            let same = index.uses.iter().filter(|other| other.span == one.span);
            (sources.text(one.span), same.collect::<Vec<_>>())
        });
        assert!(again.is_none(), "{}: used once: {again:?}", chunk.origin);
    }
    assert!(patterns > 800, "there are many patterns: {patterns}");
}

fn load(
    chunk: &Chunk,
    file: FileId,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Program {
    program::load(
        file,
        Some(&chunk.path),
        &chunk.include_dirs,
        &Disk,
        &ods::Settings::new(&LinkedTableGen),
        sources,
        diagnostics,
    )
}

#[test]
fn suggestions_fix_what_they_are_about() {
    let context = ours::context();
    let mut problems = Vec::new();
    let mut remedies = BTreeSet::new();
    for chunk in corpus::chunks("suggestions") {
        let (file, diagnostics) = diagnostics_of(&context, &chunk);
        let all = diagnostics.len();
        for diagnostic in diagnostics {
            let Some(suggestion) = &diagnostic.suggestion else {
                continue;
            };
            remedies.insert(format!(
                "{}: {}",
                without_names(&diagnostic.message),
                without_names(&suggestion.message)
            ));
            let (Some(place), true) = (diagnostic.span, suggestion.span.file == file) else {
                problems.push(format!("{}: it is about another file", chunk.origin));
                continue;
            };
            let edited = apply(&chunk, suggestion.span, &suggestion.replacement);
            let (_, left) = diagnostics_of(&context, &edited);
            let moved = place.start + suggestion.replacement.len() as u32;
            let moved = moved.saturating_sub(suggestion.span.end - suggestion.span.start);
            let is_left = |one: &Diagnostic| {
                let start = one.span.map(|span| span.start);
                one.message == diagnostic.message
                    && (start == Some(place.start) || start == Some(moved))
            };
            let is_warning = diagnostic.severity == Severity::Warning;
            if is_warning && left.len() >= all {
                let messages: Vec<_> = left.iter().map(|one| &*one.message).collect();
                problems.push(format!(
                    "{}: `{}` has become another one after: {}: {messages:?}",
                    chunk.origin, diagnostic.message, suggestion.message
                ));
            }
            if left.iter().any(is_left) {
                problems.push(format!(
                    "{}: `{}` is still there after: {}",
                    chunk.origin, diagnostic.message, suggestion.message
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    // All that there are. A new one needs a pattern file that shows it.
    let remedies: Vec<_> = remedies.into_iter().collect();
    expect![[r#"
        `…` has no attribute `…`: did you mean `…`?
        `…` has no region `…`: did you mean `…`?
        `…` has no result or operand `…`: did you mean `…`?
        `…` is never used: start its name with `…` to keep it: `…`
        `…` is not defined: a value of this type is written `…`
        `…` is not defined: an operation is written `…`
        `…` is not defined: did you mean `…`?
        `…` is not defined: include the file that declares it: `…`
        `…` is not defined: it is written `…`
        `…` is not defined: write `…`
        `…` is not defined: write `…` where it is first mentioned
        `…` is not defined: write `…` where it is first mentioned, or did you mean `…`?
        `…` is not defined: write `…`; its type is constrained where it is matched
        `…` returns nothing, so `…` has no value: remove the `…`
        `…` takes no arguments: remove the arguments
        a string cannot be called: an operation is written `…`
        another constraint of this list already implies this one: remove it
        cannot find `…`: did you mean `…`?
        cannot include `…`, expected a `…` or `…` file: write `…`
        expected `…` after `…`, found `…`: it is written `…`
        expected `…` after the declaration, found `…`: insert `…`
        expected `…` after the operation to replace, found `…`: write the replacement after `…`
        expected `…` after the operation to rewrite, found `…`: write the replacement after `…`
        expected `…` after the pattern's lambda body, found `…`: insert `…`
        expected `…` after the pattern's lambda body, found the end of the file: insert `…`
        expected `…` after the statement, found `…`: insert `…`
        expected `…` after the statement, found `…`: several values are written in parentheses: `…`
        expected `…` and a constraint after `…`, found `…`: a value of any kind is written `…`
        expected `…` and the attribute's value, found `…`: the value of an attribute follows `…`
        expected `…` and the metadata's arguments, found `…`: write `…`
        expected `…` and the parameter's constraint, found `…`: a parameter has a constraint, such as `…`
        expected `…` before the result types, found `…`: result types are written in parentheses: `…`
        expected `…` or `…` after `…`, found `…`: arguments and operands have no names; write them in order
        expected `…` or `…` to start the pattern's body, found `…`: a body of one statement follows `…`
        expected `…` or `…` to start the pattern's body, found `…`: a pattern has no parameters
        expected `…` or `…` to start the pattern's body, found `…`: metadata follows a `…`
        expected `…` or `…` to start the pattern's body, found `…`: the name of a pattern is written without quotes
        expected `…` to start a block, found `…`: one replacement follows `…`
        expected `…`, `…`, `…` or `…` after the signature, found `…`: results are declared after `…`
        expected `…`, `…`, `…` or `…`, found `…`: a declaration with a body in braces needs no `…`
        expected `…`, `…`, `…` or `…`, found `…`: a file is included with `…`
        expected `…`, `…`, `…` or `…`, found `…`: did you mean `…`?
        expected `…`, found `…`: did you mean `…`?
        expected a constraint after `…`, found the name `…`: a single result has no name; the value of the call is the result
        expected a constraint, found `…`: a function without results has no `…`
        expected a constraint, such as `…` or `…`, found `…`: a constraint on attributes is written `…` or `…`
        expected a constraint, such as `…` or `…`, found `…`: a constraint on operations is written `…`
        expected a constraint, such as `…` or `…`, found `…`: a constraint on types is written `…`
        expected a dialect name, found `…`: the name of an operation is written without quotes
        expected a file name in `…`, not in angle brackets: write `…`
        expected a label in quotes: write `…`
        expected a parameter name, found `…`: the constraint follows the name: `…`
        expected a statement after `…`, found `…`: a body in braces follows without `…`
        expected a statement, found `…`: a variable is defined by `…`
        expected a statement, found `…`: call the constraint directly
        expected a statement, found `…`: did you mean `…`?
        expected a statement, found `…`: there is no empty statement: remove the `…`
        expected a string with MLIR text, found `…`: MLIR text is written in quotes, as in `…`
        expected a type, found `…`: a type is written `…`
        expected an expression after `…`, found `…`: a body that does nothing is written `…`
        expected an expression, found `…`: a variable has a name, or `…`: `…`
        expected an expression, found `…`: an attribute is written `…`
        expected an expression, found `…`: an operation is written `…`
        expected an expression, found `…`: several statements follow `…`
        expected an expression, found `…`: the constraint follows the name: `…`
        expected an operand of type `…`, `…` or `…`, found `…`: a value of that type is declared by `…`
        expected at least one attribute: leave out the `…` of an operation without attributes
        expected at least one replacement value: use `…` to remove an operation without a replacement
        invalid attribute: expected attribute value: a string attribute is written `…`
        no operation `…` in the included definitions of `…`: did you mean `…`?
        the name of an operation cannot contain blanks: write `…`
        the tuple has no element `…`: did you mean `…`?
        unexpected `…`, an `…` ends with its file name: remove the `…`
        unexpected `…`: a constraint is negated with `…`
        unexpected `…`: a result is written `…`
        unexpected `…`: an attribute is written `…`
        unexpected `…`: each constraint is a statement: write `…`
        unexpected `…`: names consist of letters, digits and `…`
        unexpected `…`: names of variables have no prefix
        unexpected `…`: strings are written with `…`: write `…`
        unknown directive `…`, expected `…`: write `…`
        unknown pattern metadata `…`, expected `…`, `…` or `…`: did you mean `…`?"#]].assert_eq(&remedies.join("\n"));
}

/// Errors may point at any character, and the text around them may hold any.
#[test]
fn every_diagnostic_can_be_rendered() {
    let context = ours::context();
    let mut rendered = 0;
    for chunk in corpus::chunks("rendering") {
        for text in with_other_letters(&chunk.text) {
            let chunk = Chunk {
                text,
                ..chunk.clone()
            };
            let (session, diagnostics) = compile(&context, &chunk);
            for diagnostic in &diagnostics {
                let shown = [
                    text::render(&session.sources, diagnostic),
                    pretty::render(&session.sources, diagnostic, false),
                    json::render(&session.sources, diagnostic),
                ];
                assert!(shown.iter().all(|one| one.ends_with('\n')));
            }
            rendered += diagnostics.len();
        }
    }
    assert!(rendered > 2000, "there are many diagnostics: {rendered}");
}

/// The text, and the same with a letter of two bytes in place of others: of
/// each quote that ends a string, and of each vowel, whether it is in a name, in
/// a literal or in a keyword.
fn with_other_letters(text: &[u8]) -> Vec<Vec<u8>> {
    let replaced = |old: &str, new: &str| {
        let text = String::from_utf8_lossy(text);
        text.replace(old, new).into_bytes()
    };
    vec![
        text.to_vec(),
        replaced("\"", "\"é"),
        replaced("a", "é"),
        replaced("e", "é"),
        replaced(";", "é;"),
    ]
}

/// The first file of the session is the chunk.
fn compile(context: &Context, chunk: &Chunk) -> (Session<'static>, Vec<Diagnostic>) {
    let mut session = Session::new(&Disk, chunk.include_dirs.clone());
    let name = chunk.path.display().to_string();
    let file = session.add(&name, chunk.text.clone());
    let program = session.parse(file);
    // Whether there is a module, the diagnostics say.
    let _ = session.compile(context, file, program, ours::all_dialects());
    let diagnostics = session.diagnostics.take_sorted();
    (session, diagnostics)
}

fn diagnostics_of(context: &Context, chunk: &Chunk) -> (FileId, Vec<Diagnostic>) {
    (FileId::default(), compile(context, chunk).1)
}

fn apply(chunk: &Chunk, span: Span, replacement: &str) -> Chunk {
    let (start, end) = (span.start as usize, span.end as usize);
    let text = [
        &chunk.text[..start],
        replacement.as_bytes(),
        &chunk.text[end..],
    ]
    .concat();
    Chunk {
        text,
        ..chunk.clone()
    }
}

/// A message with `…` in place of the source texts in it.
fn without_names(message: &str) -> String {
    let parts = message.split('`').enumerate();
    parts
        .map(|(index, part)| if index % 2 == 0 { part } else { "`…`" })
        .collect()
}

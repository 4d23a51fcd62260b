//! No feature panics, whatever the text and the offset.

use super::{
    Analyzer, Input, completion, definition, folds, hover, inlay_hints, selections,
    semantic_tokens, signature_help, testing::analyze,
};
use crate::{
    base::source::{Disk, FileText, Loader, Memory},
    front::ods,
    front::testing::num_lexed,
    mlir::ffi::ods::LinkedTableGen,
};
use melior::Context;
use std::{fs, path::Path, sync::Arc};

const TEXTS: &[&str] = &[r#"#include "pdll/std.pdll"
// é𝄞 A comment.
Constraint C(v: Value, t: Type) -> (a: Attr, b: Op<test.pair>);
Rewrite R(o: Op) -> Value [{ return o; }];
Predicate Q(self: Type, a: Attr) = eq(self, a) and not Q(self, a);
Pattern P with benefit(2), recursion, labels("é", "b") {
  let tuple = (one = _: Op, x: Value<t: Type>);
  let root = op<test.pair>(x, y: [Value, I32]) {mode = attr<"1 : i32">, "q.r"} -> (t);
  let (c) = C(x, t).a;
  not C(root.out, t);
  rewrite root with {
    let v = R(tuple.one);
    replace root with (v, op<test.pair>(x, x).0);
  };
}
TypeRule T { op<test.pair>(a: Value<t>) -> (t); }
Pattern => replace op<a.b>(_: ValueRange) with op<test.pair>;
"#];

/// What is put in the place of a token, or in front of it.
const DAMAGE: &[&str] = &[
    "", ".", "<", "(", "{", "}", "\"", "[{", ";", "with", ":", "é",
];

#[test]
fn every_offset_of_truncated_texts() {
    for text in TEXTS {
        let ends = text.char_indices().map(|(end, _)| end);
        for end in ends.step_by(3).chain([text.len()]) {
            let from = end.saturating_sub(12);
            ask_everything(&text[..end], from);
        }
    }
}

#[test]
fn every_token_replaced() {
    for text in TEXTS {
        let (analysis, _) = analyze(text);
        for (number, token) in analysis.tokens.iter().enumerate() {
            let damage = DAMAGE[number % DAMAGE.len()];
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            let damaged = format!("{}{damage}{}", &text[..start], &text[end..]);
            ask_everything(&damaged, start.saturating_sub(4));
        }
    }
}

#[test]
fn every_offset_of_a_whole_text() {
    for text in TEXTS {
        ask_everything(text, 0);
    }
}

/// Asks at a number of offsets, from `from` on.
fn ask_everything(text: &str, from: usize) {
    let (analysis, _) = analyze(text);
    let list = |_: &str| vec![("a.pdll".to_owned(), false)];
    // An editor may ask about a text that is shorter by now.
    let end = text.len() + 2;
    let last = match from {
        0 => end,
        from => end.min(from + 24),
    };
    for offset in from as u32..=last as u32 {
        hover(&analysis, offset);
        definition(&analysis, offset);
        signature_help(&analysis, offset);
        for item in completion(&analysis, offset, &list) {
            assert!(item.replaced.start <= offset && offset <= item.replaced.end);
        }
    }
    inlay_hints(&analysis, 0..text.len() as u32);
    let tokens = semantic_tokens(&analysis);
    assert!(
        tokens
            .windows(2)
            .all(|pair| pair[0].0.end <= pair[1].0.start)
    );
}

#[test]
fn texts_of_other_tests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lit-tests");
    let texts = Disk.files_below(&folder, Path::new("pdll"), 10_000);
    assert!(texts.len() > 100, "found {}", texts.len());
    for path in texts {
        let bytes = fs::read(folder.join(path)).expect("it was listed");
        let text = FileText::decode(bytes);
        // Each text is cut somewhere else.
        let cut = text.len() - text.len() % 97;
        let cut = (0..=cut).rev().find(|at| text.is_char_boundary(*at));
        ask_everything(
            &text[..cut.unwrap_or_default()],
            cut.unwrap_or_default() / 2 + 1,
        );
    }
}

/// Whatever is asked about a version of a text, it is lexed once, by its analysis.
#[test]
fn a_version_is_lexed_once() {
    let mut analyzer = Analyzer::new(Arc::new(Context::new), ods::Settings::new(&LinkedTableGen));
    let text = TEXTS[0].replacen("#include \"pdll/std.pdll\"\n", "", 1);
    let offset = text.find("P with").expect("it is there") as u32;
    let input = Input {
        name: "main.pdll".to_owned(),
        text,
        first_line: 1,
        include_dirs: Vec::new(),
        is_portable: true,
    };
    let before = num_lexed();
    let analysis = analyzer.analyze(input, ods::Reads::All, &Memory::default());
    let end = analysis.text().len() as u32;
    for offset in [offset, end] {
        hover(&analysis, offset);
        definition(&analysis, offset);
        signature_help(&analysis, offset);
        selections(&analysis, offset);
        completion(&analysis, offset, &|_| Vec::new());
    }
    inlay_hints(&analysis, 0..end);
    assert!(!folds(&analysis).is_empty());
    assert!(!semantic_tokens(&analysis).is_empty());
    assert_eq!(num_lexed() - before, 1);
}

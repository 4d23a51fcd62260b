//! A document shows the same whether it was edited or opened.

use super::{
    super::document_text::{Encoding, Text},
    DOCUMENT, Editor, End,
    answers::numbers,
    effort,
};
use crate::{
    base::source::character_start,
    front::testing::random::{self, Random},
};
use serde_json::{Value, json};
use std::ops::Range;

#[test]
fn edits_lead_to_what_a_fresh_document_shows() {
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        let mut pair = Pair::new(encoding);
        random::check(0xED17, effort::share(DOCUMENTS) / 2, |random| {
            pair.start_over();
            for _ in 0..random.below(MAX_COMPARISONS) {
                for _ in 0..=random.below(3) {
                    pair.edit(random);
                }
                pair.compare()?;
            }
            Ok(())
        });
        assert_eq!(pair.edited.leave(), End::Orderly);
        assert_eq!(pair.fresh.leave(), End::Orderly);
    }
}

/// The number of documents that are edited, and how often each is compared.
const DOCUMENTS: usize = 400;
const MAX_COMPARISONS: usize = 20;

/// Some have no end, some are more than a byte or a unit long.
const PIECES: [&str; 20] = [
    "x",
    ";",
    "{",
    "}",
    "(",
    ")",
    "\n",
    "\r\n",
    "let y: Value;\n",
    "op<t.a>",
    "// é𝄞\n",
    "Pattern ",
    "Constraint C(v: Value);\n",
    "\"",
    "[{",
    "}]",
    "/*",
    "// -----\n",
    "𝄞",
    "",
];

const START: &str = "Constraint C(v: Value);\nPattern P {\n  let x: Value;\n  \
                     erase op<t.a>(x, y: C);\n}\n// -----\n\
                     Pattern => replace op<t.b>(é: Value) with é;\n";

/// Two editors: one whose document is edited, and one that opens each state of it.
struct Pair {
    encoding: Encoding,
    edited: Editor,
    fresh: Editor,
    text: String,
    /// The words that the first editor was told, and the name of that answer.
    words: (Vec<u64>, Value),
}

impl Pair {
    fn new(encoding: Encoding) -> Pair {
        let encodings: &[&str] = match encoding {
            Encoding::Utf8 => &["utf-8"],
            Encoding::Utf16 => &["utf-16"],
        };
        // All of the edited documents are analyzed in excerpts, if possible.
        let (edited, fresh) = (Editor::with_short(encodings, 0), Editor::new(encodings));
        edited.open(START);
        Pair {
            encoding,
            edited,
            fresh,
            text: START.to_owned(),
            words: (Vec::new(), Value::Null),
        }
    }

    fn start_over(&mut self) {
        self.edited.close();
        self.edited.open(START);
        START.clone_into(&mut self.text);
    }

    /// Writes a piece somewhere. Now and then, the piece takes the place of others, so
    /// that the text grows and shrinks.
    fn edit(&mut self, random: &mut Random) {
        let start = self.place(0..self.text.len() + 1, random);
        let end = match random.below(3) {
            2 => self.place(start..(start + 12).min(self.text.len()) + 1, random),
            _ => start,
        };
        self.replace(start, end.max(start), random.pick::<&str>(&PIECES));
    }

    fn place(&self, range: Range<usize>, random: &mut Random) -> usize {
        let any = range.start + random.below(range.len());
        character_start(&self.text, any)
    }

    fn replace(&mut self, start: usize, end: usize, piece: &str) {
        let range = Text::new(&self.text).range(start as u32, end as u32, self.encoding);
        // Between the two characters of a line's end, the text has no position.
        let at = |position| Text::new(&self.text).offset(position, self.encoding) as usize;
        let (start, end) = (at(range.start), at(range.end));
        self.edited.change(range, piece);
        self.text.replace_range(start..end, piece);
    }

    fn compare(&mut self) -> Result<(), String> {
        self.fresh.open(&self.text);
        self.compare_words()?;
        let (edited, fresh) = (self.edited.all(), self.fresh.all());
        self.fresh.close();
        match edited == fresh {
            true => Ok(()),
            false => Err(format!("{:?}: {edited:#} and {fresh:#}", self.text)),
        }
    }
}

impl Pair {
    /// Compares words, of which one editor asks only what has changed.
    fn compare_words(&mut self) -> Result<(), String> {
        let mut params = json!({ "textDocument": { "uri": DOCUMENT } });
        let all = self
            .fresh
            .ask("textDocument/semanticTokens/full", params.clone());
        params["previousResultId"] = self.words.1.clone();
        if self.words.1.is_null() {
            params["previousResultId"] = json!("");
        }
        let changes = self
            .edited
            .ask("textDocument/semanticTokens/full/delta", params);
        let (words, name) = &mut self.words;
        *name = changes["resultId"].clone();
        if !changes["data"].is_null() {
            *words = numbers(&changes["data"]);
        }
        for edit in changes["edits"].as_array().into_iter().flatten() {
            let place = |key: &str| edit[key].as_u64().expect("it is a number") as usize;
            let start = place("start");
            words.splice(start..start + place("deleteCount"), numbers(&edit["data"]));
        }
        match *words == numbers(&all["data"]) {
            true => Ok(()),
            false => Err(format!(
                "{:?}: the words differ from {all} after {changes}",
                self.text
            )),
        }
    }
}

impl Editor {
    /// What an editor shows of the document that does not depend on a place.
    fn all(&mut self) -> Value {
        let end = json!({ "line": 10_000, "character": 0 });
        let everything = json!({ "start": { "line": 0, "character": 0 }, "end": end });
        let about = json!({ "textDocument": { "uri": DOCUMENT }, "range": everything });
        let methods = [
            "documentSymbol",
            "foldingRange",
            "semanticTokens/full",
            "documentLink",
            "inlayHint",
            // It waits for an analysis of the whole text.
            "diagnostic",
        ];
        let answers = methods.map(|name| self.ask(&format!("textDocument/{name}"), about.clone()));
        json!(answers)
    }
}

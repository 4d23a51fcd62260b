//! A document shows the same whether it was edited or opened.

use super::{
    super::document_text::{Encoding, Text},
    DOCUMENT, Editor, End, effort,
};
use crate::base::source::character_start;
use serde_json::{Value, json};

#[test]
fn edits_lead_to_what_a_fresh_document_shows() {
    for (number, encoding) in [Encoding::Utf8, Encoding::Utf16].into_iter().enumerate() {
        let mut pair = Pair::new(encoding, number as u64 + 1);
        let edits = effort::share(EDITS) / 2;
        while pair.edits < edits {
            for _ in 0..=pair.numbers.below(3) {
                pair.edit();
            }
            pair.keep_the_size();
            pair.compare();
        }
        assert_eq!(pair.edited.leave(), End::Orderly);
        assert_eq!(pair.fresh.leave(), End::Orderly);
    }
}

/// The number of edits of all documents.
const EDITS: usize = 10_000;

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
    numbers: Numbers,
    text: String,
    edits: usize,
}

impl Pair {
    fn new(encoding: Encoding, seed: u64) -> Pair {
        let encodings: &[&str] = match encoding {
            Encoding::Utf8 => &["utf-8"],
            Encoding::Utf16 => &["utf-16"],
        };
        let edited = Editor::new(encodings);
        edited.open(START);
        Pair {
            encoding,
            edited,
            fresh: Editor::new(encodings),
            numbers: Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            text: START.to_owned(),
            edits: 0,
        }
    }

    /// Writes a piece somewhere. Now and then, the piece takes the place of others, so
    /// that the text grows and shrinks.
    fn edit(&mut self) {
        let start = self.place(0..self.text.len() + 1);
        let end = match self.numbers.below(3) {
            0 => self.place(start..(start + 12).min(self.text.len()) + 1),
            _ => start,
        };
        let piece = PIECES[self.numbers.below(PIECES.len())];
        self.replace(start, end.max(start), piece);
        self.edits += 1;
    }

    fn place(&mut self, range: std::ops::Range<usize>) -> usize {
        let any = range.start + self.numbers.below(range.len());
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

    fn keep_the_size(&mut self) {
        if self.text.len() > 3 * START.len() || self.text.is_empty() {
            self.replace(0, self.text.len(), START);
        }
    }

    fn compare(&mut self) {
        self.fresh.open(&self.text);
        let (edited, fresh) = (self.edited.all(), self.fresh.all());
        self.fresh.close();
        assert_eq!(
            edited, fresh,
            "after {} edits, with the text {:?}",
            self.edits, self.text
        );
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
            "diagnostic",
            "semanticTokens/full",
            "documentLink",
            "inlayHint",
        ];
        let answers = methods.map(|name| self.ask(&format!("textDocument/{name}"), about.clone()));
        json!(answers)
    }
}

/// Numbers that look random and are the same in every run (Marsaglia's xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

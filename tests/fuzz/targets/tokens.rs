//! A pattern file made of tokens, so that few texts end at the first one.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;

/// Tokens, and phrases that are wrong without each other.
const WORDS: &[&str] = &[
    "Pattern",
    "Constraint",
    "Rewrite",
    "attr",
    "op",
    "type",
    "let",
    "rewrite",
    "with",
    "replace",
    "erase",
    "return",
    "not",
    "Op",
    "Value",
    "ValueRange",
    "Type",
    "TypeRange",
    "Attr",
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    "[",
    "]",
    ":",
    ";",
    ",",
    ".",
    "=",
    "=>",
    "->",
    "\"1 : i32\"",
    "[{ return success(); }]",
    "_",
    "0",
    "1",
    "x",
    "y",
    "root",
    "t.a",
    "fake.infers",
    "#include \"other.pdll\"\n",
    "// text\n",
    "Pattern P with benefit(1)",
    "let root = op<t.a>",
    "let x = op<t.b>(y: Value) -> (t: Type);",
    "erase root;",
    "replace root with x;",
    "rewrite root with {",
    "Constraint C(v: Value);",
    "Rewrite R(v: Value) -> Op;",
    "attr<\"1\">",
    "type<\"i32\">",
    "op<t.c> {a = x, b}",
    "op<t.d>(x.0, y) -> (z)",
    "$a",
    "\u{e4}",
    "\\",
];

#[derive(Debug, Arbitrary)]
enum Piece<'t> {
    Word(u8),
    Text(&'t str),
}

fuzz_target!(|pieces: Vec<Piece<'_>>| {
    let mut text = String::new();
    for piece in &pieces {
        text.push_str(match piece {
            Piece::Word(number) => WORDS[usize::from(*number) % WORDS.len()],
            Piece::Text(text) => text,
        });
        text.push(' ');
    }
    pdll_fuzz::compile(&*text);
    pdll_fuzz::reformat(&text);
});

//! Any text as C++ in a pattern file, and as a file that includes others.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![no_main]

use libfuzzer_sys::fuzz_target;
use pdll_front::{
    base::source::{FileId, Span, StringLit},
    cpp,
    ods::{include_names, includes_only},
    syntax::code::check_braces,
};

fuzz_target!(|text: &str| {
    let span = Span {
        file: FileId::default(),
        start: 0,
        end: text.len() as u32,
    };
    let code = StringLit::at_one_place(text.to_owned(), span);
    check_braces(&code);
    let pieces = cpp::pieces(text).map(|piece| piece.text);
    assert_eq!(pieces.collect::<String>(), text, "pieces cover the text");
    cpp::parentheses(text);
    include_names(text);
    includes_only(text);
});

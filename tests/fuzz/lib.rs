//! What the fuzz targets do with a text, and what must hold of it.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use pdll_front::{
    base::{
        diagnostic::Diagnostics,
        source::{FileText, Memory, SourceMap},
    },
    format::format,
    lints,
    ods::{
        Settings, TableGen,
        tablegen::{Failure, Installation, Request, Run},
    },
    program, sema, syntax,
    testing::FakeHost,
};
use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

/// Compiles a pattern file as far as it goes without MLIR. Its tokens cover each byte, and
/// what has no errors has a valid meaning.
pub fn compile(text: impl Into<FileText>) {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let file = sources.add("main.pdll", text, None);
    let length = sources.file(file).text().len();
    let parsed = syntax::parse(&sources, file, &mut Diagnostics::default());
    let mut covered = 0;
    for token in &parsed.tokens {
        assert_eq!(token.span.start as usize, covered, "tokens leave no gap");
        covered = token.span.end as usize;
    }
    assert_eq!(covered, length, "tokens cover the whole text");

    let settings = Settings::new(&Replies);
    let (path, loader) = (Some(Path::new("main.pdll")), Memory::default());
    let program = program::load(
        file,
        path,
        &[],
        &loader,
        &settings,
        &mut sources,
        &mut diagnostics,
    );
    let mut host = FakeHost::default();
    let (module, _) = sema::analyze_with_index(&program, &mut host, &mut diagnostics);
    if diagnostics.has_errors() {
        return;
    }
    for pattern in &module.patterns {
        assert_eq!(pattern.verify(), Ok(()));
    }
    lints::check_source(&program, &mut diagnostics);
    lints::check(&module, &mut diagnostics);
}

/// Formats a pattern file. Nothing is lost, and the result stays as it is.
pub fn reformat(text: &str) {
    let once = formatted(text);
    assert_eq!(formatted(&once), once, "the second pass changes the first");
}

fn formatted(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("main.pdll", text, None);
    format(&sources, file, &mut Diagnostics::default()).expect("the formatter loses nothing")
}

/// A TableGen that replies what it was told.
#[derive(Debug)]
pub struct Replies;

static REPLY: Mutex<Vec<u8>> = Mutex::new(Vec::new());

impl Replies {
    /// What the next requests get. Without bytes, they fail.
    pub fn tell(bytes: &[u8]) {
        *REPLY.lock().unwrap_or_else(PoisonError::into_inner) = bytes.to_vec();
    }
}

impl TableGen for Replies {
    fn read(&self, requests: &[Request<'_>], _: usize, receive: &mut dyn FnMut(usize, Run<'_>)) {
        let reply = REPLY.lock().unwrap_or_else(PoisonError::into_inner);
        for number in 0..requests.len() {
            let run = Run {
                reply: &reply,
                output: b"",
                failure: reply.is_empty().then_some(Failure::Exited(1)),
            };
            receive(number, run);
        }
    }

    fn installation(&self) -> Installation {
        Installation {
            include_dir: Path::new("/nowhere"),
            version: "0",
        }
    }
}

//! Text to syntax tree.
//!
//! [`parse`] never fails and never panics: whatever the text, it gives a tree,
//! a token list that covers every byte, and diagnostics.

pub mod ast;
mod grammar;
pub mod lexer;
mod parser;
pub mod print;
mod strings;
pub mod token;

use crate::{
    diagnostic::Diagnostics,
    source::{FileId, SourceMap},
};

/// Parses a file of `sources`.
pub fn parse(sources: &SourceMap, file: FileId, diagnostics: &mut Diagnostics) -> ast::Module {
    let text = sources.file(file).text();
    let tokens = lexer::lex(file, text, diagnostics);
    let mut parser = parser::Parser::new(text, tokens, diagnostics);
    grammar::module(&mut parser, sources.whole(file))
}

//! Text to syntax tree.
//!
//! [`parse`] never fails and never panics: whatever the text, it returns a tree
//! and a token list that covers every byte, and adds diagnostics.

pub mod ast;
mod brackets;
pub mod code;
mod grammar;
pub mod lexer;
mod parser;
pub mod parts;
pub mod print;
mod strings;
pub mod token;

pub(crate) use grammar::is_builtin_type;

use crate::{
    base::diagnostic::Diagnostics,
    base::source::{FileId, SourceMap},
};

/// What a text says.
#[derive(Debug)]
pub struct Parsed {
    /// The tree, without comments.
    pub module: ast::Module,
    /// Every token of the text, in order: white space, comments and errors too,
    /// and [`token::TokenKind::End`] last.
    pub tokens: Vec<token::Token>,
}

/// Parses a file of `sources`.
pub fn parse(sources: &SourceMap, file: FileId, diagnostics: &mut Diagnostics) -> Parsed {
    let text = sources.file(file).text();
    let tokens = lexer::lex(file, text, diagnostics);
    let mut parser = parser::Parser::new(text, tokens, diagnostics);
    let module = grammar::module(&mut parser, sources.whole(file));
    let tokens = parser.into_tokens();
    Parsed { module, tokens }
}

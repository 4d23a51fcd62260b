//! The syntax trees of a program for people ([`tree`]) and for tools ([`json`]).
//!
//! Both print the nodes of the private module `node`, so they cannot disagree.
//! `docs/ast-json.md` lists the kinds of nodes and their fields.

mod json;
mod node;
mod text;

use super::Program;
use crate::source::SourceMap;

/// The trees of a program as an indented list, the main file's first.
pub fn tree(program: &Program, sources: &SourceMap) -> String {
    let mut out = String::new();
    for module in &program.modules {
        text::print(module, sources, &mut out);
    }
    out
}

/// The trees of programs as one JSON document on one line. All programs are
/// from `sources`.
pub fn json(programs: &[Program], sources: &SourceMap) -> String {
    json::document(programs, sources)
}

//! The syntax tree for people ([`tree`]) and for programs (the module `json`).
//!
//! Both print the nodes of the private module `node`, so they cannot disagree.
//! `docs/ast-json.md` lists the kinds of nodes and their fields.

mod json;
mod node;
mod text;

use super::ast::Module;
use crate::source::SourceMap;

/// The trees of a program's files as an indented list.
pub fn tree(modules: &[Module], sources: &SourceMap) -> String {
    let mut out = String::new();
    for module in modules {
        text::print(module, sources, &mut out);
    }
    out
}

/// The trees of several programs' files as one JSON document on one line. All
/// programs are from `sources`.
pub fn json(programs: &[&[Module]], sources: &SourceMap) -> String {
    json::document(programs, sources)
}

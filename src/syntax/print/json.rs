//! Nodes as JSON. `docs/ast-json.md` is the contract.

use super::node::{self, Field, Node};
use crate::{
    program::Program,
    source::{SourceMap, Span},
    syntax::ast::Module,
};
use serde_json::{Map, Value, json};

/// Counts the changes that a reader of older documents would stumble over.
const VERSION: u32 = 1;

pub(super) fn document(programs: &[Program], sources: &SourceMap) -> String {
    let mut files = Vec::new();
    for program in programs {
        let printer = Printer {
            modules: &program.modules,
            first: files.len(),
            sources,
        };
        files.extend(program.modules.iter().map(|module| printer.file(module)));
    }
    format!("{}\n", json!({ "version": VERSION, "files": files }))
}

/// Prints the files of one program.
struct Printer<'a> {
    modules: &'a [Module],
    /// The index of the first of them in the document.
    first: usize,
    sources: &'a SourceMap,
}

impl Printer<'_> {
    fn file(&self, module: &Module) -> Value {
        let file = self.sources.file(module.span.file);
        json!({
            "name": file.name(),
            "firstLine": file.position(0).line,
            "includedAt": file.included_at().map(|at| self.range(at)),
            "module": self.node(&node::module(module)),
        })
    }

    fn node(&self, node: &Node<'_>) -> Value {
        let mut object = Map::new();
        object.insert("kind".into(), node.kind.into());
        object.insert("range".into(), self.range(node.span));
        for (name, field) in &node.fields {
            object.insert((*name).into(), self.field(field, node.span));
        }
        Value::Object(object)
    }

    fn field(&self, field: &Field<'_>, of: Span) -> Value {
        let nodes = |nodes: &[Node<'_>]| nodes.iter().map(|node| self.node(node)).collect();
        match field {
            Field::Text(text) => (*text).into(),
            Field::IncludedFile => self.included_by(of).into(),
            Field::Node(node) => node.as_deref().map(|node| self.node(node)).into(),
            Field::List(list) => nodes(list),
            Field::MaybeList(list) => list.as_deref().map_or(Value::Null, nodes),
        }
    }

    /// The file that a directive made part of the program.
    fn included_by(&self, directive: Span) -> Option<usize> {
        let is_included =
            |module: &Module| self.sources.file(module.span.file).included_at() == Some(directive);
        Some(self.first + self.modules.iter().position(is_included)?)
    }

    fn range(&self, span: Span) -> Value {
        let index = self
            .modules
            .iter()
            .position(|module| module.span.file == span.file);
        let file = self.sources.file(span.file);
        let (start, end) = (file.position(span.start), file.position(span.end));
        json!({
            "file": index.map(|index| self.first + index),
            "line": start.line,
            "column": start.column,
            "endLine": end.line,
            "endColumn": end.column,
            "offset": span.start,
            "endOffset": span.end,
        })
    }
}

//! Nodes as an indented list.

use super::node::{self, Field, Node};
use crate::{
    base::source::{SourceFile, SourceMap},
    syntax::ast::Module,
};
use std::fmt::Write;

/// Appends the tree of a file.
pub(super) fn print(module: &Module, sources: &SourceMap, out: &mut String) {
    let file = sources.file(module.span.file);
    let mut printer = Printer {
        out,
        file,
        depth: 0,
    };
    printer.node("", &node::module(module));
}

struct Printer<'a> {
    out: &'a mut String,
    file: &'a SourceFile,
    depth: usize,
}

impl Printer<'_> {
    /// A line for the node, and deeper ones for what it contains.
    fn node(&mut self, label: &str, node: &Node<'_>) {
        let (start, end) = (
            self.file.position(node.span.start),
            self.file.position(node.span.end),
        );
        let mut line = format!("{label}{}", node.kind);
        if node.kind == "Module" {
            // Writing to a string cannot fail, here and below.
            let _ = write!(line, " `{}`", self.file.name());
        }
        for (_, field) in &node.fields {
            if let Field::Text(text) = field {
                let _ = write!(line, " {text:?}");
            }
        }
        self.line(&format!(
            "{line} {}:{}-{}:{}",
            start.line, start.column, end.line, end.column
        ));
        // What a single field means is clear from the kind.
        let is_labeled = node.fields.len() > 1;
        self.depth += 1;
        for (name, field) in &node.fields {
            self.field(name, field, is_labeled);
        }
        self.depth -= 1;
    }

    fn field(&mut self, name: &str, field: &Field<'_>, is_labeled: bool) {
        match field {
            Field::Text(_) | Field::IncludedFile => {}
            Field::Node(None) | Field::MaybeList(None) => {}
            Field::Node(Some(node)) if is_labeled => self.node(&format!("{name}: "), node),
            Field::Node(Some(node)) => self.node("", node),
            Field::MaybeList(Some(nodes)) if nodes.is_empty() => {
                self.line(&format!("{name}: none"));
            }
            Field::List(nodes) if nodes.is_empty() => {}
            Field::List(nodes) | Field::MaybeList(Some(nodes)) => {
                if is_labeled {
                    self.line(&format!("{name}:"));
                }
                self.depth += usize::from(is_labeled);
                for node in nodes {
                    self.node("", node);
                }
                self.depth -= usize::from(is_labeled);
            }
        }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 2 * self.depth);
    }
}

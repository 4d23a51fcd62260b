//! The syntax tree for people ([`tree`]) and for programs ([`json`]).
//!
//! Both are made from the serialized tree, so they cannot disagree.
//!
//! In the JSON form, the document is a list of files in the order in which
//! they were read, each with its `name` and its `module`. A struct of
//! [`super::ast`] is an object with its fields; an enum is an object with one
//! key, the variant, or a string if the variant has no contents. A `span` is
//! `[start, end]`: byte offsets in the file, from 0. What is not written in the
//! source is null.

use super::ast::Module;
use crate::{
    program::Program,
    source::{SourceFile, SourceMap},
};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// The trees of a program as an indented list.
pub fn tree(program: &Program, sources: &SourceMap) -> String {
    let mut out = String::new();
    for module in &program.modules {
        let file = sources.file(module.span.file);
        let value = serde_json::to_value(module).unwrap_or_default();
        let mut printer = Printer {
            out: &mut out,
            file,
            depth: 0,
        };
        printer.node(&format!("Module `{}`", file.name()), &value);
    }
    out
}

/// The trees of a program as JSON, with a line end.
pub fn json(program: &Program, sources: &SourceMap) -> String {
    #[derive(Serialize)]
    struct File<'a> {
        name: &'a str,
        module: &'a Module,
    }
    let files: Vec<_> = program
        .modules
        .iter()
        .map(|module| File {
            name: sources.file(module.span.file).name(),
            module,
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&files).unwrap_or_default();
    text.push('\n');
    text
}

struct Printer<'a> {
    out: &'a mut String,
    file: &'a SourceFile,
    depth: usize,
}

impl Printer<'_> {
    /// A line for the value, and deeper ones for what it contains.
    fn node(&mut self, label: &str, value: &Value) {
        match value {
            Value::Null => {}
            Value::Array(elements) if elements.is_empty() => self.line(&format!("{label}: none")),
            Value::Array(elements) => {
                self.line(label);
                self.deeper(|printer| {
                    for element in elements {
                        printer.node("-", element);
                    }
                });
            }
            Value::Object(fields) => match fields.iter().next() {
                Some((variant, Value::Null)) if is_variant(variant) => {
                    self.line(&format!("{label}: {variant}"));
                }
                Some((variant, contents)) if fields.len() == 1 && is_variant(variant) => {
                    let label = if label == "-" {
                        variant.clone()
                    } else {
                        format!("{label}: {variant}")
                    };
                    self.node(&label, contents);
                }
                _ => self.fields(label, fields),
            },
            Value::String(text) => self.line(&format!("{label}: {text}")),
            other => self.line(&format!("{label}: {other}")),
        }
    }

    fn fields(&mut self, label: &str, fields: &serde_json::Map<String, Value>) {
        let mut line = label.to_owned();
        if let Some(text) = fields.get("text") {
            let _ = write!(line, " {text}");
        }
        if let Some([start, end]) = fields
            .get("span")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        {
            let position = |offset: &Value| self.file.position(offset.as_u64().unwrap_or(0) as u32);
            let (start, end) = (position(start), position(end));
            let _ = write!(
                line,
                " {}:{}-{}:{}",
                start.line, start.column, end.line, end.column
            );
        }
        self.line(&line);
        self.deeper(|printer| {
            for (name, value) in fields {
                if name != "text" && name != "span" {
                    printer.node(name, value);
                }
            }
        });
    }

    fn deeper(&mut self, print: impl FnOnce(&mut Self)) {
        self.depth += 1;
        print(self);
        self.depth -= 1;
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 2 * self.depth);
    }
}

/// Variants are the only names that start with a capital letter.
fn is_variant(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}

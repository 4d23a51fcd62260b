//! Nodes as JSON. `docs/ast-json.md` is the contract.

use super::node::{self, Field, Node};
use crate::{
    base::source::{JsonRange, SourceMap, Span},
    syntax::ast::Module,
};
use serde::{Serialize, Serializer, ser::SerializeMap};

/// Counts the changes that a reader of older documents would stumble over.
const VERSION: u32 = 1;

pub(super) fn document(files: &[String]) -> String {
    format!(
        "{{\"version\":{VERSION},\"files\":[{}]}}\n",
        files.join(",")
    )
}

pub(super) fn files(modules: &[Module], first: usize, sources: &SourceMap) -> Vec<String> {
    let file = |(index, module)| File {
        module,
        place: Place {
            modules,
            first,
            index,
            sources,
        },
    };
    let files = modules.iter().enumerate().map(file);
    files
        .map(|file| serde_json::to_string(&file).expect("strings and numbers always serialize"))
        .collect()
}

/// A file of a program in a document.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The files of the program.
    modules: &'a [Module],
    /// The index of the first of them in the document.
    first: usize,
    /// The index of this one among them.
    index: usize,
    sources: &'a SourceMap,
}

impl Place<'_> {
    /// A range in this file.
    fn range(&self, span: Span) -> JsonRange {
        JsonRange::new(span, self.first + self.index, self.sources)
    }

    /// The file that a directive made part of the program.
    fn included_by(&self, directive: Span) -> Option<usize> {
        let is_included =
            |module: &Module| self.sources.file(module.span.file).included_at() == Some(directive);
        Some(self.first + self.modules.iter().position(is_included)?)
    }

    /// The range of the directive that made this file part of the program.
    fn included_at(&self) -> Option<JsonRange> {
        let file = self.modules[self.index].span.file;
        let directive = self.sources.file(file).included_at()?;
        let is_there = |module: &Module| module.span.file == directive.file;
        let index = self.modules.iter().position(is_there)?;
        Some(Place { index, ..*self }.range(directive))
    }
}

struct File<'a> {
    module: &'a Module,
    place: Place<'a>,
}

impl Serialize for File<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let file = self.place.sources.file(self.module.span.file);
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("name", file.name())?;
        map.serialize_entry("firstLine", &file.position(0).line)?;
        map.serialize_entry("includedAt", &self.place.included_at())?;
        let node = node::module(self.module);
        map.serialize_entry("module", &Placed(&node, self.place))?;
        map.end()
    }
}

/// A node, or part of one, and the file it is in.
struct Placed<'a, T>(T, Place<'a>);

impl Serialize for Placed<'_, &Node<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Placed(Node { kind, span, fields }, place) = self;
        let mut map = serializer.serialize_map(Some(fields.len() + 2))?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("range", &place.range(*span))?;
        for (name, field) in fields {
            match field {
                Field::Text(text) => map.serialize_entry(name, text)?,
                Field::IncludedFile => map.serialize_entry(name, &place.included_by(*span))?,
                Field::Node(node) => {
                    let node = node.as_deref().map(|node| Placed(node, *place));
                    map.serialize_entry(name, &node)?;
                }
                Field::List(nodes) => {
                    map.serialize_entry(name, &Placed(nodes.as_slice(), *place))?;
                }
                Field::MaybeList(nodes) => {
                    let nodes = nodes.as_deref().map(|nodes| Placed(nodes, *place));
                    map.serialize_entry(name, &nodes)?;
                }
            }
        }
        map.end()
    }
}

impl Serialize for Placed<'_, &[Node<'_>]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Placed(nodes, place) = self;
        serializer.collect_seq(nodes.iter().map(|node| Placed(node, *place)))
    }
}

//! The texts of literals.

use crate::front::host::{Host, LiteralError, LiteralId, OperationKnowledge};
use rustc_hash::FxHashMap;

/// A host that remembers how its literals are written.
pub(super) struct Recorder<'h> {
    pub(super) texts: Texts,
    inner: &'h mut dyn Host,
}

/// How literals are written.
#[derive(Debug, Default)]
pub(super) struct Texts {
    attributes: FxHashMap<LiteralId, String>,
    types: FxHashMap<LiteralId, String>,
}

impl<'h> Recorder<'h> {
    pub(super) fn new(inner: &'h mut dyn Host) -> Self {
        Recorder {
            texts: Texts::default(),
            inner,
        }
    }
}

impl Texts {
    /// The text of an attribute.
    pub(super) fn attribute(&self, literal: LiteralId) -> &str {
        &self.attributes[&literal]
    }

    /// The text of a type.
    pub(super) fn ty(&self, literal: LiteralId) -> &str {
        &self.types[&literal]
    }

    /// The numbers that an attribute with the lengths of groups holds.
    pub(super) fn lengths(&self, literal: LiteralId) -> Option<Vec<usize>> {
        let list = self.attribute(literal).strip_prefix("array<i32")?;
        let list = list.strip_suffix('>')?.trim_start_matches(':').trim();
        if list.is_empty() {
            return Some(Vec::new());
        }
        let numbers = list.split(',').map(|number| number.trim().parse().ok());
        numbers.collect()
    }
}

impl Host for Recorder<'_> {
    fn parse_attribute(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
        let literal = self.inner.parse_attribute(text)?;
        let known = self.texts.attributes.entry(literal);
        known.or_insert_with(|| text.to_owned());
        Ok(literal)
    }

    fn parse_type(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
        let literal = self.inner.parse_type(text)?;
        let known = self.texts.types.entry(literal);
        known.or_insert_with(|| text.to_owned());
        Ok(literal)
    }

    fn operation(&mut self, name: &str) -> OperationKnowledge {
        self.inner.operation(name)
    }

    fn listed_operations(&self) -> &'static str {
        self.inner.listed_operations()
    }

    fn is_listed(&self, operation: &str) -> bool {
        self.inner.is_listed(operation)
    }

    fn allows_unregistered(&self) -> bool {
        self.inner.allows_unregistered()
    }
}

/// An attribute in PDLL.
pub(super) fn attribute(text: &str) -> String {
    match is_plain_string(text) {
        true => text.to_owned(),
        false => format!("attr<{}>", quoted(text)),
    }
}

/// A type in PDLL.
pub(super) fn ty(text: &str) -> String {
    format!("type<{}>", quoted(text))
}

/// A string in PDLL.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            _ => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Whether a string attribute is the same text in PDLL.
fn is_plain_string(text: &str) -> bool {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner
        .is_some_and(|inner| !inner.contains(['"', '\\']) && inner.chars().all(|c| !c.is_control()))
}

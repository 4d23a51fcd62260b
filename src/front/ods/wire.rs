//! The results of a run of TableGen, as they arrive and as the cache keeps
//! them: bytes of the format `postcard`, which `tablegen/Wire.h` writes.
//!
//! The order of fields, here, in `ods` and in `rules`, is that of
//! `tablegen/Tables.cpp`, `tablegen/TypeTables.cpp`, `tablegen/Rules.cpp` and
//! `tablegen/RuleRecords.cpp`. The
//! order of variants is that of `contract/Ods.h`, which a test of `ffi::ods` checks. A
//! change of either raises `PDLL_ODS_WIRE_VERSION` in `contract/Names.h`.
//!
//! Files are numbers here: their indices in the chain of the include.

mod closed;

use super::{
    Constraint, Operation, Predicate, Subject, TypeDef, TypePredicate, TypeRuleRecord,
    flat::{self, FlatPredicate},
    named::Names,
    rules::{Record, Rule},
};
use crate::contract::ODS_WIRE_VERSION;
use serde::Deserialize;
use std::sync::Arc;

/// A file and an offset.
pub(super) type Place = (usize, u32);

/// The reply of `pdllReadOds`.
#[derive(Debug)]
pub(super) struct Reply<'b> {
    /// TableGen's messages, in order.
    pub(super) messages: Vec<Message>,
    /// The definitions, as bytes of [`Tables`]. If there are none, an error is
    /// among the messages.
    pub(super) tables: Option<&'b [u8]>,
}

impl<'b> Reply<'b> {
    /// Decodes a reply. Fails if the bytes have another version or layout.
    pub(super) fn from_bytes(bytes: &'b [u8]) -> Option<Self> {
        let (version, rest): (u32, _) = postcard::take_from_bytes(bytes).ok()?;
        if version != ODS_WIRE_VERSION {
            return None;
        }
        let (messages, rest) = postcard::take_from_bytes(rest).ok()?;
        let (has_tables, rest) = postcard::take_from_bytes(rest).ok()?;
        let tables = if has_tables { Some(rest) } else { None };
        Some(Reply { messages, tables })
    }
}

/// A message of TableGen.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Message {
    pub(super) kind: Kind,
    pub(super) place: Option<Place>,
    pub(super) text: String,
}

/// The kind of a message. A note belongs to the message before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Kind {
    Error,
    Warning,
    Remark,
    Note,
}

/// The definitions of an include.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Tables {
    /// The major version of the LLVM whose TableGen replied.
    pub(super) llvm: u32,
    pub(super) operations: Vec<Placed<Operation>>,
    pub(super) constraints: Vec<Placed<Constraint>>,
    /// Empty unless rules were asked for.
    pub(super) rules: Vec<PlacedRule>,
    /// What the rules mention.
    pub(super) records: Vec<Placed<Record>>,
    pub(super) type_defs: Vec<Placed<TypeDef>>,
    pub(super) attr_defs: Vec<Placed<TypeDef>>,
    pub(super) type_predicates: Vec<Placed<TypePredicate>>,
    pub(super) type_rules: Vec<Placed<TypeRuleRecord>>,
    /// Children come before their parents.
    pub(super) predicates: Vec<FlatPredicate>,
    /// The files that were opened.
    pub(super) opened: Vec<usize>,
}

/// A definition, before numbers become spans and predicates.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Placed<T> {
    pub(super) place: Option<Place>,
    pub(super) predicate: Option<usize>,
    pub(super) value: T,
}

/// A rule, before numbers become spans.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct PlacedRule {
    /// Its definition, and where that was instantiated.
    pub(super) places: Vec<Option<Place>>,
    pub(super) rule: Rule,
}

impl Tables {
    /// Decodes tables. Fails if the bytes have another layout, or tables that
    /// mention what they do not have.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut tables: Tables = postcard::from_bytes(bytes).ok()?;
        tables.link()?;
        closed::is_closed(&tables).then_some(tables)
    }

    /// The names of the types and attributes whose classes pdll does not know.
    fn names(&mut self) -> Names {
        for def in &mut self.attr_defs {
            def.value.is_attribute = true;
        }
        for def in self.type_defs.iter_mut().chain(&mut self.attr_defs) {
            def.value.llvm = self.llvm;
        }
        let all = self.type_defs.iter().chain(&self.attr_defs);
        Names::of(all.map(|def| &def.value))
    }

    /// Sets the predicates of the constraints. Fails if a number is not that of
    /// an earlier predicate.
    fn link(&mut self) -> Option<()> {
        let names = self.names();
        let mut flat = std::mem::take(&mut self.predicates);
        for predicate in &mut flat {
            if let FlatPredicate::Leaf(text) = predicate {
                *text = names.in_condition(text);
            }
        }
        let linked = flat::link(flat)?;
        let find = |number: Option<usize>, condition: &str| {
            let as_text = || Arc::new(Predicate::Leaf(names.in_condition(condition)));
            Some(match number {
                Some(number) => linked.get(number)?.clone().unwrap_or_else(as_text),
                None => Arc::default(),
            })
        };
        for Placed {
            predicate, value, ..
        } in &mut self.constraints
        {
            value.by_name = names.condition_by_name(&value.condition);
            value.predicate = match value.subject {
                Subject::Operation => Arc::new(Predicate::Leaf(value.condition.clone())),
                Subject::Attribute | Subject::Type => find(*predicate, &value.condition)?,
            };
        }
        for Placed {
            predicate, value, ..
        } in &mut self.records
        {
            if let Some(constraint) = value.kind.constraint_mut() {
                constraint.by_name = names.condition_by_name(&constraint.condition);
                constraint.predicate = find(*predicate, &constraint.condition)?;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{ODS_WIRE_VERSION, Reply};

    #[test]
    fn replies_of_another_version_are_refused() {
        let version = u8::try_from(ODS_WIRE_VERSION).expect("it is small");
        assert!(Reply::from_bytes(&[version, 0, 0]).is_some());
        assert!(Reply::from_bytes(&[version + 1, 0, 0]).is_none());
    }
}

//! The results of a run of TableGen, as they arrive and as the cache keeps
//! them: bytes of the format `postcard`, which `tablegen/Wire.h` writes. The
//! order of fields and variants here, and of those in `ods`, is that of
//! `tablegen/Tables.cpp`.
//!
//! Files are numbers here: their indices in the chain of the include.

use super::{
    Constraint, Operation, Predicate, Subject,
    flat::{self, FlatPredicate},
};
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
    /// Decodes a reply. Fails if the bytes have another layout.
    pub(super) fn from_bytes(bytes: &'b [u8]) -> Option<Self> {
        let (messages, rest) = postcard::take_from_bytes(bytes).ok()?;
        let (has_tables, rest) = postcard::take_from_bytes(rest).ok()?;
        let tables = if has_tables { Some(rest) } else { None };
        Some(Reply { messages, tables })
    }
}

/// A message of TableGen.
#[derive(Debug, Deserialize)]
pub(super) struct Message {
    pub(super) kind: Kind,
    pub(super) place: Option<Place>,
    pub(super) text: String,
}

/// The kind of a message. A note belongs to the message before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Kind {
    Error,
    Warning,
    Remark,
    Note,
}

/// The definitions of an include.
#[derive(Debug, Deserialize)]
pub(super) struct Tables {
    pub(super) operations: Vec<Placed<Operation>>,
    pub(super) constraints: Vec<Placed<Constraint>>,
    /// Children come before their parents.
    pub(super) predicates: Vec<FlatPredicate>,
    /// The files that were opened.
    pub(super) opened: Vec<usize>,
}

/// A definition, before numbers become spans and predicates.
#[derive(Debug, Deserialize)]
pub(super) struct Placed<T> {
    pub(super) place: Option<Place>,
    pub(super) predicate: Option<usize>,
    pub(super) value: T,
}

impl Tables {
    /// Decodes tables. Fails if the bytes have another layout.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut tables: Tables = postcard::from_bytes(bytes).ok()?;
        tables.link()?;
        Some(tables)
    }

    /// Sets the predicates of the constraints. Fails if a number is not that of
    /// an earlier predicate.
    fn link(&mut self) -> Option<()> {
        let linked = flat::link(std::mem::take(&mut self.predicates))?;
        for Placed {
            predicate, value, ..
        } in &mut self.constraints
        {
            value.predicate = match *predicate {
                Some(number) => linked.get(number)?.clone(),
                None if value.subject == Subject::Operation => {
                    Arc::new(Predicate::Leaf(value.condition.clone()))
                }
                None => Arc::default(),
            };
        }
        Some(())
    }
}

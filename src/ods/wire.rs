//! What a run of TableGen hands over, and what the cache keeps of it: bytes of
//! the format `postcard`, which `OdsWire.h` writes. The order of fields and
//! variants here, and of those in `ods`, is that of `tablegen/Tables.cpp`.
//!
//! Files have numbers here: their indices in the chain of the include.

use super::{
    Constraint, Operation, Predicate, Subject,
    flat::{self, FlatPredicate},
};
use serde::Deserialize;
use std::sync::Arc;

/// A file and an offset.
pub(super) type Place = (usize, u32);

/// What `pdllReadOds` gives.
#[derive(Debug)]
pub(super) struct Reply<'b> {
    /// What TableGen had to say, in order.
    pub(super) messages: Vec<Message>,
    /// What was defined, as bytes of [`Tables`]; without, there are errors
    /// among the messages.
    pub(super) tables: Option<&'b [u8]>,
}

impl<'b> Reply<'b> {
    /// Fails when these are no bytes of a reply.
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

/// What kind of message it is. A note belongs to the message before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Kind {
    Error,
    Warning,
    Remark,
    Note,
}

/// What an include defines.
#[derive(Debug, Deserialize)]
pub(super) struct Tables {
    pub(super) operations: Vec<Placed<Operation>>,
    pub(super) constraints: Vec<Placed<Constraint>>,
    /// Children come before what is made of them.
    pub(super) predicates: Vec<FlatPredicate>,
    /// The files that were opened.
    pub(super) opened: Vec<usize>,
}

/// A definition, without what depends on numbers.
#[derive(Debug, Deserialize)]
pub(super) struct Placed<T> {
    pub(super) place: Option<Place>,
    pub(super) predicate: Option<usize>,
    pub(super) value: T,
}

impl Tables {
    /// Fails when these are no bytes of tables.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut tables: Tables = postcard::from_bytes(bytes).ok()?;
        tables.link()?;
        Some(tables)
    }

    /// Gives the constraints their predicates. Fails when a number is not that
    /// of an earlier predicate.
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

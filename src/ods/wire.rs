//! The results of a run of TableGen, as they arrive and as the cache keeps
//! them: bytes of the format `postcard`, which `tablegen/Wire.h` writes.
//!
//! The order of fields, here and in `ods`, is that of `tablegen/Tables.cpp`. The
//! order of variants is that of `contract/Ods.h`, which a test below checks. A
//! change of either raises `PDLL_ODS_WIRE_VERSION` in `contract/Names.h`.
//!
//! Files are numbers here: their indices in the chain of the include.

use super::{
    Constraint, Operation, Predicate, Subject,
    flat::{self, FlatPredicate},
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
            let as_text = || Arc::new(Predicate::Leaf(value.condition.clone()));
            value.predicate = match *predicate {
                Some(number) => linked.get(number)?.clone().unwrap_or_else(as_text),
                None if value.subject == Subject::Operation => as_text(),
                None => Arc::default(),
            };
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, ODS_WIRE_VERSION, Reply};
    use crate::{
        ffi::shim::{
            PdllOdsArity, PdllOdsFlatPredicate, PdllOdsLengths, PdllOdsMessageKind, PdllOdsSubject,
        },
        ods::{Arity, Lengths, Subject, flat::FlatPredicate},
    };
    use serde::de::DeserializeOwned;

    /// Checks that each variant has the number in the bytes that the contract
    /// gives it, and that there are `count` variants.
    fn check<T: DeserializeOwned>(count: u8, number_in_contract: fn(T) -> u32) {
        // Enough zeros for the fields of any variant.
        let variant = |number| {
            let bytes = [number, 0, 0, 0];
            postcard::take_from_bytes(&bytes).map(|(value, _)| value)
        };
        for number in 0..count {
            let value = variant(number).expect("the number is that of a variant");
            assert_eq!(number_in_contract(value), u32::from(number));
        }
        assert!(variant(count).is_err());
    }

    #[test]
    fn variants_are_in_the_order_of_the_contract() {
        check(4, |kind| match kind {
            Kind::Error => PdllOdsMessageKind::PdllOdsError as u32,
            Kind::Warning => PdllOdsMessageKind::PdllOdsWarning as u32,
            Kind::Remark => PdllOdsMessageKind::PdllOdsRemark as u32,
            Kind::Note => PdllOdsMessageKind::PdllOdsNote as u32,
        });
        check(3, |arity| match arity {
            Arity::Single => PdllOdsArity::PdllOdsSingle as u32,
            Arity::Optional => PdllOdsArity::PdllOdsOptional as u32,
            Arity::Variadic => PdllOdsArity::PdllOdsVariadic as u32,
        });
        check(3, |lengths| match lengths {
            Lengths::Counted => PdllOdsLengths::PdllOdsCounted as u32,
            Lengths::Segments => PdllOdsLengths::PdllOdsSegments as u32,
            Lengths::Equal => PdllOdsLengths::PdllOdsEqual as u32,
        });
        check(3, |subject| match subject {
            Subject::Attribute => PdllOdsSubject::PdllOdsAttribute as u32,
            Subject::Type => PdllOdsSubject::PdllOdsType as u32,
            Subject::Operation => PdllOdsSubject::PdllOdsOperation as u32,
        });
        check(6, |predicate| match predicate {
            FlatPredicate::Leaf(_) => PdllOdsFlatPredicate::PdllOdsLeaf as u32,
            FlatPredicate::And(_) => PdllOdsFlatPredicate::PdllOdsAnd as u32,
            FlatPredicate::Or(_) => PdllOdsFlatPredicate::PdllOdsOr as u32,
            FlatPredicate::Not(_) => PdllOdsFlatPredicate::PdllOdsNot as u32,
            FlatPredicate::Substitute { .. } => PdllOdsFlatPredicate::PdllOdsSubstitute as u32,
            FlatPredicate::Concat { .. } => PdllOdsFlatPredicate::PdllOdsConcat as u32,
        });
    }

    #[test]
    fn replies_of_another_version_are_refused() {
        let version = u8::try_from(ODS_WIRE_VERSION).expect("it is small");
        assert!(Reply::from_bytes(&[version, 0, 0]).is_some());
        assert!(Reply::from_bytes(&[version + 1, 0, 0]).is_none());
    }
}

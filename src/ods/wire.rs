//! The results of a run of TableGen, as they arrive and as the cache keeps
//! them: bytes of the format `postcard`, which `tablegen/Wire.h` writes.
//!
//! The order of fields, here, in `ods` and in `rules`, is that of
//! `tablegen/Tables.cpp`, `tablegen/TypeTables.cpp`, `tablegen/Rules.cpp` and
//! `tablegen/RuleRecords.cpp`. The
//! order of variants is that of `contract/Ods.h`, which a test below checks. A
//! change of either raises `PDLL_ODS_WIRE_VERSION` in `contract/Names.h`.
//!
//! Files are numbers here: their indices in the chain of the include.

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
pub(super) enum Kind {
    Error,
    Warning,
    Remark,
    Note,
}

/// The definitions of an include.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Tables {
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
    /// Decodes tables. Fails if the bytes have another layout.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut tables: Tables = postcard::from_bytes(bytes).ok()?;
        tables.link()?;
        Some(tables)
    }

    /// The names of the types and attributes whose classes pdll does not know.
    fn names(&mut self) -> Names {
        for def in &mut self.attr_defs {
            def.value.is_attribute = true;
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
                constraint.predicate = find(*predicate, &constraint.condition)?;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, ODS_WIRE_VERSION, Reply};
    use crate::{
        ffi::shim::{
            PdllOdsArgumentKind, PdllOdsArity, PdllOdsFlatPredicate, PdllOdsLengths,
            PdllOdsMessageKind, PdllOdsPredicateMeaning, PdllOdsRecordKind, PdllOdsRuleArgument,
            PdllOdsSubject, PdllOdsTerm, PdllOdsTypeSource, PdllOdsValue,
        },
        ods::{
            Arity, Lengths, PredicateMeaning, RuleArgumentKind, Subject, Term, TypeSourceKind,
            flat::FlatPredicate,
            rules::{OperationArgument, RecordKind, Value},
        },
    };
    use serde::de::DeserializeOwned;

    /// Checks that each variant has the number in the bytes that the contract
    /// gives it, and that there are `count` variants.
    fn check<T: DeserializeOwned>(count: u8, number_in_contract: fn(T) -> u32) {
        // Enough zeros for the fields of any variant.
        let variant = |number| {
            let mut bytes = [0; 32];
            bytes[0] = number;
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
        check(4, |kind| match kind {
            TypeSourceKind::Built => PdllOdsTypeSource::PdllOdsBuiltType as u32,
            TypeSourceKind::Operand => PdllOdsTypeSource::PdllOdsTypeOfOperand as u32,
            TypeSourceKind::Attribute => PdllOdsTypeSource::PdllOdsTypeOfAttribute as u32,
            TypeSourceKind::Result => PdllOdsTypeSource::PdllOdsTypeOfResult as u32,
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
    fn variants_of_rules_are_in_the_order_of_the_contract() {
        check(6, |value| match value {
            Value::Unset => PdllOdsValue::PdllOdsUnsetValue as u32,
            Value::Dag(_) => PdllOdsValue::PdllOdsDagValue as u32,
            Value::Record(_) => PdllOdsValue::PdllOdsRecordValue as u32,
            Value::Text(_) => PdllOdsValue::PdllOdsTextValue as u32,
            Value::Number(_) => PdllOdsValue::PdllOdsNumberValue as u32,
            Value::Other(_) => PdllOdsValue::PdllOdsOtherValue as u32,
        });
        check(8, |kind| match kind {
            RecordKind::Operation(_) => PdllOdsRecordKind::PdllOdsOperationRecord as u32,
            RecordKind::Type(_) => PdllOdsRecordKind::PdllOdsTypeRecord as u32,
            RecordKind::Attribute(_) => PdllOdsRecordKind::PdllOdsAttributeRecord as u32,
            RecordKind::Property(_) => PdllOdsRecordKind::PdllOdsPropertyRecord as u32,
            RecordKind::Constraint(_) => PdllOdsRecordKind::PdllOdsConstraintRecord as u32,
            RecordKind::NativeCall { .. } => PdllOdsRecordKind::PdllOdsNativeCallRecord as u32,
            RecordKind::Marker => PdllOdsRecordKind::PdllOdsMarkerRecord as u32,
            RecordKind::Other => PdllOdsRecordKind::PdllOdsOtherRecord as u32,
        });
        check(3, |argument| match argument {
            OperationArgument::Operands(..) => PdllOdsArgumentKind::PdllOdsOperandsArgument as u32,
            OperationArgument::Attribute(..) => {
                PdllOdsArgumentKind::PdllOdsAttributeArgument as u32
            }
            OperationArgument::Property(..) => PdllOdsArgumentKind::PdllOdsPropertyArgument as u32,
        });
    }

    #[test]
    fn variants_of_predicates_are_in_the_order_of_the_contract() {
        check(3, |meaning| match meaning {
            PredicateMeaning::Condition(_) => {
                PdllOdsPredicateMeaning::PdllOdsConditionMeaning as u32
            }
            PredicateMeaning::Code(_) => PdllOdsPredicateMeaning::PdllOdsCodeMeaning as u32,
            PredicateMeaning::Library => PdllOdsPredicateMeaning::PdllOdsLibraryMeaning as u32,
        });
        check(4, |term| match term {
            Term::Variable => PdllOdsTerm::PdllOdsVariableTerm as u32,
            Term::Application(..) => PdllOdsTerm::PdllOdsApplicationTerm as u32,
            Term::Predicate(_) => PdllOdsTerm::PdllOdsPredicateTerm as u32,
            Term::Number(_) => PdllOdsTerm::PdllOdsNumberTerm as u32,
        });
        check(3, |kind| match kind {
            RuleArgumentKind::Operand => PdllOdsRuleArgument::PdllOdsRuleOperand as u32,
            RuleArgumentKind::Range => PdllOdsRuleArgument::PdllOdsRuleRange as u32,
            RuleArgumentKind::Attribute => PdllOdsRuleArgument::PdllOdsRuleAttribute as u32,
        });
    }

    #[test]
    fn replies_of_another_version_are_refused() {
        let version = u8::try_from(ODS_WIRE_VERSION).expect("it is small");
        assert!(Reply::from_bytes(&[version, 0, 0]).is_some());
        assert!(Reply::from_bytes(&[version + 1, 0, 0]).is_none());
    }
}

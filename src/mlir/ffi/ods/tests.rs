//! The order of variants on the wire, which `postcard` writes as numbers.

use crate::{
    front::ods::{
        Arity, Lengths, PredicateMeaning, RegionContents, RuleArgumentKind, Subject, Term,
        TypeSourceKind,
        flat::FlatPredicate,
        rules::{OperationArgument, RecordKind, Value},
        wire::Kind,
    },
    mlir::ffi::shim::{
        PdllOdsArgumentKind, PdllOdsArity, PdllOdsFlatPredicate, PdllOdsLengths,
        PdllOdsMessageKind, PdllOdsPredicateMeaning, PdllOdsRecordKind, PdllOdsRegion,
        PdllOdsRuleArgument, PdllOdsSubject, PdllOdsTerm, PdllOdsTypeSource, PdllOdsValue,
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
    check(4, |region| match region {
        RegionContents::Any => PdllOdsRegion::PdllOdsAnyRegion as u32,
        RegionContents::Required => PdllOdsRegion::PdllOdsRequiredRegion as u32,
        RegionContents::Optional => PdllOdsRegion::PdllOdsOptionalRegion as u32,
        RegionContents::Variadic => PdllOdsRegion::PdllOdsVariadicRegion as u32,
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
        OperationArgument::Attribute(..) => PdllOdsArgumentKind::PdllOdsAttributeArgument as u32,
        OperationArgument::Property(..) => PdllOdsArgumentKind::PdllOdsPropertyArgument as u32,
    });
}

#[test]
fn variants_of_predicates_are_in_the_order_of_the_contract() {
    check(3, |meaning| match meaning {
        PredicateMeaning::Condition(_) => PdllOdsPredicateMeaning::PdllOdsConditionMeaning as u32,
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

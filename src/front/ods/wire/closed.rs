//! Whether tables have all that they mention, so that whoever follows a number or a name
//! finds something.

use super::Tables;
use crate::ods::{
    Operation,
    rules::{OperationArgument, OperationRecord, RecordId, RecordKind},
};
use std::collections::BTreeMap;

/// Whether each record, operation, operand, attribute and property that the rules mention
/// is in the tables.
pub(super) fn is_closed(tables: &Tables) -> bool {
    let mut operations = BTreeMap::new();
    for operation in &tables.operations {
        let value = &operation.value;
        operations.entry(&*value.name).or_insert(value);
    }
    let has = |id: RecordId| (id.0 as usize) < tables.records.len();
    let records_are_closed = tables
        .records
        .iter()
        .all(|record| match &record.value.kind {
            RecordKind::Operation(record) => operations
                .get(&*record.name)
                .is_some_and(|definition| fits(record, definition, has)),
            _ => true,
        });
    let mut trees = tables.rules.iter().flat_map(|one| one.rule.trees());
    records_are_closed && trees.all(|tree| tree.all_records(&has))
}

fn fits(record: &OperationRecord, definition: &Operation, has: impl Fn(RecordId) -> bool) -> bool {
    let argument_fits = |argument: &OperationArgument| {
        let (index, count, constraint) = match *argument {
            OperationArgument::Operands(index, id) => (index, definition.operands.len(), id),
            OperationArgument::Attribute(index, id) => (index, definition.attributes.len(), id),
            OperationArgument::Property(index, id) => (index, definition.properties.len(), id),
        };
        (index as usize) < count && has(constraint)
    };
    record.arguments.iter().all(argument_fits)
        && record.results.len() == definition.results.len()
        && record.results.iter().copied().all(has)
}

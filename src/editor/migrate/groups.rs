//! Which operands belong to which group of an operation.

use super::form::Form;
use crate::{
    front::contract::SEGMENT_SIZES,
    front::hir::{NodeId, NodeKind, OPERAND_SIZES, Type},
    front::ods::{Arity, Group, Lengths},
};

/// The values of each group of an operation, as far as the definition and the pattern
/// say it.
pub(super) fn of_operands(form: &Form<'_>, node: NodeId) -> Option<Vec<Vec<NodeId>>> {
    let definition = form.definition(node)?;
    let operation = form.operation(node)?;
    let (operands, groups) = (&operation.operands[..], &definition.operands[..]);
    let one_each = || operands.iter().map(|operand| vec![*operand]).collect();
    let is_range = |operand: &NodeId| {
        let kind = form.kind(*operand);
        matches!(kind.ty(), Some(Type::ValueRange))
    };
    if operands.len() == groups.len() && operands.iter().any(is_range) {
        return Some(one_each());
    }
    let mut attributes = operation.attributes.iter();
    let segments = attributes.find(|(name, _)| name == OPERAND_SIZES);
    if let Some((_, segments)) = segments
        && definition.operand_lengths == Lengths::Segments
    {
        return match form.kind(*segments) {
            NodeKind::AttributeLiteral(literal) => split(operands, form.texts.lengths(*literal)?),
            NodeKind::CallResult { call, .. } => of_call(form, *call),
            _ => None,
        };
    }
    counted(form, operands, groups)
}

/// The types of each group of results of an operation to create.
pub(super) fn of_types(form: &Form<'_>, node: NodeId) -> Option<Vec<Vec<NodeId>>> {
    let definition = form.definition(node)?;
    let types = form.operation(node)?.result_types.as_deref()?;
    counted(form, types, &definition.results)
}

/// The entries of each group, of which at most one has any length, or all that have any
/// length have the same one.
fn counted(form: &Form<'_>, entries: &[NodeId], groups: &[Group]) -> Option<Vec<Vec<NodeId>>> {
    if entries.len() == groups.len() {
        return Some(entries.iter().map(|entry| vec![*entry]).collect());
    }
    let is_range = |entry: &NodeId| {
        let kind = form.kind(*entry);
        matches!(kind.ty(), Some(Type::ValueRange | Type::TypeRange))
    };
    let singles = groups.iter().filter(|group| group.arity == Arity::Single);
    let singles = singles.count();
    let ranges = groups.len() - singles;
    let rest = entries.len().checked_sub(singles)?;
    if ranges == 0 || rest % ranges != 0 || entries.iter().any(|one| is_range(one) && ranges > 1) {
        return None;
    }
    let length = |arity| match arity {
        Arity::Single => 1,
        Arity::Optional | Arity::Variadic => rest / ranges,
    };
    split(
        entries,
        groups.iter().map(|group| length(group.arity)).collect(),
    )
}

fn split(mut operands: &[NodeId], lengths: Vec<usize>) -> Option<Vec<Vec<NodeId>>> {
    let mut groups = Vec::new();
    for length in lengths {
        let (group, rest) = operands.split_at_checked(length)?;
        groups.push(group.to_vec());
        operands = rest;
    }
    operands.is_empty().then_some(groups)
}

/// The groups whose lengths a call computes.
fn of_call(form: &Form<'_>, call: NodeId) -> Option<Vec<Vec<NodeId>>> {
    let NodeKind::Call(call) = form.kind(call) else {
        return None;
    };
    if call.function != SEGMENT_SIZES {
        return None;
    }
    let group = |argument: &NodeId| match form.kind(*argument) {
        NodeKind::Range { elements, .. } => elements.clone(),
        _ => vec![*argument],
    };
    Some(call.arguments.iter().map(group).collect())
}

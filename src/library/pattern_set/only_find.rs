//! Patterns that find, and change nothing: transform scripts ask for what a pattern has
//! matched.

use crate::{
    back::graph::variable_at,
    base::diagnostic::{Severity, closest},
    front::contract::FOUND,
    mlir::ffi::{
        diagnostics::{Remark, emit_at},
        ir,
    },
};
use melior::{
    Context,
    ir::{
        Block, BlockLike, Identifier, Location, Module, OperationRef, Region, RegionLike, Value,
        attribute::{DenseI32ArrayAttribute, StringAttribute},
        operation::{OperationBuilder, OperationLike},
    },
};
use std::iter;

/// Replaces the rewrites of all patterns by a call that hands over the variables, or the
/// root if there are none, as far as a pattern has them.
pub(super) fn only_find<'c>(context: &'c Context, module: &Module<'c>, variables: &[String]) {
    for pattern in operations(module.body().first_operation()) {
        let statements = statements(pattern);
        let Some((&rewrite, matched)) = statements.split_last() else {
            continue;
        };
        let root = root_of(rewrite);
        let found: Vec<_> = match variables {
            [] => root.into_iter().collect(),
            _ => {
                let find = |name: &String| value_of(matched, name);
                variables.iter().filter_map(find).collect()
            }
        };
        if found.is_empty() {
            // [`have_variables`] reports that, if the pattern is used.
            continue;
        }
        let new = finding(context, rewrite.location(), root, &found);
        let body = pattern.region(0).ok().and_then(|body| body.first_block());
        body.expect("a pattern has a body")
            .insert_operation_before(rewrite, new);
        ir::erase(rewrite);
    }
}

/// Whether all patterns of a module hand over all variables, or have a root if there are
/// none. Reports what is missing.
pub(super) fn have_variables(module: &Module<'_>, variables: &[String]) -> bool {
    let patterns = operations(module.body().first_operation());
    let missing = patterns.map(|pattern| report_missing(pattern, variables));
    missing.sum::<usize>() == 0
}

/// Reports the variables that a pattern does not have, and counts them.
fn report_missing(pattern: OperationRef<'_, '_>, variables: &[String]) -> usize {
    let statements = statements(pattern);
    let report = |text| {
        let location = pattern.location();
        emit_at(Severity::Error, "", &Remark { location, text }, &[]);
    };
    let Some((rewrite, matched)) = statements.split_last() else {
        return 0;
    };
    if variables.is_empty() && root_of(*rewrite).is_none() {
        report("this pattern has no root; name variables after `bind`".to_owned());
        return 1;
    }
    let mut missing = 0;
    for name in variables {
        if value_of(matched, name).is_some() {
            continue;
        }
        let known: Vec<_> = matched.iter().filter_map(|one| name_of(*one)).collect();
        let all = match &*known {
            [] => "its operations and values have no names".to_owned(),
            _ => format!("it has `{}`", known.join("`, `")),
        };
        let hint = match closest(name, known.iter().map(String::as_str)) {
            Some(close) => format!("; did you mean `{close}`?"),
            None => format!("; {all}"),
        };
        report(format!("this pattern has no variable `{name}`{hint}"));
        missing += 1;
    }
    missing
}

/// The root that a rewrite names, which may have arguments without one.
fn root_of<'c, 'a>(rewrite: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    let sizes = rewrite.attribute("operandSegmentSizes").ok()?;
    let sizes = DenseI32ArrayAttribute::try_from(sizes).ok()?;
    (sizes.element(0).ok()? == 1).then(|| rewrite.operand(0).ok())?
}

/// A rewrite that hands over these values.
fn finding<'c>(
    context: &'c Context,
    location: Location<'c>,
    root: Option<Value<'c, '_>>,
    found: &[Value<'c, '_>],
) -> melior::ir::Operation<'c> {
    let name = |name| Identifier::new(context, name);
    let call = OperationBuilder::new("pdl.apply_native_rewrite", location)
        .add_operands(found)
        .add_attributes(&[(name("name"), StringAttribute::new(context, FOUND).into())])
        .build()
        .expect("it is valid");
    let block = Block::new(&[]);
    block.append_operation(call);
    let region = Region::new();
    region.append_block(block);
    let sizes = DenseI32ArrayAttribute::new(context, &[i32::from(root.is_some()), 0]);
    OperationBuilder::new("pdl.rewrite", location)
        .add_operands(root.as_slice())
        .add_attributes(&[(name("operandSegmentSizes"), sizes.into())])
        .add_regions([region])
        .build()
        .expect("it is valid")
}

/// The value that stands for a variable, among operations that match.
fn value_of<'c, 'a>(matched: &[OperationRef<'c, 'a>], name: &str) -> Option<Value<'c, 'a>> {
    let mut named = matched
        .iter()
        .filter(|one| name_of(**one).as_deref() == Some(name));
    Some(named.next()?.result(0).ok()?.into())
}

/// The variable that the pattern itself has for the result of an operation: not one of a
/// function that it calls.
fn name_of(operation: OperationRef<'_, '_>) -> Option<String> {
    let location = operation.location();
    let is_own = location.is_name() && !location.name_child_location().is_call_site();
    (is_own && operation.result_count() == 1)
        .then(|| variable_at(location))
        .flatten()
}

fn statements<'c, 'a>(pattern: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let body = pattern.region(0).ok().and_then(|body| body.first_block());
    let first = body.and_then(|block| block.first_operation());
    operations(first).collect()
}

fn operations<'c, 'a>(
    first: Option<OperationRef<'c, 'a>>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    iter::successors(first, OperationLike::next_in_block)
}

//! What a function returns for given arguments.

use super::{attributes, types};
use melior::{
    Context,
    ir::{
        Attribute, OperationRef, RegionLike, Value, ValueLike, block::BlockLike,
        operation::OperationLike,
    },
};
use pdll_verify::{
    meanings::{self, AttributeKind, Reading},
    term::{Constant, Sort, Term, Terms},
    value::Value as Known,
};
use rustc_hash::FxHashMap;

/// What comes of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Returned {
    /// Its results; poison is `None`.
    Values(Vec<Option<Constant>>),
    Undefined,
    /// One of several, because an operation chooses freely.
    Several,
}

/// Runs a function with one block, all of whose operations have a meaning. None if it is
/// something else.
pub(crate) fn interpret(
    context: &Context,
    function: OperationRef<'_, '_>,
    arguments: &[Constant],
    index_width: u32,
    reading: Reading,
) -> Option<Returned> {
    let region = function.region(0).ok()?;
    let block = region.first_block()?;
    let mut frame = Frame {
        context,
        terms: Terms::default(),
        values: FxHashMap::default(),
        index_width,
        reading,
        chooses: false,
    };
    for (index, argument) in arguments.iter().enumerate() {
        let content = frame.terms.constant_term(*argument);
        let value = Known::known(&mut frame.terms, content);
        let argument: Value<'_, '_> = block.argument(index).ok()?.into();
        frame.values.insert(argument.to_raw().ptr.addr(), value);
    }
    let mut next = block.first_operation();
    while let Some(operation) = next {
        let name = operation.name();
        if name.as_string_ref().as_str() == Ok("func.return") {
            return frame.returned(operation);
        }
        if frame.run(operation)? {
            return Some(Returned::Undefined);
        }
        next = operation.next_in_block();
    }
    None
}

struct Frame<'c> {
    context: &'c Context,
    terms: Terms,
    /// By the address of the value.
    values: FxHashMap<usize, Known>,
    index_width: u32,
    reading: Reading,
    /// Whether the behaviour may be undefined, depending on what was chosen.
    chooses: bool,
}

impl Frame<'_> {
    /// Runs an operation. Returns whether its behaviour is undefined.
    fn run(&mut self, operation: OperationRef<'_, '_>) -> Option<bool> {
        let name = operation.name();
        let meaning = meanings::find(name.as_string_ref().as_str().ok()?)?;
        let operands: Option<Vec<_>> = operation
            .operands()
            .map(|operand| self.values.get(&operand.to_raw().ptr.addr()).copied())
            .collect();
        let operands = operands?;
        let types = |values: Vec<Value<'_, '_>>| -> Vec<_> {
            let types = values
                .iter()
                .map(|value| types::known(value.r#type(), self.index_width));
            types.collect()
        };
        let operand_types = types(operation.operands().collect());
        let results: Vec<Value<'_, '_>> = operation.results().map(Into::into).collect();
        let result_types = types(results.clone());
        let mut attributes = Vec::new();
        for (name, kind) in meaning.attributes {
            let given = operation.attribute(name).ok();
            let width = match result_types.first().map(|ty| ty.sort()) {
                Some(Sort::Bits(width)) => width,
                _ => 1,
            };
            attributes.push(self.attribute(*kind, given, width)?);
        }
        let mut instance = meanings::Operation {
            terms: &mut self.terms,
            operands: &operands,
            operand_types: &operand_types,
            result_types: &result_types,
            attributes: &attributes,
            reading: self.reading,
        };
        let outcome = (meaning.compute)(&mut instance)?;
        for (result, value) in results.iter().zip(&outcome.results) {
            self.values.insert(result.to_raw().ptr.addr(), *value);
        }
        let is_undefined = self.terms.constant(outcome.is_undefined);
        self.chooses |= is_undefined.is_none();
        Some(is_undefined.is_some_and(Constant::is_true))
    }

    fn attribute(
        &mut self,
        kind: AttributeKind,
        given: Option<Attribute<'_>>,
        result: u32,
    ) -> Option<Term> {
        let width = match kind {
            AttributeKind::Flags { bits, .. } => bits,
            AttributeKind::Number { width } => width,
            AttributeKind::Choice { cases } => meanings::choice_width(cases),
            AttributeKind::Value => result,
            AttributeKind::Unit | AttributeKind::Absent => {
                return Some(self.terms.bool(given.is_some()));
            }
        };
        match given {
            Some(given) => {
                attributes::known_bits(&mut self.terms, self.context, given, kind, width)
            }
            None => Some(self.terms.bits(width, 0)),
        }
    }

    fn returned(&self, end: OperationRef<'_, '_>) -> Option<Returned> {
        let mut values = Vec::new();
        for operand in end.operands() {
            let value = self.values.get(&operand.to_raw().ptr.addr())?;
            let content = match self.terms.constant(value.is_poison) {
                Some(is_poison) if is_poison.is_true() => None,
                Some(_) => Some(self.terms.constant(value.content)),
                None => Some(None),
            };
            values.push(content);
        }
        let chooses = self.chooses || values.contains(&Some(None));
        Some(match chooses {
            true => Returned::Several,
            false => Returned::Values(values.into_iter().map(Option::flatten).collect()),
        })
    }
}

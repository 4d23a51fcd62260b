//! What a function returns for given arguments.

use super::{attributes, types};
use crate::mlir::ffi::entity;
use melior::{
    Context,
    ir::{
        Attribute, OperationRef, RegionLike, Type as MlirType, TypeLike, Value, ValueLike,
        block::BlockLike, operation::OperationLike,
    },
};
use pdll_verify::{
    meanings::{self, AttributeKind, Reading},
    term::{Constant, Sort, Term, Terms},
    value::{Type, Value as Known},
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
    let mut frame = Frame::new(context, Terms::default(), index_width, reading);
    let arguments: Vec<_> = arguments
        .iter()
        .map(|argument| {
            let content = frame.terms.constant_term(*argument);
            Known::known(&mut frame.terms, content)
        })
        .collect();
    let results = frame.run(function, &arguments).ok()?;
    let is_undefined = frame.terms.any(&frame.undefined);
    let is_undefined = frame.terms.constant(is_undefined);
    if is_undefined.is_some_and(Constant::is_true) {
        return Some(Returned::Undefined);
    }
    let values = results.iter().map(|(_, value)| {
        let content = frame.terms.constant(value.content);
        match frame.terms.constant(value.is_poison) {
            Some(is_poison) if is_poison.is_true() => Some(None),
            Some(_) => content.map(Some),
            None => None,
        }
    });
    let values: Option<Vec<_>> = values.collect();
    Some(match (is_undefined, values) {
        (Some(_), Some(values)) => Returned::Values(values),
        // The behaviour or a result depends on what was chosen.
        _ => Returned::Several,
    })
}

/// A run of a function on any values.
pub(super) struct Frame<'c> {
    pub(super) context: &'c Context,
    pub(super) terms: Terms,
    /// By the address of the value.
    values: FxHashMap<usize, Known>,
    index_width: u32,
    reading: Reading,
    /// When an operation has undefined behaviour.
    pub(super) undefined: Vec<Term>,
    /// What operations choose freely.
    pub(super) choices: Vec<Term>,
    /// What must hold for the results to be all that can come of it, in words and as terms.
    pub(super) assumptions: Vec<(&'static str, Term)>,
}

/// Why a function is not run, in words.
pub(super) struct NotRun(pub(super) String);

impl<'c> Frame<'c> {
    pub(super) fn new(
        context: &'c Context,
        terms: Terms,
        index_width: u32,
        reading: Reading,
    ) -> Self {
        Frame {
            context,
            terms,
            values: FxHashMap::default(),
            index_width,
            reading,
            undefined: Vec::new(),
            choices: Vec::new(),
            assumptions: Vec::new(),
        }
    }

    /// Returns the results of a function, with their types.
    ///
    /// # Errors
    ///
    /// What it has that is not known.
    pub(super) fn run(
        &mut self,
        function: OperationRef<'_, '_>,
        arguments: &[Known],
    ) -> Result<Vec<(Type, Known)>, NotRun> {
        let no_body = || NotRun("it has no body".to_owned());
        let region = function.region(0).map_err(|_| no_body())?;
        let block = region.first_block().ok_or_else(no_body)?;
        if block.next_in_region().is_some() {
            return Err(NotRun("it has several blocks".to_owned()));
        }
        for (index, argument) in arguments.iter().enumerate() {
            let value: Value<'_, '_> = block.argument(index).map_err(|_| no_body())?.into();
            self.values.insert(value.to_raw().ptr.addr(), *argument);
        }
        let mut next = block.first_operation();
        while let Some(operation) = next {
            let name = operation.name();
            let name = name.as_string_ref().as_str().unwrap_or_default();
            if name == "func.return" {
                return Ok(self.returned(operation));
            }
            self.operation(name, operation)
                .ok_or_else(|| NotRun(format!("`{name}` has no meaning here")))?;
            next = operation.next_in_block();
        }
        Err(NotRun("it does not return".to_owned()))
    }

    /// Runs an operation, if it has a meaning.
    fn operation(&mut self, name: &str, operation: OperationRef<'_, '_>) -> Option<()> {
        let meaning = meanings::find(name)?;
        if !is_within_reach(operation) {
            return None;
        }
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
        self.undefined.push(outcome.is_undefined);
        self.choices.extend(outcome.choices);
        self.assumptions.extend(outcome.assumptions);
        if let Some(premise) = meanings::premise(name) {
            // Nothing is known of it here, so it may hold or not.
            let holds = self.terms.variable(premise, Sort::Bool);
            self.assumptions.push((premise, holds));
        }
        Some(())
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

    fn returned(&self, end: OperationRef<'_, '_>) -> Vec<(Type, Known)> {
        let operands = end.operands();
        let known = operands.map(|operand| {
            let value = self.values.get(&operand.to_raw().ptr.addr());
            let value = value.expect("operations before have computed it");
            (types::known(operand.r#type(), self.index_width), *value)
        });
        known.collect()
    }
}

/// Whether the meaning of an operation is about its types: integers that are not too wide, and
/// vectors and tensors only if each element is computed alone.
fn is_within_reach(operation: OperationRef<'_, '_>) -> bool {
    let operands = operation.operands().map(|operand| operand.r#type());
    let results = operation.results().map(|result| result.r#type());
    let types: Vec<_> = operands.chain(results).collect();
    let is_too_wide = |ty: &MlirType<'_>| {
        let scalar = types::element(*ty).unwrap_or(*ty);
        scalar.is_integer() && types::known(scalar, 64) == Type::Opaque
    };
    let has_lanes = types.iter().any(|ty| types::has_lanes(*ty));
    // A constant is a splat, or has no meaning.
    let is_each_alone = operation.operand_count() == 0 || entity::is_elementwise(operation);
    !types.iter().any(is_too_wide) && (!has_lanes || is_each_alone)
}

//! Operations with effects: nothing is known of what they do, but that operations of the same
//! name do the same with the same operands and attributes, at the same place.
//!
//! The root of a pattern may be such an operation if the pattern creates another one in its
//! place, which is there once. What else the pattern creates has no effects, so these stay
//! in order. Effects of other operations stay where they are.

use super::{Run, Stopped, unknown::may_have_effects};
use crate::back::{graph::pattern::NodeId, verify::knowledge::Knowledge};
use melior::ir::Type;
use pdll_verify::{
    meanings::Outcome,
    value::{self, Value},
};

/// An operand or an attribute.
pub(super) struct Given {
    /// Its type as MLIR prints it; nothing for an attribute.
    text: String,
    ty: value::Type,
    value: Value,
}

/// What an operation with effects does.
pub(super) struct Event {
    /// Its name and types.
    signature: String,
    given: Vec<Given>,
    results: Vec<Value>,
}

impl<'c> Run<'_, '_, 'c> {
    /// All that an operation depends on.
    pub(super) fn given(
        &mut self,
        id: NodeId,
        operands: &[Value],
        known: &Knowledge,
        is_matched: bool,
    ) -> Result<Vec<Given>, Stopped> {
        let operation = self.subject.pattern.nodes.operation(id);
        let mut given = Vec::new();
        for (operand, node) in operands.iter().zip(self.subject.operands(operation)) {
            let text = self.ty(*node).map(|ty| ty.to_string());
            given.push(Given {
                text: text.unwrap_or_default(),
                ty: self.value_type(*node)?,
                value: *operand,
            });
        }
        for attribute in &known.attributes {
            let identity = self.identity(id, attribute, is_matched)?;
            let identity = Value::known(&mut self.terms, identity);
            given.push(Given {
                text: String::new(),
                ty: value::Type::Opaque,
                value: identity,
            });
        }
        Ok(given)
    }

    /// Notes what the root does.
    pub(super) fn happens(
        &mut self,
        name: &str,
        types: &[Type<'c>],
        results: &[Value],
        given: Vec<Given>,
    ) {
        self.event = Some(Event {
            signature: signature(name, types, &given),
            given,
            results: results.to_vec(),
        });
    }

    /// What comes of an operation that is created, if it does what the root does.
    pub(super) fn repeated(
        &mut self,
        name: &str,
        types: &[Type<'c>],
        given: Vec<Given>,
    ) -> Result<Outcome, Stopped> {
        let is_same = |event: &&Event| event.signature == signature(name, types, &given);
        match self.event.as_ref().filter(is_same) {
            Some(event) if self.again.is_none() => {
                let results = event.results.clone();
                self.again = Some(given);
                Ok(Outcome::new(&mut self.terms, results))
            }
            _ => Err(may_have_effects(name)),
        }
    }

    /// Adds to what is compared what both operations get.
    pub(super) fn compare_events(&mut self) {
        let (Some(event), Some(again)) = (self.event.take(), self.again.take()) else {
            return;
        };
        let pairs = event.given.into_iter().zip(again);
        let compared = pairs.map(|(old, new)| (old.ty, old.value, new.value));
        self.results.extend(compared);
    }
}

/// What two operations have in common that do the same.
fn signature(name: &str, types: &[Type<'_>], given: &[Given]) -> String {
    let operands = given.iter().map(|given| &given.text);
    let results = types.iter().map(ToString::to_string);
    let (operands, results): (Vec<_>, Vec<_>) = (operands.collect(), results.collect());
    format!("{name} {operands:?} {results:?}")
}

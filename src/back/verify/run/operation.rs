//! What an operation returns.

use super::{Applied, Run, Stopped, unsupported};
use crate::back::{
    graph::pattern::{NodeId, Operation},
    verify::{attributes::Attr, definitions::CAST, types},
};
use pdll_verify::{
    meanings::{self, Outcome},
    term::{Term, Terms},
    value::{self, Value},
};

impl Run<'_, '_, '_> {
    /// Runs an operation, and returns when it is undefined.
    pub(super) fn operation(
        &mut self,
        id: NodeId,
        operation: &Operation,
        is_matched: bool,
    ) -> Result<Term, Stopped> {
        let name = self.subject.name(operation)?;
        if let Some(reason) = meanings::refusal(name) {
            return Err(unsupported(reason));
        }
        self.premises.extend(meanings::premise(name));
        let operands = self.values_of(self.subject.operands(operation))?;
        let operand_types = self.known_types(self.subject.operands(operation))?;
        let result_types: Vec<_> = self.types.results[id.index()]
            .iter()
            .map(|ty| self.known(*ty))
            .collect();
        let meaning = meanings::find(name);
        let mut applied = Applied {
            node: id,
            results: self.types.results[id.index()].clone(),
            attributes: Vec::new(),
            longer: Vec::new(),
            others: Vec::new(),
        };
        let outcome = match meaning {
            None => self.defined(id, operation, &operands, is_matched)?,
            Some(_) if !self.is_lanewise(id, operation) => None,
            Some(meaning) => {
                let mut given = Vec::new();
                for (attribute, kind) in meaning.attributes {
                    let term = self.attribute(id, operation, attribute, *kind, is_matched)?;
                    applied.attributes.push((*attribute, *kind, term));
                    if let Some(bits) = self.longer(operation, attribute, term) {
                        applied.longer.push((*attribute, bits));
                    }
                    given.push(term);
                }
                let mut instance = meanings::Operation {
                    terms: &mut self.terms,
                    operands: &operands,
                    operand_types: &operand_types,
                    result_types: &result_types,
                    attributes: &given,
                    reading: self.reading,
                };
                (meaning.compute)(&mut instance)
            }
        };
        let outcome = match outcome {
            Some(outcome) => {
                self.effectless.insert(id);
                outcome
            }
            None => match cast(name, &mut self.terms, &operands, &result_types) {
                Some(outcome) => {
                    self.effectless.insert(id);
                    outcome
                }
                None => self.unknown(id, operation, &operands, is_matched)?,
            },
        };
        if meaning.is_none() {
            for (attribute, node) in &operation.attributes {
                let attribute = self.subject.pool.text(*attribute).to_owned();
                let given = self.attributes[node.index()].map(|attr| (attribute, attr));
                applied.others.extend(given);
            }
        }
        match is_matched {
            true => self.matched.push(applied),
            false => self.created.push(applied),
        }
        self.assumptions.extend(outcome.assumptions);
        let choices = outcome.choices.iter().map(|choice| (id, *choice));
        self.choices.extend(choices);
        let mut is_undefined = outcome.is_undefined;
        match outcome.exists {
            Some(exists) if is_matched => self.conditions.push(exists),
            Some(exists) => {
                if self.is_false(exists) {
                    let text = format!("an attribute of `{name}` does not suit its types");
                    return Err(Stopped::Invalid(text));
                }
                let is_invalid = self.terms.not(exists);
                is_undefined = self.terms.or(is_undefined, is_invalid);
            }
            None => {}
        }
        let nodes = &self.subject.pattern.nodes;
        for (node, _) in nodes.matched().chain(nodes.in_rewrite()) {
            let Some((owner, index)) = self.subject.result(node) else {
                continue;
            };
            if owner == id {
                if self.subject.is_range(node) && outcome.results.len() != 1 {
                    return Err(unsupported(&format!("it takes all results of `{name}`")));
                }
                self.values[node.index()] = outcome.results.get(index).copied();
                self.types.types[node.index()] = self.types.results[id.index()].get(index).copied();
            }
        }
        self.outcomes.insert(id, outcome.results);
        Ok(is_undefined)
    }

    /// The bits of an attribute of which an operation takes the lower ones.
    fn longer(&self, operation: &Operation, name: &str, taken: Term) -> Option<Term> {
        let mut given = operation.attributes.iter();
        let (_, node) = given.find(|(own, _)| self.subject.pool.text(*own) == name)?;
        match self.attributes[node.index()]? {
            Attr::Number { bits, .. } => (bits != taken).then_some(bits),
            _ => None,
        }
    }

    /// Whether an operation does the same to each element if it has vectors or tensors, so
    /// that it is enough to look at one of them.
    fn is_lanewise(&self, id: NodeId, operation: &Operation) -> bool {
        let operands = self.subject.operands(operation).iter();
        let operands = operands.filter_map(|node| self.ty(*node));
        let results = self.types.results[id.index()].iter().copied();
        let has_lanes = operands.chain(results).any(types::has_lanes);
        // What is there without operands is made of the elements of an attribute.
        !has_lanes
            || self.subject.operands(operation).is_empty()
            || self.knowledge(id, operation).is_elementwise
    }

    pub(super) fn values_of(&self, nodes: &[NodeId]) -> Result<Vec<Value>, Stopped> {
        let values = nodes.iter().map(|node| self.values[node.index()]);
        let values: Option<Vec<_>> = values.collect();
        values.ok_or_else(|| unsupported(types::RANGES_OF_VALUES))
    }

    fn known_types(&self, nodes: &[NodeId]) -> Result<Vec<value::Type>, Stopped> {
        let types = nodes.iter().map(|node| self.value_type(*node));
        types.collect()
    }

    pub(super) fn value_type(&self, node: NodeId) -> Result<value::Type, Stopped> {
        match self.types.types[node.index()] {
            Some(ty) => Ok(self.known(ty)),
            None => Err(unsupported("a type of it is not known")),
        }
    }
}

/// A cast between a type of the user's and the numbers that its values are.
fn cast(
    name: &str,
    terms: &mut Terms,
    operands: &[Value],
    results: &[value::Type],
) -> Option<Outcome> {
    let ([operand], [result]) = (operands, results) else {
        return None;
    };
    let fits = name == CAST && terms.sort(operand.content) == result.sort();
    fits.then(|| Outcome::new(terms, vec![*operand]))
}

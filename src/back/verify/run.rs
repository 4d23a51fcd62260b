//! A pattern, run on any values of some types.

use super::{
    attributes, library,
    subject::{Subject, Unsupported},
    types::{self, Assignment, Made},
};
use crate::back::graph::{
    pattern::{Call, Node, NodeId, Operation, Statement},
    statements,
};
use melior::ir::{Attribute, Type, TypeLike, r#type::IntegerType};
use pdll_verify::{
    meanings::{self, AttributeKind, Reading},
    refine::{Choices, Obligation},
    term::{Sort, Term, Terms},
    value::{self, Value},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What a node that is an attribute stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Attr<'c> {
    /// A number or float of a type, by its bits.
    Number {
        ty: Type<'c>,
        bits: Term,
    },
    /// Flags, or one of several cases, by their numbers.
    Case(Term),
    /// There or not.
    Unit(Term),
    Known(Attribute<'c>),
}

/// What a pattern does for any values of some types.
pub(super) struct Computation<'c> {
    pub(super) terms: Terms,
    pub(super) obligation: Obligation,
    /// The operands that are matched, and what they are.
    pub(super) inputs: Vec<(NodeId, Value)>,
    /// The operations that are matched, and those that are created.
    pub(super) matched: Vec<Applied<'c>>,
    pub(super) created: Vec<Applied<'c>>,
    /// Operands that are constants.
    pub(super) constants: FxHashSet<NodeId>,
    /// What takes the place of which value.
    pub(super) replaced: Vec<Replacement>,
    /// What was left out because nothing is known of it. The pattern may do less than it
    /// seems, so a proof is one, and a counterexample is none.
    pub(super) unknown: Vec<String>,
    /// Why MLIR refuses an operation that the rewrite creates, if it does.
    pub(super) invalid: Option<String>,
    /// What the verdict is about, in words.
    pub(super) assumptions: Vec<&'static str>,
}

/// An operation of the pattern at some types.
#[derive(Debug, Clone)]
pub(super) struct Applied<'c> {
    pub(super) node: NodeId,
    pub(super) results: Vec<Type<'c>>,
    /// The attributes that its meaning knows.
    pub(super) attributes: Vec<(&'static str, AttributeKind, Term)>,
}

/// A value that is replaced, or takes the place of one.
#[derive(Debug, Clone, Copy)]
pub(super) enum Replaced {
    Node(NodeId),
    /// A result of an operation.
    Result(NodeId, usize),
}

/// A value that takes the place of another one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Replacement {
    pub(super) old: Replaced,
    pub(super) new: Replaced,
    /// Whether nothing uses the value, if the pattern asks that.
    pub(super) is_unused: Option<Term>,
}

/// Why there is no computation.
pub(super) enum Stopped {
    Unsupported(Unsupported),
    /// The pattern does not match at these types.
    DoesNotMatch,
    /// The rewrite creates an operation that MLIR refuses, for this reason.
    Invalid(String),
}

impl From<Unsupported> for Stopped {
    fn from(unsupported: Unsupported) -> Self {
        Stopped::Unsupported(unsupported)
    }
}

pub(super) struct Run<'s, 'p, 'c> {
    pub(super) subject: &'s Subject<'p, 'c>,
    pub(super) terms: Terms,
    types: Assignment<'c>,
    pub(super) index_width: u32,
    reading: Reading,
    pub(super) values: Vec<Option<Value>>,
    attributes: Vec<Option<Attr<'c>>>,
    conditions: Vec<Term>,
    unknown: Vec<String>,
    assumptions: Vec<(&'static str, Term)>,
    /// Whether nothing uses values of which the pattern asks that.
    unused: FxHashMap<NodeId, Term>,
    /// The results of operations.
    outcomes: FxHashMap<NodeId, Vec<Value>>,
    source_undefined: Vec<Term>,
    target_undefined: Vec<Term>,
    inputs: Vec<(NodeId, Value)>,
    results: Vec<(value::Type, Value, Value)>,
    matched: Vec<Applied<'c>>,
    created: Vec<Applied<'c>>,
    constants: FxHashSet<NodeId>,
    replaced: Vec<Replacement>,
    /// What operations choose freely.
    choices: Vec<(NodeId, Term)>,
    /// Operations that are replaced or erased.
    removed: FxHashSet<NodeId>,
    premises: BTreeSet<&'static str>,
}

/// Runs a pattern.
pub(super) fn run<'c>(
    subject: &Subject<'_, 'c>,
    types: &Assignment<'c>,
    index_width: u32,
    readings: [Reading; 2],
) -> Result<Computation<'c>, Stopped> {
    let count = subject.pattern.nodes.len();
    let mut run = Run {
        subject,
        terms: Terms::default(),
        types: types.clone(),
        index_width,
        reading: readings[0],
        values: vec![None; count],
        attributes: vec![None; count],
        conditions: Vec::new(),
        unknown: Vec::new(),
        assumptions: Vec::new(),
        unused: FxHashMap::default(),
        outcomes: FxHashMap::default(),
        source_undefined: Vec::new(),
        target_undefined: Vec::new(),
        inputs: Vec::new(),
        results: Vec::new(),
        matched: Vec::new(),
        created: Vec::new(),
        constants: FxHashSet::default(),
        replaced: Vec::new(),
        choices: Vec::new(),
        removed: FxHashSet::default(),
        premises: BTreeSet::new(),
    };
    run.matched()?;
    for call in &subject.pattern.constraints {
        run.constraint(call)?;
    }
    run.reading = readings[1];
    let invalid = match run.rewrite() {
        Ok(()) => None,
        Err(Stopped::Invalid(reason)) => Some(reason),
        Err(stopped) => return Err(stopped),
    };
    run.finish(invalid)
}

impl<'p, 'c> Run<'_, 'p, 'c> {
    fn finish(mut self, invalid: Option<String>) -> Result<Computation<'c>, Stopped> {
        if invalid.is_some() {
            // Wherever the pattern matches, the run stops.
            self.target_undefined.push(self.terms.bool(true));
            self.results.clear();
        }
        let mut words: Vec<_> = self.premises.iter().copied().collect();
        for (text, holds) in std::mem::take(&mut self.assumptions) {
            match self.terms.constant(holds) {
                Some(constant) if constant.is_true() => {}
                Some(_) => {
                    let text = format!("it has an operation that is not {text}");
                    return Err(Unsupported(text).into());
                }
                None => {
                    self.conditions.push(holds);
                    if !words.contains(&text) {
                        words.push(text);
                    }
                }
            }
        }
        let choices = self.choices();
        let obligation = Obligation {
            is_source_undefined: self.terms.any(&self.source_undefined),
            is_target_undefined: self.terms.any(&self.target_undefined),
            conditions: self.conditions,
            results: self.results,
            choices,
        };
        Ok(Computation {
            terms: self.terms,
            obligation,
            inputs: self.inputs,
            matched: self.matched,
            created: self.created,
            constants: self.constants,
            replaced: self.replaced,
            unknown: self.unknown,
            invalid,
            assumptions: words,
        })
    }

    fn choices(&self) -> Choices {
        let mut choices = Choices::default();
        for (operation, choice) in &self.choices {
            let is_matched = self.matched.iter().any(|one| one.node == *operation);
            let whose = match (is_matched, self.removed.contains(operation)) {
                (true, true) => &mut choices.replaced,
                (true, false) => &mut choices.kept,
                (false, _) => &mut choices.created,
            };
            whose.push(*choice);
        }
        choices
    }

    fn matched(&mut self) -> Result<(), Stopped> {
        let certain = certain_operations(self.subject);
        let nodes = &self.subject.pattern.nodes;
        for (id, node) in nodes.matched() {
            match node {
                Node::Operand { .. } => {
                    let ty = self.value_type(id)?;
                    let value = Value::any(&mut self.terms, "x", ty.sort());
                    self.inputs.push((id, value));
                    self.values[id.index()] = Some(value);
                }
                Node::Attribute {
                    value: Some(value), ..
                } => {
                    let attribute = self.subject.attribute_constant(*value);
                    self.attributes[id.index()] = Some(Attr::Known(attribute));
                }
                Node::Operation(operation) => {
                    let outcome = self.operation(id, operation, true)?;
                    if certain.contains(&id) {
                        self.source_undefined.push(outcome);
                    }
                }
                Node::Result { .. }
                | Node::Results(_)
                | Node::Type { .. }
                | Node::Types { .. }
                | Node::Attribute { .. }
                | Node::Returned { .. } => {}
                _ => return Err(unsupported(types::RANGES)),
            }
        }
        Ok(())
    }

    /// Runs an operation, and returns when it is undefined.
    fn operation(
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
        let operands = self.values_of(&operation.operands.entries)?;
        let operand_types = self.known_types(&operation.operands.entries)?;
        let result_types: Vec<_> = self.types.results[id.index()]
            .iter()
            .map(|ty| types::known(*ty, self.index_width))
            .collect();
        let meaning = meanings::find(name);
        let mut applied = Applied {
            node: id,
            results: self.types.results[id.index()].clone(),
            attributes: Vec::new(),
        };
        let outcome = match meaning {
            None => None,
            Some(meaning) => {
                let mut given = Vec::new();
                for (attribute, kind) in meaning.attributes {
                    let term = self.attribute(id, operation, attribute, *kind, is_matched)?;
                    applied.attributes.push((*attribute, *kind, term));
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
            Some(outcome) => outcome,
            None => {
                self.unknown.push(format!("`{name}` has no meaning"));
                let results = result_types
                    .iter()
                    .map(|ty| Value::any(&mut self.terms, "y", ty.sort()))
                    .collect();
                meanings::Outcome::new(&mut self.terms, results)
            }
        };
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

    fn is_false(&self, term: Term) -> bool {
        let constant = self.terms.constant(term);
        constant.is_some_and(|constant| !constant.is_true())
    }

    /// An attribute of an operation, as its meaning takes it.
    fn attribute(
        &mut self,
        id: NodeId,
        operation: &Operation,
        name: &str,
        kind: AttributeKind,
        is_matched: bool,
    ) -> Result<Term, Stopped> {
        let mut given = operation.attributes.iter();
        let given = given.find(|(own, _)| self.subject.pool.text(*own) == name);
        let result = self.types.results[id.index()].first().copied();
        let Some((_, node)) = given else {
            if !is_matched && let Some(copied) = self.copied(id, name, kind) {
                return copied
                    .ok_or_else(|| unsupported("it copies an attribute that is not known"));
            }
            // Without flags, what is matched has the fewest results that are poison, so a
            // proof for it holds for all flags, unless they are copied.
            let is_free = is_matched && self.is_copied_from(id, name);
            return Ok(match kind {
                AttributeKind::Flags { bits, .. } if is_free => {
                    self.terms.variable("flags", Sort::Bits(bits))
                }
                AttributeKind::Unit if is_free => self.terms.variable("unit", Sort::Bool),
                AttributeKind::Absent if is_matched => self.terms.variable("mode", Sort::Bool),
                AttributeKind::Flags { bits, .. } => self.terms.bits(bits, 0),
                AttributeKind::Number { width } if !is_matched => self.terms.bits(width, 0),
                AttributeKind::Unit | AttributeKind::Absent => self.terms.bool(false),
                AttributeKind::Value | AttributeKind::Choice { .. } if !is_matched => {
                    let text = format!("`{name}` is missing");
                    return Err(Stopped::Invalid(text));
                }
                _ => {
                    let attr = self.any(kind, result)?;
                    self.term(attr, kind, result)?
                }
            });
        };
        let attr = match self.attributes[node.index()] {
            Some(attr) => attr,
            None if is_matched => {
                let typed = match &self.subject.pattern.nodes[*node] {
                    Node::Attribute { ty: Some(ty), .. } => self.types.types[ty.index()],
                    _ => None,
                };
                let attr = self.any(kind, typed.or(result))?;
                self.attributes[node.index()] = Some(attr);
                attr
            }
            None => return Err(unsupported("it computes an attribute that is not known")),
        };
        self.term(attr, kind, result)
    }

    /// The attribute that a call of the library copies to an operation, if one does and it
    /// is known.
    fn copied(&self, to: NodeId, name: &str, kind: AttributeKind) -> Option<Option<Term>> {
        let copy = library::copies(self.subject);
        let copy = copy
            .into_iter()
            .find(|copy| copy.to == to && copy.new_name == name)?;
        let applied = self.matched.iter();
        let mut from = applied.filter(|applied| applied.node == copy.from);
        Some(from.find_map(|applied| {
            let mut attributes = applied.attributes.iter();
            let (_, own_kind, term) = attributes.find(|(own, ..)| *own == copy.name)?;
            (*own_kind == kind).then_some(*term)
        }))
    }

    fn is_copied_from(&self, from: NodeId, name: &str) -> bool {
        let copies = library::copies(self.subject);
        copies
            .iter()
            .any(|copy| copy.from == from && copy.name == name)
    }

    /// Any attribute of a kind.
    fn any(&mut self, kind: AttributeKind, ty: Option<Type<'c>>) -> Result<Attr<'c>, Stopped> {
        Ok(match kind {
            AttributeKind::Flags { bits, .. } => {
                Attr::Case(self.terms.variable("flags", Sort::Bits(bits)))
            }
            AttributeKind::Choice { cases } => {
                let width = meanings::choice_width(cases);
                let number = self.terms.variable("case", Sort::Bits(width));
                let last = self.terms.bits(width, u128::from(cases - 1));
                let exists = self
                    .terms
                    .apply(pdll_verify::term::Operator::LessOrEqual, &[number, last]);
                self.conditions.push(exists);
                Attr::Case(number)
            }
            AttributeKind::Unit | AttributeKind::Absent => Attr::Unit(self.terms.bool(true)),
            AttributeKind::Number { width } => Attr::Number {
                ty: IntegerType::new(self.subject.context, width).into(),
                bits: self.terms.variable("c", Sort::Bits(width)),
            },
            AttributeKind::Value => {
                let ty = ty.ok_or_else(|| unsupported("an attribute of it has no type"))?;
                if !attributes::is_number(ty) {
                    return Err(unsupported("an attribute of it is no number"));
                }
                let bits = self.terms.variable("c", attributes::sort(ty));
                Attr::Number { ty, bits }
            }
        })
    }

    /// An attribute as a term.
    fn term(
        &mut self,
        attr: Attr<'c>,
        kind: AttributeKind,
        result: Option<Type<'c>>,
    ) -> Result<Term, Stopped> {
        let width = match kind {
            AttributeKind::Flags { bits, .. } => bits,
            AttributeKind::Number { width } => width,
            AttributeKind::Choice { cases } => meanings::choice_width(cases),
            AttributeKind::Unit | AttributeKind::Absent => {
                return Ok(match attr {
                    Attr::Unit(present) => present,
                    _ => self.terms.bool(true),
                });
            }
            AttributeKind::Value => {
                let ty = result.map(|ty| types::known(ty, self.index_width));
                match ty.map(value::Type::sort) {
                    Some(Sort::Bits(width)) => width,
                    _ => return Err(unsupported("an attribute of it is no number")),
                }
            }
        };
        match attr {
            Attr::Number { bits, .. } | Attr::Case(bits) if self.terms.width(bits) == width => {
                Ok(bits)
            }
            // A number for `index` has 64 bits, and is cut to those that `index` has.
            Attr::Number { ty, bits } if ty.is_index() && self.terms.width(bits) > width => {
                Ok(self.terms.extract(bits, 0, width))
            }
            Attr::Known(attribute) => {
                let known = library::known_bits(
                    &mut self.terms,
                    self.subject.context,
                    attribute,
                    kind,
                    width,
                );
                known.ok_or_else(|| unsupported("an attribute of it has no meaning"))
            }
            _ => Err(unsupported("an attribute of it is used for something else")),
        }
    }

    fn constraint(&mut self, call: &Call) -> Result<(), Stopped> {
        match library::constraint(self, call)? {
            Some(holds) => {
                let holds = if call.is_negated {
                    self.terms.not(holds)
                } else {
                    holds
                };
                if self.is_false(holds) {
                    return Err(Stopped::DoesNotMatch);
                }
                self.conditions.push(holds);
            }
            None => {
                let name = self.subject.pool.text(call.name);
                self.unknown
                    .push(format!("the constraint `{name}` has no meaning"));
            }
        }
        Ok(())
    }

    fn rewrite(&mut self) -> Result<(), Stopped> {
        let pattern = self.subject.pattern;
        let replaced = statements::replaced(pattern);
        for statement in statements::ordered_statements(pattern) {
            match statement {
                Statement::Define(node) => self.define(*node, &replaced)?,
                Statement::Call(call) => {
                    if !library::rewrite(self, call)? {
                        let name = self.subject.pool.text(call.name);
                        return Err(unsupported(&format!("the rewrite `{name}` has no meaning")));
                    }
                }
                Statement::ReplaceByOperation { operation, by } => {
                    let values = self.results_of(*by);
                    let by: Vec<_> = (0..values.len())
                        .map(|index| Replaced::Result(*by, index))
                        .collect();
                    self.replace(*operation, &values, &by)?;
                }
                Statement::ReplaceByValues { operation, by } => {
                    let values = self.values_of(by)?;
                    let by: Vec<_> = by.iter().copied().map(Replaced::Node).collect();
                    self.replace(*operation, &values, &by)?;
                }
                Statement::Erase(operation) => {
                    self.removed.insert(*operation);
                    let operation = self.subject.pattern.nodes.operation(*operation);
                    let name = self.subject.name(operation)?;
                    if meanings::find(name).is_none() {
                        return Err(unsupported(&format!("`{name}` may have effects")));
                    }
                }
                Statement::Insert(..) => return Err(unsupported("it moves operations")),
            }
        }
        Ok(())
    }

    fn define(&mut self, id: NodeId, replaced: &FxHashMap<NodeId, NodeId>) -> Result<(), Stopped> {
        match &self.subject.pattern.nodes[id] {
            Node::Attribute {
                value: Some(value), ..
            } => {
                let attribute = self.subject.attribute_constant(*value);
                self.attributes[id.index()] = Some(Attr::Known(attribute));
            }
            Node::Type { value: Some(value) } => {
                self.types.types[id.index()] = self.subject.type_constant(*value);
            }
            Node::Operation(operation) => {
                self.create(id, operation, replaced.get(&id).copied())?;
                let undefined = self.operation(id, operation, false)?;
                self.target_undefined.push(undefined);
            }
            Node::Result { .. } | Node::Results(_) => {}
            _ => return Err(unsupported(types::RANGES)),
        }
        Ok(())
    }

    /// Finds the result types of an operation that is created, and has MLIR verify it.
    fn create(
        &mut self,
        id: NodeId,
        operation: &Operation,
        replaces: Option<NodeId>,
    ) -> Result<(), Stopped> {
        let name = self.subject.name(operation)?;
        let operands: Option<Vec<_>> = operation
            .operands
            .entries
            .iter()
            .map(|operand| self.types.types[operand.index()])
            .collect();
        let operands = operands.ok_or_else(|| unsupported("it has ranges of values"))?;
        let stated: Option<Vec<_>> = operation
            .results
            .entries
            .iter()
            .map(|entry| self.types.types[entry.index()])
            .collect();
        let stated = stated.ok_or_else(|| unsupported("a type of it is not known"))?;
        let mut of_attributes = self.types.types.clone();
        for (_, node) in &operation.attributes {
            of_attributes[node.index()] = match self.attributes[node.index()] {
                Some(Attr::Number { ty, .. }) => Some(ty),
                _ => None,
            };
        }
        let mut made = Made {
            subject: self.subject,
            name,
            operands: &operands,
            attributes: &operation.attributes,
            types: &of_attributes,
        };
        let types = if !stated.is_empty() {
            made.make(Some(&stated))
        } else {
            match (made.make(None), replaces) {
                (Ok(types), _) => Ok(types),
                (Err(_), Some(root)) => made.make(Some(&self.types.results[root.index()])),
                (Err(reason), None) => Err(reason),
            }
        };
        self.types.results[id.index()] = types.map_err(Stopped::Invalid)?;
        Ok(())
    }

    fn replace(
        &mut self,
        operation: NodeId,
        values: &[Value],
        by: &[Replaced],
    ) -> Result<(), Stopped> {
        self.removed.insert(operation);
        let before = self.results_of(operation);
        if before.len() != values.len() {
            return Err(unsupported("what it replaces has other results"));
        }
        let nodes = &self.subject.pattern.nodes;
        let results: Vec<_> = nodes
            .matched()
            .chain(nodes.in_rewrite())
            .filter_map(|(node, _)| {
                let (owner, index) = self.subject.result(node)?;
                (owner == operation).then_some((index, node))
            })
            .collect();
        for (index, (old, new)) in before.iter().zip(values).enumerate() {
            let mut asked = results.iter().filter(|(which, _)| *which == index);
            let is_unused = asked.find_map(|(_, node)| self.unused.get(node).copied());
            let ty = self.types.results[operation.index()][index];
            let ty = types::known(ty, self.index_width);
            // What nobody looks at may be anything, as poison may.
            let is_poison = match is_unused {
                Some(is_unused) => self.terms.or(old.is_poison, is_unused),
                None => old.is_poison,
            };
            self.results.push((ty, Value { is_poison, ..*old }, *new));
            self.replaced.push(Replacement {
                old: Replaced::Result(operation, index),
                new: by[index],
                is_unused,
            });
        }
        Ok(())
    }

    fn results_of(&self, operation: NodeId) -> Vec<Value> {
        self.outcomes.get(&operation).cloned().unwrap_or_default()
    }

    /// Whether nothing uses a value.
    pub(super) fn is_unused(&mut self, value: NodeId) -> Term {
        if let Some(known) = self.unused.get(&value) {
            return *known;
        }
        let is_unused = self.terms.variable("unused", Sort::Bool);
        self.unused.insert(value, is_unused);
        is_unused
    }

    /// An answer that may be either, because nothing that is proven depends on it.
    pub(super) fn either(&mut self) -> Term {
        self.terms.variable("either", Sort::Bool)
    }

    /// The attribute of a matched operation that is there or not.
    pub(super) fn presence(&self, operation: NodeId, name: &str) -> Option<Term> {
        let applied = self
            .matched
            .iter()
            .find(|applied| applied.node == operation)?;
        let mut attributes = applied.attributes.iter();
        let (_, kind, term) = attributes.find(|(own, ..)| *own == name)?;
        matches!(kind, AttributeKind::Unit | AttributeKind::Absent).then_some(*term)
    }

    pub(super) fn is_constant(&mut self, value: NodeId) {
        self.constants.insert(value);
    }

    pub(super) fn condition(&mut self, holds: Term) {
        self.conditions.push(holds);
    }

    pub(super) fn attr(&self, node: NodeId) -> Option<Attr<'c>> {
        self.attributes[node.index()]
    }

    pub(super) fn set_attr(&mut self, node: NodeId, attr: Attr<'c>) -> Option<()> {
        match self.attributes[node.index()] {
            None => self.attributes[node.index()] = Some(attr),
            Some(known) => {
                let same = library::same(self, known, attr)?;
                self.conditions.push(same);
            }
        }
        Some(())
    }

    pub(super) fn ty(&self, node: NodeId) -> Option<Type<'c>> {
        self.types.types[node.index()]
    }

    pub(super) fn set_ty(&mut self, node: NodeId, ty: Type<'c>) {
        self.types.types[node.index()] = Some(ty);
    }

    fn values_of(&self, nodes: &[NodeId]) -> Result<Vec<Value>, Stopped> {
        let values = nodes.iter().map(|node| self.values[node.index()]);
        let values: Option<Vec<_>> = values.collect();
        values.ok_or_else(|| unsupported("it has ranges of values"))
    }

    fn known_types(&self, nodes: &[NodeId]) -> Result<Vec<value::Type>, Stopped> {
        let types = nodes.iter().map(|node| self.value_type(*node));
        types.collect()
    }

    fn value_type(&self, node: NodeId) -> Result<value::Type, Stopped> {
        match self.types.types[node.index()] {
            Some(ty) => Ok(types::known(ty, self.index_width)),
            None => Err(unsupported("a type of it is not known")),
        }
    }
}

/// The operations that have run when the root runs: it, and what defines its operands.
fn certain_operations(subject: &Subject<'_, '_>) -> FxHashSet<NodeId> {
    let nodes = &subject.pattern.nodes;
    let mut certain = FxHashSet::default();
    let mut open = vec![subject.pattern.root];
    while let Some(id) = open.pop() {
        if !certain.insert(id) {
            continue;
        }
        for operand in &nodes.operation(id).operands.entries {
            open.extend(subject.result(*operand).map(|(operation, _)| operation));
        }
    }
    certain
}

pub(super) fn unsupported(reason: &str) -> Stopped {
    Stopped::Unsupported(Unsupported(reason.to_owned()))
}

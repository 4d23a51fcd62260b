//! A pattern, run on any values of some types.

mod attribute;
mod defined;
mod function;
mod operation;
mod rewrite;
mod unknown;

use super::{
    attributes::{self, Attr},
    library,
    remedy::Change,
    subject::{Subject, Unsupported},
    types::{self, Assignment},
};
use crate::{
    back::graph::pattern::{Call, Node, NodeId},
    front::contract::LIBRARY_PREFIX,
};
use melior::ir::Type;
use pdll_verify::{
    meanings::{AttributeKind, Reading},
    refine::{Choices, Obligation},
    term::{Sort, Term, Terms},
    value::{self, Value},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

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
    /// Constants that the rewrite creates.
    pub(super) materialized: Vec<(NodeId, Type<'c>, Value)>,
    /// What takes the place of which value.
    pub(super) replaced: Vec<Replacement>,
    /// What was left out because nothing is known of it. The pattern may do less than it
    /// seems, so a proof is one, and a counterexample is none.
    pub(super) unknown: Vec<String>,
    /// Why MLIR refuses an operation that the rewrite creates, if it does.
    pub(super) invalid: Option<String>,
    /// What the verdict is about, in words.
    pub(super) assumptions: Vec<&'static str>,
    /// Whether it is asked where operations stand, or what uses values.
    pub(super) looks_around: bool,
    /// Whether it calls functions that users define.
    pub(super) calls_definitions: bool,
}

/// An operation of the pattern at some types.
#[derive(Debug, Clone)]
pub(super) struct Applied<'c> {
    pub(super) node: NodeId,
    pub(super) results: Vec<Type<'c>>,
    /// The attributes that its meaning knows.
    pub(super) attributes: Vec<(&'static str, AttributeKind, Term)>,
    /// Those of an operation without a meaning.
    pub(super) others: Vec<(String, Attr<'c>)>,
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
    /// Terms for attributes of operations without a meaning, by their names.
    identities: FxHashMap<(NodeId, String), Term>,
    source_undefined: Vec<Term>,
    target_undefined: Vec<Term>,
    inputs: Vec<(NodeId, Value)>,
    results: Vec<(value::Type, Value, Value)>,
    matched: Vec<Applied<'c>>,
    created: Vec<Applied<'c>>,
    constants: FxHashSet<NodeId>,
    materialized: Vec<(NodeId, Type<'c>, Value)>,
    replaced: Vec<Replacement>,
    /// What operations choose freely.
    choices: Vec<(NodeId, Term)>,
    /// Operations that have no effects.
    effectless: FxHashSet<NodeId>,
    /// Operations that are replaced or erased.
    removed: FxHashSet<NodeId>,
    premises: BTreeSet<&'static str>,
    looks_around: bool,
    calls_definitions: bool,
    /// How many definitions this one is in.
    depth: u32,
    /// How many definitions may be run.
    runs_left: u32,
    /// Whether it defines the cast.
    defines_cast: bool,
    /// In a definition: what takes the place of the operation.
    defined: Option<Vec<Value>>,
    /// What created operations have otherwise than the pattern says.
    changes: Vec<Change>,
}

/// Runs a pattern.
pub(super) fn run<'c>(
    subject: &Subject<'_, 'c>,
    types: &Assignment<'c>,
    index_width: u32,
    readings: [Reading; 2],
    changes: &[Change],
) -> Result<Computation<'c>, Stopped> {
    let mut run = Run::new(subject, types, index_width, readings[0]);
    run.changes = changes.to_vec();
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

/// Runs what a pattern matches, as if it replaced the results of the root by themselves.
pub(super) fn match_only<'c>(
    subject: &Subject<'_, 'c>,
    types: &Assignment<'c>,
    index_width: u32,
) -> Result<Computation<'c>, Stopped> {
    let mut run = Run::new(subject, types, index_width, Reading::ALL[0]);
    run.matched()?;
    for call in &subject.pattern.constraints {
        run.constraint(call)?;
    }
    let root = subject.pattern.root;
    let results = run.outcomes.get(&root).map_or(0, Vec::len);
    run.replaced = (0..results)
        .map(|index| Replacement {
            old: Replaced::Result(root, index),
            new: Replaced::Result(root, index),
            is_unused: None,
        })
        .collect();
    run.finish(None)
}

impl<'s, 'p, 'c> Run<'s, 'p, 'c> {
    fn new(
        subject: &'s Subject<'p, 'c>,
        types: &Assignment<'c>,
        index_width: u32,
        reading: Reading,
    ) -> Self {
        let count = subject.pattern.nodes.len();
        Run {
            subject,
            terms: Terms::default(),
            types: types.clone(),
            index_width,
            reading,
            values: vec![None; count],
            attributes: vec![None; count],
            conditions: Vec::new(),
            unknown: Vec::new(),
            assumptions: Vec::new(),
            unused: FxHashMap::default(),
            outcomes: FxHashMap::default(),
            identities: FxHashMap::default(),
            source_undefined: Vec::new(),
            target_undefined: Vec::new(),
            inputs: Vec::new(),
            results: Vec::new(),
            matched: Vec::new(),
            created: Vec::new(),
            constants: FxHashSet::default(),
            materialized: Vec::new(),
            replaced: Vec::new(),
            choices: Vec::new(),
            effectless: FxHashSet::default(),
            removed: FxHashSet::default(),
            premises: BTreeSet::new(),
            looks_around: false,
            calls_definitions: false,
            depth: 0,
            runs_left: defined::MAX_RUNS,
            defines_cast: false,
            defined: None,
            changes: Vec::new(),
        }
    }

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
            materialized: self.materialized,
            replaced: self.replaced,
            unknown: self.unknown,
            invalid,
            assumptions: words,
            looks_around: self.looks_around,
            calls_definitions: self.calls_definitions,
        })
    }

    fn choices(&self) -> Choices {
        let mut choices = Choices::default();
        for (operation, choice) in &self.choices {
            let is_matched = self.matched.iter().any(|one| one.node == *operation);
            let whose = match is_matched {
                false => &mut choices.created,
                true if self.removed.contains(operation) => &mut choices.replaced,
                true if self.is_unseen(*operation) => &mut choices.unseen,
                true => &mut choices.kept,
            };
            whose.push(*choice);
        }
        choices
    }

    /// Whether nothing but what is replaced uses an operation, because the pattern asks that.
    /// The depth is that of the pattern.
    fn is_unseen(&self, operation: NodeId) -> bool {
        let pattern = self.subject.pattern;
        let is_it = |node: &NodeId| {
            let owner = self.subject.result(*node).map(|(owner, _)| owner);
            *node == operation || owner == Some(operation)
        };
        let asks = |call: &Call| {
            let name = self.subject.pool.text(call.name);
            let name = name.strip_prefix(LIBRARY_PREFIX);
            let asks = matches!(name, Some("HasOneUse" | "OpHasOneUse")) && !call.is_negated;
            asks && call.arguments.iter().any(is_it)
        };
        let matched = self.matched.iter().map(|applied| applied.node);
        let mut users = matched.filter(|user| {
            let operands = &pattern.nodes.operation(*user).operands.entries;
            operands.iter().any(is_it)
        });
        pattern.constraints.iter().any(asks)
            && users
                .next()
                .is_some_and(|user| self.removed.contains(&user) || self.is_unseen(user))
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
                | Node::Operands { types: None }
                | Node::Returned { .. } => {}
                _ => return Err(unsupported(types::RANGES)),
            }
        }
        Ok(())
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
                self.unknown.push(no_function("constraint", name));
            }
        }
        Ok(())
    }

    /// What the verifier knows of a type.
    pub(super) fn known(&self, ty: Type<'_>) -> value::Type {
        match self.subject.meanings.width(ty) {
            Some(width) => value::Type::Integer(width),
            None => types::known(ty, self.index_width),
        }
    }

    fn is_false(&self, term: Term) -> bool {
        let constant = self.terms.constant(term);
        constant.is_some_and(|constant| !constant.is_true())
    }

    /// Whether nothing uses a value.
    pub(super) fn is_unused(&mut self, value: NodeId) -> Term {
        if let Some(known) = self.unused.get(&value) {
            return *known;
        }
        self.looks_around = true;
        let is_unused = self.terms.variable("unused", Sort::Bool);
        self.unused.insert(value, is_unused);
        is_unused
    }

    /// An answer that may be either, because nothing that is proven depends on it.
    pub(super) fn either(&mut self) -> Term {
        self.looks_around = true;
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

    /// A value of the rewrite that is a constant.
    pub(super) fn materialize(&mut self, node: NodeId, ty: Type<'c>, value: Value) {
        self.set_ty(node, ty);
        self.values[node.index()] = Some(value);
        self.materialized.push((node, ty, value));
    }

    /// Notes when the rewrite fails, which ends the run.
    pub(super) fn fails_if(&mut self, fails: Term) {
        self.target_undefined.push(fails);
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
                let same = attributes::same(&mut self.terms, known, attr)?;
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
        for operand in subject.operands(nodes.operation(id)) {
            open.extend(subject.result(*operand).map(|(operation, _)| operation));
        }
    }
    certain
}

/// Why nothing is known of a call.
fn no_function(what: &str, name: &str) -> String {
    match name.starts_with(LIBRARY_PREFIX) {
        true => format!("the {what} `{name}` has no meaning"),
        false => format!(
            "the {what} `{name}` has no meaning; --define names a file that says what it does"
        ),
    }
}

pub(super) fn unsupported(reason: &str) -> Stopped {
    Stopped::Unsupported(Unsupported(reason.to_owned()))
}

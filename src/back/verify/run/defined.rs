//! Operations that users define.

use super::{Run, Stopped, unsupported};
use crate::back::{
    graph::pattern::{Node, NodeId, Operation},
    verify::{
        attributes::{self, Attr},
        definitions::{CAST, stated_operands},
        subject::Subject,
        types::Assignment,
    },
};
use melior::ir::Type;
use pdll_verify::{
    meanings::Outcome,
    term::{Constant, Sort, Term},
    value::Value,
};
use std::mem;

/// Definitions that use others, and these others, reach no deeper.
const MAX_DEPTH: u32 = 32;
/// Definitions are run no more often for one pattern at some types.
pub(super) const MAX_RUNS: u32 = 4096;

/// An operation that is to be defined.
pub(super) struct Use<'u, 'c> {
    pub(super) name: &'u str,
    pub(super) operands: Vec<(Type<'c>, Value)>,
    pub(super) results: Vec<Type<'c>>,
    /// What the operation has under that name, in a pattern that was given the operation.
    pub(super) attributes: Vec<(String, Attr<'c>)>,
    /// Whether it may have attributes that are not mentioned.
    pub(super) has_others: bool,
}

/// What comes of an operation by its definition, and the attributes that this mentions.
type Outcomes<'c> = (Outcome, Vec<(String, Attr<'c>)>);

impl<'c> Run<'_, '_, 'c> {
    /// What comes of an operation by its definition, if it has one.
    pub(super) fn defined(
        &mut self,
        id: NodeId,
        operation: &Operation,
        operands: &[Value],
        is_matched: bool,
    ) -> Result<Option<Outcome>, Stopped> {
        let name = self.subject.name(operation)?;
        if !self.subject.meanings.define(name) {
            return Ok(None);
        }
        let mut used = Use {
            name,
            operands: Vec::new(),
            results: self.types.results[id.index()].clone(),
            attributes: Vec::new(),
            has_others: is_matched,
        };
        for (node, value) in self.subject.operands(operation).iter().zip(operands) {
            let ty = self.ty(*node);
            let ty = ty.ok_or_else(|| unsupported("a type of it is not known"))?;
            used.operands.push((ty, *value));
        }
        let mut open = Vec::new();
        for (attribute, node) in &operation.attributes {
            let attribute = self.subject.pool.text(*attribute).to_owned();
            match self.attributes[node.index()] {
                Some(attr) => used.attributes.push((attribute, attr)),
                None => open.push((attribute, *node)),
            }
        }
        let Some((outcome, bound)) = self.by_definition(&used)? else {
            return Ok(None);
        };
        for (name, node) in open {
            // The definition has said which kind of attribute it is.
            let found = bound.iter().find(|(own, _)| *own == name);
            self.attributes[node.index()] = found.map(|(_, attr)| *attr);
        }
        Ok(Some(outcome))
    }

    /// What is compared of a value of a type: the number that it is, if users say that.
    pub(super) fn compared(&mut self, ty: Type<'c>, value: Value) -> Result<Value, Stopped> {
        let meanings = self.subject.meanings;
        let Some(width) = meanings.width(ty) else {
            return Ok(value);
        };
        let number = melior::ir::r#type::IntegerType::new(self.subject.context, width);
        let used = Use {
            name: CAST,
            operands: vec![(ty, value)],
            results: vec![number.into()],
            attributes: Vec::new(),
            has_others: false,
        };
        let defined = self.by_definition(&used)?;
        Ok(defined.map_or(value, |(outcome, _)| outcome.results[0]))
    }

    fn by_definition(&mut self, used: &Use<'_, 'c>) -> Result<Option<Outcomes<'c>>, Stopped> {
        self.enter(used.name)?;
        // In the definition of the cast, it is what it is without one.
        if used.name == CAST && self.defines_cast {
            return Ok(None);
        }
        for subject in self.subject.meanings.of(used.name, self.subject) {
            match self.nested(&subject, used) {
                Ok(Some(defined)) => return Ok(Some(defined)),
                Ok(None) | Err(Stopped::DoesNotMatch) => {}
                // The operation that the definition is of has no such types.
                Err(Stopped::Invalid(_)) if used.has_others => return Err(Stopped::DoesNotMatch),
                Err(Stopped::Invalid(reason)) => {
                    let name = used.name;
                    let text = format!("the definition of `{name}` does not fit it: {reason}");
                    return Err(unsupported(&text));
                }
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(None)
    }

    /// Checks that another definition may be run.
    pub(super) fn enter(&self, name: &str) -> Result<(), Stopped> {
        let problem = match (self.depth, self.runs_left) {
            (MAX_DEPTH.., _) => "itself",
            (_, 0) => "too many others",
            _ => return Ok(()),
        };
        let text = format!("the definition of `{name}` needs {problem}");
        Err(unsupported(&text))
    }

    /// Runs a definition with the terms of this run.
    fn nested(
        &mut self,
        subject: &Subject<'_, 'c>,
        used: &Use<'_, 'c>,
    ) -> Result<Option<Outcomes<'c>>, Stopped> {
        let count = subject.pattern.nodes.len();
        let types = Assignment::empty(count);
        let mut inner = Run::new(subject, &types, self.index_width, self.reading);
        inner.depth = self.depth + 1;
        inner.runs_left = self.runs_left - 1;
        inner.defines_cast = used.name == CAST;
        inner.defined = Some(Vec::new());
        mem::swap(&mut self.terms, &mut inner.terms);
        let outcome = inner.as_definition(used);
        mem::swap(&mut self.terms, &mut inner.terms);
        self.runs_left = inner.runs_left;
        if let Ok(Some(_)) = &outcome {
            self.unknown.append(&mut inner.unknown);
            self.assumptions.append(&mut inner.assumptions);
            self.premises.append(&mut inner.premises);
        }
        outcome
    }

    fn as_definition(&mut self, used: &Use<'_, 'c>) -> Result<Option<Outcomes<'c>>, Stopped> {
        let Some(bound) = self.bind(used)? else {
            return Ok(None);
        };
        for call in &self.subject.pattern.constraints {
            self.constraint(call)?;
        }
        self.rewrite()?;
        // Functions that the rewrite calls may fail, too.
        let holds = |term: &Term| self.terms.constant(*term) == Some(Constant::Bool(true));
        if !self.conditions.iter().all(holds) || !self.unknown.is_empty() {
            let text = format!("the definition of `{}` depends on values", used.name);
            return Err(unsupported(&text));
        }
        let results = self.defined.take().unwrap_or_default();
        let sorts = used.results.iter().map(|ty| self.known(*ty).sort());
        if !results
            .iter()
            .map(|value| self.terms.sort(value.content))
            .eq(sorts)
        {
            let text = format!("the definition of `{}` has other result types", used.name);
            return Err(unsupported(&text));
        }
        let is_undefined = self.terms.any(&self.target_undefined);
        let outcome = Outcome::new(&mut self.terms, results);
        let choices = self.choices.iter().map(|(_, choice)| *choice).collect();
        let outcome = Outcome {
            is_undefined,
            choices,
            ..outcome
        };
        Ok(Some((outcome, bound)))
    }

    /// Gives the variables of the definition what the operation has. Returns its attributes,
    /// or nothing if the definition is of other operations.
    pub(super) fn bind(
        &mut self,
        used: &Use<'_, 'c>,
    ) -> Result<Option<Vec<(String, Attr<'c>)>>, Stopped> {
        let pattern = self.subject.pattern;
        for (id, node) in pattern.nodes.matched() {
            match node {
                Node::Type { value: Some(value) } => {
                    self.types.types[id.index()] = self.subject.type_constant(*value);
                }
                Node::Attribute {
                    value: Some(value), ..
                } => {
                    let attribute = self.subject.attribute_constant(*value);
                    self.attributes[id.index()] = Some(Attr::Known(attribute));
                }
                _ => {}
            }
        }
        let root = pattern.nodes.operation(pattern.root);
        let results = &root.results.entries;
        let operands = stated_operands(&pattern.nodes, root);
        let fits = operands.is_none_or(|operands| operands.len() == used.operands.len())
            && (results.is_empty() || results.len() == used.results.len());
        if !fits {
            return Ok(None);
        }
        for (node, ty) in results.iter().zip(&used.results) {
            if !self.unify(*node, *ty) {
                return Ok(None);
            }
        }
        self.types.results[pattern.root.index()].clone_from(&used.results);
        for (node, (ty, value)) in operands.unwrap_or_default().iter().zip(&used.operands) {
            let Node::Operand { ty: own } = &pattern.nodes[*node] else {
                return Ok(None);
            };
            let is_other = self.values[node.index()].is_some_and(|known| known != *value);
            if is_other || own.is_some_and(|own| !self.unify(own, *ty)) {
                return Ok(None);
            }
            self.types.types[node.index()] = Some(*ty);
            self.values[node.index()] = Some(*value);
        }
        let mut bound = Vec::new();
        for (name, node) in &root.attributes {
            let name = self.subject.pool.text(*name);
            let given = used.attributes.iter().find(|(own, _)| own == name);
            let attr = match given {
                Some((_, attr)) => *attr,
                None if used.has_others => self.any_attribute(*node, name),
                None => return Ok(None),
            };
            match self.attributes[node.index()] {
                None => self.attributes[node.index()] = Some(attr),
                Some(own) => {
                    let same = attributes::same(&mut self.terms, own, attr);
                    let same = same.and_then(|same| self.terms.constant(same));
                    if !same.is_some_and(|same| same.is_true()) {
                        return Ok(None);
                    }
                }
            }
            bound.push((name.to_owned(), attr));
        }
        Ok(Some(bound))
    }

    /// Any attribute of the type that the definition says it has.
    fn any_attribute(&mut self, node: NodeId, name: &str) -> Attr<'c> {
        let ty = match &self.subject.pattern.nodes[node] {
            Node::Attribute { ty: Some(ty), .. } => self.ty(*ty),
            _ => None,
        };
        match ty.filter(|ty| attributes::is_number(*ty)) {
            Some(ty) => Attr::Number {
                ty,
                bits: self.terms.variable("c", attributes::sort(ty)),
            },
            None => Attr::Any(self.terms.variable(name, Sort::Bits(32))),
        }
    }

    /// Gives a type of the definition a value. Returns whether it can have that.
    fn unify(&mut self, node: NodeId, ty: Type<'c>) -> bool {
        match self.ty(node) {
            Some(known) => known == ty,
            None => {
                self.set_ty(node, ty);
                true
            }
        }
    }
}

//! Native functions that users define.

use super::{Run, Stopped, unsupported};
use crate::back::{
    graph::pattern::{Call, Node, NodeId, Operation, Statement},
    verify::{
        attributes::{self, Attr},
        definitions::Defined,
        functions::{self, Function, Held},
        run::defined::Use,
        types::Assignment,
    },
};
use crate::mlir::ffi::program::Kind;
use melior::ir::Type;
use pdll_verify::{
    term::{Sort, Term},
    value::Value,
};
use std::mem;

/// What a function returns.
enum Returned<'c> {
    Value(Type<'c>, Value),
    Attribute(Attr<'c>),
    Type(Type<'c>),
}

impl<'c> Run<'_, '_, 'c> {
    /// When a call of a function holds that users define. Its results are bound. `None` if
    /// that is not known.
    pub(in crate::back::verify) fn call(
        &mut self,
        defined: &Defined<'_, 'c>,
        call: &Call,
    ) -> Result<Option<Term>, Stopped> {
        let name = &defined.function.name;
        self.enter(name)?;
        let Some(used) = self.arguments(defined.function, call) else {
            return Ok(None);
        };
        let count = defined.subject.pattern.nodes.len();
        let types = Assignment::empty(count);
        let mut inner = Run::new(&defined.subject, &types, self.index_width, self.reading);
        inner.depth = self.depth + 1;
        inner.runs_left = self.runs_left - 1;
        inner.defined = Some(Vec::new());
        mem::swap(&mut self.terms, &mut inner.terms);
        let returned = inner.as_function(&used, defined.function);
        mem::swap(&mut self.terms, &mut inner.terms);
        self.runs_left = inner.runs_left;
        let returned = match returned {
            Ok(Some(returned)) => returned,
            Ok(None) => return Ok(None),
            Err(Stopped::DoesNotMatch) => return Ok(Some(self.terms.bool(false))),
            Err(Stopped::Invalid(reason)) => {
                let text = format!("the definition of `{name}` does not fit its use: {reason}");
                return Err(unsupported(&text));
            }
            Err(stopped) => return Err(stopped),
        };
        let holds = self.take_over(inner, call);
        for (result, returned) in call.results.iter().zip(returned) {
            self.bind_result(*result, returned)?;
        }
        Ok(holds)
    }

    /// What a function gets, unless nothing is known of it.
    fn arguments<'u>(&self, function: &'u Function, call: &Call) -> Option<Use<'u, 'c>> {
        let mut used = Use {
            name: &function.name,
            operands: Vec::new(),
            results: Vec::new(),
            attributes: Vec::new(),
            has_others: false,
        };
        let kinds = function.signature.parameters.iter().zip(&call.arguments);
        for (slot, (kind, node)) in kinds.enumerate() {
            match kind {
                Kind::PdllValue => {
                    let value = self.values[node.index()]?;
                    used.operands.push((self.ty(*node)?, value));
                }
                Kind::PdllType => used.results.push(self.ty(*node)?),
                _ => {
                    let name = functions::attribute_name(slot);
                    used.attributes.push((name, self.attr(*node)?));
                }
            }
        }
        Some(used)
    }

    /// Runs the definition of a function in a run of its own. Its conditions say when it
    /// holds.
    fn as_function(
        &mut self,
        used: &Use<'_, 'c>,
        function: &Function,
    ) -> Result<Option<Vec<Returned<'c>>>, Stopped> {
        if self.bind(used)?.is_none() {
            return Ok(None);
        }
        for call in &self.subject.pattern.constraints {
            self.constraint(call)?;
        }
        self.rewrite()?;
        let Some(operation) = self.returned() else {
            return Ok(None);
        };
        let (pattern, pool) = (self.subject.pattern, self.subject.pool);
        let held = functions::held(pattern, pool, operation, &function.signature.results);
        let results = held.map(|held| {
            Some(match held? {
                Held::Operand(node) => Returned::Value(self.ty(node)?, self.values[node.index()]?),
                Held::Attribute(node) => Returned::Attribute(self.attr(node)?),
                Held::Type(node) => Returned::Type(self.ty(node)?),
            })
        });
        Ok(results.collect())
    }

    /// The operation that has the results.
    fn returned(&self) -> Option<&'_ Operation> {
        let nodes = &self.subject.pattern.nodes;
        let mut statements = self.subject.pattern.rewrite.iter();
        statements.find_map(|statement| match statement {
            Statement::Define(node) if functions::is_returned(self.subject.pool, &nodes[*node]) => {
                Some(nodes.operation(*node))
            }
            _ => None,
        })
    }

    /// Takes over what the definition has come to. Returns when it holds, if that is known.
    fn take_over(&mut self, mut inner: Run<'_, '_, 'c>, call: &Call) -> Option<Term> {
        let holds = self.terms.all(&inner.conditions);
        self.calls_definitions = true;
        self.looks_around |= inner.looks_around;
        self.assumptions.append(&mut inner.assumptions);
        self.premises.append(&mut inner.premises);
        self.target_undefined.append(&mut inner.target_undefined);
        let choices = inner.choices.iter().map(|(_, choice)| *choice);
        // What is created chooses, wherever it is.
        let place = call.results.first().or(call.arguments.first());
        self.choices.extend(
            place
                .into_iter()
                .flat_map(|place| choices.clone().map(|one| (*place, one))),
        );
        let pattern = inner.subject.pattern;
        let root = pattern.nodes.operation(pattern.root);
        let is_value = |node: &&NodeId| self.values[node.index()].is_some();
        let values: Vec<_> = call.arguments.iter().filter(is_value).copied().collect();
        for (own, outer) in root.operands.entries.iter().zip(values) {
            if inner.constants.contains(own) {
                self.constants.insert(outer);
            }
        }
        let is_known = inner.unknown.is_empty();
        self.unknown.append(&mut inner.unknown);
        // Without what is not known, it holds more often. Its negation would hold less often.
        (is_known || !call.is_negated).then_some(holds)
    }

    fn bind_result(&mut self, node: NodeId, returned: Returned<'c>) -> Result<(), Stopped> {
        let wants_attribute = matches!(
            self.subject.pattern.nodes[node],
            Node::Attribute { .. }
                | Node::Returned {
                    kind: Kind::PdllAttribute
                }
        );
        let bound = match returned {
            Returned::Type(ty) => match self.ty(node) {
                Some(known) if known != ty => return Err(Stopped::DoesNotMatch),
                _ => {
                    self.set_ty(node, ty);
                    Some(())
                }
            },
            Returned::Attribute(attr) => self.set_attr(node, attr),
            Returned::Value(ty, value) if wants_attribute => self
                .constant_of(ty, value)
                .and_then(|attr| self.set_attr(node, attr)),
            Returned::Value(ty, value) => {
                self.set_ty(node, ty);
                self.values[node.index()] = Some(value);
                Some(())
            }
        };
        bound.ok_or_else(|| unsupported("what a definition returns is no known attribute"))
    }

    /// The attribute whose constant a value is.
    fn constant_of(&mut self, ty: Type<'c>, value: Value) -> Option<Attr<'c>> {
        let is_poison = self.terms.constant(value.is_poison)?.is_true();
        if is_poison || !attributes::is_number(ty) {
            return None;
        }
        let (Sort::Bits(own), Sort::Bits(width)) =
            (self.terms.sort(value.content), attributes::sort(ty))
        else {
            return None;
        };
        let mut bits = value.content;
        if own < width {
            // A number for `index` has more bits, of which the constant has the lower ones.
            bits = self.terms.variable("c", Sort::Bits(width));
            let lower = self.terms.extract(bits, 0, own);
            let agrees = self.terms.equal(lower, value.content);
            self.conditions.push(agrees);
        }
        Some(Attr::Number { ty, bits })
    }
}

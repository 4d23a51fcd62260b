//! The attributes of operations, as their meanings take them.

use super::{Run, Stopped, unsupported};
use crate::{
    back::{
        graph::pattern::{Node, NodeId, Operation},
        verify::{
            attributes::{self, Attr},
            library,
        },
    },
    mlir::ffi::known_operations::{DialectLoading, Facts, defined_attributes},
};
use melior::ir::{Type, TypeLike, r#type::IntegerType};
use pdll_verify::{
    meanings::{self, AttributeKind},
    term::{Operator, Sort, Term},
    value,
};

impl<'c> Run<'_, '_, 'c> {
    /// An attribute of an operation, as its meaning takes it.
    pub(super) fn attribute(
        &mut self,
        id: NodeId,
        operation: &Operation,
        name: &str,
        kind: AttributeKind,
        is_matched: bool,
    ) -> Result<Term, Stopped> {
        let mut term = self.given_attribute(id, operation, name, kind, is_matched)?;
        for change in &self.changes {
            if change.operation == id && change.attribute == name {
                let width = self.terms.width(term);
                let keep = self.terms.bits(width, change.keep);
                term = self.terms.apply(Operator::BitAnd, &[term, keep]);
            }
        }
        Ok(term)
    }

    fn given_attribute(
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
        let copies = library::copies(self.subject);
        let mut copies = copies.iter();
        let is_copied = copies.any(|copy| copy.to == id && copy.new_name == name);
        let is_asked = given.is_some() || is_copied;
        if is_asked && self.is_hidden(operation, name)? {
            let operation = self.subject.name(operation)?;
            let text = format!(
                "`{name}` of `{operation}` is a property and no attribute, so that patterns \
                 neither match nor set it"
            );
            return Err(unsupported(&text));
        }
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

    /// Whether an operation keeps as a property what its meaning takes as an attribute.
    fn is_hidden(&self, operation: &Operation, attribute: &str) -> Result<bool, Stopped> {
        let (context, name) = (self.subject.context, self.subject.name(operation)?);
        let known = Facts::find(context, name, DialectLoading::OnDemand);
        let are_known = known.registered().is_some();
        Ok(are_known && !defined_attributes(context, name).contains(&attribute.to_owned()))
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
                let exists = self.terms.apply(Operator::LessOrEqual, &[number, last]);
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
                if !attributes::is_stated(ty) {
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
                let ty = result.map(|ty| self.known(ty));
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
                let known = attributes::known_bits(
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
}

//! Operations of which only MLIR knows something.

use super::{Run, Stopped, unsupported};
use crate::back::{
    graph::pattern::{NodeId, Operation},
    verify::{
        attributes::{self, Attr},
        knowledge::{self, Knowledge},
        library,
        types::{self, Made},
    },
};
use melior::ir::Type;
use pdll_verify::{
    meanings::Outcome,
    term::{Sort, Term},
    value::Value,
};

/// The sort of attributes, of which only that they are the same is known. 0 is none.
const ATTRIBUTE: Sort = Sort::Bits(32);

impl<'c> Run<'_, '_, 'c> {
    /// What MLIR knows of an operation of the pattern, whose types are known.
    pub(super) fn knowledge(&self, id: NodeId, operation: &Operation) -> Knowledge {
        let operands = self.subject.operands(operation).iter();
        let operands: Option<Vec<_>> = operands.map(|node| self.ty(*node)).collect();
        let (Ok(name), Some(operands)) = (self.subject.name(operation), operands) else {
            return Knowledge::default();
        };
        let made = Made {
            subject: self.subject,
            name,
            operands: &operands,
            attributes: &operation.attributes,
            types: &self.types.types,
        };
        knowledge::ask(&made, &self.types.results[id.index()])
    }

    /// What comes of an operation without a meaning. The results of one without effects are
    /// functions of its operands and attributes, of which nothing else is known.
    pub(super) fn unknown(
        &mut self,
        id: NodeId,
        operation: &Operation,
        operands: &[Value],
        is_matched: bool,
    ) -> Result<Outcome, Stopped> {
        let name = self.subject.name(operation)?;
        let known = self.knowledge(id, operation);
        self.unknown.push(format!(
            "`{name}` has no meaning; --define names a file that says what it does"
        ));
        let types = self.types.results[id.index()].clone();
        if known.is_pure {
            self.effectless.insert(id);
            let results = self.functions(id, operands, &types, &known, is_matched)?;
            return Ok(Outcome::new(&mut self.terms, results));
        }
        if !is_matched {
            return Err(may_have_effects(name));
        }
        let sorts = types.iter().map(|ty| self.known(*ty).sort());
        let sorts: Vec<_> = sorts.collect();
        let results = sorts
            .into_iter()
            .map(|sort| Value::any(&mut self.terms, "y", sort))
            .collect();
        Ok(Outcome::new(&mut self.terms, results))
    }

    fn functions(
        &mut self,
        id: NodeId,
        operands: &[Value],
        results: &[Type<'c>],
        known: &Knowledge,
        is_matched: bool,
    ) -> Result<Vec<Value>, Stopped> {
        let operation = self.subject.pattern.nodes.operation(id);
        let name = self.subject.name(operation)?;
        let mut arguments = Vec::new();
        let mut signature = name.to_owned();
        let types = self.subject.operands(operation).iter();
        let types = types.filter_map(|node| self.ty(*node));
        let has_lanes = types.chain(results.iter().copied()).any(types::has_lanes);
        let mixes_lanes = has_lanes && !known.is_elementwise;
        for (operand, node) in operands.iter().zip(self.subject.operands(operation)) {
            // What poison contains makes no difference.
            let sort = self.terms.sort(operand.content);
            let none = self
                .terms
                .constant_term(pdll_verify::evaluate::of_number(sort, 0));
            let content = self.terms.if_else(operand.is_poison, none, operand.content);
            signature = format!("{signature} {}", text(self.ty(*node)));
            if mixes_lanes {
                // Terms are about any one element. They say that all elements are the same
                // if they are the same term, and not if they are equal for some values.
                let [content, poison] = [content, operand.is_poison].map(Term::index);
                signature = format!("{signature} {content} {poison}");
            } else {
                arguments.extend([content, operand.is_poison]);
            }
        }
        for attribute in &known.attributes {
            arguments.push(self.identity(id, attribute, is_matched)?);
        }
        let results = results.iter().enumerate().map(|(index, ty)| {
            let sort = self.known(*ty).sort();
            let name = format!("{signature} -> {ty} {index}");
            let is_poison = format!("{name} is poison");
            Value {
                content: self.terms.call(&name, arguments.clone(), sort),
                is_poison: self.terms.call(&is_poison, arguments.clone(), Sort::Bool),
            }
        });
        Ok(results.collect())
    }

    /// A term that two attributes have in common if they are the same.
    fn identity(&mut self, id: NodeId, name: &str, is_matched: bool) -> Result<Term, Stopped> {
        let operation = self.subject.pattern.nodes.operation(id);
        let mut given = operation.attributes.iter();
        let given = given.find(|(own, _)| self.subject.pool.text(*own) == name);
        let identity = match given {
            Some((_, node)) => self.identity_of(*node, name),
            // What is matched may have any.
            None if is_matched => self.terms.variable(name, ATTRIBUTE),
            None => self.copied_identity(id, name)?,
        };
        self.identities.insert((id, name.to_owned()), identity);
        Ok(identity)
    }

    /// That of an attribute which a created operation has only if it is copied.
    fn copied_identity(&mut self, to: NodeId, name: &str) -> Result<Term, Stopped> {
        let copies = library::copies(self.subject);
        let mut copies = copies.into_iter();
        let Some(copy) = copies.find(|copy| copy.to == to && copy.new_name == name) else {
            let none = pdll_verify::evaluate::of_number(ATTRIBUTE, 0);
            return Ok(self.terms.constant_term(none));
        };
        let known = self.identities.get(&(copy.from, copy.name));
        known
            .copied()
            .ok_or_else(|| unsupported("it copies an attribute that is not known"))
    }

    fn identity_of(&mut self, node: NodeId, name: &str) -> Term {
        let attr = match self.attributes[node.index()] {
            Some(attr) => attr,
            None => {
                let any = Attr::Any(self.terms.variable(name, ATTRIBUTE));
                *self.attributes[node.index()].insert(any)
            }
        };
        let (of, argument) = match attr {
            Attr::Any(identity) => return identity,
            Attr::Number { ty, bits } => (format!("attribute of {ty}"), vec![bits]),
            Attr::Case(bits) | Attr::Unit(bits) => ("attribute".to_owned(), vec![bits]),
            Attr::Known(attribute) => {
                let ty = attributes::number_type(attribute);
                let number = ty.and_then(|ty| match attributes::sort(ty) {
                    Sort::Bits(width) => {
                        let bits = attributes::bits(&mut self.terms, attribute, width)?;
                        Some((format!("attribute of {ty}"), vec![bits]))
                    }
                    _ => None,
                });
                number.unwrap_or_else(|| (format!("attribute {attribute}"), Vec::new()))
            }
        };
        self.terms.call(&of, argument, ATTRIBUTE)
    }
}

fn text(ty: Option<Type<'_>>) -> String {
    ty.map(|ty| ty.to_string()).unwrap_or_default()
}

/// Why a pattern is not decided that erases, replaces or creates an operation.
pub(super) fn may_have_effects(name: &str) -> Stopped {
    unsupported(&format!(
        "`{name}` may have effects; --define names a file that says what it does"
    ))
}

//! Constraints of `.td` files, checked without compiling C++.
//!
//! A definition says what it demands as pieces of C++, put together by `And`,
//! `Or`, `Neg`, `SubstLeaves` and `Concat`. [`resolve`] turns that into a
//! [`Condition`] over few kinds of questions, whose text does not depend on
//! how a definition spells them; the shim has a table of the answers, and
//! interprets conditions.
//!
//! | module | subject |
//! |---|---|
//! | `tokens` | C++ text as words and signs |
//! | `expression` | a C++ expression as a condition |
//! | `leaf` | one question, without what definitions spell differently |
//! | `projection` | what an entity consists of |
//! | `checker` | a condition, ready to be asked |

mod checker;
mod expression;
mod leaf;
mod projection;
mod tokens;

pub use checker::{Checker, Uncovered};
pub use leaf::{Comparison, Leaf, Parameter};
pub use projection::{PROJECTIONS, Projection};

use crate::ods::{Predicate, Subject};
use expression::Scope;
use tokens::Token;

/// What must hold. Entities have numbers: 0 is the one that is constrained,
/// and each [`Condition::With`] and [`Condition::Each`] adds one.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// A question that the shim has the answer to.
    Leaf(Leaf),
    /// A number of an entity compares so to a constant.
    Compare {
        /// The question for the number.
        leaf: Leaf,
        /// How it compares.
        comparison: Comparison,
        /// The constant.
        number: i64,
    },
    /// All of them hold; those behind one that does not are not asked.
    All(Vec<Condition>),
    /// One of them holds; those behind it are not asked.
    Any(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// It holds of a part of an entity, which gets the next number.
    With {
        /// The entity.
        entity: usize,
        /// The part: an index of [`PROJECTIONS`].
        projection: usize,
        /// What must hold.
        body: Box<Condition>,
    },
    /// It holds of each, or of one, of several parts of an entity, which get
    /// the next number in turn.
    Each {
        /// The entity.
        entity: usize,
        /// The parts: an index of [`PROJECTIONS`].
        projection: usize,
        /// Whether it must hold of all of them.
        of_all: bool,
        /// What must hold.
        body: Box<Condition>,
    },
}

/// What a predicate demands of a subject.
///
/// # Errors
///
/// The C++ that is not of a form that can be interpreted.
pub fn resolve(subject: Subject, predicate: &Predicate) -> Result<Condition, Uncovered> {
    let mut resolver = Resolver {
        substitutions: Vec::new(),
        budget: MAX_PREDICATES,
    };
    resolver.predicate(predicate, &Scope::new(subject))
}

/// More predicates than this are a mistake: they share parts, so that few
/// definitions can make very many.
const MAX_PREDICATES: usize = 1 << 16;

struct Resolver<'a> {
    /// What stands for what in the texts below, outermost first.
    substitutions: Vec<(&'a str, &'a str)>,
    /// How many more predicates there may be.
    budget: usize,
}

impl<'a> Resolver<'a> {
    fn predicate(
        &mut self,
        predicate: &'a Predicate,
        scope: &Scope,
    ) -> Result<Condition, Uncovered> {
        self.budget = self.budget.checked_sub(1).ok_or_else(|| Uncovered {
            code: "its predicates are too many".to_owned(),
        })?;
        Ok(match predicate {
            Predicate::Leaf(text) => {
                let text = self.substituted(text);
                self.expression(&tokens::tokenize(&text), None, scope)?
            }
            Predicate::And(children) => Condition::All(self.all(children, scope)?),
            Predicate::Or(children) => Condition::Any(self.all(children, scope)?),
            Predicate::Not(child) => Condition::Not(Box::new(self.predicate(child, scope)?)),
            Predicate::Substitute {
                pattern,
                replacement,
                child,
            } => {
                self.substitutions.push((pattern, replacement));
                let condition = self.predicate(child, scope);
                self.substitutions.pop();
                condition?
            }
            Predicate::Concat {
                prefix,
                suffix,
                child,
            } => {
                let mut text = tokens::tokenize(&self.substituted(prefix));
                text.push(Token::Child);
                text.extend(tokens::tokenize(&self.substituted(suffix)));
                self.expression(&text, Some(child), scope)?
            }
        })
    }

    fn all(
        &mut self,
        children: &'a [std::sync::Arc<Predicate>],
        scope: &Scope,
    ) -> Result<Vec<Condition>, Uncovered> {
        let resolve = |child: &'a std::sync::Arc<Predicate>| self.predicate(child, scope);
        children.iter().map(resolve).collect()
    }

    fn expression(
        &mut self,
        text: &[Token],
        child: Option<&'a Predicate>,
        scope: &Scope,
    ) -> Result<Condition, Uncovered> {
        expression::parse(text, scope, &mut |scope| match child {
            Some(child) => self.predicate(child, scope),
            None => unreachable!("text of a definition has no children"),
        })
    }

    /// A text after all substitutions, the innermost first, as TableGen does
    /// them.
    fn substituted(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (pattern, replacement) in self.substitutions.iter().rev() {
            if !pattern.is_empty() {
                text = text.replace(pattern, replacement);
            }
        }
        text
    }
}

//! Constraints of `.td` files, checked without compiling C++.
//!
//! A definition states its condition as pieces of C++, composed by `And`, `Or`,
//! `Neg`, `SubstLeaves` and `Concat`. [`resolve`] turns that into a
//! [`Condition`] over a few kinds of questions. The text of a question does not
//! depend on how definitions spell it: the shim has a table of answers, keyed
//! by these texts, and interprets conditions.
//!
//! | module | subject |
//! |---|---|
//! | `tokens` | C++ text as words and signs |
//! | `expression` | a C++ expression as a condition |
//! | `leaf` | one question, without what definitions spell differently |
//! | `projection` | what an entity consists of |
//! | `flat` | a condition, as the shim takes it |
//! | `checker` | a condition, ready to be asked |
//! | `parts` | which part of a condition fails |

mod checker;
mod expression;
mod flat;
pub(crate) mod leaf;
mod parts;
mod projection;
pub(crate) mod tokens;

pub use checker::{Checker, LiteralCheck, MakeLiteralCheck, Uncovered, literal_check};
pub use leaf::{Comparison, Leaf, Parameter};
pub(crate) use parts::Known;
pub use projection::{PROJECTIONS, Projection};

use crate::{
    front::ods::{Predicate, Subject},
    mlir::ffi,
};
use expression::Scope;
use tokens::Token;

/// A condition. Entities have numbers: 0 is the constrained one, and each
/// [`Condition::With`] and [`Condition::Each`] adds one.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// A question that the shim can answer.
    Leaf(Leaf),
    /// A comparison of a number of an entity with a constant.
    Compare {
        /// The question whose answer is the number.
        leaf: Leaf,
        /// The comparison.
        comparison: Comparison,
        /// The constant.
        number: i64,
    },
    /// All conditions hold. The first that does not hold ends the check.
    All(Vec<Condition>),
    /// At least one condition holds. The first that holds ends the check.
    Any(Vec<Condition>),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// The condition holds for a part of an entity. The part gets the next
    /// number.
    With {
        /// The entity.
        entity: usize,
        /// The part: an index of [`PROJECTIONS`].
        projection: usize,
        /// The condition for the part.
        body: Box<Condition>,
    },
    /// The condition holds for all or any of several parts of an entity. Each
    /// of them in turn gets the next number.
    Each {
        /// The entity.
        entity: usize,
        /// The parts: an index of [`PROJECTIONS`].
        projection: usize,
        /// How many of them it must hold for.
        quantifier: Quantifier,
        /// The condition for the part.
        body: Box<Condition>,
    },
}

/// How many parts of an entity a condition must hold for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// All of them.
    All,
    /// At least one of them.
    Any,
}

/// The condition that a predicate states about a subject.
///
/// # Errors
///
/// The reason why it cannot be interpreted.
pub fn resolve(subject: Subject, predicate: &Predicate) -> Result<Condition, Uncovered> {
    let mut resolver = Resolver {
        substitutions: Vec::new(),
        budget: MAX_PREDICATES,
    };
    resolver.predicate(predicate, &Scope::new(subject))
}

/// The condition that a predicate states about a subject, ready to be checked.
///
/// # Errors
///
/// The reason why it cannot be interpreted.
pub(crate) fn prepare(
    subject: Subject,
    predicate: &Predicate,
) -> Result<ffi::condition::Condition, Uncovered> {
    flat::look_up(subject, &resolve(subject, predicate)?)
}

/// More predicates than this are a mistake. Predicates share parts, so that a
/// few definitions can make very many.
const MAX_PREDICATES: usize = 1 << 16;

/// The longest text, in words and signs.
const MAX_TOKENS: usize = 1 << 12;

/// The longest text, in bytes. Each substitution may multiply it.
const MAX_BYTES: usize = 1 << 16;

struct Resolver<'a> {
    /// The substitutions for the texts below, outermost first: a pattern and
    /// its replacement.
    substitutions: Vec<(&'a str, &'a str)>,
    /// How many more predicates are allowed.
    budget: usize,
}

impl<'a> Resolver<'a> {
    fn predicate(
        &mut self,
        predicate: &'a Predicate,
        scope: &Scope,
    ) -> Result<Condition, Uncovered> {
        self.budget = self
            .budget
            .checked_sub(1)
            .ok_or_else(Uncovered::too_large)?;
        let scope = &scope.deeper()?;
        Ok(match predicate {
            Predicate::Leaf(text) => {
                let text = self.substituted(text)?;
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
                let mut text = tokens::tokenize(&self.substituted(prefix)?);
                text.push(Token::Child);
                text.extend(tokens::tokenize(&self.substituted(suffix)?));
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
        if text.len() > MAX_TOKENS {
            return Err(Uncovered::too_large());
        }
        expression::parse(text, scope, &mut |scope| match child {
            Some(child) => self.predicate(child, scope),
            None => unreachable!("text of a definition has no children"),
        })
    }

    /// A text after all substitutions. The innermost one comes first, as in
    /// TableGen.
    fn substituted(&self, text: &str) -> Result<String, Uncovered> {
        let mut text = text.to_owned();
        for (pattern, replacement) in self.substitutions.iter().rev() {
            if pattern.is_empty() {
                continue;
            }
            let added = text
                .matches(pattern)
                .count()
                .saturating_mul(replacement.len());
            if text.len().saturating_add(added) > MAX_BYTES {
                return Err(Uncovered::too_large());
            }
            text = text.replace(pattern, replacement);
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Condition, Parameter, resolve};
    use crate::front::ods::{Predicate, Subject};
    use std::sync::Arc;

    fn leaf(text: &str) -> Arc<Predicate> {
        Arc::new(Predicate::Leaf(text.to_owned()))
    }

    /// The condition in short: questions with the numbers of their entities,
    /// and parts with the numbers that they get.
    fn shown(condition: &Condition) -> String {
        let list = |children: &[Condition], sign| {
            let children: Vec<_> = children.iter().map(shown).collect();
            format!("({})", children.join(sign))
        };
        match condition {
            Condition::Leaf(leaf) => format!("{}:{}", leaf.entity, leaf.text),
            Condition::Compare {
                leaf,
                comparison,
                number,
            } => format!("{}:{} {comparison:?} {number}", leaf.entity, leaf.text),
            Condition::All(children) => list(children, " & "),
            Condition::Any(children) => list(children, " | "),
            Condition::Not(child) => format!("!{}", shown(child)),
            Condition::With {
                entity,
                projection,
                body,
            } => {
                let part = super::PROJECTIONS[*projection].text();
                format!("with {entity}:{part} {}", shown(body))
            }
            Condition::Each {
                entity,
                projection,
                quantifier,
                body,
            } => {
                let parts = super::PROJECTIONS[*projection].text();
                format!("each({quantifier:?}) {entity}:{parts} {}", shown(body))
            }
        }
    }

    fn of_type(text: &str) -> String {
        match resolve(Subject::Type, &leaf(text)) {
            Ok(condition) => shown(&condition),
            Err(gap) => gap.to_string(),
        }
    }

    fn of_attribute(text: &str) -> String {
        match resolve(Subject::Attribute, &leaf(text)) {
            Ok(condition) => shown(&condition),
            Err(gap) => gap.to_string(),
        }
    }

    #[test]
    fn spelling_does_not_matter() {
        for text in [
            "::llvm::isa<::mlir::IntegerType>($_self)",
            " ( (llvm::isa< mlir :: IntegerType >( $_self )) ) ",
            "isa<IntegerType>((/* it */ $_self)) // is one",
        ] {
            assert_eq!(of_type(text), "0:isa<IntegerType>($_self)");
        }
        // A class in another namespace is another class.
        assert_eq!(
            of_type("isa<::a::mlir::X>($_self)"),
            "0:isa<a::mlir::X>($_self)"
        );
    }

    #[test]
    fn operators_bind_as_in_cpp() {
        assert_eq!(
            of_type("!$_self.isF32() && $_self.isF16() || $_self.isF64()"),
            "((!0:$_self.isF32() & 0:$_self.isF16()) | 0:$_self.isF64())"
        );
        assert_eq!(of_type("true"), "()");
        // A conditional expression is one question.
        assert_eq!(
            of_type("$_self.a() ? $_self.b() : c || d")
                .matches('|')
                .count(),
            2
        );
        assert_eq!(
            of_type("!!sparse_tensor::getSparseTensorEncoding($_self)"),
            "!!0:sparse_tensor::getSparseTensorEncoding($_self)"
        );
    }

    #[test]
    fn constants_are_parameters() {
        let text = "APInt(8, -1) == f({1, -2}, \"x\", 1.5, 0u|4u, g<7>($_self))";
        let condition = resolve(Subject::Type, &leaf(text)).expect("it is a leaf");
        let Condition::Leaf(leaf) = condition else {
            panic!("it is a leaf");
        };
        assert_eq!(leaf.text, "APInt(#, #) == f({#}, @, #.#, #u, g<7>($_self))");
        let expected = [
            Parameter::Number(8),
            Parameter::Number(-1),
            Parameter::Numbers(vec![1, -2]),
            Parameter::Text("x".to_owned()),
            Parameter::Real(1.5),
            Parameter::Number(4),
        ];
        assert_eq!(leaf.parameters, expected);
        assert_eq!(
            of_attribute("cast<IntegerAttr>($_self).getInt() >= -3"),
            "0:cast<IntegerAttr>($_self).getInt() GreaterOrEqual -3"
        );
    }

    #[test]
    fn parts_are_entities() {
        let typed = "with 0:cast<TypeAttr>($_self).getValue() ";
        assert_eq!(
            of_attribute(
                "cast<ShapedType>(cast<TypeAttr>($_self).getValue()).getElementType().isF32()"
            ),
            typed.to_owned() + "with 1:cast<ShapedType>($_self).getElementType() 2:$_self.isF32()"
        );
        // The question names the class that C++ knows the part to be of.
        assert_eq!(
            of_attribute("cast<DenseElementsAttr>($_self).getType().getRank() == 1"),
            "with 0:cast<DenseElementsAttr>($_self).getType() \
             1:cast<ShapedType>($_self).getRank() Equal 1"
        );
        assert_eq!(
            of_attribute(
                "any_of(cast<ArrayAttr>($_self), [](Attribute a) { return isa<X, Y>(a); })"
            ),
            "each(Any) 0:cast<ArrayAttr>($_self) (1:isa<X>($_self) | 1:isa<Y>($_self))"
        );
    }

    #[test]
    fn substitutions_reach_all_texts_below() {
        let element = Predicate::Substitute {
            pattern: "$_self".to_owned(),
            replacement: "element".to_owned(),
            child: leaf("$_self.isF32()"),
        };
        let container = Predicate::Concat {
            prefix: "[](::mlir::Type element) { return ".to_owned(),
            suffix: "; }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())".to_owned(),
            child: Arc::new(element),
        };
        let of_type_attribute = Predicate::Substitute {
            pattern: "$_self".to_owned(),
            replacement: "cast<TypeAttr>($_self).getValue()".to_owned(),
            child: Arc::new(container),
        };
        let condition = resolve(Subject::Attribute, &of_type_attribute).expect("all is known");
        assert_eq!(
            shown(&condition),
            "with 0:cast<TypeAttr>($_self).getValue() \
             with 1:cast<ShapedType>($_self).getElementType() 2:$_self.isF32()"
        );
    }

    #[test]
    fn what_is_not_understood_is_told() {
        assert_eq!(
            of_type(
                "[](Type t) { return t == $_self; }(cast<ShapedType>($_self).getElementType())"
            ),
            "pdll does not know the C++ code `t == $_self`"
        );
        let cut = Predicate::Concat {
            prefix: "f(".to_owned(),
            suffix: ")".to_owned(),
            child: leaf("true"),
        };
        let gap = resolve(Subject::Type, &cut).expect_err("there is no function `f`");
        assert_eq!(gap.to_string(), "pdll does not know the C++ code `f(…)`");
        let endless = "!".repeat(super::MAX_TOKENS + 1);
        assert_eq!(of_type(&endless), "its C++ code is too large");
        // Substitutions and texts that multiply what is in them.
        let mut doubled = leaf("x");
        let mut nested = leaf("true");
        for _ in 0..200 {
            doubled = Arc::new(Predicate::Substitute {
                pattern: "x".to_owned(),
                replacement: "xx".to_owned(),
                child: doubled,
            });
            nested = Arc::new(Predicate::Concat {
                prefix: "!".repeat(4000),
                suffix: String::new(),
                child: nested,
            });
        }
        for predicate in [doubled, nested] {
            let gap = resolve(Subject::Type, &predicate).expect_err("it is too large");
            assert_eq!(gap, super::Uncovered::too_large());
        }
        // No text makes the parser panic.
        for text in [
            "", "((", ")", "!", "<", "\"", "a<", "isa<", "isa<>", "all_of(", "[](", "-", "1.", "{",
        ] {
            of_type(text);
            of_type(&format!("{text}$_self"));
            of_type(&format!("$_self{text}"));
        }
    }
}

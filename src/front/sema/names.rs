//! What names stand for.
//!
//! | module | subject |
//! |---|---|
//! | `scope` | which names are visible, and what each stands for |
//! | `function` | constraints and rewrites: analyzed once, when first used |
//! | `imported` | the constraints of `.td` files |
//! | `native` | what the native functions of the source do |
//! | `predicate` | predicates, and what they can do |
//! | `type_rule` | rules for the types of results |
//! | `nesting` | how deeply functions call each other |

mod function;
mod imported;
mod native;
mod nesting;
mod predicate;
mod scope;
mod type_rule;

pub(in crate::sema) use function::{Function, Functions, kind_name};
pub(in crate::sema) use nesting::Nesting;
pub(in crate::sema) use predicate::{
    Meaning, NativePredicate, Parameter, Predicate, PredicateId, Predicates, Source,
};
pub(in crate::sema) use scope::{Entity, Found, Scope, Unused};
pub(in crate::sema) use type_rule::{TypeRule, TypeRules, kind as kind_of_variable};

//! The dialect `ub`.

use super::{Meaning, Operation, Outcome};
use crate::value::Value;

pub(super) const ALL: &[Meaning] = meanings! {
    "ub.poison" &[] => poison;
};

/// Poison of any type.
pub(super) fn poison(operation: &mut Operation<'_>) -> Option<Outcome> {
    let sort = operation.result_types.first()?.sort();
    let terms = &mut *operation.terms;
    let content = terms.constant_term(crate::evaluate::of_number(sort, 0));
    let is_poison = terms.bool(true);
    Some(Outcome::new(terms, vec![Value { content, is_poison }]))
}

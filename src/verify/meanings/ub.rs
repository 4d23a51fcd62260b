//! The dialect `ub`.

use super::{Meaning, Operation, Outcome};
use crate::value::Value;

pub(super) const ALL: &[Meaning] = &[Meaning {
    name: "ub.poison",
    attributes: &[],
    compute: poison,
}];

fn poison(operation: &mut Operation<'_>) -> Option<Outcome> {
    let sort = operation.result_types.first()?.sort();
    let content = operation.terms.constant_term(crate::evaluate::of_number(sort, 0));
    let is_poison = operation.terms.bool(true);
    let mut outcome = operation.results(&[content], &[]);
    outcome.results = vec![Value { content, is_poison }];
    Some(outcome)
}

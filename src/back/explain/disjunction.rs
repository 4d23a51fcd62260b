//! `or` in words.

use crate::{
    front::contract::{SAME, predicate_of},
    front::hir::{Disjunction, DisjunctionStep},
};

/// The condition as PDLL would write it. `values` are the arguments behind the program.
/// What a branch captures is `_`.
pub(super) fn say(disjunction: &Disjunction, values: &[String]) -> String {
    let branches = disjunction.branches.iter().map(|steps| {
        let steps: Vec<_> = steps.iter().map(|step| say_step(step, values)).collect();
        steps.join(" and ")
    });
    branches.collect::<Vec<_>>().join(" or ")
}

fn say_step(step: &DisjunctionStep, values: &[String]) -> String {
    match step {
        DisjunctionStep::Call {
            function, inputs, ..
        } => {
            let value = |number: &usize| values.get(*number).map_or("_", String::as_str);
            let inputs: Vec<_> = inputs.iter().map(value).collect();
            match &inputs[..] {
                [other, this] if function == SAME => format!("{this} is {other}"),
                _ => format!("{}({})", predicate_of(function), inputs.join(", ")),
            }
        }
        DisjunctionStep::AnyOf { inner, is_negated } => {
            let not = if *is_negated { "not " } else { "" };
            format!("{not}({})", say(without_parentheses(inner), values))
        }
    }
}

/// What a disjunction with a single step of the same kind means.
fn without_parentheses(disjunction: &Disjunction) -> &Disjunction {
    match &disjunction.branches[..] {
        [steps] => match &steps[..] {
            [
                DisjunctionStep::AnyOf {
                    inner,
                    is_negated: false,
                },
            ] => without_parentheses(inner),
            _ => disjunction,
        },
        _ => disjunction,
    }
}

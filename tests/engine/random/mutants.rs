//! Shows that the comparison with the reference finds wrong rewrites: the
//! reference is given other patterns than pdll, and must come to other results.

use crate::random::{
    cases::{Case, Way},
    check::{Checker, Outcome},
    patterns::{AttributeMatch, Demand, Pattern, Replacement, Statement},
};

/// Changes a pattern, in a way that a wrong driver might.
type Mutation = fn(&mut Pattern);

const MUTATIONS: [(&str, Mutation); 10] = [
    ("the lowest benefit comes first", |pattern| {
        pattern.benefit = Some(10 - pattern.benefit());
    }),
    ("attributes of matches are ignored", |pattern| {
        for matched in &mut pattern.matched {
            let is_variable = |value: &AttributeMatch| matches!(value, AttributeMatch::Variable(_));
            matched.attributes.retain(|(_, value)| is_variable(value));
        }
    }),
    ("constraints are ignored", |pattern| {
        let binds = |demand: &Demand| !matches!(demand, Demand::Holds(_) | Demand::Fails(_));
        pattern.demands.retain(binds);
    }),
    ("operations are created without attributes", |pattern| {
        for statement in &mut pattern.rewrite {
            if let Statement::Create(creation) = statement {
                creation.attributes.clear();
            }
        }
    }),
    ("operands are in another order", |pattern| {
        for statement in &mut pattern.rewrite {
            if let Statement::Create(creation) = statement {
                creation.operands.reverse();
            }
        }
    }),
    ("values replace results in another order", |pattern| {
        for statement in &mut pattern.rewrite {
            if let Statement::Replace {
                by: Replacement::Values(values),
                ..
            } = statement
            {
                values.reverse();
            }
        }
    }),
    ("blocks may have other operations", |pattern| {
        for matched in &mut pattern.matched {
            let block = matched.body.as_mut().and_then(|body| body.block.as_mut());
            block.into_iter().for_each(|block| block.is_open = true);
        }
    }),
    ("blocks are copied where they move", |pattern| {
        for statement in &mut pattern.rewrite {
            if let Statement::Inline(inlining) = statement {
                inlining.is_copy = true;
            }
        }
    }),
    ("operations are created without regions", |pattern| {
        for statement in &mut pattern.rewrite {
            if let Statement::Create(creation) = statement {
                creation.regions.clear();
            }
        }
    }),
    ("operations are created at the wrong place", |pattern| {
        let statements = std::mem::take(&mut pattern.rewrite).into_iter();
        let statements = statements.flat_map(|statement| match statement {
            Statement::At { statements, .. } => statements,
            other => vec![other],
        });
        pattern.rewrite = statements.collect();
    }),
];

#[test]
fn wrong_rewrites_are_found() {
    const CASES: u64 = 4000;
    let checker = Checker::new();
    for (name, mutate) in MUTATIONS {
        let is_found = (0..CASES).any(|number| {
            let mut case = Case::generate(1, number);
            case.runs.retain(|run| matches!(run.way, Way::Walk { .. }));
            let mut expected = case.patterns.clone();
            expected.iter_mut().for_each(mutate);
            let outcomes = checker.check(&case, &expected, |_| ());
            outcomes
                .iter()
                .any(|outcome| matches!(outcome, Outcome::Wrong(_)))
        });
        assert!(is_found, "{name}, and nothing differs");
    }
}

//! Random systems over a small universe: a plan gives the answer that trying all
//! values gives, in whatever order the constraints come.

use super::notation::signature;
use crate::{
    constraints::{Apply, Constraint, Plan, Step, System, Variable, VariableId},
    testing::random::{self, Random},
};

/// A value. Numbers from 0 to 3, integer types of those widths, vectors of those.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term {
    Number(u8),
    Float,
    Int(u8),
    Vec(u8, u8),
}

fn universe() -> Vec<Term> {
    let mut terms = vec![Term::Float];
    for a in 0..4 {
        terms.extend([Term::Number(a), Term::Int(a)]);
        terms.extend((0..4).map(|b| Term::Vec(a, b)));
    }
    terms
}

/// Whether a predicate holds, as its definition says.
fn holds(name: &str, arguments: &[Term]) -> bool {
    match (name, arguments) {
        ("F", [a]) => *a == Term::Float,
        ("Int", [Term::Int(w), Term::Number(n)]) => w == n,
        ("Vec", [Term::Vec(w, n), Term::Int(v), Term::Number(m)]) => w == v && n == m,
        ("Sum", [Term::Number(s), Term::Number(a), Term::Number(b)]) => *s == a + b,
        ("eq", [a, b]) => a == b,
        ("le", [Term::Number(a), Term::Number(b)]) => a <= b,
        ("gt", [Term::Number(a), Term::Number(b)]) => a > b,
        _ => false,
    }
}

/// What a check captures, or none if it fails. `read` has what it reads.
fn capture(name: &str, read: &[Option<Term>]) -> Option<Vec<Term>> {
    match (name, read[0]?) {
        ("Int", Term::Int(w)) => Some(vec![Term::Number(w)]),
        ("Vec", Term::Vec(w, n)) => Some(vec![Term::Int(w), Term::Number(n)]),
        ("eq", a) => Some(vec![a]),
        ("Int" | "Vec", _) => None,
        (name, _) => {
            let read: Option<Vec<_>> = read.iter().copied().collect();
            holds(name, &read?).then(Vec::new)
        }
    }
}

fn evaluate(name: &str, arguments: &[Term]) -> Option<Term> {
    match (name, arguments) {
        ("Int", [Term::Number(w)]) => Some(Term::Int(*w)),
        ("Vec", [Term::Int(w), Term::Number(n)]) => Some(Term::Vec(*w, *n)),
        ("Sum", [Term::Number(a), Term::Number(b)]) => Some(Term::Number(a + b)),
        ("eq", [a]) => Some(*a),
        _ => None,
    }
}

type Values = Vec<Option<Term>>;

/// Follows a plan. None if a step fails.
fn run(plan: &Plan, constraints: &[Constraint], mut values: Values) -> Option<Values> {
    let value = |values: &Values, id: VariableId| values[id.index()].expect("a step reads it");
    for step in &plan.steps {
        match step {
            Step::Check {
                constraint,
                captures,
            } => {
                let apply = apply(&constraints[*constraint]);
                let read = apply.read_by_check();
                let read: Vec<_> = read.map(|id| id.map(|id| value(&values, id))).collect();
                let captured = capture(&apply.signature.name, &read)?;
                for capture in captures {
                    let found = captured[capture.position - 1];
                    let slot = &mut values[capture.variable.index()];
                    assert_eq!(slot.is_some(), capture.is_bound);
                    if *slot.get_or_insert(found) != found {
                        return None;
                    }
                }
            }
            Step::Evaluate { constraint } => {
                let apply = apply(&constraints[*constraint]);
                let read = apply.read_by_evaluation();
                let read: Vec<_> = read.map(|id| value(&values, id.expect("given"))).collect();
                let found = evaluate(&apply.signature.name, &read)?;
                let id = apply.arguments[0].expect("a variable is evaluated");
                assert_eq!(values[id.index()].replace(found), None);
            }
            Step::Or {
                constraint,
                branches,
            } => {
                let Constraint::Or {
                    is_negated,
                    branches: list,
                    ..
                } = &constraints[*constraint]
                else {
                    panic!("expected an `or`");
                };
                let mut tried = std::iter::zip(branches, list);
                if tried.any(|(plan, branch)| run(plan, branch, values.clone()).is_some())
                    == *is_negated
                {
                    return None;
                }
            }
        }
    }
    Some(values)
}

fn apply(constraint: &Constraint) -> &Apply {
    match constraint {
        Constraint::Apply(apply) => apply,
        Constraint::Or { .. } => panic!("expected a predicate"),
    }
}

/// Whether a constraint holds of the values of all variables, and any others.
fn satisfied(constraint: &Constraint, values: &[Term]) -> bool {
    match constraint {
        Constraint::Apply(apply) => some_satisfy(apply, 0, &mut Vec::new(), values),
        Constraint::Or {
            is_negated,
            branches,
            ..
        } => {
            let holds = |branch: &Vec<_>| branch.iter().all(|one| satisfied(one, values));
            branches.iter().any(holds) != *is_negated
        }
    }
}

fn some_satisfy(apply: &Apply, at: usize, chosen: &mut Vec<Term>, values: &[Term]) -> bool {
    let choices = match apply.arguments.get(at) {
        None => return holds(&apply.signature.name, chosen),
        Some(Some(id)) => vec![values[id.index()]],
        Some(None) => universe(),
    };
    choices.into_iter().any(|choice| {
        chosen.push(choice);
        let is_satisfied = some_satisfy(apply, at + 1, chosen, values);
        chosen.pop();
        is_satisfied
    })
}

/// All solutions, found by trying all values.
fn solutions(system: &System, known: &[Option<Term>]) -> Vec<Vec<Term>> {
    let mut found = vec![Vec::new()];
    for value in known {
        let choices = value.map_or_else(universe, |value| vec![value]);
        found = found
            .iter()
            .flat_map(|start: &Vec<Term>| {
                choices
                    .iter()
                    .map(|choice| [&start[..], &[*choice]].concat())
            })
            .collect();
    }
    found.retain(|values| system.constraints.iter().all(|one| satisfied(one, values)));
    found
}

fn system(random: &mut Random) -> (System, Vec<Option<Term>>) {
    let mut system = System::default();
    let mut known = Vec::new();
    let terms = universe();
    for index in 0..4 {
        // At most two are unknown, which keeps trying all values quick.
        let value = (index >= 2 || random.below(3) == 0).then(|| *random.pick(&terms));
        known.push(value);
        system.variable(Variable {
            name: None,
            is_known: value.is_some(),
        });
    }
    for _ in 0..1 + random.below(3) {
        let constraint = constraint(random, 4);
        system.constraints.push(constraint);
    }
    (system, known)
}

fn constraint(random: &mut Random, variables: usize) -> Constraint {
    if random.below(6) == 0 {
        let branches = (0..2)
            .map(|_| vec![constraint(random, variables)])
            .collect();
        let locals = Vec::new();
        return Constraint::Or {
            is_negated: random.below(3) == 0,
            branches,
            locals,
        };
    }
    let names = ["F", "Int", "Vec", "Sum", "eq", "le", "gt"];
    let signature = signature(random.pick::<&str>(&names));
    let argument = |position| {
        let is_any = signature.captures(position) && random.below(6) == 0;
        (!is_any).then(|| VariableId(random.below(variables) as u32))
    };
    let arguments = (0..=signature.captures.len()).map(argument).collect();
    Constraint::Apply(Apply {
        signature,
        arguments,
        tag: 0,
    })
}

#[test]
fn plans_find_what_trying_all_values_finds() {
    let (mut planned, mut solved) = (0, 0);
    random::check(0x97A5, 4000, |random| {
        let (mut system, known) = system(random);
        let Ok(plan) = system.plan() else {
            system.constraints.reverse();
            assert!(system.plan().is_err(), "the order decides: {system:#?}");
            return Ok(());
        };
        let found = run(&plan, &system.constraints, known.clone());
        let expected = solutions(&system, &mentioned(&system, &known));
        match &found {
            Some(values) => {
                let values: Vec<_> = values.iter().map(|it| it.unwrap_or(Term::Float)).collect();
                let is_solution = system.constraints.iter().all(|one| satisfied(one, &values));
                assert!(is_solution, "{system:#?} {values:?}");
                // A sum may be outside of the universe.
                assert!(expected.iter().all(|other| *other == values));
                solved += 1;
            }
            None => assert!(expected.is_empty(), "{system:#?} {known:?}"),
        }
        planned += 1;
        system.constraints.reverse();
        let plan = system.plan().expect("the order decides nothing");
        let reversed = run(&plan, &system.constraints, known);
        assert_eq!(reversed, found, "{system:#?}");
        Ok(())
    });
    assert!(planned > 400 && solved > 50, "{planned} {solved}");
}

/// The known values, and one for each variable that nothing mentions.
fn mentioned(system: &System, known: &[Option<Term>]) -> Values {
    let mut values: Values = known
        .iter()
        .map(|value| value.or(Some(Term::Float)))
        .collect();
    for constraint in &system.constraints {
        constraint.for_each_variable(&mut |id| values[id.index()] = known[id.index()]);
    }
    values
}

/// A type rule knows the types of operands, and wants those of results. What holds of
/// an operation is not its business: it compares nothing.
#[test]
fn type_rules_find_what_trying_all_values_finds() {
    let (mut planned, mut solved) = (0, 0);
    random::check(0xC4EA7E, 6000, |random| {
        let (mut system, known) = system(random);
        let is_known = |id: &VariableId| known[id.index()].is_some();
        let wanted = (0..known.len()).map(|index| VariableId(index as u32));
        let wanted: Vec<_> = wanted.filter(|id| !is_known(id)).collect();
        let plan = system.plan_creation(&wanted);
        let found = plan.as_ref().ok().map(|plan| {
            assert!(plan.steps.iter().all(|step| derives(step, &wanted)));
            run(plan, &system.constraints, known.clone())
        });
        let expected = solutions(&system, &known);
        for result in found.iter() {
            let values = result.as_ref();
            let agrees = |solution: &Vec<Term>| {
                let values = values.is_some_and(|values| {
                    let mut both = std::iter::zip(values, solution);
                    both.all(|(value, other)| *value == Some(*other))
                });
                assert!(values, "{system:#?} {known:?} {result:?}");
            };
            expected.iter().for_each(agrees);
            planned += 1;
            solved += usize::from(!expected.is_empty());
        }
        system.constraints.reverse();
        let reversed = system.plan_creation(&wanted);
        let reversed = reversed.map(|plan| run(&plan, &system.constraints, known.clone()));
        assert_eq!(reversed.is_ok(), found.is_some(), "the order decides");
        if !expected.is_empty() {
            assert_eq!(reversed.ok(), found, "{system:#?} {known:?}");
        }
        Ok(())
    });
    assert!(planned > 400 && solved > 50, "{planned} {solved}");
}

/// Whether a step of a rule gives values to variables, and does nothing else.
fn derives(step: &Step, wanted: &[VariableId]) -> bool {
    match step {
        Step::Check { captures, .. } => {
            !captures.is_empty()
                && captures
                    .iter()
                    .all(|capture| !capture.is_bound && wanted.contains(&capture.variable))
        }
        Step::Evaluate { .. } => true,
        Step::Or { .. } => false,
    }
}

//! Whether conditions can hold together.

use crate::{
    evaluate::{Assignment, evaluate, of_number},
    plain::plain,
    record::Record,
    smt::{Dialect, Query},
    term::{Constant, Node, Operator, Term, Terms},
};
use std::fmt;

/// What a solver says about conditions.
#[derive(Debug, Clone)]
pub enum Answer {
    /// They cannot hold together.
    Never,
    /// They do for these values, which were tried.
    For(Assignment),
    /// The solver has given up.
    Unknown,
}

/// A program, or a library, that decides conditions.
pub trait Solver: Send {
    /// Which words it knows.
    fn dialect(&self) -> Dialect;

    /// Runs commands of SMT-LIB in a fresh state, and returns what it prints.
    ///
    /// # Errors
    ///
    /// Fails if the solver does not work.
    fn run(&mut self, commands: &str) -> Result<String, Failure>;

    /// Where questions are kept, if the user wants that.
    fn record(&mut self) -> Option<&mut Record> {
        None
    }
}

/// Why a solver does not work, in one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Asks whether conditions can hold together. `limit` bounds the work, in a unit of the
/// solver's own that does not depend on the clock.
///
/// # Errors
///
/// Fails if the solver does not work, or answers what is not so.
pub fn ask(
    solver: &mut dyn Solver,
    terms: &mut Terms,
    conditions: &[Term],
    limit: u32,
) -> Result<Answer, Failure> {
    let plain = plain(terms, conditions);
    let fails = |term: &Term| terms.constant(*term) == Some(Constant::Bool(false));
    if plain.iter().any(fails) {
        return Ok(Answer::Never);
    }
    let terms = &*terms;
    if let Some(record) = solver.record() {
        let query = Query::new(terms, &plain, Dialect::Standard);
        record.write(&commands(&query, Dialect::Standard, limit))?;
    }
    let query = Query::new(terms, &plain, solver.dialect());
    let printed = solver.run(&commands(&query, solver.dialect(), limit))?;
    let printed = printed.trim();
    match printed.lines().next().unwrap_or_default() {
        "unsat" => Ok(Answer::Never),
        "unknown" | "timeout" => Ok(Answer::Unknown),
        "sat" => {
            let model = parse(&printed["sat".len()..])
                .ok_or_else(|| Failure(format!("the solver printed no values: {printed}")))?;
            let assignment = assignment(terms, &query, &model);
            let holds = evaluate(terms, &assignment, conditions);
            match holds.iter().all(|holds| holds.is_true()) {
                true => Ok(Answer::For(assignment)),
                false if !query.has_calls() => Err(Failure(
                    "the solver's values do not fulfil the conditions".to_owned(),
                )),
                // The values of functions may depend on values that were not asked for.
                false => Ok(Answer::Unknown),
            }
        }
        other => Err(Failure(format!("the solver answers `{other}`"))),
    }
}

/// The whole question. What limits a solver is not part of the standard.
fn commands(query: &Query<'_>, dialect: Dialect, limit: u32) -> String {
    let options = match dialect {
        Dialect::Z3 => format!("(set-option :rlimit {limit})\n"),
        Dialect::Standard => "(set-logic ALL)\n".to_owned(),
    };
    let (text, values) = (query.text(), values(query));
    format!("(set-option :produce-models true)\n{options}{text}(check-sat)\n{values}")
}

/// The command that prints the values of variables, and of what unknown functions return
/// and get.
fn values(query: &Query<'_>) -> String {
    let names: Vec<_> = query.asked().into_iter().map(|(_, name)| name).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("(get-value ({}))\n", names.join(" ")),
    }
}

fn assignment(terms: &Terms, query: &Query<'_>, model: &[Constant]) -> Assignment {
    let sorts = terms.variables().iter().map(|variable| variable.sort);
    let mut assignment = Assignment {
        variables: sorts.map(|sort| of_number(sort, 0)).collect(),
        ..Assignment::default()
    };
    for ((term, _), value) in query.asked().iter().zip(model) {
        match terms.node(*term) {
            Node::Variable(number) => {
                assignment.variables[*number as usize] = *value;
            }
            Node::Apply(Operator::Call(number), operands) => {
                let arguments = evaluate(terms, &assignment, operands);
                assignment.calls.insert((*number, arguments), *value);
            }
            _ => unreachable!("only variables and calls are asked for"),
        }
    }
    assignment
}

/// The values in `((name value) …)`, of which each is a boolean or bits.
fn parse(text: &str) -> Option<Vec<Constant>> {
    let mut values = Vec::new();
    let words = text.replace(['(', ')'], " ");
    let mut words = words.split_whitespace();
    while let Some(name) = words.next() {
        // `_ bv5 8` is `5` in 8 bits.
        debug_assert!(name.starts_with(['v', 't']), "{name}");
        let value = match words.next()? {
            "true" => Constant::Bool(true),
            "false" => Constant::Bool(false),
            "_" => {
                let bits = words.next()?.strip_prefix("bv")?.parse().ok()?;
                Constant::of_bits(words.next()?.parse().ok()?, bits)
            }
            word => match (word.strip_prefix("#x"), word.strip_prefix("#b")) {
                (Some(digits), _) => {
                    let width = u32::try_from(digits.len()).ok()? * 4;
                    Constant::of_bits(width, u128::from_str_radix(digits, 16).ok()?)
                }
                (_, Some(digits)) => {
                    let width = u32::try_from(digits.len()).ok()?;
                    Constant::of_bits(width, u128::from_str_radix(digits, 2).ok()?)
                }
                _ => return None,
            },
        };
        values.push(value);
    }
    Some(values)
}

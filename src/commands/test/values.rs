//! Whether the functions of a program still return what they returned before.

use super::{compiled::Compiled, trial::Rewritten};
use crate::{
    back::verify::{Callee, Comparison, Difference, compare},
    base::diagnostic::count,
    commands::apply::pipeline::Pipeline,
};
use melior::{
    Context,
    ir::{
        BlockLike, OperationRef, Type,
        attribute::{StringAttribute, TypeAttribute},
        operation::OperationLike,
    },
};
use pdll_verify::{refine::Limits, z3::Z3};
use std::{env, iter};

/// How many values are tried for a function before the solver is asked, and what the solver
/// may do for it, in its own unit.
const LIMITS: Limits = Limits {
    num_tries: 256,
    solver: 1_000_000,
};

/// Compares functions.
pub(super) struct Values<'p> {
    /// Without one, differences are found, and nothing is proven.
    z3: Option<Z3>,
    lowering: Option<&'p Pipeline<'p>>,
    num_tried: usize,
    num_same: usize,
    /// The functions of which nothing is known, and why.
    unknown: Vec<String>,
}

impl<'p> Values<'p> {
    pub(super) fn new(lowering: Option<&'p Pipeline<'p>>) -> Self {
        Values {
            z3: Z3::load(env::var_os("PDLL_Z3").as_deref()).ok(),
            lowering,
            num_tried: 0,
            num_same: 0,
            unknown: Vec::new(),
        }
    }

    /// Compares the functions of a program with those of the same names before. Returns a
    /// sentence for each one that returns something else. `place` says where the program
    /// stands.
    pub(super) fn compare<'c>(
        &mut self,
        context: &'c Context,
        rewritten: &Rewritten<'c>,
        place: &str,
    ) -> Vec<String> {
        let mut differences = Vec::new();
        for before in functions(rewritten.before.body().first_operation()) {
            let Some(name) = name(before) else { continue };
            let mut others = functions(rewritten.after.body().first_operation());
            let after = others.find(|one| self::name(*one).as_ref() == Some(&name));
            let mut compared = self.prove(context, before, after);
            let mut was_run = false;
            if let (Comparison::Unknown(_), Some(_), Some(lowering)) =
                (&compared, after, self.lowering)
            {
                compared = run(context, lowering, rewritten, &name, before);
                was_run = true;
            }
            match compared {
                Comparison::Same if was_run => self.num_tried += 1,
                Comparison::Same => self.num_same += 1,
                Comparison::Unknown(reason) => {
                    self.unknown.push(format!("{place}: `{name}`: {reason}"));
                }
                Comparison::Different(found) => differences.push(describe(&name, found)),
            }
        }
        differences
    }

    fn prove(
        &self,
        context: &Context,
        before: OperationRef<'_, '_>,
        after: Option<OperationRef<'_, '_>>,
    ) -> Comparison {
        let unknown = |reason: &str| Comparison::Unknown(reason.to_owned());
        let Some(after) = after else {
            return unknown("it is gone");
        };
        if function_type(before) != function_type(after) {
            return unknown("it has another type");
        }
        let solver = self.z3.as_ref().map(Z3::solver);
        compare(context, before, after, solver, LIMITS)
            .unwrap_or_else(|failure| Comparison::Unknown(failure.0))
    }

    /// Lines about what is known.
    pub(super) fn text(&self) -> String {
        let mut parts = Vec::new();
        let is_nothing_else = self.num_tried == 0 && self.unknown.is_empty();
        if self.num_same > 0 || is_nothing_else {
            let functions = count(self.num_same, "function");
            parts.push(format!("{functions} proven to return the same"));
        }
        if self.num_tried > 0 {
            let functions = count(self.num_tried, "function");
            parts.push(format!("{functions} tried without a difference"));
        }
        if !self.unknown.is_empty() {
            let functions = count(self.unknown.len(), "function");
            parts.push(format!("{functions} not compared"));
        }
        let mut text = format!("values: {}", parts.join(", "));
        text.push('\n');
        for reason in &self.unknown {
            text += &format!("  {reason}\n");
        }
        text
    }
}

/// Compiles a function before and after, and runs it.
fn run<'c>(
    context: &'c Context,
    lowering: &Pipeline<'_>,
    rewritten: &Rewritten<'c>,
    name: &str,
    function: OperationRef<'c, '_>,
) -> Comparison {
    let Some(ty) = function_type(function) else {
        return Comparison::Unknown("it has no type".to_owned());
    };
    let Rewritten { before, after } = rewritten;
    let compared = Callee::new(name, ty).and_then(|callee| {
        let compiled = Compiled { lowering };
        compiled.compare(context, [before, after], &callee)
    });
    match compared {
        Ok(None) => Comparison::Same,
        Ok(Some(difference)) => Comparison::Different(difference),
        Err(reason) => Comparison::Unknown(reason),
    }
}

fn describe(name: &str, difference: Difference) -> String {
    let arguments = difference.arguments.join(", ");
    let (old, new): (Vec<_>, Vec<_>) = difference.results.into_iter().unzip();
    let (old, new) = (old.join(", "), new.join(", "));
    format!("`{name}({arguments})` returns {old} before, and {new} after")
}

fn functions<'c, 'a>(
    first: Option<OperationRef<'c, 'a>>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    let all = iter::successors(first, |operation| operation.next_in_block());
    all.filter(|operation| operation.name().as_string_ref().as_str() == Ok("func.func"))
}

fn name(function: OperationRef<'_, '_>) -> Option<String> {
    let name = function.attribute("sym_name").ok()?;
    Some(StringAttribute::try_from(name).ok()?.value().to_owned())
}

fn function_type<'c>(function: OperationRef<'c, '_>) -> Option<Type<'c>> {
    let ty = function.attribute("function_type").ok()?;
    Some(TypeAttribute::try_from(ty).ok()?.value())
}

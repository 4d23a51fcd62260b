//! Records for people.

use super::{
    Reference,
    record::{Answer, Division, Expectation, Finding, Outcome, PartId, Record, Step, Tested},
};
use crate::ffi::{entity::Entity, program::List};
use std::fmt::Write as _;

impl Reference<'_> {
    /// One line for each test, and one for the outcome.
    pub(crate) fn print(&self, record: &Record<'_>) -> String {
        let printer = Printer {
            reference: self,
            record,
        };
        let mut text = String::new();
        for test in &record.tests {
            let line = printer.test(test);
            writeln!(text, "{line}").expect("a string takes all text");
        }
        text.push_str(match record.outcome {
            Outcome::Matches(_) => "matches\n",
            Outcome::Fails => "does not match\n",
            Outcome::Breaks => "ends the run\n",
            Outcome::TooManyUsers => "has too many users\n",
        });
        text
    }
}

struct Printer<'p, 'a> {
    reference: &'p Reference<'a>,
    record: &'p Record<'a>,
}

impl Printer<'_, '_> {
    fn test(&self, test: &Tested<'_>) -> String {
        let place = test.place.to_string();
        let place = place.trim_start_matches("loc(").trim_end_matches(')');
        let place = place.trim_start_matches("\"a.mlir\":");
        let mark = if test.holds { "holds" } else { "FAILS" };
        let subject = self.part(test.subject);
        let expectation = self.expectation(&test.expectation);
        let finding = match test.holds {
            true => String::new(),
            false => format!(", found {}", self.finding(&test.finding)),
        };
        format!("{mark} {place}: {subject} {expectation}{finding}")
    }

    /// The path to a part.
    fn part(&self, id: PartId) -> String {
        let mut steps = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            let part = &self.record.parts[id.0];
            steps.push(self.step(&part.step, part.entity.as_ref()));
            next = part.parent;
        }
        steps.reverse();
        steps.join(".")
    }

    fn step(&self, step: &Step, entity: Option<&Entity<'_>>) -> String {
        match step {
            Step::Root => "root".to_owned(),
            Step::Definition => "definition".to_owned(),
            Step::User(index) => format!("user{index}"),
            Step::Element(list, index) => format!("{}[{index}]", text_of(*list)),
            Step::Elements {
                list,
                start,
                length,
            } => format!("{}[{start}..{}]", text_of(*list), start + length),
            Step::Attribute(name) => format!("`{}`", self.reference.pool.text(*name)),
            Step::Type => "type".to_owned(),
            Step::Constant => entity.map_or_else(|| "nothing".to_owned(), describe),
            Step::Returned { constraint, result } => {
                format!("result {result} of constraint {constraint}")
            }
        }
    }

    fn expectation(&self, expectation: &Expectation<'_>) -> String {
        let name = |id| self.reference.pool.text(id);
        match expectation {
            Expectation::Name(id) => format!("is `{}`", name(*id)),
            Expectation::Groups {
                list,
                groups,
                division,
            } => {
                let how = match division {
                    Division::Whole | Division::Count => "",
                    Division::Single => ", one each",
                    Division::Segments => ", by segments",
                };
                format!("has {} `{groups}`{how}", text_of(*list))
            }
            Expectation::Presence => "exists".to_owned(),
            Expectation::Constant(constant) => format!("is {constant}"),
            Expectation::Same(other) => format!("is {}", self.part(*other)),
            Expectation::Definition => "is a result".to_owned(),
            Expectation::ResultNumber(number) => format!("has number {number}"),
            Expectation::Constraint {
                name: id,
                arguments,
                is_negated,
            } => {
                let not = if *is_negated { "not " } else { "" };
                let arguments: Vec<_> = arguments
                    .iter()
                    .map(|part| part.map_or_else(|| "nothing".to_owned(), |part| self.part(part)))
                    .collect();
                format!("satisfies {not}{}({})", name(*id), arguments.join(", "))
            }
            Expectation::Distinct(other) => format!("is not {}", self.part(*other)),
            Expectation::Survives(erased) => format!("outlives {}", self.part(*erased)),
            Expectation::Fits {
                operation,
                name: id,
            } => format!("fits `{}` as `{}`", name(*operation), name(*id)),
            Expectation::AtMost(length) => format!("has at most {length} elements"),
        }
    }

    fn finding(&self, finding: &Finding<'_>) -> String {
        match finding {
            Finding::Nothing => "nothing".to_owned(),
            Finding::Name(name) => format!("`{name}`"),
            Finding::Count(count) => count.to_string(),
            Finding::Entity(entity) => describe(entity),
            Finding::Answer(Answer::Holds) => "that it holds".to_owned(),
            Finding::Answer(Answer::Fails) => "that it fails".to_owned(),
            Finding::Answer(Answer::Broken(reason)) => format!("an error: {reason}"),
            Finding::Answer(Answer::MissesArgument) => "that an argument is missing".to_owned(),
            Finding::Fact(fact) => fact.to_string(),
        }
    }
}

fn text_of(list: List) -> &'static str {
    match list {
        List::PdllOperands => "operands",
        List::PdllResults => "results",
    }
}

fn describe(entity: &Entity<'_>) -> String {
    let join = |texts: Vec<String>| format!("({})", texts.join(", "));
    match entity {
        Entity::Attribute(attribute) => attribute.to_string(),
        Entity::Operation(operation) => operation.to_string(),
        Entity::Type(ty) => ty.to_string(),
        Entity::Types(types) => join(types.iter().map(ToString::to_string).collect()),
        Entity::Value(value) => value.to_string(),
        Entity::Values(values) => join(values.iter().map(ToString::to_string).collect()),
    }
}

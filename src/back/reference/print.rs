//! Records for people.

use super::{
    Reference,
    record::{Answer, Demand, Division, Finding, Outcome, PartId, Record, Step, Tested},
};
use crate::{
    back::graph::{
        guards::{self, Guard},
        pattern::{Call, Node, NodeId, Pattern},
        statements,
    },
    mlir::ffi::{
        entity::Entity,
        program::{List, Parts},
    },
};
use melior::ir::operation::OperationLike;
use std::fmt::Write as _;

impl Reference<'_> {
    /// One line for each test, and one for the outcome.
    pub(crate) fn print(&self, pattern: usize, record: &Record<'_>) -> String {
        let printer = Printer {
            reference: self,
            index: pattern,
            pattern: &self.patterns()[pattern],
            record,
        };
        let mut text = String::new();
        for test in &record.tests {
            let line = printer.test(test);
            writeln!(text, "{line}").expect("a string takes all text");
        }
        text.push_str(match record.outcome {
            Outcome::Matches => "matches\n",
            Outcome::Fails => "does not match\n",
            Outcome::Breaks => "ends the run\n",
            Outcome::TooManyUsers => "has too many users\n",
        });
        text
    }
}

struct Printer<'p, 'a> {
    reference: &'p Reference<'a>,
    index: usize,
    pattern: &'p Pattern,
    record: &'p Record<'a>,
}

impl Printer<'_, '_> {
    fn test(&self, test: &Tested<'_>) -> String {
        let place = self.reference.place_of(self.index, test.demand).to_string();
        let place = place.trim_start_matches("loc(").trim_end_matches(')');
        let place = place.trim_start_matches("\"a.mlir\":");
        let mark = if test.holds { "holds" } else { "FAILS" };
        let subject = self.part(test.subject);
        let expectation = self.expectation(test);
        let finding = match test.holds {
            true => String::new(),
            false => format!(", found {}", self.finding(test)),
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
            Step::Attribute(name) => format!("`{}`", self.reference.pool().text(*name)),
            Step::Region(index) => format!("regions[{index}]"),
            Step::Block(index) => format!("blocks[{index}]"),
            Step::Argument(index) => format!("arguments[{index}]"),
            Step::Arguments(first) => format!("arguments[{first}..]"),
            Step::Last => "last".to_owned(),
            Step::Inside(index) => format!("operations[{index}]"),
            Step::Around => "parent".to_owned(),
            Step::Type => "type".to_owned(),
            Step::Constant => entity.map_or_else(|| "nothing".to_owned(), describe),
            Step::Returned { constraint, result } => {
                format!("result {result} of constraint {constraint}")
            }
        }
    }

    fn expectation(&self, test: &Tested<'_>) -> String {
        let name = |id| self.reference.pool().text(id);
        let nodes = &self.pattern.nodes;
        let other = test
            .other
            .map_or_else(String::new, |other| self.part(other));
        match test.demand {
            Demand::Name(node) => {
                let id = nodes.operation(node).name;
                format!("is `{}`", id.map_or("", name))
            }
            Demand::Groups(node, list) => {
                let rule = self.reference.rule(nodes.operation(node), list, nodes);
                let groups: String = rule.groups.iter().map(|group| group.letter()).collect();
                let how = match rule.division {
                    Division::Whole | Division::Count => "",
                    Division::Single => ", one each",
                    Division::Segments => ", by segments",
                };
                format!("has {} `{groups}`{how}", text_of(list))
            }
            Demand::Attribute(..)
            | Demand::Type { .. }
            | Demand::Presence(_)
            | Demand::Around(_) => "exists".to_owned(),
            Demand::Parts(node, parts) => format!("has {}", self.count(node, parts)),
            Demand::Inside(_) => format!("is in {other}"),
            Demand::Last(_) => "is last".to_owned(),
            Demand::Distinct(..) => format!("is not {other}"),
            Demand::Constant(node) => match &nodes[node] {
                Node::Attribute { value, .. } | Node::Type { value } | Node::Types { value } => {
                    let value = value.expect("it is a constant").0 as usize;
                    format!("is {}", self.reference.pool().constants()[value].attribute)
                }
                other => panic!("{other:?} is no constant"),
            },
            Demand::Same(..) | Demand::Results(_) => format!("is {other}"),
            Demand::Definition(_) => "is a result".to_owned(),
            Demand::ResultNumber(node) => match &nodes[node] {
                Node::Result { index, .. } => format!("has number {index}"),
                other => panic!("{other:?} is no result"),
            },
            Demand::Constraint(index) => self.constraint(&self.pattern.constraints[index]),
            Demand::Guard(index) => {
                let statements = statements::ordered_statements(self.pattern);
                match guards::collect(self.pattern, &statements)[index] {
                    Guard::Distinct(..) => format!("is not {other}"),
                    Guard::Survives { .. } => format!("outlives {other}"),
                    Guard::Fits {
                        operation,
                        name: id,
                        ..
                    } => format!("fits `{}` as `{}`", name(operation), name(id)),
                    Guard::Bounded(_) => "is not too long".to_owned(),
                }
            }
        }
    }

    fn count(&self, node: NodeId, parts: Parts) -> String {
        let nodes = &self.pattern.nodes;
        let (number, what) = match parts {
            Parts::PdllRegions => (nodes.operation(node).num_regions, "regions"),
            Parts::PdllBlocks => (nodes.region(node).num_blocks, "blocks"),
            Parts::PdllArguments => (nodes.block(node).num_arguments, "arguments"),
            Parts::PdllOperations => {
                let operations = self.pattern.bodies.operations(node).len();
                return format!("{operations} operations");
            }
        };
        format!("{} {what}", number.unwrap_or_default())
    }

    fn constraint(&self, call: &Call) -> String {
        let not = if call.is_negated { "not " } else { "" };
        let arguments = call.arguments.iter().map(|node| {
            let part = self.record.bound[node.index()];
            part.map_or_else(|| "nothing".to_owned(), |part| self.part(part))
        });
        let arguments: Vec<_> = arguments.collect();
        let name = self.reference.pool().text(call.name);
        format!("satisfies {not}{name}({})", arguments.join(", "))
    }

    fn finding(&self, test: &Tested<'_>) -> String {
        match &test.finding {
            Finding::Nothing => "nothing".to_owned(),
            Finding::Name => match &self.record.parts[test.subject.0].entity {
                Some(Entity::Operation(operation)) => {
                    let name = operation.name();
                    format!("`{}`", name.as_string_ref().as_str().unwrap_or_default())
                }
                other => panic!("{other:?} is no operation"),
            },
            Finding::Count(count) => count.to_string(),
            Finding::Entity(entity) => describe(entity),
            Finding::Answer(Answer::Holds) => "that it holds".to_owned(),
            Finding::Answer(Answer::Fails(None)) => "that it fails".to_owned(),
            Finding::Answer(Answer::Fails(Some(reason))) => format!("that it fails: {reason}"),
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
        Entity::Region(_) => "a region".to_owned(),
        Entity::Block(_) => "a block".to_owned(),
    }
}

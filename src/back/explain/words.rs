//! What demands and findings are called.

use super::{name_of, reasons, report::Reason};
use crate::{
    back::graph::{
        guards::{self, Guard},
        pattern::{Block, Call, Node, NodeId, Pattern},
        pool::NameId,
        statements, variable_at,
    },
    back::lower,
    back::reference::{Answer, Demand, Division, Finding, Mention, Record, Reference, Tested},
    front::contract::{ANY_OF, name_for_users},
    front::hir::Disjunction,
    mlir::diagnostics::position,
    mlir::ffi::{
        entity::{self, Definition, Entity},
        pattern_set::Natives,
        program::{Kind, List, Parts},
    },
};
use melior::ir::{Attribute, Location, operation::OperationLike};
use std::cell::OnceCell;

/// The words for one pattern.
pub(super) struct Words<'r, 'a> {
    reference: &'r Reference<'a>,
    index: usize,
    /// By the index of the node: where a match first finds what it stands for.
    mentions: Vec<Option<Mention>>,
    guards: OnceCell<Vec<Guard>>,
}

/// How a demand is said.
pub(super) struct Said {
    pub(super) kind: &'static str,
    pub(super) subject: String,
    pub(super) sentence: String,
    pub(super) expected: String,
}

/// The kind of a condition of the rewrite: what it needs is not in what it has erased.
pub(super) const STILL_THERE: &str = "still-there";
/// The same: a range may still grow.
pub(super) const RANGE_LENGTH: &str = "range-length";

impl Said {
    fn new(kind: &'static str, subject: String, verb: &str, expected: String) -> Self {
        Said {
            kind,
            sentence: format!("{subject} {verb} {expected}"),
            subject,
            expected,
        }
    }
}

impl<'r, 'a> Words<'r, 'a> {
    pub(super) fn new(reference: &'r Reference<'a>, index: usize) -> Self {
        Words {
            reference,
            index,
            mentions: reference.mentions(index),
            guards: OnceCell::new(),
        }
    }

    pub(super) fn pattern(&self) -> &'r Pattern {
        &self.reference.patterns()[self.index]
    }

    /// The functions that the patterns call.
    pub(super) fn natives(&self) -> &'a Natives {
        self.reference.natives()
    }

    /// Where that stands which makes a demand, or which the rewrite needs.
    pub(super) fn place_of(&self, demand: Demand) -> Location<'a> {
        match demand {
            Demand::Guard(index) => {
                let (Guard::Distinct(_, node)
                | Guard::Survives { needed: node, .. }
                | Guard::Fits {
                    attribute: node, ..
                }
                | Guard::Bounded(node)) = self.guards()[index];
                self.reference.place_of_node(self.index, node)
            }
            _ => self.reference.place_of(self.index, demand),
        }
    }

    /// The name of the pattern, or where it stands.
    pub(super) fn name_of_pattern(&self) -> String {
        let name = &self.pattern().name;
        if !name.is_empty() {
            return name.clone();
        }
        match position(self.reference.place(self.index)) {
            Some((file, position)) => format!("{file}:{}", position.line),
            None => "a pattern without a name".to_owned(),
        }
    }

    /// The variables of operations and values, by their nodes.
    pub(super) fn variables(&self) -> impl Iterator<Item = (NodeId, String)> {
        let nodes = self.pattern().nodes.matched();
        nodes.filter_map(|(node, _)| Some((node, self.variable(node)?)))
    }

    /// The variable that the source has for a node.
    fn variable(&self, node: NodeId) -> Option<String> {
        variable_at(self.reference.place_of_node(self.index, node))
    }

    /// What a node is called.
    pub(super) fn node(&self, node: NodeId) -> String {
        if let Some(variable) = self.variable(node) {
            return format!("`{variable}`");
        }
        match &self.pattern().nodes[node] {
            Node::Operation(operation) => match operation.name {
                Some(name) => format!("the `{}`", self.text(name)),
                None => "the operation".to_owned(),
            },
            Node::Result {
                operation, index, ..
            } => format!("result {index} of {}", self.node(*operation)),
            Node::Results(results) => {
                let operation = self.node(results.operation);
                match (results.index, self.pattern().nodes.kind(node)) {
                    (None, _) => format!("the results of {operation}"),
                    (Some(0), Kind::PdllValue) => format!("the result of {operation}"),
                    (Some(index), Kind::PdllValue) => format!("result {index} of {operation}"),
                    (Some(index), _) => format!("group {index} of the results of {operation}"),
                }
            }
            Node::Region(region) => {
                format!("region {} of {}", region.index, self.node(region.operation))
            }
            Node::Block(block) => self.block(block),
            Node::Argument { block, index, .. } => {
                format!("argument {index} of {}", self.node(*block))
            }
            Node::Arguments { block, first, .. } => {
                format!("the arguments of {} from {first} on", self.node(*block))
            }
            Node::Returned { .. } => "the result of a constraint".to_owned(),
            _ => match self.mentions[node.index()] {
                Some(mention) => self.mention(mention),
                None => "a constant".to_owned(),
            },
        }
    }

    /// The only block of a region is called by the region.
    fn block(&self, block: &Block) -> String {
        let region = self.node(block.region);
        match self.pattern().nodes.region(block.region).num_blocks {
            Some(1) => format!("the block of {region}"),
            _ => format!("block {} of {region}", block.index),
        }
    }

    /// What stands where a node is mentioned.
    fn mention(&self, mention: Mention) -> String {
        match mention {
            Mention::Root => "the root".to_owned(),
            Mention::User => "the user".to_owned(),
            Mention::Entry(operation, list, index) => {
                let what = match list {
                    List::PdllOperands => "operand",
                    List::PdllResults => "result type",
                };
                format!("{what} {index} of {}", self.node(operation))
            }
            Mention::Attribute(operation, index) => {
                let (name, _) = self.pattern().nodes.operation(operation).attributes[index];
                let name = self.text(name);
                format!("attribute `{name}` of {}", self.node(operation))
            }
            Mention::TypeOf(node) => format!("the type of {}", self.node(node)),
            Mention::DefinitionOf(node) => match self.mentions[node.index()] {
                Some(mention) => format!("the definition of {}", self.mention(mention)),
                None => "the definition".to_owned(),
            },
            Mention::Part(node) => self.node(node),
            Mention::Last(block) => format!("the last operation of {}", self.node(block)),
            Mention::Inside(block) => format!("an operation of {}", self.node(block)),
            Mention::Around(node) => match self.mentions[node.index()] {
                Some(mention) => format!("the operation around {}", self.mention(mention)),
                None => "the operation around the root".to_owned(),
            },
        }
    }

    /// What stands where a node is mentioned first.
    fn first_mention(&self, node: NodeId) -> String {
        match self.mentions[node.index()] {
            Some(mention) => self.mention(mention),
            None => self.node(node),
        }
    }

    /// The text of a name.
    pub(super) fn name(&self, name: NameId) -> &'r str {
        self.text(name)
    }

    fn text(&self, name: NameId) -> &'r str {
        self.reference.pool().text(name)
    }

    /// How a demand is said.
    pub(super) fn demand(&self, demand: Demand) -> Said {
        let nodes = &self.pattern().nodes;
        match demand {
            Demand::Name(node) => {
                let name = nodes.operation(node).name;
                let name = name.map_or("", |name| self.text(name));
                let subject = match self.variable(node) {
                    Some(variable) => format!("`{variable}`"),
                    None => match self.mentions[node.index()] {
                        Some(mention) => self.mention(mention),
                        None => "the root".to_owned(),
                    },
                };
                Said::new("operation-name", subject, "is", format!("`{name}`"))
            }
            Demand::Groups(node, list) => {
                let kind = match list {
                    List::PdllOperands => "operand-count",
                    List::PdllResults => "result-count",
                };
                let (groups, division) = self.reference.groups(self.index, node, list);
                let expected = say_groups(list, &groups, division);
                Said::new(kind, self.node(node), "has", expected)
            }
            Demand::Attribute(node, index) => {
                let name = self.text(nodes.operation(node).attributes[index].0);
                let expected = format!("an attribute `{name}`");
                Said::new("attribute-present", self.node(node), "has", expected)
            }
            Demand::Type { of, .. } => {
                let subject = self.first_mention(of);
                Said::new("attribute-type", subject, "has", "a type".to_owned())
            }
            Demand::Constant(node) => self.constant(node),
            Demand::Definition(node) => {
                let subject = self.first_mention(node);
                let expected = "a result of an operation".to_owned();
                Said::new("operand-defined-by", subject, "is", expected)
            }
            Demand::ResultNumber(node) => {
                let subject = self.first_mention(node);
                let expected = match &nodes[node] {
                    Node::Result { index, .. } => format!("result {index} of its definition"),
                    _ => self.node(node),
                };
                Said::new("result-index", subject, "is", expected)
            }
            Demand::Results(node) => {
                let subject = self.first_mention(node);
                Said::new("result-index", subject, "is", self.node(node))
            }
            Demand::Parts(node, parts) => self.parts(node, parts),
            Demand::Inside(node) => {
                let block = nodes.operation(node).inside;
                let expected = block.map_or_else(String::new, |block| self.node(block));
                Said::new("inside-block", self.node(node), "is in", expected)
            }
            Demand::Last(node) => {
                let block = nodes.operation(node).inside;
                let block = block.map_or_else(String::new, |block| self.node(block));
                let expected = format!("the last operation of {block}");
                Said::new("last-in-block", self.node(node), "is", expected)
            }
            Demand::Around(node) => {
                let expected = "an operation around it".to_owned();
                Said::new("parent", self.node(node), "has", expected)
            }
            Demand::Distinct(other, node) => {
                let expected = format!("another operation than {}", self.node(other));
                Said::new("distinct-operations", self.node(node), "is", expected)
            }
            Demand::Presence(node) => match &nodes[node] {
                Node::Region(region) => {
                    let expected = format!("a region {}", region.index);
                    Said::new("body", self.node(region.operation), "has", expected)
                }
                Node::Block(block) => {
                    let expected = format!("a block {}", block.index);
                    Said::new("body", self.node(block.region), "has", expected)
                }
                Node::Argument { block, index, .. } => {
                    let expected = format!("an argument {index}");
                    Said::new("argument-count", self.node(*block), "has", expected)
                }
                Node::Arguments { block, first, .. } => {
                    let expected = count_of(*first as usize, "argument");
                    let expected = format!("at least {expected}");
                    Said::new("argument-count", self.node(*block), "has", expected)
                }
                Node::Operation(operation)
                    if let Some(Mention::Inside(_)) = self.mentions[node.index()] =>
                {
                    let block = operation
                        .inside
                        .map_or_else(String::new, |block| self.node(block));
                    let expected = match operation.name {
                        Some(name) => one_of(self.text(name)),
                        None => "an operation".to_owned(),
                    };
                    Said::new("inside-block", block, "has", expected)
                }
                Node::Operation(_) => {
                    let subject = "a value of the match".to_owned();
                    let expected = format!("used by {}", self.node(node));
                    Said::new("used-by", subject, "is", expected)
                }
                _ => Said::new(
                    "result-index",
                    self.node(node),
                    "exists, as",
                    self.node(node),
                ),
            },
            Demand::Same(node, mention) => {
                let kind = match nodes.kind(node) {
                    Kind::PdllAttribute => "same-attribute",
                    Kind::PdllType | Kind::PdllTypeRange => "same-type",
                    Kind::PdllOperation => "same-operation",
                    Kind::PdllValue | Kind::PdllValueRange => "same-value",
                };
                let subject = self.mention(mention);
                Said::new(
                    kind,
                    subject,
                    "is",
                    format!("the same as {}", self.node(node)),
                )
            }
            Demand::Constraint(index) => self.constraint(&self.pattern().constraints[index]),
            Demand::Guard(index) => self.guard(index),
        }
    }

    fn parts(&self, node: NodeId, parts: Parts) -> Said {
        let pattern = self.pattern();
        let nodes = &pattern.nodes;
        let (kind, number) = match parts {
            Parts::PdllRegions => ("region-count", nodes.operation(node).num_regions),
            Parts::PdllBlocks => ("block-count", nodes.region(node).num_blocks),
            Parts::PdllArguments => ("argument-count", nodes.block(node).num_arguments),
            Parts::PdllOperations => {
                let number = pattern.bodies.operations(node).len();
                let expected = count_of(number, "operation");
                return Said::new("operation-count", self.node(node), "has", expected);
            }
        };
        let expected = count_of(number.unwrap_or_default() as usize, what_of(parts));
        Said::new(kind, self.node(node), "has", expected)
    }

    fn constant(&self, node: NodeId) -> Said {
        let constant = self.value(node);
        let expected = constant.map_or_else(String::new, |constant| format!("`{constant}`"));
        let kind = match self.mentions[node.index()] {
            Some(Mention::Entry(..)) => "result-type",
            Some(Mention::TypeOf(_)) => "operand-type",
            _ => "attribute-value",
        };
        Said::new(kind, self.first_mention(node), "is", expected)
    }

    fn constraint(&self, call: &Call) -> Said {
        let arguments = call.arguments.iter();
        let mut arguments: Vec<_> = arguments.map(|node| self.argument(*node)).collect();
        let name = name_for_users(self.text(call.name));
        let (kind, verb) = match call.is_negated {
            true => ("negated-constraint", "does not satisfy"),
            false => ("constraint", "satisfies"),
        };
        if let Some(disjunction) = self.disjunction(call) {
            arguments.remove(0);
            let condition = disjunction.say(&arguments);
            let is = if call.is_negated {
                "does not hold"
            } else {
                "holds"
            };
            return Said {
                kind,
                sentence: format!("`{condition}` {is}"),
                subject: arguments.join(", "),
                expected: format!("that `{condition}` {is}"),
            };
        }
        let arguments = arguments.join(", ");
        Said {
            kind,
            sentence: format!(
                "`{name}` {} of {arguments}",
                if call.is_negated { "fails" } else { "holds" }
            ),
            subject: arguments,
            expected: format!("what {verb} `{name}`"),
        }
    }

    /// What a call decides, if it is one of `or`.
    fn disjunction(&self, call: &Call) -> Option<Disjunction> {
        match self.text(call.name) == ANY_OF {
            true => lower::disjunction::read(self.value(*call.arguments.first()?)?),
            false => None,
        }
    }

    /// An argument of a constraint.
    fn argument(&self, node: NodeId) -> String {
        match self.value(node) {
            Some(value) if self.variable(node).is_none() => shortened(&value.to_string()),
            _ => self.node(node).replace('`', ""),
        }
    }

    /// The value of a constant.
    fn value(&self, node: NodeId) -> Option<Attribute<'_>> {
        let value = match &self.pattern().nodes[node] {
            Node::Attribute { value, .. } | Node::Type { value } | Node::Types { value } => *value,
            _ => None,
        };
        Some(self.reference.pool().constants()[value?.0 as usize].attribute)
    }

    fn guards(&self) -> &[Guard] {
        let pattern = self.pattern();
        self.guards
            .get_or_init(|| guards::collect(pattern, &statements::ordered_statements(pattern)))
    }

    fn guard(&self, index: usize) -> Said {
        match self.guards()[index] {
            Guard::Distinct(first, second) => {
                let expected = format!("another operation than {}", self.node(first));
                Said::new("distinct-operations", self.node(second), "is", expected)
            }
            Guard::Survives { erased, needed } => {
                let (subject, erased) = (self.node(needed), self.node(erased));
                let when = format!("after the rewrite has erased {erased}");
                Said {
                    kind: STILL_THERE,
                    sentence: format!("{subject} is still there {when}"),
                    expected: format!("{subject} to be still there {when}"),
                    subject,
                }
            }
            Guard::Fits {
                attribute,
                operation,
                name,
            } => {
                let (operation, name) = (self.text(operation), self.text(name));
                let expected = format!("what `{operation}` can have as `{name}`");
                Said::new("attribute-fits", self.node(attribute), "is", expected)
            }
            Guard::Bounded(range) => {
                let expected = "short enough for the rewrite to make it longer".to_owned();
                Said::new(RANGE_LENGTH, self.node(range), "is", expected)
            }
        }
    }

    /// What a test that fails has expected.
    pub(super) fn expected(&self, record: &Record<'_>, test: &Tested<'_>) -> String {
        let expected = self.demand(test.demand).expected;
        // Two values are better told apart by their places.
        match test
            .other
            .and_then(|other| record.parts[other.0].entity.as_ref())
        {
            Some(entity @ (Entity::Attribute(_) | Entity::Type(_) | Entity::Types(_))) => {
                format!("{expected}, {}", describe(entity))
            }
            _ => expected,
        }
    }

    /// What it has found.
    pub(super) fn found(&self, record: &Record<'_>, test: &Tested<'_>) -> String {
        let part = &record.parts[test.subject.0];
        match (&test.finding, test.demand) {
            (Finding::Name, _) => match &part.entity {
                Some(Entity::Operation(operation)) => format!("`{}`", name_of(*operation)),
                _ => "none".to_owned(),
            },
            (Finding::Count(number), Demand::ResultNumber(_)) => format!("result {number}"),
            (Finding::Count(number), Demand::Groups(_, list)) => count(*number, list),
            (Finding::Count(number), Demand::Parts(_, parts)) => count_of(*number, what_of(parts)),
            (Finding::Count(number), _) => number.to_string(),
            (Finding::Entity(entity), _) => describe(entity),
            (Finding::Answer(Answer::Holds), _) => "that it holds".to_owned(),
            (Finding::Answer(Answer::Fails(_)), demand) => self.arguments(record, demand),
            (Finding::Answer(Answer::Broken(reason)), _) => reason.clone(),
            (Finding::Answer(Answer::MissesArgument), _) => {
                "that an argument is missing".to_owned()
            }
            (Finding::Nothing | Finding::Fact(_), _) => match (test.demand, &part.entity) {
                (Demand::Attribute(..), _) => self.other_attributes(record, test),
                (Demand::Presence(_), _) => "none".to_owned(),
                (Demand::Guard(_), _) => "that it is not".to_owned(),
                (_, Some(entity)) => describe(entity),
                (_, None) => "none".to_owned(),
            },
        }
    }

    /// Why a constraint does not hold.
    pub(super) fn reason(
        &self,
        record: &Record<'a>,
        test: &Tested<'_>,
        line_of: reasons::LineOf<'_, 'a>,
    ) -> Option<Reason> {
        let (Finding::Answer(Answer::Fails(said)), Demand::Constraint(index)) =
            (&test.finding, test.demand)
        else {
            return None;
        };
        if let Some(said) = said {
            return Some(Reason::Said(said.clone()));
        }
        let call = &self.pattern().constraints[index];
        let argument = |node: &NodeId| {
            let part = record.bound[node.index()]?;
            record.parts[part.0].entity.clone()
        };
        let arguments: Vec<_> = call.arguments.iter().map(argument).collect();
        let asked = reasons::Call {
            context: self.reference.context(),
            arguments: &arguments,
            line_of,
        };
        reasons::why(self.text(call.name), &asked).map(Reason::Known)
    }

    /// What a constraint that does not hold was asked about.
    fn arguments(&self, record: &Record<'_>, demand: Demand) -> String {
        let Demand::Constraint(index) = demand else {
            return "that it does not hold".to_owned();
        };
        let arguments = self.pattern().constraints[index].arguments.iter();
        let entities = arguments.filter_map(|node| {
            if self.value(*node).is_some() {
                return None;
            }
            let part = record.bound[node.index()]?;
            record.parts[part.0].entity.as_ref()
        });
        let described: Vec<_> = entities.map(with_type).collect();
        match &described[..] {
            [] => "that it does not hold".to_owned(),
            described => described.join(" and "),
        }
    }

    /// The attributes that an operation has instead of one.
    fn other_attributes(&self, record: &Record<'_>, test: &Tested<'_>) -> String {
        let parent = record.parts[test.subject.0].parent;
        let Some(Entity::Operation(operation)) =
            parent.and_then(|parent| record.parts[parent.0].entity.as_ref())
        else {
            return "none".to_owned();
        };
        let names = entity::attribute_names(*operation);
        match &names[..] {
            [] => "no attributes".to_owned(),
            names => format!("only {}", quoted(names)),
        }
    }
}

pub(super) fn quoted(names: &[String]) -> String {
    const MAX: usize = 6;
    let shown = names.iter().take(MAX).map(|name| format!("`{name}`"));
    let mut shown: Vec<_> = shown.collect();
    if names.len() > MAX {
        shown.push(format!("{} more", names.len() - MAX));
    }
    shown.join(", ")
}

fn count(number: usize, list: List) -> String {
    let what = match list {
        List::PdllOperands => "operand",
        List::PdllResults => "result",
    };
    count_of(number, what)
}

fn what_of(parts: Parts) -> &'static str {
    match parts {
        Parts::PdllRegions => "region",
        Parts::PdllBlocks => "block",
        Parts::PdllArguments => "argument",
        Parts::PdllOperations => "operation",
    }
}

fn count_of(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}s"),
        _ => crate::base::diagnostic::count(number, what),
    }
}

fn say_groups(list: List, groups: &str, division: Division) -> String {
    let singles = groups.matches('1').count();
    match division {
        _ if singles == groups.len() => count(singles, list),
        Division::Single => count(groups.len(), list),
        Division::Segments => {
            let name = match list {
                List::PdllOperands => "operandSegmentSizes",
                List::PdllResults => "resultSegmentSizes",
            };
            format!(
                "{} groups that `{name}` gives the right lengths",
                groups.len()
            )
        }
        Division::Whole | Division::Count if groups.len() - singles == 1 => {
            format!("at least {}", count(singles, list))
        }
        Division::Whole | Division::Count => {
            format!(
                "{} with {} ranges of the same length",
                count(singles, list),
                groups.len() - singles
            )
        }
    }
}

/// What an entity is, in short.
pub(super) fn describe(found: &Entity<'_>) -> String {
    const MAX: usize = 4;
    let list = |mut texts: Vec<String>| {
        let rest = texts.len().saturating_sub(MAX);
        texts.truncate(MAX);
        if rest > 0 {
            texts.push(format!("{rest} more"));
        }
        format!("({})", texts.join(", "))
    };
    match found {
        Entity::Attribute(attribute) => format!("`{}`", shortened(&attribute.to_string())),
        Entity::Operation(operation) => one_of(&name_of(*operation)),
        Entity::Type(ty) => format!("`{}`", shortened(&ty.to_string())),
        Entity::Types(types) => {
            let texts = types
                .iter()
                .take(MAX + 1)
                .map(|ty| shortened(&ty.to_string()));
            format!("`{}`", list(texts.collect()))
        }
        Entity::Value(value) => value_text(*value),
        Entity::Values(values) => list(values.iter().map(|value| value_text(*value)).collect()),
        Entity::Region(_) => "a region".to_owned(),
        Entity::Block(block) => match block.around() {
            Some(around) => format!("a block of `{}`", name_of(around)),
            None => "a block".to_owned(),
        },
    }
}

/// An operation of a name.
fn one_of(name: &str) -> String {
    let article = match name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    };
    format!("{article} `{name}`")
}

/// What an entity is, with its type if it is a value.
fn with_type(found: &Entity<'_>) -> String {
    match found {
        Entity::Value(value) => {
            let ty = shortened(&entity::type_of(*value).to_string());
            format!("{} of type `{ty}`", value_text(*value))
        }
        other => describe(other),
    }
}

pub(super) fn value_text(value: melior::ir::Value<'_, '_>) -> String {
    match entity::definition(value) {
        Definition::Result(owner, number) => {
            let name = name_of(owner);
            match owner.result_count() {
                1 => format!("the result of `{name}`"),
                _ => format!("result {number} of `{name}`"),
            }
        }
        Definition::Block(Some(owner)) => format!("a block argument of `{}`", name_of(owner)),
        Definition::Block(None) => "a block argument".to_owned(),
    }
}

/// A text that may be of any length, as messages have it.
pub(super) fn shortened(text: &str) -> String {
    const MAX: usize = 80;
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

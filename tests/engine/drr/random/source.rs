//! What a random rule matches.

use super::{Argument, Kind, OPERATIONS, Operation, Random, TYPES};

/// An operation that a rule matches.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) operation: &'static Operation,
    pub(super) arguments: Vec<Match>,
    /// Whether the first two operands may be in either order.
    is_either: bool,
    name: Option<String>,
}

/// What a rule demands of an argument.
#[derive(Debug)]
pub(super) enum Match {
    Operation(Node),
    /// A value, of this type.
    Value(String, Option<usize>),
    /// Any number of values.
    Range(String),
    /// As many values as there are names.
    Values(Vec<String>),
    Attribute(String),
    Constant(Kind, i64),
}

/// What the results of a rule can mention.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// Operands.
    pub(super) captured: Vec<String>,
    /// Results of operations.
    pub(super) bound: Vec<String>,
    pub(super) ranges: Vec<String>,
    pub(super) attributes: Vec<(String, Kind)>,
    count: usize,
    /// Whether a value has to be the same in two places.
    has_equal_values: bool,
}

impl Symbols {
    /// The names of attributes of that kind, and of no other one that may stand there.
    pub(super) fn attributes_of(&self, kind: Kind) -> Vec<&str> {
        let attributes = self.attributes.iter().filter(|(_, other)| *other == kind);
        attributes.map(|(name, _)| name.as_str()).collect()
    }

    fn fresh(&mut self) -> String {
        self.count += 1;
        format!("$s{}", self.count)
    }
}

/// How many operations below each other a rule matches, without the root.
const DEPTH: usize = 2;

pub(super) fn source(random: &mut Random) -> (Node, Symbols) {
    let mut symbols = Symbols::default();
    let mut node = node(random.pick(&OPERATIONS), DEPTH, &mut symbols, random);
    if symbols.has_equal_values {
        // The generated code compares values after it has settled on an order.
        node.settle_order();
    }
    (node, symbols)
}

fn node(
    operation: &'static Operation,
    depth: usize,
    symbols: &mut Symbols,
    random: &mut Random,
) -> Node {
    let arguments: Vec<_> = operation
        .arguments
        .iter()
        .map(|argument| match argument {
            Argument::Operand => operand(depth, symbols, random),
            Argument::Range => range(symbols, random),
            Argument::Attribute(_, kind) => attribute(*kind, symbols, random),
        })
        .collect();
    // The results of the root are replaced, so new operations must not use them.
    let name = (depth < DEPTH && random.chance(25)).then(|| symbols.fresh());
    match (&name, operation.results) {
        (Some(name), 1) => symbols.bound.push(name.clone()),
        (Some(name), _) => symbols
            .bound
            .extend([format!("{name}__0"), format!("{name}__1")]),
        (None, _) => {}
    }
    let has_two_operands = operation.arguments == [Argument::Operand; 2];
    Node {
        operation,
        arguments,
        is_either: has_two_operands && random.chance(30),
        name,
    }
}

fn operand(depth: usize, symbols: &mut Symbols, random: &mut Random) -> Match {
    if depth > 0 && random.chance(45) {
        let operation = random.pick(&OPERATIONS);
        return Match::Operation(node(operation, depth - 1, symbols, random));
    }
    if random.chance(15)
        && let Some(again) = random.pick_any(&symbols.captured)
    {
        symbols.has_equal_values = true;
        return Match::Value(again.clone(), None);
    }
    let ty = random.chance(20).then(|| random.below(TYPES.len()));
    if random.chance(10) {
        return Match::Value("$_".to_owned(), ty);
    }
    let name = symbols.fresh();
    symbols.captured.push(name.clone());
    Match::Value(name, ty)
}

fn range(symbols: &mut Symbols, random: &mut Random) -> Match {
    if random.chance(50) {
        let names: Vec<_> = (0..random.below(4)).map(|_| symbols.fresh()).collect();
        symbols.captured.extend(names.iter().cloned());
        return Match::Values(names);
    }
    let name = symbols.fresh();
    symbols.ranges.push(name.clone());
    Match::Range(name)
}

fn attribute(kind: Kind, symbols: &mut Symbols, random: &mut Random) -> Match {
    if kind != Kind::Property && random.chance(30) {
        return Match::Constant(kind, random.below(3) as i64);
    }
    let name = symbols.fresh();
    symbols.attributes.push((name.clone(), kind));
    Match::Attribute(name)
}

impl Node {
    pub(super) fn results(&self) -> usize {
        self.operation.results
    }

    pub(super) fn settle_order(&mut self) {
        self.is_either = false;
        for argument in &mut self.arguments {
            if let Match::Operation(node) = argument {
                node.settle_order();
            }
        }
    }

    pub(super) fn text(&self) -> String {
        let arguments: Vec<_> = self.arguments.iter().map(Match::text).collect();
        let mut arguments = arguments.join(", ");
        if self.is_either {
            arguments = format!("(either {arguments})");
        }
        let name = self.name.as_ref().map(|name| format!(":{name}"));
        let def = self.operation.def;
        format!("({def}{} {arguments})", name.unwrap_or_default())
    }

    /// Whether two operations below this one are written alike.
    pub(super) fn has_equal_parts(&self) -> bool {
        let mut parts = Vec::new();
        self.collect_parts(&mut parts);
        let count = parts.len();
        parts.sort_unstable();
        parts.dedup();
        parts.len() != count
    }

    fn collect_parts(&self, parts: &mut Vec<String>) {
        parts.push(self.text());
        for argument in &self.arguments {
            if let Match::Operation(node) = argument {
                node.collect_parts(parts);
            }
        }
    }
}

impl Match {
    fn text(&self) -> String {
        match self {
            Match::Operation(node) => node.text(),
            Match::Value(name, Some(ty)) => format!("{}:{name}", TYPES[*ty].0),
            Match::Value(name, None) | Match::Range(name) | Match::Attribute(name) => name.clone(),
            Match::Values(names) => format!("(variadic {})", names.join(", ")),
            Match::Constant(kind, number) => constant(*kind, *number),
        }
    }
}

pub(super) fn constant(kind: Kind, number: i64) -> String {
    let def = match kind {
        Kind::I32 | Kind::MaybeI32 | Kind::OpenI32 => "I32Attr",
        Kind::I64 => "I64Attr",
        Kind::Property => unreachable!("a property is no attribute"),
    };
    format!("ConstantAttr<{def}, \"{number}\">")
}

//! What a random rule creates.

use super::{
    Argument, INFERRING, Kind, OPERATIONS, Operation, Random,
    source::{Symbols, constant},
};

/// The result patterns of a rule whose root has so many results.
pub(super) fn results(count: usize, symbols: &Symbols, random: &mut Random) -> Vec<String> {
    let mut results = Vec::new();
    if random.chance(25) {
        results.push(create(Place::Inner, 0, symbols, random));
    }
    if count == 2 && random.chance(50) {
        results.push(create(Place::Root(2), 2, symbols, random));
        return results;
    }
    for _ in 0..count {
        let value = random.pick_any(&symbols.captured);
        results.push(match value {
            Some(value) if random.chance(15) => format!("(replaceWithValue {value})"),
            _ => create(Place::Root(1), 2, symbols, random),
        });
    }
    results
}

/// Where an operation is created.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It replaces so many results of the root, and has their types.
    Root(usize),
    Inner,
}

fn create(place: Place, depth: usize, symbols: &Symbols, random: &mut Random) -> String {
    let operation = pick(place, symbols, random);
    let mut arguments: Vec<_> = operation
        .arguments
        .iter()
        .map(|argument| match argument {
            Argument::Operand => operand(depth, symbols, random),
            Argument::Range => range(symbols, random),
            Argument::Attribute(_, kind) => attribute(*kind, symbols, random),
        })
        .collect();
    if place == Place::Inner && !operation.infers {
        arguments.push(types(operation.results, symbols, random));
    } else if random.chance(15) {
        arguments.push(location(symbols, random));
    }
    format!("({} {})", operation.def, arguments.join(", "))
}

fn pick(place: Place, symbols: &Symbols, random: &mut Random) -> &'static Operation {
    let results = match place {
        Place::Root(results) => results,
        Place::Inner => 1,
    };
    loop {
        let operation = match random.chance(30) {
            true => random.pick(&INFERRING),
            false => random.pick(&OPERATIONS),
        };
        // The types of the root would be wrong for these.
        let is_wrong = place != Place::Inner && matches!(operation.def, "IndexOp" | "SecondOp");
        if operation.results == results && !is_wrong && has_properties(symbols, operation) {
            return operation;
        }
    }
}

/// Whether the source has names for the properties that the operation needs. Without the
/// class of an operation, nothing else sets a property.
fn has_properties(symbols: &Symbols, operation: &Operation) -> bool {
    operation.arguments.iter().all(|argument| {
        !matches!(argument, Argument::Attribute(_, Kind::Property))
            || !symbols.attributes_of(Kind::Property).is_empty()
    })
}

/// A source without operands leaves nothing to use, but a new value.
fn operand(depth: usize, symbols: &Symbols, random: &mut Random) -> String {
    if depth > 0 && random.chance(35) {
        return create(Place::Inner, depth - 1, symbols, random);
    }
    let values = match random.chance(25) {
        true => &symbols.bound,
        false => &symbols.captured,
    };
    let value = random.pick_any(values).cloned();
    value.unwrap_or_else(|| "(SourceOp (returnType \"$_builder.getI8Type()\"))".to_owned())
}

fn range(symbols: &Symbols, random: &mut Random) -> String {
    match random.pick_any(&symbols.ranges) {
        Some(range) if random.chance(70) => return range.clone(),
        _ => {}
    }
    let mut values = symbols.captured.clone();
    values.truncate(random.below(4));
    format!("(variadic {})", values.join(", "))
}

fn attribute(kind: Kind, symbols: &Symbols, random: &mut Random) -> String {
    let fits = |(_, other): &&(String, Kind)| {
        let is_number = matches!(other, Kind::I32 | Kind::OpenI32);
        let takes_number = matches!(kind, Kind::I32 | Kind::MaybeI32 | Kind::OpenI32);
        *other == kind || (takes_number && is_number)
    };
    let names: Vec<_> = symbols.attributes.iter().filter(fits).collect();
    match random.pick_any(&names) {
        Some((name, _)) if kind == Kind::Property || random.chance(60) => name.clone(),
        _ if kind != Kind::I64 && random.chance(50) => computed(symbols, random),
        _ => constant(kind, random.below(3) as i64),
    }
}

/// An attribute of 32 bits that C++ computes, in one call or two.
fn computed(symbols: &Symbols, random: &mut Random) -> String {
    let numbers = symbols.attributes_of(Kind::I32);
    let value = random.pick_any(&symbols.captured);
    let inner = match (random.pick_any(&numbers), value) {
        (Some(number), _) if random.chance(50) => number.to_string(),
        (_, Some(value)) => format!("(IsWord {value})"),
        (Some(number), None) => number.to_string(),
        (None, None) => return constant(Kind::I32, 2),
    };
    match random.pick_any(&numbers) {
        Some(other) if random.chance(40) => format!("(AddBoth {other}, {inner})"),
        _ => format!("(AddOne {inner})"),
    }
}

/// Where a new operation comes from.
fn location(symbols: &Symbols, random: &mut Random) -> String {
    match random.pick_any(&symbols.captured) {
        Some(value) if random.chance(60) => format!("(location {value})"),
        _ => "(location \"name\")".to_owned(),
    }
}

fn types(count: usize, symbols: &Symbols, random: &mut Random) -> String {
    let mut one = || match random.pick_any(&symbols.captured) {
        Some(value) if random.chance(50) => value.clone(),
        _ => "\"$_builder.getI8Type()\"".to_owned(),
    };
    let types: Vec<_> = (0..count).map(|_| one()).collect();
    format!("(returnType {})", types.join(", "))
}

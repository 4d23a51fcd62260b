//! Random conditions of predicates and constraints, joined by `and`, `or` and `not`: of pdll's
//! own ones, of ones with native functions, of definitions, and of constraints with a body.
//! They hold of what trying all values says.

use crate::{
    effort,
    random::apply::apply,
    support::{
        process::scratch,
        random::{Random, numbers, seed},
        say,
    },
};
use std::{collections::BTreeSet, fmt::Write, fs, path::Path};

#[test]
fn conditions_hold_of_what_trying_all_values_says() {
    let seed = seed();
    let all = numbers(effort::share(400)).map(|number| Conditions::random(seed, number));
    let all: Vec<_> = all.collect();
    let expected = expected(&all);
    say(&format!(
        "{} conditions hold of {} operations, of {}",
        all.len(),
        expected.len(),
        all.len() * SUBJECTS.len()
    ));
    let folder = scratch("random-conditions");
    let (patterns, program) = (folder.join("p.pdll"), folder.join("in.mlir"));
    fs::write(&patterns, patterns_text(&all)).expect("the folder is ours");
    fs::write(&program, program_text(&all)).expect("the folder is ours");
    for driver in ["walk", "greedy"] {
        assert_eq!(found(driver, &patterns, &program), expected, "{driver}");
    }
}

/// What conditions are about: a type, a number that takes it apart, and another number.
#[derive(Debug, Clone, Copy)]
struct Subject {
    ty: &'static str,
    /// The width of an integer, or of the elements of a vector.
    width: Option<u32>,
    is_vector: bool,
    number: u32,
}

const SUBJECTS: [Subject; 15] = {
    let types = [
        ("i4", Some(4), false),
        ("i8", Some(8), false),
        ("f32", None, false),
        ("vector<2xi8>", Some(8), true),
        ("vector<2xf32>", None, true),
    ];
    let numbers = [2, 3, 8];
    let mut all = [Subject {
        ty: "",
        width: None,
        is_vector: false,
        number: 0,
    }; 15];
    let mut index = 0;
    while index < all.len() {
        let (ty, width, is_vector) = types[index / numbers.len()];
        let number = numbers[index % numbers.len()];
        all[index] = Subject {
            ty,
            width,
            is_vector,
            number,
        };
        index += 1;
    }
    all
};

/// What predicates say of the type `t` and the number `n`, with whom they agree.
type Truth = fn(Subject) -> bool;

/// Applications of predicates. The functions of `Even`, `Byte` and `Width` are C++.
const LEAVES: [(&str, Truth); 11] = [
    ("Even(n)", |one| one.number.is_multiple_of(2)),
    ("Byte(t)", |one| one.width == Some(8) && !one.is_vector),
    ("Width(t, n)", |one| {
        !one.is_vector && one.width == Some(one.number)
    }),
    ("Width(t, Even)", |one| {
        !one.is_vector && one.width.is_some_and(|width| width.is_multiple_of(2))
    }),
    ("Width(t, 4)", |one| !one.is_vector && one.width == Some(4)),
    ("VectorType(t, Byte, _, _)", |one| {
        one.is_vector && one.width == Some(8)
    }),
    ("ElementTypeOrSelf(t, Width<n>)", |one| {
        one.width == Some(one.number)
    }),
    ("I8(t)", |one| one.width == Some(8) && !one.is_vector),
    ("F32(t)", |one| one.width.is_none() && !one.is_vector),
    ("IntegerType(t, n)", |one| {
        !one.is_vector && one.width == Some(one.number)
    }),
    ("le(n, 3)", |one| one.number <= 3),
];

/// Calls of constraints: with C++, with a body that computes, and with one that joins.
const CALLS: [(&str, Truth); 4] = [
    ("IsEven(n)", |one| one.number.is_multiple_of(2)),
    ("HasWidth(t, n)", |one| {
        !one.is_vector && one.width == Some(one.number)
    }),
    ("IsPower(n)", |one| one.number.is_power_of_two()),
    ("IsByteOrFloat(t)", |one| {
        !one.is_vector && one.width.is_none_or(|width| width == 8)
    }),
];

const DEFINITIONS: &str = r#"#include "pdll/std.pdll"
#include "pdll/types.pdll"
Constraint IsEven(number: Attr) [{
  auto value = llvm::dyn_cast<mlir::IntegerAttr>(number);
  return mlir::success(value && value.getInt() % 2 == 0);
}];
Constraint WidthOf(type: Type) -> Attr [{
  if (!llvm::isa<mlir::IntegerType>(type))
    return mlir::failure();
  results.push_back(rewriter.getI64IntegerAttr(type.getIntOrFloatBitWidth()));
  return mlir::success();
}];
Constraint HasWidth(type: Type, width: Attr) {
  let found = WidthOf(type);
  eq(found, width);
}
Constraint IsPower(number: Attr) { Log2(number); }
Constraint IsByteOrFloat(type: Type) { I8(type) or not Width(type, _) and F32(type); }
Predicate Even(self: Attr) check [{
  auto number = llvm::dyn_cast<mlir::IntegerAttr>(self);
  return mlir::success(number && number.getInt() % 2 == 0);
}];
Predicate Byte(self: Type) check [{ return mlir::success(self.isInteger(8)); }];
Predicate Width(self: Type, width: Attr) check [{
  return mlir::success(llvm::isa<mlir::IntegerType>(self));
}] capture (width) [{
  results.push_back(rewriter.getI64IntegerAttr(self.getIntOrFloatBitWidth()));
  return mlir::success();
}];
"#;

/// A definition must mention all of its parameters.
const MENTIONS: &str = "eq(t, t) and le(n, 8)";

enum Condition {
    /// An application, and whether it must not hold.
    Leaf(usize, bool),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    /// An application of the definition with that number, and whether it must not hold.
    Defined(usize, bool),
    /// As `Leaf`, of a constraint.
    Call(usize, bool),
}

/// What conditions may have.
#[derive(Debug, Clone, Copy)]
struct Scope {
    /// The number of definitions.
    definitions: usize,
    /// Whether there may be constraints. The definition of a predicate has none.
    constraints: bool,
}

/// A predicate, or a constraint with a body.
struct Definition {
    is_predicate: bool,
    condition: Condition,
}

/// The definitions of a pattern, and the condition that it has.
struct Conditions {
    number: u64,
    definitions: Vec<Definition>,
    condition: Condition,
}

impl Conditions {
    fn random(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, 0xC0D1_0000 + number);
        let mut definitions = Vec::new();
        for known in 0..random.below(3) {
            // Those of predicates come first, because they know no others.
            let is_predicate =
                random.chance(50) && definitions.iter().all(|one: &Definition| one.is_predicate);
            let scope = Scope {
                definitions: known,
                constraints: !is_predicate,
            };
            definitions.push(Definition {
                is_predicate,
                condition: Condition::random(&mut random, 2, scope),
            });
        }
        let scope = Scope {
            definitions: definitions.len(),
            constraints: true,
        };
        let condition = Condition::random(&mut random, 3, scope);
        Conditions {
            number,
            definitions,
            condition,
        }
    }

    fn holds(&self, condition: &Condition, subject: Subject) -> bool {
        match condition {
            Condition::Leaf(index, is_negated) => LEAVES[*index].1(subject) != *is_negated,
            Condition::And(all) => all.iter().all(|one| self.holds(one, subject)),
            Condition::Or(all) => all.iter().any(|one| self.holds(one, subject)),
            Condition::Defined(index, is_negated) => {
                self.holds(&self.definitions[*index].condition, subject) != *is_negated
            }
            Condition::Call(index, is_negated) => CALLS[*index].1(subject) != *is_negated,
        }
    }

    fn text(&self, condition: &Condition) -> String {
        let not = |is_negated: &bool| if *is_negated { "not " } else { "" };
        let join = |all: &[Condition], word: &str| {
            let all: Vec<_> = all.iter().map(|one| self.text(one)).collect();
            format!("({})", all.join(word))
        };
        match condition {
            Condition::Leaf(index, negated) => format!("{}{}", not(negated), LEAVES[*index].0),
            Condition::Call(index, negated) => format!("{}{}", not(negated), CALLS[*index].0),
            Condition::And(all) => join(all, " and "),
            Condition::Or(all) => join(all, " or "),
            Condition::Defined(index, negated) => {
                format!("{}D{}_{index}(t, n)", not(negated), self.number)
            }
        }
    }
}

impl Condition {
    /// A condition that is nested at most so deeply.
    fn random(random: &mut Random, depth: usize, scope: Scope) -> Self {
        let some = |random: &mut Random| {
            let count = 2 + random.below(2);
            (0..count)
                .map(|_| Self::random(random, depth - 1, scope))
                .collect()
        };
        match random.below(6) {
            0 | 1 if depth > 0 => Condition::Or(some(random)),
            2 if depth > 0 => Condition::And(some(random)),
            3 if scope.definitions > 0 => {
                Condition::Defined(random.below(scope.definitions), random.chance(30))
            }
            4 if scope.constraints => Condition::Call(random.below(CALLS.len()), random.chance(30)),
            _ => Condition::Leaf(random.below(LEAVES.len()), random.chance(30)),
        }
    }
}

fn patterns_text(all: &[Conditions]) -> String {
    let mut text = DEFINITIONS.to_owned();
    for one in all {
        let number = one.number;
        for (index, definition) in one.definitions.iter().enumerate() {
            let condition = one.text(&definition.condition);
            let (keyword, open, close) = match definition.is_predicate {
                true => ("Predicate", "=", ";"),
                false => ("Constraint", "{", "; }"),
            };
            let _ = writeln!(
                text,
                "{keyword} D{number}_{index}(t: Type, n: Attr) {open} {MENTIONS} and \
                 {condition}{close}"
            );
        }
        let condition = one.text(&one.condition);
        let _ = writeln!(
            text,
            "Pattern {{ let root = op<t.root{number}>(x: Value<t: Type>) {{n = n: Attr}}; \
             {condition}; replace root with op<t.hit{number}>(x) {{n = n}}; }}"
        );
    }
    text
}

fn program_text(all: &[Conditions]) -> String {
    let mut text = "func.func @f(".to_owned();
    for (index, Subject { ty, .. }) in SUBJECTS.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}%{index}: {ty}");
    }
    text.push_str(") {\n");
    for Conditions {
        number: pattern, ..
    } in all
    {
        for (index, Subject { ty, number, .. }) in SUBJECTS.iter().enumerate() {
            let _ = writeln!(
                text,
                "  \"t.root{pattern}\"(%{index}) {{n = {number} : i64}} : ({ty}) -> ()"
            );
        }
    }
    text + "  return\n}\n"
}

/// The operations that patterns create: the number of the pattern, and the type and the
/// number that its condition holds of.
fn expected(all: &[Conditions]) -> BTreeSet<String> {
    let mut expected = BTreeSet::new();
    for one in all {
        let subjects = SUBJECTS.iter();
        for Subject { ty, number, .. } in
            subjects.filter(|subject| one.holds(&one.condition, **subject))
        {
            expected.insert(format!("{}: {ty} {number}", one.number));
        }
    }
    expected
}

fn found(driver: &str, patterns: &Path, program: &Path) -> BTreeSet<String> {
    let output = apply(driver, patterns, program);
    let hits = output.lines().filter_map(|line| {
        let (pattern, rest) = line.trim().strip_prefix("\"t.hit")?.split_once('"')?;
        let (_, rest) = rest.split_once("{n = ")?;
        let (number, rest) = rest.split_once(" : i64} : (")?;
        let (ty, _) = rest.split_once(')')?;
        Some(format!("{pattern}: {ty} {number}"))
    });
    hits.collect()
}

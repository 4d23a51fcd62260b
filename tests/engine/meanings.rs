//! What the verifier says operations compute, against MLIR's own folders.

use pdll_verify::{
    meanings::{self, AttributeKind, Operation, Reading},
    term::{Constant, Terms},
    value::{Type, Value},
};
use std::{
    fmt::Write as _,
    io::Write as _,
    process::{Command, Stdio},
};

/// Operations with two operands of the type of the result.
const BINARY: [&str; 22] = [
    "addi",
    "subi",
    "muli",
    "shli",
    "shrui",
    "shrsi",
    "divui",
    "divsi",
    "ceildivui",
    "ceildivsi",
    "floordivsi",
    "remui",
    "remsi",
    "andi",
    "ori",
    "xori",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
    "cmpi",
    "extui",
];

const PREDICATES: [&str; 10] = [
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];

/// An operation on constants.
struct Case {
    name: &'static str,
    predicate: usize,
    width: u32,
    x: u128,
    y: u128,
}

#[test]
fn meanings_agree_with_folders() {
    let cases = cases();
    let folded = fold(&cases);
    assert_eq!(folded.len(), cases.len());
    let mut num_compared = 0;
    for (case, folded) in cases.iter().zip(folded) {
        let Some(folded) = folded else { continue };
        if let Some(meant) = meant(case) {
            assert_eq!(
                folded, meant,
                "arith.{} of {} and {} in {} bits",
                case.name, case.x, case.y, case.width
            );
            num_compared += 1;
        }
    }
    assert!(
        num_compared > cases.len() / 2,
        "folders fold most of them: {num_compared}"
    );
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for width in 1..=4 {
        for name in BINARY {
            let num_predicates = if name == "cmpi" { PREDICATES.len() } else { 1 };
            let num_second = if name == "extui" { 1 } else { 1 << width };
            for predicate in 0..num_predicates {
                for x in 0..1 << width {
                    for y in 0..num_second {
                        cases.push(Case {
                            name,
                            predicate,
                            width,
                            x,
                            y,
                        });
                    }
                }
            }
        }
    }
    cases
}

/// What MLIR folds each of them to, if it does.
fn fold(cases: &[Case]) -> Vec<Option<u128>> {
    let mut text = String::new();
    for (index, case) in cases.iter().enumerate() {
        let Case {
            name,
            predicate,
            width,
            x,
            y,
        } = case;
        let (predicate, result) = match *name {
            "cmpi" => (format!("{}, ", PREDICATES[*predicate]), 1),
            "extui" => (String::new(), 2 * width),
            _ => (String::new(), *width),
        };
        let signed = |bits: u128| {
            let unused = 128 - width;
            ((bits << unused).cast_signed()) >> unused
        };
        let operation = match *name {
            "extui" => format!("arith.extui %x : i{width} to i{result}"),
            _ => format!("arith.{name} {predicate}%x, %y : i{width}"),
        };
        let _ = writeln!(
            text,
            "func.func @f{index}() -> i{result} {{\n  %x = arith.constant {} : i{width}\n  \
             %y = arith.constant {} : i{width}\n  %0 = {operation}\n  return %0 : i{result}\n}}",
            signed(*x),
            signed(*y),
        );
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_pdll-opt-full"))
        .args(["opt", "--canonicalize", "--mlir-print-op-generic", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("the input is a pipe");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("it reads all");
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).expect("it prints text");
    let functions = printed.split("\"func.func\"").skip(1);
    functions.map(constant).collect()
}

/// The number of the constant that a printed function returns, if it does nothing else.
fn constant(function: &str) -> Option<u128> {
    let operations: Vec<_> = function
        .lines()
        .filter(|line| line.contains("= \"arith."))
        .collect();
    let [line] = operations[..] else { return None };
    let value = line.split_once("value = ")?.1;
    let value = value.split(['}', ' ']).next()?;
    match value {
        "true" => Some(1),
        "false" => Some(0),
        number => number.parse::<i128>().ok().map(i128::cast_unsigned),
    }
    .filter(|_| line.contains("arith.constant"))
}

/// What the meaning says, unless the result is poison or the behaviour undefined.
fn meant(case: &Case) -> Option<u128> {
    let name = format!("arith.{}", case.name);
    let meaning = meanings::find(&name).expect("it has a meaning");
    let mut terms = Terms::default();
    let operands: Vec<_> = [case.x, case.y]
        .map(|bits| {
            let content = terms.bits(case.width, bits);
            Value::known(&mut terms, content)
        })
        .into_iter()
        .take(if case.name == "extui" { 1 } else { 2 })
        .collect();
    let ty = Type::Integer(case.width);
    let result = match case.name {
        "cmpi" => Type::Integer(1),
        "extui" => Type::Integer(2 * case.width),
        _ => ty,
    };
    let attributes: Vec<_> = meaning
        .attributes
        .iter()
        .map(|(_, kind)| match kind {
            AttributeKind::Choice { .. } => terms.bits(4, case.predicate as u128),
            AttributeKind::Flags { bits, .. } => terms.bits(*bits, 0),
            _ => terms.bool(false),
        })
        .collect();
    let mut operation = Operation {
        terms: &mut terms,
        operands: &operands,
        operand_types: &vec![ty; operands.len()],
        result_types: &[result],
        attributes: &attributes,
        reading: Reading {
            remainder_of_min_is_undefined: false,
        },
    };
    let outcome = (meaning.compute)(&mut operation).expect("the types suit it");
    let holds = |term| terms.constant(term).expect("all is known").is_true();
    if holds(outcome.is_undefined) || holds(outcome.results[0].is_poison) {
        return None;
    }
    match terms.constant(outcome.results[0].content) {
        Some(Constant::Bits { bits, width }) => {
            // As it is printed: with a sign, but for one bit.
            let unused = if width == 1 { 0 } else { 128 - width };
            Some(((bits << unused).cast_signed() >> unused).cast_unsigned())
        }
        other => panic!("{other:?} is no number"),
    }
}

//! What the verifier says operations compute, against MLIR's own folders.

use crate::effort;
use pdll_verify::{
    meanings::{self, AttributeKind, Operation, Reading},
    term::{Constant, Format, Terms},
    value::{Type, Value},
};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::Write as _,
    process::{Command, Stdio},
};

/// More programs than this are not folded at once.
const MAX_PROGRAMS: usize = 40_000;

/// Operations on integers, with as many operands of one type. The result has that type, or
/// the one that is named.
const ON_INTEGERS: [(&str, usize, ResultType); 35] = [
    ("arith.addi", 2, ResultType::Same),
    ("arith.subi", 2, ResultType::Same),
    ("arith.muli", 2, ResultType::Same),
    ("arith.shli", 2, ResultType::Same),
    ("arith.shrui", 2, ResultType::Same),
    ("arith.shrsi", 2, ResultType::Same),
    ("arith.divui", 2, ResultType::Same),
    ("arith.divsi", 2, ResultType::Same),
    ("arith.ceildivui", 2, ResultType::Same),
    ("arith.ceildivsi", 2, ResultType::Same),
    ("arith.floordivsi", 2, ResultType::Same),
    ("arith.remui", 2, ResultType::Same),
    ("arith.remsi", 2, ResultType::Same),
    ("arith.andi", 2, ResultType::Same),
    ("arith.ori", 2, ResultType::Same),
    ("arith.xori", 2, ResultType::Same),
    ("arith.maxsi", 2, ResultType::Same),
    ("arith.maxui", 2, ResultType::Same),
    ("arith.minsi", 2, ResultType::Same),
    ("arith.minui", 2, ResultType::Same),
    ("arith.cmpi", 2, ResultType::Bit),
    ("arith.extui", 1, ResultType::Twice),
    ("arith.extsi", 1, ResultType::Twice),
    ("arith.trunci", 1, ResultType::Half),
    ("arith.sitofp", 1, ResultType::F32),
    ("arith.uitofp", 1, ResultType::F32),
    ("math.absi", 1, ResultType::Same),
    ("math.ctlz", 1, ResultType::Same),
    ("math.cttz", 1, ResultType::Same),
    ("math.ctpop", 1, ResultType::Same),
    ("llvm.or", 2, ResultType::Same),
    ("llvm.shl", 2, ResultType::Same),
    ("llvm.icmp", 2, ResultType::Bit),
    ("llvm.zext", 1, ResultType::Twice),
    ("arith.bitcast", 1, ResultType::Same),
];

/// Operations on floats, in the same way.
const ON_FLOATS: [(&str, usize, ResultType); 26] = [
    ("arith.negf", 1, ResultType::Same),
    ("arith.addf", 2, ResultType::Same),
    ("arith.subf", 2, ResultType::Same),
    ("arith.mulf", 2, ResultType::Same),
    ("arith.divf", 2, ResultType::Same),
    ("arith.remf", 2, ResultType::Same),
    ("arith.maximumf", 2, ResultType::Same),
    ("arith.minimumf", 2, ResultType::Same),
    ("arith.maxnumf", 2, ResultType::Same),
    ("arith.minnumf", 2, ResultType::Same),
    ("arith.cmpf", 2, ResultType::Bit),
    ("arith.bitcast", 1, ResultType::I32),
    ("arith.fptosi", 1, ResultType::I32),
    ("arith.fptoui", 1, ResultType::I32),
    ("math.absf", 1, ResultType::Same),
    ("math.copysign", 2, ResultType::Same),
    ("math.sqrt", 1, ResultType::Same),
    ("math.floor", 1, ResultType::Same),
    ("math.ceil", 1, ResultType::Same),
    ("math.trunc", 1, ResultType::Same),
    ("math.round", 1, ResultType::Same),
    ("math.roundeven", 1, ResultType::Same),
    ("math.isnan", 1, ResultType::Bit),
    ("math.isinf", 1, ResultType::Bit),
    ("math.isfinite", 1, ResultType::Bit),
    ("math.isnormal", 1, ResultType::Bit),
];

/// The type of the result, for the type of the operands.
#[derive(Debug, Clone, Copy)]
enum ResultType {
    Same,
    Bit,
    Half,
    Twice,
    I32,
    F32,
}

/// An operation on constants.
#[derive(Debug)]
struct Case {
    name: &'static str,
    /// The predicate, if it has one.
    predicate: usize,
    ty: Type,
    operands: Vec<u128>,
    result: Type,
}

#[test]
fn meanings_agree_with_folders_on_small_integers() {
    // All numbers of the smallest types, and some of the others.
    let mut compared = BTreeMap::new();
    for width in 1..=8 {
        let mut cases = Vec::new();
        for (name, num_operands, result) in ON_INTEGERS {
            let ty = Type::Integer(width);
            if let Some(result) = result.of(ty) {
                let numbers: Vec<_> = (0..1 << width).collect();
                let all = all_cases(name, ty, &numbers, num_operands, result);
                cases.extend(match width {
                    0..=3 => all,
                    _ => effort::sample_one_in(1 << (width - 4), all),
                });
            }
        }
        compare(&cases, &mut compared);
    }
    assert_all_are_compared(&ON_INTEGERS, &compared);
}

#[test]
fn meanings_agree_with_folders_on_floats() {
    let numbers = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        3.0,
        7.3,
        -7.3,
        1e-40,
        8_388_609.0,
        4e9,
        -3e38,
        f32::MAX,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    let numbers = numbers.map(|number| u128::from(number.to_bits()));
    let ty = Type::Float(Format::F32);
    let mut cases = Vec::new();
    for (name, num_operands, result) in ON_FLOATS {
        let result = result.of(ty).expect("f32 has one");
        let all = all_cases(name, ty, &numbers, num_operands, result);
        cases.extend(match num_operands {
            1 => all,
            _ => effort::sample(all),
        });
    }
    let mut compared = BTreeMap::new();
    compare(&cases, &mut compared);
    assert_all_are_compared(&ON_FLOATS, &compared);
}

/// MLIR has a folder for each of them.
#[track_caller]
fn assert_all_are_compared(
    operations: &[(&'static str, usize, ResultType)],
    compared: &BTreeMap<&str, usize>,
) {
    let names = operations.iter().map(|(name, ..)| *name);
    let missing: Vec<_> = names.filter(|name| !compared.contains_key(name)).collect();
    assert!(
        missing.is_empty(),
        "{missing:?} are not folded: {compared:?}"
    );
}

/// An operation on all tuples of some numbers, for each predicate.
fn all_cases(
    name: &'static str,
    ty: Type,
    numbers: &[u128],
    num_operands: usize,
    result: Type,
) -> Vec<Case> {
    let meaning = meanings::find(name).expect("it has a meaning");
    let num_predicates = meaning.attributes.iter().find_map(|(_, kind)| match kind {
        AttributeKind::Choice { cases } => Some(*cases as usize),
        _ => None,
    });
    let tuples = (0..num_operands).fold(vec![Vec::new()], |tuples, _| {
        let longer = tuples.iter().flat_map(|tuple: &Vec<u128>| {
            numbers
                .iter()
                .map(move |number| [&tuple[..], &[*number]].concat())
        });
        longer.collect()
    });
    let predicates = 0..num_predicates.unwrap_or(1);
    let cases = predicates.flat_map(|predicate| {
        tuples.iter().map(move |operands| Case {
            name,
            predicate,
            ty,
            operands: operands.clone(),
            result,
        })
    });
    cases.collect()
}

/// Compares what is folded with what the meaning says. Counts how many of each operation are
/// folded and have a result.
fn compare(cases: &[Case], compared: &mut BTreeMap<&'static str, usize>) {
    for cases in cases.chunks(MAX_PROGRAMS) {
        let folded = fold(cases);
        assert_eq!(folded.len(), cases.len());
        for (case, folded) in cases.iter().zip(folded) {
            let Some(folded) = folded else { continue };
            if let Some(meant) = meant(case) {
                assert_eq!(folded, meant, "{case:?}");
                *compared.entry(case.name).or_default() += 1;
            }
        }
    }
}

/// What MLIR folds each of them to, if it does.
fn fold(cases: &[Case]) -> Vec<Option<u128>> {
    let mut text = String::new();
    for (index, case) in cases.iter().enumerate() {
        let _ = writeln!(text, "func.func @f{index}() -> {} {{", print(case.result));
        let ty = print(case.ty);
        let mut names = Vec::new();
        for (operand, bits) in case.operands.iter().enumerate() {
            let number = match case.ty {
                Type::Integer(_) => signed(case.ty, *bits).cast_signed().to_string(),
                _ => format!("{bits:#010X}").replace("0X", "0x"),
            };
            let _ = writeln!(text, "  %x{operand} = arith.constant {number} : {ty}");
            names.push(format!("%x{operand}"));
        }
        let meaning = meanings::find(case.name).expect("it has a meaning");
        let has_predicate =
            |(_, kind): &(_, AttributeKind)| matches!(kind, AttributeKind::Choice { .. });
        let attributes = match meaning.attributes.iter().any(has_predicate) {
            true => format!("{{predicate = {} : i64}}", case.predicate),
            false => String::new(),
        };
        let (operands, types) = (names.join(", "), vec![&*ty; names.len()].join(", "));
        let (name, result) = (case.name, print(case.result));
        let _ = writeln!(
            text,
            "  %0 = \"{name}\"({operands}) {attributes} : ({types}) -> {result}\n  \
             return %0 : {result}\n}}"
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
    let functions = functions.zip(cases);
    functions
        .map(|(function, case)| constant(function, case.result))
        .collect()
}

/// The bits of the constant that a printed function returns, if it does nothing else.
fn constant(function: &str, ty: Type) -> Option<u128> {
    let operations: Vec<_> = function
        .lines()
        .filter(|line| line.contains(" = \"") && !line.contains("sym_name"))
        .collect();
    let [line] = operations[..] else { return None };
    if !line.contains(".constant\"") {
        return None;
    }
    let value = line.split_once("value = ")?.1;
    let value = value.split(['}', ' ', '>']).next()?;
    let bits = match (value, ty) {
        ("true", _) => 1,
        ("false", _) => 0,
        (number, Type::Float(_)) => match number.strip_prefix("0x") {
            Some(digits) => u128::from_str_radix(digits, 16).ok()?,
            None => number.parse::<f32>().ok()?.to_bits().into(),
        },
        (number, _) => number.parse::<i128>().ok()?.cast_unsigned(),
    };
    Some(signed(ty, bits))
}

/// What the meaning says, unless the result is poison, one of several, or the behaviour
/// undefined.
fn meant(case: &Case) -> Option<u128> {
    let meaning = meanings::find(case.name).expect("it has a meaning");
    let mut terms = Terms::default();
    let operands: Vec<_> = case
        .operands
        .iter()
        .map(|bits| {
            let content = terms.bits(width(case.ty), *bits);
            Value::known(&mut terms, content)
        })
        .collect();
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
        operand_types: &vec![case.ty; operands.len()],
        result_types: &[case.result],
        attributes: &attributes,
        reading: Reading {
            remainder_of_min_is_undefined: false,
        },
    };
    let outcome = (meaning.compute)(&mut operation).expect("the types suit it");
    let holds = |term| terms.constant(term).expect("all is known").is_true();
    let assumed = outcome.assumptions.iter();
    let is_assumed = assumed.fold(true, |all, (_, term)| all && holds(*term));
    if !is_assumed || holds(outcome.is_undefined) || holds(outcome.results[0].is_poison) {
        return None;
    }
    match terms.constant(outcome.results[0].content) {
        Some(Constant::Bits { bits, .. }) => Some(signed(case.result, bits)),
        Some(other) => panic!("{other:?} has no bits"),
        None => {
            assert!(!outcome.choices.is_empty(), "{case:?} is known");
            None
        }
    }
}

impl ResultType {
    fn of(self, ty: Type) -> Option<Type> {
        let bits = width(ty);
        match self {
            ResultType::Same => Some(ty),
            ResultType::Bit => Some(Type::Integer(1)),
            ResultType::Half => (bits > 1).then_some(Type::Integer(bits.div_ceil(2))),
            ResultType::Twice => Some(Type::Integer(2 * bits)),
            ResultType::I32 => Some(Type::Integer(32)),
            ResultType::F32 => Some(Type::Float(Format::F32)),
        }
        .filter(|result| *result != ty || matches!(self, ResultType::Same | ResultType::Bit))
    }
}

fn width(ty: Type) -> u32 {
    match ty {
        Type::Integer(width) | Type::Index(width) => width,
        Type::Float(format) => format.width(),
        Type::Opaque => panic!("it has no bits"),
    }
}

fn print(ty: Type) -> String {
    match ty {
        Type::Float(_) => "f32".to_owned(),
        other => format!("i{}", width(other)),
    }
}

/// Bits as numbers are compared: integers with a sign, but for one bit, and one NaN.
fn signed(ty: Type, bits: u128) -> u128 {
    match ty {
        Type::Integer(1) => bits & 1,
        Type::Integer(width) => {
            let unused = 128 - width;
            ((bits << unused).cast_signed() >> unused).cast_unsigned()
        }
        _ => {
            let bits = u32::try_from(bits).expect("it has 32 bits");
            let is_nan = f32::from_bits(bits).is_nan();
            u128::from(if is_nan { f32::NAN.to_bits() } else { bits })
        }
    }
}

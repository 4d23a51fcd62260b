//! Created operations that are like verified ones are not verified again: MLIR's verifier
//! must say the same of all of them, and whatever it refuses must be refused.

use super::{super::support::process, is_plain};
use crate::effort;
use pdll::internals::{
    ods::{Arity, Group, Operation},
    testing::random::{Random, seed},
};
use process::Ending;
use std::{collections::BTreeMap, fmt::Write as _, fs};

/// Types that constraints tell apart.
const TYPES: [&str; 14] = [
    "i1",
    "i8",
    "i32",
    "f32",
    "f64",
    "index",
    "vector<4xi32>",
    "vector<4xf32>",
    "vector<4xi1>",
    "tensor<4xi32>",
    "tensor<?xf32>",
    "complex<f32>",
    "memref<4xf32>",
    "!llvm.ptr",
];

/// Lists of types that are drawn for an operation, beside those of equal types.
const DRAWN: usize = 30;

/// An operation with types, as indices into `TYPES`, of its operands and its results.
struct Use<'o> {
    name: &'o str,
    operands: Vec<usize>,
    results: Vec<usize>,
}

#[test]
fn agree_with_the_verifier() {
    let installed = super::installed::operations();
    let operations = installed.values().filter(|operation| is_usable(operation));
    let operations = effort::sample_one_in(12, operations.collect());
    let mut random = Random::new(seed(), 0);
    let uses: Vec<_> = operations
        .iter()
        .flat_map(|operation| draw(operation, &mut random))
        .collect();
    let verdicts = ask_mlir(&uses);
    let (valid, invalid): (Vec<_>, Vec<_>) =
        (0..uses.len()).partition(|index| !verdicts.contains_key(index));
    assert!(valid.len() > operations.len() && invalid.len() > valid.len());

    let options = walk("remembered-verifiers", &pattern_file(&operations));
    let twice: Vec<_> = valid
        .iter()
        .chain(&valid)
        .map(|index| &uses[*index])
        .collect();
    let errors = verify(&options, &[program(&twice, "t.")]);
    assert!(errors.is_empty(), "{errors:?}");

    // A valid operation of that name comes first, which is then remembered.
    let mut asked = Vec::new();
    let mut programs = Vec::new();
    for index in &invalid {
        let one = &uses[*index];
        let known = valid.iter().find(|other| uses[**other].name == one.name);
        if let Some(known) = known.filter(|_| random.chance(15)) {
            let known = &uses[*known];
            asked.push(*index);
            programs.push(program(&[known, known, one], "t."));
        }
    }
    let errors = verify(&options, &programs);
    for (number, index) in asked.iter().enumerate() {
        assert_eq!(
            errors.get(&number),
            verdicts.get(index),
            "{}",
            programs[number]
        );
    }
}

#[test]
fn infer_as_if_alone() {
    let installed = super::installed::operations();
    let operations = installed.values().filter(|operation| is_usable(operation));
    let operations = effort::sample_one_in(12, operations.collect());
    let mut random = Random::new(seed(), 1);
    let uses: Vec<_> = operations
        .iter()
        .flat_map(|operation| draw(operation, &mut random))
        .collect();
    let options = walk("remembered-types", &inferring_file(&operations));
    let ask = |programs: Vec<Vec<&Use<'_>>>| {
        let texts = programs.iter().map(|uses| program(uses, "t."));
        verify(&options, &texts.collect::<Vec<_>>())
    };

    let alone = ask(uses.iter().map(|one| vec![one]).collect());
    let mut asked = Vec::new();
    for (index, one) in uses.iter().enumerate() {
        let is_known = |other: &usize| uses[*other].name == one.name && !alone.contains_key(other);
        if let Some(known) = (0..uses.len()).find(is_known)
            && random.chance(30)
        {
            asked.push((index, vec![&uses[known], &uses[known], one]));
        }
    }
    assert!(asked.len() > operations.len());
    let after_a_known_one = ask(asked.iter().map(|(_, uses)| uses.clone()).collect());
    for (number, (index, uses)) in asked.iter().enumerate() {
        assert_eq!(
            after_a_known_one.get(&number),
            alone.get(index),
            "{}",
            program(uses, "t.")
        );
    }
}

/// What makes mlir-opt apply these patterns in a walk. It does not verify what they
/// make once more.
fn walk(folder: &str, patterns: &str) -> [String; 3] {
    let file = process::scratch(folder).join("patterns.pdll");
    fs::write(&file, patterns).expect("the folder is ours");
    [
        "--verify-each=false".to_owned(),
        format!("--load-pass-plugin={}", process::plugin().display()),
        format!(
            "--pass-pipeline=builtin.module(apply-pdll{{patterns={} driver=walk}})",
            file.display()
        ),
    ]
}

/// Whether an operation can be written with single operands and results alone.
fn is_usable(operation: &Operation) -> bool {
    let is_single = |group: &Group| group.arity == Arity::Single;
    let is_word = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic());
    is_plain(operation)
        && operation.name.split('.').all(is_word)
        // MLIR 22's verifier crashes where the memref has no memory space.
        && operation.name != "xegpu.create_mem_desc"
        && (1..=3).contains(&operation.operands.len())
        && (1..=2).contains(&operation.results.len())
        && operation.operands.iter().all(is_single)
        && operation.results.iter().all(is_single)
        && operation
            .attributes
            .iter()
            .all(|attribute| attribute.is_optional)
        && operation.properties.is_empty()
}

fn draw<'o>(operation: &'o Operation, random: &mut Random) -> Vec<Use<'o>> {
    let with = |mut pick: Box<dyn FnMut() -> usize + '_>| Use {
        name: &operation.name,
        operands: operation.operands.iter().map(|_| pick()).collect(),
        results: operation.results.iter().map(|_| pick()).collect(),
    };
    let mut uses: Vec<_> = (0..TYPES.len())
        .map(|one| with(Box::new(move || one)))
        .collect();
    for _ in 0..DRAWN {
        uses.push(with(Box::new(|| random.below(TYPES.len()))));
    }
    uses
}

/// The first error of MLIR's verifier about each use that is not valid.
fn ask_mlir(uses: &[Use<'_>]) -> BTreeMap<usize, String> {
    let programs: Vec<_> = uses.iter().map(|one| program(&[one], "")).collect();
    verify(&[], &programs)
}

/// The first error in each program that has one.
fn verify(options: &[String], programs: &[String]) -> BTreeMap<usize, String> {
    let mut errors = BTreeMap::new();
    // As many as a process can do before its deadline.
    for (part, programs) in programs.chunks(1000).enumerate() {
        let found = verify_part(options, programs).into_iter();
        errors.extend(found.map(|(number, error)| (part * 1000 + number, error)));
    }
    errors
}

fn verify_part(options: &[String], programs: &[String]) -> BTreeMap<usize, String> {
    let mut arguments = vec!["--split-input-file", "--allow-unregistered-dialect"];
    arguments.extend(options.iter().map(String::as_str));
    let mlir_opt = process::llvm_tool("mlir-opt");
    let run = process::run(&mlir_opt, arguments, programs.join(SEPARATOR).as_bytes());
    assert!(matches!(run.ending, Ending::Exit(_)), "{}", run.stderr);
    let mut line = 1;
    let mut numbers = BTreeMap::new();
    for (number, program) in programs.iter().enumerate() {
        numbers.insert(line, number);
        line += program.lines().count() + 1;
    }
    let mut errors = BTreeMap::new();
    for text in run.stderr.lines() {
        let Some((place, message)) = text.split_once(" error: ") else {
            continue;
        };
        // Only the first program has its own lines.
        let place = place.trim_start_matches("within split at ");
        let line = place.strip_prefix("<stdin>:");
        let line = line.and_then(|line| line.split([' ', ':']).next()?.parse().ok());
        let line: usize = line.unwrap_or_else(|| panic!("{text}"));
        let (_, number) = numbers
            .range(..=line)
            .next_back()
            .expect("one begins before");
        errors.entry(*number).or_insert_with(|| message.to_owned());
    }
    errors
}

const SEPARATOR: &str = "// -----\n";

/// A function with these operations, whose names begin with `prefix`.
fn program(uses: &[&Use<'_>], prefix: &str) -> String {
    let arguments = (0..TYPES.len()).map(|index| format!("%a{index}: {}", TYPES[index]));
    let arguments: Vec<_> = arguments.collect();
    let types = |list: &[usize]| {
        let types: Vec<_> = list.iter().map(|index| TYPES[*index]).collect();
        types.join(", ")
    };
    let mut text = format!("func.func @f({}) {{\n", arguments.join(", "));
    for (number, one) in uses.iter().enumerate() {
        let operands: Vec<_> = one
            .operands
            .iter()
            .map(|index| format!("%a{index}"))
            .collect();
        writeln!(
            text,
            "  %{number}:{} = \"{prefix}{}\"({}) : ({}) -> ({})",
            one.results.len(),
            one.name,
            operands.join(", "),
            types(&one.operands),
            types(&one.results)
        )
        .expect("a string takes it");
    }
    text + "  return\n}\n"
}

/// Patterns that make each operation of one that is not registered.
fn pattern_file(operations: &[&Operation]) -> String {
    let pattern = |operation: &&Operation| {
        let types = list("t", operation.results.len(), "");
        format!("{} -> ({types});\n", replacement(operation))
    };
    operations.iter().map(pattern).collect()
}

/// The same, with result types that are inferred by the operations that can do so.
fn inferring_file(operations: &[&Operation]) -> String {
    let pattern = |operation: &&Operation| replacement(operation) + ";\n";
    operations.iter().map(pattern).collect()
}

/// Such a pattern, up to the result types of the new operation.
fn replacement(operation: &Operation) -> String {
    let (name, count) = (&operation.name, operation.operands.len());
    format!(
        "Pattern => replace op<t.{name}>({}) -> ({}) with op<{name}>({})",
        list("x", count, ": Value"),
        list("t", operation.results.len(), ": Type"),
        list("x", count, ""),
    )
}

fn list(prefix: &str, count: usize, suffix: &str) -> String {
    let parts = (0..count).map(|index| format!("{prefix}{index}{suffix}"));
    parts.collect::<Vec<_>>().join(", ")
}

//! Cases in which patterns create operations of the dialects of MLIR.

use crate::{
    random::{
        cases::{Anchor, Case, Independence, Run, way_without_reference},
        check::Checker,
    },
    support::{process::llvm_includes, random::Random},
};
use std::{collections::BTreeSet, fs};

/// The ways to create an operation.
const WAYS: u64 = 5;

/// Programs for each operation and way to create it.
const PROGRAMS: usize = 8;

/// MLIR crashes when it folds the first two, which are valid without operands, and when it
/// verifies the third one with a result that is no vector. With assertions, it also crashes
/// when it verifies the others with operands that are no vectors.
const EXCLUDED: [&str; 5] = [
    "shape.any",
    "shape.broadcast",
    "llvm.intr.vector.interleave2",
    "arm_neon.intr.bfmmla",
    "arm_sve.zip.x2",
];

/// The names of all operations of MLIR's dialects. MLIR has no list of them, so
/// these are the texts in its library that are such names.
pub(crate) fn names() -> Vec<String> {
    let library = llvm_includes().with_file_name("lib").join("libMLIR.so");
    let bytes = fs::read(library).expect("MLIR is installed");
    let is_in_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"._".contains(byte);
    let texts = bytes.split(|byte| !is_in_name(byte));
    let texts = texts.filter(|text| text.len() < 80 && text.contains(&b'.'));
    let texts: BTreeSet<_> = texts.filter_map(|text| str::from_utf8(text).ok()).collect();
    let checker = Checker::new();
    checker.context.load_all_available_dialects();
    let is_known =
        |name: &&str| checker.context.is_registered_operation(name) && !EXCLUDED.contains(name);
    let names: Vec<_> = texts
        .into_iter()
        .filter(is_known)
        .map(str::to_owned)
        .collect();
    assert!(
        names.len() > 1500,
        "only {} operations are found",
        names.len()
    );
    names
}

/// How many cases there are for some operations.
pub(crate) fn count(names: &[String]) -> u64 {
    WAYS * names.len() as u64
}

/// The case with a number: one way or the other to create an operation.
pub(crate) fn generate(seed: u64, names: &[String], number: u64) -> Case {
    let name = &names[(number / WAYS) as usize];
    let length = name.bytes().map(u64::from).sum::<u64>();
    let mut random = Random::new(seed, 0xC4EA_0000 + length * WAYS + number % WAYS);
    let text = match number % WAYS {
        0 => plain(name, &mut random),
        1 => with_regions(name),
        2 => with_segments(name),
        3 => with_region_of_match(name),
        _ => with_written_region(name),
    };
    let runs = (0..PROGRAMS).map(|_| Run {
        program: program(name, &mut random),
        way: way_without_reference(&mut random),
        anchor: Anchor::Module,
    });
    Case {
        patterns: vec![],
        text: Some(text),
        runs: runs.collect(),
        independence: Independence::None,
    }
}

fn plain(name: &str, random: &mut Random) -> String {
    let types = *random.pick(&["", " -> (ts)"]);
    format!(
        "Pattern {{\n  let root = op<t.a>(xs: ValueRange) -> (ts: TypeRange);\n  \
         replace root with op<{name}>(xs){types};\n}}\n"
    )
}

/// Operations whose definitions imply regions often have groups of operands.
fn with_segments(name: &str) -> String {
    format!(
        "Pattern {{\n  let root = op<t.a>(xs: ValueRange) {{sizes = s: Attr}} -> (ts: TypeRange);\n  \
         replace root with op<{name}>(xs) {{operandSegmentSizes = s}} -> (ts);\n}}\n"
    )
}

fn with_regions(name: &str) -> String {
    format!(
        "#include \"pdll/std.pdll\"\nPattern {{\n  let root = op<t.a>(xs: ValueRange) -> (ts: \
         TypeRange);\n  replace root with CreateWithRegions(attr<\"\\\"{name}\\\"\">, xs, \
         attr<\"{{}}\">, ts, root);\n}}\n"
    )
}

fn with_region_of_match(name: &str) -> String {
    format!(
        "Pattern {{\n  let root = op<t.a>(xs: ValueRange) -> (ts: TypeRange) (body: Region);\n  \
         replace root with op<{name}>(xs) -> (ts) (body);\n}}\n"
    )
}

fn with_written_region(name: &str) -> String {
    format!(
        "Pattern {{\n  let root = op<t.a>(xs: ValueRange) -> (ts: TypeRange);\n  \
         replace root with op<{name}>(xs) -> (ts) ({{\n    \
         ^body(i: Value<type<\"index\">>): op<t.y>(xs) -> (ts); op<t.z>(i) -> ()\n  }});\n}}\n"
    )
}

const TYPES: [&str; 14] = [
    "i32",
    "i1",
    "index",
    "f32",
    "memref<?xf32>",
    "memref<4x4xi32>",
    "tensor<4xf32>",
    "tensor<?x?xf32>",
    "vector<4xf32>",
    "vector<4xi32>",
    "!llvm.ptr",
    "!shape.shape",
    "!transform.any_op",
    "none",
];

/// A function with one operation that the patterns replace.
fn program(name: &str, random: &mut Random) -> String {
    let arguments = TYPES.iter().enumerate();
    let arguments: Vec<_> = arguments
        .map(|(index, r#type)| format!("%a{index}: {type}"))
        .collect();
    // Operations often have operands of one type.
    let usual = random.below(TYPES.len());
    let mut types = |max: usize| -> Vec<usize> {
        let count = random.below(max + 1);
        (0..count)
            .map(|_| match random.chance(60) {
                true => usual,
                false => random.below(TYPES.len()),
            })
            .collect()
    };
    let (operands, results) = (types(4), types(2));
    let last = operands.len().min(1);
    let sizes = format!("array<i32: {}, {last}>", operands.len() - last);
    // MLIR's verifier crashes on structured operations without a block.
    let empty = if name.starts_with("linalg.") {
        ""
    } else {
        " ({\n})"
    };
    let region = *random.pick(&[
        "",
        "",
        empty,
        " ({\n^bb0(%i: index):\n\"t.y\"(%i) : (index) -> ()\n})",
        " ({\n^bb0(%x: f32, %y: f32):\n\"t.y\"(%x, %y) : (f32, f32) -> ()\n}, {\n\"t.y\"() : () -> \
         ()\n})",
    ]);
    let names: Vec<_> = operands
        .iter()
        .map(|operand| format!("%a{operand}"))
        .collect();
    let list = |types: &[usize]| -> String {
        let types: Vec<_> = types.iter().map(|index| TYPES[*index]).collect();
        types.join(", ")
    };
    let (prefix, uses) = match results.len() {
        0 => ("", ""),
        1 => ("%r = ", "%r"),
        _ => ("%r:2 = ", "%r#0, %r#1"),
    };
    format!(
        "func.func @f({}) {{\n{prefix}\"t.a\"({}){region} {{sizes = {sizes}}} : ({}) -> ({})\n\"t.use\"({uses}) : ({}) \
         -> ()\nfunc.return\n}}\n",
        arguments.join(", "),
        names.join(", "),
        list(&operands),
        list(&results),
        list(&results),
    )
}

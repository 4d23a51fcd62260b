//! Conversions that may leave illegal operations, and what they must leave by their
//! options alone.

use crate::{
    random::{
        cases::{Anchor, Case, Folding, Independence, Run, Way, conversion},
        programs::{self, Content},
        reference::program::Program,
    },
    support::random::Random,
};
use pdll::pattern_set::{ConversionMode, ConversionOptions};

/// What MLIR puts between values of old and new types.
const CAST: &str = "builtin.unrealized_conversion_cast";

/// Patterns that copy regions, so that illegal operations come into the program as
/// copies, and others that replace, erase and keep what is in them.
const PATTERNS: [&str; 8] = [
    "Pattern CopyA {\n  let root = op<t.a>(xs: ValueRange) -> (ts: TypeRange);\n  replace root with \
     CreateWithRegions(attr<\"\\\"t.b\\\"\">, xs, attr<\"{}\">, ts, root);\n}\n",
    "Pattern CopyC with recursion {\n  let root = op<t.c>(xs: ValueRange) -> (ts: TypeRange);\n  \
     replace root with CreateWithRegions(attr<\"\\\"t.d\\\"\">, xs, attr<\"{x}\">, ts, root);\n}\n",
    "Pattern CopyIf {\n  let root = op<scf.if>(c: Value) -> (ts: TypeRange);\n  replace root with \
     CreateWithRegions(attr<\"\\\"t.e\\\"\">, (c), attr<\"{}\">, ts, root);\n}\n",
    "Pattern Yield => replace op<scf.yield>(xs: ValueRange) with op<t.end>(xs);\n",
    "Pattern Inline {\n  let root = op<t.b> -> ();\n  HasOneBlock(root, attr<\"0 : i64\">);\n  \
     rewrite root with {\n    let r = InlineRegion(root, attr<\"0 : i64\">, ());\n    erase root;\n  \
     };\n}\n",
    "Pattern Replace {\n  let root = op<t.d>(xs: ValueRange) -> (ts: TypeRange);\n  replace root \
     with op<t.e>(xs) -> (ts);\n}\n",
    "Pattern Mark {\n  let root = op<t.e>;\n  not HasAttr(root, attr<\"\\\"m\\\"\">);\n  rewrite \
     root with {\n    SetAttr(root, attr<\"\\\"m\\\"\">, attr<\"unit\">);\n  };\n}\n",
    "Pattern Erase {\n  let root = op<t.c>;\n  OpHasNoUses(root);\n  erase root;\n}\n",
];

/// Random patterns of these on random programs.
pub(crate) fn generate(random: &mut Random) -> Case {
    let chosen: Vec<_> = PATTERNS
        .iter()
        .filter(|_| random.chance(50))
        .copied()
        .collect();
    let runs = (0..6).map(|_| Run {
        program: programs::generate(random, Content::Anything),
        way: Way::Conversion(options(random), *random.pick(&[Folding::Off, Folding::On])),
        anchor: Anchor::Module,
    });
    let runs = runs.collect();
    Case {
        patterns: vec![],
        text: Some(format!(
            "#include \"pdll/std.pdll\"\n{}Pattern Any => replace op<t.any> with op<t.a>;\n",
            chosen.concat()
        )),
        runs,
        independence: Independence::None,
    }
}

/// Options by which many conversions succeed, and others fail only on copies.
fn options(random: &mut Random) -> ConversionOptions {
    let mut options = conversion(random);
    for name in ["t.b", "t.c", "t.d", "t.e"].map(str::to_owned) {
        let is_listed = options.legal_ops.contains(&name) || options.illegal_ops.contains(&name);
        if !is_listed && random.chance(60) {
            options.legal_ops.push(name);
        }
    }
    if random.chance(20) {
        options.illegal_dialects.push("t".to_owned());
    }
    options
}

/// Checks what a conversion leaves that succeeds.
pub(crate) fn check_result(program: &Program, options: &ConversionOptions) -> Result<(), String> {
    // The first operation holds the others, and is not converted.
    let operations = program.operations.iter().skip(1);
    let mut names = operations.map(|operation| &*operation.name);
    match names.find(|name| !may_stay(name, options)) {
        Some(name) => Err(format!("it succeeds, and leaves `{name}`")),
        None => Ok(()),
    }
}

/// Checks the error of a conversion that fails: it is not about an operation that may
/// stay.
pub(crate) fn check_error(error: &str, options: &ConversionOptions) -> Result<(), String> {
    let name = error.split("failed to legalize operation '").nth(1);
    let name = name.and_then(|rest| rest.split('\'').next());
    match name {
        Some(name) if may_stay(name, options) => {
            Err(format!("it fails, though `{name}` may stay: {error}"))
        }
        _ => Ok(()),
    }
}

fn may_stay(name: &str, options: &ConversionOptions) -> bool {
    match (options.mode, is_legal(name, options)) {
        (ConversionMode::Analysis, _) | (_, Some(true)) => true,
        (_, Some(false)) => false,
        (ConversionMode::Partial, None) => true,
        (ConversionMode::Full, None) => name == CAST,
    }
}

/// Whether a list makes an operation legal or illegal.
fn is_legal(name: &str, options: &ConversionOptions) -> Option<bool> {
    let dialect = name.split('.').next().unwrap_or_default();
    [
        (&options.legal_ops, name, true),
        (&options.illegal_ops, name, false),
        (&options.legal_dialects, dialect, true),
        (&options.illegal_dialects, dialect, false),
    ]
    .into_iter()
    .find(|(list, name, _)| list.iter().any(|listed| listed == name))
    .map(|(_, _, is_legal)| is_legal)
}

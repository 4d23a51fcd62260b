//! Random patterns for conversions, and what must become of their operations.

use crate::support::random::Random;
use std::fmt::Write;

/// Patterns, and the options of a conversion by them.
pub(super) struct Case {
    pub(super) patterns: String,
    pub(super) options: String,
}

/// The names of roots, which the programs contain.
const ROOTS: [&str; 4] = ["t.a", "t.b", "t.c", "t.d"];

/// The names of what patterns create, in the order in which they may lead to each
/// other.
const CREATED: [&str; 4] = ["n.a", "n.b", "n.c", "n.d"];

/// In half of the cases, nothing goes wrong in most programs.
pub(super) fn generate(random: &mut Random) -> Case {
    let faults = Faults(if random.chance(50) { 0 } else { 100 });
    let mut patterns = "#include \"pdll/std.pdll\"\n".to_owned();
    let mut illegal = vec![];
    let mut known = vec!["n.d".to_owned()];
    for root in ROOTS {
        if random.chance(75) {
            for _ in 0..random.below(2) + 1 {
                patterns += &pattern(random, faults, root, 0);
            }
            illegal.extend(random.chance(70).then(|| root.to_owned()));
        }
    }
    // Some of what they create needs patterns of its own.
    for (index, name) in CREATED.iter().enumerate().take(3) {
        match random.below(3) {
            0 => patterns += &pattern(random, faults, name, index + 1),
            1 => known.push((*name).to_owned()),
            _ => {
                patterns += &pattern(random, faults, name, index + 1);
                illegal.push((*name).to_owned());
            }
        }
    }
    if random.chance(50) {
        patterns += "Pattern Gone => erase op<t.gone>(_: ValueRange) -> ();\n";
        illegal.push("t.gone".to_owned());
    }
    if faults.chance(random, 10) {
        patterns +=
            "Pattern Leave => replace op<scf.yield>(_: ValueRange) with op<llvm.unreachable>;\n";
        illegal.push("scf.yield".to_owned());
        known.push("llvm.unreachable".to_owned());
    } else if random.chance(10) {
        patterns += "Pattern Yield => replace op<scf.yield>(xs: ValueRange) with op<n.end>(xs);\n";
        illegal.push("scf.yield".to_owned());
    }
    if faults.chance(random, 5) {
        illegal.push("t.h".to_owned());
    }
    let options = options(random, faults, &illegal, &known);
    Case { patterns, options }
}

/// How likely it is that something goes wrong, in percent of what is usual.
#[derive(Clone, Copy)]
struct Faults(usize);

impl Faults {
    fn chance(self, random: &mut Random, percent: usize) -> bool {
        random.chance(percent) && random.chance(self.0)
    }
}

fn options(random: &mut Random, faults: Faults, illegal: &[String], legal: &[String]) -> String {
    // What is in no list may fold.
    let (dialects, constant) = match random.below(6) {
        0 => ("*", ""),
        1..=3 => ("func,arith,cf,scf", ""),
        4 => ("func,cf,scf,memref", "arith.constant,"),
        _ => ("func,cf,builtin,memref", ""),
    };
    let mode = if faults.chance(random, 15) {
        "full"
    } else {
        "partial"
    };
    let mut text = format!(
        "mode={mode} fold={} legal-dialects={dialects} legal-ops={constant}{}",
        random.chance(50),
        legal.join(",")
    );
    if !illegal.is_empty() {
        let _ = write!(text, " illegal-ops={}", illegal.join(","));
    }
    if random.chance(10) {
        text += " dynamic-ops=n.c";
    }
    text
}

/// A pattern for operations of that name. What it creates is mostly in `CREATED` from
/// `level` on.
fn pattern(random: &mut Random, faults: Faults, root: &str, level: usize) -> String {
    let mut target = || -> String {
        match faults.chance(random, 6) {
            // Nothing makes this legal. Names that lead in a circle would let the order of
            // MLIR's patterns depend on addresses.
            true => "t.x".to_owned(),
            false => CREATED[level + random.below(CREATED.len() - level)].to_owned(),
        }
    };
    let (y, z) = (target(), target());
    let benefit = random.below(5) + 1;
    let with = match random.chance(5) {
        true => format!("with benefit({benefit}), recursion"),
        false => format!("with benefit({benefit})"),
    };
    let operands = match root {
        "t.c" | "t.d" => "x: Value",
        "t.a" | "t.b" => "x: Value, y: Value",
        _ => "x: Value, _: ValueRange",
    };
    let condition = condition(random);
    let body = match random.below(22) {
        _ if faults.chance(random, 15) => fault(random, &y),
        0..=5 => format!("  replace root with op<{y}>(x) -> (t);\n"),
        6..=8 => format!("  replace root with op<{y}>(x, x) {{k = attr<\"1 : i8\">}} -> (t);\n"),
        9..=12 => format!(
            "  rewrite root with {{\n    let c = op<{y}>(x) -> (t);\n    \
             replace root with op<{z}>(c.0, x) -> (t);\n  }};\n"
        ),
        13..=16 => "  replace root with x;\n".to_owned(),
        17..=18 => "  replace root with op<arith.addi>(x, x) -> (t);\n".to_owned(),
        19 => format!(
            "  rewrite root with {{\n    let c = op<arith.constant> {{value = attr<\"7 : i32\">}} \
             -> (type<\"i32\">);\n    replace root with op<{y}>(c.0, x) -> (t);\n  }};\n"
        ),
        _ => return deep(random, root, &with, &y),
    };
    format!(
        "Pattern {with} {{\n  let root = op<{root}>({operands}) -> (t: Type);\n{condition}{body}}}\n"
    )
}

/// What may go wrong when a rewrite ends, or later.
fn fault(random: &mut Random, created: &str) -> String {
    match random.below(4) {
        // Invalid where it is created.
        0 => "  replace root with op<arith.addi>(x, x) -> (type<\"i64\">);\n".to_owned(),
        // Of another type.
        1 => format!("  replace root with op<{created}>(x) -> (type<\"i8\">);\n"),
        // Its results may be in use.
        2 => "  erase root;\n".to_owned(),
        // It creates something, and leaves the root.
        _ => format!("  rewrite root with {{\n    op<{created}>(x);\n  }};\n"),
    }
}

/// A condition on the operand `x`, or none.
fn condition(random: &mut Random) -> &'static str {
    match random.below(12) {
        0 => "  HasOneUse(x);\n",
        1 => "  not HasOneUse(x);\n",
        2 => "  IsConstant(x);\n",
        _ => "",
    }
}

/// A pattern that looks through a definition, and may rewrite that, too.
fn deep(random: &mut Random, root: &str, with: &str, created: &str) -> String {
    let definition = *random.pick(&["t.a", "t.b", "t.c", "n.a", "n.b"]);
    let body = match random.below(4) {
        0 => "  replace root with x;\n".to_owned(),
        1 => format!("  replace root with op<{created}>(x) -> (t);\n"),
        2 => "  rewrite root with {\n    replace root with x;\n    erase inner;\n  };\n".to_owned(),
        _ => format!(
            "  rewrite root with {{\n    replace inner with op<{created}>(x) -> (t);\n    \
             replace root with x;\n  }};\n"
        ),
    };
    let rest = if definition == "t.c" {
        ""
    } else {
        ", _: ValueRange"
    };
    let more = match root {
        "t.c" | "t.d" => "",
        _ => ", _: ValueRange",
    };
    let condition = condition(random);
    format!(
        "Pattern {with} {{\n  let inner = op<{definition}>(x: Value{rest}) -> (_: Type);\n  \
         let root = op<{root}>(inner.0{more}) -> (t: Type);\n{condition}{body}}}\n"
    )
}

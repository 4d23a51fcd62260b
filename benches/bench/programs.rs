//! Patterns and programs for the benchmarks that apply patterns.

use std::fmt::Write;

/// What the patterns of a set have in common, and what tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Each has an operation name of its own.
    OwnRoots,
    /// The same root, with another attribute value.
    Attributes,
    /// The same root, with another operation that defines its operand.
    Leaves,
    /// The same with five roots.
    FiveRoots,
    /// The same root and chain of definitions, with another operation at its end.
    Prefix,
}

/// Returns `count` patterns. `benches/peers/Peer.cpp` contains those with roots of
/// their own, and with attributes, in C++.
pub(crate) fn patterns(shape: Shape, count: usize) -> String {
    (0..count).fold(String::new(), |text, i| text + &pattern(shape, i))
}

fn pattern(shape: Shape, i: usize) -> String {
    let leaf = format!("op<t.l{i}>(x: Value) -> (_: Type)");
    let (root, operands) = match shape {
        Shape::OwnRoots => (format!("op<t.a{i}>(x: Value, y: Value)"), "y, x"),
        Shape::Attributes => {
            let root = format!("op<t.a>(x: Value, y: Value) {{n = attr<\"{i} : i32\">}}");
            (root, "y, x")
        }
        Shape::Leaves => (format!("op<t.a>({leaf})"), "x"),
        Shape::FiveRoots => (format!("op<t.a{}>({leaf})", i % 5), "x"),
        Shape::Prefix => {
            let chain = (0..6).fold(leaf, |chain, _| format!("op<t.p>({chain}) -> (_: Type)"));
            (format!("op<t.a>({chain})"), "x")
        }
    };
    format!("Pattern P{i} => replace {root} -> (t: Type) with op<t.b{i}>({operands}) -> (t);\n")
}

/// Returns a function with `operations` operations that the patterns with
/// attributes match, if their numbers begin with 0.
pub(crate) fn attributes(first: usize, patterns: usize, operations: usize) -> String {
    let mut text = "func.func @f(%a: i32, %b: i32) {\n".to_owned();
    let mut operand = "%a".to_owned();
    for i in 0..operations {
        let number = first + i % patterns;
        let _ = writeln!(
            text,
            "  %{i} = \"t.a\"({operand}, %b) {{n = {number} : i32}} : (i32, i32) -> i32"
        );
        operand = format!("%{i}");
    }
    text + "  return\n}\n"
}

/// How the pairs of a chain lie, which a pattern replaces with the operand of their
/// first operation.
#[derive(Clone, Copy)]
pub(crate) enum Pairs {
    /// All operations are alike, so that each one makes a pair with the next.
    Alike,
    /// One pair after the other.
    Forwards,
    /// Each pair around the next one, so that a rewrite brings two together.
    Nested,
}

impl Pairs {
    pub(crate) const ALL: [Self; 3] = [Self::Alike, Self::Forwards, Self::Nested];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Pairs::Alike => "alike",
            Pairs::Forwards => "forwards",
            Pairs::Nested => "nested",
        }
    }

    pub(crate) fn pattern(self) -> &'static str {
        match self {
            Pairs::Alike => "Pattern => replace op<t.n>(op<t.n>(x: Value) -> (_: Type)) with x;\n",
            _ => "Pattern => replace op<t.b>(op<t.a>(x: Value) -> (_: Type)) with x;\n",
        }
    }

    /// Returns a function with so many pairs of operations, each of which uses the one
    /// before it.
    pub(crate) fn chain(self, pairs: usize) -> String {
        let mut text = "func.func @f(%a: i32) -> i32 {\n".to_owned();
        let mut operand = "%a".to_owned();
        for i in 0..2 * pairs {
            let is_first = match self {
                Pairs::Nested => i < pairs,
                _ => i % 2 == 0,
            };
            let name = match (self, is_first) {
                (Pairs::Alike, _) => "n",
                (_, true) => "a",
                (_, false) => "b",
            };
            let _ = writeln!(text, "  %{i} = \"t.{name}\"({operand}) : (i32) -> i32");
            operand = format!("%{i}");
        }
        text + &format!("  return {operand} : i32\n}}\n")
    }
}

/// Returns a function with `operations` operations. Each operation uses the one
/// before it. One in `step` operations matches a pattern, and all patterns match
/// equally often.
pub(crate) fn function(name: &str, patterns: usize, operations: usize, step: usize) -> String {
    let mut text = format!("func.func @{name}(%a: i32, %b: i32) {{\n");
    let mut operand = "%a".to_owned();
    for i in 0..operations {
        let name = match i % step {
            0 => format!("a{}", i / step % patterns),
            _ => format!("other{}", i % 7),
        };
        let _ = writeln!(
            text,
            "  %{i} = \"t.{name}\"({operand}, %b) : (i32, i32) -> i32"
        );
        operand = format!("%{i}");
    }
    text + "  return\n}\n"
}

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

/// Patterns that give operations another name and swap their operands, and programs for
/// them.
#[derive(Clone, Copy)]
pub(crate) enum Renamed {
    /// So many patterns, each for an operation of its own that is not registered.
    Unregistered(usize),
    /// One pattern for a registered operation.
    Registered(Registered),
}

/// What a pattern does with registered operations, and where they are.
#[derive(Clone, Copy)]
pub(crate) struct Registered {
    name: &'static str,
    /// What matches, what takes its place, and what does not match.
    operations: [&'static str; 3],
    program: fn(Self, usize, usize) -> String,
}

/// Long functions on integers of two types.
pub(crate) const ARITH: Registered = Registered {
    name: "arith",
    operations: ["arith.addi", "arith.muli", "arith.shli"],
    program: Registered::functions,
};

/// Short bodies of operations of linalg.
pub(crate) const LINALG_BODIES: Registered = Registered {
    name: "linalg bodies",
    operations: ["arith.addf", "arith.mulf", "arith.subf"],
    program: Registered::bodies,
};

impl Renamed {
    pub(crate) fn name(self) -> String {
        match self {
            Renamed::Unregistered(count) => format!("{count} patterns"),
            Renamed::Registered(registered) => registered.name.to_owned(),
        }
    }

    /// The patterns, in PDLL.
    pub(crate) fn patterns(self) -> String {
        match self {
            Renamed::Unregistered(count) => patterns(Shape::OwnRoots, count),
            Renamed::Registered(registered) => {
                let [from, to, _] = registered.operations;
                format!(
                    "Pattern => replace op<{from}>(x: Value, y: Value) -> (t: Type) \
                     with op<{to}>(y, x) -> (t);\n"
                )
            }
        }
    }

    /// The option of `bench-peer` and `bench-bare` for the same patterns.
    pub(crate) fn peer_option(self) -> String {
        match self {
            Renamed::Unregistered(count) => format!("count={count}"),
            Renamed::Registered(registered) => {
                let [from, to, _] = registered.operations;
                format!("rename={from},{to}")
            }
        }
    }

    /// A program of which one in `step` operations match.
    pub(crate) fn program(self, operations: usize, step: usize) -> String {
        match self {
            Renamed::Unregistered(count) => function("f", count, operations, step),
            Renamed::Registered(registered) => (registered.program)(registered, operations, step),
        }
    }
}

impl Registered {
    /// Functions in which each operation uses the one before it.
    fn functions(self, operations: usize, step: usize) -> String {
        let function = |scalar: &str| {
            let count = operations / 2;
            let body = self.block("%a", "%b", scalar, count, step);
            format!(
                "func.func @{scalar}(%a: {scalar}, %b: {scalar}) -> {scalar} {{\n{body}  \
                 return %{} : {scalar}\n}}\n",
                count - 1
            )
        };
        function("i32") + &function("i64")
    }

    /// A function with structured operations of ten operations each. Each uses the result of
    /// the one before it: the greedy driver removes what nothing uses.
    fn bodies(self, operations: usize, step: usize) -> String {
        const LENGTH: usize = 10;
        let body = self.block("%x", "%y", "f32", LENGTH, step);
        let ty = "tensor<8xf32>";
        let mut text = format!("func.func @f(%a: {ty}, %b: {ty}) -> {ty} {{\n");
        let mut last = "%b".to_owned();
        for i in 0..operations / LENGTH {
            let map = "affine_map<(d0) -> (d0)>";
            let _ = write!(
                text,
                "%r{i} = linalg.generic {{indexing_maps = [{map}, {map}], \
                 iterator_types = [\"parallel\"]}} ins(%a : {ty}) outs({last} : {ty}) \
                 {{\n^bb0(%x: f32, %y: f32):\n{body}  linalg.yield %{} : f32\n}} -> {ty}\n",
                LENGTH - 1
            );
            last = format!("%r{i}");
        }
        text + &format!("  return {last} : {ty}\n}}\n")
    }

    /// Operations on two values, each of which uses the one before it.
    fn block(self, a: &str, b: &str, scalar: &str, operations: usize, step: usize) -> String {
        let [from, _, other] = self.operations;
        let mut text = String::new();
        let mut operand = a.to_owned();
        for i in 0..operations {
            let name = if i % step == 0 { from } else { other };
            let _ = writeln!(text, "  %{i} = {name} {operand}, {b} : {scalar}");
            operand = format!("%{i}");
        }
        text
    }
}

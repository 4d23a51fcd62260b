//! Compares patterns that match and build bodies with the same patterns by hand.

use crate::{
    measure::{Tools, milliseconds},
    peers::{self, Comparison},
};
use std::fmt::Write;

/// Prints a line for each kind of pattern, and each share of operations that match.
pub(crate) fn run(tools: &Tools) {
    println!("regions: CPU time with the walk driver: apply-pdll | the same in C++ by hand");
    for (share, is_match) in [("all match", true), ("none match", false)] {
        let input = programs(1, 40_000, is_match);
        compare(
            tools,
            &format!("1 pattern, {share}"),
            &matching(1),
            &input,
            "match count=1",
        );
        let name = format!("1 pattern that builds a body, {share}");
        compare(
            tools,
            &name,
            &building(),
            &input_of_building(&input),
            "build",
        );
    }
    for (share, is_match) in [("all match", true), ("none match", false)] {
        compare(
            tools,
            &format!("100 patterns, {share}"),
            &matching(100),
            &programs(100, 20_000, is_match),
            "match count=100",
        );
    }
    for length in [10, 1000, 100_000] {
        compare(
            tools,
            &format!("one of {length} operations"),
            FINDING,
            &loops(length),
            "find",
        );
    }
}

/// Patterns on one root whose bodies differ. `benches/peers/Regions.cpp` contains them in
/// C++.
fn matching(count: usize) -> String {
    (0..count).fold(String::new(), |text, i| {
        let root = root(&format!("t.mul{i}"));
        text + &format!(
            "Pattern {{\n{root}  replace root with op<t.contract{i}>(x, y, z) -> (t);\n}}\n"
        )
    })
}

/// The pattern that builds a body, too.
fn building() -> String {
    let root = root("t.mul");
    format!(
        "Pattern {{
{root}  replace root with op<t.map>(x, y, z) -> (t) ({{
    ^new(d: Value<t>, e: Value<t>):
      let both = op<t.mul>(d, e) -> (t);
      op<t.yield>(both);
  }});
}}
"
    )
}

fn root(product: &str) -> String {
    format!(
        "  let root = op<t.generic>(x: Value, y: Value, z: Value) -> (t: Type) ({{
    ^body(a: Value, b: Value, c: Value):
      let product = op<{product}>(a, b) -> (_: Type);
      let sum = op<t.add>(c, product) -> (_: Type);
      op<t.yield>(sum)
  }});
"
    )
}

/// A function whose operations have the bodies of these patterns in turn, or bodies that
/// differ in the last operand.
fn programs(patterns: usize, operations: usize, is_match: bool) -> String {
    let last = if is_match { "%b" } else { "%a" };
    let mut text = "func.func @f(%x: i32, %y: i32) {\n".to_owned();
    let mut operand = "%x".to_owned();
    for i in 0..operations {
        let number = i % patterns;
        let _ = writeln!(
            text,
            r#"  %{i} = "t.generic"({operand}, %x, %y) ({{
  ^body(%a: i32, %b: i32, %c: i32):
    %p = "t.mul{number}"(%a, {last}) : (i32, i32) -> i32
    %s = "t.add"(%c, %p) : (i32, i32) -> i32
    "t.yield"(%s) : (i32) -> ()
  }}) : (i32, i32, i32) -> i32"#
        );
        operand = format!("%{i}");
    }
    text + "  return\n}\n"
}

fn input_of_building(input: &str) -> String {
    input.replace("t.mul0", "t.mul")
}

const FINDING: &str = "Pattern {
  let root = op<t.loop>(n: Value) -> () ({
    ^body():
      ...;
      op<t.store>(_: Value) -> ();
      ...;
  });
  replace root with op<t.filled>(n) -> ();
}
";

/// A function whose operations have blocks of that length with a store near the end. Their
/// number depends on the length, so that there are as many operations in all.
fn loops(length: usize) -> String {
    let mut text = "func.func @f(%x: i32) {\n".to_owned();
    for _ in 0..200_000 / length {
        text += "  \"t.loop\"(%x) ({\n";
        for _ in 0..length - 2 {
            text += "    \"t.other\"(%x) : (i32) -> ()\n";
        }
        text += "    \"t.store\"(%x) : (i32) -> ()\n    \"t.end\"() : () -> ()\n";
        text += "  }) : (i32) -> ()\n";
    }
    text + "  return\n}\n"
}

fn compare(tools: &Tools, what: &str, patterns: &str, input: &str, by_hand: &str) {
    let patterns = tools.input("regions.pdll", patterns);
    let input = tools.input("regions.mlir", input);
    let pipelines = [
        format!("apply-pdll{{patterns={} driver=walk}}", patterns.display()),
        format!("bench-peer{{regions={by_hand} walk=true}}"),
    ];
    let comparison = Comparison::new(&input, &pipelines, 8);
    let all = peers::compare(tools, &comparison);
    assert!(all[1].is_same, "the pipelines must produce the same module");
    let [ours, theirs] = [0, 1].map(|index| milliseconds(all[index].time));
    println!(
        "  {what:<44} {ours:>9.1} ms {theirs:>9.1} ms   ratio {:.2}",
        ours / theirs
    );
}

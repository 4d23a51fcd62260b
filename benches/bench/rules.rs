//! Compares rewrite rules in `.td` files with mlir-tblgen, and with the C++ patterns
//! that it makes of them.

use crate::{
    measure::{Tools, command, compare, line, median, milliseconds, run},
    peers::{self, Comparison},
};
use std::{fmt::Write, fs, path::Path, process::Command, time::Duration};

const RULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/rules/arith.td");

/// Prints lines for reading rules, applying them, and changing one.
pub(crate) fn run_group(tools: &Tools) {
    read(tools);
    apply(tools);
    change(tools);
}

fn read(tools: &Tools) {
    println!("rules: pdll-opt compile | mlir-tblgen -gen-rewriters, 40 rules on arith");
    let includes = env!("PDLL_LLVM_INCLUDE_DIR");
    let mut theirs = command(
        &tools.mlir_tblgen,
        ["-gen-rewriters", "-I", includes, RULES],
    );
    let mut ours = command(&tools.pdll_opt, ["compile", "--no-ods-cache", RULES]);
    let (cold, peer) = compare(21, &mut ours, &mut theirs);
    line("reading and lowering", cold, peer);
    let mut ours = command(&tools.pdll_opt, ["compile", RULES]);
    // The first run, which is not measured, fills the cache.
    ours.env("PDLL_CACHE_DIR", tools.input_folder().join("cache"));
    let (cached, peer) = compare(21, &mut ours, &mut theirs);
    line("the same, from the cache", cached, peer);
}

/// The operations of the rules.
const OPERATIONS: [&str; 10] = [
    "andi",
    "ori",
    "xori",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
    "remsi",
    "remui",
    "ceildivsi",
];
/// How many places with a match the programs have.
const MATCHES: usize = 20_000;

fn apply(tools: &Tools) {
    println!(
        "rules: applying 40 rules at {MATCHES} places: apply-pdll | the patterns of mlir-tblgen"
    );
    let plugin = tools.input_folder().join("librules.so");
    build(tools, Path::new(RULES), &plugin);
    let load = format!("--load-pass-plugin={}", plugin.display());
    for (share, others) in [("1 in 10", 27), ("all match", 0)] {
        let input = tools.input("rules.mlir", &program(others));
        for driver in ["greedy", "walk"] {
            let is_walk = driver == "walk";
            let pipelines = [
                format!("apply-pdll{{patterns={RULES} driver={driver}}}"),
                format!("bench-rules{{walk={is_walk}}}"),
            ];
            let all = peers::compare(
                tools,
                &Comparison {
                    input: &input,
                    pipelines: &pipelines,
                    runs: 4,
                    options: "",
                    flags: &["--mlir-disable-threading", &load],
                },
            );
            assert!(all[1].is_same, "the pipelines must produce the same module");
            line(&format!("{driver}, {share}"), all[0].time, all[1].time);
        }
    }
}

/// Compiles what mlir-tblgen makes of rules to a plugin.
fn build(tools: &Tools, rules: &Path, plugin: &Path) {
    let patterns = plugin.with_extension("inc");
    run(Command::new(&tools.mlir_tblgen)
        .args(["-gen-rewriters", "-I", env!("PDLL_LLVM_INCLUDE_DIR")])
        .arg(rules)
        .arg("-o")
        .arg(&patterns));
    run(peers::compiler()
        .args(["-shared", "-fPIC", "-fno-rtti", "-fno-exceptions"])
        .arg(format!("-DRULES=\"{}\"", patterns.display()))
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/Rules.cpp"))
        .arg("-o")
        .arg(plugin));
}

/// A function where each rule matches equally often, with `others` operations that no
/// rule matches between two places.
fn program(others: usize) -> String {
    let mut text = "func.func @f(%x: i32, %y: i32) {\n".to_owned();
    for i in 0..MATCHES {
        let operation = OPERATIONS[i / 4 % OPERATIONS.len()];
        let mut line = |line: &str| {
            let line = line.replace("OP", &format!("arith.{operation}"));
            let _ = writeln!(text, "  {}", line.replace('N', &i.to_string()));
        };
        match i % 4 {
            0 => line("%aN = OP %x, %y : i32\n  %cN = OP %aN, %y : i32"),
            1 => line("%aN = OP %y, %x : i32\n  %cN = OP %x, %aN : i32"),
            rule => {
                let extend = if rule == 2 {
                    "arith.extsi"
                } else {
                    "arith.extui"
                };
                line(&format!("%aN = {extend} %x : i32 to i64"));
                line(&format!("%bN = {extend} %y : i32 to i64"));
                line("%cN = OP %aN, %bN : i64");
            }
        }
        for other in 0..others {
            line(&format!("%oN_{other} = arith.addi %x, %y : i32"));
            line(&format!("\"t.use\"(%oN_{other}) : (i32) -> ()"));
        }
        let ty = if i % 4 < 2 { "i32" } else { "i64" };
        line(&format!("\"t.use\"(%cN) : ({ty}) -> ()"));
    }
    text + "  return\n}\n"
}

/// How often a rule is changed.
const CHANGES: usize = 3;

fn change(tools: &Tools) {
    println!(
        "rules: from a changed rule with C++ to the program: apply-pdll | mlir-tblgen, a plugin"
    );
    let input = tools.input(
        "changed.mlir",
        "func.func @f(%x: i32) -> i32 {\n  %0 = arith.andi %x, %x : i32\n  return %0 : i32\n}\n",
    );
    let cache = tools.input_folder().join("compiled");
    let mut times: [Vec<Duration>; 2] = Default::default();
    // The first change builds the precompiled header and is not measured.
    for version in 0..=CHANGES {
        let rules = tools.input("changed.td", &changed(version));
        let ours = run(on(tools, &input).env("PDLL_CACHE_DIR", &cache).args([
            format!("--load-pass-plugin={}", tools.plugin.display()),
            format!(
                "--pass-pipeline=builtin.module(apply-pdll{{patterns={} native-code=compile}})",
                rules.display()
            ),
        ]));
        let plugin = tools.input_folder().join(format!("changed{version}.so"));
        let start = std::time::Instant::now();
        build(tools, &rules, &plugin);
        run(on(tools, &input).args([
            format!("--load-pass-plugin={}", plugin.display()),
            "--pass-pipeline=builtin.module(bench-rules)".to_owned(),
        ]));
        let theirs = start.elapsed();
        if version > 0 {
            times[0].push(ours);
            times[1].push(theirs);
        }
    }
    let compiled = fs::read_dir(cache.join("native")).expect("the compiler ran");
    let libraries = compiled.flatten().filter(|entry| {
        let path = entry.path();
        path.extension() == Some("so".as_ref())
    });
    assert!(libraries.count() > CHANGES, "each version needs it");
    let [ours, theirs] = times.map(median);
    line("one changed rule", ours, theirs);
    println!(
        "    {:.1} s, {:.1} times as fast",
        milliseconds(ours) / 1e3,
        milliseconds(theirs) / milliseconds(ours)
    );
}

fn on(tools: &Tools, input: &Path) -> Command {
    let mut command = command(&tools.mlir_opt, []);
    command.arg(input);
    command
}

/// A rule whose C++ needs a compiler, because it has a class of its own, and which no other
/// version has.
fn changed(version: usize) -> String {
    format!(
        "include \"mlir/Dialect/Arith/IR/ArithOps.td\"\n\
         include \"mlir/IR/PatternBase.td\"\n\
         def IsLong : Constraint<CPred<\"[](::mlir::Value value) {{ \
         struct Counter {{ int number = 0; }} counter; \
         for (::mlir::Operation *user : value.getUsers()) \
         if (user) ++counter.number; \
         return counter.number < {version}00 + 100; }}($0)\">>;\n\
         def : Pat<(Arith_AndIOp:$op $x, $x), (replaceWithValue $x), [(IsLong $x)]>;\n"
    )
}

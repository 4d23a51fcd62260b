//! Compares predicates of types with the same checks by hand, and measures how long
//! planning them takes.

use crate::{
    compile,
    measure::{Tools, command, milliseconds, run as run_command},
    peers::{self, Comparison},
};
use pdll::internals::{
    constraints::{Apply, Constraint, Signature, System, Variable},
    diagnostic::Diagnostics,
    lower::{DialectAccess, MlirHost},
    sema,
    source::SourceMap,
};
use std::{
    fmt::Write,
    path::Path,
    rc::Rc,
    time::{Duration, Instant},
};

/// Prints a line for each share of operations that match, and one for planning.
pub(crate) fn run(tools: &Tools) {
    run_checks(tools);
    run_planning(tools);
}

const OPERATIONS: usize = 200_000;

fn run_checks(tools: &Tools) {
    println!(
        "types: CPU time for {OPERATIONS} operations: predicates | the same in C++ by hand | \
         no patterns"
    );
    let input = tools.input("types.mlir", &function());
    for (share, limit) in [("none match", 4), ("all match", 32)] {
        let ours = tools.input(&format!("types{limit}.pdll"), &pattern(limit));
        let pipelines = [
            format!("apply-pdll{{patterns={} driver=walk}}", ours.display()),
            format!("bench-peer{{types={limit} walk=true}}"),
            "bench-peer{walk=true}".to_owned(),
        ];
        let comparison = Comparison::new(&input, &pipelines, 8);
        let all = peers::compare(tools, &comparison);
        assert!(all[1].is_same, "the pipelines must produce the same module");
        let times: Vec<_> = all.iter().map(|one| milliseconds(one.time)).collect();
        println!(
            "  {:<36} {:>9.1} ms {:>9.1} ms {:>9.1} ms   ratio {:.2}",
            format!("walk, {share}"),
            times[0],
            times[1],
            times[2],
            times[0] / times[1],
        );
    }
}

/// `benches/peers/Peer.cpp` has the same pattern in C++.
fn pattern(limit: u32) -> String {
    format!(
        r#"#include "pdll/types.pdll"
Pattern {{
  let w: Attr;
  let root = op<t.v>(x: Value<t: Type>) -> (e: Type);
  FixedVectorType(t, e, _);
  IntegerType(e, w);
  le(w, {limit});
  replace root with op<t.w>(x) -> (e);
}}
"#
    )
}

fn function() -> String {
    let mut text = "func.func @f(%a: vector<8xi8>, %b: vector<4xi16>) {\n".to_owned();
    for i in 0..OPERATIONS {
        let (name, size, width) = if i % 2 == 0 {
            ("a", 8, 8)
        } else {
            ("b", 4, 16)
        };
        let _ = writeln!(
            text,
            "  %{i} = \"t.v\"(%{name}) : (vector<{size}xi{width}>) -> i{width}"
        );
    }
    text + "  return\n}\n"
}

const PATTERNS: usize = 10_000;

/// Prints how long `pdll-opt compile` takes for many patterns with a system each, and
/// which shares of that planning takes, and all that the analysis does about systems.
fn run_planning(tools: &Tools) {
    let with = tools.input("systems.pdll", &systems(true));
    let without = tools.input("no-systems.pdll", &systems(false));
    let total = fastest(|| {
        let path = with.to_string_lossy();
        let clock = Instant::now();
        run_command(&mut command(
            &tools.pdll_opt,
            ["compile", &path, "-o", "/dev/null"],
        ));
        clock.elapsed()
    });
    let [with, without] = [with, without].map(|path| fastest(|| analysis(&path)));
    let systems = with.saturating_sub(without);
    let planning = fastest(planning);
    let share = |time: Duration| 100.0 * time.as_secs_f64() / total.as_secs_f64();
    println!(
        "types: {PATTERNS} patterns with a system each: compiled in {:.1} ms; planning takes \
         {:.1} ms, {:.1} %; all work on systems {:.1} ms, {:.1} %",
        milliseconds(total),
        milliseconds(planning),
        share(planning),
        milliseconds(systems),
        share(systems),
    );
}

/// How long it takes to plan the systems of all patterns.
fn planning() -> Duration {
    let signature = |captures: &[bool]| {
        Rc::new(Signature {
            name: "predicate".into(),
            captures: captures.to_vec(),
            captures_in_creation: true,
            evaluates: [true; 2],
        })
    };
    let mut system = System::default();
    let mut variable = |is_known| {
        let name = None;
        Some(system.variable(Variable { name, is_known }))
    };
    let [t, e, limit] = [(); 3].map(|()| variable(true));
    let [n, w] = [(); 2].map(|()| variable(false));
    let uses = [
        (signature(&[true, true]), vec![t, e, n]),
        (signature(&[true]), vec![e, w]),
        (signature(&[false]), vec![w, limit]),
    ];
    for (tag, (signature, arguments)) in uses.into_iter().enumerate() {
        system.constraints.push(Constraint::Apply(Apply {
            signature,
            arguments,
            tag,
        }));
    }
    let clock = Instant::now();
    for _ in 0..PATTERNS {
        let plan = std::hint::black_box(&system).plan();
        assert_eq!(plan.map(|plan| plan.steps.len()), Ok(3));
    }
    clock.elapsed()
}

fn fastest(mut time: impl FnMut() -> Duration) -> Duration {
    let times = (0..7).map(|_| time());
    times.min().expect("there are several runs")
}

/// The patterns of the group `compile`, with predicates or with the native constraints
/// that they become.
fn systems(with_predicates: bool) -> String {
    let mut text = "#include \"pdll/types.pdll\"\n".to_owned();
    text += "Constraint Vector(t: Type) -> (e: Type, n: Attr);\n";
    text += "Constraint Width(t: Type) -> Attr;\nConstraint AtMost(a: Attr, b: Attr);\n";
    text += "Constraint Same(a: Type, b: Type);\n";
    let conditions = match with_predicates {
        true => {
            "  let n: Attr;\n  let w: Attr;\n  FixedVectorType(t, e, n);\n  \
             IntegerType(e, w);\n  le(w, 32);\n"
        }
        false => {
            "  let parts = Vector(t);\n  Same(e, parts.e);\n  let w = Width(e);\n  \
             AtMost(w, attr<\"32 : i64\">);\n"
        }
    };
    for i in 0..PATTERNS {
        let _ = write!(
            text,
            r#"Pattern P{i} with benefit({benefit}) {{
  let t: Type;
  let e: Type;
  let inner = op<test.inner{kind}>(a: Value<t>, b: Value<e>);
  let root = op<test.root{i}>(inner, c: Value) {{mode = attr<"{i} : i32">, fast}} -> (t);
{conditions}  rewrite root with {{
    let sum = op<test.sum>(a, c) {{k = attr<"\"s\"">}} -> (t);
    replace root with op<test.out>(sum, b) -> (type<"i64">);
  }};
}}
"#,
            benefit = i % 50 + 1,
            kind = i % 97,
        );
    }
    text
}

/// How long the analysis of a file takes.
fn analysis(path: &Path) -> Duration {
    let text = std::fs::read_to_string(path).expect("the input was just written");
    let context = melior::Context::new_with_threading(false);
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let (_, program) = compile::load(path, text, &mut sources, &mut diagnostics);
    let mut host = MlirHost::new(&context, DialectAccess::Available);
    let clock = Instant::now();
    let meaning = sema::analyze(&program, &mut host, &mut diagnostics);
    let time = clock.elapsed();
    assert!(!diagnostics.has_errors() && meaning.patterns.len() == PATTERNS);
    time
}

//! How the time to make a program grows with the number of patterns. `make bench`
//! prints it. The other benchmarks are programs of their own, which cannot see the
//! matcher.

use super::compile;
use crate::{
    back::check,
    back::graph::Checked,
    mlir::ffi::{
        checked_module::CheckedModule,
        ir::{load_pdl, parse_module},
        pattern_set::Filter,
    },
};
use melior::Context;
use std::time::{Duration, Instant};

/// Writes the pattern with a number.
type Shape = fn(usize) -> String;

/// What the patterns of a set share, and the pattern with a number.
const SHAPES: [(&str, Shape); 7] = [
    ("a root each", |i| {
        pattern(&format!("t.a{i}"), None, &["t.l"])
    }),
    ("one root, own attributes", |i| {
        pattern("t.a", Some(i), &["t.l"])
    }),
    ("one root, own leaves", |i| {
        pattern("t.a", None, &[&format!("t.l{i}")])
    }),
    ("five roots, own leaves", |i| {
        pattern(&format!("t.a{}", i % 5), None, &[&format!("t.l{i}")])
    }),
    ("one chain of seven, own ends", |i| {
        let end = format!("t.l{i}");
        pattern(
            "t.a",
            None,
            &[&end, "t.p", "t.p", "t.p", "t.p", "t.p", "t.p"],
        )
    }),
    ("one root, own bodies", |i| body(&format!("t.l{i}"), 2)),
    ("one root, bodies of own sizes", |i| body("t.l", i + 1)),
];

const COUNTS: [usize; 3] = [1000, 16_000, 100_000];

/// A pattern whose root has an operand that the last of the operations defines, whose
/// operand the one before it defines, and so on. The root may need an attribute.
fn pattern(root: &str, number: Option<usize>, definitions: &[&str]) -> String {
    let mut text = "pdl.pattern : benefit(1) {\n%t = pdl.type\n%x = pdl.operand\n".to_owned();
    let mut operand = "%x".to_owned();
    for (index, name) in definitions.iter().enumerate() {
        text += &format!(
            "%o{index} = pdl.operation \"{name}\"({operand} : !pdl.value) -> (%t : !pdl.type)\n\
             %r{index} = pdl.result 0 of %o{index}\n"
        );
        operand = format!("%r{index}");
    }
    let mut attribute = "";
    if let Some(number) = number {
        text += &format!("%n = pdl.attribute = {number} : i32\n");
        attribute = " {\"n\" = %n}";
    }
    text + &format!(
        "%root = pdl.operation \"{root}\"({operand} : !pdl.value){attribute} -> (%t : !pdl.type)\n\
         pdl.rewrite %root {{\n\
         %new = pdl.operation \"t.b\"(%x : !pdl.value) -> (%t : !pdl.type)\n\
         pdl.replace %root with %new\n}}\n}}\n"
    )
}

/// A pattern whose root has a block with so many arguments and with one operation.
fn body(inside: &str, num_arguments: usize) -> String {
    format!(
        "pdl.pattern : benefit(1) {{\n\
         %x = pdl.operand\n\
         %root = pdl.operation \"t.a\"(%x : !pdl.value)\n\
         %region = pdl.apply_native_constraint \"pdll.region\"(%root : !pdl.operation) \
         : !pdl.attribute {{pdll.index = 0 : i32, pdll.num_blocks = 1 : i32}}\n\
         %block = pdl.apply_native_constraint \"pdll.block\"(%region : !pdl.attribute) \
         : !pdl.attribute {{pdll.exact, pdll.index = 0 : i32, \
         pdll.num_arguments = {num_arguments} : i32}}\n\
         %inside = pdl.operation \"{inside}\" {{\"pdll.parent\" = %block}} {{pdll.last}}\n\
         pdl.rewrite %root {{\n\
         %new = pdl.operation \"t.b\"(%x : !pdl.value)\n\
         pdl.replace %root with %new\n\
         %results = pdl.results of %inside\n\
         %used = pdl.range %results : !pdl.range<value>\n}}\n}}\n"
    )
}

#[test]
#[ignore = "it measures, and tests nothing"]
#[expect(clippy::print_stdout, reason = "`make bench` shows what it prints")]
fn time_to_make_a_program() {
    let context = Context::new_with_threading(false);
    load_pdl(&context);
    context.set_allow_unregistered_dialects(true);
    println!("matcher: time to make a program, in microseconds per pattern, and its size in bytes");
    for (shape, pattern) in SHAPES {
        print!("  {shape:<30}");
        for count in COUNTS {
            let text: String = (0..count).map(pattern).collect();
            let module = parse_module(&context, text.as_bytes(), "a.mlir");
            let module = module.expect("the patterns are valid");
            let checked = check::for_this_process(&context, &module, None, &Filter::default());
            let checked = checked.expect("the patterns pass the checks");
            let (time, size) = measure(&context, checked.module());
            let each = time.as_secs_f64() * 1e6 / count as f64;
            print!("   {count:>6}: {each:>5.2} µs {:>4} B", size / count);
        }
        println!();
    }
}

/// The shortest of some runs, and the size of the program.
fn measure<'c>(context: &'c Context, module: CheckedModule<'_, 'c>) -> (Duration, usize) {
    let run = || {
        let start = Instant::now();
        let program = compile(&Checked::read(context, module)).into_program();
        (start.elapsed(), program)
    };
    let runs: Vec<_> = (0..3).map(|_| run()).collect();
    let time = runs.iter().map(|(time, _)| *time).min();
    let (_, program) = &runs[0];
    let size = size_of_val(&program.instructions[..]) + size_of_val(&program.words[..]);
    (time.expect("there are some"), size)
}

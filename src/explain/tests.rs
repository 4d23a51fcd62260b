//! What is to blame if a pattern does not match.

use super::{Origins, Places, Question, explain};
use crate::{
    ffi::{
        ir::{load_pdl, parse_module},
        pattern_set::Natives,
    },
    reference::Reference,
    source::{Memory, SourceMap},
};
use melior::Context;

const PATTERN: &str = r#"
pdl.pattern @P : benefit(1) {
  %x = operand
  %two = attribute = 2 : i32
  %t = type
  %i32 = type : i32
  %def = operation "t.const" {"value" = %two} -> (%i32 : !pdl.type)
  %y = result 0 of %def
  %a = attribute
  %root = operation "t.mul"(%x, %y, %x : !pdl.value, !pdl.value, !pdl.value) {"a" = %a, "b" = %a} -> (%t, %t : !pdl.type, !pdl.type)
  apply_native_constraint "pdll.IsIntegerAttr"(%a : !pdl.attribute)
  rewrite %root { erase %root }
}"#;

const PROGRAM: &str = r#"
%x:2 = "t.any"() : () -> (i32, i32)
%y = "t.const"() {value = 2 : i32} : () -> i32
%r:2 = "t.mul"(%x#0, %y, %x#0) {a = 1 : i8, b = 1 : i8} : (i32, i32, i32) -> (i8, i8)
"#;

/// The conditions that fail in the nearest candidate, or that it matches.
fn blame(program: &str) -> Vec<String> {
    let context = Context::new_with_threading(false);
    load_pdl(&context);
    context.set_allow_unregistered_dialects(true);
    let patterns = parse_module(&context, PATTERN.as_bytes(), "a.mlir");
    let patterns = patterns.expect("the pattern is valid");
    let program = parse_module(&context, program.as_bytes(), "b.mlir");
    let program = program.expect("the program is valid");
    let natives = Natives::new();
    let reference = Reference::new(&context, &patterns, &natives);
    let mut sources = SourceMap::default();
    let files = Memory::default();
    let mut places = Places::new(&mut sources, &files, None, Origins::default());
    let root = program.as_operation();
    let report = explain(&reference, root, &Question::about_all(), None, &mut places);
    let pattern = &report.patterns[0];
    let Some(nearest) = pattern.groups.first() else {
        return vec![format!(
            "{} of {}",
            pattern.num_matches, pattern.num_candidates
        )];
    };
    let sentences = nearest.fails.iter();
    let sentences = sentences.map(|id| pattern.conditions[*id].sentence.clone());
    sentences.collect()
}

#[test]
fn the_broken_condition_is_to_blame() {
    assert_eq!(blame(PROGRAM), ["1 of 1"]);
    for (what, broken, blamed) in [
        (
            "value = 2 : i32",
            "value = 3 : i32",
            "attribute `value` of the `t.const` is `2 : i32`",
        ),
        (
            "value = 2 : i32",
            "other = 2 : i32",
            "the `t.const` has an attribute `value`",
        ),
        (
            "t.const",
            "t.constant",
            "the definition of operand 1 of the `t.mul` is `t.const`",
        ),
        (
            "%y, %x#0)",
            "%y, %x#1)",
            "operand 2 of the `t.mul` is the same as operand 0 of the `t.mul`",
        ),
        (
            "b = 1 : i8",
            "b = 2 : i8",
            "attribute `b` of the `t.mul` is the same as attribute `a` of the `t.mul`",
        ),
        (
            "-> (i8, i8)",
            "-> (i8, i1)",
            "result type 1 of the `t.mul` is the same as result type 0 of the `t.mul`",
        ),
        (
            "a = 1 : i8, b = 1 : i8",
            "a, b",
            "`pdll.IsIntegerAttr` holds of attribute a of the t.mul",
        ),
        (
            "(%x#0, %y, %x#0) {a = 1 : i8, b = 1 : i8} : (i32, i32, i32)",
            "(%x#0, %y, %x#0, %y) {a = 1 : i8, b = 1 : i8} : (i32, i32, i32, i32)",
            "the `t.mul` has 3 operands",
        ),
    ] {
        assert!(PROGRAM.contains(what), "{what}");
        assert_eq!(blame(&PROGRAM.replace(what, broken)), [blamed]);
    }
}

//! What is to blame if a pattern does not match.

use super::{Places, Question, explain};
use crate::{
    back::check,
    back::reference::Reference,
    base::source::{Memory, SourceMap},
    mlir::ffi::{
        ir::{load_pdl, parse_module},
        pattern_set::{Filter, Natives},
    },
};
use melior::Context;

/// Conditions on the structure that is found from the root on.
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
"t.f"() ({
^bb(%arg: i32):
  %x:2 = "t.any"() : () -> (i32, i32)
  %y = "t.const"() {value = 2 : i32} : () -> i32
  "t.mul"(%x#0, %y, %x#0) {a = 1 : i8, b = 1 : i8} : (i32, i32, i32) -> (i8, i8)
}) : () -> ()
"#;

/// Conditions that need several results or users, or types of operands.
const CONNECTED: &str = r#"
pdl.pattern @P : benefit(1) {
  %i32 = type : i32
  %x = operand : %i32
  %t = type
  %a = attribute : %t
  %b = attribute
  %def = operation "t.two" -> (%i32, %i32 : !pdl.type, !pdl.type)
  %y = result 1 of %def
  %z = result 0 of %def
  %root = operation "t.root"(%x, %y, %z : !pdl.value, !pdl.value, !pdl.value) {"a" = %a, "b" = %b}
  %user = operation "t.user"(%y, %x : !pdl.value, !pdl.value)
  apply_native_constraint "pdll.IsIntegerAttr"(%b : !pdl.attribute) {isNegated = true}
  rewrite %root {
    erase %root
    erase %user
  }
}"#;

const CONNECTED_PROGRAM: &str = r#"
%x = "t.any"() : () -> i32
%f = "t.any"() : () -> f32
%other:2 = "t.two"() : () -> (i32, i32)
%def:2 = "t.two"() : () -> (i32, i32)
"t.root"(%x, %def#1, %def#0) {a = 1.0 : f32, b} : (i32, i32, i32) -> ()
"t.user"(%def#1, %x) : (i32, i32) -> ()
"#;

/// What rewrites need.
const DISTINCT: &str = r#"
pdl.pattern @P : benefit(1) {
  %x = operand
  %root = operation "t.a"(%x : !pdl.value)
  %other = operation "t.a"(%x : !pdl.value)
  rewrite %root {
    erase %root
    erase %other
  }
}"#;
const SURVIVES: &str = r#"
pdl.pattern @P : benefit(1) {
  %x = operand
  %types = types
  %root = operation "t.a"(%x : !pdl.value) -> (%types : !pdl.range<type>)
  rewrite %root { replace %root with (%x : !pdl.value) }
}"#;
const FITS: &str = r#"
pdl.pattern @P : benefit(1) {
  %name = attribute
  %root = operation "t.a" {"name" = %name}
  rewrite %root {
    %type = type : !pdl.type
    %new = operation "pdl.type" {"constantType" = %name} -> (%type : !pdl.type)
    erase %root
  }
}"#;

/// The kinds and sentences of the conditions that fail in the nearest candidate, or that
/// it matches.
fn blame(pattern: &str, program: &str) -> Vec<[String; 2]> {
    let context = Context::new_with_threading(false);
    load_pdl(&context);
    context.set_allow_unregistered_dialects(true);
    let patterns = parse_module(&context, pattern.as_bytes(), "a.mlir");
    let patterns = patterns.expect("the pattern is valid");
    let program = parse_module(&context, program.as_bytes(), "b.mlir");
    let program = program.expect("the program is valid");
    let natives = Natives::new();
    let graph = check::for_this_process(&context, &patterns, None, &Filter::default());
    let graph = graph.expect("the pattern passes the checks");
    let reference = Reference::new(&graph, &natives);
    let mut sources = SourceMap::default();
    let files = Memory::default();
    let mut places = Places::new(&mut sources, &files, None, None);
    let root = program.as_operation();
    let report = explain(
        &reference,
        root,
        &Question::about_all(),
        None,
        None,
        &mut places,
    );
    let pattern = &report.patterns[0];
    let Some(nearest) = pattern.groups.first() else {
        assert_eq!(pattern.num_matches, pattern.num_candidates);
        return Vec::new();
    };
    let fails = nearest.fails.iter().map(|id| &pattern.conditions[*id]);
    fails
        .map(|condition| [condition.kind.to_owned(), condition.sentence.clone()])
        .collect()
}

/// Breaks a program that a pattern matches, by replacing `what` by something else.
fn check(pattern: &str, program: &str, changes: &[(&str, &str)], kind: &str, sentence: &str) {
    assert!(blame(pattern, program).is_empty(), "it matches: {program}");
    let mut broken = program.to_owned();
    for (what, by) in changes {
        assert!(broken.contains(what), "{what}");
        broken = broken.replacen(what, by, 1);
    }
    assert_eq!(blame(pattern, &broken), [[kind, sentence]], "{broken}");
}

#[test]
fn the_broken_condition_is_to_blame() {
    let check = |changes: &[_], kind, sentence| check(PATTERN, PROGRAM, changes, kind, sentence);
    check(
        &[("value = 2 : i32", "value = 3 : i32")],
        "attribute-value",
        "attribute `value` of the `t.const` is `2 : i32`",
    );
    check(
        &[("value = 2 : i32", "other = 2 : i32")],
        "attribute-present",
        "the `t.const` has an attribute `value`",
    );
    check(
        &[("t.const", "t.constant")],
        "operation-name",
        "the definition of operand 1 of the `t.mul` is `t.const`",
    );
    check(
        &[("%y, %x#0)", "%arg, %x#0)")],
        "operand-defined-by",
        "operand 1 of the `t.mul` is a result of an operation",
    );
    check(
        &[("%y, %x#0)", "%y, %x#1)")],
        "same-value",
        "operand 2 of the `t.mul` is the same as operand 0 of the `t.mul`",
    );
    check(
        &[("b = 1 : i8", "b = 2 : i8")],
        "same-attribute",
        "attribute `b` of the `t.mul` is the same as attribute `a` of the `t.mul`",
    );
    check(
        &[("-> (i8, i8)", "-> (i8, i1)")],
        "same-type",
        "result type 1 of the `t.mul` is the same as result type 0 of the `t.mul`",
    );
    check(
        &[("-> (i8, i8)", "-> (i8, i8, i8)")],
        "result-count",
        "the `t.mul` has 2 results",
    );
    check(
        &[
            ("() -> i32\n", "() -> i64\n"),
            ("(i32, i32, i32) ->", "(i32, i64, i32) ->"),
        ],
        "result-type",
        "result type 0 of the `t.const` is `i32`",
    );
    check(
        &[("a = 1 : i8, b = 1 : i8", "a, b")],
        "constraint",
        "`IsIntegerAttr` holds of attribute a of the t.mul",
    );
    check(
        &[
            ("(%x#0, %y, %x#0)", "(%x#0, %y, %x#0, %y)"),
            ("(i32, i32, i32) ->", "(i32, i32, i32, i32) ->"),
        ],
        "operand-count",
        "the `t.mul` has 3 operands",
    );
}

#[test]
fn the_broken_connection_is_to_blame() {
    let check = |changes: &[_], kind, sentence| {
        check(CONNECTED, CONNECTED_PROGRAM, changes, kind, sentence);
    };
    check(
        &[
            ("(%x, %def#1, %def", "(%f, %def#1, %def"),
            ("(i32, i32, i32) ->", "(f32, i32, i32) ->"),
            ("%def#1, %x)", "%def#1, %f)"),
            (": (i32, i32) -> ()", ": (i32, f32) -> ()"),
        ],
        "operand-type",
        "the type of operand 0 of the `t.root` is `i32`",
    );
    check(
        &[("a = 1.0 : f32, b", "a, b")],
        "attribute-type",
        "attribute `a` of the `t.root` has a type",
    );
    check(
        &[("%def#1, %def#0)", "%def#1, %other#0)")],
        "same-operation",
        "the definition of operand 2 of the `t.root` is the same as the `t.two`",
    );
    check(
        &[("%def#1, %def#0)", "%def#1, %def#1)")],
        "result-index",
        "operand 2 of the `t.root` is result 0 of its definition",
    );
    check(
        &[(r#""t.user"(%def#1, %x)"#, r#""t.user"(%def#1, %other#0)"#)],
        "same-value",
        "operand 1 of the `t.user` is the same as operand 0 of the `t.root`",
    );
    check(
        &[(r#""t.user""#, r#""t.used""#)],
        "operation-name",
        "the user is `t.user`",
    );
    check(
        &[("b}", "b = 1 : i8}")],
        "negated-constraint",
        "`IsIntegerAttr` fails of attribute b of the t.root",
    );
    check(
        &[
            (
                r#"%def:2 = "t.two"() : () -> (i32, i32)"#,
                r#"%def:2 = "t.two"() : () -> (i32, i64)"#,
            ),
            ("(i32, i32, i32) ->", "(i32, i64, i32) ->"),
            (": (i32, i32) -> ()", ": (i64, i32) -> ()"),
        ],
        "same-type",
        "result type 1 of the `t.two` is the same as the type of operand 0 of the `t.root`",
    );
}

#[test]
fn what_the_rewrite_needs_is_to_blame() {
    check(
        DISTINCT,
        r#"%x = "t.any"() : () -> i32 "t.a"(%x) : (i32) -> () "t.a"(%x) : (i32) -> ()"#,
        &[(r#""t.a"(%x) : (i32) -> ()"#, "")],
        "distinct-operations",
        "the `t.a` is another operation than the `t.a`",
    );
    check(
        SURVIVES,
        r#"%x = "t.any"() : () -> i32 %y = "t.a"(%x) : (i32) -> i32"#,
        &[(r#""t.a"(%x)"#, r#""t.a"(%y)"#)],
        "still-there",
        "operand 0 of the `t.a` is still there after the rewrite has erased the `t.a`",
    );
    check(
        FITS,
        r#""t.a"() {name = i32} : () -> ()"#,
        &[("= i32", "= 1 : i32")],
        "attribute-fits",
        "attribute `name` of the `t.a` is what `pdl.type` can have as `constantType`",
    );
}

#[test]
fn a_missing_user_is_to_blame() {
    let pattern = r#"
pdl.pattern @P : benefit(1) {
  %t = type
  %root = operation "t.a" -> (%t : !pdl.type)
  %x = result 0 of %root
  %user = operation "t.b"(%x : !pdl.value)
  rewrite %root { erase %user }
}"#;
    check(
        pattern,
        r#"%x = "t.a"() : () -> i32 "t.b"(%x) : (i32) -> ()"#,
        &[(r#""t.b"(%x) : (i32) -> ()"#, "")],
        "used-by",
        "a value of the match is used by the `t.b`",
    );
}

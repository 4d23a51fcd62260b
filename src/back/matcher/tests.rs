//! Programs of patterns in the dialect `pdl`.

use super::{compile, print::print};
use crate::{
    back::check,
    mlir::ffi::{
        ir::{load_pdl, parse_module},
        pattern_set::Filter,
    },
};
use expect_test::{Expect, expect};
use melior::Context;

/// Compares the program of the patterns, as people see it.
#[expect(clippy::needless_pass_by_value, reason = "so are expectations written")]
fn check(patterns: &str, expected: Expect) {
    let context = Context::new_with_threading(false);
    load_pdl(&context);
    context.set_allow_unregistered_dialects(true);
    let module = parse_module(&context, patterns.as_bytes(), "a.mlir");
    let module = module.expect("the patterns are valid");
    let graph = check::for_this_process(&context, &module, None, &Filter::default());
    let graph = graph.expect("the patterns pass the checks");
    expected.assert_eq(&print(&compile(&graph)));
}

#[test]
fn tests_come_before_the_rewrite() {
    check(
        r#"
pdl.pattern @Swap : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %t = pdl.type
  %root = pdl.operation "t.a"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "t.b"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}"#,
        expect![[r#"
            operations `t.a`:
              root has 2 operands
              root has 1 result
              accept `Swap` at "a.mlir":2:1, benefit 1, rank 0

            `Swap` at "a.mlir":2:1, benefit 1, rank 0:
              %0 has 2 operands
              %0 has 1 result
              %1 = operands[1] of %0
              %2 = operands[0] of %0
              rewrite:
              %3 = new `t.b`(%1, %2) -> the types of %0
              replace %0 by %3
        "#]],
    );
}

#[test]
fn the_only_result_is_no_range() {
    check(
        r#"
pdl.pattern @Cancel : benefit(1) {
  %x = pdl.operand
  %t = pdl.type
  %inner = pdl.operation "t.n"(%x : !pdl.value) -> (%t : !pdl.type)
  %results = pdl.results of %inner
  %root = pdl.operation "t.n"(%results : !pdl.range<value>)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}"#,
        expect![[r#"
            operations `t.n`:
              root has 1 operand
              root has no results
              there is root.operands[0].definition
              root.operands[0].definition is `t.n`
              root.operands[0].definition has 1 operand
              root.operands[0].definition has 1 result
              accept `Cancel` at "a.mlir":2:1, benefit 1, rank 0

            `Cancel` at "a.mlir":2:1, benefit 1, rank 0:
              %0 has 1 operand
              %0 has no results
              %1 = operands[0] of %0
              %2 = the definition of %1
              %2 is `t.n`
              %2 has 1 operand
              %2 has 1 result
              %3 = operands[0] of %2
              %3 outlives %0
              rewrite:
              replace %0 by (%3)
        "#]],
    );
}

#[test]
fn patterns_share_what_they_have_in_common() {
    check(
        r#"
pdl.pattern @One : benefit(1) {
  %x = pdl.operand
  %one = pdl.attribute = 1 : i32
  %t = pdl.type
  %def = pdl.operation "t.const" {"value" = %one} -> (%t : !pdl.type)
  %y = pdl.result 0 of %def
  %root = pdl.operation "t.a"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @Two : benefit(2) {
  %x = pdl.operand
  %one = pdl.attribute = 2 : i32
  %t = pdl.type
  %def = pdl.operation "t.const" {"value" = %one} -> (%t : !pdl.type)
  %y = pdl.result 0 of %def
  %root = pdl.operation "t.a"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @Same : benefit(1) {
  %x = pdl.operand
  %t = pdl.type
  %root = pdl.operation "t.a"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.erase %root
  }
}"#,
        expect![[r#"
            operations `t.a`:
              root has 2 operands
              root has 1 result
              from rank 0:
                there is root.operands[1].definition
                root.operands[1].definition is `t.const`
                root.operands[1].definition has no operands
                root.operands[1].definition has 1 result
                root.results[0].type is root.operands[1].definition.results[0].type
                there is root.operands[1].definition.attribute `value`
                root.operands[1].definition.attribute `value` is
                  `2 : i32`:
                    accept `Two` at "a.mlir":13:1, benefit 2, rank 0
                  `1 : i32`:
                    accept `One` at "a.mlir":2:1, benefit 1, rank 1
              from rank 2:
                root.operands[0] is root.operands[1]
                accept `Same` at "a.mlir":24:1, benefit 1, rank 2

            `Two` at "a.mlir":13:1, benefit 2, rank 0:
              %1 = operands[0] of %0
              %1 outlives %0
              rewrite:
              replace %0 by (%1)

            `One` at "a.mlir":2:1, benefit 1, rank 1:
              %1 = operands[0] of %0
              %1 outlives %0
              rewrite:
              replace %0 by (%1)

            `Same` at "a.mlir":24:1, benefit 1, rank 2:
              rewrite:
              erase %0
        "#]],
    );
}

#[test]
fn native_functions_follow_the_structure() {
    check(
        r#"
pdl.pattern @Call : benefit(1) {
  %a = pdl.attribute
  %t = pdl.type
  %root = pdl.operation "t.a" {"x" = %a} -> (%t : !pdl.type)
  %r = pdl.apply_native_constraint "Next"(%a : !pdl.attribute) : !pdl.type
  pdl.apply_native_constraint "IsOdd"(%a : !pdl.attribute) {isNegated = true}
  pdl.rewrite %root {
    %b = pdl.apply_native_rewrite "Add"(%a : !pdl.attribute) : !pdl.attribute
    %new = pdl.operation "t.a" {"x" = %b} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}"#,
        expect![[r#"
            operations `t.a`:
              root has no operands
              root has 1 result
              there is root.attribute `x`
              accept `Call` at "a.mlir":2:1, benefit 1, rank 0

            `Call` at "a.mlir":2:1, benefit 1, rank 0:
              %0 has no operands
              %0 has 1 result
              %1 = the attribute `x` of %0
              %2 = Next(%1)
              not IsOdd(%1)
              %3 = results[0] of %0
              %4 = the type of %3
              rewrite:
              %5 = Add(%1)
              %6 = new `t.a`() {x = %5} -> (%4)
              replace %0 by %6
        "#]],
    );
}

#[test]
fn users_are_searched_for_other_roots() {
    check(
        r#"
pdl.pattern @Two : benefit(1) {
  %x = pdl.operand
  %first = pdl.operation "t.a"(%x : !pdl.value)
  %second = pdl.operation "t.b"(%x : !pdl.value)
  pdl.rewrite %first {
    pdl.erase %second
  }
}"#,
        expect![[r#"
            operations `t.a`:
              root has 1 operand
              root has no results
              accept `Two` at "a.mlir":2:1, benefit 1, rank 0

            `Two` at "a.mlir":2:1, benefit 1, rank 0:
              %0 has 1 operand
              %0 has no results
              %1 = operands[0] of %0
              %2 = each user of %1
              %2 is `t.b`
              %2 has 1 operand
              %2 has no results
              %3 = operands[0] of %2
              %1 is %3
              rewrite:
              erase %2
        "#]],
    );
}

#[test]
fn users_of_what_a_constraint_returns_are_searched() {
    check(
        r#"
pdl.pattern @Returned : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "t.a"(%x : !pdl.value)
  %y = pdl.apply_native_constraint "First"(%root : !pdl.operation) : !pdl.value
  %second = pdl.operation "t.b"(%x, %y : !pdl.value, !pdl.value)
  %third = pdl.operation "t.c"(%y : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %third
    pdl.apply_native_rewrite "Use"(%second : !pdl.operation)
  }
}"#,
        expect![[r#"
            operations `t.a`:
              root has 1 operand
              root has no results
              accept `Returned` at "a.mlir":2:1, benefit 1, rank 0

            `Returned` at "a.mlir":2:1, benefit 1, rank 0:
              %0 has 1 operand
              %0 has no results
              %1 = operands[0] of %0
              %2 = each user of %1
              %2 is `t.b`
              %2 has 2 operands
              %2 has no results
              %3 = operands[0] of %2
              %1 is %3
              %4 = operands[1] of %2
              %5 = each user of %4
              %5 is `t.c`
              %5 has 1 operand
              %5 has no results
              %6 = First(%0)
              %6 is %4
              %7 = operands[0] of %5
              %6 is %7
              %0 outlives %5
              %2 outlives %5
              rewrite:
              erase %5
              Use(%2)
        "#]],
    );
}

#[test]
fn all_that_is_mentioned_must_exist() {
    check(
        r#"
pdl.pattern @Mentioned : benefit(1) {
  %t = pdl.type
  %a = pdl.attribute : %t
  %ts = pdl.types
  %root = pdl.operation "t.a" {"n" = %a} -> (%ts : !pdl.range<type>)
  %third = pdl.result 2 of %root
  %rest = pdl.results 1 of %root -> !pdl.range<value>
  pdl.rewrite %root {
    pdl.erase %root
  }
}"#,
        expect![[r#"
            operations `t.a`:
              root has no operands
              there is root.attribute `n`
              there is root.attribute `n`.type
              there is root.results[2]
              there is root.results[1..]
              accept `Mentioned` at "a.mlir":2:1, benefit 1, rank 0

            `Mentioned` at "a.mlir":2:1, benefit 1, rank 0:
              %0 has no operands
              %1 = the attribute `n` of %0
              %2 = the type of %1
              %3 = results[2] of %0
              %4 = results[1..] of %0
              rewrite:
              erase %0
        "#]],
    );
}

#[test]
fn groups_follow_ranges() {
    check(
        r#"
pdl.pattern @Groups : benefit(1) {
  %x = pdl.operand
  %xs = pdl.operands
  %def = pdl.operation "t.d"
  %r = pdl.results of %def
  %root = pdl.operation "t.a"(%x, %xs, %r, %x : !pdl.value, !pdl.range<value>, !pdl.range<value>, !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}"#,
        expect![[r#"
            operations `t.a`:
              the operands of root are (one, range, all results, one)
              root has no results
              there is root.operands.group2[0].definition
              root.operands.group2 is root.operands.group2[0].definition.results[0..]
              root.operands[0] is root.operands.group3
              root.operands.group2[0].definition is `t.d`
              root.operands.group2[0].definition has no operands
              root.operands.group2[0].definition has no results
              accept `Groups` at "a.mlir":2:1, benefit 1, rank 0

            `Groups` at "a.mlir":2:1, benefit 1, rank 0:
              %0 has (one, range, all results, one)
              %0 has no results
              %1 = group 2 of %0: (one, range, all results, one)
              %3 = the first of %1
              %4 = the definition of %3
              %5 = results[0..] of %4
              %1 is %5
              %7 = operands[0] of %0
              %8 = group 3 of %0: (one, range, all results, one)
              %7 is %8
              %4 is `t.d`
              %4 has no operands
              %4 has no results
              rewrite:
              erase %0
        "#]],
    );
}

#[test]
fn many_attribute_names_are_looked_up_together() {
    let pattern = |name: usize| {
        format!(
            r#"
pdl.pattern @P{name} : benefit(1) {{
  %a = pdl.attribute
  %root = pdl.operation "t.a" {{"x{name}" = %a}}
  pdl.rewrite %root {{
    pdl.erase %root
  }}
}}"#
        )
    };
    let patterns: String = (0..4).map(pattern).collect();
    check(
        &patterns,
        expect![[r#"
            operations `t.a`:
              root has no operands
              root has no results
              from rank 0:
                there is root.attribute `x0`
                accept `P0` at "a.mlir":2:1, benefit 1, rank 0
              from rank 1:
                there is root.attribute `x1`
                accept `P1` at "a.mlir":9:1, benefit 1, rank 1
              from rank 2:
                there is root.attribute `x2`
                accept `P2` at "a.mlir":16:1, benefit 1, rank 2
              from rank 3:
                there is root.attribute `x3`
                accept `P3` at "a.mlir":23:1, benefit 1, rank 3

            `P0` at "a.mlir":2:1, benefit 1, rank 0:
              rewrite:
              erase %0

            `P1` at "a.mlir":9:1, benefit 1, rank 1:
              rewrite:
              erase %0

            `P2` at "a.mlir":16:1, benefit 1, rank 2:
              rewrite:
              erase %0

            `P3` at "a.mlir":23:1, benefit 1, rank 3:
              rewrite:
              erase %0
        "#]],
    );
}

//! Names, comments, and rules that are left out.

use super::{check, check_with};
use expect_test::expect;

#[test]
fn names_are_those_of_pdll() {
    check(
        r#"
        def Value : Pat<(One $erase), (replaceWithValue $erase)>;
        def I8Attr_ : Pat<(One $F32), (replaceWithValue $F32)>;
        def HasOneUse : Pat<(One (Return $x)), (One (Like:$a $x)), [(Constraint<CPred<"$_self.hasOneUse()">>:$x)]>;
        "#,
        &expect![[r#"
            remark: the rule `Value` becomes the pattern `ValuePattern`, because PDLL cannot have another `Value`
            remark: the rule `HasOneUse` becomes the pattern `HasOneUse2`, because PDLL cannot have another `HasOneUse`
            #include "pdll/std.pdll"

            Pattern ValuePattern {
              let root = op<t.one>(eraseValue: Value);
              replace root with eraseValue;
            }

            Pattern I8Attr_ {
              let root = op<t.one>(F32_2: Value);
              replace root with F32_2;
            }

            Pattern HasOneUse2 {
              let root = op<t.one>(op<t.return>(x: Value));
              HasOneUse(x);
              rewrite root with {
                let a = op<t.like>(x);
                replace root with op<t.one>(a);
              };
            }
        "#]],
    );
}

#[test]
fn templates_say_where_they_come_from() {
    check(
        r#"
        multiclass M<Op from> {
          // A rule.
          def Rule : Pat<(from $x), (replaceWithValue $x)>;
        }
        // An instance.
        defm Of : M<One>;
        defm : M<Like>;
        // In a loop.
        foreach op = [One, Like] in
          def : Pat<(op (Return $x)), (replaceWithValue $x)>;
        "#,
        &expect![[r#"

            // An instance.
            //
            // A rule.
            // From the rule at rules.td:7, instantiated at rules.td:10.
            Pattern OfRule {
              let root = op<t.one>(x: Value);
              replace root with x;
            }

            // A rule.
            // From the rule at rules.td:7, instantiated at rules.td:11.
            Pattern Rule {
              let root = op<t.like>(x: Value);
              replace root with x;
            }

            // In a loop.
            // One of 2 rules from rules.td:14.
            Pattern {
              let root = op<t.one>(op<t.return>(x: Value));
              replace root with x;
            }

            // In a loop.
            // One of 2 rules from rules.td:14.
            Pattern {
              let root = op<t.like>(op<t.return>(x: Value));
              replace root with x;
            }
        "#]],
    );
}

#[test]
fn comments_stay() {
    check(
        r#"
        //===- First part -===//

        // Above.
        // More.
        def A : Pat<(One $x), // the source
                    /* the result */ (replaceWithValue $x)>; // after

        // Of another def.
        def Never : Constraint<CPred<"false">>;

        //===- Second part -===//
        def B : Pat<(One $x), (replaceWithValue $x), [(Never $x)]>;
        "#,
        &expect![[r#"

            //===- First part -===//

            // Above.
            // More.
            // the source
            // the result
            // after
            Pattern A {
              let root = op<t.one>(x: Value);
              replace root with x;
            }

            // Of another def.
            Constraint Never(x: Value) [{
              return success(false);
            }];

            //===- Second part -===//
            Pattern B {
              let root = op<t.one>(x: Value);
              Never(x);
              replace root with x;
            }
        "#]],
    );
}

#[test]
fn rules_with_errors_are_no_pdll() {
    let rules = "
        def A : Pat<(One $x), (replaceWithValue $y)>;
        // The result may be missing.
        def B : Pat<(Ends:$r $x), (Ends $x), [(Constraint<CPred<\"$0.empty()\">> $r__2)]>;
        def C : Pat<(One $x), (replaceWithValue $x)>;
        def D : Pat<(One $x), (One (One $x, (returnType $x, $x)))>;
        ";
    check(
        rules,
        &expect![[r#"
            error: `$y` is not bound to anything
            error: PDLL cannot express this rule: it uses the result `o` of `t.ends`, which may be missing
            note: use `--skip-unsupported` to leave out such rules
            error: PDLL cannot express this rule: it gives 2 types to `t.one`, which has 1 result in its definition
            note: use `--skip-unsupported` to leave out such rules
        "#]],
    );
    check_with(
        rules,
        true,
        &expect![[r#"
            warning: the rule `A` is left out: `$y` is not bound to anything
            warning: the rule `B` is left out: PDLL cannot express this rule: it uses the result `o` of `t.ends`, which may be missing
            warning: the rule `D` is left out: PDLL cannot express this rule: it gives 2 types to `t.one`, which has 1 result in its definition

            // The rule `A` at rules.td:5 is left out: `$y` is not bound to anything

            // The result may be missing.
            // The rule `B` at rules.td:7 is left out: PDLL cannot express this rule: it
            // uses the result `o` of `t.ends`, which may be missing

            Pattern C {
              let root = op<t.one>(x: Value);
              replace root with x;
            }

            // The rule `D` at rules.td:9 is left out: PDLL cannot express this rule: it
            // gives 2 types to `t.one`, which has 1 result in its definition
        "#]],
    );
}

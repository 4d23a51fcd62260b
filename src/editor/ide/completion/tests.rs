//! Tests of completion: the labels, with what an item writes if it is not the label.

use super::{Completion, Insert, completion};
use crate::editor::ide::testing::analyze;
use expect_test::{Expect, expect};

/// Checks the items whose labels contain `only`, each on its line, with its detail.
fn check(marked: &str, only: &str, expected: Expect) {
    let (analysis, offset) = analyze(marked);
    let list = |folder: &str| match folder {
        "" => vec![("include".to_owned(), true), ("a.pdll".to_owned(), false)],
        "include/" => vec![("b.td".to_owned(), false), ("c.txt".to_owned(), false)],
        _ => Vec::new(),
    };
    let items = completion(&analysis, offset, &list);
    let items = items.iter().filter(|item| item.label.contains(only));
    // Those that need an include are many.
    let items = items.filter(|item| item.edits.is_empty() || !only.is_empty());
    let shown: Vec<_> = items
        .map(|item| shown(item, analysis.sources.text(item.replaced)))
        .collect();
    expected.assert_eq(&shown.join("\n"));
}

fn shown(item: &Completion, replaced: &str) -> String {
    let mut text = format!("{}|{}", item.label, item.detail);
    match &item.insert {
        Insert::Label => {}
        Insert::Plain(plain) if *plain == item.label => {}
        Insert::Plain(plain) => text += &format!(" -> {plain}"),
        Insert::Snippet(snippet) => text += &format!(" => {snippet:?}"),
    }
    if !replaced.is_empty() {
        text += &format!(" for {replaced}");
    }
    for (at, edit) in &item.edits {
        text += &format!(" and {edit:?} at {}", at.start);
    }
    text
}

#[test]
fn operation_names() {
    check(
        "Pattern => erase op<$0",
        "test",
        expect![[r#"
            test|
            test.if|
            test.pair|"#]],
    );
    check(
        "Pattern => erase op<test.p$0a>;",
        "",
        expect![[r#"
            if| for pa
            pair| for pa"#]],
    );
    check(
        "Pattern { let x: Op<test.$0",
        "",
        expect![[r#"
        if|
        pair|"#]],
    );
    check(
        "Pattern => erase op<shape.br$0>;",
        "br",
        expect![[r##"
            broadcast|from mlir/Dialect/Shape/IR/ShapeOps.td for br and "#include \"mlir/Dialect/Shape/IR/ShapeOps.td\"\n\n" at 0
            cstr_broadcastable|from mlir/Dialect/Shape/IR/ShapeOps.td for br and "#include \"mlir/Dialect/Shape/IR/ShapeOps.td\"\n\n" at 0
            function_library|from mlir/Dialect/Shape/IR/ShapeOps.td for br and "#include \"mlir/Dialect/Shape/IR/ShapeOps.td\"\n\n" at 0
            is_broadcastable|from mlir/Dialect/Shape/IR/ShapeOps.td for br and "#include \"mlir/Dialect/Shape/IR/ShapeOps.td\"\n\n" at 0"##]],
    );
    check(
        "Pattern => erase op<ari$0>;",
        "arith",
        expect![[
            r##"arith|from mlir/Dialect/Arith/IR/ArithOps.td for ari and "#include \"mlir/Dialect/Arith/IR/ArithOps.td\"\n\n" at 0"##
        ]],
    );
    check(
        "#include \"pdll/std.pdll\"\nPattern => erase op<ari$0>;",
        "arith",
        expect![[
            r#"arith|from mlir/Dialect/Arith/IR/ArithOps.td for ari and "\n#include \"mlir/Dialect/Arith/IR/ArithOps.td\"" at 24"#
        ]],
    );
}

#[test]
fn parts_of_operations() {
    check(
        "Pattern { let a = op<test.pair>(x: Value) {$0",
        "",
        expect!["mode|optional"],
    );
    check(
        "Pattern { let a = op<test.pair> {mode = $0}; erase a; }",
        "attr",
        expect![[r#"attr<"…">|an attribute => "attr<\"$1\">""#]],
    );
    check(
        "Pattern { let a = op<test.pair>; replace a with a.$0",
        "",
        expect![[r#"
            0 (field #0)|0: Value -> 0
            out (field #0)|0: Value -> out
            lhs|operand: Value
            rhs|operand: Value"#]],
    );
    check(
        "Pattern { let a = op<test.pair>; replace a with a.l$0; }",
        "",
        expect![[r#"
            0 (field #0)|0: Value -> 0 for l
            out (field #0)|0: Value -> out for l
            lhs|operand: Value for l
            rhs|operand: Value for l"#]],
    );
    check(
        "Pattern { let a = op<test.pair>; erase op<x>(a.$0",
        "",
        expect![[r#"
            0 (field #0)|0: Value -> 0
            out (field #0)|0: Value -> out
            lhs|operand: Value
            rhs|operand: Value"#]],
    );
    check(
        "Pattern { erase op<x>(op<test.pair>(x: Value).$0",
        "",
        expect![[r#"
            0 (field #0)|0: Value -> 0
            out (field #0)|0: Value -> out
            lhs|operand: Value
            rhs|operand: Value"#]],
    );
    check(
        "Pattern {\nlet tuple = (value1 = _: Op, _: Op<test.op>);\nerase tuple.$0value1;\n}",
        "",
        expect![[r#"
            0 (field #0)|0: Op -> 0
            value1 (field #0)|0: Op -> value1
            1 (field #1)|1: Op<test.op> -> 1"#]],
    );
    check(
        "Rewrite R() -> (a: Attr, Type);\nRewrite S() { let x = R().$0 }",
        "",
        expect![[r#"
            0 (field #0)|0: Attr -> 0
            a (field #0)|0: Attr -> a
            1 (field #1)|1: Type -> 1"#]],
    );
}

#[test]
fn constraints() {
    check(
        "Constraint Own(v: Value);\nConstraint Two(v: Value, w: Value);\nPattern { let a: $0",
        "",
        expect![[r#"
            Attr|Attr constraint
            Op|Op constraint
            Value|Value constraint
            ValueRange|ValueRange constraint
            Type|Type constraint
            TypeRange|TypeRange constraint
            Attr<type>|Attr<type> constraint => "Attr<$1>"
            Value<type>|Value<type> constraint => "Value<$1>"
            ValueRange<type>|ValueRange<type> constraint => "ValueRange<$1>"
            Op<name>|Op<name> constraint => "Op<$1>"
            Own|(v: Value) -> Tuple<>"#]],
    );
    check(
        "Constraint C(a: Va$0) {}",
        "Val",
        expect![[r#"
        Value|Value constraint for Va
        ValueRange|ValueRange constraint for Va"#]],
    );
    check(
        "Pattern { let a: [Attr, $0]; }",
        "I32Attr",
        expect![[r##"
        AnyI32Attr|from mlir/IR/CommonAttrConstraints.td and "#include \"mlir/IR/CommonAttrConstraints.td\"\n\n" at 0
        I32Attr|from mlir/IR/CommonAttrConstraints.td and "#include \"mlir/IR/CommonAttrConstraints.td\"\n\n" at 0
        SI32Attr|from mlir/IR/CommonAttrConstraints.td and "#include \"mlir/IR/CommonAttrConstraints.td\"\n\n" at 0
        UI32Attr|from mlir/IR/CommonAttrConstraints.td and "#include \"mlir/IR/CommonAttrConstraints.td\"\n\n" at 0"##]],
    );
    check(
        "Rewrite R() -> (a: $0);",
        "ValueR",
        expect!["ValueRange|ValueRange constraint"],
    );
}

#[test]
fn statements() {
    check(
        "Pattern { let a: Op; $0 }",
        "",
        expect![[r#"
            let|defines a variable => "let ${1:name} = $0;"
            erase|removes an operation => "erase $1;"
            replace|replaces an operation with values or another operation => "replace $1 with $2;"
            rewrite|rewrites an operation by statements => "rewrite $1 with {\n  $0\n};"
            not|holds if a constraint does not => "not $1($2);"
            op<…>|an operation => "op<$1>($2)"
            a|Op
            eq|(self, other) => "eq($1)""#]],
    );
    check(
        "Constraint Own(v: Value);\nRewrite R(v: Value);\nPattern { let a: Op; rewrite a with { $0 }; }",
        "",
        expect![[r#"
            let|defines a variable => "let ${1:name} = $0;"
            erase|removes an operation => "erase $1;"
            replace|replaces an operation with values or another operation => "replace $1 with $2;"
            op<…>|an operation => "op<$1>($2)"
            a|Op
            R|(v: Value) -> Tuple<> => "R($1)""#]],
    );
    check(
        "Constraint C(v: Value) { $0",
        "",
        expect![[r#"
            let|defines a variable => "let ${1:name} = $0;"
            return|ends the body with a result => "return $1;"
            not|holds if a constraint does not => "not $1($2);"
            op<…>|an operation => "op<$1>($2)"
            v|Value
            eq|(self, other) => "eq($1)""#]],
    );
    check(
        "Pattern => $0",
        "",
        expect![[r#"
            erase|removes an operation => "erase $1;"
            replace|replaces an operation with values or another operation => "replace $1 with $2;"
            rewrite|rewrites an operation by statements => "rewrite $1 with {\n  $0\n};""#]],
    );
    check("Pattern { let a: Op; replace a $0", "", expect!["with|"]);
    check(
        "Rewrite R(a: Op) => $0",
        "",
        expect![[r#"
        erase|removes an operation => "erase $1;"
        replace|replaces an operation with values or another operation => "replace $1 with $2;"
        a|Op
        op<…>|an operation => "op<$1>($2)"
        attr<"…">|an attribute => "attr<\"$1\">"
        type<"…">|a type => "type<\"$1\">""#]],
    );
    check(
        "Predicate P(self: Type, a: Type) = $0",
        "",
        expect![[r#"
            a|Type
            self|Type
            eq|(self, other) => "eq($1)""#]],
    );
    check(
        "Predicate P(self: Type, a: Type) = eq(self, a) and $0",
        "P",
        expect![""],
    );
}

#[test]
fn expressions() {
    check(
        "Rewrite R(a: Attr) -> Value;\nPattern {\n  let a: Attr; let v: Value; let o = op<a.b>(v) {a = a};\n  { let hidden: Attr; }\n  rewrite o with { R($0) };\n let later: Attr; }",
        "",
        expect![[r#"
            a|Attr
            o|Op<a.b>
            v|Value
            op<…>|an operation => "op<$1>($2)"
            attr<"…">|an attribute => "attr<\"$1\">"
            type<"…">|a type => "type<\"$1\">""#]],
    );
    check(
        "Pattern { let v: Value; let o = op<a.b>($0",
        "",
        expect![[r#"
            v|Value
            op<…>|an operation => "op<$1>($2)"
            attr<"…">|an attribute => "attr<\"$1\">"
            type<"…">|a type => "type<\"$1\">""#]],
    );
    check(
        "Pattern { let v: Value; } Pattern { erase $0",
        "",
        expect![[r#"
            op<…>|an operation => "op<$1>($2)"
            attr<"…">|an attribute => "attr<\"$1\">"
            type<"…">|a type => "type<\"$1\">""#]],
    );
    check(
        "Pattern { let v: Value; let o = op<a.b>(v) -> ($0) }",
        "",
        expect![[r#"
            v|Value
            op<…>|an operation => "op<$1>($2)"
            attr<"…">|an attribute => "attr<\"$1\">"
            type<"…">|a type => "type<\"$1\">""#]],
    );
    check(
        "Constraint Own(v: Value);\nPattern { let v: Value; not $0",
        "",
        expect![[r#"
            Own|(v: Value) -> Tuple<> => "Own($1)"
            eq|(self, other) => "eq($1)""#]],
    );
    check(
        "Pattern { let v: Value; HasOne$0 }",
        "HasOneUse",
        expect![[r##"
            HasOneUse|(value: Value) => "HasOneUse($1)" for HasOne and "#include \"pdll/std.pdll\"\n\n" at 0
            OpHasOneUse|(op: Op) => "OpHasOneUse($1)" for HasOne and "#include \"pdll/std.pdll\"\n\n" at 0"##]],
    );
}

#[test]
fn declarations() {
    check(
        "$0",
        "",
        expect![[r##"
        Pattern|a pattern with statements => "Pattern ${1:Name} {\n  $0\n}"
        Pattern =>|a pattern of one statement => "Pattern ${1:Name} => replace $2 with $3;"
        Constraint|a condition on matched entities => "Constraint ${1:Name}(${2:value}: ${3:Value}) {\n  $0\n}"
        Rewrite|a function of the rewrite => "Rewrite ${1:Name}(${2:value}: ${3:Value}) {\n  $0\n}"
        Predicate|a relation between types, or attributes => "Predicate ${1:Name}(self: ${2:Type}) = $0;"
        TypeRule|how the types of results follow => "TypeRule ${1:Name} {\n  $0\n}"
        #include|another file => "#include \"$1\"""##]],
    );
    check(
        "Pattern A => erase op<a.b>;\nPat$0",
        "Pattern",
        expect![[r#"
        Pattern|a pattern with statements => "Pattern ${1:Name} {\n  $0\n}" for Pat
        Pattern =>|a pattern of one statement => "Pattern ${1:Name} => replace $2 with $3;" for Pat"#]],
    );
    check(
        "Pattern A with $0 {}",
        "",
        expect![[r#"
        benefit|pattern metadata => "benefit($1)"
        recursion|pattern metadata
        labels|pattern metadata => "labels(\"$1\")""#]],
    );
    check(
        "Pattern A with benefit(1), $0",
        "",
        expect![[r#"
        benefit|pattern metadata => "benefit($1)"
        recursion|pattern metadata
        labels|pattern metadata => "labels(\"$1\")""#]],
    );
    check(
        "Pattern A with$0 {}",
        "rec",
        expect!["recursion|pattern metadata"],
    );
    check("Pattern A with$0", "", expect!["with| for with"]);
    check("Pattern A $0", "", expect!["with|"]);
    check("Constraint $0", "", expect![""]);
}

#[test]
fn include_paths() {
    check(
        "#include \"$0\"",
        "",
        expect![[r#"
        a.pdll|
        include|
        pdll|"#]],
    );
    check(
        "#include \"include/$0included.pdll\"\n",
        "",
        expect!["b.td| for included.pdll"],
    );
    check(
        "#include \"pdll/s$0",
        "",
        expect![[r#"
        attributes.pdll| for s
        constants.pdll| for s
        conversions.pdll| for s
        locations.pdll| for s
        numbers.pdll| for s
        operations.pdll| for s
        predicates.pdll| for s
        ranges.pdll| for s
        regions.pdll| for s
        shapes.pdll| for s
        std.pdll| for s
        symbols.pdll| for s
        types.pdll| for s
        uses.pdll| for s"#]],
    );
}

#[test]
fn nothing_in_comments_and_texts() {
    check("// a $0\nPattern", "", expect![""]);
    check("Constraint C() [{ ab$0 }];", "", expect![""]);
}

#[test]
fn blocks_of_regions() {
    let text = |rest: &str| format!("Pattern {{ let o = op<test.a>(x: Value) ({rest}");
    check(
        &text("{ $0"),
        "let",
        expect![[r#"let|defines a variable => "let ${1:name} = $0;""#]],
    );
    check(
        &text("{ ^b(y: Value): $0"),
        "let",
        expect![[r#"let|defines a variable => "let ${1:name} = $0;""#]],
    );
    check(
        &text("{ ^b: ...; $0"),
        "let",
        expect![[r#"let|defines a variable => "let ${1:name} = $0;""#]],
    );
    check(
        &text("{ ^b(own: Value): op<test.b>($0"),
        "own",
        expect!["own|Value"],
    );
    check(&text("{ ^b($0"), "", expect![[""]]);
    check(
        &text("{}, $0"),
        "",
        expect![[r#"{…}|a region with one block => "{\n  $0\n}""#]],
    );
}

#[test]
fn blocks_and_regions() {
    check(
        "Pattern { let a = op<t.a>() ({ ^body(i: Value): ... }); rewrite a with { rewrite ^$0 with {}; }; }",
        "",
        expect!["^body|Block for ^"],
    );
    check(
        "Pattern { let a = op<t.a>() ({ ^body(i: Value): ... }); rewrite a with { rewrite ^bo$0 with {}; }; }",
        "",
        expect!["^body|Block for ^bo"],
    );
    check(
        "Pattern { let a = op<t.a>() -> () (body: Region); rewrite a with { op<t.b>() -> () (b$0); }; }",
        "bod",
        expect!["body|Region for b"],
    );
    check(
        "Pattern { let a = op<t.a>() ({ ^body(index: Value): ... }); rewrite a with { op<t.b>(ind$0); }; }",
        "ind",
        expect!["index|Value for ind"],
    );
    check(
        "Pattern { let a = op<test.if>() -> () ($0",
        "",
        expect![[r#"
        then|region of test.if -> then = 
        otherwise|region of test.if -> otherwise = 
        {…}|a region with one block => "{\n  $0\n}""#]],
    );
    check(
        "Pattern { let a = op<test.if>() -> () (thenRegion = {}, e$0",
        "",
        expect![[r#"
            then|region of test.if -> then =  for e
            otherwise|region of test.if -> otherwise =  for e
            {…}|a region with one block => "{\n  $0\n}" for e"#]],
    );
    check(
        "Pattern { let a = op<test.if>() -> () ({ $0",
        "op",
        expect![[r#"op<…>|an operation => "op<$1>($2)""#]],
    );
}

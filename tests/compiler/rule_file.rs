//! Which rules a file has, with what they mention.

use expect_test::{Expect, expect};
use pdll::internals::{
    LinkedTableGen,
    diagnostic::{Diagnostics, text},
    ods::{RuleFile, Settings, read_rules, rules_tree},
    source::{Disk, Memory, SourceMap},
};
use std::path::Path;

/// A dialect with an operation that has arguments of all kinds.
const DIALECT: &str = r#"
include "mlir/IR/PatternBase.td"
include "mlir/IR/EnumAttr.td"
def T : Dialect { let name = "t"; let cppNamespace = "::t"; }
def Two : I32EnumAttrCase<"Two", 2>;
def NTwo : I32EnumAttrCase<"NTwo", -2>;
def Numbers : I32EnumAttr<"Numbers", "numbers", [Two, NTwo]>;
def A : Op<T, "a"> {
  let arguments = (ins AnyType:$x, I32Attr:$v, Variadic<I32>:$xs,
    IntProp<"int64_t">:$p, OptionalAttr<StrAttr>:$s,
    DefaultValuedAttr<I64Attr, "7">:$d, Numbers:$n);
  let results = (outs AnyType:$r, Optional<F32>:$o);
}
def B : Op<T, "b"> { let arguments = (ins); let results = (outs AnyType:$r); }
"#;

fn read(text: &str) -> (RuleFile, SourceMap, Diagnostics) {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let file = sources.add("rules.td", format!("{DIALECT}{text}"), None);
    let rules = read_rules(
        file,
        Path::new("rules.td"),
        &[],
        &Disk,
        &Settings::new(&LinkedTableGen),
        &mut sources,
        &mut diagnostics,
    );
    (rules, sources, diagnostics)
}

/// Checks the tree of the rules, of which `part` selects lines. Places in files of
/// MLIR are left out.
fn check(text: &str, part: fn(&str) -> bool, expected: Expect) {
    let (rules, sources, diagnostics) = read(text);
    assert_eq!(text_of(&diagnostics, &sources), "");
    let tree = rules_tree(&rules, &sources);
    let lines = tree.lines().filter(|line| part(line));
    let mut lines: Vec<_> = lines
        .map(|line| line.split_once(" `/").map_or(line, |(own, _)| own))
        .collect();
    lines.push("");
    expected.assert_eq(&lines.join("\n"));
}

fn check_errors(text: &str, expected: Expect) {
    let (rules, sources, diagnostics) = read(text);
    assert!(rules.rules.rules.is_empty());
    expected.assert_eq(&text_of(&diagnostics, &sources));
}

fn text_of(diagnostics: &Diagnostics, sources: &SourceMap) -> String {
    let all = diagnostics.iter().map(|one| text::render(sources, one));
    all.collect::<Vec<_>>().concat()
}

#[test]
fn all_parts_of_a_rule_are_read() {
    check(
        r#"
def Half : NativeCodeCall<"half($_builder, $0)", 2>;
def Same : Constraint<CPred<"$0 == $1">, "the same">;
def All : Pattern<
  (A:$root (B:$b), I32Attr:$v, (variadic:$all $x, $_), $p, $s, ConstantAttr<I64Attr, "3">:$d, Two),
  [(B), (A (Half:$h $v, "text"), [1, 2], 5)],
  [(Same $x, $b), (I32:$root__0)],
  [(NativeCodeCallVoid<"done($0)"> $root)],
  (addBenefit -3)>;
"#,
        |_| true,
        expect![[r#"
                Rules `rules.td`
                  Rule "All" 18:5-18:8
                    source: (A:$root (B:$b), I32Attr:$v, (variadic:$all $x, $_), $p, $s, anonymous_351:$d, Two)
                    results:
                      (B)
                      (A (Half:$h $v, "text"), [1, 2], 5)
                    constraints:
                      (Same $x, $b)
                      (I32:$root__0)
                    supplemental:
                      (anonymous_353 $root)
                    benefit: (addBenefit -3)
                  Operation "A" 8:5-8:6
                    name: "t.a"
                    operands: AnyType
                    attribute: I32Attr
                    operands: anonymous_345
                    property: anonymous_346
                    attribute: anonymous_347
                    attribute: anonymous_348
                    attribute: Numbers
                    results: AnyType
                    results: anonymous_349
                  Operation "B" 14:5-14:6
                    name: "t.b"
                    results: AnyType
                  AttrConstraint "I32Attr"
                    summary: "32-bit signless integer attribute"
                    condition: "((::llvm::isa<::mlir::IntegerAttr>($_self))) && ((::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(32)))"
                    class: "::mlir::IntegerAttr"
                    constant builder: "$_builder.getIntegerAttr($_builder.getIntegerType(32), $0)"
                  Marker "variadic"
                  AttrConstraint "anonymous_351" 19:64-19:76
                    summary: "constant attribute 3"
                    condition: "($_self == $_builder.getIntegerAttr($_builder.getIntegerType(64), 3))"
                    class: "::mlir::IntegerAttr"
                    constant builder: "$_builder.getIntegerAttr($_builder.getIntegerType(64), $0)"
                    constant: "3"
                  AttrConstraint "Two" 5:5-5:8
                    summary: "case Two"
                    condition: "(\n    ::llvm::cast<::mlir::IntegerAttr>($_self).getValue().eq(::llvm::APInt(32, 2)))"
                    class: "::mlir::IntegerAttr"
                    constant builder: "$_builder.getIntegerAttr($_builder.getIntegerType(32), $0)"
                    enum case: 2
                  NativeCodeCall "Half" 16:5-16:9
                    code: "half($_builder, $0)"
                    returns: 2
                  Constraint "Same" 17:5-17:9
                    summary: "the same"
                    condition: "($0 == $1)"
                  TypeConstraint "I32"
                    summary: "32-bit signless integer"
                    condition: "($_self.isSignlessInteger(32))"
                    class: "::mlir::IntegerType"
                    builder: "$_builder.getIntegerType(32)"
                  NativeCodeCall "anonymous_353" 22:5-22:23
                    code: "done($0)"
                    returns: 0
                  Marker "addBenefit"
                  TypeConstraint "AnyType"
                    summary: "any type"
                    condition: "(true)"
                    class: "::mlir::Type"
                  TypeConstraint "anonymous_345" 9:48-9:56
                    summary: "variadic of 32-bit signless integer"
                    condition: "($_self.isSignlessInteger(32))"
                    class: "::mlir::IntegerType"
                    builder: "$_builder.getIntegerType(32)"
                  PropConstraint "anonymous_346" 10:5-10:12
                    summary: "int64_t"
                    condition: "true"
                    class: "int64_t"
                    storage: "int64_t"
                  AttrConstraint "anonymous_347" 10:28-10:40
                    summary: "string attribute"
                    condition: "(::llvm::isa<::mlir::StringAttr>($_self))"
                    class: "::mlir::StringAttr"
                    optional
                  AttrConstraint "anonymous_348" 11:5-11:22
                    summary: "64-bit signless integer attribute"
                    condition: "((::llvm::isa<::mlir::IntegerAttr>($_self))) && ((::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(64)))"
                    class: "::mlir::IntegerAttr"
                    constant builder: "$_builder.getIntegerAttr($_builder.getIntegerType(64), $0)"
                    default: "7"
                  AttrConstraint "Numbers" 7:5-7:12
                    summary: "numbers"
                    condition: "(::llvm::isa<::NumbersAttr>($_self))"
                    class: "::NumbersAttr"
                    constant builder: "::NumbersAttr::get($_builder.getContext(), $0)"
                  TypeConstraint "anonymous_349" 12:35-12:43
                    summary: "32-bit float"
                    condition: "($_self.isF32())"
                    class: "::mlir::FloatType"
                    builder: "$_builder.getF32Type()"
            "#]],
    );
}

#[test]
fn rules_know_where_their_templates_are_instantiated() {
    check(
        r#"
multiclass Inner<int n> {
  def In : Pat<(B), (B), [], [], (addBenefit n)>;
  def : Pat<(B), (B), [], [], (addBenefit n)>;
}
multiclass Outer {
  defm X : Inner<1>;
  foreach i = [2, 3] in
    def F#i : Pat<(B), (B), [], [], (addBenefit i)>;
}
defm Top : Outer;
defm : Inner<4>;
def : Pat<(B), (B), [], [], (addBenefit 5)>;
foreach i = [6, 7] in
  def : Pat<(B), (B), [], [], (addBenefit i)>;
"#,
        |line| {
            ["Rule", "inst", "bene"]
                .iter()
                .any(|start| line.trim().starts_with(start))
        },
        expect![[r#"
                Rules `rules.td`
                  Rule "TopXIn" 17:7-17:9
                    instantiated at: 21:12-21:17
                    instantiated at: 25:12-25:17
                    benefit: (addBenefit 1)
                  Rule 18:3-18:6
                    instantiated at: 21:12-21:17
                    instantiated at: 25:12-25:17
                    benefit: (addBenefit 1)
                  Rule "TopF2" 23:9-23:10
                    instantiated at: 25:12-25:17
                    benefit: (addBenefit 2)
                  Rule "TopF3" 23:9-23:10
                    instantiated at: 25:12-25:17
                    benefit: (addBenefit 3)
                  Rule "anonymous_351In" 17:7-17:9
                    instantiated at: 26:8-26:13
                    benefit: (addBenefit 4)
                  Rule 18:3-18:6
                    instantiated at: 26:8-26:13
                    benefit: (addBenefit 4)
                  Rule 27:1-27:4
                    benefit: (addBenefit 5)
                  Rule 29:3-29:6
                    benefit: (addBenefit 6)
                  Rule 29:3-29:6
                    benefit: (addBenefit 7)
            "#]],
    );
}

#[test]
fn records_that_are_no_rules_are_errors() {
    check_errors(
        "def X : Pat<(B), (B)> { dag sourcePattern = ?; }",
        expect![[r#"
                rules.td:15:5: error: expected a tree in this rule, found `?`
                def X : Pat<(B), (B)> { dag sourcePattern = ?; }
                    ^
            "#]],
    );
    check_errors(
        "def X : Pat<(? $x), (B)>;",
        expect![[r#"
            rules.td:15:5: error: expected the name of a def at the start of a tree in this rule, found `?`
            def X : Pat<(? $x), (B)>;
                ^
        "#]],
    );
    check_errors(
        "def X : Pat<(B), (B)> { let resultPatterns = ?; }",
        expect![[r#"
                rules.td:15:5: error: expected a list of trees in the field `resultPatterns` of this rule
                def X : Pat<(B), (B)> { let resultPatterns = ?; }
                    ^
            "#]],
    );
    check_errors(
        "multiclass M { def X : Pat<(B), (B)> { let sourcePattern = ?; } } defm Y : M;",
        expect![[r#"
                rules.td:15:20: error: expected a tree in this rule, found `?`
                multiclass M { def X : Pat<(B), (B)> { let sourcePattern = ?; } } defm Y : M;
                                   ^
                rules.td:15:76: note: instantiated from this multiclass
                multiclass M { def X : Pat<(B), (B)> { let sourcePattern = ?; } } defm Y : M;
                                                                                           ^
            "#]],
    );
    check_errors(
        "def N : NativeCodeCall<?>; def X : Pat<(B), (N)>;",
        expect![[r#"
                rules.td:15:5: error: record `N', field `expression' exists but does not have a string value
                def N : NativeCodeCall<?>; def X : Pat<(B), (N)>;
                    ^
            "#]],
    );
}

#[test]
fn trees_without_end_are_errors() {
    let deep = "
class Deep<int n, dag d> { dag tree = !if(!eq(n, 0), d, Deep<!sub(n, 1), (B d)>.tree); }
def X : Pat<Deep<LEVELS, (B)>.tree, (B)>;";
    check_errors(
        &deep.replace("LEVELS", "300"),
        expect![[r#"
            rules.td:17:5: error: a tree of this rule is more than 256 levels deep
            def X : Pat<Deep<300, (B)>.tree, (B)>;
                ^
        "#]],
    );
    let wide = "
class Wide<int n, dag d> { dag tree = !if(!eq(n, 0), d, Wide<!sub(n, 1), (B d, d)>.tree); }
def X : Pat<Wide<18, (B)>.tree, (B)>;";
    check_errors(
        wide,
        expect![[r#"
                rules.td:17:5: error: the trees of this rule have more than 65536 arguments
                def X : Pat<Wide<18, (B)>.tree, (B)>;
                    ^
            "#]],
    );
}

#[test]
fn another_class_of_that_name_has_no_rules() {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let text = "class Pattern<int n> { int number = n; }\ndef X : Pattern<1>;\n";
    let file = sources.add("own.td", text.to_owned(), None);
    let rules = read_rules(
        file,
        Path::new("own.td"),
        &[],
        &Disk,
        &Settings::new(&LinkedTableGen),
        &mut sources,
        &mut diagnostics,
    );
    assert!(rules.rules.rules.is_empty());
    expect![[r#"
            own.td:2:5: error: expected a rule as the class `Pattern` of `mlir/IR/PatternBase.td` makes it, but there is no field `sourcePattern`
            def X : Pattern<1>;
                ^
        "#]].assert_eq(&text_of(&diagnostics, &sources));
}

#[test]
fn included_files_are_known() {
    let loader = Memory::default()
        .with("d/more.td", "include \"a/most.td\"\nclass More;")
        .with("d/a/most.td", "class Most;");
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let text = "include \"more.td\"\ndef X : More;";
    let file = sources.add("d/rules.td", text.to_owned(), None);
    let rules = read_rules(
        file,
        Path::new("d/rules.td"),
        &[],
        &loader,
        &Settings::new(&LinkedTableGen),
        &mut sources,
        &mut diagnostics,
    );
    diagnostics.extend(rules.without_rules());
    expect![[r#"
            d/rules.td:1:1: error: this file contains no rewrite rules
            include "more.td"
            ^
            note: a rule is a `def` of the class `Pat` or `Pattern`; to use the definitions of this file in patterns, include it in a `.pdll` file
        "#]].assert_eq(&text_of(&diagnostics, &sources));
    let expected = ["d/more.td", "d/a/most.td"].map(Path::new);
    assert_eq!(rules.included_paths, expected);
}

//! Patterns that are compiled in one process, and applied in another, where
//! their files are not.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::watched;
use expect_test::{Expect, expect};
use melior::ir::Module;
use pdll::{
    embed::{Embeddable, Files},
    pattern_set::{Options, PatternSet},
};
use std::{fs, path::Path};
use tempfile::TempDir;

/// Compiles `file` of a folder that holds these files and is gone afterwards.
fn compile(file: &str, files: &[(&str, &str)]) -> Embeddable {
    let folder = TempDir::new().expect("there is a place for temporary files");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("the folder is ours");
    }
    let path = folder.path().join(file).display().to_string();
    let mut result = Files::new().file(path).run();
    let own = format!("{}/", folder.path().display());
    for message in &mut result.messages {
        message.line = message.line.replace(&own, "");
        message.text = message.text.replace(&own, "");
    }
    for file in &mut result.files {
        *file = file
            .strip_prefix(&own)
            .map_or_else(|_| file.clone(), Path::to_owned);
    }
    result
}

/// The bytes of a valid file.
fn bytes(file: &str, files: &[(&str, &str)]) -> Vec<u8> {
    let result = compile(file, files);
    result
        .bytes
        .unwrap_or_else(|| panic!("{:?}", result.messages))
}

/// The errors of patterns that were compiled, or what they make of a program.
fn apply(patterns: &[(&str, Vec<u8>)], program: &str) -> String {
    let (context, seen) = watched::context();
    let module = Module::parse(&context, program).expect("the program is valid");
    let mut builder = PatternSet::builder(&context);
    for (name, bytes) in patterns {
        builder = builder.text(*name, bytes.clone());
    }
    let outcome = builder
        .build()
        .and_then(|set| set.apply(module.as_operation(), &Options::default()));
    assert_eq!(*seen.lock().expect("no test panics with it"), "");
    match outcome {
        Ok(()) => module.as_operation().to_string(),
        Err(failed) => format!("{failed}\n"),
    }
}

fn check(patterns: &[(&str, Vec<u8>)], program: &str, expected: &Expect) {
    expected.assert_eq(&apply(patterns, program));
}

/// A pattern and a constraint `Small`, of integers of so many bits.
fn small(bits: u32) -> Vec<u8> {
    let definitions = format!(
        "include \"mlir/IR/OpBase.td\"\n\
         def Small : TypeConstraint<CPred<\"$_self.isInteger({bits})\">, \"small\">;\n"
    );
    let patterns = format!(
        "#include \"small.td\"\n\
         Pattern Of{bits} with labels(\"l{bits}\") {{\n\
           let root = op<t.a>(x: [Value, Small]);\n\
           replace root with op<t.b{bits}>(x);\n\
         }}\n"
    );
    bytes(
        "a.pdll",
        &[("a.pdll", &*patterns), ("small.td", &*definitions)],
    )
}

const PROGRAM: &str = r#"
    %0, %1, %2 = "t.values"() : () -> (i8, i16, i32)
    "t.a"(%0) : (i8) -> ()
    "t.a"(%1) : (i16) -> ()
    "t.a"(%2) : (i32) -> ()
"#;

#[test]
fn constraints_of_one_name_stay_apart() {
    check(
        &[("a.mlirbc", small(8)), ("b.mlirbc", small(16))],
        PROGRAM,
        &expect![[r#"
            module {
              %0:3 = "t.values"() : () -> (i8, i16, i32)
              "t.b8"(%0#0) : (i8) -> ()
              "t.b16"(%0#1) : (i16) -> ()
              "t.a"(%0#2) : (i32) -> ()
            }
        "#]],
    );
}

#[test]
fn rules_need_their_files_only_once() {
    let definitions = "include \"mlir/IR/PatternBase.td\"\n\
        def T : Dialect { let name = \"t\"; }\n\
        def Eight : TypeConstraint<CPred<\"$_self.isInteger(8)\">, \"eight\">;\n\
        def A : Op<T, \"a\"> { let arguments = (ins AnyType:$x); }\n\
        def B : Op<T, \"b\"> { let arguments = (ins AnyType:$x); }\n";
    let rules = "include \"ops.td\"\ndef : Pat<(A Eight:$x), (B $x)>;\n";
    let files = [("ops.td", definitions), ("rules.td", rules)];
    check(
        &[("rules.mlirbc", bytes("rules.td", &files))],
        PROGRAM,
        &expect![[r#"
            module {
              %0:3 = "t.values"() : () -> (i8, i16, i32)
              "t.b"(%0#0) : (i8) -> ()
              "t.a"(%0#1) : (i16) -> ()
              "t.a"(%0#2) : (i32) -> ()
            }
        "#]],
    );
}

/// Patterns with functions `Fits` and `Width`, for integers of at most so many bits.
fn fitting(bits: u32) -> Vec<u8> {
    let patterns = format!(
        "Constraint Fits(t: Type) [{{\n\
           return success(t.isInteger({bits}) || t.isInteger({bits} / 2));\n\
         }}];\n\
         Rewrite Width(t: Type) -> Attr [{{\n\
           return rewriter.getI64IntegerAttr({bits} - t.getIntOrFloatBitWidth());\n\
         }}];\n\
         Pattern Of{bits} {{\n\
           let root = op<t.a>(x: Value<t: Type>);\n\
           Fits(t);\n\
           replace root with op<t.b>(x) {{rest = Width(t)}};\n\
         }}\n"
    );
    bytes("a.pdll", &[("a.pdll", &*patterns)])
}

#[test]
fn functions_that_need_no_compiler_are_embedded() {
    let (one, other) = (fitting(16), fitting(32));
    check(
        &[
            ("a.mlirbc", one.clone()),
            ("b.mlirbc", other),
            ("c.mlirbc", one),
        ],
        PROGRAM,
        &expect![[r#"
            module {
              %0:3 = "t.values"() : () -> (i8, i16, i32)
              "t.b"(%0#0) {rest = 8 : i64} : (i8) -> ()
              "t.b"(%0#1) {rest = 0 : i64} : (i16) -> ()
              "t.b"(%0#2) {rest = 0 : i64} : (i32) -> ()
            }
        "#]],
    );
}

/// A pattern and a predicate `Divisible`, of numbers that a branch of `or` divides.
fn divisible(by: u32) -> Vec<u8> {
    let patterns = format!(
        "#include \"pdll/types.pdll\"\n\
         Predicate Divisible(self: Attr) check [{{\n\
           auto number = llvm::dyn_cast<mlir::IntegerAttr>(self);\n\
           return mlir::success(number && number.getInt() % {by} == 0);\n\
         }}];\n\
         Pattern Of{by} {{\n\
           let root = op<t.a> {{n = n: Attr}};\n\
           Divisible(n) or eq(n, 1);\n\
           replace root with op<t.b{by}>;\n\
         }}\n"
    );
    bytes("a.pdll", &[("a.pdll", &*patterns)])
}

#[test]
fn branches_call_the_functions_of_their_file() {
    check(
        &[("a.mlirbc", divisible(3)), ("b.mlirbc", divisible(5))],
        r#"
            "t.a"() {n = 1 : i64} : () -> ()
            "t.a"() {n = 2 : i64} : () -> ()
            "t.a"() {n = 6 : i64} : () -> ()
            "t.a"() {n = 5 : i64} : () -> ()
        "#,
        &expect![[r#"
            module {
              "t.b3"() : () -> ()
              "t.a"() {n = 2 : i64} : () -> ()
              "t.b3"() : () -> ()
              "t.b5"() : () -> ()
            }
        "#]],
    );
}

#[test]
fn embedded_functions_know_classes_of_operations() {
    let definitions = "include \"mlir/IR/PatternBase.td\"\n\
        def T : Dialect { let name = \"t\"; let cppNamespace = \"::t\"; }\n\
        def V : Op<T, \"values\"> { let results = (outs Variadic<AnyType>:$rs); }\n\
        def A : Op<T, \"a\"> { let arguments = (ins AnyType:$x); }\n\
        def B : Op<T, \"b\"> { let arguments = (ins AnyType:$x); }\n\
        def IsValue : Constraint<CPred<\"$0.getDefiningOp<t::V>()\">>;\n";
    let rules = "include \"ops.td\"\ndef : Pat<(A $x), (B $x), [(IsValue $x)]>;\n";
    let files = [("ops.td", definitions), ("rules.td", rules)];
    check(
        &[("rules.mlirbc", bytes("rules.td", &files))],
        r#"%0 = "t.values"() : () -> i8
           "t.a"(%0) : (i8) -> ()"#,
        &expect![[r#"
            module {
              %0 = "t.values"() : () -> i8
              "t.b"(%0) : (i8) -> ()
            }
        "#]],
    );
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let text = [("a.pdll", "Pattern A => erase op<t.a>;")];
    let [one, other] = [(); 2].map(|()| {
        let folder = TempDir::new().expect("there is a place for temporary files");
        let path = folder.path().join(text[0].0);
        fs::write(&path, text[0].1).expect("the folder is ours");
        let same = || Files::new().file(path.display().to_string()).run().bytes;
        (same(), same())
    });
    assert!(one.0.is_some());
    assert_eq!(one.0, one.1);
    assert_eq!(other.0, other.1);
}

#[test]
fn another_format_is_an_error() {
    let module = r#"
        module attributes {pdll.constraints = "{\"format\":1}"} {
          pdl.pattern : benefit(1) {
            %0 = pdl.operation "t.a"
            pdl.rewrite %0 { pdl.erase %0 }
          }
        }"#;
    check(
        &[("a.mlir", module.into())],
        "",
        &expect![[r#"
            error: cannot use `a.mlir`: its functions have the format 1, but this version of pdll expects 3; compile the patterns again with this version
        "#]],
    );
}

/// A function with a parameter of a type that there is not.
const FUNCTION: &str = r#"{"name":"F","is_constraint":true,"code":"return success();","parameters":[{"name":"x","ty":"Odd","class":null}],"results":[],"file":"a.pdll","line":1}"#;

#[test]
fn damaged_functions_are_an_error() {
    let nested: String = (0..20_000)
        .map(|below| format!(r#",{{"Not":{below}}}"#))
        .collect();
    let constraint =
        r#"{"name":"C","subject":"Type","predicate":20000,"condition":"","file":"a.td","line":1}"#;
    for (constraints, reason) in [
        (
            r#""predicates":[{"Not":0}],"constraints":[]"#.to_owned(),
            "a number of a predicate is wrong",
        ),
        (
            format!(r#""predicates":[{{"Leaf":"true"}}],"constraints":[{constraint}]"#),
            "a number of a predicate is wrong",
        ),
        (
            format!(r#""predicates":[{{"Leaf":"true"}}{nested}],"constraints":[{constraint}]"#),
            "a condition is nested too deeply",
        ),
        (
            format!(r#""predicates":[],"constraints":[],"functions":[{FUNCTION}]"#),
            "a type is unknown",
        ),
    ] {
        let functions = match constraints.contains("functions") {
            true => "",
            false => r#","functions":[]"#,
        };
        let text = format!(r#"{{"format":3,{constraints}{functions},"classes":{{"operations":{{}},"enums":{{}}}}}}"#)
            .replace('"', "\\\"");
        let module = format!(
            r#"
            module attributes {{pdll.constraints = "{text}"}} {{
              pdl.pattern : benefit(1) {{
                %0 = pdl.operation "t.a"
                pdl.rewrite %0 {{ pdl.erase %0 }}
              }}
            }}"#
        );
        let errors = apply(&[("a.mlir", module.into())], "");
        let expected = format!("its functions are damaged: {reason}");
        assert!(errors.contains(&expected), "{errors}");
    }
}

#[test]
fn files_that_were_read_are_known() {
    let result = compile(
        "a.pdll",
        &[
            ("a.pdll", "#include \"b.pdll\"\nPattern => Erase(op<t.a>);"),
            ("b.pdll", "Rewrite Erase(op: Op) { erase op; }"),
        ],
    );
    let files: Vec<_> = result
        .files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    assert_eq!(files, ["a.pdll", "b.pdll"]);
}

#[test]
fn what_cannot_be_embedded_is_an_error() {
    let result = compile(
        "a.pdll",
        &[
            (
                "a.pdll",
                "#include \"a.td\"\n\
             Constraint Code(op: Op) [{ return success(odd(op)); }];\n\
             Pattern A {\n  let root = op<t.a>(x: [Value, Odd]);\n  Code(root);\n  erase root;\n}\n",
            ),
            (
                "a.td",
                "include \"mlir/IR/OpBase.td\"\n\
             def Odd : TypeConstraint<CPred<\"odd($_self)\">, \"odd\">;\n",
            ),
        ],
    );
    assert!(result.bytes.is_none());
    let texts: String = result
        .messages
        .into_iter()
        .map(|message| message.text)
        .collect();
    expect![[r#"
        a.pdll:2:12: error: `Code` has a body in C++ that cannot run without a compiler: pdll does not know the C++ code `odd(op)`
        Constraint Code(op: Op) [{ return success(odd(op)); }];
                   ^~~~
        note: declare it without a body, and give the builder of the pattern set a closure or a shared library with it
        a.pdll:4:33: error: the constraint `Odd` of `a.td` cannot be checked: pdll does not know the C++ code `odd($_self)`
          let root = op<t.a>(x: [Value, Odd]);
                                        ^~~
        a.td:2:5: note: it is defined here
        def Odd : TypeConstraint<CPred<"odd($_self)">, "odd">;
            ^~~
        note: declare a constraint without a body, use it instead, and give the builder of the pattern set a closure or a shared library with it
    "#]].assert_eq(&texts);
}

//! Analysis without MLIR and TableGen.

mod groups;
mod regions;

use super::{Index, analyze, analyze_with_index};
use crate::{
    base::diagnostic::Diagnostics,
    base::source::{Loader, Memory, SourceMap, Span},
    ods,
    program::{self, Program},
    testing::{FakeHost, NoTableGen, definitions, with_regions},
};
use expect_test::{Expect, expect};
use std::{fmt::Write, path::Path};

/// A program with `test.pair`, whose definition is said to be at `0:1` of
/// `pair.td`.
struct Fixture {
    sources: SourceMap,
    diagnostics: Diagnostics,
    program: Program,
}

impl Fixture {
    fn new(text: &str) -> Self {
        let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
        let loader = Memory::default()
            .with("main.pdll", text)
            .with("other.pdll", "Constraint Other(v: Value);\n");
        let main = loader.load(Path::new("main.pdll")).expect("it is there");
        let file = sources.add("main.pdll", main.text, None);
        let mut program = program::load(
            file,
            Some(Path::new("main.pdll")),
            &[],
            &loader,
            &ods::Settings::new(&NoTableGen),
            &mut sources,
            &mut diagnostics,
        );
        let td = sources.add("pair.td", "def Pair;\n", None);
        let mut ods = definitions(sources.whole(td));
        let (branches, cases) = (
            [("then", false), ("else", false)],
            [("default", false), ("cases", true)],
        );
        ods.add_operation(with_regions("test.if", &branches, sources.whole(td)));
        ods.add_operation(with_regions("test.switch", &cases, sources.whole(td)));
        ods.add_operation(groups::parts(sources.whole(td)));
        program.ods = ods.into();
        Fixture {
            sources,
            diagnostics,
            program,
        }
    }

    /// `file:line:column`, without the name of the main file.
    fn place(&self, span: Span) -> String {
        let name = self.sources.file(span.file).name();
        let position = self.sources.position(span);
        let place = format!("{}:{}", position.line, position.column);
        match name {
            "main.pdll" => place,
            _ => format!("{name}:{place}"),
        }
    }

    fn show(&self, index: &Index) -> String {
        let mut out = String::new();
        for definition in &index.definitions {
            let place = self.place(definition.span);
            let _ = write!(out, "{place} {:?} {}", definition.kind, definition.name);
            if let Some(ty) = &definition.ty {
                let _ = write!(out, ": {ty}");
            }
            out.push('\n');
        }
        for used in &index.uses {
            let (place, definition) = (self.place(used.span), self.place(used.definition));
            let text = self.sources.text(used.span);
            let _ = writeln!(out, "{place} `{text}` is {:?} of {definition}", used.kind);
        }
        for (span, ty) in &index.types {
            let text = self.sources.text(*span);
            let _ = writeln!(out, "{} `{text}`: {ty}", self.place(*span));
        }
        for diagnostic in self.diagnostics.iter() {
            let _ = writeln!(out, "{}", diagnostic.message);
        }
        out
    }
}

/// Compares the index of a program, and its diagnostics.
fn check_index(text: &str, expected: &Expect) {
    let mut fixture = Fixture::new(text);
    let (_, index) = analyze_with_index(
        &fixture.program,
        &mut FakeHost::default(),
        &mut fixture.diagnostics,
    );
    expected.assert_eq(&fixture.show(&index));
}

/// Compares the messages about a program.
fn check_messages(text: &str, expected: &Expect) {
    let mut fixture = Fixture::new(text);
    let mut host = FakeHost::default();
    let module = analyze(&fixture.program, &mut host, &mut fixture.diagnostics);
    for pattern in &module.patterns {
        assert_eq!(pattern.verify(), Ok(()));
    }
    let mut out = String::new();
    for diagnostic in fixture.diagnostics.iter() {
        let place = diagnostic.span.map(|span| fixture.place(span));
        let place = place.unwrap_or_default();
        let _ = writeln!(out, "{place}: {}", diagnostic.message);
    }
    expected.assert_eq(&out);
}

#[test]
fn variables_and_the_types_of_expressions_are_indexed() {
    check_index(
        "Pattern P {
  let root = op<t.a>(x: Value);
  replace root with (x, root.0);
}
",
        &expect![[r#"
            1:9 Pattern P
            2:7 Variable root: Op<t.a>
            2:22 Variable x: Value
            3:11 `root` is Variable of 2:7
            3:22 `x` is Variable of 2:22
            3:25 `root` is Variable of 2:7
            2:14 `op<t.a>(x: Value)`: Op<t.a>
            2:22 `x: Value`: Value
            3:11 `root`: Op<t.a>
            3:22 `x`: Value
            3:25 `root`: Op<t.a>
            3:25 `root.0`: Value
        "#]],
    );
}

#[test]
fn names_in_the_bodies_of_functions_are_indexed_once() {
    check_index(
        "Constraint C(v: Value) { D(v); }
Constraint D(w: Value);
Rewrite R(o: Op) -> (Value, a: Attr) {
  let k = attr<\"1\">;
  return (o.0, k);
}
Pattern {
  let root = op<t.a>(x: C, y: Value);
  C(y);
  rewrite root with {
    let two = R(root);
    replace root with two.0;
  };
}
",
        &expect![[r#"
            1:12 Constraint C
            1:14 Parameter v: Value
            2:12 Constraint D
            2:14 Parameter w: Value
            3:9 Rewrite R
            3:11 Parameter o: Op
            4:7 Variable k: Attr
            8:7 Variable root: Op<t.a>
            8:22 Variable x: Value
            8:28 Variable y: Value
            11:9 Variable two: Tuple<Value, a: Attr>
            1:26 `D` is Constraint of 2:12
            1:28 `v` is Parameter of 1:14
            5:11 `o` is Parameter of 3:11
            5:16 `k` is Variable of 4:7
            8:25 `C` is Constraint of 1:12
            9:3 `C` is Constraint of 1:12
            9:5 `y` is Variable of 8:28
            10:11 `root` is Variable of 8:7
            11:15 `R` is Rewrite of 3:9
            11:17 `root` is Variable of 8:7
            12:13 `root` is Variable of 8:7
            12:23 `two` is Variable of 11:9
            1:26 `D(v)`: Tuple<>
            1:28 `v`: Value
            4:11 `attr<"1">`: Attr
            5:10 `(o.0, k)`: Tuple<Value, Attr>
            5:11 `o`: Op
            5:11 `o.0`: Value
            5:16 `k`: Attr
            8:14 `op<t.a>(x: C, y: Value)`: Op<t.a>
            8:22 `x: C`: Value
            8:28 `y: Value`: Value
            9:3 `C(y)`: Tuple<>
            9:5 `y`: Value
            10:11 `root`: Op<t.a>
            11:15 `R(root)`: Tuple<Value, a: Attr>
            11:17 `root`: Op<t.a>
            12:13 `root`: Op<t.a>
            12:23 `two`: Tuple<Value, a: Attr>
            12:23 `two.0`: Value
        "#]],
    );
}

#[test]
fn names_of_included_files_are_indexed() {
    check_index(
        "#include \"other.pdll\"
Pattern {
  let root = op<test.pair>(a: Value, b: Other) { mode };
  Other(root.lhs);
  Other(root.out);
  erase root;
}
",
        &expect![[r#"
            3:7 Variable root: Op<test.pair>
            3:28 Variable a: Value
            3:38 Variable b: Value
            other.pdll:1:12 Constraint Other
            other.pdll:1:18 Parameter v: Value
            3:17 `test.pair` is Operation of pair.td:1:1
            3:41 `Other` is Constraint of other.pdll:1:12
            3:50 `mode` is Attribute of pair.td:1:1
            4:3 `Other` is Constraint of other.pdll:1:12
            4:9 `root` is Variable of 3:7
            4:14 `lhs` is Operands of pair.td:1:1
            5:3 `Other` is Constraint of other.pdll:1:12
            5:9 `root` is Variable of 3:7
            5:14 `out` is Results of pair.td:1:1
            6:9 `root` is Variable of 3:7
            3:14 `op<test.pair>(a: Value, b: Other) { mode }`: Op<test.pair>
            3:28 `a: Value`: Value
            3:38 `b: Other`: Value
            4:3 `Other(root.lhs)`: Tuple<>
            4:9 `root`: Op<test.pair>
            4:9 `root.lhs`: Value
            5:3 `Other(root.out)`: Tuple<>
            5:9 `root`: Op<test.pair>
            5:9 `root.out`: Value
            6:9 `root`: Op<test.pair>
        "#]],
    );
}

#[test]
fn what_has_no_errors_is_indexed_beside_what_has() {
    check_index(
        "Pattern P {
  let x = undefined;
  let y = x;
  let z: Value;
  erase op<t.a>(z) -> (type<\"\">);
}
Pattern P => erase op<t.b>;
",
        &expect![[r#"
            1:9 Pattern P
            2:7 Variable x
            3:7 Variable y
            4:7 Variable z: Value
            7:9 Pattern P
            3:11 `x` is Variable of 2:7
            5:17 `z` is Variable of 4:7
            5:17 `z`: Value
            7:20 `op<t.b>`: Op<t.b>
            `P` is already defined
            `undefined` is not defined
            invalid type: there is nothing
        "#]],
    );
}

#[test]
fn the_host_is_asked_about_result_types() {
    check_messages(
        "Pattern => replace op<t.a>(x: Value, y: Value) with (op<fake.infers>(x), y);
Pattern => replace op<t.b>(x: Value, y: Value) with (op<fake.needs_types>(x), y);
",
        &expect![[r#"
            2:54: `fake.needs_types` does not compute its result types
        "#]],
    );
}

#[test]
fn definitions_are_asked_about_operands() {
    check_messages(
        "Pattern => erase op<test.pair>(x: Value);
Pattern => erase op<test.pari>(x: Value);
Pattern {
  let root = op<test.pair> { mod };
  erase root;
}
",
        &expect![[r#"
            1:18: `test.pair` has 2 operands in its definition, found 1
            2:21: no operation `test.pari` in the included definitions of `test`
            4:30: `test.pair` has no attribute `mod`
        "#]],
    );
}

#[test]
fn what_an_error_leaves_without_meaning_is_indexed() {
    check_index(
        "Constraint C(v: Value);
Rewrite R(o: Op) -> Op {
  return o;
  let other = op<t.b>(missing);
  erase other;
  return o;
}
Pattern {
  let root = op<t.a>(x: Value, y: Value);
  C(x, root.0, op<t.c>(y), missing, new: Value, C(x, y));
  missing(x);
  let z = new;
  rewrite root with {
    R(root, x);
    erase root;
  };
}
",
        &expect![[r#"
            1:12 Constraint C
            1:14 Parameter v: Value
            2:9 Rewrite R
            2:11 Parameter o: Op
            4:7 Variable other
            9:7 Variable root: Op<t.a>
            9:22 Variable x: Value
            9:32 Variable y: Value
            10:37 Variable new
            12:7 Variable z
            3:10 `o` is Parameter of 2:11
            5:9 `other` is Variable of 4:7
            6:10 `o` is Parameter of 2:11
            10:3 `C` is Constraint of 1:12
            10:5 `x` is Variable of 9:22
            10:8 `root` is Variable of 9:7
            10:24 `y` is Variable of 9:32
            10:49 `C` is Constraint of 1:12
            10:51 `x` is Variable of 9:22
            10:54 `y` is Variable of 9:32
            11:11 `x` is Variable of 9:22
            12:11 `new` is Variable of 10:37
            13:11 `root` is Variable of 9:7
            14:5 `R` is Rewrite of 2:9
            14:7 `root` is Variable of 9:7
            14:13 `x` is Variable of 9:22
            15:11 `root` is Variable of 9:7
            3:10 `o`: Op
            6:10 `o`: Op
            9:14 `op<t.a>(x: Value, y: Value)`: Op<t.a>
            9:22 `x: Value`: Value
            9:32 `y: Value`: Value
            10:5 `x`: Value
            10:8 `root`: Op<t.a>
            10:8 `root.0`: Value
            10:16 `op<t.c>(y)`: Op<t.c>
            10:24 `y`: Value
            10:51 `x`: Value
            10:54 `y`: Value
            11:11 `x`: Value
            13:11 `root`: Op<t.a>
            14:7 `root`: Op<t.a>
            14:13 `x`: Value
            15:11 `root`: Op<t.a>
            expected `}`: nothing may follow `return`
            `C` takes 1 argument, found 6
            `missing` is not defined
        "#]],
    );
}

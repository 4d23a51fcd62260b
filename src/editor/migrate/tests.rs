//! Rules and the PDLL that they become.

mod files;
mod functions;
mod patterns;

use super::{Request, comparison, file, literals::Recorder, migrate};
use crate::{
    base::source::{Disk, Loader, Memory},
    front::drr,
    front::ods::RuleFile,
    front::testing::FakeHost,
    library::session::Session,
};
use expect_test::Expect;
use std::{
    io,
    path::{Path, PathBuf},
};

/// Files of a test, and those of MLIR.
struct WithDisk(Memory);

impl WithDisk {
    /// The file of rules over [`DIALECT`].
    fn of(rules: &str) -> Self {
        let text = format!("// Rules.\n\ninclude \"t.td\"\n{rules}");
        let files = Memory::default();
        WithDisk(files.with("t.td", DIALECT).with("rules.td", text))
    }
}

impl Loader for WithDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path).or_else(|_| Disk.read(path))
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        self.0.identity(path).or_else(|| Disk.identity(path))
    }
}

/// A dialect with a few operations.
const DIALECT: &str = r#"
include "mlir/IR/PatternBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def T : Dialect { let name = "t"; let cppNamespace = "t"; }
class TOp<string name, list<Trait> traits = []> : Op<T, name, traits>;
def One : TOp<"one"> { let arguments = (ins AnyType:$x); let results = (outs AnyType:$y); }
def Like : TOp<"like", [SameOperandsAndResultType]> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$y);
}
def Two : TOp<"two"> {
  let arguments = (ins AnyType:$a, AnyType:$b, I32Attr:$n);
  let results = (outs AnyType:$y);
}
def Pair : TOp<"pair"> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$p, AnyType:$q);
}
def Many : TOp<"many"> { let arguments = (ins Variadic<AnyType>:$xs); let results = (outs AnyType:$y); }
def Parts : TOp<"parts", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<AnyType>:$xs, AnyType:$x, Optional<AnyType>:$o);
  let results = (outs AnyType:$y);
}
def Ends : TOp<"ends", [AttrSizedResultSegments]> {
  let arguments = (ins AnyType:$x);
  let results = (outs Variadic<AnyType>:$as, AnyType:$y, Optional<AnyType>:$o);
}
def Fan : TOp<"fan"> { let arguments = (ins AnyType:$x); let results = (outs Variadic<AnyType>:$ys); }
def Sink : TOp<"sink"> { let arguments = (ins AnyType:$x, UnitAttr:$flag); }
def Maybe : TOp<"maybe"> {
  let arguments = (ins AnyType:$x, OptionalAttr<I32Attr>:$n);
  let results = (outs AnyType:$y);
}
def Built : TOp<"built"> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$y);
}
def Mixed : TOp<"mixed"> {
  let arguments = (ins AnyType:$x, I32Attr:$n, AnyType:$y);
  let results = (outs AnyType:$r);
}
def Red : I32EnumAttrCase<"Red", 0, "red">;
def Color : I32EnumAttr<"Color", "a color", [Red]> { let cppNamespace = "::t"; }
def Return : TOp<"return"> { let arguments = (ins AnyType:$x); let results = (outs AnyType:$y); }
"#;

/// Compares the PDLL of rules over [`DIALECT`], without the line that includes it, and
/// what is said about them.
fn check(rules: &str, expected: &Expect) {
    check_with(rules, false, expected);
}

fn check_with(rules: &str, skip_unsupported: bool, expected: &Expect) {
    let loader = WithDisk::of(rules);
    let mut session = Session::new(&loader, Vec::new());
    let file = session.open(Path::new("rules.td")).expect("it is there");
    let read = session.rules(file);
    let request = request(&read, skip_unsupported);
    let text = migrate(request, &mut session, &mut FakeHost::default());
    let mut out = String::new();
    for one in session.diagnostics.take_sorted() {
        out += &format!("{}: {}\n", one.severity.name(), one.message);
        out.extend(one.help.map(|help| format!("note: {help}\n")));
    }
    let text = text.unwrap_or_default();
    let body = text.strip_prefix("// Rules.\n\n#include \"t.td\"\n");
    out += body.unwrap_or(&text);
    expected.assert_eq(&out);
}

fn request(rules: &RuleFile, skip_unsupported: bool) -> Request<'_> {
    Request {
        rules,
        output: "rules.pdll",
        includes: vec!["t.td".to_owned()],
        includes_rules: false,
        path_of_rules: "rules.td".to_owned(),
        skip_unsupported,
    }
}

#[test]
fn pdll_that_does_something_else_is_noticed() {
    let loader = WithDisk::of(
        r#"
        def AddOne : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getInt() + 1)">;
        def SameType : Constraint<CPred<"$0.getType() == $1.getType()">>;
        def A : Pat<(Two F32:$x, (Like $y), $n), (Two $y, (Like $x), (AddOne $n)), [(SameType $x, $y)], [], (addBenefit 1)>;
        "#,
    );
    let noticed = |old: &str, new: &str| {
        let mut session = Session::new(&loader, Vec::new());
        let file = session.open(Path::new("rules.td")).expect("it is there");
        let read = session.rules(file);
        let mut host = FakeHost::default();
        let mut recorder = Recorder::new(&mut host);
        let (meanings, natives) = drr::analyze_each(&read.rules, &read.ods, &mut recorder);
        let request = request(&read, false);
        let wrong = file::Wrong::new();
        let (sources, recorder) = (&session.sources, &mut recorder);
        let mut printed = file::print(&request, &meanings, &natives, &wrong, sources, recorder);
        assert!(printed.text.contains(old), "{old}:\n{}", printed.text);
        printed.text = printed.text.replace(old, new);
        comparison::check(&printed, "rules.pdll", &mut session, recorder).is_err()
    };
    for (old, new) in [
        ("benefit(3)", "benefit(2)"),
        ("Pattern A", "Pattern B"),
        ("[Value, F32]", "Value"),
        ("SameType(x, y);", ""),
        ("SameType(x, y);", "SameType(y, x);"),
        ("op<t.like>(y: Value)", "y: Value"),
        ("op<t.two>(y,", "op<t.two>(x,"),
        ("op<t.like>(x)", "x"),
        ("AddOne(n)", "n"),
        ("+ 1", "+ 2"),
        ("(n: Attr) ->", "(n: Type) ->"),
        ("replace root", "replace rot"),
    ] {
        assert!(noticed(old, new), "{old} -> {new}");
    }
    assert!(!noticed("Pattern A", "Pattern   A"));
}

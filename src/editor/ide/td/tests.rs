//! Features of `.td` files, with the definitions of the installed MLIR.

use super::lexer::NUM_LEXED;
use crate::{
    base::source::{Loader, Memory},
    editor::ide::{self, Analysis, Analyzer, Input, Symbol, testing::shown},
    front::ods,
    mlir::ffi::ods::LinkedTableGen,
};
use expect_test::{Expect, expect};
use melior::Context;
use std::{collections::BTreeSet, fmt::Write, path::Path, sync::Arc};

/// A dialect, and a rule file that includes it.
const DIALECT: &str = r#"
include "mlir/IR/PatternBase.td"
def T : Dialect { let name = "t"; let cppNamespace = "::t"; }
class T_Op<string mnemonic> : Op<T, mnemonic>;
def T_AddOp : T_Op<"add"> {
  let summary = "adds";
  let arguments = (ins I32:$lhs, I32:$rhs, OptionalAttr<StrAttr>:$how);
  let results = (outs I32:$sum);
}
def T_NegOp : T_Op<"neg"> { let arguments = (ins I32:$in); let results = (outs I32:$out); }
"#;

/// Files of the test, before those of the system.
struct Files(Memory);

impl Loader for Files {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        self.0
            .read(path)
            .or_else(|_| crate::base::source::Disk.read(path))
    }

    fn identity(&self, path: &Path) -> Option<std::path::PathBuf> {
        self.0.identity(path)
    }
}

/// The offset of a test. C++ code in rules has `$0`.
const MARK: &str = "@@";

/// Analyzes a file that includes the dialect. Returns the offset of the mark.
fn analyze(marked: &str) -> (Analysis, u32) {
    analyze_alone(&format!("include \"t.td\"\n{marked}"))
}

fn analyze_alone(marked: &str) -> (Analysis, u32) {
    let offset = marked.find(MARK).unwrap_or_default();
    let mut analyzer = Analyzer::new(Arc::new(Context::new), ods::Settings::new(&LinkedTableGen));
    let input = Input {
        name: "rules.td".to_owned(),
        text: marked.replacen(MARK, "", 1),
        first_line: 1,
        include_dirs: Vec::new(),
        is_portable: false,
    };
    let files = Files(Memory::default().with("t.td", DIALECT));
    (
        analyzer.analyze(input, ods::Reads::All, &files),
        offset as u32,
    )
}

fn check_diagnostics(text: &str, expected: Expect) {
    let (analysis, _) = analyze_alone(text);
    let all = analysis.diagnostics.iter();
    let shown = all.map(|one| crate::base::diagnostic::text::render(&analysis.sources, one));
    expected.assert_eq(&shown.collect::<String>());
}

/// Checks the definition of the name at the mark, and its uses in the text.
fn check_name(marked: &str, expected: Expect) {
    let (analysis, offset) = analyze(marked);
    let Some(mentions) = ide::references(&analysis, offset) else {
        return expected.assert_eq("nothing");
    };
    let definition = shown(&analysis, mentions.definition);
    let mut lines = vec![match definition.rsplit_once('/') {
        // Other versions of MLIR have other places.
        Some((_, file)) => file.replace(|c: char| c.is_ascii_digit() || c == '-', "_"),
        None => definition,
    }];
    lines.extend(mentions.uses.iter().map(|span| shown(&analysis, *span)));
    expected.assert_eq(&lines.join("\n"));
}

fn check_hover(marked: &str, expected: Expect) {
    let (analysis, offset) = analyze(marked);
    let hover = ide::hover(&analysis, offset);
    let text = hover.map_or("nothing".to_owned(), |hover| hover.markdown);
    expected.assert_eq(&text);
}

const RULES: &str = "\
def Twice : NativeCodeCall<\"twice($0)\">;
def Once : Constraint<CPred<\"$0.hasOneUse()\">, \"has one use\">;
// Adds nothing.
def Zero : Pat<(T_AddOp:$root I32:$x, (T_NegOp $x), $how),
               (T_NegOp (T_NegOp $root__0)), [(Once $x)]>;
def : Pat<(T_NegOp (T_NegOp $x)), (replaceWithValue $x)>;
";

/// The rules with a mark before the occurrence `number` of a text.
fn marked(word: &str, number: usize) -> String {
    let (at, _) = RULES.match_indices(word).nth(number).expect("it occurs");
    format!("{}{MARK}{}", &RULES[..at], &RULES[at..])
}

#[test]
fn definition_files_need_no_rules() {
    check_diagnostics(DIALECT, expect![[""]]);
    check_diagnostics("", expect![[""]]);
}

#[test]
fn errors_of_tablegen_and_of_rules() {
    check_diagnostics(
        "def X : Op<\"x\">;",
        expect![[r#"
        rules.td:1:9: error: couldn't find class 'Op'
        def X : Op<"x">;
                ^~
    "#]],
    );
    check_diagnostics(
        "include \"t.td\"\ndef X : Pat<(T_AddOp $a), (T_NegOp $b)>;",
        expect![[r#"
            rules.td:2:5: error: `t.add` has 3 arguments in its definition, found 1
            def X : Pat<(T_AddOp $a), (T_NegOp $b)>;
                ^
            note: they are `lhs`, `rhs`, `how`
        "#]],
    );
    check_diagnostics(
        "include \"t.td\"\ndef X : Pat<(T_NegOp $a), (T_NegOp $b)>;",
        expect![[r#"
            rules.td:2:5: error: `$b` is not bound to anything
            def X : Pat<(T_NegOp $a), (T_NegOp $b)>;
                ^
        "#]],
    );
    check_diagnostics(
        "include \"rules.td\"\n",
        expect![[r#"
        rules.td:1:1: error: this file is included without end; protect it with `#ifndef`
        include "rules.td"
        ^~~~~~~
    "#]],
    );
}

#[test]
fn names_lead_to_definitions() {
    check_name(
        &marked("T_AddOp", 0),
        expect![[r#"
        t.td:5:5-5:12 T_AddOp
        rules.td:5:17-5:24 T_AddOp"#]],
    );
    check_name(
        &marked("Once", 1),
        expect![[r#"
        rules.td:3:5-3:9 Once
        rules.td:6:48-6:52 Once"#]],
    );
    check_name(
        &marked("I32", 0),
        expect![[r#"
        CommonTypeConstraints.td:___:_____:_ I__
        rules.td:5:31-5:34 I32"#]],
    );
    check_name(
        &marked("Pat", 0),
        expect![[r#"
        PatternBase.td:___:_____:__ Pat
        rules.td:5:12-5:15 Pat
        rules.td:7:7-7:10 Pat"#]],
    );
    check_name(
        &marked("replaceWith", 0),
        expect![[r#"
        PatternBase.td:___:_____:__ replaceWithValue
        rules.td:7:36-7:52 replaceWithValue"#]],
    );
    check_name(
        "multiclass M { def Op : T_Op<\"m\"> { let arguments = (ins I32:$a); } }\n\
         defm My : M;\ndef R : Pat<(@@MyOp $x), (replaceWithValue $x)>;",
        expect![[r#"
            rules.td:2:20-2:22 Op
            rules.td:4:14-4:18 MyOp"#]],
    );
    check_name(
        "class A<int n> { int m = @@n; }\ndef : A<1>;",
        expect![[r#"
            rules.td:2:13-2:14 n
            rules.td:2:26-2:27 n"#]],
    );
    check_name(
        "class A { int m; }\ndef B : A { let @@m = 1; }\ndefvar c = B.m;",
        expect![[r#"
            rules.td:2:15-2:16 m
            rules.td:3:17-3:18 m"#]],
    );
    check_name(
        "multiclass M { def x; }\ndefm A : @@M;\ndef M;",
        expect![[r#"
            rules.td:2:12-2:13 M
            rules.td:3:10-3:11 M"#]],
    );
    check_name(
        "foreach i = [1] in { defvar j = i; def A#@@j; }\ndef j;",
        expect![[r#"
            rules.td:2:29-2:30 j
            rules.td:2:42-2:43 j"#]],
    );
    check_name(
        "defvar l = !foldl(0, [1], a, i, !add(@@a, i));",
        expect![[r#"
            rules.td:2:27-2:28 a
            rules.td:2:38-2:39 a"#]],
    );
}

#[test]
fn variables_belong_to_their_rules() {
    check_name(
        &marked("x,", 0),
        expect![[r#"
        rules.td:5:36-5:37 x
        rules.td:5:49-5:50 x
        rules.td:6:54-6:55 x"#]],
    );
    check_name(
        &marked("root__0", 0),
        expect![[r#"
        rules.td:5:26-5:30 root
        rules.td:6:35-6:39 root"#]],
    );
    check_name(
        &marked("x)>", 0),
        expect![[r#"
        rules.td:7:30-7:31 x
        rules.td:7:54-7:55 x"#]],
    );
}

#[test]
fn names_are_known_in_a_text_with_an_error() {
    let broken = marked("T_NegOp", 1).replace("[(Once", "[(");
    check_name(
        &broken,
        expect![[r#"
        t.td:10:5-10:12 T_NegOp
        rules.td:5:40-5:47 T_NegOp
        rules.td:6:17-6:24 T_NegOp
        rules.td:6:26-6:33 T_NegOp
        rules.td:7:12-7:19 T_NegOp
        rules.td:7:21-7:28 T_NegOp"#]],
    );
    check_hover(
        &broken,
        expect![[r#"
        **OpName**: `t.neg`
        ***

        ***

        ***
        Operands:
        * `in`: `Value`, `I32`: 32-bit signless integer

        ***
        Results:
        * `out`: `Value`, `I32`: 32-bit signless integer
    "#]],
    );
}

#[test]
fn hover_describes_what_a_name_stands_for() {
    check_hover(
        &marked("T_AddOp", 0),
        expect![[r#"
        **OpName**: `t.add`
        ***
        adds
        ***

        ***
        Operands:
        * `lhs`: `Value`, `I32`: 32-bit signless integer
        * `rhs`: `Value`, `I32`: 32-bit signless integer

        ***
        Results:
        * `sum`: `Value`, `I32`: 32-bit signless integer

        ***
        Attributes:
        * `how`: `Attr?`, `StrAttr`: string attribute
    "#]],
    );
    check_hover(
        &marked("Once $", 0),
        expect![[r#"
        **Constraint**: `Once`
        ***
        has one use

        ```cpp
        ($0.hasOneUse())
        ```
    "#]],
    );
    check_hover(
        &marked("Twice", 0),
        expect![[r#"
        **Def**: `Twice`
        ***

        ```tablegen
        def Twice : NativeCodeCall<"twice($0)">;
        ```
    "#]],
    );
    check_hover(
        &marked("I32", 0),
        expect![[r#"
        **Constraint**: `I32`
        ***
        32-bit signless integer

        ```cpp
        ($_self.isSignlessInteger(32))
        ```

        C++ class: `::mlir::IntegerType`
    "#]],
    );
    check_hover(
        &marked("Zero", 0),
        expect![[r#"
        **Rule**: `Zero`
        ***
        Benefit: 2
        RootOp: `t.add`

        Adds nothing.

        ```pdll
        Rewrite CreateNeg(root: Op, operation: Op, root2: Value) -> Op [{
          Location odsLoc = rewriter.getFusedLoc({root->getLoc(), operation->getLoc()});
          return ::t::NegOp::create(rewriter, odsLoc, root2).getOperation();
        }];

        Pattern Zero {
          let neg = op<t.neg>(x: Value);
          let root = op<t.add>(x, neg);
          HasOneUse(x);
          replace root with op<t.neg>(CreateNeg(root, neg, root).0);
        }
        ```
    "#]],
    );
    check_hover(
        &marked("def :", 0),
        expect![[r#"
        **Rule**
        ***
        Benefit: 2
        RootOp: `t.neg`

        ```pdll
        Pattern {
          let root = op<t.neg>(op<t.neg>(x: Value));
          replace root with x;
        }
        ```
    "#]],
    );
    check_hover(
        "// Has a number.\n// That is all.\nclass C<int n>;\n\ndef : @@C<1>;",
        expect![[r#"
            **Class**: `C`
            ***

            Has a number.
            That is all.

            ```tablegen
            class C<int n>;
            ```
        "#]],
    );
}

#[test]
fn hover_describes_what_a_variable_is_bound_to() {
    check_hover(
        &marked("x)>", 0),
        expect![[r#"
        **Variable**: `x`
        ***
        Operand `in` of `t.neg`

        Type: `Value`, `I32`: 32-bit signless integer
    "#]],
    );
    check_hover(
        &marked("x)]", 0),
        expect![[r#"
        **Variable**: `x`
        ***
        Operand `lhs` of `t.add`

        Type: `Value`, `I32`: 32-bit signless integer

        Constraint: `I32`: 32-bit signless integer

        ```cpp
        ($_self.isSignlessInteger(32))
        ```
    "#]],
    );
    check_hover(
        &marked("how", 0),
        expect![[r#"
        **Variable**: `how`
        ***
        Attribute `how` of `t.add`

        Type: `Attr`, `StrAttr`: string attribute
    "#]],
    );
    check_hover(
        &marked("root__0", 0),
        expect![[r#"
        **Variable**: `root`
        ***
        The operation `t.add`, and its results
    "#]],
    );
}

#[test]
fn symbols_are_classes_defs_and_rules() {
    let text = format!(
        "{RULES}class C<int n>;\nmulticlass M {{ def _a : Pat<(T_NegOp $x), (T_NegOp $x)>; }}\n\
         defm A : M;\ndef A#\"b\" : C<1>;\nforeach i = [1] in def : C<i>;\n"
    );
    let (analysis, _) = analyze(&text);
    let mut output = String::new();
    let mut show = |depth: usize, symbol: &Symbol| {
        let place = shown(&analysis, symbol.name_span);
        let Symbol {
            name, kind, detail, ..
        } = symbol;
        writeln!(output, "{:depth$}{kind:?} {name} [{detail}] {place}", "").expect("a string");
    };
    for symbol in &ide::symbols(&analysis) {
        show(0, symbol);
        symbol.children.iter().for_each(|child| show(2, child));
    }
    expect![[r#"
        Record Twice [NativeCodeCall] rules.td:2:5-2:10 Twice
        Record Once [Constraint] rules.td:3:5-3:9 Once
        Pattern Zero [Pat] rules.td:5:5-5:9 Zero
          Variable root [] rules.td:5:26-5:30 root
          Variable x [] rules.td:5:36-5:37 x
          Variable how [] rules.td:5:54-5:57 how
        Pattern <T_NegOp> [Pat] rules.td:7:1-7:4 def
          Variable x [] rules.td:7:30-7:31 x
        Class C [] rules.td:8:7-8:8 C
        Class M [] rules.td:9:12-9:13 M
          Pattern _a [Pat] rules.td:9:20-9:22 _a
        Record A [M] rules.td:10:6-10:7 A
        Record A#"b" [C] rules.td:11:5-11:10 A#"b"
        Record <def> [C] rules.td:12:20-12:23 def
    "#]]
    .assert_eq(&output);
    let patterns = ide::patterns(&analysis);
    let names: Vec<_> = patterns
        .iter()
        .filter_map(|one| one.name.as_deref())
        .collect();
    expect!["Zero A_a"].assert_eq(&names.join(" "));
}

#[test]
fn folds_and_links() {
    let (analysis, _) = analyze(RULES);
    let folds = ide::folds(&analysis).into_iter().map(|fold| {
        let line = |span| analysis.sources.position(span).line;
        let (first, last) = (line(fold.span), line(fold.span.at_end()));
        format!("{:?} {first}-{last}", fold.kind)
    });
    expect!["Block 5-6"].assert_eq(&folds.collect::<Vec<_>>().join("\n"));
    let (analysis, _) = analyze_alone("include \"mlir/IR/OpBase.td\"\ninclude \"none.td\"\n");
    let links = ide::links(&analysis).into_iter();
    let ends = links.map(|link| link.path.ends_with("mlir/IR/OpBase.td"));
    assert_eq!(ends.collect::<Vec<_>>(), [true]);
}

#[test]
fn selections_grow() {
    let check = |marked: &str, expected: Expect| {
        let (analysis, offset) = analyze_alone(marked);
        let texts = ide::selections(&analysis, offset).into_iter();
        let texts = texts.map(|span| format!("{:?}", analysis.sources.text(span)));
        expected.assert_eq(&texts.collect::<Vec<_>>().join("\n"));
    };
    check(
        "multiclass M { def A : B<[1, 2@@]> { let a = 1; let b = (c d:$e); } }",
        expect![[r#"
            "2"
            "1, 2"
            "[1, 2]"
            "<[1, 2]>"
            "def A : B<[1, 2]> { let a = 1; let b = (c d:$e); }"
            " def A : B<[1, 2]> { let a = 1; let b = (c d:$e); } "
            "{ def A : B<[1, 2]> { let a = 1; let b = (c d:$e); } }"
            "multiclass M { def A : B<[1, 2]> { let a = 1; let b = (c d:$e); } }""#]],
    );
    check(
        "def A : B<[1]> { let a = 1; let b = (c d:$@@e); }\ndef C;",
        expect![[r#"
            "$e"
            "c d:$e"
            "(c d:$e)"
            "let b = (c d:$e);"
            " let a = 1; let b = (c d:$e); "
            "{ let a = 1; let b = (c d:$e); }"
            "def A : B<[1]> { let a = 1; let b = (c d:$e); }"
            "def A : B<[1]> { let a = 1; let b = (c d:$e); }\ndef C;""#]],
    );
    check(
        "def A : B<[1@@",
        expect![[r#"
        "1"
        "def A : B<[1""#]],
    );
}

#[test]
fn words_say_what_they_stand_for() {
    let (analysis, _) = analyze(&format!(
        "{RULES}#ifdef X\n#endif\nclass C<int n> : T_Op<\"c\"> {{\n  bit b = true;\n  let summary = [{{ a\n  b }}];\n\
         assert !eq(n, 1), \"m\";\n}}\n"
    ));
    let tokens = ide::semantic_tokens(&analysis).iter().copied();
    let shown = tokens.map(|(span, kind, modifiers)| {
        let declaration = if modifiers.is_declaration {
            " declaration"
        } else {
            ""
        };
        let library = if modifiers.is_library { " library" } else { "" };
        let text = analysis.sources.text(span);
        format!("{text} {}{declaration}{library}", kind.name())
    });
    expect![[r#"
        include keyword
        "t.td" string
        def keyword
        Twice function declaration
        NativeCodeCall type library
        "twice($0)" string
        def keyword
        Once interface declaration
        Constraint type library
        CPred type library
        "$0.hasOneUse()" string
        "has one use" string
        // Adds nothing. comment
        def keyword
        Zero class declaration
        Pat type library
        T_AddOp class library
        $root variable declaration
        I32 interface library
        $x variable declaration
        T_NegOp class library
        $x variable
        $how variable declaration
        T_NegOp class library
        T_NegOp class library
        $root__0 variable
        Once interface
        $x variable
        def keyword
        Pat type library
        T_NegOp class library
        T_NegOp class library
        $x variable declaration
        replaceWithValue keyword library
        $x variable
        #ifdef X macro
        #endif macro
        class keyword
        C type declaration
        int type
        n parameter declaration
        T_Op type library
        "c" string
        bit type
        b property declaration
        true keyword
        let keyword
        summary property library
        [{ a string
          b }] string
        assert keyword
        !eq keyword
        n parameter
        1 number
        "m" string"#]]
    .assert_eq(&shown.collect::<Vec<_>>().join("\n"));
}

#[test]
fn variables_get_other_names() {
    let rename = |marked: &str, name: &str| {
        let (analysis, offset) = analyze(marked);
        match ide::rename(&analysis, offset, name) {
            Ok(places) => places.len().to_string(),
            Err(reason) => reason,
        }
    };
    assert_eq!(rename(&marked("x,", 0), "y"), "3");
    expect!["`how` is defined in line 5"].assert_eq(&rename(&marked("x,", 0), "how"));
    expect!["any file may use this name, expected a variable or parameter"]
        .assert_eq(&rename(&marked("Once", 0), "Only"));
}

/// No feature panics, and no answer depends on TableGen alone.
#[test]
fn every_offset_of_truncated_texts() {
    let text = format!("include \"t.td\"\n{RULES}// é𝄞\n");
    let mut known = BTreeSet::new();
    for end in (0..=text.len())
        .filter(|end| text.is_char_boundary(*end))
        .step_by(23)
    {
        let (analysis, _) = analyze_alone(&text[..end]);
        ide::symbols(&analysis);
        ide::folds(&analysis);
        ide::links(&analysis);
        ide::semantic_tokens(&analysis);
        for offset in (0..=end).filter(|offset| text.is_char_boundary(*offset)) {
            let offset = offset as u32;
            ide::hover(&analysis, offset);
            ide::completion(&analysis, offset, &|_| Vec::new());
            ide::selections(&analysis, offset);
            let _ = ide::rename(&analysis, offset, "other");
            if ide::references(&analysis, offset).is_some() {
                known.insert(offset);
            }
        }
    }
    assert!(known.len() > 100, "{}", known.len());
}

/// Checks the names that are proposed at the mark and that start with a text.
fn check_completion(marked: &str, start: &str, expected: Expect) {
    let (analysis, offset) = analyze(marked);
    let list = |_: &str| {
        vec![
            ("a.td".to_owned(), false),
            ("b.pdll".to_owned(), false),
            ("c".to_owned(), true),
        ]
    };
    let found = ide::completion(&analysis, offset, &list).into_iter();
    let own = found.filter(|one| one.label.starts_with(start));
    let shown = own.map(|one| {
        let replaced = analysis.sources.text(one.replaced);
        format!(
            "{} [{}] {:?} for `{replaced}`",
            one.label, one.detail, one.kind
        )
    });
    expected.assert_eq(&shown.collect::<Vec<_>>().join("\n"));
}

#[test]
fn completion_knows_what_may_stand_in_a_rule() {
    check_completion(
        "def : Pat<(T_@@",
        "T_",
        expect![[r#"
        T_AddOp [t.add] Field for `T_`
        T_NegOp [t.neg] Field for `T_`"#]],
    );
    check_completion(
        "def X : Pa@@",
        "Pat",
        expect![[r#"
        Pat [] Class for `Pa`
        Pattern [] Class for `Pa`"#]],
    );
    check_completion("def X : @@", "T_", expect!["T_Op [] Class for ``"]);
    check_completion(
        "multiclass M_;\ndefm X : M@@",
        "",
        expect!["M_ [] Class for `M`"],
    );
    check_completion(
        "def : Pat<(T_AddOp:$root $x, $y, $how), (T_NegOp $@@)>;",
        "",
        expect![[r#"
            how [] Variable for ``
            root [] Variable for ``
            x [] Variable for ``
            y [] Variable for ``"#]],
    );
    check_completion(
        "def : Pat<(T_NegOp I32@@), (T_NegOp $x)>;",
        "I32",
        expect![[r#"
            I32 [32-bit signless integer] Interface for `I32`
            I32ArrayAttr [32-bit integer array attribute] Interface for `I32`
            I32Attr [32-bit signless integer attribute] Interface for `I32`
            I32ElementsAttr [32-bit signless integer elements attribute] Interface for `I32`
            I32MemRef [memref of 32-bit signless integer values] Interface for `I32`
            I32Prop [] Interface for `I32`
            I32Property [] Interface for `I32`
            I32Tensor [tensor of 32-bit signless integer values] Interface for `I32`"#]],
    );
    check_completion(
        "include \"x/@@",
        "",
        expect![[r#"
        a.td [] File for ``
        c [] Folder for ``"#]],
    );
    check_completion("def X; // @@", "", expect![[""]]);
}

/// Whatever is asked about a version of a text, it is lexed once.
#[test]
fn a_version_is_lexed_once() {
    let before = NUM_LEXED.get();
    let (analysis, offset) = analyze_alone("class C<int n> {\n}\ndef A : @@C<1> {\n}\n");
    for offset in [offset, offset + 1] {
        ide::completion(&analysis, offset, &|_| Vec::new());
        ide::hover(&analysis, offset);
        assert!(!ide::selections(&analysis, offset).is_empty());
    }
    assert!(!ide::semantic_tokens(&analysis).is_empty());
    assert!(!ide::folds(&analysis).is_empty());
    assert_eq!(NUM_LEXED.get() - before, 1);
}

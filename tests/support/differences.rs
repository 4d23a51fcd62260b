//! How our compiler differs from the oracle, and why. A difference that is not
//! listed here fails the tests, and so does a listed one that does not exist.

use super::forms::Form;

/// A difference.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) why: &'static str,
    /// An input that shows it, and no other one.
    pub(crate) example: &'static [u8],
}

/// What differs.
#[derive(Debug)]
pub(crate) enum Kind {
    /// The module, in that way.
    Module(Form),
    /// The oracle accepts what we reject with an error that contains this.
    OnlyWeReject(&'static str),
    /// We accept what the oracle rejects.
    OnlyWeAccept {
        /// A part of its error.
        theirs: &'static str,
        /// Where its error is.
        at: At,
    },
    /// Both reject what a `.td` file holds: the oracle at its include, we at the
    /// place in it.
    ToldInDefinitions,
    /// Both reject it on different lines, with errors that contain these. We go
    /// on after what only we accept, and that needs no other entry.
    OtherPlace {
        theirs: &'static str,
        ours: &'static str,
    },
}

/// Where the oracle has an error.
#[derive(Debug)]
pub(crate) enum At {
    Anywhere,
    /// Where one of these stands in the input.
    Text(&'static [&'static [u8]]),
    /// Where a function is named that the input declares further down.
    NameDeclaredBelow,
    /// In an included file.
    IncludedFile,
}

use Kind::{Module, OnlyWeAccept, OnlyWeReject, OtherPlace, ToldInDefinitions};

/// All of them.
pub(crate) const DIFFERENCES: &[Difference] = &[
    // The module.
    Difference {
        name: "default benefit",
        kind: Module(Form::Benefit),
        why: "as documented, it is the number of operations in the match section, not 0",
        example: b"Pattern => erase op<t.a>(op<t.b>);",
    },
    Difference {
        name: "bounded recursion",
        kind: Module(Form::Recursion),
        why: "the oracle drops `with recursion`, we keep it as an attribute of the pattern",
        example: b"Pattern with benefit(1), recursion => erase op<t.a>;",
    },
    Difference {
        name: "result type from the definition of an operation",
        kind: Module(Form::DefinitionTypes),
        why: "with `FirstAttrDerivedResultType`, it is that of the first attribute; the oracle creates an operation without results",
        example: b"#include \"includes/types.td\"
        Pattern with benefit(1) {
            let root = op<u.a>(x: Value);
            rewrite root with { op<t.constant> {value = attr<\"1 : i8\">}; };
        }",
    },
    Difference {
        name: "no results in the place of others",
        kind: Module(Form::NoResults),
        why: "the oracle drops an empty list of result types, so that the operation gets those of the one it replaces",
        example: b"Pattern with benefit(1) => replace op<t.a> with op<t.b>() -> ();",
    },
    Difference {
        name: "name in the constraint of a matched operation",
        kind: Module(Form::Name),
        why: "the oracle forgets the name that a variable gives to an operation it did not make",
        example: b"Pattern with benefit(1) {
            let a: Op<t.a> = op<>;
            erase a;
        }",
    },
    Difference {
        name: "unused copies",
        kind: Module(Form::Copies),
        why: "the oracle evaluates a tuple once for each of its elements",
        example: b"Pattern with benefit(1) {
            let a = op<t.a>;
            rewrite a with { erase a; op<t.b>((a.0, a.1)); };
        }",
    },
    Difference {
        name: "repeated evaluation",
        kind: Module(Form::Repeated),
        why: "the oracle evaluates again what a body returns, with all that it depends on",
        example: b"Rewrite R(v: Value) -> Op {
            let made = op<t.made>(v);
            return made;
        }
        Pattern with benefit(1) => replace op<t.a>(v: Value) with R(v);",
    },
    Difference {
        name: "segment sizes",
        kind: Module(Form::Segments),
        why: "the oracle creates the operation without the lengths of its groups, which is not valid",
        example: b"#include \"includes/operations.td\"
        Pattern with benefit(1) {
            let root = op<u.a>(x: Value, xs: ValueRange);
            rewrite root with { op<t.segments>(xs, x, xs); erase root; };
        }",
    },
    Difference {
        name: "computed result types",
        kind: Module(Form::BoundTypes),
        why: "the verifier refuses types that native constraints compute as result types",
        example: b"Constraint Computed(v: Value) -> Type;
        Pattern with benefit(1) {
            let root = op<t.a>(v: Value);
            let t = Computed(v);
            replace root with op<t.b>(v) -> (t);
        }",
    },
    Difference {
        name: "range of one",
        kind: Module(Form::Ranges),
        why: "the oracle passes a single value where a range is wanted as it is",
        example: b"Rewrite R(v: ValueRange);
        Pattern with benefit(1) {
            let a = op<t.a>(v: Value);
            rewrite a with { R(v); };
        }",
    },
    // What only we reject, because the run time does not survive it or does
    // something else than is written.
    Difference {
        name: "rewrite that does nothing",
        kind: OnlyWeReject("this rewrite does nothing"),
        why: "it matches for ever, and MLIR cannot read its text back",
        example: b"Pattern with benefit(1) { let a = op<t.a>; rewrite a with { }; }",
    },
    Difference {
        name: "types that are not computed",
        kind: OnlyWeReject("does not compute its result types"),
        why: "the operation would be created without results",
        example: b"#include \"includes/operations.td\"
        Pattern with benefit(1) => rewrite op<u.a> with { op<t.two_results>; };",
    },
    Difference {
        name: "operation that no definition has",
        kind: OnlyWeReject(" in the included definitions of "),
        why: "a misspelt name matches nothing; a flag allows it",
        example: b"#include \"includes/operations.td\"
        Pattern with benefit(1) => erase op<t.misspelt>;",
    },
    Difference {
        name: "number of operands or result types",
        kind: OnlyWeReject(" in its definition, found "),
        why: "the oracle takes one operand or result type for any number of groups",
        example: b"#include \"includes/operations.td\"
        Pattern with benefit(1) => erase op<t.two_operands>(x: Value);",
    },
    Difference {
        name: "variable without a value in a rewrite",
        kind: OnlyWeReject("has no value: the rewrite section cannot bind variables"),
        why: "the oracle finds out when somebody calls it",
        example: b"Rewrite R() -> Value { return _: Value; }
        Pattern with benefit(1) => erase op<t.a>;",
    },
    Difference {
        name: "result that is not there",
        kind: OnlyWeReject("there is no result"),
        why: "a match cannot have it, and a created operation would give a null value",
        example: b"Pattern with benefit(1) {
            let b = op<t.b> -> (_: Type);
            erase op<t.a>(b.1);
        }",
    },
    Difference {
        name: "result type of an attribute only",
        kind: OnlyWeReject(
            "is bound only to the type of an attribute, and an attribute may have no type",
        ),
        why: "an attribute need not have a type, and the run time crashes on one that has none",
        example: b"Pattern with benefit(1) {
            let a = op<t.a> { k = _: Attr<t: Type> };
            rewrite a with { op<t.b> -> (t); erase a; };
        }",
    },
    Difference {
        name: "result index out of range",
        kind: OnlyWeReject("the index is out of range"),
        why: "the oracle takes it modulo 2^32, and negative",
        example: b"Pattern with benefit(1) => erase op<t.a>(op<t.b>.99999999999);",
    },
    Difference {
        name: "range of values as a single value",
        kind: OnlyWeReject("expected `Value`, found `ValueRange`"),
        why: "the range would be taken as it is",
        example: b"Pattern with benefit(1) {
            let xs: ValueRange;
            let x: Value = xs;
            erase op<t.a>(x);
        }",
    },
    Difference {
        name: "variable that only a native constraint mentions",
        kind: OnlyWeReject("is not bound to anything in the input"),
        why: "the run time crashes, or never matches",
        example: b"Constraint C(v: Value);
        Pattern with benefit(1) {
            let v: Value;
            C(v);
            erase op<t.a>;
        }",
    },
    Difference {
        name: "operation that only a native constraint mentions",
        kind: OnlyWeReject("is not connected to the root of the pattern"),
        why: "as before",
        example: b"Constraint C(o: Op);
        Pattern with benefit(1) {
            let b = op<t.b>;
            C(b);
            erase op<t.a>;
        }",
    },
    Difference {
        name: "range of types as a single type",
        kind: OnlyWeReject("expected `Type`, found `TypeRange`"),
        why: "the range would be taken as it is",
        example: b"Pattern with benefit(1) {
            let ts: TypeRange;
            let t: Type = ts;
            erase op<t.a> -> (t);
        }",
    },
    Difference {
        name: "attribute given twice",
        kind: OnlyWeReject("is already given"),
        why: "the created operation would have two attributes of a name",
        example: b"Pattern with benefit(1) => erase op<t.a> { a, a };",
    },
    Difference {
        name: "attribute without a name",
        kind: OnlyWeReject("an attribute name cannot be empty"),
        why: "no attribute has an empty name",
        example: b"Pattern with benefit(1) => erase op<t.a> { \"\" };",
    },
    Difference {
        name: "attribute names of pdll's IR",
        kind: OnlyWeReject("no attribute can have the name"),
        why: "they say which block an operation is in, and which regions it has",
        example: b"Pattern with benefit(1) => erase op<t.a> { \"pdll.parent\" };",
    },
    Difference {
        name: "number of replacements",
        kind: OnlyWeReject("replacement value"),
        why: "MLIR does not check it when the pattern is applied",
        example: b"Pattern with benefit(1) => replace op<t.a>(x: Value) -> (_: Type) with (x, x);",
    },
    Difference {
        name: "call without results in the place of values",
        kind: OnlyWeReject("returns nothing"),
        why: "the oracle drops the call, or takes it for an empty range",
        example:
            b"Rewrite Nothing(o: Op);
        Pattern with benefit(1) => rewrite a: Op<t.a> with { replace a with op<t.b>(Nothing(a)); };",
    },
    Difference {
        name: "operation name with blanks",
        kind: OnlyWeReject("the name of an operation cannot contain blanks"),
        why: "the oracle takes as much of the text as the parts of the name are long",
        example: b"Pattern with benefit(1) => erase op<t. a>;",
    },
    Difference {
        name: "operation name without dots",
        kind: OnlyWeReject("expected `>` after the operation's name"),
        why: "as before",
        example: b"Pattern with benefit(1) => erase op<t.a b>;",
    },
    Difference {
        name: "operation name ends with a dot",
        kind: OnlyWeReject("expected an operation name after `.`"),
        why: "no operation has such a name",
        example: b"Pattern with benefit(1) => erase op<t.a.>;",
    },
    Difference {
        name: "NUL",
        kind: OnlyWeReject("unexpected `\\0`"),
        why: "the oracle takes it for a blank",
        example: b"Pattern with benefit(1) => erase\0 op<t.a>;",
    },
    Difference {
        name: "not UTF-8",
        kind: OnlyWeReject("expected UTF-8"),
        why: "source is text, in comments too",
        example: b"// \xFF\nPattern with benefit(1) => erase op<t.a>;",
    },
    // What only we accept.
    Difference {
        name: "invalid types that nothing uses",
        kind: OnlyWeReject("invalid type"),
        why: "the oracle does not look at the bodies of functions that nothing calls",
        example: b"Rewrite Unused(o: Op) { let t = type<\"[i32]\">; }
            Pattern with benefit(1) => erase op<t.a>;",
    },
    Difference {
        name: "invalid attributes that nothing uses",
        kind: OnlyWeReject("invalid attribute"),
        why: "the oracle does not look at the bodies of functions that nothing calls",
        example: b"Rewrite Unused(o: Op) { let a = attr<\"[3\">; }
            Pattern with benefit(1) => erase op<t.a>;",
    },
    Difference {
        name: "matched operation without a use",
        kind: OnlyWeAccept {
            theirs: "'pdl.operation' op expected a bindable user",
            at: At::Anywhere,
        },
        why: "it is matched all the same",
        example: b"Pattern with benefit(1) {
            let a = op<t.a>(x: Value);
            let b = op<t.b>(x);
            erase a;
        }",
    },
    Difference {
        name: "inline native function without a semicolon",
        kind: OnlyWeAccept {
            theirs: "expected `;` after native declaration",
            at: At::Anywhere,
        },
        why: "that is the documented form",
        example:
            b"Pattern with benefit(1) => erase op<t.a>(x: [Value, Constraint C(v: Value) [{}]]);",
    },
    Difference {
        name: "all operands and results",
        kind: OnlyWeAccept {
            theirs: "invalid member access `",
            at: At::Anywhere,
        },
        why: "the document has `results`",
        example: b"Pattern with benefit(1) {
            let a = op<t.a>;
            replace a with op<t.b>(a.operands);
        }",
    },
    Difference {
        name: "region",
        kind: OnlyWeAccept {
            theirs: "expected expression",
            at: At::Text(&[b"{"]),
        },
        why: "the oracle has no regions",
        example: b"Pattern with benefit(1) => erase op<t.a>(x: Value) ({});",
    },
    Difference {
        name: "region that may be anything",
        kind: OnlyWeAccept {
            theirs: "expected `:` after `_` variable",
            at: At::Text(&[b",", b")"]),
        },
        why: "the oracle has no regions",
        example: b"Pattern with benefit(1) => erase op<t.a>(x: Value) (_);",
    },
    Difference {
        name: "region by name",
        kind: OnlyWeAccept {
            theirs: "undefined reference to `",
            at: At::Text(&[b"thenRegion = ", b"elseRegion = "]),
        },
        why: "the oracle has no regions",
        example: b"#include \"includes/regions.td\"
        Pattern with benefit(1) => erase op<t.if>(x: Value) (thenRegion = {});",
    },
    Difference {
        name: "declaration of a predicate",
        kind: OnlyWeAccept {
            theirs: "expected top-level declaration, such as a `Pattern`",
            at: At::Text(&[b"Predicate "]),
        },
        why: "the oracle has no predicates",
        example: b"Predicate Same(self: Type, other: Type) = eq(self, other);
        Pattern with benefit(1) => erase op<t.a>;",
    },
    Difference {
        name: "predicate in a list of constraints",
        kind: OnlyWeAccept {
            theirs: "unknown reference to constraint `eq`",
            at: At::Text(&[b"eq<"]),
        },
        why: "the oracle has no predicates",
        example: b"Pattern with benefit(1) => erase op<t.a>(x: [Value, eq<type<\"i8\">>]);",
    },
    Difference {
        name: "rule for the types of results",
        kind: OnlyWeAccept {
            theirs: "expected top-level declaration, such as a `Pattern`",
            at: At::Text(&[b"TypeRule "]),
        },
        why: "the oracle has no rules for types",
        example: b"TypeRule => op<t.b>(x: Value<t: Type>) -> (t);
        Pattern with benefit(1) => erase op<t.a>;",
    },
    Difference {
        name: "tuple of the values of a group",
        kind: OnlyWeAccept {
            theirs: "to the expected type of `ValueRange`",
            at: At::Anywhere,
        },
        why: "in the match section, a tuple lists the values of a group of operands",
        example: b"#include \"includes/operations.td\"
        Pattern with benefit(1) => erase op<t.variadic>((x: Value, y: Value));",
    },
    Difference {
        name: "constraint of the type of a value",
        kind: OnlyWeAccept {
            theirs: "constraint type `Type` is incompatible with the previously inferred type `Value`",
            at: At::Anywhere,
        },
        why: "it says what it means",
        example: b"Constraint IsInteger(t: Type);
        Pattern with benefit(1) => erase op<t.a>(x: [Value, IsInteger]);",
    },
    Difference {
        name: "optional operand that is left out",
        kind: OnlyWeAccept {
            theirs: "unable to convert expression of type `Tuple<>` to the expected type of `Value`",
            at: At::Anywhere,
        },
        why: "an empty tuple stands for no operand, and nothing else could",
        example: b"#include \"includes/operations.td\"
        Pattern with benefit(1) {
            let root = op<t.a>(x: Value);
            rewrite root with { op<t.optional>(x, ()); erase root; };
        }",
    },
    Difference {
        name: "string attribute",
        kind: OnlyWeAccept {
            theirs: "expected expression",
            at: At::Text(&[b"\""]),
        },
        why: "it says what it means",
        example: b"Pattern with benefit(1) => erase op<t.a> { k = \"text\" };",
    },
    Difference {
        name: "number as an argument",
        kind: OnlyWeAccept {
            theirs: "expected expression",
            at: At::Text(&[b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9"]),
        },
        why: "it says what it means",
        example: b"Constraint F(n: Attr);
        Pattern with benefit(1) { let root = op<t.a>; F(3); erase root; }",
    },
    Difference {
        name: "negated constraint with a body",
        kind: OnlyWeAccept {
            theirs: "unable to negate non native constraints",
            at: At::Anywhere,
        },
        why: "it negates native constraints only",
        example: b"Constraint N(v: Value); Constraint C(v: Value) { N(v); }
Pattern { let r = op<t.a>(x: Value); not C(x); erase r; }",
    },
    Difference {
        name: "negative number as an argument",
        kind: OnlyWeAccept {
            theirs: "unexpected character",
            at: At::Text(&[b"-"]),
        },
        why: "it says what it means",
        example: b"Constraint F(n: Attr);
        Pattern with benefit(1) { let root = op<t.a>; F(-3); erase root; }",
    },
    Difference {
        name: "labels",
        kind: OnlyWeAccept {
            theirs: "unknown pattern metadata",
            at: At::Text(&[b"labels"]),
        },
        why: "patterns are selected by them",
        example: b"Pattern with benefit(1), labels(\"a\") => erase op<t.a>;",
    },
    Difference {
        name: "constraint declared further down",
        kind: OnlyWeAccept {
            theirs: "unknown reference to constraint `",
            at: At::Anywhere,
        },
        why: "declarations may stand in any order",
        example: b"Pattern with benefit(1) => erase op<t.a>(x: [Value, IsFine]);
        Constraint IsFine(v: Value);",
    },
    Difference {
        name: "function declared further down",
        kind: OnlyWeAccept {
            theirs: "undefined reference to `",
            at: At::NameDeclaredBelow,
        },
        why: "as before",
        example: b"Constraint First(v: Value) { Second(v); }
        Constraint Second(v: Value);
        Pattern with benefit(1) => erase op<t.a>;",
    },
    Difference {
        name: "warning of TableGen",
        kind: OnlyWeAccept {
            theirs: "unused template argument",
            at: At::Anywhere,
        },
        why: "it is a warning, which the oracle takes for an error",
        example: b"#include \"includes/warned.td\"",
    },
    Difference {
        name: "constraint in a rewrite",
        kind: OnlyWeAccept {
            theirs: "'pdl.apply_native_constraint' op expects parent op 'pdl.pattern'",
            at: At::Anywhere,
        },
        why: "as documented, it only says what type the variable has; there is a warning",
        example: b"Constraint IsFine(v: Value);
        Pattern with benefit(1) {
            let a = op<t.a>(x: Value);
            rewrite a with { let y: IsFine = x; op<t.b>(y); };
        }",
    },
    Difference {
        name: "byte order mark",
        kind: OnlyWeAccept {
            theirs: "unexpected character",
            at: At::Text(&[b"\xEF\xBB\xBF"]),
        },
        why: "editors write it",
        example: b"\xEF\xBB\xBFPattern with benefit(1) => erase op<t.a>;",
    },
    Difference {
        name: "literals of dialects",
        kind: OnlyWeAccept {
            theirs: "created with unregistered dialect",
            at: At::Anywhere,
        },
        why: "the oracle loads no dialects",
        example:
            b"Pattern with benefit(1) => erase op<t.a> { a = attr<\"#arith.overflow<nsw>\"> };",
    },
    Difference {
        name: "blanks around a literal",
        kind: OnlyWeAccept {
            theirs: "found trailing characters",
            at: At::Anywhere,
        },
        why: "blanks mean nothing in MLIR",
        example: b"Pattern with benefit(1) => erase op<t.a> { a = attr<[{ 1 }]> };",
    },
    Difference {
        name: "result of the operation to replace with",
        kind: OnlyWeAccept {
            theirs: "expected `;` after statement",
            at: At::Text(&[b"."]),
        },
        why: "the oracle takes it in parentheses only",
        example: b"Pattern with benefit(1) => replace op<t.a> with op<t.b>.0;",
    },
    Difference {
        name: "inline native function as a statement",
        kind: OnlyWeAccept {
            theirs: "expected `;` after statement",
            at: At::Anywhere,
        },
        why: "that is the documented form",
        example: b"Rewrite R(v: Op) { Rewrite S(o: Op) [{ }]; S(v); }
        Pattern with benefit(1) => erase op<t.a>;",
    },
    Difference {
        name: "include beside the including file",
        kind: OnlyWeAccept {
            theirs: "unable to open include file",
            at: At::IncludedFile,
        },
        why: "the oracle looks in its working directory and include directories only",
        example: b"#include \"includes/outer.pdll\"",
    },
    Difference {
        name: "built-in include",
        kind: OnlyWeAccept {
            theirs: "unable to open include file",
            at: At::Text(&[b"\"pdll/", b"\"mlir/Transforms/DialectConversion.pdll"]),
        },
        why: "the oracle has no standard library, and finds MLIR's files with -I only",
        example: b"#include \"pdll/std.pdll\"
        Pattern => erase op<t.a>;",
    },
    Difference {
        name: "built-in include of definitions",
        kind: OnlyWeAccept {
            theirs: "could not find include file 'pdll/",
            at: At::Anywhere,
        },
        why: "the oracle has no standard library",
        example: b"#include \"includes/predicates.td\"",
    },
    Difference {
        name: "type of a definition in the place of a type",
        kind: OnlyWeAccept {
            theirs: "expected expression of `Type` in type constraint",
            at: At::Anywhere,
        },
        why: "the oracle has no predicates",
        example: b"#include \"includes/types.td\"
        Pattern with benefit(1) => erase op<u.a>(x: Value<T_Pair>);",
    },
    Difference {
        name: "file included again",
        kind: OnlyWeAccept {
            theirs: "has already been defined",
            at: At::IncludedFile,
        },
        why: "we read it once",
        example: b"#include \"includes/inner.pdll\"\n#include \"includes/again.pdll\"",
    },
    Difference {
        name: "definitions of no operation",
        kind: OnlyWeAccept {
            theirs: "The class 'Op' is not defined",
            at: At::Anywhere,
        },
        why: "there may be constraints in the file, or nothing that is used",
        example: b"#include \"includes/bare.td\"",
    },
    Difference {
        name: "braces of C++ code",
        kind: OnlyWeReject("of the C++ code"),
        why: "the code is the body of one function, and must not leave it",
        example: b"Constraint C(o: Op) [{ } }];
        Pattern { let root = op<t.a>; erase root; }",
    },
    Difference {
        name: "predicate of an unknown kind",
        kind: OnlyWeReject("expected a `CPred`, or a known combination of them"),
        why: "nobody could check it",
        example: b"#include \"includes/odd.td\"",
    },
    // Other places.
    Difference {
        name: "error in a `.td` file",
        kind: ToldInDefinitions,
        why: "that is where it has to be mended",
        example: b"#include \"includes/broken.td\"",
    },
    Difference {
        name: "place of an open block",
        kind: OtherPlace {
            theirs: "expected '}]' in string literal",
            ours: "expected `}]` at the end of the block",
        },
        why: "ours is where the block starts, not where the file ends",
        example: b"Pattern => erase op<t.a> { a = attr<[{\n\n",
    },
    Difference {
        name: "place of a missing value to return",
        kind: OtherPlace {
            theirs: "missing return in a `Rewrite` expected to return",
            ours: "expected `return` with a value of type",
        },
        why: "ours is the body, not what stands behind it",
        example: b"Rewrite R(v: Op) -> Value => erase v;
        Pattern => erase op<t.a>;",
    },
    Difference {
        name: "place of a missing file name",
        kind: OtherPlace {
            theirs: "expected string file name",
            ours: "expected a file name after `#include`",
        },
        why: "ours is what stands there instead",
        example: b"#include\nPattern => erase op<t.a>;",
    },
    Difference {
        name: "place of an include cycle",
        kind: OtherPlace {
            theirs: "has already been defined",
            ours: "includes itself",
        },
        why: "the oracle sees only what the cycle leads to",
        example: b"#include \"includes/cycle.pdll\"",
    },
    Difference {
        name: "place of an unbound variable",
        kind: OtherPlace {
            theirs: "the operations must form a connected component",
            ours: "is not bound to anything in the input",
        },
        why: "ours is the variable, not the whole pattern",
        example: b"Pattern {
            let x: Value;
            let root = op<t.a>;
            rewrite root with { op<t.b>(x); };
        }",
    },
    Difference {
        name: "place of an unconnected operation",
        kind: OtherPlace {
            theirs: "the operations must form a connected component",
            ours: "is not connected to the root of the pattern",
        },
        why: "ours is the operation, not the whole pattern",
        example: b"Pattern {
            let other = op<t.a>;
            let root = op<t.b>;
            rewrite root with { erase other; };
        }",
    },
];

//! What the formatter makes of texts.

use super::format;
use crate::{base::diagnostic::Diagnostics, base::source::SourceMap};
use expect_test::{Expect, expect};

/// The formatted text, which is its own formatted text.
fn formatted(text: &str) -> String {
    let once = one_pass(text);
    assert_eq!(once, one_pass(&once), "the second pass changes the first");
    once
}

fn one_pass(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("a.pdll", text, None);
    format(&sources, file, &mut Diagnostics::default()).unwrap_or_else(|lost| panic!("{lost}"))
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&formatted(text));
}

#[test]
fn blanks_are_counted() {
    check(
        "#include   \"a.td\"\nPattern   Foo with benefit( 2 ),recursion{let x:Value;\n\
         replace op<a.b>( x ,y : Value<t:Type> ){a=b,c}->( t )with( x , x );}\n\
         Constraint Two ( v:[Value,I32] , a : Attr )->( m:Type,n:Attr ) [{ return  x; }] ;",
        &expect![[r##"
            #include "a.td"
            Pattern Foo with benefit(2), recursion {
              let x: Value;
              replace op<a.b>(x, y: Value<t: Type>) {a = b, c} -> (t) with (x, x);
            }
            Constraint Two ( v:[Value,I32] , a : Attr )->( m:Type,n:Attr ) [{ return  x; }] ;
        "##]],
    );
}

#[test]
fn a_blank_is_before_regions() {
    check(
        "Pattern {let a=op<t.a>(x:Value)->()(r:Region);replace a with op<t.b>(x)->(t)(r,CopyRegion(r));}\n\
         Pattern {let a=op<t.a>({op<t.b>(x:Value)});replace a with op<t.c>()->()(body=r);}\n",
        &expect![[r#"
            Pattern {
              let a = op<t.a>(x: Value) -> () (r: Region);
              replace a with op<t.b>(x) -> (t) (r, CopyRegion(r));
            }
            Pattern {
              let a = op<t.a> ({ op<t.b>(x: Value) });
              replace a with op<t.c>() -> () (body = r);
            }
        "#]],
    );
}

#[test]
fn lines_of_the_author_stay() {
    check(
        "Pattern {\n\n  let a: Value;\n\n\n  let b = op<t.b>(\n a, c: Value,\n d: Value);\n\
         rewrite b with { replace b with a; };\n\n}\nRewrite R(o: Op) { erase o; }\n",
        &expect![[r#"
            Pattern {
              let a: Value;

              let b = op<t.b>(
                a, c: Value,
                d: Value
              );
              rewrite b with { replace b with a; };
            }
            Rewrite R(o: Op) { erase o; }
        "#]],
    );
}

#[test]
fn long_lines_are_broken() {
    check(
        "Pattern Named => replace op<dialect.operation>(first: Value, second: Value) with op<dialect.other>(second, first);\n\
         Pattern {\n\
         let root = op<arith.some_operation>(first: Value, second: Value) {attribute = attr: Attr} -> (result: Type);\n\
         let other = op<arith.some_operation>(first: Value<someType: Type>, second: Value<otherType: Type>, third: Value);\n\
         replace root with op<arith.operation>(first, op<arith.constant> {value = Width(second)}) {flags = attr};\n\
         }",
        &expect![[r#"
            Pattern Named =>
              replace op<dialect.operation>(first: Value, second: Value)
                with op<dialect.other>(second, first);
            Pattern {
              let root = op<arith.some_operation>(first: Value, second: Value)
                {attribute = attr: Attr} -> (result: Type);
              let other = op<arith.some_operation>(
                first: Value<someType: Type>,
                second: Value<otherType: Type>,
                third: Value
              );
              replace root
                with op<arith.operation>(first, op<arith.constant> {value = Width(second)})
                  {flags = attr};
            }
        "#]],
    );
}

#[test]
fn comments_stay_where_they_are() {
    check(
        "// The file.\n\n// A pattern.\nPattern { // opened\n // before\n let a: Value;   // after\n\
         let b = op<t.b>(a, // first\n c: Value // second\n );\n\n // at the end\n}\n// last",
        &expect![[r#"
            // The file.

            // A pattern.
            Pattern { // opened
              // before
              let a: Value;   // after
              let b = op<t.b>(
                a, // first
                c: Value // second
              );

              // at the end
            }
            // last
        "#]],
    );
}

#[test]
fn declarations_with_errors_stay() {
    check(
        "Pattern   A => erase   op<t.a>;\nPattern   B { let ; }\nPattern   C => erase   op<t.c>;\n}\n",
        &expect![[r#"
            Pattern A => erase op<t.a>;
            Pattern   B { let ; }
            Pattern   C => erase   op<t.c>;
            }
        "#]],
    );
    check(
        "\\ _   =>\nt.a   =>\n    Pattern",
        &expect![[r#"
            \
            _   =>
            t.a   =>
            Pattern
        "#]],
    );
}

#[test]
fn predicates_have_words_of_their_own() {
    check(
        "Predicate Named(self:Type,element:Type,count:Attr)capture(element,count)evaluate;\n\
         Predicate Fine(self: Type) = eq(self,I8)or(IntegerType(self,16)and I16(self))or FloatType(self, 32);\n",
        &expect![[r#"
            Predicate Named(self: Type, element: Type, count: Attr) capture (element, count)
              evaluate;
            Predicate Fine(self: Type) = eq(self, I8)
              or (IntegerType(self, 16) and I16(self)) or FloatType(self, 32);
        "#]],
    );
}

#[test]
fn a_text_without_its_end_takes_no_comment_of_the_next_line() {
    check(
        "\"a\r// c\n",
        &expect![[r#"
            "a
            // c
        "#]],
    );
    check(
        "Pattern => erase op<t.a>; // a\r\n// b\r\n",
        &expect!["Pattern => erase op<t.a>; // a\r\n// b\r\n"],
    );
}

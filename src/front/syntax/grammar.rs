//! The grammar: one function for each production, named as the production.

mod constraint;
mod decl;
mod expr;
mod habits;
mod predicate;
mod region;
mod stmt;
mod type_rule;

pub(super) use decl::module;
pub(crate) use habits::is_builtin_type;

#[cfg(test)]
mod tests {
    use crate::{
        base::diagnostic::Diagnostics,
        base::source::SourceMap,
        syntax::{
            parse,
            token::{KEYWORDS, TokenKind as K},
        },
    };

    /// For each keyword a text that has it where it belongs, and what the tree
    /// has there; `OpName` is reserved, and belongs nowhere.
    fn sample(keyword: K) -> Option<(&'static str, &'static str)> {
        let sample = match keyword {
            K::LowerAttr => ("Pattern { attr<\"1\">; }", "Attribute(StringLit"),
            K::LowerOp => ("Pattern { op<a.b>; }", "Operation(OperationExpr"),
            K::LowerType => ("Pattern { type<\"i1\">; }", "Type(StringLit"),
            K::Underscore => (
                "Pattern { f(_: Type); }",
                "Variable(VariableExpr { name: None",
            ),
            K::Attr => ("Pattern { let x: Attr; }", "kind: Attr(None)"),
            K::Constraint => ("Constraint C();", "kind: Constraint"),
            K::Erase => ("Pattern { erase x; }", "Erase(EraseStmt"),
            K::Let => ("Pattern { let x; }", "Let(LetStmt"),
            K::Not => ("Pattern { not C(x); }", "Not(Expr"),
            K::Op => ("Pattern { let x: Op; }", "kind: Op(None)"),
            K::Pattern => ("Pattern { x; }", "Pattern(PatternDecl"),
            K::Replace => ("Pattern { replace x with y; }", "Replace(ReplaceStmt"),
            K::Return => ("Pattern { return x; }", "Return(ReturnStmt"),
            K::Rewrite => ("Rewrite R();", "kind: Rewrite"),
            K::RewriteStmt => ("Pattern { rewrite x with {}; }", "Rewrite(RewriteStmt"),
            K::Type => ("Pattern { let x: Type; }", "kind: Type"),
            K::TypeRange => ("Pattern { let x: TypeRange; }", "kind: TypeRange"),
            K::Value => ("Pattern { let x: Value; }", "kind: Value(None)"),
            K::ValueRange => ("Pattern { let x: ValueRange; }", "kind: ValueRange(None)"),
            K::With => ("Pattern with recursion { x; }", "Metadata { name: Ident"),
            _ => return None,
        };
        Some(sample)
    }

    #[test]
    fn every_keyword_is_parsed_as_what_it_is() {
        for (text, kind) in KEYWORDS {
            let Some((source, expected)) = sample(*kind) else {
                assert_eq!(*kind, K::OpName, "`{text}` has a sample");
                continue;
            };
            let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
            let file = sources.add("a.pdll", source, None);
            let tree = format!("{:?}", parse(&sources, file, &mut diagnostics).module);
            assert!(source.contains(text), "the sample of `{text}` has it");
            assert!(tree.contains(expected), "`{text}`: {tree}");
            let messages: Vec<_> = diagnostics.iter().map(|one| &one.message).collect();
            assert!(messages.is_empty(), "`{text}`: {messages:?}");
        }
    }
}

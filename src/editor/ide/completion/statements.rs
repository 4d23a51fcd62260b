//! Statements and declarations.

use super::{Completion, Items, context::statement};
use crate::front::syntax::token::TokenKind as K;

impl Items<'_> {
    /// What stands at the top level.
    pub(super) fn declarations(&self) -> Vec<Completion> {
        let snippets = DECLARATIONS.iter();
        let items = snippets.map(|(label, text, detail)| self.snippet(label, text, detail, 0));
        items.collect()
    }

    pub(super) fn statements(&self) -> Vec<Completion> {
        let owner = self.owner();
        let in_rewrite = self.is_rewrite();
        let mut items = Vec::new();
        for (label, text, detail) in STATEMENTS {
            let is_allowed = match *label {
                "return" => owner != Some(K::Pattern),
                "erase" | "replace" => in_rewrite || owner == Some(K::Pattern),
                "rewrite" => !in_rewrite && owner == Some(K::Pattern),
                "not" => !in_rewrite,
                _ => true,
            };
            if is_allowed {
                items.push(self.snippet(label, text, detail, 1));
            }
        }
        items.push(self.snippet("op<…>", "op<$1>($2)", "an operation", 3));
        items.extend(self.variables(None));
        items.extend(self.functions(self.function_kind(), |_| true));
        if !in_rewrite {
            items.extend(self.predicates());
        }
        items
    }

    /// The one statement, or the result, of a declaration without a block.
    pub(super) fn lambda(&self) -> Vec<Completion> {
        let owner = self.owner();
        let is_allowed = |label: &str| match label {
            "erase" | "replace" => owner != Some(K::Constraint),
            "rewrite" => owner == Some(K::Pattern),
            _ => false,
        };
        let snippets = STATEMENTS.iter().filter(|(label, ..)| is_allowed(label));
        let snippets = snippets.map(|(label, text, detail)| self.snippet(label, text, detail, 1));
        let mut items: Vec<_> = snippets.collect();
        if owner != Some(K::Pattern) {
            items.extend(self.expressions(None));
        }
        items
    }

    /// Whether the place is in a rewrite section.
    pub(super) fn is_rewrite(&self) -> bool {
        let cursor = self.cursor;
        let mut end = cursor.end();
        let start = statement(cursor, end);
        let replaces = cursor.kind(start) == Some(K::Replace)
            && (start..end).any(|index| cursor.kind(index) == Some(K::With));
        if replaces || self.owner() == Some(K::Rewrite) {
            return true;
        }
        while let Some(block) = cursor.block(end) {
            end = block.bracket;
            if cursor.before(end, 1) == Some(K::With) {
                return true;
            }
        }
        false
    }

    /// The word of the innermost declaration around the place.
    pub(super) fn owner(&self) -> Option<K> {
        let cursor = self.cursor;
        let mut end = cursor.end();
        loop {
            // A lambda has no block.
            let start = end;
            let block = cursor.block(end).map(|block| block.bracket);
            let from = block.map_or(0, |block| block + 1);
            let mut index = start;
            while index > from {
                index -= 1;
                match cursor.kind(index)? {
                    K::Semicolon => break,
                    K::RightBrace => index = cursor.opener(index)?,
                    kind @ (K::Pattern | K::Constraint | K::Rewrite) => return Some(kind),
                    _ => {}
                }
            }
            end = block?;
        }
    }
}

const STATEMENTS: &[(&str, &str, &str)] = &[
    ("let", "let ${1:name} = $0;", "defines a variable"),
    ("erase", "erase $1;", "removes an operation"),
    (
        "replace",
        "replace $1 with $2;",
        "replaces an operation with values or another operation",
    ),
    (
        "rewrite",
        "rewrite $1 with {\n  $0\n};",
        "rewrites an operation by statements",
    ),
    ("return", "return $1;", "ends the body with a result"),
    ("not", "not $1($2);", "holds if a constraint does not"),
];

const DECLARATIONS: &[(&str, &str, &str)] = &[
    (
        "Pattern",
        "Pattern ${1:Name} {\n  $0\n}",
        "a pattern with statements",
    ),
    (
        "Pattern =>",
        "Pattern ${1:Name} => replace $2 with $3;",
        "a pattern of one statement",
    ),
    (
        "Constraint",
        "Constraint ${1:Name}(${2:value}: ${3:Value}) {\n  $0\n}",
        "a condition on matched entities",
    ),
    (
        "Rewrite",
        "Rewrite ${1:Name}(${2:value}: ${3:Value}) {\n  $0\n}",
        "a function of the rewrite",
    ),
    (
        "Predicate",
        "Predicate ${1:Name}(self: ${2:Type}) = $0;",
        "a relation between types, or attributes",
    ),
    (
        "TypeRule",
        "TypeRule ${1:Name} {\n  $0\n}",
        "how the types of results follow",
    ),
    ("#include", "#include \"$1\"", "another file"),
];

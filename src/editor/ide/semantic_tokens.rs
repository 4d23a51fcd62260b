//! What the words of the text are.

use super::{
    Analysis, Source,
    declaration::{callables, modules},
    td,
};
use crate::{
    base::source::Span,
    front::sema::EntityKind,
    front::syntax::parts::{Node, walk},
    front::syntax::{
        ast::{ConstraintKind, ExprKind, Ident, Item},
        token::{Token, TokenKind as K},
    },
};
use std::collections::BTreeMap;

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SemanticKind {
    /// The name of a dialect.
    Namespace,
    /// The name of an operation without its dialect, or of a pattern.
    Class,
    /// An attribute, member, region or label, or an item of metadata.
    Property,
    /// A variable.
    Variable,
    /// A parameter.
    Parameter,
    /// A rewrite.
    Function,
    /// A constraint or predicate.
    Interface,
    /// A constraint of the language.
    Type,
    /// A word of the language.
    Keyword,
    /// A text.
    String,
    /// A number.
    Number,
    /// A directive.
    Macro,
    /// A comment.
    Comment,
}

impl SemanticKind {
    /// All of them, in order.
    pub(crate) const ALL: [SemanticKind; 13] = [
        SemanticKind::Namespace,
        SemanticKind::Class,
        SemanticKind::Property,
        SemanticKind::Variable,
        SemanticKind::Parameter,
        SemanticKind::Function,
        SemanticKind::Interface,
        SemanticKind::Type,
        SemanticKind::Keyword,
        SemanticKind::String,
        SemanticKind::Number,
        SemanticKind::Macro,
        SemanticKind::Comment,
    ];

    /// The name in editors.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SemanticKind::Namespace => "namespace",
            SemanticKind::Class => "class",
            SemanticKind::Property => "property",
            SemanticKind::Variable => "variable",
            SemanticKind::Parameter => "parameter",
            SemanticKind::Function => "function",
            SemanticKind::Interface => "interface",
            SemanticKind::Type => "type",
            SemanticKind::Keyword => "keyword",
            SemanticKind::String => "string",
            SemanticKind::Number => "number",
            SemanticKind::Macro => "macro",
            SemanticKind::Comment => "comment",
        }
    }
}

/// What else there is to say about a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Modifiers {
    /// It is defined here.
    pub(crate) is_declaration: bool,
    /// It is defined in a `.td` file, or in a file that is part of pdll.
    pub(crate) is_library: bool,
}

impl Modifiers {
    /// The names in editors: of bit 0, bit 1, and so on.
    pub(crate) const ALL: [&'static str; 2] = ["declaration", "defaultLibrary"];

    /// One bit for each modifier.
    pub(crate) fn bits(self) -> u32 {
        u32::from(self.is_declaration) | u32::from(self.is_library) << 1
    }
}

/// A word of a text.
pub(crate) type Word = (Span, SemanticKind, Modifiers);

/// The words of a text, in order, each of one line. None overlap.
pub(crate) fn semantic_tokens(analysis: &Analysis) -> &[Word] {
    analysis.words.get_or_init(|| all_words(analysis))
}

fn all_words(analysis: &Analysis) -> Vec<Word> {
    let words = match &analysis.source {
        Source::Program(_) => words(analysis),
        Source::Rules(document) => td::words(analysis, document),
    };
    let lines = words.into_iter().flat_map(|(span, kind, modifiers)| {
        let lines = lines(analysis, span).into_iter();
        lines.map(move |line| (line, kind, modifiers))
    });
    lines.collect()
}

/// The words of a text in PDLL.
fn words(analysis: &Analysis) -> Vec<(Span, SemanticKind, Modifiers)> {
    let mut words = Words::default();
    if let Some(tree) = analysis.tree() {
        walk(tree.items.iter().map(Node::Item), &mut |node| {
            words.of_node(node);
        });
    }
    words.of_index(analysis);
    let mut out = Vec::new();
    for (number, token) in analysis.tokens.iter().enumerate() {
        if let Some((kind, modifiers)) = words.known.get(&token.span.start) {
            out.push((token.span, *kind, *modifiers));
        } else if let Some(kind) = lexical(analysis, number, *token) {
            out.push((token.span, kind, Modifiers::default()));
        }
    }
    out
}

/// The parts of a place on each of its lines, which editors want apart.
fn lines(analysis: &Analysis, span: Span) -> Vec<Span> {
    let mut start = span.start;
    let mut lines = Vec::new();
    for line in analysis.sources.text(span).split_inclusive('\n') {
        let shown = line.trim_end_matches(['\n', '\r']).len() as u32;
        if shown > 0 {
            lines.push(Span {
                start,
                end: start + shown,
                ..span
            });
        }
        start += line.len() as u32;
    }
    lines
}

/// What is known of words, by their offsets.
#[derive(Default)]
struct Words {
    known: BTreeMap<u32, (SemanticKind, Modifiers)>,
}

impl Words {
    fn add(&mut self, span: Span, kind: SemanticKind, modifiers: Modifiers) {
        self.known.insert(span.start, (kind, modifiers));
    }

    /// Unless something is known of the word.
    fn plain(&mut self, span: Span, kind: SemanticKind) {
        let entry = self.known.entry(span.start);
        entry.or_insert((kind, Modifiers::default()));
    }

    fn declared(&mut self, name: Option<&Ident>, kind: SemanticKind) {
        let modifiers = Modifiers {
            is_declaration: true,
            is_library: false,
        };
        if let Some(name) = name {
            self.add(name.span, kind, modifiers);
        }
    }

    /// What the tree alone tells.
    fn of_node(&mut self, node: Node<'_>) {
        use SemanticKind as S;
        match node {
            Node::Item(Item::Pattern(decl)) => self.declared(decl.name.as_ref(), S::Class),
            Node::Item(Item::Predicate(decl)) => {
                self.plain(decl.keyword, S::Keyword);
                self.declared(Some(&decl.name), S::Interface);
                for param in &decl.params {
                    self.declared(Some(&param.name), S::Parameter);
                }
            }
            Node::Item(Item::TypeRule(decl)) => {
                self.plain(decl.keyword, S::Keyword);
                self.declared(decl.name.as_ref(), S::Class);
            }
            Node::Callable(decl) => {
                self.declared(decl.name.as_ref(), EntityKind::from(decl.kind).into());
                for param in &decl.params {
                    self.declared(Some(&param.name), S::Parameter);
                }
                for result in &decl.results {
                    self.declared(result.name.as_ref(), S::Property);
                }
            }
            Node::Metadata(metadata) => self.plain(metadata.name.span, S::Property),
            Node::Attribute(attribute) => self.plain(attribute.name.span, S::Property),
            Node::Constraint(constraint) => {
                if let ConstraintKind::Named(name) | ConstraintKind::Valued(name, _) =
                    &constraint.kind
                {
                    self.plain(name.span, S::Interface);
                }
            }
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Member(_, member) => self.plain(member.span, S::Property),
                ExprKind::Name(name) => self.plain(name.span, S::Variable),
                ExprKind::Valued(name, _) => self.plain(name.span, S::Interface),
                ExprKind::Operation(operation) => self.plain(operation.keyword, S::Keyword),
                ExprKind::Tuple(elements) => {
                    for element in elements {
                        self.declared(element.name.as_ref(), S::Property);
                    }
                }
                ExprKind::Call(callee, _) => match &callee.kind {
                    // It needs no declaration.
                    ExprKind::Name(name) if name.text == "eq" => {
                        self.plain(name.span, S::Interface);
                    }
                    _ => self.plain(callee.span, S::Function),
                },
                _ => {}
            },
            Node::Region(region) => {
                if let Some(name) = &region.name {
                    self.plain(name.span, S::Property);
                }
            }
            Node::Item(_) | Node::Block(_) | Node::BlockOfRegion(_) | Node::Stmt(_) => {}
        }
    }

    /// What analysis has found out.
    fn of_index(&mut self, analysis: &Analysis) {
        let is_own = |span: Span| span.file == analysis.file;
        for one in analysis
            .index
            .definitions
            .iter()
            .filter(|one| is_own(one.span))
        {
            let modifiers = Modifiers {
                is_declaration: true,
                is_library: false,
            };
            self.add(one.span, one.kind.into(), modifiers);
        }
        let library = library_files(analysis);
        for one in analysis.index.uses.iter().filter(|one| is_own(one.span)) {
            // The parts of the name of an operation are told apart by their tokens.
            if one.kind != EntityKind::Operation {
                let modifiers = Modifiers {
                    is_declaration: one.span == one.definition,
                    is_library: library(one.definition),
                };
                self.add(one.span, one.kind.into(), modifiers);
            }
        }
    }
}

/// Whether a place is in a `.td` file, or in a file that is part of pdll.
fn library_files(analysis: &Analysis) -> impl Fn(Span) -> bool {
    let own: Vec<_> = modules(analysis).iter().map(|one| one.span.file).collect();
    let builtin: Vec<_> = match &analysis.source {
        Source::Program(program) => {
            let files = own
                .iter()
                .filter(|file| program.builtin_files.contains_key(file));
            files.copied().collect()
        }
        Source::Rules(_) => Vec::new(),
    };
    move |span| !own.contains(&span.file) || builtin.contains(&span.file)
}

impl From<EntityKind> for SemanticKind {
    fn from(kind: EntityKind) -> Self {
        match kind {
            EntityKind::Variable => SemanticKind::Variable,
            EntityKind::Parameter => SemanticKind::Parameter,
            EntityKind::Pattern | EntityKind::Operation | EntityKind::TableGen => {
                SemanticKind::Class
            }
            EntityKind::Constraint | EntityKind::Predicate => SemanticKind::Interface,
            EntityKind::Rewrite => SemanticKind::Function,
            EntityKind::Attribute | EntityKind::Operands | EntityKind::Results => {
                SemanticKind::Property
            }
        }
    }
}

/// What a token is by itself.
fn lexical(analysis: &Analysis, number: usize, token: Token) -> Option<SemanticKind> {
    Some(match token.kind {
        K::Comment => SemanticKind::Comment,
        K::Integer => SemanticKind::Number,
        K::String | K::Block | K::BadText => SemanticKind::String,
        K::Directive => SemanticKind::Macro,
        K::Label => SemanticKind::Property,
        K::Ellipsis => SemanticKind::Keyword,
        K::Attr | K::Op | K::OpName | K::Type | K::TypeRange | K::Value | K::ValueRange => {
            in_name(analysis, number).unwrap_or(SemanticKind::Type)
        }
        K::LowerAttr | K::LowerOp | K::LowerType => match follows(analysis, number, K::Less) {
            true => SemanticKind::Keyword,
            false => in_name(analysis, number).unwrap_or(SemanticKind::Variable),
        },
        K::Constraint
        | K::Erase
        | K::Let
        | K::Not
        | K::Pattern
        | K::Replace
        | K::Return
        | K::Rewrite
        | K::RewriteStmt
        | K::With => in_name(analysis, number).unwrap_or(SemanticKind::Keyword),
        K::Identifier => match in_name(analysis, number) {
            Some(kind) => kind,
            None => return contextual(analysis, token),
        },
        _ => return None,
    })
}

/// Whether the next token is of that kind.
fn follows(analysis: &Analysis, number: usize, kind: K) -> bool {
    let next = analysis.tokens.get(number + 1);
    next.is_some_and(|next| next.kind == kind)
}

/// Which part of the name of an operation a word is, if it is one.
fn in_name(analysis: &Analysis, number: usize) -> Option<SemanticKind> {
    let mut start = number;
    while start > 0 {
        let kind = analysis.tokens[start - 1].kind;
        if kind != K::Dot && !kind.is_word() {
            break;
        }
        start -= 1;
    }
    let open = analysis.tokens.get(start.checked_sub(1)?)?;
    let word = analysis.tokens.get(start.checked_sub(2)?)?;
    let is_name = open.kind == K::Less && matches!(word.kind, K::LowerOp | K::Op | K::OpName);
    let is_dialect = start == number && follows(analysis, number, K::Dot);
    is_name.then_some(match is_dialect {
        true => SemanticKind::Namespace,
        false => SemanticKind::Class,
    })
}

/// Words that are keywords in some places only.
fn contextual(analysis: &Analysis, token: Token) -> Option<SemanticKind> {
    let text = analysis.sources.text(token.span);
    match text {
        "and" | "or" | "check" | "capture" | "evaluate" | "Predicate" | "TypeRule" => {
            Some(SemanticKind::Keyword)
        }
        // In a damaged statement, a name that is declared says what it is.
        _ => callables(analysis)
            .find(|decl| decl.name.as_ref().is_some_and(|name| name.text == text))
            .map(|decl| EntityKind::from(decl.kind).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::semantic_tokens;
    use crate::editor::ide::testing::analyze;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let (analysis, _) = analyze(text);
        let tokens = semantic_tokens(&analysis).iter().copied();
        let shown = tokens.map(|(span, kind, modifiers)| {
            let mut shown = format!("{} {}", analysis.sources.text(span), kind.name());
            if modifiers.is_declaration {
                shown += " declaration";
            }
            if modifiers.is_library {
                shown += " library";
            }
            shown
        });
        expected.assert_eq(&shown.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn words_of_a_pattern() {
        check(
            "#include \"pdll/std.pdll\"\n// A comment.\nPattern P with benefit(2) {\n  let o = op<test.pair>(x: Value) {mode = attr<\"1\">};\n  HasOneUse(o.out);\n  rewrite o with { erase o; };\n}",
            expect![[r##"
                #include macro
                "pdll/std.pdll" string
                // A comment. comment
                Pattern keyword
                P class declaration
                with keyword
                benefit property
                2 number
                let keyword
                o variable declaration
                op keyword
                test namespace
                pair class
                x variable declaration
                Value type
                mode property library
                attr keyword
                "1" string
                HasOneUse interface library
                o variable
                out property
                rewrite keyword
                o variable
                with keyword
                erase keyword
                o variable"##]],
        );
    }

    #[test]
    fn functions_and_predicates() {
        check(
            "Constraint C(v: Value) [{ return success(); }];\nRewrite R(v: Value) -> (a: Attr) => (a = attr<\"1\">);\nPredicate Q(self: Type) = eq(self, type<\"i1\">);",
            expect![[r#"
                Constraint keyword
                C interface declaration
                v parameter declaration
                Value type
                [{ return success(); }] string
                Rewrite keyword
                R function declaration
                v parameter declaration
                Value type
                a property declaration
                Attr type
                a property declaration
                attr keyword
                "1" string
                Predicate keyword
                Q interface declaration
                self parameter declaration
                Type type
                eq interface
                self parameter
                type keyword
                "i1" string"#]],
        );
    }

    #[test]
    fn regions() {
        check(
            "Pattern { erase op<t.a> (body = { ^b(x: Value): ...; op<t.b>(x) }); }",
            expect![[r#"
                Pattern keyword
                erase keyword
                op keyword
                t namespace
                a class
                body property
                ^b property
                x variable declaration
                Value type
                ... keyword
                op keyword
                t namespace
                b class
                x variable"#]],
        );
    }

    #[test]
    fn lines_of_a_text() {
        check(
            "Constraint C() [{\n  return a;\r\n\n}];",
            expect![[r#"
            Constraint keyword
            C interface declaration
            [{ string
              return a; string
            }] string"#]],
        );
    }

    #[test]
    fn damaged_texts() {
        check(
            "Constraint C(v: Value);\nPattern { let o: Op<test.pa; C(",
            expect![[r#"
            Constraint keyword
            C interface declaration
            v parameter declaration
            Value type
            Pattern keyword
            let keyword
            o variable declaration
            Op type
            test namespace
            pa class
            C interface"#]],
        );
    }
}

//! What a `.td` file defines and mentions, as far as its text tells.
//!
//! TableGen knows more, but nothing at all of a text with an error. So this parser
//! accepts any text, and what is wrong in one statement does not affect the next one.

use super::lexer::{Token, TokenKind};
use std::ops::Range;

/// A range of bytes in the text.
pub(crate) type Place = Range<u32>;

/// The statements of a file, and the names in them.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The classes, defs and others, in the order in which they begin.
    pub(crate) items: Vec<Item>,
    /// What has a name in a part of the file only.
    pub(crate) locals: Vec<Local>,
    /// The names that the file uses.
    pub(crate) mentions: Vec<Mention>,
    /// The paths of includes, with their quotes.
    pub(crate) includes: Vec<Place>,
}

/// A statement that defines something.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    /// The word that starts it.
    pub(crate) keyword: Place,
    /// Its name, if that is one word and nothing else.
    pub(crate) name: Option<Place>,
    /// All that stands where its name does; may be empty.
    pub(crate) title: Place,
    /// From the keyword to its classes or, of a class or multiclass, its parameters.
    pub(crate) head: Place,
    /// All of it.
    pub(crate) span: Place,
    /// The names of the classes that it is derived from.
    pub(crate) parents: Vec<Place>,
    /// The names of the fields that it declares.
    pub(crate) fields: Vec<Place>,
    /// The multiclass or other item around it.
    pub(crate) outer: Option<usize>,
}

/// What an [`Item`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Class,
    Multiclass,
    Def,
    Defm,
    Defset,
    Defvar,
    Deftype,
}

/// A name that is known in a part of the file.
#[derive(Debug)]
pub(crate) struct Local {
    pub(crate) kind: LocalKind,
    pub(crate) name: Place,
    /// Where it is known.
    pub(crate) scope: Place,
}

/// What a [`Local`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LocalKind {
    /// A parameter of a class or multiclass.
    Parameter,
    /// A variable of a loop, or of an operator such as `!foreach`, or a `defvar`.
    Variable,
}

/// A name where it is used.
#[derive(Debug)]
pub(crate) struct Mention {
    pub(crate) kind: MentionKind,
    pub(crate) name: Place,
    /// The innermost item around it.
    pub(crate) item: Option<usize>,
}

/// What a name may stand for, where it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MentionKind {
    /// A class.
    Class,
    /// A multiclass, or a class.
    Multiclass,
    /// A value.
    Value,
    /// A field of the item.
    Field,
    /// A name in a tree, without its `$` and its index.
    Variable,
}

impl Outline {
    /// The outline of a text, which has these tokens.
    pub(crate) fn new(text: &str, tokens: &[Token]) -> Outline {
        let tokens = tokens.iter().filter(|token| !token.is_trivia());
        let mut parser = Parser {
            text,
            tokens: tokens.copied().collect(),
            at: 0,
            item: None,
            outline: Outline::default(),
        };
        while parser.peek().is_some() {
            parser.statement(0);
        }
        parser.outline
    }

    /// The innermost item whose text holds an offset.
    pub(crate) fn item_at(&self, offset: u32) -> Option<&Item> {
        let mut around = self.items.iter().rev();
        around.find(|item| item.span.start <= offset && offset <= item.span.end)
    }
}

/// The words that TableGen reserves and that stand in no value.
const RESERVED: [&str; 16] = [
    "assert", "class", "def", "defm", "defset", "deftype", "defvar", "dump", "else", "field",
    "foreach", "if", "in", "include", "let", "then",
];

/// The words that name types or values of TableGen itself.
const BUILTIN: [&str; 9] = [
    "bit", "bits", "code", "dag", "false", "int", "list", "string", "true",
];

/// Whether TableGen reserves a word, so that it names nothing.
pub(super) fn is_reserved(word: &str) -> bool {
    word == "multiclass" || RESERVED.contains(&word)
}

/// Whether a word names a type or value of TableGen itself.
pub(super) fn is_builtin(word: &str) -> bool {
    BUILTIN.contains(&word)
}

/// How deep statements may be nested. What is deeper is not looked into.
const MAX_DEPTH: usize = 64;

/// The end of a scope whose end is not known yet.
const OPEN: u32 = u32::MAX;

struct Parser<'t> {
    text: &'t str,
    /// Without blanks, comments and directives.
    tokens: Vec<Token>,
    /// The index of the next token.
    at: usize,
    /// The item that is being read.
    item: Option<usize>,
    outline: Outline,
}

impl Parser<'_> {
    /// Reads one statement, or at least one token.
    fn statement(&mut self, depth: usize) {
        match self.word() {
            None if self.peek().is_none() => {}
            _ if depth > MAX_DEPTH => self.at += 1,
            Some("include") => {
                self.at += 1;
                if let Some(path) = self.take(TokenKind::String) {
                    self.outline.includes.push(path);
                }
            }
            Some("class") => self.class(),
            Some("def") => self.def(ItemKind::Def),
            Some("defm") => self.def(ItemKind::Defm),
            Some("multiclass") => self.multiclass(depth),
            Some("foreach") => self.foreach(depth),
            Some("let") => self.let_in(depth),
            Some("if") => self.if_then(depth),
            Some("defset") => self.defset(depth),
            Some("defvar") if depth > 0 => self.local_value(),
            Some("defvar") => self.named_value(ItemKind::Defvar),
            Some("deftype") => self.named_value(ItemKind::Deftype),
            Some("assert" | "dump") => {
                self.at += 1;
                self.values();
                self.eat(b';');
            }
            _ => self.at += 1,
        }
    }

    fn class(&mut self) {
        let item = self.begin(ItemKind::Class);
        self.simple_name(item);
        self.parameters();
        self.end_head(item);
        self.record(item);
        self.end(item);
    }

    fn multiclass(&mut self, depth: usize) {
        let item = self.begin(ItemKind::Multiclass);
        self.simple_name(item);
        self.parameters();
        self.end_head(item);
        self.parents(item, MentionKind::Multiclass);
        self.block(depth);
        self.end(item);
    }

    /// A `def` or `defm`.
    fn def(&mut self, kind: ItemKind) {
        let item = self.begin(kind);
        let start = self.at;
        let before = self.outline.mentions.len();
        while !self.is_at(b':') && !self.is_at(b'{') && self.value_part() {}
        self.title(item, start, before);
        self.end_head(item);
        match kind {
            ItemKind::Defm => {
                self.parents(item, MentionKind::Multiclass);
                self.eat(b';');
            }
            _ => self.record(item),
        }
        self.end(item);
    }

    /// Notes the name of an item, which began at a token.
    fn title(&mut self, item: usize, start: usize, mentions_before: usize) {
        let tokens = &self.tokens[start..self.at];
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return;
        };
        let is_name = tokens.len() == 1 && first.kind == TokenKind::Word;
        let (name, title) = (first.start..first.end, first.start..last.end);
        if is_name {
            // The only word is the name itself.
            self.outline.mentions.truncate(mentions_before);
            self.outline.items[item].name = Some(name);
        }
        self.outline.items[item].title = title;
    }

    fn foreach(&mut self, depth: usize) {
        self.at += 1;
        let name = self.take(TokenKind::Word);
        self.eat(b'=');
        self.values();
        let start = self.offset();
        self.in_block("in", depth);
        self.local(LocalKind::Variable, name, start..self.offset());
    }

    fn let_in(&mut self, depth: usize) {
        self.at += 1;
        // The names are fields of records that are not known here.
        while let Some(TokenKind::Word) = self.peek().map(|token| token.kind)
            && !self.is_reserved()
        {
            self.at += 1;
            while !self.is_at(b',') && self.value_part() {}
            if !self.eat(b',') {
                break;
            }
        }
        self.in_block("in", depth);
    }

    fn if_then(&mut self, depth: usize) {
        self.at += 1;
        self.values();
        self.in_block("then", depth);
        self.in_block("else", depth);
    }

    fn defset(&mut self, depth: usize) {
        let item = self.begin(ItemKind::Defset);
        self.ty();
        self.simple_name(item);
        self.end_head(item);
        self.eat(b'=');
        self.block(depth);
        self.end(item);
    }

    /// `defvar x = …;`, or a `deftype`, that the whole file knows.
    fn named_value(&mut self, kind: ItemKind) {
        let item = self.begin(kind);
        self.simple_name(item);
        self.end_head(item);
        self.eat(b'=');
        self.values();
        self.eat(b';');
        self.end(item);
    }

    /// A `defvar` that is known up to the end of its block.
    fn local_value(&mut self) {
        self.at += 1;
        let name = self.take(TokenKind::Word);
        self.eat(b'=');
        self.values();
        self.eat(b';');
        self.local(LocalKind::Variable, name, self.offset()..OPEN);
    }

    /// A word, and the block or statement after it.
    fn in_block(&mut self, word: &str, depth: usize) {
        if self.word() == Some(word) {
            self.at += 1;
            if self.is_at(b'{') {
                self.block(depth);
            } else {
                self.statement(depth + 1);
            }
        }
    }

    /// Statements in braces.
    fn block(&mut self, depth: usize) {
        if !self.eat(b'{') {
            return;
        }
        let first_local = self.outline.locals.len();
        while self.peek().is_some() && !self.is_at(b'}') {
            self.statement(depth + 1);
        }
        self.close_locals(first_local);
        self.eat(b'}');
    }

    /// Ends the scopes of the locals of a block.
    fn close_locals(&mut self, first: usize) {
        let end = self.offset();
        for local in &mut self.outline.locals[first..] {
            local.scope.end = local.scope.end.min(end);
        }
    }

    /// The classes and the body of a class or def.
    fn record(&mut self, item: usize) {
        self.parents(item, MentionKind::Class);
        if !self.eat(b'{') {
            self.eat(b';');
            return;
        }
        let first_local = self.outline.locals.len();
        while self.peek().is_some() && !self.is_at(b'}') && !self.is_after_body() {
            self.body_part(item);
        }
        self.close_locals(first_local);
        self.eat(b'}');
    }

    /// Whether the next token starts a statement, so that nothing closes the body.
    fn is_after_body(&self) -> bool {
        let statements = ["class", "def", "defm", "multiclass", "include", "foreach"];
        self.word().is_some_and(|word| statements.contains(&word))
    }

    fn body_part(&mut self, item: usize) {
        match self.word() {
            Some("let") => {
                self.at += 1;
                if let Some(name) = self.take(TokenKind::Word) {
                    self.mention(MentionKind::Field, name);
                }
                self.values();
            }
            Some("defvar") => return self.local_value(),
            Some("assert" | "dump") => {
                self.at += 1;
                self.values();
            }
            _ => {
                let start = self.at;
                if self.word() == Some("field") {
                    self.at += 1;
                }
                self.ty();
                if let Some(name) = self.take(TokenKind::Word) {
                    self.outline.items[item].fields.push(name);
                }
                self.values();
                if self.at == start {
                    self.at += 1;
                }
            }
        }
        self.eat(b';');
    }

    /// `: A<…>, B`.
    fn parents(&mut self, item: usize, kind: MentionKind) {
        if !self.eat(b':') {
            return;
        }
        loop {
            if self.is_reserved() {
                return;
            }
            let Some(name) = self.take(TokenKind::Word) else {
                return;
            };
            self.outline.items[item].parents.push(name.clone());
            self.mention(kind, name);
            if self.is_at(b'<') {
                self.value_part();
            }
            if !self.eat(b',') {
                return;
            }
        }
    }

    /// `<int n, list<A> l = []>`.
    fn parameters(&mut self) {
        if !self.eat(b'<') {
            return;
        }
        while self.peek().is_some() && !self.is_reserved() && !self.is_at(b'>') {
            let start = self.at;
            self.ty();
            let name = self.take(TokenKind::Word);
            let from = self.offset();
            self.local(LocalKind::Parameter, name, from..OPEN);
            while !self.is_at(b',') && self.value_part() {}
            self.eat(b',');
            if self.at == start {
                break;
            }
        }
        self.eat(b'>');
    }

    /// A type, such as `list<bits<2>>`.
    fn ty(&mut self) {
        let mut open = 0;
        while !self.is_reserved()
            && let Some(name) = self.take(TokenKind::Word)
        {
            if !BUILTIN.contains(&self.text_of(&name)) {
                self.mention(MentionKind::Class, name);
                break;
            }
            if !self.eat(b'<') {
                break;
            }
            open += 1;
        }
        self.take(TokenKind::Number);
        while open > 0 && self.eat(b'>') {
            open -= 1;
        }
    }

    /// Values up to what cannot belong to one.
    fn values(&mut self) {
        while self.value_part() {}
    }

    /// A token of a value, or all between brackets. Returns false before what cannot
    /// belong to a value.
    fn value_part(&mut self) -> bool {
        let mut open: Vec<u8> = Vec::new();
        loop {
            let Some(token) = self.peek() else {
                return false;
            };
            match token.kind {
                TokenKind::Symbol(b';') => return false,
                TokenKind::Word if self.is_reserved() => return false,
                TokenKind::Symbol(bracket @ (b'(' | b'[' | b'<' | b'{')) => {
                    open.push(closing(bracket));
                    self.at += 1;
                }
                TokenKind::Symbol(bracket @ (b')' | b']' | b'>' | b'}')) => {
                    let Some(matching) = open.iter().rposition(|one| *one == bracket) else {
                        return false;
                    };
                    open.truncate(matching);
                    self.at += 1;
                }
                TokenKind::Bang => self.operator(token),
                TokenKind::Variable => self.tree_name(token),
                TokenKind::Word => self.value_word(token, &open),
                _ => self.at += 1,
            }
            if open.is_empty() {
                return true;
            }
        }
    }

    /// A word in a value, with the brackets that close those around it.
    fn value_word(&mut self, token: Token, open: &[u8]) {
        let before = self.at.checked_sub(1).map(|at| self.tokens[at].kind);
        self.at += 1;
        let is_member = before == Some(TokenKind::Symbol(b'.'));
        let is_argument_name = open.last() == Some(&b'>') && self.is_at(b'=');
        if is_member || is_argument_name || BUILTIN.contains(&token.text(self.text)) {
            return;
        }
        let kind = match self.is_at(b'<') {
            true => MentionKind::Class,
            false => MentionKind::Value,
        };
        self.mention(kind, token.start..token.end);
    }

    /// `$x` or `$x__0`.
    fn tree_name(&mut self, token: Token) {
        self.at += 1;
        let name = &token.text(self.text)[1..];
        let name = match name.rsplit_once("__") {
            Some((pack, index)) if index.parse::<u32>().is_ok() => pack,
            _ => name,
        };
        if name != "_" {
            let start = token.start + 1;
            self.mention(MentionKind::Variable, start..start + name.len() as u32);
        }
    }

    /// An operator. Some define names for their arguments.
    fn operator(&mut self, token: Token) {
        self.at += 1;
        let positions: &[usize] = match token.text(self.text) {
            "!foreach" | "!filter" => &[0],
            "!foldl" => &[2, 3],
            _ => return,
        };
        let (starts, end) = self.arguments();
        for position in positions {
            let first = starts.get(*position).map(|at| self.tokens[*at]);
            if let Some(Token { start, end: to, .. }) =
                first.filter(|token| token.kind == TokenKind::Word)
            {
                self.local(LocalKind::Variable, Some(start..to), start..end);
            }
        }
    }

    /// The first tokens of the arguments in the parentheses that come next, and the
    /// offset of their end.
    fn arguments(&self) -> (Vec<usize>, u32) {
        let mut starts = Vec::new();
        let mut depth = 0_usize;
        let tokens = self.tokens.iter().enumerate().skip(self.at);
        for (at, token) in tokens.take(MAX_ARGUMENT_TOKENS) {
            match token.kind {
                TokenKind::Symbol(b'(' | b'[' | b'<' | b'{') => {
                    depth += 1;
                    if depth == 1 {
                        starts.push(at + 1);
                    }
                }
                TokenKind::Symbol(b')' | b']' | b'>' | b'}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return (starts, token.start);
                    }
                }
                TokenKind::Symbol(b',') if depth == 1 => starts.push(at + 1),
                TokenKind::Symbol(b';') => return (starts, token.start),
                _ => {}
            }
            if depth == 0 {
                return (Vec::new(), token.start);
            }
        }
        starts.retain(|at| *at < self.tokens.len());
        (starts, self.text.len() as u32)
    }

    /// Begins an item at its keyword.
    fn begin(&mut self, kind: ItemKind) -> usize {
        let token = self.tokens[self.at];
        self.at += 1;
        let keyword = token.start..token.end;
        self.outline.items.push(Item {
            kind,
            name: None,
            title: token.end..token.end,
            head: keyword.clone(),
            span: keyword.clone(),
            keyword,
            parents: Vec::new(),
            fields: Vec::new(),
            outer: self.item,
        });
        let item = self.outline.items.len() - 1;
        self.item = Some(item);
        item
    }

    /// Ends an item after the last token.
    fn end(&mut self, item: usize) {
        let end = self.last_end();
        let Item {
            span,
            keyword,
            outer,
            ..
        } = &mut self.outline.items[item];
        span.end = end;
        self.item = *outer;
        let start = keyword.start;
        let inner = self.outline.locals.iter_mut().rev();
        for local in inner.take_while(|local| local.name.start >= start) {
            local.scope.end = local.scope.end.min(end);
        }
    }

    fn end_head(&mut self, item: usize) {
        self.outline.items[item].head.end = self.last_end();
    }

    fn simple_name(&mut self, item: usize) {
        if self.is_reserved() {
            return;
        }
        if let Some(name) = self.take(TokenKind::Word) {
            self.outline.items[item].title = name.clone();
            self.outline.items[item].name = Some(name);
        }
    }

    fn local(&mut self, kind: LocalKind, name: Option<Place>, scope: Place) {
        self.outline
            .locals
            .extend(name.map(|name| Local { kind, name, scope }));
    }

    fn mention(&mut self, kind: MentionKind, name: Place) {
        let item = self.item;
        self.outline.mentions.push(Mention { kind, name, item });
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    /// The next token, if it is a word.
    fn word(&self) -> Option<&str> {
        let token = self.peek()?;
        (token.kind == TokenKind::Word).then(|| token.text(self.text))
    }

    fn is_reserved(&self) -> bool {
        self.word().is_some_and(|word| RESERVED.contains(&word))
    }

    fn is_at(&self, symbol: u8) -> bool {
        self.peek()
            .is_some_and(|token| token.kind == TokenKind::Symbol(symbol))
    }

    fn eat(&mut self, symbol: u8) -> bool {
        let found = self.is_at(symbol);
        self.at += usize::from(found);
        found
    }

    fn take(&mut self, kind: TokenKind) -> Option<Place> {
        let token = self.peek().filter(|token| token.kind == kind)?;
        self.at += 1;
        Some(token.start..token.end)
    }

    fn text_of(&self, place: &Place) -> &str {
        &self.text[place.start as usize..place.end as usize]
    }

    /// The offset of the next token, or of the end.
    fn offset(&self) -> u32 {
        let end = self.text.len() as u32;
        self.peek().map_or(end, |token| token.start)
    }

    /// The end of the last token.
    fn last_end(&self) -> u32 {
        let last = self.at.checked_sub(1).map(|at| self.tokens[at]);
        last.map_or(0, |token| token.end)
    }
}

/// How far operators look for the end of their arguments.
const MAX_ARGUMENT_TOKENS: usize = 4096;

fn closing(bracket: u8) -> u8 {
    match bracket {
        b'(' => b')',
        b'[' => b']',
        b'<' => b'>',
        _ => b'}',
    }
}

#[cfg(test)]
mod tests {
    use super::{super::lexer::lex, Outline, Place};
    use expect_test::{Expect, expect};

    /// Checks the items, the locals and the mentions of a text.
    fn check(text: &str, expected: Expect) {
        let outline = Outline::new(text, &lex(text));
        let shown = |place: &Place| &text[place.start as usize..place.end as usize];
        let all = |places: &[Place]| places.iter().map(shown).collect::<Vec<_>>().join(" ");
        let mut lines = Vec::new();
        for item in &outline.items {
            let depth = std::iter::successors(item.outer, |at| outline.items[*at].outer).count();
            let (title, span) = (shown(&item.title), shown(&item.span).len());
            let (parents, fields) = (all(&item.parents), all(&item.fields));
            let kind = item.kind;
            lines.push(format!(
                "{:1$}{kind:?} [{title}] {span}: {parents} {{{fields}}}",
                "",
                depth * 2
            ));
        }
        for local in &outline.locals {
            let (name, scope) = (shown(&local.name), shown(&local.scope).len());
            lines.push(format!("{:?} {name} in {scope}", local.kind));
        }
        for mention in &outline.mentions {
            let name = shown(&mention.name);
            lines.push(format!("{:?} {name}", mention.kind));
        }
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn statements_and_names() {
        check(
            r#"include "a.td"
class A<int n, list<B> l = [X]> : Base<n> { int f = !add(n, X.g); let h{1-2} = l; }
def R : Pat<(O:$r $x, C<p=Y>:$y__1, $_), (V $x)>;
defvar G = 1;"#,
            expect![[r#"
                Class [A] 83: Base {f}
                Def [R] 49: Pat {}
                Defvar [G] 13:  {}
                Parameter n in 70
                Parameter l in 58
                Class B
                Value X
                Class Base
                Value n
                Value n
                Value X
                Field h
                Value l
                Class Pat
                Value O
                Variable r
                Variable x
                Class C
                Value Y
                Variable y
                Value V
                Variable x"#]],
        );
    }

    #[test]
    fn blocks_and_scopes() {
        check(
            "multiclass M<int n> : N { foreach i = [n] in { defvar v = i; def i#_x : A<v>; }\n             defm : K; }\nlet f = 1 in if X then def : B; else { defset list<B> S = { def T; } }\n             def U { bits<2> q = !foldl(0, L, a, b, !add(a, b)); }",
            expect![[r#"
                Multiclass [M] 104: N {}
                  Def [i#_x] 16: A {}
                  Defm [] 9: K {}
                Def [] 8: B {}
                Defset [S] 29:  {}
                  Def [T] 6:  {}
                Def [U] 53:  {q}
                Parameter n in 86
                Variable v in 17
                Variable i in 51
                Variable a in 16
                Variable b in 13
                Multiclass N
                Value n
                Value i
                Value i
                Value _x
                Class A
                Value v
                Multiclass K
                Value X
                Class B
                Class B
                Value L
                Value a
                Value b
                Value a
                Value b"#]],
        );
    }

    #[test]
    fn statements_without_an_end() {
        for text in [
            "foreach i = [1] in",
            "let a = 1 in",
            "if x then",
            "def",
            "multiclass M {",
        ] {
            let outline = Outline::new(text, &lex(text));
            assert!(
                outline
                    .items
                    .iter()
                    .all(|item| item.span.end <= text.len() as u32)
            );
        }
        let deep = "foreach i = [1] in ".repeat(1000) + "def A; def B;";
        assert!(!Outline::new(&deep, &lex(&deep)).items.is_empty());
    }

    #[test]
    fn statements_after_errors() {
        check(
            "def A : Pat<(B $x, (C\ndef D : E<[}>;\nclass { int }\nlet def F { int x = ; } ) def",
            expect![[r#"
                Def [A] 21: Pat {}
                Def [D] 11: E {}
                Class [] 13:  {}
                Def [F] 19:  {x}
                Def [] 3:  {}
                Class Pat
                Value B
                Variable x
                Value C
                Class E"#]],
        );
    }
}

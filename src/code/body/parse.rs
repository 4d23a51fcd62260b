//! Reads the C++ of a body.

use super::syntax::{Expr, ExprKind, Lambda, Name, Statement};
use crate::code::predicates::{
    Uncovered,
    tokens::{Token, closing, join, template_end},
};

/// The greatest depth of a body, which recursive functions walk.
const MAX_DEPTH: usize = 100;

/// Reads all statements of a body.
pub(super) fn statements(tokens: &[Token]) -> Result<Vec<Statement>, Uncovered> {
    let mut parser = Parser {
        tokens,
        at: 0,
        depth: 0,
    };
    let mut list = Vec::new();
    while parser.at < tokens.len() {
        list.push(parser.statement()?);
    }
    Ok(list)
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, Uncovered>;

/// Binary operators, those that bind least first. `>>` is two signs.
const OPERATORS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_> {
    fn statement(&mut self) -> Parsed<Statement> {
        self.deeper(|parser| {
            if parser.next_is("{") {
                return Ok(Statement::Block(parser.block()?));
            }
            if parser.eat("return") {
                let value = if parser.next_is(";") {
                    None
                } else {
                    Some(parser.expression()?)
                };
                parser.expect(";")?;
                return Ok(Statement::Return(value));
            }
            if parser.eat("if") {
                return parser.condition();
            }
            if parser.eat("for") {
                return parser.for_loop();
            }
            if parser.eat("while") {
                parser.expect("(")?;
                let condition = Box::new(parser.expression()?);
                parser.expect(")")?;
                let body = Box::new(parser.statement()?);
                return Ok(Statement::While(condition, body, Vec::new()));
            }
            let statement = if parser.eat("break") {
                Statement::Break
            } else if parser.eat("continue") {
                Statement::Continue
            } else {
                parser.simple_statement()?
            };
            parser.expect(";")?;
            Ok(statement)
        })
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect("{")?;
        let mut list = Vec::new();
        while !self.eat("}") {
            list.push(self.statement()?);
        }
        Ok(list)
    }

    fn condition(&mut self) -> Parsed<Statement> {
        self.expect("(")?;
        // `if (auto x = …)` declares a variable.
        let declared = self.declaration();
        let condition = match &declared {
            Some((_, name)) => {
                self.expect("=")?;
                (Some(name.clone()), self.expression()?)
            }
            None => (None, self.expression()?),
        };
        self.expect(")")?;
        let then = Box::new(self.statement()?);
        let otherwise = if self.eat("else") {
            Some(Box::new(self.statement()?))
        } else {
            None
        };
        let (name, value) = condition;
        let Some(name) = name else {
            return Ok(Statement::If(Box::new(value), then, otherwise));
        };
        let class = declared.and_then(|(class, _)| class);
        let variable = Expr {
            kind: ExprKind::Name(plain(&name)),
            ..value.clone()
        };
        Ok(Statement::Block(vec![
            Statement::Declare(class, name, value),
            Statement::If(Box::new(variable), then, otherwise),
        ]))
    }

    /// A loop over a list, or one with a condition.
    fn for_loop(&mut self) -> Parsed<Statement> {
        self.expect("(")?;
        let start = self.at;
        let declared = self.declaration();
        let Some((class, name)) = declared.filter(|_| self.next_is(":")) else {
            self.at = start;
            return self.counting_loop();
        };
        self.expect(":")?;
        let list = self.expression()?;
        self.expect(")")?;
        let body = Box::new(self.statement()?);
        Ok(Statement::ForEach(class, name, list, body))
    }

    /// `for (int i = 0, e = n; i < e; ++i)`, after the parenthesis.
    fn counting_loop(&mut self) -> Parsed<Statement> {
        let mut outer = Vec::new();
        while !self.eat(";") {
            outer.push(self.simple_statement()?);
            let class = match outer.last() {
                Some(Statement::Declare(class, ..)) => class.clone(),
                _ => None,
            };
            while self.eat(",") {
                let name = self.member()?.path;
                self.expect("=")?;
                let value = self.expression()?;
                outer.push(Statement::Declare(class.clone(), name, value));
            }
        }
        let condition = Box::new(self.expression()?);
        self.expect(";")?;
        let mut step = Vec::new();
        while !self.eat(")") {
            step.push(self.simple_statement()?);
            if !self.next_is(")") {
                self.expect(",")?;
            }
        }
        let body = Box::new(self.statement()?);
        outer.push(Statement::While(condition, body, step));
        Ok(Statement::Block(outer))
    }

    /// A statement without the semicolon after it.
    fn simple_statement(&mut self) -> Parsed<Statement> {
        let start = self.at;
        if let Some((class, name)) = self.declaration() {
            return self.declared(class, name);
        }
        // `(void)` says that a value is not used.
        if let [open, void, close, ..] = self.rest()
            && open.is("(")
            && void.is("void")
            && close.is(")")
        {
            self.at += 3;
        }
        if self.eat_both("+") || self.eat_both("-") {
            let sign = if self.tokens[start].is("+") { "+" } else { "-" };
            let target = self.unary()?;
            return Ok(self.increment(start, target, sign));
        }
        let value = self.expression()?;
        if self.eat("=") {
            return Ok(Statement::Assign(value, self.expression()?));
        }
        for sign in ["+", "-", "*", "/", "%", "&", "|", "^"] {
            if !self.next_is(sign) {
                continue;
            }
            self.at += 1;
            if self.eat(sign) && matches!(sign, "+" | "-") {
                return Ok(self.increment(start, value, sign));
            }
            self.expect("=")?;
            let operand = Box::new(self.expression()?);
            let kind = ExprKind::Binary(sign.to_owned(), Box::new(value.clone()), operand);
            return Ok(Statement::Assign(value, self.node(start, kind)));
        }
        Ok(Statement::Evaluate(value))
    }

    /// What follows the name in the declaration of a variable.
    fn declared(&mut self, class: Option<Name>, name: String) -> Parsed<Statement> {
        let start = self.at;
        if self.eat("=") {
            let value = self.expression()?;
            return Ok(Statement::Declare(class, name, value));
        }
        let Some(class) = class else {
            return Err(self.unknown());
        };
        if self.next_is(";") {
            return Ok(Statement::Default(class, name));
        }
        let arguments = self.list("(", ")")?;
        let callee = self.node(start, ExprKind::Name(class.clone()));
        let value = self.node(start, ExprKind::Call(Box::new(callee), arguments));
        Ok(Statement::Declare(Some(class), name, value))
    }

    /// `++target`.
    fn increment(&self, start: usize, target: Expr, sign: &str) -> Statement {
        let one = self.node(start, ExprKind::Number(1, String::new()));
        let kind = ExprKind::Binary(sign.to_owned(), Box::new(target.clone()), Box::new(one));
        Statement::Assign(target, self.node(start, kind))
    }

    /// Two signs in a row.
    fn eat_both(&mut self, sign: &str) -> bool {
        let are_next = matches!(self.rest(), [one, other, ..] if one.is(sign) && other.is(sign));
        self.at += if are_next { 2 } else { 0 };
        are_next
    }

    /// A class and the name of a variable, if they follow, and after them a sign that
    /// can follow the name in a declaration.
    fn declaration(&mut self) -> Option<(Option<Name>, String)> {
        let start = self.at;
        let found = self.try_declaration();
        if found.is_none() {
            self.at = start;
        }
        found
    }

    fn try_declaration(&mut self) -> Option<(Option<Name>, String)> {
        self.eat("const");
        let class = if self.eat("auto") {
            None
        } else {
            Some(self.name().ok()?)
        };
        while self.eat("&") || self.eat("*") || self.eat("const") {}
        let Some(Token::Word(name)) = self.rest().first() else {
            return None;
        };
        let name = name.clone();
        self.at += 1;
        let ends = ["=", ":", ";", "("].iter().any(|sign| self.next_is(sign));
        ends.then_some((class, name))
    }

    fn expression(&mut self) -> Parsed<Expr> {
        self.deeper(|parser| {
            let condition = parser.binary(0)?;
            if !parser.eat("?") {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.expect(":")?;
            let otherwise = parser.expression()?;
            let start = condition.start;
            let parts = [condition, then, otherwise].map(Box::new);
            let [condition, then, otherwise] = parts;
            Ok(parser.node(start, ExprKind::Conditional(condition, then, otherwise)))
        })
    }

    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        let Some(signs) = OPERATORS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(sign) = signs.iter().find(|sign| self.is_operator(sign)) {
            self.at += if *sign == ">>" { 2 } else { 1 };
            let right = self.binary(level + 1)?;
            let start = left.start;
            let kind = ExprKind::Binary((*sign).to_owned(), Box::new(left), Box::new(right));
            left = self.node(start, kind);
        }
        Ok(left)
    }

    /// Whether this binary operator is next. Before `=`, and twice in a row, signs are
    /// parts of assignments.
    fn is_operator(&self, sign: &str) -> bool {
        let [first, second, ..] = self.rest() else {
            return false;
        };
        match sign {
            ">>" => first.is(">") && second.is(">"),
            "+" | "-" => first.is(sign) && !second.is("=") && !self.is_increment(sign),
            _ => first.is(sign) && !second.is("="),
        }
    }

    /// Whether `++` or `--` is next, and no operand after it.
    fn is_increment(&self, sign: &str) -> bool {
        let [_, second, third, ..] = self.rest() else {
            return false;
        };
        second.is(sign) && [";", ")", ","].iter().any(|end| third.is(end))
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.at;
        for sign in ['!', '-', '*', '~', '&'] {
            if self.eat(sign.encode_utf8(&mut [0; 4])) {
                let operand = self.deeper(Self::unary)?;
                return Ok(self.node(start, ExprKind::Unary(sign, Box::new(operand))));
            }
        }
        let mut expr = self.primary()?;
        loop {
            let kind = if self.next_is("(") {
                let arguments = self.list("(", ")")?;
                ExprKind::Call(Box::new(expr), arguments)
            } else if self.eat("[") {
                let index = self.expression()?;
                self.expect("]")?;
                ExprKind::Index(Box::new(expr), Box::new(index))
            } else if self.next_is(".") || self.next_is("->") {
                let is_after_arrow = self.eat("->") || !self.eat(".");
                self.eat("template");
                let name = Name {
                    is_after_arrow,
                    ..self.member()?
                };
                ExprKind::Member(Box::new(expr), name)
            } else {
                return Ok(expr);
            };
            expr = self.node(start, kind);
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let Some(token) = self.rest().first().cloned() else {
            return Err(self.unknown());
        };
        let kind = match token {
            Token::Number(value, suffix) => {
                self.at += 1;
                ExprKind::Number(value, suffix)
            }
            Token::Real(text) => {
                self.at += 1;
                let digits = text.strip_suffix('f');
                let value = digits.unwrap_or(&text).parse();
                ExprKind::Real(value.map_err(|_| self.unknown())?, digits.is_some())
            }
            Token::Text(text) => {
                self.at += 1;
                ExprKind::Text(text)
            }
            Token::Word(word) => match &*word {
                "true" | "false" => {
                    self.at += 1;
                    ExprKind::Boolean(word == "true")
                }
                "nullptr" => {
                    self.at += 1;
                    ExprKind::Null
                }
                _ => self.named()?,
            },
            sign if sign.is("(") => {
                self.at += 1;
                let mut inner = self.expression()?;
                self.expect(")")?;
                (inner.start, inner.end) = (start, self.at);
                return Ok(inner);
            }
            sign if sign.is("{") => ExprKind::Braces(None, self.list("{", "}")?),
            sign if sign.is("[") => ExprKind::Lambda(self.lambda()?),
            _ => return Err(self.unknown()),
        };
        Ok(self.node(start, kind))
    }

    fn named(&mut self) -> Parsed<ExprKind> {
        let name = self.name()?;
        Ok(if self.next_is("{") {
            ExprKind::Braces(Some(name), self.list("{", "}")?)
        } else {
            ExprKind::Name(name)
        })
    }

    /// A name with qualifiers and template arguments.
    fn name(&mut self) -> Parsed<Name> {
        let mut name = self.member()?;
        while name.arguments.is_empty() && self.next_is("::") {
            self.at += 1;
            let next = self.member()?;
            name.path = format!("{}::{}", name.path, next.path);
            name.arguments = next.arguments;
        }
        Ok(name)
    }

    fn member(&mut self) -> Parsed<Name> {
        let Some(Token::Word(word)) = self.rest().first() else {
            return Err(self.unknown());
        };
        let mut name = plain(word);
        self.at += 1;
        if let Some(end) = template_end(self.tokens, self.at)
            && self.tokens.get(end).is_some_and(may_follow_arguments)
        {
            name.arguments = arguments(&self.tokens[self.at + 1..end - 1]);
            self.at = end;
        }
        Ok(name)
    }

    fn lambda(&mut self) -> Parsed<Lambda> {
        let captures = closing(self.tokens, self.at).ok_or_else(|| self.unknown())?;
        self.at = captures;
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.eat(")") {
            self.eat("const");
            let class = if self.eat("auto") {
                None
            } else {
                Some(self.name()?)
            };
            while self.eat("&") || self.eat("*") {}
            let name = self.member()?.path;
            parameters.push((class, name));
            if !self.next_is(")") {
                self.expect(",")?;
            }
        }
        let result = if self.eat("->") {
            Some(self.name()?)
        } else {
            None
        };
        let body = self.block()?;
        Ok(Lambda {
            parameters,
            result,
            body,
        })
    }

    fn list(&mut self, open: &str, close: &str) -> Parsed<Vec<Expr>> {
        self.expect(open)?;
        let mut list = Vec::new();
        while !self.eat(close) {
            list.push(self.expression()?);
            if !self.next_is(close) {
                self.expect(",")?;
            }
        }
        Ok(list)
    }

    fn node(&self, start: usize, kind: ExprKind) -> Expr {
        Expr {
            kind,
            start,
            end: self.at,
        }
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return Err(Uncovered::too_large());
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn rest(&self) -> &[Token] {
        &self.tokens[self.at..]
    }

    fn next_is(&self, text: &str) -> bool {
        self.rest().first().is_some_and(|token| token.is(text))
    }

    fn eat(&mut self, text: &str) -> bool {
        let is_next = self.next_is(text);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.eat(text) {
            Ok(())
        } else {
            Err(self.unknown())
        }
    }

    /// The statement around this place is unknown.
    fn unknown(&self) -> Uncovered {
        let ends = |token: &Token| [";", "{", "}"].iter().any(|sign| token.is(sign));
        let at = self.at.min(self.tokens.len());
        let start = self.tokens[..at].iter().rposition(ends);
        let start = start.map_or(0, |index| index + 1);
        let end = self.tokens[at..].iter().position(ends);
        let end = end.map_or(self.tokens.len(), |index| at + index);
        Uncovered::code(&join(&self.tokens[start..end]))
    }
}

fn plain(word: &str) -> Name {
    Name {
        path: word.to_owned(),
        arguments: Vec::new(),
        is_after_arrow: false,
    }
}

/// The template arguments between the brackets.
fn arguments(tokens: &[Token]) -> Vec<String> {
    let mut depth = 0usize;
    let mut starts = vec![0];
    for (index, token) in tokens.iter().enumerate() {
        match token {
            sign if sign.is("<") => depth += 1,
            sign if sign.is(">") => depth = depth.saturating_sub(1),
            sign if sign.is(",") && depth == 0 => starts.push(index + 1),
            _ => {}
        }
    }
    let ends = starts[1..].iter().map(|start| start - 1);
    let ends = ends.chain([tokens.len()]).collect::<Vec<_>>();
    std::iter::zip(starts, ends)
        .map(|(start, end)| join(&tokens[start..end]))
        .collect()
}

/// Whether `a<b>` before this token has template arguments, and does not compare.
fn may_follow_arguments(token: &Token) -> bool {
    match token {
        Token::Word(_) => true,
        sign => ["(", "{", "::", "&", ")"].iter().any(|text| sign.is(text)),
    }
}

//! One question about an entity, without the differences in spelling between
//! definitions.

use super::{
    Condition, PROJECTIONS, Uncovered,
    expression::{Entity, Scope},
    projection,
    tokens::{Token, closing, find_outside, join, template_end},
};
use crate::front::ods::Subject;

/// A question about an entity. Equal questions have the same text, with signs
/// in place of constants.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf {
    /// The number of the entity.
    pub entity: usize,
    /// The kind of the entity.
    pub kind: Subject,
    /// The C++ expression of the question. `$_self` is the entity, `#` a
    /// number, `#u` an unsigned one, `#.#` one with a point, `{#}` a list of
    /// numbers, and `@` a string.
    ///
    /// The text is a contract with the shim, which finds what it means in the
    /// tables of `cpp-shim/runtime/predicates/generated` by an equal text.
    /// `tests/repository/predicates` makes these tables, and fails when a text has changed.
    pub text: String,
    /// The constants that the signs stand for, in order.
    pub parameters: Vec<Parameter>,
    /// The expression as it was written, with other blanks.
    pub code: String,
}

/// A constant.
#[derive(Debug, Clone, PartialEq)]
pub enum Parameter {
    /// `#` or `#u`.
    Number(i64),
    /// `#.#`.
    Real(f64),
    /// `{#}`.
    Numbers(Vec<i64>),
    /// `@`.
    Text(String),
}

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
}

impl Comparison {
    /// The comparison with that sign.
    pub(super) fn of(sign: &Token) -> Option<Self> {
        let Token::Sign(sign) = sign else {
            return None;
        };
        Some(match &**sign {
            "==" => Comparison::Equal,
            "!=" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            _ => return None,
        })
    }
}

/// Reads a text as a question, which is what no other rule covers.
pub(super) fn parse(tokens: &[Token], scope: &Scope) -> Result<Condition, Uncovered> {
    let question = Question::of(tokens, scope)?;
    question.entity.numbered(scope, |entity, _| {
        Ok(Condition::Leaf(question.leaf(entity, tokens)))
    })
}

/// Reads a text as a number that is compared with a constant.
pub(super) fn compare(
    tokens: &[Token],
    comparison: Comparison,
    number: i64,
    scope: &Scope,
) -> Result<Condition, Uncovered> {
    let question = Question::of(tokens, scope)?;
    question.entity.numbered(scope, |entity, _| {
        Ok(Condition::Compare {
            leaf: question.leaf(entity, tokens),
            comparison,
            number,
        })
    })
}

/// The question whether an entity is of a class. `code` is the original
/// expression.
pub(super) fn class_check(entity: &Entity, class: &[Token], code: &[Token]) -> Leaf {
    Leaf {
        entity: entity.number,
        kind: entity.kind,
        text: format!("isa<{}>($_self)", join(class)),
        parameters: Vec::new(),
        code: join(code),
    }
}

/// The entity whose text starts at `start`, and the end of that text.
pub(super) fn entity(tokens: &[Token], start: usize, scope: &Scope) -> Option<(Entity, usize)> {
    let is_member = start > 0
        && [".", "->", "::"]
            .iter()
            .any(|sign| tokens[start - 1].is(sign));
    let (mut entity, mut end) = match scope.find(tokens.get(start)?) {
        Some(variable) if !is_member => (variable.clone(), start + 1),
        Some(_) => return None,
        None => function_of_entity(tokens, start, scope)?,
    };
    while !entity.class.is_empty() {
        let Some(member) = call_of_member(tokens, end) else {
            break;
        };
        let Some(part) = projection::find(entity.kind, entity.class, member, false) else {
            break;
        };
        entity = entity.part(part);
        end += CALL_OF_MEMBER;
    }
    Some((entity, end))
}

/// The name in `.name()`.
fn call_of_member(tokens: &[Token], start: usize) -> Option<&str> {
    match tokens.get(start..start + CALL_OF_MEMBER)? {
        [dot, Token::Word(name), open, close] if dot.is(".") && open.is("(") && close.is(")") => {
            Some(name)
        }
        _ => None,
    }
}

/// How many tokens `.name()` is.
const CALL_OF_MEMBER: usize = 4;

/// `cast<Class>(entity).member()`, or `function(entity)`.
fn function_of_entity(tokens: &[Token], start: usize, scope: &Scope) -> Option<(Entity, usize)> {
    if let Some((class, inner, end)) = cast(tokens, start, scope) {
        let member = call_of_member(tokens, end)?;
        let part = projection::find(inner.kind, &class, member, false)?;
        return Some((inner.part(part), end + CALL_OF_MEMBER));
    }
    let Token::Word(function) = tokens.get(start)? else {
        return None;
    };
    if !tokens.get(start + 1)?.is("(") {
        return None;
    }
    let (inner, end) = entity(tokens, start + 2, scope)?;
    if !tokens.get(end)?.is(")") {
        return None;
    }
    let part = projection::find(inner.kind, "", function, false)?;
    Some((inner.part(part), end + 1))
}

/// `cast<Class>(entity)`: the class, the entity, and where it ends.
fn cast(tokens: &[Token], start: usize, scope: &Scope) -> Option<(String, Entity, usize)> {
    if !tokens.get(start)?.is("cast") {
        return None;
    }
    let open = template_end(tokens, start + 1)?;
    if !tokens.get(open)?.is("(") {
        return None;
    }
    let (inner, end) = entity(tokens, open + 1, scope)?;
    let class = join(&tokens[start + 2..open - 1]);
    tokens.get(end)?.is(")").then_some((class, inner, end + 1))
}

/// The entity and the projection whose list a text stands for.
pub(super) fn entities(tokens: &[Token], scope: &Scope) -> Option<(Entity, usize)> {
    if let Some((class, inner, end)) = cast(tokens, 0, scope) {
        let member = match tokens.len() - end {
            0 => "",
            CALL_OF_MEMBER => call_of_member(tokens, end)?,
            _ => return None,
        };
        let list = projection::find(inner.kind, &class, member, true)?;
        return Some((inner, list));
    }
    let [Token::Word(function), open, argument @ .., close] = tokens else {
        return None;
    };
    if !open.is("(") || !close.is(")") {
        return None;
    }
    let (class, inner, end) = cast(argument, 0, scope)?;
    let list = projection::find(inner.kind, &class, function, true)?;
    (end == argument.len() && PROJECTIONS[list].is_function()).then_some((inner, list))
}

/// A question and its entity.
struct Question {
    entity: Entity,
    text: String,
    parameters: Vec<Parameter>,
}

impl Question {
    /// Fails if the text is about several entities, or about a child.
    fn of(tokens: &[Token], scope: &Scope) -> Result<Self, Uncovered> {
        let uncovered = || Uncovered::code(&join(tokens));
        if tokens.is_empty() || tokens.contains(&Token::Child) {
            return Err(uncovered());
        }
        let parts = about(tokens, scope, entity);
        let variables = || about(tokens, scope, variable);
        let (entity, text) = parts.or_else(variables).ok_or_else(uncovered)?;
        let (text, parameters) = without_constants(&text);
        Ok(Question {
            entity,
            text: join(&text),
            parameters,
        })
    }

    fn leaf(&self, entity: &Entity, code: &[Token]) -> Leaf {
        Leaf {
            entity: entity.number,
            kind: entity.kind,
            text: self.text.clone(),
            parameters: self.parameters.clone(),
            code: join(code),
        }
    }
}

fn variable(tokens: &[Token], start: usize, scope: &Scope) -> Option<(Entity, usize)> {
    let (mut found, _) = entity(&tokens[..=start], start, scope)?;
    found.class = "";
    Some((found, start + 1))
}

/// The only entity that a text is about, and the text with `$_self` in its
/// place. A text without entities is about the constrained one.
fn about(
    tokens: &[Token],
    scope: &Scope,
    find: impl Fn(&[Token], usize, &Scope) -> Option<(Entity, usize)>,
) -> Option<(Entity, Vec<Token>)> {
    let own = Token::Word("$_self".to_owned());
    let mut subject: Option<Entity> = None;
    let mut text = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let Some((entity, end)) = find(tokens, index, scope) else {
            text.push(tokens[index].clone());
            index += 1;
            continue;
        };
        if subject.as_ref().is_some_and(|subject| *subject != entity) {
            return None;
        }
        text.extend(match entity.class {
            "" => vec![own.clone()],
            class => cast_of(class, &own),
        });
        subject = Some(entity);
        index = end;
    }
    let subject = subject.or_else(|| scope.find(&own).cloned())?;
    Some((subject, text))
}

/// `cast<class>(own)`.
pub(crate) fn cast_of(class: &str, own: &Token) -> Vec<Token> {
    let sign = |sign: &str| Token::Sign(sign.to_owned());
    let word = |word: &str| Token::Word(word.to_owned());
    vec![
        word("cast"),
        sign("<"),
        word(class),
        sign(">"),
        sign("("),
        own.clone(),
        sign(")"),
    ]
}

/// Replaces the constants of a text by signs. Returns the text and the
/// constants.
pub(crate) fn without_constants(tokens: &[Token]) -> (Vec<Token>, Vec<Parameter>) {
    let mut text = Vec::new();
    let mut parameters = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        // Template arguments are part of a name.
        let end = template_end(tokens, index);
        let found = constant(tokens, index);
        if let Some(end) = end {
            text.extend_from_slice(&tokens[index..end]);
            index = end;
        } else if let Some((sign, parameter, end)) = found {
            text.push(Token::Word(sign));
            parameters.push(parameter);
            index = end;
        } else {
            text.push(tokens[index].clone());
            index += 1;
        }
    }
    (text, parameters)
}

/// The constant at `start`: its sign, its value, and where it ends.
fn constant(tokens: &[Token], start: usize) -> Option<(String, Parameter, usize)> {
    match tokens.get(start)? {
        Token::Text(text) => Some(("@".to_owned(), Parameter::Text(text.clone()), start + 1)),
        Token::Real(value) => {
            let value = value.parse().ok()?;
            Some(("#.#".to_owned(), Parameter::Real(value), start + 1))
        }
        Token::Number(_, suffix) => {
            let (value, end) = bits(tokens, start)?;
            let sign = format!("#{}", if suffix.contains('u') { "u" } else { "" });
            Some((sign, Parameter::Number(value), end))
        }
        sign if sign.is("-") && (start == 0 || !ends_operand(&tokens[start - 1])) => {
            let (sign, negative) = match tokens.get(start + 1)? {
                Token::Number(value, _) => ("#", Parameter::Number(value.checked_neg()?)),
                Token::Real(value) => ("#.#", Parameter::Real(-value.parse::<f64>().ok()?)),
                _ => return None,
            };
            Some((sign.to_owned(), negative, start + 2))
        }
        sign if sign.is("{") => {
            let end = closing(tokens, start)?;
            let list = &tokens[start + 1..end - 1];
            let numbers = numbers(list)?;
            Some(("{#}".to_owned(), Parameter::Numbers(numbers), end))
        }
        _ => None,
    }
}

/// Whether a sign after this token is a binary operator.
pub(super) fn ends_operand(token: &Token) -> bool {
    match token {
        Token::Word(word) => word != "return",
        Token::Number(..) | Token::Real(_) | Token::Text(_) | Token::Child => true,
        Token::Sign(sign) => matches!(&**sign, ")" | "]" | "}"),
    }
}

/// The value of a number, or of several with `|` between them, and where it
/// ends.
fn bits(tokens: &[Token], start: usize) -> Option<(i64, usize)> {
    let Token::Number(mut value, suffix) = tokens.get(start)?.clone() else {
        return None;
    };
    let mut end = start + 1;
    while let Some([or, Token::Number(more, its_suffix)]) = tokens.get(end..end + 2)
        && or.is("|")
        && *its_suffix == suffix
    {
        value |= more;
        end += 2;
    }
    Some((value, end))
}

/// A list of numbers.
fn numbers(list: &[Token]) -> Option<Vec<i64>> {
    if list.is_empty() {
        return Some(Vec::new());
    }
    let mut numbers = Vec::new();
    let mut start = 0;
    for end in find_outside(list, &[","]).into_iter().chain([list.len()]) {
        numbers.push(match &list[start..end] {
            [Token::Number(value, _)] => *value,
            [minus, Token::Number(value, _)] if minus.is("-") => value.checked_neg()?,
            _ => return None,
        });
        start = end + 1;
    }
    Some(numbers)
}

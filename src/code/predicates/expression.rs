//! A C++ expression as a condition.

use super::{
    Condition, PROJECTIONS, Quantifier, Uncovered,
    leaf::{self, Comparison},
    tokens::{Token, closing, find_outside, template_end, without_parentheses},
};
use crate::front::ods::Subject;

/// The variables that a text can name. Each stands for an entity, which has a
/// number.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    variables: Vec<(String, Entity)>,
    /// How many entities have numbers.
    pub(super) count: usize,
    /// How many conditions contain this one.
    depth: usize,
}

/// The greatest depth of a condition, which recursive functions walk.
const MAX_DEPTH: usize = 256;

impl Scope {
    /// The scope of a predicate: only the constrained entity.
    pub(super) fn new(subject: Subject) -> Self {
        let nothing = Scope {
            variables: Vec::new(),
            count: 0,
            depth: 0,
        };
        nothing.with_next("$_self", subject)
    }

    /// The scope of a condition that is a part of another one.
    pub(super) fn deeper(&self) -> Result<Self, Uncovered> {
        let mut scope = self.clone();
        scope.depth += 1;
        if scope.depth > MAX_DEPTH {
            return Err(Uncovered::too_large());
        }
        Ok(scope)
    }

    /// The entity of that name. Inner variables hide outer ones.
    pub(super) fn find(&self, name: &Token) -> Option<&Entity> {
        let mut variables = self.variables.iter().rev();
        let (_, entity) = variables.find(|(own, _)| name.is(own))?;
        Some(entity)
    }

    /// The scope with a name for the entity that gets the next number.
    fn with_next(&self, name: &str, kind: Subject) -> Self {
        let entity = Entity {
            number: self.count,
            parts: Vec::new(),
            kind,
            class: "",
        };
        let mut scope = self.with(name, entity);
        scope.count += 1;
        scope
    }

    fn with(&self, name: &str, entity: Entity) -> Self {
        let mut scope = self.clone();
        scope.variables.push((name.to_owned(), entity));
        scope
    }
}

/// An entity that a text names: a numbered one, or a part of a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entity {
    pub(super) number: usize,
    /// Indices of [`PROJECTIONS`], outermost part first.
    pub(super) parts: Vec<usize>,
    pub(super) kind: Subject,
    /// The class of the entity in C++, if that is not the base class.
    pub(super) class: &'static str,
}

impl Entity {
    /// A part of this entity.
    pub(super) fn part(&self, projection: usize) -> Self {
        let mut parts = self.parts.clone();
        parts.push(projection);
        Entity {
            number: self.number,
            parts,
            kind: PROJECTIONS[projection].result,
            class: PROJECTIONS[projection].result_class,
        }
    }

    /// Numbers the parts of this entity, and builds the condition for the last
    /// one from `body`.
    pub(super) fn numbered<E>(
        &self,
        scope: &Scope,
        body: impl FnOnce(&Entity, &Scope) -> Result<Condition, E>,
    ) -> Result<Condition, E> {
        let mut inner = scope.clone();
        inner.count += self.parts.len();
        let entity = Entity {
            number: if self.parts.is_empty() {
                self.number
            } else {
                inner.count - 1
            },
            parts: Vec::new(),
            ..self.clone()
        };
        let mut condition = body(&entity, &inner)?;
        for (index, projection) in self.parts.iter().enumerate().rev() {
            condition = Condition::With {
                entity: match index {
                    0 => self.number,
                    _ => scope.count + index - 1,
                },
                projection: *projection,
                body: Box::new(condition),
            };
        }
        Ok(condition)
    }
}

/// Resolves the predicate at [`Token::Child`], with these variables.
pub(super) type Child<'c> = dyn FnMut(&Scope) -> Result<Condition, Uncovered> + 'c;

/// Reads a boolean expression.
pub(super) fn parse(
    tokens: &[Token],
    scope: &Scope,
    child: &mut Child<'_>,
) -> Result<Condition, Uncovered> {
    let scope = &scope.deeper()?;
    let tokens = without_parentheses(tokens);
    if let [Token::Child] = tokens {
        return child(scope);
    }
    if let [single] = tokens {
        match single {
            Token::Word(word) if word == "true" => return Ok(Condition::All(Vec::new())),
            Token::Word(word) if word == "false" => return Ok(Condition::Any(Vec::new())),
            _ => {}
        }
    }
    if find_outside(tokens, &["?"]).is_empty() {
        for (sign, combine) in [
            ("||", Condition::Any as fn(Vec<Condition>) -> Condition),
            ("&&", Condition::All as fn(Vec<Condition>) -> Condition),
        ] {
            let at = find_outside(tokens, &[sign]);
            if !at.is_empty() {
                let parts = split(tokens, &at);
                let parsed = parts.into_iter().map(|part| parse(part, scope, child));
                return Ok(combine(parsed.collect::<Result<_, _>>()?));
            }
        }
        if let Some(condition) = unary(tokens, scope, child)? {
            return Ok(condition);
        }
    }
    leaf::parse(tokens, scope)
}

/// The texts between the signs at these indices.
fn split<'t>(tokens: &'t [Token], at: &[usize]) -> Vec<&'t [Token]> {
    let mut parts = Vec::new();
    let mut start = 0;
    for index in at.iter().copied().chain([tokens.len()]) {
        parts.push(&tokens[start..index]);
        start = index + 1;
    }
    parts
}

/// Reads a negation, a comparison, or a condition on a part or on several
/// parts. Returns `None` for a leaf.
fn unary(
    tokens: &[Token],
    scope: &Scope,
    child: &mut Child<'_>,
) -> Result<Option<Condition>, Uncovered> {
    let mut operators = find_outside(tokens, &BINARY_SIGNS);
    operators.retain(|at| *at > 0 && leaf::ends_operand(&tokens[at - 1]));
    if tokens.first().is_some_and(|first| first.is("!")) && operators.is_empty() {
        let negated = parse(&tokens[1..], scope, child)?;
        return Ok(Some(Condition::Not(Box::new(negated))));
    }
    if let [at] = *operators
        && let Some(comparison) = Comparison::of(&tokens[at])
        && let Some(number) = constant(&tokens[at + 1..])
    {
        return leaf::compare(&tokens[..at], comparison, number, scope).map(Some);
    }
    if !operators.is_empty() {
        return Ok(None);
    }
    if let Some(condition) = class_check(tokens, scope)? {
        return Ok(Some(condition));
    }
    if let Some(call) = called_lambda(tokens, scope) {
        let condition = call.entity.numbered(scope, |entity, scope| {
            parse(call.body, &scope.with(call.name, entity.clone()), child)
        });
        return condition.map(Some);
    }
    each(tokens, scope, child)
}

/// Binary operators, which bind less than a call.
const BINARY_SIGNS: [&str; 16] = [
    "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "<<", "=",
];

/// An integer, with a sign or without.
fn constant(tokens: &[Token]) -> Option<i64> {
    match without_parentheses(tokens) {
        [Token::Number(value, _)] => Some(*value),
        [minus, Token::Number(value, _)] if minus.is("-") => value.checked_neg(),
        _ => None,
    }
}

/// `isa<A, B>(entity)`, or another check that means the same for an entity that
/// is not null.
fn class_check(tokens: &[Token], scope: &Scope) -> Result<Option<Condition>, Uncovered> {
    let [Token::Word(function), _, ..] = tokens else {
        return Ok(None);
    };
    if !CLASS_CHECKS.contains(&&**function) {
        return Ok(None);
    }
    let Some(end) = template_end(tokens, 1) else {
        return Ok(None);
    };
    let Some(entity) = whole_entity(arguments(tokens, end), scope) else {
        return Ok(None);
    };
    let classes = &tokens[2..end - 1];
    let classes = split(classes, &find_outside(classes, &[","]));
    let condition = entity.numbered(scope, |entity, _| {
        let check = |class: &[Token]| Condition::Leaf(leaf::class_check(entity, class, tokens));
        let mut checks: Vec<_> = classes.into_iter().map(check).collect();
        Ok(match checks.len() {
            1 => checks.remove(0),
            _ => Condition::Any(checks),
        })
    });
    condition.map(Some)
}

const CLASS_CHECKS: [&str; 6] = [
    "isa",
    "isa_and_nonnull",
    "isa_and_present",
    "dyn_cast",
    "dyn_cast_or_null",
    "dyn_cast_if_present",
];

/// The text between the parentheses that open at `start`, if they end the whole
/// text.
fn arguments(tokens: &[Token], start: usize) -> &[Token] {
    let opens = tokens.get(start).is_some_and(|token| token.is("("));
    if opens && closing(tokens, start) == Some(tokens.len()) {
        &tokens[start + 1..tokens.len() - 1]
    } else {
        &[]
    }
}

/// The entity that a whole text stands for.
fn whole_entity(tokens: &[Token], scope: &Scope) -> Option<Entity> {
    let tokens = without_parentheses(tokens);
    let (entity, end) = leaf::entity(tokens, 0, scope)?;
    (end == tokens.len()).then_some(entity)
}

/// `[](Type name) { return body; }(entity)`.
struct LambdaCall<'t> {
    entity: Entity,
    name: &'t str,
    body: &'t [Token],
}

fn called_lambda<'t>(tokens: &'t [Token], scope: &Scope) -> Option<LambdaCall<'t>> {
    let (name, body, end) = lambda(tokens)?;
    let entity = whole_entity(arguments(tokens, end), scope)?;
    Some(LambdaCall { entity, name, body })
}

/// The parameter and the body of the lambda that starts a text, and where it
/// ends.
fn lambda(tokens: &[Token]) -> Option<(&str, &[Token], usize)> {
    if !tokens.first()?.is("[") {
        return None;
    }
    let parameters = closing(tokens, 0)?;
    if !tokens.get(parameters)?.is("(") {
        return None;
    }
    let braces = closing(tokens, parameters)?;
    if !tokens.get(braces)?.is("{") {
        return None;
    }
    let end = closing(tokens, braces)?;
    let parameter = &tokens[parameters + 1..braces - 1];
    let Token::Word(name) = parameter.last()? else {
        return None;
    };
    if parameter.len() < 2 || !find_outside(parameter, &[","]).is_empty() {
        return None;
    }
    let [first, body @ .., last] = &tokens[braces + 1..end - 1] else {
        return None;
    };
    let is_return = first.is("return") && last.is(";");
    (is_return && find_outside(body, &[";"]).is_empty()).then_some((name, body, end))
}

/// `all_of(entities, lambda)` and similar functions.
fn each(
    tokens: &[Token],
    scope: &Scope,
    child: &mut Child<'_>,
) -> Result<Option<Condition>, Uncovered> {
    let [Token::Word(function), ..] = tokens else {
        return Ok(None);
    };
    let (quantifier, is_negated) = match &**function {
        "all_of" => (Quantifier::All, false),
        "any_of" => (Quantifier::Any, false),
        "none_of" => (Quantifier::Any, true),
        _ => return Ok(None),
    };
    let arguments = arguments(tokens, 1);
    let [comma] = *find_outside(arguments, &[","]) else {
        return Ok(None);
    };
    let Some((entity, projection)) = leaf::entities(&arguments[..comma], scope) else {
        return Ok(None);
    };
    let Some((name, body, end)) = lambda(&arguments[comma + 1..]) else {
        return Ok(None);
    };
    if comma + 1 + end != arguments.len() {
        return Ok(None);
    }
    let condition = entity.numbered(scope, |entity, scope| {
        let inner = scope.with_next(name, PROJECTIONS[projection].result);
        Ok(Condition::Each {
            entity: entity.number,
            projection,
            quantifier,
            body: Box::new(parse(body, &inner, child)?),
        })
    })?;
    Ok(Some(if is_negated {
        Condition::Not(Box::new(condition))
    } else {
        condition
    }))
}

//! What kind of thing is expected at an offset.

use super::{Cursor, Part};
use crate::{front::sema::Ty, front::syntax::token::TokenKind as K};

/// What is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Context {
    /// A new name, or something else that cannot be known.
    Nothing,
    TopLevel,
    Statement,
    /// What follows the `=>` of a declaration.
    Lambda,
    /// An expression, of that type if it is known.
    Expression(Option<Wanted>),
    /// The call of a constraint.
    Condition,
    Constraint {
        /// Whether it may constrain the type, too.
        is_list: bool,
    },
    Metadata,
    /// The word `with`.
    With,
    /// The name of an operation, which begins after the token `start`.
    Operation {
        start: usize,
    },
    /// What follows a dot.
    Member,
    /// The name of an attribute of the `op` with that index.
    Attribute {
        operation: usize,
    },
    /// What an attribute of the `op` with that index is.
    AttributeValue {
        operation: usize,
        name: String,
    },
    /// A region of the `op` with that index.
    Region {
        operation: usize,
    },
    /// The label of a block.
    Label,
}

/// What an expression should stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    Type(Ty),
    /// An argument of the function whose name has that index.
    Argument {
        callee: usize,
        number: usize,
    },
}

pub(super) fn context(cursor: &Cursor<'_>) -> Context {
    let end = cursor.end();
    let Some(last) = end.checked_sub(1) else {
        return Context::TopLevel;
    };
    if cursor.is_label() {
        return Context::Label;
    }
    if let Some(start) = operation_name(cursor, end) {
        return Context::Operation { start };
    }
    match cursor.kind(last).unwrap_or(K::End) {
        K::Dot => Context::Member,
        K::Directive => Context::Nothing,
        K::Colon if ends_label(cursor, last) => Context::Statement,
        K::Colon => after_colon(cursor, last),
        K::With => after_with(cursor, last),
        K::Comma | K::LeftParen | K::LeftBrace | K::LeftSquare | K::Less => inside(cursor),
        K::Equal => after_equal(cursor, last),
        K::EqualArrow => Context::Lambda,
        K::Erase | K::Replace | K::RewriteStmt => wanted(Ty::Operation(None)),
        K::Return => Context::Expression(None),
        K::Not => Context::Condition,
        K::Arrow => match is_signature(cursor, last) {
            true => Context::Constraint { is_list: false },
            false => wanted(Ty::Type),
        },
        K::Semicolon => after_end(cursor),
        K::RightBrace => {
            let open = cursor.opener(last);
            match open.and_then(|open| cursor.operation_of(open)) {
                Some(_) => after_operand(cursor),
                None => after_end(cursor),
            }
        }
        K::String if cursor.before(last, 1) == Some(K::Directive) => Context::TopLevel,
        K::Pattern => Context::With,
        K::Identifier if matches!(cursor.text(last), "and" | "or") => Context::Condition,
        kind if kind.is_word() || matches!(kind, K::RightParen | K::Greater | K::Integer) => {
            after_operand(cursor)
        }
        _ => Context::Nothing,
    }
}

fn wanted(ty: Ty) -> Context {
    Context::Expression(Some(Wanted::Type(ty)))
}

/// The `<` after which the name of an operation is being written.
fn operation_name(cursor: &Cursor<'_>, end: usize) -> Option<usize> {
    let mut index = end;
    loop {
        index = index.checked_sub(1)?;
        match cursor.kind(index)? {
            K::Less => {
                let word = cursor.before(index, 1)?;
                let is_name = matches!(word, K::LowerOp | K::Op | K::OpName);
                return is_name.then_some(index);
            }
            K::Dot if end - index == 1 => {}
            _ if end - index == 1 => return None,
            K::Dot => {}
            kind if kind.is_word() => {}
            _ => return None,
        }
    }
}

/// After what ends a statement or declaration.
fn after_end(cursor: &Cursor<'_>) -> Context {
    match cursor.block(cursor.end()) {
        Some(_) => Context::Statement,
        None => Context::TopLevel,
    }
}

/// Whether a colon ends the label of a block, and its arguments.
fn ends_label(cursor: &Cursor<'_>, colon: usize) -> bool {
    let end = match cursor.before(colon, 1) {
        Some(K::RightParen) => cursor.opener(colon - 1),
        _ => Some(colon),
    };
    end.is_some_and(|end| cursor.before(end, 1) == Some(K::Label))
}

fn after_colon(cursor: &Cursor<'_>, colon: usize) -> Context {
    let signature = cursor.enclosing(colon).is_some_and(|opened| {
        let open = opened.bracket;
        cursor.kind(open) == Some(K::LeftParen)
            && (is_parameters(cursor, open) || is_results(cursor, open))
    });
    Context::Constraint {
        is_list: !signature,
    }
}

/// Whether a parenthesis opens the parameters of a declaration.
fn is_parameters(cursor: &Cursor<'_>, open: usize) -> bool {
    let is_keyword = |kind| matches!(kind, Some(K::Constraint | K::Rewrite));
    let named = cursor.before(open, 1).is_some_and(K::is_word);
    let is_predicate = open >= 2 && cursor.text(open - 2) == "Predicate";
    is_keyword(cursor.before(open, 1))
        || named && (is_keyword(cursor.before(open, 2)) || is_predicate)
}

/// Whether a parenthesis opens the results of a declaration.
fn is_results(cursor: &Cursor<'_>, open: usize) -> bool {
    cursor.before(open, 1) == Some(K::Arrow) && is_signature(cursor, open - 1)
}

/// Whether an arrow follows the parameters of a declaration.
fn is_signature(cursor: &Cursor<'_>, arrow: usize) -> bool {
    let close = arrow.checked_sub(1);
    let open = close.and_then(|close| cursor.opener(close));
    open.is_some_and(|open| is_parameters(cursor, open))
}

fn after_with(cursor: &Cursor<'_>, with: usize) -> Context {
    let start = statement(cursor, with);
    match (start..with).find_map(|index| starter(cursor.kind(index)?)) {
        Some(K::Pattern) => Context::Metadata,
        Some(K::Replace) => wanted(Ty::Value),
        _ => Context::Nothing,
    }
}

fn starter(kind: K) -> Option<K> {
    matches!(kind, K::Pattern | K::Replace | K::RewriteStmt).then_some(kind)
}

/// The index of the first token of the statement or declaration that contains the
/// token before `end`.
pub(super) fn statement(cursor: &Cursor<'_>, end: usize) -> usize {
    let mut index = end;
    while let Some(last) = index.checked_sub(1) {
        match cursor.kind(last).unwrap_or(K::End) {
            K::Semicolon | K::EqualArrow => break,
            K::LeftBrace if cursor.operation_of(last).is_none() => break,
            K::RightBrace => match cursor.opener(last) {
                Some(open) if cursor.operation_of(open).is_some() => index = open,
                _ => break,
            },
            K::RightParen | K::RightSquare | K::Greater => {
                index = cursor.opener(last).unwrap_or(last);
            }
            _ => index = last,
        }
    }
    index
}

fn after_equal(cursor: &Cursor<'_>, equal: usize) -> Context {
    let opened = cursor.enclosing(equal);
    let part = opened.and_then(|opened| cursor.operation_of(opened.bracket));
    match part {
        Some((operation, Part::Attributes)) => Context::AttributeValue {
            operation,
            name: cursor.text(equal - 1).trim_matches('"').to_owned(),
        },
        Some((_, Part::Regions)) => wanted(Ty::Region),
        _ if cursor.text(statement(cursor, equal)) == "Predicate" => Context::Condition,
        _ => Context::Expression(None),
    }
}

/// After an expression, or a name.
fn after_operand(cursor: &Cursor<'_>) -> Context {
    let end = cursor.end();
    let start = statement(cursor, end);
    let has_with = (start..end).any(|index| cursor.kind(index) == Some(K::With));
    let is_open = cursor
        .enclosing(end)
        .is_some_and(|opened| opened.bracket >= start);
    match cursor.kind(start) {
        Some(K::Replace | K::RewriteStmt | K::Pattern) if !has_with && !is_open => Context::With,
        _ => Context::Nothing,
    }
}

/// After a bracket or comma.
fn inside(cursor: &Cursor<'_>) -> Context {
    let end = cursor.end();
    let start = statement(cursor, end);
    let Some(opened) = cursor.enclosing(end).filter(|opened| {
        let is_block = cursor.kind(opened.bracket) == Some(K::LeftBrace);
        !is_block || opened.bracket + 1 == end || cursor.operation_of(opened.bracket).is_some()
    }) else {
        return match cursor.kind(start) {
            Some(K::Pattern) => Context::Metadata,
            _ => Context::Nothing,
        };
    };
    let open = opened.bracket;
    if let Some((operation, part)) = cursor.operation_of(open) {
        return match part {
            Part::Operands => wanted(Ty::Value),
            Part::Results => wanted(Ty::Type),
            Part::Attributes => Context::Attribute { operation },
            Part::Regions => Context::Region { operation },
        };
    }
    match cursor.kind(open).unwrap_or(K::End) {
        K::LeftBrace => Context::Statement,
        K::LeftSquare => Context::Constraint { is_list: true },
        K::Less => wanted(Ty::Type),
        K::LeftParen if is_parameters(cursor, open) => Context::Nothing,
        K::LeftParen if is_results(cursor, open) => Context::Constraint { is_list: false },
        K::LeftParen => parentheses(cursor, open, opened.commas, start),
        _ => Context::Nothing,
    }
}

fn parentheses(cursor: &Cursor<'_>, open: usize, commas: usize, start: usize) -> Context {
    let is_called = cursor.before(open, 1).is_some_and(K::is_name);
    if cursor.kind(start) == Some(K::Pattern) {
        // The arguments of metadata are numbers and strings.
        return Context::Nothing;
    }
    if is_called {
        return Context::Expression(Some(Wanted::Argument {
            callee: open - 1,
            number: commas,
        }));
    }
    match cursor.before(open, 1) {
        Some(K::With) => wanted(Ty::Value),
        // The arguments of a block.
        Some(K::Label) => Context::Nothing,
        _ => Context::Expression(None),
    }
}

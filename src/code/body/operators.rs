//! Literals, names and operators.

use super::{
    convert::Typed,
    functions,
    syntax::{Expr, ExprKind},
    types::{INT, INT64, Ty, Width},
    typing::{Checked, Checker},
};
use crate::mlir::ffi::body::{Comparison, Kind, Node, Operator};

impl Checker<'_> {
    /// The meaning of an expression that is no question as a whole.
    pub(super) fn known(&mut self, expr: &Expr) -> Checked<Typed> {
        match &expr.kind {
            ExprKind::Boolean(value) => {
                let mut node = Node::new(Kind::PdllBodyBoolean, Vec::new());
                node.number = i64::from(*value);
                Ok(Typed::new(node, Ty::Boolean))
            }
            ExprKind::Number(value, suffix) => Ok(number(*value, suffix)),
            ExprKind::Real(value, is_single) => Ok(real(*value, *is_single)),
            ExprKind::Text(text) => {
                let mut node = Node::new(Kind::PdllBodyText, Vec::new());
                node.text.clone_from(text);
                Ok(Typed::new(node, Ty::Text))
            }
            ExprKind::Null => Ok(Typed::new(Node::new(Kind::PdllBodyList, vec![]), Ty::Null)),
            ExprKind::Name(name) => {
                let known = self.variable(&name.path).or_else(|| constant(&name.full()));
                let known = known.or_else(|| self.case(&name.path));
                known.ok_or_else(|| self.unknown(expr))
            }
            ExprKind::Unary(sign, operand) => self.unary(expr, *sign, operand),
            ExprKind::Binary(sign, left, right) => match &**sign {
                "&&" | "||" => {
                    let children = vec![self.condition(left)?, self.condition(right)?];
                    let kind = match &**sign {
                        "&&" => Kind::PdllBodyAnd,
                        _ => Kind::PdllBodyOr,
                    };
                    Ok(Typed::new(Node::new(kind, children), Ty::Boolean))
                }
                sign => {
                    let (left, right) = (self.expression(left)?, self.expression(right)?);
                    let known = match comparison(sign) {
                        Some(comparison) => compare(comparison, sign, left, right),
                        None => arithmetic(sign, left, right),
                    };
                    known.ok_or_else(|| self.unknown(expr))
                }
            },
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.condition(condition)?;
                let (then, otherwise) = (self.expression(then)?, self.expression(otherwise)?);
                let (then, otherwise, ty) =
                    unified(then, otherwise).ok_or_else(|| self.unknown(expr))?;
                let children = vec![condition, then, otherwise];
                Ok(Typed::new(
                    Node::new(Kind::PdllBodyConditional, children),
                    ty,
                ))
            }
            ExprKind::Member(..) | ExprKind::Lambda(_) => Err(self.unknown(expr)),
            ExprKind::Call(callee, arguments) => self.call(expr, callee, arguments),
            ExprKind::Braces(name, elements) => self.braces(expr, name.as_ref(), elements),
            ExprKind::Index(list, index) => {
                let (list, index) = (self.expression(list)?, self.expression(index)?);
                let list = self.as_list(list);
                element(list, index).ok_or_else(|| self.unknown(expr))
            }
        }
    }

    /// What `elements.value_begin<T>()` points to. Bodies cannot move that iterator.
    fn first_value(&mut self, expr: &Expr) -> Checked<Option<Typed>> {
        if let ExprKind::Call(callee, arguments) = &expr.kind
            && let ExprKind::Member(object, method) = &callee.kind
            && method.path == "value_begin"
            && arguments.is_empty()
        {
            let object = self.expression(object)?;
            return Ok(self.known_method(&object, &format!("*{}", method.full()), &[]));
        }
        Ok(None)
    }

    fn unary(&mut self, expr: &Expr, sign: char, operand: &Expr) -> Checked<Typed> {
        if sign == '!' {
            let node = Node::new(Kind::PdllBodyNot, vec![self.condition(operand)?]);
            return Ok(Typed::new(node, Ty::Boolean));
        }
        if sign == '*'
            && let Some(list) = iterated(operand)
        {
            let list = self.expression(list)?;
            return element(self.as_list(list), number(0, "")).ok_or_else(|| self.unknown(expr));
        }
        if sign == '*'
            && let Some(value) = self.first_value(operand)?
        {
            return Ok(value);
        }
        let typed = self.expression(operand)?;
        let known = match (sign, typed.ty.clone()) {
            ('*', Ty::Optional(inner)) => Some(typed.wrapped(Kind::PdllBodyUnwrap, *inner)),
            // An operation by reference.
            ('*', Ty::Operation(_) | Ty::Place(_)) => Some(typed),
            ('-', Ty::Integer(_) | Ty::Boolean) => arithmetic("-", number(0, ""), typed),
            // Unlike the difference from zero, this changes the sign of zero.
            ('-', Ty::Real | Ty::Single) => {
                arithmetic("*", real(-1.0, typed.ty == Ty::Single), typed)
            }
            ('~', Ty::Integer(_)) => arithmetic("^", number(-1, ""), typed),
            ('-', Ty::BigInteger | Ty::BigReal) => call_operator("operator-", vec![typed]),
            ('~', Ty::BigInteger) => call_operator("operator~", vec![typed]),
            _ => None,
        };
        known.ok_or_else(|| self.unknown(expr))
    }
}

/// A floating-point constant.
fn real(value: f64, is_single: bool) -> Typed {
    let mut node = Node::new(Kind::PdllBodyReal, Vec::new());
    if is_single {
        node.real = f64::from(value as f32);
        return Typed::new(node, Ty::Single);
    }
    node.real = value;
    Typed::new(node, Ty::Real)
}

/// The list whose first element `list.begin()` points to.
fn iterated(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Call(callee, arguments) = &expr.kind else {
        return None;
    };
    match (&callee.kind, &arguments[..]) {
        (ExprKind::Member(list, method), []) if method.path.ends_with("begin") => {
            (method.arguments.is_empty()).then_some(list)
        }
        _ => None,
    }
}

/// An integer constant, of the type that its suffix and size ask for.
fn number(value: i64, suffix: &str) -> Typed {
    let is_signed = !suffix.contains('u');
    let fits = if is_signed {
        i32::try_from(value).is_ok()
    } else {
        u32::try_from(value).is_ok()
    };
    let bits = if fits && !suffix.contains('l') {
        32
    } else {
        64
    };
    let mut node = Node::new(Kind::PdllBodyInteger, Vec::new());
    node.number = value;
    Typed::new(node, Ty::Integer(Width { bits, is_signed }))
}

/// A constant of the shim: a function without parameters.
fn constant(name: &str) -> Option<Typed> {
    let is_qualified = name.contains("::");
    let function = functions::find(name)
        .iter()
        .find(|one| is_qualified && one.parameters.is_empty())?;
    let is_value = matches!(function.result, Ty::Enum(_) | Ty::Integer(_));
    let mut node = Node::new(Kind::PdllBodyCall, Vec::new());
    node.index = function.index;
    is_value.then(|| Typed::new(node, function.result.clone()))
}

fn comparison(sign: &str) -> Option<Comparison> {
    Some(match sign {
        "==" => Comparison::PdllEqual,
        "!=" => Comparison::PdllNotEqual,
        "<" => Comparison::PdllLess,
        "<=" => Comparison::PdllLessOrEqual,
        ">" => Comparison::PdllGreater,
        ">=" => Comparison::PdllGreaterOrEqual,
        _ => return None,
    })
}

fn compare(comparison: Comparison, sign: &str, left: Typed, right: Typed) -> Option<Typed> {
    let is_equality = matches!(sign, "==" | "!=");
    if left.ty == Ty::BigInteger || right.ty == Ty::BigInteger {
        let (left, right) = if right.ty == Ty::BigInteger && left.ty != Ty::BigInteger {
            (right, left)
        } else {
            (left, right)
        };
        return is_equality
            .then(|| call_operator(&format!("operator{sign}"), vec![left, right]))
            .flatten();
    }
    if left.ty == Ty::BigReal {
        return call_operator(&format!("operator{sign}"), vec![left, right]);
    }
    if let Ty::Optional(inner) = &left.ty {
        return compare_optional(comparison, sign, left.clone(), (**inner).clone(), right);
    }
    let (left, right, ty) = unified(left, right)?;
    let is_ordered = matches!(ty, Ty::Integer(_) | Ty::Real | Ty::Single | Ty::Enum(_));
    let is_comparable = !matches!(
        ty,
        Ty::Optional(_) | Ty::BigReal | Ty::Outcome | Ty::Nothing | Ty::Builder | Ty::Null
    ) && !matches!(ty, Ty::Context | Ty::Braces(_));
    if !is_comparable || !(is_equality || is_ordered) {
        return None;
    }
    let mut node = Node::new(Kind::PdllBodyCompare, vec![left, right]);
    node.comparison = comparison;
    if let Ty::Integer(width) = ty {
        node.integer = width.raw();
    }
    Some(Typed::new(node, Ty::Boolean))
}

/// What may be missing, with a value: what is missing equals no value.
fn compare_optional(
    comparison: Comparison,
    sign: &str,
    left: Typed,
    inner: Ty,
    right: Typed,
) -> Option<Typed> {
    if matches!(right.ty, Ty::Optional(_)) || !matches!(sign, "==" | "!=") {
        return None;
    }
    let is_present = left.clone().into_condition()?;
    let value = left.wrapped(Kind::PdllBodyUnwrap, inner);
    let equal = compare(comparison, sign, value, right)?;
    let (kind, first) = match sign {
        "==" => (Kind::PdllBodyAnd, is_present),
        _ => {
            let missing = Node::new(Kind::PdllBodyNot, vec![is_present]);
            (Kind::PdllBodyOr, missing)
        }
    };
    Some(Typed::new(
        Node::new(kind, vec![first, equal.node]),
        Ty::Boolean,
    ))
}

fn arithmetic(sign: &str, left: Typed, right: Typed) -> Option<Typed> {
    if left.ty == Ty::BigInteger {
        return call_operator(&format!("operator{sign}"), vec![left, right]);
    }
    let operation = match sign {
        "+" => Operator::PdllBodyAdd,
        "-" => Operator::PdllBodySubtract,
        "*" => Operator::PdllBodyMultiply,
        "/" => Operator::PdllBodyDivide,
        "%" => Operator::PdllBodyRemainder,
        "&" => Operator::PdllBodyBitAnd,
        "|" => Operator::PdllBodyBitOr,
        "^" => Operator::PdllBodyBitXor,
        "<<" => Operator::PdllBodyShiftLeft,
        ">>" => Operator::PdllBodyShiftRight,
        _ => return None,
    };
    let as_number = |typed: Typed| match typed.ty {
        Ty::Boolean => {
            let ty = Ty::Integer(INT);
            let (node, _) = typed.converted(&ty)?;
            Some(Typed::new(node, ty))
        }
        _ => Some(typed),
    };
    let (left, right, ty) = match sign {
        "<<" | ">>" => shifted(as_number(left)?, as_number(right)?)?,
        _ => unified(as_number(left)?, as_number(right)?)?,
    };
    let is_known = match ty {
        Ty::Integer(_) => true,
        Ty::Real | Ty::Single => matches!(sign, "+" | "-" | "*" | "/"),
        Ty::Enum(_) => matches!(sign, "&" | "|" | "^"),
        _ => false,
    };
    let mut node = Node::new(Kind::PdllBodyArithmetic, vec![left, right]);
    node.operation = operation;
    match &ty {
        Ty::Integer(width) => node.integer = width.raw(),
        Ty::Single => node.integer.bits = 32,
        _ => {}
    }
    is_known.then(|| Typed::new(node, ty))
}

/// The operands of a shift, which has the type of the first one.
fn shifted(left: Typed, right: Typed) -> Option<(Node, Node, Ty)> {
    let Ty::Integer(width) = left.ty else {
        return None;
    };
    let ty = Ty::Integer(INT.common(width));
    let (left, _) = left.converted(&ty)?;
    let (right, _) = right.converted(&Ty::Integer(INT64))?;
    Some((left, right, ty))
}

/// Two expressions as ones of the same type.
fn unified(left: Typed, right: Typed) -> Option<(Node, Node, Ty)> {
    let ty = match (&left.ty, &right.ty) {
        (Ty::Integer(one), Ty::Integer(other)) => Ty::Integer(one.common(*other)),
        (Ty::Boolean, Ty::Boolean) => Ty::Boolean,
        (Ty::Boolean, Ty::Integer(width)) | (Ty::Integer(width), Ty::Boolean) => {
            Ty::Integer(INT.common(*width))
        }
        (Ty::Integer(_) | Ty::Single, Ty::Real) | (Ty::Real, Ty::Integer(_) | Ty::Single) => {
            Ty::Real
        }
        (Ty::Integer(_), Ty::Single) | (Ty::Single, Ty::Integer(_)) => Ty::Single,
        (Ty::Null | Ty::Braces(_), other) => other.clone(),
        (one, Ty::Null | Ty::Braces(_)) => one.clone(),
        (one, other) if left.clone().converted(other).is_some() && one != other => other.clone(),
        (Ty::Attribute(_), Ty::Attribute(_)) if right.clone().converted(&left.ty).is_none() => {
            Ty::Attribute("Attribute".into())
        }
        (Ty::Type(_), Ty::Type(_)) if right.clone().converted(&left.ty).is_none() => {
            Ty::Type("Type".into())
        }
        (one, _) => one.clone(),
    };
    let (left, _) = left.converted(&ty)?;
    let (right, _) = right.converted(&ty)?;
    Some((left, right, ty))
}

fn element(list: Typed, index: Typed) -> Option<Typed> {
    if list.ty == Ty::BigInteger {
        return call_operator("operator[]", vec![list, index]);
    }
    let Ty::List(element) = list.ty else {
        return None;
    };
    let (index, _) = index.converted(&Ty::Integer(INT64))?;
    let node = Node::new(Kind::PdllBodyElement, vec![list.node, index]);
    Some(Typed::new(node, *element))
}

/// The call of the overload that needs the fewest conversions.
pub(super) fn call_operator(name: &str, arguments: Vec<Typed>) -> Option<Typed> {
    let mut best: Option<(u32, Typed)> = None;
    // These are templates, whose arguments have one type.
    let is_exact = name.starts_with("std::") && !name.ends_with('>');
    for function in functions::find(name) {
        if function.parameters.len() != arguments.len() {
            continue;
        }
        let mut total = 0;
        let converted: Option<Vec<_>> = std::iter::zip(&arguments, &function.parameters)
            .map(|(argument, parameter)| {
                let (node, cost) = argument.clone().converted(parameter)?;
                total += cost;
                Some(node)
            })
            .collect();
        let Some(converted) = converted.filter(|_| !is_exact || total == 0) else {
            continue;
        };
        if best.as_ref().is_none_or(|(cost, _)| total < *cost) {
            let mut node = Node::new(Kind::PdllBodyCall, converted);
            node.index = function.index;
            best = Some((total, Typed::new(node, function.result.clone())));
        }
    }
    best.map(|(_, typed)| typed)
}

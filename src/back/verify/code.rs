//! C++ in pattern files, evaluated for any values.
//!
//! Expressions are read as those that run without a compiler. What is not understood for
//! certain has no value.

use super::{
    attributes::{self, Attr},
    run::Run,
    types,
};
use crate::{
    back::graph::pattern::NodeId,
    code::body::{Expr, ExprKind, Name, SyntaxStatement as Statement, statements},
    front::hir::CodeSlot,
};
use melior::{
    Context,
    ir::{Type, r#type::IntegerType},
};
use pdll_verify::{
    term::{Constant, Operator, Sort, Term},
    value,
};
use rustc_hash::FxHashMap;

/// What an expression is.
#[derive(Debug, Clone)]
pub(super) enum Value<'c> {
    Truth(Term),
    /// A number of C++, in 64 bits with a sign.
    Number(Term),
    /// An `APInt`.
    Bits(Term),
    Attribute(Attr<'c>),
    Type(Type<'c>),
    /// A value of the program.
    Operand(NodeId),
    Operation(NodeId),
    /// An enumerator, by its name.
    Case(String),
    /// The uses of a value.
    Uses(NodeId),
    Null,
    Builder,
}

impl<'c> Value<'c> {
    /// What a constraint returns.
    pub(super) fn truth(self) -> Option<Term> {
        match self {
            Value::Truth(holds) => Some(holds),
            _ => None,
        }
    }

    /// Gives a node the value that a rewrite returns.
    pub(super) fn bind(self, run: &mut Run<'_, '_, 'c>, node: NodeId) -> Option<()> {
        match self {
            Value::Attribute(attr) => run.set_attr(node, attr),
            Value::Type(ty) => {
                run.set_ty(node, ty);
                Some(())
            }
            _ => None,
        }
    }
}

/// What the code of a function returns for these arguments.
pub(super) fn evaluate<'c>(
    run: &mut Run<'_, '_, 'c>,
    text: &str,
    parameters: &[CodeSlot],
    arguments: &[NodeId],
) -> Option<Value<'c>> {
    let statements = statements(text)?;
    let mut variables = FxHashMap::default();
    variables.insert("rewriter".to_owned(), Value::Builder);
    for (slot, node) in parameters.iter().zip(arguments) {
        let value = if run.values[node.index()].is_some() {
            Value::Operand(*node)
        } else if let Some(attr) = run.attr(*node) {
            Value::Attribute(attr)
        } else if let Some(ty) = run.ty(*node) {
            Value::Type(ty)
        } else {
            Value::Operation(*node)
        };
        variables.insert(slot.name.as_ref()?.to_string(), value);
    }
    Scope { run, variables }.block(&statements)
}

struct Scope<'e, 's, 'p, 'c> {
    run: &'e mut Run<'s, 'p, 'c>,
    variables: FxHashMap<String, Value<'c>>,
}

impl<'c> Scope<'_, '_, '_, 'c> {
    fn block(&mut self, statements: &[Statement]) -> Option<Value<'c>> {
        for statement in statements {
            match statement {
                Statement::Declare(_, name, value) => {
                    let value = self.expression(value)?;
                    self.variables.insert(name.clone(), value);
                }
                Statement::Return(Some(value)) => return self.expression(value),
                Statement::Block(inner) => return self.block(inner),
                _ => return None,
            }
        }
        None
    }

    fn expression(&mut self, expression: &Expr) -> Option<Value<'c>> {
        match &expression.kind {
            ExprKind::Boolean(value) => Some(Value::Truth(self.run.terms.bool(*value))),
            ExprKind::Number(number, _) => Some(self.number(*number)),
            ExprKind::Null => Some(Value::Null),
            ExprKind::Name(name) => Some(self.name(name)),
            ExprKind::Unary(sign, operand) => {
                let operand = self.expression(operand)?;
                match (sign, operand) {
                    ('!', Value::Truth(holds)) => Some(Value::Truth(self.run.terms.not(holds))),
                    ('-', Value::Number(number)) => Some(Value::Number(
                        self.run.terms.apply(Operator::Negate, &[number]),
                    )),
                    // What may be missing is taken to be there.
                    ('*', operand) => Some(operand),
                    _ => None,
                }
            }
            ExprKind::Binary(sign, left, right) => {
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                self.binary(sign, left, right)
            }
            ExprKind::Call(function, arguments) => self.call(function, arguments),
            _ => None,
        }
    }

    fn number(&mut self, number: i64) -> Value<'c> {
        Value::Number(self.run.terms.bits(64, i128::from(number) as u128))
    }

    fn name(&mut self, name: &Name) -> Value<'c> {
        match self.variables.get(&name.path) {
            Some(value) => value.clone(),
            None => Value::Case(last(&name.path).to_owned()),
        }
    }

    fn binary(&mut self, sign: &str, left: Value<'c>, right: Value<'c>) -> Option<Value<'c>> {
        let terms = &mut self.run.terms;
        let truth = match (sign, left, right) {
            ("&&", Value::Truth(left), Value::Truth(right)) => terms.and(left, right),
            ("||", Value::Truth(left), Value::Truth(right)) => terms.or(left, right),
            ("==", left, right) => self.equal(left, right)?,
            ("!=", left, right) => {
                let equal = self.equal(left, right)?;
                self.run.terms.not(equal)
            }
            ("+" | "-" | "*", Value::Number(left), Value::Number(right)) => {
                let operator = match sign {
                    "+" => Operator::Add,
                    "-" => Operator::Subtract,
                    _ => Operator::Multiply,
                };
                return Some(Value::Number(terms.apply(operator, &[left, right])));
            }
            ("<", Value::Number(left), Value::Number(right)) => {
                terms.apply(Operator::LessSigned, &[left, right])
            }
            (">", Value::Number(left), Value::Number(right)) => {
                terms.apply(Operator::LessSigned, &[right, left])
            }
            ("<=", Value::Number(left), Value::Number(right)) => {
                terms.apply(Operator::LessOrEqualSigned, &[left, right])
            }
            (">=", Value::Number(left), Value::Number(right)) => {
                terms.apply(Operator::LessOrEqualSigned, &[right, left])
            }
            _ => return None,
        };
        Some(Value::Truth(truth))
    }

    fn equal(&mut self, left: Value<'c>, right: Value<'c>) -> Option<Term> {
        let terms = &mut self.run.terms;
        Some(match (left, right) {
            (Value::Type(left), Value::Type(right)) => terms.bool(left == right),
            (Value::Number(left), Value::Number(right)) => terms.equal(left, right),
            (Value::Bits(left), Value::Bits(right)) if terms.width(left) == terms.width(right) => {
                terms.equal(left, right)
            }
            // An `APInt` has no sign when it is compared with a number.
            (Value::Bits(bits), Value::Number(number))
            | (Value::Number(number), Value::Bits(bits)) => {
                let wide = terms.resize(bits, 64, false);
                terms.equal(wide, number)
            }
            (Value::Attribute(left), Value::Attribute(right)) => {
                attributes::same(&mut self.run.terms, left, right)?
            }
            (Value::Attribute(Attr::Case(number)), Value::Case(name))
            | (Value::Case(name), Value::Attribute(Attr::Case(number))) => {
                let case = case(&name)?;
                terms.is_number(number, case)
            }
            (Value::Attribute(Attr::Unit(there)), Value::Null)
            | (Value::Null, Value::Attribute(Attr::Unit(there))) => terms.not(there),
            (Value::Null, Value::Null) => terms.bool(true),
            (Value::Null, Value::Attribute(_) | Value::Operand(_) | Value::Type(_))
            | (Value::Attribute(_) | Value::Operand(_) | Value::Type(_), Value::Null) => {
                terms.bool(false)
            }
            _ => return None,
        })
    }

    fn call(&mut self, function: &Expr, arguments: &[Expr]) -> Option<Value<'c>> {
        match &function.kind {
            ExprKind::Name(name) => {
                let arguments: Option<Vec<_>> = arguments
                    .iter()
                    .map(|argument| self.expression(argument))
                    .collect();
                self.function(name, arguments?)
            }
            ExprKind::Member(object, name) => {
                let object = self.expression(object)?;
                if let (Value::Operation(operation), "getAttrOfType" | "getAttr") =
                    (&object, &*name.path)
                    && let [
                        Expr {
                            kind: ExprKind::Text(attribute),
                            ..
                        },
                    ] = arguments
                {
                    let there = self.run.presence(*operation, attribute)?;
                    return Some(Value::Attribute(Attr::Unit(there)));
                }
                let arguments: Option<Vec<_>> = arguments
                    .iter()
                    .map(|argument| self.expression(argument))
                    .collect();
                self.method(object, &name.path, arguments?)
            }
            _ => None,
        }
    }

    fn function(&mut self, name: &Name, arguments: Vec<Value<'c>>) -> Option<Value<'c>> {
        let mut arguments = arguments.into_iter();
        let (first, second, third, fourth) = (
            arguments.next(),
            arguments.next(),
            arguments.next(),
            arguments.next(),
        );
        match (last(&name.path), first, second, third, fourth) {
            ("success", Some(value @ Value::Truth(_)), None, ..) => Some(value),
            ("success", None, ..) => Some(Value::Truth(self.run.terms.bool(true))),
            ("failure", Some(Value::Truth(holds)), None, ..) => {
                Some(Value::Truth(self.run.terms.not(holds)))
            }
            ("failure", None, ..) => Some(Value::Truth(self.run.terms.bool(false))),
            // Only numbers have a value here, so there is one.
            ("succeeded", Some(value), None, ..) => match value {
                Value::Truth(_) => Some(value),
                _ => Some(Value::Truth(self.run.terms.bool(true))),
            },
            ("isa", Some(Value::Attribute(attr @ Attr::Number { .. })), None, ..) => {
                let is_of_class = is_of_class(attr, name);
                Some(Value::Truth(self.run.terms.bool(is_of_class)))
            }
            ("cast" | "dyn_cast", Some(Value::Attribute(attr)), None, ..) => {
                is_of_class(attr, name).then_some(Value::Attribute(attr))
            }
            (
                "getIntOrSplatIntValue",
                Some(Value::Attribute(Attr::Number { ty, bits })),
                None,
                ..,
            ) => {
                let is_float = matches!(types::known(ty, 64), value::Type::Float(_));
                (!is_float).then_some(Value::Bits(bits))
            }
            ("getScalarOrElementWidth", Some(Value::Operand(node)), None, ..) => {
                let ty = types::known(self.run.ty(node)?, self.run.index_width);
                match ty {
                    value::Type::Integer(width) => Some(self.number(i64::from(width))),
                    value::Type::Float(format) => Some(self.number(i64::from(format.width()))),
                    // `index` has no width there.
                    value::Type::Index(_) => Some(self.number(-1)),
                    value::Type::Opaque => None,
                }
            }
            (
                "addIntegerAttrs" | "subIntegerAttrs" | "mulIntegerAttrs",
                Some(Value::Builder),
                Some(Value::Operand(result)),
                Some(Value::Attribute(left)),
                Some(Value::Attribute(right)),
            ) => self.wrapping(last(&name.path), result, left, right),
            (
                "mergeOverflowFlags",
                Some(Value::Attribute(left)),
                Some(Value::Attribute(right)),
                None,
                _,
            ) => {
                let (Attr::Case(left), Attr::Case(right)) = (left, right) else {
                    return None;
                };
                let both = self.run.terms.apply(Operator::BitAnd, &[left, right]);
                Some(Value::Attribute(Attr::Case(both)))
            }
            ("invertPredicate", Some(Value::Attribute(Attr::Case(number))), None, ..) => {
                let inverse: [u128; 10] = [1, 0, 5, 4, 3, 2, 9, 8, 7, 6];
                let width = self.run.terms.width(number);
                let mut inverted = self.run.terms.bits(width, 0);
                for (from, to) in inverse.into_iter().enumerate() {
                    let is_this = self.run.terms.is_number(number, from as u128);
                    let to = self.run.terms.bits(width, to);
                    inverted = self.run.terms.if_else(is_this, to, inverted);
                }
                Some(Value::Attribute(Attr::Case(inverted)))
            }
            ("get", Some(_), Some(Value::Case(case_name)), None, _) => {
                self.enumerator(&name.path, &case_name)
            }
            _ => None,
        }
    }

    /// Arithmetic of two numbers that wraps at the type of a value.
    fn wrapping(
        &mut self,
        name: &str,
        result: NodeId,
        left: Attr<'c>,
        right: Attr<'c>,
    ) -> Option<Value<'c>> {
        let ty = self.run.ty(result)?;
        let (Attr::Number { bits: left, .. }, Attr::Number { bits: right, .. }) = (left, right)
        else {
            return None;
        };
        let Sort::Bits(width) = attributes::sort(ty) else {
            return None;
        };
        let terms = &mut self.run.terms;
        if terms.width(left) != width || terms.width(right) != width {
            return None;
        }
        let operator = match name {
            "addIntegerAttrs" => Operator::Add,
            "subIntegerAttrs" => Operator::Subtract,
            _ => Operator::Multiply,
        };
        let bits = terms.apply(operator, &[left, right]);
        Some(Value::Attribute(Attr::Number { ty, bits }))
    }

    /// `SomeAttr::get(context, Enum::case)`.
    fn enumerator(&mut self, class: &str, name: &str) -> Option<Value<'c>> {
        let class = class.strip_suffix("::get")?;
        let (number, width) = match last(class) {
            "IntegerOverflowFlagsAttr" => (flags(name, &["nsw", "nuw"])?, 2),
            "CmpIPredicateAttr" => (case(name)?, 4),
            "FastMathFlagsAttr" => {
                let all = ["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"];
                (flags(name, &all)?, 7)
            }
            _ => return None,
        };
        let number = self.run.terms.bits(width, number);
        Some(Value::Attribute(Attr::Case(number)))
    }

    fn method(
        &mut self,
        object: Value<'c>,
        name: &str,
        arguments: Vec<Value<'c>>,
    ) -> Option<Value<'c>> {
        match (object, name, &arguments[..]) {
            (Value::Operand(node), "getType", []) => Some(Value::Type(self.run.ty(node)?)),
            (Value::Attribute(Attr::Number { ty, .. }), "getType", []) => Some(Value::Type(ty)),
            (Value::Operand(node), "getUses", []) => Some(Value::Uses(node)),
            (Value::Uses(node), "empty", []) | (Value::Operand(node), "use_empty", []) => {
                Some(Value::Truth(self.run.is_unused(node)))
            }
            (Value::Operand(_), "hasOneUse", []) => Some(Value::Truth(self.run.either())),
            (Value::Builder, "getContext", []) => Some(Value::Builder),
            (Value::Builder, "getZeroAttr", [Value::Type(ty)]) => {
                let zero = attributes::zero(self.run.subject.context, *ty)?;
                let Sort::Bits(width) = attributes::sort(*ty) else {
                    return None;
                };
                let bits = attributes::bits(&mut self.run.terms, zero, width)?;
                Some(Value::Attribute(Attr::Number { ty: *ty, bits }))
            }
            (Value::Builder, "getIntegerType", [Value::Number(width)]) => {
                let Constant::Bits { bits, .. } = self.run.terms.constant(*width)? else {
                    return None;
                };
                let width = u32::try_from(bits).ok().filter(|width| *width <= 64)?;
                Some(Value::Type(
                    IntegerType::new(self.run.subject.context, width).into(),
                ))
            }
            (Value::Builder, name, []) => {
                type_of_builder(self.run.subject.context, name).map(Value::Type)
            }
            (Value::Attribute(attr @ Attr::Case(_)), "getValue", []) => {
                Some(Value::Attribute(attr))
            }
            (Value::Attribute(Attr::Number { ty, bits }), "getValue", [])
                if !matches!(types::known(ty, 64), value::Type::Float(_)) =>
            {
                Some(Value::Bits(bits))
            }
            (Value::Attribute(Attr::Number { ty, bits }), "getInt", [])
                if !matches!(types::known(ty, 64), value::Type::Float(_)) =>
            {
                Some(Value::Number(self.run.terms.resize(bits, 64, true)))
            }
            (Value::Bits(bits), "isAllOnes", []) => {
                Some(Value::Truth(self.run.terms.is_number(bits, u128::MAX)))
            }
            (Value::Bits(bits), "isZero", []) => {
                Some(Value::Truth(self.run.terms.is_number(bits, 0)))
            }
            (Value::Bits(bits), "isOne", []) => {
                Some(Value::Truth(self.run.terms.is_number(bits, 1)))
            }
            (Value::Bits(bits), "isNegative", []) => {
                Some(Value::Truth(self.run.terms.is_negative(bits)))
            }
            (Value::Bits(bits), "isStrictlyPositive", []) => {
                let width = self.run.terms.width(bits);
                let zero = self.run.terms.bits(width, 0);
                let holds = self.run.terms.apply(Operator::LessSigned, &[zero, bits]);
                Some(Value::Truth(holds))
            }
            _ => None,
        }
    }
}

/// The type that a function of a builder returns.
fn type_of_builder<'c>(context: &'c Context, function: &str) -> Option<Type<'c>> {
    let integer = |width| IntegerType::new(context, width).into();
    Some(match function {
        "getI1Type" => integer(1),
        "getI8Type" => integer(8),
        "getI16Type" => integer(16),
        "getI32Type" => integer(32),
        "getI64Type" => integer(64),
        "getIndexType" => Type::index(context),
        "getF16Type" => Type::float16(context),
        "getBF16Type" => Type::bfloat16(context),
        "getF32Type" => Type::float32(context),
        "getF64Type" => Type::float64(context),
        _ => return None,
    })
}

/// Whether an attribute certainly has the class of a cast.
fn is_of_class(attr: Attr<'_>, name: &Name) -> bool {
    let class = name.arguments.first().map(|class| last(class));
    match (attr, class) {
        (_, Some("Attribute" | "TypedAttr")) => true,
        (Attr::Number { ty, .. }, class) => {
            let is_float = matches!(types::known(ty, 64), value::Type::Float(_));
            class == Some(if is_float { "FloatAttr" } else { "IntegerAttr" })
        }
        _ => false,
    }
}

/// The last part of a qualified name.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// The number of a predicate of integers.
fn case(name: &str) -> Option<u128> {
    let names = [
        "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
    ];
    names
        .iter()
        .position(|own| *own == name)
        .map(|index| index as u128)
}

fn flags(name: &str, names: &[&str]) -> Option<u128> {
    match name {
        "none" => Some(0),
        _ => names
            .iter()
            .position(|own| *own == name)
            .map(|index| 1 << index),
    }
}

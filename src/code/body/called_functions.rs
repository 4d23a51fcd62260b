//! Calls of functions and methods.

use super::{
    convert::{Typed, null},
    list,
    operators::call_operator,
    syntax::{Expr, ExprKind, Name},
    types::Ty,
    typing::{Checked, Checker},
};
use crate::{
    front::hir::Type,
    mlir::ffi::body::{CastMode, EntityKind, Kind, Node, QuestionKind, find_question},
};

impl Checker<'_> {
    pub(super) fn call(
        &mut self,
        expr: &Expr,
        callee: &Expr,
        arguments: &[Expr],
    ) -> Checked<Typed> {
        match &callee.kind {
            ExprKind::Lambda(lambda) => {
                let arguments = self.all(arguments)?;
                self.call_lambda(expr, lambda, arguments)
            }
            ExprKind::Member(object, method) => self.method(expr, object, method, arguments),
            ExprKind::Name(name) => self.function(expr, name, arguments),
            _ => Err(self.unknown(expr)),
        }
    }

    fn all(&mut self, list: &[Expr]) -> Checked<Vec<Typed>> {
        list.iter().map(|one| self.expression(one)).collect()
    }

    //===- Methods ----------------------------------------------------------===//

    fn method(
        &mut self,
        expr: &Expr,
        object: &Expr,
        method: &Name,
        arguments: &[Expr],
    ) -> Checked<Typed> {
        if arguments.is_empty() && is_member_cast(&method.path) {
            return self.function(expr, method, std::slice::from_ref(object));
        }
        let mut object = self.object(object)?;
        if let Ty::Optional(inner) = &object.ty {
            let inner = (**inner).clone();
            match (&*method.path, arguments) {
                ("has_value", []) => {
                    return Ok(object.wrapped(Kind::PdllBodyIsPresent, Ty::Boolean));
                }
                ("value", []) => return Ok(object.wrapped(Kind::PdllBodyUnwrap, inner)),
                _ => object = object.wrapped(Kind::PdllBodyUnwrap, inner),
            }
        }
        if method.path == "getContext" && arguments.is_empty() {
            return Ok(Typed::new(object.node, Ty::Context));
        }
        if let [class] = &method.arguments[..]
            && let Some(cast) = self.method_with_class(&object, &method.path, class, arguments)?
        {
            return Ok(cast);
        }
        if is_change(&method.path) && !self.can_change() {
            return Err(self.unknown(expr));
        }
        if let [class] = &method.arguments[..]
            && method.path == "create"
            && object.ty == Ty::Builder
        {
            return self.created(expr, class, arguments);
        }
        if arguments.is_empty()
            && let Some(member) = self.member(&object, method)
        {
            return Ok(member);
        }
        let arguments = self.all(arguments)?;
        let known = self.known_method(&object, &method.full(), &arguments);
        let of_list = || list::method(self.as_list(object), &method.path, &arguments);
        known.or_else(of_list).ok_or_else(|| self.unknown(expr))
    }

    /// The object of a method, which may be the builder.
    fn object(&mut self, object: &Expr) -> Checked<Typed> {
        if let ExprKind::Name(name) = &object.kind
            && name.path == "rewriter"
            && self.variable("rewriter").is_none()
        {
            let node = Node::new(Kind::PdllBodyList, Vec::new());
            return Ok(Typed::new(node, Ty::Builder));
        }
        self.expression(object)
    }

    pub(super) fn known_method(
        &self,
        object: &Typed,
        method: &str,
        arguments: &[Typed],
    ) -> Option<Typed> {
        let own = if object.ty == Ty::Builder {
            None
        } else {
            Some(object.clone())
        };
        let arguments: Vec<_> = own.into_iter().chain(with_values(arguments)).collect();
        let classes = object.ty.classes();
        classes
            .iter()
            .find_map(|class| call_operator(&format!("{class}.{method}"), arguments.clone()))
    }

    /// The elements of an attribute that is a list, or the expression itself.
    pub(super) fn as_list(&self, typed: Typed) -> Typed {
        typed.clone().elements().unwrap_or(typed)
    }

    /// `value.getDefiningOp<Class>()` or `op->getAttrOfType<Class>(name)`.
    fn method_with_class(
        &mut self,
        object: &Typed,
        method: &str,
        class: &str,
        arguments: &[Expr],
    ) -> Checked<Option<Typed>> {
        let plain = match method {
            "hasTrait" if arguments.is_empty() && !class.contains('<') => {
                let trait_name = class.strip_prefix("OpTrait::").unwrap_or(class);
                return Ok(self.known_method(object, method, &[Typed::text(trait_name)]));
            }
            "getDefiningOp" => "getDefiningOp",
            "getAttrOfType" => "getAttr",
            _ => return Ok(None),
        };
        let arguments = self.all(arguments)?;
        let Some(entity) = self.known_method(object, plain, &arguments) else {
            return Ok(None);
        };
        Ok(self.cast(entity, class, CastMode::PdllBodyCastDynamic))
    }

    //===- Functions --------------------------------------------------------===//

    fn function(&mut self, expr: &Expr, name: &Name, arguments: &[Expr]) -> Checked<Typed> {
        if let Some(special) = self.special(expr, name, arguments)? {
            return Ok(special);
        }
        if let Some(class) = name.path.strip_suffix("::create")
            && let [_, arguments @ ..] = arguments
        {
            return self.created(expr, class, arguments);
        }
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.object(argument)?);
        }
        if let Some(class) = name.path.strip_suffix("::get")
            && let Some(attribute) = self.attribute_of_case(class, &values)
        {
            return Ok(attribute);
        }
        let values: Vec<_> = with_values(&values).collect();
        let known = call_operator(&name.full(), values.clone())
            .or_else(|| call_operator(&self.helper(&name.full()), values.clone()));
        if let Some(known) = known {
            return Ok(known);
        }
        // A constructor, or a conversion.
        let ty = self.class(name).ok_or_else(|| self.unknown(expr))?;
        let node = match &values[..] {
            [] if matches!(ty, Ty::List(_)) => Some(Node::new(Kind::PdllBodyList, Vec::new())),
            [] => null(&ty),
            [_, _] if matches!(ty, Ty::List(_)) => list::repeated(&ty, values),
            [_] => {
                let [value] = <[Typed; 1]>::try_from(values).expect("it is one");
                value.converted(&ty).map(|(node, _)| node)
            }
            _ => None,
        };
        let node = node.ok_or_else(|| self.unknown(expr))?;
        Ok(Typed::new(node, ty))
    }

    /// A function that is no function of the shim.
    fn special(&mut self, expr: &Expr, name: &Name, arguments: &[Expr]) -> Checked<Option<Typed>> {
        let function = name.path.strip_prefix("std::").unwrap_or(&name.path);
        Ok(Some(match (function, arguments) {
            ("isa" | "isa_and_nonnull" | "isa_and_present", [entity]) => {
                let entity = self.expression(entity)?;
                self.isa(entity, &name.arguments)
                    .ok_or_else(|| self.unknown(expr))?
            }
            ("success" | "failure", []) => {
                let mut node = Node::new(Kind::PdllBodyBoolean, Vec::new());
                node.number = i64::from(function == "success");
                Typed::new(node, Ty::Outcome)
            }
            ("success", [condition]) => Typed::new(self.condition(condition)?, Ty::Outcome),
            ("failure", [condition]) => {
                let node = self.condition(condition)?;
                Typed::new(Node::new(Kind::PdllBodyNot, vec![node]), Ty::Outcome)
            }
            ("succeeded" | "failed", [outcome]) => self.outcome(expr, function, outcome)?,
            ("all_of", [list, lambda]) => Typed::new(
                self.quantified(Kind::PdllBodyAllOf, list, lambda)?,
                Ty::Boolean,
            ),
            ("any_of", [list, lambda]) => Typed::new(
                self.quantified(Kind::PdllBodyAnyOf, list, lambda)?,
                Ty::Boolean,
            ),
            ("none_of", [list, lambda]) => {
                let any = self.quantified(Kind::PdllBodyAnyOf, list, lambda)?;
                Typed::new(Node::new(Kind::PdllBodyNot, vec![any]), Ty::Boolean)
            }
            ("map_to_vector", [list, lambda]) => self.mapped(list, lambda)?,
            ("matchPattern", [subject, matcher]) => {
                let subject = self.expression(subject)?;
                self.matched(&subject, matcher)?
            }
            ("static_cast", [value]) => {
                let ty = name.arguments.first().and_then(|class| Ty::named(class));
                let ty = ty.ok_or_else(|| self.unknown(expr))?;
                let typed = self.expression(value)?;
                Typed::new(self.convert(expr, typed, &ty)?, ty)
            }
            ("Builder", [_]) => Typed::new(Node::new(Kind::PdllBodyList, Vec::new()), Ty::Builder),
            ("TypeRange" | "ValueRange", []) => self.braces(expr, Some(name), &[])?,
            ("SmallVector" | "ArrayRef" | "to_vector", [list]) if name.arguments.len() != 1 => {
                self.same_list(list)?
            }
            (function, [value]) if function.starts_with("pdll::as_") => {
                let typed = self.expression(value)?;
                as_entity(function, typed).ok_or_else(|| self.unknown(expr))?
            }
            (function, [entity]) => match (cast_mode(function), &name.arguments[..]) {
                (Some(mode), [class]) => {
                    let entity = self.expression(entity)?;
                    self.cast(entity, class, mode)
                        .ok_or_else(|| self.unknown(expr))?
                }
                _ => return self.list_function(name, arguments),
            },
            _ => return self.list_function(name, arguments),
        }))
    }

    /// A function of a list.
    fn list_function(&mut self, name: &Name, arguments: &[Expr]) -> Checked<Option<Typed>> {
        if !list::is_function(&name.path) {
            return Ok(None);
        }
        let mut values = self.all(arguments)?;
        if let ("llvm::seq", [class]) = (&*name.path, &name.arguments[..])
            && let Some(ty) = Ty::named(class)
        {
            let typed = values.into_iter().map(|value| {
                let (node, _) = value.converted(&ty)?;
                Some(Typed::new(node, ty.clone()))
            });
            let Some(typed) = typed.collect() else {
                return Ok(None);
            };
            values = typed;
        }
        if let Some(first) = values.first_mut() {
            *first = self.as_list(first.clone());
        }
        Ok(list::function(&name.path, values))
    }

    /// A list, from one or from elements in braces that have one type.
    fn same_list(&mut self, list: &Expr) -> Checked<Typed> {
        let typed = self.expression(list)?;
        let typed = self.as_list(typed);
        let ty = match &typed.ty {
            Ty::List(_) => return Ok(typed),
            Ty::Braces(types) if types.windows(2).all(|pair| pair[0] == pair[1]) => {
                types.first().cloned()
            }
            // A list of one number.
            Ty::Integer(_) | Ty::Single | Ty::Real | Ty::Boolean => Some(typed.ty.clone()),
            _ => None,
        };
        let ty = Ty::List(Box::new(ty.ok_or_else(|| self.unknown(list))?));
        let node = self.convert(list, typed, &ty)?;
        Ok(Typed::new(node, ty))
    }

    fn outcome(&mut self, expr: &Expr, function: &str, argument: &Expr) -> Checked<Typed> {
        let typed = self.expression(argument)?;
        let node = match typed.ty {
            Ty::Outcome => typed.node,
            Ty::Optional(_) => typed.wrapped(Kind::PdllBodyIsPresent, Ty::Boolean).node,
            _ => return Err(self.unknown(expr)),
        };
        Ok(match function {
            "failed" => Typed::new(Node::new(Kind::PdllBodyNot, vec![node]), Ty::Boolean),
            _ => Typed::new(node, Ty::Boolean),
        })
    }

    pub(super) fn braces(
        &mut self,
        expr: &Expr,
        name: Option<&Name>,
        elements: &[Expr],
    ) -> Checked<Typed> {
        let elements = self.all(elements)?;
        let types = elements.iter().map(|one| one.ty.clone()).collect();
        let nodes = elements.into_iter().map(|one| one.node).collect();
        let list = Typed::new(Node::new(Kind::PdllBodyList, nodes), Ty::Braces(types));
        let Some(name) = name else {
            return Ok(list);
        };
        let ty = self.class(name).ok_or_else(|| self.unknown(expr))?;
        let node = self.convert(expr, list, &ty)?;
        Ok(Typed::new(node, ty))
    }

    //===- Classes ----------------------------------------------------------===//

    fn isa(&self, entity: Typed, classes: &[String]) -> Option<Typed> {
        let checks = classes.iter().map(|class| {
            if matches!(entity.ty, Ty::Value | Ty::BlockArgument) {
                return self.is_value(&entity, class);
            }
            let mut node = self.class_check(Kind::PdllBodyIsClass, &entity, class)?;
            node.cast = CastMode::PdllBodyCastChecked;
            Some(node)
        });
        let checks: Option<Vec<_>> = checks.collect();
        let any = checks?
            .into_iter()
            .reduce(|one, other| Node::new(Kind::PdllBodyOr, vec![one, other]))?;
        Some(Typed::new(any, Ty::Boolean))
    }

    fn cast(&self, entity: Typed, class: &str, mode: CastMode) -> Option<Typed> {
        if entity.ty == Ty::Value {
            let is_of = self.is_value(&entity, class)?;
            let children = vec![is_of, entity.node, null(&Ty::Value)?];
            let cast = Node::new(Kind::PdllBodyConditional, children);
            let ty = Ty::named(class).unwrap_or(Ty::Value);
            let cast = Typed::new(cast, ty.clone());
            return Some(match mode {
                CastMode::PdllBodyCastDynamic => cast,
                _ => cast.wrapped(Kind::PdllBodyUnwrap, ty),
            });
        }
        let Some(mut node) = self.class_check(Kind::PdllBodyCast, &entity, class) else {
            // `cast` says that it is one, also where no MLIR has the class.
            let is_certain = mode == CastMode::PdllBodyCastChecked
                && matches!(entity.ty, Ty::Attribute(_))
                && self.holds_cases(class);
            return is_certain.then(|| Typed::new(entity.node, Ty::Attribute(class.into())));
        };
        node.cast = mode;
        let class = class.into();
        let ty = match entity.ty {
            Ty::Attribute(_) => Ty::Attribute(class),
            Ty::Type(_) => Ty::Type(class),
            Ty::Operation(_) => Ty::Operation(class),
            _ => return None,
        };
        Some(Typed::new(node, ty))
    }

    /// Whether a value is of a class of values, or `TypedValue` of a class of types.
    fn is_value(&self, value: &Typed, class: &str) -> Option<Node> {
        let of_type = class.strip_prefix("TypedValue<");
        let Some(class) = of_type.and_then(|class| class.strip_suffix('>')) else {
            let function = format!("isa<{class}>");
            return call_operator(&function, vec![value.clone()]).map(|typed| typed.node);
        };
        let ty = call_operator("Value.getType", vec![value.clone()])?;
        let mut node = self.class_check(Kind::PdllBodyIsClass, &ty, class)?;
        node.cast = CastMode::PdllBodyCastChecked;
        Some(node)
    }

    /// A part that asks whether an entity is of a class.
    pub(super) fn class_check(&self, kind: Kind, entity: &Typed, class: &str) -> Option<Node> {
        let mut node = Node::new(kind, vec![entity.node.clone()]);
        node.entity_kind = entity.ty.entity_kind()?;
        if node.entity_kind == EntityKind::PdllOperation
            && let Some(known) = self.classes.operations.get(class)
        {
            node.text = format!(" {} ", known.name);
            return Some(node);
        }
        node.text = format!("isa<{class}>($_self)");
        let question = find_question(node.entity_kind, &node.text);
        (question == QuestionKind::PdllQuestionOfTruth).then_some(node)
    }
}

/// The arguments that the shim takes. It has the builder and the context already.
fn with_values(arguments: &[Typed]) -> impl Iterator<Item = Typed> {
    arguments
        .iter()
        .filter(|one| !matches!(one.ty, Ty::Builder | Ty::Context))
        .cloned()
}

/// Whether MLIR had a function of that name as a method, `x.cast<T>()`.
fn is_member_cast(name: &str) -> bool {
    const CASTS: [&str; 7] = [
        "cast",
        "cast_or_null",
        "cast_if_present",
        "dyn_cast",
        "dyn_cast_or_null",
        "dyn_cast_if_present",
        "isa",
    ];
    CASTS.contains(&name)
}

fn cast_mode(function: &str) -> Option<CastMode> {
    Some(match function {
        "cast" => CastMode::PdllBodyCastChecked,
        "cast_or_null" | "cast_if_present" => CastMode::PdllBodyCastCheckedIfPresent,
        "dyn_cast" | "dyn_cast_or_null" | "dyn_cast_if_present" => CastMode::PdllBodyCastDynamic,
        _ => return None,
    })
}

/// Whether a method changes operations, which constraints must not do.
fn is_change(method: &str) -> bool {
    matches!(method, "setAttr" | "removeAttr")
}

/// A conversion that the support code of pdll has.
fn as_entity(function: &str, typed: Typed) -> Option<Typed> {
    let kind = match function {
        "pdll::as_attribute" => Type::Attribute,
        "pdll::as_type" => Type::Type,
        "pdll::as_value" => Type::Value,
        "pdll::as_values" => Type::ValueRange,
        _ => return None,
    };
    let typed = match (kind, &typed.ty) {
        (Type::Value, Ty::Operation(_)) => call_operator("Operation.getResult", vec![typed])?,
        (Type::ValueRange, Ty::Operation(_)) => call_operator("Operation.getResults", vec![typed])?,
        _ => typed,
    };
    let ty = Ty::of_kind(kind);
    let (node, _) = typed.converted(&ty)?;
    Some(Typed::new(node, ty))
}

//! Parts of operations that an included definition has, as the methods of their classes
//! return them, and the cases of its enums.

use super::{
    convert::Typed,
    functions,
    operators::call_operator,
    parse,
    syntax::{ExprKind, Name, Statement},
    types::{Ty, Width},
    typing::Checker,
};
use crate::{
    code::predicates::tokens::tokenize,
    front::ods::{AttributeMember, EnumClass, ValueGroups, getter},
    mlir::ffi::body::{CastMode, Kind, Node},
};

impl Checker<'_> {
    /// What a method without arguments of a class of operations or attributes returns.
    pub(super) fn member(&self, object: &Typed, method: &Name) -> Option<Typed> {
        let is_after_arrow = method.is_after_arrow;
        let method = method.path.as_str();
        match &object.ty {
            Ty::Operation(class) if !is_after_arrow => {
                let class = self.classes.operations.get(class)?;
                for (groups, are_results) in [(&class.operands, false), (&class.results, true)] {
                    if let Some(index) = index_of(groups, method) {
                        return group(object.clone(), groups, index, are_results);
                    }
                }
                let is_called = |one: &&AttributeMember| {
                    let own = getter(&one.name);
                    method
                        .strip_prefix(&own)
                        .is_some_and(|rest| matches!(rest, "" | "Attr"))
                };
                let found = class.attributes.iter().find(is_called)?;
                self.attribute(object.clone(), found, method == getter(&found.name))
            }
            Ty::Attribute(class) => {
                let known = self.enum_of(class)?;
                let case = Typed::new(object.node.clone(), Ty::Case(known.name.clone()));
                (known.getter == method).then_some(case)
            }
            _ => None,
        }
    }

    /// The enum whose cases attributes of a class hold, unless the shim has functions for
    /// that class.
    fn enum_of(&self, class: &str) -> Option<&EnumClass> {
        let known = self.classes.enums.get(class)?;
        let is_of_shim = !functions::find(&format!("{class}.{}", known.getter)).is_empty();
        (!is_of_shim).then_some(known)
    }

    /// Whether attributes of a class hold cases of an enum that an included file defines.
    pub(super) fn holds_cases(&self, class: &str) -> bool {
        self.enum_of(class).is_some()
    }

    /// The case of an enum of that qualified name.
    pub(super) fn case(&self, path: &str) -> Option<Typed> {
        let (name, text) = self.classes.case(path)?;
        let mut node = Node::new(Kind::PdllBodyLiteral, Vec::new());
        text.clone_into(&mut node.text);
        Some(Typed::new(node, Ty::Case(name.clone())))
    }

    /// `Class::get(context, case)`.
    pub(super) fn attribute_of_case(&self, class: &str, arguments: &[Typed]) -> Option<Typed> {
        let known = self.enum_of(class)?;
        match arguments {
            [
                Typed {
                    ty: Ty::Context, ..
                },
                case,
            ] if case.ty == Ty::Case(known.name.clone()) => {
                Some(Typed::new(case.node.clone(), Ty::Attribute(class.into())))
            }
            _ => None,
        }
    }

    /// An attribute of an operation, or the value in it that its getter returns.
    fn attribute(
        &self,
        operation: Typed,
        member: &AttributeMember,
        is_value: bool,
    ) -> Option<Typed> {
        let storage = class_of(&member.storage)?;
        let arguments = vec![operation, Typed::text(&member.name)];
        let mut attribute = call_operator("Operation.getAttr", arguments)?;
        if let Some(mut cast) = self.class_check(Kind::PdllBodyCast, &attribute, &storage) {
            cast.cast = CastMode::PdllBodyCastCheckedIfPresent;
            attribute.node = cast;
        }
        attribute.ty = Ty::Attribute(storage.as_str().into());
        if !is_value {
            return Some(attribute);
        }
        let returns = class_of(&member.returns)?;
        let inner = returns.strip_prefix("std::optional<");
        let Some(inner) = inner.and_then(|inner| inner.strip_suffix('>')) else {
            return self.value(attribute, &storage, &returns);
        };
        let is_present = attribute.clone().into_condition()?;
        let value = self.value(attribute, &storage, inner)?;
        let missing = Node::new(Kind::PdllBodyMissing, Vec::new());
        let ty = Ty::Optional(Box::new(value.ty));
        let children = vec![is_present, value.node, missing];
        Some(Typed::new(
            Node::new(Kind::PdllBodyConditional, children),
            ty,
        ))
    }

    /// The value of an attribute of the class `storage` as a `returns`.
    fn value(&self, attribute: Typed, storage: &str, returns: &str) -> Option<Typed> {
        if storage == returns {
            return Some(attribute);
        }
        if storage == "UnitAttr" && returns == "bool" {
            return Some(Typed::new(attribute.into_condition()?, Ty::Boolean));
        }
        let known = self.enum_of(storage);
        if let Some(known) = known.filter(|known| known.name == returns) {
            return Some(Typed::new(attribute.node, Ty::Case(known.name.clone())));
        }
        if let Some(list) = attribute.clone().elements() {
            let is_list = returns.starts_with("ArrayRef<");
            return is_list.then_some(list);
        }
        let value = call_operator(&format!("{storage}.getValue"), vec![attribute])?;
        let ty = Ty::named(returns).unwrap_or_else(|| Ty::Enum(returns.into()));
        match (&value.ty, &ty) {
            (own, ty) if own == ty => Some(value),
            (Ty::BigInteger, Ty::Integer(Width { is_signed, .. })) => {
                let method = match is_signed {
                    true => "APInt.getSExtValue",
                    false => "APInt.getZExtValue",
                };
                let number = call_operator(method, vec![value])?;
                let (node, _) = number.converted(&ty)?;
                Some(Typed::new(node, ty))
            }
            _ => None,
        }
    }
}

/// Which group the method of that name returns.
fn index_of(groups: &ValueGroups, method: &str) -> Option<usize> {
    let is_called = |name: &str| !name.is_empty() && getter(name) == method;
    groups.names.iter().position(|name| is_called(name))
}

/// The values of a group.
fn group(operation: Typed, groups: &ValueGroups, index: usize, are_results: bool) -> Option<Typed> {
    let arity = groups.groups.chars().nth(index)?;
    let arguments = vec![
        operation,
        Typed::boolean(are_results),
        Typed::text(&groups.groups),
        Typed::text(&groups.lengths),
        Typed::integer(i64::try_from(index).ok()?),
    ];
    let name = match arity {
        '1' => "Operation single group",
        '?' => "Operation optional group",
        _ => "Operation group",
    };
    call_operator(name, arguments)
}

/// A C++ class as bodies name it: without blanks, and without namespaces in scope.
pub(super) fn class_of(text: &str) -> Option<String> {
    let declaration = format!("{text} x;");
    let tokens = tokenize(&declaration);
    match parse::statements(&tokens).ok()?.first()? {
        Statement::Default(class, _) => Some(class.full()),
        Statement::Evaluate(expr) => match &expr.kind {
            ExprKind::Name(name) => Some(name.full()),
            _ => None,
        },
        _ => None,
    }
}

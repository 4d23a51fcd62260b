//! Types of the language, and kinds of operations.

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ty {
    Value,
    Values,
    Type,
    Types,
    Attr,
    /// An operation of any kind, or of that one.
    Op(Option<&'static Kind>),
    Tuple(Vec<(Option<String>, Ty)>),
}

/// A kind of operation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// The groups of operands, if there is a definition.
    pub(super) operands: Option<&'static [Group]>,
    pub(super) results: &'static [Group],
    /// Whether the result types follow from the operands.
    pub(super) infers: bool,
}

/// Operands or results that belong together.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Empty if there is no definition.
    pub(super) name: &'static str,
    pub(super) is_range: bool,
}

const fn one(name: &'static str) -> Group {
    Group {
        name,
        is_range: false,
    }
}

const fn many(name: &'static str) -> Group {
    Group {
        name,
        is_range: true,
    }
}

const fn unknown(name: &'static str, results: &'static [Group]) -> Kind {
    Kind {
        name,
        operands: None,
        results,
        infers: false,
    }
}

const fn defined(
    name: &'static str,
    operands: &'static [Group],
    results: &'static [Group],
    infers: bool,
) -> Kind {
    Kind {
        name,
        operands: Some(operands),
        results,
        infers,
    }
}

/// Operations without a definition. What creates or matches them keeps to these
/// numbers of results.
pub(super) const UNKNOWN: &[Kind] = &[
    unknown("u.none", &[]),
    unknown("u.one", &[one("")]),
    unknown("u.two", &[one(""), one("")]),
    unknown("u.let.op", &[one("")]),
];

/// The operations of `operations.td`.
pub(super) const DEFINED: &[Kind] = &[
    defined("t.one_operand", &[one("value")], &[], false),
    defined("t.two_operands", &[one("lhs"), one("rhs")], &[], false),
    defined("t.two_results", &[], &[one("low"), one("high")], false),
    defined(
        "t.segments",
        &[many("before"), one("middle"), many("after")],
        &[],
        false,
    ),
    defined(
        "t.optional",
        &[one("first"), one("second")],
        &[one("value")],
        false,
    ),
    defined("t.variadic", &[many("values")], &[many("all")], false),
    defined(
        "t.mixed",
        &[one("first"), many("middle"), one("last")],
        &[one("one"), many("many"), one("maybe")],
        false,
    ),
    defined("t.inferred", &[one("lhs"), one("rhs")], &[one("sum")], true),
    defined("t.same_type", &[one("value")], &[one("same")], true),
    defined("t.properties", &[], &[one("value")], false),
    defined("t.nothing", &[], &[], false),
];

/// Constraints of the definitions, and what they are for.
pub(super) const IMPORTED: &[(&str, Ty)] = &[
    ("I32", Ty::Type),
    ("F32", Ty::Type),
    ("AnyInteger", Ty::Type),
    ("I32Attr", Ty::Attr),
    ("StrAttr", Ty::Attr),
    ("T_Interface", Ty::Op(None)),
];

impl Kind {
    /// Whether an operation stands for its one result.
    pub(super) fn is_value(&self) -> bool {
        matches!(self.results, [group] if !group.is_range)
    }
}

impl Ty {
    /// The constraint that a variable of this type has; a tuple has none.
    pub(super) fn constraint(&self) -> Option<String> {
        Some(match self {
            Ty::Value => "Value".into(),
            Ty::Values => "ValueRange".into(),
            Ty::Type => "Type".into(),
            Ty::Types => "TypeRange".into(),
            Ty::Attr => "Attr".into(),
            Ty::Op(None) => "Op".into(),
            Ty::Op(Some(kind)) => format!("Op<{}>", kind.name),
            Ty::Tuple(_) => return None,
        })
    }

    /// What `.` gives of an expression of this type, at any depth. The empty
    /// text stands for the whole.
    pub(super) fn members(&self) -> Vec<(String, Ty)> {
        let mut members = vec![(String::new(), self.clone())];
        let mut add = |member: &str, ty: &Ty| {
            let inner = ty.members().into_iter();
            members.extend(inner.map(|(rest, ty)| (format!(".{member}{rest}"), ty)));
        };
        match self {
            Ty::Tuple(elements) => {
                for (index, (label, ty)) in elements.iter().enumerate() {
                    add(&index.to_string(), ty);
                    if let Some(label) = label {
                        add(label, ty);
                    }
                }
            }
            Ty::Op(Some(kind)) => {
                for (index, group) in kind.results.iter().enumerate() {
                    let ty = if group.is_range {
                        Ty::Values
                    } else {
                        Ty::Value
                    };
                    add(&index.to_string(), &ty);
                    if !group.name.is_empty() {
                        add(group.name, &ty);
                    }
                }
            }
            _ => {}
        }
        members
    }
}

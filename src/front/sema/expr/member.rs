//! `base.member`: elements of tuples, results and operands of operations.
//!
//! If the definition of an operation is known, a member is a group of results or
//! operands, by name or, for results, by index. If the results are one variadic group,
//! an index other than 0 is that of a single result. Otherwise it is a single result,
//! by index. `results` and `operands` stand for all of them, unless a group has
//! that name.

use super::{Element, Single, Ty, Value};
use crate::{
    base::diagnostic::{Diagnostic, closest, count},
    base::source::Span,
    hir::{NodeId, NodeKind, builder::DraftKind},
    ods::{Arity, Group, Operation},
    portable::Extension,
    sema::{
        decl::{Body, Section},
        index::EntityKind,
        operation::show,
    },
    syntax::ast::{Expr, Ident},
};
use smol_str::SmolStr;

/// The greatest index that an attribute of type `i32` holds.
const MAX_RESULT_INDEX: u32 = i32::MAX as u32;

impl Body<'_, '_> {
    pub(in crate::sema) fn member(&mut self, base: &Expr, member: &Ident) -> Option<Value> {
        match self.expr(base)? {
            Value::Tuple(elements) => self.element(elements, member),
            Value::Nothing(callee) => {
                self.nothing(&callee, "a value", base.span);
                None
            }
            Value::Single(single) => match &single.ty {
                Ty::Operation(name) => {
                    let ods = self.sema.ods;
                    let known = name.as_deref().and_then(|name| ods.operation(name));
                    let kind = match known {
                        Some(known) => self.group_member(&single, known, member)?,
                        None => self.plain_member(&single, name.as_ref(), member)?,
                    };
                    let ty = Ty::of(kind.ty()?);
                    let node = self.builder.push(kind, base.span);
                    if is_index(member) && known.is_some_and(|known| known.results.len() == 1) {
                        self.frame.first_groups.insert(node);
                    }
                    Some(Single { node, ty }.into())
                }
                other => {
                    let message = format!("`{other}` has no members");
                    let mut diagnostic = Diagnostic::error(member.span, message);
                    if let Some(help) = instead_of_member(other, member, self.frame.section) {
                        diagnostic = diagnostic.help(help);
                    }
                    self.sema.report(diagnostic);
                    None
                }
            },
        }
    }

    /// An element of a tuple.
    fn element(&mut self, elements: Vec<Element>, member: &Ident) -> Option<Value> {
        let index = if is_index(member) {
            member.text.parse().ok()
        } else {
            elements
                .iter()
                .position(|element| element.name.as_ref() == Some(&member.text))
        };
        let length = elements.len();
        let found = index.and_then(|index: usize| elements.get(index));
        if let Some(element) = found {
            return Some(element.value.clone().into());
        }
        let message = if is_index(member) {
            let length = count(length, "element");
            format!(
                "there is no element {}: the tuple has {length}",
                member.text
            )
        } else {
            format!("the tuple has no element `{}`", member.text)
        };
        let names = elements
            .iter()
            .filter_map(|element| element.name.as_deref());
        self.no_member(member, message, closest(&member.text, names), None);
        None
    }

    /// A member of an operation about which at most the name is known.
    fn plain_member(
        &mut self,
        base: &Single,
        name: Option<&SmolStr>,
        member: &Ident,
    ) -> Option<DraftKind> {
        let operation = base.node;
        if is_index(member) {
            return self.plain_result(operation, member);
        }
        match member.text.as_str() {
            "results" | "operands" => Some(self.all_of(base, member)),
            unknown => {
                let message = format!("unknown result `{unknown}`");
                let help = match name {
                    _ if matches!(unknown, "erase" | "replace" | "rewrite") => {
                        format!("this is a statement: write the operation after `{unknown}`")
                    }
                    Some(name) => format!(
                        "use the index of a result, as in `.0`; for names, include the `.td` file that defines `{name}`"
                    ),
                    None => "use the index of a result, as in `.0`, or write the operation's name"
                        .to_owned(),
                };
                self.sema
                    .report(Diagnostic::error(member.span, message).help(help));
                None
            }
        }
    }

    /// A result by its index.
    fn plain_result(&mut self, operation: NodeId, member: &Ident) -> Option<DraftKind> {
        let index = member.text.parse().ok();
        let Some(index) = index.filter(|index| *index <= MAX_RESULT_INDEX) else {
            let message = format!("the index is out of range, expected at most {MAX_RESULT_INDEX}");
            self.sema.error(member.span, message);
            return None;
        };
        if let Some(results) = self.builder.result_count(operation)
            && index as usize >= results
        {
            let results = count(results, "result");
            let message = format!("there is no result {index}: the operation has {results}");
            let of = self.builder.span(operation);
            self.sema
                .report(Diagnostic::error(member.span, message).note(of, "the operation is here"));
            return None;
        }
        Some(NodeKind::Result { operation, index }.into())
    }

    /// A member of an operation whose definition is known.
    fn group_member(
        &mut self,
        base: &Single,
        known: &Operation,
        member: &Ident,
    ) -> Option<DraftKind> {
        let operation = base.node;
        let result = if is_index(member) {
            let index = member.text.parse().ok();
            index.filter(|index| *index < known.results.len())
        } else {
            position(&known.results, member)
        };
        if let Some(index) = result {
            self.sema.used(member.span, known.span, EntityKind::Results);
            let number = known.results.len();
            let written = self.builder.operation(operation);
            let types = written.and_then(|written| written.result_types.as_ref());
            let is_range = known.results[index].arity == Arity::Variadic;
            if number == 1 && is_range && types.is_some_and(|types| types.len() != 1) {
                // The types are written one by one, so that each result is a group.
                return Some(NodeKind::Results { operation }.into());
            }
            let is_open = number > 1 && types.is_none_or(|types| types.len() != number);
            let kind = NodeKind::ResultGroup {
                operation,
                index: index as u32,
                is_range,
                layout: is_open.then(|| known.result_layout()),
            };
            return Some(kind.into());
        }
        if let Some(index) = position(&known.operands, member) {
            self.sema
                .used(member.span, known.span, EntityKind::Operands);
            self.sema.extended(Extension::OperandByName, member.span);
            return Some(DraftKind::OperandGroup {
                operation,
                index: Some(index as u32),
                is_range: known.operands[index].arity != Arity::Single,
            });
        }
        match member.text.as_str() {
            "results" | "operands" => Some(self.all_of(base, member)),
            _ if is_index(member) && has_one_range(known) => {
                self.sema.used(member.span, known.span, EntityKind::Results);
                self.sema.extended(Extension::FirstResult, member.span);
                self.plain_result(operation, member)
            }
            _ => {
                self.no_group(known, member);
                None
            }
        }
    }

    /// All results or operands of an operation.
    fn all_of(&mut self, base: &Single, member: &Ident) -> DraftKind {
        self.sema.extended(Extension::AllValues, member.span);
        let operation = base.node;
        match member.text.as_str() {
            "results" => NodeKind::Results { operation }.into(),
            _ => DraftKind::OperandGroup {
                operation,
                index: None,
                is_range: true,
            },
        }
    }

    fn no_group(&mut self, known: &Operation, member: &Ident) {
        let (name, of) = (&member.text, &known.name);
        if is_index(member) {
            let results = count(known.results.len(), "result");
            let message = format!("there is no result {name}: `{of}` has {results}");
            let mut diagnostic = Diagnostic::error(member.span, message)
                .note(known.span, "the operation is defined here");
            let mut groups = known.results.iter();
            if groups.any(|group| group.arity == Arity::Variadic) {
                let instead = match self.frame.section {
                    Section::Match => format!("; {GET_VALUE}"),
                    Section::Rewrite => String::new(),
                };
                let groups = show(&known.results);
                diagnostic = diagnostic.help(format!("they are {groups}{instead}"));
            }
            self.sema.report(diagnostic);
            return;
        }
        if known
            .attributes
            .iter()
            .any(|attribute| attribute.name == *name)
        {
            let message = format!("`{name}` is an attribute of `{of}`, not a result or operand");
            let help =
                format!("bind it where the operation is matched: `{{{name} = attribute: Attr}}`");
            let diagnostic = Diagnostic::error(member.span, message).help(help);
            self.sema
                .report(diagnostic.note(known.span, "the operation is defined here"));
            return;
        }
        let message = format!("`{of}` has no result or operand `{name}`");
        let groups = known.results.iter().chain(&known.operands);
        let suggestion = closest(name, groups.map(|group| group.name.as_str()));
        self.no_member(member, message, suggestion, Some(known.span));
    }

    fn no_member(
        &mut self,
        member: &Ident,
        message: String,
        suggestion: Option<&str>,
        definition: Option<Span>,
    ) {
        let mut diagnostic = Diagnostic::error(member.span, message);
        if let Some(definition) = definition {
            diagnostic = diagnostic.note(definition, "the operation is defined here");
        }
        self.sema
            .report(diagnostic.did_you_mean(member.span, suggestion));
    }
}

/// Which functions to call in the match section.
const GET_VALUE: &str = "functions such as `GetValue` of `pdll/std.pdll` return elements of ranges";

/// How to get at what a member of an entity was meant to be.
fn instead_of_member(of: &Ty, member: &Ident, section: Section) -> Option<&'static str> {
    Some(match (of, member.text.as_str()) {
        (Ty::Value, "type" | "getType") => {
            "the type of a value is bound where the value is matched: `x: Value<t: Type>`"
        }
        (Ty::Value, "op" | "defining" | "definingOp" | "getDefiningOp") => {
            "the operation that defines a value is matched in its place: `op<t.a>(op<t.b>)`"
        }
        (Ty::Value, _) if is_index(member) => "a `Value` is one value",
        (Ty::ValueRange | Ty::TypeRange, _) if is_index(member) && section == Section::Match => {
            GET_VALUE
        }
        _ => return None,
    })
}

/// Whether the results are one group that may have any number of them.
fn has_one_range(known: &Operation) -> bool {
    matches!(&known.results[..], [group] if group.arity == Arity::Variadic)
}

fn is_index(member: &Ident) -> bool {
    member.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The group of that name. An index never matches.
fn position(groups: &[Group], member: &Ident) -> Option<usize> {
    groups.iter().position(|group| group.name == member.text)
}

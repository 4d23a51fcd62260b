//! What the variables of a rule are bound to.

use super::{
    super::{
        Analysis,
        entity::Entity,
        hover::{constrained, group_type},
    },
    Document,
    hover::demand,
};
use crate::{
    base::source::Span,
    front::ods::{
        Arity, Operation,
        rules::{
            Argument, ConstraintRecord, Dag, OperationArgument, OperationRecord, Record,
            RecordKind, Rule, Rules, Value,
        },
    },
};
use std::fmt::Write;

/// What there is to read about a variable.
pub(super) fn describe(
    analysis: &Analysis,
    document: &Document,
    entity: Entity,
    name: &str,
) -> String {
    let mut text = format!("**Variable**: `{name}`\n***\n");
    let rules = &document.rules.rules;
    let bound = rule_around(document, entity.definition).and_then(|rule| find(rules, rule, name));
    match bound {
        Some(Bound::Operation(operation)) => {
            let _ = writeln!(text, "The operation `{operation}`, and its results");
        }
        Some(Bound::Returned(function)) => {
            let _ = writeln!(text, "What `{function}` returns");
        }
        Some(Bound::Argument {
            operation,
            argument,
            constraint,
        }) => {
            let operation = document.rules.ods.operation(operation);
            let argument =
                operation.and_then(|operation| of_argument(analysis, operation, argument));
            text += &argument.unwrap_or_default();
            if let Some((name, constraint)) = constraint.and_then(constraint_of) {
                let summary = &constraint.summary;
                let _ = writeln!(text, "\nConstraint: {name}{summary}");
                text += &demand(&constraint.condition, "");
            }
        }
        None => {}
    }
    text
}

/// The rule whose text holds a place, or its first instance.
fn rule_around(document: &Document, place: Span) -> Option<&Rule> {
    let item = document.outline().item_at(place.start)?;
    let name = document.span(item.name.as_ref().unwrap_or(&item.keyword));
    let title = document.span(&item.title);
    let mut rules = document.rules.rules.rules.iter();
    rules.find(|rule| {
        rule.span == name || (rule.span.file == title.file && rule.span.start == title.start)
    })
}

/// What a variable is bound to.
enum Bound<'r> {
    /// The operation of that name.
    Operation(&'r str),
    /// An argument of the operation of that name, with the constraint that the rule has
    /// for it.
    Argument {
        operation: &'r str,
        argument: OperationArgument,
        constraint: Option<&'r Record>,
    },
    /// What a call of that record returns.
    Returned(&'r str),
}

fn find<'r>(rules: &'r Rules, rule: &'r Rule, name: &str) -> Option<Bound<'r>> {
    let finder = Finder { rules, name };
    let trees = std::iter::once(&rule.source).chain(&rule.results);
    trees.into_iter().find_map(|tree| finder.tree(tree))
}

struct Finder<'r, 'n> {
    rules: &'r Rules,
    name: &'n str,
}

impl<'r> Finder<'r, '_> {
    fn tree(&self, tree: &'r Dag) -> Option<Bound<'r>> {
        let record = self.rules.record(tree.operator);
        let is_named = tree.name.as_deref() == Some(self.name);
        match &record.kind {
            RecordKind::Operation(operation) if is_named => Some(Bound::Operation(&operation.name)),
            RecordKind::NativeCall { .. } if is_named => Some(Bound::Returned(&record.name)),
            RecordKind::Operation(operation) => {
                let mut position = 0;
                tree.arguments.iter().find_map(|argument| {
                    let found = self.argument(operation, position, argument, None);
                    position += 1 + usize::from(self.is_either(&argument.value));
                    found
                })
            }
            _ => self.inner(tree),
        }
    }

    /// The trees among the arguments of a call or directive.
    fn inner(&self, tree: &'r Dag) -> Option<Bound<'r>> {
        tree.arguments
            .iter()
            .find_map(|argument| match &argument.value {
                Value::Dag(inner) => self.tree(inner),
                _ => None,
            })
    }

    /// What is bound in the argument of an operation at a position.
    fn argument(
        &self,
        operation: &'r OperationRecord,
        position: usize,
        argument: &'r Argument,
        constraint: Option<&'r Record>,
    ) -> Option<Bound<'r>> {
        let constraint = match &argument.value {
            Value::Record(record) => Some(self.rules.record(*record)),
            _ => constraint,
        };
        if argument.name.as_deref() == Some(self.name) {
            return Some(Bound::Argument {
                operation: &operation.name,
                argument: *operation.arguments.get(position)?,
                constraint,
            });
        }
        let Value::Dag(tree) = &argument.value else {
            return None;
        };
        let operator = self.rules.record(tree.operator);
        if let RecordKind::Operation(_) | RecordKind::NativeCall { .. } = operator.kind {
            return self.tree(tree);
        }
        let is_either = self.is_either(&argument.value);
        let constraint = constraint_of(operator).map(|_| operator);
        let inner = tree.arguments.iter().enumerate();
        inner.into_iter().find_map(|(number, one)| {
            // The values of `variadic` are those of one group.
            let position = position + if is_either { number } else { 0 };
            self.argument(operation, position, one, constraint)
        })
    }

    fn is_either(&self, value: &Value) -> bool {
        let Value::Dag(tree) = value else {
            return false;
        };
        let operator = self.rules.record(tree.operator);
        matches!(operator.kind, RecordKind::Marker) && operator.name == "either"
    }
}

fn of_argument(
    analysis: &Analysis,
    operation: &Operation,
    argument: OperationArgument,
) -> Option<String> {
    let of = &operation.name;
    Some(match argument {
        OperationArgument::Operands(index, _) => {
            let group = operation.operands.get(index as usize)?;
            let title = match group.arity {
                Arity::Single => "Operand",
                Arity::Optional | Arity::Variadic => "Operands",
            };
            let ty = constrained(analysis, group_type(group, "Value"), &group.constraint);
            format!("{title} `{}` of `{of}`\n\nType: {ty}\n", group.name)
        }
        OperationArgument::Attribute(index, _) => {
            let attribute = operation.attributes.get(index as usize)?;
            let ty = constrained(analysis, "Attr".to_owned(), &attribute.constraint);
            format!("Attribute `{}` of `{of}`\n\nType: {ty}\n", attribute.name)
        }
        OperationArgument::Property(index, _) => {
            let property = operation.properties.get(index as usize)?;
            let class = &property.storage;
            format!(
                "Property `{}` of `{of}`\n\nC++ class: `{class}`\n",
                property.name
            )
        }
    })
}

/// The constraint of a record, and how its name is shown.
fn constraint_of(record: &Record) -> Option<(String, &ConstraintRecord)> {
    let constraint = match &record.kind {
        RecordKind::Type(one) | RecordKind::Constraint(one) => one,
        RecordKind::Attribute(attribute) => &attribute.constraint,
        RecordKind::Property(property) => &property.constraint,
        _ => return None,
    };
    let name = match record.is_anonymous {
        true => String::new(),
        false => format!("`{}`: ", record.name),
    };
    Some((name, constraint))
}

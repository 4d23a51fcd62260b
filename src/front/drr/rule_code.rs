//! The C++ code that rules call, with what stands for its placeholders.

use super::{
    Analysis,
    nodes::Nodes,
    snippet::Snippet,
    symbols::{Symbol, Symbols},
};
use crate::{
    cpp::placeholders::{Part, parts},
    hir::{Builder, NodeId, Type},
    ods::{self, Arity},
};

/// A placeholder in code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placeholder<'t> {
    /// `$_name`, with the `_`.
    Special(&'t str),
    /// `$N`.
    Argument(usize),
}

/// A C++ expression for an argument of code.
#[derive(Debug, Clone)]
pub(super) struct Expression {
    text: String,
    /// The class of the operation that `text` is a pointer to, if it is one.
    class: Option<String>,
}

impl Expression {
    /// An operation of that definition.
    pub(super) fn operation(
        snippet: &mut Snippet,
        node: NodeId,
        definition: &ods::Operation,
    ) -> Self {
        let text = snippet.parameter(node, Type::Operation, None);
        Expression {
            text: text.into(),
            class: Some(definition.class.clone()),
        }
    }

    /// The expression, if `next` follows it. All operations have what follows an arrow,
    /// so that code with arrows needs no headers.
    fn before(&self, next: &str) -> String {
        match &self.class {
            Some(class) if !next.trim_start().starts_with("->") => {
                format!("::llvm::cast<{class}>({})", self.text)
            }
            _ => self.text.clone(),
        }
    }
}

impl<T: Into<String>> From<T> for Expression {
    fn from(text: T) -> Self {
        Expression {
            text: text.into(),
            class: None,
        }
    }
}

impl<'a> Analysis<'a> {
    /// Code with C++ expressions in the place of its placeholders. There are
    /// `arguments` arguments.
    pub(super) fn substituted(
        &mut self,
        template: &str,
        arguments: usize,
        mut meaning: impl FnMut(Placeholder<'_>) -> Option<Expression>,
    ) -> Option<String> {
        let parts = parts(template);
        let mut code = String::new();
        for (index, part) in parts.iter().enumerate() {
            let next = match parts.get(index + 1) {
                Some(Part::Text(text)) => text,
                _ => "",
            };
            let mut argument = |number| {
                let found = meaning(Placeholder::Argument(number));
                found.map(|found| found.before(next))
            };
            let (placeholder, found) = match *part {
                Part::Text(text) => {
                    code += text;
                    continue;
                }
                Part::Argument(number) => (format!("${number}"), argument(number)),
                Part::ArgumentsFrom(first) => {
                    let all = (first..arguments).map(argument).collect::<Option<Vec<_>>>();
                    (format!("${first}..."), all.map(|all| all.join(", ")))
                }
                Part::Special(name) => {
                    let found = meaning(Placeholder::Special(name));
                    (format!("${name}"), found.map(|found| found.before(next)))
                }
            };
            let Some(found) = found else {
                self.error(format!(
                    "nothing stands for `{placeholder}` in the C++ code `{template}`"
                ));
                return None;
            };
            code += &found;
        }
        Some(code)
    }

    /// The C++ expression for what a name stands for.
    pub(super) fn entity(
        &mut self,
        nodes: &mut Nodes,
        symbols: &Symbols<'a>,
        snippet: &mut Snippet,
        name: &str,
    ) -> Option<Expression> {
        let (symbol, index) = self.find(symbols, name)?;
        Some(match symbol {
            Symbol::Operand(operand) => match operand.arity {
                Arity::Single => snippet.parameter(operand.node, Type::Value, None).into(),
                Arity::Variadic => snippet
                    .parameter(operand.node, Type::ValueRange, None)
                    .into(),
                Arity::Optional => {
                    let range = snippet.parameter(operand.node, Type::ValueRange, None);
                    format!("({range}.empty() ? ::mlir::Value() : ::mlir::Value({range}.front()))")
                        .into()
                }
            },
            Symbol::Attribute(attribute) => {
                let class = Some(&*attribute.class);
                snippet
                    .parameter(attribute.node, Type::Attribute, class)
                    .into()
            }
            Symbol::Optional(attribute) => {
                let operation = snippet.parameter(attribute.operation, Type::Operation, None);
                let (class, name) = (&attribute.class, &attribute.name);
                format!("{operation}->getAttrOfType<{class}>(\"{name}\")").into()
            }
            Symbol::Property(property) => property.code(snippet).into(),
            Symbol::Operation(operation) if operation.definition.results.is_empty() => {
                Expression::operation(snippet, operation.node, operation.definition)
            }
            Symbol::Operation(operation) => {
                let values = match index {
                    Some(index) => vec![nodes.result(operation, index, self.rule.span)],
                    None => nodes.results(operation, self.rule.span),
                };
                listed(&nodes.builder, snippet, &values).into()
            }
            Symbol::Values(values) => match index {
                Some(index) => listed(&nodes.builder, snippet, &values[index..=index]).into(),
                None => listed(&nodes.builder, snippet, values).into(),
            },
        })
    }
}

/// The parameters for values, with commas between them.
pub(super) fn listed(builder: &Builder, snippet: &mut Snippet, values: &[NodeId]) -> String {
    let names = values.iter().map(|value| {
        let ty = builder.ty(*value).expect("a value is an entity");
        snippet.parameter(*value, ty, None).to_string()
    });
    names.collect::<Vec<_>>().join(", ")
}

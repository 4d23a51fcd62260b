//! The C++ code that rules call, with what stands for its placeholders.

use super::{
    Analysis,
    nodes::Nodes,
    placeholders::{Part, parts},
    snippet::Snippet,
    symbols::{Symbol, Symbols},
};
use crate::{
    hir::{Builder, NodeId, Type},
    ods::Arity,
};

/// A placeholder in code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placeholder<'t> {
    /// `$_name`, with the `_`.
    Special(&'t str),
    /// `$N`.
    Argument(usize),
}

impl<'a> Analysis<'a> {
    /// Code with C++ expressions in the place of its placeholders. There are
    /// `arguments` arguments.
    pub(super) fn substituted(
        &mut self,
        template: &str,
        arguments: usize,
        mut meaning: impl FnMut(Placeholder<'_>) -> Option<String>,
    ) -> Option<String> {
        let mut code = String::new();
        for part in parts(template) {
            let (placeholder, found) = match part {
                Part::Text(text) => {
                    code += text;
                    continue;
                }
                Part::Special(name) => (format!("${name}"), meaning(Placeholder::Special(name))),
                Part::Argument(number) => {
                    (format!("${number}"), meaning(Placeholder::Argument(number)))
                }
                Part::ArgumentsFrom(first) => {
                    let each =
                        (first..arguments).map(|number| meaning(Placeholder::Argument(number)));
                    let all = each.collect::<Option<Vec<_>>>().map(|all| all.join(", "));
                    (format!("${first}..."), all)
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
    ) -> Option<String> {
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
                format!("{operation}->getAttrOfType<{class}>(\"{name}\")")
            }
            Symbol::Operation(operation) if operation.definition.results.is_empty() => {
                let class = Some(&*operation.definition.class);
                snippet
                    .parameter(operation.node, Type::Operation, class)
                    .into()
            }
            Symbol::Operation(operation) => {
                let values = match index {
                    Some(index) => vec![nodes.result(operation, index, self.rule.span)],
                    None => nodes.results(operation, self.rule.span),
                };
                listed(&nodes.builder, snippet, &values)
            }
            Symbol::Values(values) => match index {
                Some(index) => listed(&nodes.builder, snippet, &values[index..=index]),
                None => listed(&nodes.builder, snippet, values),
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

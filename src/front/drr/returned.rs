//! Calls of C++ in result trees.
//!
//! A call that is the argument of another one becomes a part of its code: what it
//! returns may be of any C++ class. All others are native functions of their own.

use super::{
    Analysis,
    constants::Constant,
    matching::Match,
    rewrite::Place,
    rule_code::{Expression, Placeholder},
    shape::shown,
    snippet::{Function, Snippet},
    symbols::{self, Symbol, split},
};
use crate::{
    hir::{NodeId, Type},
    ods::{
        Arity,
        rules::{Argument, Dag, OperationArgument, RecordId, RecordKind, Value},
    },
};
use smol_str::SmolStr;

impl<'a> Analysis<'a> {
    /// Calls C++ for a result tree. Returns what the code returns.
    pub(super) fn native_result(
        &mut self,
        section: &mut Match<'a>,
        dag: &'a Dag,
        code: &str,
        returns: i64,
        place: Place,
    ) -> Option<Vec<NodeId>> {
        let mut snippet = Snippet::default();
        let expression = self.expression(section, &mut snippet, dag, code)?;
        let name = dag.name.as_deref().map(|name| split(name).0);
        let kinds = self.returned_kinds(section, name, returns, place)?;
        let results = self.finish(section, dag.operator, snippet, &expression, &kinds);
        if let Some(name) = name {
            let name = SmolStr::new(name);
            let symbol = match (&results[..], &kinds[..]) {
                ([node], [Type::Attribute]) => Symbol::Attribute(symbols::Attribute {
                    node: *node,
                    class: "::mlir::Attribute".to_owned(),
                }),
                _ => Symbol::Values(results.clone()),
            };
            if let [node] = results[..] {
                section.nodes.builder.name(node, &name);
            }
            self.bind(&mut section.symbols, &name, symbol);
        }
        match dag.name.as_deref().map(split) {
            Some((name, Some(index))) => match results.get(index) {
                Some(result) => Some(vec![*result]),
                None => {
                    self.error(format!("`${name}` has no value with index {index}"));
                    None
                }
            },
            _ => Some(results),
        }
    }

    /// `NativeCodeCall<"f($_self)">:$x`: what the code makes of `$x`.
    pub(super) fn transformed(
        &mut self,
        section: &mut Match<'a>,
        record: RecordId,
        code: &str,
        name: &str,
        place: Place,
    ) -> Option<Vec<NodeId>> {
        let mut snippet = Snippet::default();
        let expression = self.transformation(section, &mut snippet, code, name)?;
        let kinds = self.returned_kinds(section, None, 1, place)?;
        Some(self.finish(section, record, snippet, &expression, &kinds))
    }

    pub(super) fn transformation(
        &mut self,
        section: &mut Match<'a>,
        snippet: &mut Snippet,
        code: &str,
        name: &str,
    ) -> Option<String> {
        let Match { nodes, symbols, .. } = section;
        let entity = self.entity(nodes, symbols, snippet, name)?;
        self.substituted(code, 0, |part| match part {
            Placeholder::Special("_self") => Some(entity.clone()),
            Placeholder::Special("_builder") => Some("rewriter".into()),
            _ => None,
        })
    }

    /// Adds the function that returns the value of an expression, and calls it.
    fn finish(
        &mut self,
        section: &mut Match<'a>,
        record: RecordId,
        mut snippet: Snippet,
        expression: &str,
        kinds: &[Type],
    ) -> Vec<NodeId> {
        match kinds {
            [] => {
                snippet.statement(&format!("(void)({expression});"));
                if !snippet.has_parameters() {
                    // PDL cannot call a function without arguments and results.
                    snippet.parameter(section.operations[0], Type::Operation, None);
                }
            }
            [_] => snippet.statement(&format!("return {expression};")),
            several => {
                let values = snippet.variable(expression);
                let each = (0..several.len()).map(|index| format!("{values}[{index}]"));
                let each = each.collect::<Vec<_>>().join(", ");
                snippet.statement(&format!("return {{{each}}};"));
            }
        }
        let code = match self.kind(record) {
            RecordKind::NativeCall { code, .. } => code,
            _ => expression,
        };
        let record = self.rules.record(record);
        let name = record.title(code);
        let function = Function::rewrite(&name, record.span, kinds);
        self.call(&mut section.nodes.builder, function, snippet)
    }

    /// The kinds of entities that a call returns.
    fn returned_kinds(
        &mut self,
        section: &Match<'a>,
        name: Option<&str>,
        returns: i64,
        place: Place,
    ) -> Option<Vec<Type>> {
        let Ok(returns) = usize::try_from(returns) else {
            self.error(format!("a call of C++ cannot return {returns} values"));
            return None;
        };
        let of_group = |arity: Arity| match arity {
            Arity::Single => Type::Value,
            Arity::Optional | Arity::Variadic => Type::ValueRange,
        };
        let kind = match place {
            Place::Auxiliary => match name {
                Some(name) => self.kind_of_uses(name),
                None => return Some(Vec::new()),
            },
            Place::Replacement(first) if returns == 1 => {
                let root = section.operations[0];
                let root = section
                    .nodes
                    .builder
                    .operation(root)
                    .and_then(|root| root.name.as_ref());
                let root = root.and_then(|root| self.ods.operation(root));
                root.map_or(Type::Value, |root| of_group(root.results[first].arity))
            }
            Place::Operands(arity) if returns == 1 => of_group(arity),
            Place::Replacement(_) | Place::Operands(_) => Type::Value,
            Place::Attribute => Type::Attribute,
            Place::Type => Type::Type,
        };
        if returns == 0 {
            self.error("a call of C++ that returns nothing is used as a value");
            return None;
        }
        Some(vec![kind; returns])
    }

    /// The kind of entity as which the result trees use a name.
    fn kind_of_uses(&self, name: &str) -> Type {
        let trees = self.rule.results.iter().chain(&self.rule.supplemental);
        let mut kinds = trees.filter_map(|dag| self.kind_of_use(dag, name));
        kinds.next().unwrap_or(Type::Value)
    }

    fn kind_of_use(&self, dag: &Dag, name: &str) -> Option<Type> {
        let slots = match self.kind(dag.operator) {
            RecordKind::Operation(record) => &record.arguments[..],
            _ => &[],
        };
        dag.arguments
            .iter()
            .enumerate()
            .find_map(|(index, argument)| {
                if let Value::Dag(inner) = &argument.value {
                    return self.kind_of_use(inner, name);
                }
                let is_use = argument
                    .name
                    .as_deref()
                    .is_some_and(|own| split(own).0 == name);
                match slots.get(index) {
                    Some(OperationArgument::Attribute(..)) if is_use => Some(Type::Attribute),
                    Some(_) if is_use => Some(Type::Value),
                    _ => None,
                }
            })
    }

    /// The C++ expression of a call.
    pub(super) fn expression(
        &mut self,
        section: &mut Match<'a>,
        snippet: &mut Snippet,
        dag: &'a Dag,
        code: &str,
    ) -> Option<String> {
        let (arguments, directives) = self.directives(dag)?;
        if directives.return_type.is_some() {
            self.error("`returnType` says the types of an operation, and this is a call of C++");
            return None;
        }
        let mut texts = Vec::new();
        for argument in arguments {
            texts.push(self.native_argument(section, snippet, argument)?);
        }
        let location = if code.contains("$_loc") {
            Some(self.location_code(section, snippet, directives.location)?)
        } else {
            None
        };
        self.substituted(code, texts.len(), |part| match part {
            Placeholder::Special("_builder") => Some("rewriter".into()),
            Placeholder::Special("_loc") => location.clone().map(Expression::from),
            Placeholder::Special(_) => None,
            Placeholder::Argument(index) => texts.get(index).cloned(),
        })
    }

    fn native_argument(
        &mut self,
        section: &mut Match<'a>,
        snippet: &mut Snippet,
        argument: &'a Argument,
    ) -> Option<Expression> {
        let Match { nodes, symbols, .. } = section;
        match &argument.value {
            Value::Unset => {
                let name = argument.name.as_deref().unwrap_or_default();
                self.entity(nodes, symbols, snippet, name)
            }
            Value::Dag(inner) => self.nested(section, snippet, inner),
            Value::Record(record) => match (self.kind(*record), &argument.name) {
                (RecordKind::NativeCall { code, .. }, Some(name)) => self
                    .transformation(section, snippet, code, name)
                    .map(Expression::from),
                (RecordKind::Attribute(constant), _) if constant.value().is_some() => {
                    self.constant_code(section, snippet, constant)
                }
                (RecordKind::Attribute(_) | RecordKind::Type(_), Some(name)) => {
                    self.entity(nodes, symbols, snippet, name)
                }
                _ => {
                    let found = &self.rules.record(*record).name;
                    self.error(format!("expected a name, a constant or a call as argument of C++ code, found `{found}`"));
                    None
                }
            },
            other => {
                self.error_with_help(
                    format!(
                        "expected a name, a constant or a call as argument of C++ code, found {}",
                        shown(other)
                    ),
                    "write it in the code itself",
                );
                None
            }
        }
    }

    /// A constant as a parameter, or the code that makes it.
    fn constant_code(
        &mut self,
        section: &mut Match<'a>,
        snippet: &mut Snippet,
        constant: &crate::ods::rules::AttributeRecord,
    ) -> Option<Expression> {
        Some(match self.constant(constant)??.value {
            Constant::Literal(literal) => {
                let kind = crate::hir::NodeKind::AttributeLiteral(literal);
                let node = section.nodes.builder.push(kind, self.rule.span);
                let class = Some(&*constant.constraint.class);
                snippet.parameter(node, Type::Attribute, class).into()
            }
            Constant::Code(code) => code.into(),
        })
    }

    /// A tree as argument of a call.
    fn nested(
        &mut self,
        section: &mut Match<'a>,
        snippet: &mut Snippet,
        dag: &'a Dag,
    ) -> Option<Expression> {
        if let (RecordKind::NativeCall { code, returns: 1 }, None) =
            (self.kind(dag.operator), &dag.name)
        {
            let expression = self.expression(section, snippet, dag, code)?;
            return Some(snippet.variable(&expression).into());
        }
        let place = Place::Operands(Arity::Single);
        let values = match self.kind(dag.operator) {
            RecordKind::Operation(record) => {
                let created = self.create(section, dag, record, place)?;
                let definition = self.definition(record);
                if definition.results.is_empty() {
                    return Some(Expression::operation(snippet, created.node, definition));
                }
                created.values
            }
            _ => self.result(section, dag, place)?,
        };
        let builder = &section.nodes.builder;
        Some(super::rule_code::listed(builder, snippet, &values).into())
    }
}

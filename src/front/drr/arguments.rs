//! The arguments of operations that rules create.

use super::{
    Analysis,
    constants::Constant,
    matching::Match,
    rewrite::Place,
    shape::shown,
    snippet::{Function, Snippet},
    symbols::{self, Symbol},
};
use crate::{
    hir::{NodeId, NodeKind, Type},
    ods::{
        self, Arity, Group,
        rules::{
            Argument, Dag, OperationArgument, OperationRecord, PropertyRecord, RecordKind, Value,
        },
    },
};
use smol_str::SmolStr;

/// What an operation is created with.
#[derive(Debug, Default)]
pub(super) struct Parts<'a> {
    /// The values of each group of operands.
    pub(super) operands: Vec<Vec<NodeId>>,
    pub(super) attributes: Vec<(&'a ods::Attribute, NodeId)>,
    /// Attributes that may be missing where they come from.
    pub(super) optional: Vec<(&'a ods::Attribute, symbols::Optional)>,
    /// Properties that are no attributes.
    pub(super) properties: Vec<(&'a ods::Property, PropertyValue<'a>)>,
}

/// A property to set.
#[derive(Debug)]
pub(super) enum PropertyValue<'a> {
    /// That of another operation.
    Of(symbols::Property),
    /// The value of a C++ expression.
    Code(String),
    /// What a call of this C++ code returns.
    Call(&'a Dag, &'a str),
    /// What this C++ code makes of what has that name.
    Transformed(&'a str, &'a SmolStr),
}

impl<'a> Analysis<'a> {
    pub(super) fn parts(
        &mut self,
        section: &mut Match<'a>,
        record: &'a OperationRecord,
        definition: &'a ods::Operation,
        arguments: &'a [Argument],
    ) -> Option<Parts<'a>> {
        let mut parts = Parts::default();
        for (argument, slot) in std::iter::zip(arguments, &record.arguments) {
            match *slot {
                OperationArgument::Operands(index, _) => {
                    let group = &definition.operands[index as usize];
                    parts
                        .operands
                        .push(self.operands_of(section, definition, group, argument)?);
                }
                OperationArgument::Attribute(index, _) => {
                    let attribute = &definition.attributes[index as usize];
                    if attribute.is_optional && self.is_no_attribute(argument) {
                        continue;
                    }
                    if let Some(optional) = self.optional(section, argument) {
                        parts.optional.push((attribute, optional));
                    } else {
                        let node = self.attribute_of(section, attribute, argument)?;
                        parts.attributes.push((attribute, node));
                    }
                }
                OperationArgument::Property(index, _) => {
                    let property = &definition.properties[index as usize];
                    let value = self.property_of(section, property, argument)?;
                    parts.properties.push((property, value));
                }
            }
        }
        Some(parts)
    }

    /// The values of a group of operands.
    fn operands_of(
        &mut self,
        section: &mut Match<'a>,
        definition: &ods::Operation,
        group: &Group,
        argument: &'a Argument,
    ) -> Option<Vec<NodeId>> {
        let values = match &argument.value {
            Value::Dag(dag) if self.is_directive(dag.operator, "variadic") => {
                let mut values = Vec::new();
                for element in &dag.arguments {
                    values.extend(self.operand_of(section, Arity::Single, element)?);
                }
                values
            }
            _ => self.operand_of(section, group.arity, argument)?,
        };
        let is_one = |values: &[NodeId]| match values {
            [value] => section.nodes.builder.ty(*value) == Some(Type::Value),
            _ => false,
        };
        if group.arity == Arity::Single && !is_one(&values) {
            let (name, operation) = (&group.name, &definition.name);
            self.error(format!(
                "expected one value for the operand `{name}` of `{operation}`, found several"
            ));
            return None;
        }
        Some(values)
    }

    fn operand_of(
        &mut self,
        section: &mut Match<'a>,
        arity: Arity,
        argument: &'a Argument,
    ) -> Option<Vec<NodeId>> {
        match &argument.value {
            Value::Dag(dag) => self.result(section, dag, Place::Operands(arity)),
            Value::Unset => self.values(section, argument.name.as_deref().unwrap_or_default()),
            Value::Record(record) => match (self.kind(*record), &argument.name) {
                (RecordKind::NativeCall { code, .. }, Some(name)) => {
                    self.transformed(section, *record, code, name, Place::Operands(arity))
                }
                (RecordKind::Type(_), Some(name)) => self.values(section, name),
                _ => {
                    let name = &self.rules.record(*record).name;
                    self.error_with_help(
                        format!("expected a value, found `{name}`"),
                        "a constant becomes a value by an operation with this attribute",
                    );
                    None
                }
            },
            other => {
                self.error(format!(
                    "expected a value in the result pattern, found {}",
                    shown(other)
                ));
                None
            }
        }
    }

    /// The attribute that an argument stands for, if it may be missing.
    fn optional(&self, section: &Match<'a>, argument: &Argument) -> Option<symbols::Optional> {
        match (&argument.value, &argument.name) {
            (Value::Unset, Some(name)) => match section.symbols.get(name) {
                Some(Symbol::Optional(optional)) => Some(optional.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an argument is C++ for no attribute, as `IntegerAttr()` is.
    fn is_no_attribute(&self, argument: &Argument) -> bool {
        let Value::Dag(dag) = &argument.value else {
            return false;
        };
        let RecordKind::NativeCall { code, .. } = self.kind(dag.operator) else {
            return false;
        };
        let Some(class) = code.trim().strip_suffix("()") else {
            return code.trim() == "nullptr";
        };
        let name = class.rsplit("::").next().unwrap_or(class);
        let is_qualified = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
        class.chars().all(is_qualified)
            && name.starts_with(|first: char| first.is_ascii_uppercase())
            && (name.ends_with("Attr") || name == "Attribute")
    }

    fn attribute_of(
        &mut self,
        section: &mut Match<'a>,
        attribute: &ods::Attribute,
        argument: &'a Argument,
    ) -> Option<NodeId> {
        let named = |name: &Option<SmolStr>| name.clone().unwrap_or_default();
        match &argument.value {
            Value::Unset => self.attribute_named(section, &named(&argument.name)),
            Value::Dag(dag) => match self.kind(dag.operator) {
                RecordKind::NativeCall { .. } => self
                    .result(section, dag, Place::Attribute)?
                    .first()
                    .copied(),
                _ => {
                    let name = &attribute.name;
                    self.error(format!(
                        "expected a call of C++ for the attribute `{name}`, found another tree"
                    ));
                    None
                }
            },
            Value::Record(record) => match self.kind(*record) {
                RecordKind::Attribute(constant) if constant.value().is_some() => {
                    match self.constant(constant)??.value {
                        Constant::Literal(literal) => Some(
                            section
                                .nodes
                                .builder
                                .push(NodeKind::AttributeLiteral(literal), self.rule.span),
                        ),
                        Constant::Code(code) => self.made_by_code(section, &code),
                    }
                }
                RecordKind::NativeCall { code, .. } if argument.name.is_some() => {
                    let name = named(&argument.name);
                    self.transformed(section, *record, code, &name, Place::Attribute)?
                        .first()
                        .copied()
                }
                RecordKind::Attribute(_) if argument.name.is_some() => {
                    self.attribute_named(section, &named(&argument.name))
                }
                _ => {
                    let (name, found) = (&attribute.name, &self.rules.record(*record).name);
                    self.error(format!(
                        "expected an attribute for `{name}`, found `{found}`"
                    ));
                    None
                }
            },
            other => {
                let name = &attribute.name;
                self.error(format!(
                    "expected an attribute for `{name}`, found {}",
                    shown(other)
                ));
                None
            }
        }
    }

    fn attribute_named(&mut self, section: &Match<'a>, name: &str) -> Option<NodeId> {
        let (symbol, _) = self.find(&section.symbols, name)?;
        match symbol {
            Symbol::Attribute(attribute) => Some(attribute.node),
            _ => {
                self.error(format!(
                    "`${name}` is not an attribute, which is expected here"
                ));
                None
            }
        }
    }

    /// The attribute that C++ code without arguments makes.
    fn made_by_code(&mut self, section: &mut Match<'a>, code: &str) -> Option<NodeId> {
        let mut snippet = Snippet::default();
        snippet.statement(&format!("return {code};"));
        let function = Function::rewrite("constant", self.rule.span, &[Type::Attribute]);
        self.call(&mut section.nodes.builder, function, snippet)
            .first()
            .copied()
    }

    fn property_of(
        &mut self,
        section: &Match<'a>,
        property: &ods::Property,
        argument: &'a Argument,
    ) -> Option<PropertyValue<'a>> {
        let name = &property.name;
        match (&argument.value, &argument.name) {
            (Value::Unset, Some(of)) => match self.find(&section.symbols, of)?.0 {
                Symbol::Property(property) => return Some(PropertyValue::Of(property.clone())),
                _ => self.error(format!("`${of}` is not a property, which is expected here")),
            },
            (Value::Dag(dag), _) => match self.kind(dag.operator) {
                RecordKind::NativeCall { code, .. } => return Some(PropertyValue::Call(dag, code)),
                _ => self.error(format!(
                    "expected a call of C++ for the property `{name}`, found another tree"
                )),
            },
            (Value::Record(record), of) => match (self.kind(*record), of) {
                (
                    RecordKind::Property(PropertyRecord {
                        constant: Some(value),
                        ..
                    }),
                    _,
                ) => return Some(PropertyValue::Code(value.clone())),
                (RecordKind::NativeCall { code, .. }, Some(of)) => {
                    return Some(PropertyValue::Transformed(code, of));
                }
                _ => {
                    let found = &self.rules.record(*record).name;
                    self.error(format!(
                        "expected a constant for the property `{name}`, found `{found}`"
                    ));
                }
            },
            (other, _) => {
                self.error(format!(
                    "expected a name, a constant or a call of C++ for the property `{name}`, found {}",
                    shown(other)
                ));
            }
        }
        None
    }

    /// The C++ expression for the value of a property.
    pub(super) fn property_code(
        &mut self,
        section: &mut Match<'a>,
        snippet: &mut Snippet,
        value: &PropertyValue<'a>,
    ) -> Option<String> {
        match value {
            PropertyValue::Of(source) => Some(source.code(snippet)),
            PropertyValue::Code(code) => Some(code.clone()),
            PropertyValue::Call(dag, code) => self.expression(section, snippet, dag, code),
            PropertyValue::Transformed(code, name) => {
                self.transformation(section, snippet, code, name)
            }
        }
    }
}

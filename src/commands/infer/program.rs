//! Functions as graphs of operations.

use melior::ir::{
    Attribute, BlockLike, Module, OperationRef, RegionLike, Value as MlirValue, ValueLike,
    attribute::{IntegerAttribute, TypeAttribute},
    operation::OperationLike,
};
use pdll_verify::meanings::{self, AttributeKind};
use std::collections::HashMap;

/// A function with one block. Operations are in the order of the program.
#[derive(Debug)]
pub(super) struct Function {
    /// How MLIR prints its type.
    pub(super) ty: String,
    /// The types of the arguments.
    pub(super) arguments: Vec<String>,
    pub(super) nodes: Vec<Node>,
    pub(super) returned: Vec<Value>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Argument(usize),
    /// A result of a node.
    Result(usize, usize),
}

/// An operation. Types and attributes are what MLIR prints.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) operands: Vec<Value>,
    /// Those that say something: flags that are not set are left out.
    pub(super) attributes: Vec<(String, String)>,
    pub(super) results: Vec<String>,
    /// What it is if it is a constant.
    pub(super) constant: Option<Constant>,
}

/// The value of a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Constant {
    Integer(i64),
    /// An attribute of its type.
    Other(String),
}

impl Function {
    /// Reads the first function of a program.
    ///
    /// # Errors
    ///
    /// A sentence about what it has that a pattern cannot be inferred from.
    pub(super) fn read(module: &Module<'_>) -> Result<Self, String> {
        let mut next = module.body().first_operation();
        while let Some(operation) = next {
            if name(operation) == "func.func" {
                return Reader::default().function(operation);
            }
            next = operation.next_in_block();
        }
        Err("the program has no function".to_owned())
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: Value) -> &str {
        match value {
            Value::Argument(index) => &self.arguments[index],
            Value::Result(node, index) => &self.nodes[node].results[index],
        }
    }

    /// The nodes that some values depend on, in the order of the program.
    pub(super) fn needed(&self, values: &[Value]) -> Vec<usize> {
        let mut is_needed = vec![false; self.nodes.len()];
        let mut open = values.to_vec();
        while let Some(value) = open.pop() {
            if let Value::Result(node, _) = value
                && !is_needed[node]
            {
                is_needed[node] = true;
                open.extend(&self.nodes[node].operands);
            }
        }
        (0..self.nodes.len())
            .filter(|node| is_needed[*node])
            .collect()
    }
}

/// A value of one function as one of another with the same arguments, if it is there.
pub(super) fn find_same(
    value: Value,
    from: &Function,
    within: &Function,
    known: &mut HashMap<usize, Option<usize>>,
) -> Option<Value> {
    let Value::Result(node, index) = value else {
        return Some(value);
    };
    if let Some(known) = known.get(&node) {
        return known.map(|node| Value::Result(node, index));
    }
    let wanted = &from.nodes[node];
    let operands: Option<Vec<_>> = wanted
        .operands
        .iter()
        .map(|operand| find_same(*operand, from, within, known))
        .collect();
    let found = operands.and_then(|operands| {
        within.nodes.iter().position(|other| {
            other.name == wanted.name
                && other.operands == operands
                && other.attributes == wanted.attributes
                && other.constant == wanted.constant
                && other.results == wanted.results
        })
    });
    known.insert(node, found);
    found.map(|node| Value::Result(node, index))
}

#[derive(Default)]
struct Reader {
    /// By the address of the value.
    values: HashMap<usize, Value>,
    nodes: Vec<Node>,
}

impl Reader {
    fn function(mut self, function: OperationRef<'_, '_>) -> Result<Function, String> {
        let no_body = "the function has no body";
        let region = function.region(0).map_err(|_| no_body)?;
        let block = region.first_block().ok_or(no_body)?;
        if block.next_in_region().is_some() {
            return Err("the function has several blocks; a pattern is inferred from one".into());
        }
        let mut arguments = Vec::new();
        while let Ok(argument) = block.argument(arguments.len()) {
            let key = Value::Argument(arguments.len());
            arguments.push(argument.r#type().to_string());
            self.values
                .insert(MlirValue::from(argument).to_raw().ptr.addr(), key);
        }
        let mut next = block.first_operation();
        while let Some(operation) = next {
            if name(operation) == "func.return" {
                let ty = function.attribute("function_type").ok();
                let ty = ty.and_then(|ty| TypeAttribute::try_from(ty).ok());
                return Ok(Function {
                    ty: ty.map(|ty| ty.value().to_string()).unwrap_or_default(),
                    arguments,
                    returned: self.operands(operation),
                    nodes: self.nodes,
                });
            }
            self.operation(operation)?;
            next = operation.next_in_block();
        }
        Err("the function does not return".to_owned())
    }

    fn operation(&mut self, operation: OperationRef<'_, '_>) -> Result<(), String> {
        let name = name(operation);
        if operation.region_count() > 0 {
            return Err(format!(
                "`{name}` has regions; a pattern is inferred from operations without any"
            ));
        }
        let mut attributes = Vec::new();
        let mut constant = None;
        for (key, value) in operation.attributes() {
            let key = key.as_string_ref().as_str().unwrap_or_default().to_owned();
            if name == "arith.constant" && key == "value" {
                constant = Some(constant_of(value));
            } else if !is_unset(&name, &key, value) {
                attributes.push((key, value.to_string()));
            }
        }
        let node = self.nodes.len();
        let mut results = Vec::new();
        for (index, result) in operation.results().enumerate() {
            results.push(result.r#type().to_string());
            let key = MlirValue::from(result).to_raw().ptr.addr();
            self.values.insert(key, Value::Result(node, index));
        }
        self.nodes.push(Node {
            operands: self.operands(operation),
            name,
            attributes,
            results,
            constant,
        });
        Ok(())
    }

    fn operands(&self, operation: OperationRef<'_, '_>) -> Vec<Value> {
        let operands = operation.operands();
        operands
            .map(|operand| self.values[&operand.to_raw().ptr.addr()])
            .collect()
    }
}

fn name(operation: OperationRef<'_, '_>) -> String {
    let name = operation.name();
    name.as_string_ref().as_str().unwrap_or_default().to_owned()
}

fn constant_of(value: Attribute<'_>) -> Constant {
    match (IntegerAttribute::try_from(value), value.to_string()) {
        (_, text) if ["true", "false"].contains(&&*text) => Constant::Other(text),
        (Ok(integer), _) => Constant::Integer(integer.value()),
        (Err(_), text) => Constant::Other(text),
    }
}

/// Whether an attribute is flags of which none is set, which is what an operation has that
/// does not mention them.
fn is_unset(operation: &str, attribute: &str, value: Attribute<'_>) -> bool {
    let Some(meaning) = meanings::find(operation) else {
        return false;
    };
    let mut known = meaning.attributes.iter();
    known.any(|(name, kind)| match kind {
        AttributeKind::Flags { name: flags, .. } if *name == attribute => {
            value.to_string() == format!("#{flags}<none>")
        }
        _ => false,
    })
}

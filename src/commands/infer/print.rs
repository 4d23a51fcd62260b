//! A guess as PDLL.

use super::{
    example::Example,
    guess::{Created, Expression, Guess, Matched},
    program::{Constant, Node, Value},
};
use std::{
    collections::{BTreeMap, HashSet},
    fmt::Write,
};

/// Names for types that may be any.
const TYPES: [&str; 8] = ["t", "s", "r", "q", "t5", "t6", "t7", "t8"];
/// Names for arguments, and for constants.
const ARGUMENTS: [&str; 8] = ["x", "y", "z", "a", "b", "c", "d", "e"];
const CONSTANTS: [&str; 4] = ["k", "l", "m", "n"];

/// The text of a pattern. Nothing if a type has no place where it is bound.
pub(super) fn print(example: &Example, guess: &Guess, name: &str) -> Option<String> {
    let mut printer = Printer::new(example, guess);
    let mut text = format!("Pattern {name} {{\n");
    for line in printer.matches() {
        let _ = writeln!(text, "{line}");
    }
    for line in printer.conditions() {
        let _ = writeln!(text, "{line}");
    }
    let created = printer.creates()?;
    let new = printer.new_value();
    match &created[..] {
        [] => {
            let _ = writeln!(text, "replace root with {new};");
        }
        [(only, operation)] if new == *only && operation.starts_with("op<") => {
            let _ = writeln!(text, "replace root with {operation};");
        }
        all => {
            text.push_str("rewrite root with {\n");
            for (name, value) in all {
                let _ = writeln!(text, "let {name} = {value};");
            }
            let _ = writeln!(text, "replace root with {new};\n}};");
        }
    }
    text.push_str("}\n");
    Some(text)
}

struct Printer<'e> {
    example: &'e Example,
    guess: &'e Guess,
    types: Vec<String>,
    bound_types: Vec<bool>,
    bound_arguments: HashSet<usize>,
    bound_constants: HashSet<usize>,
    /// The names of nodes of both functions.
    matched: BTreeMap<usize, String>,
    created: BTreeMap<usize, String>,
    taken: HashSet<String>,
    constants: [Vec<usize>; 2],
}

impl<'e> Printer<'e> {
    fn new(example: &'e Example, guess: &'e Guess) -> Self {
        let types = example.types();
        Printer {
            bound_types: vec![false; types.len()],
            types,
            example,
            guess,
            bound_arguments: HashSet::new(),
            bound_constants: HashSet::new(),
            matched: BTreeMap::new(),
            created: BTreeMap::new(),
            taken: ["root"].map(str::to_owned).into(),
            constants: example.constants(),
        }
    }

    /// The statements about what is matched.
    fn matches(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for index in self.example.matched.clone() {
            let node = &self.example.before.nodes[index];
            if let Some(constant) = self.constants[0].iter().position(|one| *one == index)
                && !self.is_operation(constant)
            {
                continue;
            }
            let name = match index == self.example.root {
                true => "root".to_owned(),
                false => self.unique(mnemonic(&node.name)),
            };
            let operands: Vec<_> = node
                .operands
                .iter()
                .map(|one| self.matched_operand(*one))
                .collect();
            let mut operation = format!("op<{}>", node.name);
            if !operands.is_empty() {
                let _ = write!(operation, "({})", operands.join(", "));
            }
            operation += &self.matched_attributes(index, node);
            if !self.guess.untyped_results.contains(&index) {
                let results = node.results.iter().map(|ty| self.matched_type(ty));
                let results: Vec<_> = results.collect();
                let _ = write!(operation, " -> ({})", results.join(", "));
            }
            lines.push(format!("let {name} = {operation};"));
            self.matched.insert(index, name);
        }
        lines
    }

    /// Whether a matched constant is written as an operation: what is no integer has no
    /// other form.
    fn is_operation(&self, constant: usize) -> bool {
        let node = &self.example.before.nodes[self.constants[0][constant]];
        let is_other = matches!(node.constant, Some(Constant::Other(_)));
        is_other && self.guess.matched[constant] == Matched::Exact
    }

    fn matched_operand(&mut self, value: Value) -> String {
        match value {
            Value::Argument(index) => {
                let name = name_of(&ARGUMENTS, index);
                if !self.bound_arguments.insert(index) {
                    return name;
                }
                match self.guess.untyped_arguments.contains(&index) {
                    true => format!("{name}: Value"),
                    false => {
                        let ty = self.example.before.arguments[index].clone();
                        format!("{name}: Value<{}>", self.matched_type(&ty))
                    }
                }
            }
            Value::Result(node, index) => {
                let constants = &self.constants[0];
                let constant = constants.iter().position(|one| *one == node);
                match constant.filter(|constant| !self.is_operation(*constant)) {
                    Some(constant) => {
                        let name = name_of(&CONSTANTS, constant);
                        match self.bound_constants.insert(constant) {
                            true => format!("{name}: Value"),
                            false => name,
                        }
                    }
                    None => format!("{}.{index}", self.matched[&node]),
                }
            }
        }
    }

    fn matched_attributes(&self, index: usize, node: &Node) -> String {
        let mut shown = Vec::new();
        if let Some(Constant::Other(value)) = &node.constant {
            shown.push(format!("value = {}", literal(value)));
        }
        for (at, (key, value)) in node.attributes.iter().enumerate() {
            if !self.guess.any_attributes.contains(&(index, at)) {
                shown.push(format!("{key} = {}", literal(value)));
            } else if self.is_copied((index, at)) {
                shown.push(format!("{key} = {}: Attr", attribute_name(index, key)));
            }
        }
        braces(&shown)
    }

    fn is_copied(&self, attribute: (usize, usize)) -> bool {
        let mut copied = self.guess.copied_attributes.iter();
        copied.any(|(_, from)| *from == attribute)
    }

    /// A type of what is matched, which binds it if it may be any.
    fn matched_type(&mut self, ty: &str) -> String {
        let index = self.index_of(ty);
        if !self.guess.any_types[index] {
            return literal_type(ty);
        }
        let name = name_of(&TYPES, index);
        match std::mem::replace(&mut self.bound_types[index], true) {
            true => name,
            false => format!("{name}: Type"),
        }
    }

    fn created_type(&self, ty: &str) -> Option<String> {
        let index = self.index_of(ty);
        match (self.guess.any_types[index], self.bound_types[index]) {
            (false, _) => Some(literal_type(ty)),
            (true, true) => Some(name_of(&TYPES, index)),
            (true, false) => None,
        }
    }

    fn index_of(&self, ty: &str) -> usize {
        let index = self.types.iter().position(|known| known == ty);
        index.expect("the types of all operations are known")
    }

    /// The calls that the pattern makes before it rewrites.
    fn conditions(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let needs_number = |constant: usize| {
            let is_used = |created: &Created| match created {
                Created::Computed(expression) => expression.uses(constant),
                Created::Exact => false,
            };
            let mut others = self.guess.matched.iter();
            matches!(
                self.guess.matched[constant],
                Matched::Constant | Matched::Equal(_)
            ) || others.any(|one| *one == Matched::Equal(constant))
                || self.guess.created.iter().any(is_used)
        };
        for (constant, node) in self.constants[0].iter().enumerate() {
            let name = name_of(&CONSTANTS, constant);
            let level = self.guess.matched[constant];
            let node = &self.example.before.nodes[*node];
            if let (Matched::Exact, Some(Constant::Integer(number))) = (level, &node.constant) {
                lines.push(format!("ConstantEquals({name}, attr<\"{number}\">);"));
            }
            if needs_number(constant) {
                lines.push(format!(
                    "let {} = GetConstant({name});",
                    number_name(constant)
                ));
            }
            if let Matched::Equal(other) = level {
                let [one, two] = [constant, other].map(number_name);
                lines.push(format!("IntegerEquals({one}, {two});"));
            }
        }
        for (index, created) in self.guess.created.iter().enumerate() {
            if let Created::Computed(call @ Expression::Call(..)) = created {
                let name = result_name(index);
                lines.push(format!("let {name} = {};", expression(call)));
            }
        }
        lines
    }

    /// What the rewrite creates, with names.
    fn creates(&mut self) -> Option<Vec<(String, String)>> {
        let mut all = Vec::new();
        for index in self.example.created.clone() {
            let node = &self.example.after.nodes[index];
            let (name, value) = match &node.constant {
                Some(constant) => {
                    let number = self.constants[1].iter().position(|one| *one == index)?;
                    (
                        self.unique("constant"),
                        self.constant(number, constant, node)?,
                    )
                }
                None => (
                    self.unique(mnemonic(&node.name)),
                    self.operation(index, node)?,
                ),
            };
            self.created.insert(index, name.clone());
            all.push((name, value));
        }
        // An operation that takes the place of the root is named by itself.
        Some(all)
    }

    fn constant(&self, index: usize, constant: &Constant, node: &Node) -> Option<String> {
        let ty = self.created_type(&node.results[0])?;
        let value = match (&self.guess.created[index], constant) {
            (Created::Computed(Expression::Constant(constant)), _) => number_name(*constant),
            (Created::Computed(Expression::Call(..)), _) => result_name(index),
            (Created::Exact, Constant::Integer(number)) => format!("attr<\"{number}\">"),
            (Created::Exact, Constant::Other(value)) => {
                return Some(format!(
                    "op<arith.constant> {{value = {}}} -> ({ty})",
                    literal(value)
                ));
            }
        };
        Some(format!("MaterializeConstant({value}, {ty}, root)"))
    }

    fn operation(&self, index: usize, node: &Node) -> Option<String> {
        let operands: Vec<_> = node
            .operands
            .iter()
            .map(|one| self.created_operand(*one))
            .collect();
        let mut shown = Vec::new();
        for (at, (key, value)) in node.attributes.iter().enumerate() {
            let mut copied = self.guess.copied_attributes.iter();
            let value = match copied.find(|(to, _)| *to == (index, at)) {
                Some((_, (from, place))) => {
                    let key = &self.example.before.nodes[*from].attributes[*place].0;
                    attribute_name(*from, key)
                }
                None => literal(value),
            };
            shown.push(format!("{key} = {value}"));
        }
        let results: Option<Vec<_>> = node
            .results
            .iter()
            .map(|ty| self.created_type(ty))
            .collect();
        let mut text = format!("op<{}>", node.name);
        if !operands.is_empty() {
            let _ = write!(text, "({})", operands.join(", "));
        }
        let _ = write!(text, "{} -> ({})", braces(&shown), results?.join(", "));
        Some(text)
    }

    fn created_operand(&self, value: Value) -> String {
        if let Some(value) = self.example.matched_value(value) {
            return self.matched_value(value);
        }
        match value {
            Value::Result(node, index) => self.created_result(node, index),
            Value::Argument(index) => name_of(&ARGUMENTS, index),
        }
    }

    fn created_result(&self, node: usize, index: usize) -> String {
        let name = &self.created[&node];
        match &self.example.after.nodes[node].constant {
            Some(Constant::Integer(_)) => name.clone(),
            _ => format!("{name}.{index}"),
        }
    }

    fn matched_value(&self, value: Value) -> String {
        match value {
            Value::Argument(index) => name_of(&ARGUMENTS, index),
            Value::Result(node, index) => {
                let constant = self.constants[0].iter().position(|one| *one == node);
                match constant.filter(|constant| !self.is_operation(*constant)) {
                    Some(constant) => name_of(&CONSTANTS, constant),
                    None => format!("{}.{index}", self.matched[&node]),
                }
            }
        }
    }

    /// What takes the place of the root. An operation with one result is named by itself.
    fn new_value(&self) -> String {
        match self.example.new {
            Value::Result(node, _)
                if self.created.contains_key(&node)
                    && self.example.after.nodes[node].results.len() == 1 =>
            {
                self.created[&node].clone()
            }
            value => self.created_operand(value),
        }
    }

    fn unique(&mut self, name: &str) -> String {
        let mut unique = name.to_owned();
        let mut number = 2;
        while !self.taken.insert(unique.clone()) {
            unique = format!("{name}{number}");
            number += 1;
        }
        unique
    }
}

fn name_of(names: &[&str], index: usize) -> String {
    match names.get(index) {
        Some(name) => (*name).to_owned(),
        None => format!("{}{}", names[0], index + 1),
    }
}

fn number_name(constant: usize) -> String {
    format!("{}Number", name_of(&CONSTANTS, constant))
}

fn result_name(created: usize) -> String {
    match created {
        0 => "computed".to_owned(),
        other => format!("computed{}", other + 1),
    }
}

fn attribute_name(node: usize, key: &str) -> String {
    format!("{key}{}", node + 1)
}

fn mnemonic(name: &str) -> &str {
    let last = name.rsplit('.').next().unwrap_or(name);
    match [
        "attr", "op", "type", "let", "not", "erase", "replace", "rewrite", "return", "with",
    ]
    .contains(&last)
    {
        true => "value",
        false => last,
    }
}

fn expression(expression: &Expression) -> String {
    match expression {
        Expression::Constant(constant) => number_name(*constant),
        Expression::Call(name, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(self::expression).collect();
            format!("{name}({})", arguments.join(", "))
        }
    }
}

fn braces(attributes: &[String]) -> String {
    match attributes.is_empty() {
        true => String::new(),
        false => format!(" {{{}}}", attributes.join(", ")),
    }
}

fn literal(value: &str) -> String {
    format!("attr<\"{}\">", escaped(value))
}

fn literal_type(ty: &str) -> String {
    format!("type<\"{}\">", escaped(ty))
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

//! Patterns as PDLL.

use super::{
    AttributeMatch, Condition, Creation, Demand, Match, OperandMatch, Pattern, Replacement,
    Statement, TypeMatch, Values, Var,
};
use std::{collections::BTreeSet, fmt::Write};

/// A file with some patterns.
pub(crate) fn print_file(patterns: &[Pattern]) -> String {
    let patterns: String = patterns.iter().map(print).collect();
    let include = match patterns.contains("op<own.") {
        true => "#include \"own.td\"\n",
        false => "",
    };
    format!("#include \"pdll/std.pdll\"\n{include}{patterns}")
}

fn print(pattern: &Pattern) -> String {
    let mut printer = Printer::default();
    let mut text = format!("\nPattern {}", pattern.name);
    let benefit = pattern.benefit.map(|benefit| format!("benefit({benefit})"));
    let recursion = pattern.has_recursion.then(|| "recursion".to_owned());
    let metadata: Vec<_> = benefit.into_iter().chain(recursion).collect();
    if !metadata.is_empty() {
        write!(text, " with {}", metadata.join(", ")).expect("strings grow");
    }
    text.push_str(" {\n");
    for matched in &pattern.matched {
        text.push_str(&format!("  {}\n", printer.matched(matched)));
    }
    for demand in &pattern.demands {
        text.push_str(&format!("  {}\n", demanded(demand)));
    }
    text.push_str(&format!("  rewrite {} with {{\n", name(pattern.root())));
    for statement in &pattern.rewrite {
        text.push_str(&format!("    {}\n", stated(statement)));
    }
    text + "  };\n}\n"
}

fn name(variable: Var) -> String {
    format!("v{}", variable.0)
}

/// Knows which variables have been mentioned: the first mention says what a
/// variable is.
#[derive(Default)]
struct Printer {
    mentioned: BTreeSet<Var>,
}

impl Printer {
    fn matched(&mut self, matched: &Match) -> String {
        let mut text = format!(
            "let {} = op<{}>",
            name(matched.operation),
            matched.name.unwrap_or("")
        );
        if let Some(operands) = &matched.operands {
            let operands: Vec<_> = operands
                .iter()
                .map(|operand| self.operand(operand))
                .collect();
            write!(text, "({})", operands.join(", ")).expect("strings grow");
        }
        if !matched.attributes.is_empty() {
            let attributes = matched.attributes.iter();
            let attributes: Vec<_> = attributes
                .map(|(key, value)| match value {
                    AttributeMatch::Literal(value) => format!("{key} = {}", literal(value)),
                    AttributeMatch::Variable(variable) => {
                        format!("{key} = {}", self.mention(*variable, "Attr"))
                    }
                })
                .collect();
            write!(text, " {{{}}}", attributes.join(", ")).expect("strings grow");
        }
        if let Some(results) = &matched.results {
            let results: Vec<_> = results.iter().map(|result| self.r#type(result)).collect();
            write!(text, " -> ({})", results.join(", ")).expect("strings grow");
        }
        text + ";"
    }

    fn operand(&mut self, operand: &OperandMatch) -> String {
        match operand {
            OperandMatch::Value(variable, None) => self.mention(*variable, "Value"),
            OperandMatch::Value(variable, Some(r#type)) => {
                let constraint = format!("Value<{}>", self.r#type(r#type));
                self.mention(*variable, &constraint)
            }
            OperandMatch::Range(variable) => self.mention(*variable, "ValueRange"),
            OperandMatch::Result(operation, index) => format!("{}.{index}", name(*operation)),
            OperandMatch::Results(operation) => name(*operation),
        }
    }

    fn r#type(&mut self, r#type: &TypeMatch) -> String {
        match r#type {
            TypeMatch::Literal(text) => format!("type<\"{text}\">"),
            TypeMatch::Variable(variable) => self.mention(*variable, "Type"),
            TypeMatch::Range(variable) => self.mention(*variable, "TypeRange"),
        }
    }

    fn mention(&mut self, variable: Var, constraint: &str) -> String {
        let name = name(variable);
        match self.mentioned.insert(variable) {
            true => format!("{name}: {constraint}"),
            false => name,
        }
    }
}

fn demanded(demand: &Demand) -> String {
    match demand {
        Demand::Holds(condition) => format!("{};", called(condition)),
        Demand::Fails(condition) => format!("not {};", called(condition)),
        Demand::First { range, value } => {
            format!("let {} = First({});", name(*value), name(*range))
        }
        Demand::Last { range, value } => {
            format!("let {} = Last({});", name(*value), name(*range))
        }
    }
}

fn called(condition: &Condition) -> String {
    match condition {
        Condition::HasOneUse(value) => format!("HasOneUse({})", name(*value)),
        Condition::HasNoUses(value) => format!("HasNoUses({})", name(*value)),
        Condition::IsBlockArgument(value) => format!("IsBlockArgument({})", name(*value)),
        Condition::HasAttribute(operation, key) => {
            format!("HasAttr({}, attr<\"\\\"{key}\\\"\">)", name(*operation))
        }
        Condition::HasLength(range, length) => {
            format!("HasLength({}, attr<\"{length} : i64\">)", name(*range))
        }
        Condition::Contains(range, value) => {
            format!("Contains({}, {})", name(*range), name(*value))
        }
        Condition::SameBlock(a, b) => format!("SameBlock({}, {})", name(*a), name(*b)),
        Condition::OperationHasNoUses(operation) => format!("OpHasNoUses({})", name(*operation)),
    }
}

fn stated(statement: &Statement) -> String {
    match statement {
        Statement::Create(creation) => created(creation),
        Statement::Replace { operation, by } => {
            let by = match by {
                Replacement::Operation(by) => name(*by),
                Replacement::Values(values) => tuple(values),
            };
            format!("replace {} with {by};", name(*operation))
        }
        Statement::Erase(operation) => format!("erase {};", name(*operation)),
        Statement::SetAttribute {
            operation,
            name: key,
            value,
        } => format!(
            "SetAttr({}, attr<\"\\\"{key}\\\"\">, {});",
            name(*operation),
            attribute(value)
        ),
        Statement::RemoveAttribute {
            operation,
            name: key,
        } => {
            format!("RemoveAttr({}, attr<\"\\\"{key}\\\"\">);", name(*operation))
        }
        Statement::ReplaceUses { before, after } => {
            format!("ReplaceUses({}, {});", values(before), values(after))
        }
    }
}

fn created(creation: &Creation) -> String {
    let operands: Vec<_> = creation.operands.iter().map(values).collect();
    let mut text = format!(
        "let {} = op<{}>({})",
        name(creation.operation),
        creation.name,
        operands.join(", ")
    );
    if !creation.attributes.is_empty() {
        let attributes = creation.attributes.iter();
        let attributes = attributes.map(|(key, value)| format!("{key} = {}", attribute(value)));
        let attributes: Vec<_> = attributes.collect();
        write!(text, " {{{}}}", attributes.join(", ")).expect("strings grow");
    }
    if let Some(types) = &creation.types {
        let types = types.iter().map(|r#type| match r#type {
            TypeMatch::Literal(text) => format!("type<\"{text}\">"),
            TypeMatch::Variable(variable) | TypeMatch::Range(variable) => name(*variable),
        });
        let types: Vec<_> = types.collect();
        write!(text, " -> ({})", types.join(", ")).expect("strings grow");
    }
    text + ";"
}

fn tuple(all: &[Values]) -> String {
    match all {
        [one] => values(one),
        _ => {
            let all: Vec<_> = all.iter().map(values).collect();
            format!("({})", all.join(", "))
        }
    }
}

fn values(expression: &Values) -> String {
    match expression {
        Values::Value(variable) | Values::Range(variable) => name(*variable),
        Values::Result(operation, index) | Values::Group(operation, index) => {
            format!("{}.{index}", name(*operation))
        }
        Values::Results(operation) => format!("{}.results", name(*operation)),
        Values::Nothing => "()".to_owned(),
    }
}

fn attribute(value: &AttributeMatch) -> String {
    match value {
        AttributeMatch::Literal(text) => literal(text),
        AttributeMatch::Variable(variable) => name(*variable),
    }
}

fn literal(text: &str) -> String {
    format!("attr<\"{}\">", text.replace('"', "\\\""))
}

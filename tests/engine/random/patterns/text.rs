//! Patterns as PDLL.

use super::{
    AttributeMatch, BlockMatch, Body, Condition, Creation, Demand, Inlining, Match, NewBlock,
    NewRegion, OperandMatch, Pattern, PlaceMatch, Replacement, Statement, TypeMatch, Values, Var,
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
    let mut printer = Printer {
        pattern,
        mentioned: BTreeSet::new(),
    };
    let mut text = format!("\nPattern {}", pattern.name);
    let benefit = pattern.benefit.map(|benefit| format!("benefit({benefit})"));
    let recursion = pattern.has_recursion.then(|| "recursion".to_owned());
    let metadata: Vec<_> = benefit.into_iter().chain(recursion).collect();
    if !metadata.is_empty() {
        write!(text, " with {}", metadata.join(", ")).expect("strings grow");
    }
    text.push_str(" {\n");
    for matched in pattern
        .matched
        .iter()
        .filter(|matched| matched.inside.is_none())
    {
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
struct Printer<'p> {
    pattern: &'p Pattern,
    mentioned: BTreeSet<Var>,
}

impl Printer<'_> {
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
        if let Some(body) = &matched.body {
            write!(text, " ({})", self.body(body)).expect("strings grow");
        }
        text + ";"
    }

    fn body(&mut self, body: &Body) -> String {
        let region = body.region.map(|region| self.mention(region, "Region"));
        let block = body.block.as_ref().map(|block| self.block(block));
        let parts: Vec<_> = region.into_iter().chain(block).collect();
        parts.join(" ")
    }

    fn block(&mut self, block: &BlockMatch) -> String {
        let mut text = format!("{{ ^{}", name(block.label));
        if let Some(arguments) = &block.arguments {
            let arguments: Vec<_> = arguments
                .iter()
                .map(|argument| self.operand(argument))
                .collect();
            write!(text, "({})", arguments.join(", ")).expect("strings grow");
        }
        text.push_str(if block.is_open { ": ...;" } else { ":" });
        for matched in &self.pattern.matched {
            if matched.inside == Some(block.label) {
                write!(text, " {}", self.matched(matched)).expect("strings grow");
            }
        }
        // Otherwise, the last statement says what the last operation is.
        if block.is_open && block.last.is_none() {
            text.push_str(" ...;");
        }
        text + " }"
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
        Statement::Inline(inlining) => inlined(inlining),
        Statement::At { place, statements } => {
            let place = match place {
                PlaceMatch::Before(operation) => name(*operation),
                PlaceMatch::Start(block) => format!("^{}", name(*block)),
            };
            format!("rewrite {place} with {{ {}}};", all_stated(statements))
        }
    }
}

fn all_stated(statements: &[Statement]) -> String {
    let statements = statements.iter();
    statements
        .map(|statement| stated(statement) + " ")
        .collect()
}

fn inlined(inlining: &Inlining) -> String {
    let function = match inlining.is_copy {
        true => "InlineCopy",
        false => "InlineBlock",
    };
    let arguments: Vec<_> = inlining.arguments.iter().map(values).collect();
    format!(
        "let {} = {function}(^{}, ({}));",
        name(inlining.result),
        name(inlining.block),
        arguments.join(", ")
    )
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
        let types: Vec<_> = types.iter().map(given_type).collect();
        write!(text, " -> ({})", types.join(", ")).expect("strings grow");
    }
    if !creation.regions.is_empty() {
        let regions: Vec<_> = creation.regions.iter().map(new_region).collect();
        write!(text, " ({})", regions.join(", ")).expect("strings grow");
    }
    text + ";"
}

fn given_type(r#type: &TypeMatch) -> String {
    match r#type {
        TypeMatch::Literal(text) => format!("type<\"{text}\">"),
        TypeMatch::Variable(variable) | TypeMatch::Range(variable) => name(*variable),
    }
}

fn new_region(region: &NewRegion) -> String {
    match region {
        NewRegion::Moved(region) => name(*region),
        NewRegion::Copied(region) => format!("CopyRegion({})", name(*region)),
        NewRegion::Written(blocks) => {
            let blocks: String = blocks.iter().map(new_block).collect();
            format!("{{{blocks} }}")
        }
    }
}

fn new_block(block: &NewBlock) -> String {
    let arguments = block.arguments.iter();
    let arguments: Vec<_> = arguments
        .map(|(argument, r#type)| format!("{}: Value<{}>", name(*argument), given_type(r#type)))
        .collect();
    let label = name(block.label);
    let statements = all_stated(&block.statements);
    format!(" ^{label}({}): {statements}", arguments.join(", "))
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

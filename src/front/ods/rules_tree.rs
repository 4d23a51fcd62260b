//! Rules as an indented list, for people. Trees are written as in TableGen, with the
//! names of records; the records come after the rules.

use super::{
    RuleFile,
    rules::{
        Argument, AttributeRecord, ConstraintRecord, Dag, OperationArgument, OperationRecord,
        PropertyRecord, Record, RecordId, RecordKind, Rule, Rules, Value,
    },
};
use crate::base::source::{SourceMap, Span};
use std::fmt::{Display, Write};

/// The rules of a file, and the records that they mention.
pub fn rules_tree(file: &RuleFile, sources: &SourceMap) -> String {
    let mut printer = Printer {
        rules: &file.rules,
        file,
        sources,
        out: String::new(),
    };
    printer.file();
    printer.out
}

struct Printer<'a> {
    rules: &'a Rules,
    file: &'a RuleFile,
    sources: &'a SourceMap,
    out: String,
}

impl Printer<'_> {
    fn file(&mut self) {
        let name = self.sources.file(self.file.file).name();
        self.line(0, format_args!("Rules `{name}`"));
        for rule in &self.rules.rules {
            self.rule(rule);
        }
        for record in &self.rules.records {
            self.record(record);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let name = rule.name.as_deref().map(|name| format!(" {name:?}"));
        let (name, range) = (name.unwrap_or_default(), self.range(rule.span));
        self.line(1, format_args!("Rule{name} {range}"));
        for span in &rule.instantiated_at {
            let range = self.range(*span);
            self.line(2, format_args!("instantiated at: {range}"));
        }
        self.tree("source", &rule.source);
        self.trees("results", &rule.results);
        self.trees("constraints", &rule.constraints);
        self.trees("supplemental", &rule.supplemental);
        self.tree("benefit", &rule.benefit);
    }

    fn trees(&mut self, what: &str, trees: &[Dag]) {
        if !trees.is_empty() {
            self.line(2, format_args!("{what}:"));
        }
        for tree in trees {
            let tree = dag(self.rules, tree);
            self.line(3, tree);
        }
    }

    fn tree(&mut self, what: &str, tree: &Dag) {
        let tree = dag(self.rules, tree);
        self.line(2, format_args!("{what}: {tree}"));
    }

    fn record(&mut self, record: &Record) {
        let Record {
            name, span, kind, ..
        } = record;
        let (kind_name, range) = (name_of(kind), self.range(*span));
        self.line(1, format_args!("{kind_name} {name:?} {range}"));
        match kind {
            RecordKind::Operation(operation) => self.operation(operation),
            RecordKind::Type(constraint) | RecordKind::Constraint(constraint) => {
                self.constraint(constraint);
            }
            RecordKind::Attribute(attribute) => self.attribute(attribute),
            RecordKind::Property(property) => self.property(property),
            RecordKind::NativeCall { code, returns } => {
                self.text("code", code);
                self.line(2, format_args!("returns: {returns}"));
            }
            RecordKind::Marker | RecordKind::Other => {}
        }
    }

    fn operation(&mut self, operation: &OperationRecord) {
        self.text("name", &operation.name);
        for argument in &operation.arguments {
            let (what, record) = match argument {
                OperationArgument::Operands(_, record) => ("operands", record),
                OperationArgument::Attribute(_, record) => ("attribute", record),
                OperationArgument::Property(_, record) => ("property", record),
            };
            let name = self.name(*record);
            self.line(2, format_args!("{what}: {name}"));
        }
        for result in &operation.results {
            let name = self.name(*result);
            self.line(2, format_args!("results: {name}"));
        }
    }

    fn constraint(&mut self, constraint: &ConstraintRecord) {
        let ConstraintRecord {
            summary,
            condition,
            class,
            builder,
            by_name: _,
            predicate: _,
        } = constraint;
        self.text("summary", summary);
        self.text("condition", condition);
        self.text("class", class);
        self.text("builder", builder);
    }

    fn attribute(&mut self, attribute: &AttributeRecord) {
        let AttributeRecord {
            constraint,
            const_builder,
            default,
            is_optional,
            constant,
            enum_case,
        } = attribute;
        self.constraint(constraint);
        self.text("constant builder", const_builder);
        self.maybe("default", default.as_ref());
        self.maybe("constant", constant.as_ref());
        self.maybe("enum case", enum_case.as_ref());
        if *is_optional {
            self.line(2, "optional");
        }
    }

    fn property(&mut self, property: &PropertyRecord) {
        let PropertyRecord {
            constraint,
            storage,
            default,
            constant,
        } = property;
        self.constraint(constraint);
        self.text("storage", storage);
        self.maybe("default", default.as_ref());
        self.maybe("constant", constant.as_ref());
    }

    /// A text that may be empty, which is left out.
    fn text(&mut self, what: &str, text: &str) {
        self.maybe(what, (!text.is_empty()).then_some(&text));
    }

    fn maybe(&mut self, what: &str, value: Option<&impl std::fmt::Debug>) {
        if let Some(value) = value {
            self.line(2, format_args!("{what}: {value:?}"));
        }
    }

    fn name(&self, record: RecordId) -> String {
        self.rules.record(record).name.to_string()
    }

    /// Where something is; the file only if it is another one.
    fn range(&self, span: Span) -> String {
        let file = self.sources.file(span.file);
        let (start, end) = (file.position(span.start), file.position(span.end));
        let range = format!(
            "{}:{}-{}:{}",
            start.line, start.column, end.line, end.column
        );
        if span.file == self.file.file {
            range
        } else {
            format!("`{}` {range}", file.name())
        }
    }

    fn line(&mut self, depth: usize, text: impl Display) {
        let indent = depth * 2;
        writeln!(self.out, "{:indent$}{text}", "").expect("a string takes any text");
    }
}

fn name_of(kind: &RecordKind) -> &'static str {
    match kind {
        RecordKind::Operation(_) => "Operation",
        RecordKind::Type(_) => "TypeConstraint",
        RecordKind::Attribute(_) => "AttrConstraint",
        RecordKind::Property(_) => "PropConstraint",
        RecordKind::Constraint(_) => "Constraint",
        RecordKind::NativeCall { .. } => "NativeCodeCall",
        RecordKind::Marker => "Marker",
        RecordKind::Other => "Record",
    }
}

/// A tree, as TableGen writes it.
fn dag(rules: &Rules, dag: &Dag) -> String {
    let mut out = format!("({}", rules.record(dag.operator).name);
    name(&mut out, dag.name.as_deref());
    for (index, Argument { value, name: label }) in dag.arguments.iter().enumerate() {
        out.push_str(if index == 0 { " " } else { ", " });
        match (value, label) {
            (Value::Unset, Some(label)) => {
                out.push('$');
                out.push_str(label);
            }
            (value, label) => {
                out.push_str(&self::value(rules, value));
                name(&mut out, label.as_deref());
            }
        }
    }
    out.push(')');
    out
}

fn name(out: &mut String, name: Option<&str>) {
    if let Some(name) = name {
        out.push_str(":$");
        out.push_str(name);
    }
}

fn value(rules: &Rules, value: &Value) -> String {
    match value {
        Value::Unset => "?".to_owned(),
        Value::Dag(tree) => dag(rules, tree),
        Value::Record(record) => rules.record(*record).name.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Number(number) => number.to_string(),
        Value::Other(text) => text.clone(),
    }
}

//! Rules as JSON, for programs. `docs/drr.md` describes the fields.

use super::{
    RuleFile,
    rules::{
        Argument, AttributeRecord, ConstraintRecord, Dag, OperationArgument, OperationRecord,
        PropertyRecord, Record, RecordKind, Rule, Value,
    },
};
use crate::base::source::{FileId, JsonRange, SourceMap, Span};
use serde_json::{Map, Value as Json, json};

/// The file of the rules and the files that places are in, as JSON objects. In their
/// document, `first` is the index of the first of them.
pub fn rules_json(file: &RuleFile, first: usize, sources: &SourceMap) -> Vec<String> {
    let mut printer = Printer {
        files: vec![file.file],
        first,
        sources,
    };
    let rules: Vec<_> = file
        .rules
        .rules
        .iter()
        .map(|one| printer.rule(one))
        .collect();
    let records = file.rules.records.iter();
    let records: Vec<_> = records.map(|one| printer.record(one)).collect();
    let mut objects: Vec<_> = printer.files.iter().map(|one| printer.file(*one)).collect();
    if let Json::Object(object) = &mut objects[0] {
        object.insert("rules".to_owned(), rules.into());
        object.insert("records".to_owned(), records.into());
    }
    objects.iter().map(Json::to_string).collect()
}

struct Printer<'a> {
    /// The files of the places so far. The first one is that of the rules.
    files: Vec<FileId>,
    first: usize,
    sources: &'a SourceMap,
}

impl Printer<'_> {
    fn file(&self, id: FileId) -> Json {
        let file = self.sources.file(id);
        let included_at = file.included_at().and_then(|at| {
            let index = self.files.iter().position(|file| *file == at.file)?;
            Some(JsonRange::new(at, self.first + index, self.sources))
        });
        json!({
            "name": file.name(),
            "firstLine": file.position(0).line,
            "includedAt": included_at,
        })
    }

    fn range(&mut self, span: Span) -> Json {
        let known = self.files.iter().position(|file| *file == span.file);
        let index = known.unwrap_or_else(|| {
            self.files.push(span.file);
            self.files.len() - 1
        });
        json!(JsonRange::new(span, self.first + index, self.sources))
    }

    fn rule(&mut self, rule: &Rule) -> Json {
        let Rule {
            name,
            span,
            instantiated_at,
            source,
            results,
            constraints,
            supplemental,
            benefit,
        } = rule;
        let at: Vec<_> = instantiated_at.iter().map(|at| self.range(*at)).collect();
        json!({
            "kind": "Rule",
            "range": self.range(*span),
            "name": name.as_deref(),
            "instantiatedAt": at,
            "source": dag(source),
            "results": dags(results),
            "constraints": dags(constraints),
            "supplemental": dags(supplemental),
            "benefit": dag(benefit),
        })
    }

    fn record(&mut self, record: &Record) -> Json {
        let Record {
            name,
            is_anonymous,
            span,
            kind,
        } = record;
        let (kind, mut fields) = kind_of(kind);
        fields.insert("kind".to_owned(), kind.into());
        fields.insert("range".to_owned(), self.range(*span));
        fields.insert("name".to_owned(), name.as_str().into());
        fields.insert("isAnonymous".to_owned(), (*is_anonymous).into());
        fields.into()
    }
}

fn dags(trees: &[Dag]) -> Vec<Json> {
    trees.iter().map(dag).collect()
}

/// A tree, which refers to records by their indices.
fn dag(tree: &Dag) -> Json {
    let argument = |Argument { value, name }: &Argument| json!({"name": name.as_deref(), "value": self::value(value)});
    let arguments: Vec<_> = tree.arguments.iter().map(argument).collect();
    json!({
        "kind": "Tree",
        "operator": tree.operator.0,
        "name": tree.name.as_deref(),
        "arguments": arguments,
    })
}

fn value(value: &Value) -> Json {
    match value {
        Value::Unset => Json::Null,
        Value::Dag(tree) => dag(tree),
        Value::Record(record) => json!({"kind": "Record", "record": record.0}),
        Value::Text(text) => json!({"kind": "Text", "text": text}),
        Value::Number(number) => json!({"kind": "Number", "number": number}),
        Value::Other(text) => json!({"kind": "Other", "text": text}),
    }
}

/// The name of a kind of records, and the fields that only this kind has.
fn kind_of(kind: &RecordKind) -> (&'static str, Map<String, Json>) {
    let (name, fields) = match kind {
        RecordKind::Operation(operation) => ("Operation", self::operation(operation)),
        RecordKind::Type(type_) => ("TypeConstraint", constraint(type_)),
        RecordKind::Attribute(attribute) => ("AttrConstraint", self::attribute(attribute)),
        RecordKind::Property(property) => ("PropConstraint", self::property(property)),
        RecordKind::Constraint(any) => ("Constraint", constraint(any)),
        RecordKind::NativeCall { code, returns } => {
            ("NativeCodeCall", json!({"code": code, "returns": returns}))
        }
        RecordKind::Marker => ("Marker", json!({})),
        RecordKind::Other => ("Other", json!({})),
    };
    match fields {
        Json::Object(fields) => (name, fields),
        _ => unreachable!("each kind is an object"),
    }
}

fn operation(operation: &OperationRecord) -> Json {
    let argument = |argument: &OperationArgument| {
        let (kind, index, record) = match argument {
            OperationArgument::Operands(index, record) => ("Operands", index, record),
            OperationArgument::Attribute(index, record) => ("Attribute", index, record),
            OperationArgument::Property(index, record) => ("Property", index, record),
        };
        json!({"kind": kind, "index": index, "record": record.0})
    };
    let arguments: Vec<_> = operation.arguments.iter().map(argument).collect();
    let results: Vec<_> = operation.results.iter().map(|record| record.0).collect();
    json!({
        "operation": operation.name.as_str(),
        "arguments": arguments,
        "results": results,
    })
}

fn constraint(constraint: &ConstraintRecord) -> Json {
    let ConstraintRecord {
        summary,
        condition,
        by_name: _,
        class,
        builder,
        predicate: _,
    } = constraint;
    json!({
        "summary": summary,
        "condition": condition,
        "class": class,
        "builder": builder,
    })
}

fn attribute(attribute: &AttributeRecord) -> Json {
    let AttributeRecord {
        constraint,
        const_builder,
        default,
        is_optional,
        constant,
        enum_case,
    } = attribute;
    let mut fields = self::constraint(constraint);
    fields["constBuilder"] = json!(const_builder);
    fields["default"] = json!(default);
    fields["isOptional"] = json!(is_optional);
    fields["constant"] = json!(constant);
    fields["enumCase"] = json!(enum_case);
    fields
}

fn property(property: &PropertyRecord) -> Json {
    let PropertyRecord {
        constraint,
        storage,
        default,
        constant,
    } = property;
    let mut fields = self::constraint(constraint);
    fields["storage"] = json!(storage);
    fields["default"] = json!(default);
    fields["constant"] = json!(constant);
    fields
}

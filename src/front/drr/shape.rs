//! The source tree of a rule, checked against the definitions of its operations.

use super::Analysis;
use crate::{
    base::diagnostic::count,
    ods::{
        self, Arity,
        rules::{Argument, Dag, OperationArgument, OperationRecord, RecordId, RecordKind, Value},
    },
};
use smol_str::SmolStr;

/// An operation that a rule matches.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) record: &'a OperationRecord,
    pub(super) definition: &'a ods::Operation,
    pub(super) symbol: Option<SmolStr>,
    /// One for each argument of `record`.
    pub(super) arguments: Vec<SourceArgument<'a>>,
    /// The arguments that may be in the place of the next one, and that one in
    /// theirs.
    pub(super) eithers: Vec<usize>,
}

/// An argument of a [`Source`].
#[derive(Debug)]
pub(super) enum SourceArgument<'a> {
    /// Anything that satisfies a constraint.
    Leaf(Leaf),
    /// An operand that an operation defines.
    Operation(Box<Source<'a>>),
    /// An operand whose operation C++ code examines.
    Native(NativeMatch<'a>),
    /// The values of a group.
    Variadic {
        symbol: Option<SmolStr>,
        elements: Vec<SourceArgument<'a>>,
    },
}

/// An argument without a tree.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub(super) symbol: Option<SmolStr>,
    pub(super) constraint: Option<RecordId>,
}

/// A call of C++ code that examines the operation of an operand.
#[derive(Debug)]
pub(super) struct NativeMatch<'a> {
    pub(super) record: RecordId,
    pub(super) code: &'a str,
    /// What the code finds out.
    pub(super) outputs: Vec<Leaf>,
}

impl<'a> Analysis<'a> {
    /// The source tree of the rule.
    pub(super) fn source(&mut self) -> Option<Source<'a>> {
        let source = &self.rule.source;
        let RecordKind::Operation(_) = self.kind(source.operator) else {
            let name = &self.rules.record(source.operator).name;
            self.error(format!(
                "expected an operation at the root of the source pattern, found `{name}`"
            ));
            return None;
        };
        self.source_operation(source)
    }

    /// What a record is.
    pub(super) fn kind(&self, record: RecordId) -> &'a RecordKind {
        &self.rules.record(record).kind
    }

    /// Whether a record is the directive of that name.
    pub(super) fn is_directive(&self, record: RecordId, name: &str) -> bool {
        let record = self.rules.record(record);
        matches!(record.kind, RecordKind::Marker) && record.name == name
    }

    /// The definition of an operation that rules mention.
    pub(super) fn definition(&self, record: &OperationRecord) -> &'a ods::Operation {
        let definition = self.ods.operation(&record.name);
        definition.expect("the tables of a file have the operations of its rules")
    }

    fn source_operation(&mut self, dag: &'a Dag) -> Option<Source<'a>> {
        let RecordKind::Operation(record) = self.kind(dag.operator) else {
            unreachable!("the caller has looked at the operator");
        };
        let definition = self.definition(record);
        let eithers = |argument: &&Argument| match &argument.value {
            Value::Dag(dag) => self.is_directive(dag.operator, "either"),
            _ => false,
        };
        let found = dag.arguments.len() + dag.arguments.iter().filter(eithers).count();
        if !self.has_all_arguments(record, found) {
            return None;
        }
        let mut source = Source {
            record,
            definition,
            symbol: dag.name.clone(),
            arguments: Vec::new(),
            eithers: Vec::new(),
        };
        for argument in &dag.arguments {
            match &argument.value {
                Value::Dag(inner) if self.is_directive(inner.operator, "either") => {
                    source.eithers.push(source.arguments.len());
                    for one in self.both(inner)? {
                        self.argument(&mut source, one, InEither::Yes)?;
                    }
                }
                _ => self.argument(&mut source, argument, InEither::No)?,
            }
        }
        Some(source)
    }

    /// Reports an operation with too few or too many arguments.
    pub(super) fn has_all_arguments(&mut self, record: &OperationRecord, found: usize) -> bool {
        let expected = record.arguments.len();
        if found != expected {
            let name = &record.name;
            let number = count(expected, "argument");
            let message = format!("`{name}` has {number} in its definition, found {found}");
            let names = self.argument_names(record);
            match &names[..] {
                [] => self.error(message),
                [one] => self.error_with_help(message, format!("it is `{one}`")),
                _ => self.error_with_help(message, format!("they are `{}`", names.join("`, `"))),
            }
        }
        found == expected
    }

    /// The names of an operation's arguments.
    fn argument_names(&self, record: &OperationRecord) -> Vec<&'a str> {
        let definition = self.definition(record);
        let name = |argument: &OperationArgument| match *argument {
            OperationArgument::Operands(index, _) => &*definition.operands[index as usize].name,
            OperationArgument::Attribute(index, _) => &*definition.attributes[index as usize].name,
            OperationArgument::Property(index, _) => &*definition.properties[index as usize].name,
        };
        record.arguments.iter().map(name).collect()
    }

    /// The arguments of `either`.
    fn both(&mut self, either: &'a Dag) -> Option<&'a [Argument]> {
        if either.name.is_some() {
            self.error("`either` stands for no value, so that it cannot have a name");
            return None;
        }
        if either.arguments.len() != 2 {
            let found = either.arguments.len();
            self.error(format!("expected 2 operands in `either`, found {found}"));
            return None;
        }
        Some(&either.arguments)
    }

    /// Adds the next argument to `source`.
    fn argument(
        &mut self,
        source: &mut Source<'a>,
        argument: &'a Argument,
        in_either: InEither,
    ) -> Option<()> {
        let slot = source.record.arguments[source.arguments.len()];
        let is_operand = matches!(slot, OperationArgument::Operands(..));
        if in_either == InEither::Yes && !is_operand {
            let name = &source.record.name;
            self.error(format!(
                "expected operands of `{name}` in `either`, found an attribute"
            ));
            return None;
        }
        let shaped = match &argument.value {
            Value::Dag(dag) if is_operand => self.tree(source.definition, slot, dag)?,
            Value::Dag(_) => {
                let name = &source.record.name;
                self.error(format!(
                    "expected a constraint of an attribute of `{name}`, found a tree"
                ));
                return None;
            }
            _ => SourceArgument::Leaf(self.leaf(argument)?),
        };
        source.arguments.push(shaped);
        Some(())
    }

    /// A tree in the place of an operand.
    fn tree(
        &mut self,
        definition: &ods::Operation,
        slot: OperationArgument,
        dag: &'a Dag,
    ) -> Option<SourceArgument<'a>> {
        let OperationArgument::Operands(group, _) = slot else {
            unreachable!("the caller has looked at the slot");
        };
        let group = &definition.operands[group as usize];
        if self.is_directive(dag.operator, "variadic") {
            if group.arity == Arity::Single {
                let (group, name) = (&group.name, &definition.name);
                self.error(format!(
                    "`{group}` of `{name}` is a single operand, so that `variadic` does not fit"
                ));
                return None;
            }
            return self.variadic(dag);
        }
        if group.arity != Arity::Single {
            let (group, name) = (&group.name, &definition.name);
            self.error_with_help(
                format!(
                    "`{group}` of `{name}` may have any number of values, found a tree for one"
                ),
                "write `(variadic …)` around it",
            );
            return None;
        }
        self.single_tree(dag)
    }

    /// A tree that stands for one operand.
    fn single_tree(&mut self, dag: &'a Dag) -> Option<SourceArgument<'a>> {
        match self.kind(dag.operator) {
            RecordKind::Operation(_) => {
                let operation = self.source_operation(dag)?;
                if operation.definition.results.is_empty() {
                    let name = &operation.definition.name;
                    self.error(format!(
                        "`{name}` has no results, so that it defines no operand"
                    ));
                    return None;
                }
                Some(SourceArgument::Operation(Box::new(operation)))
            }
            RecordKind::NativeCall { code, .. } => {
                self.native_match(dag, code).map(SourceArgument::Native)
            }
            _ => {
                let name = &self.rules.record(dag.operator).name;
                self.error(format!(
                    "expected an operation in the source pattern, found `{name}`"
                ));
                None
            }
        }
    }

    fn native_match(&mut self, dag: &'a Dag, code: &'a str) -> Option<NativeMatch<'a>> {
        if dag.name.is_some() {
            self.error_with_help(
                "a call of C++ in the source pattern cannot have a name",
                "name its arguments, which it sets",
            );
            return None;
        }
        let mut outputs = Vec::new();
        for argument in &dag.arguments {
            if let Value::Dag(_) = argument.value {
                self.error("expected names as arguments of a call of C++ in the source pattern, found a tree");
                return None;
            }
            outputs.push(self.leaf(argument)?);
        }
        Some(NativeMatch {
            record: dag.operator,
            code,
            outputs,
        })
    }

    fn variadic(&mut self, dag: &'a Dag) -> Option<SourceArgument<'a>> {
        let mut elements = Vec::new();
        for argument in &dag.arguments {
            elements.push(match &argument.value {
                Value::Dag(dag) => self.single_tree(dag)?,
                _ => SourceArgument::Leaf(self.leaf(argument)?),
            });
        }
        Some(SourceArgument::Variadic {
            symbol: dag.name.clone(),
            elements,
        })
    }

    fn leaf(&mut self, argument: &Argument) -> Option<Leaf> {
        let constraint = match &argument.value {
            Value::Unset => None,
            Value::Record(record) => Some(*record),
            other => {
                self.error(format!(
                    "expected a name or a constraint in the source pattern, found {}",
                    shown(other)
                ));
                return None;
            }
        };
        let symbol = argument.name.clone().filter(|name| name != "_");
        Some(Leaf { symbol, constraint })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum InEither {
    Yes,
    No,
}

/// A value for messages.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Unset => "nothing".to_owned(),
        Value::Dag(_) => "a tree".to_owned(),
        Value::Record(_) => "a record".to_owned(),
        Value::Text(text) => format!("the string `{text}`"),
        Value::Number(number) => format!("the number {number}"),
        Value::Other(text) => format!("`{text}`"),
    }
}

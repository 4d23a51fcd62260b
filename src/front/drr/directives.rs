//! The directives after the arguments of an operation to create: `location` and
//! `returnType`.

use super::{
    Analysis,
    matching::Match,
    rewrite::Place,
    shape::shown,
    snippet::{Function, Snippet},
    symbols::Symbol,
};
use crate::{
    hir::{CallKind, NodeId, Type},
    ods::rules::{Argument, Dag, RecordKind, Value},
};

/// The directives of an operation or of a call of C++.
#[derive(Debug, Default)]
pub(super) struct Directives<'a> {
    pub(super) location: Option<&'a Dag>,
    pub(super) return_type: Option<&'a Dag>,
}

impl<'a> Analysis<'a> {
    /// The arguments before the directives of a tree, and the directives.
    pub(super) fn directives(&mut self, dag: &'a Dag) -> Option<(&'a [Argument], Directives<'a>)> {
        let mut arguments = &dag.arguments[..];
        let mut directives = Directives::default();
        while let [
            before @ ..,
            Argument {
                value: Value::Dag(last),
                ..
            },
        ] = arguments
        {
            let (name, known) = if self.is_directive(last.operator, "location") {
                ("location", &mut directives.location)
            } else if self.is_directive(last.operator, "returnType") {
                ("returnType", &mut directives.return_type)
            } else {
                break;
            };
            if known.replace(last).is_some() {
                self.error(format!("`{name}` is given twice"));
                return None;
            }
            arguments = before;
        }
        Some((arguments, directives))
    }

    /// The types of `returnType`.
    pub(super) fn return_types(
        &mut self,
        section: &mut Match<'a>,
        dag: &'a Dag,
    ) -> Option<Vec<NodeId>> {
        let mut types = Vec::new();
        for argument in &dag.arguments {
            match &argument.value {
                Value::Unset => {
                    let name = argument.name.as_deref().unwrap_or_default();
                    for value in self.values(section, name)? {
                        types.push(self.type_of(section, value));
                    }
                }
                Value::Text(code) => types.push(self.type_by_code(section, code)?),
                Value::Dag(dag)
                    if matches!(self.kind(dag.operator), RecordKind::NativeCall { .. }) =>
                {
                    types.extend(self.result(section, dag, Place::Type)?);
                }
                other => {
                    self.error(format!("expected a name, a string with C++ code, or a call of C++ in `returnType`, found {}", shown(other)));
                    return None;
                }
            }
        }
        Some(types)
    }

    fn type_by_code(&mut self, section: &mut Match<'a>, code: &str) -> Option<NodeId> {
        use super::rule_code::Placeholder;
        let code = self.substituted(code, 0, |part| match part {
            Placeholder::Special("_builder") => Some("rewriter".into()),
            _ => None,
        })?;
        let mut snippet = Snippet::default();
        snippet.statement(&format!("return {code};"));
        let function = Function::rewrite("type", self.rule.span, &[Type::Type]);
        self.call(&mut section.nodes.builder, function, snippet)
            .first()
            .copied()
    }

    /// Gives a new operation its location, unless that is the one of the match.
    pub(super) fn set_location(
        &mut self,
        section: &mut Match<'a>,
        node: NodeId,
        directives: &Directives<'a>,
    ) -> Option<()> {
        let Some(dag) = directives.location else {
            return Some(());
        };
        let mut tag = None;
        let mut is_first = true;
        for argument in self.location_arguments(dag)? {
            let (function, source) = match argument {
                LocationArgument::Text(text) if dag.arguments.len() == 1 => {
                    ("SetNameLoc", self.literal(section, &quoted(text))?)
                }
                LocationArgument::Text(text) => {
                    tag = Some(self.literal(section, &quoted(text))?);
                    continue;
                }
                LocationArgument::Name(name) => {
                    let (source, kind) = self.located(section, name)?;
                    let function = match (is_first, kind) {
                        (true, Type::Operation) => "SetLoc",
                        (true, _) => "SetLocOfValue",
                        (false, Type::Operation) => "AddLoc",
                        (false, _) => "AddLocOfValue",
                    };
                    is_first = false;
                    (function, source)
                }
            };
            self.library(
                section,
                CallKind::Rewrite,
                function,
                vec![node, source],
                &[],
            );
        }
        if let Some(tag) = tag {
            self.library(
                section,
                CallKind::Rewrite,
                "SetLocMetadata",
                vec![node, tag],
                &[],
            );
        }
        Some(())
    }

    /// What has the location of a name: an operation or a value.
    fn located(&mut self, section: &Match<'a>, name: &str) -> Option<(NodeId, Type)> {
        let (symbol, _) = self.find(&section.symbols, name)?;
        match symbol {
            Symbol::Operation(operation) => Some((operation.node, Type::Operation)),
            Symbol::Operand(operand)
                if section.nodes.builder.ty(operand.node) == Some(Type::Value) =>
            {
                Some((operand.node, Type::Value))
            }
            Symbol::Values(values) if values.len() == 1 => Some((values[0], Type::Value)),
            _ => {
                self.error(format!(
                    "`${name}` has no location of its own: expected an operation or a single value"
                ));
                None
            }
        }
    }

    fn location_arguments(&mut self, dag: &'a Dag) -> Option<Vec<LocationArgument<'a>>> {
        if dag.name.is_some() {
            self.error("`location` is no value, so that it cannot have a name");
            return None;
        }
        let shape = |argument: &'a Argument| match (&argument.value, &argument.name) {
            (Value::Text(text), None) => Some(LocationArgument::Text(text)),
            (Value::Unset, Some(name)) => Some(LocationArgument::Name(name)),
            _ => None,
        };
        let arguments: Option<Vec<_>> = dag.arguments.iter().map(shape).collect();
        let is_text =
            |argument: &&LocationArgument<'_>| matches!(argument, LocationArgument::Text(_));
        match arguments {
            Some(arguments)
                if arguments.iter().filter(is_text).count() <= 1 && !arguments.is_empty() =>
            {
                Some(arguments)
            }
            _ => {
                self.error("expected names and at most one string in `location`");
                None
            }
        }
    }

    /// The C++ expression for the location that a directive says, or else for that
    /// of the match.
    pub(super) fn location_code(
        &mut self,
        section: &mut Match<'a>,
        snippet: &mut Snippet,
        directive: Option<&'a Dag>,
    ) -> Option<String> {
        let Some(dag) = directive else {
            return Some(snippet.location(&section.operations).to_owned());
        };
        let mut locations = Vec::new();
        let mut tag = String::new();
        let arguments = self.location_arguments(dag)?;
        for argument in &arguments {
            match argument {
                LocationArgument::Text(text) => {
                    tag = format!("rewriter.getStringAttr({})", quoted(text));
                }
                LocationArgument::Name(name) => {
                    let (node, kind) = self.located(section, name)?;
                    let parameter = snippet.parameter(node, kind, None);
                    let access = if kind == Type::Operation { "->" } else { "." };
                    locations.push(format!("{parameter}{access}getLoc()"));
                }
            }
        }
        Some(match (&locations[..], &*tag) {
            ([], tag) => format!("::mlir::NameLoc::get({tag})"),
            ([one], "") => one.clone(),
            (several, "") => format!("rewriter.getFusedLoc({{{}}})", several.join(", ")),
            (several, tag) => format!("rewriter.getFusedLoc({{{}}}, {tag})", several.join(", ")),
        })
    }
}

/// An argument of `location`.
enum LocationArgument<'a> {
    Text(&'a str),
    Name(&'a str),
}

/// A string as MLIR and C++ write it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            _ => quoted.push(c),
        }
    }
    quoted + "\""
}

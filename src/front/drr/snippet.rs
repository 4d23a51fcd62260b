//! C++ code of rules as native functions.

use super::Analysis;
use crate::{
    base::source::{Span, StringLit},
    hir::{Builder, Call, CallKind, CodeSlot, Native, NativeBody, NodeId, Type},
};
use smol_str::{SmolStr, format_smolstr};

/// The parameters and statements of a function under construction.
#[derive(Debug, Default)]
pub(super) struct Snippet {
    parameters: Vec<CodeSlot>,
    arguments: Vec<NodeId>,
    statements: String,
    variables: usize,
    /// Whether there is a variable with the location of the match.
    has_location: bool,
}

/// The name of the variable with the location of the match.
const LOCATION: &str = "odsLoc";

impl Snippet {
    /// The name of the parameter for a node, which C++ knows to be of a class.
    pub(super) fn parameter(&mut self, node: NodeId, ty: Type, class: Option<&str>) -> SmolStr {
        let class = class.map(str::to_owned);
        let known = std::iter::zip(&self.arguments, &self.parameters)
            .find(|(argument, slot)| **argument == node && slot.class == class);
        if let Some((
            _,
            CodeSlot {
                name: Some(name), ..
            },
        )) = known
        {
            return name.clone();
        }
        let name = format_smolstr!("a{}", self.arguments.len());
        self.arguments.push(node);
        self.parameters.push(CodeSlot {
            name: Some(name.clone()),
            ty,
            class,
        });
        name
    }

    /// Adds a statement.
    pub(super) fn statement(&mut self, text: &str) {
        self.statements += text;
        self.statements.push('\n');
    }

    /// The name of a new variable with the value of an expression.
    pub(super) fn variable(&mut self, value: &str) -> SmolStr {
        let name = format_smolstr!("v{}", self.variables);
        self.variables += 1;
        self.statement(&format!("auto {name} = {value};"));
        name
    }

    /// The name of the variable with the fused location of the operations.
    pub(super) fn location(&mut self, operations: &[NodeId]) -> &'static str {
        if !self.has_location {
            self.has_location = true;
            let locations = operations.iter().map(|operation| {
                let name = self.parameter(*operation, Type::Operation, None);
                format!("{name}->getLoc()")
            });
            let locations = locations.collect::<Vec<_>>().join(", ");
            self.statement(&format!(
                "::mlir::Location {LOCATION} = rewriter.getFusedLoc({{{locations}}});"
            ));
        }
        LOCATION
    }

    /// Whether the function has a parameter.
    pub(super) fn has_parameters(&self) -> bool {
        !self.arguments.is_empty()
    }
}

/// A function and how it is called.
pub(super) struct Function<'n> {
    pub(super) kind: CallKind,
    /// The name that it should have.
    pub(super) name: &'n str,
    /// Where its code comes from.
    pub(super) span: Span,
    pub(super) results: Vec<CodeSlot>,
}

impl<'n> Function<'n> {
    /// A constraint that only holds or not.
    pub(super) fn constraint(name: &'n str, span: Span) -> Self {
        Function {
            kind: CallKind::Constraint,
            name,
            span,
            results: Vec::new(),
        }
    }

    /// A rewrite that returns entities of these kinds.
    pub(super) fn rewrite(name: &'n str, span: Span, results: &[Type]) -> Self {
        Function {
            kind: CallKind::Rewrite,
            name,
            span,
            results: results.iter().map(|ty| slot(*ty)).collect(),
        }
    }
}

/// A result of a function.
pub(super) fn slot(ty: Type) -> CodeSlot {
    CodeSlot {
        name: None,
        ty,
        class: None,
    }
}

impl Analysis<'_> {
    /// Adds the call of a native function with the statements of `snippet`. Returns
    /// its results.
    pub(super) fn call(
        &mut self,
        builder: &mut Builder,
        function: Function<'_>,
        snippet: Snippet,
    ) -> Vec<NodeId> {
        let kinds = |slots: &[CodeSlot]| slots.iter().map(|slot| slot.ty).collect::<Vec<_>>();
        let (parameters, results) = (kinds(&snippet.parameters), kinds(&function.results));
        let name = self.natives.code(Native {
            name: function.name.into(),
            is_constraint: function.kind != CallKind::Rewrite,
            returns_outcome: false,
            span: function.span,
            body: NativeBody::Code {
                code: StringLit::at_one_place(snippet.statements, function.span),
                parameters: snippet.parameters,
                results: function.results,
            },
        });
        let call = Call {
            kind: function.kind,
            function: name,
            arguments: snippet.arguments,
            parameters,
            results,
        };
        self.push_call(builder, call)
    }
}

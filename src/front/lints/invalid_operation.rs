//! `invalid-operation`: a rule for types excludes an operation that is created.
//!
//! What the match section demands and what the rule says are constraints of one
//! pattern, the *probe*, which has no rewrite section. It is MLIR's business whether they
//! contradict each other.

use crate::{
    base::diagnostic::{Diagnostic, count},
    base::source::Span,
    contract::{ANY_OF, LIBRARY_PREFIX},
    hir::{
        Call, CallKind, Module, Node, NodeId, NodeKind, Operation, Pattern, RuleInput, Type,
        TypeRule,
    },
};
use rustc_hash::FxHashMap;
use smol_str::format_smolstr;

/// The name of the warning.
pub(super) const NAME: &str = "invalid-operation";

/// An operation that is created and that a rule is about.
pub struct Probe<'m> {
    pattern: &'m Pattern,
    node: &'m Node,
    rule: &'m TypeRule,
    /// The constraints. The last one is the rule.
    pub constraints: Pattern,
}

impl Probe<'_> {
    /// The warning that the last constraint contradicts the others. `reasons` are the
    /// places that do so.
    pub fn warning(&self, reasons: Vec<(Option<Span>, String)>) -> Diagnostic {
        let name = &self.rule.operation;
        let message = format!("this operation contradicts the type rule of `{name}`");
        let warning = Diagnostic::warning(NAME, self.node.span, message);
        let warning = self.pattern.with_callers(warning, self.node);
        let noted = |warning: Diagnostic, (span, text)| warning.note_maybe_at(span, text);
        let start = self.rule.span.at_start();
        let is_at_rule =
            |(span, _): &(Option<Span>, _)| span.is_some_and(|span| span.at_start() == start);
        let names_rule = reasons.iter().any(is_at_rule);
        let warning = reasons.into_iter().fold(warning, noted);
        match names_rule {
            true => warning,
            false => warning.note(self.rule.span, "the rule is here"),
        }
    }
}

/// The operations whose rules may be contradicted, and warnings about those that have
/// another number of results.
pub fn probes(module: &Module) -> (Vec<Probe<'_>>, Vec<Diagnostic>) {
    let mut rules: FxHashMap<&str, Vec<&TypeRule>> = FxHashMap::default();
    for rule in &module.type_rules {
        rules.entry(&rule.operation).or_default().push(rule);
    }
    let (mut probes, mut warnings) = (Vec::new(), Vec::new());
    if rules.is_empty() {
        return (probes, warnings);
    }
    for pattern in &module.patterns {
        for node in &pattern.nodes[pattern.rewrite_start..] {
            let NodeKind::Operation(operation) = &node.kind else {
                continue;
            };
            let name = operation.name.as_deref().unwrap_or_default();
            let fits = |rule: &&&TypeRule| fits(rule, operation, pattern);
            let Some(rule) = rules.get(name).and_then(|rules| rules.iter().find(fits)) else {
                continue;
            };
            match results(operation, pattern) {
                Some(types) if types.len() == rule.results => probes.push(Probe {
                    pattern,
                    node,
                    rule,
                    constraints: Writer::new(pattern).write(operation, types, rule),
                }),
                Some(types) => warnings.push(wrong_count(pattern, node, rule, types.len())),
                None => {}
            }
        }
    }
    (probes, warnings)
}

fn wrong_count(pattern: &Pattern, node: &Node, rule: &TypeRule, found: usize) -> Diagnostic {
    let message = format!(
        "the type rule of `{}` states {}, but this operation has {found}",
        rule.operation,
        count(rule.results, "result")
    );
    let warning = Diagnostic::warning(NAME, node.span, message);
    let warning = pattern.with_callers(warning, node);
    warning.note(rule.span, "the rule is here")
}

/// Whether a rule has as many operands, single ones and ranges in the same places.
fn fits(rule: &TypeRule, operation: &Operation, pattern: &Pattern) -> bool {
    let Some(listed) = &rule.operands else {
        return true;
    };
    let fits = |(is_range, node): (&bool, &NodeId)| {
        let kind = &pattern.nodes[node.index()].kind;
        // All results of an operation are written like the only one.
        *is_range == (kind.ty() == Some(Type::ValueRange))
            || matches!(kind, NodeKind::Results { .. })
    };
    listed.len() == operation.operands.len() && listed.iter().zip(&operation.operands).all(fits)
}

/// The types of the results, if they are single ones.
pub(super) fn results<'p>(operation: &'p Operation, pattern: &Pattern) -> Option<&'p [NodeId]> {
    let types = operation.result_types.as_deref()?;
    let is_single = |ty: &NodeId| pattern.nodes[ty.index()].kind.ty() == Some(Type::Type);
    types.iter().all(is_single).then_some(types)
}

/// The type of a value, if there is a node for it.
pub(super) fn known_type(value: NodeId, pattern: &Pattern) -> Option<NodeId> {
    let (operation, index) = match pattern.nodes[value.index()].kind {
        NodeKind::Operand { ty } => return ty,
        NodeKind::Result { operation, index } => (operation, index as usize),
        NodeKind::Results { operation } => (operation, 0),
        _ => return None,
    };
    match &pattern.nodes[operation.index()].kind {
        NodeKind::Operation(operation) => results(operation, pattern)?.get(index).copied(),
        _ => None,
    }
}

/// Writes the constraints of a probe.
struct Writer<'p> {
    pattern: &'p Pattern,
    nodes: Vec<Node>,
    /// The nodes of the rewrite section that have one in the probe.
    copies: FxHashMap<NodeId, NodeId>,
}

impl<'p> Writer<'p> {
    fn new(pattern: &'p Pattern) -> Self {
        Writer {
            pattern,
            nodes: pattern.nodes[..pattern.rewrite_start].to_vec(),
            copies: FxHashMap::default(),
        }
    }

    fn write(mut self, operation: &Operation, results: &[NodeId], rule: &TypeRule) -> Pattern {
        let program = self.push(NodeKind::Disjunction(rule.program.clone()), rule.span);
        let mut arguments = vec![program];
        for input in &rule.inputs {
            arguments.push(match input {
                RuleInput::Operand(index) => self.type_of(operation.operands[*index]),
                RuleInput::Result(index) => self.copy(results[*index]),
                RuleInput::Attribute(name) => {
                    let mut given = operation.attributes.iter();
                    match given.find(|(given, _)| given == name) {
                        Some((_, value)) => self.copy(*value),
                        None => self.push(NodeKind::Attribute { ty: None }, rule.span),
                    }
                }
                RuleInput::Literal(kind) => self.push(kind.clone(), rule.span),
            });
        }
        let parameters = arguments
            .iter()
            .map(|node| self.nodes[node.index()].kind.ty());
        let call = Call {
            kind: CallKind::Constraint,
            function: ANY_OF.into(),
            parameters: parameters.flatten().collect(),
            arguments,
            results: Vec::new(),
        };
        self.push(call.into(), rule.span);
        let pattern = self.pattern;
        Pattern {
            name: None,
            labels: Vec::new(),
            calls: pattern.calls.clone(),
            rewrite_start: self.nodes.len(),
            nodes: self.nodes,
            ..*pattern
        }
    }

    fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
        self.nodes.push(Node {
            kind,
            span,
            name: None,
            call: None,
        });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// The type of a value.
    fn type_of(&mut self, value: NodeId) -> NodeId {
        let pattern = self.pattern;
        let known = known_type(value, pattern);
        match known {
            Some(ty) => self.copy(ty),
            None => self.unknown(value, NodeKind::Type),
        }
    }

    /// The node of a type or attribute: itself in the match section, a literal, what a
    /// predicate builds, or anything.
    fn copy(&mut self, node: NodeId) -> NodeId {
        if node.index() < self.pattern.rewrite_start {
            return node;
        }
        if let Some(copy) = self.copies.get(&node) {
            return *copy;
        }
        let Node { kind, span, .. } = &self.pattern.nodes[node.index()];
        match kind {
            NodeKind::TypeLiteral(_) | NodeKind::AttributeLiteral(_) | NodeKind::UnitAttribute => {
                let copy = self.push(kind.clone(), *span);
                self.copies.insert(node, copy);
                copy
            }
            NodeKind::CallResult { call, index, ty } => match self.evaluation(*call) {
                Some(call) => {
                    let (index, ty) = (*index, *ty);
                    let copy = self.push(NodeKind::CallResult { call, index, ty }, *span);
                    self.copies.insert(node, copy);
                    copy
                }
                None => self.unknown(node, unknown_kind(*ty)),
            },
            _ => self.unknown(node, unknown_kind(kind.ty().unwrap_or(Type::Type))),
        }
    }

    /// The constraint that returns what a rewrite of the library does.
    fn evaluation(&mut self, node: NodeId) -> Option<NodeId> {
        if let Some(copy) = self.copies.get(&node) {
            return Some(*copy);
        }
        let Node { kind, span, .. } = &self.pattern.nodes[node.index()];
        let NodeKind::Call(call) = kind else {
            return None;
        };
        let predicate = call.function.strip_prefix(LIBRARY_PREFIX)?;
        let predicate = predicate.strip_suffix("_make")?;
        let arguments = call.arguments.iter().map(|node| self.copy(*node));
        let arguments: Vec<_> = arguments.collect();
        let copy = self.push(
            NodeKind::from(Call {
                kind: CallKind::Constraint,
                function: format_smolstr!("{LIBRARY_PREFIX}{predicate}_evaluate"),
                arguments,
                ..Call::clone(call)
            }),
            *span,
        );
        self.copies.insert(node, copy);
        Some(copy)
    }

    /// The node of what only the run knows.
    fn unknown(&mut self, of: NodeId, kind: NodeKind) -> NodeId {
        if let Some(copy) = self.copies.get(&of) {
            return *copy;
        }
        let copy = self.push(kind, self.pattern.nodes[of.index()].span);
        self.copies.insert(of, copy);
        copy
    }
}

fn unknown_kind(ty: Type) -> NodeKind {
    match ty {
        Type::Attribute => NodeKind::Attribute { ty: None },
        _ => NodeKind::Type,
    }
}

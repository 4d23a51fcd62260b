//! The invariants of every pattern that can be lowered.

use super::{
    Call, CallId, CallKind, Insertion, MAX_BENEFIT, NodeId, NodeKind, Operation, Pattern,
    Replacement, Type,
};

/// The kinds of entity that a list of values may hold.
const VALUES: &[Type] = &[Type::Value, Type::ValueRange];

/// The kinds of entity that a list of types may hold.
const TYPES: &[Type] = &[Type::Type, Type::TypeRange];

impl Pattern {
    /// Checks the structure of the pattern. A user cannot break these rules:
    ///
    /// * A node refers to earlier nodes only, each of a kind that it can take.
    /// * The match section creates and changes nothing and calls no rewrite. The
    ///   rewrite section binds no operands, attributes, regions and blocks, and calls no
    ///   constraint. It names arguments of new blocks only.
    /// * The root is an operation of the match section.
    /// * An operation to match has a list of result types, one to create has a
    ///   name, and no attribute is given twice.
    /// * A call of a native function has an argument for each parameter, of its
    ///   kind, and at least an argument or a result. A constraint has an
    ///   argument.
    /// * The calls that brought a node here exist, each after the one around it.
    ///
    /// # Errors
    ///
    /// Says which node breaks which of these rules. That is a bug in the code that
    /// built the pattern.
    pub fn verify(&self) -> Result<(), String> {
        for (index, node) in self.nodes.iter().enumerate() {
            let check = Check {
                pattern: self,
                index,
            };
            check
                .node(&node.kind)
                .and_then(|()| check.call_site(node.call, self.calls.len()))
                .map_err(|problem| format!("node {index}, {:?}: {problem}", node.kind))?;
        }
        for (index, site) in self.calls.iter().enumerate() {
            let check = Check {
                pattern: self,
                index,
            };
            check
                .call_site(site.caller, index)
                .map_err(|problem| format!("call {index}: {problem}"))?;
        }
        let root = self.nodes[..self.rewrite_start].get(self.root.index());
        if !root.is_some_and(|root| matches!(root.kind, NodeKind::Operation(_))) {
            return Err("the root is no operation of the match section".to_owned());
        }
        require(self.benefit <= MAX_BENEFIT, "the benefit is too great")
    }
}

fn require(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(otherwise.to_owned())
    }
}

/// The check of one node.
struct Check<'p> {
    pattern: &'p Pattern,
    index: usize,
}

impl Check<'_> {
    fn node(&self, kind: &NodeKind) -> Result<(), String> {
        self.section(kind)?;
        match kind {
            NodeKind::Operand { ty } | NodeKind::Attribute { ty } => {
                self.inputs(ty.as_slice(), &[Type::Type])
            }
            NodeKind::Operands { ty } => self.inputs(ty.as_slice(), &[Type::TypeRange]),
            NodeKind::Type
            | NodeKind::Types
            | NodeKind::AttributeLiteral(_)
            | NodeKind::TypeLiteral(_)
            | NodeKind::UnitAttribute
            | NodeKind::Disjunction(_) => Ok(()),
            NodeKind::Operation(operation) => self.operation(operation),
            NodeKind::Region { operation, .. } => self.input(*operation, &[Type::Operation]),
            NodeKind::Block { region, .. } => self.input(*region, &[Type::Region]),
            NodeKind::Argument { block, ty, .. } => {
                self.input(*block, &[Type::Block])?;
                self.inputs(ty.as_slice(), &[Type::Type])
            }
            NodeKind::Arguments { block, ty, .. } => {
                self.input(*block, &[Type::Block])?;
                self.inputs(ty.as_slice(), &[Type::TypeRange])
            }
            NodeKind::Place | NodeKind::NewRegion => Ok(()),
            NodeKind::Insert { at, anchor } => self.input(
                *anchor,
                &[match at {
                    Insertion::Place => Type::Place,
                    Insertion::Before => Type::Operation,
                    Insertion::Start => Type::Block,
                }],
            ),
            NodeKind::NewBlock { region, types } => {
                self.input(*region, &[Type::Region])?;
                self.inputs(types, TYPES)
            }
            NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. }
            | NodeKind::Erase { operation } => self.input(*operation, &[Type::Operation]),
            NodeKind::Range { ty, elements } => match ty {
                Type::ValueRange => self.inputs(elements, VALUES),
                Type::TypeRange => self.inputs(elements, TYPES),
                other => Err(format!("{} is no range", other.name())),
            },
            NodeKind::Call(call) => self.call(call),
            NodeKind::CallResult { call, index, ty } => self.call_result(*call, *index, *ty),
            NodeKind::Replace { operation, with } => {
                self.input(*operation, &[Type::Operation])?;
                match with {
                    Replacement::Operation(with) => self.input(*with, &[Type::Operation]),
                    Replacement::Values(values) => self.inputs(values, VALUES),
                }
            }
        }
    }

    fn in_rewrite(&self) -> bool {
        self.index >= self.pattern.rewrite_start
    }

    /// Whether the section may have such a node.
    fn section(&self, kind: &NodeKind) -> Result<(), String> {
        let only_in_rewrite = match kind {
            NodeKind::Operand { .. }
            | NodeKind::Operands { .. }
            | NodeKind::Attribute { .. }
            | NodeKind::Region { .. }
            | NodeKind::Block { .. } => false,
            NodeKind::Argument { block, .. } | NodeKind::Arguments { block, .. } => {
                let kind = &self.pattern.nodes[block.index()].kind;
                matches!(kind, NodeKind::NewBlock { .. })
            }
            NodeKind::Place
            | NodeKind::Insert { .. }
            | NodeKind::NewRegion
            | NodeKind::NewBlock { .. } => true,
            NodeKind::Range {
                ty: Type::TypeRange,
                elements,
            } if elements.is_empty() => return Ok(()),
            NodeKind::Range { .. } | NodeKind::Erase { .. } | NodeKind::Replace { .. } => true,
            NodeKind::Call(call) => call.kind == CallKind::Rewrite,
            NodeKind::Type
            | NodeKind::Types
            | NodeKind::AttributeLiteral(_)
            | NodeKind::TypeLiteral(_)
            | NodeKind::UnitAttribute
            | NodeKind::Disjunction(_)
            | NodeKind::Operation(_)
            | NodeKind::Result { .. }
            | NodeKind::Results { .. }
            | NodeKind::ResultGroup { .. }
            | NodeKind::CallResult { .. } => return Ok(()),
        };
        require(
            only_in_rewrite == self.in_rewrite(),
            "it is in the wrong section",
        )
    }

    fn input(&self, input: NodeId, expected: &[Type]) -> Result<(), String> {
        require(input.index() < self.index, "it refers to a later node")?;
        match self.pattern.nodes[input.index()].kind.ty() {
            Some(found) if expected.contains(&found) => Ok(()),
            _ => Err(format!("node {} is of the wrong kind", input.0)),
        }
    }

    fn inputs(&self, inputs: &[NodeId], expected: &[Type]) -> Result<(), String> {
        inputs
            .iter()
            .try_for_each(|input| self.input(*input, expected))
    }

    fn operation(&self, operation: &Operation) -> Result<(), String> {
        if self.in_rewrite() {
            require(operation.name.is_some(), "it has no name")?;
            let is_free = operation.inside.is_none() && operation.num_regions.is_none();
            require(is_free, "its regions or its place are those of a match")?;
        } else {
            require(operation.result_types.is_some(), "it has no result types")?;
            require(operation.regions.is_empty(), "it is given regions")?;
        }
        self.inputs(&operation.regions, &[Type::Region])?;
        let is_placed = operation.inside.is_some() || !operation.is_last;
        require(is_placed, "it is the last one of no block")?;
        self.inputs(operation.inside.as_slice(), &[Type::Block])?;
        self.inputs(&operation.operands, VALUES)?;
        self.inputs(operation.result_types.as_deref().unwrap_or_default(), TYPES)?;
        for (index, (name, value)) in operation.attributes.iter().enumerate() {
            self.input(*value, &[Type::Attribute])?;
            let mut others = operation.attributes[..index].iter();
            let is_new = others.all(|(other, _)| other != name);
            require(is_new, "it has an attribute twice")?;
        }
        Ok(())
    }

    fn call(&self, call: &Call) -> Result<(), String> {
        require(
            call.arguments.len() == call.parameters.len(),
            "it has not as many arguments as parameters",
        )?;
        for (argument, parameter) in std::iter::zip(&call.arguments, &call.parameters) {
            let element = parameter.element().unwrap_or(*parameter);
            self.input(*argument, &[*parameter, element])?;
        }
        let is_callable = match call.kind {
            CallKind::Rewrite => !call.arguments.is_empty() || !call.results.is_empty(),
            CallKind::Constraint | CallKind::NegatedConstraint => !call.arguments.is_empty(),
        };
        require(is_callable, "PDL cannot call it without arguments")?;
        let [program, values @ ..] = &call.arguments[..] else {
            return Ok(());
        };
        match &self.pattern.nodes[program.index()].kind {
            NodeKind::Disjunction(program) => require(
                program.reads_what_exists(values.len()),
                "a branch reads a value that no argument and no step before it has",
            ),
            _ => Ok(()),
        }
    }

    fn call_result(&self, call: NodeId, index: u32, ty: Type) -> Result<(), String> {
        require(call.index() < self.index, "it refers to a later node")?;
        let NodeKind::Call(call) = &self.pattern.nodes[call.index()].kind else {
            return Err(format!("node {} is no call", call.0));
        };
        let found = call.results.get(index as usize);
        require(found == Some(&ty), "the call has no such result")
    }

    /// Whether `call` is one of the first `count` calls.
    fn call_site(&self, call: Option<CallId>, count: usize) -> Result<(), String> {
        let exists = call.is_none_or(|CallId(number)| (number as usize) < count);
        require(exists, "the call that brought it here comes later")
    }
}

//! `never-matches`, by what definitions say about the regions of operations.

use super::never_matches::NAME;
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{Node, NodeId, NodeKind, Pattern},
    ods::{self, Ods, RegionContents},
};

/// Adds the warnings about a pattern.
pub(super) fn check(pattern: &Pattern, ods: &Ods, diagnostics: &mut Diagnostics) {
    let bodies = Bodies {
        nodes: &pattern.nodes[..pattern.rewrite_start],
        ods,
    };
    for (index, node) in bodies.nodes.iter().enumerate() {
        let problem = match &node.kind {
            NodeKind::Region { .. } => bodies.region(node),
            NodeKind::Block { .. } => bodies.block(NodeId(index as u32)),
            _ => None,
        };
        if let Some(problem) = problem {
            let message = format!("the pattern never matches: {}", problem.message);
            let warning = Diagnostic::warning(NAME, problem.at.span, message);
            let warning = pattern.with_callers(warning, problem.at);
            diagnostics.push(warning.help(problem.help));
        }
    }
}

struct Problem<'p> {
    at: &'p Node,
    message: String,
    help: String,
}

struct Bodies<'p> {
    nodes: &'p [Node],
    ods: &'p Ods,
}

impl<'p> Bodies<'p> {
    /// The definition of a matched operation, if there is one.
    fn definition(&self, operation: NodeId) -> Option<&'p ods::Operation> {
        match &self.nodes[operation.index()].kind {
            NodeKind::Operation(operation) => self.ods.operation(operation.name.as_deref()?),
            _ => None,
        }
    }

    /// A region with a number of blocks that it cannot have.
    fn region(&self, node: &'p Node) -> Option<Problem<'p>> {
        let NodeKind::Region {
            operation,
            index,
            num_blocks: Some(count),
        } = node.kind
        else {
            return None;
        };
        let around = self.definition(operation)?;
        let region = around.regions.get(index as usize)?;
        let name = &around.name;
        if count == 0 && region.contents == RegionContents::Required {
            return Some(Problem {
                at: node,
                message: format!("this region of `{name}` is never empty"),
                help: "write `{ ... }` for a block with anything in it".to_owned(),
            });
        }
        let has_one = around.traits.iter().any(|name| is_single_block(name));
        (count > 1 && has_one).then(|| Problem {
            at: node,
            message: format!("regions of `{name}` have no more than one block"),
            help: "write its operations into one block".to_owned(),
        })
    }

    /// A block that ends as it cannot.
    fn block(&self, block: NodeId) -> Option<Problem<'p>> {
        let node = &self.nodes[block.index()];
        let NodeKind::Block {
            region,
            num_arguments,
            is_exact,
            ..
        } = node.kind
        else {
            return None;
        };
        let NodeKind::Region { operation, .. } = self.nodes[region.index()].kind else {
            return None;
        };
        let around = self.definition(operation)?;
        if num_arguments > Some(0) && has_trait(around, "NoRegionArguments") {
            return Some(Problem {
                at: node,
                message: format!("blocks of `{}` have no arguments", around.name),
                help: "leave them out".to_owned(),
            });
        }
        if has_trait(around, "NoTerminator") {
            return None;
        }
        let inner = self.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Operation(inner) if inner.inside == Some(block) => Some((node, inner)),
            _ => None,
        });
        let inner: Vec<_> = inner.collect();
        let end = self.end(around);
        let ends = || match end {
            Some(end) => format!("blocks of `{}` end with `{end}`", around.name),
            None => format!("blocks of `{}` end with a terminator", around.name),
        };
        if inner.is_empty() {
            return is_exact.then(|| Problem {
                at: node,
                message: ends(),
                help: "add it, or `...` for any other operations".to_owned(),
            });
        }
        let (at, last) = inner.into_iter().find(|(_, inner)| inner.is_last)?;
        let known = self.ods.operation(last.name.as_deref()?)?;
        let is_possible = match end {
            Some(end) => known.name == end,
            None => has_trait(known, "IsTerminator"),
        };
        (!is_possible).then(|| Problem {
            at,
            message: ends(),
            help: "let other operations follow with `...`".to_owned(),
        })
    }

    /// The terminator that a definition implies, if it is known.
    fn end(&self, around: &ods::Operation) -> Option<&'p str> {
        let mut traits = around.traits.iter();
        let class = traits.find_map(|name| {
            let name = name.strip_prefix("::mlir::OpTrait::SingleBlockImplicitTerminator<")?;
            name.strip_suffix(">::Impl")
        })?;
        self.ods.operation_of_class(class, &around.class)
    }
}

fn has_trait(operation: &ods::Operation, name: &str) -> bool {
    let mut traits = operation.traits.iter();
    traits.any(|known| known.strip_prefix("::mlir::OpTrait::") == Some(name))
}

fn is_single_block(name: &str) -> bool {
    let name = name.strip_prefix("::mlir::OpTrait::");
    name.is_some_and(|name| name.starts_with("SingleBlock"))
}

//! The regions of operations to create.
//!
//! A region is built before the operation that takes it, so that the operation can
//! compute its result types from what is in its regions. What is declared in a block
//! is known up to the end of the block.

use super::regions::Listed;
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    hir::{Insertion, NodeId, NodeKind, Type},
    sema::{
        decl::Body,
        expr::{Single, Ty},
    },
    syntax::ast::{BlockExpr, Expr, ExprKind, RegionContents, RegionExpr, Stmt, VariableExpr},
};

impl Body<'_, '_> {
    /// The regions of an operation to create, in order.
    pub(super) fn created_regions(
        &mut self,
        listed: &Listed<'_>,
        keyword: Span,
    ) -> Option<Vec<NodeId>> {
        let mut nodes = vec![None; listed.number.unwrap_or_default() as usize];
        let builds = listed.regions.iter().any(|(_, region)| is_built(region));
        let place = builds.then(|| self.push(NodeKind::Place, keyword));
        let mut failed = false;
        for (index, region) in &listed.regions {
            nodes[*index as usize] = self.created_region(region);
            failed |= nodes[*index as usize].is_none();
        }
        if let Some(anchor) = place {
            let at = Insertion::Place;
            self.push(NodeKind::Insert { at, anchor }, keyword);
        }
        let mut or_empty = |node: Option<NodeId>| {
            node.unwrap_or_else(|| self.builder.push(NodeKind::NewRegion, keyword))
        };
        let nodes = nodes.into_iter().map(&mut or_empty).collect();
        (!failed).then_some(nodes)
    }

    fn created_region(&mut self, region: &RegionExpr) -> Option<NodeId> {
        if let Some(variable) = &region.variable {
            let message = "a region of a new operation is no variable of the match";
            let help = "write its blocks in braces, or the name of a region of the match";
            self.sema
                .report(Diagnostic::error(variable.span, message).help(help));
            return None;
        }
        match &region.contents {
            RegionContents::Blocks(blocks) => self.new_region(blocks, region.span),
            RegionContents::Given(given) => {
                let value = self.expr_for(given, Some(&Ty::Region))?;
                self.expect_kind(value, Type::Region, given.span)
            }
            RegionContents::Any => {
                let message = "a region of a new operation cannot be left open";
                let help = "`{}` is a region without blocks";
                self.sema
                    .report(Diagnostic::error(region.span, message).help(help));
                None
            }
            RegionContents::Error => None,
        }
    }

    fn new_region(&mut self, blocks: &[BlockExpr], span: Span) -> Option<NodeId> {
        let region = self.push(NodeKind::NewRegion, span);
        self.check_labels(blocks);
        self.sema.scope.open();
        let num_labels = self.frame.labels.len();
        let mut failed = false;
        for block in blocks {
            failed |= self.new_block(region, block).is_none();
        }
        self.frame.labels.truncate(num_labels);
        self.close_scope();
        (!failed).then_some(region)
    }

    /// Adds a block and what is in it. Names of blocks before it are known.
    fn new_block(&mut self, region: NodeId, block: &BlockExpr) -> Option<()> {
        let errors = self.sema.report.error_count();
        let span = block.label.as_ref().map_or(block.span, |label| label.span);
        let arguments = block.arguments.as_deref().unwrap_or_default();
        let types = self.types_of_arguments(arguments);
        let known = types.iter().flatten();
        let kind = NodeKind::NewBlock {
            region,
            types: known.map(|(_, node)| *node).collect(),
        };
        let node = self.push(kind, span);
        self.define_label(node, block);
        for (index, (argument, ty)) in (0..).zip(arguments.iter().zip(types)) {
            self.new_argument(node, index, argument, ty.map(|(ty, _)| ty));
        }
        self.new_stmts(&block.stmts);
        (errors == self.sema.report.error_count()).then_some(())
    }

    /// What each argument of a new block is, and its type or types.
    fn types_of_arguments(&mut self, arguments: &[Expr]) -> Vec<Option<(Type, NodeId)>> {
        let types = (0..).zip(arguments).map(|(index, argument)| {
            let is_last = index + 1 == arguments.len();
            self.type_of_argument(argument, is_last)
        });
        types.collect()
    }

    fn type_of_argument(&mut self, argument: &Expr, is_last: bool) -> Option<(Type, NodeId)> {
        let ExprKind::Variable(variable) = &argument.kind else {
            return None;
        };
        let requirements = self.requirements(&variable.constraints)?;
        let shown = variable.name.as_ref().map_or("_", |name| &name.text);
        let Some(ty) = requirements.ty else {
            let message = format!("`{shown}` has no type, expected `Value` or `ValueRange`");
            self.sema.error(argument.span, message);
            return None;
        };
        self.check_argument(ty, is_last, argument.span)?;
        if let Some(check) = requirements.checks.first() {
            let message = "nothing checks the arguments of a new block";
            let help = "the type that is written is all that holds of them";
            self.sema
                .report(Diagnostic::error(check.span, message).help(help));
            return None;
        }
        let (expected, of, example) = match ty {
            Type::ValueRange => (Type::TypeRange, "the types", "ValueRange<types>"),
            _ => (Type::Type, "the type", "Value<type<\"index\">>"),
        };
        let Some((expr, _)) = requirements.type_expr else {
            let message = format!("expected {of} of `{shown}`, an argument of a new block");
            let help = format!("write it in angles, as in `{shown}: {example}`");
            self.sema
                .report(Diagnostic::error(argument.span, message).help(help));
            return None;
        };
        let value = self.expr(expr)?;
        let single = self.convert_value(value, &Ty::of(expected), expr.span)?;
        Some((ty, single.node))
    }

    fn new_argument(&mut self, block: NodeId, index: u32, argument: &Expr, known: Option<Type>) {
        let ExprKind::Variable(VariableExpr {
            name: Some(name), ..
        }) = &argument.kind
        else {
            return;
        };
        let ty = None;
        let kind = known.map(|known| match known {
            Type::ValueRange => NodeKind::Arguments {
                block,
                first: index,
                ty,
            },
            _ => NodeKind::Argument { block, index, ty },
        });
        let single = known.zip(kind).map(|(ty, kind)| Single {
            node: self.push(kind, name.span),
            ty: Ty::of(ty),
        });
        self.define_variable(name, single.map(Into::into));
        self.sema.scope.mark_used(&name.text);
    }

    fn new_stmts(&mut self, stmts: &[Stmt]) {
        self.announce(stmts);
        for stmt in stmts {
            match stmt {
                Stmt::Let(_) | Stmt::Expr(_) | Stmt::Error(_) => self.stmt(stmt),
                Stmt::Others(span) => {
                    let message = "a new block has no other operations than those that are written";
                    let help =
                        "`InlineBlock` of `pdll/std.pdll` moves those of a matched block here";
                    self.sema
                        .report(Diagnostic::error(*span, message).help(help));
                }
                Stmt::Erase(_) | Stmt::Replace(_) | Stmt::Rewrite(_) | Stmt::Return(_) => {
                    let message = "a new block only says what is in it: expected an operation, `let` or a call";
                    let help = "write this statement after the operation that has the block";
                    self.sema
                        .report(Diagnostic::error(stmt.span(), message).help(help));
                }
            }
        }
    }
}

fn is_built(region: &RegionExpr) -> bool {
    matches!(&region.contents, RegionContents::Blocks(blocks) if !blocks.is_empty())
}

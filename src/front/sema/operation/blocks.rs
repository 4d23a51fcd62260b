//! What the blocks in the regions of a matched operation have.
//!
//! What is declared in a block is known in all that follows, as what an operand declares.

use super::regions::Listed;
use crate::{
    base::diagnostic::{Diagnostic, closest},
    base::source::Span,
    hir::{NodeId, NodeKind, Type},
    sema::{
        Entity,
        decl::{Body, OpenBlock},
        expr::{Single, StaticType, Ty},
        index::EntityKind,
    },
    syntax::ast::{
        BlockExpr, Expr, ExprKind, Ident, OperationExpr, RegionContents, Stmt, VariableExpr,
    },
};

impl Body<'_, '_> {
    /// Adds what the regions of a matched operation have.
    pub(super) fn matched_regions(&mut self, operation: NodeId, listed: &Listed<'_>) {
        for (index, region) in &listed.regions {
            let blocks = match &region.contents {
                RegionContents::Blocks(blocks) => Some(&blocks[..]),
                RegionContents::Given(given) => {
                    self.refuse_given(given);
                    continue;
                }
                RegionContents::Any if region.variable.is_none() => continue,
                RegionContents::Any | RegionContents::Error => None,
            };
            let kind = NodeKind::Region {
                operation,
                index: *index,
                num_blocks: blocks.map(|blocks| blocks.len() as u32),
            };
            let node = self.push(kind, region.span);
            if let Some(variable) = &region.variable {
                self.region_variable(node, variable);
            }
            self.check_labels(blocks.unwrap_or_default());
            for (index, block) in blocks.into_iter().flatten().enumerate() {
                self.block(node, index as u32, block);
            }
        }
    }

    /// The variable `region: Region` of a list.
    fn region_variable(&mut self, region: NodeId, expr: &Expr) {
        let ExprKind::Variable(variable) = &expr.kind else {
            return;
        };
        let requirements = self.requirements(&variable.constraints);
        let ty = requirements.as_ref().and_then(|all| all.ty);
        let value = match (requirements, ty) {
            (Some(_), Some(Type::Region)) => Some(Single {
                node: region,
                ty: Ty::Region,
            }),
            (Some(_), found) => {
                let found = found.map_or("no type".into(), |ty| format!("`{}`", ty.name()));
                let message = format!("expected a variable of type `Region`, found {found}");
                let help = "a region of the match gets a name by `body: Region`; operands stand before attributes and result types";
                self.sema
                    .report(Diagnostic::error(expr.span, message).help(help));
                None
            }
            (None, _) => None,
        };
        if let Some(name) = &variable.name {
            self.define_variable(name, value.map(Into::into));
            self.sema.scope.mark_used(&name.text);
        }
    }

    /// Reports a region in the match section that is there already.
    fn refuse_given(&mut self, given: &Expr) {
        let message = "a region of the match belongs to one operation only";
        let help = match &given.kind {
            ExprKind::Name(name) => format!("a new variable is written `{}: Region`", name.text),
            _ => "a new variable is written `body: Region`".to_owned(),
        };
        self.sema
            .report(Diagnostic::error(given.span, message).help(help));
    }

    /// Makes the names in regions known whose operation has an error.
    pub(super) fn poison_regions(&mut self, expr: &OperationExpr) {
        let outside_block = self.frame.block.take();
        for region in expr.regions.iter().flatten() {
            let outside = self.sema.report.hide(region.span);
            if let Some(Expr {
                kind:
                    ExprKind::Variable(VariableExpr {
                        name: Some(name), ..
                    }),
                ..
            }) = &region.variable
            {
                self.define_variable(name, None);
            }
            let blocks = match &region.contents {
                RegionContents::Blocks(blocks) => &blocks[..],
                RegionContents::Given(given) => {
                    self.expr(given);
                    &[]
                }
                RegionContents::Any | RegionContents::Error => &[],
            };
            for block in blocks {
                for argument in block.arguments.iter().flatten() {
                    self.expr(argument);
                }
                self.block_stmts(&block.stmts);
            }
            self.sema.report.leave(&outside);
        }
        self.frame.block = outside_block;
    }

    pub(super) fn check_labels(&mut self, blocks: &[BlockExpr]) {
        for (index, block) in blocks.iter().enumerate() {
            let Some(label) = &block.label else { continue };
            let mut before = blocks[..index]
                .iter()
                .filter_map(|block| block.label.as_ref());
            if let Some(previous) = before.find(|other| other.text == label.text) {
                let message = format!("the region already has a block `^{}`", label.text);
                self.sema.report(
                    Diagnostic::error(label.span, message)
                        .note(previous.span, "the other one is here"),
                );
            }
        }
    }

    fn block(&mut self, region: NodeId, index: u32, block: &BlockExpr) {
        let kind = NodeKind::Block {
            region,
            index,
            num_arguments: None,
            is_exact: !block.stmts.iter().any(is_others),
        };
        let span = block.label.as_ref().map_or(block.span, |label| label.span);
        let node = self.push(kind, span);
        self.define_label(node, block);
        if let Some(arguments) = &block.arguments {
            self.block_arguments(node, arguments);
        }
        let open = OpenBlock {
            node,
            last: block.stmts.last().and_then(operation_of),
        };
        let outside = self.frame.block.replace(open);
        self.block_stmts(&block.stmts);
        self.frame.block = outside;
    }

    /// Makes the label of a block known in what follows.
    pub(super) fn define_label(&mut self, node: NodeId, block: &BlockExpr) {
        if let Some(label) = &block.label {
            self.frame.labels.push((label.clone(), node));
            if let Some(index) = &mut self.sema.index {
                let ty = StaticType::Single(Ty::Block);
                index.define(label, EntityKind::Variable, Some(ty));
            }
        }
    }

    /// The block with a label.
    pub(in crate::sema) fn block_with_label(&mut self, label: &Ident) -> Option<Single> {
        let all = self.frame.labels.iter();
        let found: Vec<_> = all.filter(|(other, _)| other.text == label.text).collect();
        let diagnostic = match found[..] {
            [(definition, node)] => {
                let (definition, node) = (definition.span, *node);
                self.sema.used(label.span, definition, EntityKind::Variable);
                return Some(Single {
                    node,
                    ty: Ty::Block,
                });
            }
            [] => {
                let known = self.frame.labels.iter().map(|(other, _)| &*other.text);
                let similar = closest(&label.text, known);
                let message = format!("there is no block `^{}`", label.text);
                let error = Diagnostic::error(label.span, message);
                let variable = self.sema.find(label).map(|found| found.entity);
                match (variable, similar) {
                    (Some(Entity::Variable(_)), _) => error.help(format!(
                        "`{}` is a variable: mention it without `^`",
                        label.text
                    )),
                    (_, Some(_)) => error.did_you_mean(label.span, similar),
                    (_, None) => {
                        error.help("a block gets a label where it is matched: `^body(x: Value): …`")
                    }
                }
            }
            [(first, _), (second, _), ..] => {
                let message = format!("several blocks are called `^{}`", label.text);
                Diagnostic::error(label.span, message)
                    .note(first.span, "this is one of them")
                    .note(second.span, "this is another one")
            }
        };
        self.sema.report(diagnostic);
        None
    }

    fn block_arguments(&mut self, block: NodeId, arguments: &[Expr]) {
        let mut has_range = false;
        for (index, argument) in arguments.iter().enumerate() {
            let ExprKind::Variable(variable) = &argument.kind else {
                continue;
            };
            let place = Place {
                block,
                index: index as u32,
                is_last: index + 1 == arguments.len(),
                span: argument.span,
            };
            let single = self.block_argument(variable, &place);
            has_range |= single.as_ref().is_some_and(|one| one.ty == Ty::ValueRange);
            if let Some(name) = &variable.name {
                self.define_variable(name, single.map(Into::into));
                self.sema.scope.mark_used(&name.text);
            }
        }
        if !has_range {
            self.builder
                .set_number_of_arguments(block, arguments.len() as u32);
        }
    }

    fn block_argument(&mut self, variable: &VariableExpr, place: &Place) -> Option<Single> {
        let span = variable.name.as_ref().map_or(place.span, |name| name.span);
        let requirements = self.requirements(&variable.constraints)?;
        let ty = self.type_to_bind(&requirements, variable.name.as_ref(), span)?;
        self.check_argument(ty, place.is_last, place.span)?;
        let type_node = self.type_of_variable(&requirements, ty, span)?;
        let block = place.block;
        let kind = match ty {
            Type::ValueRange => NodeKind::Arguments {
                block,
                first: place.index,
                ty: type_node,
            },
            _ => NodeKind::Argument {
                block,
                index: place.index,
                ty: type_node,
            },
        };
        let single = Single {
            node: self.push(kind, span),
            ty: Ty::of(ty),
        };
        self.check_variable(&requirements.checks, &single, type_node)?;
        Some(single)
    }

    /// Reports an argument of a block that is no value, or a range before other ones.
    pub(super) fn check_argument(&mut self, ty: Type, is_last: bool, span: Span) -> Option<()> {
        let diagnostic = match ty {
            Type::Value => return Some(()),
            Type::ValueRange if is_last => return Some(()),
            Type::ValueRange => Diagnostic::error(
                span,
                "a range of block arguments must be the last one, because it takes all that follow",
            )
            .help("list the arguments one by one, or write the range at the end"),
            other => {
                let message = format!(
                    "expected a block argument of type `Value` or `ValueRange`, found `{}`",
                    other.name()
                );
                Diagnostic::error(span, message)
            }
        };
        self.sema.report(diagnostic);
        None
    }

    fn block_stmts(&mut self, stmts: &[Stmt]) {
        self.announce(stmts);
        for stmt in stmts {
            match stmt {
                Stmt::Others(_) => {}
                Stmt::Erase(_) | Stmt::Replace(_) | Stmt::Rewrite(_) | Stmt::Return(_) => {
                    self.sema.report(
                        Diagnostic::error(
                            stmt.span(),
                            "a block only says what is matched: expected an operation, `let`, a constraint or `...`",
                        )
                        .help("write this statement after the match, where the names of the block are known"),
                    );
                }
                Stmt::Let(_) | Stmt::Expr(_) | Stmt::Error(_) => self.stmt(stmt),
            }
        }
    }
}

/// An argument in the list of a block.
struct Place {
    block: NodeId,
    index: u32,
    is_last: bool,
    span: Span,
}

fn is_others(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Others(_))
}

/// The word `op` of the operation that a statement is, or gives a name to.
fn operation_of(stmt: &Stmt) -> Option<Span> {
    let expr = match stmt {
        Stmt::Expr(expr) => expr,
        Stmt::Let(stmt) => stmt.init.as_ref()?,
        _ => return None,
    };
    match &expr.kind {
        ExprKind::Operation(operation) => Some(operation.keyword),
        _ => None,
    }
}

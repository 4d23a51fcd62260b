//! What a rewrite does with regions, blocks and places, which is written as calls of native
//! functions.

use super::{Read, Reader, fault, string};
use crate::{
    back::graph::pattern::{Built, Inlined, Node, NodeId, Statement},
    front::contract::{
        COPY_REGION, INLINE_BLOCK, INLINE_COPY, INSERT_AT, INSERT_AT_START, INSERT_BEFORE,
        NEW_BLOCK, NEW_REGION, PLACE,
    },
    mlir::ffi::program::{Insertion, Kind},
};
use melior::ir::{OperationRef, operation::OperationLike};

impl<'c> Reader<'_, 'c> {
    /// The statement that a call stands for, if it is one of these.
    pub(super) fn building(&mut self, call: OperationRef<'c, '_>) -> Read<'c, Option<Statement>> {
        let Some(name) = string(call, "name") else {
            return Ok(None);
        };
        let operands = self.all_operands(call)?;
        let step = match name.value() {
            PLACE | NEW_REGION | NEW_BLOCK | COPY_REGION => self.new_part(name.value(), &operands),
            INLINE_BLOCK | INLINE_COPY => self.inlined(&operands, name.value() == INLINE_COPY),
            INSERT_AT => self.insertion(Insertion::PdllAtPlace, &operands),
            INSERT_BEFORE => self.insertion(Insertion::PdllBefore, &operands),
            INSERT_AT_START => self.insertion(Insertion::PdllAtStart, &operands),
            _ => return Ok(None),
        };
        let statement = match step {
            Some(Step::Node(node)) if self.defines(call, &node) => {
                Some(Statement::Define(self.add(call, node)))
            }
            Some(Step::Statement(statement)) if call.result_count() == 0 => Some(statement),
            _ => None,
        };
        match statement {
            Some(statement) => Ok(Some(statement)),
            None => fault(
                call,
                &format!("this is not how `{}` is called", name.value()),
            ),
        }
    }

    fn new_part(&self, name: &str, operands: &[NodeId]) -> Option<Step> {
        let node = match (name, operands) {
            (PLACE, []) => Node::Built(Built::Place),
            (NEW_REGION, []) => Node::Built(Built::NewRegion),
            (NEW_BLOCK, [region, types @ ..]) => {
                let is_type = |ty: &NodeId| {
                    matches!(self.nodes.kind(*ty), Kind::PdllType | Kind::PdllTypeRange)
                };
                let is_new = matches!(self.nodes[*region], Node::Built(Built::NewRegion));
                if !is_new || !types.iter().all(is_type) {
                    return None;
                }
                let types = types.to_vec();
                let region = *region;
                Node::Built(Built::NewBlock { region, types })
            }
            (COPY_REGION, [region]) if matches!(self.nodes[*region], Node::Region(_)) => {
                Node::Built(Built::CopiedRegion { region: *region })
            }
            _ => return None,
        };
        Some(Step::Node(node))
    }

    fn inlined(&self, operands: &[NodeId], is_copy: bool) -> Option<Step> {
        let [block, arguments @ ..] = operands else {
            return None;
        };
        let is_value = |value: &NodeId| {
            matches!(
                self.nodes.kind(*value),
                Kind::PdllValue | Kind::PdllValueRange
            )
        };
        let is_block = matches!(self.nodes[*block], Node::Block(_));
        (is_block && arguments.iter().all(is_value)).then(|| {
            Step::Node(Node::Built(Built::Inlined(Inlined {
                block: *block,
                arguments: arguments.to_vec(),
                is_copy,
            })))
        })
    }

    fn insertion(&self, at: Insertion, operands: &[NodeId]) -> Option<Step> {
        let [anchor] = operands else {
            return None;
        };
        let node = &self.nodes[*anchor];
        let is_right = match at {
            Insertion::PdllAtPlace => matches!(node, Node::Built(Built::Place)),
            Insertion::PdllBefore => matches!(node, Node::Operation(_)),
            Insertion::PdllAtStart => {
                matches!(node, Node::Block(_) | Node::Built(Built::NewBlock { .. }))
            }
        };
        is_right.then_some(Step::Statement(Statement::Insert(at, *anchor)))
    }

    /// Whether a call has the result that a node stands for.
    fn defines(&self, call: OperationRef<'c, '_>, node: &Node) -> bool {
        let result = call.result(0).ok().filter(|_| call.result_count() == 1);
        let kind = result.map(|result| self.names.kind(result.into()));
        let expected = match node {
            Node::Built(Built::Inlined(_)) => Kind::PdllValueRange,
            _ => Kind::PdllAttribute,
        };
        kind == Some(expected)
    }
}

/// What a call does.
enum Step {
    Node(Node),
    Statement(Statement),
}

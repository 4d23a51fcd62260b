//! Nodes that stand for others which are found later.
//!
//! A variable may be mentioned before the call that derives its value. Its node
//! is replaced by the derived one, and each node moves up to before the first
//! one that refers to it. All others keep their order.

use super::Draft;
use crate::hir::NodeId;
use rustc_hash::FxHashMap;

/// The nodes without those that `aliases` replaces, and what has become of each.
/// `base` is the number of the first one. Earlier ones stay as they are. If a value
/// would be derived from itself, returns the node that it replaces.
pub(super) fn substitute(
    nodes: Vec<Draft>,
    base: usize,
    aliases: &FxHashMap<NodeId, NodeId>,
) -> Result<(Vec<Draft>, Vec<NodeId>), NodeId> {
    let mut sorted = Sort {
        base,
        aliases,
        drafts: nodes.into_iter().map(Some).collect(),
        moved: Vec::new(),
        is_open: Vec::new(),
        nodes: Vec::new(),
    };
    sorted.moved = vec![None; sorted.drafts.len()];
    sorted.is_open = vec![false; sorted.drafts.len()];
    for index in 0..sorted.drafts.len() {
        sorted.place(NodeId((base + index) as u32))?;
    }
    let moved = (0..sorted.drafts.len()).map(|index| sorted.of(NodeId((base + index) as u32)));
    let moved = moved.collect();
    Ok((sorted.nodes, moved))
}

struct Sort<'a> {
    base: usize,
    aliases: &'a FxHashMap<NodeId, NodeId>,
    drafts: Vec<Option<Draft>>,
    /// The new ids of those that have a place.
    moved: Vec<Option<NodeId>>,
    is_open: Vec<bool>,
    nodes: Vec<Draft>,
}

impl Sort<'_> {
    fn target(&self, node: NodeId) -> NodeId {
        self.aliases.get(&node).copied().unwrap_or(node)
    }

    /// The new id of a node that has a place, or that stands for one.
    fn of(&self, node: NodeId) -> NodeId {
        let node = self.target(node);
        match node.index().checked_sub(self.base) {
            Some(index) => self.moved[index].expect("it has a place"),
            None => node,
        }
    }

    fn index(&self, node: NodeId) -> Option<usize> {
        self.target(node).index().checked_sub(self.base)
    }

    /// Gives a node a place after those that it refers to. Chains can be long, so
    /// the way back is kept on the heap.
    fn place(&mut self, node: NodeId) -> Result<(), NodeId> {
        let mut path: Vec<_> = self.index(node).into_iter().collect();
        while let Some(&index) = path.last() {
            if self.moved[index].is_some() {
                path.pop();
                continue;
            }
            self.is_open[index] = true;
            let mut waits_for = None;
            for input in self.inputs(index) {
                let Some(other) = self.index(input) else {
                    continue;
                };
                if self.moved[other].is_none() {
                    if self.is_open[other] {
                        return Err(input);
                    }
                    waits_for.get_or_insert(other);
                }
            }
            match waits_for {
                Some(other) => path.push(other),
                None => {
                    self.append(index);
                    path.pop();
                }
            }
        }
        Ok(())
    }

    fn inputs(&self, index: usize) -> Vec<NodeId> {
        let mut inputs = Vec::new();
        let draft = self.drafts[index].as_ref().expect("it has no place yet");
        draft.kind.clone().map_inputs(|input| {
            inputs.push(input);
            input
        });
        inputs
    }

    fn append(&mut self, index: usize) {
        let mut draft = self.drafts[index].take().expect("it has no place yet");
        draft.kind.map_inputs(|input| self.of(input));
        self.moved[index] = Some(NodeId((self.base + self.nodes.len()) as u32));
        self.nodes.push(draft);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::DraftKind, *};
    use crate::{
        base::source::Span,
        hir::{NodeKind, Type},
    };
    use expect_test::{Expect, expect};

    /// Checks what becomes of nodes after `base` others. Each is written with what it
    /// refers to, such as `range(0 2)`, and `2=3` replaces a node by another one.
    fn check(base: usize, nodes: &[&[usize]], aliases: &[(usize, usize)], expected: Expect) {
        let drafts = nodes.iter().map(|inputs| draft(inputs)).collect();
        let id = |number: usize| NodeId(number as u32);
        let aliases = aliases.iter().map(|(node, value)| (id(*node), id(*value)));
        let shown = match substitute(drafts, base, &aliases.collect()) {
            Ok((sorted, moved)) => show(base, sorted, &moved),
            Err(node) => format!("{} would be derived from itself", node.index()),
        };
        expected.assert_eq(&shown);
    }

    fn draft(inputs: &[usize]) -> Draft {
        let elements = inputs.iter().map(|input| NodeId(*input as u32)).collect();
        let ty = Type::TypeRange;
        Draft {
            kind: DraftKind::Node(NodeKind::Range { ty, elements }),
            span: Span::default(),
            name: None,
            call: None,
        }
    }

    fn show(base: usize, sorted: Vec<Draft>, moved: &[NodeId]) -> String {
        let mut text = String::new();
        for (index, draft) in sorted.into_iter().enumerate() {
            let mut inputs = Vec::new();
            draft.kind.clone().map_inputs(|input| {
                inputs.push(input.index());
                input
            });
            text += &format!("{}: {inputs:?}\n", base + index);
        }
        let moved: Vec<_> = moved.iter().map(|node| node.index()).collect();
        text + &format!("moved to {moved:?}\n")
    }

    #[test]
    fn nodes_without_aliases_keep_their_places() {
        check(
            0,
            &[&[], &[0], &[0, 1]],
            &[],
            expect![[r#"
                0: []
                1: [0]
                2: [0, 1]
                moved to [0, 1, 2]
            "#]],
        );
    }

    #[test]
    fn a_value_moves_to_before_its_first_user() {
        // 1 is used by 2, and stands for 3, which is computed from 0.
        check(
            0,
            &[&[], &[], &[1], &[0]],
            &[(1, 3)],
            expect![[r#"
                0: []
                1: [0]
                2: [1]
                moved to [0, 1, 2, 1]
            "#]],
        );
    }

    #[test]
    fn what_a_value_needs_moves_with_it() {
        check(
            0,
            &[&[], &[0], &[], &[2]],
            &[(0, 3)],
            expect![[r#"
                0: []
                1: [0]
                2: [1]
                moved to [1, 2, 0, 1]
            "#]],
        );
    }

    #[test]
    fn nodes_before_the_first_one_stay() {
        check(
            10,
            &[&[3], &[], &[11]],
            &[(11, 4)],
            expect![[r#"
                10: [3]
                11: [4]
                moved to [10, 4, 11]
            "#]],
        );
    }

    #[test]
    fn a_value_that_needs_itself_is_found() {
        check(
            0,
            &[&[], &[0]],
            &[(0, 1)],
            expect!["0 would be derived from itself"],
        );
    }

    #[test]
    fn a_circle_of_values_is_found() {
        check(
            0,
            &[&[], &[], &[1], &[0]],
            &[(0, 2), (1, 3)],
            expect!["0 would be derived from itself"],
        );
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let length = 100_000;
        // Each stands for the next, which is computed from the one after it.
        let inputs: Vec<_> = (0..length).map(|node| [node + 1]).collect();
        let nodes = inputs.iter().map(|inputs| draft(inputs));
        let drafts = nodes.chain([draft(&[])]).collect();
        let (sorted, moved) =
            substitute(drafts, 0, &FxHashMap::default()).expect("there is no circle");
        assert_eq!(sorted.len(), length + 1);
        assert_eq!(moved[0].index(), length);
    }
}

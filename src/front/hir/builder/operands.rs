//! Operands of operations that are known by the operation, as in `root.lhs`.
//!
//! A [`DraftKind::OperandGroup`] is another name for a node that the operation
//! was given. Operands that were left open are told apart when one of their
//! groups is asked for.

use super::{Draft, DraftKind, RewriteStart};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{CallSite, Node, NodeId, NodeKind, Operation, Type, with_callers},
    ods::{Arity, Group, Ods},
};
use rustc_hash::FxHashMap;

/// The finished nodes, in which what the groups stand for has their place, and
/// where the rewrite section starts in them.
pub(super) fn resolve(
    drafts: Vec<Draft>,
    rewrite: RewriteStart,
    calls: &[CallSite],
    ods: &Ods,
    diagnostics: &mut Diagnostics,
) -> (Vec<Node>, RewriteStart) {
    let is_group = |draft: &Draft| matches!(draft.kind, DraftKind::OperandGroup { .. });
    if !drafts.iter().any(is_group) {
        return (drafts.into_iter().map(finished).collect(), rewrite);
    }
    let mut resolution = Resolution {
        split: operands_to_split(ods, &drafts),
        nodes: Vec::with_capacity(drafts.len()),
        stands_for: Vec::with_capacity(drafts.len()),
        parts: FxHashMap::default(),
        calls,
        ods,
        diagnostics,
    };
    let rewrite = resolution.run(drafts, rewrite);
    (resolution.nodes, rewrite)
}

fn finished(draft: Draft) -> Node {
    match draft.kind {
        DraftKind::Node(kind) => Node {
            kind,
            span: draft.span,
            name: draft.name,
            call: draft.call,
        },
        DraftKind::Parameter(_) => unreachable!("parameters are replaced by arguments"),
        DraftKind::OperandGroup { .. } => unreachable!("there are no groups of operands"),
    }
}

/// The operands that the source leaves open, although it names a group of them:
/// for each such node, the groups that it stands for.
fn operands_to_split<'o>(ods: &'o Ods, drafts: &[Draft]) -> FxHashMap<usize, &'o [Group]> {
    let mut split = FxHashMap::default();
    let users = count_users(drafts);
    for draft in drafts {
        let DraftKind::OperandGroup {
            operation,
            index: Some(_),
            ..
        } = draft.kind
        else {
            continue;
        };
        let DraftKind::Node(NodeKind::Operation(data)) = &drafts[operation.index()].kind else {
            continue;
        };
        if let ([operands], Some(groups)) = (&data.operands[..], groups_of(ods, data))
            && users[operands.index()] == 1
            && is_open(&drafts[operands.index()])
            && groups.len() > 1
        {
            split.insert(operands.index(), groups);
        }
    }
    split
}

fn groups_of<'o>(ods: &'o Ods, operation: &Operation) -> Option<&'o [Group]> {
    let known = ods.operation(operation.name.as_ref()?)?;
    Some(&known.operands)
}

/// Whether a node is operands that have no name and no type.
fn is_open(draft: &Draft) -> bool {
    draft.name.is_none() && matches!(draft.kind, DraftKind::Node(NodeKind::Operands { ty: None }))
}

/// How many nodes refer to each node, apart from groups of operands.
fn count_users(drafts: &[Draft]) -> Vec<usize> {
    let mut users = vec![0; drafts.len()];
    let mut last = vec![None; drafts.len()];
    for (user, draft) in drafts.iter().enumerate() {
        if let DraftKind::Node(kind) = &draft.kind {
            kind.for_each_input(|input| {
                // A node may refer to another one several times.
                if last[input.index()].replace(user) != Some(user) {
                    users[input.index()] += 1;
                }
            });
        }
    }
    users
}

struct Resolution<'r, 'o> {
    split: FxHashMap<usize, &'o [Group]>,
    /// The finished nodes.
    nodes: Vec<Node>,
    /// The finished node of each draft.
    stands_for: Vec<NodeId>,
    /// The finished nodes of each draft that was split.
    parts: FxHashMap<usize, Vec<NodeId>>,
    calls: &'r [CallSite],
    ods: &'o Ods,
    diagnostics: &'r mut Diagnostics,
}

/// An operand group whose operands cannot be found: the message and the help.
type Problem = (&'static str, &'static str);

/// An operand group to resolve.
struct Wanted {
    operation: NodeId,
    index: Option<u32>,
    is_range: bool,
    in_rewrite: bool,
}

impl Resolution<'_, '_> {
    /// Finishes all nodes. Returns where the rewrite section starts now.
    fn run(&mut self, drafts: Vec<Draft>, old: RewriteStart) -> RewriteStart {
        let mut rewrite_start = None;
        for (index, draft) in drafts.into_iter().enumerate() {
            if index == old.node {
                rewrite_start = Some(self.nodes.len());
            }
            let id = match (&draft.kind, self.split.get(&index)) {
                (_, Some(groups)) => self.split(index, &draft, groups),
                (
                    &DraftKind::OperandGroup {
                        operation,
                        index: group,
                        is_range,
                    },
                    None,
                ) => {
                    let wanted = Wanted {
                        operation: self.stands_for[operation.index()],
                        index: group,
                        is_range,
                        in_rewrite: index >= old.node,
                    };
                    self.group(&wanted, draft)
                }
                _ => self.keep(draft),
            };
            self.stands_for.push(id);
        }
        RewriteStart {
            node: rewrite_start.unwrap_or(self.nodes.len()),
            root: self.stands_for[old.root.index()],
            ..old
        }
    }

    fn push(&mut self, kind: NodeKind, draft: Draft) -> NodeId {
        self.nodes.push(Node {
            kind,
            span: draft.span,
            name: draft.name,
            call: draft.call,
        });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// The same node, with its new inputs.
    fn keep(&mut self, draft: Draft) -> NodeId {
        let mut node = finished(draft);
        if let NodeKind::Operation(operation) = &mut node.kind {
            self.insert_parts(operation);
        } else {
            node.kind.map_inputs(|input| self.stands_for[input.index()]);
        }
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// One node for each group.
    fn split(&mut self, index: usize, draft: &Draft, groups: &[Group]) -> NodeId {
        let parts: Vec<_> = groups
            .iter()
            .map(|group| {
                let kind = match group.arity {
                    Arity::Single => NodeKind::Operand { ty: None },
                    Arity::Optional | Arity::Variadic => NodeKind::Operands { ty: None },
                };
                let name = Some(group.name.clone()).filter(|name| !name.is_empty());
                let draft = draft.clone();
                self.push(kind, Draft { name, ..draft })
            })
            .collect();
        let first = parts[0];
        self.parts.insert(index, parts);
        first
    }

    /// The operation with its new inputs.
    fn insert_parts(&self, operation: &mut Operation) {
        let operands = operation.operands.iter().flat_map(|operand| {
            let own = std::slice::from_ref(&self.stands_for[operand.index()]);
            self.parts.get(&operand.index()).map_or(own, Vec::as_slice)
        });
        let operands: Vec<_> = operands.copied().collect();
        let new = |node: &mut NodeId| *node = self.stands_for[node.index()];
        operation
            .attributes
            .iter_mut()
            .for_each(|(_, value)| new(value));
        operation.result_types.iter_mut().flatten().for_each(new);
        operation.inside.iter_mut().for_each(new);
        operation.operands = operands;
    }

    /// What a group stands for. After an error it is a group of results of the
    /// operation, so that nothing else is missing in the pattern.
    fn group(&mut self, wanted: &Wanted, draft: Draft) -> NodeId {
        let (message, help) = match self.find(wanted) {
            Ok(Found::Node(node)) => return node,
            Ok(Found::Range(elements)) => {
                let ty = Type::ValueRange;
                return self.push(NodeKind::Range { ty, elements }, draft);
            }
            Err(problem) => problem,
        };
        let diagnostic = Diagnostic::error(draft.span, message).help(help);
        self.diagnostics
            .push(with_callers(diagnostic, self.calls, draft.call));
        let instead = NodeKind::ResultGroup {
            operation: wanted.operation,
            index: 0,
            is_range: wanted.is_range,
            layout: None,
        };
        self.push(instead, draft)
    }

    fn find(&self, wanted: &Wanted) -> Result<Found, Problem> {
        let NodeKind::Operation(data) = &self.nodes[wanted.operation.index()].kind else {
            return Err((
                "cannot access the operands of an operation that a native rewrite returned",
                "return them from the native rewrite as well",
            ));
        };
        match wanted.index {
            Some(index) => self.one_group(data, index as usize, wanted),
            None => self.all(&data.operands, wanted),
        }
    }

    fn one_group(&self, data: &Operation, index: usize, wanted: &Wanted) -> Result<Found, Problem> {
        let groups = groups_of(self.ods, data).map_or(0, <[Group]>::len);
        if groups != data.operands.len() {
            return Err((
                "cannot tell which operands of this operation belong to this name",
                "write the operands one by one where the operation is matched",
            ));
        }
        let operand = data.operands[index];
        let is_single = self.ty(operand) == Some(Type::Value);
        Ok(if wanted.is_range && is_single && wanted.in_rewrite {
            Found::Range(vec![operand])
        } else {
            Found::Node(operand)
        })
    }

    fn all(&self, operands: &[NodeId], wanted: &Wanted) -> Result<Found, Problem> {
        match operands {
            [all] if self.ty(*all) == Some(Type::ValueRange) => Ok(Found::Node(*all)),
            _ if wanted.in_rewrite => Ok(Found::Range(operands.to_vec())),
            _ => Err((
                "the operands of this operation are not one range",
                "name the operands where the operation is matched",
            )),
        }
    }

    fn ty(&self, node: NodeId) -> Option<Type> {
        self.nodes[node.index()].kind.ty()
    }
}

/// What a group of operands stands for.
enum Found {
    Node(NodeId),
    /// A range of these.
    Range(Vec<NodeId>),
}

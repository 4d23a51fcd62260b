//! Calls of pdll's library in the terms of `pdl`, for MLIRs without pdll.
//!
//! A call that says which type or attribute something is becomes that type or attribute,
//! and one about an attribute of a matched operation becomes a part of that operation. The
//! other calls stay.

use super::Literals;
use crate::{
    code::predicates::{Condition, Leaf, Parameter, resolve},
    front::contract::{LIBRARY_PREFIX, SAME},
    front::hir::{
        Call, CallKind, LiteralId, Native, NativeBody, Node, NodeId, NodeKind, Operation, Pattern,
    },
    front::ods::Subject,
};
use melior::{
    Context,
    ir::{
        Type,
        attribute::{IntegerAttribute, StringAttribute},
        r#type::IntegerType,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

/// Expands the calls of patterns as far as possible. `natives` are the functions that the
/// source defines.
pub(crate) fn expand<'c>(
    context: &'c Context,
    patterns: &mut [Pattern],
    natives: &[Native],
    literals: &mut Literals<'c>,
) {
    for pattern in patterns {
        let calls_any = pattern
            .nodes
            .iter()
            .any(|node| matches!(node.kind, NodeKind::Call(_)));
        if calls_any {
            let mut expansion = Expansion::new(context, pattern, natives, literals);
            for index in 0..expansion.nodes.len() {
                expansion.call(NodeId(index as u32));
            }
            expansion.finish(pattern);
        }
    }
}

/// A pattern whose calls are being expanded. New nodes are leaves, which stand after all
/// others until the end.
struct Expansion<'c, 'l> {
    context: &'c Context,
    natives: &'l [Native],
    literals: &'l mut Literals<'c>,
    nodes: Vec<Node>,
    /// Where the rewrite section starts, among the nodes that are not new.
    rewrite_start: usize,
    /// The number of nodes that are not new.
    num_old: usize,
    /// The nodes that others stand for.
    aliases: FxHashMap<NodeId, NodeId>,
    /// The calls that are not needed any more, and their results.
    dropped: FxHashSet<NodeId>,
}

impl<'c, 'l> Expansion<'c, 'l> {
    fn new(
        context: &'c Context,
        pattern: &Pattern,
        natives: &'l [Native],
        literals: &'l mut Literals<'c>,
    ) -> Self {
        Expansion {
            context,
            natives,
            literals,
            nodes: pattern.nodes.clone(),
            rewrite_start: pattern.rewrite_start,
            num_old: pattern.nodes.len(),
            aliases: FxHashMap::default(),
            dropped: FxHashSet::default(),
        }
    }

    /// Expands a node, if it is a call that can be.
    fn call(&mut self, id: NodeId) {
        let NodeKind::Call(call) = &self.nodes[id.index()].kind else {
            return;
        };
        let call = call.clone();
        let result = self.result(id);
        let is_done = match (call.kind, call.function.strip_prefix(LIBRARY_PREFIX)) {
            (CallKind::NegatedConstraint, _) => false,
            (CallKind::Rewrite, Some("TypeOf" | "TypesOf")) => {
                let ty = self.type_of(call.arguments[0]);
                ty.is_some_and(|ty| self.is_result(result, ty))
            }
            (CallKind::Rewrite, _) => false,
            (CallKind::Constraint, None) => self.exact(&call),
            (CallKind::Constraint, Some(_)) if call.function == SAME => {
                self.same(call.arguments[0], call.arguments[1])
            }
            (CallKind::Constraint, Some("HasAttr")) => self
                .attribute(call.arguments[0], call.arguments[1])
                .is_some(),
            (CallKind::Constraint, Some("GetAttr")) => {
                let attribute = self.attribute(call.arguments[0], call.arguments[1]);
                attribute.is_some_and(|attribute| self.is_result(result, attribute))
            }
            (CallKind::Constraint, Some("AttrEquals")) => {
                self.has_attribute(call.arguments[0], call.arguments[1], call.arguments[2])
            }
            (CallKind::Constraint, Some("SameAttr")) => {
                match self.attribute(call.arguments[0], call.arguments[2]) {
                    Some(first) => self.has_attribute(call.arguments[1], call.arguments[2], first),
                    None => false,
                }
            }
            (CallKind::Constraint, Some(function)) => {
                let sign = function.strip_suffix("_capture").and_then(Sign::of);
                match (sign, result) {
                    (Some(sign), Some(width)) => self.integer(sign, call.arguments[0], width),
                    _ => false,
                }
            }
        };
        if is_done {
            self.dropped.insert(id);
        }
    }

    /// The first result of a call, if anything may use it.
    fn result(&self, of: NodeId) -> Option<NodeId> {
        let is_result = |node: &Node| matches!(node.kind, NodeKind::CallResult { call, index: 0, .. } if call == of);
        let index = self.nodes.iter().position(is_result)?;
        Some(NodeId(index as u32))
    }

    /// Puts what a call returns in the place of its result.
    fn is_result(&mut self, result: Option<NodeId>, value: NodeId) -> bool {
        result.is_none_or(|result| self.stands_for(result, value))
    }

    /// The node that stands for another one.
    fn target(&self, mut node: NodeId) -> NodeId {
        while let Some(next) = self.aliases.get(&node) {
            node = *next;
        }
        node
    }

    fn kind(&self, node: NodeId) -> &NodeKind {
        &self.nodes[self.target(node).index()].kind
    }

    /// Puts a node in the place of another one.
    fn stands_for(&mut self, node: NodeId, other: NodeId) -> bool {
        let (node, other) = (self.target(node), self.target(other));
        if node != other {
            self.aliases.insert(node, other);
            self.dropped.insert(node);
        }
        true
    }

    /// A new node, which is about the same place as another one.
    fn leaf(&mut self, kind: NodeKind, like: NodeId) -> NodeId {
        let like = &self.nodes[like.index()];
        let node = Node {
            kind,
            span: like.span,
            name: None,
            call: like.call,
        };
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Makes two types or attributes of the match section one.
    fn same(&mut self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (self.target(a), self.target(b));
        match (self.kind(a), self.kind(b)) {
            (x, y) if is_free(x) && is_leaf(y) => self.stands_for(a, b),
            (x, y) if is_leaf(x) && is_free(y) => self.stands_for(b, a),
            _ => a == b,
        }
    }

    /// The attribute of a matched operation, which the operation has from then on.
    fn attribute(&mut self, operation: NodeId, name: NodeId) -> Option<NodeId> {
        let name = self.text(name)?;
        if let Some(attribute) = find(self.matched(operation)?, &name) {
            return Some(attribute);
        }
        let attribute = self.leaf(NodeKind::Attribute { ty: None }, operation);
        self.give(operation, name, attribute);
        Some(attribute)
    }

    /// Makes an operation have an attribute of that name and value.
    fn has_attribute(&mut self, operation: NodeId, name: NodeId, value: NodeId) -> bool {
        let (Some(name), true) = (self.text(name), is_leaf(self.kind(value))) else {
            return false;
        };
        let Some(matched) = self.matched(operation) else {
            return false;
        };
        match find(matched, &name) {
            Some(attribute) => self.same(attribute, value),
            None => {
                let value = self.target(value);
                self.give(operation, name, value);
                true
            }
        }
    }

    /// An operation of the match section.
    fn matched(&self, operation: NodeId) -> Option<&Operation> {
        match self.kind(operation) {
            NodeKind::Operation(matched) if operation.index() < self.rewrite_start => Some(matched),
            _ => None,
        }
    }

    fn give(&mut self, operation: NodeId, name: SmolStr, value: NodeId) {
        let operation = self.target(operation);
        if let NodeKind::Operation(matched) = &mut self.nodes[operation.index()].kind {
            matched.attributes.push((name, value));
        }
    }

    /// The text of a literal.
    fn text(&self, literal: NodeId) -> Option<SmolStr> {
        let NodeKind::AttributeLiteral(id) = self.kind(literal) else {
            return None;
        };
        let text = StringAttribute::try_from(self.literals.attribute(*id)).ok()?;
        Some(text.value().into())
    }

    /// The type of an operand, or of a result whose types the pattern names.
    fn type_of(&mut self, value: NodeId) -> Option<NodeId> {
        let value = self.target(value);
        if value.index() >= self.rewrite_start {
            return None;
        }
        let kind = match self.kind(value) {
            NodeKind::Operand { ty: None } => NodeKind::Type,
            NodeKind::Operands { ty: None } => NodeKind::Types,
            NodeKind::Operand { ty } | NodeKind::Operands { ty } => return *ty,
            NodeKind::Result { operation, index } => {
                let types = self.matched(*operation)?.result_types.as_ref()?;
                let are_single = |ty: &NodeId| matches!(self.kind(*ty), kind if is_type(kind));
                let ty = types.get(*index as usize)?;
                return types.iter().all(are_single).then_some(*ty);
            }
            _ => return None,
        };
        let new = self.leaf(kind, value);
        match &mut self.nodes[value.index()].kind {
            NodeKind::Operand { ty } | NodeKind::Operands { ty } => *ty = Some(new),
            _ => unreachable!("it is an operand"),
        }
        Some(new)
    }

    /// Takes an integer type whose width is compared with a literal for a literal.
    fn integer(&mut self, sign: Sign, ty: NodeId, width: NodeId) -> bool {
        if !is_free(self.kind(ty)) {
            return false;
        }
        let mut users = (0..self.num_old).map(|index| NodeId(index as u32));
        let uses = |id: &NodeId| {
            let inputs = self.nodes[id.index()].kind.inputs();
            !self.dropped.contains(id) && inputs.contains(&width)
        };
        let (Some(user), None) = (users.find(uses), users.find(uses)) else {
            return false;
        };
        let NodeKind::Call(call) = &self.nodes[user.index()].kind else {
            return false;
        };
        let is_same = call.kind == CallKind::Constraint && call.function == SAME;
        let mut others = call.arguments.iter().filter(|other| **other != width);
        let (true, Some(other)) = (is_same, others.next()) else {
            return false;
        };
        let NodeKind::AttributeLiteral(id) = self.kind(*other) else {
            return false;
        };
        let number = IntegerAttribute::try_from(self.literals.attribute(*id));
        let Some(exact) = number
            .ok()
            .and_then(|one| sign.ty(self.context, one.value()))
        else {
            return false;
        };
        let literal = self.type_literal(exact, ty);
        self.dropped.extend([width, user]);
        self.stands_for(ty, literal)
    }

    /// Takes a type of which a constraint of a `.td` file says which one it is for a literal.
    fn exact(&mut self, call: &Call) -> bool {
        let mut natives = self.natives.iter();
        let native = natives.find(|one| one.is_constraint && one.name == call.function);
        let Some(NativeBody::Predicate {
            subject: Subject::Type,
            predicate,
            ..
        }) = native.map(|native| &native.body)
        else {
            return false;
        };
        let ty = call.arguments[0];
        let condition = resolve(Subject::Type, predicate);
        let Some(exact) = condition.ok().and_then(|it| exact_type(self.context, &it)) else {
            return false;
        };
        match self.kind(ty) {
            NodeKind::TypeLiteral(known) => self.literals.ty(*known) == exact,
            NodeKind::Type => {
                let literal = self.type_literal(exact, ty);
                self.stands_for(ty, literal)
            }
            _ => false,
        }
    }

    fn type_literal(&mut self, ty: Type<'c>, like: NodeId) -> NodeId {
        let id: LiteralId = self.literals.add_type(ty);
        self.leaf(NodeKind::TypeLiteral(id), like)
    }

    /// Sorts the nodes so that each stands after those that it refers to.
    fn finish(self, pattern: &mut Pattern) {
        if self.dropped.is_empty() && self.nodes.len() == self.num_old {
            return;
        }
        let mut sort = Sort {
            moved: vec![None; self.nodes.len()],
            nodes: Vec::with_capacity(self.nodes.len()),
            of: &self,
        };
        for index in 0..pattern.rewrite_start {
            sort.unless_literal(NodeId(index as u32));
        }
        pattern.rewrite_start = sort.nodes.len();
        for index in self.rewrite_start..self.num_old {
            sort.unless_literal(NodeId(index as u32));
        }
        pattern.root = sort.moved[self.target(pattern.root).index()].expect("it was matched");
        pattern.nodes = sort.nodes;
    }
}

struct Sort<'e, 'c, 'l> {
    of: &'e Expansion<'c, 'l>,
    /// The new ids of those that have a place.
    moved: Vec<Option<NodeId>>,
    nodes: Vec<Node>,
}

impl Sort<'_, '_, '_> {
    /// Gives a node a place. Literals get theirs where they are used, if they still are.
    fn unless_literal(&mut self, id: NodeId) {
        if !is_literal(&self.of.nodes[id.index()].kind) {
            self.place(id);
        }
    }

    /// Gives a node and those that it refers to a place.
    fn place(&mut self, id: NodeId) {
        if self.of.dropped.contains(&id) || self.moved[id.index()].is_some() {
            return;
        }
        let mut node = self.of.nodes[id.index()].clone();
        // These are new leaves, or stand before it already.
        for input in node.kind.inputs() {
            self.place(self.of.target(input));
        }
        node.kind.map_inputs(|input| {
            let input = self.of.target(input);
            self.moved[input.index()].expect("it has a place")
        });
        self.moved[id.index()] = Some(NodeId(self.nodes.len() as u32));
        self.nodes.push(node);
    }
}

/// Whether a node is a type or attribute about which nothing is known.
fn is_free(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Type | NodeKind::Attribute { ty: None })
}

/// Whether a node is a type or attribute that stands for itself.
fn is_leaf(kind: &NodeKind) -> bool {
    is_literal(kind) || is_free(kind)
}

fn is_literal(kind: &NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::TypeLiteral(_) | NodeKind::AttributeLiteral(_) | NodeKind::UnitAttribute
    )
}

fn is_type(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Type | NodeKind::TypeLiteral(_))
}

/// Which values an integer type has.
#[derive(Debug, Clone, Copy)]
enum Sign {
    Signless,
    Signed,
    Unsigned,
}

impl Sign {
    /// That of the types of a predicate.
    fn of(predicate: &str) -> Option<Self> {
        Some(match predicate {
            "IntegerType" => Sign::Signless,
            "SignedIntegerType" => Sign::Signed,
            "UnsignedIntegerType" => Sign::Unsigned,
            _ => return None,
        })
    }

    /// The type of that width, if there is one.
    fn ty(self, context: &Context, width: i64) -> Option<Type<'_>> {
        let width = u32::try_from(width).ok().filter(|width| *width < 1 << 24)?;
        Some(match self {
            Sign::Signless => IntegerType::new(context, width).into(),
            Sign::Signed => IntegerType::signed(context, width).into(),
            Sign::Unsigned => IntegerType::unsigned(context, width).into(),
        })
    }
}

/// The only type of which a condition holds, as far as it says so in one question.
fn exact_type<'c>(context: &'c Context, condition: &Condition) -> Option<Type<'c>> {
    let leaf = match condition {
        Condition::All(all) => match &all[..] {
            [one] => return exact_type(context, one),
            _ => return None,
        },
        Condition::Leaf(leaf) if leaf.entity == 0 => leaf,
        _ => return None,
    };
    let Leaf {
        text, parameters, ..
    } = leaf;
    let integer = |sign: Sign| match parameters[..] {
        [Parameter::Number(width)] => sign.ty(context, width),
        _ => None,
    };
    match text.as_str() {
        "$_self.isSignlessInteger(#)" => integer(Sign::Signless),
        "$_self.isSignedInteger(#)" => integer(Sign::Signed),
        "$_self.isUnsignedInteger(#)" => integer(Sign::Unsigned),
        "$_self.isF16()" => Some(Type::float16(context)),
        "$_self.isBF16()" => Some(Type::bfloat16(context)),
        "$_self.isF32()" => Some(Type::float32(context)),
        "$_self.isF64()" => Some(Type::float64(context)),
        "isa<IndexType>($_self)" => Some(Type::index(context)),
        _ => None,
    }
}

/// The attribute of an operation with that name.
fn find(operation: &Operation, name: &str) -> Option<NodeId> {
    let mut attributes = operation.attributes.iter();
    let (_, value) = attributes.find(|(known, _)| known == name)?;
    Some(*value)
}

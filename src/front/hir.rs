//! What the patterns mean, before any IR is made.
//!
//! A pattern is one list of [`Node`]s in evaluation order: first the match
//! section, then the rewrite section. A node stands for one thing of PDL and
//! refers to earlier nodes only. Every name is resolved to the node that it
//! means, so a `let` is evaluated once however often it is used; every implicit
//! conversion is a node; every variable of the match section is bound to the
//! root. It holds spans in place of locations and no MLIR objects: a literal is
//! the id under which the [`Host`](crate::host::Host) keeps it.
//!
//! Invariant: a module that analysis returned without errors lowers to IR that
//! verifies.
//!
//! Constraints and rewrites that are written in PDLL are inlined: their nodes
//! stand where they were called, with the nodes of the arguments, and
//! [`Node::call`] is that call. A tuple is a name for several nodes and not a node
//! itself.

pub mod builder;
pub mod check;
mod code_words;
mod disjunction;
mod links;
pub(crate) mod ranges;
mod types_of_replaced;
mod unused;
mod verify;

pub use crate::host::LiteralId;
pub use builder::{Builder, OPERAND_SIZES, RESULT_SIZES};
pub use code_words::code_words;
pub use disjunction::{Disjunction, DisjunctionStep};
pub use unused::unused_operations;

use crate::{
    base::diagnostic::Diagnostic,
    base::source::{Span, StringLit},
    ods::{self, CodeClasses, Layout, Predicate, Subject},
    portable::Extension,
};
use smol_str::SmolStr;
use std::{collections::BTreeSet, sync::Arc};

/// How the names of native functions start that compute the result types of an operation,
/// as its definition implies them. The name of the operation follows.
pub const RESULT_TYPE_OF: &str = "result type of ";

/// The greatest benefit that PDL can express.
pub const MAX_BENEFIT: u16 = i16::MAX as u16;

/// The patterns of one compilation.
#[derive(Debug, Default)]
pub struct Module {
    /// In source order.
    pub patterns: Vec<Pattern>,
    /// The native functions that the source defines, in any order, whether the
    /// patterns call them or not. No two of a kind have the same name.
    pub natives: Vec<Native>,
    /// The native functions that the source declares without code, in any order.
    pub declared: Vec<Declared>,
    /// The dialects whose operations are defined. The code of native functions
    /// may use their classes.
    pub dialects: Vec<SmolStr>,
    /// The defined classes that the code of native functions names.
    pub classes: CodeClasses,
    /// What the source says about the types in operations, in its order.
    pub type_rules: Vec<TypeRule>,
    /// Where the source uses what MLIR's `mlir-pdll` does not have, as far as only its
    /// meaning shows.
    pub extensions: Vec<(Extension, Span)>,
}

impl Module {
    /// The dialects of the operations that the patterns mention.
    pub fn mentioned_dialects(&self) -> BTreeSet<SmolStr> {
        let nodes = self.patterns.iter().flat_map(|pattern| &pattern.nodes);
        let names = nodes.filter_map(|node| match &node.kind {
            NodeKind::Operation(operation) => operation.name.as_deref(),
            _ => None,
        });
        names
            .filter_map(|name| Some(name.split('.').next()?.into()))
            .collect()
    }
}

/// What holds of the types in every operation of a name. Analysis has given the
/// created operations their result types by it; it also tells which ones contradict it.
#[derive(Debug)]
pub struct TypeRule {
    /// Where it stands.
    pub span: Span,
    /// The name of the operation.
    pub operation: SmolStr,
    /// Of each operand, whether it is a range. None if there may be any operands.
    pub operands: Option<Vec<bool>>,
    /// The number of results.
    pub results: usize,
    /// What holds.
    pub program: Disjunction,
    /// The inputs of the program.
    pub inputs: Vec<RuleInput>,
}

/// What a rule for types knows.
#[derive(Debug, Clone)]
pub enum RuleInput {
    /// The type of the operand with that index.
    Operand(usize),
    /// The attribute of that name.
    Attribute(SmolStr),
    /// The type of the result with that index.
    Result(usize),
    /// A literal.
    Literal(NodeKind),
}

/// A native function that the source defines. The program that runs the patterns
/// need not register it.
#[derive(Debug)]
pub struct Native {
    /// The name by which it is called.
    pub name: SmolStr,
    /// Whether it is a constraint, and not a rewrite.
    pub is_constraint: bool,
    /// Whether the code of a rewrite without results returns whether it succeeded, as
    /// that of a constraint does.
    pub returns_outcome: bool,
    /// Where it is declared.
    pub span: Span,
    /// What it does.
    pub body: NativeBody,
}

impl Native {
    /// Where its code stands, if it has any, or else its name.
    pub fn code_span(&self) -> Span {
        match &self.body {
            NativeBody::Code { code, .. } => code.span,
            NativeBody::Predicate { .. } => self.span,
        }
    }
}

/// A native function that the source declares without code. The program that runs the
/// patterns registers it.
#[derive(Debug)]
pub struct Declared {
    /// The name by which it is called.
    pub name: SmolStr,
    /// Whether it is a constraint, and not a rewrite.
    pub is_constraint: bool,
    /// What it takes.
    pub parameters: Vec<CodeSlot>,
    /// What it returns.
    pub results: Vec<CodeSlot>,
}

/// The native functions of a source.
#[derive(Debug, Default)]
pub struct NativeFunctions {
    /// As in [`Module`].
    pub natives: Vec<Native>,
    /// As in [`Module`].
    pub declared: Vec<Declared>,
}

/// What a native function does.
#[derive(Debug)]
pub enum NativeBody {
    /// A constraint of a `.td` file, which has one argument.
    Predicate {
        /// What the argument is.
        subject: Subject,
        /// What must hold of it.
        predicate: Arc<Predicate>,
        /// The same as a C++ expression about `$_self`.
        condition: String,
        /// That expression with names in place of C++ classes that pdll does not know,
        /// if it can do without them.
        by_name: Option<String>,
    },
    /// The body of a C++ function.
    Code {
        /// The code, as the source writes it.
        code: StringLit,
        /// What it takes, besides a `PatternRewriter &rewriter`.
        parameters: Vec<CodeSlot>,
        /// What it returns.
        results: Vec<CodeSlot>,
    },
}

/// A parameter or result of a C++ function.
#[derive(Debug, PartialEq, Eq)]
pub struct CodeSlot {
    /// Its name. A parameter has one.
    pub name: Option<SmolStr>,
    /// What it is.
    pub ty: Type,
    /// The C++ class that an included definition knows for it.
    pub class: Option<String>,
}

/// One pattern.
#[derive(Debug)]
pub struct Pattern {
    /// Its name, if it has one.
    pub name: Option<SmolStr>,
    /// The word `Pattern`.
    pub span: Span,
    /// The whole declaration.
    pub declaration: Span,
    /// Declared, or the number of operations in the match section.
    pub benefit: u16,
    /// Whether the source declares that applying it to its own results terminates.
    pub bounded_recursion: bool,
    /// Words by which it can be selected.
    pub labels: Vec<String>,
    /// Match section, then rewrite section.
    pub nodes: Vec<Node>,
    /// The calls of constraints and rewrites that are inlined in `nodes`.
    pub calls: Vec<CallSite>,
    /// Where in `nodes` the rewrite section starts.
    pub rewrite_start: usize,
    /// The operation that the rewrite section starts from; a node of the match
    /// section.
    pub root: NodeId,
    /// The statement that starts the rewrite section.
    pub rewrite_span: Span,
}

impl Pattern {
    /// Whether each node is an operation that replaces one that exists before it. MLIR
    /// looks there for result types that are missing.
    pub fn replacing_earlier(&self) -> Vec<bool> {
        let mut replacing = vec![false; self.nodes.len()];
        for node in &self.nodes {
            if let NodeKind::Replace {
                operation,
                with: Replacement::Operation(with),
            } = &node.kind
            {
                replacing[with.index()] |= operation < with;
            }
        }
        replacing
    }

    /// The diagnostic about a node, with notes about the calls that brought it
    /// here, innermost first.
    pub fn with_callers(&self, diagnostic: Diagnostic, node: &Node) -> Diagnostic {
        with_callers(diagnostic, &self.calls, node.call)
    }
}

/// The diagnostic about what `call` brought here, with notes about that call and
/// those around it, innermost first.
fn with_callers(
    mut diagnostic: Diagnostic,
    calls: &[CallSite],
    mut call: Option<CallId>,
) -> Diagnostic {
    while let Some(CallId(number)) = call {
        let site = calls[number as usize];
        diagnostic = diagnostic.note(site.span, "called here");
        call = site.caller;
    }
    diagnostic
}

/// Names a [`Node`] of the same pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The position in [`Pattern::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One step of a pattern.
#[derive(Debug, Clone)]
pub struct Node {
    /// What it does.
    pub kind: NodeKind,
    /// The source it stands for.
    pub span: Span,
    /// The variable that names its value, if there is one.
    pub name: Option<SmolStr>,
    /// The call that brought it here, if it was one.
    pub call: Option<CallId>,
}

/// Names a [`CallSite`] of the same pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallId(pub u32);

/// A call of a constraint or rewrite that is written in PDLL.
#[derive(Debug, Clone, Copy)]
pub struct CallSite {
    /// The call.
    pub span: Span,
    /// The call in whose callee this one stands.
    pub caller: Option<CallId>,
}

/// What a node does.
#[derive(Debug, Clone)]
pub enum NodeKind {
    /// An operand of the input, of type `ty` if it is given.
    Operand {
        /// A [`Type::Type`].
        ty: Option<NodeId>,
    },
    /// A range of operands of the input, of types `ty` if they are given.
    Operands {
        /// A [`Type::TypeRange`].
        ty: Option<NodeId>,
    },
    /// A type of the input.
    Type,
    /// A range of types of the input.
    Types,
    /// An attribute of the input, of type `ty` if it is given.
    Attribute {
        /// A [`Type::Type`].
        ty: Option<NodeId>,
    },
    /// A constant attribute.
    AttributeLiteral(LiteralId),
    /// A constant type.
    TypeLiteral(LiteralId),
    /// The unit attribute.
    UnitAttribute,
    /// What the call of `contract::ANY_OF` that it is the first argument of decides.
    Disjunction(Disjunction),
    /// An operation of the input, or to create. As calls, it is boxed because the other
    /// nodes, of which there are more, are much smaller.
    Operation(Box<Operation>),
    /// A region of an operation of the input.
    Region {
        /// The operation.
        operation: NodeId,
        /// The index.
        index: u32,
        /// How many blocks it has, if the pattern says so.
        num_blocks: Option<u32>,
    },
    /// A block of a region of the input.
    Block {
        /// A [`Type::Region`].
        region: NodeId,
        /// The index.
        index: u32,
        /// How many arguments it has, if the pattern says so.
        num_arguments: Option<u32>,
        /// Whether it has no other operations than those that are inside of this node.
        is_exact: bool,
    },
    /// An argument of a block, of type `ty` if it is given.
    Argument {
        /// A [`Type::Block`].
        block: NodeId,
        /// The index.
        index: u32,
        /// A [`Type::Type`].
        ty: Option<NodeId>,
    },
    /// All arguments of a block from an index on, of types `ty` if they are given. The
    /// block has at least as many as come before.
    Arguments {
        /// A [`Type::Block`].
        block: NodeId,
        /// The index.
        first: u32,
        /// A [`Type::TypeRange`].
        ty: Option<NodeId>,
    },
    /// The place where operations are created at this moment.
    Place,
    /// What follows is created there.
    Insert {
        /// Which place that is.
        at: Insertion,
        /// What it is about.
        anchor: NodeId,
    },
    /// A region to build, which an operation to create takes.
    NewRegion,
    /// A block at the end of a new region. What follows is created at its end.
    NewBlock {
        /// A [`NodeKind::NewRegion`].
        region: NodeId,
        /// The types of its arguments, and ranges of types.
        types: Vec<NodeId>,
    },
    /// The result of an operation with that index, counted over all results.
    Result {
        /// The operation.
        operation: NodeId,
        /// The index.
        index: u32,
    },
    /// All results of an operation.
    Results {
        /// The operation.
        operation: NodeId,
    },
    /// A result group of an operation, as its definition counts them.
    ResultGroup {
        /// The operation.
        operation: NodeId,
        /// The index.
        index: u32,
        /// Whether the group holds any number of values, and not just one.
        is_range: bool,
        /// How the definition divides the results, if it has several groups and
        /// the operation does not write them one by one.
        layout: Option<Layout>,
    },
    /// Values or types in a row, each a single one or a range. In the match section, it
    /// is the range of no types.
    Range {
        /// [`Type::ValueRange`] or [`Type::TypeRange`].
        ty: Type,
        /// The elements.
        elements: Vec<NodeId>,
    },
    /// A call of a native function. Its results are [`NodeKind::CallResult`]s.
    Call(Box<Call>),
    /// One of the results of a call.
    CallResult {
        /// The call.
        call: NodeId,
        /// The index of the result.
        index: u32,
        /// What it is.
        ty: Type,
    },
    /// Erases an operation.
    Erase {
        /// The operation.
        operation: NodeId,
    },
    /// Replaces an operation and erases it.
    Replace {
        /// The operation.
        operation: NodeId,
        /// What takes the place of its results.
        with: Replacement,
    },
}

/// An operation to match or to create.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Its name. One to create always has a name.
    pub name: Option<SmolStr>,
    /// Values and ranges of values.
    pub operands: Vec<NodeId>,
    /// Attributes by name; no name occurs twice.
    pub attributes: Vec<(SmolStr, NodeId)>,
    /// Types and ranges of types. None for an operation to create whose result
    /// types are found when it is created.
    pub result_types: Option<Vec<NodeId>>,
    /// How the lengths of those operands are known that are ranges, as far as the
    /// definition of the operation says. Finishing the pattern sets it.
    pub operand_lengths: RangeLengths,
    /// The same of results.
    pub result_lengths: RangeLengths,
    /// The block in which it is matched. Two operations of a block are different ones.
    pub inside: Option<NodeId>,
    /// Whether it is the last one of that block.
    pub is_last: bool,
    /// How many regions it has, if a match demands it.
    pub num_regions: Option<u32>,
    /// The regions of one to create. If there are none, its definition implies them.
    pub regions: Vec<NodeId>,
}

/// A place where operations are created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Insertion {
    /// A [`Type::Place`].
    Place,
    /// Before an operation.
    Before,
    /// At the start of a block.
    Start,
}

/// How the lengths of those operands or results of an operation are known that
/// are ranges. As [`ods::Lengths`], but the pattern may know more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RangeLengths {
    /// At most one of them is a range.
    #[default]
    Counted,
    /// An attribute of the operation holds them.
    Segments,
    /// They are equal.
    Equal,
    /// They are 1: they equal the length of a group of which the pattern matches
    /// a single value.
    One,
}

impl From<ods::Lengths> for RangeLengths {
    fn from(lengths: ods::Lengths) -> Self {
        match lengths {
            ods::Lengths::Counted => RangeLengths::Counted,
            ods::Lengths::Segments => RangeLengths::Segments,
            ods::Lengths::Equal => RangeLengths::Equal,
        }
    }
}

impl Operation {
    /// The number of results, if the result types are written, and single ones or ranges of
    /// single ones all of them. `elements` returns what a node has if it is such a range,
    /// and `ty` the kind of entity of any other node.
    fn written_results<'n>(
        &self,
        elements: impl Fn(NodeId) -> Option<&'n [NodeId]>,
        ty: impl Fn(NodeId) -> Option<Type>,
    ) -> Option<usize> {
        let single = |node| (ty(node) == Some(Type::Type)).then_some(1);
        let add = |a: Option<usize>, b: Option<usize>| a?.checked_add(b?);
        ranges::sum(self.result_types.as_ref()?, Some(0), elements, single, add)
    }
}

/// A call of a native constraint or rewrite.
#[derive(Debug, Clone)]
pub struct Call {
    /// Which of the two.
    pub kind: CallKind,
    /// The name under which the function is registered.
    pub function: SmolStr,
    /// The arguments.
    pub arguments: Vec<NodeId>,
    /// What the function takes, one for each argument. A single value or type may
    /// stand for a range of one.
    pub parameters: Vec<Type>,
    /// What the function returns.
    pub results: Vec<Type>,
}

/// What is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallKind {
    /// A constraint, which must hold.
    Constraint,
    /// A constraint, which must not hold.
    NegatedConstraint,
    /// A rewrite.
    Rewrite,
}

/// What takes the place of an operation's results.
#[derive(Debug, Clone)]
pub enum Replacement {
    /// The results of another operation.
    Operation(NodeId),
    /// Values and ranges of values, in order.
    Values(Vec<NodeId>),
}

/// The kind of entity that a value of a pattern is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// An attribute.
    Attribute,
    /// An operation.
    Operation,
    /// A type.
    Type,
    /// A range of types.
    TypeRange,
    /// An SSA value.
    Value,
    /// A range of SSA values.
    ValueRange,
    /// A region.
    Region,
    /// A block.
    Block,
    /// A place where operations are created. There are no variables of this type.
    Place,
}

impl Type {
    /// The type with a name in the language, if variables can have it.
    pub fn named(name: &str) -> Option<Type> {
        use Type::{Attribute, Block, Operation, Region, TypeRange, Value, ValueRange};
        let all = [
            Attribute,
            Operation,
            Type::Type,
            TypeRange,
            Value,
            ValueRange,
            Region,
            Block,
        ];
        all.into_iter().find(|ty| ty.name() == name)
    }

    /// What a range of this type holds, if it is a range.
    pub fn element(self) -> Option<Type> {
        match self {
            Type::ValueRange => Some(Type::Value),
            Type::TypeRange => Some(Type::Type),
            Type::Attribute
            | Type::Operation
            | Type::Type
            | Type::Value
            | Type::Region
            | Type::Block
            | Type::Place => None,
        }
    }

    /// Its name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Type::Attribute => "Attr",
            Type::Operation => "Op",
            Type::Type => "Type",
            Type::TypeRange => "TypeRange",
            Type::Value => "Value",
            Type::ValueRange => "ValueRange",
            Type::Region => "Region",
            Type::Block => "Block",
            Type::Place => "Place",
        }
    }
}

impl From<Operation> for NodeKind {
    fn from(operation: Operation) -> Self {
        NodeKind::Operation(Box::new(operation))
    }
}

impl From<Call> for NodeKind {
    fn from(call: Call) -> Self {
        NodeKind::Call(Box::new(call))
    }
}

impl NodeKind {
    /// What is in a range whose parts are written.
    pub fn elements(&self) -> Option<&[NodeId]> {
        match self {
            NodeKind::Range { elements, .. } => Some(elements),
            _ => None,
        }
    }

    /// The kind of entity that the node stands for, if it stands for one.
    pub fn ty(&self) -> Option<Type> {
        Some(match self {
            NodeKind::Operand { .. } | NodeKind::Result { .. } | NodeKind::Argument { .. } => {
                Type::Value
            }
            NodeKind::Operands { .. } | NodeKind::Results { .. } | NodeKind::Arguments { .. } => {
                Type::ValueRange
            }
            NodeKind::ResultGroup { is_range: true, .. } => Type::ValueRange,
            NodeKind::ResultGroup {
                is_range: false, ..
            } => Type::Value,
            NodeKind::Type | NodeKind::TypeLiteral(_) => Type::Type,
            NodeKind::Types => Type::TypeRange,
            NodeKind::Attribute { .. }
            | NodeKind::AttributeLiteral(_)
            | NodeKind::UnitAttribute
            | NodeKind::Disjunction(_) => Type::Attribute,
            NodeKind::Operation(_) => Type::Operation,
            NodeKind::Region { .. } | NodeKind::NewRegion => Type::Region,
            NodeKind::Block { .. } | NodeKind::NewBlock { .. } => Type::Block,
            NodeKind::Place => Type::Place,
            NodeKind::Range { ty, .. } | NodeKind::CallResult { ty, .. } => *ty,
            NodeKind::Call(_)
            | NodeKind::Insert { .. }
            | NodeKind::Erase { .. }
            | NodeKind::Replace { .. } => return None,
        })
    }

    /// The nodes it refers to, in order.
    pub fn inputs(&self) -> Vec<NodeId> {
        let mut inputs = Vec::new();
        self.for_each_input(|input| inputs.push(input));
        inputs
    }

    /// Visits the nodes it refers to, in order.
    pub fn for_each_input(&self, mut visit: impl FnMut(NodeId)) {
        let mut each = |nodes: &[NodeId]| nodes.iter().copied().for_each(&mut visit);
        match self {
            NodeKind::Operand { ty } | NodeKind::Operands { ty } | NodeKind::Attribute { ty } => {
                each(ty.as_slice());
            }
            NodeKind::Operation(operation) => {
                each(&operation.operands);
                for (_, value) in &operation.attributes {
                    each(&[*value]);
                }
                each(operation.result_types.as_deref().unwrap_or_default());
                each(operation.inside.as_slice());
                each(&operation.regions);
            }
            NodeKind::Insert { anchor, .. } => each(&[*anchor]),
            NodeKind::NewBlock { region, types } => {
                each(&[*region]);
                each(types);
            }
            NodeKind::Region { operation, .. }
            | NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. }
            | NodeKind::Erase { operation } => each(&[*operation]),
            NodeKind::Block { region, .. } => each(&[*region]),
            NodeKind::Argument { block, ty, .. } | NodeKind::Arguments { block, ty, .. } => {
                each(&[*block]);
                each(ty.as_slice());
            }
            NodeKind::Replace { operation, with } => {
                each(&[*operation]);
                match with {
                    Replacement::Operation(with) => each(&[*with]),
                    Replacement::Values(values) => each(values),
                }
            }
            NodeKind::Range { elements, .. } => each(elements),
            NodeKind::Call(call) => each(&call.arguments),
            NodeKind::CallResult { call, .. } => each(&[*call]),
            NodeKind::Type
            | NodeKind::Types
            | NodeKind::AttributeLiteral(_)
            | NodeKind::TypeLiteral(_)
            | NodeKind::UnitAttribute
            | NodeKind::Disjunction(_)
            | NodeKind::Place
            | NodeKind::NewRegion => {}
        }
    }

    /// Visits the native functions that it calls: whether each is a constraint, and its
    /// name.
    pub fn for_each_function(&self, mut visit: impl FnMut(bool, &SmolStr)) {
        match self {
            NodeKind::Call(call) => visit(call.kind != CallKind::Rewrite, &call.function),
            NodeKind::Disjunction(disjunction) => {
                disjunction.for_each_function(&mut |name| visit(true, name));
            }
            _ => {}
        }
    }

    /// The same with names that may change.
    pub fn for_each_function_mut(&mut self, mut visit: impl FnMut(bool, &mut SmolStr)) {
        match self {
            NodeKind::Call(call) => visit(call.kind != CallKind::Rewrite, &mut call.function),
            NodeKind::Disjunction(disjunction) => {
                disjunction.for_each_function_mut(&mut |name| visit(true, name));
            }
            _ => {}
        }
    }

    /// Puts another node in the place of each that it refers to, in order.
    pub fn map_inputs(&mut self, mut map: impl FnMut(NodeId) -> NodeId) {
        let mut each = |nodes: &mut [NodeId]| {
            for node in nodes {
                *node = map(*node);
            }
        };
        match self {
            NodeKind::Operand { ty } | NodeKind::Operands { ty } | NodeKind::Attribute { ty } => {
                each(ty.as_mut_slice());
            }
            NodeKind::Operation(operation) => {
                each(&mut operation.operands);
                for (_, value) in &mut operation.attributes {
                    each(std::slice::from_mut(value));
                }
                each(operation.result_types.as_deref_mut().unwrap_or_default());
                each(operation.inside.as_mut_slice());
                each(&mut operation.regions);
            }
            NodeKind::Insert { anchor, .. } => each(std::slice::from_mut(anchor)),
            NodeKind::NewBlock { region, types } => {
                each(std::slice::from_mut(region));
                each(types);
            }
            NodeKind::Region { operation, .. }
            | NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. }
            | NodeKind::Erase { operation } => each(std::slice::from_mut(operation)),
            NodeKind::Block { region, .. } => each(std::slice::from_mut(region)),
            NodeKind::Argument { block, ty, .. } | NodeKind::Arguments { block, ty, .. } => {
                each(std::slice::from_mut(block));
                each(ty.as_mut_slice());
            }
            NodeKind::Replace { operation, with } => {
                each(std::slice::from_mut(operation));
                match with {
                    Replacement::Operation(with) => each(std::slice::from_mut(with)),
                    Replacement::Values(values) => each(values),
                }
            }
            NodeKind::Range { elements, .. } => each(elements),
            NodeKind::Call(call) => each(&mut call.arguments),
            NodeKind::CallResult { call, .. } => each(std::slice::from_mut(call)),
            NodeKind::Type
            | NodeKind::Types
            | NodeKind::AttributeLiteral(_)
            | NodeKind::TypeLiteral(_)
            | NodeKind::UnitAttribute
            | NodeKind::Disjunction(_)
            | NodeKind::Place
            | NodeKind::NewRegion => {}
        }
    }
}

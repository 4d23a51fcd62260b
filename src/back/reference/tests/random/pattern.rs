//! Patterns as data, and their text in the dialect `pdl`.

use std::fmt::{self, Display, Formatter};

/// The types that patterns and programs use, by index.
pub(super) const TYPES: [&str; 4] = ["i32", "i64", "i1", "f32"];

/// The attributes, with the index of their type.
pub(super) const ATTRIBUTES: [(&str, Option<usize>); 7] = [
    ("1 : i32", Some(0)),
    ("2 : i32", Some(0)),
    ("3 : i32", Some(0)),
    ("1 : i64", Some(1)),
    ("unit", None),
    ("\"text\"", None),
    ("[1 : i32]", None),
];

/// The index of a node.
pub(super) type Id = usize;

pub(super) struct Pattern {
    pub(super) index: usize,
    pub(super) benefit: u16,
    pub(super) nodes: Vec<Node>,
    pub(super) root: Id,
    /// What the rewrite does after it has marked the root.
    pub(super) changes: Vec<Change>,
}

pub(super) enum Change {
    Erase(Id),
    Replace(Id, Vec<Id>),
    /// Creates an operation that takes only some attributes.
    Create(Id),
    /// Creates an operation that has a range as operands twice.
    Grow(Id),
}

pub(super) enum Node {
    Type(Option<usize>),
    Types(Option<Vec<usize>>),
    Attribute {
        value: Option<usize>,
        ty: Option<Id>,
    },
    Operand(Option<Id>),
    Operands(Option<Id>),
    Operation(Operation),
    Region {
        operation: Id,
        index: usize,
        num_blocks: Option<usize>,
    },
    Block {
        region: Id,
        index: usize,
        num_arguments: Option<usize>,
        is_exact: bool,
    },
    Argument {
        block: Id,
        index: usize,
        ty: Option<Id>,
    },
    /// The arguments of a block from one on.
    Arguments {
        block: Id,
        first: usize,
        types: Option<Id>,
    },
    Result {
        operation: Id,
        index: usize,
    },
    Results {
        operation: Id,
        index: Option<usize>,
        kind: Kind,
        groups: Option<String>,
    },
    /// A call, which is the value of its only result if it has one.
    Constraint {
        name: &'static str,
        arguments: Vec<Id>,
        result: Option<Kind>,
        is_negated: bool,
    },
}

#[derive(Default)]
pub(super) struct Operation {
    pub(super) name: Option<&'static str>,
    pub(super) operands: Vec<Id>,
    pub(super) attributes: Vec<(&'static str, Id)>,
    pub(super) results: Vec<Id>,
    pub(super) num_regions: Option<usize>,
    /// The block that it is in.
    pub(super) inside: Option<Id>,
    pub(super) is_last: bool,
    pub(super) operand_mode: Mode,
    pub(super) result_mode: Mode,
}

/// What an attribute of pdll says about the lengths of groups.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    #[default]
    Open,
    Equal,
    Single,
    Segments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Attribute,
    Operation,
    Type,
    Types,
    Value,
    Values,
}

impl Node {
    fn needs_use(&self) -> bool {
        matches!(
            self,
            Node::Type(_)
                | Node::Types(_)
                | Node::Attribute { .. }
                | Node::Operand(_)
                | Node::Operands(_)
        )
    }

    /// The nodes that a node refers to.
    pub(super) fn operands(&self) -> Vec<Id> {
        match self {
            Node::Type(_) | Node::Types(_) => Vec::new(),
            Node::Attribute { ty, .. } | Node::Operand(ty) | Node::Operands(ty) => {
                ty.iter().copied().collect()
            }
            Node::Operation(operation) => {
                let attributes = operation.attributes.iter().map(|(_, id)| id);
                let operands = operation.operands.iter().chain(&operation.results);
                let operands = operands.chain(&operation.inside);
                operands.chain(attributes).copied().collect()
            }
            Node::Region { operation, .. } => vec![*operation],
            Node::Block { region, .. } => vec![*region],
            Node::Argument { block, ty, .. }
            | Node::Arguments {
                block, types: ty, ..
            } => [*block].into_iter().chain(*ty).collect(),
            Node::Result { operation, .. } | Node::Results { operation, .. } => vec![*operation],
            Node::Constraint { arguments, .. } => arguments.clone(),
        }
    }
}

impl Kind {
    pub(super) fn is_range(self) -> bool {
        matches!(self, Kind::Types | Kind::Values)
    }
}

impl Pattern {
    /// Whether something refers to each node. The verifier of `pdl` demands that for
    /// operands, attributes and types.
    fn uses(&self) -> Vec<bool> {
        let mut is_used = vec![false; self.nodes.len()];
        for change in &self.changes {
            match change {
                Change::Erase(_) => {}
                Change::Replace(_, by) => by.iter().for_each(|id| is_used[*id] = true),
                Change::Create(used) | Change::Grow(used) => is_used[*used] = true,
            }
        }
        for (id, node) in self.nodes.iter().enumerate().rev() {
            let is_kept = is_used[id] || !node.needs_use();
            for operand in node.operands() {
                is_used[operand] |= is_kept;
            }
            is_used[id] = is_kept;
        }
        is_used
    }

    fn change(&self, number: usize, change: &Change) -> String {
        match change {
            Change::Erase(id) => format!("pdl.erase %{id}"),
            Change::Replace(id, by) => format!("pdl.replace %{id} with ({})", self.list(by)),
            Change::Grow(range) => format!(
                "pdl.operation \"t.grown\"({})",
                self.list(&[*range, *range])
            ),
            Change::Create(attribute) => format!(
                "%type{number} = pdl.type : i32\n    %created{number} = pdl.operation \
                 \"arith.constant\" {{\"value\" = %{attribute}}} -> (%type{number} : !pdl.type)"
            ),
        }
    }

    /// Nothing for a constraint without a result.
    pub(super) fn kind(&self, node: Id) -> Option<Kind> {
        Some(match &self.nodes[node] {
            Node::Type(_) => Kind::Type,
            Node::Types(_) => Kind::Types,
            Node::Attribute { .. } => Kind::Attribute,
            Node::Operand(_) | Node::Result { .. } | Node::Argument { .. } => Kind::Value,
            Node::Operands(_) | Node::Arguments { .. } => Kind::Values,
            Node::Operation(_) => Kind::Operation,
            // No function takes them.
            Node::Region { .. } | Node::Block { .. } => return None,
            Node::Results { kind, .. } => *kind,
            Node::Constraint { result, .. } => return *result,
        })
    }

    /// The values of a list, and their types behind a colon.
    fn list(&self, nodes: &[Id]) -> String {
        let values: Vec<_> = nodes.iter().map(|node| format!("%{node}")).collect();
        let types: Vec<_> = nodes
            .iter()
            .map(|node| self.kind(*node).expect("it has a value").to_string())
            .collect();
        format!("{} : {}", values.join(", "), types.join(", "))
    }

    /// The same in parentheses, if there is anything.
    fn group(&self, before: &str, nodes: &[Id]) -> String {
        match nodes {
            [] => String::new(),
            _ => format!("{before}({})", self.list(nodes)),
        }
    }

    fn node(&self, id: Id) -> String {
        let typed = |ty: &Option<Id>| ty.map_or_else(String::new, |ty| format!(" : %{ty}"));
        match &self.nodes[id] {
            Node::Type(None) => format!("%{id} = pdl.type"),
            Node::Type(Some(ty)) => format!("%{id} = pdl.type : {}", TYPES[*ty]),
            Node::Types(None) => format!("%{id} = pdl.types"),
            Node::Types(Some(types)) => {
                let types: Vec<_> = types.iter().map(|ty| TYPES[*ty]).collect();
                format!("%{id} = pdl.types : [{}]", types.join(", "))
            }
            Node::Attribute {
                value: Some(value), ..
            } => format!("%{id} = pdl.attribute = {}", ATTRIBUTES[*value].0),
            Node::Attribute { value: None, ty } => format!("%{id} = pdl.attribute{}", typed(ty)),
            Node::Operand(ty) => format!("%{id} = pdl.operand{}", typed(ty)),
            Node::Operands(types) => format!("%{id} = pdl.operands{}", typed(types)),
            Node::Operation(operation) => self.operation(id, operation),
            Node::Region {
                operation,
                index,
                num_blocks,
            } => {
                let number = number("num_blocks", *num_blocks);
                format!(
                    "%{id} = pdl.apply_native_constraint \"pdll.region\"(%{operation} : \
                     !pdl.operation) : !pdl.attribute {{pdll.index = {index} : i32{number}}}"
                )
            }
            Node::Block {
                region,
                index,
                num_arguments,
                is_exact,
            } => {
                let number = number("num_arguments", *num_arguments);
                let exact = if *is_exact { ", pdll.exact" } else { "" };
                format!(
                    "%{id} = pdl.apply_native_constraint \"pdll.block\"(%{region} : \
                     !pdl.attribute) : !pdl.attribute {{pdll.index = {index} : \
                     i32{number}{exact}}}"
                )
            }
            Node::Argument { block, index, ty } => {
                self.argument(id, "argument", *block, *index, *ty)
            }
            Node::Arguments {
                block,
                first,
                types,
            } => self.argument(id, "arguments", *block, *first, *types),
            Node::Result { operation, index } => {
                format!("%{id} = pdl.result {index} of %{operation}")
            }
            Node::Results {
                operation,
                index,
                kind,
                groups,
            } => {
                let marks = groups.as_ref().map_or_else(String::new, |groups| {
                    format!(" {{pdll.result_groups = \"{groups}\"}}")
                });
                match index {
                    Some(index) => {
                        format!("%{id} = pdl.results {index} of %{operation} -> {kind}{marks}")
                    }
                    None => format!("%{id} = pdl.results of %{operation}{marks}"),
                }
            }
            Node::Constraint {
                name,
                arguments,
                result,
                is_negated,
            } => {
                let value = result.map_or_else(String::new, |_| format!("%{id} = "));
                let results = result.map_or_else(String::new, |kind| format!(" : {kind}"));
                let negated = if *is_negated {
                    " {isNegated = true}"
                } else {
                    ""
                };
                let arguments = self.list(arguments);
                format!(
                    "{value}pdl.apply_native_constraint \"{name}\"({arguments}){results}{negated}"
                )
            }
        }
    }

    fn argument(&self, id: Id, function: &str, block: Id, index: usize, ty: Option<Id>) -> String {
        let (value, kind) = match ty {
            Some(ty) => (format!(", %{ty}"), self.kind(ty)),
            None => (String::new(), None),
        };
        let kind = kind.map_or_else(String::new, |kind| format!(", {kind}"));
        let result = self.kind(id).expect("it is a value or range");
        format!(
            "%{id} = pdl.apply_native_constraint \"pdll.{function}\"(%{block}{value} : \
             !pdl.attribute{kind}) : {result} {{pdll.index = {index} : i32}}"
        )
    }

    fn operation(&self, id: Id, operation: &Operation) -> String {
        let name = operation
            .name
            .map_or_else(String::new, |name| format!(" \"{name}\""));
        let operands = self.group("", &operation.operands);
        let attributes: Vec<_> = operation
            .attributes
            .iter()
            .map(|(name, value)| (*name, *value))
            .chain(operation.inside.map(|block| ("pdll.parent", block)))
            .map(|(name, value)| format!("\"{name}\" = %{value}"))
            .collect();
        let attributes = match &*attributes {
            [] => String::new(),
            attributes => format!(" {{{}}}", attributes.join(", ")),
        };
        let results = self.group(" -> ", &operation.results);
        let marks: Vec<_> = [
            ("operand", operation.operand_mode),
            ("result", operation.result_mode),
        ]
        .into_iter()
        .filter_map(|(list, mode)| mode.text(list))
        .chain(operation.is_last.then(|| "pdll.last".to_owned()))
        .chain(
            operation
                .num_regions
                .map(|count| format!("pdll.num_regions = {count} : i32")),
        )
        .collect();
        // Without attributes before them, marks would be read as those.
        let marks = match (&*marks, results.is_empty() && attributes.is_empty()) {
            ([], _) => String::new(),
            (_, true) => panic!("marks come after results or attributes"),
            (marks, false) => format!(" {{{}}}", marks.join(", ")),
        };
        format!("%{id} = pdl.operation{name}{operands}{attributes}{results}{marks}")
    }
}

fn number(name: &str, number: Option<usize>) -> String {
    number.map_or_else(String::new, |number| {
        format!(", pdll.{name} = {number} : i32")
    })
}

impl Mode {
    fn text(self, list: &str) -> Option<String> {
        match self {
            Mode::Open => None,
            Mode::Equal => Some(format!("pdll.equal_{list}_ranges")),
            Mode::Single => Some(format!("pdll.single_{list}_ranges")),
            Mode::Segments => Some(format!("pdll.{list}_segments")),
        }
    }
}

impl Display for Pattern {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Pattern { index, benefit, .. } = self;
        writeln!(formatter, "pdl.pattern @P{index} : benefit({benefit}) {{")?;
        for (id, is_used) in self.uses().into_iter().enumerate() {
            if is_used {
                writeln!(formatter, "  {}", self.node(id))?;
            }
        }
        let root = self.root;
        writeln!(formatter, "  pdl.rewrite %{root} {{")?;
        writeln!(formatter, "    %index = pdl.attribute = {index} : i64")?;
        writeln!(
            formatter,
            "    pdl.apply_native_rewrite \"Mark\"(%{root}, %index : !pdl.operation, \
             !pdl.attribute)"
        )?;
        for (id, node) in self.nodes.iter().enumerate() {
            if matches!(node, Node::Operation(_)) {
                let call = "pdl.apply_native_rewrite \"MarkOperation\"";
                writeln!(formatter, "    {call}(%{id} : !pdl.operation)")?;
            }
        }
        for (number, change) in self.changes.iter().enumerate() {
            writeln!(formatter, "    {}", self.change(number, change))?;
        }
        writeln!(formatter, "  }}\n}}")
    }
}

impl Display for Kind {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Kind::Attribute => "!pdl.attribute",
            Kind::Operation => "!pdl.operation",
            Kind::Type => "!pdl.type",
            Kind::Types => "!pdl.range<type>",
            Kind::Value => "!pdl.value",
            Kind::Values => "!pdl.range<value>",
        })
    }
}

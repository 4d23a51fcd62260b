//! Patterns as the generator makes them and the reference reads them.

pub(crate) mod generate;
pub(crate) mod text;

use crate::random::definitions::{Definition, definition};

/// A variable of a pattern. What it stands for follows from where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Var(pub(crate) usize);

/// The variables of a pattern are numbered from 0.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub(crate) name: String,
    /// By default, the number of matched operations.
    pub(crate) benefit: Option<usize>,
    pub(crate) has_recursion: bool,
    /// An operation comes before those that have its results as operands, and
    /// the root is the last one.
    pub(crate) matched: Vec<Match>,
    pub(crate) demands: Vec<Demand>,
    pub(crate) rewrite: Vec<Statement>,
    pub(crate) num_variables: usize,
}

impl Pattern {
    pub(crate) fn root(&self) -> Var {
        self.matched.last().expect("there is a root").operation
    }

    pub(crate) fn benefit(&self) -> usize {
        self.benefit.unwrap_or(self.matched.len())
    }

    /// The matched operation that a variable stands for, if it stands for one.
    pub(crate) fn matched(&self, operation: Var) -> Option<&Match> {
        let mut matched = self.matched.iter();
        matched.find(|matched| matched.operation == operation)
    }

    /// The bodies that an operation, a block or an argument of the match is in, from the
    /// inside out.
    pub(crate) fn bodies_around(&self, variable: Var) -> Vec<Around> {
        let mut found = vec![];
        let mut next = self.around(variable);
        while let Some(around) = next {
            found.push(around);
            next = self.around(around.operation);
        }
        found
    }

    fn around(&self, variable: Var) -> Option<Around> {
        let inside = self.matched(variable).and_then(|matched| matched.inside);
        self.matched.iter().find_map(|matched| {
            let block = matched.body.as_ref()?.block.as_ref()?;
            let holds = inside == Some(block.label)
                || block.label == variable
                || block
                    .argument_variables()
                    .any(|argument| argument == variable);
            holds.then_some(Around {
                block: block.label,
                operation: matched.operation,
            })
        })
    }
}

/// The block of a matched operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Around {
    pub(crate) block: Var,
    pub(crate) operation: Var,
}

/// An operation that must be there. `None` stands for anything.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    pub(crate) operation: Var,
    pub(crate) name: Option<&'static str>,
    /// At most one of the elements is a range, or there is one for each group of
    /// the definition.
    pub(crate) operands: Option<Vec<OperandMatch>>,
    pub(crate) attributes: Vec<(&'static str, AttributeMatch)>,
    /// The same.
    pub(crate) results: Option<Vec<TypeMatch>>,
    /// The block that it is in, as the match of another operation says.
    pub(crate) inside: Option<Var>,
    pub(crate) body: Option<Body>,
}

/// The only region of an operation. One of the two is there.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    pub(crate) region: Option<Var>,
    pub(crate) block: Option<BlockMatch>,
}

/// The only block of a region.
#[derive(Debug, Clone)]
pub(crate) struct BlockMatch {
    pub(crate) label: Var,
    /// Values, and perhaps a range at the end.
    pub(crate) arguments: Option<Vec<OperandMatch>>,
    /// Whether other operations may be in it than those of the match.
    pub(crate) is_open: bool,
    pub(crate) last: Option<Var>,
}

impl BlockMatch {
    fn argument_variables(&self) -> impl Iterator<Item = Var> {
        let arguments = self.arguments.iter().flatten();
        arguments.filter_map(|argument| match argument {
            OperandMatch::Value(variable, _) | OperandMatch::Range(variable) => Some(*variable),
            OperandMatch::Result(..) | OperandMatch::Results(_) => None,
        })
    }
}

impl Match {
    /// The number of results, if it does not depend on a range.
    pub(crate) fn fixed_results(&self) -> Option<usize> {
        let definition = self.definition();
        if let Some(count) = definition.and_then(|own| own.results.fixed_length()) {
            return Some(count);
        }
        let results = self.results.as_ref()?;
        let is_range = |r#type: &TypeMatch| matches!(r#type, TypeMatch::Range(_));
        (!results.iter().any(is_range)).then_some(results.len())
    }

    pub(crate) fn definition(&self) -> Option<&'static Definition> {
        definition(self.name?)
    }
}

#[derive(Debug, Clone)]
pub(crate) enum OperandMatch {
    Value(Var, Option<TypeMatch>),
    Range(Var),
    Result(Var, usize),
    /// All results of an operation.
    Results(Var),
}

impl OperandMatch {
    pub(crate) fn is_range(&self) -> bool {
        matches!(self, OperandMatch::Range(_) | OperandMatch::Results(_))
    }
}

#[derive(Debug, Clone)]
pub(crate) enum AttributeMatch {
    Literal(&'static str),
    Variable(Var),
}

#[derive(Debug, Clone)]
pub(crate) enum TypeMatch {
    Literal(&'static str),
    Variable(Var),
    Range(Var),
}

/// What a native constraint demands of a match.
#[derive(Debug, Clone)]
pub(crate) enum Demand {
    Holds(Condition),
    Fails(Condition),
    /// The first or last value of a range, which must have one.
    First {
        range: Var,
        value: Var,
    },
    Last {
        range: Var,
        value: Var,
    },
}

#[derive(Debug, Clone)]
pub(crate) enum Condition {
    HasOneUse(Var),
    HasNoUses(Var),
    IsBlockArgument(Var),
    HasAttribute(Var, &'static str),
    HasLength(Var, usize),
    Contains(Var, Var),
    SameBlock(Var, Var),
    OperationHasNoUses(Var),
}

#[derive(Debug, Clone)]
pub(crate) enum Statement {
    Create(Creation),
    Replace {
        operation: Var,
        by: Replacement,
    },
    Erase(Var),
    SetAttribute {
        operation: Var,
        name: &'static str,
        value: AttributeMatch,
    },
    RemoveAttribute {
        operation: Var,
        name: &'static str,
    },
    ReplaceUses {
        before: Values,
        after: Values,
    },
    Inline(Inlining),
    /// Only operations are created here, and blocks inlined.
    At {
        place: PlaceMatch,
        statements: Vec<Statement>,
    },
}

/// What a block of the match leaves in its place is the range `result`.
#[derive(Debug, Clone)]
pub(crate) struct Inlining {
    pub(crate) block: Var,
    pub(crate) arguments: Vec<Values>,
    pub(crate) result: Var,
    pub(crate) is_copy: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum PlaceMatch {
    /// If it is in a block of the match; otherwise, the place stays the same.
    Before(Var),
    Start(Var),
}

#[derive(Debug, Clone)]
pub(crate) struct Creation {
    pub(crate) operation: Var,
    pub(crate) name: &'static str,
    pub(crate) operands: Vec<Values>,
    pub(crate) attributes: Vec<(&'static str, AttributeMatch)>,
    /// Without, the types are those of what the operation replaces.
    pub(crate) types: Option<Vec<TypeMatch>>,
    pub(crate) regions: Vec<NewRegion>,
}

#[derive(Debug, Clone)]
pub(crate) enum NewRegion {
    /// A region of the match.
    Moved(Var),
    Copied(Var),
    Written(Vec<NewBlock>),
}

#[derive(Debug, Clone)]
pub(crate) struct NewBlock {
    pub(crate) label: Var,
    pub(crate) arguments: Vec<(Var, TypeMatch)>,
    pub(crate) statements: Vec<Statement>,
}

#[derive(Debug, Clone)]
pub(crate) enum Replacement {
    Operation(Var),
    Values(Vec<Values>),
}

/// An expression of a rewrite.
#[derive(Debug, Clone)]
pub(crate) enum Values {
    Value(Var),
    Range(Var),
    Result(Var, usize),
    /// A group of results that may have any length.
    Group(Var, usize),
    Results(Var),
    /// An empty group of operands.
    Nothing,
}

impl Values {
    /// The variable that the values are, or the operation whose results they are.
    pub(crate) fn variable(&self) -> Option<Var> {
        match self {
            Values::Value(variable) | Values::Range(variable) => Some(*variable),
            Values::Result(operation, _)
            | Values::Group(operation, _)
            | Values::Results(operation) => Some(*operation),
            Values::Nothing => None,
        }
    }
}

//! What a system says.

use smol_str::SmolStr;
use std::rc::Rc;

/// Variables, and what must hold of them.
#[derive(Debug, Clone, Default)]
pub struct System {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The constraints, all of which must hold.
    pub constraints: Vec<Constraint>,
}

/// Names a variable of a system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariableId(pub u32);

/// A variable.
#[derive(Debug, Clone, Default)]
pub struct Variable {
    /// Its name, if it has one.
    pub name: Option<SmolStr>,
    /// Whether it has a value before the system is solved.
    pub is_known: bool,
}

/// What must hold.
#[derive(Debug, Clone)]
pub enum Constraint {
    /// A predicate holds.
    Apply(Apply),
    /// All constraints of at least one branch hold, or, if it is negated, those of no
    /// branch do. Nothing captures a value from a branch, so each variable that also
    /// occurs outside of it must be known.
    Or {
        /// Whether no branch may hold.
        is_negated: bool,
        /// The branches.
        branches: Vec<Vec<Constraint>>,
        /// The variables that occur in one branch alone. They have no names.
        locals: Vec<VariableId>,
    },
}

impl Constraint {
    /// Whether a variable occurs in it.
    pub fn mentions(&self, id: VariableId) -> bool {
        self.applications()
            .any(|apply| apply.arguments.contains(&Some(id)))
    }

    /// The applications in it.
    pub fn applications(&self) -> impl Iterator<Item = &Apply> {
        let mut rest = vec![self];
        std::iter::from_fn(move || {
            loop {
                match rest.pop()? {
                    Constraint::Apply(apply) => return Some(apply),
                    Constraint::Or { branches, .. } => rest.extend(branches.iter().flatten()),
                }
            }
        })
    }
}

/// A predicate and its arguments.
#[derive(Debug, Clone)]
pub struct Apply {
    /// What the predicate can do.
    pub signature: Rc<Signature>,
    /// The arguments, `self` first. None stands for any value. Only an argument that
    /// can be captured may be none.
    pub arguments: Vec<Option<VariableId>>,
    /// By what the author of the system knows the application.
    pub tag: usize,
}

/// What a predicate can do.
#[derive(Debug)]
pub struct Signature {
    /// Its name.
    pub name: SmolStr,
    /// Of each argument except `self`, whether it can be captured.
    pub captures: Vec<bool>,
    /// Whether these are also captured for an operation that a rewrite creates.
    pub captures_in_creation: bool,
    /// Whether `self` can be evaluated in the match and in the rewrite section.
    pub evaluates: [bool; 2],
}

/// Where a system is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Every constraint is checked.
    Match,
    /// Values are evaluated and nothing else is: the match is over.
    Rewrite,
    /// Values are evaluated, and captured: a rewrite creates an operation whose
    /// types follow from others. Nothing is compared.
    Creation,
}

impl VariableId {
    /// The position in [`System::variables`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl System {
    /// Adds a variable.
    pub fn variable(&mut self, variable: Variable) -> VariableId {
        self.variables.push(variable);
        VariableId(self.variables.len() as u32 - 1)
    }
}

impl Signature {
    /// Whether `self` can be evaluated in a section.
    pub fn evaluates(&self, section: Section) -> bool {
        self.evaluates[usize::from(section != Section::Match)]
    }

    /// Whether what can be captured at all is captured in a section.
    pub fn captures_in(&self, section: Section) -> bool {
        match section {
            Section::Match => true,
            Section::Rewrite => false,
            Section::Creation => self.captures_in_creation,
        }
    }

    /// Whether the argument at `position`, where `self` is 0, can be captured.
    pub fn captures(&self, position: usize) -> bool {
        position > 0 && self.captures[position - 1]
    }
}

impl Apply {
    /// The arguments that a check reads, `self` first.
    pub fn read_by_check(&self) -> impl Iterator<Item = Option<VariableId>> + '_ {
        let read = |(position, _): &(usize, _)| !self.signature.captures(*position);
        let arguments = self.arguments.iter().copied().enumerate();
        arguments.filter(read).map(|(_, argument)| argument)
    }

    /// The arguments that an evaluation reads. None is one that stands for any
    /// value, so that nothing can be evaluated.
    pub fn read_by_evaluation(&self) -> impl Iterator<Item = Option<VariableId>> + '_ {
        self.arguments[1..].iter().copied()
    }

    /// The variables that a check captures, and their positions.
    pub fn captured(&self) -> impl Iterator<Item = (usize, VariableId)> + '_ {
        let arguments = self.arguments.iter().enumerate();
        arguments
            .filter(|(position, _)| self.signature.captures(*position))
            .filter_map(|(position, argument)| Some((position, (*argument)?)))
    }
}

impl Constraint {
    /// Visits every variable that it mentions, once for each mention.
    pub fn for_each_variable(&self, visit: &mut impl FnMut(VariableId)) {
        match self {
            Constraint::Apply(apply) => apply.arguments.iter().flatten().for_each(|id| visit(*id)),
            Constraint::Or { branches, .. } => {
                for constraint in branches.iter().flatten() {
                    constraint.for_each_variable(visit);
                }
            }
        }
    }
}

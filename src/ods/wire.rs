//! What a run of TableGen hands over, and what the cache keeps of it.
//!
//! Files have numbers here: their indices in the chain of the include.

use super::{Constraint, Operation, Predicate, Subject};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A file and an offset.
pub(super) type Place = (usize, u32);

/// What `pdllReadOds` gives.
#[derive(Debug, Deserialize)]
pub(super) struct Reply {
    /// What was defined; without, there are errors among the messages.
    pub(super) tables: Option<Tables>,
    /// What TableGen had to say, in order.
    pub(super) messages: Vec<Message>,
}

/// A message of TableGen.
#[derive(Debug, Deserialize)]
pub(super) struct Message {
    pub(super) kind: Kind,
    pub(super) place: Option<Place>,
    pub(super) text: String,
}

/// What kind of message it is. A note belongs to the message before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Error,
    Warning,
    Remark,
    Note,
}

/// What an include defines.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Tables {
    pub(super) operations: Vec<Placed<Operation>>,
    pub(super) constraints: Vec<Placed<Constraint>>,
    /// Children come before what is made of them.
    pub(super) predicates: Vec<FlatPredicate>,
    /// The files that were opened.
    pub(super) opened: Vec<usize>,
}

/// A definition, without what depends on numbers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Placed<T> {
    pub(super) place: Option<Place>,
    pub(super) predicate: Option<usize>,
    pub(super) value: T,
}

/// A predicate whose children are numbers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum FlatPredicate {
    Leaf(String),
    And(Vec<usize>),
    Or(Vec<usize>),
    Not(usize),
    Substitute {
        pattern: String,
        replacement: String,
        child: usize,
    },
    Concat {
        prefix: String,
        suffix: String,
        child: usize,
    },
}

impl Tables {
    /// Gives the constraints their predicates. Fails when a number is not that
    /// of an earlier predicate.
    pub(super) fn link(&mut self) -> Option<()> {
        let mut linked: Vec<Arc<Predicate>> = Vec::new();
        for flat in std::mem::take(&mut self.predicates) {
            let predicate = linked_predicate(flat, &linked)?;
            linked.push(Arc::new(predicate));
        }
        for Placed {
            predicate, value, ..
        } in &mut self.constraints
        {
            value.predicate = match *predicate {
                Some(number) => linked.get(number)?.clone(),
                None if value.subject == Subject::Operation => {
                    Arc::new(Predicate::Leaf(value.condition.clone()))
                }
                None => Arc::default(),
            };
        }
        Some(())
    }
}

fn linked_predicate(flat: FlatPredicate, linked: &[Arc<Predicate>]) -> Option<Predicate> {
    let one = |number: usize| linked.get(number).cloned();
    let all = |numbers: Vec<usize>| numbers.into_iter().map(one).collect::<Option<_>>();
    Some(match flat {
        FlatPredicate::Leaf(text) => Predicate::Leaf(text),
        FlatPredicate::And(children) => Predicate::And(all(children)?),
        FlatPredicate::Or(children) => Predicate::Or(all(children)?),
        FlatPredicate::Not(child) => Predicate::Not(one(child)?),
        FlatPredicate::Substitute {
            pattern,
            replacement,
            child,
        } => Predicate::Substitute {
            pattern,
            replacement,
            child: one(child)?,
        },
        FlatPredicate::Concat {
            prefix,
            suffix,
            child,
        } => Predicate::Concat {
            prefix,
            suffix,
            child: one(child)?,
        },
    })
}

//! Predicates as lists, in which they keep sharing their parts.

use super::Predicate;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::{slice, sync::Arc};

/// A predicate whose children are indices in a list. Children come before their
/// parents in the list.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum FlatPredicate {
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

impl FlatPredicate {
    fn children(&self) -> &[usize] {
        match self {
            FlatPredicate::Leaf(_) => &[],
            FlatPredicate::And(children) | FlatPredicate::Or(children) => children,
            FlatPredicate::Not(child)
            | FlatPredicate::Substitute { child, .. }
            | FlatPredicate::Concat { child, .. } => slice::from_ref(child),
        }
    }
}

/// The greatest depth of a predicate. Recursive functions walk predicates.
const MAX_DEPTH: usize = 256;

/// Links the predicates of a list. `None` takes the place of each that is deeper
/// than [`MAX_DEPTH`]. Fails if an index is not that of an earlier predicate.
pub fn link(list: Vec<FlatPredicate>) -> Option<Vec<Option<Arc<Predicate>>>> {
    let mut depths: Vec<usize> = Vec::with_capacity(list.len());
    let mut linked = Vec::with_capacity(list.len());
    for flat in list {
        let below = flat.children().iter().map(|child| depths.get(*child));
        let below = below.collect::<Option<Vec<_>>>()?;
        let depth = below.into_iter().max().map_or(1, |below| below + 1);
        let predicate = (depth <= MAX_DEPTH).then(|| linked_predicate(flat, &linked));
        linked.push(predicate.flatten().map(Arc::new));
        depths.push(depth);
    }
    Some(linked)
}

/// Returns `None` if one of the children is deeper than it may be.
fn linked_predicate(flat: FlatPredicate, linked: &[Option<Arc<Predicate>>]) -> Option<Predicate> {
    let one = |number: usize| linked[number].clone();
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

/// A list of predicates under construction. Each one has an index.
#[derive(Default)]
pub struct Flattener<'p> {
    list: Vec<FlatPredicate>,
    /// The indices by address: equal parts are the same part, as a rule.
    numbers: FxHashMap<*const Predicate, usize>,
    predicates: std::marker::PhantomData<&'p Predicate>,
}

impl<'p> Flattener<'p> {
    /// Adds a predicate, unless it is in the list, and returns its index.
    pub fn add(&mut self, predicate: &'p Predicate) -> usize {
        let address = std::ptr::from_ref(predicate);
        if let Some(number) = self.numbers.get(&address) {
            return *number;
        }
        let flat = match predicate {
            Predicate::Leaf(text) => FlatPredicate::Leaf(text.clone()),
            Predicate::And(children) => FlatPredicate::And(self.all(children)),
            Predicate::Or(children) => FlatPredicate::Or(self.all(children)),
            Predicate::Not(child) => FlatPredicate::Not(self.add(child)),
            Predicate::Substitute {
                pattern,
                replacement,
                child,
            } => FlatPredicate::Substitute {
                pattern: pattern.clone(),
                replacement: replacement.clone(),
                child: self.add(child),
            },
            Predicate::Concat {
                prefix,
                suffix,
                child,
            } => FlatPredicate::Concat {
                prefix: prefix.clone(),
                suffix: suffix.clone(),
                child: self.add(child),
            },
        };
        self.list.push(flat);
        self.numbers.insert(address, self.list.len() - 1);
        self.list.len() - 1
    }

    fn all(&mut self, children: &'p [Arc<Predicate>]) -> Vec<usize> {
        children.iter().map(|child| self.add(child)).collect()
    }

    /// The list.
    pub fn finish(self) -> Vec<FlatPredicate> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::{FlatPredicate, Flattener, link};
    use crate::ods::Predicate;
    use std::sync::Arc;

    #[test]
    fn shared_parts_stay_shared_and_come_back() {
        let leaf = Arc::new(Predicate::Leaf("isa<A>($_self)".to_owned()));
        let pair = Arc::new(Predicate::And(vec![leaf.clone(), leaf.clone()]));
        let whole = Predicate::Or(vec![
            pair.clone(),
            Arc::new(Predicate::Not(pair)),
            Arc::new(Predicate::Concat {
                prefix: "f(".to_owned(),
                suffix: ")".to_owned(),
                child: Arc::new(Predicate::Substitute {
                    pattern: "$_self".to_owned(),
                    replacement: "x".to_owned(),
                    child: leaf,
                }),
            }),
        ]);
        let mut flattener = Flattener::default();
        assert_eq!(flattener.add(&whole), flattener.add(&whole));
        let list = flattener.finish();
        assert_eq!(list.len(), 6);
        let linked = link(list).expect("children come first");
        assert_eq!(linked.last().cloned().flatten(), Some(Arc::new(whole)));
    }

    #[test]
    fn children_come_first() {
        assert!(link(vec![FlatPredicate::Not(0)]).is_none());
    }

    #[test]
    fn depth_is_limited() {
        let leaf = FlatPredicate::Leaf("true".to_owned());
        let nested = (0..100_000).map(FlatPredicate::Not);
        let linked =
            link(std::iter::once(leaf).chain(nested).collect()).expect("children come first");
        let known: Vec<_> = linked.iter().map(Option::is_some).collect();
        assert!(known[..super::MAX_DEPTH].iter().all(|known| *known));
        assert!(known[super::MAX_DEPTH..].iter().all(|known| !*known));
    }
}

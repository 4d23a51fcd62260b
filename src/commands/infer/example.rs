//! A function before and after, with what a pattern has to do.

use super::program::{Function, Node, Value, find_same};
use std::collections::{BTreeMap, HashMap};

/// What is matched, and what takes its place.
#[derive(Debug)]
pub(super) struct Example {
    pub(super) before: Function,
    pub(super) after: Function,
    /// The operation that is replaced.
    pub(super) root: usize,
    /// The operations that are matched, the root last, and those that are created.
    pub(super) matched: Vec<usize>,
    pub(super) created: Vec<usize>,
    /// What takes the place of the result of the root, of the function after.
    pub(super) new: Value,
    /// Values of the function after that the one before has.
    same: BTreeMap<usize, usize>,
}

impl Example {
    /// # Errors
    ///
    /// A sentence about why this shows no pattern.
    pub(super) fn new(before: Function, after: Function) -> Result<Self, String> {
        if before.ty != after.ty {
            return Err("the functions have different types".to_owned());
        }
        let mut known = HashMap::new();
        let mut different = Vec::new();
        for (old, new) in before.returned.iter().zip(&after.returned) {
            if find_same(*new, &after, &before, &mut known) != Some(*old) {
                different.push((*old, *new));
            }
        }
        let (old, new) = match different[..] {
            [] => return Err("both functions return the same".to_owned()),
            [pair] => pair,
            _ => {
                return Err(
                    "several results differ; show one pattern at a time, with one result".into(),
                );
            }
        };
        let Value::Result(root, 0) = old else {
            return Err("what differs is no result of an operation before".to_owned());
        };
        if before.nodes[root].results.len() != 1 || before.nodes[root].constant.is_some() {
            return Err(format!(
                "`{}` cannot be replaced: a pattern replaces an operation with one result that is \
                 no constant",
                before.nodes[root].name
            ));
        }
        let matched = before.needed(&[old]);
        let is_kept = |node: &usize| *node != root && matched.contains(node);
        let same: BTreeMap<_, _> = (0..after.nodes.len())
            .filter_map(|node| {
                let found = find_same(Value::Result(node, 0), &after, &before, &mut known)?;
                match found {
                    Value::Result(own, _) => Some((node, own)).filter(|(_, own)| is_kept(own)),
                    Value::Argument(_) => None,
                }
            })
            .collect();
        let created = created(&after, new, &same);
        Ok(Example {
            root,
            matched,
            created,
            new,
            same,
            before,
            after,
        })
    }

    /// A value of the function after as one of the function before, if that has it.
    pub(super) fn matched_value(&self, value: Value) -> Option<Value> {
        match value {
            Value::Argument(_) => Some(value),
            Value::Result(node, index) => {
                self.same.get(&node).map(|own| Value::Result(*own, index))
            }
        }
    }

    /// The constants that are matched, and those that are created.
    pub(super) fn constants(&self) -> [Vec<usize>; 2] {
        let of = |nodes: &[usize], all: &[Node]| {
            let constants = nodes.iter().copied();
            constants
                .filter(|node| all[*node].constant.is_some())
                .collect()
        };
        [
            of(&self.matched, &self.before.nodes),
            of(&self.created, &self.after.nodes),
        ]
    }

    /// All types, each once, in the order in which they appear.
    pub(super) fn types(&self) -> Vec<String> {
        let mut types: Vec<String> = Vec::new();
        let mut add = |ty: &str| {
            if !types.iter().any(|known| known == ty) {
                types.push(ty.to_owned());
            }
        };
        for node in &self.matched {
            let node = &self.before.nodes[*node];
            node.operands
                .iter()
                .for_each(|value| add(self.before.type_of(*value)));
            node.results.iter().for_each(|ty| add(ty));
        }
        for node in &self.created {
            self.after.nodes[*node]
                .results
                .iter()
                .for_each(|ty| add(ty));
        }
        types
    }
}

/// What a value needs that is not matched.
fn created(after: &Function, new: Value, same: &BTreeMap<usize, usize>) -> Vec<usize> {
    let mut needed = vec![false; after.nodes.len()];
    let mut open = vec![new];
    while let Some(value) = open.pop() {
        if let Value::Result(node, _) = value
            && !same.contains_key(&node)
            && !std::mem::replace(&mut needed[node], true)
        {
            open.extend(&after.nodes[node].operands);
        }
    }
    (0..after.nodes.len())
        .filter(|node| needed[*node])
        .collect()
}

//! The search for types at which MLIR accepts the operations that a pattern matches.

use super::{Assignment, Made, RANGES, RANGES_OF_VALUES, integer_width};
use crate::back::{
    graph::pattern::{Node, NodeId, Operation},
    verify::{
        run::{self, Stopped},
        subject::{Subject, Unsupported},
    },
};
use melior::ir::{Type, TypeLike};
use pdll_verify::meanings::Reading;
use rustc_hash::FxHashMap;

/// More assignments than this are not looked at.
const MAX_ASSIGNMENTS: usize = 400;
/// More operations than this are not made to find them.
const MAX_ATTEMPTS: usize = 40_000;

/// The assignments of some types that fit, and what MLIR says of the last one that does not.
pub(super) fn search<'c>(
    subject: &Subject<'_, 'c>,
    candidates: &[Type<'c>],
    limits: &Limits<'c>,
    must_match: bool,
) -> Result<(Vec<Assignment<'c>>, Option<String>), Unsupported> {
    let nodes: Vec<_> = subject.pattern.nodes.matched().map(|(id, _)| id).collect();
    let mut search = Search {
        subject,
        candidates,
        limits,
        made: FxHashMap::default(),
        nodes,
        current: Assignment::empty(subject.pattern.nodes.len()),
        found: Vec::new(),
        num_attempts: 0,
        refused: None,
        must_match,
    };
    search.extend(0)?;
    Ok((search.found, search.refused))
}

/// An operation, and the addresses of the types of its operands and results that are known.
type Asked = (NodeId, Vec<Option<usize>>);

struct Search<'s, 'p, 'c> {
    subject: &'s Subject<'p, 'c>,
    candidates: &'s [Type<'c>],
    limits: &'s Limits<'c>,
    /// What was found for operations, by their nodes and the types that were known.
    made: FxHashMap<Asked, Vec<Vec<Type<'c>>>>,
    nodes: Vec<NodeId>,
    current: Assignment<'c>,
    found: Vec<Assignment<'c>>,
    num_attempts: usize,
    refused: Option<String>,
    /// Whether types at which the pattern does not match are left out.
    must_match: bool,
}

impl<'c> Search<'_, '_, 'c> {
    /// Finds the types of the nodes from one on. The depth is the number of nodes, which
    /// the checks limit.
    fn extend(&mut self, index: usize) -> Result<(), Unsupported> {
        if self.found.len() >= MAX_ASSIGNMENTS || self.num_attempts >= MAX_ATTEMPTS {
            return Ok(());
        }
        let Some(id) = self.nodes.get(index).copied() else {
            let run = |types| run::run(self.subject, types, 64, Reading::ALL, &[]);
            if !self.must_match || !matches!(run(&self.current), Err(Stopped::DoesNotMatch)) {
                self.found.push(self.current.clone());
            }
            return Ok(());
        };
        let before = self.current.types[id.index()];
        match &self.subject.pattern.nodes[id] {
            Node::Type { value: Some(value) } => {
                self.current.types[id.index()] = self.subject.type_constant(*value);
                self.extend(index + 1)?;
            }
            Node::Operand { ty } => self.operand(index, id, *ty)?,
            Node::Operation(operation) => self.operation(index, id, operation)?,
            Node::Result { .. } | Node::Results(_) => {
                let result = self.subject.result(id);
                let result = result.ok_or_else(|| Unsupported(RANGES.to_owned()))?;
                if let Some(ty) = self.current.results[result.0.index()].get(result.1) {
                    self.current.types[id.index()] = Some(*ty);
                    self.extend(index + 1)?;
                }
            }
            Node::Type { value: None }
            | Node::Types { value: None }
            | Node::Attribute { .. }
            | Node::Operands { types: None }
            | Node::Returned { .. } => {
                self.extend(index + 1)?;
            }
            _ => return Err(Unsupported(RANGES.to_owned())),
        }
        self.current.types[id.index()] = before;
        Ok(())
    }

    fn operand(&mut self, index: usize, id: NodeId, ty: Option<NodeId>) -> Result<(), Unsupported> {
        if let Some(known) = ty.and_then(|ty| self.current.types[ty.index()]) {
            self.current.types[id.index()] = Some(known);
            return self.extend(index + 1);
        }
        let same = self.limits.same[id.index()];
        let same = same.and_then(|earlier| self.current.types[earlier]);
        for candidate in self.candidates {
            if same.is_some_and(|same| same != *candidate) || !self.limits.allow(id, *candidate) {
                continue;
            }
            self.current.types[id.index()] = Some(*candidate);
            if let Some(ty) = ty {
                self.current.types[ty.index()] = Some(*candidate);
            }
            self.extend(index + 1)?;
        }
        if let Some(ty) = ty {
            self.current.types[ty.index()] = None;
        }
        Ok(())
    }

    fn operation(
        &mut self,
        index: usize,
        id: NodeId,
        operation: &Operation,
    ) -> Result<(), Unsupported> {
        let name = self.subject.name(operation)?;
        let operands: Vec<_> = self
            .subject
            .operands(operation)
            .iter()
            .map(|operand| self.current.types[operand.index()])
            .collect::<Option<_>>()
            .ok_or_else(|| Unsupported(RANGES_OF_VALUES.to_owned()))?;
        let num_results = match operation.results.entries.len() {
            0 => self.subject.num_used_results(id),
            length => length,
        };
        let mut results = vec![None; num_results];
        for (result, node) in results.iter_mut().zip(&operation.results.entries) {
            let same = self.limits.same[node.index()];
            let same = same.and_then(|earlier| self.current.types[earlier]);
            *result = self.current.types[node.index()].or(same);
        }
        let known = operands
            .iter()
            .copied()
            .map(Some)
            .chain(results.iter().copied());
        let known = known
            .map(|ty| ty.map(|ty| ty.to_raw().ptr.addr()))
            .collect();
        let key = (id, known);
        let fits = match self.made.get(&key) {
            Some(fits) => fits.clone(),
            None => {
                let fits = self.fitting(name, operation, &operands, &results);
                self.made.insert(key, fits.clone());
                fits
            }
        };
        let has_range = operation
            .results
            .entries
            .iter()
            .any(|node| self.subject.is_range(*node));
        for types in fits {
            if has_range && types.len() != 1 {
                return Err(Unsupported(format!("it takes all results of `{name}`")));
            }
            let mut agrees = true;
            let mut bound = Vec::new();
            for (node, ty) in operation.results.entries.iter().zip(&types) {
                match self.current.types[node.index()] {
                    Some(known) => agrees &= known == *ty,
                    None => {
                        self.current.types[node.index()] = Some(*ty);
                        bound.push(*node);
                    }
                }
            }
            if agrees {
                self.current.results[id.index()] = types;
                self.extend(index + 1)?;
            }
            for node in bound {
                self.current.types[node.index()] = None;
            }
        }
        Ok(())
    }

    /// The result types that an operation can have, of which some may be known.
    fn fitting(
        &mut self,
        name: &str,
        operation: &Operation,
        operands: &[Type<'c>],
        results: &[Option<Type<'c>>],
    ) -> Vec<Vec<Type<'c>>> {
        let mut attempt = Made {
            subject: self.subject,
            name,
            operands,
            attributes: &operation.attributes,
            types: &self.current.types,
        };
        self.num_attempts += 1;
        match attempt.make(None) {
            Ok(types) if types.len() >= results.len() => return vec![types],
            Ok(_) => return Vec::new(),
            // The definition may say nothing about result types.
            Err(reason) => self.refused = Some(reason),
        }
        let mut open = vec![Vec::new()];
        for known in results {
            let choices = match known {
                Some(ty) => std::slice::from_ref(ty),
                None => self.candidates,
            };
            open = open
                .iter()
                .flat_map(|types: &Vec<Type<'c>>| {
                    choices.iter().map(|ty| [&types[..], &[*ty]].concat())
                })
                .collect();
        }
        let mut fits = Vec::new();
        for types in open {
            self.num_attempts += 1;
            match attempt.make(Some(&types)) {
                Ok(_) => fits.push(types),
                Err(reason) => self.refused = Some(reason),
            }
        }
        fits
    }
}

/// What a few types have shown about operands.
pub(super) struct Limits<'c> {
    /// By the index of the node: an earlier one that always has the same type.
    same: Vec<Option<usize>>,
    /// The types that it can have that are no integers, and whether it can have those.
    others: Vec<Option<(Vec<Type<'c>>, bool)>>,
}

impl<'c> Limits<'c> {
    pub(super) fn none(count: usize) -> Self {
        Limits {
            same: vec![None; count],
            others: vec![None; count],
        }
    }

    pub(super) fn learn(found: &[Assignment<'c>]) -> Self {
        let count = found[0].types.len();
        let mut limits = Limits::none(count);
        for node in 0..count {
            let of = |index: usize| found.iter().map(move |one| one.types[index]);
            if of(node).any(|ty| ty.is_none()) {
                continue;
            }
            limits.same[node] = (0..node).find(|earlier| of(*earlier).eq(of(node)));
            let mut others: Vec<Type<'c>> = Vec::new();
            let mut is_integer = false;
            for ty in of(node).flatten() {
                is_integer |= integer_width(ty).is_some();
                if integer_width(ty).is_none() && !others.contains(&ty) {
                    others.push(ty);
                }
            }
            let are_all_one = of(node).all(|ty| ty == of(node).next().flatten());
            if let (true, Some(Some(only))) = (are_all_one, of(node).next()) {
                (others, is_integer) = (vec![only], false);
            }
            limits.others[node] = Some((others, is_integer));
        }
        limits
    }

    /// Whether an operand may have a type.
    fn allow(&self, node: NodeId, ty: Type<'c>) -> bool {
        match &self.others[node.index()] {
            None => true,
            Some((others, is_integer)) => {
                others.contains(&ty) || (*is_integer && integer_width(ty).is_some())
            }
        }
    }
}

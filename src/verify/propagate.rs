//! What conditions say about each other.

use crate::term::{Node, Operator, Term, Terms};
use rustc_hash::FxHashMap;

/// More rounds than this have never changed anything that matters.
const MAX_ROUNDS: usize = 6;

/// Conditions that hold together if and only if these do, each without what the others say:
/// a part that another condition asks for is true, one that it rules out is false, and a
/// variable that it makes equal to a term is that term.
pub(crate) fn propagate(terms: &mut Terms, conditions: &[Term]) -> Vec<Term> {
    let mut conditions = conjuncts(terms, conditions);
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for index in 0..conditions.len() {
            // The others as they are by now: two conditions must not each vanish because of
            // the other one.
            let others = conditions.iter().enumerate();
            let others = others.filter(|(other, _)| *other != index);
            let others: Vec<_> = others.map(|(_, fact)| *fact).collect();
            let known = known(terms, others.into_iter());
            let simpler = replace(terms, conditions[index], &known);
            changed |= simpler != conditions[index];
            conditions[index] = simpler;
        }
        if !changed {
            break;
        }
        conditions = conjuncts(terms, &conditions);
    }
    conditions
}

/// The parts of conditions that must hold, each once.
fn conjuncts(terms: &mut Terms, conditions: &[Term]) -> Vec<Term> {
    let mut parts = Vec::new();
    let mut open: Vec<_> = conditions.iter().rev().copied().collect();
    while let Some(condition) = open.pop() {
        match terms.node(condition).clone() {
            Node::Apply(Operator::And, operands) => open.extend(operands.iter().rev()),
            Node::Apply(Operator::Not, operands) => match terms.node(operands[0]).clone() {
                Node::Apply(Operator::Or, inner) => {
                    for term in inner.iter().rev() {
                        open.push(terms.not(*term));
                    }
                }
                _ => parts.push(condition),
            },
            _ => parts.push(condition),
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    parts.retain(|part| seen.insert(*part));
    parts
}

/// What terms are when some conditions hold.
fn known(terms: &mut Terms, facts: impl Iterator<Item = Term>) -> FxHashMap<Term, Term> {
    let (yes, no) = (terms.bool(true), terms.bool(false));
    let mut known = FxHashMap::default();
    for fact in facts {
        match terms.node(fact) {
            Node::Constant(_) => {}
            Node::Apply(Operator::Not, operands) => {
                known.insert(operands[0], no);
            }
            Node::Apply(Operator::Equal, operands) => {
                let [first, second] = [operands[0], operands[1]];
                known.insert(fact, yes);
                let is_variable = |term| matches!(terms.node(term), Node::Variable(_));
                let sides = [(first, second), (second, first)];
                let mut sides = sides.into_iter().filter(|(side, _)| is_variable(*side));
                let side = sides.find(|(side, other)| !terms.reachable(&[*other]).contains(side));
                if let Some((variable, term)) = side {
                    known.entry(variable).or_insert(term);
                }
            }
            _ => {
                known.insert(fact, yes);
            }
        }
    }
    known
}

/// A term with what is known in place of its parts.
pub(crate) fn replace(terms: &mut Terms, root: Term, known: &FxHashMap<Term, Term>) -> Term {
    let mut replaced: FxHashMap<Term, Term> = FxHashMap::default();
    for term in terms.reachable(&[root]) {
        let new = match known.get(&term) {
            Some(known) => *known,
            None => match terms.node(term).clone() {
                Node::Variable(_) | Node::Constant(_) => term,
                Node::Apply(operator, operands) => {
                    let new: Vec<_> = operands.iter().map(|operand| replaced[operand]).collect();
                    match (new == operands, operator) {
                        (true, _) => term,
                        (false, Operator::Call(function)) => {
                            let function = terms.function(function).clone();
                            terms.call(&function.name, new, function.result)
                        }
                        (false, _) => terms.apply(operator, &new),
                    }
                }
            },
        };
        replaced.insert(term, new);
    }
    replaced[&root]
}

//! Which part of a composed condition does not hold.

use super::prepare;
use crate::{
    front::ods::{Predicate, Subject},
    mlir::ffi::condition::Condition,
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::Arc;

/// The conditions of constraints of `.td` files, by the names of these.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known(FxHashMap<SmolStr, (Subject, Arc<Predicate>)>);

impl Known {
    pub(crate) fn insert(&mut self, name: &str, subject: Subject, predicate: &Arc<Predicate>) {
        self.0.insert(name.into(), (subject, predicate.clone()));
    }

    /// The parts of a condition that do not hold, as C++. Of alternatives, these are all.
    /// Nothing if the condition has no parts. `holds` asks one about the entity.
    pub(crate) fn failing(&self, name: &str, holds: impl Fn(&Condition) -> bool) -> Vec<String> {
        let Some((subject, predicate)) = self.0.get(name) else {
            return Vec::new();
        };
        let holds = |predicate: &Predicate| {
            prepare(*subject, predicate).is_ok_and(|condition| holds(&condition))
        };
        let mut parts = Vec::new();
        collect(predicate, &|part| part, &holds, &mut parts);
        let whole = code(predicate);
        parts.retain(|part| *part != whole);
        parts.dedup();
        parts
    }
}

/// Collects what fails in a part. `whole` puts a part into what is around it.
fn collect(
    part: &Arc<Predicate>,
    whole: &dyn Fn(Arc<Predicate>) -> Arc<Predicate>,
    holds: &dyn Fn(&Predicate) -> bool,
    found: &mut Vec<String>,
) {
    match &**part {
        Predicate::And(children) => {
            // What follows may make sense only if what precedes holds.
            let first = children
                .iter()
                .find(|child| !holds(&whole((*child).clone())));
            if let Some(first) = first {
                collect(first, whole, holds, found);
            }
        }
        Predicate::Or(children) => {
            for child in children {
                collect(child, whole, holds, found);
            }
        }
        Predicate::Substitute {
            pattern,
            replacement,
            child,
        } => {
            let substituted = |child| {
                whole(Arc::new(Predicate::Substitute {
                    pattern: pattern.clone(),
                    replacement: replacement.clone(),
                    child,
                }))
            };
            collect(child, &substituted, holds, found);
        }
        Predicate::Leaf(_) | Predicate::Not(_) | Predicate::Concat { .. } => {
            found.push(code(&whole(part.clone())));
        }
    }
}

/// A predicate as a C++ expression.
fn code(predicate: &Predicate) -> String {
    let joined = |children: &[Arc<Predicate>], sign: &str| match children {
        [only] => code(only),
        children => {
            let children: Vec<_> = children.iter().map(|child| code(child)).collect();
            format!("({})", children.join(sign))
        }
    };
    match predicate {
        Predicate::Leaf(text) => text.trim().to_owned(),
        Predicate::And(children) => joined(children, " && "),
        Predicate::Or(children) => joined(children, " || "),
        Predicate::Not(child) => format!("!({})", code(child)),
        Predicate::Substitute {
            pattern,
            replacement,
            child,
        } => code(child).replace(pattern, replacement),
        Predicate::Concat {
            prefix,
            suffix,
            child,
        } => format!("{prefix}{}{suffix}", code(child)),
    }
}

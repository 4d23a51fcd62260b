//! How many values or types a node stands for.

use super::body::Body;
use crate::{
    hir::{NodeId, NodeKind, Type},
    ods::{Arity, Group},
};

/// How many values or types there can be.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    pub(super) least: usize,
    /// Without one, any number.
    most: Option<usize>,
}

impl Lengths {
    pub(super) const ANY: Lengths = Lengths {
        least: 0,
        most: None,
    };

    pub(super) fn exactly(number: usize) -> Self {
        Lengths {
            least: number,
            most: Some(number),
        }
    }

    pub(super) fn of_groups(groups: &[Group]) -> Self {
        let of = |group: &Group| match group.arity {
            Arity::Single => Lengths::exactly(1),
            Arity::Optional => Lengths {
                least: 0,
                most: Some(1),
            },
            Arity::Variadic => Lengths::ANY,
        };
        groups.iter().map(of).fold(Lengths::exactly(0), Self::and)
    }

    pub(super) fn and(self, other: Self) -> Self {
        Lengths {
            least: self.least + other.least,
            most: self.most.zip(other.most).map(|(a, b)| a + b),
        }
    }

    pub(super) fn exact(self) -> Option<usize> {
        self.most.filter(|most| *most == self.least)
    }

    /// Whether some number is possible in both.
    pub(super) fn can_be(self, other: Self) -> bool {
        self.most.is_none_or(|most| most >= other.least)
            && other.most.is_none_or(|most| most >= self.least)
    }
}

impl Body<'_, '_> {
    /// How many values or types a node stands for.
    pub(super) fn lengths(&self, node: NodeId) -> Lengths {
        let of = match &self.node(node).kind {
            NodeKind::Range { elements, .. } => {
                let elements = elements.iter().map(|element| self.lengths(*element));
                return elements.fold(Lengths::exactly(0), Lengths::and);
            }
            NodeKind::Results { operation } => match &self.node(*operation).kind {
                NodeKind::Operation(operation) => operation.name.as_deref(),
                _ => None,
            },
            kind => match kind.ty() {
                Some(Type::Value | Type::Type) => return Lengths::exactly(1),
                _ => None,
            },
        };
        match of.and_then(|name| self.sema.ods.operation(name)) {
            Some(known) => Lengths::of_groups(&known.results),
            None => Lengths::ANY,
        }
    }
}

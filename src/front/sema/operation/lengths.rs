//! How many values or types a node stands for.

use crate::{
    hir::{NodeId, NodeKind, Type, ranges},
    ods::{Arity, Group},
    sema::decl::Body,
};

/// How many values or types there can be.
#[derive(Clone, Copy)]
pub(in crate::sema) struct Lengths {
    pub(in crate::sema) least: usize,
    /// Without one, any number.
    most: Option<usize>,
}

impl Lengths {
    pub(in crate::sema) const ANY: Lengths = Lengths {
        least: 0,
        most: None,
    };

    pub(in crate::sema) fn exactly(number: usize) -> Self {
        Lengths {
            least: number,
            most: Some(number),
        }
    }

    pub(in crate::sema) fn of_groups(groups: &[Group]) -> Self {
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

    pub(in crate::sema) fn and(self, other: Self) -> Self {
        Lengths {
            least: self.least.saturating_add(other.least),
            // A number that does not fit is any number.
            most: self
                .most
                .zip(other.most)
                .and_then(|(a, b)| a.checked_add(b)),
        }
    }

    pub(in crate::sema) fn exact(self) -> Option<usize> {
        self.most.filter(|most| *most == self.least)
    }

    /// Whether some number is possible in both.
    pub(in crate::sema) fn can_be(self, other: Self) -> bool {
        self.most.is_none_or(|most| most >= other.least)
            && other.most.is_none_or(|most| most >= self.least)
    }
}

impl Body<'_, '_> {
    /// How many values or types a node stands for.
    pub(in crate::sema) fn lengths(&self, node: NodeId) -> Lengths {
        let elements = |node: NodeId| self.builder.kind(node)?.elements();
        let single = |node: NodeId| self.lengths_of_single(node);
        ranges::sum(&[node], Lengths::exactly(0), elements, single, Lengths::and)
    }

    /// As [`Body::lengths`], about a node that is not made of others.
    fn lengths_of_single(&self, node: NodeId) -> Lengths {
        let of = match self.builder.kind(node) {
            Some(NodeKind::Results { operation }) => {
                let operation = self.builder.operation(*operation);
                operation.and_then(|operation| operation.name.as_deref())
            }
            _ => match self.builder.ty(node) {
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

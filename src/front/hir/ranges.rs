//! Ranges of ranges.
//!
//! Ranges may share their elements, so that a few nodes can stand for very many
//! values: a walk over all of these may not end in a lifetime.

use super::NodeId;
use rustc_hash::FxHashMap;

/// Adds up something over the elements of `list`, and over those of the ranges in
/// it. Looks at each node once. `elements` returns what a node has if it is a
/// range, and `single` what any other node adds to the sum.
pub(crate) fn sum<'n, T: Copy>(
    list: &[NodeId],
    zero: T,
    elements: impl Fn(NodeId) -> Option<&'n [NodeId]>,
    single: impl Fn(NodeId) -> T,
    add: impl Fn(T, T) -> T,
) -> T {
    let mut sums: FxHashMap<NodeId, T> = FxHashMap::default();
    let add_all = |list: &[NodeId], sums: &FxHashMap<NodeId, T>| {
        let parts = list.iter().map(|part| match sums.get(part) {
            Some(sum) => *sum,
            None => single(*part),
        });
        parts.fold(zero, &add)
    };
    let mut ranges = Vec::new();
    let mut open = list.to_vec();
    while let Some(node) = open.pop() {
        if let Some(elements) = elements(node)
            && sums.insert(node, zero).is_none()
        {
            ranges.push(node);
            open.extend_from_slice(elements);
        }
    }
    // A node refers to earlier ones only.
    ranges.sort_unstable();
    for range in ranges {
        let sum = add_all(elements(range).unwrap_or_default(), &sums);
        sums.insert(range, sum);
    }
    add_all(list, &sums)
}

#[cfg(test)]
mod tests {
    use super::{NodeId, sum};

    #[test]
    fn each_range_is_added_up_once() {
        // Node 0 is single, and each later one holds its predecessor twice.
        let pairs: Vec<_> = (0..100_000).map(|before| [NodeId(before); 2]).collect();
        let elements = |node: NodeId| Some(&pairs.get(node.index().checked_sub(1)?)?[..]);
        let count = |list: &[NodeId]| sum(list, 0u64, elements, |_| 1, u64::saturating_add);
        for (list, expected) in [
            (&[][..], 0),
            (&[0, 0], 2),
            (&[3], 8),
            (&[3, 0, 4], 25),
            (&[63], 1 << 63),
            (&[100_000], u64::MAX),
        ] {
            let list: Vec<_> = list.iter().copied().map(NodeId).collect();
            assert_eq!(count(&list), expected, "{list:?}");
        }
    }
}

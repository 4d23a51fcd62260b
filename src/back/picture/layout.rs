//! Where the boxes of a graph without circles stand: in layers, each box below those that it
//! depends on (the first two steps of K. Sugiyama, S. Tagawa, M. Toda, "Methods for Visual
//! Understanding of Hierarchical System Structures", 1981). Patterns are small, so that no
//! edge is led around boxes.

/// The distance between boxes beside each other, and between layers, in pixels.
const GAP: f64 = 22.0;
const LAYER_GAP: f64 = 44.0;

/// How often the order within layers is improved.
const SWEEPS: usize = 4;

/// The size of a box, in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The places of boxes.
#[derive(Debug)]
pub(super) struct Layout {
    /// The left upper corner of each box.
    pub(super) corners: Vec<(f64, f64)>,
    pub(super) size: Size,
}

/// An edge leads from a box to one with a larger index, and ends at a part of its upper side,
/// between 0 and 1.
pub(super) type Link = (usize, usize, f64);

impl Layout {
    /// Places boxes of these sizes.
    pub(super) fn new(sizes: &[Size], links: &[Link]) -> Self {
        let neighbors = Neighbors::new(sizes.len(), links);
        let rows = neighbors.ordered(&neighbors.layers());
        let width = |row: &[usize]| -> f64 {
            let gaps = GAP * row.len().saturating_sub(1) as f64;
            row.iter().map(|index| sizes[*index].width).sum::<f64>() + gaps
        };
        let whole = rows.iter().map(|row| width(row)).fold(0.0, f64::max);
        let mut corners = vec![(0.0, 0.0); sizes.len()];
        let mut y = 0.0;
        for row in &rows {
            let height = row.iter().map(|index| sizes[*index].height);
            let height = height.fold(0.0, f64::max);
            let mut x = (whole - width(row)) / 2.0;
            for index in row {
                // Boxes stand at the bottom of their layer, near what uses them.
                corners[*index] = (x, y + height - sizes[*index].height);
                x += sizes[*index].width + GAP;
            }
            y += height + LAYER_GAP;
        }
        let height = (y - LAYER_GAP).max(0.0);
        Layout {
            corners,
            size: Size {
                width: whole,
                height,
            },
        }
    }
}

/// The boxes that each box is connected with.
struct Neighbors {
    above: Vec<Vec<usize>>,
    /// With the parts of their upper sides.
    below: Vec<Vec<(usize, f64)>>,
}

impl Neighbors {
    fn new(count: usize, links: &[Link]) -> Self {
        let mut neighbors = Neighbors {
            above: vec![Vec::new(); count],
            below: vec![Vec::new(); count],
        };
        for (from, to, part) in links {
            neighbors.above[*to].push(*from);
            neighbors.below[*from].push((*to, *part));
        }
        neighbors
    }

    /// The layer of each box: one below the lowest box that it depends on. A box that depends
    /// on none stands just above the first that uses it.
    fn layers(&self) -> Vec<usize> {
        let mut layers = vec![0; self.above.len()];
        for (index, above) in self.above.iter().enumerate() {
            let lowest = above.iter().map(|other| layers[*other] + 1).max();
            layers[index] = lowest.unwrap_or(0);
        }
        for (index, below) in self.below.iter().enumerate() {
            if self.above[index].is_empty()
                && let Some(first) = below.iter().map(|(other, _)| layers[*other]).min()
            {
                layers[index] = first - 1;
            }
        }
        layers
    }

    /// The boxes of each layer, in an order in which few edges cross: each box comes near the
    /// middle of those that it is connected with.
    fn ordered(&self, layers: &[usize]) -> Vec<Vec<usize>> {
        let depth = layers.iter().max().map_or(0, |last| last + 1);
        let mut rows = vec![Vec::new(); depth];
        for (index, layer) in layers.iter().enumerate() {
            rows[*layer].push(index);
        }
        let mut position = vec![0.0; layers.len()];
        for row in &rows {
            place(row, &mut position);
        }
        for sweep in 0..SWEEPS {
            for layer in 0..depth {
                let row = match sweep % 2 {
                    0 => &mut rows[layer],
                    _ => &mut rows[depth - 1 - layer],
                };
                let middles = row
                    .iter()
                    .map(|index| (self.middle(*index, &position), *index));
                let mut middles: Vec<_> = middles.collect();
                middles.sort_by(|one, other| one.0.total_cmp(&other.0));
                *row = middles.into_iter().map(|(_, index)| index).collect();
                place(row, &mut position);
            }
        }
        rows
    }

    /// The middle of the boxes that a box is connected with.
    fn middle(&self, index: usize, position: &[f64]) -> f64 {
        let (above, below) = (&self.above[index], &self.below[index]);
        let above_sum: f64 = above.iter().map(|other| position[*other]).sum();
        // What is used by the same box comes in the order of its operands.
        let below_sum: f64 = below
            .iter()
            .map(|(other, part)| position[*other] + (part - 0.5) / 16.0)
            .sum();
        match above.len() + below.len() {
            0 => position[index],
            count => (above_sum + below_sum) / count as f64,
        }
    }
}

/// Sets the positions of the boxes of a layer, between 0 and 1.
fn place(row: &[usize], position: &mut [f64]) {
    for (place, index) in row.iter().enumerate() {
        position[*index] = (place as f64 + 0.5) / row.len() as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Size};

    #[test]
    fn users_stand_below_and_nothing_overlaps() {
        let size = Size {
            width: 10.0,
            height: 10.0,
        };
        let sizes = [size; 7];
        let edges = [(0, 2), (1, 2), (2, 4), (3, 4), (0, 5), (4, 6), (5, 6)];
        let edges = edges.map(|(from, to)| (from, to, 0.5));
        let Layout { corners, size } = Layout::new(&sizes, &edges);
        for (from, to, _) in edges {
            assert!(corners[from].1 < corners[to].1, "{from} is above {to}");
        }
        for (one, a) in corners.iter().enumerate() {
            for b in &corners[one + 1..] {
                let is_apart = (a.0 - b.0).abs() >= 10.0 || (a.1 - b.1).abs() >= 10.0;
                assert!(is_apart, "{a:?} {b:?}");
            }
            assert!(a.0 >= 0.0 && a.0 + 10.0 <= size.width && a.1 + 10.0 <= size.height);
        }
        assert!(Layout::new(&[], &[]).corners.is_empty());
    }
}

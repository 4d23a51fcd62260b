//! Numbers that belong together.

/// Disjoint sets of the numbers below a limit. Each is alone at first.
pub struct Sets {
    /// Another number of the same set, or the number itself if it stands for the set.
    parent: Vec<usize>,
}

impl Sets {
    /// The numbers below `count`.
    pub fn new(count: usize) -> Self {
        Sets {
            parent: (0..count).collect(),
        }
    }

    /// The number that stands for the set of another one.
    pub fn find(&mut self, mut index: usize) -> usize {
        while self.parent[index] != index {
            self.parent[index] = self.parent[self.parent[index]];
            index = self.parent[index];
        }
        index
    }

    /// Makes one set of two.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a] = b;
    }
}

//! Patterns as pictures: on the left what a pattern matches, on the right what it makes of
//! that.
//!
//! | module | subject |
//! |---|---|
//! | `scene` | the boxes of a pattern, and the values between them |
//! | `layout` | where boxes stand: below those whose values they use |
//! | `nesting` | operations in the regions of others |
//! | `svg` | the drawing |

mod layout;
mod nesting;
mod scene;
mod svg;

use super::graph::{Checked, Locations};
use scene::Scene;

/// Draws patterns, as often as somebody asks: to find their names takes as long as all
/// patterns are, and is done once.
pub(crate) struct Artist<'a, 'm, 'c> {
    patterns: &'a Checked<'m, 'c>,
    locations: Vec<Locations<'c>>,
}

impl<'a, 'm, 'c> Artist<'a, 'm, 'c> {
    pub(crate) fn new(patterns: &'a Checked<'m, 'c>) -> Self {
        Artist {
            patterns,
            locations: patterns.locations(),
        }
    }

    /// All patterns as one SVG document, one below the other.
    pub(crate) fn all(&self) -> String {
        let scenes = (0..self.locations.len()).map(|index| self.scene(index));
        svg::document(&scenes.collect::<Vec<_>>())
    }

    /// The pattern at an index. The document can also stand in a page, where its style
    /// concerns nothing else.
    pub(crate) fn one(&self, index: usize) -> String {
        svg::document(&[self.scene(index)])
    }

    fn scene(&self, index: usize) -> Scene {
        let pattern = &self.patterns.patterns()[index];
        Scene::of(pattern, &self.locations[index], self.patterns.pool())
    }
}

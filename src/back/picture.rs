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

use super::graph::Checked;
use scene::Scene;

/// The patterns as one SVG document, one below the other.
pub(crate) fn draw(patterns: &Checked<'_, '_>) -> String {
    let all: Vec<_> = (0..patterns.patterns().len()).collect();
    draw_some(patterns, &all)
}

/// The patterns at these indices, one below the other. The document can also stand in a
/// page, where its style concerns nothing else.
pub(crate) fn draw_some(patterns: &Checked<'_, '_>, indices: &[usize]) -> String {
    let locations = patterns.locations();
    let scene = |index: &usize| {
        let pattern = &patterns.patterns()[*index];
        Scene::of(pattern, &locations[*index], patterns.pool())
    };
    let scenes: Vec<_> = indices.iter().map(scene).collect();
    svg::document(&scenes)
}

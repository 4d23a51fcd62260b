//! Patterns as pictures: on the left what a pattern matches, on the right what it makes of
//! that.
//!
//! | module | subject |
//! |---|---|
//! | `scene` | the boxes of a pattern, and the values between them |
//! | `layout` | where boxes stand: below those whose values they use |
//! | `svg` | the drawing |

mod layout;
mod scene;
mod svg;

use super::graph::Checked;
use scene::Scene;

/// The patterns as one SVG document, one below the other.
pub(crate) fn draw(patterns: &Checked<'_, '_>) -> String {
    let locations = patterns.locations();
    let scenes = std::iter::zip(patterns.patterns(), &locations);
    let scenes = scenes.map(|(pattern, places)| Scene::of(pattern, places, patterns.pool()));
    let rows: Vec<_> = scenes.collect();
    svg::document(&rows)
}

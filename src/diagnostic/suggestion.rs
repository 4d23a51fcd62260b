//! Suggestions for misspelt names.

use strsim::osa_distance;

/// The candidate that a typing error may have turned into `name`: less than
/// half of its letters away, and a third of them at most.
pub(crate) fn closest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let letters = name.chars().count();
    let limit = letters.div_ceil(3).min(letters / 2);
    candidates
        .into_iter()
        .map(|candidate| (osa_distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

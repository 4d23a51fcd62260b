//! Suggestions for misspelt names.

use strsim::osa_distance;

/// The candidate that a typing error may have turned into `name`: at most a
/// third of its letters away, rounded up, and at most half of them. Capitals do
/// not count.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    all_closest(name, candidates).first().copied()
}

/// Finding the distance of names takes the product of their lengths. Nobody types
/// longer ones.
const MAX_LETTERS: usize = 100;

/// All such candidates that are as near as the nearest one.
pub fn all_closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let letters = name.chars().count();
    let mut limit = match letters {
        0..=MAX_LETTERS => letters.div_ceil(3).min(letters / 2),
        _ => 0,
    };
    let mut nearest = Vec::new();
    for candidate in candidates {
        let distance = if name.eq_ignore_ascii_case(candidate) {
            0
        } else if limit == 0 || candidate.chars().count().abs_diff(letters) > limit {
            continue;
        } else {
            osa_distance(name, candidate)
        };
        if distance < limit {
            nearest.clear();
            limit = distance;
        }
        if distance == limit {
            nearest.push(candidate);
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_that_are_as_near_are_equal() {
        let known = ["muli", "addi", "addf", "adder", "a"];
        assert_eq!(all_closest("add", known), ["addi", "addf"]);
        assert_eq!(all_closest("addi", known), ["addi"]);
        assert_eq!(all_closest("sub", known), [""; 0]);
        assert_eq!(closest("add", known), Some("addi"));
        assert_eq!(closest("A", known), Some("a"));
        assert_eq!(closest("", ["", "a"]), Some(""));
    }

    #[test]
    fn long_names_take_no_time() {
        let name = "x".repeat(1 << 20);
        let similar = format!("{name}x");
        assert_eq!(closest(&name, [&*similar; 1000]), None);
        let capitals = name.to_uppercase();
        assert_eq!(closest(&name, [&*similar, &*capitals]), Some(&*capitals));
    }
}

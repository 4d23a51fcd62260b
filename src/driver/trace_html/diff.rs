//! The differences between two MLIR texts, by lines.
//!
//! A new operation changes the numbers of all values after it. These lines did
//! not change, so lines are compared without numbers first, and then by the
//! values that the numbers stand for.

use std::collections::HashMap;

/// The change of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    None,
    Removed,
    Added,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line<'t> {
    pub(super) change: Change,
    pub(super) text: &'t str,
}

/// The lines of both texts in order. Removed lines come before those added in
/// their place.
pub(super) fn diff<'t>(before: &'t str, after: &'t str) -> Vec<Line<'t>> {
    let (old, new): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let pairs = align(&old, &new);
    let mut values = HashMap::new();
    let (mut lines, mut removed, mut added) = (Vec::new(), Vec::new(), Vec::new());
    let flush =
        |lines: &mut Vec<Line<'t>>, removed: &mut Vec<&'t str>, added: &mut Vec<&'t str>| {
            let line = |change| move |text| Line { change, text };
            lines.extend(removed.drain(..).map(line(Change::Removed)));
            lines.extend(added.drain(..).map(line(Change::Added)));
        };
    let (mut next_old, mut next_new) = (0, 0);
    for (in_old, in_new) in pairs.into_iter().chain([(old.len(), new.len())]) {
        removed.extend(&old[next_old..in_old]);
        added.extend(&new[next_new..in_new]);
        (next_old, next_new) = (in_old + 1, in_new + 1);
        let (Some(old), Some(new)) = (old.get(in_old), new.get(in_new)) else {
            break;
        };
        if mean_the_same(old, new, &mut values) {
            flush(&mut lines, &mut removed, &mut added);
            lines.push(Line {
                change: Change::None,
                text: new,
            });
        } else {
            removed.push(old);
            added.push(new);
        }
    }
    flush(&mut lines, &mut removed, &mut added);
    lines
}

/// Whether two lines that differ only in numbers name the same values. Records
/// the names of new values.
fn mean_the_same<'t>(old: &'t str, new: &'t str, values: &mut HashMap<&'t str, &'t str>) -> bool {
    let mut same = true;
    // A result gets its name here, so no earlier line can have used it.
    let results = |line: &'t str| names(line.split(" = ").next().unwrap_or_default()).count();
    let defines = old.contains(" = ") && old.trim_start().starts_with('%');
    let results = if defines { results(old) } else { 0 };
    for (index, (old, new)) in names(old).zip(names(new)).enumerate() {
        if index < results {
            values.insert(old, new);
        } else {
            same &= *values.entry(old).or_insert(new) == new;
        }
    }
    same
}

/// The names of values in a line.
fn names(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('%').map(move |(start, _)| {
        let rest = &line[start + 1..];
        let end = rest
            .find(|letter: char| !letter.is_ascii_alphanumeric() && !"_$.-#".contains(letter))
            .unwrap_or(rest.len());
        &rest[..end]
    })
}

/// The line without the numbers of values.
fn shape(line: &str) -> String {
    let mut shape = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find('%') {
        let (front, back) = rest.split_at(start + 1);
        shape += front;
        rest = back.trim_start_matches(|letter: char| letter.is_ascii_digit());
    }
    shape + rest
}

/// The pairs of lines of equal shape, in order, as many as possible.
fn align(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let (old, new): (Vec<_>, Vec<_>) = (
        old.iter().map(|line| shape(line)).collect(),
        new.iter().map(|line| shape(line)).collect(),
    );
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let end = old[start..]
        .iter()
        .rev()
        .zip(new[start..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let mut pairs: Vec<_> = (0..start).map(|index| (index, index)).collect();
    let middle = longest_common(&old[start..old_end], &new[start..new_end]);
    pairs.extend(middle.into_iter().map(|(a, b)| (a + start, b + start)));
    pairs.extend((0..end).map(|index| (old_end + index, new_end + index)));
    pairs
}

/// The longest common subsequence, unless it takes too much work.
fn longest_common(old: &[String], new: &[String]) -> Vec<(usize, usize)> {
    const WORK: usize = 4_000_000;
    if old.len() * new.len() > WORK {
        return Vec::new();
    }
    let width = new.len() + 1;
    let mut lengths = vec![0u32; (old.len() + 1) * width];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            lengths[a * width + b] = if old[a] == new[b] {
                lengths[(a + 1) * width + b + 1] + 1
            } else {
                lengths[(a + 1) * width + b].max(lengths[a * width + b + 1])
            };
        }
    }
    let (mut a, mut b, mut pairs) = (0, 0, Vec::new());
    while a < old.len() && b < new.len() {
        if old[a] == new[b] {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if lengths[(a + 1) * width + b] >= lengths[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::{Change, diff};

    fn show(before: &str, after: &str) -> String {
        let lines = diff(before, after).into_iter().map(|line| {
            let sign = match line.change {
                Change::None => ' ',
                Change::Removed => '-',
                Change::Added => '+',
            };
            format!("{sign}{}\n", line.text)
        });
        lines.collect()
    }

    #[test]
    fn other_numbers_are_no_change() {
        let before = "%0 = a %x\n%1 = b %0\nret %1";
        let after = "%0 = new\n%1 = a %x\n%2 = b %1\nret %2";
        assert_eq!(
            show(before, after),
            "+%0 = new\n %1 = a %x\n %2 = b %1\n ret %2\n"
        );
    }

    #[test]
    fn other_values_are() {
        let before = "%0 = a %x\n%1 = a %y\nret %0";
        let after = "%0 = a %x\n%1 = a %y\nret %1";
        assert_eq!(
            show(before, after),
            " %0 = a %x\n %1 = a %y\n-ret %0\n+ret %1\n"
        );
    }

    #[test]
    fn replaced_operations_stand_together() {
        let before = "f {\n%0 = add %x, %x\nret %0\n}";
        let after = "f {\n%c = one\n%0 = shl %x, %c\nret %0\n}";
        assert_eq!(
            show(before, after),
            " f {\n-%0 = add %x, %x\n+%c = one\n+%0 = shl %x, %c\n ret %0\n }\n"
        );
    }

    #[test]
    fn equal_texts_and_none() {
        assert_eq!(show("a\nb", "a\nb"), " a\n b\n");
        assert_eq!(show("", "a"), "+a\n");
        assert_eq!(show("a", ""), "-a\n");
    }
}

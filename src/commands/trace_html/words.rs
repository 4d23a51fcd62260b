//! The words that differ between lines that were removed and those in their place.

use crate::commands::html::escape;
use similar::{ChangeTag, TextDiff};
use std::fmt::Write;

/// How many pairs of lines are compared for one change. More are not looked at by word.
const MAX_PAIRS: usize = 64;

/// How many bytes of a line are compared.
const MAX_LINE: usize = 400;

/// How much of two lines is the same if one stands for the other.
const MIN_RATIO: f32 = 0.5;

/// Removed and added lines, each with its sign at the begin, as they stand in a page.
pub(super) fn marked(removed: &[String], added: &[String]) -> (Vec<String>, Vec<String>) {
    let mut old: Vec<_> = removed.iter().map(|line| escape(line)).collect();
    let mut new: Vec<_> = added.iter().map(|line| escape(line)).collect();
    let are_few = removed.len() * added.len() <= MAX_PAIRS;
    let are_short = removed
        .iter()
        .chain(added)
        .all(|line| line.len() <= MAX_LINE);
    if !are_few || !are_short {
        return (old, new);
    }
    let mut is_free = vec![true; removed.len()];
    for (to, line) in added.iter().enumerate() {
        let free = (0..removed.len()).filter(|from| is_free[*from]);
        let similar = free.map(|from| (from, ratio(&text(&removed[from], line))));
        let best = similar.max_by(|(_, one), (_, other)| one.total_cmp(other));
        let Some((from, ratio)) = best else { break };
        if ratio < MIN_RATIO {
            continue;
        }
        is_free[from] = false;
        let diff = text(&removed[from], line);
        old[from] = mark('-', &diff, ChangeTag::Delete);
        new[to] = mark('+', &diff, ChangeTag::Insert);
    }
    (old, new)
}

/// The difference between two lines without their signs.
fn text<'a>(old: &'a str, new: &'a str) -> TextDiff<'a, 'a, 'a, str> {
    TextDiff::from_words(&old[1..], &new[1..])
}

/// How much of two lines is the same, as a part of their words.
fn ratio<'a>(diff: &TextDiff<'a, 'a, 'a, str>) -> f32 {
    let (mut same, mut all) = (0.0, 0.0);
    for word in diff.iter_all_changes() {
        let is_word = !word.value().trim().is_empty();
        let weight = match word.tag() {
            _ if !is_word => 0.0,
            ChangeTag::Equal => 2.0,
            ChangeTag::Delete | ChangeTag::Insert => 1.0,
        };
        all += weight;
        if word.tag() == ChangeTag::Equal {
            same += weight;
        }
    }
    same / f32::max(all, 1.0)
}

/// A line with marks around the words that only it has.
fn mark<'a>(sign: char, diff: &TextDiff<'a, 'a, 'a, str>, own: ChangeTag) -> String {
    let words = diff.iter_all_changes();
    let words: Vec<_> = words
        .filter(|word| word.tag() == own || word.tag() == ChangeTag::Equal)
        .map(|word| (word.tag() == own, word.value()))
        .collect();
    let mut line = sign.to_string();
    for run in words.chunk_by(|(one, _), (other, _)| one == other) {
        let text: String = run.iter().map(|(_, word)| *word).collect();
        let text = escape(&text);
        let _ = match run[0].0 {
            true => write!(line, "<b>{text}</b>"),
            false => write!(line, "{text}"),
        };
    }
    line
}

#[cfg(test)]
mod tests {
    use super::marked;
    use expect_test::{Expect, expect};

    fn check(removed: &[&str], added: &[&str], expected: &Expect) {
        let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        let (removed, added): (Vec<String>, Vec<String>) = (owned(removed), owned(added));
        let (old, new) = marked(&removed, &added);
        expected.assert_eq(&[old, new].concat().join("\n"));
    }

    #[test]
    fn words_that_differ_are_marked() {
        check(
            &["-  return %0, %1 : i32, i32"],
            &["+  return %0, %5 : i32, i32"],
            &expect![[r"
                -  return %0, <b>%1</b> : i32, i32
                +  return %0, <b>%5</b> : i32, i32"]],
        );
    }

    #[test]
    fn a_line_is_compared_with_the_one_most_like_it() {
        check(
            &["-%0 = t.a %x : i32", "-%1 = t.b %0, %x : i32"],
            &["+%2 = t.c<1> : !t.x", "+%1 = t.b %2, %x : i32"],
            &expect![[r"
                -%0 = t.a %x : i32
                -%1 = t.b <b>%0,</b> %x : i32
                +%2 = t.c&lt;1&gt; : !t.x
                +%1 = t.b <b>%2,</b> %x : i32"]],
        );
    }

    #[test]
    fn what_stands_alone_is_not_marked() {
        check(&[], &["+a"], &expect!["+a"]);
    }
}

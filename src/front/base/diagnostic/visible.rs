//! Text for terminals. Files and their names may hold characters that a terminal obeys.

use std::borrow::Cow;

/// Replaces characters that a terminal obeys by pictures of them, except ends of lines
/// and tabs.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |letter| !matches!(letter, '\n' | '\t'))
}

/// As [`visible`], for a name, which is one line.
pub(super) fn visible_name(name: &str) -> Cow<'_, str> {
    replaced(name, |_| true)
}

/// As [`visible`], only for the characters that `annotate_snippets` leaves, so that its
/// colours stay.
pub(super) fn without_c1(text: String) -> String {
    let visible = match replaced(&text, |letter| letter >= '\u{80}') {
        Cow::Borrowed(_) => None,
        Cow::Owned(visible) => Some(visible),
    };
    visible.unwrap_or(text)
}

fn replaced(text: &str, is_meant: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_obeyed = |letter: char| is_meant(letter) && picture(letter) != letter;
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let letters = text.chars();
    letters
        .map(|letter| match is_obeyed(letter) {
            true => picture(letter),
            false => letter,
        })
        .collect()
}

/// The picture of a character that a terminal obeys, or the character.
fn picture(letter: char) -> char {
    match letter {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + letter as u32).unwrap_or(letter),
        '\u{7f}' => '\u{2421}',
        // The second set of controls, and what changes the direction of text.
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_becomes_a_picture() {
        assert_eq!(visible("a\tü\n"), "a\tü\n");
        assert_eq!(
            visible("\u{1b}[2J\r\0\u{7f} \u{9b}\u{202e}"),
            "␛[2J␍␀␡ \u{fffd}\u{fffd}"
        );
        assert_eq!(visible_name("a\n\t\u{1b}b"), "a␊␉␛b");
        assert_eq!(
            without_c1("\u{1b}[1m\u{9b}\n".to_owned()),
            "\u{1b}[1m\u{fffd}\n"
        );
    }
}

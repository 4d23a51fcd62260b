//! What the pages of all commands share. A page is one file without links to others.

/// The begin of a page, up to its contents. `style` is what no other page has.
pub(super) fn head(title: &str, style: &str) -> String {
    HEAD.replace("COLORS", COLORS)
        .replace("STYLE", style)
        .replace("TITLE", &escape(title))
}

const HEAD: &str = include_str!("html/head.html");
const COLORS: &str = include_str!("html/colors.css");

/// A text as it stands in a page.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            _ => escaped.push(letter),
        }
    }
    escaped
}

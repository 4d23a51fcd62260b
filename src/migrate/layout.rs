//! Text that is broken into lines where it does not fit on one.

/// The greatest length of a line, as far as the text can be broken.
pub(super) const WIDTH: usize = 80;

const INDENT: usize = 2;

/// A piece of text.
#[derive(Debug, Clone)]
pub(super) enum Doc {
    Text(String),
    /// A blank or nothing if the group around it fits on the line, and otherwise a new
    /// line.
    Line(&'static str),
    Seq(Vec<Doc>),
    /// The lines of it are indented.
    Nest(Box<Doc>),
    /// All lines of it are broken, or none.
    Group(Box<Doc>),
    /// A piece and what belongs to it: on one line; or each on a line of its own; or, if
    /// the first one alone does not fit on a line, after its last line.
    Chain(Box<Doc>, Vec<Doc>),
}

impl Doc {
    pub(super) fn text(text: impl Into<String>) -> Doc {
        Doc::Text(text.into())
    }

    /// Several pieces in a row.
    pub(super) fn seq(parts: impl IntoIterator<Item = Doc>) -> Doc {
        Doc::Seq(parts.into_iter().collect())
    }

    /// Pieces with commas between them, in brackets.
    pub(super) fn list(open: &str, items: Vec<Doc>, close: &str) -> Doc {
        if items.is_empty() {
            return Doc::text(format!("{open}{close}"));
        }
        let mut inner = vec![Doc::Line("")];
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                inner.extend([Doc::text(","), Doc::Line(" ")]);
            }
            inner.push(item);
        }
        Doc::Group(Box::new(Doc::seq([
            Doc::text(open),
            Doc::Nest(Box::new(Doc::Seq(inner))),
            Doc::Line(""),
            Doc::text(close),
        ])))
    }

    /// The lines of the piece, which starts at a new line with that indentation.
    pub(super) fn render(&self, indent: usize) -> String {
        let mut out = " ".repeat(indent);
        let mut column = indent;
        let mut rest = vec![(indent, Mode::Break, self)];
        while let Some((indent, mode, doc)) = rest.pop() {
            match doc {
                Doc::Text(text) => {
                    out += text;
                    column += text.chars().count();
                }
                Doc::Line(blank) if mode == Mode::Flat => {
                    out += blank;
                    column += blank.len();
                }
                Doc::Line(_) => {
                    out.push('\n');
                    out += &" ".repeat(indent);
                    column = indent;
                }
                Doc::Seq(parts) => {
                    rest.extend(parts.iter().rev().map(|part| (indent, mode, part)));
                }
                Doc::Nest(inner) => rest.push((indent + INDENT, mode, inner)),
                Doc::Group(inner) => {
                    let mode = Mode::of(mode == Mode::Flat || fits(inner, &rest, column));
                    rest.push((indent, mode, inner));
                }
                Doc::Chain(first, others) if others.is_empty() => {
                    rest.push((indent, mode, first));
                }
                Doc::Chain(first, others) => {
                    let is_flat = mode == Mode::Flat || fits(doc, &rest, column);
                    let is_first_flat = is_flat || fits(first, &[], column);
                    for other in others.iter().rev() {
                        let indent = indent + if is_first_flat { INDENT } else { 0 };
                        let mode = Mode::of(is_flat);
                        rest.push((indent, mode, other));
                        rest.push((indent, Mode::of(is_flat || !is_first_flat), &BETWEEN));
                    }
                    let mode = Mode::of(is_first_flat);
                    rest.push((indent, mode, first));
                }
            }
        }
        out
    }
}

/// A blank or a line break between the parts of a chain.
const BETWEEN: Doc = Doc::Line(" ");

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Flat,
    Break,
}

impl Mode {
    fn of(is_flat: bool) -> Self {
        match is_flat {
            true => Mode::Flat,
            false => Mode::Break,
        }
    }
}

/// Whether a group without line breaks, and what follows it up to the next one, fits.
fn fits(group: &Doc, after: &[(usize, Mode, &Doc)], column: usize) -> bool {
    let mut left = WIDTH.saturating_sub(column);
    let mut after = after.iter().rev();
    let mut rest = vec![(Mode::Flat, group)];
    loop {
        let Some((mode, doc)) = rest.pop() else {
            match after.next() {
                Some((_, mode, doc)) => rest.push((*mode, doc)),
                None => return true,
            }
            continue;
        };
        let length = match doc {
            Doc::Text(text) => text.chars().count(),
            Doc::Line(blank) if mode == Mode::Flat => blank.len(),
            Doc::Line(_) => return true,
            Doc::Seq(parts) => {
                rest.extend(parts.iter().rev().map(|part| (mode, part)));
                0
            }
            Doc::Nest(inner) => {
                rest.push((mode, inner));
                0
            }
            Doc::Group(inner) => {
                rest.push((Mode::Flat, inner));
                0
            }
            Doc::Chain(first, others) => {
                rest.extend(others.iter().rev().map(|other| (Mode::Flat, other)));
                rest.push((Mode::Flat, first));
                others.len()
            }
        };
        if length > left {
            return false;
        }
        left -= length;
    }
}

//! Text with possible line breaks. The algorithm is Oppen's ("Prettyprinting", 1980)
//! in the form of Wadler's groups, with a stack in place of recursion.

use super::{INDENT, WIDTH};
use crate::syntax::lexer::is_blank;

#[derive(Debug)]
pub(super) enum Doc<'a> {
    /// Text, which may have several lines.
    Text(&'a str),
    Blanks(usize),
    /// Blanks, or a new line if the group around it is broken.
    Line(usize),
    /// A new line, and a blank line before it.
    NewLine {
        is_blank_line: bool,
    },
    Seq(Vec<Doc<'a>>),
    /// What starts new lines in it is indented.
    Nest(Vec<Doc<'a>>),
    /// All lines of it are broken, or none.
    Group {
        inner: Vec<Doc<'a>>,
        is_broken: bool,
    },
    /// A blank and a piece, which starts a new line, indented, if it is broken or does
    /// not fit. If it may stay, it is broken inside when it would not fit on a line of
    /// its own either.
    Part {
        inner: Vec<Doc<'a>>,
        is_broken: bool,
        may_stay: bool,
    },
    /// A blank and an element of a list, which starts a new line if it is broken or
    /// does not fit.
    Next {
        inner: Vec<Doc<'a>>,
        is_broken: bool,
    },
}

impl<'a> Doc<'a> {
    /// The docs in a row.
    pub(super) fn row(mut docs: Vec<Doc<'a>>) -> Doc<'a> {
        match docs.len() {
            1 => docs.remove(0),
            _ => Doc::Seq(docs),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Flat,
    Broken,
}

type Pending<'d, 'a> = (usize, Mode, &'d Doc<'a>);

/// What follows the piece that is being written.
#[derive(Default)]
struct Rest<'d, 'a> {
    /// The next one last.
    pending: Vec<Pending<'d, 'a>>,
    /// The memory of [`Rest::fits`].
    looked_at: Vec<(Mode, &'d Doc<'a>)>,
}

/// Lines of text.
pub(super) struct Page {
    text: String,
    line_end: &'static str,
    /// The length of the last line.
    column: usize,
    /// Blanks that follow if the line goes on.
    blanks: usize,
}

impl Page {
    /// A page without lines, which end with `line_end`.
    pub(super) fn new(line_end: &'static str) -> Self {
        Page {
            text: String::new(),
            line_end,
            column: 0,
            blanks: 0,
        }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Adds the lines of `doc`, the last one without its end.
    pub(super) fn add(&mut self, doc: &Doc<'_>) {
        let mut rest = Rest::default();
        rest.pending.push((0, Mode::Broken, doc));
        while let Some(next) = rest.pending.pop() {
            self.step(next, &mut rest);
        }
    }

    fn step<'d, 'a>(&mut self, (indent, mode, doc): Pending<'d, 'a>, rest: &mut Rest<'d, 'a>) {
        match doc {
            Doc::Text(text) => self.text(text, indent),
            Doc::Blanks(count) => self.blanks += count,
            Doc::Line(blanks) if mode == Mode::Flat => self.blanks += blanks,
            Doc::Line(_) => self.new_line(),
            Doc::NewLine { is_blank_line } => {
                self.new_line();
                if *is_blank_line {
                    self.text.push_str(self.line_end);
                }
            }
            Doc::Seq(inner) => rest.push(indent, mode, inner),
            Doc::Nest(inner) => rest.push(indent + INDENT, mode, inner),
            Doc::Part { inner, .. } | Doc::Next { inner, .. } if mode == Mode::Flat => {
                self.blanks += 1;
                rest.push(indent, mode, inner);
            }
            Doc::Group { inner, is_broken } => {
                let is_flat = mode == Mode::Flat
                    || !is_broken && rest.fits(inner, self.column(indent), Mode::Flat);
                let mode = if is_flat { Mode::Flat } else { Mode::Broken };
                rest.push(indent, mode, inner);
            }
            Doc::Part {
                inner,
                is_broken,
                may_stay,
            } => {
                let own = indent + INDENT;
                let here = self.column(indent) + 1;
                // If its lists are broken in either place, its first line must fit.
                let stays = !is_broken
                    && (rest.fits(inner, here, Mode::Flat)
                        || *may_stay
                            && !rest.fits(inner, own, Mode::Flat)
                            && rest.fits(inner, here, Mode::Broken));
                self.blank_or_new_line(stays);
                rest.push(if stays { indent } else { own }, mode, inner);
            }
            Doc::Next { inner, is_broken } => {
                let column = self.column(indent) + 1;
                self.blank_or_new_line(!is_broken && rest.fits(inner, column, Mode::Flat));
                rest.push(indent, mode, inner);
            }
        }
    }

    fn text(&mut self, text: &str, indent: usize) {
        let blanks = match self.column {
            0 => indent,
            _ => self.blanks,
        };
        self.text.extend(std::iter::repeat_n(' ', blanks));
        self.text.push_str(text);
        self.blanks = 0;
        // Most texts are too short to search them in any other way.
        self.column = match text.bytes().rposition(|byte| byte == b'\n') {
            Some(end) => text[end + 1..].chars().count(),
            None => self.column + blanks + text.chars().count(),
        };
    }

    /// The column at which text with that indentation goes on.
    fn column(&self, indent: usize) -> usize {
        match self.column {
            0 => indent,
            column => column + self.blanks,
        }
    }

    fn blank_or_new_line(&mut self, is_blank: bool) {
        match is_blank {
            true => self.blanks += 1,
            false => self.new_line(),
        }
    }

    /// Starts a line, unless it has just been started.
    fn new_line(&mut self) {
        if self.column > 0 {
            self.text.push_str(self.line_end);
        }
        (self.column, self.blanks) = (0, 0);
    }
}

impl<'d, 'a> Rest<'d, 'a> {
    /// The docs come next.
    fn push(&mut self, indent: usize, mode: Mode, docs: &'d [Doc<'a>]) {
        let docs = in_turn(mode, docs).map(|(mode, doc)| (indent, mode, doc));
        self.pending.extend(docs);
    }

    /// Whether a piece without line breaks, and what follows it up to the next one, fits
    /// from that column on. Groups that need not be broken are as `groups` says: if they
    /// are broken, only the first line must fit. Comments at the end of a line may be
    /// longer.
    fn fits(&mut self, piece: &'d [Doc<'a>], mut column: usize, groups: Mode) -> bool {
        let mut blanks = 0;
        let mut after = self.pending.iter().rev();
        let rest = &mut self.looked_at;
        rest.clear();
        rest.extend(in_turn(Mode::Flat, piece));
        loop {
            let Some((mode, doc)) = rest.pop() else {
                match after.next() {
                    Some((_, mode, doc)) => rest.push((*mode, doc)),
                    None => return true,
                }
                continue;
            };
            match doc {
                Doc::Text(text) if is_comment(text) => return true,
                Doc::Text(text) => {
                    let end = text.bytes().position(|byte| byte == b'\n');
                    let line = end.map(|end| text[..end].trim_end_matches(is_blank));
                    column += blanks + line.unwrap_or(text).chars().count();
                    blanks = 0;
                    if column > WIDTH {
                        return false;
                    }
                    if line.is_some() {
                        return true;
                    }
                }
                Doc::Blanks(count) => blanks += count,
                Doc::NewLine { .. } => return true,
                Doc::Line(_) | Doc::Part { .. } | Doc::Next { .. } if mode == Mode::Broken => {
                    return true;
                }
                Doc::Line(count) => blanks += count,
                Doc::Part { inner, .. } | Doc::Next { inner, .. } => {
                    blanks += 1;
                    rest.extend(in_turn(mode, inner));
                }
                Doc::Seq(inner) | Doc::Nest(inner) => rest.extend(in_turn(mode, inner)),
                Doc::Group { inner, is_broken } => {
                    let mode = if *is_broken { Mode::Broken } else { groups };
                    rest.extend(in_turn(mode, inner));
                }
            }
        }
    }
}

/// The docs as a stack takes them.
fn in_turn<'d, 'a>(mode: Mode, docs: &'d [Doc<'a>]) -> impl Iterator<Item = (Mode, &'d Doc<'a>)> {
    docs.iter().rev().map(move |doc| (mode, doc))
}

fn is_comment(text: &str) -> bool {
    text.starts_with("//")
}

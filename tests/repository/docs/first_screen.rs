//! The picture on the first screen of the README: the pattern and the program of the tour,
//! the program that it makes, and why it does not match the other operation.

use crate::docs::{desk::Desk, markdown};
use expect_test::expect_file;
use std::fmt::Write;

#[test]
fn the_picture_of_the_readme_is_what_the_programs_print() {
    let page = crate::docs::read("README.md");
    let tour = page.split("## A tour").nth(1).expect("there is a tour");
    let pattern = markdown::texts(tour, "pdll").remove(0);
    let program = markdown::texts(tour, "mlir").remove(0);
    let desk = Desk::new([("double.pdll", pattern), ("in.mlir", program)]);
    let print = |command: &str| {
        let output = desk.pdll_opt(command);
        String::from_utf8(output.stdout).expect("it is text")
    };
    let result = print("apply double.pdll in.mlir");
    // The part about the first operation says nothing of this one.
    let why = print("explain double.pdll in.mlir --op in.mlir:3 --color always");
    let why = why.split_once("\n\n").expect("there are two parts").1;
    let why = why.split_once("\n\n").map_or(why, |(frame, _)| frame);

    let mut picture = Picture::default();
    let result = without_module(&result);
    let left = size(pattern);
    let right = f64::max(size(program).width, size(&result).width);
    picture.panel((0.0, 0.0), left.width, "double.pdll", pattern);
    let x = left.width + GAP;
    picture.panel((x, 0.0), right, "in.mlir", program);
    let y = size(program).height + GAP;
    picture.panel((x, y), right, "pdll-opt apply double.pdll in.mlir", &result);
    let y = f64::max(left.height, y + size(&result).height) + GAP;
    let command = "pdll-opt explain double.pdll in.mlir --op in.mlir:3";
    picture.panel((0.0, y), x + right, command, why);
    expect_file!["../../../docs/images/first.svg"].assert_eq(&picture.finish());
}

/// The contents of a printed module.
fn without_module(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The sizes of letters and the distances around them, in pixels.
const LETTER: f64 = 7.9;
const LINE: f64 = 18.0;
const PADDING: f64 = 12.0;
const GAP: f64 = 14.0;

const STYLE: &str = "\
svg { --ink: #1f2328; --paper: #ffffff; --soft: #57606a; --line: #d0d7de; --fill: #f6f8fa; --blue: #0969da; }
@media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --paper: #0d1117; --soft: #9198a1; --line: #3d444d; --fill: #161b22; --blue: #4493f8; } }
text { font: 13px ui-monospace, 'DejaVu Sans Mono', monospace; fill: var(--ink); white-space: pre; }
rect { fill: var(--fill); stroke: var(--line); }
.name { fill: var(--soft); }
.bold { font-weight: bold; }
.blue { fill: var(--blue); }
";

/// Panels with text.
#[derive(Default)]
struct Picture {
    body: String,
    width: f64,
    height: f64,
}

struct Size {
    width: f64,
    height: f64,
}

/// The size of a panel with that text.
fn size(text: &str) -> Size {
    let lines: Vec<_> = text.trim_end().lines().map(runs).collect();
    let length = |line: &Vec<(&str, String)>| -> usize {
        line.iter().map(|(_, text)| text.chars().count()).sum()
    };
    let longest = lines.iter().map(length).max().unwrap_or(0);
    Size {
        width: longest as f64 * LETTER + 2.0 * PADDING,
        height: (lines.len() as f64 + 1.4) * LINE + 2.0 * PADDING,
    }
}

impl Picture {
    /// Adds a panel with a title; colors in the text are those of a terminal.
    fn panel(&mut self, (x, y): (f64, f64), width: f64, title: &str, text: &str) {
        let lines: Vec<_> = text.trim_end().lines().map(runs).collect();
        let size = Size {
            width,
            ..size(text)
        };
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"6\"/>",
            size.width, size.height
        );
        let left = x + PADDING;
        let mut baseline = y + PADDING + 12.0;
        let name = escaped(title);
        let _ = writeln!(
            self.body,
            "<text class=\"name\" x=\"{left:.0}\" y=\"{baseline:.0}\">{name}</text>"
        );
        baseline += 0.4 * LINE;
        for line in lines {
            baseline += LINE;
            let parts = line.iter().map(|(class, text)| match *class {
                "" => escaped(text),
                class => format!("<tspan class=\"{class}\">{}</tspan>", escaped(text)),
            });
            let parts: String = parts.collect();
            let _ = writeln!(
                self.body,
                "<text xml:space=\"preserve\" x=\"{left:.0}\" y=\"{baseline:.1}\">{parts}</text>"
            );
        }
        self.width = self.width.max(x + size.width);
        self.height = self.height.max(y + size.height);
    }

    fn finish(self) -> String {
        let (width, height) = (self.width + 2.0, self.height + 2.0);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n<style>\n{STYLE}</style>\n{}</svg>\n",
            self.body
        )
    }
}

/// The parts of a line that have the same look in a terminal, each with its class.
fn runs(line: &str) -> Vec<(&'static str, String)> {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().unwrap_or_default();
    let mut runs = vec![("", first.to_owned())];
    let mut class = "";
    for part in parts {
        let (code, text) = part.split_once('m').expect("it is a color");
        class = match (code, class) {
            ("0", _) => "",
            ("1", _) => "bold",
            ("94", "bold") => "bold blue",
            other => panic!("the picture does not know {other:?}"),
        };
        runs.push((class, text.to_owned()));
    }
    runs.retain(|(_, text)| !text.is_empty());
    runs
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

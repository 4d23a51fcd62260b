//! The drawing, as SVG that stands alone: no fonts, scripts or files of others.

use super::{
    layout::Size,
    nesting::{Place, Places},
    scene::{Box, Edge, Graph, Kind, Scene},
};
use std::{fmt::Write as _, iter};

/// The size of letters and the distances around them, in pixels. A letter of a monospaced
/// font is 0.6 as wide as it is high, and a little less is never drawn.
pub(super) const FONT: f64 = 13.0;
const LETTER: f64 = 0.62 * FONT;
pub(super) const LINE: f64 = 18.0;
pub(super) const PADDING: f64 = 8.0;
const MARGIN: f64 = 16.0;

/// The distance between what is matched and what is made, where an arrow stands.
const BETWEEN: f64 = 72.0;

const STYLE: &str = "\
.pdll { --ink: #1f2328; --paper: #ffffff; --soft: #57606a; --line: #8c959f; --root: #0969da; --fill: #f6f8fa; }
@media (prefers-color-scheme: dark) { .pdll { --ink: #e6edf3; --paper: #0d1117; --soft: #9198a1; --line: #6e7681; --root: #4493f8; --fill: #161b22; } }
@media print { .pdll { --ink: #000; --paper: #fff; --soft: #444; --line: #666; --root: #000; --fill: #fff; } }
.pdll text { font: 13px ui-monospace, 'DejaVu Sans Mono', monospace; fill: var(--ink); }
.pdll .title { font-weight: bold; }
.pdll .soft { fill: var(--soft); }
.pdll .paper { fill: var(--paper); }
.pdll .box { fill: var(--fill); stroke: var(--line); }
.pdll .root { stroke: var(--root); stroke-width: 2.5; }
.pdll .value, .pdll .step { fill: none; stroke: var(--line); stroke-dasharray: 4 3; }
.pdll .step { stroke-dasharray: none; }
.pdll .frame { fill: var(--paper); stroke: var(--line); stroke-dasharray: 1 3; }
.pdll .wire { fill: none; stroke: var(--line); stroke-width: 1.3; }
.pdll .arrow { fill: var(--soft); }
";

/// All scenes, one below the other.
pub(super) fn document(scenes: &[Scene]) -> String {
    let drawings: Vec<_> = scenes.iter().map(draw).collect();
    let widest = |width: f64, (_, size): &(String, Size)| width.max(size.width);
    let width = drawings.iter().fold(0.0, widest) + 2.0 * MARGIN;
    let mut body = String::new();
    let mut y = MARGIN;
    for (drawing, size) in &drawings {
        let _ = writeln!(
            body,
            "<g transform=\"translate({MARGIN} {y})\">\n{drawing}</g>"
        );
        y += size.height + 2.0 * MARGIN;
    }
    let height = (y - MARGIN).max(2.0 * MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pdll\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n"
    )
}

/// A scene, and its size.
fn draw(scene: &Scene) -> (String, Size) {
    let mut text = String::new();
    write_text(&mut text, "title", 0.0, FONT, &scene.title);
    let top = LINE + PADDING;
    let (left, left_size) = graph(&scene.matched);
    let (right, right_size) = graph(&scene.made);
    let conditions = scene.conditions.iter().map(|line| text_width(line));
    let left_width = conditions.fold(left_size.width, f64::max);
    let _ = write!(text, "<g transform=\"translate(0 {top})\">\n{left}</g>\n");
    let mut y = top + left_size.height + PADDING;
    for condition in &scene.conditions {
        y += LINE;
        write_text(&mut text, "soft", 0.0, y - LINE + FONT, condition);
    }
    let x = left_width + BETWEEN;
    let _ = write!(
        text,
        "<g transform=\"translate({x:.1} {top})\">\n{right}</g>\n"
    );
    let height = (y - top).max(right_size.height);
    let middle = top + left_size.height.max(right_size.height) / 2.0;
    let start = left_width + BETWEEN / 2.0 - 16.0;
    let _ = writeln!(
        text,
        "<path class=\"arrow\" d=\"M{start:.1} {:.1}h20v-5l12 7l-12 7v-5h-20z\"/>",
        middle - 2.0
    );
    let width = (x + right_size.width).max(text_width(&scene.title));
    let height = top + height;
    (text, Size { width, height })
}

fn graph(graph: &Graph) -> (String, Size) {
    let Places {
        boxes,
        frames,
        size,
    } = Places::of(graph);
    let mut text = String::new();
    // What is around others comes first, and what is in it stands on it.
    let mut order: Vec<_> = (0..graph.boxes.len()).collect();
    order.sort_by_key(|index| depth(graph, *index));
    for index in order {
        draw_box(&mut text, &graph.boxes[index], boxes[index]);
        for (frame, place) in graph.boxes[index].frames.iter().zip(&frames[index]) {
            draw_frame(&mut text, &frame.title, *place);
        }
    }
    for edge in &graph.edges {
        draw_edge(&mut text, edge, boxes[edge.from], boxes[edge.to]);
    }
    (text, size)
}

/// How many boxes are around one.
fn depth(graph: &Graph, index: usize) -> usize {
    let around = |index: &usize| graph.boxes[*index].inside.map(|(owner, _)| owner);
    iter::successors(Some(index), around).count()
}

fn draw_edge(text: &mut String, edge: &Edge, from: Place, to: Place) {
    let (x, y) = (from.x + from.size.width / 2.0, from.y + from.size.height);
    let (end_x, end_y) = (to.x + to.size.width * edge.part, to.y);
    let bend = (end_y - y) / 2.0;
    let _ = writeln!(
        text,
        "<path class=\"wire\" d=\"M{x:.1} {y:.1}C{x:.1} {:.1} {end_x:.1} {:.1} {end_x:.1} {end_y:.1}\"/>",
        y + bend,
        end_y - bend
    );
    if !edge.label.is_empty() {
        write_text(text, "soft", x + 4.0, y + FONT, &edge.label);
    }
}

fn draw_frame(text: &mut String, title: &str, place: Place) {
    let Place {
        x,
        y,
        size: Size { width, height },
    } = place;
    let _ = writeln!(
        text,
        "<rect class=\"frame\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\"/>"
    );
    write_text(text, "soft", x + PADDING, y + PADDING + FONT - 2.0, title);
}

fn draw_box(text: &mut String, one: &Box, place: Place) {
    let Place {
        x,
        y,
        size: Size { width, height },
    } = place;
    let (class, radius) = match one.kind {
        Kind::Root => ("box root", 4.0),
        Kind::Operation => ("box", 4.0),
        Kind::Value => ("value", height / 2.0),
        Kind::Step => ("step", height / 2.0),
    };
    let _ = writeln!(
        text,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{radius:.1}\"/>"
    );
    let class = match one.kind {
        Kind::Root | Kind::Operation => "title",
        Kind::Value | Kind::Step => "plain",
    };
    let mut baseline = y + PADDING + FONT;
    write_text(text, class, x + PADDING, baseline, &one.title);
    for line in &one.lines {
        baseline += LINE;
        write_text(text, "soft", x + PADDING, baseline, line);
    }
}

pub(super) fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

fn write_text(out: &mut String, class: &str, x: f64, y: f64, text: &str) {
    let _ = write!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">");
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // XML has no other control characters.
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out.push_str("</text>\n");
}

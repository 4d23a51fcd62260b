//! Where the boxes of a graph stand whose operations may have others in their regions: what is
//! in a block is laid out by itself, in a frame below the text of its operation.

use super::{
    layout::{Layout, Link, Size},
    scene::{Box, Edge, Graph, Kind},
    svg::{FONT, LINE, PADDING, text_width},
};
use rustc_hash::FxHashMap;

/// The distance between the frames of an operation, in pixels.
const BETWEEN: f64 = 10.0;

/// Where something stands, from its left upper corner on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) size: Size,
}

/// The places of all boxes of a graph, and of their frames.
pub(super) struct Places {
    pub(super) boxes: Vec<Place>,
    pub(super) frames: Vec<Vec<Place>>,
    pub(super) size: Size,
}

/// Boxes in one frame, placed from the corner of the frame on. Those in their frames are
/// among them.
struct Group {
    places: Vec<(usize, Part, Place)>,
    size: Size,
}

#[derive(Clone, Copy)]
enum Part {
    Box,
    Frame,
}

impl Places {
    pub(super) fn of(graph: &Graph) -> Self {
        let nowhere = Place {
            x: 0.0,
            y: 0.0,
            size: Size {
                width: 0.0,
                height: 0.0,
            },
        };
        let mut places = Places {
            boxes: vec![nowhere; graph.boxes.len()],
            frames: vec![Vec::new(); graph.boxes.len()],
            size: nowhere.size,
        };
        let Group { places: all, size } = group(graph, None);
        for (index, part, place) in all {
            match part {
                Part::Box => places.boxes[index] = place,
                Part::Frame => places.frames[index].push(place),
            }
        }
        places.size = size;
        places
    }
}

/// Lays out what is in a frame, or what is in none.
fn group(graph: &Graph, frame: Option<(usize, usize)>) -> Group {
    let is_member = |index: &usize| graph.boxes[*index].inside == frame;
    let mut members: Vec<_> = (0..graph.boxes.len()).filter(is_member).collect();
    // Edges lead to later members. Nothing leads to values, which may be found later than
    // the operation around what uses them.
    members.sort_by_key(|index| graph.boxes[*index].kind != Kind::Value);
    let contents: Vec<_> = members
        .iter()
        .map(|index| contents(graph, *index))
        .collect();
    let sizes: Vec<_> = contents.iter().map(|one| one.size).collect();
    let Layout { corners, size } = Layout::new(&sizes, &links(graph, frame, &members));
    let mut places = Vec::new();
    for ((index, one), corner) in members.iter().zip(contents).zip(corners) {
        let own = Place {
            x: 0.0,
            y: 0.0,
            size: one.size,
        };
        let all = [(*index, Part::Box, own)].into_iter().chain(one.places);
        places.extend(all.map(|(index, part, place)| (index, part, moved(place, corner))));
    }
    Group { places, size }
}

/// The frames of a box, with what is in them, from its corner on, and its size.
fn contents(graph: &Graph, index: usize) -> Group {
    let one = &graph.boxes[index];
    let text = text_size(one);
    let (mut x, mut bottom) = (PADDING, text.height);
    let mut places = Vec::new();
    for (number, frame) in one.frames.iter().enumerate() {
        let inner = group(graph, Some((index, number)));
        let corner = (x, text.height);
        let size = Size {
            width: inner.size.width.max(text_width(&frame.title)) + 2.0 * PADDING,
            height: inner.size.height + LINE + 2.0 * PADDING,
        };
        let own = Place {
            x: corner.0,
            y: corner.1,
            size,
        };
        places.push((index, Part::Frame, own));
        let inside = (corner.0 + PADDING, corner.1 + LINE + PADDING);
        let inner = inner.places.into_iter();
        places.extend(inner.map(|(index, part, place)| (index, part, moved(place, inside))));
        x += size.width + BETWEEN;
        bottom = f64::max(bottom, corner.1 + size.height + PADDING);
    }
    let width = f64::max(text.width, x - BETWEEN + PADDING);
    Group {
        places,
        size: match one.frames.is_empty() {
            true => text,
            false => Size {
                width,
                height: bottom,
            },
        },
    }
}

/// The edges between the members of a frame, or what is in them, by their numbers there.
fn links(graph: &Graph, frame: Option<(usize, usize)>, members: &[usize]) -> Vec<Link> {
    let numbers: FxHashMap<_, _> = members.iter().copied().zip(0..).collect();
    let member = |mut index: usize| {
        while graph.boxes[index].inside != frame {
            index = graph.boxes[index].inside?.0;
        }
        numbers.get(&index).copied()
    };
    let link = |edge: &Edge| {
        let (from, to) = (member(edge.from)?, member(edge.to)?);
        (from < to).then_some((from, to, edge.part))
    };
    graph.edges.iter().filter_map(link).collect()
}

fn moved(place: Place, (x, y): (f64, f64)) -> Place {
    Place {
        x: place.x + x,
        y: place.y + y,
        ..place
    }
}

/// The size of a box that has nothing but its text.
fn text_size(one: &Box) -> Size {
    let lines = one.lines.iter().chain([&one.title]);
    let widest = lines.map(|line| text_width(line)).fold(0.0, f64::max);
    Size {
        width: widest + 2.0 * PADDING,
        height: LINE * (one.lines.len() as f64 + 1.0) + 2.0 * PADDING - (LINE - FONT),
    }
}

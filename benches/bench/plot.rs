//! Pictures of how times grow.

use plotters::prelude::*;
use std::{error::Error, ops::Range, path::Path};

/// Lines of times, over numbers that grow by factors. They are in shades that are seen on
/// light and on dark pages.
pub(crate) struct Plot {
    /// The name of the file in `docs/images`.
    file: &'static str,
    title: &'static str,
    /// What the numbers count.
    counted: &'static str,
    lines: Vec<(&'static str, Vec<(f64, f64)>)>,
}

const COLORS: [RGBColor; 5] = [
    RGBColor(0x2f, 0x8f, 0xdd),
    RGBColor(0xd9, 0x6c, 0x1e),
    RGBColor(0x3a, 0xa0, 0x55),
    RGBColor(0x9a, 0x6b, 0xc9),
    RGBColor(0x80, 0x80, 0x80),
];
const TEXT: RGBColor = RGBColor(0x88, 0x88, 0x88);
const GRID: RGBAColor = RGBAColor(0x88, 0x88, 0x88, 0.25);

impl Plot {
    pub(crate) fn new(file: &'static str, title: &'static str, counted: &'static str) -> Self {
        Plot {
            file,
            title,
            counted,
            lines: Vec::new(),
        }
    }

    /// Adds a point, in milliseconds, to the line of that name.
    pub(crate) fn add(&mut self, line: &'static str, number: usize, milliseconds: f64) {
        let point = (number as f64, milliseconds);
        match self.lines.iter_mut().find(|(name, _)| *name == line) {
            Some((_, points)) => points.push(point),
            None => self.lines.push((line, vec![point])),
        }
    }

    /// Writes the picture.
    pub(crate) fn write(&self) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/images");
        let drawn = self.draw(&folder.join(self.file));
        drawn.expect("the picture can be drawn and written");
    }

    fn draw(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let area = SVGBackend::new(path, (720, 400)).into_drawing_area();
        let text = |size: i32| ("sans-serif", size).into_font().color(&TEXT);
        let mut chart = ChartBuilder::on(&area)
            .caption(self.title, text(17))
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(
                self.range(|point| point.0).log_scale(),
                self.range(|point| point.1).log_scale(),
            )?;
        chart
            .configure_mesh()
            .x_desc(self.counted)
            .y_desc("milliseconds of CPU time")
            .label_style(text(13))
            .axis_desc_style(text(13))
            .axis_style(TEXT)
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&|number| format!("{number}"))
            .y_label_formatter(&|number| number_of_axis(*number))
            .draw()?;
        for ((name, points), color) in self.lines.iter().zip(COLORS) {
            let line = LineSeries::new(points.iter().copied(), color.stroke_width(2)).point_size(3);
            chart.draw_series(line)?.label(*name).legend(move |(x, y)| {
                PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2))
            });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(text(13))
            .draw()?;
        area.present()?;
        Ok(())
    }

    /// The range of one coordinate, with room at its end for the names of the lines.
    fn range(&self, coordinate: impl Fn(&(f64, f64)) -> f64) -> Range<f64> {
        let points = self.lines.iter().flat_map(|(_, points)| points);
        let (mut least, mut most) = (f64::MAX, 0.0_f64);
        for value in points.map(coordinate) {
            least = least.min(value);
            most = most.max(value);
        }
        least..most * 1.001
    }
}

/// What stands beside a line of a logarithmic axis. Those near its end would overlap.
fn number_of_axis(number: f64) -> String {
    let first = number / 10_f64.powf(number.log10().floor());
    match [1.0, 2.0, 5.0].iter().any(|one| (first - one).abs() < 0.01) {
        true => format!("{number}"),
        false => String::new(),
    }
}

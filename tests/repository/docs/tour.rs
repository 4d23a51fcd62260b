//! The tour of the README: its commands print what it says.

use crate::docs::{desk::Desk, markdown};

#[test]
fn the_tour_of_the_readme_is_true() {
    let page = crate::docs::read("README.md");
    let tour = page.split("## A tour").nth(1).expect("there is a tour");
    let tour = tour.split("\n## ").next().expect("it has an end");
    let pattern = markdown::texts(tour, "pdll").remove(0);
    let program = markdown::texts(tour, "mlir").remove(0);
    let [run, broken, unthought] = &markdown::texts(tour, "console")[..] else {
        panic!("the tour has three commands");
    };

    check(&[("double.pdll", pattern), ("in.mlir", program)], run);
    let damaged = pattern.replace("x: Value, x", "x: Value, y");
    let damaged = damaged.replace("1 : i32", "1 : i3x");
    check(&[("double.pdll", &damaged)], broken);
    let program = program.replace("i32", "i64");
    check(
        &[("double.pdll", pattern), ("in64.mlir", &program)],
        unthought,
    );
}

/// Runs the commands of a console in a folder with these files.
fn check(files: &[(&str, &str)], console: &str) {
    let desk = Desk::new(files.iter().copied());
    assert_eq!(desk.console(console), console);
}

//! The tour of the README: its commands print what it says.

use crate::docs::{desk::Desk, markdown};
use expect_test::expect_file;

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

    check_picture(pattern);
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

/// Compares the picture of the page with what the command draws.
fn check_picture(pattern: &str) {
    let command = "$ pdll-opt compile -x svg double.pdll\n";
    let desk = Desk::new([("double.pdll", pattern)]);
    let printed = desk.console(command);
    let drawn = printed.strip_prefix(command).expect("it begins with that");
    expect_file!["../../../docs/images/double.svg"].assert_eq(drawn);
}

/// Runs the commands of a console in a folder with these files.
fn check(files: &[(&str, &str)], console: &str) {
    let desk = Desk::new(files.iter().copied());
    assert_eq!(desk.console(console), console);
}

//! The pictures in the cookbook: each is what `pdll-opt compile -x svg` draws of the patterns
//! below it.

use crate::{
    docs::{ROOT, desk::Desk, markdown},
    support::workers,
};
use expect_test::expect_file;
use std::{collections::BTreeSet, fs, path::Path};

#[test]
fn recipes_have_pictures() {
    let page = crate::docs::read("docs/cookbook.md");
    let blocks = markdown::blocks(&page);
    let pictures: Vec<_> = blocks
        .iter()
        .filter(|block| block.language == "pdll")
        .filter_map(|block| Some((picture(&page[..block.range.start])?, block.text)))
        .collect();
    assert!(pictures.len() > 30, "most recipes have a picture");
    let drawn = workers::parallel(&pictures, || (), |(), (_, patterns)| draw(patterns));
    for ((name, _), drawn) in pictures.iter().zip(drawn) {
        expect_file![Path::new(ROOT).join(FOLDER).join(name)].assert_eq(&drawn);
    }
    let used: BTreeSet<_> = pictures
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    let files = fs::read_dir(Path::new(ROOT).join(FOLDER)).expect("the folder is there");
    let names = files.map(|file| file.expect("it is there").file_name());
    let there: BTreeSet<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    assert_eq!(used, there, "the page shows all pictures");
}

const FOLDER: &str = "docs/images/cookbook";

/// The file of the picture that stands right above a block, whose fence ends this text.
fn picture(above: &str) -> Option<&str> {
    let line = above.trim_end().lines().rev().nth(2)?;
    let (_, path) = line.split_once("](images/cookbook/")?;
    path.strip_suffix(')')
}

fn draw(patterns: &str) -> String {
    let desk = Desk::new([("example.pdll", patterns)]);
    let output = desk.pdll_opt("compile -x svg example.pdll");
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problem}\n{patterns}");
    String::from_utf8(output.stdout).expect("it is text")
}

//! Links between pages, and the order in which to read them.

use crate::docs::{ROOT, markdown, read};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const INDEX: &str = "docs/README.md";

#[test]
fn links_lead_to_files_and_headings() {
    let mut seen = 0;
    let mut broken = Vec::new();
    for page in ["README.md".to_owned()].into_iter().chain(pages()) {
        let text = read(&page);
        for link in markdown::links(&text) {
            seen += 1;
            if !leads_somewhere(&page, &text, &link) {
                broken.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(seen > 100, "only {seen} links were found");
    assert!(broken.is_empty(), "{broken:#?}");
}

fn leads_somewhere(page: &str, text: &str, link: &str) -> bool {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = Path::new(ROOT).join(page).with_file_name(file);
    if !file.is_empty() && !target.exists() {
        return false;
    }
    if anchor.is_empty() {
        return true;
    }
    let other = (!file.is_empty()).then(|| fs::read_to_string(&target).unwrap_or_default());
    let anchors = markdown::anchors(other.as_deref().unwrap_or(text));
    anchors.iter().any(|known| known == anchor)
}

/// The index names every page once, and the last paragraph of each page leads to the
/// next one.
#[test]
fn pages_lead_to_the_next_one_in_the_order_of_the_index() {
    let order: Vec<_> = markdown::links(&read(INDEX))
        .into_iter()
        .filter(|link| !link.contains(['/', '#']))
        .map(|link| format!("docs/{link}"))
        .collect();
    let listed: BTreeSet<_> = order.iter().cloned().collect();
    assert_eq!(
        listed.len(),
        order.len(),
        "a page is listed twice: {order:?}"
    );
    let mut all: BTreeSet<_> = pages().into_iter().collect();
    all.remove(INDEX);
    assert_eq!(listed, all, "the index lists the pages of the folder");

    let mut wrong = Vec::new();
    for pair in order.windows(2) {
        let [page, next] = pair else { continue };
        let text = read(page);
        let last = text.trim_end().rsplit("\n\n").next().unwrap_or_default();
        let expected = next.trim_start_matches("docs/");
        let is_next = last.starts_with("Next: [")
            && markdown::links(last)
                .first()
                .is_some_and(|link| link == expected);
        if !is_next {
            wrong.push(format!("{page} should end with `Next: [{expected}](…`"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each page says in its first paragraph for whom it is.
#[test]
fn pages_say_for_whom_they_are() {
    let is_silent = |page: &String| {
        let text = read(page);
        let first = text.split("\n\n").nth(1).unwrap_or_default();
        !first.replace('\n', " ").contains(" for ")
    };
    let silent: Vec<_> = pages().into_iter().filter(is_silent).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

/// The paths of the pages in `docs`, in order.
fn pages() -> Vec<String> {
    let folder = Path::new(ROOT).join("docs");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder is readable").path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let mut pages: Vec<_> = paths
        .filter(is_page)
        .map(|path| {
            let name = path.file_name().expect("it is a file").to_string_lossy();
            format!("docs/{name}")
        })
        .collect();
    pages.sort();
    pages
}

//! The editor component in the page of the playground, which npm makes, is made of the
//! packages of the lock file, and has what the page uses.

use crate::docs::read;
use serde_json::Value;
use std::collections::BTreeSet;

const MADE: &str = "src/commands/play/page/codemirror.js";
const SOURCE: &str = "editors/playground/codemirror.js";
const LOCK: &str = "editors/playground/package-lock.json";
const PAGE: [&str; 3] = [
    "src/commands/play/page/connection.js",
    "src/commands/play/page/play.js",
    "src/commands/play/page/languages.js",
];

#[test]
fn the_component_is_made_of_the_packages_of_the_lock_file() {
    let lock: Value = serde_json::from_str(&read(LOCK)).expect("it is JSON");
    let packages = lock["packages"].as_object().expect("it has packages");
    let made = read(MADE);
    let (banner, _) = made.split_once("*/").expect("it begins with a comment");
    let stated = banner.lines().filter(|line| line.ends_with(')'));
    let stated: Vec<_> = stated
        .filter_map(|line| line.split_once(" ("))
        .filter_map(|(package, _)| package.split_once(' '))
        .filter(|(name, _)| packages.contains_key(&format!("node_modules/{name}")))
        .collect();
    assert!(stated.len() > 10, "{stated:?}");
    for (name, version) in stated {
        let locked = &packages[&format!("node_modules/{name}")]["version"];
        assert_eq!(locked, version, "{name}: run `npm ci && npm run build`");
    }
}

#[test]
fn the_component_has_what_the_page_uses() {
    let offered = names(&read(SOURCE), "export");
    let made = read(MADE);
    let (_, end) = made.rsplit_once("export{").expect("it exports names");
    for name in &offered {
        let words: Vec<_> = end
            .split(|letter: char| !letter.is_alphanumeric())
            .collect();
        assert!(words.contains(&&**name), "{name}: run `npm run build`");
    }
    let used = PAGE.map(|page| names(&read(page), "import"));
    let used: BTreeSet<_> = used.into_iter().flatten().collect();
    let own = ["languageOf", "semanticTokens", "connect", "showFrames"].map(str::to_owned);
    let used: BTreeSet<_> = used.difference(&own.into()).cloned().collect();
    assert_eq!(used, offered);
}

/// The names in the lists that begin with a word.
fn names(script: &str, word: &str) -> BTreeSet<String> {
    let begin = format!("\n{word} {{");
    let lists = script.split(&begin).skip(1);
    let lists = lists.filter_map(|rest| rest.split('}').next());
    let names = lists.flat_map(|list| list.split(','));
    let names = names.map(|name| name.trim().to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

//! The recipes of the cookbook that a page can show.

use super::named::Document;
use serde::Serialize;

/// A recipe.
#[derive(Debug, Serialize)]
pub(super) struct Example {
    title: String,
    documents: Vec<Document>,
    options: String,
}

const COOKBOOK: &str = include_str!("../../../docs/cookbook.md");

/// The recipes in their order.
pub(super) fn all() -> Vec<Example> {
    COOKBOOK
        .split("\n### ")
        .skip(1)
        .filter_map(example)
        .collect()
}

/// A recipe that needs nothing but its patterns and its program.
fn example(section: &str) -> Option<Example> {
    let (title, text) = section.split_once('\n')?;
    // The next chapter.
    let text = text.split("\n## ").next()?;
    let block = |language: &str| {
        let (_, rest) = text.split_once(&format!("\n```{language}\n"))?;
        rest.split_once("```\n").map(|(block, _)| block.to_owned())
    };
    let patterns = block("pdll")?;
    let mut includes = patterns
        .lines()
        .filter_map(|line| line.strip_prefix("#include \""));
    if !includes.all(|name| {
        ["pdll/", "mlir/"]
            .iter()
            .any(|of_us| name.starts_with(of_us))
    }) {
        return None;
    }
    let options = match block("console") {
        Some(console) => options(&console),
        None => "--allow-unregistered-dialect".to_owned(),
    };
    if options.contains("--native-code") {
        return None;
    }
    let document = |name: &str, text| Document {
        name: name.to_owned(),
        text,
    };
    Some(Example {
        title: title.to_owned(),
        documents: vec![
            document("patterns.pdll", patterns),
            document("program.mlir", block("mlir")?),
        ],
        options,
    })
}

/// The options of the first command in a console.
fn options(console: &str) -> String {
    let mut words = Vec::new();
    for line in console.lines() {
        let (line, goes_on) = match line.strip_suffix('\\') {
            Some(line) => (line, true),
            None => (line, false),
        };
        words.extend(line.split_whitespace());
        if !goes_on {
            break;
        }
    }
    let mut words = words
        .into_iter()
        .skip_while(|word| *word != "apply")
        .skip(1)
        .peekable();
    let mut options = Vec::new();
    while let Some(word) = words.next() {
        if word == "-o" {
            words.next();
        } else if !word.ends_with(".pdll") && !word.ends_with(".mlir") {
            options.push(word);
        }
    }
    options.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::options::Setup;

    #[test]
    fn most_recipes_can_be_shown() {
        let all = all();
        assert!(all.len() > 30, "{}", all.len());
        for example in all {
            let read = Setup::of_line(&example.options);
            assert!(read.is_ok(), "{}: {}", example.title, example.options);
            assert!(example.documents.iter().all(|one| !one.text.is_empty()));
        }
    }

    #[test]
    fn options_are_those_of_the_first_command() {
        let console = "$ pdll-opt apply a.pdll \\\n    --driver walk -o /dev/null in.mlir\nx.mlir";
        assert_eq!(options(console), "--driver walk");
    }
}

//! As much of Markdown as the pages use.

use std::ops::Range;

/// A fenced block.
#[derive(Debug, Clone)]
pub(crate) struct Block<'a> {
    /// The word after the opening fence.
    pub(crate) language: &'a str,
    pub(crate) text: &'a str,
    /// Where the text is in the page.
    pub(crate) range: Range<usize>,
    /// The number of the first line of the text.
    pub(crate) line: usize,
}

/// The fenced blocks of a page. Those in lists are indented, and are not among
/// them.
pub(crate) fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open: Option<(&str, usize, usize)> = None;
    let mut at = 0;
    for (index, line) in page.split_inclusive('\n').enumerate() {
        let end = at + line.len();
        match (line.strip_prefix("```"), open) {
            (Some(language), None) => open = Some((language.trim_end(), end, index + 2)),
            (Some(_), Some((language, start, number))) => {
                blocks.push(Block {
                    language,
                    text: &page[start..at],
                    range: start..at,
                    line: number,
                });
                open = None;
            }
            (None, _) => {}
        }
        at = end;
    }
    assert!(open.is_none(), "a block has no end");
    blocks
}

/// The texts of the blocks of a language.
pub(crate) fn texts<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let blocks = blocks(page).into_iter();
    let texts = blocks.filter(|block| block.language == language);
    texts.map(|block| block.text).collect()
}

/// The lines outside of fenced blocks, those in lists among them.
pub(crate) fn prose(page: &str) -> String {
    let mut prose = String::new();
    let mut is_code = false;
    for line in page.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            prose.push_str(line);
        }
    }
    prose
}

/// The targets of the links of a page, without those to other sites.
pub(crate) fn links(page: &str) -> Vec<String> {
    let prose = prose(page);
    let targets = prose.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split(')').next());
    targets
        .filter(|target| !target.contains("://") && !target.contains(' '))
        .map(str::to_owned)
        .collect()
}

/// What links can refer to in a page: its headings, in the form that GitHub makes
/// of them.
pub(crate) fn anchors(page: &str) -> Vec<String> {
    let prose = prose(page);
    let headings = prose.lines().filter_map(|line| {
        let text = line.trim_start_matches('#');
        (text.len() < line.len()).then(|| text.strip_prefix(' '))?
    });
    headings.map(anchor).collect()
}

fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let text: String = heading.chars().filter(kept).collect();
    text.to_lowercase().replace(' ', "-")
}

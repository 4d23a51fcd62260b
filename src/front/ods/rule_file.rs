//! Reads a `.td` file of rewrite rules.

use super::{
    Ods, Settings,
    chain::{Chain, Library, SearchPath},
    import::{add_definitions, span_of},
    outcomes::{self, Input},
    rules::Rules,
    scan,
    tablegen::Contents,
    wire::{Placed, PlacedRule, Tables},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::{FileId, Loader, SourceMap, Span},
};
use std::path::{Path, PathBuf};

/// A `.td` file of rewrite rules that was asked for.
#[derive(Debug)]
pub struct RuleFile {
    /// The file.
    pub file: FileId,
    /// The rules, and those of the files that it includes. After an error, there are
    /// none.
    pub rules: Rules,
    /// The operations and constraints that all these files define.
    pub ods: Ods,
    /// The paths of the files that it includes.
    pub included_paths: Vec<PathBuf>,
    /// Whether TableGen has read the file.
    pub is_read: bool,
    /// Whether it has rules that TableGen could not read, and that were left out.
    pub leaves_out_rules: bool,
    /// Whether rules that have errors are left out, with a warning.
    pub skip_unsupported: bool,
}

/// Reads the rules of a file that is in `sources` already, and was found at `path`.
pub fn read_rules(
    file: FileId,
    path: &Path,
    include_dirs: &[PathBuf],
    loader: &dyn Loader,
    settings: &Settings,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> RuleFile {
    let search = SearchPath {
        include_dirs,
        pattern_dir: path.parent().unwrap_or(Path::new("")),
        installed: settings.tablegen.installation().include_dir,
    };
    let chain = Library::default().chain_of(file, path, search, loader, sources);
    let mut input = Input {
        path: path.display().to_string(),
        span: sources.whole(file).at_start(),
        chain,
    };
    let mut result = RuleFile {
        file,
        rules: Rules::default(),
        ods: Ods::default(),
        included_paths: Vec::new(),
        is_read: false,
        leaves_out_rules: false,
        skip_unsupported: settings.skip_unsupported,
    };
    let mut found: Vec<Diagnostic> = Vec::new();
    loop {
        let contents = Contents::DefinitionsAndRules;
        let Some(answer) = outcomes::read(&[&input], contents, settings, sources).pop() else {
            break;
        };
        let place = answer.unknown_name;
        let without = place.and_then(|place| without_rule(place, &input.chain, sources));
        for one in answer.diagnostics {
            // What comes before an error comes again.
            let is_same =
                |known: &Diagnostic| (known.span, &known.message) == (one.span, &one.message);
            if !found.iter().any(is_same) {
                found.push(one);
            }
        }
        if let Some(text) = without.filter(|_| found.len() < MAX_FOUND) {
            input.chain.replace_first(text);
            result.leaves_out_rules = true;
            continue;
        }
        if answer.is_unread {
            result.ods.add_unread(&input.path);
        }
        // The first file is the one that was asked for.
        let opened = input.opened(answer.tables.as_ref());
        result.included_paths.extend(opened.into_iter().skip(1));
        if let Some(tables) = answer.tables {
            result.add(tables, &input, sources);
        }
        break;
    }
    diagnostics.extend(found);
    result
}

/// How much may be wrong until no more rules are left out. TableGen runs once for each name
/// that it does not know.
const MAX_FOUND: usize = 20;

/// The first file without the rule at a place, so that one can see what is wrong with the others.
/// None if there is no rule, or if others may need what would be left out.
fn without_rule(place: Span, chain: &Chain, sources: &SourceMap) -> Option<String> {
    let first = chain.files.first().filter(|first| first.id == place.file)?;
    let text = first.text(sources);
    let range = scan::definition_around(text, place.start as usize)?;
    let is_blank = |letter: char| letter == '\n' || letter == '\r';
    let blank = text[range.clone()]
        .chars()
        .map(|letter| match is_blank(letter) {
            true => letter.to_string(),
            false => " ".repeat(letter.len_utf8()),
        });
    let blank: String = blank.collect();
    Some([&text[..range.start], &blank, &text[range.end..]].concat())
}

impl RuleFile {
    /// What is wrong with a file that should have rules and has none. TableGen's errors
    /// are known already.
    pub fn without_rules(&self) -> Option<Diagnostic> {
        let start = Span {
            file: self.file,
            start: 0,
            end: 0,
        };
        let has_none = self.rules.rules.is_empty() && !self.leaves_out_rules;
        (self.is_read && has_none).then(|| no_rules(start))
    }

    fn add(&mut self, mut tables: Tables, input: &Input, sources: &SourceMap) {
        self.is_read = true;
        add_definitions(&mut self.ods, &mut tables, input, sources);
        let span = |place| span_of(place, input, sources);
        for PlacedRule { places, mut rule } in tables.rules {
            let mut spans = places.into_iter().map(span);
            rule.span = spans.next().unwrap_or(input.span);
            rule.instantiated_at = spans.collect();
            self.rules.rules.push(rule);
        }
        for Placed {
            place, mut value, ..
        } in tables.records
        {
            value.span = span(place);
            self.rules.records.push(value);
        }
    }
}

fn no_rules(start: Span) -> Diagnostic {
    let help = "a rule is a `def` of the class `Pat` or `Pattern`; to use the definitions of \
                this file in patterns, include it in a `.pdll` file";
    Diagnostic::error(start, "this file contains no rewrite rules").help(help)
}

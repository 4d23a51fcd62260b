//! The result for people.

use super::{
    history::Fate,
    report::{
        Condition, Explanation, Failure, Group as Misses, Judgement, Label, PatternReport, Reason,
        Report, Verdict,
    },
    words::{RANGE_LENGTH, STILL_THERE},
};
use crate::{
    base::diagnostic::count,
    base::source::{SourceMap, Span, character_end, character_start},
    front::contract::CONVERT_TYPE,
};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use std::fmt::Write as _;

/// How the text looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) is_colored: bool,
    /// Whether all conditions of an operation are listed.
    pub(crate) lists_conditions: bool,
}

/// The number of misses from which on a table says where they fail.
const TABLE_FROM: usize = 10;

/// Renders a report.
pub(crate) fn render(report: &Report, sources: &SourceMap, style: Style) -> String {
    let renderer = match style.is_colored {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    let mut text = Text {
        sources,
        style,
        renderer,
        out: String::new(),
    };
    for pattern in &report.patterns {
        text.pattern(pattern);
    }
    text.out
}

/// The text about some operations.
pub(crate) struct Part {
    pub(crate) title: String,
    /// The conditions that fail.
    pub(crate) fails: Vec<usize>,
    /// The number of operations.
    pub(crate) count: usize,
    pub(crate) text: String,
}

/// What [`render`] says about the operations that a pattern could match.
pub(crate) fn parts(pattern: &PatternReport, sources: &SourceMap) -> Vec<Part> {
    let part = |explanation: &Explanation, group: Option<&Misses>| {
        let mut text = Text {
            sources,
            style: Style {
                is_colored: false,
                lists_conditions: false,
            },
            renderer: Renderer::plain(),
            out: String::new(),
        };
        text.explanation(pattern, explanation, group);
        let place = explanation.span.map(|span| text.place(span));
        Part {
            title: format!("{} {}", explanation.operation, place.unwrap_or_default()),
            fails: group.map_or_else(Vec::new, |group| group.fails.clone()),
            count: group.map_or(1, |group| group.count),
            text: text.out,
        }
    };
    let matches = pattern
        .matches
        .iter()
        .map(|explanation| part(explanation, None));
    let groups = pattern.groups.iter();
    let groups = groups.map(|group| part(&group.example, Some(group)));
    groups.chain(matches).collect()
}

struct Text<'t> {
    sources: &'t SourceMap,
    style: Style,
    renderer: Renderer,
    out: String,
}

impl Text<'_> {
    fn pattern(&mut self, pattern: &PatternReport) {
        let title = headline(pattern);
        let mut remark = Remark::new(title);
        remark.own = pattern.span.map(|span| vec![(span, String::new())]);
        if let Some(absence) = &pattern.absence
            && !absence.closest.is_empty()
        {
            let names: Vec<_> = absence
                .closest
                .iter()
                .map(|name| format!("`{name}`"))
                .collect();
            let has = format!("the program has {}", names.join(" and "));
            remark.notes.push(has);
        }
        let fates = pattern.fates.iter();
        remark
            .notes
            .extend(fates.map(|(fate, number)| said_of_all(fate, *number)));
        if pattern.num_later > 0 {
            let operations = count(pattern.num_later, "more operation");
            let when = "after folding or other rewrites have changed them";
            remark
                .notes
                .push(format!("it rewrites {operations} {when}"));
        }
        let proof = pattern.proof.iter();
        remark
            .notes
            .extend(proof.map(|proof| format!("`pdll-opt verify` says: {}", proof.sentence)));
        self.show(remark);
        let misses = pattern.num_candidates - pattern.num_matches;
        if misses >= TABLE_FROM {
            self.table(pattern);
        }
        for explanation in &pattern.matches {
            self.explanation(pattern, explanation, None);
        }
        for group in &pattern.groups {
            self.explanation(pattern, &group.example, Some(group));
        }
        if pattern.left_out.groups > 0 {
            let operations = count(pattern.left_out.operations, "operation");
            let ways = count(pattern.left_out.groups, "other way");
            let fail = match pattern.left_out.operations {
                1 => "fails",
                _ => "fail",
            };
            let title = format!("not shown: {operations} that {fail} in {ways}; see `--all`");
            self.show(Remark::new(title));
        }
    }

    /// Where the candidates fail.
    fn table(&mut self, pattern: &PatternReport) {
        let sentences = pattern.conditions.iter().map(sentence);
        let sentences: Vec<_> = sentences.collect();
        let widths = sentences.iter().map(|sentence| sentence.chars().count());
        let width = widths.max().unwrap_or_default().max(10);
        self.line(&format!(
            "  {:width$}  {:>9}  {:>9}",
            "condition", "holds", "fails"
        ));
        for (sentence, condition) in sentences.iter().zip(&pattern.conditions) {
            let fails = match condition.fails_first {
                0 => String::new(),
                number => number.to_string(),
            };
            let found = condition.found.iter();
            let found: Vec<_> = found
                .map(|(name, number)| format!("{name} {number}"))
                .collect();
            let line = format!(
                "  {sentence:width$}  {:>9}  {fails:>9}  {}",
                condition.survivors,
                found.join(", ")
            );
            self.line(line.trim_end());
        }
        self.line("");
    }

    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(self.out, "{line}");
    }

    fn explanation(
        &mut self,
        pattern: &PatternReport,
        explanation: &Explanation,
        group: Option<&Misses>,
    ) {
        let failures: Vec<_> = explanation
            .judgements
            .iter()
            .zip(&pattern.conditions)
            .filter_map(|(judgement, condition)| match judgement {
                Judgement::Fails(failure) => Some((condition, failure)),
                _ => None,
            })
            .collect();
        if failures.is_empty() {
            self.without_failures(pattern, explanation);
        }
        for (number, (condition, failure)) in failures.iter().enumerate() {
            let mut remark = Remark::new(title_of(number, failures.len(), failure));
            remark.is_continued = number > 0;
            remark.own = Some(labels(&failure.labels));
            remark.other = condition.span.map(|span| vec![(span, sentence(condition))]);
            let callers = condition
                .callers
                .iter()
                .map(|span| (*span, "called here".to_owned()));
            remark.callers = callers.collect();
            if let Some(Reason::Said(reason)) = &failure.reason {
                remark.notes.push(format!("the constraint says: {reason}"));
            }
            remark.notes.extend(parts_that_fail(&failure.parts));
            if number + 1 == failures.len() {
                let hints = explanation.hints.iter().map(|hint| hint.message.clone());
                remark.help = hints.collect();
                remark.notes.extend(unknown(pattern, explanation));
                remark
                    .notes
                    .extend(explanation.fate.as_ref().and_then(said_of_miss));
                remark
                    .notes
                    .extend(group.and_then(|group| self.others(pattern, group)));
            }
            self.show(remark);
        }
        if self.style.lists_conditions {
            self.list(pattern, explanation);
        }
    }

    fn without_failures(&mut self, pattern: &PatternReport, explanation: &Explanation) {
        let name = &pattern.name;
        let title = match explanation.verdict {
            Verdict::TooManyUsers => {
                format!("a value has more users than are tried for `{name}`")
            }
            _ => format!("`{name}` matches"),
        };
        let mut remark = Remark::new(title);
        let bindings = explanation.bindings.iter();
        let bindings =
            bindings.filter_map(|binding| Some((binding.span?, format!("`{}`", binding.name))));
        let mut own: Vec<_> = bindings.collect();
        if own.is_empty() {
            own.extend(explanation.span.map(|span| (span, "the root".to_owned())));
        }
        let mut own = merged(own);
        // The root is what the message is about.
        own.sort_by_key(|(span, _)| Some(*span) == explanation.span);
        remark.own = Some(own);
        remark
            .notes
            .extend(explanation.fate.as_ref().map(said_of_match));
        self.show(remark);
    }

    fn place(&self, span: Span) -> String {
        let position = self.sources.position(span);
        let file = self.sources.file(span.file).name();
        format!("{file}:{}:{}", position.line, position.column)
    }

    /// How many more operations fail in the same way, which for functions with reasons may be
    /// for others.
    fn others(&self, pattern: &PatternReport, group: &Misses) -> Option<String> {
        let others = group.count - 1;
        let (one, many) = match &pattern.root {
            Some(root) => (
                format!("another `{root}`"),
                format!("{others} more `{root}`"),
            ),
            None => (
                "another operation".to_owned(),
                format!("{others} more operations"),
            ),
        };
        let mut reasons = group.example.judgements.iter().filter(
            |judgement| matches!(judgement, Judgement::Fails(failure) if failure.reason.is_some()),
        );
        let how = match (reasons.next(), group.fails.len()) {
            (None, _) => "in the same way",
            (Some(_), 1) => "in the same condition",
            (Some(_), _) => "in the same conditions",
        };
        let place = group.next.map(|span| self.place(span));
        match (others, place) {
            (0, _) => None,
            (1, Some(place)) => Some(format!("{one} fails {how}, at {place}")),
            (_, Some(place)) => Some(format!("{many} fail {how}, the next one at {place}")),
            (_, None) => Some(format!("{many} fail {how}")),
        }
    }

    /// All conditions, and how they are judged.
    fn list(&mut self, pattern: &PatternReport, explanation: &Explanation) {
        for (judgement, condition) in explanation.judgements.iter().zip(&pattern.conditions) {
            let mark = match judgement {
                Judgement::Holds => "holds",
                Judgement::Fails(_) => "fails",
                Judgement::Unknown(_) => "unknown",
            };
            self.line(&format!("  {mark:7}  {}", sentence(condition)));
        }
        self.line("");
    }

    fn show(&mut self, remark: Remark) {
        let level = match remark.is_continued {
            true => Level::NOTE,
            false => Level::INFO.with_name("remark"),
        };
        let mut group = Group::with_title(level.primary_title(remark.title.as_str()));
        let own = remark.own.unwrap_or_default();
        let other = remark.other.unwrap_or_default();
        for element in self.snippets(&own, AnnotationKind::Primary) {
            group = group.element(element);
        }
        for element in self.snippets(&other, AnnotationKind::Context) {
            group = group.element(element);
        }
        for element in self.snippets(&remark.callers, AnnotationKind::Context) {
            group = group.element(element);
        }
        for help in &remark.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        for note in &remark.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        let shown = self.renderer.render(&[group]);
        self.out += &shown;
        self.out += "\n\n";
    }

    /// Excerpts of the files. Places that are near each other share one. The last label
    /// is what matters most.
    fn snippets<'a>(
        &'a self,
        labels: &'a [(Span, String)],
        kind: AnnotationKind,
    ) -> Vec<Element<'a>> {
        let mut sorted: Vec<_> = labels.iter().enumerate().collect();
        sorted.sort_by_key(|(_, (span, _))| (span.file, span.start));
        let mut clusters: Vec<Vec<_>> = Vec::new();
        for label in sorted {
            let line = |span: Span| (span.file, self.sources.position(span).line);
            let is_near = clusters
                .last()
                .and_then(|cluster| cluster.last())
                .is_some_and(|last: &(usize, &(Span, String))| {
                    let ((file, line), (last_file, last_line)) = (line(label.1.0), line(last.1.0));
                    file == last_file && line - last_line <= MAX_GAP
                });
            match clusters.last_mut() {
                Some(cluster) if is_near => cluster.push(label),
                _ => clusters.push(vec![label]),
            }
        }
        // What fails comes first.
        let last = labels.len().saturating_sub(1);
        clusters.sort_by_key(|cluster| !cluster.iter().any(|(index, _)| *index == last));
        let clusters = clusters.into_iter();
        clusters
            .map(|cluster| self.snippet(&cluster, last, kind))
            .collect()
    }

    fn snippet<'a>(
        &'a self,
        labels: &[(usize, &'a (Span, String))],
        last: usize,
        kind: AnnotationKind,
    ) -> Element<'a> {
        let [(_, (first, _)), ..] = labels else {
            return Origin::path("").into();
        };
        let file = self.sources.file(first.file);
        let main = labels.iter().find(|(index, _)| *index == last);
        let main = main.map_or(*first, |(_, (span, _))| *span);
        let text = file.text();
        let (_, (end, _)) = labels[labels.len() - 1];
        let start = text[..(first.start as usize).min(text.len())]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let end_of = |offset: u32| {
            let offset = character_end(text, offset as usize);
            text[offset..]
                .find('\n')
                .map_or(text.len(), |at| offset + at)
        };
        let end = end_of(end.end.max(first.end));
        let excerpt = text.get(start..end).unwrap_or_default();
        if !file.is_read() || excerpt.lines().any(|line| line.len() > MAX_LENGTH) {
            let position = file.position(main.start);
            return Origin::path(file.name())
                .line(position.line as usize)
                .char_column(position.column as usize)
                .into();
        }
        let annotations = labels.iter().map(|(index, (span, text_of))| {
            let kind = match *index == last {
                true => kind,
                false => AnnotationKind::Context,
            };
            let from = character_start(text, span.start as usize);
            let to = character_end(text, span.end as usize).min(end).max(from);
            let annotation = kind.span(from - start..to - start);
            match text_of.is_empty() {
                true => annotation,
                false => annotation.label(text_of.as_str()),
            }
        });
        Snippet::source(excerpt)
            .path(file.name())
            .line_start(file.position(start as u32).line as usize)
            .annotations(annotations)
            .into()
    }
}

/// Lines between places that one excerpt shows.
const MAX_GAP: u32 = 50;

/// The length of the longest line that people read.
const MAX_LENGTH: usize = 500;

/// A message with its places.
struct Remark {
    title: String,
    /// Whether the message before is about the same operation.
    is_continued: bool,
    /// In the program, or of the pattern.
    own: Option<Vec<(Span, String)>>,
    /// In the pattern.
    other: Option<Vec<(Span, String)>>,
    callers: Vec<(Span, String)>,
    help: Vec<String>,
    notes: Vec<String>,
}

impl Remark {
    fn new(title: String) -> Self {
        Remark {
            title,
            is_continued: false,
            own: None,
            other: None,
            callers: Vec::new(),
            help: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// What became of all candidates.
pub(crate) fn headline(pattern: &PatternReport) -> String {
    let name = &pattern.name;
    let operations = match (&pattern.root, pattern.num_candidates) {
        (Some(root), _) => format!("`{root}`"),
        (None, 1) => "operation".to_owned(),
        (None, _) => "operations".to_owned(),
    };
    match (pattern.num_candidates, pattern.num_matches) {
        (0, _) => match &pattern.root {
            Some(root) if root == CONVERT_TYPE => {
                format!("`{name}` says what types become, when a conversion asks it")
            }
            Some(root) => format!("there is no `{root}` that `{name}` could match"),
            None => format!("there is no operation that `{name}` could match"),
        },
        (all, 0) => format!("`{name}` matches none of {all} {operations}"),
        (all, matches) => format!("`{name}` matches {matches} of {all} {operations}"),
    }
}

/// Which parts of the condition of a constraint fail.
fn parts_that_fail(parts: &[String]) -> Option<String> {
    match parts {
        [] => None,
        [only] => Some(format!("`{only}` does not hold")),
        [first, others @ ..] => {
            let others: Vec<_> = others.iter().map(|part| format!(", `{part}`")).collect();
            Some(format!("none of these holds: `{first}`{}", others.concat()))
        }
    }
}

fn title_of(number: usize, all: usize, failure: &Failure) -> String {
    let Failure {
        expected, found, ..
    } = failure;
    let why = match &failure.reason {
        Some(Reason::Known(reason)) => format!("expected {expected}, found {found}: {reason}"),
        _ => format!("expected {expected}, found {found}"),
    };
    match (number, all) {
        (0, 1) => format!("1 condition fails: {why}"),
        (0, _) => format!("{all} conditions fail: {why}"),
        _ => why,
    }
}

/// What became of operations that match.
fn said_of_all(fate: &Fate, number: usize) -> String {
    let these = match number {
        1 => "1 of these is".to_owned(),
        _ => format!("{number} of these are"),
    };
    match fate {
        Fate::Rewritten { step } | Fate::RewrittenLater { step, .. } => {
            format!("{these} rewritten, the first one in step {step}")
        }
        Fate::RewrittenBy {
            pattern,
            benefit,
            step,
        } => {
            let benefit = said_benefit(*benefit);
            format!("{these} rewritten first by `{pattern}`, for example in step {step}{benefit}")
        }
        Fate::TakenBack { step } => {
            format!("{these} rewritten, and that is taken back, for example in step {step}")
        }
        Fate::Untouched(reason) => format!("{these} not rewritten: {reason}"),
    }
}

fn said_benefit(benefit: Option<u16>) -> String {
    benefit.map_or_else(String::new, |benefit| format!("; its benefit is {benefit}"))
}

fn said_of_match(fate: &Fate) -> String {
    match fate {
        Fate::Rewritten { step } | Fate::RewrittenLater { step, .. } => {
            format!("it is rewritten in step {step}")
        }
        Fate::RewrittenBy {
            pattern,
            benefit,
            step,
        } => {
            let benefit = said_benefit(*benefit);
            format!("`{pattern}` rewrites it first, in step {step}{benefit}")
        }
        Fate::TakenBack { step } => format!("its rewrite in step {step} is taken back"),
        Fate::Untouched(reason) => format!("it is not rewritten: {reason}"),
    }
}

fn said_of_miss(fate: &Fate) -> Option<String> {
    match fate {
        Fate::RewrittenLater { step, changed } => Some(format!(
            "it matches later, and is rewritten in step {step}: {changed}"
        )),
        Fate::RewrittenBy { pattern, step, .. } => {
            Some(format!("`{pattern}` rewrites it in step {step}"))
        }
        Fate::TakenBack { step } => Some(format!(
            "it matches later, and its rewrite in step {step} is taken back"
        )),
        Fate::Rewritten { .. } | Fate::Untouched(_) => None,
    }
}

/// How many conditions are not judged. That something is still there in the rewrite goes
/// without saying, unless it is not.
fn unknown(pattern: &PatternReport, explanation: &Explanation) -> Option<String> {
    let unknown = explanation.judgements.iter().zip(&pattern.conditions);
    let unknown = unknown.filter(|(judgement, condition)| {
        matches!(judgement, Judgement::Unknown(_))
            && ![STILL_THERE, RANGE_LENGTH].contains(&condition.kind)
    });
    let mut unknown = unknown.map(|(_, condition)| sentence(condition));
    let first = unknown.next()?;
    match unknown.count() {
        0 => Some(format!("it is not known whether {first}")),
        1 => Some(format!(
            "it is not known whether {first}, and 1 more condition waits for this, too"
        )),
        more => Some(format!(
            "it is not known whether {first}, and {more} more conditions wait for this, too"
        )),
    }
}

fn sentence(condition: &Condition) -> String {
    const MAX: usize = 90;
    match condition.sentence.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &condition.sentence[..end]),
        None => condition.sentence.clone(),
    }
}

fn labels(labels: &[Label]) -> Vec<(Span, String)> {
    labels
        .iter()
        .map(|label| (label.span, label.text.clone()))
        .collect()
}

/// One label for each place.
fn merged(labels: Vec<(Span, String)>) -> Vec<(Span, String)> {
    let mut merged: Vec<(Span, String)> = Vec::new();
    for (span, text) in labels {
        match merged.iter_mut().find(|(known, _)| *known == span) {
            Some((_, known)) => *known += &format!(", {text}"),
            None => merged.push((span, text)),
        }
    }
    merged
}

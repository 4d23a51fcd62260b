//! The result for programs, which docs/explain.md describes.

use super::{
    history::Fate,
    report::{
        Condition, Explanation, Failure, Group, Hint, Judgement, Label, PatternReport, Reason,
        Report, Verdict,
    },
};
use crate::base::source::{FileId, JsonRange, SourceMap, Span};
use serde::Serialize;

/// Renders a report; `at` is the state of the program that was looked at.
pub(crate) fn render(report: &Report, at: &str, sources: &SourceMap) -> String {
    let mut files = Files {
        sources,
        ids: Vec::new(),
    };
    let patterns = report.patterns.iter().map(|pattern| files.pattern(pattern));
    let document = Document {
        version: 1,
        at,
        operations: report.num_operations,
        patterns: patterns.collect(),
        files: Vec::new(),
    };
    let names = files.ids.iter().map(|id| File {
        name: sources.file(*id).name(),
    });
    let document = Document {
        files: names.collect(),
        ..document
    };
    let mut text = serde_json::to_string(&document).expect("all of this can be JSON");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Document<'r> {
    version: u32,
    at: &'r str,
    operations: usize,
    patterns: Vec<Pattern<'r>>,
    files: Vec<File<'r>>,
}

#[derive(Serialize)]
struct File<'r> {
    name: &'r str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Pattern<'r> {
    name: &'r str,
    range: Option<JsonRange>,
    benefit: u16,
    root: Option<&'r str>,
    candidates: usize,
    matches: usize,
    closest_names: Option<&'r [String]>,
    conditions: Vec<JsonCondition<'r>>,
    groups: Vec<JsonGroup<'r>>,
    groups_left_out: usize,
    misses_left_out: usize,
    driver: Vec<Fates<'r>>,
    matches_later: usize,
    explanations: Vec<JsonExplanation<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'r serde_json::Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonCondition<'r> {
    id: usize,
    kind: &'r str,
    subject: &'r str,
    expected: &'r str,
    text: &'r str,
    range: Option<JsonRange>,
    calls: Vec<JsonRange>,
    parent: Option<usize>,
    judged: usize,
    holds: usize,
    survivors: usize,
    fails_first: usize,
}

#[derive(Serialize)]
struct JsonGroup<'r> {
    fails: &'r [usize],
    count: usize,
    distance: usize,
    score: f64,
    examples: Vec<usize>,
}

#[derive(Serialize)]
struct JsonExplanation<'r> {
    candidate: Candidate<'r>,
    verdict: &'static str,
    bindings: serde_json::Map<String, serde_json::Value>,
    conditions: Vec<Judged<'r>>,
    hints: Vec<JsonHint<'r>>,
    driver: Option<JsonFate<'r>>,
}

#[derive(Serialize)]
struct JsonHint<'r> {
    kind: &'r str,
    message: &'r str,
    fix: Option<Fix<'r>>,
}

#[derive(Serialize)]
struct Fix<'r> {
    range: JsonRange,
    replacement: &'r str,
}

/// What became of an operation.
#[derive(Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
enum JsonFate<'r> {
    Rewritten {
        step: u64,
    },
    RewrittenBy {
        pattern: &'r str,
        benefit: Option<u16>,
        step: u64,
    },
    TakenBack {
        step: u64,
    },
    Untouched {
        reason: &'r str,
    },
}

#[derive(Serialize)]
struct Fates<'r> {
    #[serde(flatten)]
    fate: JsonFate<'r>,
    count: usize,
}

impl<'r> From<&'r (Fate, usize)> for Fates<'r> {
    fn from((fate, count): &'r (Fate, usize)) -> Self {
        Fates {
            fate: fate.into(),
            count: *count,
        }
    }
}

impl<'r> From<&'r Fate> for JsonFate<'r> {
    fn from(fate: &'r Fate) -> Self {
        match fate {
            Fate::Rewritten { step } | Fate::RewrittenLater { step, .. } => {
                JsonFate::Rewritten { step: *step }
            }
            Fate::RewrittenBy {
                pattern,
                benefit,
                step,
            } => JsonFate::RewrittenBy {
                pattern,
                benefit: *benefit,
                step: *step,
            },
            Fate::TakenBack { step } => JsonFate::TakenBack { step: *step },
            Fate::Untouched(reason) => JsonFate::Untouched { reason },
        }
    }
}

#[derive(Serialize)]
struct Candidate<'r> {
    operation: &'r str,
    range: Option<JsonRange>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Judged<'r> {
    id: usize,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    parts: &'r [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<JsonRange>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<JsonLabel<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits_for: Option<&'r [usize]>,
}

#[derive(Serialize)]
struct JsonLabel<'r> {
    range: JsonRange,
    text: &'r str,
}

/// The files that the document mentions, in the order of their indices.
struct Files<'s> {
    sources: &'s SourceMap,
    ids: Vec<FileId>,
}

impl Files<'_> {
    fn range(&mut self, span: Span) -> JsonRange {
        // A file that could not be read is there once for each place.
        let name = |id: FileId| self.sources.file(id).name();
        let is_same = |id: &FileId| *id == span.file || name(*id) == name(span.file);
        let known = self.ids.iter().position(is_same);
        let index = known.unwrap_or_else(|| {
            self.ids.push(span.file);
            self.ids.len() - 1
        });
        JsonRange::new(span, index, self.sources)
    }

    fn pattern<'r>(&mut self, pattern: &'r PatternReport) -> Pattern<'r> {
        let mut explanations = Vec::new();
        let mut groups = Vec::new();
        for Group {
            fails,
            count,
            score,
            example,
            ..
        } in &pattern.groups
        {
            groups.push(JsonGroup {
                fails,
                count: *count,
                distance: fails.len(),
                score: (score * 100.0).round() / 100.0,
                examples: vec![explanations.len()],
            });
            explanations.push(self.explanation(example));
        }
        let matches = pattern.matches.iter();
        explanations.extend(matches.map(|explanation| self.explanation(explanation)));
        let conditions = pattern.conditions.iter().enumerate();
        let closest = pattern.absence.as_ref();
        Pattern {
            name: &pattern.name,
            range: pattern.span.map(|span| self.range(span)),
            benefit: pattern.benefit,
            root: pattern.root.as_deref(),
            candidates: pattern.num_candidates,
            matches: pattern.num_matches,
            closest_names: closest.map(|absence| &absence.closest[..]),
            conditions: conditions
                .map(|(id, condition)| self.condition(id, condition))
                .collect(),
            groups,
            groups_left_out: pattern.left_out.groups,
            misses_left_out: pattern.left_out.operations,
            driver: pattern.fates.iter().map(Fates::from).collect(),
            matches_later: pattern.num_later,
            explanations,
            proof: pattern.proof.as_ref().map(|proof| &proof.json),
        }
    }

    fn condition<'r>(&mut self, id: usize, condition: &'r Condition) -> JsonCondition<'r> {
        JsonCondition {
            id,
            kind: condition.kind,
            subject: &condition.subject,
            expected: &condition.expected,
            text: &condition.sentence,
            range: condition.span.map(|span| self.range(span)),
            calls: condition
                .callers
                .iter()
                .map(|span| self.range(*span))
                .collect(),
            parent: condition.parent,
            judged: condition.judged,
            holds: condition.holds,
            survivors: condition.survivors,
            fails_first: condition.fails_first,
        }
    }

    fn explanation<'r>(&mut self, explanation: &'r Explanation) -> JsonExplanation<'r> {
        let bindings = explanation.bindings.iter().map(|binding| {
            let range = binding.span.map(|span| self.range(span));
            let range = serde_json::to_value(range).expect("a range can be JSON");
            (binding.name.clone(), range)
        });
        let bindings = bindings.collect();
        let conditions = explanation.judgements.iter().enumerate();
        JsonExplanation {
            candidate: Candidate {
                operation: &explanation.operation,
                range: explanation.span.map(|span| self.range(span)),
            },
            verdict: match explanation.verdict {
                Verdict::Matches => "match",
                Verdict::Fails => "no-match",
                Verdict::Breaks => "error",
                Verdict::TooManyUsers => "too-many-users",
            },
            bindings,
            conditions: conditions
                .map(|(id, judgement)| self.judged(id, judgement))
                .collect(),
            hints: explanation
                .hints
                .iter()
                .map(|hint| self.hint(hint))
                .collect(),
            driver: explanation.fate.as_ref().map(JsonFate::from),
        }
    }

    fn judged<'r>(&mut self, id: usize, judgement: &'r Judgement) -> Judged<'r> {
        let judged = Judged {
            id,
            result: "holds",
            expected: None,
            found: None,
            reason: None,
            parts: &[],
            at: None,
            labels: Vec::new(),
            waits_for: None,
        };
        match judgement {
            Judgement::Holds => judged,
            Judgement::Unknown(waits_for) => Judged {
                result: "unknown",
                waits_for: Some(waits_for),
                ..judged
            },
            Judgement::Fails(Failure {
                expected,
                found,
                reason,
                parts,
                labels,
            }) => Judged {
                result: "fails",
                expected: Some(expected),
                found: Some(found),
                reason: reason.as_ref().map(|reason| match reason {
                    Reason::Said(text) | Reason::Known(text) => text.as_str(),
                }),
                parts,
                at: labels.last().map(|label| self.range(label.span)),
                labels: labels.iter().map(|label| self.label(label)).collect(),
                ..judged
            },
        }
    }

    fn hint<'r>(&mut self, hint: &'r Hint) -> JsonHint<'r> {
        JsonHint {
            kind: hint.kind,
            message: &hint.message,
            fix: hint.edit.as_ref().map(|edit| Fix {
                range: self.range(edit.span),
                replacement: &edit.replacement,
            }),
        }
    }

    fn label<'r>(&mut self, label: &'r Label) -> JsonLabel<'r> {
        JsonLabel {
            range: self.range(label.span),
            text: &label.text,
        }
    }
}

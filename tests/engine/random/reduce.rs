//! Makes the case of a finding smaller, and writes it down.

use crate::{
    random::{
        cases::{Case, Removed},
        children::{self, Finding, Job, Subject},
    },
    support::random::{command, without_parts},
};
use std::{collections::BTreeSet, fs, path::Path};

/// Seconds that a smaller case may take. Those that hang would take long to
/// reduce.
const DEADLINE: u64 = 5;

/// Writes a finding, with a case as small as it gets without much work, to files
/// in `folder`, and describes it.
pub(crate) fn report(subject: &Subject, seed: u64, finding: &Finding, folder: &Path) -> String {
    let mut reducer = Reducer {
        finding: finding.clone(),
        case: subject.generate(seed, finding.number),
        subject: subject.clone(),
        seed,
        folder,
        removed: Removed::default(),
    };
    reducer.reduce();
    reducer.write()
}

struct Reducer<'f> {
    finding: Finding,
    case: Case,
    subject: Subject,
    seed: u64,
    folder: &'f Path,
    removed: Removed,
}

impl Reducer<'_> {
    fn reduce(&mut self) {
        let patterns: Vec<usize> = (0..self.case.patterns.len()).collect();
        without_parts(patterns.clone(), |rest| {
            self.attempt(Removed {
                patterns: others(&patterns, rest),
                ..self.removed.clone()
            })
        });
        let program = self.case.runs[self.finding.run].program.clone();
        let text: Vec<&str> = program.lines().collect();
        let lines: Vec<usize> = (0..text.len()).collect();
        without_parts(lines.clone(), |rest| {
            let is_balanced = balance(rest.iter().map(|line| text[*line]));
            let removed = Removed {
                lines: others(&lines, rest),
                ..self.removed.clone()
            };
            is_balanced && self.attempt(removed)
        });
    }

    /// Whether the case is still a finding without some parts. Then these stay away.
    fn attempt(&mut self, removed: Removed) -> bool {
        let answer = children::check(Job {
            subject: self.subject.clone(),
            seed: self.seed,
            first: self.finding.number,
            end: self.finding.number + 1,
            part: Some((self.finding.run, removed.clone())),
            deadline: DEADLINE,
            answer: self.folder.join("answer"),
        });
        let mut findings = answer.findings.iter();
        let is_found = findings.any(|finding| finding.what.is_like(&self.finding.what));
        if is_found {
            self.removed = removed;
        }
        is_found
    }

    fn write(&self) -> String {
        let case = self.case.without(self.finding.run, &self.removed);
        let (patterns, program) = (self.folder.join("p.pdll"), self.folder.join("in.mlir"));
        let text = case.print();
        let run = &case.runs[0];
        fs::write(&patterns, &text).expect("the folder is ours");
        fs::write(&program, &run.program).expect("the folder is ours");
        format!(
            "{} run {}: {:?}\n--- {} ---\n{text}--- {} ---\n{}--- \
             pdll-opt apply -I tests/engine/random --allow-unregistered-dialect --pass-pipeline '{}' {}\n",
            command(self.seed, self.finding.number),
            self.finding.run,
            self.finding.what,
            patterns.display(),
            program.display(),
            run.program,
            run.pipeline(&patterns.display().to_string()),
            program.display(),
        )
    }
}

/// Those that are not in the rest.
fn others(all: &[usize], rest: &[usize]) -> BTreeSet<usize> {
    let others = all.iter().filter(|one| !rest.contains(one));
    others.copied().collect()
}

/// Whether the braces of some lines match.
fn balance<'l>(lines: impl Iterator<Item = &'l str>) -> bool {
    let mut depth = 0;
    for line in lines.flat_map(str::chars) {
        match line {
            '{' => depth += 1,
            '}' if depth == 0 => return false,
            '}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

//! Makes the case of a finding smaller, and writes it down.

use crate::random::{
    cases::{Case, Removed},
    children::{self, Finding, Job, Subject},
};
use std::{fs, path::Path};

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
        for pattern in 0..self.case.patterns.len() {
            let mut removed = self.removed.clone();
            removed.patterns.insert(pattern);
            self.attempt(removed);
        }
        let program = &self.case.runs[self.finding.run].program;
        let lines: Vec<String> = program.lines().map(str::to_owned).collect();
        // Users come after definitions, so the last lines go first.
        let mut length = lines.len();
        while length > 0 {
            for start in (0..lines.len()).rev() {
                let part = start..(start + length).min(lines.len());
                let is_balanced = balance(&lines[part.clone()]);
                let mut removed = self.removed.clone();
                removed.lines.extend(part);
                if is_balanced && removed != self.removed {
                    self.attempt(removed);
                }
            }
            length /= 2;
        }
    }

    fn attempt(&mut self, removed: Removed) {
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
        if findings.any(|finding| finding.what.is_like(&self.finding.what)) {
            self.removed = removed;
        }
    }

    fn write(&self) -> String {
        let case = self.case.without(self.finding.run, &self.removed);
        let (patterns, program) = (self.folder.join("p.pdll"), self.folder.join("in.mlir"));
        let text = case.print();
        let run = &case.runs[0];
        fs::write(&patterns, &text).expect("the folder is ours");
        fs::write(&program, &run.program).expect("the folder is ours");
        format!(
            "PDLL_TEST_SEED={} case {} run {}: {:?}\n--- {} ---\n{text}--- {} ---\n{}--- \
             pdll-opt apply -I tests/engine/random --allow-unregistered-dialect --pass-pipeline '{}' {}\n",
            self.seed,
            self.finding.number,
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

/// Whether the braces of some lines match.
fn balance(lines: &[String]) -> bool {
    let mut depth = 0;
    for line in lines.iter().flat_map(|line| line.chars()) {
        match line {
            '{' => depth += 1,
            '}' if depth == 0 => return false,
            '}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

//! What is said about a pattern.

use super::programs;
use crate::{
    back::verify::{Counterexample, Programs, Verdict},
    base::source::Span,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Write;

/// A pattern, and what is said about it.
pub(super) struct Entry {
    pub(super) place: Place,
    /// Empty if it has none.
    pub(super) name: String,
    pub(super) decision: Decision,
}

/// Where a pattern stands.
pub(super) struct Place {
    pub(super) span: Option<Span>,
    pub(super) file: String,
    /// The line and the column.
    pub(super) position: Option<(u32, u32)>,
}

/// A verdict in words.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Decision {
    Proven {
        types: String,
        assumptions: Vec<String>,
        /// The types for which it is undecided, and why.
        open: Option<(String, String)>,
    },
    Wrong(Box<Wrong>),
    /// It creates an operation that MLIR refuses.
    Invalid {
        types: String,
        reason: String,
        remedy: Option<String>,
    },
    Undecided(String),
}

/// A counterexample.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Wrong {
    pub(super) types: String,
    pub(super) values: Vec<String>,
    /// Before and after.
    pub(super) results: Vec<(String, String)>,
    pub(super) programs: Option<Programs>,
    /// What is passed to them, as constants of MLIR.
    pub(super) arguments: Vec<String>,
    /// How many bits `index` has, if there is one.
    pub(super) index_width: Option<u32>,
    pub(super) not_run: Option<String>,
    pub(super) only_if: Option<String>,
    pub(super) remedy: Option<String>,
}

impl Decision {
    pub(super) fn new(verdict: Verdict, not_run: Option<&str>) -> Self {
        match verdict {
            Verdict::Proven {
                types,
                assumptions,
                open,
            } => Decision::Proven {
                types,
                assumptions: assumptions.into_iter().map(str::to_owned).collect(),
                open: open.map(|(types, reason)| (types, reason.to_owned())),
            },
            Verdict::Wrong(counterexample) => {
                Decision::Wrong(Box::new(Wrong::new(*counterexample, not_run)))
            }
            Verdict::Invalid {
                types,
                reason,
                remedy,
            } => Decision::Invalid {
                types,
                reason,
                remedy,
            },
            Verdict::Undecided(reason) | Verdict::Failed(reason) => Decision::Undecided(reason),
        }
    }
}

impl Entry {
    pub(super) fn is_wrong(&self) -> bool {
        matches!(self.decision, Decision::Wrong(_) | Decision::Invalid { .. })
    }

    /// Whether something about it is undecided.
    pub(super) fn is_open(&self) -> bool {
        matches!(
            self.decision,
            Decision::Undecided(_) | Decision::Proven { open: Some(_), .. }
        )
    }

    /// The verdict in one word. What is proven for some types only is proven.
    pub(super) fn verdict(&self) -> &'static str {
        match self.decision {
            Decision::Proven { .. } => "proven",
            Decision::Wrong(_) | Decision::Invalid { .. } => "wrong",
            Decision::Undecided(_) => "undecided",
        }
    }

    /// The name, or a word in its place.
    pub(super) fn shown_name(&self) -> &str {
        match &*self.name {
            "" => "pattern",
            name => name,
        }
    }

    /// Lines for people.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if let Some((line, column)) = self.place.position {
            let _ = write!(text, "{}:{line}:{column}: ", self.place.file);
        }
        let _ = write!(text, "{}: {}", self.shown_name(), self.body());
        text
    }

    /// The verdict in one line, without the pattern.
    pub(super) fn sentence(&self) -> String {
        let body = self.body();
        body.lines().next().unwrap_or_default().to_owned()
    }

    /// Lines for people about the pattern.
    pub(super) fn body(&self) -> String {
        let mut text = String::new();
        let _ = match &self.decision {
            Decision::Proven {
                types,
                assumptions,
                open,
            } => {
                let _ = write!(text, "proven for {types}");
                for assumption in assumptions {
                    let _ = write!(text, ", {assumption}");
                }
                match open {
                    Some((types, reason)) => writeln!(text, "; undecided for {types}: {reason}"),
                    None => writeln!(text),
                }
            }
            Decision::Wrong(wrong) => {
                wrong.print(&mut text);
                Ok(())
            }
            Decision::Invalid {
                types,
                reason,
                remedy,
            } => {
                let what = "it creates an invalid operation";
                let _ = writeln!(text, "wrong for {types}: {what}: {reason}");
                print_remedy(remedy.as_deref(), &mut text)
            }
            Decision::Undecided(reason) => writeln!(text, "undecided: {reason}"),
        };
        text
    }

    /// A line with an object.
    pub(super) fn json(&self) -> String {
        format!("{}\n", self.object())
    }

    /// An object, in which what does not apply is left out.
    pub(super) fn object(&self) -> Value {
        let mut object = json!({ "file": self.place.file });
        if let Some((line, column)) = self.place.position {
            object["line"] = line.into();
            object["column"] = column.into();
        }
        object["pattern"] = (&*self.name).into();
        object["verdict"] = self.verdict().into();
        match &self.decision {
            Decision::Proven {
                types,
                assumptions,
                open,
            } => {
                object["types"] = (&**types).into();
                if !assumptions.is_empty() {
                    object["assumptions"] = assumptions.clone().into();
                }
                if let Some((types, reason)) = open {
                    object["undecided_types"] = (&**types).into();
                    object["reason"] = (&**reason).into();
                }
            }
            Decision::Wrong(wrong) => wrong.add_to(&mut object),
            Decision::Invalid {
                types,
                reason,
                remedy,
            } => {
                object["types"] = (&**types).into();
                object["invalid"] = (&**reason).into();
                if let Some(remedy) = remedy {
                    object["remedy"] = (&**remedy).into();
                }
            }
            Decision::Undecided(reason) => object["reason"] = (&**reason).into(),
        }
        object["text"] = self.text().into();
        object
    }
}

impl Wrong {
    fn new(counterexample: Counterexample, not_run: Option<&str>) -> Self {
        let Counterexample {
            types,
            mut values,
            results,
            programs,
            arguments,
            argument_types,
            index_width,
            only_if,
            remedy,
            ..
        } = counterexample;
        let index_width = types.contains("index").then_some(index_width);
        values.extend(index_width.map(|width| format!("index of {width} bits")));
        Wrong {
            types,
            values,
            results,
            programs,
            arguments: programs::constants(&arguments, &argument_types),
            index_width,
            not_run: not_run.map(str::to_owned),
            only_if: only_if.map(str::to_owned),
            remedy,
        }
    }

    fn print(&self, text: &mut String) {
        let _ = writeln!(text, "wrong for {}", self.types);
        if let Some(programs) = &self.programs {
            for (which, program) in [("before", &programs.before), ("after", &programs.after)] {
                let _ = writeln!(text, "  {which}:");
                for line in program.lines() {
                    let _ = writeln!(text, "    {line}");
                }
            }
        }
        if !self.values.is_empty() {
            let _ = writeln!(text, "  with {}", self.values.join(", "));
        }
        for (before, after) in &self.results {
            let _ = writeln!(text, "  before: {before}, after: {after}");
        }
        if let Some(reason) = &self.not_run {
            let _ = writeln!(text, "  The pattern was not run: {reason}.");
        }
        if let Some(only_if) = &self.only_if {
            let _ = writeln!(text, "  only if {only_if}");
        }
        let _ = print_remedy(self.remedy.as_deref(), text);
    }

    fn add_to(&self, object: &mut Value) {
        object["types"] = (&*self.types).into();
        object["values"] = self.values.clone().into();
        let results = self.results.iter();
        object["results"] = results
            .map(|(before, after)| json!({ "before": before, "after": after }))
            .collect();
        if let Some(programs) = &self.programs {
            object["before"] = (&*programs.before).into();
            object["after"] = (&*programs.after).into();
        }
        if let Some(reason) = &self.not_run {
            object["not_run"] = (&**reason).into();
        }
        if let Some(only_if) = &self.only_if {
            object["only_if"] = (&**only_if).into();
        }
        if let Some(remedy) = &self.remedy {
            object["remedy"] = (&**remedy).into();
        }
    }
}

/// What would make a pattern right.
fn print_remedy(remedy: Option<&str>, text: &mut String) -> std::fmt::Result {
    match remedy {
        Some(remedy) => writeln!(text, "  note: {remedy}"),
        None => Ok(()),
    }
}

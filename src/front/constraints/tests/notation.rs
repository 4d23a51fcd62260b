//! Systems as text: `known t; Vec(t, e, _); { Int(e, w) | F(e) }`. A name that
//! starts with a dot belongs to one branch of an `or` alone.

use crate::constraints::{
    Apply, Constraint, Explanation, Mention, Obstacle, Plan, Signature, Step, System, Variable,
    VariableId,
};
use std::{collections::HashMap, fmt::Write, rc::Rc};

/// The predicates of the tests: a name, what can be captured, whether `self` can
/// be evaluated.
const PREDICATES: &[(&str, &[bool], bool)] = &[
    ("F", &[], false),
    ("Int", &[true], true),
    ("Vec", &[true, true], true),
    ("Dim", &[false, true], false),
    ("Sum", &[false, false], true),
    ("eq", &[true], true),
    ("le", &[false], false),
    ("gt", &[false], false),
];

pub(super) fn signature(name: &str) -> Rc<Signature> {
    let (name, captures, evaluates) = PREDICATES
        .iter()
        .find(|(known, ..)| *known == name)
        .unwrap_or_else(|| panic!("no predicate `{name}`"));
    Rc::new(Signature {
        name: (*name).into(),
        captures: captures.to_vec(),
        captures_in_creation: true,
        evaluates: [*evaluates; 2],
    })
}

pub(super) fn show_match(text: &str) -> String {
    let (system, applies) = parse(text);
    let view = View { system, applies };
    match view.system.plan() {
        Ok(plan) => view.plan(&plan, &view.system.constraints, 0),
        Err(problems) => view.problems(&problems),
    }
}

pub(super) fn show_rewrite(text: &str) -> String {
    show_values(text, System::plan_rewrite)
}

pub(super) fn show_creation(text: &str) -> String {
    show_values(text, System::plan_creation)
}

fn show_values(
    text: &str,
    plan: fn(&System, &[VariableId]) -> Result<Plan, Vec<Explanation>>,
) -> String {
    let (system, applies) = parse(text);
    let view = View { system, applies };
    let variables = view.system.variables.iter().enumerate();
    let wanted: Vec<_> = variables
        .filter(|(_, variable)| !variable.is_known)
        .map(|(index, _)| VariableId(index as u32))
        .collect();
    match plan(&view.system, &wanted) {
        Ok(plan) => view.plan(&plan, &view.system.constraints, 0),
        Err(problems) => view.problems(&problems),
    }
}

/// The system, and the names of its predicates by tag.
pub(super) fn parse(text: &str) -> (System, Vec<String>) {
    let mut parser = Parser {
        rest: text,
        system: System::default(),
        names: HashMap::new(),
        applies: Vec::new(),
    };
    let constraints = parser.list();
    assert_eq!(parser.rest, "", "the system ends here");
    parser.system.constraints = constraints;
    (parser.system, parser.applies)
}

struct Parser<'t> {
    rest: &'t str,
    system: System,
    names: HashMap<&'t str, VariableId>,
    applies: Vec<String>,
}

impl<'t> Parser<'t> {
    fn eat(&mut self, token: char) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn word(&mut self) -> &'t str {
        self.rest = self.rest.trim_start();
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn variable(&mut self, name: &'t str) -> VariableId {
        *self.names.entry(name).or_insert_with(|| {
            self.system.variable(Variable {
                name: Some(name.into()),
                is_known: false,
            })
        })
    }

    fn list(&mut self) -> Vec<Constraint> {
        let mut constraints = Vec::new();
        loop {
            if self.eat('{') {
                constraints.push(self.or());
            } else {
                match self.word() {
                    "known" => self.known(),
                    name => constraints.push(self.apply(name)),
                }
            }
            if !self.eat(';') {
                return constraints;
            }
        }
    }

    fn known(&mut self) {
        loop {
            let name = self.word();
            if name.is_empty() {
                return;
            }
            let id = self.variable(name);
            self.system.variables[id.index()].is_known = true;
        }
    }

    fn or(&mut self) -> Constraint {
        let mut branches = Vec::new();
        loop {
            branches.push(self.list());
            if !self.eat('|') {
                break;
            }
        }
        assert!(self.eat('}'));
        let mut locals = Vec::new();
        for constraint in branches.iter().flatten() {
            constraint.for_each_variable(&mut |id| {
                let name = &self.system.variables[id.index()].name;
                if name.as_ref().is_some_and(|name| name.starts_with('.')) {
                    locals.push(id);
                }
            });
        }
        Constraint::Or {
            is_negated: false,
            branches,
            locals,
        }
    }

    fn apply(&mut self, name: &str) -> Constraint {
        let tag = self.applies.len();
        self.applies.push(name.to_owned());
        assert!(self.eat('('), "`{}`", self.rest);
        let signature = signature(name);
        let mut arguments = Vec::new();
        loop {
            let argument = self.word();
            let is_any = argument == "_" && signature.captures(arguments.len());
            arguments.push((!is_any).then(|| self.variable(argument)));
            if !self.eat(',') {
                break;
            }
        }
        assert!(self.eat(')'));
        assert_eq!(arguments.len(), signature.captures.len() + 1, "{name}");
        Constraint::Apply(Apply {
            signature,
            arguments,
            tag,
        })
    }
}

struct View {
    system: System,
    applies: Vec<String>,
}

impl View {
    fn name(&self, id: VariableId) -> &str {
        let name = &self.system.variables[id.index()].name;
        name.as_deref().unwrap_or("?")
    }

    fn plan(&self, plan: &Plan, constraints: &[Constraint], depth: usize) -> String {
        let mut text = String::new();
        let indent = "  ".repeat(depth);
        for step in &plan.steps {
            match step {
                Step::Check {
                    constraint,
                    captures,
                } => {
                    let apply = apply(&constraints[*constraint]);
                    let mut captures = captures.iter();
                    let shown = apply.arguments.iter().enumerate().filter_map(|(at, id)| {
                        let name = self.name((*id)?);
                        Some(match apply.signature.captures(at) {
                            true if captures.next()?.is_bound => format!("{name}="),
                            true => format!("{name}:"),
                            false => name.to_owned(),
                        })
                    });
                    let shown: Vec<_> = shown.collect();
                    let name = &apply.signature.name;
                    writeln!(text, "{indent}check {name}({})", shown.join(", "))
                        .expect("strings can be written to");
                }
                Step::Evaluate { constraint } => {
                    let apply = apply(&constraints[*constraint]);
                    let shown = apply.arguments.iter().flatten().map(|id| self.name(*id));
                    let shown: Vec<_> = shown.collect();
                    let name = &apply.signature.name;
                    writeln!(text, "{indent}evaluate {name}({})", shown.join(", "))
                        .expect("strings can be written to");
                }
                Step::Or {
                    constraint,
                    branches,
                } => {
                    let Constraint::Or { branches: list, .. } = &constraints[*constraint] else {
                        panic!("expected an `or`");
                    };
                    let plans = std::iter::zip(branches, list)
                        .map(|(plan, branch)| self.plan(plan, branch, depth + 1));
                    let plans: Vec<_> = plans.collect();
                    let between = format!("{indent}|\n");
                    write!(text, "{indent}or\n{}", plans.join(&between))
                        .expect("strings can be written to");
                }
            }
        }
        text
    }

    fn problems(&self, problems: &[Explanation]) -> String {
        let line = |problem: &Explanation| {
            let mentions = problem.mentions.iter().map(|mention| self.mention(mention));
            let mentions: Vec<_> = mentions.collect();
            let name = self.name(problem.variable);
            format!("error: {name}: {}\n", mentions.join(", "))
        };
        problems.iter().map(line).collect()
    }

    fn mention(&self, mention: &Mention) -> String {
        let why = match &mention.obstacle {
            Obstacle::Never => "never".to_owned(),
            Obstacle::OnlyInMatch => "only in match".to_owned(),
            Obstacle::Any(position) => format!("any #{position}"),
            Obstacle::Needs(needs) => {
                let needs: Vec<_> = needs.iter().map(|id| self.name(*id)).collect();
                format!("needs {}", needs.join(" "))
            }
            Obstacle::InOr => "in or".to_owned(),
            Obstacle::InNot => "in not".to_owned(),
        };
        let name = &self.applies[mention.tag];
        format!("#{} of {name} {why}", mention.position)
    }
}

fn apply(constraint: &Constraint) -> &Apply {
    match constraint {
        Constraint::Apply(apply) => apply,
        Constraint::Or { .. } => panic!("expected a predicate"),
    }
}

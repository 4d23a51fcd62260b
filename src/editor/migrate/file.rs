//! The file of PDLL as a whole.

use super::{
    Request, canonical,
    comments::{self, Comments},
    constants::{self, Constants},
    form::Form,
    functions::{Callee, Declaration, Functions},
    literals::{Recorder, Texts, quoted},
    notes::{capitalized, has_either, lines, place, renamed, unsayable, wrapped},
    pdll_names::{self, Names},
    printer::{Known, Printer, Unsayable},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::{SourceMap, Span},
    front::builtin_files,
    front::drr::{Meaning, skipped, title},
    front::hir::{Native, NodeKind, Pattern},
    front::ods::rules::{Rule, Rules},
};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// A file, and what it must mean.
pub(super) struct Printed {
    pub(super) text: String,
    /// The parts of the text, in their order.
    pub(super) parts: Vec<Part>,
    pub(super) patterns: Vec<PrintedPattern>,
    pub(super) declarations: Vec<Declaration>,
    /// What is said about the rules.
    pub(super) diagnostics: Diagnostics,
    /// The conditions that depend on nothing else, by the names that PDL has for them.
    pub(super) predicates: FxHashSet<SmolStr>,
    /// The conditions of definitions that the patterns demand, and where they are
    /// defined.
    pub(super) imported: FxHashMap<SmolStr, Span>,
}

/// A part of the text.
pub(super) struct Part {
    /// Where it ends.
    pub(super) end: usize,
    /// The index of the rule that it is about.
    pub(super) rule: Option<usize>,
    /// The function that it declares, which other rules may call, too.
    pub(super) declares: Option<SmolStr>,
}

/// A form of a rule in the file.
pub(super) struct PrintedPattern {
    /// The index of the rule.
    pub(super) rule: usize,
    pub(super) name: Option<SmolStr>,
    pub(super) canonical: String,
    /// The names of the functions that it calls.
    pub(super) calls: FxHashSet<SmolStr>,
}

/// The indices of rules that are known to go wrong as PDLL, and why.
pub(super) type Wrong = BTreeMap<usize, Unsayable>;

/// Prints rules. Those that PDLL cannot say are errors, or are left out.
pub(super) fn print(
    request: &Request<'_>,
    meanings: &[Meaning],
    natives: &[Native],
    wrong: &Wrong,
    sources: &SourceMap,
    recorder: &mut Recorder<'_>,
) -> Printed {
    let mut printing = Printing::new(request, natives, recorder);
    let rules = std::iter::zip(&request.rules.rules.rules, meanings);
    for (number, (rule, meaning)) in rules.enumerate() {
        printing.number = number;
        printing.rule(rule, meaning, wrong.get(&number), sources);
    }
    printing.finish(natives, sources)
}

/// Each rule, with the functions that it calls, as if it were the only one.
pub(super) fn texts(
    request: &Request<'_>,
    meanings: &[Meaning],
    natives: &[Native],
    sources: &SourceMap,
    recorder: &mut Recorder<'_>,
) -> Vec<Option<String>> {
    let mut printing = Printing::new(request, natives, recorder);
    let rules = std::iter::zip(&request.rules.rules.rules, meanings);
    let text = |(rule, meaning): (&Rule, &Meaning)| {
        if meaning.problems.has_errors() {
            return None;
        }
        let (mark, names) = (printing.functions.mark(), printing.names.clone());
        let forms = printing.forms(rule, &meaning.patterns, sources);
        printing.functions.revert(&mark);
        printing.names = names;
        let mut parts = Vec::new();
        for form in forms.ok()? {
            parts.extend(form.declarations.iter().map(Declaration::text));
            parts.push(form.text);
        }
        Some(parts.join("\n"))
    };
    rules.map(text).collect()
}

/// The names that declarations cannot have.
fn global_names(request: &Request<'_>) -> Names {
    let mut names = Names::default();
    for constraint in request.rules.ods.constraints() {
        if request.includes_rules || constraint.span.file != request.rules.file {
            names.reserve(constraint.name.clone());
        }
    }
    for file in builtin_files::FILES {
        for line in file.text.lines() {
            let declared = line
                .strip_prefix("Constraint ")
                .or_else(|| line.strip_prefix("Rewrite "));
            if let Some((name, _)) = declared.and_then(|rest| rest.split_once('(')) {
                names.reserve(name);
            }
        }
    }
    names
}

fn rules_of_defs(rules: &Rules) -> FxHashMap<Span, usize> {
    let mut counts = FxHashMap::default();
    for rule in &rules.rules {
        *counts.entry(rule.span).or_default() += 1;
    }
    counts
}

/// A form of a rule as PDLL.
struct PrintedForm {
    name: Option<SmolStr>,
    comment: Vec<String>,
    text: String,
    canonical: String,
    calls: FxHashSet<SmolStr>,
    /// The functions that it is the first to call.
    declarations: Vec<Declaration>,
}

struct Printing<'p, 'a> {
    request: &'p Request<'p>,
    functions: Functions<'a>,
    names: Names,
    texts: &'p Texts,
    /// The functions of the rules that are literals.
    constants: Constants,
    /// The index of the rule that is printed.
    number: usize,
    /// The parts of the file, with empty lines between them, and where they end.
    text: String,
    parts: Vec<Part>,
    patterns: Vec<PrintedPattern>,
    diagnostics: Diagnostics,
    declarations: Vec<Declaration>,
    /// How many rules each def makes.
    rules_of_defs: FxHashMap<Span, usize>,
    /// The defs whose comments are printed.
    commented: FxHashSet<Span>,
}

impl<'p: 'a, 'a> Printing<'p, 'a> {
    fn new(
        request: &'p Request<'p>,
        natives: &'a [Native],
        recorder: &'p mut Recorder<'_>,
    ) -> Self {
        let not_included = (!request.includes_rules).then_some(request.rules.file);
        Printing {
            request,
            functions: Functions::new(natives, &request.rules.ods, not_included),
            names: global_names(request),
            constants: constants::constants(natives, recorder),
            texts: &recorder.texts,
            number: 0,
            text: String::new(),
            parts: Vec::new(),
            patterns: Vec::new(),
            diagnostics: Diagnostics::default(),
            declarations: Vec::new(),
            rules_of_defs: rules_of_defs(&request.rules.rules),
            commented: FxHashSet::default(),
        }
    }
}

impl Printing<'_, '_> {
    /// Prints a rule, or says why not.
    fn rule(
        &mut self,
        rule: &Rule,
        meaning: &Meaning,
        wrong: Option<&Unsayable>,
        sources: &SourceMap,
    ) {
        let mut problems: Vec<_> = meaning.problems.iter().cloned().collect();
        if !meaning.problems.has_errors() {
            let mark = self.functions.mark();
            let forms = match wrong {
                None => self.forms(rule, &meaning.patterns, sources),
                Some(reason) => Err(reason.clone()),
            };
            match forms {
                Ok(forms) => {
                    let name = forms.first().and_then(|form| form.name.as_deref());
                    self.diagnostics.extend(renamed(rule, name));
                    self.diagnostics.extend(problems);
                    return self.add(rule, forms, sources);
                }
                Err(reason) => {
                    self.functions.revert(&mark);
                    problems.push(unsayable(rule, &reason));
                }
            }
        }
        if !self.request.skip_unsupported {
            self.diagnostics.extend(problems);
            return;
        }
        for problem in problems {
            self.leave_out(rule, problem, sources);
        }
    }

    /// Says in place of a rule why it is not there.
    fn leave_out(&mut self, rule: &Rule, problem: Diagnostic, sources: &SourceMap) {
        let place = place(rule.span, sources);
        let text = format!(
            "{} at {place} is left out: {}",
            title(rule),
            problem.message
        );
        let mut comments = self.comments(rule, sources);
        comments.own.extend(wrapped(&capitalized(&text)));
        self.apart(comments.apart);
        self.part(&lines(&comments.own), None);
        self.diagnostics.push(skipped(rule, problem));
    }

    /// Adds a part of the file, which may declare a function.
    fn part(&mut self, text: &str, declares: Option<&SmolStr>) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text += text;
        self.parts.push(Part {
            end: self.text.len(),
            rule: Some(self.number),
            declares: declares.cloned(),
        });
    }

    /// Each form of a rule.
    fn forms(
        &mut self,
        rule: &Rule,
        patterns: &[Pattern],
        sources: &SourceMap,
    ) -> Result<Vec<PrintedForm>, Unsayable> {
        let mut forms = Vec::new();
        for (number, pattern) in patterns.iter().enumerate() {
            let form = Form::new(
                pattern,
                &self.constants,
                &self.request.rules.ods,
                self.texts,
            );
            let name = pattern.name.as_deref();
            let name = name.map(|name| self.names.take(&pdll_names::of_pattern(name)));
            let text = self.pattern(pattern, &form, name.as_deref())?;
            let callee =
                |is_constraint, function: &SmolStr| self.functions.known(is_constraint, function);
            forms.push(PrintedForm {
                canonical: canonical::text(pattern, &form, &callee),
                calls: self.calls(pattern),
                declarations: self.functions.take_new(),
                comment: match number {
                    0 => self.origin(rule, sources),
                    _ => self.comment_of_form(rule),
                },
                text,
                name,
            });
        }
        Ok(forms)
    }

    /// The names of the functions that a pattern calls.
    fn calls(&self, pattern: &Pattern) -> FxHashSet<SmolStr> {
        let mut calls = FxHashSet::default();
        for node in &pattern.nodes {
            node.kind.for_each_function(|is_constraint, function| {
                calls.insert(self.functions.known(is_constraint, function).registered);
            });
        }
        calls
    }

    /// Adds the text of a rule, and of the functions that it is the first to call.
    fn add(&mut self, rule: &Rule, forms: Vec<PrintedForm>, sources: &SourceMap) {
        let comments = self.comments(rule, sources);
        self.apart(comments.apart);
        let mut own = comments.own;
        for form in forms {
            for declaration in form.declarations {
                let comments = self.comments_of_def(&declaration, sources);
                self.apart(comments.apart);
                let text = lines(&comments.own) + &declaration.text();
                self.part(&text, Some(&declaration.name));
                self.declarations.push(declaration);
            }
            own.extend(form.comment);
            self.part(&(lines(&own) + &form.text), None);
            own.clear();
            self.patterns.push(PrintedPattern {
                rule: self.number,
                name: form.name,
                canonical: form.canonical,
                calls: form.calls,
            });
        }
    }

    fn pattern(
        &mut self,
        pattern: &Pattern,
        form: &Form<'_>,
        name: Option<&str>,
    ) -> Result<String, Unsayable> {
        let mut printer = Printer {
            form,
            functions: &mut self.functions,
            locals: Names::default(),
            globals: &mut self.names,
            rule: name,
            known: vec![Known::default(); form.nodes.len()],
            statements: Vec::new(),
        };
        printer.match_section()?;
        printer.rewrite_section()?;
        let statements = printer.statements.concat();
        Ok(format!(
            "{} {{\n{statements}}}\n",
            head(pattern, form, name)
        ))
    }

    /// The comments of a rule, and of the places where its templates are instantiated.
    fn comments(&mut self, rule: &Rule, sources: &SourceMap) -> Comments {
        let mut all = Comments::default();
        for span in rule.instantiated_at.iter().rev().chain([&rule.span]) {
            let comments = comments_at(*span, sources);
            if self.commented.insert(*span) {
                all.apart.extend(comments.apart);
            }
            if !all.own.is_empty() && !comments.own.is_empty() {
                all.own.push("//".to_owned());
            }
            all.own.extend(comments.own);
        }
        all
    }

    /// Adds comments that stand apart from what they are above.
    fn apart(&mut self, comments: Vec<String>) {
        if !comments.is_empty() {
            self.part(&(lines(&comments).trim_end().to_owned() + "\n"), None);
        }
    }

    /// The lines that say where a rule comes from, if it is not written as one.
    fn origin(&self, rule: &Rule, sources: &SourceMap) -> Vec<String> {
        let rule_place = || place(rule.span, sources);
        match (&rule.instantiated_at[..], self.rules_of_defs[&rule.span]) {
            ([.., outermost], _) => {
                let (rule, instance) = (rule_place(), place(*outermost, sources));
                wrapped(&format!(
                    "From the rule at {rule}, instantiated at {instance}."
                ))
            }
            ([], 1) => Vec::new(),
            ([], count) => wrapped(&format!("One of {count} rules from {}.", rule_place())),
        }
    }

    /// The lines that say why a rule is printed again.
    fn comment_of_form(&self, rule: &Rule) -> Vec<String> {
        let rules = &self.request.rules.rules;
        let what = match has_either(&rule.source, rules) {
            true => "with operands in another order",
            false => "for another result of an operation that defines an operand",
        };
        wrapped(&format!("{} {what}.", capitalized(&title(rule))))
    }

    /// The comments of the def of a function.
    fn comments_of_def(&mut self, declaration: &Declaration, sources: &SourceMap) -> Comments {
        let span = declaration.span;
        let is_def = sources.text(span) == declaration.def;
        match is_def && self.commented.insert(span) {
            true => comments_at(span, sources),
            false => Comments::default(),
        }
    }

    fn finish(self, natives: &[Native], sources: &SourceMap) -> Printed {
        let rules_text = sources.file(self.request.rules.file).text();
        let mut head = comments::of_file(rules_text);
        if !head.is_empty() {
            head.push(String::new());
        }
        let mut includes = self.request.includes.clone();
        if self.functions.uses_library {
            includes.push("pdll/std.pdll".to_owned());
        }
        let line = |path: &String| format!("#include {}", quoted(path));
        head.extend(includes.iter().map(line));
        let mut text = String::new();
        if !head.is_empty() {
            text = head.join("\n").trim_end().to_owned() + "\n";
        }
        let mut parts = vec![Part {
            end: text.len(),
            rule: None,
            declares: None,
        }];
        if !text.is_empty() && !self.text.is_empty() {
            text.push('\n');
        }
        let start = text.len();
        text += &self.text;
        parts.extend(self.parts.into_iter().map(|part| Part {
            end: start + part.end,
            ..part
        }));
        let callees: Vec<&Callee> = self.functions.all().collect();
        let predicates = callees.iter().filter(|callee| callee.is_predicate);
        let predicates: FxHashSet<_> = predicates.map(|callee| callee.registered.clone()).collect();
        let declared: FxHashSet<_> = self.declarations.iter().map(|one| &one.name).collect();
        let imported = natives
            .iter()
            .filter(|native| predicates.contains(&native.name) && !declared.contains(&native.name))
            .map(|native| (native.name.clone(), native.span));
        Printed {
            text,
            parts,
            patterns: self.patterns,
            diagnostics: self.diagnostics,
            imported: imported.collect(),
            declarations: self.declarations,
            predicates,
        }
    }
}

/// The line that starts a pattern.
fn head(pattern: &Pattern, form: &Form<'_>, name: Option<&str>) -> String {
    let mut text = "Pattern".to_owned();
    if let Some(name) = name {
        text += &format!(" {name}");
    }
    let matched = form.nodes[..form.rewrite_start].iter();
    let operations = matched.filter(|node| matches!(node.kind, NodeKind::Operation(_)));
    let mut metadata = Vec::new();
    if operations.count() != usize::from(pattern.benefit) {
        metadata.push(format!("benefit({})", pattern.benefit));
    }
    if !pattern.labels.is_empty() {
        let labels: Vec<_> = pattern.labels.iter().map(|label| quoted(label)).collect();
        metadata.push(format!("labels({})", labels.join(", ")));
    }
    if !metadata.is_empty() {
        text += &format!(" with {}", metadata.join(", "));
    }
    text
}

fn comments_at(span: Span, sources: &SourceMap) -> Comments {
    comments::of_definition(sources.file(span.file).text(), span.start as usize)
}

//! Random rules for types: in a pattern file, with their conditions in either order, and
//! in a `.td` file, they find the types that trying all values finds.

use crate::{
    effort,
    random::apply::apply,
    support::{
        process::{Run, run, scratch},
        random::{Random, numbers, seed},
        say,
    },
};
use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

#[test]
fn type_rules_find_what_trying_all_values_finds() {
    let seed = seed();
    let rules = numbers(effort::share(600)).map(|number| Rule::random(seed, number));
    let mut rules: Vec<_> = rules.collect();
    let folder = scratch("random-type-rules");
    let forms = [Form::Patterns, Form::Reversed, Form::Definitions];
    let refused = forms.map(|form| refused(form, &rules, &folder));
    assert_eq!(refused[0], refused[1], "the order decides");
    assert_eq!(refused[0], refused[2], "the file decides");
    rules.retain(|rule| !refused[0].contains(&rule.number));
    let (program, expected) = program(&rules);
    say(&format!(
        "{} type rules, {} are refused; {} created operations",
        rules.len(),
        refused[0].len(),
        expected.len()
    ));
    assert!(
        expected.len() > rules.len() / 2,
        "most rules have solutions"
    );
    for form in forms {
        assert_eq!(
            created(form, &rules, &program, &folder),
            expected,
            "{form:?}"
        );
    }
}

/// A type or a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term {
    Number(u32),
    Float,
    Int(u32),
    Vector(Element, u32),
}

/// What vectors consist of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Float,
    Int(u32),
}

const WIDTHS: [u32; 4] = [2, 4, 8, 16];

impl Term {
    fn scalars() -> impl Iterator<Item = Term> {
        WIDTHS.map(Term::Int).into_iter().chain([Term::Float])
    }

    fn types() -> Vec<Term> {
        let vectors = Term::scalars().flat_map(|scalar| {
            let element = scalar.as_element().expect("it is a scalar");
            [2, 4].map(|count| Term::Vector(element, count))
        });
        Term::scalars().chain(vectors).collect()
    }

    fn numbers() -> Vec<Term> {
        WIDTHS.map(Term::Number).to_vec()
    }

    fn as_element(self) -> Option<Element> {
        match self {
            Term::Float => Some(Element::Float),
            Term::Int(width) => Some(Element::Int(width)),
            Term::Number(_) | Term::Vector(..) => None,
        }
    }

    fn text(self) -> String {
        match self {
            Term::Number(number) => number.to_string(),
            Term::Float | Term::Vector(Element::Float, 0) => "f32".to_owned(),
            Term::Int(width) => format!("i{width}"),
            Term::Vector(Element::Float, count) => format!("vector<{count}xf32>"),
            Term::Vector(Element::Int(width), count) => format!("vector<{count}xi{width}>"),
        }
    }
}

/// The variables of a rule: the types of two operands and of the result, an attribute,
/// and two others.
const VARIABLES: [&str; 6] = ["a", "b", "r", "n", "e", "w"];
const IS_NUMBER: [bool; 6] = [false, false, false, true, false, true];
const RESULT: usize = 2;
const KNOWN: [usize; 3] = [0, 1, 3];

/// A predicate, and the numbers of its variables.
#[derive(Debug, Clone)]
struct Condition {
    predicate: &'static str,
    arguments: Vec<usize>,
}

/// The predicates, and which of their arguments are numbers.
const PREDICATES: [(&str, &[bool]); 8] = [
    ("F32", &[false]),
    ("IntegerType", &[false, true]),
    ("FixedVectorType", &[false, false, true]),
    ("ElementTypeOrSelf", &[false, false]),
    ("eq", &[false, false]),
    ("add", &[true, true, true]),
    ("mul", &[true, true, true]),
    ("le", &[true, true]),
];

impl Condition {
    fn random(random: &mut Random) -> Self {
        let (predicate, kinds) = *random.pick(&PREDICATES);
        let arguments = kinds.iter().map(|is_number| {
            let fitting = (0..VARIABLES.len()).filter(|index| IS_NUMBER[*index] == *is_number);
            *random.pick(&fitting.collect::<Vec<_>>())
        });
        Condition {
            predicate,
            arguments: arguments.collect(),
        }
    }

    /// Whether it holds, as the predicate's documentation says.
    fn holds(&self, values: &[Term]) -> bool {
        let arguments: Vec<_> = self.arguments.iter().map(|index| values[*index]).collect();
        match (self.predicate, &arguments[..]) {
            ("F32", [this]) => *this == Term::Float,
            ("IntegerType", [Term::Int(width), Term::Number(number)]) => width == number,
            ("FixedVectorType", [Term::Vector(element, count), other, Term::Number(number)]) => {
                other.as_element() == Some(*element) && count == number
            }
            ("ElementTypeOrSelf", [Term::Vector(element, _), other]) => {
                other.as_element() == Some(*element)
            }
            ("ElementTypeOrSelf" | "eq", [this, other]) => this == other,
            ("add", [Term::Number(sum), Term::Number(a), Term::Number(b)]) => *sum == a + b,
            ("mul", [Term::Number(product), Term::Number(a), Term::Number(b)]) => *product == a * b,
            ("le", [Term::Number(a), Term::Number(b)]) => a <= b,
            _ => false,
        }
    }

    fn in_pattern(&self) -> String {
        let arguments: Vec<_> = self.arguments.iter().map(|at| VARIABLES[*at]).collect();
        format!("{}({});", self.predicate, arguments.join(", "))
    }

    fn in_definition(&self) -> String {
        let arguments = self
            .arguments
            .iter()
            .map(|at| format!("${}", VARIABLES[*at]));
        let arguments: Vec<_> = arguments.collect();
        format!("({} {})", self.predicate, arguments.join(", "))
    }
}

/// A rule about an operation with two operands, an attribute and a result.
#[derive(Debug, Clone)]
struct Rule {
    number: u64,
    conditions: Vec<Condition>,
}

impl Rule {
    fn random(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, 0x7E57_0000 + number);
        let count = 1 + random.below(4);
        let conditions = (0..count).map(|_| Condition::random(&mut random));
        let mut conditions: Vec<_> = conditions.collect();
        // Some condition should mention the result.
        if let Some(ty) = conditions[0]
            .arguments
            .iter_mut()
            .find(|index| !IS_NUMBER[**index])
        {
            *ty = RESULT;
        }
        Rule { number, conditions }
    }

    /// The result types of all solutions in which the known variables have these values.
    fn results(&self, known: [Term; 3]) -> Vec<Term> {
        let mut results = Vec::new();
        let mut values = [Term::Float; VARIABLES.len()];
        for (index, value) in std::iter::zip(KNOWN, known) {
            values[index] = value;
        }
        for result in Term::types() {
            values[RESULT] = result;
            let found = Term::types().into_iter().any(|element| {
                Term::numbers().into_iter().any(|width| {
                    values[4] = element;
                    values[5] = width;
                    self.conditions.iter().all(|one| one.holds(&values))
                })
            });
            if found {
                results.push(result);
            }
        }
        results
    }
}

/// How rules are written.
#[derive(Debug, Clone, Copy)]
enum Form {
    Patterns,
    /// With the last condition first.
    Reversed,
    Definitions,
}

impl Form {
    /// Each rule on a line of its own, the first one on line 3.
    fn text(self, rules: &[Rule]) -> String {
        let mut text = match self {
            Form::Patterns | Form::Reversed => "#include \"pdll/types.pdll\"\n\n",
            Form::Definitions => "include \"mlir/IR/OpBase.td\"\ninclude \"pdll/PdlTypes.td\"\n",
        }
        .to_owned();
        for rule in rules {
            let line = match self {
                Form::Patterns => in_pattern(rule, rule.conditions.iter()),
                Form::Reversed => in_pattern(rule, rule.conditions.iter().rev()),
                Form::Definitions => in_definition(rule),
            };
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    fn file(self, folder: &Path) -> PathBuf {
        folder.join(match self {
            Form::Patterns => "rules.pdll",
            Form::Reversed => "reversed.pdll",
            Form::Definitions => "rules.td",
        })
    }
}

fn in_pattern<'r>(rule: &Rule, conditions: impl Iterator<Item = &'r Condition>) -> String {
    let conditions: Vec<_> = conditions.map(Condition::in_pattern).collect();
    format!(
        "TypeRule {{ let a: Type; let b: Type; let r: Type; let n: Attr; let e: Type; \
         let w: Attr; op<t.made{}>(_: Value<a>, _: Value<b>) {{n = n}} -> (r); {} }}",
        rule.number,
        conditions.join(" ")
    )
}

fn in_definition(rule: &Rule) -> String {
    let conditions: Vec<_> = rule
        .conditions
        .iter()
        .map(Condition::in_definition)
        .collect();
    let number = rule.number;
    format!(
        "def Rule{number} : TypeRule<\"t.made{number}\"> {{ let results = (outs value:$r); \
         let arguments = (ins value:$a, value:$b, AttrI64:$n); let verifier = [{}]; }}",
        conditions.join(", ")
    )
}

/// Writes the rules, and a pattern file that includes them, which it returns.
fn write(form: Form, rules: &[Rule], patterns: &str, folder: &Path) -> PathBuf {
    let file = form.file(folder);
    fs::write(&file, form.text(rules)).expect("the folder is ours");
    let name = file.file_name().expect("it has one").display().to_string();
    let main = folder.join(format!("main-{}", name.replace(".td", ".td.pdll")));
    fs::write(&main, format!("#include \"{name}\"\n{patterns}")).expect("the folder is ours");
    main
}

/// The numbers of the rules with errors. A check reports some of them at once.
fn refused(form: Form, rules: &[Rule], folder: &Path) -> BTreeSet<u64> {
    let mut refused = BTreeSet::new();
    loop {
        let mut rest = rules.to_vec();
        rest.retain(|rule| !refused.contains(&rule.number));
        let lines = lines_with_errors(form, &rest, folder);
        if lines.is_empty() {
            return refused;
        }
        refused.extend(lines.iter().map(|line| rest[line - 3].number));
    }
}

fn lines_with_errors(form: Form, rules: &[Rule], folder: &Path) -> BTreeSet<usize> {
    let main = write(form, rules, "", folder);
    let Run { stderr, .. } = pdll_opt(["check".to_owned(), main.display().to_string()]);
    let start = format!("{}:", form.file(folder).display());
    let errors = stderr.lines().filter(|line| line.contains(": error: "));
    errors
        .map(|line| {
            assert!(line.contains(": error: `r` cannot be derived"), "{line}");
            let place = line.split_once(&start).map(|(_, place)| place);
            let number = place.and_then(|place| place.split(':').next()?.parse().ok());
            number.unwrap_or_else(|| panic!("an error elsewhere: {line}"))
        })
        .collect()
}

/// A program for rules without errors, and the types of the operations in it that are
/// created, in order.
fn program(rules: &[Rule]) -> (String, Vec<String>) {
    let mut text = "func.func @f(".to_owned();
    let types = Term::types();
    for (index, ty) in types.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}%{index}: {}", ty.text());
    }
    text.push_str(") {\n");
    let mut expected = Vec::new();
    let places = 0..types.len();
    for rule in rules {
        let mut random = Random::new(rule.number, 0x9806);
        let known = places
            .clone()
            .flat_map(|a| places.clone().map(move |b| (a, b)));
        let mut known: Vec<_> = known.flat_map(|(a, b)| WIDTHS.map(|n| (a, b, n))).collect();
        for _ in 0..12 {
            let (a, b, n) = known.swap_remove(random.below(known.len()));
            let results = rule.results([types[a], types[b], Term::Number(n)]);
            // Without a solution, a rule may find anything.
            let Some(result) = results.first() else {
                continue;
            };
            assert_eq!(results.len(), 1, "{rule:?} does not derive its result");
            let (number, first, second) = (rule.number, types[a].text(), types[b].text());
            let _ = writeln!(
                text,
                "  \"t.root{number}\"(%{a}, %{b}) {{n = {n} : i64}} : ({first}, {second}) -> ()"
            );
            expected.push(format!(
                "made{number}: ({first}, {second}) -> {}",
                result.text()
            ));
        }
    }
    (text + "  return\n}\n", expected)
}

/// The operations that are created, as in the list that is expected.
fn created(form: Form, rules: &[Rule], program: &str, folder: &Path) -> Vec<String> {
    let mut patterns = String::new();
    for rule in rules {
        let _ = writeln!(
            patterns,
            "Pattern {{ let root = op<t.root{0}>(a: Value, b: Value) {{n = n: Attr}}; \
             rewrite root with {{ let made = op<t.made{0}>(a, b) {{n = n}}; \
             replace root with op<t.end>(made) -> (); }}; }}",
            rule.number
        );
    }
    let main = write(form, rules, &patterns, folder);
    let input = folder.join("program.mlir");
    fs::write(&input, program).expect("the folder is ours");
    let output = apply("walk", &main, &input);
    let made = output.lines().filter_map(|line| {
        let (_, rest) = line.split_once(" = \"t.")?;
        let (name, rest) = rest.split_once('"')?;
        let (_, types) = rest.split_once(" : i64} : ")?;
        Some(format!("{name}: {types}"))
    });
    made.collect()
}

fn pdll_opt(arguments: impl IntoIterator<Item = String>) -> Run {
    run(Path::new(env!("CARGO_BIN_EXE_pdll-opt")), arguments, b"")
}

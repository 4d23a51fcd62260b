//! Ways in which our module differs from the oracle's on purpose. Each form
//! makes two patterns the same that differ in that way only.

use super::{
    ours::Declared,
    pdl::{Op, Pattern, Value},
};
use std::collections::{BTreeSet, HashMap};

/// A way in which modules differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The oracle makes the same thing several times, and uses one of them.
    Copies,
    /// As before, of operations to create and calls, which are not free.
    Repeated,
    /// The oracle passes one value or type as a range, we make a range of it.
    Ranges,
    /// Only we tell created operations the lengths of their groups.
    Segments,
    /// Only we pass a type that a native constraint computes through a call
    /// before it becomes a result type.
    BoundTypes,
    /// Only we give created operations the result types that their definitions imply.
    DefinitionTypes,
    /// Only we create an operation without results if it replaces another one and its
    /// list of types is empty.
    NoResults,
    /// Only we give a matched operation the name that its variable demands.
    Name,
    /// The oracle gives every pattern that declares none the benefit 0.
    Benefit,
    /// Only we keep `with recursion`.
    Recursion,
}

/// What the forms have to know of a pattern.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) declared: Declared,
    /// The texts that were compiled.
    pub(crate) sources: &'a [String],
}

/// All of them, in the order in which they are applied.
const ALL: [Form; 10] = [
    Form::Benefit,
    Form::Recursion,
    Form::Segments,
    Form::BoundTypes,
    Form::DefinitionTypes,
    Form::NoResults,
    Form::Ranges,
    Form::Name,
    Form::Copies,
    Form::Repeated,
];

/// The fewest differences that there are between two patterns.
///
/// # Errors
///
/// The patterns without those differences, as text, if they still differ.
pub(crate) fn differences(
    theirs: &Pattern,
    ours: &Pattern,
    known: Known<'_>,
) -> Result<Vec<Form>, (String, String)> {
    let mut sets: Vec<u32> = (0..1 << ALL.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    let mut last = (String::new(), String::new());
    for set in sets {
        let forms = (0..ALL.len()).filter(|form| set & 1 << form != 0);
        let forms: Vec<_> = forms.map(|form| ALL[form]).collect();
        let (mut theirs, mut ours) = (theirs.clone(), ours.clone());
        for form in &forms {
            form.apply(&mut theirs, &mut ours, known);
        }
        last = (theirs.print(), ours.print());
        if last.0 == last.1 {
            return Ok(forms);
        }
    }
    Err(last)
}

impl Form {
    fn apply(self, theirs: &mut Pattern, ours: &mut Pattern, known: Known<'_>) {
        let both = [&mut *theirs, &mut *ours];
        match self {
            Form::Copies => both.into_iter().for_each(|pattern| {
                merge(pattern, is_free);
                drop_unused(pattern);
            }),
            Form::Repeated => both.into_iter().for_each(|pattern| {
                merge(pattern, |op| is_free(op) || is_made(op));
                drop_unused(pattern);
            }),
            Form::Ranges => both.into_iter().for_each(drop_ranges_of_one),
            Form::Segments => drop_segments(ours),
            Form::BoundTypes => drop_bound_types(ours),
            Form::DefinitionTypes => drop_definition_types(ours),
            Form::NoResults => drop_empty_types(ours),
            Form::Name => add_names(theirs, ours, known.sources),
            Form::Benefit => {
                if !known.declared.benefit {
                    // The oracle may match an operation again.
                    let benefit = format!("benefit = {} : i16", ours.matched());
                    theirs.properties = theirs.properties.replace("benefit = 0 : i16", &benefit);
                }
            }
            Form::Recursion => {
                if known.declared.recursion {
                    theirs.attributes = "{pdll.bounded_recursion}".to_owned();
                }
            }
        }
    }
}

/// Whether an operation stands for something that is there already, so that
/// nobody can tell how often it stands there.
fn is_free(op: &Op) -> bool {
    match op.name.as_str() {
        "pdl.result" | "pdl.results" | "pdl.range" => true,
        "pdl.attribute" | "pdl.type" => !op.properties.is_empty(),
        _ => false,
    }
}

/// Whether an operation makes a new thing, or calls somebody who might.
fn is_made(op: &Op) -> bool {
    let names = [
        "pdl.operation",
        "pdl.apply_native_rewrite",
        "pdl.apply_native_constraint",
    ];
    names.contains(&op.name.as_str())
}

/// Leaves the first of equal operations of a section.
fn merge(pattern: &mut Pattern, may_merge: impl Fn(&Op) -> bool) {
    let mut values = HashMap::new();
    for section in [&mut pattern.matcher, &mut pattern.rewriter] {
        let mut seen: HashMap<(String, Vec<Value>, String), Op> = HashMap::new();
        section.retain_mut(|op| {
            for operand in &mut op.operands {
                *operand = *values.get(operand).unwrap_or(operand);
            }
            if !may_merge(op) {
                return true;
            }
            let types: Vec<_> = op.results.iter().map(|(_, ty)| ty.as_str()).collect();
            let key = (
                format!("{} {}", op.name, types.join(" ")),
                op.operands.clone(),
                op.properties.clone(),
            );
            let Some(first) = seen.get(&key) else {
                seen.insert(key, op.clone());
                return true;
            };
            let results = std::iter::zip(&op.results, &first.results);
            values.extend(results.map(|((one, _), (other, _))| (*one, *other)));
            false
        });
    }
    pattern.replace(&values);
}

/// Drops what nobody uses and nobody would miss.
fn drop_unused(pattern: &mut Pattern) {
    let mut used: BTreeSet<Value> = [pattern.root].into();
    let mut retain = |section: &mut Vec<Op>| {
        let mut kept: Vec<_> = std::mem::take(section);
        kept.reverse();
        kept.retain(|op| {
            let is_used = op.results.iter().any(|(value, _)| used.contains(value));
            // Types that nobody uses constrain nothing.
            let is_variable = matches!(op.name.as_str(), "pdl.type" | "pdl.types");
            let keep = is_used || !(is_free(op) || is_variable);
            if keep {
                used.extend(&op.operands);
            }
            keep
        });
        kept.reverse();
        *section = kept;
    };
    retain(&mut pattern.rewriter);
    retain(&mut pattern.matcher);
}

/// Puts the one element of a range in the range's place. The range may have been
/// the one element of another.
fn drop_ranges_of_one(pattern: &mut Pattern) {
    loop {
        let count = pattern.rewriter.len();
        drop_inner_ranges_of_one(pattern);
        if pattern.rewriter.len() == count {
            return;
        }
    }
}

fn drop_inner_ranges_of_one(pattern: &mut Pattern) {
    let types: HashMap<Value, String> = pattern
        .ops()
        .flat_map(|op| op.results.iter().cloned())
        .collect();
    let mut values = HashMap::new();
    pattern.rewriter.retain(|op| {
        let ([element], [(range, ty)]) = (&op.operands[..], &op.results[..]) else {
            return true;
        };
        let is_single = |element: &str| *ty == format!("!pdl.range<{}>", &element[5..]);
        let is_of_one =
            op.name == "pdl.range" && types.get(element).is_some_and(|ty| is_single(ty));
        if is_of_one {
            values.insert(*range, *element);
        }
        !is_of_one
    });
    pattern.replace(&values);
}

/// Puts the argument of a call that only binds types in the place of its result.
fn drop_bound_types(pattern: &mut Pattern) {
    let mut values = HashMap::new();
    pattern.rewriter.retain(|op| {
        let is_bound = op.properties.contains("\"pdll.bound_types\"");
        if let (true, [argument], [(result, _)]) = (is_bound, &op.operands[..], &op.results[..]) {
            values.insert(*result, *argument);
        }
        !is_bound
    });
    pattern.replace(&values);
}

/// Drops the types that come from definitions, and the calls that compute them.
fn drop_definition_types(pattern: &mut Pattern) {
    drop_types(pattern, |op| {
        op.properties.contains("name = \"result type of ")
    });
}

/// Drops the lists of result types without a type.
fn drop_empty_types(pattern: &mut Pattern) {
    let others = pattern.ops().filter(|op| op.name != "pdl.operation");
    let arguments: BTreeSet<Value> = others.flat_map(|op| op.operands.clone()).collect();
    drop_types(pattern, |op| {
        let is_list =
            |(value, ty): &(Value, String)| ty == "!pdl.range<type>" && !arguments.contains(value);
        op.name == "pdl.range" && op.operands.is_empty() && op.results.iter().all(is_list)
    });
}

/// Drops what makes types for created operations, and these types.
fn drop_types(pattern: &mut Pattern, makes_types: impl Fn(&Op) -> bool) {
    let mut types = BTreeSet::new();
    pattern.rewriter.retain_mut(|op| {
        if makes_types(op) {
            types.extend(op.results.iter().map(|(value, _)| *value));
            return false;
        }
        let count = op.operands.len();
        op.operands.retain(|operand| !types.contains(operand));
        let dropped = count - op.operands.len();
        if dropped > 0 {
            op.properties = with_fewer_types(&op.properties, dropped);
        }
        true
    });
}

/// The properties of an operation that is created with that many fewer result types.
fn with_fewer_types(properties: &str, dropped: usize) -> String {
    let (before, sizes) = properties
        .split_once("operandSegmentSizes = array<i32: ")
        .expect("an operation to create has them");
    let (sizes, after) = sizes.split_once('>').expect("the list ends");
    let (others, types) = sizes.rsplit_once(", ").expect("there are three");
    let types: usize = types.parse().expect("it is a number");
    let types = types - dropped;
    format!("{before}operandSegmentSizes = array<i32: {others}, {types}>{after}")
}

/// Drops the attributes with the lengths of groups, and what computes them.
fn drop_segments(pattern: &mut Pattern) {
    for op in &mut pattern.rewriter {
        if op.name == "pdl.operation" {
            drop_segment_attributes(op);
        }
    }
    let used: BTreeSet<Value> = pattern
        .ops()
        .flat_map(|op| op.operands.clone())
        .chain([pattern.root])
        .collect();
    pattern.rewriter.retain(|op| {
        let is_of_segments = op.properties.contains("\"pdll.segment_sizes\"")
            || op.properties.starts_with("<{value = array<i32: ");
        !is_of_segments || op.results.iter().any(|(value, _)| used.contains(value))
    });
}

fn drop_segment_attributes(op: &mut Op) {
    let Some((before, rest)) = op.properties.split_once("attributeValueNames = [") else {
        return;
    };
    let Some((names, after)) = rest.split_once("], opName") else {
        return;
    };
    let Some((middle, sizes)) = after.split_once("operandSegmentSizes = array<i32: ") else {
        return;
    };
    let sizes: Vec<usize> = sizes
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|size| size.parse().ok())
        .collect();
    let &[operands, attributes, types] = &sizes[..] else {
        return;
    };
    // Ours come last.
    let mut names: Vec<_> = names.split(", ").filter(|name| !name.is_empty()).collect();
    let mut left = attributes;
    while names
        .last()
        .is_some_and(|name| name.ends_with("SegmentSizes\""))
    {
        names.pop();
        left -= 1;
        op.operands.remove(operands + left);
    }
    op.properties = format!(
        "{before}attributeValueNames = [{}], opName{middle}operandSegmentSizes = array<i32: {operands}, {left}, {types}>}}>",
        names.join(", ")
    );
}

/// Gives operations that have a name in our module only that name, if it stands
/// in a constraint.
fn add_names(theirs: &mut Pattern, ours: &Pattern, sources: &[String]) {
    for (theirs, ours) in std::iter::zip(&mut theirs.matcher, &ours.matcher) {
        let Some((_, name)) = ours.properties.split_once("opName = \"") else {
            continue;
        };
        let name = name.split('"').next().unwrap_or_default();
        let constraint = format!("Op<{name}>");
        let name = format!("opName = \"{name}\", ");
        let is_demanded = sources.iter().any(|text| text.contains(&constraint));
        if is_demanded && ours.properties.replacen(&name, "", 1) == theirs.properties {
            theirs.properties.clone_from(&ours.properties);
        }
    }
}

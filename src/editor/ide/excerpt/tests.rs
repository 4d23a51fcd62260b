//! An excerpt says the same as an analysis of the whole text.

use super::Change;
use crate::{
    base::{
        diagnostic::Diagnostic,
        source::{Memory, Span, character_start},
    },
    editor::ide::testing::effort,
    editor::ide::{
        Analysis, Analyzer, Input, Symbol, definition, folds, hover, inlay_hints, links,
        semantic_tokens, symbols,
    },
    front::{
        ods,
        sema::Index,
        testing::random::{self, Random},
    },
    mlir::ffi::ods::LinkedTableGen,
};
use melior::Context;
use std::{fmt::Write as _, ops::Range, sync::Arc};

const DECLARATIONS: &[&str] = &[
    "Pattern A => erase op<t.a>(x: Value, x);\n",
    "// é𝄞\nPattern B {\n  let root = op<t.b>(x: Value<t: Type>) -> (t);\n  C(x);\n  replace root with x;\n}\n",
    "Pattern => replace op<t.c>(x: Value) with R(x);",
    "Pattern D with benefit(2) {\n  let unused = op<t.d>;\n  rewrite op<t.e> with { let s = op<t.f>() {n = attr<\"1 : i32\">}; };\n}\n\n",
    "Constraint C(v: Value);\n",
    "Rewrite R(v: Value) => op<t.r>(v).0;\n",
    "Constraint N(v: Value) [{ return success(); }];\n",
    "Constraint Wrong(v: Value) { Missing(v); }\n",
    "Pattern A => erase op<t.g>(_: Wrong);\n",
    "#include \"other.pdll\"\n",
    "/* a */ Pattern E => erase op<t.h>(x: Value) -> (type<\"i32\">, type<\"nonsense\">);\n",
];

const PIECES: &[&str] = &[
    "x",
    " ",
    ";",
    "{",
    "}",
    "(",
    ")",
    "\n",
    "let y: Value;",
    "op<t.a>",
    "// é\n",
    "//",
    "Pattern ",
    "Pattern Z => erase op<t.z>;\n",
    "\"",
    "[{",
    "}]",
    "/*",
    "*/",
    "𝄞",
    "",
    "A",
    "B",
    "Constraint ",
    "C",
    "R",
    "N",
    "#include",
    ", y: Value",
    " with recursion",
    "Patern",
];

#[test]
fn excerpts_say_what_whole_texts_say() {
    let mut analyzer = Analyzer::new(Arc::new(context), ods::Settings::new(&LinkedTableGen));
    let (mut told, mut all) = (0, 0);
    random::check(0xE5CE, effort::share(2000), |random| {
        let pick = |random: &mut Random| *random.pick(DECLARATIONS);
        let text: String = (0..2 + random.below(8)).map(|_| pick(random)).collect();
        let whole = Arc::new(analyze(&mut analyzer, &text));
        let mut edited = Edited::new(&whole);
        for _ in 0..1 + random.below(4) {
            edited.edit(random);
            let found = analyzer.excerpt(&whole, &edited.change(), &files());
            all += 1;
            if let Some(excerpt) = found {
                told += 1;
                let fresh = analyze(&mut analyzer, &edited.text);
                edited.compare(&excerpt, &fresh)?;
            }
        }
        Ok(())
    });
    assert!(told * 4 > all, "excerpts told {told} of {all} changes");
}

/// Whatever the length of the text, the excerpt is the pattern in which an edit is.
#[test]
fn what_is_analyzed_does_not_grow_with_the_text() {
    let mut analyzer = Analyzer::new(Arc::new(context), ods::Settings::new(&LinkedTableGen));
    let mut work = |lines: usize| {
        let line = |number| {
            format!(
                "Pattern P{number:04} => replace op<t.a>(x: Value) with op<t.b{number:04}>(x);\n"
            )
        };
        let text: String = (0..lines).map(line).collect();
        let whole = Arc::new(analyze(&mut analyzer, &text));
        let middle = text.len() / lines * (lines / 2);
        let mut edited = text.clone();
        edited.insert(middle, ' ');
        let change = Change {
            text: &edited,
            replaced: middle as u32..middle as u32,
        };
        let excerpt = analyzer.excerpt(&whole, &change, &files());
        let excerpt = excerpt.expect("it tells the change");
        let Index {
            definitions,
            uses,
            types,
        } = &excerpt.index;
        let items = excerpt.tree().map_or(0, |tree| tree.items.len());
        let tokens = excerpt.tokens.len();
        (items, tokens, definitions.len(), uses.len(), types.len())
    };
    let (few, many) = (work(10), work(1000));
    assert_eq!(few, many);
    assert_eq!(few.0, 1);
}

fn context() -> Context {
    let context = Context::new();
    context.load_all_available_dialects();
    context
}

fn files() -> Memory {
    let text = "Constraint Q(v: Value);\nPattern G => erase op<t.g>(x: Value);\n";
    Memory::default().with("other.pdll", text)
}

fn analyze(analyzer: &mut Analyzer, text: &str) -> Analysis {
    let input = Input {
        name: "main.pdll".to_owned(),
        text: text.to_owned(),
        first_line: 1,
        include_dirs: Vec::new(),
        is_portable: false,
    };
    analyzer.analyze(input, ods::Reads::All, &files())
}

/// A text that changes in one place after it was analyzed.
struct Edited<'a> {
    whole: &'a Analysis,
    text: String,
    /// What has changed of the analyzed text.
    replaced: Range<u32>,
}

impl<'a> Edited<'a> {
    fn new(whole: &'a Analysis) -> Self {
        Edited {
            whole,
            text: whole.text().to_owned(),
            replaced: u32::MAX..u32::MAX,
        }
    }

    /// Writes a piece somewhere, or close to where the last one was written.
    fn edit(&mut self, random: &mut Random) {
        let is_first = self.replaced.start == u32::MAX;
        let start = match is_first {
            true => random.below(self.text.len() + 1),
            false => self.replaced.start as usize + random.below(8),
        };
        let start = character_start(&self.text, start.min(self.text.len()));
        let end = match random.below(3) {
            0 => character_start(&self.text, (start + random.below(12)).min(self.text.len())),
            _ => start,
        };
        let new_end = self.new_end();
        let old_end = match is_first {
            true => end as u32,
            false => self.replaced.end + (end as u32).saturating_sub(new_end),
        };
        self.text
            .replace_range(start..end, random.pick::<&str>(PIECES));
        self.replaced = self.replaced.start.min(start as u32)..old_end;
    }

    /// The end in the present text of what has changed.
    fn new_end(&self) -> u32 {
        let rest = (self.whole.text().len() as u32).saturating_sub(self.replaced.end);
        self.text.len() as u32 - rest
    }

    fn change(&self) -> Change<'_> {
        Change {
            text: &self.text,
            replaced: self.replaced.clone(),
        }
    }

    fn compare(&self, excerpt: &Analysis, fresh: &Analysis) -> Result<(), String> {
        let both = |what: &str, one: String, other: String| match one == other {
            true => Ok(()),
            false => Err(format!(
                "{what} after a change of {:?} of {:?} to {:?}:\n{one}\nbut:\n{other}",
                self.replaced,
                self.whole.text(),
                self.text
            )),
        };
        let places = Places::new(self, excerpt, fresh);
        let own = |span| places.of_excerpt(span);
        let other = |span| places.of_fresh(span);
        both(
            "diagnostics",
            shown(&excerpt.diagnostics, own, |place| places.vague(own(place))),
            shown(&fresh.diagnostics, other, |place| {
                places.vague(other(place))
            }),
        )?;
        for (what, list) in LISTS {
            let mut all = list(self.whole);
            all.retain(|(span, _)| !places.is_replaced(*span));
            all.extend(list(excerpt));
            let show = |list: Vec<(Span, String)>, place: &dyn Fn(Span) -> Place| {
                let mut list: Vec<_> = list
                    .into_iter()
                    .map(|(span, text)| (place(span), text))
                    .collect();
                list.sort();
                format!("{list:#?}")
            };
            both(what, show(all, &own), show(list(fresh), &other))?;
        }
        // At the end, something else may start.
        let is_last = places.replaced.end == self.whole.text().len() as u32;
        for offset in 0..excerpt.text().len() as u32 + u32::from(is_last) {
            let at = offset + places.replaced.start;
            both(
                "hover",
                format!(
                    "{:?}",
                    hover(excerpt, offset).map(|one| (own(one.span), one.markdown))
                ),
                format!(
                    "{:?}",
                    hover(fresh, at).map(|one| (other(one.span), one.markdown))
                ),
            )?;
            both(
                "definition",
                format!(
                    "{:?}",
                    definition(excerpt, offset).map(|one| own(one.definition))
                ),
                format!(
                    "{:?}",
                    definition(fresh, at).map(|one| other(one.definition))
                ),
            )?;
        }
        Ok(())
    }
}

/// Diagnostics, without those about several patterns.
fn shown(
    diagnostics: &[Diagnostic],
    place: impl Fn(Span) -> Place,
    place_of_note: impl Fn(Span) -> Place,
) -> String {
    let about_several = ["shadowed-pattern", "pattern-cycle"];
    let mut text = String::new();
    for one in diagnostics {
        if one.name.is_some_and(|name| about_several.contains(&name)) {
            continue;
        }
        let at = one.span.map(&place);
        writeln!(
            text,
            "{at:?} {:?} {} {:?}",
            one.severity, one.message, one.help
        )
        .expect("it is a string");
        for note in &one.notes {
            writeln!(
                text,
                "  {:?} {}",
                note.span.map(&place_of_note),
                note.message
            )
            .expect("it is a string");
        }
        if let Some(edit) = &one.suggestion {
            writeln!(
                text,
                "  {:?} {:?} {}",
                place(edit.span),
                edit.replacement,
                edit.message
            )
            .expect("it is a string");
        }
    }
    text
}

type List = fn(&Analysis) -> Vec<(Span, String)>;

const LISTS: [(&str, List); 5] = [
    ("words", |analysis| {
        let words = semantic_tokens(analysis).iter().copied();
        words
            .map(|(span, kind, more)| (span, format!("{kind:?} {more:?}")))
            .collect()
    }),
    ("symbols", |analysis| {
        let symbols = symbols(analysis).into_iter();
        let shown =
            |Symbol {
                 name,
                 kind,
                 detail,
                 children,
                 ..
             }: &Symbol| { format!("{name} {kind:?} {detail} {}", children.len()) };
        symbols.map(|one| (one.span, shown(&one))).collect()
    }),
    ("folds", |analysis| {
        let folds = folds(analysis).into_iter();
        folds
            .map(|one| (one.span, format!("{:?}", one.kind)))
            .collect()
    }),
    ("hints", |analysis| {
        let hints = inlay_hints(analysis, 0..u32::MAX).into_iter();
        hints
            .map(|one| (analysis.at(one.offset), one.label))
            .collect()
    }),
    ("links", |analysis| {
        let links = links(analysis).into_iter();
        links
            .map(|one| (one.span, format!("{}", one.path.display())))
            .collect()
    }),
];

/// The file, start and length of something in the present text.
type Place = (String, u32, u32);

/// How places in an excerpt, in the analyzed text and in the present one correspond.
struct Places<'a> {
    whole: &'a Analysis,
    excerpt: &'a Analysis,
    fresh: &'a Analysis,
    /// What the excerpt takes the place of.
    replaced: Range<u32>,
    /// What has changed of it.
    changed: Range<u32>,
}

impl<'a> Places<'a> {
    fn new(edited: &Edited<'a>, excerpt: &'a Analysis, fresh: &'a Analysis) -> Self {
        let part = excerpt.excerpt.as_ref().expect("it is an excerpt");
        Places {
            whole: edited.whole,
            excerpt,
            fresh,
            replaced: part.replaced.clone(),
            changed: edited.replaced.clone(),
        }
    }

    fn of_fresh(&self, span: Span) -> Place {
        let name = self.fresh.sources.file(span.file).name().to_owned();
        (name, span.start, span.end - span.start)
    }

    fn of_excerpt(&self, span: Span) -> Place {
        let (mut name, mut start) = (self.excerpt.sources.file(span.file).name(), span.start);
        if span.file == self.excerpt.file {
            name = self.whole.sources.file(self.whole.file).name();
            start += self.replaced.start;
        } else if span.file == self.whole.file && span.start >= self.changed.end {
            start = start + self.fresh.text().len() as u32 - self.whole.text().len() as u32;
        } else if span.file == self.whole.file {
            start = start.min(self.changed.start);
        }
        (name.to_owned(), start, span.end - span.start)
    }

    /// A place of which it is not known where it is after the change.
    fn vague(&self, place: Place) -> Place {
        let (name, start, length) = place;
        let end = self.changed.end + self.fresh.text().len() as u32;
        let changed = self.changed.start..=end - self.whole.text().len() as u32;
        match changed.contains(&start) {
            true => (name, u32::MAX, length),
            false => (name, start, length),
        }
    }

    /// Whether the excerpt takes the place of something in the analyzed text.
    fn is_replaced(&self, span: Span) -> bool {
        let is_last = self.replaced.end == self.whole.text().len() as u32;
        let is_in = self.replaced.contains(&span.start);
        span.file == self.whole.file && (is_in || is_last && self.replaced.start <= span.start)
    }
}

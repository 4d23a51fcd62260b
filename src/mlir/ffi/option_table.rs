//! The options of the passes that apply patterns: the rows of
//! `cpp-shim/shim/contract/Options.def`, from which C++ makes the options
//! themselves.

use super::shim;

/// An option, as its row of the table has it.
#[derive(Debug)]
pub(crate) struct OptionRow {
    pub(crate) group: Group,
    /// Its name in pipelines, as a flag, and in the C API.
    pub(crate) name: &'static str,
    /// What the help of flags calls its value.
    pub(crate) value_name: &'static str,
    pub(crate) kind: Kind,
    /// The drivers that have it, separated by commas, or `all`. Others refuse it.
    pub(crate) drivers: &'static str,
    /// A sentence without a full stop.
    pub(crate) help: &'static str,
}

/// What an option is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Where patterns come from.
    Source,
    /// Which patterns to use.
    Filter,
    /// How to apply them.
    Driver,
    /// What a conversion must reach.
    Conversion,
    /// What to report.
    Report,
}

/// The values of an option, and the default.
#[derive(Debug)]
pub(crate) enum Kind {
    Flag(bool),
    /// A limit; -1 for no limit.
    Number(i64),
    Choice {
        values: &'static [ChoiceValue],
        /// An index into the values.
        default: usize,
    },
    /// Empty by default.
    Text,
    /// Empty by default.
    List,
}

/// A value of a choice.
#[derive(Debug)]
pub(crate) struct ChoiceValue {
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
}

impl OptionRow {
    /// The default as a pipeline has it; empty for texts and lists.
    pub(crate) fn default(&self) -> String {
        match self.kind {
            Kind::Flag(value) => value.to_string(),
            Kind::Number(value) => value.to_string(),
            Kind::Choice { values, default } => values[default].name.to_owned(),
            Kind::Text | Kind::List => String::new(),
        }
    }
}

/// Returns the row of the option `name`, which the table must have.
pub(crate) fn row(name: &str) -> &'static OptionRow {
    OPTIONS
        .iter()
        .find(|row| row.name == name)
        .expect("the table has this option")
}

pub(crate) use rows::OPTIONS;

/// Joins literals that follow each other, as C does.
macro_rules! text {
    ($($part:literal)*) => { concat!($($part),*) };
}

#[allow(
    non_snake_case,
    reason = "the preprocessor knows the types by their names in C"
)]
mod rows {
    use super::{ChoiceValue, Group, Kind, OptionRow, shim};

    const fn bool(default: bool) -> Kind {
        Kind::Flag(default)
    }

    const fn int64_t(default: i64) -> Kind {
        Kind::Number(default)
    }

    const fn PdllString(default: &str) -> Kind {
        assert!(default.is_empty());
        Kind::Text
    }

    const fn PdllStrings(default: &str) -> Kind {
        assert!(default.is_empty());
        Kind::List
    }

    include!(concat!(env!("OUT_DIR"), "/options.rs"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mlir::options::{ConversionOptions, Options};
    use std::{env, fmt::Debug, fs, path::Path};

    #[test]
    fn defaults_of_the_api_are_those_of_the_table() {
        assert_eq!(fields(&Options::default()), defaults(Group::Driver));
        assert_eq!(
            fields(&ConversionOptions::default()),
            defaults(Group::Conversion)
        );
    }

    fn defaults(group: Group) -> Vec<(String, String)> {
        OPTIONS
            .iter()
            .filter(|row| row.group == group)
            .map(|row| (row.name.to_owned(), row.default()))
            .collect()
    }

    /// The fields of a structure and their values, as the table spells them.
    fn fields(options: &impl Debug) -> Vec<(String, String)> {
        let text = format!("{options:?}");
        let (_, fields) = text.split_once(" { ").expect("it is a structure");
        let field = |field: &str| {
            let (name, value) = field.split_once(": ").expect("it has a value");
            let value = value.trim_matches(['"', '[', ']']).to_lowercase();
            (name.replace('_', "-"), value)
        };
        fields
            .trim_end_matches(" }")
            .split(", ")
            .map(field)
            .collect()
    }

    #[test]
    fn documentation_of_the_api_is_that_of_the_table() {
        let source = include_str!("../options.rs");
        let lines = source
            .lines()
            .map(|line| line.trim().trim_start_matches("/// "));
        let text = lines.collect::<Vec<_>>().join(" ");
        for row in OPTIONS {
            if matches!(row.group, Group::Driver | Group::Conversion) {
                assert!(text.contains(&format!("{}.", row.help)), "{}", row.name);
            }
        }
    }

    #[test]
    fn drivers_exist() {
        let Kind::Choice { values, .. } = row("driver").kind else {
            panic!("`driver` is a choice");
        };
        let known: Vec<_> = values.iter().map(|value| value.name).collect();
        for row in OPTIONS.iter().filter(|row| row.drivers != "all") {
            for name in row.drivers.split(", ") {
                assert!(known.contains(&name), "{}: {name}", row.name);
            }
        }
    }

    const PAGE: &str = "docs/apply-pdll.md";

    /// The groups of the tables in the page, in their order.
    const TABLES: &[&[Group]] = &[
        &[Group::Source, Group::Filter],
        &[Group::Driver],
        &[Group::Conversion],
        &[Group::Report],
    ];

    /// `UPDATE_EXPECT=1` writes the tables into the page.
    #[test]
    fn the_page_has_the_rows_of_the_table() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
        let text = fs::read_to_string(&path).expect("the page is there");
        let expected = with_tables(&text, TABLES);
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, expected).expect("the page can be written");
        } else {
            assert!(
                text == expected,
                "the tables of options in {PAGE} differ from \
                 cpp-shim/shim/contract/Options.def; UPDATE_EXPECT=1 writes them"
            );
        }
    }

    const HEAD: &str = "| option | default | drivers | meaning |\n|---|---|---|---|\n";

    /// The page with these groups of rows in its tables.
    fn with_tables(page: &str, groups: &[&[Group]]) -> String {
        let mut parts = page.split(HEAD);
        let mut text = parts.next().unwrap_or_default().to_owned();
        let parts: Vec<_> = parts.collect();
        assert_eq!(parts.len(), groups.len(), "one table for each group");
        for (part, groups) in parts.into_iter().zip(groups) {
            text += HEAD;
            let rows = OPTIONS.iter().filter(|row| groups.contains(&row.group));
            text.extend(rows.map(line));
            let after = part
                .split_inclusive('\n')
                .skip_while(|line| line.starts_with('|'));
            text.extend(after);
        }
        text
    }

    fn line(row: &OptionRow) -> String {
        let OptionRow { name, drivers, .. } = row;
        let default = Some(row.default()).filter(|default| !default.is_empty());
        let default = default.map_or_else(String::new, |default| format!(" `{default}`"));
        format!("| `{name}` |{default} | {drivers} | {} |\n", meaning(row))
    }

    fn meaning(row: &OptionRow) -> String {
        let Kind::Choice { values, .. } = row.kind else {
            return row.help.to_owned();
        };
        let values = values.iter().map(|ChoiceValue { name, help }| {
            let (first, rest) = help.split_at(1);
            format!("`{name}` ({}{rest})", first.to_lowercase())
        });
        format!("{}: {}", row.help, values.collect::<Vec<_>>().join(", "))
    }
}

//! The options of the pass as flags of the same names.

use super::Common;
use crate::{
    base::diagnostic::UNKNOWN_OPERATION,
    mlir::ffi::{
        option_table::{Group, Kind, OPTIONS, OptionRow},
        pass::OptionSetting,
    },
};
use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches,
    builder::{
        OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser,
    },
    value_parser,
};
use std::{ffi::OsString, path::Path};

/// What the flags say about options of the pass.
#[derive(Debug, Clone, Default)]
pub struct PassFlags {
    settings: Vec<OptionSetting>,
}

impl PassFlags {
    /// Adds a pattern file.
    pub(in crate::commands) fn add_pattern_file(&mut self, file: String) {
        match self.find_mut("patterns") {
            Some(setting) => setting.values.push(file),
            None => self.set("patterns", vec![file]),
        }
    }

    /// Adds to the trace all that a page needs.
    pub(in crate::commands) fn trace_texts(&mut self) {
        self.set("trace-texts", vec!["true".to_owned()]);
    }

    /// Ends a run after that many rewrites, at the latest after a round.
    pub(in crate::commands) fn limit_rewrites(&mut self, number: u64) {
        let is_greedy = self
            .values("driver")
            .last()
            .is_none_or(|driver| driver == "greedy");
        let limits = [
            ("max-num-rewrites", number.to_string()),
            ("max-iterations", "1".to_owned()),
        ];
        for (name, value) in limits.into_iter().take(if is_greedy { 2 } else { 1 }) {
            self.settings.retain(|setting| setting.name != name);
            self.set(name, vec![value]);
        }
    }

    /// Sets an option that the flags do not have.
    pub(in crate::commands) fn set_default(&mut self, name: &'static str, value: &str) {
        if self.find_mut(name).is_none() {
            self.set(name, vec![value.to_owned()]);
        }
    }

    /// Returns the values of an option that the flags have.
    pub(in crate::commands) fn values(&self, name: &str) -> &[String] {
        let setting = self.settings.iter().find(|setting| setting.name == name);
        setting.map_or(&[], |setting| &setting.values)
    }

    /// Returns the names of all options that the flags have.
    pub(in crate::commands) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.settings.iter().map(|setting| setting.name)
    }

    /// Why a command that runs the patterns more than once, or not at all, cannot have these
    /// flags, if so.
    pub(in crate::commands) fn reports_of_a_run(&self) -> Option<String> {
        let reports = ["explain", "trace", "trace-texts", "report", "statistics"];
        let mut reports = reports.iter();
        let name = reports.find(|name| !self.values(name).is_empty())?;
        Some(format!(
            "`--{name}` is about a single run: use it with `apply`"
        ))
    }

    /// Takes the options with these names out.
    pub(in crate::commands) fn take_if(&mut self, is_wanted: impl Fn(&str) -> bool) -> PassFlags {
        let taken = self
            .settings
            .extract_if(.., |setting| is_wanted(setting.name));
        PassFlags {
            settings: taken.collect(),
        }
    }

    /// Takes the names of files that are relative to a folder.
    pub(in crate::commands) fn resolve(&mut self, folder: &Path) {
        let named = |setting: &&mut OptionSetting| FILES.contains(&setting.name);
        for setting in self.settings.iter_mut().filter(named) {
            for value in &mut setting.values {
                *value = folder.join(&*value).display().to_string();
            }
        }
    }

    /// The flags of a command line that says the same, but for the pattern files. Names of
    /// other files stay as they are.
    pub(in crate::commands) fn words(&self) -> impl Iterator<Item = String> {
        let settings = self.settings.iter();
        let settings = settings.filter(|setting| setting.name != "patterns");
        settings.map(|OptionSetting { name, values }| format!("--{name}={}", values.join(",")))
    }

    /// Takes the settings of others in place of its own.
    pub(in crate::commands) fn override_with(&mut self, others: PassFlags) {
        let is_other = |one: &OptionSetting| others.settings.iter().any(|two| two.name == one.name);
        self.settings.retain(|one| !is_other(one));
        self.settings.extend(others.settings);
    }

    fn find_mut(&mut self, name: &str) -> Option<&mut OptionSetting> {
        self.settings
            .iter_mut()
            .find(|setting| setting.name == name)
    }

    /// Returns the values that these flags, and those of all commands, have for
    /// options of the pass.
    pub(in crate::commands) fn into_settings(mut self, common: &Common) -> Vec<OptionSetting> {
        let folders = common.include_dirs.iter();
        let folders = folders.map(|folder| folder.display().to_string());
        self.set("include-dirs", folders.collect());
        if common.no_ods_cache {
            self.set("ods-cache", vec!["false".to_owned()]);
        }
        if common.downgrades(UNKNOWN_OPERATION) {
            self.set("allow-unknown-operations", vec!["true".to_owned()]);
        }
        self.settings
    }

    fn set(&mut self, name: &'static str, values: Vec<String>) {
        self.settings.push(OptionSetting { name, values });
    }
}

/// Options of the pass for which all commands have flags of their own.
const COMMON: [&str; 3] = ["include-dirs", "ods-cache", "allow-unknown-operations"];

/// Options of the pass that are files to read.
const FILES: [&str; 3] = ["patterns", "natives", "native-prelude"];

/// Choices that may be written without a value, and the value that they have then.
const ALONE: [(&str, &str); 1] = [("warn-never-fired", "all")];

/// The rows that are flags.
fn rows() -> impl Iterator<Item = &'static OptionRow> {
    OPTIONS.iter().filter(|row| !COMMON.contains(&row.name))
}

impl Args for PassFlags {
    fn augment_args(command: Command) -> Command {
        command.args(rows().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PassFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let settings = rows().filter_map(|row| setting(row, matches)).collect();
        Ok(PassFlags { settings })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn flag(row: &'static OptionRow) -> Arg {
    let arg = Arg::new(row.name)
        .long(row.name)
        .value_name(row.value_name)
        .help(help(row))
        .help_heading(heading(row.group))
        .value_parser(parser(&row.kind));
    if let Some((_, value)) = ALONE.iter().find(|(name, _)| *name == row.name) {
        let arg = arg.num_args(0..=1).require_equals(true);
        return arg.default_missing_value(*value);
    }
    match row.kind {
        Kind::Flag(_) => arg
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true"),
        Kind::Number(_) => arg.allow_negative_numbers(true),
        Kind::Choice { .. } | Kind::Text => arg,
        Kind::List => arg.action(ArgAction::Append),
    }
}

/// The default is in the text only: it is for the pass to apply, so that a
/// pipeline can set an option that the command line does not.
fn help(row: &OptionRow) -> String {
    let mut help = row.help.to_owned();
    let default = row.default();
    if !default.is_empty() {
        help += &format!(" [default: {default}]");
    }
    if row.drivers != "all" {
        help += &format!(" [drivers: {}]", row.drivers);
    }
    help
}

fn heading(group: Group) -> &'static str {
    match group {
        Group::Source | Group::Filter => "Patterns",
        Group::Driver => "Drivers",
        Group::Conversion => "Conversions",
        Group::Report => "Reports",
    }
}

fn parser(kind: &Kind) -> ValueParser {
    match kind {
        Kind::Flag(_) => PossibleValuesParser::new(["true", "false"]).into(),
        Kind::Number(_) => value_parser!(i64).range(-1..).into(),
        Kind::Choice { values, .. } => {
            let values = values.iter();
            let values = values.map(|value| PossibleValue::new(value.name).help(value.help));
            PossibleValuesParser::new(values).into()
        }
        Kind::Text | Kind::List => OsStringValueParser::new().try_map(text).into(),
    }
}

/// The pass takes texts, and so do the locations of MLIR.
fn text(value: OsString) -> Result<String, &'static str> {
    let not_utf8 = "it must be UTF-8 here; rename the file or folder";
    value.into_string().map_err(|_| not_utf8)
}

/// Returns what the command line says about an option, if anything.
fn setting(row: &OptionRow, matches: &ArgMatches) -> Option<OptionSetting> {
    let texts = matches.get_raw(row.name)?;
    let texts = texts.map(|text| text.to_str().expect("the parsers accept UTF-8 only"));
    let values = match row.kind {
        Kind::List => texts.flat_map(elements).map(str::to_owned).collect(),
        _ => texts.map(str::to_owned).collect(),
    };
    Some(OptionSetting {
        name: row.name,
        values,
    })
}

/// Returns the elements of a list, which have commas between them. As in a
/// pipeline, an element with commas of its own stands in quotes.
fn elements(text: &str) -> Vec<&str> {
    let mut elements = Vec::new();
    let mut rest = Some(text);
    while let Some(text) = rest {
        let (element, after) = quoted(text).unwrap_or_else(|| match text.split_once(',') {
            Some((element, after)) => (element, Some(after)),
            None => (text, None),
        });
        elements.push(element);
        rest = after;
    }
    elements
}

/// Splits off an element in quotes, unless `text` does not start with one.
fn quoted(text: &str) -> Option<(&str, Option<&str>)> {
    let quote = text.chars().next().filter(|first| "'\"".contains(*first))?;
    let (element, after) = text[1..].split_once(quote)?;
    match after.strip_prefix(',') {
        Some(after) => Some((element, Some(after))),
        None => after.is_empty().then_some((element, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stand_between_commas_and_in_quotes() {
        assert_eq!(elements("a.pdll"), ["a.pdll"]);
        assert_eq!(elements("a b,c"), ["a b", "c"]);
        assert_eq!(elements("'a,b',\"it's\",c"), ["a,b", "it's", "c"]);
        assert_eq!(elements("it's,'a'b,\"c"), ["it's", "'a'b", "\"c"]);
        assert_eq!(elements("a,"), ["a", ""]);
    }
}

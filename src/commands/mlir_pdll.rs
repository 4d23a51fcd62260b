//! The command line of MLIR's `mlir-pdll`.
//!
//! Under that name, the program replaces the tool: build systems only change
//! the path. Options have the forms of LLVM's library: one dash or two, and the
//! value after `=` or in the next argument.

mod argument_files;
mod table;

use super::{
    options::{Compile, Emit, VERSION},
    warnings::{self, Selection},
};
use crate::{
    base::diagnostic::{INTERPRETER, UNKNOWN_OPERATION},
    base::source::split::DEFAULT_MARK,
};
use argument_files::expand;
use std::{
    ffi::{OsStr, OsString},
    fmt::Write,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};
use table::{OPTIONS, Spec, Takes};

/// The meaning of a command line.
#[derive(Debug)]
pub enum Request {
    /// To compile a file.
    Compile(Box<Compile>),
    /// To print this text, and succeed.
    Print(String),
}

/// Whether a program of that path should behave as `mlir-pdll`, or as
/// `mlir-pdll-22`, the name in some distributions.
pub fn is_called(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    let version = name.and_then(|name| name.strip_prefix("mlir-pdll"));
    version.is_some_and(|rest| {
        rest.strip_prefix('-').map_or(rest.is_empty(), |number| {
            !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit())
        })
    })
}

/// Parses the arguments after the program's name.
///
/// # Errors
///
/// A message, if the arguments are invalid.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut reader = Reader {
        compile: defaults(),
        input: None,
        printed: None,
    };
    reader.read(expand(arguments, 0)?)?;
    let mut compile = reader.compile;
    if let Some(text) = reader.printed {
        return Ok(Request::Print(text));
    }
    compile.input = reader.input.unwrap_or_else(|| "-".into());
    let has_output = compile
        .output
        .as_ref()
        .is_some_and(|path| path != Path::new("-"));
    if compile.dependencies.is_some() && !has_output {
        return Err("the option -d must be used together with -o".to_owned());
    }
    Ok(Request::Compile(Box::new(compile)))
}

/// The behaviour of `mlir-pdll` without options. Unknown operations, and what MLIR's
/// interpreter gets wrong, are warnings; errors of meaning are reported whatever it
/// prints. Modules and headers must work where pdll is not.
fn defaults() -> Compile {
    let mut compile = Compile {
        emit: Emit::Ast,
        output_split_marker: DEFAULT_MARK.to_owned(),
        as_mlir_pdll: true,
        ..Compile::default()
    };
    for name in [UNKNOWN_OPERATION, INTERPRETER] {
        compile.common.warnings.push(Selection::Named(name, true));
    }
    compile
}

struct Reader {
    compile: Compile,
    input: Option<PathBuf>,
    /// The text to print instead of compiling.
    printed: Option<String>,
}

impl Reader {
    fn read(&mut self, arguments: Vec<OsString>) -> Result<(), String> {
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            if argument == "--" {
                return arguments.try_for_each(|argument| self.positional(argument));
            }
            let bytes = argument.as_bytes();
            let name = bytes.strip_prefix(b"--").or(bytes.strip_prefix(b"-"));
            match name {
                Some(name) if !name.is_empty() => self.option(&argument, name, &mut arguments)?,
                _ => self.positional(argument)?,
            }
        }
        Ok(())
    }

    fn positional(&mut self, argument: OsString) -> Result<(), String> {
        if let Some(first) = &self.input {
            return Err(format!(
                "expected one input file, found `{}` and `{}`",
                first.display(),
                argument.display()
            ));
        }
        self.input = Some(argument.into());
        Ok(())
    }

    /// `option` is the argument without its dashes.
    fn option(
        &mut self,
        argument: &OsStr,
        option: &[u8],
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), String> {
        let equals = option.iter().position(|byte| *byte == b'=');
        let name = &option[..equals.unwrap_or(option.len())];
        let attached = equals.map(|at| OsStr::from_bytes(&option[at + 1..]).to_owned());
        match name {
            b"help" | b"h" | b"help-hidden" | b"help-list" | b"help-list-hidden" => {
                self.printed = Some(help());
                return Ok(());
            }
            b"version" => {
                self.printed = Some(version());
                return Ok(());
            }
            _ => {}
        }
        let spec = OPTIONS.iter().find(|spec| spec.name.as_bytes() == name);
        let (spec, attached) = match spec {
            Some(spec) => (spec, attached),
            None => joined(option).ok_or_else(|| unknown(argument, name))?,
        };
        let in_context = |problem| format!("in the option `-{}`: {problem}", spec.name);
        let value = match spec.value {
            Takes::Bool => attached.unwrap_or_default(),
            Takes::Optional(_) => attached.unwrap_or_else(|| DEFAULT_MARK.into()),
            Takes::Value(_) | Takes::Joined(_) => attached
                .or_else(|| rest.next())
                .ok_or_else(|| in_context("expected a value".to_owned()))?,
        };
        if spec.name == "W" && value == warnings::HELP {
            self.printed = Some(warnings::help());
            return Ok(());
        }
        (spec.set)(&mut self.compile, value).map_err(in_context)
    }
}

/// Reads `Idir` as `I=dir`.
fn joined(option: &[u8]) -> Option<(&'static Spec, Option<OsString>)> {
    OPTIONS.iter().find_map(|spec| match spec.value {
        Takes::Joined(_) => {
            let value = option.strip_prefix(spec.name.as_bytes())?;
            Some((spec, Some(OsStr::from_bytes(value).to_owned())))
        }
        _ => None,
    })
}

fn unknown(argument: &OsStr, name: &[u8]) -> String {
    let mut message = format!("there is no option `{}`", argument.display());
    let name = String::from_utf8_lossy(name);
    let similar = OPTIONS
        .iter()
        .map(|spec| spec.name)
        .filter(|known| known.len() > 2 && strsim::damerau_levenshtein(known, &name) <= 2);
    for known in similar {
        let _ = write!(message, "; did you mean `--{known}`?");
    }
    message
}

fn version() -> String {
    format!("mlir-pdll (pdll-opt) {VERSION}\n")
}

fn help() -> String {
    let mut text = format!(
        "OVERVIEW: PDLL frontend, in place of MLIR's mlir-pdll\n\
         {}USAGE: mlir-pdll [options] <input file>\n\nOPTIONS:\n",
        version()
    );
    for spec in OPTIONS {
        let dashes = if spec.name.len() > 1 { "--" } else { "-" };
        let value = match spec.value {
            Takes::Bool => String::new(),
            Takes::Value(name) if spec.name.len() > 1 => format!("=<{name}>"),
            Takes::Value(name) | Takes::Joined(name) => format!(" <{name}>"),
            Takes::Optional(name) => format!("[=<{name}>]"),
        };
        let option = format!("{dashes}{}{value}", spec.name);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {option:<32} - {}", spec.about);
    }
    for (option, about) in [
        ("--help", "Print this help"),
        ("--version", "Print the version"),
    ] {
        let _ = writeln!(text, "  {option:<32} - {about}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{argument_files::words, *};

    fn compile(arguments: &str) -> Result<Compile, String> {
        match parse(words(arguments.as_bytes()))? {
            Request::Compile(compile) => Ok(*compile),
            Request::Print(text) => Err(text),
        }
    }

    #[test]
    fn the_name_decides() {
        for name in ["mlir-pdll", "/a/mlir-pdll", "mlir-pdll-22"] {
            assert!(is_called(name.as_ref()), "{name}");
        }
        for name in [
            "pdll-opt",
            "mlir-pdll-lsp-server",
            "mlir-pdll-",
            "x-mlir-pdll",
        ] {
            assert!(!is_called(name.as_ref()), "{name}");
        }
    }

    #[test]
    fn values_stand_where_llvm_looks_for_them() {
        for line in [
            "-x=mlir",
            "-x mlir",
            "--x=mlir",
            "--x mlir",
            "-x ast -x mlir",
        ] {
            assert_eq!(compile(line).map(|c| c.emit), Ok(Emit::Pdl), "{line}");
        }
        for line in ["-I a", "-Ia", "-I=a", "--Ia", "--I a"] {
            let dirs = compile(line).map(|c| c.common.include_dirs);
            assert_eq!(dirs, Ok(vec!["a".into()]), "{line}");
        }
        for line in [
            "-split-input-file",
            "--split-input-file",
            "--split-input-file='// -----'",
        ] {
            let mark = compile(line).map(|c| c.split_input_file);
            assert_eq!(mark, Ok(Some(DEFAULT_MARK.to_owned())), "{line}");
        }
        for (line, value) in [
            ("-write-if-changed", true),
            ("--write-if-changed=1", true),
            ("-write-if-changed=false", false),
        ] {
            assert_eq!(
                compile(line).map(|c| c.write_if_changed),
                Ok(value),
                "{line}"
            );
        }
        for line in ["in -DX=1 -D Y", "-- in", "in"] {
            assert_eq!(compile(line).map(|c| c.input), Ok("in".into()), "{line}");
        }
        assert_eq!(compile("").map(|c| c.input), Ok("-".into()));
    }

    #[test]
    fn what_means_nothing_is_an_error() {
        for line in [
            "-x",
            "-x nope",
            "-xmlir",
            "-ofile",
            "--nope",
            "a b",
            "-d dep",
            "-d dep -o -",
            "-dump-ods=maybe",
            "-W nope",
            "-I",
        ] {
            assert!(compile(line).is_err(), "{line}");
        }
    }

    #[test]
    fn words_are_separated_as_by_a_shell() {
        let expected = ["a b", "c\"d", "", "e"].map(OsString::from);
        assert_eq!(words(b"'a b'  c\\\"d \"\"\ne"), expected);
    }
}

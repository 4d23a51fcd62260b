//! The command line of MLIR's `mlir-pdll`.
//!
//! Called under that name, the program stands in for the tool: build systems
//! need no change but the path. Options are read as LLVM's library reads them:
//! with one dash or two, the value behind `=` or in the next argument.

use super::{
    options::{Color, Compile, Emit, VERSION},
    split::DEFAULT_MARK,
    warnings::{self, Selection},
};
use std::{
    ffi::{OsStr, OsString},
    fmt::Write,
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

/// What a command line asks for.
#[derive(Debug)]
pub enum Request {
    /// Compile a file.
    Compile(Box<Compile>),
    /// Print this, and succeed.
    Print(String),
}

/// Whether a program of that path is to behave as `mlir-pdll`, or as
/// `mlir-pdll-22`, which some distributions call it.
pub fn is_called(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    let version = name.and_then(|name| name.strip_prefix("mlir-pdll"));
    version.is_some_and(|rest| {
        rest.strip_prefix('-').map_or(rest.is_empty(), |number| {
            !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit())
        })
    })
}

/// Understands the arguments behind the program's name.
///
/// # Errors
///
/// A message, when they mean nothing.
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

/// What `mlir-pdll` does without options. It warns of unknown operations; it
/// reports errors of meaning whatever it prints.
fn defaults() -> Compile {
    let mut compile = Compile {
        emit: Emit::Ast,
        output_split_marker: DEFAULT_MARK.to_owned(),
        analyze_tree: true,
        ..Compile::default()
    };
    let unknown = Selection::Named("unknown-operation", true);
    compile.common.warnings.push(unknown);
    compile
}

/// An option.
struct Spec {
    name: &'static str,
    value: Takes,
    about: &'static str,
    set: fn(&mut Compile, OsString) -> Result<(), String>,
}

/// What stands behind an option.
#[derive(Clone, Copy)]
enum Takes {
    /// Nothing, or `=` and a boolean.
    Bool,
    /// A value of that name: `-x=V` or `-x V`.
    Value(&'static str),
    /// The same, and also `-xV`.
    Joined(&'static str),
    /// Nothing, or `=` and a value of that name.
    Optional(&'static str),
}

const OPTIONS: [Spec; 11] = [
    Spec {
        name: "D",
        value: Takes::Joined("macro name"),
        about: "Ignored",
        set: |_, _| Ok(()),
    },
    Spec {
        name: "I",
        value: Takes::Joined("directory"),
        about: "Look for included files there, after the folder of the including file",
        set: |compile, value| {
            compile.common.include_dirs.push(value.into());
            Ok(())
        },
    },
    Spec {
        name: "W",
        value: Takes::Joined("warning"),
        about: "all, none, error, NAME or no-NAME; help lists the names",
        set: |compile, value| {
            let selection = warnings::parse(&value.to_string_lossy())?;
            compile.common.warnings.push(selection);
            Ok(())
        },
    },
    Spec {
        name: "color",
        value: Takes::Bool,
        about: "Use colors in diagnostics (default=autodetect)",
        set: |compile, value| {
            compile.common.color = match boolean(&value)? {
                true => Color::Always,
                false => Color::Never,
            };
            Ok(())
        },
    },
    Spec {
        name: "d",
        value: Takes::Value("filename"),
        about: "Write the names of the input and of all included files, as a rule for make",
        set: |compile, value| {
            compile.dependencies = Some(value.into());
            Ok(())
        },
    },
    Spec {
        name: "dump-ods",
        value: Takes::Bool,
        about: "Print what the included .td files define, to standard error",
        set: |compile, value| {
            compile.dump_ods = boolean(&value)?;
            Ok(())
        },
    },
    Spec {
        name: "o",
        value: Takes::Value("filename"),
        about: "Output filename",
        set: |compile, value| {
            compile.output = Some(value.into());
            Ok(())
        },
    },
    Spec {
        name: "output-split-marker",
        value: Takes::Value("string"),
        about: "The line between the outputs of chunks",
        set: |compile, value| {
            compile.output_split_marker = text(value)?;
            Ok(())
        },
    },
    Spec {
        name: "split-input-file",
        value: Takes::Optional("string"),
        about: "Process the chunks between lines that are the given or the default marker",
        set: |compile, value| {
            let mark = text(value)?;
            compile.split_input_file = Some(mark);
            Ok(())
        },
    },
    Spec {
        name: "write-if-changed",
        value: Takes::Bool,
        about: "Leave the output file alone if it has the right contents already",
        set: |compile, value| {
            compile.write_if_changed = boolean(&value)?;
            Ok(())
        },
    },
    Spec {
        name: "x",
        value: Takes::Value("value"),
        about: "What to print: ast (the default), mlir, or cpp",
        set: |compile, value| {
            compile.emit = match value.to_str() {
                Some("ast") => Emit::Ast,
                Some("mlir") => Emit::Pdl,
                Some("cpp") => Emit::Cpp,
                _ => {
                    let value = value.display();
                    return Err(format!("expected `ast`, `mlir` or `cpp`, found `{value}`"));
                }
            };
            Ok(())
        },
    },
];

fn boolean(value: &OsStr) -> Result<bool, String> {
    match value.to_str() {
        Some("" | "true" | "TRUE" | "True" | "1") => Ok(true),
        Some("false" | "FALSE" | "False" | "0") => Ok(false),
        _ => {
            let value = value.display();
            Err(format!("expected `true` or `false`, found `{value}`"))
        }
    }
}

fn text(value: OsString) -> Result<String, String> {
    value
        .into_string()
        .map_err(|value| format!("expected UTF-8, found `{}`", value.display()))
}

struct Reader {
    compile: Compile,
    input: Option<PathBuf>,
    /// What to print in place of compiling.
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

/// Takes `Idir` for `I=dir`.
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
    for spec in &OPTIONS {
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
    for (option, about) in [("--help", "Print this"), ("--version", "Print the version")] {
        let _ = writeln!(text, "  {option:<32} - {about}");
    }
    text
}

/// How deep files of arguments may name each other.
const MAX_DEPTH: u32 = 20;

/// Puts the words of a file in the place of an argument `@FILE`, if there is
/// such a file.
fn expand(
    arguments: impl IntoIterator<Item = OsString>,
    depth: u32,
) -> Result<Vec<OsString>, String> {
    let mut expanded = Vec::new();
    for argument in arguments {
        let file = argument.as_bytes().strip_prefix(b"@");
        let contents = file.and_then(|file| fs::read(OsStr::from_bytes(file)).ok());
        match contents {
            Some(_) if depth == MAX_DEPTH => {
                let name = argument.display();
                return Err(format!("`{name}` is in too many files of arguments"));
            }
            Some(contents) => expanded.extend(expand(words(&contents), depth + 1)?),
            None => expanded.push(argument),
        }
    }
    Ok(expanded)
}

/// The words of a text, as a shell separates them: quotes hold blanks
/// together, and a backslash takes the meaning from what follows.
fn words(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if quote != Some(b'\'') => word.get_or_insert_default().extend(bytes.next()),
            b'"' | b'\'' if quote.is_none() => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            _ if quote == Some(byte) => quote = None,
            _ if quote.is_none() && byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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

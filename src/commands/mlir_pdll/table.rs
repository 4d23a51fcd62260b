//! The options of `mlir-pdll`.

use crate::commands::{
    options::{Color, Compile, Emit},
    warnings,
};
use std::ffi::{OsStr, OsString};

/// An option.
pub(super) struct Spec {
    pub(super) name: &'static str,
    pub(super) value: Takes,
    pub(super) about: &'static str,
    pub(super) set: fn(&mut Compile, OsString) -> Result<(), String>,
}

/// The value of an option.
#[derive(Clone, Copy)]
pub(super) enum Takes {
    /// Nothing, or `=` and a boolean.
    Bool,
    /// A value of that name: `-x=V` or `-x V`.
    Value(&'static str),
    /// A value of that name: also `-xV`.
    Joined(&'static str),
    /// Nothing, or `=` and a value of that name.
    Optional(&'static str),
}

/// All options, by name.
pub(super) const OPTIONS: &[Spec] = &[
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
            compile.common.color = if boolean(&value)? {
                Color::Always
            } else {
                Color::Never
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
        about: "Split the input at lines that start with the given or the default marker, and compile each part",
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

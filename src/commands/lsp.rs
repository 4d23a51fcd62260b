//! `pdll-opt lsp`: the language server, at standard input and output.

use super::{
    Outcome, Status,
    dialects::{AllDialects, Dialects, new_context},
    options::{InputStyle, Lsp},
};
use crate::{
    base::source::io_reason,
    editor::lsp::{self, End, Flags, Setup, Style},
    front::ods,
    mlir::ffi::ods::LinkedTableGen,
};
use melior::Context;
use std::{
    ffi::{OsStr, OsString},
    path::Path,
    sync::Arc,
};

/// Serves an editor until it is done. What goes to standard output is written at once.
pub fn run(options: &Lsp) -> Outcome {
    match serve(options) {
        Ok(End::Orderly) => Outcome::default(),
        Ok(End::Exited) => failure(String::new()),
        Ok(End::Lost) => failure(
            "error: Transport error: the input has ended, expected the notification `exit`\n"
                .to_owned(),
        ),
        Err(error) => failure(format!("error: {}\n", io_reason(&error))),
    }
}

fn failure(messages: String) -> Outcome {
    Outcome {
        messages,
        status: Status::InputError,
        ..Outcome::default()
    }
}

fn serve(options: &Lsp) -> std::io::Result<End> {
    let style = Style {
        delimited: options.lit_test || options.input_style == InputStyle::Delimited,
        pretty: options.lit_test || options.pretty,
    };
    let flags = Flags {
        include_dirs: options.include_dirs.clone(),
        databases: options.compilation_database.clone(),
        for_commands: for_commands(options),
        in_step: options.lit_test,
    };
    let dialects = AllDialects::new(&options.load_dialect_plugin);
    if let [problem, ..] = dialects.problems() {
        return Err(std::io::Error::other(problem.clone()));
    }
    let has_cache = !options.no_ods_cache;
    let setup = Setup {
        make_context: Arc::new(move || context(&dialects)),
        definitions: ods::Settings {
            cache: has_cache.then(ods::Cache::of_user).flatten(),
            ..ods::Settings::new(&LinkedTableGen)
        },
        short: lsp::SHORT,
    };
    let (connection, threads) = lsp::connect(style)?;
    let end = lsp::serve(&connection, flags, setup);
    drop(connection);
    threads.finish()?;
    end
}

/// The options that concern commands that the server runs, too.
fn for_commands(options: &Lsp) -> Vec<OsString> {
    let plugins = options.load_dialect_plugin.iter();
    let plugins = plugins.flat_map(|path| ["--load-dialect-plugin".into(), path.into()]);
    let no_cache = options.no_ods_cache.then(|| "--no-ods-cache".into());
    plugins.chain(no_cache).collect()
}

/// A context with all dialects. Those that texts mention are loaded.
fn context(dialects: &AllDialects) -> Context {
    let context = new_context();
    dialects.make_available(&context);
    context
}

/// Whether a program of that path should behave as MLIR's server, or as
/// `mlir-pdll-lsp-server-22`, the name in some distributions.
pub fn is_called(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    let version = name.and_then(|name| name.strip_prefix("mlir-pdll-lsp-server"));
    version.is_some_and(|rest| {
        rest.strip_prefix('-').map_or(rest.is_empty(), |number| {
            !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit())
        })
    })
}

/// The command line of MLIR's server as one of `pdll-opt`. Options may have one dash.
pub fn arguments(of_server: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let own = ["pdll-opt", "lsp"].map(OsString::from);
    let others = of_server.into_iter().map(|argument| {
        let text = argument.to_str();
        let single = text.and_then(|text| text.strip_prefix('-'));
        match single.filter(|rest| rest.len() > 1 && !rest.starts_with(['-', 'I'])) {
            Some(rest) => format!("--{rest}").into(),
            None => argument,
        }
    });
    own.into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::options::{Command, Options};
    use clap::Parser;

    #[test]
    fn options_of_the_other_server_are_understood() {
        assert!(is_called(OsStr::new("/usr/bin/mlir-pdll-lsp-server")));
        assert!(is_called(OsStr::new("mlir-pdll-lsp-server-22")));
        assert!(!is_called(OsStr::new("mlir-pdll")));
        let given = ["-lit-test", "--pdll-extra-dir=/a", "-pdll-extra-dir", "/b"];
        let parsed = Options::try_parse_from(arguments(given.map(OsString::from)));
        let Ok(Command::Lsp(options)) = parsed.map(|options| options.command) else {
            panic!("the arguments are not understood");
        };
        assert!(options.lit_test);
        assert_eq!(options.include_dirs, [Path::new("/a"), Path::new("/b")]);
    }
}

//! What the page may decide about a run: the patterns that are used, how they are applied,
//! and the warnings. Where patterns and code come from, and which passes run, is for the
//! command line to decide.

use crate::{
    commands::options::{Color, Common, DEFAULT_PIPELINE, Setup},
    mlir::ffi::option_table::{Group, row},
};
use std::{mem, path::absolute};

/// The setup of the command line with what a page adds.
///
/// # Errors
///
/// Why the page may not add it.
pub(super) fn with_options(command: &Setup, text: &str) -> Result<Setup, String> {
    let Setup {
        files,
        pass,
        pass_pipeline,
        load_dialect_plugin,
        load_pass_plugin,
        allow_unregistered_dialect,
        common,
    } = Setup::of_line(text)?;
    if let Some(file) = files.first() {
        return Err(format!("`{}` is no option", file.display()));
    }
    let Common {
        include_dirs,
        error_format,
        error_limit,
        color,
        warnings,
        quiet,
        no_ods_cache,
    } = common;
    let others = [
        ("-I", !include_dirs.is_empty()),
        ("--pass-pipeline", pass_pipeline != DEFAULT_PIPELINE),
        ("--load-dialect-plugin", !load_dialect_plugin.is_empty()),
        ("--load-pass-plugin", !load_pass_plugin.is_empty()),
        ("--error-format", error_format.is_some()),
        ("--error-limit", error_limit != Common::ERROR_LIMIT),
        ("--color", color != Color::default()),
        ("--no-ods-cache", no_ods_cache),
    ];
    let others = others.iter().filter(|(_, is_set)| *is_set);
    let others = others.map(|(name, _)| (*name).to_owned());
    let of_pass = pass.names().filter(|name| !is_for_page(name));
    let foreign = others.chain(of_pass.map(|name| format!("--{name}"))).next();
    if let Some(name) = foreign {
        return Err(format!(
            "`{name}` belongs to the command line of `pdll-opt play`, and not into the page"
        ));
    }
    let mut setup = command.clone();
    setup.pass.override_with(pass);
    setup.allow_unregistered_dialect |= allow_unregistered_dialect;
    setup.common.warnings.extend(warnings);
    setup.common.quiet |= quiet;
    Ok(setup)
}

/// Takes out of a setup what a page may decide, as the text of its options.
pub(super) fn take_options(setup: &mut Setup) -> String {
    let of_pass = setup.pass.take_if(is_for_page);
    let mut words: Vec<String> = of_pass.words().collect();
    let warnings = setup.common.warnings.drain(..);
    words.extend(warnings.map(|selection| format!("-W{selection}")));
    for (option, is_set) in [
        (
            "--allow-unregistered-dialect",
            &mut setup.allow_unregistered_dialect,
        ),
        ("--quiet", &mut setup.common.quiet),
    ] {
        words.extend(mem::take(is_set).then(|| option.to_owned()));
    }
    let is_plain = |word: &str| !word.contains(|letter: char| " \t\n\r\"'\\#".contains(letter));
    let words = words.iter().map(|word| match is_plain(word) {
        true => word.into(),
        // No word has a zero byte.
        false => shlex::try_quote(word).unwrap_or_default(),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn is_for_page(name: &str) -> bool {
    matches!(
        row(name).group,
        Group::Filter | Group::Driver | Group::Conversion
    )
}

/// The words of a command line that says the same, but for the files. Errors are JSON.
pub(super) fn words(setup: &Setup) -> Vec<String> {
    let mut words: Vec<String> = setup.pass.words().collect();
    words.push(format!("--pass-pipeline={}", setup.pass_pipeline));
    for (option, paths) in [
        ("--load-dialect-plugin", &setup.load_dialect_plugin),
        ("--load-pass-plugin", &setup.load_pass_plugin),
        ("--include-dirs", &setup.common.include_dirs),
    ] {
        // Commands run in another folder.
        let paths = paths
            .iter()
            .map(|path| absolute(path).unwrap_or_else(|_| path.clone()));
        words.extend(paths.map(|path| format!("{option}={}", path.display())));
    }
    let warnings = setup.common.warnings.iter();
    words.extend(warnings.map(|selection| format!("-W{selection}")));
    for (option, is_set) in [
        (
            "--allow-unregistered-dialect",
            setup.allow_unregistered_dialect,
        ),
        ("--quiet", setup.common.quiet),
        ("--no-ods-cache", setup.common.no_ods_cache),
    ] {
        words.extend(is_set.then(|| option.to_owned()));
    }
    words.push("--error-format=json".to_owned());
    words
}

/// The options of the language server.
pub(super) fn words_for_server(setup: &Setup) -> Vec<String> {
    let of_server = [
        "--include-dirs=",
        "--load-dialect-plugin=",
        "--no-ods-cache",
    ];
    let is_of_server = |word: &String| of_server.iter().any(|option| word.starts_with(option));
    words(setup).into_iter().filter(is_of_server).collect()
}

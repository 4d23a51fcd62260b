//! All commands, for the programs that contain or load all of MLIR.

use pdll::internals::{
    dialects::AllDialects,
    driver::{
        Stdin, apply, bisect, check, command_line, compile, doctor, documents, end_process,
        explain, fmt, infer, lsp, migrate, opt,
        options::{Command, Options},
        play, test, verify,
    },
};

pub(crate) fn run(options: &Options) -> u8 {
    let stdin = Stdin::default();
    let outcome = match &options.command {
        Command::Compile(options) => {
            let dialects = AllDialects::new(&options.load_dialect_plugin);
            compile::run(options, &dialects, &stdin)
        }
        Command::Check(options) => {
            let dialects = AllDialects::new(&options.load_dialect_plugin);
            check::run(options, &dialects, &stdin)
        }
        Command::Verify(options) => {
            let dialects = AllDialects::new(&options.load_dialect_plugin);
            verify::run(options, &dialects, &stdin)
        }
        Command::Apply(options) => apply::run(options, &stdin),
        Command::Explain(options) => explain::run(options, &stdin),
        Command::Bisect(options) => bisect::run(options, &stdin),
        Command::Test(options) => test::run(options),
        Command::Migrate(options) => {
            let dialects = AllDialects::new(&options.load_dialect_plugin);
            migrate::run(options, &dialects, &stdin)
        }
        Command::Infer(options) => {
            let dialects = AllDialects::new(&options.load_dialect_plugin);
            infer::run(options, &dialects, &stdin)
        }
        Command::Fmt(options) => fmt::run(options, &stdin),
        Command::Lsp(options) => {
            // Its threads may still run.
            end_process(command_line::report(&lsp::run(options)))
        }
        Command::Play(options) => end_process(command_line::report(&play::run(options))),
        Command::Doctor(options) => doctor::run(options, doctor::Mlir::All),
        Command::Opt { arguments } => {
            return opt::run(arguments) as u8;
        }
        Command::Completions { shell } => documents::completions(*shell),
        Command::ArchiveFolder => documents::archive_folder(),
        Command::Manual { folder } => documents::write_manual(folder),
    };
    command_line::report(&outcome)
}

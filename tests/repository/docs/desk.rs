//! A folder in which a reader follows a page.

use crate::docs::ROOT;
use std::{
    env, fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Output},
};
use tempfile::TempDir;

/// A folder with the files of a page, and with what the commands of pages use of the
/// repository: the plugin where `make build` puts it, and the headers.
pub(crate) struct Desk {
    folder: TempDir,
}

impl Desk {
    /// A folder with these files.
    pub(crate) fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let folder = tempfile::tempdir().expect("there is room for files");
        let release = folder.path().join("target/release");
        fs::create_dir_all(&release).expect("the folder is ours");
        let test = env::current_exe().expect("this program is somewhere");
        let plugin = "libpdll.so";
        let headers = "cpp-shim";
        for (target, link) in [
            (test.with_file_name(plugin), release.join(plugin)),
            (Path::new(ROOT).join(headers), folder.path().join(headers)),
        ] {
            symlink(target, link).expect("the folder is ours");
        }
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("the folder is ours");
        }
        Self { folder }
    }

    /// Runs `pdll-opt` with arguments that are separated by blanks.
    pub(crate) fn pdll_opt(&self, arguments: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pdll-opt"));
        self.run(command.args(arguments.split_whitespace()))
    }

    /// Runs the commands of a block of `console`, and returns the block with what
    /// they print.
    pub(crate) fn console(&self, block: &str) -> String {
        let mut actual = String::new();
        for command in commands(block) {
            let mut shell = Command::new("sh");
            let command = command.strip_prefix("$ ").expect("it is a command");
            shell.arg("-c").arg(format!("{{ {command} }} 2>&1"));
            let output = self.run(&mut shell);
            let printed = String::from_utf8_lossy(&output.stdout);
            actual += &format!("$ {command}");
            actual.extend(printed.trim_end().split_inclusive('\n'));
            if !actual.ends_with('\n') {
                actual.push('\n');
            }
        }
        actual
    }

    fn run(&self, command: &mut Command) -> Output {
        let programs = Path::new(env!("CARGO_BIN_EXE_pdll-opt")).parent();
        let programs = programs.expect("it is in a folder").display();
        let llvm = env!("PDLL_LLVM_PREFIX");
        let output = command
            .current_dir(self.folder.path())
            .env("PATH", format!("{programs}:{llvm}/bin:/usr/bin:/bin"))
            .env("PDLL_CACHE_DIR", env!("CARGO_TARGET_TMPDIR"))
            .env(
                "COMPILER_PATH",
                concat!(env!("CARGO_MANIFEST_DIR"), "/tests/linker"),
            )
            .output();
        output.unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"))
    }
}

/// The commands of a block, each with the line end after it. A command starts
/// with `$ `, and continues after a `\` at the end of a line.
fn commands(block: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut continues = false;
    for line in block.split_inclusive('\n') {
        match commands.last_mut() {
            Some(command) if continues => command.push_str(line),
            _ if line.starts_with("$ ") => commands.push(line.to_owned()),
            _ => continue,
        }
        continues = line.ends_with("\\\n");
    }
    assert!(!commands.is_empty(), "no line starts with `$ `:\n{block}");
    commands
}

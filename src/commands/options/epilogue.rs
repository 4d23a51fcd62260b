//! What `--help` and the manual pages say after the options.

/// After the commands.
pub(super) const PROGRAM: &str = concat!(
    "\
Examples:
  pdll-opt check patterns.pdll               print errors and warnings
  pdll-opt apply patterns.pdll in.mlir       rewrite a program
  pdll-opt explain patterns.pdll in.mlir     say why patterns match, or do not
  pdll-opt bisect patterns.pdll in.mlir -- ./test.sh
                                             find the rewrite that breaks a test
  pdll-opt test patterns.pdll                run the tests in patterns.test.mlir
  pdll-opt compile -x cpp patterns.pdll      print a C++ header
  pdll-opt migrate rules.td -o rules.pdll    turn rewrite rules into PDLL
  pdll-opt doctor mlir-opt                   say whether it can load the plugin
  pdll-opt -W help                           list the warnings

Exit codes:
  0  success
  1  errors in the input
  2  wrong usage
  3  a bug in pdll; please report it

Environment:
  PDLL_CACHE_DIR  the folder of the cache; by default `pdll` in the user's cache folder
  CXX             the C++ compiler for native code and plugins; by default
                  clang++-",
    env!("PDLL_LLVM_MAJOR"),
    ", clang++, c++ or g++
  PDLL_Z3         the library of z3 that `verify` uses where the system has none
  NO_COLOR        turns colors off

See also: mlir-opt, mlir-pdll, FileCheck"
);

/// After the options of `check`.
pub(super) const CHECK: &str = "\
Examples:
  pdll-opt check *.pdll
  pdll-opt check -I include -W error --error-format json patterns.pdll

The exit code is 1 if there are errors. `pdll-opt --help` lists all exit codes.";

/// After the options of `verify`.
pub(super) const VERIFY: &str = "\
Examples:
  pdll-opt verify patterns.pdll
  pdll-opt verify -I include rules.td --pattern 'Add*' --allow-undecided

A pattern is proven for the types that are named, wrong, or undecided, which says nothing.
The exit code is 1 unless all are proven. `pdll-opt --help` lists all exit codes.";

/// After the options of `apply`.
pub(super) const APPLY: &str = "\
Examples:
  pdll-opt apply patterns.pdll in.mlir -o out.mlir
  pdll-opt apply patterns.pdll in.mlir --driver walk --statistics
  pdll-opt apply patterns.pdll in.mlir --trace-html trace.html -o out.mlir
  pdll-opt apply patterns.pdll in.mlir --pass-pipeline 'builtin.module(func.func(apply-pdll),cse)'

The exit code is 1 if there are errors. `pdll-opt --help` lists all exit codes.";

/// After the options of `explain`.
pub(super) const EXPLAIN: &str = "\
Examples:
  pdll-opt explain patterns.pdll in.mlir
  pdll-opt explain patterns.pdll in.mlir --pattern Fuse* --at final
  pdll-opt explain patterns.pdll in.mlir --op in.mlir:12:8
  pdll-opt explain patterns.pdll in.mlir --op arith.muli --format json -o why.json
  pdll-opt explain patterns.pdll in.mlir --pattern Fuse --expect no-match

The exit code is 1 if there are errors, or if `--expect` is not met. `pdll-opt --help`
lists all exit codes.";

/// After the options of `bisect`.
pub(super) const BISECT: &str = "\
Examples:
  pdll-opt bisect patterns.pdll in.mlir -- ./test.sh
  pdll-opt bisect patterns.pdll in.mlir -o steps -- timeout 10 my-opt --my-pass {} -o /dev/null
  pdll-opt bisect patterns.pdll in.mlir --driver walk --format json -- ./test.sh {}

The command succeeds if its exit code is 0, and cannot tell if that is 125. Everything else
is a failure, also the end by a signal. The command reads nothing from standard input.

The exit code is 0 if the rewrite was found, or if the command never fails; it is 1 if there
are errors, if the command fails without any rewrite or cannot be started, and if it cannot
tell which rewrite it is. `pdll-opt --help` lists all exit codes.";

/// After the options of `test`.
pub(super) const TEST: &str = "\
Examples:
  pdll-opt test patterns.pdll                tests of patterns.test.mlir
  pdll-opt test patterns --update            writes results in that folder
  pdll-opt test patterns --coverage          says what the tests do not reach

A test is a program, a line `// becomes`, and the result; tests stand between lines
`// -----`. The exit code is 1 if a test fails. `pdll-opt --help` lists all exit codes.";

/// After the options of `infer`.
pub(super) const INFER: &str = "\
Examples:
  pdll-opt infer before.mlir after.mlir
  pdll-opt infer before.mlir after.mlir --name FoldShifts -o shifts.pdll

The pattern is the most general one that `verify` proves, and comments say what is not. The
exit code is 1 if what the example shows is not right, or not known to be. `pdll-opt --help`
lists all exit codes.";

/// After the options of `compile`.
pub(super) const COMPILE: &str = "\
Examples:
  pdll-opt compile patterns.pdll -o patterns.mlir
  pdll-opt compile -x cpp patterns.pdll -o Patterns.h.inc -d Patterns.d
  pdll-opt compile -x plugin --pass my-pass patterns.pdll -o libmypass.so

The exit code is 1 if there are errors. `pdll-opt --help` lists all exit codes.";

/// After the options of `migrate`.
pub(super) const MIGRATE: &str = "\
Examples:
  pdll-opt migrate rules.td -o rules.pdll
  pdll-opt migrate -I include --skip-unsupported rules.td

The PDLL means the same as the rules. Standard error says what needs a hand: rules that
are left out, and functions that need a C++ compiler. The exit code is 1 if there are
errors; then nothing is written. `pdll-opt --help` lists all exit codes.";

pub(super) const FMT: &str = "\
Examples:
  pdll-opt fmt patterns.pdll more.pdll
  pdll-opt fmt --check patterns.pdll
  pdll-opt fmt --stdin-filepath patterns.pdll -

Only white space between tokens changes. The author decides where statements and blank
lines are. C++ code stays as it is, and so does a file with syntax errors. The exit code
is 1 if there are errors, or differences with `--check`. `pdll-opt --help` lists all exit
codes.";

pub(super) const LSP: &str = "\
Examples:
  pdll-opt lsp                            what an editor runs
  pdll-opt lsp -I ../include              with another folder for includes

The server speaks the language server protocol. docs/editors.md says how to set up an
editor. Under the name `mlir-pdll-lsp-server`, the program takes the options of MLIR's
server. The exit code is 0 after `shutdown` and `exit`, and 1 otherwise.";

pub(super) const PLAY: &str = "\
Examples:
  pdll-opt play                              begin with an example
  pdll-opt play patterns.pdll in.mlir        show two files, and save them on request
  pdll-opt play patterns.pdll in.mlir -I include --driver walk
  pdll-opt play --link 'http://127.0.0.1:8000/#1.q1ZK'

It prints the address of the page, which only a browser on this machine can open, and ends
with Ctrl-C. Included files must be in folders of `-I`, or belong to MLIR or pdll. Code in
C++ is refused without `--native-code`. `pdll-opt --help` lists all exit codes.";

pub(super) const DOCTOR: &str = "\
Examples:
  pdll-opt doctor                                    about this installation
  pdll-opt doctor mlir-opt                           can mlir-opt load the plugin?
  pdll-opt doctor venv/lib/python3.11/site-packages/torch_mlir
  pdll-opt doctor --plugin ./libmine.so --format json build/bin/my-opt

The files are read, and nothing is run. The last line names what works with the tool. The
exit code is 0 if the tool can load the plugin, and 1 if it cannot or is no tool with
MLIR. Without a tool, it is 1 if something is missing. `pdll-opt --help` lists all exit
codes.";

#[cfg(test)]
mod tests {
    use super::super::Options;
    use clap::{Parser, error::ErrorKind};

    /// Returns the command lines among the examples. Comments are after two
    /// blanks.
    fn examples(text: &str) -> impl Iterator<Item = &str> {
        let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
        let commands = lines.filter(|line| line.starts_with("pdll-opt"));
        commands.map(|line| line.split("  ").next().unwrap_or_default())
    }

    #[test]
    fn the_examples_are_right() {
        for text in [
            super::PROGRAM,
            super::CHECK,
            super::VERIFY,
            super::APPLY,
            super::EXPLAIN,
            super::BISECT,
            super::TEST,
            super::INFER,
            super::COMPILE,
            super::MIGRATE,
            super::FMT,
            super::LSP,
            super::PLAY,
            super::DOCTOR,
        ] {
            assert!(examples(text).count() > 1);
            for example in examples(text) {
                let words = example.split(' ').map(|word| word.trim_matches('\''));
                let parsed = Options::try_parse_from(words).map(|_| ());
                let is_right = parsed
                    .as_ref()
                    .map_or_else(|error| error.kind() == ErrorKind::DisplayHelp, |()| true);
                assert!(is_right, "{example}: {parsed:?}");
            }
        }
    }
}

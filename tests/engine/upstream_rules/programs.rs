//! The programs on which rules run.

use super::peer::Peer;
use crate::support::{self, process::Ending, workers::parallel};
use std::{
    fs,
    path::{Path, PathBuf},
};

const MARK: &str = "// -----\n";
/// Our own programs, by the names of the rule files.
const OWN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/engine/upstream_rules/programs"
);

/// Writes one file with all parts of programs that the installed MLIR accepts.
/// Returns the number of functions in them.
pub(crate) fn gather(name: &str, files: &[PathBuf], peer: &Peer, to: &Path) -> usize {
    let own = Path::new(OWN).join(format!("{name}.mlir"));
    let own = own.exists().then_some(own);
    let mut parts = Vec::new();
    for file in files.iter().chain(&own) {
        let text = fs::read_to_string(file).expect("programs are readable");
        let cut: Vec<_> = text.split(MARK).map(str::to_owned).collect();
        parts.extend(accepted(cut, peer, to.with_extension("parts").as_path()));
    }
    fs::write(to, parts.join(MARK)).expect("the folder is ours");
    parts.iter().map(|part| functions(part)).sum()
}

fn functions(part: &str) -> usize {
    let starts = |line: &&str| {
        line.trim_start()
            .split([' ', '('])
            .any(|word| word.ends_with(".func"))
    };
    part.lines().filter(starts).count()
}

/// The parts that MLIR accepts; of the others, those functions that it accepts.
fn accepted(parts: Vec<String>, peer: &Peer, folder: &Path) -> Vec<String> {
    let numbered: Vec<_> = parts.into_iter().enumerate().collect();
    fs::create_dir_all(folder).expect("the folder is ours");
    let is_accepted = |number: String, text: &str| {
        let path = folder.join(number);
        fs::write(&path, text).expect("the folder is ours");
        peer.reads(&path) == Ending::Exit(0)
    };
    let kept = parallel(
        &numbered,
        || (),
        |(), (number, part)| {
            if is_accepted(number.to_string(), part) {
                return vec![part.clone()];
            }
            let pieces = pieces(part);
            let all = pieces.len();
            let pieces = pieces.into_iter().enumerate();
            let kept: Vec<_> = pieces
                .filter(|(index, piece)| is_accepted(format!("{number}-{index}"), piece))
                .map(|(_, piece)| piece)
                .collect();
            support::say(&format!("{} of {all} functions are read", kept.len()));
            kept
        },
    );
    kept.concat()
}

/// The functions at the top of a program, each by itself.
fn pieces(part: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for line in part.split_inclusive('\n') {
        if line.starts_with("func.func") {
            pieces.push(String::new());
        }
        pieces.last_mut().expect("there is one").push_str(line);
    }
    pieces
}

//! Tests of the structure of a match.

use super::scope::{Scope, one};
use crate::{
    back::emit_cpp::support::Part,
    back::graph::pattern::is_range,
    back::matcher::{plan::Test, position::PositionId},
    mlir::ffi::program::{Kind, Parts},
};

/// Writes a test. The function fails if it does not hold.
pub(super) fn write(scope: &mut Scope<'_, '_>, test: Test) {
    if let Test::Exists(position) = test {
        scope.load(position);
        return;
    }
    let condition = failure(scope, test);
    scope.fail_if(&condition);
    scope.note_count(test);
}

/// The condition under which a test does not hold.
fn failure(scope: &mut Scope<'_, '_>, test: Test) -> String {
    match test {
        Test::Exists(position) => format!("!{}", scope.load(position)),
        Test::Name(position, name) => {
            let op = scope.load(position);
            let name = scope.members.operation_name(name);
            format!("{op}->getName() != {name}")
        }
        Test::Count(position, list, count) => {
            let op = scope.load(position);
            format!("{op}->getNum{}s() != {count}", one(list))
        }
        Test::CountAtLeast(position, list, count) => {
            let op = scope.load(position);
            format!("{op}->getNum{}s() < {count}", one(list))
        }
        Test::Layout(position, layout) => {
            let op = scope.load(position);
            let groups = scope.members.layout(layout);
            format!("!{groups}.fits({op})")
        }
        Test::Constant(position, constant) => {
            let variable = scope.load(position);
            let constant = scope.members.constant(constant);
            format!("{variable} != {constant}")
        }
        Test::Types(position, constant) => {
            let types = scope.load(position);
            let constant = scope.members.constant(constant);
            format!("!::llvm::equal({types}, {constant})")
        }
        Test::ResultNumber(position, index) => {
            let value = scope.load(position);
            format!("!pdll_support::isResult({value}, {index})")
        }
        Test::Equal(first, second) => differ(scope, first, second),
        Test::Parts(position, parts, count) => {
            let found = number_of_parts(scope, position, parts, count);
            format!("{found} != {count}")
        }
        Test::Inside(operation, block) => {
            let operation = scope.load(operation);
            format!("{operation}->getBlock() != {}", scope.load(block))
        }
        Test::Distinct(first, second) => {
            let first = scope.load(first);
            format!("{first} == {}", scope.load(second))
        }
    }
}

fn differ(scope: &mut Scope<'_, '_>, first: PositionId, second: PositionId) -> String {
    let kind = scope.positions.kind(first);
    let first = scope.load(first);
    let second = scope.load(second);
    inequality(kind, &first, &second)
}

/// The condition under which two things of a kind differ.
pub(super) fn inequality(kind: Kind, first: &str, second: &str) -> String {
    match is_range(kind) {
        true => format!("!::llvm::equal({first}, {second})"),
        false => format!("{first} != {second}"),
    }
}

/// The number of parts of an operation, region or block. It need not be exact beyond `most`.
pub(super) fn number_of_parts(
    scope: &mut Scope<'_, '_>,
    position: PositionId,
    parts: Parts,
    most: u32,
) -> String {
    let whole = scope.load(position);
    scope.need(Part::Bodies);
    match parts {
        Parts::PdllRegions => format!("{whole}->getNumRegions()"),
        Parts::PdllArguments => format!("{whole}->getNumArguments()"),
        Parts::PdllBlocks | Parts::PdllOperations => {
            format!("pdll_support::count({whole}, {})", most + 1)
        }
    }
}

//! Regions of operations.

use super::{Call, Said, shown};
use crate::{back::explain::name_of, base::diagnostic::count, mlir::ffi::entity::bodies};

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match name {
        "HasOneBlock" | "GetBlockArguments" => call.integer(1).map(|index| blocks(call, &index)),
        "GetYieldedValues" => call.integer(1).map(|index| match num_blocks(call, &index) {
            Some(1) => format!("the block of region {index} has no terminator"),
            _ => blocks(call, &index),
        }),
        _ => return None,
    })
}

fn num_blocks(call: &Call<'_, '_>, index: &str) -> Option<usize> {
    let regions = bodies::regions(call.operation(0));
    let region = regions.get(index.parse::<usize>().ok()?)?;
    Some(region.blocks().count())
}

fn blocks(call: &Call<'_, '_>, index: &str) -> String {
    let operation = call.operation(0);
    let name = shown(name_of(operation));
    match num_blocks(call, index) {
        Some(0) => format!("region {index} of {name} has no blocks"),
        Some(blocks) => format!("region {index} of {name} has {}", count(blocks, "block")),
        None => {
            let regions = count(bodies::regions(operation).len(), "region");
            format!("{name} has {regions}, and none with index {index}")
        }
    }
}

//! What a random rule demands beside its source.

use super::{Kind, Random, TYPES, source::Symbols};

/// The constraints of a rule. Most have none, because each makes matches rarer.
pub(super) fn conditions(symbols: &Symbols, random: &mut Random) -> Vec<String> {
    let count = [0, 0, 0, 1, 1, 2][random.below(6)];
    (0..count)
        .filter_map(|_| condition(symbols, random))
        .collect()
}

fn condition(symbols: &Symbols, random: &mut Random) -> Option<String> {
    match random.below(3) {
        0 => {
            let value = random.pick_any(&symbols.captured)?;
            let (ty, _) = random.pick(&TYPES);
            Some(format!("({ty} {value})"))
        }
        1 => {
            let (one, other) = (
                random.pick_any(&symbols.captured)?,
                random.pick_any(&symbols.captured)?,
            );
            Some(format!("(SameType {one}, {other})"))
        }
        _ => {
            let names = symbols.attributes_of(Kind::I32);
            let name = random.pick_any(&names)?;
            Some(format!("(Small {name})"))
        }
    }
}

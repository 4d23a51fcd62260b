//! Whether a pattern is right, found by applying it and trying all inputs.

use super::{
    evaluate::{Code, Instruction, Outcomes, Program, Reading, Value, mask},
    generate::Case,
    operations::{DISJOINT, Dialect, EXACT, NON_NEGATIVE, NSW, NUW},
    text::MATCHED,
};
use melior::{
    Context,
    ir::{
        BlockLike, Module, OperationRef, RegionLike, Value as IrValue, ValueLike,
        attribute::IntegerAttribute, operation::OperationLike, r#type::IntegerType,
    },
};
use pdll::pattern_set::{Driver, Options, PatternSet};

/// What is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Judgement {
    Right,
    /// With values for which it is wrong, and how an open point must be read for that.
    Wrong {
        how: String,
        only_if: Option<&'static str>,
    },
    /// It matches none of the programs, or only such as are undefined for all inputs.
    NeverMatches,
}

/// The reading of the open point that is against all patterns.
const STRICT: Reading = Reading {
    of_matched: false,
    of_created: true,
};

/// Judges a pattern.
pub(super) fn judge(context: &Context, case: &Case) -> Result<Judgement, String> {
    let text = format!("#include \"pdll/std.pdll\"\n{}", case.pattern("P"));
    let patterns = PatternSet::builder(context)
        .text("p.pdll", text)
        .without_conversions()
        .build()
        .map_err(|failed| format!("it is refused: {failed}"))?;
    let text = case.programs();
    let parse = || Module::parse(context, &text).ok_or("the programs are invalid");
    let (before, after) = (parse()?, parse()?);
    let mut functions = Vec::new();
    for (before, after) in functions_of(&before).zip(functions_of(&after)) {
        let how = Options {
            driver: Driver::Walk,
            max_num_rewrites: 1,
            fold: false,
            ..Options::default()
        };
        let applied = patterns.apply(after, &how);
        applied.map_err(|failed| format!("it cannot be applied: {failed}"))?;
        if before.to_string() != after.to_string() {
            functions.push((read(before)?, read(after)?, before));
        }
    }
    if !functions.iter().any(|(before, ..)| is_ever_defined(before)) {
        return Ok(Judgement::NeverMatches);
    }
    let differs = |reading| {
        functions.iter().find_map(|(before, after, function)| {
            let inputs = differ(before, after, reading)?;
            Some(format!("{function}\nfor {inputs:?}"))
        })
    };
    let Some(difference) = differs(STRICT) else {
        return Ok(Judgement::Right);
    };
    let is_right = [false, true].map(|is_undefined| {
        let reading = Reading {
            of_matched: is_undefined,
            of_created: is_undefined,
        };
        differs(reading).is_none()
    });
    let only_if = match is_right {
        [true, true] => Some(
            "the remainder of the smallest number by -1 is undefined behaviour in what is \
             created, but not in what is replaced",
        ),
        [true, false] => Some("the remainder of the smallest number by -1 is undefined behaviour"),
        [false, true] => Some("the remainder of the smallest number by -1 is 0"),
        [false, false] => None,
    };
    Ok(Judgement::Wrong {
        how: difference,
        only_if,
    })
}

fn functions_of<'c, 'm>(module: &'m Module<'c>) -> impl Iterator<Item = OperationRef<'c, 'm>> {
    std::iter::successors(module.body().first_operation(), |one| one.next_in_block())
}

/// A function as a program, and the widths of its inputs.
fn read(function: OperationRef<'_, '_>) -> Result<(Program, Vec<u32>), String> {
    let region = function.region(0).map_err(|error| error.to_string())?;
    let block = region.first_block().ok_or("it has no body")?;
    let arguments: Vec<_> = (0..block.argument_count())
        .filter_map(|index| block.argument(index).ok())
        .collect();
    let mut values: Vec<_> = arguments.iter().map(|it| it.to_raw().ptr).collect();
    let widths = arguments.iter().map(width).collect();
    let find = |values: &[_], operand: IrValue<'_, '_>| {
        let position = values.iter().position(|own| *own == operand.to_raw().ptr);
        position.ok_or("a value is used before it is there")
    };
    let mut program = Program {
        instructions: Vec::new(),
        returned: 0,
    };
    let mut next = block.first_operation();
    while let Some(operation) = next {
        next = operation.next_in_block();
        let operands: Result<Vec<_>, _> = operation
            .operands()
            .map(|operand| find(&values, operand))
            .collect();
        let operands = operands?;
        let name = operation.name();
        let name = name.as_string_ref().as_str().unwrap_or_default();
        if name == "func.return" {
            program.returned = operands[0];
            continue;
        }
        let result = operation.result(0).map_err(|error| error.to_string())?;
        let first = operation.operands().next();
        let from = match (name, first) {
            ("arith.select" | "llvm.select" | "comb.mux", _) | (_, None) => width(&result),
            (_, Some(first)) => width(&first),
        };
        program.instructions.push(Instruction {
            code: code(&operation, name)?,
            operands,
            from,
            width: width(&result),
            is_matched: operation.attribute(MATCHED).is_ok(),
        });
        values.push(result.to_raw().ptr);
    }
    Ok((program, widths))
}

fn width<'c>(value: &impl ValueLike<'c>) -> u32 {
    IntegerType::try_from(value.r#type()).map_or(0, |ty| ty.width())
}

fn code(operation: &OperationRef<'_, '_>, name: &str) -> Result<Code, String> {
    let number = |name: &str| {
        let attribute = operation.attribute(name).ok()?;
        Some(IntegerAttribute::try_from(attribute).ok()?.value())
    };
    if Dialect::ALL
        .iter()
        .any(|dialect| dialect.constant() == name)
    {
        let value = number("value").ok_or("a constant has a value")?;
        let result = operation.result(0).map_err(|error| error.to_string())?;
        return Ok(Code::Constant(value as u64 & mask(width(&result))));
    }
    let (kind, dialect) = Dialect::find(name).ok_or_else(|| format!("{name} is not known"))?;
    let has = |name: &str| operation.attribute(name).is_ok();
    let words = operation.attribute("overflowFlags");
    let words = words.map_or(String::new(), |words| words.to_string());
    let flags = [
        (NSW, words.contains("nsw")),
        (NUW, words.contains("nuw")),
        (EXACT, has("isExact")),
        (DISJOINT, has("isDisjoint")),
        (NON_NEGATIVE, has("nonNeg")),
    ];
    Ok(Code::Operation {
        kind,
        dialect,
        flags: flags
            .iter()
            .filter(|(_, has)| *has)
            .map(|(flag, _)| flag)
            .sum(),
        predicate: number("predicate").unwrap_or(0) as u8,
    })
}

type Function = (Program, Vec<u32>);

/// Whether there are inputs for which a program is not undefined.
fn is_ever_defined((program, widths): &Function) -> bool {
    let is_defined = |inputs: &[_]| !program.run(inputs, STRICT).may_be_undefined;
    find_inputs(widths, is_defined).is_some()
}

/// Inputs for which the second program does what the first one may not do.
fn differ(before: &Function, after: &Function, reading: Reading) -> Option<Vec<Value>> {
    let (before, widths) = before;
    find_inputs(widths, |inputs| {
        let old = before.run(inputs, reading);
        !old.may_be_undefined && !refines(&old, &after.0.run(inputs, reading))
    })
}

/// The first inputs of which something holds: poison, and then all numbers.
fn find_inputs(widths: &[u32], holds: impl Fn(&[Value]) -> bool) -> Option<Vec<Value>> {
    let mut inputs = vec![None; widths.len()];
    while !holds(&inputs) {
        let mut open = inputs.iter_mut().zip(widths);
        loop {
            let (input, width) = open.next()?;
            *input = match *input {
                None => Some(0),
                Some(bits) if bits < mask(*width) => Some(bits + 1),
                Some(_) => None,
            };
            if input.is_some() {
                break;
            }
        }
    }
    Some(inputs)
}

/// Whether what a program may do is allowed by what another one may do, which is not
/// undefined.
fn refines(old: &Outcomes, new: &Outcomes) -> bool {
    let allows_all = old.values.contains(&None);
    let is_allowed = |value| allows_all || old.values.contains(value);
    !new.may_be_undefined && new.values.iter().all(is_allowed)
}

//! Calls of a function with some arguments, in a program that prints what it returns.

use super::{attributes, types, verdict::show};
use crate::mlir::ffi::ir::load_dialect;
use melior::{
    Context,
    ir::{
        Attribute, Block, BlockLike, Identifier, Location, Module, Operation, Region, RegionLike,
        Type, Value,
        attribute::{FlatSymbolRefAttribute, StringAttribute, TypeAttribute},
        operation::{OperationBuilder, OperationLike},
        r#type::{FunctionType, IntegerType},
    },
};
use pdll_verify::{search::Random, term::Constant, term::Sort, value::Type as Known};

/// The function that makes the calls.
pub(crate) const ENTRY: &str = "pdll_main";

/// MLIR's library for programs that run has them.
const PRINT_NUMBER: &str = "printI64";
const PRINT_NEWLINE: &str = "printNewline";

/// A function that is called.
pub(crate) struct Callee<'c> {
    pub(crate) name: String,
    pub(crate) inputs: Vec<Type<'c>>,
    pub(crate) results: Vec<Type<'c>>,
}

impl<'c> Callee<'c> {
    /// The function with a name and a type.
    ///
    /// # Errors
    ///
    /// Why it cannot be called: a type of which nothing is known, or that is too wide.
    pub(crate) fn new(name: &str, ty: Type<'c>) -> Result<Self, String> {
        let ty = FunctionType::try_from(ty).map_err(|error| error.to_string())?;
        let inputs = (0..ty.input_count()).map(|index| ty.input(index));
        let results = (0..ty.result_count()).map(|index| ty.result(index));
        let callee = Callee {
            name: name.to_owned(),
            inputs: inputs
                .collect::<Result<_, _>>()
                .map_err(|error| error.to_string())?,
            results: results
                .collect::<Result<_, _>>()
                .map_err(|error| error.to_string())?,
        };
        let mut all = callee.inputs.iter().chain(&callee.results);
        match all.find(|ty| number_type(**ty).is_none()) {
            Some(ty) => Err(format!(
                "a value of the type `{ty}` cannot be passed or printed"
            )),
            None => Ok(callee),
        }
    }

    /// Some arguments: corners, and random ones.
    pub(crate) fn any_arguments(&self, random: &mut Random) -> Vec<Constant> {
        let types = self.inputs.iter();
        types
            .map(|ty| random.value(types::known(*ty, 64).sort()))
            .collect()
    }

    /// The arguments as people write them.
    pub(crate) fn show_arguments(&self, arguments: &[Constant]) -> Vec<String> {
        let shown = self.inputs.iter().zip(arguments);
        shown
            .map(|(ty, value)| show(types::known(*ty, 64), *value))
            .collect()
    }

    /// A printed result as people write it, or nothing if it is no number. All NaNs look
    /// the same.
    pub(crate) fn show_result(&self, index: usize, printed: &str) -> Option<String> {
        let known = types::known(self.results[index], 64);
        let Sort::Bits(width) = known.sort() else {
            return None;
        };
        let bits = i128::from(printed.trim().parse::<i64>().ok()?) as u128;
        Some(show(known, Constant::of_bits(width, bits)))
    }

    /// Adds the calls to a program that has the function. Each result is a line of the
    /// output.
    ///
    /// # Errors
    ///
    /// MLIR's reason why an operation cannot be made, which is a bug of ours.
    pub(crate) fn add_calls(
        &self,
        context: &'c Context,
        module: &Module<'c>,
        arguments: &[Vec<Constant>],
    ) -> Result<(), melior::Error> {
        for dialect in ["func", "arith"] {
            load_dialect(context, dialect);
        }
        let number = IntegerType::new(context, 64).into();
        declare(context, module, PRINT_NUMBER, &[number])?;
        declare(context, module, PRINT_NEWLINE, &[])?;
        let block = Block::new(&[]);
        for arguments in arguments {
            self.add_call(context, &block, arguments)?;
        }
        append(context, &block, "func.return", &[], &[], &[])?;
        let region = Region::new();
        region.append_block(block);
        let function = function(context, ENTRY, &[], region, false)?;
        module.body().append_operation(function);
        Ok(())
    }

    fn add_call<'b>(
        &self,
        context: &'c Context,
        block: &'b Block<'c>,
        arguments: &[Constant],
    ) -> Result<(), melior::Error> {
        let mut passed = Vec::new();
        for (ty, argument) in self.inputs.iter().zip(arguments) {
            let value = attributes::of_constant(context, *ty, *argument);
            let value = [("value", value)];
            let made = append(context, block, "arith.constant", &[], &value, &[*ty])?;
            passed.extend(made);
        }
        let returned = call(context, block, &self.name, &passed, &self.results)?;
        for (value, ty) in returned.into_iter().zip(&self.results) {
            let number = as_number(context, block, value, *ty)?;
            call(context, block, PRINT_NUMBER, &[number], &[])?;
            call(context, block, PRINT_NEWLINE, &[], &[])?;
        }
        Ok(())
    }
}

/// What is known of a type whose values fit into 64 bits.
fn number_type(ty: Type<'_>) -> Option<Known> {
    match types::known(ty, 64) {
        _ if types::has_lanes(ty) => None,
        Known::Integer(65..) | Known::Opaque => None,
        known => Some(known),
    }
}

/// A value as a number of 64 bits: a float by its bits.
fn as_number<'c, 'b>(
    context: &'c Context,
    block: &'b Block<'c>,
    value: Value<'c, 'b>,
    ty: Type<'c>,
) -> Result<Value<'c, 'b>, melior::Error> {
    let integer = |width| Type::from(IntegerType::new(context, width));
    let convert = |name, value, ty| -> Result<Value<'c, 'b>, melior::Error> {
        Ok(append(context, block, name, &[value], &[], &[ty])?[0])
    };
    let (value, width) = match types::known(ty, 64) {
        Known::Index(_) => return convert("arith.index_cast", value, integer(64)),
        Known::Float(format) => {
            let width = format.width();
            (convert("arith.bitcast", value, integer(width))?, width)
        }
        Known::Integer(width) => (value, width),
        Known::Opaque => unreachable!("such types were refused"),
    };
    match width {
        64 => Ok(value),
        _ => convert("arith.extsi", value, integer(64)),
    }
}

fn call<'c, 'b>(
    context: &'c Context,
    block: &'b Block<'c>,
    callee: &str,
    arguments: &[Value<'c, '_>],
    results: &[Type<'c>],
) -> Result<Vec<Value<'c, 'b>>, melior::Error> {
    let callee = [(
        "callee",
        FlatSymbolRefAttribute::new(context, callee).into(),
    )];
    append(context, block, "func.call", arguments, &callee, results)
}

fn append<'c, 'b>(
    context: &'c Context,
    block: &'b Block<'c>,
    name: &str,
    operands: &[Value<'c, '_>],
    attributes: &[(&str, Attribute<'c>)],
    results: &[Type<'c>],
) -> Result<Vec<Value<'c, 'b>>, melior::Error> {
    let attributes = attributes
        .iter()
        .map(|(name, value)| (Identifier::new(context, name), *value));
    let operation = OperationBuilder::new(name, Location::unknown(context))
        .add_operands(operands)
        .add_attributes(&attributes.collect::<Vec<_>>())
        .add_results(results)
        .build()?;
    let results = block.append_operation(operation);
    Ok(results.results().map(Into::into).collect())
}

/// Declares a function, unless the program has it.
fn declare<'c>(
    context: &'c Context,
    module: &Module<'c>,
    name: &str,
    inputs: &[Type<'c>],
) -> Result<(), melior::Error> {
    let mut next = module.body().first_operation();
    while let Some(operation) = next {
        let symbol = operation.attribute("sym_name").ok();
        let symbol = symbol.and_then(|symbol| StringAttribute::try_from(symbol).ok());
        if symbol.is_some_and(|symbol| symbol.value() == name) {
            return Ok(());
        }
        next = operation.next_in_block();
    }
    let declaration = function(context, name, inputs, Region::new(), true)?;
    module.body().append_operation(declaration);
    Ok(())
}

fn function<'c>(
    context: &'c Context,
    name: &str,
    inputs: &[Type<'c>],
    body: Region<'c>,
    is_private: bool,
) -> Result<Operation<'c>, melior::Error> {
    let text = |text| Attribute::from(StringAttribute::new(context, text));
    let ty = FunctionType::new(context, inputs, &[]);
    let mut attributes = vec![
        (Identifier::new(context, "sym_name"), text(name)),
        (
            Identifier::new(context, "function_type"),
            TypeAttribute::new(ty.into()).into(),
        ),
    ];
    if is_private {
        attributes.push((Identifier::new(context, "sym_visibility"), text("private")));
    }
    OperationBuilder::new("func.func", Location::unknown(context))
        .add_attributes(&attributes)
        .add_regions([body])
        .build()
}

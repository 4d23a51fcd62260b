//! Operations that are made at some types, to see whether MLIR accepts them.

use super::{has_lanes, known};
use crate::{
    back::{
        graph::{pattern::NodeId, pool::NameId},
        verify::{attributes, definitions::CAST, subject::Subject},
    },
    mlir::{
        diagnostics::Catcher,
        ffi::known_operations::{DialectLoading, Facts, NumResults, may_infer_types},
    },
};
use melior::{
    Context,
    ir::{
        Attribute, Block, BlockLike, Identifier, Location, OperationRef, Type,
        operation::{OperationBuilder, OperationLike},
    },
};
use pdll_verify::meanings::{self, AttributeKind};

/// An operation that is made at some types to see whether MLIR accepts it.
pub(in crate::back::verify) struct Made<'s, 'p, 'c> {
    pub(in crate::back::verify) subject: &'s Subject<'p, 'c>,
    pub(in crate::back::verify) name: &'s str,
    pub(in crate::back::verify) operands: &'s [Type<'c>],
    pub(in crate::back::verify) attributes: &'s [(NameId, NodeId)],
    pub(in crate::back::verify) types: &'s [Option<Type<'c>>],
}

impl<'c> Made<'_, '_, 'c> {
    /// The result types, which are inferred if they are not given.
    ///
    /// # Errors
    ///
    /// Fails with MLIR's words if there is no such operation.
    pub(in crate::back::verify) fn make(
        &mut self,
        results: Option<&[Type<'c>]>,
    ) -> Result<Vec<Type<'c>>, String> {
        let context = self.subject.context;
        let subject = self.subject;
        let defined = match subject.meanings.define(self.name) && self.name != CAST {
            true => subject.meanings.types_of(self.name, self.operands, results),
            false => Ok(results.map(<[_]>::to_vec)),
        };
        let results = defined?;
        let results = results.as_deref();
        if !subject.described.fits(self.name, self.operands, results)
            && !subject.is_registered(self.name)
        {
            return Err(format!("`{}` is not defined for these types", self.name));
        }
        let attributes = self.sample_attributes(results);
        if let Some(results) = results
            && !self.fits(&attributes, results)
        {
            return Err(format!("`{}` does not exist at these types", self.name));
        }
        make(
            context,
            self.name,
            self.operands,
            &attributes,
            results,
            |made| {
                let results = made.results();
                results
                    .map(|result| melior::ir::ValueLike::r#type(&result))
                    .collect()
            },
        )
    }

    /// Looks at the operation, which has these results if they are given. `None` if there is
    /// no such operation.
    pub(in crate::back::verify) fn with<T>(
        &self,
        results: Option<&[Type<'c>]>,
        look: impl FnOnce(OperationRef<'c, '_>) -> T,
    ) -> Option<T> {
        let context = self.subject.context;
        let attributes = self.sample_attributes(results);
        make(
            context,
            self.name,
            self.operands,
            &attributes,
            results,
            look,
        )
        .ok()
    }

    /// Whether the rule for the types of the operation holds, if it has one.
    fn fits(&self, attributes: &[(Identifier<'c>, Attribute<'c>)], results: &[Type<'c>]) -> bool {
        let meaning = meanings::find(self.name);
        let Some((meaning, fits)) = meaning.and_then(|meaning| Some((meaning, meaning.fits?)))
        else {
            return true;
        };
        let of_values = meaning.attributes.iter().filter_map(|(name, kind)| {
            let (_, attribute) = attributes
                .iter()
                .find(|(own, _)| own.as_string_ref().as_str() == Ok(*name))?;
            matches!(kind, AttributeKind::Value).then_some(*attribute)
        });
        let mut types = of_values.map(attributes::number_type);
        let [known_operands, known_results] = [self.operands, results]
            .map(|types| -> Vec<_> { types.iter().map(|ty| known(*ty, 64)).collect() });
        types.all(|ty| ty == results.first().copied()) && fits(&known_operands, &known_results)
    }

    /// An attribute of each kind that the operation must have.
    fn sample_attributes(
        &self,
        results: Option<&[Type<'c>]>,
    ) -> Vec<(Identifier<'c>, Attribute<'c>)> {
        let context = self.subject.context;
        let mut attributes: Vec<_> = self
            .attributes
            .iter()
            .filter_map(|(name, node)| {
                let constant = self.subject.pattern.nodes[*node].constant()?;
                let attribute = self.subject.attribute_constant(constant);
                Some((self.subject.pool.text(*name), attribute))
            })
            .collect();
        let needed = meanings::find(self.name).map_or(&[][..], |meaning| meaning.attributes);
        for (name, kind) in needed {
            if attributes.iter().any(|(own, _)| own == name) {
                continue;
            }
            let given = self
                .attributes
                .iter()
                .find(|(own, _)| self.subject.pool.text(*own) == *name);
            let typed = given.and_then(|(_, node)| self.types[node.index()]);
            let sample = match kind {
                AttributeKind::Choice { .. } => Some(attributes::number(context, 64, 0)),
                AttributeKind::Number { width } => Some(attributes::number(context, *width, 0)),
                AttributeKind::Value => {
                    let ty = typed.or_else(|| results?.first().copied());
                    ty.and_then(|ty| attributes::zero(context, ty))
                }
                AttributeKind::Flags { .. } | AttributeKind::Unit | AttributeKind::Absent => None,
            };
            attributes.extend(sample.map(|sample| (*name, sample)));
        }
        let named = attributes.into_iter();
        named
            .map(|(name, attribute)| (Identifier::new(context, name), attribute))
            .collect()
    }
}

/// Whether MLIR's verifier would crash: that of `arith.select` (22.1) asks values for their
/// shape if the condition has one.
fn breaks_verifier(name: &str, operands: &[Type<'_>]) -> bool {
    match operands {
        [condition, values @ ..] if name == "arith.select" => {
            has_lanes(*condition) && !values.iter().all(|ty| has_lanes(*ty))
        }
        _ => false,
    }
}

/// Makes an operation on any values, has it verified, looks at it, and forgets it.
fn make<'c, T>(
    context: &'c Context,
    name: &str,
    operands: &[Type<'c>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
    results: Option<&[Type<'c>]>,
    look: impl FnOnce(OperationRef<'c, '_>) -> T,
) -> Result<T, String> {
    if breaks_verifier(name, operands) {
        return Err(format!(
            "`{name}` needs values with as many elements as its condition"
        ));
    }
    let location = Location::unknown(context);
    let arguments: Vec<_> = operands.iter().map(|ty| (*ty, location)).collect();
    let block = Block::new(&arguments);
    let values: Vec<_> = (0..operands.len())
        .map(|index| {
            block
                .argument(index)
                .expect("each operand has an argument")
                .into()
        })
        .collect();
    let known = Facts::find(context, name, DialectLoading::OnDemand).registered();
    if let (None, Some(known)) = (results, known)
        && !may_infer_types(location, name, attributes, &values)
    {
        // The verifier says what is wrong with its operands or attributes.
        let num_results = usize::from(known.results == NumResults::One);
        let results = vec![Type::none(context); num_results];
        make(context, name, operands, attributes, Some(&results), ignore)?;
        return Err(format!("`{name}` cannot infer its result types"));
    }
    let catcher = Catcher::of_this_thread(context);
    let builder = OperationBuilder::new(name, location)
        .add_operands(&values)
        .add_attributes(attributes);
    let built = match results {
        Some(results) => builder.add_results(results).build(),
        None => builder.enable_result_type_inference().build(),
    };
    let made = built
        .ok()
        .map(|operation| block.append_operation(operation));
    let made = made.filter(|operation| operation.verify()).map(look);
    made.ok_or_else(|| {
        catcher
            .first_message()
            .unwrap_or_else(|| format!("`{name}` cannot be made"))
    })
}

fn ignore(_: OperationRef<'_, '_>) {}

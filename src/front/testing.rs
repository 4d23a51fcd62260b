//! What unit tests share: an MLIR and definitions that need neither MLIR nor
//! TableGen, and random cases.

pub mod random;

use crate::{
    base::source::Span,
    host::{Host, LiteralError, LiteralId, OperationKnowledge},
    ods::tablegen::{Installation, Request, Run, TableGen},
    ods::{self, Arity, Attribute, Group, Lengths, Ods},
    syntax::lexer,
};
use smol_str::SmolStr;
use std::path::Path;

/// A TableGen for programs without definitions.
#[derive(Debug)]
pub struct NoTableGen;

impl TableGen for NoTableGen {
    fn read(&self, requests: &[Request<'_>], _: usize, _: &mut dyn FnMut(usize, Run<'_>)) {
        assert!(requests.is_empty(), "the program includes no `.td` file");
    }

    fn installation(&self) -> Installation {
        Installation {
            include_dir: Path::new("/nowhere"),
            version: "0",
        }
    }
}

/// A host that takes any text but the empty one for a literal, and knows the
/// operations whose names say what it knows.
#[derive(Default)]
pub struct FakeHost {
    literals: Vec<String>,
}

impl FakeHost {
    fn literal(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
        if text.is_empty() {
            return Err(LiteralError {
                message: "there is nothing".to_owned(),
                offset: None,
            });
        }
        let known = self.literals.iter().position(|known| known == text);
        let index = known.unwrap_or_else(|| {
            self.literals.push(text.to_owned());
            self.literals.len() - 1
        });
        Ok(LiteralId(index as u32))
    }
}

impl Host for FakeHost {
    fn parse_attribute(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
        self.literal(text)
    }

    fn parse_type(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
        self.literal(text)
    }

    fn operation(&mut self, name: &str) -> OperationKnowledge {
        match name {
            "fake.infers" => OperationKnowledge::InfersResults,
            "fake.may_have_none" => OperationKnowledge::MayHaveNoResults,
            "fake.needs_types" => OperationKnowledge::NeedsResultTypes,
            _ => OperationKnowledge::Unknown,
        }
    }

    fn listed_operations(&self) -> &'static str {
        "fake\nfake.infers\nfake.needs_types\n"
    }

    fn allows_unregistered(&self) -> bool {
        false
    }
}

/// The definition of `test.pair`, which has the operands `lhs` and `rhs`, the
/// result `out` and the attribute `mode`. It stands at `span`.
pub fn definitions(span: Span) -> Ods {
    let constraint = || SmolStr::new("Any");
    let group = |name: &str| Group {
        name: name.into(),
        arity: Arity::Single,
        constraint: constraint(),
    };
    let mode = Attribute {
        name: "mode".into(),
        is_optional: true,
        has_default: false,
        constraint: constraint(),
        storage: "::mlir::Attribute".into(),
        returns: "::mlir::Attribute".into(),
    };
    let mut ods = Ods::default();
    ods.add_operation(ods::Operation {
        name: "test.pair".into(),
        class: "::test::PairOp".to_owned(),
        summary: String::new(),
        description: ods::Description::default(),
        span,
        operands: vec![group("lhs"), group("rhs")],
        results: vec![group("out")],
        attributes: vec![mode],
        properties: Vec::new(),
        operand_lengths: Lengths::default(),
        result_lengths: Lengths::default(),
        infers_result_types: false,
        type_sources: Vec::new(),
        regions: Vec::new(),
        successors: 0,
        traits: Vec::new(),
        has_no_effects: false,
        has_verifier: false,
        argument_order: "ooa".into(),
        has_default_builders: true,
    });
    ods
}

/// The definition of an operation with regions, each with its name and whether it is
/// variadic, and with operands and results of any number. It stands at `span`.
pub fn with_regions(name: &str, regions: &[(&str, bool)], span: Span) -> ods::Operation {
    let any = |name: &str| Group {
        name: name.into(),
        arity: Arity::Variadic,
        constraint: SmolStr::new("Any"),
    };
    let region = |(name, is_variadic): &(&str, bool)| ods::Region {
        name: (*name).into(),
        contents: match is_variadic {
            true => ods::RegionContents::Variadic,
            false => ods::RegionContents::Any,
        },
    };
    ods::Operation {
        name: name.into(),
        class: "::test::RegionsOp".to_owned(),
        summary: String::new(),
        description: ods::Description::default(),
        span,
        operands: vec![any("inputs")],
        results: vec![any("outputs")],
        attributes: Vec::new(),
        properties: Vec::new(),
        operand_lengths: Lengths::default(),
        result_lengths: Lengths::default(),
        infers_result_types: false,
        type_sources: Vec::new(),
        regions: regions.iter().map(region).collect(),
        successors: 0,
        traits: Vec::new(),
        has_no_effects: false,
        has_verifier: false,
        argument_order: "ooa".into(),
        has_default_builders: true,
    }
}

/// How many texts in PDLL this thread has lexed.
pub fn num_lexed() -> usize {
    lexer::NUM_LEXED.get()
}

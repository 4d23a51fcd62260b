//! The program that finds and applies patterns, as `contract/Program.h` describes
//! it.

use super::{shim, strings::string};
use melior::ir::{Attribute, AttributeLike};
pub(crate) use shim::{
    PDLL_NONE as NONE, PdllAttributeSource as AttributeSource, PdllConstantKind as ConstantKind,
    PdllDivision as Division, PdllInsertion as Insertion, PdllInstruction as Instruction,
    PdllKind as Kind, PdllList as List, PdllOpcode as Opcode, PdllParts as Parts,
    PdllProgramPattern as ProgramPattern, PdllProgramRoot as ProgramRoot,
    PdllRegionSource as RegionSource, PdllResultTypes as ResultTypes,
};

/// A program. Whatever it counts fits into 32 bits.
pub(crate) struct Program<'c> {
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) words: Vec<u32>,
    pub(crate) names: Vec<String>,
    pub(crate) constants: Vec<Constant<'c>>,
    pub(crate) layouts: Vec<Layout>,
    /// By rank.
    pub(crate) patterns: Vec<ProgramPattern>,
    pub(crate) roots: Vec<ProgramRoot>,
    pub(crate) any_root: ProgramRoot,
    pub(crate) num_tree_registers: u32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Constant<'c> {
    pub(crate) attribute: Attribute<'c>,
    pub(crate) kind: ConstantKind,
}

/// How a list of an operation is divided.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Layout {
    pub(crate) list: List,
    pub(crate) division: Division,
    pub(crate) groups: String,
    /// The name of the operation, or [`NONE`].
    pub(crate) operation: u32,
}

impl Program<'_> {
    /// Calls `run` with the program in the form of the contract.
    pub(super) fn with_raw<T>(&self, run: impl FnOnce(&shim::PdllProgram) -> T) -> T {
        let names: Vec<_> = self.names.iter().map(|name| string(name)).collect();
        let constants: Vec<_> = self
            .constants
            .iter()
            .map(|constant| shim::PdllConstant {
                attribute: constant.attribute.to_raw(),
                kind: constant.kind,
            })
            .collect();
        let layouts: Vec<_> = self
            .layouts
            .iter()
            .map(|layout| shim::PdllLayout {
                list: layout.list,
                division: layout.division,
                groups: string(&layout.groups),
                operation: layout.operation,
            })
            .collect();
        run(&shim::PdllProgram {
            instructions: self.instructions.as_ptr(),
            numInstructions: self.instructions.len(),
            words: self.words.as_ptr(),
            numWords: self.words.len(),
            names: names.as_ptr(),
            numNames: names.len(),
            constants: constants.as_ptr(),
            numConstants: constants.len(),
            layouts: layouts.as_ptr(),
            numLayouts: layouts.len(),
            patterns: self.patterns.as_ptr(),
            numPatterns: self.patterns.len(),
            roots: self.roots.as_ptr(),
            numRoots: self.roots.len(),
            anyRoot: self.any_root,
            numTreeRegisters: self.num_tree_registers,
        })
    }
}

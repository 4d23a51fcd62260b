//! The types of all installed `.td` files, and the functions of their predicates.

use super::installed;
use pdll::internals::ods::TypeDef;
use std::fmt::Write as _;

/// Those of all versions.
const HEADERS: &[&str] = &[
    "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h",
    "mlir/Dialect/AMX/AMXDialect.h",
    "mlir/Dialect/Async/IR/AsyncTypes.h",
    "mlir/Dialect/EmitC/IR/EmitC.h",
    "mlir/Dialect/LLVMIR/LLVMTypes.h",
    "mlir/Dialect/NVGPU/IR/NVGPUDialect.h",
    "mlir/Dialect/OpenACC/OpenACC.h",
    "mlir/Dialect/OpenMP/OpenMPDialect.h",
    "mlir/Dialect/PDL/IR/PDLTypes.h",
    "mlir/Dialect/Ptr/IR/PtrTypes.h",
    "mlir/Dialect/Quant/IR/QuantTypes.h",
    "mlir/Dialect/SMT/IR/SMTTypes.h",
    "mlir/Dialect/SPIRV/IR/SPIRVTypes.h",
    "mlir/Dialect/SparseTensor/IR/SparseTensor.h",
    "mlir/Dialect/Tosa/IR/TosaOps.h",
    "mlir/Dialect/Transform/IR/TransformTypes.h",
    "mlir/Dialect/WasmSSA/IR/WasmSSA.h",
    "mlir/Dialect/X86/X86Dialect.h",
    "mlir/Dialect/XeGPU/IR/XeGPU.h",
    "mlir/IR/BuiltinTypes.h",
];

/// The builders of classes that have none with the context and all parameters.
const BUILDERS: &[(&str, &str)] = &[
    ("AMX_TileType", "NoContext"),
    ("Async_ValueType", "NoContext"),
    ("Builtin_Complex", "CheckedNoContext"),
    ("Builtin_Function", "Context"),
    ("Builtin_Graph", "Context"),
    ("Builtin_Integer", "CheckedContext"),
    ("Builtin_MemRef", "CheckedNoContext"),
    ("Builtin_Opaque", "CheckedNoContext"),
    ("Builtin_RankedTensor", "CheckedNoContext"),
    ("Builtin_Tuple", "Context"),
    ("Builtin_UnrankedMemRef", "CheckedNoContext"),
    ("Builtin_UnrankedTensor", "CheckedNoContext"),
    ("Builtin_Vector", "CheckedNoContext"),
    ("LLVMPointerType", "Context"),
    ("PDL_Range", "CheckedNoContext"),
    ("Quant_CalibratedQuantizedType", "CheckedNoContext"),
    ("Quant_UniformQuantizedPerAxisType", "CheckedNoContext"),
    ("Quant_UniformQuantizedType", "CheckedNoContext"),
    ("SPIRV_ArrayType", "NoContext"),
    ("SPIRV_CooperativeMatrixType", "NoContext"),
    ("SPIRV_ImageType", "NoContext"),
    ("SPIRV_MatrixType", "CheckedNoContext"),
    ("SPIRV_PointerType", "NoContext"),
    ("SPIRV_RuntimeArrayType", "NoContext"),
    ("SPIRV_SampledImageType", "NoContext"),
    ("SPIRV_TensorArmType", "NoContext"),
    ("SparseTensor_StorageSpecifier", "NoContext"),
];

/// Parameters that may be missing although the definition does not say so.
const OPTIONAL: &[(&str, &str)] = &[
    ("Builtin_MemRef", "layout"),
    ("Builtin_MemRef", "memorySpace"),
    ("Builtin_RankedTensor", "encoding"),
    ("Builtin_UnrankedMemRef", "memorySpace"),
    ("NVGPU_MBarrierGroup", "memorySpace"),
];

/// Getters that are not made of the definition.
const GETTERS: &[(&str, &str, &str)] = &[(
    "LLVMStructType",
    "name",
    "[](LLVM::LLVMStructType self) { return self.isIdentified() ? self.getName() : StringRef(); }",
)];

/// The types that have parameters, by their C++ classes.
pub(crate) fn with_parameters() -> Vec<TypeDef> {
    let mut defs = installed::type_defs();
    defs.retain(|def| !def.parameters.is_empty());
    defs.sort_by(|a, b| a.qualified_class().cmp(b.qualified_class()));
    defs
}

/// How the class of a type makes one of all its parameters, if it can.
pub(crate) fn builder(def: &TypeDef) -> Option<&'static str> {
    let own = BUILDERS.iter().find(|(name, _)| *name == def.name);
    match own {
        Some((_, builder)) => Some(builder),
        None if !def.has_default_builder => None,
        None if def.verifies => Some("CheckedContext"),
        None => Some("Context"),
    }
}

fn is_made(def: &TypeDef) -> bool {
    def.parameters.is_empty() || builder(def).is_some()
}

/// The C++ file with the functions.
pub(crate) fn functions(defs: &[TypeDef]) -> String {
    let mut text = HEADING.to_owned();
    for header in installed::existing(HEADERS) {
        writeln!(text, "#include \"{header}\"").expect("a string takes it");
    }
    text += "\nusing namespace mlir;\nusing namespace pdll;\nusing namespace pdll::typedefs;\n\n";
    text += "#define GETTER(name) [](auto self) { return self.name(); }\n\n";
    text += "void pdll::addTypeDefPredicates(Natives &natives) {\n";
    for def in defs {
        text += &functions_of(def);
    }
    text + "}\n"
}

const HEADING: &str = "\
// The predicates of the types that installed `.td` files define.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of these
// files; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include \"std/Parts.h\"
#include \"std/TypeDef.h\"

";

fn functions_of(def: &TypeDef) -> String {
    let qualified = def.qualified_class();
    let class = qualified.strip_prefix("mlir::").unwrap_or(qualified);
    let getters = def.parameters.iter().map(|parameter| {
        let own = GETTERS
            .iter()
            .find(|(name, one, _)| *name == def.name && *one == parameter.name);
        match own {
            Some((_, _, code)) => (*code).to_owned(),
            None => format!("GETTER({})", parameter.getter),
        }
    });
    let getters: Vec<_> = getters.collect();
    let getters = getters.join(", ");
    let mut text = format!("  addCapture<{class}>(natives, \"{qualified}\", {getters});\n");
    if let Some(builder) = builder(def) {
        let optional = optional_bits(def);
        text += &format!(
            "  addBuilder<{class}, MadeBy::{builder}, {optional}>(natives, \"{qualified}\", \
             {getters});\n"
        );
    }
    text
}

fn optional_bits(def: &TypeDef) -> u32 {
    let is_optional = |(_, parameter): &(usize, &pdll::internals::ods::TypeParameter)| {
        let is_listed = OPTIONAL
            .iter()
            .any(|(name, one)| *name == def.name && *one == parameter.name);
        parameter.is_optional || is_listed
    };
    let parameters = def.parameters.iter().enumerate();
    let bits = parameters.filter(is_optional).map(|(index, _)| 1 << index);
    bits.sum()
}

/// The Rust table of what the functions can do.
pub(crate) fn table() -> String {
    let mut defs = installed::type_defs();
    defs.sort_by(|a, b| a.qualified_class().cmp(b.qualified_class()));
    let mut text = "\
//! The types whose classes pdll knows.
//!
//! Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the installed
//! `.td` files; do not edit.

/// C++ classes, and whether a type can be made of its parameters. By class.
pub(super) const KNOWN_TYPES: &[(&str, bool)] = &[
"
    .to_owned();
    for def in &defs {
        let class = def.qualified_class();
        let evaluates = is_made(def);
        writeln!(text, "    (\"{class}\", {evaluates}),").expect("a string takes it");
    }
    text + "];\n"
}

/// The Rust table of the classes of attributes.
pub(crate) fn attributes() -> String {
    let mut text = "\
//! The attributes whose classes pdll knows.
//!
//! Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the installed
//! `.td` files; do not edit.

/// C++ classes, in order.
pub(super) const KNOWN_ATTRIBUTES: &[&str] = &[
"
    .to_owned();
    for class in installed::attributes() {
        writeln!(text, "    \"{class}\",").expect("a string takes it");
    }
    text + "];\n"
}

/// The page that lists the predicates of all types.
pub(crate) fn page() -> String {
    let mut defs = installed::type_defs();
    defs.sort_by(|a, b| a.type_name.cmp(&b.type_name));
    let mut text = PAGE.to_owned();
    text += "| predicate | type | captures | evaluates |\n|---|---|---|---|\n";
    for def in &defs {
        let parameters = def.parameters.iter().map(|one| match one.is_type() {
            true => format!("{}: Type", one.name),
            false => format!("{}: Attr", one.name),
        });
        let parameters: Vec<_> = parameters.collect();
        let captures = match parameters.is_empty() {
            true => String::new(),
            false => format!("`{}`", parameters.join(", ")),
        };
        let evaluates = if is_made(def) { "yes" } else { "no" };
        let name = def.type_name.strip_prefix("builtin.");
        let name = name.map_or_else(|| format!("!{}", def.type_name), str::to_owned);
        writeln!(
            text,
            "| `{}` | `{name}` | {captures} | {evaluates} |",
            def.name
        )
        .expect("a string takes it");
    }
    text + "\nNext: [warnings.md](warnings.md) explains the warnings about pattern files.\n"
}

const PAGE: &str = "\
# Predicates of dialect types

The types that MLIR's `.td` files define, for authors of patterns that take them
apart. [types.md](types.md#types-of-dialects) explains how to use them. Each is a
predicate where its `.td` file is included. Those of `spirv` and `quant`, which MLIR
has in C++ only, are in the file `pdll/DialectTypes.td`. All can be checked.

";

/// A pattern that builds the result type of `t.a` of its parts, for `t.b`.
pub(crate) fn round_trip(def: &TypeDef, file: &str) -> String {
    let name = &def.name;
    let parts: Vec<_> = (0..def.parameters.len())
        .map(|index| format!("p{index}"))
        .collect();
    let parts = parts.join(", ");
    let declarations = def.parameters.iter().enumerate().map(|(index, parameter)| {
        let kind = if parameter.is_type() { "Type" } else { "Attr" };
        format!("  let p{index}: {kind};\n")
    });
    let declarations: String = declarations.collect();
    format!(
        "#include \"{file}\"\nPattern {{\n{declarations}  let root = op<t.a> -> (t: Type);\n  \
         {name}(t, {parts});\n  rewrite root with {{\n    let built: Type;\n    \
         {name}(built, {parts});\n    replace root with op<t.b> -> (built);\n  }};\n}}\n"
    )
}

/// A type as the result of an operation.
pub(crate) fn result(ty: &str) -> String {
    match ty.starts_with('(') {
        true => format!("({ty})"),
        false => ty.to_owned(),
    }
}

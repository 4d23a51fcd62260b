//! The C++ files of the table.
//!
//! The text of an entry is a contract: `pdll::predicates` makes the same text of
//! the C++ in a `.td` file, and the shim finds the entry by it.

use super::{Question, installed, tables};
use pdll::internals::predicates::{PROJECTIONS, Projection};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

/// Questions that need the same headers.
struct Group {
    name: &'static str,
    /// The first part of the names of classes that belong here.
    namespaces: &'static [&'static str],
    /// Those of all versions.
    headers: &'static [&'static str],
}

const GROUPS: &[Group] = &[
    Group {
        name: "Builtin",
        namespaces: &[""],
        headers: &[
            "mlir/Bytecode/BytecodeOpInterface.h",
            "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h",
            "mlir/Dialect/DLTI/DLTI.h",
            "mlir/Dialect/SCF/IR/DeviceMappingInterface.h",
            "mlir/IR/AffineMap.h",
            "mlir/IR/BuiltinAttributes.h",
            "mlir/IR/BuiltinTypes.h",
            "mlir/IR/OpImplementation.h",
            "mlir/IR/RegionKindInterface.h",
            "mlir/IR/SymbolTable.h",
            "mlir/IR/TensorEncoding.h",
            "mlir/IR/TypeUtilities.h",
            "mlir/IR/VectorTypes.h",
            "mlir/Interfaces/AlignmentAttrInterface.h",
            "mlir/Interfaces/CallInterfaces.h",
            "mlir/Interfaces/CastInterfaces.h",
            "mlir/Interfaces/ControlFlowInterfaces.h",
            "mlir/Interfaces/DataLayoutInterfaces.h",
            "mlir/Interfaces/DerivedAttributeOpInterface.h",
            "mlir/Interfaces/DestinationStyleOpInterface.h",
            "mlir/Interfaces/FunctionInterfaces.h",
            "mlir/Interfaces/IndexingMapOpInterface.h",
            "mlir/Interfaces/InferIntDivisibilityOpInterface.h",
            "mlir/Interfaces/InferIntRangeInterface.h",
            "mlir/Interfaces/InferStridedMetadataInterface.h",
            "mlir/Interfaces/InferTypeOpInterface.h",
            "mlir/Interfaces/LoopLikeInterface.h",
            "mlir/Interfaces/MemOpInterfaces.h",
            "mlir/Interfaces/MemorySlotInterfaces.h",
            "mlir/Interfaces/ParallelCombiningOpInterface.h",
            "mlir/Interfaces/RuntimeVerifiableOpInterface.h",
            "mlir/Interfaces/ShapedOpInterfaces.h",
            "mlir/Interfaces/SideEffectInterfaces.h",
            "mlir/Interfaces/SubsetOpInterface.h",
            "mlir/Interfaces/TilingInterface.h",
            "mlir/Interfaces/ValueBoundsOpInterface.h",
            "mlir/Interfaces/VectorInterfaces.h",
            "mlir/Interfaces/ViewLikeInterface.h",
        ],
    },
    Group {
        name: "LLVM",
        namespaces: &["LLVM", "NVVM", "ROCDL", "xevm"],
        headers: &[
            "mlir/Dialect/LLVMIR/BasicPtxBuilderInterface.h",
            "mlir/Dialect/LLVMIR/LLVMAttrs.h",
            "mlir/Dialect/LLVMIR/LLVMInterfaces.h",
            "mlir/Dialect/LLVMIR/LLVMTypes.h",
            "mlir/Dialect/LLVMIR/NVVMDialect.h",
            "mlir/Dialect/LLVMIR/ROCDLDialect.h",
            "mlir/Dialect/LLVMIR/XeVMDialect.h",
        ],
    },
    Group {
        name: "GPU",
        namespaces: &[
            "amdgpu",
            "amx",
            "arm_sme",
            "gpu",
            "nvgpu",
            "x86",
            "x86vector",
            "xegpu",
        ],
        headers: &[
            "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h",
            "mlir/Dialect/AMX/AMXDialect.h",
            "mlir/Dialect/ArmSME/IR/ArmSME.h",
            "mlir/Dialect/GPU/IR/GPUDialect.h",
            "mlir/Dialect/NVGPU/IR/NVGPUDialect.h",
            "mlir/Dialect/X86/X86Dialect.h",
            "mlir/Dialect/X86Vector/X86VectorDialect.h",
            "mlir/Dialect/XeGPU/IR/XeGPU.h",
        ],
    },
    Group {
        name: "SPIRV",
        namespaces: &["spirv"],
        headers: &[
            "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h",
            "mlir/Dialect/SPIRV/IR/SPIRVOps.h",
            "mlir/Dialect/SPIRV/IR/SPIRVTypes.h",
            "mlir/Dialect/SPIRV/Interfaces/SPIRVImageInterfaces.h",
        ],
    },
    Group {
        name: "OpenMP",
        namespaces: &["acc", "accomp", "omp"],
        headers: &[
            "mlir/Dialect/OpenACC/OpenACC.h",
            "mlir/Dialect/OpenMP/OpenMPDialect.h",
        ],
    },
    Group {
        name: "Tensor",
        namespaces: &[
            "affine",
            "arith",
            "bufferization",
            "complex",
            "linalg",
            "memref",
            "shape",
            "shard",
            "sparse_tensor",
            "ub",
            "vector",
        ],
        headers: &[
            "mlir/Dialect/Affine/IR/AffineOps.h",
            "mlir/Dialect/Arith/IR/Arith.h",
            "mlir/Dialect/Bufferization/IR/AllocationOpInterface.h",
            "mlir/Dialect/Bufferization/IR/BufferDeallocationOpInterface.h",
            "mlir/Dialect/Bufferization/IR/BufferViewFlowOpInterface.h",
            "mlir/Dialect/Bufferization/IR/Bufferization.h",
            "mlir/Dialect/Complex/IR/Complex.h",
            "mlir/Dialect/Linalg/IR/Linalg.h",
            "mlir/Dialect/MemRef/IR/MemRef.h",
            "mlir/Dialect/Shape/IR/Shape.h",
            "mlir/Dialect/Shard/IR/ShardOps.h",
            "mlir/Dialect/Shard/Interfaces/ShardingInterface.h",
            "mlir/Dialect/SparseTensor/IR/SparseTensor.h",
            "mlir/Dialect/UB/IR/UBOps.h",
            "mlir/Dialect/Vector/IR/VectorOps.h",
            "mlir/Dialect/Vector/Transforms/VectorTransformsEnums.h.inc",
        ],
    },
    Group {
        name: "Other",
        namespaces: &[
            "async",
            "emitc",
            "index",
            "irdl",
            "ml_program",
            "mpi",
            "pdl",
            "ptr",
            "quant",
            "smt",
            "tosa",
            "transform",
            "wasmssa",
        ],
        headers: &[
            "mlir/Dialect/Async/IR/AsyncTypes.h",
            "mlir/Dialect/EmitC/IR/EmitC.h",
            "mlir/Dialect/IRDL/IR/IRDL.h",
            "mlir/Dialect/Index/IR/IndexAttrs.h",
            "mlir/Dialect/MLProgram/IR/MLProgram.h",
            "mlir/Dialect/MPI/IR/MPI.h",
            "mlir/Dialect/PDL/IR/PDLTypes.h",
            "mlir/Dialect/Ptr/IR/PtrAttrs.h",
            "mlir/Dialect/Ptr/IR/PtrTypes.h",
            "mlir/Dialect/Quant/IR/QuantTypes.h",
            "mlir/Dialect/SMT/IR/SMTAttributes.h",
            "mlir/Dialect/SMT/IR/SMTEnums.h.inc",
            "mlir/Dialect/SMT/IR/SMTTypes.h",
            "mlir/Dialect/Tosa/IR/TosaOps.h",
            "mlir/Dialect/Transform/IR/TransformAttrs.h",
            "mlir/Dialect/Transform/IR/TransformTypes.h",
            "mlir/Dialect/Transform/Interfaces/MatchInterfaces.h",
            "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h",
            "mlir/Dialect/Linalg/TransformOps/LinalgTransformOpsEnums.h.inc",
            "mlir/Dialect/WasmSSA/IR/WasmSSA.h",
            "mlir/Dialect/WasmSSA/IR/WasmSSAInterfaces.h",
        ],
    },
];

/// Names that only mean something where MLIR's own code uses them.
const SHORT_NAMES: &[(&str, &str)] = &[
    ("ArmSMETileOpInterface", "arm_sme::ArmSMETileOpInterface"),
    ("TosaOp", "tosa::TosaOp"),
];

/// Questions that no C++ answers, and why.
const UNANSWERED: &[(&str, &str)] = &[(
    "isa<complex::ComplexRangeFlagsAttr>($_self)",
    "libMLIR.so does not define its `classof`",
)];

/// What C++ takes for granted where a text stands: it cannot evaluate the
/// text otherwise. `{}` is the class that is cast to.
const PRECONDITIONS: &[(&str, &str)] = &[
    (".getRank()", "cast<{}>(self).hasRank()"),
    (".getShape()", "cast<{}>(self).hasRank()"),
    (".getDimSize(#)", "isInBounds(p[0].number, cast<{}>(self))"),
    (
        ".isDynamicDim(#)",
        "isInBounds(p[0].number, cast<{}>(self))",
    ),
    (
        ".getDimSize(cast<ShapedType>($_self).getRank() + #)",
        "isInBounds(cast<{}>(self).getRank() + p[1].number, cast<{}>(self))",
    ),
    (".getScalableDims()", "cast<{}>(self).getRank() > 0"),
    (
        ".getValue().eq(APInt(",
        "cast<{}>(self).getValue().getBitWidth() == p[0].number",
    ),
    (
        ".getValues<APInt>()",
        "isa<IntegerType, IndexType>(cast<{}>(self).getElementType()) && \
         (isa<IndexType>(cast<{}>(self).getElementType()) || \
         cast<{}>(self).getElementType().getIntOrFloatBitWidth() <= 64)",
    ),
    (
        ".getValue().getZExtValue()",
        "cast<{}>(self).getValue().getActiveBits() <= 64",
    ),
    (
        ".getValue().getSExtValue()",
        "cast<{}>(self).getValue().getSignificantBits() <= 64",
    ),
    (
        ">($_self).getInt()",
        "cast<{}>(self).getValue().getSignificantBits() <= 64",
    ),
    (
        ">($_self).getSInt()",
        "cast<{}>(self).getValue().getSignificantBits() <= 64",
    ),
    (
        ">($_self).getUInt()",
        "cast<{}>(self).getValue().getActiveBits() <= 64",
    ),
    (
        "($_self)[#]",
        "size_t(p[0].number) < cast<{}>(self).size() && \
         isa<IntegerAttr>(cast<{}>(self)[p[0].number]) && \
         cast<IntegerAttr>(cast<{}>(self)[p[0].number]).getValue().getSignificantBits() <= 64",
    ),
    (".getIntOrFloatBitWidth()", "self.isIntOrFloat()"),
    (
        "LLVM::isScalableVectorType(",
        "LLVM::isCompatibleVectorType(self)",
    ),
    (
        "getSparseTensorEncoding($_self).isSlice()",
        "sparse_tensor::getSparseTensorEncoding(self)",
    ),
];

/// Classes whose `getNumElements` needs a static shape, and those that have a
/// rank by what they are.
const SHAPED: &[&str] = &["ShapedType", "TensorType", "BaseMemRefType"];

/// The headers of all groups.
pub(crate) fn all_headers() -> impl Iterator<Item = &'static str> {
    GROUPS
        .iter()
        .flat_map(|group| installed::existing(group.headers))
}

/// All files: their paths, from this folder, and what is in them.
pub(crate) fn files(questions: &BTreeSet<Question>) -> Vec<(String, String)> {
    let mut files: Vec<_> = GROUPS
        .iter()
        .map(|group| (path(group.name), group_file(group, questions)))
        .collect();
    files.push((path("Parts"), parts_file()));
    files.push((path("Table"), table_file()));
    files
}

fn path(name: &str) -> String {
    tables("predicates", &format!("{name}.cpp"))
}

const HEADING: &str = "\
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include \"predicates/Table.h\"
";

fn group_file(group: &Group, questions: &BTreeSet<Question>) -> String {
    let mut text = format!("// What leaves of ODS predicates mean: {}.\n", group.name);
    text += HEADING;
    text += "\n#include \"mlir/IR/Builders.h\"\n";
    for header in installed::existing(group.headers) {
        writeln!(text, "#include \"{header}\"").expect("a string takes it");
    }
    text += "#include \"llvm/ADT/STLExtras.h\"\n";
    let mut tables = Tables::default();
    for question in questions {
        let is_unanswered = UNANSWERED.iter().any(|(text, _)| question.text == *text);
        if group_of(&question.text) == group.name && !is_unanswered {
            let shape = if question.is_number {
                Shape::Numbers
            } else {
                Shape::Leaves
            };
            tables.add(&question.kind, shape, &entry(question));
        }
    }
    text + &tables.text(group.name)
}

/// What the entries of a table ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Leaves,
    Numbers,
    Parts,
}

impl Shape {
    const ALL: [Shape; 3] = [Shape::Leaves, Shape::Numbers, Shape::Parts];

    /// The C++ template of their functions.
    fn function(self) -> &'static str {
        match self {
            Shape::Leaves => "PredicateLeaf",
            Shape::Numbers => "PredicateNumber",
            Shape::Parts => "PredicateParts",
        }
    }
}

/// The kinds of entities, in the order of the C++ type `PredicateGroup`.
const KINDS: [&str; 3] = ["Attribute", "Operation", "Type"];

/// The tables of a file: their entries by kind and shape.
#[derive(Default)]
struct Tables {
    entries: BTreeMap<(String, Shape), String>,
}

impl Tables {
    fn add(&mut self, kind: &str, shape: Shape, entry: &str) {
        *self.entries.entry((kind.to_owned(), shape)).or_default() += entry;
    }

    /// The tables, and the function that returns them.
    fn text(&self, name: &str) -> String {
        let mut text = NAMESPACES.to_owned();
        for ((kind, shape), entries) in &self.entries {
            let (function, cpp_kind) = (shape.function(), cpp_kind(kind));
            let table = table_name(kind, *shape);
            text += &format!(
                "constexpr PredicateEntry<{function}<{cpp_kind}>> {table}[] = {{\n{entries}}};\n\n"
            );
        }
        text += &format!("}} // namespace\n\nPredicateGroup get{name}Predicates() {{\n  return {{");
        let groups: Vec<_> = KINDS.iter().map(|kind| self.of_kind(kind)).collect();
        text + &groups.join(", ") + "};\n}\n} // namespace mlir\n"
    }

    /// The initializer of `PredicateEntries`.
    fn of_kind(&self, kind: &str) -> String {
        let table = |shape| match self.entries.contains_key(&(kind.to_owned(), shape)) {
            true => table_name(kind, shape),
            false => "{}".to_owned(),
        };
        format!("{{{}}}", Shape::ALL.map(table).join(", "))
    }
}

fn table_name(kind: &str, shape: Shape) -> String {
    format!("{}{shape:?}", kind.to_lowercase())
}

/// Short names of classes mean what they mean in MLIR's own code.
const NAMESPACES: &str =
    "\nusing namespace llvm;\nusing namespace pdll;\n\nnamespace mlir {\nnamespace {\n\n";

/// The group of the first name that has a namespace.
fn group_of(text: &str) -> &'static str {
    let names = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    for name in names {
        let name = full_name(name);
        let namespace = name.split_once("::").map(|(namespace, _)| namespace);
        let found = |group: &&Group| namespace.is_some_and(|one| group.namespaces.contains(&one));
        if let Some(group) = GROUPS.iter().find(found) {
            return group.name;
        }
    }
    "Builtin"
}

fn full_name(name: &str) -> &str {
    let known = SHORT_NAMES.iter().find(|(short, _)| *short == name);
    known.map_or(name, |(_, full)| full)
}

fn cpp_kind(kind: &str) -> &str {
    match kind {
        "Operation" => "Operation *",
        kind => kind,
    }
}

fn entry(question: &Question) -> String {
    let kind = cpp_kind(&question.kind);
    let text = &question.text;
    let literal = text.replace('\\', "\\\\").replace('"', "\\\"");
    let class = text
        .strip_prefix("isa<")
        .and_then(|rest| rest.strip_suffix(">($_self)"));
    if let Some(class) = class {
        let full = full_name(class);
        return format!("    {{\"{literal}\", isOfClass<{kind}, {full}>}},\n");
    }
    let result = if question.is_number {
        "int64_t"
    } else {
        "bool"
    };
    let code = code(text);
    let conditions = preconditions(text);
    let uses_parameters = code.contains("p[") || conditions.iter().any(|one| one.contains("p["));
    let p = if uses_parameters { " p" } else { "" };
    let mut entry = format!(
        "    {{\"{literal}\", []({kind} self, PredicateParameters{p}) -> std::optional<{result}> {{\n",
    );
    for condition in conditions {
        entry += &format!("       if (!({condition}))\n         return std::nullopt;\n");
    }
    entry + &format!("       return static_cast<{result}>({code});\n     }}}},\n")
}

/// The C++ of a text.
fn code(text: &str) -> String {
    // MLIR asserts that integers have the sign that these names say, but answers for all.
    let code = text
        .replace(").getInt()", ").getValue().getSExtValue()")
        .replace(").getSInt()", ").getValue().getSExtValue()")
        .replace(").getUInt()", ").getValue().getZExtValue()")
        // `APInt` asserts that the number has so few bits, and is never equal if it has more.
        .replace(
            ".eq(APInt(#, #))",
            ".tryZExtValue() == uint64_t(p[1].number)",
        )
        .replace("$_self", "self")
        .replace("$_builder", "Builder(self.getContext())")
        .replace("[](", "[&](");
    let mut with_parameters = String::new();
    let mut rest = &*code;
    let mut number = 0;
    while let Some((at, sign, member)) = SIGNS
        .iter()
        .filter_map(|(sign, member)| Some((rest.find(sign)?, *sign, *member)))
        // Of those that start at the same place, the longest.
        .min_by_key(|(at, sign, _)| (*at, usize::MAX - sign.len()))
    {
        with_parameters += &rest[..at];
        with_parameters += &member.replace('N', &number.to_string());
        number += 1;
        rest = &rest[at + sign.len()..];
    }
    with_parameters + rest
}

/// Signs for parameters, and the C++ for them.
const SIGNS: &[(&str, &str)] = &[
    ("{#}", "p[N].numbers"),
    ("#.#", "p[N].real"),
    ("#u", "unsigned(p[N].number)"),
    ("#", "p[N].number"),
    ("@", "StringRef(p[N].text)"),
];

/// What must hold so that C++ can evaluate a text, in the order in which
/// it must be asked.
fn preconditions(text: &str) -> Vec<String> {
    let mut classes: Vec<&str> = Vec::new();
    for piece in text.split("cast<").skip(1) {
        if let Some((class, rest)) = piece.split_once(">(")
            && rest.starts_with("$_self)")
            && !classes.contains(&class)
        {
            classes.push(class);
        }
    }
    let mut conditions: Vec<_> = classes
        .iter()
        .map(|class| format!("isa<{class}>(self)"))
        .collect();
    let class = classes.first().copied().unwrap_or_default();
    for (method, condition) in PRECONDITIONS {
        let asks_shape = [".getRank()", ".getShape()"].contains(method);
        let is_shaped = SHAPED.contains(&class);
        if text.contains(method) && (!asks_shape || is_shaped) {
            conditions.push(condition.replace("{}", class));
        }
    }
    if text.contains(".getNumElements()") && class.ends_with("Type") {
        conditions.push(format!("cast<{class}>(self).hasStaticShape()"));
    }
    conditions
}

fn parts_file() -> String {
    let mut text = "// What ODS predicates call the parts of an entity.\n".to_owned();
    text += HEADING;
    text += "
#include \"mlir/IR/BuiltinAttributes.h\"
#include \"mlir/IR/BuiltinTypes.h\"
#include \"mlir/IR/TypeUtilities.h\"
";
    let mut tables = Tables::default();
    for projection in PROJECTIONS {
        let kind = format!("{:?}", projection.of);
        tables.add(&kind, Shape::Parts, &part(projection));
    }
    text + &tables.text("Part")
}

fn part(projection: &Projection) -> String {
    let Projection { class, member, .. } = projection;
    let kind = format!("{:?}", projection.of);
    let code = projection.text().replace("$_self", "self");
    let result = format!("{:?}", projection.result);
    let mut text = format!(
        "    {{\"{}\", []({kind} self, SmallVectorImpl<PredicateEntity> &parts) {{\n",
        projection.text()
    );
    if !class.is_empty() {
        text += &format!("       if (!isa<{class}>(self))\n         return false;\n");
    }
    text += &match projection.is_list {
        true => {
            format!("       for ({result} part : {code})\n         parts.push_back(part);\n")
        }
        false => format!("       parts.push_back({result}({code}));\n"),
    };
    debug_assert!(!member.is_empty() || projection.is_list);
    text + "       return true;\n     }},\n"
}

fn table_file() -> String {
    let mut text = "// The tables of what ODS predicates mean.\n".to_owned();
    text += HEADING;
    text += "\nusing namespace pdll;\n\nnamespace mlir {\n";
    let names: Vec<_> = GROUPS
        .iter()
        .map(|group| group.name)
        .chain(["Part"])
        .map(|name| format!("get{name}Predicates"))
        .collect();
    for name in &names {
        writeln!(text, "PredicateGroup {name}();").expect("a string takes it");
    }
    text += "} // namespace mlir\n\n";
    text += "llvm::SmallVector<PredicateGroup> pdll::getPredicateGroups() {\n  return {\n";
    for name in &names {
        writeln!(text, "      mlir::{name}(),").expect("a string takes it");
    }
    text + "  };\n}\n"
}

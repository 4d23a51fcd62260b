// A program that is ready to run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_BOUNDPROGRAM_H
#define PDLL_ENGINE_BOUNDPROGRAM_H

#include "contract/Program.h"
#include "engine/Layout.h"
#include "engine/Registers.h"
#include "engine/Tables.h"
#include "natives/Natives.h"
#include "patterns/TypeInference.h"
#include "support/ImpliedRegions.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/Allocator.h"

#include <memory>
#include <optional>
#include <vector>

namespace pdll {

/// A constant of a program.
struct BoundConstant {
  /// The attribute, or the type, or the first of the types.
  const void *pointer;
  size_t numTypes;
  PdllConstantKind kind;

  mlir::TypeRange getTypes() const {
    return llvm::ArrayRef(static_cast<const mlir::Type *>(pointer), numTypes);
  }
};

/// A direct constraint has at most so many arguments, and as many results.
constexpr size_t maxDirect = 8;

/// The call of a native function.
struct BoundCall {
  /// Empty if nothing calls it, because its pattern is not used.
  mlir::PDLConstraintFunction function;
  /// Called instead of `function` if it exists.
  DirectConstraint direct;
  llvm::ArrayRef<TypedRegister> arguments;
  llvm::ArrayRef<TypedRegister> results;
  /// Whether a direct constraint is called through a ConstraintMemo.
  bool isRemembered;
  /// Whether it is a function of attributes and types, and neither reads nor
  /// changes anything else.
  bool isFunctionOfData;
  /// Whether it is a constraint of the library, which reads the program alone.
  bool isOfLibrary;
};

/// Calls of direct constraints, one right after another.
struct BoundCallSet {
  /// The instructions that load constants, and then those that call them.
  llvm::ArrayRef<PdllInstruction> instructions;
  /// What they read, other than constants and each other's results.
  llvm::ArrayRef<TypedRegister> inputs;
  /// The constants that are loaded, and the results.
  llvm::ArrayRef<TypedRegister> results;
};

/// A group of an operation.
struct BoundGroup {
  const Layout *layout;
  size_t index;
  /// Where a missing group is an error; null in a match.
  mlir::LocationAttr place;
};

/// A result of an operation that a rewrite uses.
struct BoundResult {
  uint32_t index;
  mlir::LocationAttr place;
};

/// An attribute of an operation that a rewrite creates.
struct CreatedAttribute {
  mlir::StringAttr name;
  PdllAttributeSource source;
  uint32_t number;
  /// If it is constant.
  mlir::Attribute value;
};

/// A region of an operation that a rewrite creates.
struct GivenRegion {
  uint32_t number;
  /// Whether it is one of the match, which loses its blocks.
  bool isMoved;
};

/// A block that a rewrite inlines.
struct BoundInline {
  /// What takes the places of its arguments.
  llvm::ArrayRef<TypedRegister> values;
  /// Registers with values or ranges of values that have been set before, and
  /// that the rewrite uses later.
  llvm::ArrayRef<TypedRegister> usedLater;
};

/// An operation without operands, results and block that is destroyed with its
/// owner.
struct PrototypeDeleter {
  void operator()(mlir::Operation *op) const { op->destroy(); }
};
using Prototype = std::unique_ptr<mlir::Operation, PrototypeDeleter>;

/// When a created operation is verified.
enum class Verification {
  /// It is always valid.
  Never,
  /// Its verifier looks at types and attributes alone, and need not look again
  /// at what was valid before; see VerifiedCreations.h.
  Remembered,
  Always
};

/// An operation that a rewrite creates.
struct BoundCreation {
  mlir::OperationName name;
  llvm::ArrayRef<TypedRegister> operands;
  llvm::ArrayRef<CreatedAttribute> attributes;
  /// If all attributes are constant: those that are not properties, together
  /// with the attributes that the operation has by default.
  mlir::DictionaryAttr constantAttributes;
  /// The same operation, with its properties, if these are constant and there
  /// are some; else null.
  mlir::Operation *prototype = nullptr;
  llvm::ArrayRef<GivenRegion> given;
  /// The terminator that new blocks get if they have none.
  std::optional<mlir::OperationName> end;
  /// Of one that is given none: null if it has no regions.
  std::unique_ptr<const Regions> regions;
  PdllResultTypes resultTypes;
  /// Whether it infers open result types.
  bool infers;
  llvm::ArrayRef<TypedRegister> types;
  /// The operation whose result types it has if it does not infer them, or
  /// PDLL_NONE.
  uint32_t like;
  Verification verification = Verification::Always;
  /// See `CreationKinds`.
  uint32_t kind = 0;
  /// The number of attributes that are not constant.
  unsigned numComputedAttributes = 0;
  /// Whether its operands and result types are single ones, of which there are
  /// at most `maxSimpleParts` each, those of `like`, or inferred ones that may be
  /// remembered, and all else is constant.
  bool isSimple = false;
  static constexpr size_t maxSimpleParts = 4;
};

/// What a rewrite does.
struct BoundRewrite {
  /// The registers of the matched operations, the root first.
  llvm::ArrayRef<uint32_t> matched;
  /// Whether it creates operations without regions, whose result types do not
  /// depend on where they are, and at last replaces the root, and does nothing
  /// else.
  bool onlyReplacesRoot = false;
};

struct BoundPattern {
  /// The index in the set; none if the set does not have the pattern.
  std::optional<size_t> index;
  std::optional<mlir::OperationName> root;
  uint32_t whole;
  uint32_t accepted;
  uint32_t numRegisters;
  bool isCertain;
  /// The names of what it creates.
  llvm::ArrayRef<llvm::StringRef> created;
};

/// A part of the tree. It has no instruction if it is empty.
struct BoundRoot {
  uint32_t instruction = PDLL_NONE;
  uint32_t bound = PDLL_NONE;
};

/// A program whose names, constants and functions are those of MLIR. Where
/// contract/Program.h speaks of a word, an instruction has an index into the
/// list of such records here. It does not change, so that threads may share it.
struct BoundProgram {
  BoundProgram() = default;
  BoundProgram(const BoundProgram &) = delete;
  BoundProgram &operator=(const BoundProgram &) = delete;

  /// The table of the functions in `calls`, which may call others of it.
  Natives natives;
  std::vector<PdllInstruction> instructions;
  /// The same name as the name of an attribute and of an operation; null where
  /// nothing uses it in this way.
  std::vector<mlir::StringAttr> names;
  std::vector<const void *> operationNames;
  std::vector<BoundConstant> constants;
  std::vector<Layout> layouts;
  Tables tables;
  std::vector<BoundCall> calls;
  std::vector<BoundCallSet> callSets;
  std::vector<BoundGroup> groups;
  std::vector<BoundResult> results;
  /// Of creations, each for all that create the same.
  std::vector<Prototype> prototypes;
  std::vector<BoundCreation> creations;
  std::vector<BoundInline> inlines;
  std::vector<BoundRewrite> rewrites;
  /// Parts of ranges and replacements.
  std::vector<llvm::ArrayRef<TypedRegister>> lists;
  /// By rank.
  std::vector<BoundPattern> patterns;
  /// The key of an entry is an operation name.
  Tables roots;
  uint32_t rootTable = 0;
  BoundRoot anyRoot;
  uint32_t numTreeRegisters = 0;
  /// The largest number of registers that a routine needs.
  uint32_t numRoutineRegisters = 0;
  TypeInference inference;
  /// Holds the elements of the lists above.
  llvm::BumpPtrAllocator memory;
};

} // namespace pdll

#endif // PDLL_ENGINE_BOUNDPROGRAM_H

// From a portable program to one that is ready to run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/BindProgram.h"
#include "contract/Names.h"
#include "engine/BindCreation.h"
#include "engine/ConstraintMemo.h"
#include "engine/FindCallSets.h"
#include "engine/FindUsedLater.h"
#include "engine/FuseSteps.h"
#include "patterns/NativeCalls.h"
#include "std/AnyOf.h"
#include "support/Traits.h"

#include "mlir/CAPI/IR.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Binds one program.
class Binder {
public:
  explicit Binder(const EngineSource &source)
      : program(source.program), indices(source.indices),
        natives(source.natives), context(source.context),
        bound(std::make_unique<BoundProgram>()),
        reader(program, *bound, context) {}

  std::unique_ptr<const BoundProgram> bind();

private:
  void bindConstants();
  void bindLayouts();
  Layout::Division getDivision(const PdllLayout &layout);
  void bindRewrites();
  bool onlyReplacesRoot(const PdllInstruction *next) const;
  void bindPatterns();
  void bindRoots();
  void shrink();
  void bindInstruction(PdllInstruction &instruction, uint32_t next);

  uint32_t bindTable(const PdllInstruction &instruction);
  uint32_t bindCall(PdllNativeKind kind, uint32_t word);
  uint32_t bindGroup(uint32_t word, PdllOpcode opcode);
  uint32_t bindResult(uint32_t word);
  uint32_t bindList(uint32_t word);
  bool canBeUnfit(const PdllInstruction &test);
  DirectConstraint getDirect(PdllNativeKind kind, StringRef name,
                             ArrayRef<TypedRegister> arguments,
                             ArrayRef<TypedRegister> results) const;
  PDLConstraintFunction getFunction(PdllNativeKind kind, StringRef name,
                                    Location place,
                                    ArrayRef<TypedRegister> results) const;
  std::optional<size_t> getIndex(uint32_t index) const;

  const PdllProgram &program;
  PatternIndices indices;
  const Natives &natives;
  MLIRContext *context;
  std::unique_ptr<BoundProgram> bound;
  ProgramReader reader;
  CreationKinds creationKinds;
};

} // namespace

std::unique_ptr<const BoundProgram> Binder::bind() {
  bound->natives = natives;
  bound->names.resize(program.numNames);
  bound->operationNames.resize(program.numNames);
  bindConstants();
  bindLayouts();
  bound->instructions.assign(program.instructions,
                             program.instructions + program.numInstructions);
  uint32_t next = 0;
  for (PdllInstruction &instruction : bound->instructions)
    bindInstruction(instruction, ++next);
  bindRewrites();
  bindPatterns();
  findCallSets(*bound);
  fuseSteps(*bound);
  bindRoots();
  shrink();
  return std::move(bound);
}

/// Frees the memory that large sets of patterns would keep for records that
/// never come. `shrink_to_fit` does nothing without exceptions.
template <typename T> static void shrinkToFit(std::vector<T> &records) {
  std::vector<T> exact;
  exact.reserve(records.size());
  llvm::move(records, std::back_inserter(exact));
  records = std::move(exact);
}

void Binder::shrink() {
  shrinkToFit(bound->calls);
  shrinkToFit(bound->groups);
  shrinkToFit(bound->results);
  shrinkToFit(bound->creations);
  shrinkToFit(bound->rewrites);
  shrinkToFit(bound->lists);
}

/// Adds a record, and returns its index.
template <typename T> static uint32_t add(std::vector<T> &records, T record) {
  records.push_back(std::move(record));
  return static_cast<uint32_t>(records.size() - 1);
}

void Binder::bindConstants() {
  bound->constants.reserve(program.numConstants);
  for (const PdllConstant &constant :
       llvm::ArrayRef(program.constants, program.numConstants)) {
    Attribute attribute = unwrap(constant.attribute);
    switch (constant.kind) {
    case PdllConstantIsAttribute:
      bound->constants.push_back(
          {attribute.getAsOpaquePointer(), 0, constant.kind});
      break;
    case PdllConstantIsType:
      bound->constants.push_back(
          {cast<TypeAttr>(attribute).getValue().getAsOpaquePointer(), 0,
           constant.kind});
      break;
    case PdllConstantIsTypes: {
      SmallVector<Type> types(
          cast<ArrayAttr>(attribute).getAsValueRange<TypeAttr>());
      ArrayRef<Type> kept = reader.keep<Type>(types);
      bound->constants.push_back({kept.data(), kept.size(), constant.kind});
      break;
    }
    }
  }
}

/// Whether an attribute of the operations that a layout is for holds the sizes
/// of their groups.
static bool hasRegisteredSegments(PdllList list, OperationName name) {
  if (!name.isRegistered())
    return false;
  return list == PdllOperands ? hasOperandSegments(name)
                              : hasResultSegments(name);
}

/// How the list is divided, depending on what is registered.
Layout::Division Binder::getDivision(const PdllLayout &layout) {
  switch (layout.division) {
  case PdllEqualRanges:
    return Layout::Division::Equal;
  case PdllSingleRanges:
    return Layout::Division::Single;
  case PdllSegments:
    return Layout::Division::Segments;
  case PdllSegmentsIfRegistered:
    return layout.operation != PDLL_NONE &&
                   hasRegisteredSegments(
                       layout.list, reader.getOperationName(layout.operation))
               ? Layout::Division::Segments
               : Layout::Division::Equal;
  }
  llvm_unreachable("these are all");
}

void Binder::bindLayouts() {
  for (const PdllLayout &layout :
       llvm::ArrayRef(program.layouts, program.numLayouts))
    bound->layouts.emplace_back(
        layout.list == PdllOperands ? Layout::List::Operands
                                    : Layout::List::Results,
        getDivision(layout),
        StringRef(layout.groups.data, layout.groups.length));
}

//===- Patterns -----------------------------------------------------------===//

/// The index of a pattern in the set, by its index in the program's module.
std::optional<size_t> Binder::getIndex(uint32_t index) const {
  return indices.empty() ? std::optional<size_t>(index) : indices[index];
}

void Binder::bindPatterns() {
  bound->patterns.reserve(program.numPatterns);
  for (const PdllProgramPattern &pattern :
       llvm::ArrayRef(program.patterns, program.numPatterns)) {
    std::optional<size_t> index = getIndex(pattern.index);
    std::optional<OperationName> root;
    if (pattern.root != PDLL_NONE)
      root = reader.getOperationName(pattern.root);
    RecordReader record = reader.openRecord(pattern.created);
    SmallVector<StringRef> created;
    for (uint32_t count = record.read(); count != 0; --count)
      created.push_back(reader.getOperationName(record.read()).getStringRef());
    bound->patterns.push_back({index, root, pattern.whole, pattern.accepted,
                               pattern.numRegisters, pattern.isCertain != 0,
                               reader.keep<StringRef>(created)});
    bound->numRoutineRegisters =
        std::max(bound->numRoutineRegisters, pattern.numRegisters);
  }
}

/// Finds what rewrites do. Their instructions are bound.
void Binder::bindRewrites() {
  for (const PdllInstruction &instruction : bound->instructions) {
    if (instruction.opcode == PdllBeginRewrite)
      bound->rewrites[instruction.b].onlyReplacesRoot =
          onlyReplacesRoot(&instruction + 1);
    if (instruction.opcode == PdllInline)
      bound->inlines[instruction.c].usedLater =
          findUsedLater(*bound, &instruction + 1);
  }
}

/// Whether neither the verifier of the operation nor the inference of its
/// result types looks at what is around it.
static bool isPlain(const BoundCreation &creation) {
  return creation.given.empty() && !creation.regions &&
         (!creation.infers ||
          creation.verification == Verification::Remembered);
}

/// Whether that is what a rewrite does from `next` on.
bool Binder::onlyReplacesRoot(const PdllInstruction *next) const {
  for (;; ++next) {
    switch (static_cast<PdllOpcode>(next->opcode)) {
    case PdllLoadRest:
    case PdllLoadType:
    case PdllLoadTypes:
    case PdllLoadConstant:
    case PdllKeepRange:
    case PdllMakeRange:
    case PdllTakeResult:
    case PdllTakeGroup:
      break;
    case PdllCreate:
      if (!isPlain(bound->creations[next->b]))
        return false;
      break;
    case PdllReplaceByOperation:
    case PdllReplaceByValues:
      return next[1].opcode == PdllEndRewrite;
    default:
      return false;
    }
  }
}

void Binder::bindRoots() {
  SmallVector<Tables::Entry> entries;
  for (const PdllProgramRoot &root :
       llvm::ArrayRef(program.roots, program.numRoots)) {
    // The only pattern of that root may not be in the set.
    if (root.instruction == PDLL_NONE && !bound->patterns[root.bound].index)
      continue;
    const void *name = reader.getOperationName(root.name).getAsOpaquePointer();
    entries.push_back(
        {reinterpret_cast<uintptr_t>(name), root.instruction, root.bound});
  }
  bound->rootTable = bound->roots.add(entries);
  bound->anyRoot = {program.anyRoot.instruction, program.anyRoot.bound};
  bound->numTreeRegisters = program.numTreeRegisters;
}

//===- Instructions -------------------------------------------------------===//

/// `next` is the instruction after this one.
void Binder::bindInstruction(PdllInstruction &instruction, uint32_t next) {
  auto opcode = static_cast<PdllOpcode>(instruction.opcode);
  switch (opcode) {
  case PdllLoadGroup:
  case PdllLoadGroups:
  case PdllTakeGroup:
    instruction.c = bindGroup(instruction.c, opcode);
    break;
  case PdllLoadAttribute:
    reader.getAttributeName(instruction.c);
    break;
  case PdllTestName:
    reader.getOperationName(instruction.b);
    break;
  case PdllSwitchName:
  case PdllSwitchConstant:
  case PdllSwitchCount:
  case PdllSwitchParts:
  case PdllSwitchAttributes:
    instruction.b = bindTable(instruction);
    break;
  case PdllCallConstraint:
    instruction.a = bindCall(PdllNativeConstraint, instruction.a);
    break;
  case PdllCallRewrite:
    instruction.a = bindCall(PdllNativeRewrite, instruction.a);
    break;
  case PdllTestFits:
    if (!canBeUnfit(instruction))
      instruction = {PdllJump, 0, next, 0, 0};
    break;
  case PdllBeginRewrite: {
    RecordReader record = reader.openRecord(instruction.b);
    instruction.b =
        add(bound->rewrites, BoundRewrite{reader.readList(record)});
    break;
  }
  case PdllTakeResult:
    instruction.c = bindResult(instruction.c);
    break;
  case PdllMakeRange:
  case PdllReplaceByValues:
    instruction.b = bindList(instruction.b);
    break;
  case PdllNewBlock:
    instruction.c = bindList(instruction.c);
    break;
  case PdllInline: {
    RecordReader record = reader.openRecord(instruction.c);
    instruction.c =
        add(bound->inlines, BoundInline{reader.readTypedList(record), {}});
    break;
  }
  case PdllCreate: {
    BoundCreation creation = bindCreation(reader, instruction.b);
    creation.kind = creationKinds.getNumber(creation);
    instruction.b = add(bound->creations, std::move(creation));
    break;
  }
  default:
    break;
  }
}

uint32_t Binder::bindTable(const PdllInstruction &instruction) {
  RecordReader record = reader.openRecord(instruction.b);
  SmallVector<Tables::Entry> entries;
  for (uint32_t count = record.read(); count != 0; --count) {
    uint32_t number = record.read();
    const void *key = nullptr;
    if (instruction.opcode == PdllSwitchName)
      key = reader.getOperationName(number).getAsOpaquePointer();
    else if (instruction.opcode == PdllSwitchConstant)
      key = bound->constants[number].pointer;
    else if (instruction.opcode == PdllSwitchAttributes)
      key = reader.getAttributeName(number).getAsOpaquePointer();
    else
      key = reinterpret_cast<const void *>(uintptr_t(number));
    uint32_t target = record.read();
    uint32_t bestRank =
        instruction.opcode == PdllSwitchAttributes ? record.read() : 0;
    entries.push_back({reinterpret_cast<uintptr_t>(key), target, bestRank});
  }
  return bound->tables.add(entries);
}

uint32_t Binder::bindGroup(uint32_t word, PdllOpcode opcode) {
  RecordReader record = reader.openRecord(word);
  const Layout *layout = &bound->layouts[record.read()];
  size_t index = record.read();
  LocationAttr place;
  if (opcode == PdllTakeGroup)
    place = reader.getPlace(record.read());
  return add(bound->groups, {layout, index, place});
}

uint32_t Binder::bindResult(uint32_t word) {
  RecordReader record = reader.openRecord(word);
  uint32_t index = record.read();
  return add(bound->results, {index, reader.getPlace(record.read())});
}

uint32_t Binder::bindList(uint32_t word) {
  RecordReader record = reader.openRecord(word);
  return add(bound->lists, reader.readTypedList(record));
}

/// Whether an attribute has properties to fit.
bool Binder::canBeUnfit(const PdllInstruction &test) {
  OperationName operation = reader.getOperationName(test.b);
  StringAttr name = reader.getAttributeName(test.c);
  return operation.isRegistered() &&
         llvm::is_contained(operation.getAttributeNames(), name);
}

//===- Native functions ---------------------------------------------------===//

/// Whether no change of the program changes what a register of that kind holds.
static bool isData(TypedRegister typed) {
  return typed.kind == PdllAttribute || typed.kind == PdllType ||
         typed.kind == PdllTypeRange;
}

uint32_t Binder::bindCall(PdllNativeKind kind, uint32_t word) {
  RecordReader record = reader.openRecord(word);
  StringRef name = reader.getName(record.read());
  ArrayRef<TypedRegister> arguments = reader.readTypedList(record);
  ArrayRef<TypedRegister> results = reader.readTypedList(record);
  LocationAttr place = reader.getPlace(record.read());
  // To compare two pointers takes no time.
  bool isRemembered =
      name != PDLL_FN_SAME && ConstraintMemo::covers(arguments, results);
  DirectConstraint direct = getDirect(kind, name, arguments, results);
  // A constraint of the library that is not direct may call others.
  bool isOwn = kind == PdllNativeConstraint
                   ? !!direct
                   : name.starts_with(PDLL_LIBRARY_PREFIX);
  bool isFunctionOfData =
      isOwn && llvm::all_of(arguments, isData) && llvm::all_of(results, isData);
  bool isOfLibrary = kind == PdllNativeConstraint && name != PDLL_FN_ANY_OF &&
                     name.starts_with(PDLL_LIBRARY_PREFIX);
  return add(bound->calls,
             {getFunction(kind, name, place, results), std::move(direct),
              arguments, results, isRemembered, isFunctionOfData, isOfLibrary});
}

/// The function without the lists of PDL, if there is one.
DirectConstraint Binder::getDirect(PdllNativeKind kind, StringRef name,
                                   ArrayRef<TypedRegister> arguments,
                                   ArrayRef<TypedRegister> results) const {
  if (arguments.size() > maxDirect || results.size() > maxDirect)
    return nullptr;
  if (kind == PdllNativeConstraint && name == PDLL_FN_SAME)
    return getDirectSame(arguments[0].kind);
  const Native *native = natives.lookup(kind, name);
  return native ? native->direct : nullptr;
}

PDLConstraintFunction
Binder::getFunction(PdllNativeKind kind, StringRef name, Location place,
                    ArrayRef<TypedRegister> results) const {
  const Native *native = natives.lookup(kind, name);
  // Patterns that are not used may call what does not exist.
  if (!native)
    return nullptr;
  if (kind == PdllNativeConstraint)
    return makeConstraint(*native, name, place);
  auto kinds = llvm::map_to_vector(
      results, [](TypedRegister result) { return result.kind; });
  return makeRewrite(*native, name, place, kinds);
}

std::unique_ptr<const BoundProgram>
pdll::bindProgram(const EngineSource &source) {
  return Binder(source).bind();
}

// Parses MLIR text, and remembers where its parts stand.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/TextPlaces.h"
#include "contract/Strings.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace pdll;

struct PdllTextPlaces {
  llvm::SourceMgr sources;
  AsmParserState state;

  PdllTextRange getRange(llvm::SMRange range) const;
  const AsmParserState::SMDefinition *getDefinition(Value value) const;
};

/// Returns nothing for what is not in the text.
PdllTextRange PdllTextPlaces::getRange(llvm::SMRange range) const {
  if (!range.isValid())
    return {0, 0};
  const llvm::MemoryBuffer *text =
      sources.getMemoryBuffer(sources.getMainFileID());
  const char *start = range.Start.getPointer();
  const char *end = range.End.getPointer();
  if (start < text->getBufferStart() || end > text->getBufferEnd() ||
      start > end)
    return {0, 0};
  return {static_cast<size_t>(start - text->getBufferStart()),
          static_cast<size_t>(end - text->getBufferStart())};
}

const AsmParserState::SMDefinition *
PdllTextPlaces::getDefinition(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument) {
    auto result = cast<OpResult>(value);
    const auto *op = state.getOpDef(result.getOwner());
    if (!op)
      return nullptr;
    const AsmParserState::SMDefinition *last = nullptr;
    for (const auto &group : op->resultGroups)
      if (group.startIndex <= result.getResultNumber())
        last = &group.definition;
    return last;
  }
  const auto *block = state.getBlockDef(argument.getOwner());
  if (!block || argument.getArgNumber() >= block->arguments.size())
    return nullptr;
  return &block->arguments[argument.getArgNumber()];
}

PdllParsedText pdllParseWithPlaces(MlirContext context, PdllString text,
                                   PdllString name) {
  auto places = std::make_unique<PdllTextPlaces>();
  places->sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(
                                         toStringRef(text), toStringRef(name)),
                                     llvm::SMLoc());
  Block block;
  ParserConfig config(unwrap(context));
  const llvm::MemoryBuffer *buffer =
      places->sources.getMemoryBuffer(places->sources.getMainFileID());
  LogicalResult parsed =
      isBytecode(buffer->getMemBufferRef())
          ? parseSourceFile(places->sources, &block, config)
          : parseAsmSourceFile(places->sources, &block, config, &places->state);
  if (failed(parsed))
    return {{nullptr}, nullptr};
  Location location =
      FileLineColLoc::get(unwrap(context), toStringRef(name), 0, 0);
  OwningOpRef<ModuleOp> module =
      mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(
          &block, unwrap(context), location);
  if (!module)
    return {{nullptr}, nullptr};
  return {wrap(module.release()), places.release()};
}

void pdllTextPlacesDestroy(PdllTextPlaces *places) { delete places; }

PdllTextRange pdllPlaceOfName(const PdllTextPlaces *places,
                              MlirOperation operation) {
  const auto *op = places->state.getOpDef(unwrap(operation));
  return op ? places->getRange(op->loc) : PdllTextRange{0, 0};
}

PdllTextRange pdllPlaceOfOperation(const PdllTextPlaces *places,
                                   MlirOperation operation) {
  const auto *op = places->state.getOpDef(unwrap(operation));
  return op ? places->getRange(op->scopeLoc) : PdllTextRange{0, 0};
}

PdllTextRange pdllPlaceOfOperand(const PdllTextPlaces *places,
                                 MlirOperation operation, size_t index) {
  Operation *op = unwrap(operation);
  const auto *known = places->state.getOpDef(op);
  Value value = op->getOperand(index);
  const auto *definition = places->getDefinition(value);
  if (!known || !definition)
    return {0, 0};
  // The mentions of a value stand in the order of the operands that are this
  // value, before those in regions.
  size_t mention = llvm::count(op->getOperands().take_front(index), value);
  SmallVector<llvm::SMRange> mentions;
  for (llvm::SMRange use : definition->uses)
    if (known->scopeLoc.Start.getPointer() <= use.Start.getPointer() &&
        use.End.getPointer() <= known->scopeLoc.End.getPointer())
      mentions.push_back(use);
  llvm::sort(mentions, [](llvm::SMRange a, llvm::SMRange b) {
    return a.Start.getPointer() < b.Start.getPointer();
  });
  if (mention >= mentions.size())
    return {0, 0};
  return places->getRange(mentions[mention]);
}

PdllTextRange pdllPlaceOfResult(const PdllTextPlaces *places,
                                MlirOperation operation, size_t index) {
  const auto *definition =
      places->getDefinition(unwrap(operation)->getResult(index));
  return definition ? places->getRange(definition->loc) : PdllTextRange{0, 0};
}

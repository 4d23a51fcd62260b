// Operations that bodies of native functions create.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Creation.h"
#include "natives/FailureReason.h"
#include "patterns/TypeInference.h"
#include "support/Traits.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace pdll;

/// Adds the entities of all groups. Returns the sizes of the groups, or nothing if an
/// entity is null.
template <typename T>
static std::optional<SmallVector<int32_t>> flatten(const CodeList &groups,
                                                   SmallVectorImpl<T> &all) {
  SmallVector<int32_t> sizes;
  for (const CodeValue &group : groups) {
    const CodeList &list = group.get<CodeList>();
    for (const CodeValue &entity : list) {
      if (!entity.isPresent())
        return std::nullopt;
      all.push_back(entity.get<T>());
    }
    sizes.push_back(static_cast<int32_t>(list.size()));
  }
  return sizes;
}

static void addAttributes(const CodeList &attributes, OperationState &state) {
  for (const CodeValue &each : attributes) {
    const CodeList &pair = each.get<CodeList>();
    if (pair[1].isPresent())
      state.addAttribute(pair[0].get<StringRef>(), pair[1].get<Attribute>());
  }
}

/// Lets the operation infer its types.
static bool inferTypes(OperationState &state) {
  if (!state.name.hasInterface<InferTypeOpInterface>())
    return false;
  Creation creation{state.name, state.location, state.attributes,
                    llvm::to_vector<6>(state.operands)};
  TypeInference().infer(creation, state.types);
  return true;
}

std::optional<Operation *>
pdll::createOperation(PatternRewriter &rewriter, const CodeCreation &creation) {
  OperationState state(creation.loc, creation.name);
  auto add = [&](StringRef name, ArrayRef<int32_t> sizes) {
    state.addAttribute(name, rewriter.getDenseI32ArrayAttr(sizes));
  };
  if (!state.name.isRegistered()) {
    setFailureReason(("`" + creation.name + "` is not registered").str());
    return std::nullopt;
  }
  addAttributes(creation.attributes, state);
  auto operandSizes = flatten(creation.operands, state.operands);
  if (!operandSizes)
    return std::nullopt;
  if (creation.hasOperandSegments)
    add("operandSegmentSizes", *operandSizes);
  if (creation.types.isPresent()) {
    auto sizes = flatten(creation.types.get<CodeList>(), state.types);
    if (!sizes)
      return std::nullopt;
    if (creation.hasResultSegments)
      add("resultSegmentSizes", *sizes);
  } else if (!inferTypes(state)) {
    return std::nullopt;
  }
  unsigned numRegions = getFixedNumRegions(state.name).value_or(0);
  for (unsigned index = 0; index != numRegions; ++index)
    state.addRegion();
  return rewriter.create(state);
}

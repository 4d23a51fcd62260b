// Finds the patterns for an operation by its name.
//
// A comparison of a name with hundreds of others becomes two short ones: a
// native function looks up the group that the name is in, if any, and the name
// is compared with those of its group.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/NameDispatch.h"
#include "contract/Names.h"

#include "mlir/Dialect/PDL/IR/PDLTypes.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/BuiltinOps.h"

#include <cmath>

using namespace mlir;
using namespace pdll;

/// Calling a function takes as long as comparing this many names. The
/// interpreter compares all of them if none is right, and half of them
/// otherwise. With PdllUseWalk, the name of a root is always one of them.
static size_t getMinNumNames(PdllPatternUse use) {
  return use == PdllUseWalk ? 160 : 64;
}

/// The groups of names, as attributes that the interpreter can compare.
using NameGroups = DenseMap<OperationName, Attribute>;

/// Registers a function that returns the group of the name of an operation.
static std::string registerLookup(PDLPatternModule &patterns,
                                  NameGroups groups) {
  std::string name = PDLL_FN_NAMES +
                     std::to_string(patterns.getConstraintFunctions().size()) +
                     PDLL_RESERVED_SUFFIX;
  patterns.registerConstraintFunction(name, [groups = std::move(groups)](
                                                PatternRewriter &,
                                                PDLResultList &results,
                                                ArrayRef<PDLValue> arguments) {
    auto group = groups.find(arguments.front().cast<Operation *>()->getName());
    if (group == groups.end())
      return failure();
    results.push_back(group->second);
    return success();
  });
  return name;
}

/// Compares the name of `op` with `names` only, which lead to `targets`.
static Block *createGroup(OpBuilder &builder, Location loc, Region *region,
                          Value op, ArrayRef<Attribute> names,
                          ArrayRef<Block *> targets, Block *otherwise) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(region);
  pdl_interp::SwitchOperationNameOp::create(
      builder, loc, op, builder.getArrayAttr(names), otherwise, targets);
  return block;
}

static void dispatch(PDLPatternModule &patterns,
                     pdl_interp::SwitchOperationNameOp comparison) {
  OpBuilder builder(comparison);
  Location loc = comparison.getLoc();
  Region *region = comparison->getParentRegion();
  Value op = comparison.getInputOp();
  ArrayRef<Attribute> names = comparison.getCaseValues().getValue();
  auto targets = llvm::to_vector(comparison.getCases());
  Block *otherwise = comparison.getDefaultDest();

  NameGroups groups;
  SmallVector<Attribute> keys;
  SmallVector<Block *> blocks;
  auto groupSize = static_cast<size_t>(std::sqrt(names.size()));
  for (size_t first = 0; first < names.size(); first += groupSize) {
    size_t size = std::min(groupSize, names.size() - first);
    keys.push_back(builder.getI64IntegerAttr(keys.size()));
    for (Attribute name : names.slice(first, size))
      groups.try_emplace(OperationName(cast<StringAttr>(name).getValue(),
                                       builder.getContext()),
                         keys.back());
    blocks.push_back(
        createGroup(builder, loc, region, op, names.slice(first, size),
                    ArrayRef<Block *>(targets).slice(first, size), otherwise));
  }

  auto lookup = pdl_interp::ApplyConstraintOp::create(
      builder, loc, pdl::AttributeType::get(builder.getContext()),
      registerLookup(patterns, std::move(groups)), op, /*isNegated=*/false,
      /*trueDest=*/otherwise, /*falseDest=*/otherwise);
  Block *known = builder.createBlock(region);
  pdl_interp::SwitchAttributeOp::create(
      builder, loc, lookup.getResults().front(), keys, otherwise, blocks);
  lookup->setSuccessor(known, 0);
  comparison.erase();
}

void pdll::dispatchNames(PDLPatternModule &patterns, PdllPatternUse use) {
  SmallVector<pdl_interp::SwitchOperationNameOp> comparisons;
  patterns.getModule().walk([&](pdl_interp::SwitchOperationNameOp comparison) {
    if (comparison.getCaseValues().size() >= getMinNumNames(use))
      comparisons.push_back(comparison);
  });
  for (pdl_interp::SwitchOperationNameOp comparison : comparisons)
    dispatch(patterns, comparison);
}

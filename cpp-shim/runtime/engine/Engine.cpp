// What finds the patterns that match an operation, and rewrites it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Engine.h"
#include "engine/BindProgram.h"
#include "engine/MlirPatterns.h"
#include "engine/PlainRewrites.h"
#include "engine/Reach.h"

using namespace mlir;
using namespace pdll;

Engine::Engine(const EngineSource &source)
    : program(bindProgram(source)), infos(source.infos) {
  for (auto [rank, pattern] : llvm::enumerate(program->patterns))
    if (pattern.index)
      addPattern(pattern, static_cast<uint32_t>(rank));
}

void Engine::addPattern(const BoundPattern &pattern, uint32_t rank) {
  std::optional<unsigned> ownReach = findReach(*program, pattern);
  if (pattern.root) {
    Root &root = roots[*pattern.root];
    root.isLocal &= ownReach.has_value();
    root.isPlain &= !infos[*pattern.index].mayUseLaterValues &&
                    pdll::isPlain(*program, pattern);
    root.ranks.push_back(rank);
  } else {
    includesAllRoots = true;
    areAllRootsLocal &= ownReach.has_value();
  }
  reach = std::max(reach, ownReach.value_or(0));
  hasFunctionsThatChange |= pdll::callsFunctionsThatChange(*program, pattern);
  hasLooksAround |= pdll::looksAround(*program, pattern);
}

Engine::~Engine() = default;

bool Engine::isLocal(Operation *op) const {
  auto found = roots.find(op->getName());
  return areAllRootsLocal && (found == roots.end() || found->second.isLocal);
}

ArrayRef<uint32_t> Engine::getRanks(OperationName name) const {
  auto found = roots.find(name);
  if (found == roots.end())
    return {};
  return found->second.ranks;
}

bool Engine::isPlain(OperationName name) const {
  auto found = roots.find(name);
  return found == roots.end() || found->second.isPlain;
}

void Engine::addMlirPatterns(RewritePatternSet others) {
  pdll::addMlirPatterns({*program, infos}, others, indices);
  patterns = FrozenRewritePatternSet(std::move(others));
}

std::optional<size_t> Engine::getIndex(const Pattern &pattern) const {
  auto found = indices.find(&pattern);
  if (found == indices.end())
    return std::nullopt;
  return found->second;
}

// What finds the patterns that match an operation, and rewrites it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Engine.h"
#include "engine/BindProgram.h"
#include "engine/MlirPatterns.h"
#include "engine/Reach.h"

using namespace mlir;
using namespace pdll;

Engine::Engine(const EngineSource &source)
    : program(bindProgram(source)), infos(source.infos) {
  for (const BoundPattern &pattern : program->patterns)
    if (pattern.index)
      addPattern(pattern);
}

void Engine::addPattern(const BoundPattern &pattern) {
  std::optional<unsigned> ownReach = findReach(*program, pattern);
  if (pattern.root) {
    bool &isLocal = roots.try_emplace(*pattern.root, true).first->second;
    isLocal &= ownReach.has_value();
  } else {
    includesAllRoots = true;
    areAllRootsLocal &= ownReach.has_value();
  }
  reach = std::max(reach, ownReach.value_or(0));
  hasFunctionsThatChange |= pdll::callsFunctionsThatChange(*program, pattern);
}

Engine::~Engine() = default;

bool Engine::isLocal(Operation *op) const {
  auto found = roots.find(op->getName());
  return areAllRootsLocal && (found == roots.end() || found->second);
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

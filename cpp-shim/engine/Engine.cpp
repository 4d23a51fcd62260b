// What finds the patterns that match an operation, and rewrites it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Engine.h"
#include "engine/BindProgram.h"
#include "engine/MlirPatterns.h"

using namespace mlir;
using namespace pdll;

Engine::Engine(const EngineSource &source)
    : program(bindProgram(source)), infos(source.infos) {
  for (const BoundPattern &pattern : program->patterns) {
    if (!pattern.index)
      continue;
    if (pattern.root)
      rootNames.insert(*pattern.root);
    else
      includesAllRoots = true;
  }
}

Engine::~Engine() = default;

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

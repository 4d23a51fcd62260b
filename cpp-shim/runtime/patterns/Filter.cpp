// Which patterns of a module are used.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/Filter.h"
#include "patterns/PatternInfo.h"
#include "support/Suggestion.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pdll;

namespace {

/// A pattern with the words that stand for it.
struct Candidate {
  pdl::PatternOp pattern;
  SmallVector<std::string> words;
};

} // namespace

/// Whether `text` is `glob`, in which `*` is any letters and `?` is any one.
/// All other letters stand for themselves: names of inline declarations and of
/// files have brackets and braces in them.
static bool matchesGlob(StringRef glob, StringRef text) {
  // Where to continue if the text after the last star does not match.
  std::optional<StringRef> globAfterStar;
  StringRef textAfterStar;
  while (!text.empty()) {
    if (!glob.empty() && glob.front() == '*') {
      glob = glob.drop_front();
      globAfterStar = glob;
      textAfterStar = text;
    } else if (!glob.empty() &&
               (glob.front() == '?' || glob.front() == text.front())) {
      glob = glob.drop_front();
      text = text.drop_front();
    } else if (globAfterStar) {
      glob = *globAfterStar;
      textAfterStar = textAfterStar.drop_front();
      text = textAfterStar;
    } else {
      return false;
    }
  }
  return glob.ltrim('*').empty();
}

static SmallVector<Candidate> getCandidates(ModuleOp module) {
  SmallVector<Candidate> candidates;
  for (auto pattern : module.getOps<pdl::PatternOp>()) {
    PatternInfo info = getPatternInfo(pattern);
    Candidate &candidate = candidates.emplace_back();
    candidate.pattern = pattern;
    candidate.words.push_back(info.name);
    llvm::append_range(candidate.words, info.labels);
  }
  return candidates;
}

static InFlightDiagnostic reportUnmatched(ModuleOp module, StringRef option,
                                          StringRef word,
                                          ArrayRef<Candidate> candidates) {
  InFlightDiagnostic error = emitError(UnknownLoc::get(module.getContext()))
                             << option << ": no pattern has the name or label `"
                             << word << "`";
  Suggestion suggestion(word);
  for (const Candidate &candidate : candidates)
    for (const std::string &known : candidate.words)
      suggestion.consider(known);
  if (!suggestion.get().empty())
    error.attachNote() << "did you mean `" << suggestion.get() << "`?";
  return error;
}

/// Collects the patterns that `words` stand for.
static LogicalResult select(ModuleOp module, StringRef option,
                            ArrayRef<StringRef> words,
                            ArrayRef<Candidate> candidates,
                            DenseSet<Operation *> &selected) {
  LogicalResult result = success();
  for (StringRef word : words) {
    bool isUsed = false;
    for (const Candidate &candidate : candidates) {
      if (llvm::none_of(candidate.words, [&](StringRef known) {
            return matchesGlob(word, known);
          }))
        continue;
      isUsed = true;
      selected.insert(candidate.pattern);
    }
    if (!isUsed)
      result = reportUnmatched(module, option, word, candidates);
  }
  return result;
}

FailureOr<PatternIndexList> pdll::filterPatterns(ModuleOp module,
                                                 const PatternFilter &filter) {
  PatternIndexList indices;
  if (filter.enabled.empty() && filter.disabled.empty())
    return indices;
  SmallVector<Candidate> candidates = getCandidates(module);
  DenseSet<Operation *> isEnabled, isDisabled;
  LogicalResult areEnabled =
      select(module, "enable-patterns", filter.enabled, candidates, isEnabled);
  LogicalResult areDisabled = select(module, "disable-patterns",
                                     filter.disabled, candidates, isDisabled);
  if (failed(areEnabled) || failed(areDisabled))
    return failure();
  size_t numKept = 0;
  for (Candidate &candidate : candidates) {
    if ((filter.enabled.empty() || isEnabled.contains(candidate.pattern)) &&
        !isDisabled.contains(candidate.pattern)) {
      indices.push_back(numKept++);
      continue;
    }
    indices.push_back(std::nullopt);
    candidate.pattern.erase();
  }
  return indices;
}

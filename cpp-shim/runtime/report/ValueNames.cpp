// Names of values and blocks that stay the same during a run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ValueNames.h"
#include "support/QuietVerifier.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pdll;

ValueNames::ValueNames(Operation *root) {
  AsmState state(root, OpPrintingFlags().useLocalScope());
  auto print = [&](auto &&printable) {
    std::string name;
    llvm::raw_string_ostream stream(name);
    printable.printAsOperand(stream, state);
    return name;
  };
  root->walk([&](Operation *op) {
    for (Value result : op->getResults())
      take(result, print(result));
    for (Region &region : op->getRegions()) {
      for (Block &block : region) {
        blocks[&block] = texts.save(print(block));
        ++nextBlock;
        for (Value argument : block.getArguments())
          take(argument, print(argument));
      }
    }
  });
}

/// Reserves a name that MLIR has given.
void ValueNames::take(Value value, StringRef name) {
  StringRef base = name.drop_front().split('#').first;
  StringRef digits = base;
  unsigned number;
  if (!base.getAsInteger(10, number))
    nextNumber = std::max(nextNumber, number + 1);
  else if (digits.consume_front("arg") && !digits.getAsInteger(10, number))
    nextArgument = std::max(nextArgument, number + 1);
  else
    taken.insert(base);
  values[value] = texts.save(name);
}

StringRef ValueNames::get(Value value) {
  if (auto known = values.find(value); known != values.end())
    return known->second;
  if (isa<BlockArgument>(value))
    values[value] = texts.save("%arg" + Twine(nextArgument++));
  else
    nameResults(value.getDefiningOp());
  return values[value];
}

StringRef ValueNames::get(Block *block) {
  auto [known, isNew] = blocks.try_emplace(block);
  if (isNew)
    known->second = texts.save("^bb" + Twine(nextBlock++));
  return known->second;
}

void ValueNames::share(BlockArgument argument, Value value) {
  StringRef name = get(value);
  values[argument] = name;
}

void ValueNames::forget(Operation *op) {
  for (Value result : op->getResults())
    values.erase(result);
}

void ValueNames::forget(Block *block) {
  for (Value argument : block->getArguments())
    values.erase(argument);
  blocks.erase(block);
}

/// Replaces what cannot be part of a name, and adds a number to a name that
/// another value has.
std::string ValueNames::makeUnique(StringRef name) {
  std::string clean;
  if (name.empty() || llvm::isDigit(name.front()))
    clean = "_";
  for (char letter : name)
    clean += llvm::isAlnum(letter) || StringRef("$._-").contains(letter)
                 ? letter
                 : '_';
  std::string unique = clean;
  // Where others of that name have stopped to look.
  unsigned &suffix = nextSuffix[clean];
  while (!taken.insert(unique).second)
    unique = (clean + "_" + Twine(suffix++)).str();
  return unique;
}

/// Results are named in groups. `op` may name the first result of a group.
void ValueNames::nameResults(Operation *op) {
  SmallVector<std::string> groups(op->getNumResults());
  auto setName = [&](Value value, StringRef name) {
    std::string &group = groups[cast<OpResult>(value).getResultNumber()];
    if (group.empty())
      group = makeUnique(name);
  };
  // An invalid operation may not have what its names are made of.
  if (auto named = dyn_cast<OpAsmOpInterface>(op))
    if (verifyQuietly(op).empty())
      named.getAsmResultNames(setName);
  if (groups.front().empty())
    groups.front() = std::to_string(nextNumber++);
  for (size_t first = 0, next; first < groups.size(); first = next) {
    next = first + 1;
    while (next < groups.size() && groups[next].empty())
      ++next;
    for (size_t index = first; index < next; ++index) {
      std::string name = "%" + groups[first];
      if (next - first > 1)
        name += "#" + std::to_string(index - first);
      values[op->getResult(index)] = texts.save(name);
    }
  }
}

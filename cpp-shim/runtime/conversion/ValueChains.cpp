// Which values stand for others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/ValueChains.h"

using namespace mlir;
using namespace pdll;

/// The way is short, because the smaller one of two sets is put below the other
/// one.
Value ValueChains::getLeader(Value value) const {
  for (auto found = nodes.find(value);
       found != nodes.end() && found->second.next; found = nodes.find(value))
    value = found->second.next;
  return value;
}

Value ValueChains::getEnd(Value value) const {
  auto found = nodes.find(getLeader(value));
  return found == nodes.end() ? value : found->second.end;
}

/// The same for a value that may be in no set yet.
Value ValueChains::addLeader(Value value) {
  Value leader = getLeader(value);
  auto [node, isNew] = nodes.try_emplace(leader);
  if (isNew)
    node->second.end = leader;
  return leader;
}

void ValueChains::replace(Value from, Value to) {
  Value leader = addLeader(to);
  Value other = addLeader(from);
  Value end = nodes[leader].end;
  if (nodes[leader].size < nodes[other].size)
    std::swap(leader, other);
  unions.push_back({leader, nodes[leader].end, other});
  nodes[other].next = leader;
  nodes[leader].end = end;
  nodes[leader].size += nodes[other].size;
}

void ValueChains::rollBack(size_t mark) {
  while (unions.size() > mark) {
    Union last = unions.pop_back_val();
    nodes[last.formerLeader].next = nullptr;
    nodes[last.leader].end = last.formerEnd;
    nodes[last.leader].size -= nodes[last.formerLeader].size;
  }
}

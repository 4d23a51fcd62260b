// The instructions that load something into a register.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Loads.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"

using namespace mlir;
using namespace pdll;

/// The group of the operation b that the instruction names.
std::optional<ValueRange> Loads::findGroup(const PdllInstruction &load) const {
  const BoundGroup &group = program.groups[load.c];
  Operation *op = registers.getOperation(load.b);
  if (!op)
    return std::nullopt;
  std::optional<GroupPlace> slice = group.layout->find(op, group.index);
  if (!slice)
    return std::nullopt;
  PdllList list = group.layout->getList() == Layout::List::Operands
                      ? PdllOperands
                      : PdllResults;
  return getList(op, list).slice(slice->start, slice->size);
}

bool Loads::loadGroup(const PdllInstruction &load) {
  std::optional<ValueRange> group = findGroup(load);
  return group && group->size() == 1 && set(load.a, group->front());
}

bool Loads::loadGroups(const PdllInstruction &load) {
  std::optional<ValueRange> group = findGroup(load);
  if (group)
    registers.set(load.a, *group);
  return group.has_value();
}

bool Loads::loadAttributeType(const PdllInstruction &load) {
  auto typed = dyn_cast_if_present<TypedAttr>(registers.getAttribute(load.b));
  return typed && set(load.a, typed.getType());
}

bool Loads::loadTypes(const PdllInstruction &load) {
  if (!registers.hasRange(load.b))
    return false;
  ValueRange values = registers.getValues(load.b);
  // What does not exist has no type.
  if (llvm::is_contained(values, Value()))
    return false;
  registers.set(load.a, TypeRange(values));
  return true;
}

bool Loads::loadConstant(const PdllInstruction &load) {
  const BoundConstant &constant = program.constants[load.b];
  if (constant.kind == PdllConstantIsTypes)
    registers.set(load.a, constant.getTypes());
  else
    registers.set(load.a, constant.pointer);
  return true;
}

bool Loads::loadRegion(const PdllInstruction &load) {
  Operation *op = registers.getOperation(load.b);
  return op && load.c < op->getNumRegions() &&
         set(load.a, &op->getRegion(load.c));
}

bool Loads::loadBlock(const PdllInstruction &load) {
  Region *region = registers.getRegion(load.b);
  if (!region)
    return false;
  auto block = region->begin();
  for (uint32_t count = load.c; block != region->end() && count != 0; --count)
    ++block;
  return block != region->end() && set(load.a, &*block);
}

bool Loads::loadArgument(const PdllInstruction &load) {
  Block *block = registers.getBlock(load.b);
  return block && load.c < block->getNumArguments() &&
         set(load.a, Value(block->getArgument(load.c)));
}

bool Loads::loadArguments(const PdllInstruction &load) {
  Block *block = registers.getBlock(load.b);
  if (!block || block->getNumArguments() < load.c)
    return false;
  ValueRange arguments = block->getArguments();
  registers.set(load.a, arguments.drop_front(load.c));
  return true;
}

bool Loads::loadLast(const PdllInstruction &load) {
  Block *block = registers.getBlock(load.b);
  return block && !block->empty() && set(load.a, &block->back());
}

bool Loads::loadOnlyBlock(const PdllInstruction *load) {
  if (!loadRegion(*load))
    return false;
  Region *region = registers.getRegion(load->a);
  return region->hasOneBlock() && set(load[2].a, &region->front());
}

bool Loads::loadParent(const PdllInstruction &load) {
  Operation *op = registers.getOperation(load.b);
  return op && set(load.a, op->getParentOp());
}

Value pdll::getUsed(const Registers &registers, TypedRegister used) {
  if (used.kind == PdllValue)
    return registers.getValue(used.number);
  bool isEmpty = !registers.has(used) || registers.getLength(used.number) == 0;
  return isEmpty ? Value() : registers.getValues(used.number).front();
}

/// The names of the attributes that `op` may keep as properties.
static SmallVector<StringAttr> getPropertyNames(Operation *op) {
  if (op->getPropertiesStorageSize() == 0)
    return {};
  if (op->isRegistered())
    return llvm::to_vector(op->getName().getAttributeNames());
  SmallVector<StringAttr> names;
  if (auto properties =
          dyn_cast_if_present<DictionaryAttr>(op->getPropertiesAsAttribute()))
    for (NamedAttribute property : properties)
      names.push_back(property.getName());
  return names;
}

void pdll::findAttributes(Operation *op, const Tables &tables, uint32_t table,
                          SmallVectorImpl<const Tables::Entry *> &found) {
  auto find = [&](StringAttr name) {
    return tables.find(table, name.getAsOpaquePointer());
  };
  for (NamedAttribute attribute : op->getRawDictionaryAttrs())
    if (const Tables::Entry *entry = find(attribute.getName()))
      found.push_back(entry);
  for (StringAttr name : getPropertyNames(op)) {
    const Tables::Entry *entry = find(name);
    // A property may not be set.
    if (entry && op->getInherentAttr(name).value_or(Attribute()))
      found.push_back(entry);
  }
}

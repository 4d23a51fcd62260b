// Attributes of operations, and attributes that consist of others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/ChangedAttribute.h"
#include "std/Function.h"
#include "std/Numbers.h"
#include "std/Parts.h"
#include "support/QuietVerifier.h"
#include "support/Versions.h"

using namespace mlir;
using namespace pdll;

static bool isSegmentSizes(StringRef name) {
  return name == "operandSegmentSizes" || name == "resultSegmentSizes";
}

/// Whether the definition of the operation has an attribute of that name.
static bool isInherent(Operation *op, StringAttr name) {
  return op->isRegistered() &&
         llvm::is_contained(op->getName().getAttributeNames(), name);
}

/// The value of an inherent attribute that is not set, or null if it has no
/// value then. An operation relies on the default values of its attributes.
static Attribute getDefaultValue(Operation *op, StringAttr name) {
  if (!isInherent(op, name))
    return {};
  Operation *blank = Operation::create(
      op->getLoc(), op->getName(), TypeRange(), ValueRange(), NamedAttrList(),
      noProperties(), BlockRange(), /*numRegions=*/0);
  Attribute value = blank->getAttr(name);
  blank->destroy();
  return value;
}

/// Sets an attribute, or removes it if `value` is null.
static void writeAttr(Operation *op, StringAttr name, Attribute value) {
  if (value)
    op->setAttr(name, value);
  else
    op->removeAttr(name);
}

LogicalResult pdll::changeAttr(PatternRewriter &rewriter, Operation *op,
                               StringAttr name, Attribute value) {
  if (name.empty())
    return refuse("an attribute needs a name");
  if (isSegmentSizes(name))
    return refuse("`" + name.getValue() + "` counts the operands or results");
  if (value && isInherent(op, name)) {
    // The operation would drop an attribute of the wrong class silently.
    std::string problem = catchDiagnostic(op->getContext(), [&] {
      NamedAttrList attributes;
      attributes.append(name, value);
      return op->getName().verifyInherentAttrs(attributes,
                                               [&] { return op->emitError(); });
    });
    if (!problem.empty())
      return refuse(problem);
  }
  Attribute before = op->getAttr(name);
  if (before == value)
    return success();
  bool wasValid = verifyQuietly(op).empty();
  rewriter.modifyOpInPlace(op, [&] { writeAttr(op, name, value); });
  std::string problem = wasValid ? verifyQuietly(op) : "";
  if (problem.empty())
    return success();
  rewriter.modifyOpInPlace(op, [&] { writeAttr(op, name, before); });
  return refuse(problem);
}

static LogicalResult copyDiscardableAttrs(PatternRewriter &rewriter,
                                          Operation *from, Operation *to) {
  SmallVector<NamedAttribute> attributes =
      llvm::to_vector(from->getDiscardableAttrs());
  for (NamedAttribute attribute : attributes)
    if (!isInherent(to, attribute.getName()) &&
        failed(changeAttr(rewriter, to, attribute.getName(),
                          attribute.getValue())))
      return failure();
  return success();
}

/// Copies the attributes that both operations can have: the discardable ones,
/// and the inherent ones that are in the definitions of both operations.
static LogicalResult copyAttrs(PatternRewriter &rewriter, Operation *from,
                               Operation *to) {
  SmallVector<NamedAttribute> attributes = llvm::to_vector(from->getAttrs());
  for (NamedAttribute attribute : attributes) {
    StringAttr name = attribute.getName();
    if (isSegmentSizes(name) || isInherent(from, name) != isInherent(to, name))
      continue;
    if (failed(changeAttr(rewriter, to, name, attribute.getValue())))
      return failure();
  }
  return success();
}

static LogicalResult copyAttr(PatternRewriter &rewriter, Operation *from,
                              Operation *to, StringAttr name) {
  Attribute value = from->getAttr(name);
  if (!value)
    return refuse("the operation has no attribute `" + name.getValue() + "`");
  return changeAttr(rewriter, to, name, value);
}

static LogicalResult copyOptionalAttr(PatternRewriter &rewriter,
                                      Operation *from, StringAttr name,
                                      Operation *to, StringAttr as) {
  Attribute value = from->getAttr(name);
  return value ? changeAttr(rewriter, to, as, value) : success();
}

/// The properties of an operation by name; null if it has none.
static DictionaryAttr getProperties(Operation *op) {
  if (op->getPropertiesStorageSize() == 0)
    return nullptr;
  return dyn_cast_if_present<DictionaryAttr>(op->getPropertiesAsAttribute());
}

static LogicalResult copyProperty(PatternRewriter &rewriter, Operation *from,
                                  StringAttr name, Operation *to,
                                  StringAttr as) {
  DictionaryAttr source = getProperties(from);
  Attribute value = source ? source.get(name) : Attribute();
  if (!value)
    return refuse("the operation has no property `" + name.getValue() + "`");
  DictionaryAttr before = getProperties(to);
  if (!before)
    return refuse("the operation to change has no properties");
  NamedAttrList after(before);
  after.set(as, value);
  std::string problem = catchDiagnostic(to->getContext(), [&] {
    LogicalResult set = failure();
    rewriter.modifyOpInPlace(to, [&] {
      set = to->setPropertiesFromAttribute(
          after.getDictionary(to->getContext()),
          [&] { return to->emitError(); });
    });
    return set;
  });
  return problem.empty() ? success() : refuse(problem);
}

static void addChanges(Natives &natives) {
  addRewrite(natives, "SetAttr", changeAttr);
  addRewrite(natives, "SetDiscardableAttr",
             [](PatternRewriter &rewriter, Operation *op, StringAttr name,
                Attribute value) -> LogicalResult {
               if (isInherent(op, name))
                 return refuse("`" + name.getValue() +
                               "` is an inherent attribute of the operation");
               return changeAttr(rewriter, op, name, value);
             });
  addRewrite(natives, "RemoveAttr",
             [](PatternRewriter &rewriter, Operation *op, StringAttr name) {
               return changeAttr(rewriter, op, name, getDefaultValue(op, name));
             });
  addRewrite(natives, "CopyAttr", copyAttr);
  addRewrite(natives, "CopyOptionalAttr", copyOptionalAttr);
  addRewrite(natives, "CopyAttrs", copyAttrs);
  addRewrite(natives, "CopyProperty", copyProperty);
  addRewrite(natives, "CopyDiscardableAttrs", copyDiscardableAttrs);
}

static Attribute getInherentAttr(Operation *op, StringAttr name) {
  return isInherent(op, name) ? op->getAttr(name) : Attribute();
}

static Attribute getDiscardableAttr(Operation *op, StringAttr name) {
  return isInherent(op, name) ? Attribute() : op->getAttr(name);
}

static void addAttributeQuestions(Natives &natives) {
  addConstraint(natives, "HasAttr", [](Operation *op, StringAttr name) {
    return op->hasAttr(name);
  });
  addConstraint(natives, "HasInherentAttr", [](Operation *op, StringAttr name) {
    return !!getInherentAttr(op, name);
  });
  addConstraint(natives, "HasDiscardableAttr",
                [](Operation *op, StringAttr name) {
                  return !!getDiscardableAttr(op, name);
                });
  addConstraint(natives, "AttrEquals",
                [](Operation *op, StringAttr name, Attribute value) {
                  return op->getAttr(name) == value;
                });
  addConstraint(natives, "GetAttr", [](Operation *op, StringAttr name) {
    return op->getAttr(name);
  });
  addConstraint(natives, "GetAttrOrDefault",
                [](Operation *op, StringAttr name, Attribute value) {
                  Attribute attribute = op->getAttr(name);
                  return attribute ? attribute : value;
                });
  addConstraint(natives, "SameAttr",
                [](Operation *a, Operation *b, StringAttr name) {
                  Attribute value = a->getAttr(name);
                  return value && value == b->getAttr(name);
                });
}

/// The number of elements of a list.
static std::optional<int64_t> getSize(Attribute list) {
  if (auto array = dyn_cast<ArrayAttr>(list))
    return array.size();
  if (auto elements = dyn_cast<DenseElementsAttr>(list))
    return elements.getNumElements();
  if (auto array = dyn_cast<DenseArrayAttr>(list))
    return array.size();
  return std::nullopt;
}

/// The element of a typed array at an index that it has. The array holds the
/// bytes of its elements, of which each has a whole number.
static Attribute getTypedElement(DenseArrayAttr list, int64_t index) {
  Type type = list.getElementType();
  unsigned width = type.getIntOrFloatBitWidth();
  size_t size = llvm::divideCeil(width, CHAR_BIT);
  ArrayRef<char> bytes = list.getRawData().slice(index * size, size);
  APInt value(size * CHAR_BIT, 0);
  llvm::LoadIntFromMemory(value,
                          reinterpret_cast<const uint8_t *>(bytes.data()),
                          size);
  value = value.trunc(width);
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(
        floatType, llvm::APFloat(floatType.getFloatSemantics(), value));
  return IntegerAttr::get(type, value);
}

/// The element of a list at an index that it has, as an attribute. A list may
/// be longer than memory, such as `dense<0> : tensor<1000000000000xi8>`.
static Attribute getElement(Attribute list, int64_t index) {
  if (auto array = dyn_cast<ArrayAttr>(list))
    return array[index];
  if (auto elements = dyn_cast<DenseElementsAttr>(list))
    return *std::next(elements.value_begin<Attribute>(), index);
  return getTypedElement(cast<DenseArrayAttr>(list), index);
}

/// The elements of an array.
static std::optional<SmallVector<Attribute>> getElements(Attribute list) {
  if (!isa<ArrayAttr, DenseArrayAttr>(list))
    return std::nullopt;
  return llvm::map_to_vector(llvm::seq<int64_t>(0, *getSize(list)),
                             [&](int64_t index) {
                               return getElement(list, index);
                             });
}

/// The bits of a number, if it is of that type.
static std::optional<APInt> getBits(Attribute element, Type type) {
  auto typed = dyn_cast<TypedAttr>(element);
  if (!typed || typed.getType() != type)
    return std::nullopt;
  if (auto integer = dyn_cast<IntegerAttr>(element))
    return integer.getValue();
  if (auto real = dyn_cast<FloatAttr>(element))
    return real.getValue().bitcastToAPInt();
  return std::nullopt;
}

/// An array like `list` of these elements. Null if it cannot hold one of them.
static Attribute makeLike(Attribute list, ArrayRef<Attribute> elements) {
  auto typed = dyn_cast<DenseArrayAttr>(list);
  if (!typed)
    return ArrayAttr::get(list.getContext(), elements);
  Type type = typed.getElementType();
  size_t size = llvm::divideCeil(type.getIntOrFloatBitWidth(), CHAR_BIT);
  std::vector<char> bytes(elements.size() * size);
  for (auto [index, element] : llvm::enumerate(elements)) {
    std::optional<APInt> bits = getBits(element, type);
    if (!bits)
      return {};
    llvm::StoreIntToMemory(
        bits->zext(size * CHAR_BIT),
        reinterpret_cast<uint8_t *>(bytes.data()) + index * size, size);
  }
  return DenseArrayAttr::get(type, elements.size(), bytes);
}

static void addListFunctions(Natives &natives) {
  addConstraint(natives, "GetSize", [](Attribute list) -> IntegerAttr {
    std::optional<int64_t> size = getSize(list);
    return size ? getIntegerAttr(list.getContext(), *size) : IntegerAttr();
  });
  addConstraint(natives, "GetElement",
                [](Attribute list, IntegerAttr index) -> Attribute {
                  std::optional<int64_t> size = getSize(list);
                  std::optional<int64_t> number = getInt64(index);
                  if (!size || !number || *number < 0 || *number >= *size)
                    return {};
                  return getElement(list, *number);
                });
  addConstraint(natives, "AppendElement",
                [](Attribute list, Attribute value) -> Attribute {
                  auto elements = getElements(list);
                  if (!elements)
                    return {};
                  elements->push_back(value);
                  return makeLike(list, *elements);
                });
  addConstraint(
      natives, "SetElement",
      [](Attribute list, IntegerAttr index, Attribute value) -> Attribute {
        auto elements = getElements(list);
        std::optional<int64_t> number = getInt64(index);
        if (!elements || !number || *number < 0 ||
            *number >= static_cast<int64_t>(elements->size()))
          return {};
        (*elements)[*number] = value;
        return makeLike(list, *elements);
      });
  addConstraint(natives, "GetEntry",
                [](DictionaryAttr dictionary, StringAttr name) {
                  return dictionary.get(name);
                });
  addConstraint(natives, "SetEntry",
                [](DictionaryAttr dictionary, StringAttr name,
                   Attribute value) -> Attribute {
                  if (name.empty())
                    return {};
                  NamedAttrList entries(dictionary);
                  entries.set(name, value);
                  return entries.getDictionary(dictionary.getContext());
                });
  addConstraint(natives, "ConcatStrings", [](StringAttr a, StringAttr b) {
    return StringAttr::get(a.getContext(), a.getValue() + b.getValue());
  });
}

void pdll::addAttributeFunctions(Natives &natives) {
  addAttributeQuestions(natives);
  addChanges(natives);
  addListFunctions(natives);
  addConstraint(natives, "IsStringAttr", [](StringAttr) { return true; });
  addConstraint(natives, "GetTypeOfTypeAttr",
                [](TypeAttr attribute) { return attribute.getValue(); });
  addRewrite(natives, "MakeTypeAttr",
             [](Type type) -> Attribute { return TypeAttr::get(type); });
}

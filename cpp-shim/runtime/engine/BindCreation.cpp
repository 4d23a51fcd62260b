// What is known about a creation before a program runs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/BindCreation.h"
#include "support/PlainVerifiers.h"
#include "support/Traits.h"
#include "support/Versions.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace pdll;

static ArrayRef<CreatedAttribute> readAttributes(ProgramReader &reader,
                                                 RecordReader &record) {
  SmallVector<CreatedAttribute> attributes;
  for (uint32_t count = record.read(); count != 0; --count) {
    StringAttr name = reader.getAttributeName(record.read());
    auto source = static_cast<PdllAttributeSource>(record.read());
    uint32_t number = record.read();
    Attribute value;
    if (source == PdllConstantAttribute)
      value = reader.getAttribute(number);
    attributes.push_back({name, source, number, value});
  }
  return reader.keep<CreatedAttribute>(attributes);
}

/// Prepares attributes that are all constant. Creating an operation from a
/// dictionary adds no default attributes, and moves properties out of it each
/// time.
static void bindAttributes(ProgramReader &reader, BoundCreation &creation) {
  NamedAttrList attributes;
  for (const CreatedAttribute &attribute : creation.attributes) {
    if (attribute.source != PdllConstantAttribute)
      return;
    attributes.append(attribute.name, attribute.value);
  }
  creation.name.populateDefaultAttrs(attributes);
  creation.constantAttributes = attributes.getDictionary(reader.getContext());
  if (!creation.name.isRegistered() ||
      creation.name.getOpPropertyByteSize() == 0)
    return;
  creation.prototype =
      reader.getPrototype(creation.name, creation.constantAttributes);
  creation.constantAttributes = creation.prototype->getRawDictionaryAttrs();
}

/// Operations whose regions are not known are not in patterns that run.
static std::unique_ptr<const Regions> bindRegions(OperationName name) {
  std::optional<ImpliedRegions> implied = findImpliedRegions(name);
  if (!implied || implied->ends.empty())
    return nullptr;
  return std::make_unique<Regions>(makeRegions(*implied, name.getContext()));
}

static ArrayRef<GivenRegion> readRegions(ProgramReader &reader,
                                         RecordReader &record) {
  SmallVector<GivenRegion> regions;
  for (uint32_t count = record.read(); count != 0; --count) {
    bool isMoved = record.read() == PdllMovedRegion;
    regions.push_back({record.read(), isMoved});
  }
  return reader.keep<GivenRegion>(regions);
}

static std::optional<OperationName> findEnd(OperationName name) {
  StringRef end = findImpliedEnd(name);
  if (end.empty() || !canQueryTraits(name.getContext()))
    return std::nullopt;
  return OperationName(end, name.getContext());
}

/// Ranges would leave open which of the operands belong together.
static Verification findVerification(const BoundCreation &creation) {
  if (!creation.name.isRegistered())
    return Verification::Never;
  bool hasRanges =
      llvm::any_of(creation.operands, [](TypedRegister operand) {
        return operand.kind != PdllValue;
      });
  return !hasRanges && hasPlainVerifier(creation.name)
             ? Verification::Remembered
             : Verification::Always;
}

static bool areSingle(ArrayRef<TypedRegister> parts, PdllKind kind) {
  return parts.size() <= BoundCreation::maxSimpleParts &&
         llvm::all_of(parts, [&](TypedRegister part) {
           return part.kind == kind;
         });
}

static bool isSimple(const BoundCreation &creation) {
  bool knowsTypes = creation.resultTypes == PdllListedTypes ||
                    (creation.infers
                         ? creation.verification == Verification::Remembered
                         : creation.like != PDLL_NONE);
  return creation.constantAttributes && knowsTypes && !creation.regions &&
         creation.given.empty() && areSingle(creation.operands, PdllValue) &&
         areSingle(creation.types, PdllType);
}

BoundCreation pdll::bindCreation(ProgramReader &reader, uint32_t word) {
  RecordReader record = reader.openRecord(word);
  BoundCreation creation{reader.getOperationName(record.read()),
                         reader.readTypedList(record),
                         readAttributes(reader, record),
                         DictionaryAttr(),
                         nullptr,
                         readRegions(reader, record),
                         std::nullopt,
                         nullptr,
                         static_cast<PdllResultTypes>(record.read()),
                         /*infers=*/false,
                         {},
                         PDLL_NONE};
  switch (creation.resultTypes) {
  case PdllListedTypes:
    creation.types = reader.readTypedList(record);
    break;
  case PdllOpenTypes:
    creation.infers = creation.name.hasInterface<InferTypeOpInterface>();
    creation.like = record.read();
    break;
  case PdllSameTypes:
    creation.like = record.read();
    break;
  }
  bindAttributes(reader, creation);
  if (creation.given.empty())
    creation.regions = bindRegions(creation.name);
  else
    creation.end = findEnd(creation.name);
  creation.verification = findVerification(creation);
  creation.isSimple = isSimple(creation);
  creation.numComputedAttributes = llvm::count_if(
      creation.attributes, [](const CreatedAttribute &attribute) {
        return attribute.source != PdllConstantAttribute;
      });
  return creation;
}

/// What decides whether an operation is valid, beside the types of its operands
/// and results and the attributes that are not constant.
static std::vector<uintptr_t> describe(const BoundCreation &creation) {
  auto number = [](const void *pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
  };
  std::vector<uintptr_t> description = {
      number(creation.name.getAsOpaquePointer()), creation.infers,
      creation.operands.size(), creation.types.size()};
  for (const CreatedAttribute &attribute : creation.attributes) {
    description.push_back(number(attribute.name.getAsOpaquePointer()));
    // Null if it is not constant.
    description.push_back(number(attribute.value.getAsOpaquePointer()));
  }
  return description;
}

uint32_t CreationKinds::getNumber(const BoundCreation &creation) {
  if (creation.verification != Verification::Remembered ||
      !creation.given.empty())
    return count++;
  auto [found, isNew] = remembered.try_emplace(describe(creation), count);
  count += isNew;
  return found->second;
}

// Predicates of types and attributes that only a `.td` file describes. They have
// no C++ class here: they are known by their names, and their parameters by
// their texts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Captures.h"
#include "std/Parts.h"
#include "std/WrittenForm.h"
#include "support/Named.h"

using namespace mlir;
using namespace pdll;

template <typename T> static ArrayAttr takeApart(T self, ArrayAttr attribute) {
  WrittenForm form(attribute);
  std::optional<std::string> text = getTextAfterName(self, form.getName());
  return text ? form.read(*text) : ArrayAttr();
}

/// The parts without the first one.
static ArrayAttr getRest(ArrayAttr parts) {
  return ArrayAttr::get(parts.getContext(), parts.getValue().drop_front());
}

/// The parts with another one before them.
static ArrayAttr prepend(Attribute first, ArrayAttr rest) {
  SmallVector<Attribute> parts(1, first);
  llvm::append_range(parts, rest);
  return ArrayAttr::get(rest.getContext(), parts);
}

static void addWholes(Natives &natives) {
  addCapture(natives, "WrittenType", takeApart<Type>);
  addCapture(natives, "WrittenAttribute", takeApart<Attribute>);
  addEvaluation(natives, "WrittenType",
                [](ArrayAttr attribute, ArrayAttr parts) -> Type {
                  WrittenForm form(attribute);
                  std::optional<std::string> text = form.write(parts);
                  if (!text)
                    return {};
                  return getNamedType(parts.getContext(), form.getName(),
                                      *text);
                });
  addEvaluation(natives, "WrittenAttribute",
                [](ArrayAttr attribute, ArrayAttr parts) -> Attribute {
                  WrittenForm form(attribute);
                  std::optional<std::string> text = form.write(parts);
                  if (!text)
                    return {};
                  return getNamedAttribute(parts.getContext(), form.getName(),
                                           *text);
                });
}

static void addWrittenParts(Natives &natives) {
  addCapture(
      natives, "TypePart",
      [](ArrayAttr parts) -> FailureOr<std::tuple<Type, ArrayAttr>> {
        auto first = parts.empty() ? TypeAttr() : dyn_cast<TypeAttr>(parts[0]);
        if (!first)
          return failure();
        return std::tuple<Type, ArrayAttr>(first.getValue(), getRest(parts));
      });
  addEvaluation(natives, "TypePart", [](Type first, ArrayAttr rest) {
    return prepend(TypeAttr::get(first), rest);
  });
  addCapture(natives, "AttributePart",
             [](ArrayAttr parts) -> FailureOr<std::tuple<Attribute, ArrayAttr>> {
               if (parts.empty())
                 return failure();
               return std::tuple<Attribute, ArrayAttr>(parts[0],
                                                       getRest(parts));
             });
  addEvaluation(natives, "AttributePart", prepend);
}

void pdll::addWrittenTypePredicates(Natives &natives) {
  addWholes(natives);
  addWrittenParts(natives);
}

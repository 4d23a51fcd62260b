// Formats of floats: what each can represent.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/FloatFormats.h"

#include <optional>

using namespace mlir;
using namespace pdll;
using llvm::APFloat;

APFloat pdll::widen(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEquad(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

bool pdll::isCompleteFormat(const llvm::fltSemantics &format) {
  return APFloat::semanticsHasNaN(format) &&
         APFloat::semanticsHasSignedRepr(format) &&
         APFloat::semanticsHasZero(format);
}

/// Whether LLVM can convert a float that is not NaN to a format.
static bool canConvert(const APFloat &number,
                       const llvm::fltSemantics &format) {
  if (isCompleteFormat(format))
    return true;
  APFloat value = widen(number);
  if (!value.isFinite() ||
      (value.isZero() && !APFloat::semanticsHasZero(format)) ||
      (value.isNegative() && !APFloat::semanticsHasSignedRepr(format)))
    return false;
  APFloat largest = APFloat::getLargest(format);
  bool losesInfo;
  largest.convert(APFloat::IEEEquad(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return abs(value).compare(largest) != APFloat::cmpGreaterThan;
}

/// The nearest float of a format, or nothing if the format cannot represent
/// it.
static std::optional<APFloat> round(APFloat value,
                                    const llvm::fltSemantics &format) {
  if (value.isNaN() && !isCompleteFormat(format))
    return APFloat::semanticsHasNaN(format)
               ? std::optional(APFloat::getQNaN(format))
               : std::nullopt;
  if (!value.isNaN() && !canConvert(value, format))
    return std::nullopt;
  bool wasNaN = value.isNaN(), losesInfo;
  value.convert(format, APFloat::rmNearestTiesToEven, &losesInfo);
  // A format without infinity has NaN in its place.
  if (value.isNaN() != wasNaN)
    return std::nullopt;
  return value;
}

FloatAttr pdll::convertFloat(const APFloat &number, FloatType type,
                             bool isExact) {
  std::optional<APFloat> value = round(number, type.getFloatSemantics());
  if (!value)
    return {};
  if (isExact) {
    APFloat back = *value;
    bool losesInfo;
    back.convert(number.getSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
    if (losesInfo || !back.bitwiseIsEqual(number))
      return {};
  }
  return FloatAttr::get(type, *value);
}

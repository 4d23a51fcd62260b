// Writes the results of TableGen as bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_WIRE_H
#define PDLL_TABLEGEN_WIRE_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <type_traits>

namespace pdll {

/// Appends values in the format `postcard`, which Rust reads: numbers in groups
/// of seven bits, texts after their lengths, lists after their sizes, and no
/// names of fields.
class OdsWire {
public:
  void number(uint64_t value) {
    while (value >= 0x80) {
      bytes.push_back(static_cast<char>(value | 0x80));
      value >>= 7;
    }
    bytes.push_back(static_cast<char>(value));
  }

  /// A number that may be negative: small ones of either sign take one byte.
  void signedNumber(int64_t value) {
    uint64_t bits = static_cast<uint64_t>(value) << 1;
    number(value < 0 ? ~bits : bits);
  }

  void text(llvm::StringRef text) {
    number(text.size());
    bytes.append(text.data(), text.size());
  }

  void flag(bool value) { bytes.push_back(value); }

  /// One of the cases of an enum of contract/Ods.h.
  template <typename Case> void variant(Case value) {
    static_assert(std::is_enum_v<Case>);
    number(static_cast<uint64_t>(value));
  }

  /// An optional value that is missing.
  void none() { flag(false); }

  /// An optional number that is present.
  void some(uint64_t value) {
    flag(true);
    number(value);
  }

  void append(const OdsWire &other) { bytes += other.bytes; }

  llvm::StringRef getBytes() const { return bytes; }

private:
  std::string bytes;
};

} // namespace pdll

#endif // PDLL_TABLEGEN_WIRE_H

// How results of TableGen are written down.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_WIRE_H
#define PDLL_TABLEGEN_WIRE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace pdll {

/// Appends values in the format `postcard`, which Rust reads: numbers in groups
/// of seven bits, texts behind their lengths, lists behind their sizes, and no
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

  void text(llvm::StringRef text) {
    number(text.size());
    bytes.append(text.data(), text.size());
  }

  void flag(bool value) { bytes.push_back(value); }

  /// One of several cases, of which Rust has the same in the same order.
  template <typename Case> void variant(Case value) {
    number(static_cast<uint64_t>(value));
  }

  /// An optional value that is not there.
  void none() { flag(false); }

  /// An optional number that is there.
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

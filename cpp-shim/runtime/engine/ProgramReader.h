// Access to the records of a portable program.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_PROGRAMREADER_H
#define PDLL_ENGINE_PROGRAMREADER_H

#include "engine/BoundProgram.h"

namespace pdll {

/// Reads one record, word by word.
class RecordReader {
public:
  RecordReader(const PdllProgram &program, uint32_t word)
      : next(program.words + word) {}

  uint32_t read() { return *next++; }

private:
  const uint32_t *next;
};

/// Finds what the numbers of a portable program mean in the program that is
/// being bound.
class ProgramReader {
public:
  ProgramReader(const PdllProgram &program, BoundProgram &bound,
                mlir::MLIRContext *context)
      : program(program), bound(bound), context(context) {}

  RecordReader openRecord(uint32_t word) const { return {program, word}; }
  llvm::StringRef getName(uint32_t name) const {
    const PdllString &text = program.names[name];
    return {text.data, text.length};
  }
  /// The number itself, of a name that is used for an attribute.
  mlir::StringAttr getAttributeName(uint32_t name);
  mlir::OperationName getOperationName(uint32_t name);
  mlir::Attribute getAttribute(uint32_t constant) const;
  mlir::LocationAttr getPlace(uint32_t constant) const;
  /// An operation with these attributes, or the properties that they are.
  mlir::Operation *getPrototype(mlir::OperationName name,
                                mlir::DictionaryAttr attributes);

  TypedRegister readTyped(RecordReader &record) const;
  /// A number, and as many typed registers.
  llvm::ArrayRef<TypedRegister> readTypedList(RecordReader &record);
  /// A number, and as many numbers.
  llvm::ArrayRef<uint32_t> readList(RecordReader &record);

  /// Copies elements to the memory of the program.
  template <typename T> llvm::ArrayRef<T> keep(llvm::ArrayRef<T> elements) {
    return elements.copy(bound.memory);
  }

  mlir::MLIRContext *getContext() const { return context; }

private:
  const PdllProgram &program;
  BoundProgram &bound;
  mlir::MLIRContext *context;
  llvm::DenseMap<std::pair<mlir::OperationName, mlir::Attribute>,
                 mlir::Operation *>
      prototypes;
};

} // namespace pdll

#endif // PDLL_ENGINE_PROGRAMREADER_H

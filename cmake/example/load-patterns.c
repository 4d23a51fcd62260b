/* Applies a pattern file to an MLIR file:
 *
 *     load-patterns PATTERNS INCLUDE-FOLDER FILE
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include "pdll/Pdll.h"

#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Func.h"

#include <stdio.h>

static void printDiagnostic(const PdllDiagnostic *diagnostic, void *userData) {
  (void)userData;
  fprintf(stderr, "%.*s:%u:%u: %.*s\n", (int)diagnostic->file.length,
          diagnostic->file.data, (unsigned)diagnostic->line,
          (unsigned)diagnostic->column, (int)diagnostic->message.length,
          diagnostic->message.data);
}

static PdllPatterns *loadPatterns(MlirContext context, const char *path,
                                  const char *includeDir) {
  PdllBuilder *builder = pdllBuilderCreate();
  pdllBuilderAddIncludeDir(builder, pdllString(includeDir));
  pdllBuilderAddFile(builder, pdllString(path));
  PdllPatterns *patterns =
      pdllPatternsCreate(builder, context, printDiagnostic, NULL);
  pdllBuilderDestroy(builder);
  return patterns;
}

static MlirModule parseFile(MlirContext context, const char *path) {
  static char text[1 << 16];
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    return (MlirModule){NULL};
  }
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  return mlirModuleCreateParse(context, pdllString(text));
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: %s PATTERNS INCLUDE-FOLDER FILE\n", argv[0]);
    return 2;
  }
  MlirContext context = mlirContextCreate();
  mlirContextSetAllowUnregisteredDialects(context, true);
  mlirDialectHandleRegisterDialect(mlirGetDialectHandle__arith__(), context);
  mlirDialectHandleRegisterDialect(mlirGetDialectHandle__func__(), context);
  mlirContextLoadAllAvailableDialects(context);

  PdllPatterns *patterns = loadPatterns(context, argv[1], argv[2]);
  MlirModule module = parseFile(context, argv[3]);
  bool isFine =
      patterns && !mlirModuleIsNull(module) &&
      pdllPatternsApply(patterns, NULL, mlirModuleGetOperation(module),
                        printDiagnostic, NULL);
  if (isFine)
    mlirOperationDump(mlirModuleGetOperation(module));

  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  pdllPatternsDestroy(patterns);
  mlirContextDestroy(context);
  return isFine ? 0 : 1;
}

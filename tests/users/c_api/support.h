/* What the programs share that test the C API.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#ifndef PDLL_TESTS_SUPPORT_H
#define PDLL_TESTS_SUPPORT_H

#include "pdll/Pdll.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that grows. */
typedef struct {
  char *data;
  size_t length;
} Text;

static inline void append(Text *text, const char *data, size_t length) {
  text->data = (char *)realloc(text->data, text->length + length + 1);
  memcpy(text->data + text->length, data, length);
  text->length += length;
  text->data[text->length] = '\0';
}
static inline void appendRef(MlirStringRef part, void *text) {
  append((Text *)text, part.data, part.length);
}
static inline void appendString(Text *text, const char *part) {
  append(text, part, strlen(part));
}

/* Ends the program when two texts differ. */
static inline void expectEqual(const char *place, int line, const char *found,
                               const char *expected) {
  if (strcmp(found ? found : "", expected) == 0)
    return;
  fprintf(stderr, "%s:%d: expected\n%s\nbut found\n%s\n", place, line, expected,
          found ? found : "");
  exit(1);
}
static inline void expectTrue(const char *place, int line, bool holds,
                              const char *condition) {
  if (holds)
    return;
  fprintf(stderr, "%s:%d: this does not hold: %s\n", place, line, condition);
  exit(1);
}
#define EXPECT(condition)                                                      \
  expectTrue(__FILE__, __LINE__, (condition), #condition)

/* Expects that a text is this, and empties it. */
#define EXPECT_TEXT(text, expected)                                            \
  do {                                                                         \
    expectEqual(__FILE__, __LINE__, (text)->data, expected);                   \
    clear(text);                                                               \
  } while (0)

static inline void clear(Text *text) {
  free(text->data);
  text->data = NULL;
  text->length = 0;
}

static inline void appendDiagnostic(Text *text,
                                    const PdllDiagnostic *diagnostic) {
  static const char *const severities[] = {"error", "warning", "note",
                                           "remark"};
  char place[64];
  if (diagnostic->file.length) {
    append(text, diagnostic->file.data, diagnostic->file.length);
    snprintf(place, sizeof place, ":%u:%u: ", (unsigned)diagnostic->line,
             (unsigned)diagnostic->column);
    appendString(text, place);
  }
  appendString(text, severities[diagnostic->severity]);
  appendString(text, ": ");
  append(text, diagnostic->message.data, diagnostic->message.length);
  appendString(text, "\n");
}

/* A PdllDiagnosticCallback that writes what it gets to a Text. */
static inline void logDiagnostic(const PdllDiagnostic *diagnostic, void *text) {
  EXPECT(diagnostic->size >= sizeof *diagnostic);
  appendDiagnostic((Text *)text, diagnostic);
  for (size_t i = 0; i < diagnostic->numNotes; ++i)
    appendDiagnostic((Text *)text, diagnostic->notes[i]);
}

static inline MlirContext createContext(void) {
  MlirContext context = mlirContextCreate();
  mlirContextSetAllowUnregisteredDialects(context, true);
  return context;
}

static inline MlirModule parse(MlirContext context, const char *text) {
  MlirModule module = mlirModuleCreateParse(context, pdllString(text));
  EXPECT(!mlirModuleIsNull(module));
  return module;
}

/* Expects that a module is printed so. */
#define EXPECT_MODULE(module, expected)                                        \
  do {                                                                         \
    Text printed = {NULL, 0};                                                  \
    mlirOperationPrint(mlirModuleGetOperation(module), appendRef, &printed);   \
    EXPECT_TEXT(&printed, "module {\n" expected "}\n");                        \
  } while (0)

#endif /* PDLL_TESTS_SUPPORT_H */

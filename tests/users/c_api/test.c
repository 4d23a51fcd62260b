/* The C API as a compiler in C uses and misuses it. The program gets a folder
 * for files, and ends with 0 if all is as expected.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include "support.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Pass.h"

#define S pdllString

static const char chain[] =
    "Pattern First with labels(\"early\") => replace op<t.a> with op<t.b>;\n"
    "Pattern Second => replace op<t.b> with op<t.c>;\n";

static const char *folder;

/* Writes a file, and gives its path, which is valid until the next call. */
static const char *writeFile(const char *name, const char *contents) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  EXPECT(file && fputs(contents, file) >= 0 && fclose(file) == 0);
  return path;
}

static void testVersions(void) {
  EXPECT(pdllVersionMajor() == PDLL_VERSION_MAJOR);
  EXPECT(pdllVersionMinor() == PDLL_VERSION_MINOR);
  EXPECT(pdllVersionText().length > 0);
  EXPECT(strncmp(pdllVersionOfMlir().data, "22.", 3) == 0);
}

static void testCompile(void) {
  MlirContext context = createContext();
  PdllCompiler *compiler = pdllCompilerCreate();
  pdllCompilerEnableOdsCache(compiler, false);
  Text log = {NULL, 0};
  MlirModule module = pdllCompilerCompileText(
      compiler, context, S("a.pdll"), S("Pattern A => erase op<t.a>() -> ();"),
      logDiagnostic, &log);
  EXPECT_TEXT(&log, "");
  EXPECT_MODULE(module, "  pdl.pattern @A : benefit(1) {\n"
                        "    %0 = operation \"t.a\" \n"
                        "    rewrite %0 {\n"
                        "      erase %0\n"
                        "    }\n"
                        "  }\n");
  mlirModuleDestroy(module);

  module = pdllCompilerCompileText(
      compiler, context, S("warned.pdll"),
      S("Pattern => replace op<t.a> with op<t.a>;"), logDiagnostic, &log);
  EXPECT(!mlirModuleIsNull(module));
  EXPECT(log.data && strncmp(log.data, "warned.pdll:1:", 14) == 0);
  EXPECT(strstr(log.data, ": warning: "));
  clear(&log);
  mlirModuleDestroy(module);

  module = pdllCompilerCompileText(compiler, context, S("rules.td"),
                                   S("include \"mlir/IR/PatternBase.td\"\n"
                                     "def T : Dialect { let name = \"t\"; }\n"
                                     "def A : Op<T, \"a\">;\n"
                                     "def Rule : Pattern<(A), []>;\n"),
                                   logDiagnostic, &log);
  EXPECT_TEXT(&log, "");
  EXPECT_MODULE(module, "  pdl.pattern @Rule : benefit(1) {\n"
                        "    %0 = operation \"t.a\" \n"
                        "    rewrite %0 {\n"
                        "      erase %0\n"
                        "    }\n"
                        "  }\n");
  mlirModuleDestroy(module);
  pdllCompilerDestroy(compiler);
  mlirContextDestroy(context);
}

static void testCompileErrors(void) {
  MlirContext context = createContext();
  PdllCompiler *compiler = pdllCompilerCreate();
  Text log = {NULL, 0};
  MlirModule module = pdllCompilerCompileText(
      compiler, context, S("a.pdll"),
      S("Pattern {\n  let root = op<t.a>(x: Value);\n  replace rot with x;\n}"),
      logDiagnostic, &log);
  EXPECT(mlirModuleIsNull(module));
  EXPECT_TEXT(&log, "a.pdll:3:11: error: `rot` is not defined\n"
                    "a.pdll:3:11: note: did you mean `root`?\n");

  module = pdllCompilerCompileFile(compiler, context, S("/no/such.pdll"),
                                   logDiagnostic, &log);
  EXPECT(mlirModuleIsNull(module));
  EXPECT(log.data && strstr(log.data, "error: cannot read `/no/such.pdll`"));
  clear(&log);
  pdllCompilerDestroy(compiler);
  mlirContextDestroy(context);
}

static void testIncludeDirs(void) {
  writeFile("included.pdll", "Pattern Included => erase op<t.a>;\n");
  MlirContext context = createContext();
  PdllCompiler *compiler = pdllCompilerCreate();
  Text log = {NULL, 0};
  MlirStringRef text = S("#include \"included.pdll\"");
  MlirModule module = pdllCompilerCompileText(compiler, context, S("a.pdll"),
                                              text, logDiagnostic, &log);
  EXPECT(mlirModuleIsNull(module));
  EXPECT(log.data && strstr(log.data, "a.pdll:1:10: error: "));
  clear(&log);

  pdllCompilerAddIncludeDir(compiler, S(folder));
  module = pdllCompilerCompileText(compiler, context, S("a.pdll"), text,
                                   logDiagnostic, &log);
  EXPECT_TEXT(&log, "");
  EXPECT(!mlirModuleIsNull(module));
  mlirModuleDestroy(module);
  pdllCompilerDestroy(compiler);
  mlirContextDestroy(context);
}

/* Creates a set, with or without a builder, of which nothing is to be told. */
static PdllPatterns *create(PdllBuilder *builder, MlirContext context) {
  Text log = {NULL, 0};
  PdllPatterns *patterns =
      pdllPatternsCreate(builder, context, logDiagnostic, &log);
  EXPECT_TEXT(&log, "");
  EXPECT(patterns);
  pdllBuilderDestroy(builder);
  return patterns;
}

static PdllPatterns *createFromText(const char *text, MlirContext context) {
  PdllBuilder *builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(text));
  return create(builder, context);
}

/* Applies, of which nothing is to be told. */
static void apply(const PdllPatterns *patterns, const PdllOptions *options,
                  MlirModule module) {
  Text log = {NULL, 0};
  bool isFine = pdllPatternsApply(
      patterns, options, mlirModuleGetOperation(module), logDiagnostic, &log);
  EXPECT_TEXT(&log, "");
  EXPECT(isFine);
}

/* What the patterns of a builder make of `"t.a"() : () -> ()`. */
#define EXPECT_REWRITTEN(builder, expected)                                    \
  do {                                                                         \
    MlirContext context = createContext();                                     \
    PdllPatterns *patterns = create(builder, context);                         \
    MlirModule module = parse(context, "\"t.a\"() : () -> ()");                \
    apply(patterns, NULL, module);                                             \
    EXPECT_MODULE(module, expected);                                           \
    mlirModuleDestroy(module);                                                 \
    pdllPatternsDestroy(patterns);                                             \
    mlirContextDestroy(context);                                               \
  } while (0)

static void testSources(void) {
  PdllBuilder *builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  EXPECT_REWRITTEN(builder, "  \"t.c\"() : () -> ()\n");

  builder = pdllBuilderCreate();
  pdllBuilderAddFile(builder, S(writeFile("chain.pdll", chain)));
  EXPECT_REWRITTEN(builder, "  \"t.c\"() : () -> ()\n");

  /* The module is of another context, and gone when the set is created. */
  builder = pdllBuilderCreate();
  MlirContext context = createContext();
  PdllCompiler *compiler = pdllCompilerCreate();
  MlirModule module = pdllCompilerCompileText(compiler, context, S("p.pdll"),
                                              S(chain), NULL, NULL);
  pdllBuilderAddModule(builder, module);
  mlirModuleDestroy(module);
  pdllCompilerDestroy(compiler);
  mlirContextDestroy(context);
  EXPECT_REWRITTEN(builder, "  \"t.c\"() : () -> ()\n");

  writeFile("included.pdll", chain);
  builder = pdllBuilderCreate();
  pdllBuilderAddIncludeDir(builder, S(folder));
  pdllBuilderEnableOdsCache(builder, false);
  pdllBuilderAddText(builder, S("p.pdll"), S("#include \"included.pdll\""));
  EXPECT_REWRITTEN(builder, "  \"t.c\"() : () -> ()\n");
}

static void testFilters(void) {
  PdllBuilder *builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderEnablePatterns(builder, S("early"));
  EXPECT_REWRITTEN(builder, "  \"t.b\"() : () -> ()\n");

  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderDisablePatterns(builder, S("F*"));
  EXPECT_REWRITTEN(builder, "  \"t.a\"() : () -> ()\n");

  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderEnablePatterns(builder, S("First"));
  EXPECT_REWRITTEN(builder, "  \"t.b\"() : () -> ()\n");

  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderEnablePatterns(builder, S("Second"));
  pdllBuilderEnablePatterns(builder, S("First"));
  EXPECT_REWRITTEN(builder, "  \"t.c\"() : () -> ()\n");

  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderEnablePatterns(builder, S("First"));
  pdllBuilderEnablePatterns(builder, S("Second"));
  pdllBuilderDisablePatterns(builder, S("Second"));
  EXPECT_REWRITTEN(builder, "  \"t.b\"() : () -> ()\n");
}

/* What is told about a set that cannot be created. */
#define EXPECT_NO_SET(builder, expected)                                       \
  do {                                                                         \
    MlirContext context = createContext();                                     \
    Text log = {NULL, 0};                                                      \
    EXPECT(!pdllPatternsCreate(builder, context, logDiagnostic, &log));        \
    EXPECT_TEXT(&log, expected);                                               \
    pdllBuilderDestroy(builder);                                               \
    mlirContextDestroy(context);                                               \
  } while (0)

static void testWrongSources(void) {
  PdllBuilder *builder = pdllBuilderCreate();
  EXPECT_NO_SET(builder,
                "error: there are no patterns; add a file, a text or a "
                "module to the builder\n");

  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S("Pattern => erase a;"));
  pdllBuilderAddText(builder, S("q.pdll"), S("Pattern => erase root;"));
  EXPECT_NO_SET(builder, "p.pdll:1:18: error: `a` is not defined\n"
                         "q.pdll:1:18: error: `root` is not defined\n");

  builder = pdllBuilderCreate();
  MlirModule none = {NULL};
  pdllBuilderAddModule(builder, none);
  pdllBuilderAddNative(builder, NULL);
  EXPECT_NO_SET(builder, "error: the module is null\n"
                         "error: the native function is null\n");

  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderEnablePatterns(builder, S("Frist"));
  EXPECT_NO_SET(builder, "error: enable-patterns: no pattern has the name or "
                         "label `Frist`\n"
                         "note: did you mean `First`?\n");

  /* One known name does not excuse another one. */
  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderEnablePatterns(builder, S("First"));
  pdllBuilderEnablePatterns(builder, S("Third"));
  EXPECT_NO_SET(builder, "error: enable-patterns: no pattern has the name or "
                         "label `Third`\n");

  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderAddNativeLibrary(builder, S("/no/such.so"));
  MlirContext context = createContext();
  Text log = {NULL, 0};
  EXPECT(!pdllPatternsCreate(builder, context, logDiagnostic, &log));
  EXPECT(log.data && strstr(log.data, "`/no/such.so`"));
  clear(&log);
  pdllBuilderDestroy(builder);
  mlirContextDestroy(context);
}

static void testNativeCode(void) {
  static const char code[] = "Rewrite Nothing(root: Op) [{ do {} while (!root); }];\n"
                             "Pattern {\n"
                             "  let root = op<t.a>;\n"
                             "  rewrite root with {\n"
                             "    Nothing(root);\n"
                             "    replace root with op<t.b>;\n"
                             "  };\n"
                             "}\n";
  PdllBuilder *builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(code));
  MlirContext context = createContext();
  Text log = {NULL, 0};
  EXPECT(!pdllPatternsCreate(builder, context, logDiagnostic, &log));
  EXPECT(log.data && strstr(log.data, "p.pdll:1:"));
  clear(&log);
  mlirContextDestroy(context);

  pdllBuilderEnableNativeCode(builder, true);
  EXPECT_REWRITTEN(builder, "  \"t.b\"() : () -> ()\n");
}

static const char rules[] =
    "include \"mlir/IR/PatternBase.td\"\n"
    "def T : Dialect { let name = \"t\"; let cppNamespace = \"t\"; }\n"
    "def A : Op<T, \"a\">;\n"
    "def B : Op<T, \"b\">;\n"
    "def C : Op<T, \"c\">;\n"
    "def Helps : Constraint<CPred<\"helps($0->getNumOperands())\">>;\n"
    "def Helped : Pat<(A:$a), (C), [(Helps $a)], [], (addBenefit 1)>;\n"
    "def Plain : Pat<(A), (B)>;\n";
static const char helps[] =
    "static bool helps(unsigned number) { return number == 0; }\n";

static void testRules(void) {
  PdllBuilder *builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("rules.td"), S(rules));
  MlirContext context = createContext();
  Text log = {NULL, 0};
  EXPECT(!pdllPatternsCreate(builder, context, logDiagnostic, &log));
  EXPECT(log.data && strstr(log.data, "the rule `Helped` needs a C++ compiler"));
  clear(&log);
  mlirContextDestroy(context);

  pdllBuilderSkipUnsupported(builder, true);
  EXPECT_REWRITTEN(builder, "  \"t.b\"() : () -> ()\n");

  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("rules.td"), S(rules));
  pdllBuilderEnableNativeCode(builder, true);
  pdllBuilderAddNativePrelude(builder, S(writeFile("helps.h", helps)));
  EXPECT_REWRITTEN(builder, "  \"t.c\"() : () -> ()\n");
}

static bool isEven(const PdllNativeCall *call, void *numCalls) {
  MlirAttribute value = pdllGetAttribute(&call->arguments[0]);
  ++*(int *)numCalls;
  return mlirAttributeIsAInteger(value) &&
         mlirIntegerAttrGetValueInt(value) % 2 == 0;
}

static bool half(const PdllNativeCall *call, void *userData) {
  MlirAttribute value = pdllGetAttribute(&call->arguments[0]);
  int64_t number = mlirIntegerAttrGetValueInt(value);
  (void)userData;
  if (number == 0) {
    call->api->fail(call->results, "zero has no half");
    return false;
  }
  pdllAddAttribute(call,
                   mlirIntegerAttrGet(mlirAttributeGetType(value), number / 2));
  return true;
}

static void countDestroyed(void *count) { ++*(int *)count; }

static PdllNativeFunction nativeFunction(PdllNativeKind kind, const char *name,
                                         const char *signature,
                                         PdllNativeCallback call,
                                         int *userData) {
  PdllNativeFunction function = {sizeof function, kind, name, signature, call,
                                 userData,        NULL};
  function.destroy = countDestroyed;
  return function;
}

static const char halve[] = "Constraint IsEven(number: Attr);\n"
                            "Rewrite Half(number: Attr) -> Attr;\n"
                            "Pattern {\n"
                            "  let root = op<t.a> {n = number: IsEven};\n"
                            "  replace root with op<t.b> {n = Half(number)};\n"
                            "}\n";

static void testNatives(void) {
  int numCalls = 0, numHalves = 0;
  PdllNativeFunction constraint = nativeFunction(PdllNativeConstraint, "IsEven",
                                                 "(Attr)", isEven, &numCalls);
  PdllNativeFunction rewrite = nativeFunction(
      PdllNativeRewrite, "Half", "(Attr) -> (Attr)", half, &numHalves);
  PdllBuilder *builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(halve));
  pdllBuilderAddNative(builder, &constraint);
  pdllBuilderAddNative(builder, &rewrite);

  /* A builder serves several contexts. */
  MlirContext contexts[2];
  PdllPatterns *patterns[2];
  for (int i = 0; i < 2; ++i) {
    contexts[i] = createContext();
    patterns[i] = pdllPatternsCreate(builder, contexts[i], NULL, NULL);
    EXPECT(patterns[i]);
  }
  pdllBuilderDestroy(builder);
  EXPECT(numHalves == 0);

  for (int i = 0; i < 2; ++i) {
    MlirModule module = parse(contexts[i], "\"t.a\"() {n = 6} : () -> ()\n"
                                           "\"t.a\"() {n = 3} : () -> ()");
    numCalls = 0;
    apply(patterns[i], NULL, module);
    EXPECT_MODULE(module, "  \"t.b\"() {n = 3 : i64} : () -> ()\n"
                          "  \"t.a\"() {n = 3 : i64} : () -> ()\n");
    EXPECT(numCalls > 0);
    mlirModuleDestroy(module);
  }

  MlirModule module = parse(contexts[0], "\"t.a\"() {n = 0} : () -> ()");
  Text log = {NULL, 0};
  EXPECT(!pdllPatternsApply(patterns[0], NULL, mlirModuleGetOperation(module),
                            logDiagnostic, &log));
  EXPECT(log.data && strstr(log.data, "zero has no half"));
  EXPECT(strstr(log.data, "p.pdll:5:34: "));
  clear(&log);
  mlirModuleDestroy(module);

  numCalls = 0;
  pdllPatternsDestroy(patterns[0]);
  EXPECT(numCalls == 0 && numHalves == 0);
  pdllPatternsDestroy(patterns[1]);
  EXPECT(numCalls == 1 && numHalves == 1);
  mlirContextDestroy(contexts[0]);
  mlirContextDestroy(contexts[1]);
}

static void testWrongNatives(void) {
  int numDestroyed = 0;
  PdllNativeFunction function = nativeFunction(PdllNativeConstraint, "IsEven",
                                               "(Attr", isEven, &numDestroyed);
  PdllBuilder *builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderAddNative(builder, &function);
  MlirContext context = createContext();
  Text log = {NULL, 0};
  EXPECT(!pdllPatternsCreate(builder, context, logDiagnostic, &log));
  EXPECT(log.data &&
         strstr(log.data, "error: `IsEven`: its signature is wrong: "));
  clear(&log);
  EXPECT(numDestroyed == 0);
  pdllBuilderDestroy(builder);
  EXPECT(numDestroyed == 1);
  mlirContextDestroy(context);

  builder = pdllBuilderCreate();
  pdllBuilderAddText(builder, S("p.pdll"), S(halve));
  context = createContext();
  EXPECT(!pdllPatternsCreate(builder, context, logDiagnostic, &log));
  EXPECT_TEXT(&log, "p.pdll:4:35: error: native constraint `IsEven(Attr)` is "
                    "not registered\n"
                    "p.pdll:4:35: note: name a file that registers it with the "
                    "option `natives`, or write its body in the pattern file\n"
                    "p.pdll:5:34: error: native rewrite `Half(Attr) -> Attr` "
                    "is not registered\n"
                    "p.pdll:5:34: note: name a file that registers it with the "
                    "option `natives`, or write its body in the pattern file\n");
  pdllBuilderDestroy(builder);
  mlirContextDestroy(context);

  builder = pdllBuilderCreate();
  function =
      nativeFunction(PdllNativeConstraint, NULL, "()", isEven, &numDestroyed);
  pdllBuilderAddText(builder, S("p.pdll"), S(chain));
  pdllBuilderAddNative(builder, &function);
  EXPECT_NO_SET(builder, "error: a function is registered without a name\n");
  EXPECT(numDestroyed == 2);

  builder = pdllBuilderCreate();
  function.kind = (PdllNativeKind)7;
  function.name = "Odd";
  pdllBuilderAddNative(builder, &function);
  EXPECT(numDestroyed == 3);
  function.size = 0;
  pdllBuilderAddNative(builder, &function);
  EXPECT(numDestroyed == 3);
  function.size = sizeof function;
  pdllBuilderAddNative(NULL, &function);
  EXPECT(numDestroyed == 4);
  EXPECT_NO_SET(builder,
                "error: `Odd`: it is neither a constraint nor a rewrite\n"
                "error: `size` of a PdllNativeFunction is not set\n");
}

static PdllOptions *options(const char *const *namesAndValues) {
  PdllOptions *options = pdllOptionsCreate();
  for (; *namesAndValues; namesAndValues += 2)
    EXPECT(pdllOptionsSet(options, S(namesAndValues[0]), S(namesAndValues[1]),
                          NULL, NULL));
  return options;
}

static void testDrivers(void) {
  static const char *const greedy[] = {
      "driver", "greedy", "top-down", "false", "max-iterations", "5", NULL};
  static const char *const walk[] = {"driver", "walk", NULL};
  static const char *const conversion[] = {"driver", "conversion",  "legal-ops",
                                           "t.c",    "illegal-ops", "t.a,t.b",
                                           "mode",   "full",        NULL};
  MlirContext context = createContext();
  PdllPatterns *patterns = createFromText(chain, context);

  MlirModule module = parse(context, "\"t.a\"() : () -> ()");
  PdllOptions *chosen = options(greedy);
  apply(patterns, chosen, module);
  EXPECT_MODULE(module, "  \"t.c\"() : () -> ()\n");
  pdllOptionsDestroy(chosen);
  mlirModuleDestroy(module);

  module = parse(context, "\"t.a\"() : () -> ()");
  chosen = options(walk);
  apply(patterns, chosen, module);
  EXPECT_MODULE(module, "  \"t.b\"() : () -> ()\n");
  pdllOptionsDestroy(chosen);
  mlirModuleDestroy(module);

  module = parse(context, "\"t.a\"() : () -> ()");
  chosen = options(conversion);
  apply(patterns, chosen, module);
  EXPECT_MODULE(module, "  \"t.c\"() : () -> ()\n");
  mlirModuleDestroy(module);

  /* Not possible, and told with the place in the program. */
  Text log = {NULL, 0};
  EXPECT(pdllOptionsSet(chosen, S("illegal-ops"), S("t.d"), NULL, NULL));
  PdllApplier *applier =
      pdllApplierCreate(patterns, chosen, logDiagnostic, &log);
  EXPECT_TEXT(&log, "");
  pdllOptionsDestroy(chosen);
  pdllPatternsDestroy(patterns);
  module = parse(context, "\"t.a\"() : () -> ()\n\"t.d\"() : () -> ()");
  EXPECT(!pdllApplierApply(applier, mlirModuleGetOperation(module),
                           logDiagnostic, &log));
  EXPECT_TEXT(&log, "-:2:1: error: failed to legalize operation 't.d'\n"
                    "-:2:1: note: see current operation: \"t.d\"() : () -> "
                    "()\n");
  pdllApplierDestroy(applier);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

/* Every option, and a value for it. */
static void testAllOptions(void) {
  static const char *const all[] = {"driver",
                                    "greedy",
                                    "top-down",
                                    "false",
                                    "fold",
                                    "1",
                                    "region-simplify",
                                    "aggressive",
                                    "strictness",
                                    "existing",
                                    "max-iterations",
                                    "-1",
                                    "mode",
                                    "analysis",
                                    "max-num-rewrites",
                                    "0x10",
                                    "cse-constants",
                                    "False",
                                    "test-convergence",
                                    "true",
                                    "legal-ops",
                                    "t.a,t.b",
                                    "legal-dialects",
                                    "*",
                                    "illegal-ops",
                                    "t.c",
                                    "illegal-dialects",
                                    "u",
                                    "dynamic-ops",
                                    "t.d",
                                    "dynamic-dialects",
                                    "v",
                                    "report",
                                    "",
                                    "type-conversion",
                                    "index=i64,f64=f32",
                                    "trace",
                                    "",
                                    "trace-texts",
                                    "true",
                                    "warn-never-fired",
                                    "all",
                                    NULL};
  PdllOptions *chosen = options(all);
  pdllOptionsDestroy(chosen);
}

static void testWrongOptions(void) {
  static const char *const wrong[][3] = {
      {"max-iteration", "5",
       "error: `apply-pdll` has no option `max-iteration`; did you mean "
       "`max-iterations`?\n"},
      {"", "", "error: `apply-pdll` has no option ``\n"},
      {"max-iterations", "many",
       "error: expected an integer for `max-iterations`, but got `many`\n"},
      {"max-iterations", "99999999999999999999",
       "error: expected an integer for `max-iterations`, but got "
       "`99999999999999999999`\n"},
      {"fold", "yes",
       "error: expected `true` or `false` for `fold`, but got `yes`\n"},
      {"driver", "gredy",
       "error: expected one of `greedy`, `walk`, `conversion` for `driver`, but "
       "got `gredy`; did you mean `greedy`?\n"},
      {"patterns", "a.pdll",
       "error: `patterns` says where patterns come from; set it on the "
       "builder\n"},
  };
  PdllOptions *chosen = pdllOptionsCreate();
  Text log = {NULL, 0};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    EXPECT(!pdllOptionsSet(chosen, S(wrong[i][0]), S(wrong[i][1]),
                           logDiagnostic, &log));
    EXPECT_TEXT(&log, wrong[i][2]);
  }

  /* Checked when all are known. */
  MlirContext context = createContext();
  PdllPatterns *patterns = createFromText(chain, context);
  EXPECT(pdllOptionsSet(chosen, S("driver"), S("conversion"), NULL, NULL));
  EXPECT(pdllOptionsSet(chosen, S("legal-ops"), S("t.a"), NULL, NULL));
  EXPECT(pdllOptionsSet(chosen, S("illegal-ops"), S("t.a"), NULL, NULL));
  EXPECT(!pdllApplierCreate(patterns, chosen, logDiagnostic, &log));
  EXPECT(log.data && strstr(log.data, "`t.a`"));
  clear(&log);
  pdllOptionsDestroy(chosen);
  pdllPatternsDestroy(patterns);
  mlirContextDestroy(context);
}

static void testReport(void) {
  MlirContext context = createContext();
  PdllPatterns *patterns = createFromText(chain, context);
  PdllOptions *chosen = pdllOptionsCreate();
  const char *path = writeFile("report.json", "");
  EXPECT(pdllOptionsSet(chosen, S("report"), S(path), NULL, NULL));
  MlirModule module = parse(context, "\"t.a\"() : () -> ()");
  apply(patterns, chosen, module);
  char report[4096] = "";
  FILE *file = fopen(path, "r");
  EXPECT(file && fread(report, 1, sizeof report - 1, file) > 0);
  fclose(file);
  EXPECT(strstr(report, "\"First\"") && strstr(report, "\"rewrites\": 2"));

  /* A file that cannot be written is told before anything is rewritten. */
  Text log = {NULL, 0};
  EXPECT(pdllOptionsSet(chosen, S("report"), S("/no/such/file"), NULL, NULL));
  EXPECT(!pdllApplierCreate(patterns, chosen, logDiagnostic, &log));
  EXPECT(log.data && strstr(log.data, "cannot write `/no/such/file`"));
  clear(&log);
  mlirModuleDestroy(module);
  pdllOptionsDestroy(chosen);
  pdllPatternsDestroy(patterns);
  mlirContextDestroy(context);
}

static MlirLogicalResult logEngine(MlirDiagnostic diagnostic, void *text) {
  appendString((Text *)text, "engine: ");
  mlirDiagnosticPrint(diagnostic, appendRef, text);
  appendString((Text *)text, "\n");
  return mlirLogicalResultSuccess();
}

static void testEngine(void) {
  MlirContext context = createContext();
  Text engine = {NULL, 0}, log = {NULL, 0};
  mlirContextAttachDiagnosticHandler(context, logEngine, &engine, NULL);
  PdllBuilder *builder = pdllBuilderCreate();
  EXPECT(!pdllPatternsCreate(builder, context, logDiagnostic, &log));
  EXPECT_TEXT(&engine, "");
  EXPECT(log.length > 0);
  clear(&log);
  EXPECT(!pdllPatternsCreate(builder, context, NULL, NULL));
  EXPECT_TEXT(&engine, "engine: there are no patterns; add a file, a text or a "
                       "module to the builder\n");
  pdllBuilderDestroy(builder);
  mlirContextDestroy(context);
}

static void testPass(void) {
  pdllRegisterPasses();
  pdllRegisterPasses();
  MlirContext context = createContext();
  MlirPassManager manager = mlirPassManagerCreate(context);
  char pipeline[4096];
  snprintf(pipeline, sizeof pipeline,
           "builtin.module(apply-pdll{patterns=\"%s\"})",
           writeFile("chain.pdll", chain));
  Text log = {NULL, 0};
  EXPECT(mlirLogicalResultIsSuccess(
      mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(manager),
                            S(pipeline), appendRef, &log)));
  EXPECT_TEXT(&log, "");
  MlirModule module = parse(context, "\"t.a\"() : () -> ()");
  EXPECT(mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))));
  EXPECT_MODULE(module, "  \"t.c\"() : () -> ()\n");
  mlirModuleDestroy(module);
  mlirPassManagerDestroy(manager);
  mlirContextDestroy(context);
}

static void testNullHandles(void) {
  MlirContext noContext = {NULL}, context = createContext();
  MlirOperation noOperation = {NULL};
  MlirModule noModule = {NULL};
  MlirStringRef none = {NULL, 0};
  PdllCompiler *compiler = pdllCompilerCreate();
  PdllBuilder *builder = pdllBuilderCreate();
  PdllPatterns *patterns = createFromText(chain, context);
  Text log = {NULL, 0};
  EXPECT(mlirModuleIsNull(
      pdllCompilerCompileText(NULL, context, none, none, logDiagnostic, &log)));
  EXPECT_TEXT(&log, "error: the argument `compiler` is null\n");
  EXPECT(mlirModuleIsNull(
      pdllCompilerCompileFile(compiler, noContext, none, logDiagnostic, &log)));
  EXPECT_TEXT(&log, "error: the argument `context` is null\n");
  EXPECT(!pdllPatternsCreate(NULL, context, logDiagnostic, &log));
  EXPECT_TEXT(&log, "error: the argument `builder` is null\n");
  EXPECT(!pdllPatternsCreate(builder, noContext, logDiagnostic, &log));
  EXPECT_TEXT(&log, "error: the argument `context` is null\n");
  EXPECT(!pdllOptionsSet(NULL, none, none, logDiagnostic, &log));
  EXPECT_TEXT(&log, "error: the argument `options` is null\n");
  EXPECT(!pdllApplierCreate(NULL, NULL, logDiagnostic, &log));
  EXPECT_TEXT(&log, "error: the argument `patterns` is null\n");
  EXPECT(!pdllApplierApply(NULL, noOperation, logDiagnostic, &log));
  EXPECT_TEXT(&log, "error: the argument `applier` is null\n");
  EXPECT(!pdllPatternsApply(patterns, NULL, noOperation, logDiagnostic, &log));
  EXPECT_TEXT(&log, "error: the argument `operation` is null\n");
  /* Without anybody to tell. */
  EXPECT(!pdllPatternsCreate(NULL, noContext, NULL, NULL));

  pdllCompilerAddIncludeDir(NULL, none);
  pdllCompilerEnableOdsCache(NULL, true);
  pdllBuilderAddFile(NULL, none);
  pdllBuilderAddText(NULL, none, none);
  pdllBuilderAddModule(NULL, noModule);
  pdllBuilderAddIncludeDir(NULL, none);
  pdllBuilderEnableOdsCache(NULL, true);
  pdllBuilderAddNativeLibrary(NULL, none);
  pdllBuilderAddNative(NULL, NULL);
  pdllBuilderEnablePatterns(NULL, none);
  pdllBuilderDisablePatterns(NULL, none);
  pdllBuilderEnableNativeCode(NULL, true);
  pdllBuilderAddNativePrelude(NULL, none);
  pdllBuilderSkipUnsupported(NULL, true);
  pdllBuilderAllowUnknownOperations(NULL, true);
  pdllCompilerDestroy(NULL);
  pdllBuilderDestroy(NULL);
  pdllPatternsDestroy(NULL);
  pdllOptionsDestroy(NULL);
  pdllApplierDestroy(NULL);
  pdllPatternsDestroy(patterns);
  pdllBuilderDestroy(builder);
  pdllCompilerDestroy(compiler);
  mlirContextDestroy(context);
}

static void testWrongRoot(void) {
  MlirContext context = createContext();
  PdllPatterns *patterns = createFromText(chain, context);
  MlirModule module = parse(context, "\"t.a\"() : () -> ()");
  MlirOperation root = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  Text log = {NULL, 0};
  EXPECT(!pdllPatternsApply(patterns, NULL, root, logDiagnostic, &log));
  EXPECT(log.data && strncmp(log.data, "-:1:1: error: ", 14) == 0);
  EXPECT(strstr(log.data, "cannot apply patterns to this `t.a`: "));
  clear(&log);
  EXPECT_MODULE(module, "  \"t.a\"() : () -> ()\n");
  mlirModuleDestroy(module);
  pdllPatternsDestroy(patterns);
  mlirContextDestroy(context);
}

static void testOtherContext(void) {
  MlirContext context = createContext(), other = createContext();
  PdllPatterns *patterns = createFromText(chain, context);
  MlirModule module = parse(other, "\"t.a\"() : () -> ()");
  Text log = {NULL, 0};
  EXPECT(!pdllPatternsApply(patterns, NULL, mlirModuleGetOperation(module),
                            logDiagnostic, &log));
  EXPECT_TEXT(&log, "error: the operation and the patterns have different "
                    "contexts\n");
  mlirModuleDestroy(module);
  pdllPatternsDestroy(patterns);
  mlirContextDestroy(other);
  mlirContextDestroy(context);
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  folder = argv[1];
  testVersions();
  testCompile();
  testCompileErrors();
  testIncludeDirs();
  testSources();
  testFilters();
  testWrongSources();
  testNativeCode();
  testRules();
  testNatives();
  testWrongNatives();
  testDrivers();
  testAllOptions();
  testWrongOptions();
  testReport();
  testEngine();
  testPass();
  testNullHandles();
  testWrongRoot();
  testOtherContext();
  return 0;
}

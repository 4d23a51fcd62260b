/* What a plugin with patterns of its own is made of. It is generated, compiled,
 * and linked to this shim without the Rust library.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#ifndef PDLL_EMBEDDED_PLUGIN_H
#define PDLL_EMBEDDED_PLUGIN_H

#include "pdll/Native.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  /* The name of its pass, and one line about it. */
  const char *pass;
  const char *description;
  /* The version of LLVM that it was compiled for, as in `22.1`. */
  const char *llvmVersion;
  /* Its patterns, as MLIR bytecode. */
  const char *patterns;
  size_t patternsLength;
  /* Dialects that must be loaded, up to a null pointer. */
  const char *const *dialects;
  /* Its native functions. */
  const PdllNativeLibrary *(*natives)(void);
} PdllPlugin;

/* Whether the process has the MLIR that the plugin was compiled for, and no
 * other. Otherwise standard error says what is wrong. */
int pdllPluginFits(const PdllPlugin *plugin);

/* Registers its pass. The plugin must stay as it is. */
void pdllPluginRegister(const PdllPlugin *plugin);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PDLL_EMBEDDED_PLUGIN_H */

/* The contents of a plugin with patterns of its own. Such a plugin is generated,
 * compiled, and linked to this shim without the Rust library.
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
  /* The version of LLVM that it was compiled for, such as `22.1`. */
  const char *llvmVersion;
  /* Its patterns, as MLIR bytecode. */
  const char *patterns;
  size_t patternsLength;
  /* Dialects that must be loaded. A null pointer ends the list. */
  const char *const *dialects;
  /* Its native functions. */
  const PdllNativeLibrary *(*natives)(void);
} PdllPlugin;

/* Returns whether the process has the MLIR that the plugin was compiled for, and
 * no other. If not, prints what is wrong to standard error. */
int pdllPluginFits(const PdllPlugin *plugin);

/* Registers the pass of the plugin, which must never change or be freed. */
void pdllPluginRegister(const PdllPlugin *plugin);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PDLL_EMBEDDED_PLUGIN_H */

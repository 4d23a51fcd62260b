// Names the library that ends the process while it is loaded.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/LoadWatch.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>

using namespace pdll;

/// The library that this thread is loading.
static thread_local const llvm::StringRef *loading = nullptr;

/// Ends the process with an error about the library.
[[noreturn]] static void giveUp(llvm::StringRef reason) {
  llvm::errs() << "error: cannot use the native functions of " << *loading
               << ": " << reason << "\n";
  std::_Exit(EXIT_FAILURE);
}

static void onExit() {
  if (loading)
    giveUp("it ended the process while it was loaded");
}

static std::terminate_handler previous = nullptr;

static void onTerminate() {
  if (loading)
    giveUp("it threw an exception while it was loaded");
  if (previous)
    previous();
  std::abort();
}

void pdll::watchLoading(llvm::StringRef origin,
                        llvm::function_ref<void()> load) {
  // One library at a time, because all threads share the handler.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  [[maybe_unused]] static bool isWatched = std::atexit(onExit) == 0;
  previous = std::set_terminate(onTerminate);
  // An exception must not reach callers that cannot handle it. On a thread of
  // its own, it has no caller, and ends in `std::terminate`.
  std::thread thread([&] {
    loading = &origin;
    load();
    loading = nullptr;
  });
  thread.join();
  std::set_terminate(previous);
}

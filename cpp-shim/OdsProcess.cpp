// Runs a function in a process of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OdsProcess.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pdll;
using llvm::sys::RetryAfterSignal;

namespace {

/// A pipe. Its ends are no standard streams, even in a process that has closed
/// those.
class Pipe {
public:
  Pipe() = default;
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;
  ~Pipe() {
    closeEnd(readEnd);
    closeEnd(writeEnd);
  }

  /// Returns whether that worked; `errno` tells why not.
  bool open() {
    int ends[2];
    if (pipe(ends) != 0)
      return false;
    // Not to be inherited by a program that another thread starts.
    readEnd = fcntl(ends[0], F_DUPFD_CLOEXEC, 3);
    writeEnd = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
    int reason = errno;
    close(ends[0]);
    close(ends[1]);
    errno = reason;
    return readEnd >= 0 && writeEnd >= 0;
  }

  static void closeEnd(int &end) {
    if (end >= 0)
      close(end);
    end = -1;
  }

  int readEnd = -1;
  int writeEnd = -1;
};

} // namespace

/// Where the child writes its result. Set in children only.
static int resultEnd = -1;

/// The longest that a child may be given; it is killed at the latest then.
static constexpr unsigned maxTimeout = 24 * 60 * 60;

static void writeAll(int end, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t written =
        RetryAfterSignal(-1, ::write, end, text.data(), text.size());
    if (written <= 0)
      _exit(EXIT_FAILURE);
    text = text.drop_front(written);
  }
}

void pdll::finishChild(llvm::StringRef result) {
  writeAll(resultEnd, result);
  _exit(EXIT_SUCCESS);
}

[[noreturn]] static void exitAtOnce() { _exit(EXIT_FAILURE); }

/// Makes a copy of the host's process ours: whatever the host has set up for
/// signals and for the end of the process must not happen in it.
static void detachFromHost(unsigned timeoutSeconds) {
  for (int signal = 1; signal < NSIG; ++signal)
    ::signal(signal, SIG_DFL);
  // First of all: a lock that another thread of the host holds is never
  // released here.
  alarm(std::clamp(timeoutSeconds, 1u, maxTimeout));
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // Handlers run in reverse order, so that this one is the only one.
  std::atexit(exitAtOnce);
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    writeAll(STDERR_FILENO, reason);
    _exit(EXIT_FAILURE);
  });
  rlimit noCore = {0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
}

[[noreturn]] static void runChild(Pipe &result, Pipe &output,
                                  llvm::function_ref<void()> body,
                                  unsigned timeoutSeconds) {
  detachFromHost(timeoutSeconds);
  resultEnd = result.writeEnd;
  dup2(output.writeEnd, STDOUT_FILENO);
  dup2(output.writeEnd, STDERR_FILENO);
  Pipe::closeEnd(output.writeEnd);
  Pipe::closeEnd(output.readEnd);
  Pipe::closeEnd(result.readEnd);
  body();
  _exit(EXIT_FAILURE);
}

/// Reads what is there. Returns false when that was all.
static bool readSome(int end, std::string &text) {
  constexpr size_t pieceSize = 1 << 16;
  size_t length = text.size();
  text.resize(length + pieceSize);
  ssize_t count = RetryAfterSignal(-1, ::read, end, &text[length], pieceSize);
  text.resize(length + std::max<ssize_t>(count, 0));
  return count > 0;
}

/// Reads both pipes until the child has closed them.
static void readBoth(Pipe &result, Pipe &output, ChildResult &into) {
  while (result.readEnd >= 0 || output.readEnd >= 0) {
    // A negative descriptor is left out.
    pollfd both[] = {{result.readEnd, POLLIN, 0}, {output.readEnd, POLLIN, 0}};
    if (RetryAfterSignal(-1, [&] { return poll(both, 2, -1); }) < 0)
      return;
    if (both[0].revents && !readSome(result.readEnd, into.result))
      Pipe::closeEnd(result.readEnd);
    if (both[1].revents && !readSome(output.readEnd, into.output))
      Pipe::closeEnd(output.readEnd);
  }
}

static PdllOdsOutcome waitFor(pid_t child, bool hasResult) {
  int status = 0;
  // A host that ignores the ends of its children, or collects them itself,
  // lets us learn nothing; then there is a result or not.
  if (RetryAfterSignal(-1, ::waitpid, child, &status, 0) < 0)
    return {hasResult ? PdllOdsRead : PdllOdsExited, 0};
  if (WIFSIGNALED(status)) {
    int signal = WTERMSIG(status);
    return {signal == SIGALRM ? PdllOdsTimedOut : PdllOdsKilled, signal};
  }
  int code = WEXITSTATUS(status);
  return {code == EXIT_SUCCESS && hasResult ? PdllOdsRead : PdllOdsExited,
          code};
}

ChildResult pdll::runInChild(llvm::function_ref<void()> body,
                             unsigned timeoutSeconds) {
  ChildResult into;
  Pipe result, output;
  pid_t child;
  {
    // A child that another thread starts now would inherit the ends that this
    // child writes to, and we would wait for that one too.
    static std::mutex mutex;
    std::lock_guard<std::mutex> lock(mutex);
    child = result.open() && output.open() ? fork() : -1;
    if (child < 0) {
      into.outcome = {PdllOdsNotStarted, errno};
      return into;
    }
    if (child == 0)
      runChild(result, output, body, timeoutSeconds);
    Pipe::closeEnd(result.writeEnd);
    Pipe::closeEnd(output.writeEnd);
  }
  readBoth(result, output, into);
  into.outcome = waitFor(child, !into.result.empty());
  return into;
}

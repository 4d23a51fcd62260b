// Runs functions in processes of their own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OdsProcess.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <list>
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

namespace {

/// A copy of this process.
struct Child {
  explicit Child(size_t number) : number(number) {}

  size_t number;
  pid_t process = -1;
  Pipe result, output;
  ChildResult into;
};

} // namespace

[[noreturn]] static void runChild(Child &child,
                                  llvm::function_ref<void(size_t)> body,
                                  unsigned timeoutSeconds) {
  detachFromHost(timeoutSeconds);
  resultEnd = child.result.writeEnd;
  dup2(child.output.writeEnd, STDOUT_FILENO);
  dup2(child.output.writeEnd, STDERR_FILENO);
  Pipe::closeEnd(child.output.writeEnd);
  Pipe::closeEnd(child.output.readEnd);
  Pipe::closeEnd(child.result.readEnd);
  body(child.number);
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

/// Starts a child. Returns false, with the reason in its result, when that
/// fails.
static bool start(Child &child, llvm::function_ref<void(size_t)> body,
                  unsigned timeoutSeconds) {
  // A child that another thread starts now would inherit the ends that this
  // child writes to, and we would wait for that one too.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (child.result.open() && child.output.open())
    child.process = fork();
  if (child.process < 0) {
    child.into.outcome = {PdllOdsNotStarted, errno};
    return false;
  }
  if (child.process == 0)
    runChild(child, body, timeoutSeconds);
  Pipe::closeEnd(child.result.writeEnd);
  Pipe::closeEnd(child.output.writeEnd);
  return true;
}

/// Reads from a pipe that has something, or is closed.
static void readPipe(Pipe &pipe, const pollfd &state, std::string &text) {
  if (state.revents && !readSome(pipe.readEnd, text))
    Pipe::closeEnd(pipe.readEnd);
}

/// Waits until one of the children has written, and reads that.
static void readFrom(std::list<Child> &children) {
  llvm::SmallVector<pollfd> ends;
  for (const Child &child : children)
    // A negative descriptor is left out.
    for (int end : {child.result.readEnd, child.output.readEnd})
      ends.push_back({end, POLLIN, 0});
  int count = RetryAfterSignal(-1, [&] {
    return poll(ends.data(), static_cast<nfds_t>(ends.size()), -1);
  });
  const pollfd *end = ends.begin();
  for (Child &child : children) {
    if (count < 0) {
      Pipe::closeEnd(child.result.readEnd);
      Pipe::closeEnd(child.output.readEnd);
    }
    readPipe(child.result, *end++, child.into.result);
    readPipe(child.output, *end++, child.into.output);
  }
}

/// Moves the children that have closed their pipes.
static void takeEnded(std::list<Child> &running, std::list<Child> &ended) {
  for (auto it = running.begin(); it != running.end();) {
    auto child = it++;
    if (child->result.readEnd >= 0 || child->output.readEnd >= 0)
      continue;
    child->into.outcome = waitFor(child->process, !child->into.result.empty());
    ended.splice(ended.end(), running, child);
  }
}

void pdll::runInChildren(
    size_t count, size_t maxProcesses,
    llvm::function_ref<unsigned(size_t)> timeoutSeconds,
    llvm::function_ref<void(size_t)> body,
    llvm::function_ref<void(size_t, ChildResult &)> receive) {
  maxProcesses = std::max<size_t>(maxProcesses, 1);
  std::list<Child> running, ended;
  for (size_t next = 0; next < count || !running.empty() || !ended.empty();) {
    // First of all, so that they work while we do.
    while (next < count && running.size() < maxProcesses) {
      Child &child = running.emplace_back(next++);
      if (!start(child, body, timeoutSeconds(child.number)))
        ended.splice(ended.end(), running, std::prev(running.end()));
    }
    if (ended.empty()) {
      readFrom(running);
      takeEnded(running, ended);
    }
    if (next < count && running.size() < maxProcesses)
      continue;
    for (Child &child : ended)
      receive(child.number, child.into);
    ended.clear();
  }
}

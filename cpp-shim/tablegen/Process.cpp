// Runs tasks in processes of their own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/Process.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
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

/// Before each result stands its length.
static constexpr size_t headerSize = sizeof(uint64_t);

/// The longest that a task may be given; it is killed at the latest then.
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

void pdll::sendResult(llvm::StringRef result) {
  uint64_t length = result.size();
  writeAll(resultEnd, {reinterpret_cast<const char *>(&length), headerSize});
  writeAll(resultEnd, result);
}

void pdll::finishProcess(llvm::StringRef result) {
  sendResult(result);
  _exit(EXIT_SUCCESS);
}

[[noreturn]] static void exitAtOnce() { _exit(EXIT_FAILURE); }

/// Makes a copy of the host's process ours: whatever the host has set up for
/// signals and for the end of the process must not happen in it.
static void detachFromHost() {
  for (int signal = 1; signal < NSIG; ++signal)
    ::signal(signal, SIG_DFL);
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
  explicit Child(llvm::ArrayRef<size_t> queue) : queue(queue) {}

  /// The tasks whose results are not there yet.
  llvm::ArrayRef<size_t> queue;
  pid_t process = -1;
  Pipe result, output;
  /// Whether there was a result, so that the child makes progress.
  bool hasResults = false;
  /// What was read and not yet handed on.
  std::string received, printed;
};

/// The functions of a call of `runInChildren`.
struct Tasks {
  llvm::function_ref<unsigned(size_t)> timeoutSeconds;
  llvm::function_ref<void(size_t, bool)> run;
  llvm::function_ref<void(size_t, TaskResult)> receive;
};

} // namespace

static void setTimeout(unsigned seconds) {
  alarm(std::clamp(seconds, 1u, maxTimeout));
}

[[noreturn]] static void runChild(Child &child, const Tasks &tasks) {
  // First of all: a lock that another thread of the host holds is never
  // released here.
  setTimeout(tasks.timeoutSeconds(child.queue.front()));
  detachFromHost();
  resultEnd = child.result.writeEnd;
  dup2(child.output.writeEnd, STDOUT_FILENO);
  dup2(child.output.writeEnd, STDERR_FILENO);
  Pipe::closeEnd(child.output.writeEnd);
  Pipe::closeEnd(child.output.readEnd);
  Pipe::closeEnd(child.result.readEnd);
  for (size_t task : child.queue) {
    setTimeout(tasks.timeoutSeconds(task));
    tasks.run(task, task == child.queue.back());
  }
  _exit(EXIT_SUCCESS);
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

/// How a child ended that owes us a result.
static PdllOdsOutcome waitFor(pid_t child) {
  int status = 0;
  // A host that ignores the ends of its children, or collects them itself,
  // lets us learn nothing.
  if (RetryAfterSignal(-1, ::waitpid, child, &status, 0) < 0)
    return {PdllOdsExited, 0};
  if (WIFSIGNALED(status)) {
    int signal = WTERMSIG(status);
    return {signal == SIGALRM ? PdllOdsTimedOut : PdllOdsKilled, signal};
  }
  return {PdllOdsExited, WEXITSTATUS(status)};
}

/// Starts a child. Returns 0, or why that failed.
static int start(Child &child, const Tasks &tasks) {
  // A child that another thread starts now would inherit the ends that this
  // child writes to, and we would wait for that one too.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (child.result.open() && child.output.open())
    child.process = fork();
  if (child.process < 0)
    return errno;
  if (child.process == 0)
    runChild(child, tasks);
  Pipe::closeEnd(child.result.writeEnd);
  Pipe::closeEnd(child.output.writeEnd);
  return 0;
}

/// Starts a child. When that fails, so do its tasks.
static void start(std::list<Child> &children, llvm::ArrayRef<size_t> queue,
                  const Tasks &tasks) {
  if (queue.empty())
    return;
  int error = start(children.emplace_back(queue), tasks);
  if (error == 0)
    return;
  children.pop_back();
  for (size_t task : queue)
    tasks.receive(task, {{PdllOdsNotStarted, error}, "", ""});
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
    readPipe(child.result, *end++, child.received);
    readPipe(child.output, *end++, child.printed);
  }
}

/// Hands on the results that are complete.
static void handOn(Child &child, const Tasks &tasks) {
  llvm::StringRef rest = child.received;
  while (rest.size() >= headerSize) {
    uint64_t length;
    std::memcpy(&length, rest.data(), headerSize);
    llvm::StringRef result = rest.drop_front(headerSize);
    if (result.size() < length || child.queue.empty())
      break;
    tasks.receive(child.queue.front(),
                  {{PdllOdsRead, 0}, result.take_front(length), child.printed});
    child.queue = child.queue.drop_front();
    child.hasResults = true;
    rest = result.drop_front(length);
  }
  child.received.erase(0, child.received.size() - rest.size());
}

/// Ends the account of a child that has closed its pipes. Returns the tasks
/// that it has not begun.
static llvm::ArrayRef<size_t> conclude(Child &child, const Tasks &tasks) {
  PdllOdsOutcome outcome = waitFor(child.process);
  llvm::ArrayRef<size_t> rest = child.queue;
  // After a result, a task may end its process in peace.
  bool inPeace = outcome.status == PdllOdsExited &&
                 outcome.code == EXIT_SUCCESS && child.received.empty();
  if (rest.empty() || (inPeace && child.hasResults))
    return rest;
  tasks.receive(rest.front(), {outcome, "", child.printed});
  return rest.drop_front();
}

void pdll::runInChildren(llvm::ArrayRef<llvm::SmallVector<size_t>> queues,
                         llvm::function_ref<unsigned(size_t)> timeoutSeconds,
                         llvm::function_ref<void(size_t, bool)> run,
                         llvm::function_ref<void(size_t, TaskResult)> receive) {
  Tasks tasks{timeoutSeconds, run, receive};
  std::list<Child> children;
  for (llvm::ArrayRef<size_t> queue : queues)
    start(children, queue, tasks);
  while (!children.empty()) {
    readFrom(children);
    for (auto it = children.begin(); it != children.end();) {
      auto child = it++;
      handOn(*child, tasks);
      if (child->result.readEnd >= 0 || child->output.readEnd >= 0)
        continue;
      llvm::ArrayRef<size_t> rest = conclude(*child, tasks);
      children.erase(child);
      start(children, rest, tasks);
    }
  }
}

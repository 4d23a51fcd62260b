// Runs tasks in child processes.
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
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pdll;
using llvm::sys::RetryAfterSignal;

namespace {

/// A pipe. Its descriptors never equal those of the standard streams, even if
/// the host has closed these.
class Pipe {
public:
  Pipe() = default;
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;
  ~Pipe() {
    closeEnd(readEnd);
    closeEnd(writeEnd);
  }

  /// Returns whether the pipe is open; `errno` has the reason if it is not.
  bool open() {
    int ends[2];
    // A program that another thread starts must not inherit the ends.
    if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
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

/// Where a child writes its result. Only children set it.
static int resultEnd = -1;

/// The size of the length that precedes each result.
static constexpr size_t headerSize = sizeof(uint64_t);

/// The longest time in seconds that a task can have.
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

/// Detaches a child from the host: whatever the host has set up for signals and
/// for the end of its process must not happen in the child.
static void detachFromHost() {
  for (int signal = 1; signal < NSIG; ++signal)
    ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // Handlers run in reverse order, and this one prevents the others.
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

/// A child process, and the tasks that it runs.
struct Child {
  explicit Child(llvm::ArrayRef<size_t> queue) : queue(queue) {}

  /// The tasks whose results have not arrived yet.
  llvm::ArrayRef<size_t> queue;
  pid_t process = -1;
  Pipe result, output;
  /// Whether a result has arrived, which proves that the child makes progress.
  bool hasResults = false;
  /// What was read and has not been handed on.
  std::string received, printed;
};

/// The functions that `runInChildren` was called with.
struct Tasks {
  llvm::function_ref<unsigned(size_t)> timeoutSeconds;
  llvm::function_ref<void(size_t, bool)> run;
  llvm::function_ref<void(size_t, TaskResult)> receive;
};

} // namespace

static void setTimeout(unsigned seconds) {
  alarm(std::clamp(seconds, 1u, maxTimeout));
}

/// Lets this child end when its parent does. The parent's thread waits for its
/// children, so its end is the end of the parent.
static void endWithParent([[maybe_unused]] pid_t parent) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the call.
  if (getppid() != parent)
    _exit(EXIT_FAILURE);
#endif
}

[[noreturn]] static void runChild(Child &child, const Tasks &tasks,
                                  pid_t parent) {
  // This comes first: if another thread of the host held a lock, no thread will
  // ever release it here, and the child may hang.
  setTimeout(tasks.timeoutSeconds(child.queue.front()));
  endWithParent(parent);
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

/// Reads what is available. Returns false at the end of the stream.
static bool readSome(int end, std::string &text) {
  constexpr size_t pieceSize = 1 << 16;
  size_t length = text.size();
  text.resize(length + pieceSize);
  ssize_t count = RetryAfterSignal(-1, ::read, end, &text[length], pieceSize);
  text.resize(length + std::max<ssize_t>(count, 0));
  return count > 0;
}

/// Waits for the end of a child that owes a result, and returns how it ended.
static PdllOdsOutcome waitFor(pid_t child) {
  int status = 0;
  // If the host ignores the ends of its children, or collects them itself,
  // there is nothing to learn here.
  if (RetryAfterSignal(-1, ::waitpid, child, &status, 0) < 0)
    return {PdllOdsExited, 0};
  if (WIFSIGNALED(status)) {
    int signal = WTERMSIG(status);
    return {signal == SIGALRM ? PdllOdsTimedOut : PdllOdsKilled, signal};
  }
  return {PdllOdsExited, WEXITSTATUS(status)};
}

/// Starts a child. Returns 0, or the `errno` of the failure.
static int start(Child &child, const Tasks &tasks) {
  // A child that another thread starts at the same time would inherit the ends
  // that this child writes to, and keep them open.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  pid_t parent = getpid();
  if (child.result.open() && child.output.open())
    child.process = fork();
  if (child.process < 0)
    return errno;
  if (child.process == 0)
    runChild(child, tasks, parent);
  Pipe::closeEnd(child.result.writeEnd);
  Pipe::closeEnd(child.output.writeEnd);
  return 0;
}

/// Starts a child. If that fails, all of its tasks fail.
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

/// Reads from a pipe that has data, or closes it at its end.
static void readPipe(Pipe &pipe, const pollfd &state, std::string &text) {
  if (state.revents && !readSome(pipe.readEnd, text))
    Pipe::closeEnd(pipe.readEnd);
}

/// Waits until children have written something, and reads it.
static void readFrom(std::list<Child> &children) {
  llvm::SmallVector<pollfd> ends;
  for (const Child &child : children)
    // `poll` ignores negative descriptors.
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

/// Hands on the results that have arrived completely.
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

/// Waits for the end of a child that has closed its pipes, and reports how the
/// task that it was running ended. Returns the tasks that it has not begun.
static llvm::ArrayRef<size_t> conclude(Child &child, const Tasks &tasks) {
  PdllOdsOutcome outcome = waitFor(child.process);
  llvm::ArrayRef<size_t> rest = child.queue;
  // A task that has sent its result may end its process.
  bool isDone = outcome.status == PdllOdsExited &&
                outcome.code == EXIT_SUCCESS && child.received.empty();
  if (rest.empty() || (isDone && child.hasResults))
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

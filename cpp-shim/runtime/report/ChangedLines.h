// Lines of text, and which of them have changed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_CHANGEDLINES_H
#define PDLL_REPORT_CHANGEDLINES_H

#include "mlir/Support/LLVM.h"

#include <list>
#include <optional>
#include <string>
#include <vector>

namespace pdll {

/// A text whose lines keep their places while others come and go. Shows changes
/// like `diff -u`: in the order in which they were made, with unchanged lines
/// around.
class ChangedLines {
  struct Line {
    unsigned indent;
    std::string text;
    /// The text before the first change; only for a line that has changed.
    std::string before;
    /// Whether the line was there before the changes, and is there now.
    bool existed;
    bool exists = true;
    /// Whether it is in `changed`, and already among the hunks.
    bool isListed = false;
    bool isShown = false;

    bool hasChanged() const;
    bool isVisible() const { return existed || exists; }
  };

public:
  /// A line. It stays valid until the changes after its removal are taken.
  using Position = std::list<Line>::iterator;
  /// Lines that begin with a blank, or with `-` or `+` if they have changed.
  using Hunk = std::vector<std::string>;
  struct Hunks {
    std::vector<Hunk> hunks;
    /// Where each hunk began before the changes, from 0; nothing for a text
    /// that is too long to count its lines at each change.
    std::vector<size_t> starts;
    /// How many more lines have changed than anybody would read.
    size_t numLeftOut = 0;
  };

  Position end() { return lines.end(); }
  /// The line after `position`, and after what was removed there.
  Position getNext(Position position);

  Position insert(Position next, unsigned indent, std::string text);
  void change(Position position, std::string text);
  void remove(Position position);
  void clear();
  /// Takes the text as it is for unchanged.
  void settle();

  static unsigned getIndent(Position position) { return position->indent; }
  /// Returns the changes, and settles.
  Hunks takeChanges();
  /// All lines, unless there are too many to count them at each change. The
  /// text must be settled.
  std::optional<std::vector<std::string>> getShort() const;

private:
  void list(Position position);
  Position findHunk(Position position);
  size_t countLinesBefore(Position position) const;
  Hunk takeHunk(Position line, size_t &numShown);

  std::list<Line> lines;
  std::vector<Position> changed;
};

} // namespace pdll

#endif // PDLL_REPORT_CHANGEDLINES_H

// Lines of text, and which of them have changed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ChangedLines.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pdll;

/// How many unchanged lines to show around a change.
static constexpr unsigned context = 3;
/// How many changed lines to show of one rewrite.
static constexpr size_t maxChanges = 500;
/// How long a text may be to say where its changes are.
static constexpr size_t maxCounted = 2000;

bool ChangedLines::Line::hasChanged() const {
  return existed != exists || (existed && isListed && before != text);
}

ChangedLines::Position ChangedLines::getNext(Position position) {
  do
    ++position;
  while (position != lines.end() && !position->exists);
  return position;
}

ChangedLines::Position ChangedLines::insert(Position next, unsigned indent,
                                            std::string text) {
  Position line = lines.insert(
      next, Line{indent, std::move(text), /*before=*/"", /*existed=*/false});
  list(line);
  return line;
}

void ChangedLines::change(Position position, std::string text) {
  if (position->text == text)
    return;
  list(position);
  position->text = std::move(text);
}

void ChangedLines::remove(Position position) {
  list(position);
  position->exists = false;
}

void ChangedLines::clear() {
  changed.clear();
  lines.clear();
}

void ChangedLines::settle() {
  for (Position line : changed) {
    if (!line->exists) {
      lines.erase(line);
      continue;
    }
    line->before.clear();
    line->existed = true;
    line->isListed = line->isShown = false;
  }
  changed.clear();
}

/// Call this before the first change of a line.
void ChangedLines::list(Position position) {
  if (std::exchange(position->isListed, true))
    return;
  if (position->existed)
    position->before = position->text;
  changed.push_back(position);
}

ChangedLines::Hunks ChangedLines::takeChanges() {
  Hunks all;
  size_t numShown = 0;
  for (Position line : changed) {
    if (!line->hasChanged() || line->isShown)
      continue;
    if (numShown >= maxChanges) {
      ++all.numLeftOut;
      continue;
    }
    Position first = findHunk(line);
    if (lines.size() <= maxCounted)
      all.starts.push_back(countLinesBefore(first));
    all.hunks.push_back(takeHunk(first, numShown));
  }
  settle();
  return all;
}

/// How many lines there were before `position` when nothing had changed.
size_t ChangedLines::countLinesBefore(Position position) const {
  size_t number = 0;
  for (const Line &line :
       llvm::make_range(lines.begin(), decltype(lines.begin())(position))) {
    StringRef text = line.hasChanged() ? line.before : line.text;
    number += line.existed ? 1 + text.count('\n') : 0;
  }
  return number;
}

std::optional<std::vector<std::string>> ChangedLines::getShort() const {
  if (lines.size() > maxCounted)
    return std::nullopt;
  std::vector<std::string> all;
  for (const Line &line : lines)
    for (StringRef text : llvm::split(line.text, '\n'))
      all.push_back(std::string(line.indent, ' ') + text.str());
  return all;
}

/// The first line of the hunk around `position`: changes with few lines between
/// them are in one hunk.
ChangedLines::Position ChangedLines::findHunk(Position position) {
  Position first = position;
  for (unsigned numSame = 0; position != lines.begin();) {
    --position;
    if (!position->isVisible())
      continue;
    if (position->hasChanged()) {
      first = position;
      numSame = 0;
    } else if (++numSame > 2 * context) {
      break;
    }
  }
  for (unsigned numSame = 0; numSame < context && first != lines.begin();) {
    --first;
    numSame += first->isVisible();
  }
  return first;
}

static void append(ChangedLines::Hunk &hunk, char sign, unsigned indent,
                   StringRef text) {
  for (StringRef line : llvm::split(text, '\n'))
    hunk.push_back(sign + std::string(indent, ' ') + line.str());
}

/// Shows the changes from `line` on. The added lines of a change follow those
/// that were removed.
ChangedLines::Hunk ChangedLines::takeHunk(Position line, size_t &numShown) {
  Hunk hunk, added;
  auto appendAdded = [&] {
    llvm::append_range(hunk, std::exchange(added, {}));
  };
  SmallVector<Position> same;
  auto appendSame = [&] {
    for (Position unchanged : same)
      append(hunk, ' ', unchanged->indent, unchanged->text);
    same.clear();
  };
  unsigned maxSame = context;
  for (; line != lines.end() && numShown < maxChanges; ++line) {
    if (!line->isVisible())
      continue;
    if (!line->hasChanged()) {
      appendAdded();
      if (same.size() == maxSame)
        break;
      same.push_back(line);
      continue;
    }
    appendSame();
    maxSame = 2 * context;
    if (line->existed)
      append(hunk, '-', line->indent, line->before);
    if (line->exists)
      append(added, '+', line->indent, line->text);
    line->isShown = true;
    ++numShown;
  }
  appendAdded();
  if (same.size() > context)
    same.truncate(context);
  appendSame();
  return hunk;
}

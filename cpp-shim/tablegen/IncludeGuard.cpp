// Recognizes include guards.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/IncludeGuard.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace pdll;

/// Removes the rest of the line from `text`, and returns it.
static StringRef takeLine(StringRef &text) {
  size_t end = text.find('\n');
  StringRef line = text.take_front(end);
  text = text.drop_front(std::min(line.size() + 1, text.size()));
  return line;
}

/// Removes blanks and comments. Returns false if a comment is not closed or
/// contains another one.
static bool dropBlanks(StringRef &text) {
  while (true) {
    text = text.ltrim();
    if (text.starts_with("//")) {
      takeLine(text);
    } else if (text.starts_with("/*")) {
      size_t end = text.find("*/", 2);
      if (end == StringRef::npos || text.substr(2, end - 2).contains("/*"))
        return false;
      text = text.drop_front(end + 2);
    } else {
      return true;
    }
  }
}

/// Removes a line with a directive, such as `#define X`, and returns its word.
/// Returns nothing if there is no such directive, or more than a comment
/// follows the word.
static StringRef takeDirective(StringRef &text, StringRef directive) {
  if (!dropBlanks(text) || !text.consume_front(directive))
    return "";
  StringRef rest = takeLine(text);
  StringRef word = rest.ltrim(" \t");
  if (word.size() == rest.size())
    return "";
  rest = word.drop_while([](char c) { return isAlnum(c) || c == '_'; });
  word = word.drop_back(rest.size());
  rest = rest.trim(" \t\r");
  return rest.empty() || rest.starts_with("//") ? word : "";
}

/// Removes all lines up to the end of the region. When TableGen skips a region,
/// it recognizes only directives and comments at the start of lines.
static bool takeSkipped(StringRef &text) {
  for (unsigned depth = 1; !text.empty(); takeLine(text)) {
    text = text.ltrim();
    if (text.starts_with("/*") && !dropBlanks(text))
      return false;
    if (text.starts_with("#ifdef") || text.starts_with("#ifndef"))
      ++depth;
    else if (text.starts_with("#else") && depth == 1)
      return false;
    else if (text.consume_front("#endif") && --depth == 0)
      return text.empty() || isSpace(text.front()) || text.front() == '/';
  }
  return false;
}

bool pdll::isGuarded(StringRef text) {
  StringRef name = takeDirective(text, "#ifndef");
  if (name.empty() || takeDirective(text, "#define") != name)
    return false;
  return takeSkipped(text) && dropBlanks(text) && text.empty();
}

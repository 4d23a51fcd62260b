// The program that a finished plugin carries.
//
// The attribute is an array, which src/back/matcher/embed.rs writes: the version, a
// checksum, lists of numbers, two lists of texts, and the constants. The
// checksum shows that the numbers and texts are those that were written. So
// instructions are not checked one by one, but only the form of the lists and
// the references between them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/ReadProgram.h"
#include "contract/Names.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace pdll;

namespace {

/// The places in the array.
enum Place {
  Version,
  ExpectedChecksum,
  Instructions,
  Words,
  Layouts,
  Patterns,
  Roots,
  ConstantKinds,
  TreeRegisters,
  Names,
  LayoutGroups,
  Constants,
  NumPlaces
};

/// The number of words in a record of each list.
constexpr std::pair<Place, size_t> recordSizes[] = {
    {Instructions, 4}, {Words, 1},         {Layouts, 3},      {Patterns, 7},
    {Roots, 3},        {ConstantKinds, 1}, {TreeRegisters, 1}};

/// The same hash as in src/back/matcher/embed.rs.
class Checksum {
public:
  void addNumber(uint32_t number) {
    value = (value ^ number) * UINT64_C(0x100000001b3);
  }

  void addNumbers(ArrayRef<int32_t> numbers) {
    addNumber(numbers.size());
    for (int32_t number : numbers)
      addNumber(static_cast<uint32_t>(number));
  }

  void addTexts(ArrayAttr texts) {
    addNumber(texts.size());
    for (StringRef text : texts.getAsValueRange<StringAttr>()) {
      addNumber(text.size());
      for (char letter : text)
        addNumber(static_cast<uint8_t>(letter));
    }
  }

  uint64_t get() const { return value; }

private:
  uint64_t value = UINT64_C(0xcbf29ce484222325);
};

} // namespace

namespace pdll {

/// Reads one program from the parts of the array.
class ProgramParser {
public:
  explicit ProgramParser(ArrayRef<Attribute> parts) : parts(parts) {}

  /// Returns whether the parts are sound.
  bool parse();

  StoredProgram program;

private:
  bool hasForm() const;
  bool hasChecksum() const;
  void parseInstructions();
  bool parseConstants();
  bool parseLayouts();
  bool parsePatterns();
  bool parseRoots();

  bool isName(uint32_t name) const { return name < program.names.size(); }
  bool isNameOrNone(uint32_t name) const {
    return name == PDLL_NONE || isName(name);
  }
  bool isInstruction(uint32_t index) const {
    return index < program.instructions.size();
  }

  /// A list of numbers, whose form has been checked.
  ArrayRef<int32_t> getNumbers(int place) const {
    return cast<DenseI32ArrayAttr>(parts[place]).asArrayRef();
  }
  ArrayRef<uint32_t> getWords(Place place) const {
    ArrayRef<int32_t> numbers = getNumbers(place);
    return {reinterpret_cast<const uint32_t *>(numbers.data()), numbers.size()};
  }
  ArrayAttr getArray(Place place) const {
    return cast<ArrayAttr>(parts[place]);
  }
  std::vector<PdllString> getTexts(Place place) const;

  ArrayRef<Attribute> parts;
};

} // namespace pdll

bool ProgramParser::parse() {
  if (!hasForm() || !hasChecksum())
    return false;
  parseInstructions();
  program.words = getWords(Words).vec();
  program.names = getTexts(Names);
  program.numTreeRegisters = getWords(TreeRegisters).front();
  return parseConstants() && parseLayouts() && parsePatterns() && parseRoots();
}

static bool isArrayOfTexts(Attribute attribute) {
  auto array = dyn_cast<ArrayAttr>(attribute);
  return array && llvm::all_of(array, llvm::IsaPred<StringAttr>);
}

/// Checks that all parts are there, and that lists consist of whole records.
bool ProgramParser::hasForm() const {
  if (parts.size() != NumPlaces)
    return false;
  auto checksum = dyn_cast<IntegerAttr>(parts[ExpectedChecksum]);
  if (!checksum || !checksum.getType().isInteger(64))
    return false;
  for (auto [place, size] : recordSizes) {
    auto list = dyn_cast<DenseI32ArrayAttr>(parts[place]);
    if (!list || list.size() % size != 0)
      return false;
  }
  return getNumbers(TreeRegisters).size() == 1 && !getNumbers(Roots).empty() &&
         isArrayOfTexts(parts[Names]) && isArrayOfTexts(parts[LayoutGroups]) &&
         isa<ArrayAttr>(parts[Constants]);
}

bool ProgramParser::hasChecksum() const {
  Checksum checksum;
  for (int place = Instructions; place <= TreeRegisters; ++place)
    checksum.addNumbers(getNumbers(place));
  checksum.addTexts(getArray(Names));
  checksum.addTexts(getArray(LayoutGroups));
  auto expected = cast<IntegerAttr>(parts[ExpectedChecksum]);
  return checksum.get() == expected.getValue().getZExtValue();
}

std::vector<PdllString> ProgramParser::getTexts(Place place) const {
  std::vector<PdllString> texts;
  for (StringRef text : getArray(place).getAsValueRange<StringAttr>())
    texts.push_back({text.data(), text.size()});
  return texts;
}

void ProgramParser::parseInstructions() {
  ArrayRef<uint32_t> rest = getWords(Instructions);
  program.instructions.reserve(rest.size() / 4);
  for (; !rest.empty(); rest = rest.drop_front(4))
    program.instructions.push_back({static_cast<uint16_t>(rest[0]),
                                    static_cast<uint16_t>(rest[0] >> 16),
                                    rest[1], rest[2], rest[3]});
}

static bool hasKind(Attribute attribute, uint32_t kind) {
  switch (kind) {
  case PdllConstantIsAttribute:
    return true;
  case PdllConstantIsType:
    return isa<TypeAttr>(attribute);
  case PdllConstantIsTypes: {
    auto types = dyn_cast<ArrayAttr>(attribute);
    return types && llvm::all_of(types, llvm::IsaPred<TypeAttr>);
  }
  }
  return false;
}

bool ProgramParser::parseConstants() {
  ArrayRef<Attribute> attributes = getArray(Constants).getValue();
  ArrayRef<uint32_t> kinds = getWords(ConstantKinds);
  if (attributes.size() != kinds.size())
    return false;
  for (auto [attribute, kind] : llvm::zip_equal(attributes, kinds)) {
    if (!hasKind(attribute, kind))
      return false;
    program.constants.push_back(
        {wrap(attribute), static_cast<PdllConstantKind>(kind)});
  }
  return true;
}

bool ProgramParser::parseLayouts() {
  ArrayRef<uint32_t> rest = getWords(Layouts);
  std::vector<PdllString> groups = getTexts(LayoutGroups);
  if (groups.size() != rest.size() / 3)
    return false;
  for (PdllString text : groups) {
    if (rest[0] > PdllResults || rest[1] > PdllSegmentsIfRegistered ||
        !isNameOrNone(rest[2]))
      return false;
    program.layouts.push_back({static_cast<PdllList>(rest[0]),
                               static_cast<PdllDivision>(rest[1]), text,
                               rest[2]});
    rest = rest.drop_front(3);
  }
  return true;
}

/// The indices of the patterns are those of the module, each once.
bool ProgramParser::parsePatterns() {
  ArrayRef<uint32_t> rest = getWords(Patterns);
  std::vector<bool> isKnown(rest.size() / 7);
  for (; !rest.empty(); rest = rest.drop_front(7)) {
    program.patterns.push_back(
        {rest[0], rest[1], rest[2], rest[3], rest[4], rest[5], rest[6]});
    const PdllProgramPattern &pattern = program.patterns.back();
    if (pattern.index >= isKnown.size() || isKnown[pattern.index] ||
        !isNameOrNone(pattern.root) || !isInstruction(pattern.whole) ||
        !isInstruction(pattern.accepted) ||
        pattern.created >= program.words.size())
      return false;
    isKnown[pattern.index] = true;
  }
  return true;
}

bool ProgramParser::parseRoots() {
  ArrayRef<uint32_t> rest = getWords(Roots);
  for (; rest.size() > 3; rest = rest.drop_front(3)) {
    bool isAlone = rest[1] == PDLL_NONE && rest[2] < program.patterns.size();
    if (!isName(rest[0]) || (!isAlone && !isInstruction(rest[1])))
      return false;
    program.roots.push_back({rest[0], rest[1], rest[2]});
  }
  program.anyRoot = {rest[0], rest[1], rest[2]};
  return rest[0] == PDLL_NONE &&
         (rest[1] == PDLL_NONE || isInstruction(rest[1]));
}

llvm::Expected<StoredProgram> StoredProgram::read(ModuleOp module) {
  auto parts = module->getAttrOfType<ArrayAttr>(PDLL_ATTR_PROGRAM);
  auto version = parts && !parts.empty() ? dyn_cast<IntegerAttr>(parts[Version])
                                         : IntegerAttr();
  if (!version || !version.getType().isInteger(32))
    return llvm::createStringError(
        "their program is missing or damaged; compile the plugin again");
  if (version.getInt() != PDLL_PROGRAM_VERSION)
    return llvm::createStringError(
        "their program has the format " + Twine(version.getInt()) +
        ", but this version of pdll expects " + Twine(PDLL_PROGRAM_VERSION) +
        "; compile the plugin again with this version");
  ProgramParser parser(parts.getValue());
  if (!parser.parse())
    return llvm::createStringError(
        "their program is damaged; compile the plugin again");
  return std::move(parser.program);
}

PdllProgram StoredProgram::get() const {
  return {instructions.data(), instructions.size(), words.data(),
          words.size(),        names.data(),        names.size(),
          constants.data(),    constants.size(),    layouts.data(),
          layouts.size(),      patterns.data(),     patterns.size(),
          roots.data(),        roots.size(),        anyRoot,
          numTreeRegisters};
}

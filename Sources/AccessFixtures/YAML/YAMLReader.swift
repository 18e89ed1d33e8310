import AccessModel
import Yams

/// Reads one YAML document into `YAMLValue`, from text nobody vouches for.
///
/// libyaml itself refuses nesting beyond 1,000 levels, which Yams' recursion survives. Aliases are
/// refused before parsing: a handful of them can stand for billions of nodes, and Yams hashes
/// mapping keys through them.
struct YAMLReader {
  static let depthLimit = 64
  static let nodeLimit = 1_000_000

  let file: String
  private var nodes = 0

  init(file: String) { self.file = file }

  /// Nil for an empty document, and after an error.
  mutating func read(_ text: String, _ diagnostics: inout [Diagnostic]) -> YAMLValue? {
    if let line = Self.aliasLine(in: text) {
      refuse("YAML aliases are not read", at: SourcePlace(file: file, line: line), &diagnostics)
      return nil
    }
    do {
      // The basic resolver leaves every plain scalar a string; what it means is decided here.
      guard let root = try Yams.compose(yaml: text, .basic, .default, .utf8) else { return nil }
      return convert(root, depth: 0, &diagnostics)
    } catch let error as YamlError {
      refuse(error, &diagnostics)
    } catch {
      refuse("\(error)", at: place(nil), &diagnostics)
    }
    return nil
  }

  private mutating func convert(
    _ node: Node, depth: Int, _ diagnostics: inout [Diagnostic]
  ) -> YAMLValue? {
    nodes += 1
    guard depth < Self.depthLimit, nodes <= Self.nodeLimit else {
      let limit = depth < Self.depthLimit ? "more values" : "deeper nesting"
      // Reported once: every value beyond the limit would say the same.
      if nodes <= Self.nodeLimit + 1 {
        refuse("\(limit) than are read from one file", at: place(node.mark), &diagnostics)
      }
      return nil
    }
    let place = place(node.mark)
    switch node {
    case .scalar(let scalar):
      return YAMLValue(kind: .scalar(scalar.string, isPlain: scalar.style == .plain), place: place)
    case .sequence(let sequence):
      let items = sequence.compactMap { convert($0, depth: depth + 1, &diagnostics) }
      return YAMLValue(kind: .list(items), place: place)
    case .mapping(let mapping):
      var entries: [YAMLValue.Entry] = []
      for (key, value) in mapping {
        guard case .scalar(let name) = key else {
          refuse("a key must be a single value", at: self.place(key.mark), &diagnostics)
          continue
        }
        guard let value = convert(value, depth: depth + 1, &diagnostics) else { continue }
        entries.append(.init(key: name.string, keyPlace: self.place(key.mark), value: value))
      }
      return YAMLValue(kind: .mapping(entries), place: place)
    case .alias:
      refuse("YAML aliases are not read", at: place, &diagnostics)
      return nil
    }
  }

  private func place(_ mark: Mark?) -> SourcePlace {
    SourcePlace(file: file, line: mark?.line ?? 1, column: mark?.column)
  }

  private func refuse(_ message: String, at place: SourcePlace, _ diagnostics: inout [Diagnostic]) {
    diagnostics.append(Diagnostic(.malformedCases, message, at: place))
  }

  private func refuse(_ error: YamlError, _ diagnostics: inout [Diagnostic]) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      refuse(problem, at: place(mark), &diagnostics)
    case .duplicatedKeysInMapping(let keys, let context):
      let names = keys.map { "`\($0)`" }.joined(separator: ", ")
      refuse("the same key twice in one mapping: \(names)", at: place(context.mark), &diagnostics)
    case .reader(let problem, _, _, _):
      refuse(problem, at: place(nil), &diagnostics)
    default:
      refuse("not YAML: \(error)", at: place(nil), &diagnostics)
    }
  }

  /// The line of the first `*name` for which there is a `&name`: every alias is found, and hardly
  /// any prose is.
  private static func aliasLine(in text: String) -> Int? {
    var anchors: Set<Substring> = []
    var aliases: [(name: Substring, line: Int)] = []
    var line = 1
    let utf8 = text.utf8
    var index = utf8.startIndex
    while index < utf8.endIndex {
      let byte = utf8[index]
      index = utf8.index(after: index)
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*") else { continue }
      let end = utf8[index...].firstIndex { !isNameByte($0) } ?? utf8.endIndex
      guard end > index else { continue }
      let name = text[index..<end]
      if byte == UInt8(ascii: "&") { anchors.insert(name) } else { aliases.append((name, line)) }
    }
    return aliases.first { anchors.contains($0.name) }?.line
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

import AccessModel
import Foundation
import SQLBinding
import SQLText

/// The settings and claims that an expression may depend on, guessed from its text and that of the
/// functions it calls.
struct SessionInputs {
  /// Of settings other than the claims.
  private var names: [String] = []
  /// Keys of the claims, from the outside in.
  private var paths: [[String]] = []

  init(of expression: SQLExpression, _ catalog: Catalog) {
    var texts = [expression.sqlText]
    var called = expression.calledFunctions
    var seen: Set<String> = []
    while let name = called.popLast(), seen.count < 20 {
      guard seen.insert(name).inserted else { continue }
      for function in catalog.functions where function.name.name == name {
        switch function.body {
        case .query(let query):
          texts.append(query.sqlText)
          called += Self.words(of: query.sqlText, catalog)
        case .statements(let list): texts += list.map(\.sqlText)
        case .text(let text):
          texts.append(text)
          called += Self.words(of: text, catalog)
        case .block(let block): texts.append(block.text)
        }
      }
    }
    for text in texts { read(text) }
  }

  private static func words(of text: String, _ catalog: Catalog) -> [String] {
    let words = Set(
      text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    return catalog.functions.map(\.name.name).filter { words.contains($0) }
  }

  /// Quoted words after `current_setting(` and after `->`.
  private mutating func read(_ text: String) {
    let parts = text.components(separatedBy: "'")
    var path: [String] = []
    // Every second part stands between quotes.
    for index in stride(from: 1, to: parts.count, by: 2) {
      let before = parts[index - 1].trimmingCharacters(in: .whitespaces)
      let word = parts[index]
      if before.hasSuffix("current_setting(") {
        if word == "request.jwt.claims" { continue }
        if !names.contains(word) { names.append(word) }
      } else if before.hasSuffix("->") || before.hasSuffix("->>") {
        path.append(word)
        if before.hasSuffix("->>") {
          add(path)
          path = []
        }
      }
    }
    if !path.isEmpty { add(path) }
  }

  private mutating func add(_ path: [String]) {
    if !paths.contains(path) { paths.append(path) }
    // Functions that give the claims may hide the outer keys.
    if path.count > 1, let last = path.last, !paths.contains([last]) { paths.append([last]) }
  }

  /// Settings that may give the expression the value of a text. `claims`: those of the session now.
  func settings(
    giving text: String, now claims: String?
  ) -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    let current: JSONValue
    if case .json(let value)? = try? SQLValue.input(claims ?? "", as: .jsonb) {
      current = value
    } else {
      current = .object([])
    }
    for path in paths.prefix(6) {
      result.append(
        (name: "request.jwt.claims", value: current.setting(path[...], to: text).description))
    }
    // The settings of PostgREST before version 9 are of no use beside the claims.
    let old = "request.jwt.claim."
    for name in names.prefix(4) where result.isEmpty || !name.hasPrefix(old) {
      result.append((name: name, value: text))
    }
    return result
  }
}

extension JSONValue {
  /// With a text at a path of keys.
  fileprivate func setting(_ path: ArraySlice<String>, to text: String) -> JSONValue {
    guard let key = path.first else { return .string(Text(text)) }
    var members: [Member] = []
    if case .object(let own) = self { members = own }
    let inner = self[Text(key)] ?? .object([])
    members.removeAll { $0.key == Text(key) }
    members.append(
      Member(key: Text(key), value: inner.setting(path.dropFirst(), to: text)))
    return .object(unordered: members)
  }
}

extension SQLExpression {
  /// Names of the functions called in it.
  fileprivate var calledFunctions: [String] {
    var names = children.flatMap(\.calledFunctions)
    if case .call(let call) = self { names.append(call.name) }
    if let target = subquery?.soleTarget { names += target.calledFunctions }
    return names
  }
}

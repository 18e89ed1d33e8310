import AccessModel
import Foundation
import SQLFrontend

/// What inputs are made of: scripts of ours, cut into statements and tokens.
struct FuzzSeeds {
  let opening: [String]
  let statements: [[String]]
  let words: [String]
  /// Scripts that make sense as they are, as tokens.
  let wholes: [[String]]

  /// `folder`: of scripts for `rowkeep run`, to which it adds.
  init(scriptsIn folder: String? = nil) {
    let texts = folder.map(Self.texts) ?? []
    statements = (Self.scripts + texts).flatMap(Self.split).map { Self.tokens($0 + ";\n") }
    wholes = texts.map(Self.tokens)
    opening = Self.split(Self.definitions).flatMap { Self.tokens($0 + ";\n") }
    words = Array(Set(statements.joined().filter { !$0.allSatisfy(\.isWhitespace) })).sorted()
  }

  private static func texts(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".sql") }.sorted().compactMap {
      try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        .replacingOccurrences(of: "@", with: "_x")
    }
  }

  static let catalog = SQLReader().read([SQLFile(name: "seed", text: definitions)]).catalog

  /// Statements end at a semicolon at the end of a line, but for bodies between `$$`.
  private static func split(_ script: String) -> [String] {
    var statements: [String] = []
    var current: [Substring] = []
    var isQuoted = false
    for line in script.split(separator: "\n") {
      current.append(line)
      if line.components(separatedBy: "$$").count % 2 == 0 { isQuoted.toggle() }
      guard !isQuoted, line.hasSuffix(";") else { continue }
      statements.append(String(current.joined(separator: "\n").dropLast()))
      current = []
    }
    return statements
  }

  /// Words, numbers, quoted texts, white space, and single signs; joined they are the text again.
  static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var current = ""
    var kind = 0
    for character in text {
      let next =
        character.isLetter || character.isNumber || character == "_"
        ? 1 : character.isWhitespace ? 2 : 3
      if next != kind || next == 3, !current.isEmpty {
        tokens.append(current)
        current = ""
      }
      current.append(character)
      kind = next
    }
    return current.isEmpty ? tokens : tokens + [current]
  }

  static let extremes = [
    "0", "-1", "2147483647", "2147483648", "-9223372036854775808", "9223372036854775808", "1e400",
    "1e-400", "99999999999999999999999999999999999999", "'NaN'", "'infinity'", "''", "NULL",
    "'\\x'",
    "'{'", "'{{1},{2,3}}'", "'[1,'", "'0001-01-01 BC'", "'294277-01-01'", "'24:00:00'",
    "'-178000000 years'",
    "'é'", "'\u{1F600}'", "E'\\\\0'", "U&'\\0041'", "$$", "$a$", "--", "/*", "*/", "\\", "\\.",
    "\\gset",
    "\\if", "\\endif", "\\c", ":x", ":'x'", "$1", "$65536", "{}", "[]", "*", "\"\"", "()", "::int",
    "::text[]",
    "::jsonb", "::date", "::interval", "::numeric(1000,999)", "::varchar(0)", "[1:2]", "[-1]",
    "[9223372036854775807]",
  ]

  static let documentWords = [
    "null", "true", "false", "[", "]", "{", "}", ":", ",", "\"", "'", "-", "- ", "  ", "\n", "&a",
    "*a", "<<",
    "!!int", "|", ">", "identities", "cases", "catalog", "tables", "columns", "policies", "roles",
    "name",
    "\"select\"", "\"a\"", "\"query\"", "\"column\"", "\"select\"",
  ]
}

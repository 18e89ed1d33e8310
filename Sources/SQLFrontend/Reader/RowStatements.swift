import AccessModel

/// The statements of SQL files that make rows, to be run on the definitions that all files left.
///
/// A statement of a migration ran on an earlier state of the database. It gives the same rows on
/// the last one if nothing of its table was changed since; otherwise the rows are doubtful.
public struct RowStatements: Sendable {
  /// Files with all but these statements made blank, so that lines are where they were. Empty if
  /// no file adds rows.
  public private(set) var files: [SQLFile] = []
  /// Names of tables that were changed after rows were added, and how.
  public private(set) var doubtful: [String: String] = [:]

  private static let adding: Set = ["insert", "copy", "merge", "with"]
  private static let kept: Set = [
    "insert", "copy", "merge", "with", "update", "delete", "truncate", "begin", "start", "commit",
    "end", "rollback", "savepoint", "release", "set", "reset", "select", "values", "table",
  ]
  private static let defining: Set = [
    "create", "alter", "drop", "grant", "revoke", "comment", "security",
  ]
  /// What follows in an ALTER TABLE that leaves rows and what is added to them as they are.
  private static let harmless = [
    "row level security", "owner to", "replica identity", "validate constraint", "enable trigger",
  ]

  init(
    _ all: [SQLFile], texts: [[UInt8]], _ statements: [[StatementText]], in catalog: Catalog
  ) {
    let tables = Set(catalog.tables.map(\.name.name))
    noteBlocks(all, texts, statements, tables)
    guard statements.joined().contains(where: Self.addsRows) else { return }
    var filled: Set<String> = []
    let triggered = Set(catalog.tables.filter { !$0.triggers.isEmpty }.map(\.name.name))
    for index in all.indices {
      var text = texts[index]
      var keepsAny = false
      for statement in statements[index] {
        guard Self.keeps(statement, isSeed: all[index].isSeed) else {
          for position in statement.range where text[position] != UInt8(ascii: "\n") {
            text[position] = UInt8(ascii: " ")
          }
          if !filled.isEmpty, case .sql = statement.kind {
            note(statement, texts[index], filled: filled, triggered)
          }
          continue
        }
        keepsAny = true
        if Self.addsRows(statement) {
          filled.formUnion(Self.words(statement, texts[index]).filter(tables.contains))
        }
      }
      Self.blankEmptyStatements(&text, statements[index], isSeed: all[index].isSeed)
      if keepsAny {
        files.append(SQLFile(name: all[index].name, text: String(decoding: text, as: UTF8.self)))
      }
    }
  }

  /// Notes tables whose rows are not what these statements make.
  mutating func doubt(_ tables: Set<String>, _ reason: String) {
    for table in tables where doubtful[table] == nil { doubtful[table] = reason }
  }

  /// DO runs code on the database as it was: whatever rows it writes are not known.
  private mutating func noteBlocks(
    _ all: [SQLFile], _ texts: [[UInt8]], _ statements: [[StatementText]], _ tables: Set<String>
  ) {
    for index in all.indices where !all[index].isSeed {
      for statement in statements[index] where statement.head.first == "do" {
        let words = Set(Self.words(statement, texts[index]))
        guard !words.isDisjoint(with: ["insert", "update", "delete", "copy", "truncate"]) else {
          continue
        }
        for table in tables.intersection(words) { doubtful[table] = "a DO block that writes" }
      }
    }
  }

  private static func addsRows(_ statement: StatementText) -> Bool {
    guard let word = statement.head.first else { return false }
    return adding.contains(word)
  }

  /// Of a seed all that does not define; of a migration what works on rows.
  private static func keeps(_ statement: StatementText, isSeed: Bool) -> Bool {
    switch statement.kind {
    case .copyData: return true
    case .metaCommand: return isSeed
    case .sql: break
    }
    guard let word = statement.head.first else { return false }
    return isSeed ? !defining.contains(word) : kept.contains(word)
  }

  /// The semicolons after statements that are blank now.
  private static func blankEmptyStatements(
    _ text: inout [UInt8], _ statements: [StatementText], isSeed: Bool
  ) {
    for statement in statements where !keeps(statement, isSeed: isSeed) {
      var position = statement.range.upperBound
      while position < text.count, text[position] <= 0x20 { position += 1 }
      if position < text.count, text[position] == UInt8(ascii: ";") {
        text[position] = UInt8(ascii: " ")
      }
    }
  }

  /// A definition after rows: which tables with rows it may have changed.
  private mutating func note(
    _ statement: StatementText, _ text: [UInt8], filled: Set<String>, _ triggered: Set<String>
  ) {
    let head = Array(statement.head.prefix(2))
    let words = Set(Self.words(statement, text))
    var changed: Set<String> = []
    switch head.first {
    case "alter" where head.last == "table", "do":
      let lowered = String(decoding: text[statement.range], as: UTF8.self).lowercased()
      if !Self.harmless.contains(where: lowered.contains) {
        changed = filled.intersection(words)
      }
    case "drop" where head.last != "policy", "create" where words.contains("trigger"):
      changed = filled.intersection(words)
    case "create" where words.contains("table") && !words.contains("policy"):
      changed = words.contains("references") ? [] : filled.intersection(words)
    case "create" where words.contains("function"):
      changed = filled.intersection(triggered)
    default: break
    }
    let what = head.map { $0.uppercased() }.joined(separator: " ")
    for table in changed { doubtful[table] = doubtful[table] ?? "a later \(what)" }
  }

  /// Letters, digits and underscores together, in lower case.
  private static func words(_ statement: StatementText, _ text: [UInt8]) -> [String] {
    String(decoding: text[statement.range].prefix(1 << 16), as: UTF8.self).lowercased()
      .split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }
}

extension SQLFile {
  /// `supabase/seed.sql`.
  public var isSeed: Bool {
    let last = name.split(separator: "/").last ?? ""
    return last == "seed.sql"
  }
}

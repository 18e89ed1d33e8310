import AccessModel
import AccessTesting
import Foundation
import LivePostgres
import ScratchServerTesting
import Testing

@testable import SQLBinding

/// The tables of functions, operators and casts are those of a server.
@Suite(.enabled(if: ServerUnderTest.isExpected))
struct `Tables of built-ins` {
  /// One query of `Scripts/builtins.sql`, which made the tables.
  private func query(after mark: String, before end: String) throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let script = try String(
      contentsOf: root.appending(path: "Scripts/builtins.sql"), encoding: .utf8)
    let start = try #require(script.range(of: mark)).upperBound
    let stop = try #require(script.range(of: end, range: start..<script.endIndex)).lowerBound
    return String(script[start..<stop])
  }

  private func lines(_ sql: String) throws -> Set<String>? {
    let connection = try ScratchDatabase().connect()
    let version = try connection.query("SHOW server_version_num").firstValue ?? ""
    guard version.hasPrefix("15") else { return nil }
    return Set(try connection.query(sql).rows.compactMap { $0.first ?? nil })
  }

  @Test func `functions have the names, types and flags of pg_proc`() throws {
    guard let theirs = try lines(query(after: "\\if :functions\n", before: ";\n\\else")) else {
      return
    }
    let mine = Set(FunctionTable.text.split(separator: "\n").map(String.init))
    // 15.20 has it, 15.18 does not.
    let added = "binary_upgrade_set_next_attribute_versions(_pg_lsn) void volatile"
    #expect(mine.subtracting(theirs).subtracting([added]).isEmpty)
    #expect(theirs.subtracting(mine).isEmpty)
    #expect(mine.count > 2500)
  }

  @Test func `operators have the types and functions of pg_operator`() throws {
    let sql = try query(after: "C\";\n\\else\n", before: ";\n\\endif")
    guard let theirs = try lines(sql) else { return }
    let mine = Set(OperatorTable.text.split(separator: "\n").map(String.init))
    #expect(mine.subtracting(theirs).isEmpty)
    #expect(theirs.subtracting(mine).isEmpty)
  }

  /// Later versions' functions are known by name, and what was removed since 15 is no harm.
  @Test func `every name of pg_proc and pg_type is known, in each version`() throws {
    for installation in PostgresInstallation.installed() {
      guard let version = PostgresVersion(rawValue: installation.major) else { continue }
      let connection = try ScratchDatabase(on: SharedServer.get(installation)).connect()
      func names(_ sql: String) throws -> [String] {
        try connection.query(sql).rows.compactMap { $0.first ?? nil }
      }
      let functions = try names(
        "SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace")
      let unknown = functions.filter {
        Builtin.functions(named: $0).isEmpty && !FunctionNames.contains($0, in: version)
      }
      #expect(unknown.isEmpty, "\(version)")
      #expect(functions.count > 2_500)
      #expect(!FunctionNames.contains("nosuch", in: version))
      let types = try names(
        "SELECT typname FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace")
      #expect(types.filter { !TypeNames.contains($0, in: version) }.isEmpty, "\(version)")
    }
  }

  @Test func `new forms of old functions are not taken for errors`() {
    #expect(FunctionNames.contains("random", in: .v17))
    #expect(!FunctionNames.contains("random", in: .v16))
    #expect(FunctionNames.contains("any_value", in: .v16))
    #expect(!FunctionNames.contains("any_value", in: .v15))
  }

  @Test func `every line is read`() {
    let functions = FunctionTable.text.split(separator: "\n")
    let unread = functions.filter { Builtin(functionLine: $0) == nil }
    // Types of the catalog's own tables are left out.
    #expect(unread.count < 60, "\(unread)")
    let operators = OperatorTable.text.split(separator: "\n")
    #expect(operators.filter { Builtin(operatorLine: $0) == nil }.isEmpty)
  }

  @Test func `conversions are those of pg_cast`() throws {
    let theirs = try lines(
      """
      SELECT s.typname || ' ' || t.typname || ' ' || castcontext::text || ' ' || castmethod::text
      FROM pg_cast JOIN pg_type s ON s.oid = castsource JOIN pg_type t ON t.oid = casttarget
      WHERE s.oid <> t.oid AND s.typname !~ '^pg_'
      """)
    guard let theirs else { return }
    var mine: Set<String> = []
    for line in CastTable.text.split(separator: "\n") {
      let halves = line.split(separator: ":")
      let words = halves[0].split(separator: " ")
      let method = words.count > 2 ? (words[2] == "binary" ? "b" : "i") : "f"
      for target in halves[1].split(separator: " ") {
        mine.insert("\(words[0]) \(target) \(words[1].prefix(1)) \(method)")
      }
    }
    #expect(mine == theirs, "\(mine.symmetricDifference(theirs))")
  }
}

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
    #expect(mine.subtracting(theirs).isEmpty)
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

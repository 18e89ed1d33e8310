import AccessModel
import Foundation

/// Reads an input by what it is.
struct InputReader {
  var path: String
  var context: CommandContext
  /// As which SQL is read and plans are taken; nil: as they say themselves, else 15.
  var version: PostgresVersion? = nil

  func read() throws(CommandFailure) -> PlanSource {
    if let sql = try sql() { return sql.load(as: version ?? .v15, in: context) }
    return try readPlan().adapted(to: version)
  }

  /// The input, if it is SQL.
  private func sql() throws(CommandFailure) -> SQLInput? {
    var isDirectory: ObjCBool = false
    guard path != "-", LiveInput(path) == nil,
      FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    else { return nil }
    if isDirectory.boolValue {
      return SwiftPackage.holds(path) ? nil : try SQLInput(folder: path)
    }
    return path.lowercased().hasSuffix(".sql") ? try SQLInput(file: path) : nil
  }

  private func readPlan() throws(CommandFailure) -> PlanSource {
    if path == "-" {
      let text = try TextFile.readStandardInput(limit: TextFile.documentLimit)
      // A plan document is a JSON object; no SQL starts like one.
      guard text.first(where: { !$0.isWhitespace }) == "{" else {
        return SQLInput(standardInput: text).load(as: version ?? .v15, in: context)
      }
      return try PlanReader(name: "standard input").read(text)
    }
    if let input = LiveInput(path) { return try input.load(in: context) }
    if path.contains("://") {
      // Its text may hold a password.
      throw .usage(
        "the address is of none of the kinds that are inputs",
        help: "a database is named `postgres://…` or `postgresql://…`")
    }
    var isDirectory: ObjCBool = false
    // Its text may hold one too.
    if path.contains("="), !FileManager.default.fileExists(atPath: path) {
      throw .usage(
        "a connection string is no input",
        help: "a database is named `postgres://user@host:5432/database`; the password comes from "
          + "PGPASSWORD or the password file")
    }
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw .usage(
        "there is no file or folder `\(path)`",
        help: "name a Swift package, a plan's folder in one, a plan.json, or SQL: a file or folder")
    }
    if isDirectory.boolValue {
      let package = try SwiftPackage(containing: path, context: context)
      let target = try package.planTarget(at: path)
      return try package.plans(of: target)
    }
    guard path.lowercased().hasSuffix(".json") else {
      throw .usage(
        "`\(path)` is neither a plan document, nor SQL, nor a Swift package",
        help: "name a Swift package, a plan's folder in one, a plan.json, or SQL: a file or folder")
    }
    let text = try TextFile.read(path, limit: TextFile.documentLimit)
    return try PlanReader(name: path).read(text)
  }
}

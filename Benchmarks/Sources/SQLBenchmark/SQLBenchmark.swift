import Foundation

/// Times `rowkeep` as a whole process on generated SQL: the matrix of a large schema, and the reading
/// of large files, which must take twice as long for twice the size.
///
/// `SQLBenchmark ROWKEEP`.
@main
enum SQLBenchmark {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: SQLBenchmark ROWKEEP")
      exit(2)
    }
    let program = CommandLine.arguments[1]
    let folder = NSTemporaryDirectory() + "rowkeep-benchmark-\(getpid())"
    try FileManager.default.createDirectory(
      atPath: folder + "/fixtures/rows", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }

    let schema = LargeSchema(tables: 500)
    try schema.write(to: folder)
    let matrix = try Measurement(
      program, ["matrix", folder + "/schema.sql", "--fixtures", folder + "/fixtures"], runs: 10)
    print("matrix of 500 tables, 1,500 policies: \(matrix)")
    for megabytes in [12, 25, 50] {
      let path = "\(folder)/\(megabytes).sql"
      try schema.writeDump(to: path, megabytes: megabytes)
      print("\(megabytes) MB: \(try Measurement(program, ["compile", path], runs: 3))")
    }
  }
}

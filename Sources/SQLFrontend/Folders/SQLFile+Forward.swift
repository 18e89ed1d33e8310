extension SQLFile {
  /// Comments that begin what undoes a migration, and what does it, in files that hold both: those
  /// of goose, sql-migrate, dbmate and node-pg-migrate.
  private static let directions: [(comment: String, undoes: Bool)] = [
    ("-- +goose down", true), ("-- +goose up", false),
    ("-- +migrate down", true), ("-- +migrate up", false),
    ("-- migrate:down", true), ("-- migrate:up", false),
    ("-- down migration", true), ("-- up migration", false),
  ]
  private static let longest = 20

  /// The file without what undoes it. Lines stay where they were.
  ///
  /// ```swift
  /// SQLFile(name: "1.sql", text: "CREATE TABLE a();\n-- migrate:down\nDROP TABLE a;").forward
  /// ```
  public var forward: SQLFile {
    var kept: [UInt8] = []
    var undoes = false
    var isChanged = false
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if let direction = Self.direction(of: bytes[start..<end]) { undoes = direction }
      if undoes { isChanged = true } else { kept += bytes[start..<end] }
      if end < bytes.count { kept.append(UInt8(ascii: "\n")) }
      start = end + 1
    }
    return isChanged ? SQLFile(name: name, text: String(decoding: kept, as: UTF8.self)) : self
  }

  /// Whether a line says that what follows undoes; nil: it says nothing of that.
  private static func direction(of line: ArraySlice<UInt8>) -> Bool? {
    let comment = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard comment.starts(with: "-- ".utf8) else { return nil }
    let words = String(decoding: comment.prefix(longest), as: UTF8.self).lowercased()
    return directions.first { words.hasPrefix($0.comment) }?.undoes
  }
}

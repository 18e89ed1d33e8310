import SQLFrontend

/// Short ways to read SQL in tests.
enum Reading {
  static func read(_ text: String, _ platform: SQLReader.Platform = .postgres) -> LoadedSQL {
    SQLReader(platform: platform).read([SQLFile(name: "s.sql", text: text)])
  }
}

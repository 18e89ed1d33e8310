import AccessModel
import Foundation

/// Text from files and pipes, up to a size.
enum TextFile {
  /// The largest plan document read. One with a thousand tables is a tenth of it.
  static let documentLimit = 64 << 20

  /// The text of the file at `path`; throws a diagnostic if it can't be read.
  static func read(_ path: String, limit: Int) throws(CommandFailure) -> String {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw unreadable(path, "can't be read")
    }
    defer { try? file.close() }
    return try text(of: file, named: path, limit: limit)
  }

  /// The text of standard input.
  static func readStandardInput(limit: Int) throws(CommandFailure) -> String {
    try text(of: .standardInput, named: "standard input", limit: limit)
  }

  /// Replaces the file at `path`.
  static func write(_ text: String, to path: String) throws(CommandFailure) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .usage("`\(path)` can't be written", help: "name a file in a folder you may write to")
    }
  }

  private static func text(
    of file: FileHandle, named name: String, limit: Int
  ) throws(CommandFailure) -> String {
    var data = Data()
    while data.count <= limit {
      let part: Data?
      do {
        part = try file.read(upToCount: 1 << 20)
      } catch {
        throw unreadable(name, "can't be read")
      }
      guard let part, !part.isEmpty else { break }
      data += part
    }
    guard data.count <= limit else {
      throw unreadable(name, "is larger than \(limit >> 20) MiB")
    }
    // As psql, without a byte order mark.
    guard let text = String(validating: data.withoutByteOrderMark, as: UTF8.self) else {
      throw unreadable(name, "is not UTF-8 text")
    }
    return text
  }

  private static func unreadable(_ name: String, _ reason: String) -> CommandFailure {
    .diagnostics([Diagnostic(.unreadableFile, "`\(name)` \(reason)", at: nil)])
  }
}

import Foundation
import Testing

/// The scripts of the folder `Scripts`. `@` in them becomes a suffix that no other script has.
enum SessionScripts {
  struct Script: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }
  }

  static let all: [Script] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Scripts")
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "sql" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { file in
        Script(
          name: file.lastPathComponent,
          text: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
      }
  }()
}

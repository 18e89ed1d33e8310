import AccessModel
public import Foundation

/// Cases on which the engines once differed, one JSON file each.
public enum Corpus {
  /// The cases in a folder, by file name.
  public static func load(_ folder: URL) throws -> [(name: String, question: DifferentialCase)] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { file in
        let question = try JSONDecoder().decode(
          DifferentialCase.self, from: Data(contentsOf: file))
        return (file.lastPathComponent, question)
      }
  }

  /// Adds a case, named for its seed.
  public static func add(_ question: DifferentialCase, seed: UInt64, to folder: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(question).write(to: folder.appendingPathComponent("seed-\(seed).json"))
  }
}

import Foundation

/// Writes plan documents.
enum PlanWriter {
  /// `value` as JSON with its keys in alphabetical order, so that the text is stable.
  static func json(_ value: some Encodable) throws(CommandFailure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      throw .child("the plan can't be written as JSON")
    }
  }
}

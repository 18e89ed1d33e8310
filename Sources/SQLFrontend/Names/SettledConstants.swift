/// Constants that are written otherwise, by their texts and by which of them it is, in the order in which
/// they are met.
final class SettledConstants {
  private let texts: [String: String]
  /// Nil: all.
  private let places: Set<Int>?
  private(set) var count = 0

  init(_ texts: [String: String], at places: Set<Int>?) {
    (self.texts, self.places) = (texts, places)
  }

  func text(for text: String) -> String? {
    guard let new = texts[text] else { return nil }
    defer { count += 1 }
    return places?.contains(count) == false ? nil : new
  }
}

public import AccessModel

/// What a diagnostic means at length: `rowkeep help RK203`.
public struct DiagnosticExplanation: Hashable, Sendable {
  /// The diagnostic explained.
  public var id: DiagnosticID
  /// One line, as in a list.
  public var title: String
  /// What is wrong and why it matters.
  public var meaning: String
  /// What to do about it.
  public var remedy: String

  init(_ id: DiagnosticID, _ title: String, _ meaning: String, remedy: String) {
    self.id = id
    self.title = title
    self.meaning = meaning
    self.remedy = remedy
  }

  /// All explanations, in the order of their numbers.
  public static var all: [DiagnosticExplanation] {
    ofFiles + ofPlans + ofExpressions + ofFixtures + ofIntents + ofLint
  }

  /// The explanation of `id`, or nil if nobody has written it.
  public static func explaining(_ id: DiagnosticID) -> DiagnosticExplanation? {
    all.first { $0.id == id }
  }

  /// The explanation, laid out for a terminal.
  public var text: String {
    let paragraphs = ["\(id.rawValue): \(title)", meaning, "What to do: \(remedy)"]
    return paragraphs.map { $0.wrapped(to: 80) }.joined(separator: "\n\n") + "\n"
  }
}

extension String {
  /// The words on lines of at most `width` columns, where words allow.
  func wrapped(to width: Int) -> String {
    var lines = [""]
    var room = width
    for word in split(separator: " ") {
      let needed = word.displayWidth + (room == width ? 0 : 1)
      if needed > room, room < width {
        lines.append(String(word))
        room = width - word.displayWidth
      } else {
        lines[lines.count - 1] += (room == width ? "" : " ") + word
        room -= needed
      }
    }
    return lines.joined(separator: "\n")
  }
}

import AccessModel
import SQLBinding

/// A LIKE pattern: `%` any run, `_` any one character, backslash escapes.
struct LikePattern {
  private enum Element: Equatable {
    case literal(Unicode.Scalar)
    case one
    case run
    /// The escape character at the end: an error, but only where matching gets there.
    case danglingEscape
  }

  private var elements: [Element] = []

  init(_ pattern: String) {
    var scalars = pattern.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "%": if elements.last != .run { elements.append(.run) }
      case "_": elements.append(.one)
      case "\\":
        elements.append(scalars.next().map { .literal($0) } ?? .danglingEscape)
      default: elements.append(.literal(scalar))
      }
    }
  }

  /// Backtracks only to the last `%`, so the time is bounded by text × pattern.
  /// Source: `MatchText()` in `src/backend/utils/adt/like_match.c`.
  func matches(_ text: String) throws(EngineFailure) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var (position, element) = (0, 0)
    var retry: (position: Int, element: Int)?
    while position < scalars.count {
      if element < elements.count, elements[element] == .danglingEscape {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22025"), "LIKE pattern must not end with escape character"))
      } else if element < elements.count, elements[element] == .run {
        retry = (position, element + 1)
        element += 1
      } else if element < elements.count,
        elements[element] == .one || elements[element] == .literal(scalars[position])
      {
        position += 1
        element += 1
      } else if let last = retry {
        retry = (last.position + 1, last.element)
        (position, element) = (last.position + 1, last.element)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .run }
  }
}

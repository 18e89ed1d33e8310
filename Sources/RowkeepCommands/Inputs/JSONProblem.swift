import AccessModel
import Foundation

/// What is wrong with a JSON document, and where: from the errors of `JSONDecoder`, which know a
/// path but no line.
struct JSONProblem {
  /// Lowercase, no period.
  var reason: String
  /// `catalog.tables[3].name`, or nil for the document itself.
  var path: String?
  private var steps: [JSONScanner.Step] = []
  private var syntaxPlace: (line: Int, column: Int)?

  init(_ error: DecodingError) {
    let path: [any CodingKey]
    switch error {
    case .keyNotFound(let key, let context):
      reason = "`\(key.stringValue)` is missing"
      path = context.codingPath
    case .typeMismatch(let type, let context):
      reason = "expected \(Self.name(of: type))"
      path = context.codingPath
    case .valueNotFound(let type, let context):
      reason = "expected \(Self.name(of: type)), not null"
      path = context.codingPath
    case .dataCorrupted(let context):
      path = context.codingPath
      let cause = context.underlyingError.map { Self.text(of: $0) }
      reason = path.isEmpty ? "not JSON" : "a value that has no meaning here"
      if let cause {
        reason = "not JSON: \(cause)"
        syntaxPlace = Self.place(in: cause)
      }
    @unknown default:
      reason = "not a plan document"
      path = []
    }
    steps = path.map { key in key.intValue.map { .index($0) } ?? .member(key.stringValue) }
    let text = steps.reduce("") { text, step in
      switch step {
      case .index(let index): "\(text)[\(index)]"
      case .member(let name): text.isEmpty ? name : "\(text).\(name)"
      }
    }
    self.path = text.isEmpty ? nil : text
  }

  func place(in text: String, file: String) -> SourcePlace {
    let found =
      syntaxPlace ?? JSONScanner.place(of: steps, in: Array(text.utf8)) ?? (line: 1, column: 1)
    return SourcePlace(file: file, line: found.line, column: found.column)
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "an integer"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    default: "a value of another type"
    }
  }

  /// `Unexpected character '}' around line 3, column 5.`
  private static func text(of error: any Error) -> String {
    let info = (error as NSError).userInfo
    let text = info["NSDebugDescription"] as? String ?? "unexpected text"
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func place(in text: String) -> (line: Int, column: Int)? {
    guard let line = number(after: "line ", in: text),
      let column = number(after: "column ", in: text)
    else { return nil }
    return (max(1, line), max(1, column))
  }

  private static func number(after word: String, in text: String) -> Int? {
    guard let range = text.range(of: word) else { return nil }
    return Int(text[range.upperBound...].prefix(while: \.isNumber))
  }
}

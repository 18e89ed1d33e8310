import AccessModel
import Foundation

/// What is wrong with a JSON document, and where: from the errors of `JSONDecoder`, which know a
/// path but no line.
struct JSONProblem {
  /// Lowercase, no period.
  private(set) var reason: String
  /// `catalog.tables[3].name`, or nil for the document itself.
  private(set) var path: String?
  /// Counted from 1.
  private(set) var line: Int
  private(set) var column: Int

  init(_ error: DecodingError, in text: String) {
    let bytes = Array(text.utf8)
    let codingPath: [any CodingKey]
    switch error {
    case .keyNotFound(let key, let context):
      reason = "`\(key.stringValue)` is missing"
      codingPath = context.codingPath
    case .typeMismatch(let type, let context):
      reason = "expected \(Self.name(of: type))"
      codingPath = context.codingPath
    case .valueNotFound(let type, let context):
      reason = "expected \(Self.name(of: type)), not null"
      codingPath = context.codingPath
    case .dataCorrupted(let context):
      reason = "a value that has no meaning here"
      codingPath = context.codingPath
    @unknown default:
      reason = "not a plan document"
      codingPath = []
    }
    let steps: [JSONScanner.Step] = codingPath.map { key in
      key.intValue.map { .index($0) } ?? .member(key.stringValue)
    }
    (line, column) = JSONScanner.place(of: steps, in: bytes)
    path = steps.isEmpty ? nil : Self.text(of: steps)
    guard case .dataCorrupted = error, steps.isEmpty else { return }
    let (syntax, offset) = Self.syntaxError(in: text)
    reason = "not JSON" + (syntax.map { ": \($0)" } ?? "")
    (line, column) = JSONScanner.place(ofByte: offset ?? bytes.count, in: bytes)
  }

  private static func text(of steps: [JSONScanner.Step]) -> String {
    steps.reduce("") { text, step in
      switch step {
      case .index(let index): "\(text)[\(index)]"
      case .member(let name): text.isEmpty ? name : "\(text).\(name)"
      }
    }
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

  /// `invalid value`, and the byte it is at; `JSONDecoder` tells neither.
  private static func syntaxError(in text: String) -> (reason: String?, offset: Int?) {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      return (nil, 0)
    } catch {
      // `Invalid value around character 12.`
      guard let message = (error as NSError).userInfo["NSDebugDescription"] as? String else {
        return (nil, 0)
      }
      let parts = message.components(separatedBy: " around character ")
      let reason = parts[0].hasSuffix(".") ? String(parts[0].dropLast()) : parts[0]
      let offset = parts.count > 1 ? Int(parts[1].prefix(while: \.isNumber)) : nil
      return (reason.prefix(1).lowercased() + reason.dropFirst(), offset)
    }
  }
}

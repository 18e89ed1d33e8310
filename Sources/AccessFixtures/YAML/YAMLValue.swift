import AccessModel

/// A YAML document as plain values, each with its place.
struct YAMLValue {
  enum Kind {
    /// `isPlain` is false where the author wrote quotes or a block scalar: then it is text.
    case scalar(String, isPlain: Bool)
    case list([YAMLValue])
    case mapping([Entry])
  }

  struct Entry {
    var key: String
    var keyPlace: SourcePlace
    var value: YAMLValue
  }

  var kind: Kind
  var place: SourcePlace

  /// `null`, `~` or nothing at all.
  var isNull: Bool {
    if case .scalar(let text, isPlain: true) = kind {
      ["", "~", "null", "Null", "NULL"].contains(text)
    } else {
      false
    }
  }

  var bool: Bool? {
    guard case .scalar(let text, isPlain: true) = kind else { return nil }
    return switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// A scalar's text, except null's.
  var text: String? {
    if case .scalar(let text, _) = kind, !isNull { text } else { nil }
  }

  /// What to call it in a message.
  var noun: String {
    switch kind {
    case .scalar: isNull ? "nothing" : "a single value"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }
}

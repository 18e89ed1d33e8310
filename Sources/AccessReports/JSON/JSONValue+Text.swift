extension JSONValue {
  /// The value as JSON text: indented by two, short arrays and objects on one line, a newline at
  /// the end. Source: RFC 8259.
  public func text() -> String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private static let lineWidth = 100

  private func write(to text: inout String, indent: String) {
    let parts: (open: String, items: [(prefix: String, value: JSONValue)], close: String)
    switch self {
    case .array(let values): parts = ("[", values.map { ("", $0) }, "]")
    case .object(let members):
      parts = ("{", members.map { (Self.quoted($0.name) + ": ", $0.value) }, "}")
    default:
      text += scalarText
      return
    }
    if let line = oneLine(room: Self.lineWidth - indent.count) {
      text += line
      return
    }
    let inner = indent + "  "
    text += parts.open
    for (index, item) in parts.items.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + inner + item.prefix
      item.value.write(to: &text, indent: inner)
    }
    text += "\n" + indent + parts.close
  }

  /// The value on one line, or nil if it is longer than `room` or holds anything deep.
  private func oneLine(room: Int, depth: Int = 0) -> String? {
    guard room > 0, depth < 3 else { return nil }
    var items: [String] = []
    var left = room - 2
    let close: String
    switch self {
    case .array(let values):
      for value in values {
        guard let item = value.oneLine(room: left, depth: depth + 1) else { return nil }
        items.append(item)
        left -= item.count + 2
      }
      close = "[]"
    case .object(let members):
      for member in members {
        let name = Self.quoted(member.name) + ": "
        guard let item = member.value.oneLine(room: left - name.count, depth: depth + 1) else {
          return nil
        }
        items.append(name + item)
        left -= name.count + item.count + 2
      }
      close = "{}"
    default:
      let text = scalarText
      return text.count <= room ? text : nil
    }
    return left < 0 ? nil : "\(close.prefix(1))\(items.joined(separator: ", "))\(close.suffix(1))"
  }

  private var scalarText: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .string(let value): Self.quoted(value)
    case .array, .object: ""
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

import AccessModel
import SQLFrontend

/// Writes one JSON object per statement, in order, and nothing else.
///
/// `{"line":12,"sql":"…","columns":["a"],"rows":[["1",null]],"tag":"SELECT 1"}`, or with `"error"`
/// or `"undecided"` in the place of the last three. Notices come as `"notices"` where there are any.
public final class JSONLinesReporter: ScriptReporter {
  private let output: (String) -> Void
  private let errors: (String) -> Void

  /// `output`, `errors`: take lines, without their newline.
  public init(output: @escaping (String) -> Void, errors: @escaping (String) -> Void) {
    self.output = output
    self.errors = errors
  }

  public func echo(_ line: String) {}
  public func message(_ text: String) {}
  public func warn(_ text: String, line: Int) { errors("line \(line): \(text)") }

  public func report(
    _ result: StatementResult, of statement: String, line: Int, hidesRows: Bool
  ) {
    let text = statement.hasSuffix(";") ? String(statement.dropLast()) : statement
    var members = ["\"line\":\(line)", "\"sql\":\(Self.string(text))"]
    switch result.outcome {
    case .completed(let columns, let rows, let tag):
      if let columns {
        members.append("\"columns\":\(Self.array(columns.map(Self.string)))")
        members.append("\"rows\":\(Self.array(rows.map(Self.row)))")
      }
      if let copied = result.copied {
        members.append("\"copied\":\(Self.array(copied.map(Self.string)))")
      }
      members.append("\"tag\":\(Self.string(tag))")
    case .failed(let error):
      var parts = [
        "\"sqlstate\":\(Self.string(error.sqlState.rawValue))",
        "\"message\":\(Self.string(error.message))",
      ]
      if let detail = error.detail { parts.append("\"detail\":\(Self.string(detail))") }
      if let hint = error.hint { parts.append("\"hint\":\(Self.string(hint))") }
      if !error.origin.context.isEmpty {
        parts.append(
          "\"context\":\(Self.string(error.origin.context.joined(separator: "\n")))")
      }
      members.append("\"error\":{\(parts.joined(separator: ","))}")
    case .undecided(let construct):
      members.append("\"undecided\":\(Self.string(construct.construct))")
    }
    if !result.notices.isEmpty {
      let notices = result.notices.map { notice in
        var parts = [
          "\"severity\":\(Self.string(notice.severity))",
          "\"sqlstate\":\(Self.string(notice.sqlState.rawValue))",
          "\"message\":\(Self.string(notice.message))",
        ]
        if let detail = notice.detail { parts.append("\"detail\":\(Self.string(detail))") }
        if let hint = notice.hint { parts.append("\"hint\":\(Self.string(hint))") }
        return "{\(parts.joined(separator: ","))}"
      }
      members.append("\"notices\":\(Self.array(notices))")
    }
    output("{\(members.joined(separator: ","))}")
  }

  private static func row(_ row: [String?]) -> String {
    array(row.map { $0.map(string) ?? "null" })
  }

  private static func array(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }

  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

public import AccessDecisions
public import AccessModel

extension Decision {
  /// The decision in words: `no privilege (42501): permission denied for table make`.
  public var text: String {
    switch self {
    case .allowed: "allowed"
    case .bypassed(let bypasses):
      "allowed, row security bypassed: \(bypasses.map(\.description).joined(separator: "; "))"
    case .filtered: "filtered: no error, no row"
    case .noPrivilege(let error): "no privilege (\(error.text))"
    case .checkViolated(_, let error): "check violated (\(error.text))"
    case .recursion(let error): "recursion (\(error.text))"
    case .error(let error): "error (\(error.text))"
    case .undecided(let undecided): "undecided: \(undecided.text)"
    }
  }

  /// What the decision means to the caller, as far as colour tells.
  public var role: TextStyle.Role {
    switch self {
    case .allowed: .good
    case .bypassed, .undecided, .error, .recursion: .warning
    case .filtered: .quiet
    case .noPrivilege, .checkViolated: .bad
    }
  }
}

extension PostgresError {
  /// `42501: permission denied for table make`, with nothing but the primary message.
  public var text: String { "\(sqlState): \(message)" }
}

extension Undecided {
  /// The construct, and where it was written.
  public var text: String { construct + (place.map { " (\($0))" } ?? "") }
}

extension Outcome {
  /// The outcome as psql would show it, on as few lines as it takes.
  public func text(rowLimit: Int = 10) -> String {
    switch self {
    case .refused(let error, _): return "ERROR \(error.text)"
    case .undecided(let undecided): return "undecided: \(undecided.text)"
    case .completed(let completion):
      let rows = completion.rows.prefix(rowLimit).map { row in
        "(" + row.map { $0?.printable ?? "NULL" }.joined(separator: ", ") + ")"
      }
      let more = completion.rows.count - rows.count
      return ([completion.tag] + rows + (more > 0 ? ["… \(more) more"] : []))
        .joined(separator: " ")
    }
  }
}

import CLibPQ

/// A URL or connection string, taken apart to be named in messages without its secrets.
struct ConnectionAddress {
  /// Values that must not be printed: passwords, wherever they stand.
  private(set) var secrets: [String] = []
  /// The options given, secrets left out.
  private(set) var options: [String: String] = [:]

  /// Throws `unreadableAddress`. Its message quotes nothing of `text`: a URL that is cut in the
  /// wrong places may show its password anywhere.
  init(_ text: String) throws(LivePostgresError) {
    guard text.contains("=") || text.contains("://") else {
      options["dbname"] = text
      return
    }
    var message: UnsafeMutablePointer<CChar>?
    guard !text.utf8.contains(0), let parsed = PQconninfoParse(text, &message) else {
      let reason = message.map { Self.withoutQuotations(String(cString: $0)) }
      PQfreemem(message)
      throw Self.unreadable(reason ?? "it holds a zero byte")
    }
    defer { PQconninfoFree(parsed) }
    var option = parsed
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        let isSecret = option.pointee.dispchar.map { String(cString: $0) } == "*"
        if isSecret {
          secrets.append(String(cString: value))
        } else {
          options[String(cString: keyword)] = String(cString: value)
        }
      }
      option += 1
    }
    // `postgres://me:pass/word@host/db` reads as host `me` and port `pass`.
    let ports = options["port", default: ""].split(separator: ",")
    guard ports.allSatisfy({ UInt16($0) != nil }) else { throw Self.unreadable("bad port number") }
    // `postgres://me:pass@word@host/db` reads as host `word@host`.
    let names = [options["dbname"], options["host"]].compactMap(\.self)
    if text.contains("://"), names.contains(where: { $0.contains("@") }) {
      throw Self.unreadable("there is a second @, as of a password that holds one")
    }
  }

  /// Learns the secrets that libpq found elsewhere: in variables, the service file, the password file.
  mutating func addSecrets(of handle: OpaquePointer) {
    if let password = PQpass(handle) { secrets.append(String(cString: password)) }
    guard let all = PQconninfo(handle) else { return }
    defer { PQconninfoFree(all) }
    var option = all
    while option.pointee.keyword != nil {
      if let value = option.pointee.val,
        option.pointee.dispchar.map({ String(cString: $0) }) == "*"
      {
        secrets.append(String(cString: value))
      }
      option += 1
    }
  }

  /// `database app on db.example:5432 as user ana`, as far as it was given.
  var description: String {
    var words = ["database"]
    if let name = options["dbname"] { words.append("`\(name)`") }
    if let host = options["host"] ?? options["hostaddr"] {
      words += ["on", options["port"].map { "\(host):\($0)" } ?? host]
    }
    if let user = options["user"] { words += ["as user `\(user)`"] }
    return words.count == 1 ? "the default database" : words.joined(separator: " ")
  }

  /// `message` with every secret blotted out.
  func redact(_ message: String) -> String {
    secrets.reduce(message) { text, secret in
      secret.isEmpty ? text : text.replacing(secret, with: "***")
    }
  }

  private static func unreadable(_ reason: String) -> LivePostgresError {
    LivePostgresError(
      .unreadableAddress, "the database URL cannot be read: \(reason)",
      help: "write it as postgres://user@host:5432/database, special characters as %XX")
  }

  /// `message` with whatever stands in double quotes left out.
  private static func withoutQuotations(_ message: String) -> String {
    let parts = message.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.map { $0.isMultiple(of: 2) ? String(parts[$0]) : "…" }.joined()
  }
}

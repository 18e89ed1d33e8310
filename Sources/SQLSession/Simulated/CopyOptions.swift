import AccessModel
import SQLFrontend

extension CopyCommand {
  /// What is wrong with its options, each by itself or one beside another.
  ///
  /// Source: `ProcessCopyOptions()` in `src/backend/commands/copy.c`.
  func mistake(in version: PostgresVersion) -> PostgresError? {
    let isCSV = format == "csv"
    let delimiter = delimiter ?? (isCSV ? "," : "\t")
    let nullText = nullText ?? (isCSV ? "" : "\\N")
    if matchesHeader, !isFrom {
      return unsupported("cannot use \"match\" with HEADER in COPY TO")
    }
    guard delimiter.utf8.count == 1 else {
      return unsupported("COPY delimiter must be a single one-byte character")
    }
    guard delimiter != "\n", delimiter != "\r" else {
      return invalid("COPY delimiter cannot be newline or carriage return")
    }
    guard !nullText.utf8.contains(where: { [0x0A, 0x0D].contains($0) }) else {
      return invalid("COPY null representation cannot use newline or carriage return")
    }
    if !isCSV, "\\.abcdefghijklmnopqrstuvwxyz0123456789".contains(delimiter) {
      return invalid("COPY delimiter cannot be \"\(delimiter)\"")
    }
    if let error = mistakeInQuotes(isCSV, delimiter, version) { return error }
    if nullText.contains(delimiter) {
      return version >= .v17
        ? invalid("COPY delimiter character must not appear in the NULL specification")
        : unsupported("COPY delimiter must not appear in the NULL specification")
    }
    if isCSV, nullText.contains(quote ?? "\"") {
      let message = "CSV quote character must not appear in the NULL specification"
      return version >= .v17 ? invalid(message) : unsupported(message)
    }
    if isFreezing, !isFrom, version >= .v17 {
      return invalid("COPY FREEZE cannot be used with COPY TO")
    }
    return nil
  }

  private func mistakeInQuotes(
    _ isCSV: Bool, _ delimiter: String, _ version: PostgresVersion
  ) -> PostgresError? {
    /// Options by their names; before 17 messages call them otherwise.
    func requiresCSV(_ name: String) -> PostgresError {
      unsupported(
        version >= .v17
          ? "COPY \(name) requires CSV mode"
          : "COPY \(Self.words(of: name)) available only in CSV mode")
    }
    for (name, value) in [("QUOTE", quote ?? (isCSV ? "\"" : nil)), ("ESCAPE", escape)] {
      guard let value else { continue }
      guard isCSV else { return requiresCSV(name) }
      guard value.utf8.count == 1 else {
        return unsupported("COPY \(name.lowercased()) must be a single one-byte character")
      }
      if name == "QUOTE", value == delimiter {
        return invalid("COPY delimiter and quote must be different")
      }
    }
    for (name, columns, isOfFrom) in [
      ("FORCE_QUOTE", forceQuote, false), ("FORCE_NOT_NULL", forceNotNull, true),
      ("FORCE_NULL", forceNull, true),
    ] where !columns.isEmpty {
      guard isCSV else { return requiresCSV(name) }
      guard isFrom != isOfFrom else { continue }
      let (this, other) = isFrom ? ("FROM", "TO") : ("TO", "FROM")
      guard version >= .v17 else {
        return unsupported("COPY \(Self.words(of: name)) only available using COPY \(other)")
      }
      let message = "COPY \(name) cannot be used with COPY \(this)"
      return isFrom ? unsupported(message) : invalid(message)
    }
    return nil
  }

  private static func words(of option: String) -> String {
    option.lowercased().replacing("_", with: " ")
  }

  private func invalid(_ message: String) -> PostgresError {
    PostgresError(SQLState(rawValue: "22023"), message)
  }

  private func unsupported(_ message: String) -> PostgresError {
    PostgresError(.featureNotSupported, message)
  }
}

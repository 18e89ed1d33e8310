import AccessModel
import SQLBinding
import SQLFrontend

/// Reads the lines that COPY FROM takes. Source: `src/backend/commands/copyfromparse.c`.
struct CopyReader {
  /// One row: its fields, nil for NULL, with the line that it ends on and the text it was read from.
  struct Record {
    var fields: [String?]
    var line: Int
    var text: String
  }

  private let command: CopyCommand
  private let table: String
  private let columns: [String]
  private let delimiter: UInt8
  private let nullText: [UInt8]
  private let quote: UInt8
  private let escape: UInt8

  private var isCSV: Bool { command.format == "csv" }

  init(_ command: CopyCommand, table: String, columns: [String]) {
    (self.command, self.table, self.columns) = (command, table, columns)
    let isCSV = command.format == "csv"
    func byte(_ text: String?, _ usual: Character) -> UInt8 {
      text?.utf8.first ?? usual.asciiValue ?? 0
    }
    delimiter = byte(command.delimiter, isCSV ? "," : "\t")
    nullText = Array((command.nullText ?? (isCSV ? "" : "\\N")).utf8)
    quote = byte(command.quote, "\"")
    escape = byte(command.escape ?? command.quote, "\"")
  }

  /// The rows before the first line that is none, and what PostgreSQL says of that one.
  struct Reading {
    var records: [Record] = []
    var failure: EngineFailure?
    /// The fields of a line that ends too early: they are converted before that is noticed.
    var short: Record?
  }

  func read(_ lines: [String]) -> Reading {
    var result = Reading()
    do throws(EngineFailure) {
      try read(lines, into: &result)
    } catch {
      result.failure = error
    }
    return result
  }

  private func read(_ lines: [String], into result: inout Reading) throws(EngineFailure) {
    var number = 0
    // Lines that go on after a backslash count once.
    var continued = 0
    while number < lines.count {
      let first = number
      var text = lines[number]
      number += 1
      if isCSV {
        // A quoted field goes on over the ends of lines.
        while !isClosed(text), number < lines.count {
          text += "\n" + lines[number]
          number += 1
        }
      } else {
        while Self.goesOn(text) {
          text += "\n"
          guard number < lines.count else { break }
          text += lines[number]
          number += 1
          continued += 1
        }
      }
      if first == 0, command.hasHeader {
        if command.matchesHeader { try match(text) }
        continue
      }
      var record = Record(fields: [], line: number - continued, text: text)
      record.fields = try isCSV ? csvFields(record) : textFields(record)
      if record.fields.count < columns.count { result.short = record }
      try requireWidth(record)
      result.records.append(record)
    }
  }

  /// Whether a backslash stands before the end of the line.
  ///
  /// Source: `CopyReadLineText()` in `src/backend/commands/copyfromparse.c`.
  private static func goesOn(_ text: String) -> Bool {
    !text.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
  }

  /// `COPY t, line 2`, for CONTEXT.
  func context(line: Int) -> String { "COPY \(table), line \(line)" }

  /// As above, with the line's text or that of a column.
  func context(line: Int, column: String? = nil, _ text: String?) -> String {
    var result = context(line: line)
    if let column { result += ", column \(column)" }
    guard let text else { return column == nil ? result : result + ": null input" }
    return result + ": \"\(Self.limited(text))\""
  }

  /// Source: `limit_printout_length()`.
  private static func limited(_ text: String) -> String {
    guard text.utf8.count > 100 else { return text }
    var bytes = text.utf8.prefix(100)
    while !bytes.isEmpty, String(bytes) == nil { bytes.removeLast() }
    return (String(bytes) ?? "") + "..."
  }

  private func bad(_ message: String, _ record: Record) -> EngineFailure {
    .postgres(
      PostgresError(SQLState(rawValue: "22P04"), message)
        .inside(context(line: record.line, record.text)))
  }

  private func requireWidth(_ record: Record) throws(EngineFailure) {
    if columns.isEmpty, record.fields.count == 1, record.text.isEmpty { return }
    guard record.fields.count <= columns.count else {
      throw bad("extra data after last expected column", record)
    }
    guard record.fields.count == columns.count else {
      throw bad("missing data for column \"\(columns[record.fields.count])\"", record)
    }
  }

  /// HEADER MATCH. Source: `NextCopyFromRawFields()`.
  private func match(_ text: String) throws(EngineFailure) {
    let record = Record(fields: [], line: 1, text: text)
    let fields = try isCSV ? csvFields(record) : textFields(record)
    guard fields.count == columns.count else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22P04"),
          "wrong number of fields in header line: got \(fields.count), expected \(columns.count)"
        ).inside(context(line: 1, text)))
    }
    for (number, (field, column)) in zip(fields, columns).enumerated() where field != column {
      let got = field.map { "got \"\($0)\"" } ?? "got null value (\"\(command.nullText ?? "\\N")\")"
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22P04"),
          "column name mismatch in header line field \(number + 1): \(got), expected \"\(column)\""
        ).inside(context(line: 1, text)))
    }
  }

  // MARK: Text

  private func textFields(_ record: Record) throws(EngineFailure) -> [String?] {
    var result: [String?] = []
    var field: [UInt8] = []
    var raw: [UInt8] = []
    let bytes = Array(record.text.utf8)
    var position = 0
    func finished() throws(EngineFailure) -> String? {
      if raw == nullText { return nil }
      guard let text = String(validating: field, as: UTF8.self) else {
        throw .undecided(Undecided("a field of COPY that is no UTF-8"))
      }
      return text
    }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == delimiter {
        result.append(try finished())
        (field, raw) = ([], [])
        continue
      }
      raw.append(byte)
      guard byte == UInt8(ascii: "\\"), position < bytes.count else {
        field.append(byte)
        continue
      }
      let escaped = bytes[position]
      raw.append(escaped)
      position += 1
      switch escaped {
      case UInt8(ascii: "b"): field.append(0x08)
      case UInt8(ascii: "f"): field.append(0x0C)
      case UInt8(ascii: "n"): field.append(0x0A)
      case UInt8(ascii: "r"): field.append(0x0D)
      case UInt8(ascii: "t"): field.append(0x09)
      case UInt8(ascii: "v"): field.append(0x0B)
      case 0x30...0x37:
        var value = Int(escaped - 0x30)
        var count = 1
        while count < 3, position < bytes.count, (0x30...0x37).contains(bytes[position]) {
          value = value * 8 + Int(bytes[position] - 0x30)
          raw.append(bytes[position])
          position += 1
          count += 1
        }
        field.append(UInt8(truncatingIfNeeded: value))
      case UInt8(ascii: "x") where position < bytes.count && Self.hex(bytes[position]) != nil:
        var value = 0
        var count = 0
        while count < 2, position < bytes.count, let digit = Self.hex(bytes[position]) {
          value = value * 16 + digit
          raw.append(bytes[position])
          position += 1
          count += 1
        }
        field.append(UInt8(truncatingIfNeeded: value))
      default: field.append(escaped)
      }
    }
    result.append(try finished())
    return result
  }

  private static func hex(_ byte: UInt8) -> Int? {
    Character(Unicode.Scalar(byte)).hexDigitValue
  }

  // MARK: CSV

  /// Whether all quotes of a line are closed.
  private func isClosed(_ text: String) -> Bool {
    var isQuoted = false
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if isQuoted, byte == escape, let next = bytes.first, next == quote || next == escape {
        bytes.removeFirst()
      } else if byte == quote {
        isQuoted.toggle()
      }
    }
    return !isQuoted
  }

  private func csvFields(_ record: Record) throws(EngineFailure) -> [String?] {
    var result: [String?] = []
    var field: [UInt8] = []
    var (isQuoted, wasQuoted) = (false, false)
    var bytes = Array(record.text.utf8)[...]
    func finished() throws(EngineFailure) -> String? {
      let column = columns.indices.contains(result.count) ? columns[result.count] : ""
      let isNull =
        field == nullText
        && (wasQuoted
          ? Self.names(command.forceNull, column) : !Self.names(command.forceNotNull, column))
      if isNull { return nil }
      guard let text = String(validating: field, as: UTF8.self) else {
        throw .undecided(Undecided("a field of COPY that is no UTF-8"))
      }
      return text
    }
    while let byte = bytes.popFirst() {
      if isQuoted, byte == escape, let next = bytes.first, next == quote || next == escape {
        field.append(bytes.removeFirst())
      } else if byte == quote {
        isQuoted.toggle()
        wasQuoted = true
      } else if byte == delimiter, !isQuoted {
        result.append(try finished())
        (field, wasQuoted) = ([], false)
      } else {
        field.append(byte)
      }
    }
    if isQuoted { throw bad("unterminated CSV quoted field", record) }
    result.append(try finished())
    return result
  }

  private static func names(_ list: [String], _ column: String) -> Bool {
    list == ["*"] || list.contains(column)
  }
}

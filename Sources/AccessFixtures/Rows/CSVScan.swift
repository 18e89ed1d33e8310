import AccessModel

/// A pass over CSV text that learns what SwiftCSV does not say, and refuses what it would alter.
///
/// SwiftCSV splits and unescapes fields, but it drops blanks before a field, accepts text whose
/// last quote is missing, pads short rows, knows no line numbers, and cannot tell a quoted empty
/// field from an empty one. COPY tells them apart (`""` is the empty string, nothing is NULL), so
/// this pass marks quoted empty fields with a zero byte, which PostgreSQL text cannot contain.
struct CSVScan {
  /// One record of the file: a row, or its header.
  struct Record: Hashable {
    /// Where it begins, from 1, counting line ends inside quotes.
    var line: Int
    var fieldCount = 0
    /// Bytes of all its fields together, quoting removed.
    var byteCount = 0
    var isBlank = true
  }

  struct Problem: Error, Hashable {
    var line: Int
    var message: String
  }

  static let quotedEmpty: UInt8 = 0

  private(set) var records: [Record] = []
  /// The text for SwiftCSV: quoted empty fields marked, the last line ended.
  private(set) var marked: [UInt8] = []
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  /// Scans UTF-8 text without zero bytes.
  init(_ text: String) throws(Problem) {
    bytes = Array(text.utf8)
    marked.reserveCapacity(bytes.count + 1)
    while index < bytes.count { try scanRecord() }
  }

  /// The fields of ASCII text without any quote: nothing in it need be unescaped, and most fixtures
  /// are of this kind.
  var unquotedFields: [[String]]? {
    guard bytes.allSatisfy({ $0 < 0x80 && $0 != quote }) else { return nil }
    var fields: [[String]] = []
    fields.reserveCapacity(records.count)
    var rest = bytes[...]
    for record in records {
      var row: [String] = []
      row.reserveCapacity(record.fieldCount)
      while let end = rest.firstIndex(where: \.endsField) {
        row.append(String(decoding: rest[..<end], as: UTF8.self))
        rest = rest[(end + 1)...]
        if bytes[end] != comma {
          if bytes[end] == carriageReturn, rest.first == newline { rest = rest.dropFirst() }
          break
        }
      }
      if row.count < record.fieldCount {
        row.append(String(decoding: rest, as: UTF8.self))
        rest = []
      }
      fields.append(row)
    }
    return fields
  }

  private mutating func scanRecord() throws(Problem) {
    var record = Record(line: line)
    while true {
      record.fieldCount += 1
      if byte == quote {
        record.isBlank = false
        record.byteCount += try scanQuoted()
      } else {
        let length = try scanPlain()
        if length > 0 { record.isBlank = false }
        record.byteCount += length
      }
      guard byte == comma else { break }
      record.isBlank = false
      copy()
    }
    records.append(record)
    if byte == nil { marked.append(newline) } else { copyLineEnd() }
  }

  private mutating func scanPlain() throws(Problem) -> Int {
    let start = index
    if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      throw Problem(line: line, message: "a field begins with a blank; put it in quotes")
    }
    while let byte, byte != comma, byte != newline, byte != carriageReturn {
      if byte == quote {
        throw Problem(line: line, message: "a quote inside a field that is not in quotes")
      }
      copy()
    }
    return index - start
  }

  private mutating func scanQuoted() throws(Problem) -> Int {
    let openedAt = line
    let markedStart = marked.count
    var length = 0
    copy()
    while true {
      guard let byte else {
        throw Problem(line: openedAt, message: "a quote is opened here and never closed")
      }
      if byte == quote {
        copy()
        guard self.byte == quote else { break }
        copy()
        length += 1
      } else if byte == newline || byte == carriageReturn {
        length += copyLineEnd()
      } else {
        copy()
        length += 1
      }
    }
    guard byte == nil || byte == comma || byte == newline || byte == carriageReturn else {
      throw Problem(line: line, message: "text after a closing quote")
    }
    if length == 0 {
      marked.removeSubrange(markedStart...)
      marked.append(Self.quotedEmpty)
      length = 1
    }
    return length
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func copy() {
    guard index < bytes.count else { return }
    marked.append(bytes[index])
    index += 1
  }

  @discardableResult private mutating func copyLineEnd() -> Int {
    let start = index
    let isCarriageReturn = byte == carriageReturn
    copy()
    if isCarriageReturn, byte == newline { copy() }
    line += 1
    return index - start
  }
}

private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")
private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

extension UInt8 {
  fileprivate var endsField: Bool { self == comma || self == newline || self == carriageReturn }
}

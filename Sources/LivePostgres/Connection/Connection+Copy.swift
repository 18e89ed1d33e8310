import AccessModel
import CLibPQ

/// The server refused a row of a COPY.
struct CopyFailure: Error {
  var error: PostgresError
  /// Counted from 1, where the server says.
  var line: Int?
}

extension Connection {
  /// Sends rows to a `COPY … FROM STDIN`. Throws `CopyFailure` where the server refuses.
  func copy(_ sql: String, _ rows: some Sequence<[String?]>) throws {
    let start = PQexec(handle, sql)
    defer { PQclear(start) }
    guard PQresultStatus(start) == PGRES_COPY_IN else { throw copyFailure(of: start) }
    var buffer: [UInt8] = []
    for row in rows {
      Self.append(row, to: &buffer)
      if buffer.count > 1 << 16 {
        try putCopy(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try putCopy(buffer)
    guard PQputCopyEnd(handle, nil) == 1 else { throw failure(of: nil) }
    var first: (any Error)?
    while let result = PQgetResult(handle) {
      if PQresultStatus(result) != PGRES_COMMAND_OK { first = first ?? copyFailure(of: result) }
      PQclear(result)
    }
    if let first { throw first }
  }

  private func copyFailure(of result: OpaquePointer?) -> any Error {
    let error = failure(of: result)
    guard let error = error as? PostgresError else { return error }
    // `COPY saved, line 3, column id: "x"`
    let context = Self.field(rk_diag_context, of: result) ?? ""
    let line = context.firstRange(of: ", line ").flatMap { marker in
      Int(context[marker.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }
    return CopyFailure(error: error, line: line)
  }

  /// One line of COPY's text format. Source: PostgreSQL manual, COPY, "Text Format".
  private static func append(_ row: [String?], to buffer: inout [UInt8]) {
    for (index, value) in row.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: "\t")) }
      guard let value else {
        buffer += [UInt8(ascii: "\\"), UInt8(ascii: "N")]
        continue
      }
      for byte in value.utf8 {
        switch byte {
        case UInt8(ascii: "\\"): buffer += [byte, byte]
        case UInt8(ascii: "\t"): buffer += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        case UInt8(ascii: "\n"): buffer += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case UInt8(ascii: "\r"): buffer += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        default: buffer.append(byte)
        }
      }
    }
    buffer.append(UInt8(ascii: "\n"))
  }
}

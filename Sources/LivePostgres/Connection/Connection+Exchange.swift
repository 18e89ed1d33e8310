public import AccessModel
import CLibPQ

/// What the server answered to one statement, with all that came along.
public struct Exchange: Sendable {
  public var result: QueryResult
  /// Rows may come, though perhaps none did: SELECT, RETURNING, SHOW, FETCH.
  public var givesRows: Bool
  public var notices: [Notice]
  /// Lines of COPY … TO stdout; nil for other statements.
  public var copied: [String]?
}

/// Keeps notices until they are taken.
final class NoticeBox {
  var notices: [Notice] = []
}

extension Connection {
  /// Runs one statement as psql does, COPY from and to the client included.
  ///
  /// `copyData`: the lines for COPY … FROM stdin.
  public func exchange(_ sql: String, copyData: () -> [String]) throws -> Exchange {
    try requireNoZeroByte(sql)
    collectNotices()
    guard PQsendQuery(handle, sql) == 1 else { throw failure(of: nil) }
    var exchange = Exchange(
      result: QueryResult(columns: [], rows: [], tag: "", count: 0), givesRows: false, notices: [])
    var refused: (any Error)?
    while let result = PQgetResult(handle) {
      switch PQresultStatus(result) {
      case PGRES_COPY_IN:
        PQclear(result)
        let lines = copyData().map { $0 + "\n" }.joined()
        try putCopy(Array(lines.utf8))
        guard PQputCopyEnd(handle, nil) == 1 else { throw failure(of: nil) }
      case PGRES_COPY_OUT:
        PQclear(result)
        exchange.copied = copiedLines()
      default:
        let status = PQresultStatus(result)
        do {
          exchange.result = try finish(result)
          exchange.givesRows = status == PGRES_TUPLES_OK
        } catch {
          refused = refused ?? error
        }
      }
    }
    if let refused { throw refused }
    exchange.notices = takeNotices()
    return exchange
  }

  /// Notices since the last call.
  public func takeNotices() -> [Notice] {
    defer { notices.notices = [] }
    return notices.notices
  }

  /// Begins to keep notices; until then they are thrown away.
  public func collectNotices() {
    let box = Unmanaged.passUnretained(notices).toOpaque()
    _ = PQsetNoticeReceiver(
      handle,
      { box, result in
        guard let box else { return }
        let notices = Unmanaged<NoticeBox>.fromOpaque(box).takeUnretainedValue()
        notices.notices.append(
          Notice(
            Connection.field(rk_diag_severity, of: result) ?? "NOTICE",
            Connection.field(rk_diag_message, of: result) ?? "",
            detail: Connection.field(rk_diag_detail, of: result),
            hint: Connection.field(rk_diag_hint, of: result),
            sqlState: Connection.field(rk_diag_sqlstate, of: result).map(SQLState.init(rawValue:))))
      }, box)
  }

  /// Sends a part of COPY's data. libpq counts in 32 bits, and one row may be longer.
  func putCopy(_ bytes: [UInt8]) throws {
    for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
      let part = bytes[start..<min(start + (1 << 20), bytes.count)]
      let status = part.withUnsafeBytes { part in
        PQputCopyData(
          handle, part.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(part.count))
      }
      guard status == 1 else { throw failure(of: nil) }
    }
  }

  private func copiedLines() -> [String] {
    var result: [String] = []
    var buffer: UnsafeMutablePointer<CChar>?
    while true {
      let count = PQgetCopyData(handle, &buffer, 0)
      guard count > 0, let line = buffer else { break }
      let bytes = UnsafeBufferPointer(start: line, count: Int(count))
      var text = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.last == "\n" { text.removeLast() }
      result.append(text)
      PQfreemem(line)
    }
    return result
  }
}

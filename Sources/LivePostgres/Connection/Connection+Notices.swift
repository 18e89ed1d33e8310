import CLibPQ

/// What the server says besides results: `NOTICE:  …`, each with its DETAIL and HINT lines.
final class NoticeCollector {
  var texts: [String] = []
}

extension Connection {
  /// Begins to keep notices; until then they are thrown away.
  public func collectNotices() {
    let collector = notices ?? NoticeCollector()
    notices = collector
    PQsetNoticeProcessor(
      handle,
      { argument, message in
        guard let argument, let message else { return }
        Unmanaged<NoticeCollector>.fromOpaque(argument).takeUnretainedValue().texts
          .append(String(cString: message))
      }, Unmanaged.passUnretained(collector).toOpaque())
  }

  /// The notices since the last call, as psql prints them.
  public func takeNotices() -> [String] {
    defer { notices?.texts = [] }
    return notices?.texts ?? []
  }
}

import AccessModel
import CPgQuery

/// Windows and their frames.
extension SyntaxReader {
  private typealias Window = UnsafeMutablePointer<PgQuery__WindowDef>

  /// Bits of `frame_options`. Source: `FRAMEOPTION_…` in `parsenodes.h`.
  private enum Frame {
    static let isWritten: Int32 = 0x1
    static let (rows, groups): (Int32, Int32) = (0x4, 0x8)
    /// Of the start; that of the end is the next bit.
    static let bounds: [(bit: Int32, bound: @Sendable (SQLExpression?) -> SQLWindowFrame.Bound?)] =
      [
        (0x20, { _ in .unboundedPreceding }), (0x80, { _ in .unboundedFollowing }),
        (0x200, { _ in .currentRow }), (0x800, { $0.map { .preceding($0) } }),
        (0x2000, { $0.map { .following($0) } }),
      ]
    static let exclusions: [(bit: Int32, SQLWindowFrame.Exclusion)] = [
      (0x8000, .currentRow), (0x10000, .group), (0x20000, .ties),
    ]
  }

  mutating func window(
    _ node: UnsafeMutablePointer<PgQuery__WindowDef>
  ) throws(ReadFailure) -> SQLWindow {
    let window = node.pointee
    // `OVER name` is that window; `OVER (name …)` adds to it.
    if !text(window.name).isEmpty, !isDefinition(node) { return try named(text(window.name)) }
    return try nested { (reader) throws(ReadFailure) in try reader.definition(window) }
  }

  /// Whether it is one of the WINDOW clause.
  private func isDefinition(_ node: Window) -> Bool {
    windows[text(node.pointee.name)] == node
  }

  private mutating func named(_ name: String) throws(ReadFailure) -> SQLWindow {
    guard let found = windows[name] else {
      throw .refused(.undefinedObject, "window \"\(name)\" does not exist")
    }
    usedWindows.insert(name)
    return try nested { (reader) throws(ReadFailure) in try reader.definition(found.pointee) }
  }

  private mutating func definition(
    _ window: PgQuery__WindowDef
  ) throws(ReadFailure) -> SQLWindow {
    let frame = try frame(window)
    var result = SQLWindow(
      partitionBy: try expressions(list(window.n_partition_clause, window.partition_clause)),
      orderBy: try orders(list(window.n_order_clause, window.order_clause)), frame: frame)
    let reference = text(window.refname)
    guard !reference.isEmpty else { return result }
    let base = try named(reference)
    let refused = SQLState(rawValue: "42P20")
    guard result.partitionBy.isEmpty else {
      throw .refused(refused, "cannot override PARTITION BY clause of window \"\(reference)\"")
    }
    guard result.orderBy.isEmpty || base.orderBy.isEmpty else {
      throw .refused(refused, "cannot override ORDER BY clause of window \"\(reference)\"")
    }
    guard base.frame == nil else {
      throw .refused(
        refused, "cannot copy window \"\(reference)\" because it has a frame clause")
    }
    result.partitionBy = base.partitionBy
    if result.orderBy.isEmpty { result.orderBy = base.orderBy }
    return result
  }

  /// Nil: none is written.
  private mutating func frame(_ window: PgQuery__WindowDef) throws(ReadFailure) -> SQLWindowFrame? {
    let bits = window.frame_options
    guard bits & Frame.isWritten != 0 else { return nil }
    let (first, last) = (try optional(window.start_offset), try optional(window.end_offset))
    var (start, end): (SQLWindowFrame.Bound?, SQLWindowFrame.Bound?)
    for (bit, bound) in Frame.bounds {
      if bits & bit != 0 { start = bound(first) }
      if bits & (bit << 1) != 0 { end = bound(last) }
    }
    // The one bit of UNBOUNDED PRECEDING's end is the start of nothing else.
    if bits & 0x40 != 0 { end = .unboundedPreceding }
    guard let start, let end else {
      throw .unsupported("a window's frame", location: Int(window.location))
    }
    let unit: SQLWindowFrame.Unit =
      bits & Frame.rows != 0 ? .rows : bits & Frame.groups != 0 ? .groups : .range
    return SQLWindowFrame(
      unit, from: start, to: end,
      excluding: Frame.exclusions.first { bits & $0.bit != 0 }?.1)
  }
}

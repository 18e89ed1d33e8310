/// `(PARTITION BY … ORDER BY … frame)`.
public struct SQLWindow: Hashable, Codable, Sendable {
  public var partitionBy: [SQLExpression]
  public var orderBy: [SQLOrder]
  /// Nil: the default, from the partition's first row to the last equal to the current one.
  public var frame: SQLWindowFrame?

  public init(
    partitionBy: [SQLExpression] = [], orderBy: [SQLOrder] = [], frame: SQLWindowFrame? = nil
  ) {
    self.partitionBy = partitionBy
    self.orderBy = orderBy
    self.frame = frame
  }
}

/// `ROWS BETWEEN start AND end EXCLUDE …`. Source: manual, 4.2.8 "Window Function Calls".
public struct SQLWindowFrame: Hashable, Codable, Sendable {
  public enum Unit: String, Hashable, Codable, Sendable {
    case range = "RANGE"
    case rows = "ROWS"
    case groups = "GROUPS"
  }

  /// An end of the frame; an offset counts rows, groups, or the distance of values.
  public indirect enum Bound: Hashable, Codable, Sendable {
    case unboundedPreceding
    case preceding(SQLExpression)
    case currentRow
    case following(SQLExpression)
    case unboundedFollowing

    public var offset: SQLExpression? {
      switch self {
      case .preceding(let offset), .following(let offset): offset
      default: nil
      }
    }
  }

  /// Rows that are left out.
  public enum Exclusion: String, Hashable, Codable, Sendable {
    case currentRow = "CURRENT ROW"
    case group = "GROUP"
    case ties = "TIES"
  }

  public var unit: Unit
  public var start: Bound
  public var end: Bound
  public var exclusion: Exclusion?

  public init(_ unit: Unit, from start: Bound, to end: Bound, excluding: Exclusion? = nil) {
    self.unit = unit
    self.start = start
    self.end = end
    exclusion = excluding
  }

  /// The expressions of the bounds.
  public var offsets: [SQLExpression] { [start.offset, end.offset].compactMap { $0 } }

  /// The same with each expression replaced.
  public func mapOffsets<Failure: Error>(
    _ map: (SQLExpression) throws(Failure) -> SQLExpression
  ) throws(Failure) -> SQLWindowFrame {
    func mapped(_ bound: Bound) throws(Failure) -> Bound {
      switch bound {
      case .preceding(let offset): .preceding(try map(offset))
      case .following(let offset): .following(try map(offset))
      default: bound
      }
    }
    var result = self
    result.start = try mapped(start)
    result.end = try mapped(end)
    return result
  }
}

public import AccessModel

/// A function in FROM. Its arguments are expressions over the sources before it, at level 0.
public struct BoundTableFunction: Hashable, Sendable {
  public var call: BoundSetCall
  public var withOrdinality: Bool

  public init(_ call: BoundSetCall, withOrdinality: Bool = false) {
    self.call = call
    self.withOrdinality = withOrdinality
  }
}

/// A function in the select list that gives several rows.
public struct BoundSetFunction: Hashable, Sendable {
  public var call: BoundSetCall
  public var type: DataType

  public init(_ call: BoundSetCall, type: DataType) {
    self.call = call
    self.type = type
  }
}

/// A call that gives rows.
public enum BoundSetCall: Hashable, Sendable {
  /// Built in: what it gives is the simulator's to know, by `Builtin.id`.
  case builtin(Builtin, [BoundExpression])
  /// A function of the catalog, by its position.
  case function(index: Int, [BoundExpression])
  /// Any expression, as one row of one column.
  case scalar(BoundExpression)

  public var arguments: [BoundExpression] {
    switch self {
    case .builtin(_, let arguments), .function(_, let arguments): arguments
    case .scalar(let expression): [expression]
    }
  }
}

/// `function(arguments) OVER (PARTITION BY … ORDER BY … frame)`.
public struct BoundWindow: Hashable, Sendable {
  public enum Function: Hashable, Sendable {
    /// `row_number`, `lag` and their kin: what it gives is the simulator's to know.
    case builtin(Builtin, [BoundExpression])
    case aggregate(BoundAggregate)
  }

  public var function: Function
  public var partitionBy: [BoundExpression]
  public var orderBy: [BoundOrder]
  /// Nil: the default one.
  public var frame: BoundFrame?
  public var type: DataType
}

/// A window's frame. Offsets depend on no row.
public struct BoundFrame: Hashable, Sendable {
  public indirect enum Bound: Hashable, Sendable {
    case unboundedPreceding
    case preceding(BoundExpression)
    case currentRow
    case following(BoundExpression)
    case unboundedFollowing
  }

  public var unit: SQLWindowFrame.Unit
  public var start: Bound
  public var end: Bound
  public var exclusion: SQLWindowFrame.Exclusion?

  public var offsets: [BoundExpression] {
    [start, end].compactMap { bound in
      switch bound {
      case .preceding(let offset), .following(let offset): offset
      default: nil
      }
    }
  }

  /// The same with each expression replaced.
  public func mapOffsets<Failure: Error>(
    _ map: (BoundExpression) throws(Failure) -> BoundExpression
  ) throws(Failure) -> BoundFrame {
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

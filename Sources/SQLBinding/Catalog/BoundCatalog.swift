public import AccessModel

/// A catalog with every policy, view, default, check and function body bound once, when first asked
/// for: a session that changes its catalog often binds little of each.
///
/// What can't be bound is kept as undecided, so that only the decisions that need it are.
public struct BoundCatalog: Sendable {
  public let names: CatalogNames
  /// In the order of `Catalog.tables`.
  public let tables: LazyBindings<BoundTable>
  /// In the order of `Catalog.views`.
  public let views: LazyBindings<BoundView>
  /// In the order of `Catalog.functions`.
  public let functions: LazyBindings<BoundFunction>

  @inlinable public var catalog: Catalog { _read { yield names.catalog } }
}

/// Something bound, or the reason why it is not.
public enum Bound<Value: Sendable>: Sendable {
  case ready(Value)
  case undecided(Undecided)

  public func get() throws(EngineFailure) -> Value {
    switch self {
    case .ready(let value): value
    case .undecided(let construct): throw .undecided(construct)
    }
  }
}

public struct BoundTable: Sendable {
  /// Nil for types that are not modelled.
  public let columns: [ColumnType?]
  public let policies: [BoundPolicy]
  /// By column; nil where there is no default.
  public let defaults: [Bound<BoundExpression>?]
  /// By column; nil where the column is not generated.
  public let generated: [Bound<BoundExpression>?]
  public let checks: [Bound<BoundExpression>]
  /// The sequences of columns whose default is `nextval('sequence')`.
  public let sequences: [(column: Int, sequence: QualifiedName)]
}

/// A policy's expressions: level 0 has one source, the table's row.
public struct BoundPolicy: Sendable {
  public let using: Bound<BoundExpression>?
  public let check: Bound<BoundExpression>?
  /// A subquery occurs in either expression: what arms recursion detection. RULES 67.
  public let hasSubquery: Bool
}

public struct BoundView: Sendable {
  public let query: Bound<BoundQuery>
  /// By column, for INSERT; nil where there is none of the view's own.
  public let defaults: [Bound<BoundExpression>?]
}

public struct BoundFunction: Sendable {
  /// Nil for argument types that are not modelled.
  public let arguments: [DataType?]
  /// The body's parameters are the function's arguments.
  public let body: Bound<BoundQuery>
}

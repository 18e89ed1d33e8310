public import AccessModel

/// What a case is about.
public enum CaseSubject: Hashable, Sendable {
  /// One statement on one relation.
  case statement(CaseAction)
  /// A function called by a client.
  case call(CaseCall)
  /// A change of a row that subscribers hear of.
  case event(ChangeEvent)

  /// The statement, if it is one.
  public var action: CaseAction? {
    if case .statement(let action) = self { action } else { nil }
  }
}

/// A call of a function: `SELECT * FROM function(…)`, as an RPC makes it.
public struct CaseCall: Hashable, Sendable {
  /// An argument as it is given: by name, or in order if that is nil.
  public struct Argument: Hashable, Sendable {
    public var name: String?
    public var type: TypeName
    /// As psql would print it; nil is NULL.
    public var value: String?

    public init(_ name: String?, _ type: TypeName, _ value: String?) {
      self.name = name
      self.type = type
      self.value = value
    }
  }

  /// The function's name.
  public var function: QualifiedName
  /// Those that are given; the others have defaults.
  public var arguments: [Argument]
  /// What comes back has these columns.
  public var results: [RelationShape.Column]

  public init(
    _ function: QualifiedName, _ arguments: [Argument] = [], results: [RelationShape.Column]
  ) {
    self.function = function
    self.arguments = arguments
    self.results = results
  }
}

/// An INSERT, UPDATE or DELETE of one row, made by anybody, as a realtime service tells subscribers.
public struct ChangeEvent: Hashable, Sendable {
  /// INSERT, UPDATE or DELETE.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case insert, update, delete
  }

  public var kind: Kind
  /// The table.
  public var relation: QualifiedName
  /// The row that changed, by some of its columns: it is in the fixtures, and of an INSERT it is as if
  /// it had just been made. Nil for an INSERT of `values`.
  public var row: [ColumnValue]?
  /// What an INSERT or UPDATE writes; none: the row is there as it became.
  public var values: [ColumnValue]

  public init(
    _ kind: Kind, of relation: QualifiedName, row: [ColumnValue]? = nil, values: [ColumnValue] = []
  ) {
    self.kind = kind
    self.relation = relation
    self.row = row
    self.values = values
  }
}

extension Catalog.Function {
  /// The columns of `SELECT * FROM function(…)`.
  public func results(in catalog: Catalog) -> [RelationShape.Column] {
    if !outputs.isEmpty {
      return outputs.enumerated().map {
        RelationShape.Column(name: $1.name ?? "column\($0 + 1)", type: $1.type)
      }
    }
    let row = RelationShape(QualifiedName(parsing: returns.name), in: catalog)
    if let row, !returns.isArray { return row.columns }
    return [RelationShape.Column(name: name.name, type: returns)]
  }
}

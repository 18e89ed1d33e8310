import AccessModel

/// A SELECT: a view's definition, or the inside of `exists`.
///
/// ```swift
/// Query.from(listing)
///   .join(vehicle, on: listing.vehicleID == vehicle.id)
///   .where(listing.isActive == true)
///   .select(listing.id.as(id), vehicle.modelName.as(modelName))
/// ```
public struct Query: Sendable {
  struct Join: Sendable {
    let kind: SQLJoinKind
    let source: QuerySource
    let condition: Condition
  }

  struct Order: Sendable {
    let expression: LazyExpression
    let isDescending: Bool
  }

  let source: QuerySource?
  /// SQL text instead of all the rest.
  let text: String?
  let place: SourcePlace
  var joins: [Join] = []
  var condition: Condition?
  var groupBy: [LazyExpression] = []
  var having: Condition?
  var outputs: [QueryOutput] = []
  var isDistinct = false
  var order: [Order] = []

  private init(_ source: QuerySource?, text: String? = nil, at place: SourcePlace) {
    self.source = source
    self.text = text
    self.place = place
  }

  /// `FROM source`.
  public static func from(
    _ source: some Relation, file: String = #fileID, line: Int = #line
  ) -> Query {
    Query(QuerySource(source), at: SourcePlace(file: file, line: line))
  }

  /// SQL text, which PostgreSQL's parser reads when the plan has loaded.
  public static func sql(_ text: String, file: String = #fileID, line: Int = #line) -> Query {
    Query(nil, text: text, at: SourcePlace(file: file, line: line))
  }

  func changed(_ change: (inout Query) -> Void) -> Query {
    var copy = self
    change(&copy)
    return copy
  }
}

/// One use of a relation in a query: its name, and which columns are reached through it.
struct QuerySource: Sendable {
  let relation: QualifiedName
  let columns: [ColumnDefinition]

  init(_ source: some Relation) {
    relation = type(of: source).qualifiedName
    columns = source.columnDefinitions
  }
}

/// One column that a view's query gives, made with `as`.
public struct QueryOutput: Sendable {
  let expression: LazyExpression
  let column: ColumnDefinition
}

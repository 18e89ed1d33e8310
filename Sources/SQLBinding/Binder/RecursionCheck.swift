import AccessModel

/// Where a recursive query may refer to itself. Source: `checkWellFormedRecursion()` in
/// `parse_cte.c`.
struct RecursionCheck {
  let name: String
  static let state = SQLState(rawValue: "42P19")

  init(name: String) { self.name = name }

  func check(_ query: SQLQuery) throws(EngineFailure) {
    guard case .setOperation(let operation) = query.body, operation.kind == .union else {
      throw .postgres(
        PostgresError(
          Self.state,
          "recursive query \"\(name)\" does not have the form non-recursive-term UNION [ALL] "
            + "recursive-term"))
    }
    if query.with?.tables.contains(where: { $0.statement.query?.mentionsTable(name) == true })
      == true
    {
      throw refused("within a subquery")
    }
    if operation.left.mentionsTable(name) { throw refused("within its non-recursive term") }
    let clauses = [
      ("ORDER BY", !query.orderBy.isEmpty), ("OFFSET", query.offset != nil),
      ("LIMIT", query.limit != nil), ("FOR UPDATE/SHARE", query.locks != nil),
    ]
    if let clause = clauses.first(where: \.1)?.0 {
      throw .postgres(
        PostgresError(
          .featureNotSupported, "\(clause) in a recursive query is not implemented"))
    }
    guard try references(in: operation.right, isNullable: false) <= 1 else {
      throw refused("more than once")
    }
  }

  private func refused(_ place: String) -> EngineFailure {
    .postgres(
      PostgresError(
        Self.state, "recursive reference to query \"\(name)\" must not appear \(place)"))
  }

  /// How often the recursive part refers to the table, each time where it may.
  private func references(
    in query: SQLQuery, isNullable: Bool
  ) throws(EngineFailure) -> Int {
    for table in query.with?.tables ?? [] where table.statement.query?.mentionsTable(name) == true {
      throw .undecided(Undecided("a recursive reference within WITH"))
    }
    switch query.body {
    case .values, .unread: return 0
    case .setOperation(let operation):
      switch operation.kind {
      case .union:
        return try references(in: operation.left, isNullable: isNullable)
          + references(in: operation.right, isNullable: isNullable)
      case .intersect:
        guard !operation.isAll || !query.mentionsTable(name) else {
          throw refused("within INTERSECT")
        }
        return try references(in: operation.left, isNullable: isNullable)
          + references(in: operation.right, isNullable: isNullable)
      case .except:
        guard !operation.right.mentionsTable(name) else { throw refused("within EXCEPT") }
        return try references(in: operation.left, isNullable: isNullable)
      }
    case .select(let select):
      let expressions = select.expressions + query.orderBy.map(\.expression)
      guard !expressions.contains(where: { $0.mentionsTable(name) }) else {
        throw refused("within a subquery")
      }
      var count = 0
      for item in select.from { count += try references(in: item, isNullable: isNullable) }
      return count
    }
  }

  private func references(
    in item: SQLFromItem, isNullable: Bool
  ) throws(EngineFailure) -> Int {
    switch item {
    case .relation(nil, let name, _):
      guard name == self.name else { return 0 }
      guard !isNullable else { throw refused("within an outer join") }
      return 1
    case .relation, .only: return 0
    case .subquery(let query, _), .lateral(let query, _):
      return try references(in: query, isNullable: isNullable)
    case .function(let function):
      guard !function.call.mentionsTable(name) else { throw refused("within a subquery") }
      return 0
    case .renamed(let inner, _), .joinAlias(let inner, _):
      return try references(in: inner, isNullable: isNullable)
    case .join(let kind, let left, let right, _), .joinUsing(let kind, let left, let right, _),
      .joinNatural(let kind, let left, let right):
      return try references(in: left, isNullable: isNullable || kind == .right || kind == .full)
        + references(in: right, isNullable: isNullable || kind == .left || kind == .full)
    }
  }
}

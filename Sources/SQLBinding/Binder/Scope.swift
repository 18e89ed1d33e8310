import AccessModel

/// The sources that names can refer to in one query, inside those of the queries around it.
final class Scope {
  let parent: Scope?
  var sources: [BoundSource] = []
  /// Columns referred to, by source, from this query and from those inside it.
  var used: [Set<Int>] = []
  /// Sources that names see now: fewer than all while an ON condition is bound.
  var visible: Range<Int>?
  /// Nil where aggregates are not allowed.
  var aggregates: [BoundAggregate]?
  /// Where names stand now, as errors about aggregates call it.
  var clause = Clause.other
  /// Inside the argument of an aggregate, where another can't stand.
  var isInAggregate = false
  /// Finds relations by name, to tell a hidden one from a missing one.
  private let names: CatalogNames

  enum Clause: String {
    case conditions = "WHERE"
    case joins = "JOIN conditions"
    case grouping = "GROUP BY"
    case returning = "RETURNING"
    case assignments = "UPDATE"
    case mergeWhen = "MERGE WHEN conditions"
    case values = "VALUES"
    case policy = "policy expressions"
    case check = "check constraints"
    case defaults = "DEFAULT expressions"
    case generated = "column generation expressions"
    case other
  }

  init(_ names: CatalogNames, inside parent: Scope?) {
    self.names = names
    self.parent = parent
  }

  /// Adds a source; its name must be new in this query.
  func add(_ source: BoundSource) throws(EngineFailure) {
    if sources.contains(where: { $0.alias == source.alias }) {
      throw .postgres(
        PostgresError(
          .duplicateAlias, "table name \"\(source.alias)\" specified more than once"))
    }
    sources.append(source)
    used.append([])
  }

  /// The sources, with the columns read now known.
  func finishedSources() -> [BoundSource] {
    var result = sources
    for index in result.indices {
      guard case .relation(var relation) = result[index].kind else { continue }
      relation.readColumns = used[index]
      result[index].kind = .relation(relation)
    }
    return result
  }

  /// Resolves a column by PostgreSQL's rule: the innermost query that knows the name has it.
  func resolve(
    _ name: String, qualifier: String?
  ) throws(EngineFailure) -> (ColumnPosition, DataType) {
    var scope: Scope? = self
    var level = 0
    while let current = scope {
      if let (source, column) = try current.find(name, qualifier: qualifier) {
        current.used[source].insert(column)
        let position = ColumnPosition(level: level, source: source, column: column)
        guard let type = current.sources[source].columnTypes[column] else {
          throw .undecided(
            Undecided("the type of column `\(current.sources[source].alias).\(name)`"))
        }
        return (position, type)
      }
      (scope, level) = (current.parent, level + 1)
    }
    throw .postgres(unknown(name, qualifier: qualifier))
  }

  /// The source of an alias, from here outwards.
  func source(named alias: String) -> (scope: Scope, source: Int, level: Int)? {
    var scope: Scope? = self
    var level = 0
    while let current = scope {
      if let index = (current.visible ?? current.sources.indices).first(where: {
        current.sources[$0].alias == alias
      }) {
        return (current, index, level)
      }
      (scope, level) = (current.parent, level + 1)
    }
    return nil
  }

  private func find(
    _ name: String, qualifier: String?
  ) throws(EngineFailure) -> (source: Int, column: Int)? {
    var found: (Int, Int)?
    for source in visible ?? sources.indices {
      guard qualifier == nil || sources[source].alias == qualifier else { continue }
      guard let column = sources[source].columnNames.firstIndex(of: name) else {
        if let qualifier {
          throw .postgres(
            PostgresError(
              .undefinedColumn, "column \(qualifier).\(name) does not exist",
              hint: suggestion(for: name, among: sources[source].columnNames)))
        }
        continue
      }
      if found != nil {
        throw .postgres(
          PostgresError(.ambiguousColumn, "column reference \"\(name)\" is ambiguous"))
      }
      found = (source, column)
    }
    return found
  }

  private func unknown(_ name: String, qualifier: String?) -> PostgresError {
    if let qualifier {
      let kind = isHidden(qualifier) ? "invalid reference to" : "missing"
      return PostgresError(
        .undefinedTable, "\(kind) FROM-clause entry for table \"\(qualifier)\"")
    }
    return PostgresError(
      .undefinedColumn, "column \"\(name)\" does not exist",
      hint: suggestion(for: name, among: sources.flatMap(\.columnNames)))
  }

  /// The relation is there, under another name or out of reach. Source: `errorMissingRTE()`.
  private func isHidden(_ qualifier: String) -> Bool {
    let id = try? names.relation(schema: nil, qualifier)
    var scope: Scope? = self
    while let current = scope {
      for source in current.sources {
        if source.alias == qualifier { return true }
        if let id, case .relation(let relation) = source.kind, relation.id == id { return true }
      }
      scope = current.parent
    }
    return false
  }

  private func suggestion(for name: String, among names: [String]) -> String? {
    nearestName(to: name, in: names).map { "did you mean `\($0)`?" }
  }
}

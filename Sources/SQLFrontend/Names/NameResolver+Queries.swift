import AccessModel
import SQLBinding

extension NameResolver {
  mutating func resolve(_ query: SQLQuery) throws(ReadFailure) -> SQLQuery {
    let known = commonTables.count
    defer { commonTables.removeSubrange(known...) }
    var result = query
    result.with = try resolve(query.with)
    switch query.body {
    case .unread: return query
    case .values(let rows):
      var resolved: [[SQLExpression]] = []
      for row in rows { resolved.append(try resolve(row)) }
      result.body = .values(rows: resolved)
    case .setOperation(let operation):
      var resolved = operation
      resolved.left = try resolve(operation.left)
      resolved.right = try resolve(operation.right)
      // ORDER BY means the output's names here.
      result.body = .setOperation(resolved)
    case .select(let select):
      scopes.append([])
      defer { scopes.removeLast() }
      var items: [SQLFromItem] = []
      let around = itemsBefore
      defer { itemsBefore = around }
      itemsBefore = []
      for item in select.from {
        items.append(try enter(item))
        itemsBefore = items
      }
      let resolved = SQLSelect(
        try resolve(select.targets, over: items), from: items,
        where: try optional(select.condition),
        groupBy: try keys(select.groupBy, select.targets, columnsFirst: true),
        groupingSets: try select.groupingSets.map { (list) throws(ReadFailure) in
          var result: [SQLGroupingSets] = []
          for sets in list { result.append(try resolve(sets, select.targets)) }
          return result
        },
        having: try optional(select.having), isDistinct: select.isDistinct,
        distinctOn: try select.distinctOn.map { (list) throws(ReadFailure) in
          try keys(list, select.targets, columnsFirst: false)
        })
      result.body = .select(resolved)
      let rows = rows(among: select.targets)
      defer { outputRows = rows }
      let orders = try keys(
        query.orderBy.map(\.expression), select.targets, columnsFirst: false)
      for index in orders.indices { result.orderBy[index].expression = orders[index] }
    }
    result.limit = try optional(query.limit)
    result.offset = try optional(query.offset)
    return result
  }

  private mutating func resolve(
    _ sets: SQLGroupingSets, _ targets: [SQLTarget]
  ) throws(ReadFailure) -> SQLGroupingSets {
    var result = sets
    for index in result.items.indices {
      switch result.items[index] {
      case .keys(let list):
        result.items[index] = .keys(try keys(list, targets, columnsFirst: true))
      case .nested(let inner): result.items[index] = .nested(try resolve(inner, targets))
      }
    }
    return result
  }

  private func rows(among targets: [SQLTarget]) -> [String: QualifiedName] {
    var result: [String: QualifiedName] = [:]
    for case .expression(let value, let name) in targets {
      if let row = relation(ofRow: value) { result[name ?? OutputName.of(value)] = row }
    }
    return result
  }

  /// `items`: what a star stands for, as they are in FROM.
  mutating func resolve(
    _ targets: [SQLTarget], over items: [SQLFromItem] = []
  ) throws(ReadFailure) -> [SQLTarget] {
    var result: [SQLTarget] = []
    for target in targets {
      switch target {
      case .expression(let expression, let name):
        let resolved = try resolve(expression)
        result.append(.expression(resolved, name: name ?? keptName(of: expression, as: resolved)))
      case .star(let qualifier, let schema):
        if let schema, let qualifier { try requireSource(qualifier, in: schema) }
        for source in scopes.last ?? [] where qualifier == nil || source.alias == qualifier {
          for name in source.columns ?? [] { note(source, name) }
        }
        if let columns = expanded(qualifier, items) {
          result += columns
        } else {
          result.append(target)
        }
      }
    }
    return result
  }

  /// What an output was called before something was renamed, where it would be called otherwise now.
  private func keptName(of old: SQLExpression, as new: SQLExpression) -> String? {
    guard
      renamedColumn != nil || renamedField != nil || renamedFunction != nil || renamedType != nil
        || renamedRelation != nil
    else { return nil }
    let name = OutputName.of(old)
    return name == OutputName.of(new) ? nil : name
  }

  /// A relation whose column is renamed, under the names that its columns had, where these mean
  /// something: to USING, NATURAL, and to who sees the join under another name.
  ///
  /// Source: `set_relation_column_names()` in `src/backend/utils/adt/ruleutils.c`.
  private mutating func keepingNames(_ item: SQLFromItem) -> SQLFromItem {
    guard joinsByName, let depth = scopes.indices.last, let last = scopes[depth].indices.last,
      let columns = scopes[depth][last].columns, let relation = scopes[depth][last].relation,
      [renamedColumn?.column, addedColumn].contains(where: { $0?.relation == relation })
    else { return item }
    let names =
      if addedColumn?.relation == relation {
        Array(columns.dropLast()) + [freeName(columns[columns.count - 1], besides: columns)]
      } else {
        columns
      }
    scopes[depth][last].columns = names
    scopes[depth][last].ownNames = columns
    return .renamed(item, columns: names)
  }

  /// For a column that nothing means.
  ///
  /// Source: `make_colname_unique()` in `src/backend/utils/adt/ruleutils.c`.
  private func freeName(_ name: String, besides others: [String]) -> String {
    let taken = scopes.joined().reduce(into: Set(others)) { $0.formUnion($1.columns ?? []) }
    var number = 1
    while taken.contains("\(name)_\(number)") { number += 1 }
    return "\(name)_\(number)"
  }

  /// The sides of a join, the second of which may speak of the first.
  private mutating func enter(
    _ left: SQLFromItem, then right: SQLFromItem
  ) throws(ReadFailure) -> (SQLFromItem, SQLFromItem) {
    let left = try enter(left)
    let around = itemsBefore
    defer { itemsBefore = around }
    itemsBefore.append(left)
    return (left, try enter(right))
  }

  /// As above, of sides that are joined by the names of columns; and the number of the first source of
  /// the second.
  private mutating func enterJoinedByName(
    _ left: SQLFromItem, _ right: SQLFromItem
  ) throws(ReadFailure) -> (SQLFromItem, Int, SQLFromItem) {
    let left = try joiningByName { (resolver) throws(ReadFailure) in try resolver.enter(left) }
    let middle = scopes.last?.count ?? 0
    let around = itemsBefore
    defer { itemsBefore = around }
    itemsBefore.append(left)
    let right = try joiningByName { (resolver) throws(ReadFailure) in try resolver.enter(right) }
    return (left, middle, right)
  }

  /// Enters what is joined by the names of columns.
  private mutating func joiningByName<Result>(
    _ isJoining: Bool = true,
    _ body: (inout NameResolver) throws(ReadFailure) -> Result
  ) throws(ReadFailure) -> Result {
    let before = joinsByName
    joinsByName = isJoining
    defer { joinsByName = before }
    return try body(&self)
  }

  /// Adds an item's sources to the innermost scope.
  mutating func enter(_ item: SQLFromItem) throws(ReadFailure) -> SQLFromItem {
    switch item {
    case .relation(let schema, let name, let alias):
      return keepingNames(try enterRelation(schema, name, alias))
    case .only(let relation):
      let item = try enterRelation(relation.schema, relation.name, relation.alias)
      guard case .relation(let schema, let name, let alias) = item else { return item }
      return keepingNames(.only(SQLRelationName(schema: schema, name, alias: alias)))
    case .joinNatural(let kind, let left, let right):
      let start = scopes.last?.count ?? 0
      let (resolvedLeft, middle, resolvedRight) = try enterJoinedByName(left, right)
      let common = commonColumns(resolvedLeft, resolvedRight, start)
      for column in common ?? commonColumns(start, middle) { merge(column, kind, start, middle) }
      guard isStrict, let common else {
        return .joinNatural(kind: kind, left: resolvedLeft, right: resolvedRight)
      }
      // Columns that come later join nothing.
      guard !common.isEmpty else {
        return .join(
          kind: kind, left: resolvedLeft, right: resolvedRight,
          condition: .literal(.boolean(true)))
      }
      return .joinUsing(kind: kind, left: resolvedLeft, right: resolvedRight, columns: common)
    case .joinAlias(let item, let alias):
      let start = scopes.last?.count ?? 0
      let resolved = try joiningByName { (resolver) throws(ReadFailure) in
        try resolver.enter(item)
      }
      guard let depth = scopes.indices.last else { return .joinAlias(resolved, alias: alias) }
      var next = start
      let columns = starColumns(of: resolved, &next)
      var source = Source(alias: alias, columns: columns?.map(\.name))
      for (place, column) in (columns ?? []).enumerated() {
        let origins = self.columns(behind: column.name, of: scopes[depth][column.source])
        source.origins[column.name, default: []] += origins
        if let changed = addedColumn ?? droppedColumn, origins == [changed] {
          source.changedPlaces.append(place)
        }
      }
      scopes[depth].removeSubrange(start...)
      add(source)
      return .joinAlias(resolved, alias: alias)
    case .subquery(let query, let alias):
      let resolved = try hidingInnermost { (resolver) throws(ReadFailure) in
        try resolver.joiningByName(false) { (resolver) throws(ReadFailure) in
          try resolver.resolve(query)
        }
      }
      add(Source(alias: alias, columns: outputs(of: resolved), rows: outputRows))
      return .subquery(resolved, alias: alias)
    case .lateral(let query, let alias):
      let resolved = try joiningByName(false) { (resolver) throws(ReadFailure) in
        try resolver.resolve(query)
      }
      add(Source(alias: alias, columns: outputs(of: resolved), rows: outputRows))
      return .lateral(resolved, alias: alias)
    case .function(var function):
      let written = function
      function.call = try resolve(function.call)
      var alias = function.alias ?? ""
      if alias.isEmpty, case .call(let call) = function.call { alias = call.name }
      add(Source(alias: alias, columns: columns(of: written, alias)))
      return .function(function)
    case .renamed(let inner, var columns):
      // Its names are kept here.
      let resolved = try joiningByName(false) { (resolver) throws(ReadFailure) in
        try resolver.enter(inner)
      }
      if let last = scopes.last?.indices.last, let depth = scopes.indices.last {
        let relation = scopes[depth][last].relation
        guard let old = scopes[depth][last].columns ?? ownColumns(of: inner) else {
          scopes[depth][last].columns = nil
          return .renamed(resolved, columns: columns)
        }
        let all = columns + old.dropFirst(columns.count)
        if let renamedColumn, relation == renamedColumn.column.relation { columns = all }
        scopes[depth][last].columns = all
        scopes[depth][last].ownNames = old
        if let droppedColumn {
          let places =
            relation == droppedColumn.relation
            ? old.indices.filter { old[$0] == droppedColumn.name }
            : scopes[depth][last].changedPlaces
          for place in places.reversed() where place < columns.count { columns.remove(at: place) }
        }
        if let addedColumn {
          for place in scopes[depth][last].changedPlaces where place <= columns.count {
            columns.insert(freeName(addedColumn.name, besides: columns + old), at: place)
          }
          if relation == addedColumn.relation, joinsByName || columns.contains(addedColumn.name) {
            columns = all.dropLast() + [freeName(addedColumn.name, besides: all)]
          }
          scopes[depth][last].columns = columns + old.dropFirst(columns.count)
        }
      }
      return .renamed(resolved, columns: columns)
    case .join(let kind, let left, let right, let condition):
      let start = scopes.last?.count ?? 0
      let (left, right) = try enter(left, then: right)
      return .join(
        kind: kind, left: left, right: right,
        condition: try seeing(from: start) { (resolver) throws(ReadFailure) in
          try resolver.optional(condition)
        })
    case .joinUsing(let kind, let left, let right, let columns):
      let start = scopes.last?.count ?? 0
      let (resolvedLeft, middle, resolvedRight) = try enterJoinedByName(left, right)
      for column in columns { merge(column, kind, start, middle) }
      return .joinUsing(
        kind: kind, left: resolvedLeft, right: resolvedRight, columns: columns)
    }
  }

  /// What ON asks sees the sides of its join, and the queries around.
  ///
  /// Source: `transformJoinOnClause()` in `src/backend/parser/parse_clause.c`.
  private mutating func seeing<Result>(
    from start: Int, _ body: (inout NameResolver) throws(ReadFailure) -> Result
  ) throws(ReadFailure) -> Result {
    guard start > 0, let depth = scopes.indices.last else { return try body(&self) }
    let (before, around) = (scopes[depth][..<start], besideJoin)
    besideJoin = before + around
    scopes[depth].removeSubrange(..<start)
    defer {
      scopes[depth].insert(contentsOf: before, at: 0)
      besideJoin = around
    }
    return try body(&self)
  }

  /// Of a function in FROM; nil: not known.
  private mutating func columns(of function: SQLFromFunction, _ alias: String) -> [String]? {
    columns(of: function, alias, after: itemsBefore)
      // It may speak of relations around.
      ?? columns(of: function, alias, after: relationsAround)
  }

  private mutating func columns(
    of function: SQLFromFunction, _ alias: String, after others: [SQLFromItem]
  ) -> [String]? {
    let all = SQLQuery(
      SQLSelect([.star(qualifier: alias)], from: others + [.function(function)]))
    let names = catalogNames ?? CatalogNames(state.catalog)
    catalogNames = names
    guard case .query(let bound)? = try? Binder.bind(.query(all), in: names) else { return nil }
    return bound.targets.map(\.name)
  }

  private var relationsAround: [SQLFromItem] {
    var items: [String: SQLFromItem] = [:]
    for source in scopes.joined() {
      guard let relation = source.relation else { continue }
      items[source.alias] = .relation(
        schema: relation.schema, name: relation.name, alias: source.alias)
    }
    return Array(items.values)
  }

  /// Of what is entered without its columns, those that a list of names leaves to it; nil: not known.
  private mutating func ownColumns(of item: SQLFromItem) -> [String]? {
    guard case .function(let function) = item, case .call(let call) = function.call else {
      return nil
    }
    // Of PostgreSQL's own the list is taken to name all columns, but for the ordinals.
    let isOwn = state.catalog.functions.contains { $0.name.name == call.name }
    guard isOwn || function.withOrdinality else { return [] }
    return columns(of: function, function.alias ?? call.name)
  }

  /// A subquery of FROM does not see its neighbours.
  private mutating func hidingInnermost(
    _ body: (inout NameResolver) throws(ReadFailure) -> SQLQuery
  ) throws(ReadFailure) -> SQLQuery {
    guard let outer = scopes.popLast() else { return try body(&self) }
    defer { scopes.append(outer) }
    return try body(&self)
  }

  private mutating func add(_ source: Source) {
    guard let depth = scopes.indices.last else { return }
    scopes[depth].append(source)
  }

  private mutating func enterRelation(
    _ schema: String?, _ name: String, _ alias: String?
  ) throws(ReadFailure) -> SQLFromItem {
    if schema == nil, let table = commonTables.last(where: { $0.name == name }) {
      add(Source(alias: alias ?? name, columns: table.columns))
      return .relation(schema: nil, name: name, alias: alias)
    }
    try requireUsage(of: schema)
    let written = SQLRelationName(schema: schema, name)
    guard let found = state.find(written, in: searchPath) else {
      if isStrict {
        let isOpaque =
          schema.map(state.opaqueSchemas.contains) ?? name.hasPrefix("pg_")
        guard isOpaque else {
          throw .refused(
            .undefinedTable,
            "relation \"\(DatabaseState.written(written))\" does not exist")
        }
      }
      // Once it is stored it is known what means another relation's columns.
      let system = isStrict ? nil : state.systemColumns(of: written)
      add(Source(alias: alias ?? name, columns: system))
      return .relation(schema: schema, name: name, alias: alias)
    }
    relations.insert(found)
    var source = source(found, alias: alias ?? name)
    source.hasAlias = alias != nil
    noteCapture(by: source)
    add(source)
    let name = newName(of: found)
    return .relation(schema: name.schema, name: name.name, alias: alias)
  }

  mutating func resolve(_ with: SQLWith?) throws(ReadFailure) -> SQLWith? {
    guard var with else { return nil }
    // With RECURSIVE all of them are known to each.
    for table in with.tables where with.isRecursive {
      commonTables.append((table.name, table.columns.isEmpty ? nil : table.columns))
    }
    for index in with.tables.indices {
      let name = with.tables[index].name
      if case .query(let query) = with.tables[index].statement {
        let resolved = try resolve(query)
        with.tables[index].statement = .query(resolved)
        let named = with.tables[index].columns
        commonTables.append((name, named.isEmpty ? outputs(of: resolved) : named))
      } else {
        with.tables[index].statement = try resolve(with.tables[index].statement)
        commonTables.append((name, nil))
      }
    }
    return with
  }

  /// The names of a query's columns, if all are known.
  func outputs(of query: SQLQuery) -> [String]? {
    switch query.body {
    case .unread: return nil
    case .values(let rows): return rows.first.map { $0.indices.map { "column\($0 + 1)" } }
    case .setOperation(let operation): return outputs(of: operation.left)
    case .select(let select):
      var result: [String] = []
      for target in select.targets {
        guard case .expression(let expression, let name) = target else { return nil }
        // All fields of a row.
        if case .field(_, name: "") = expression { return nil }
        result.append(name ?? OutputName.of(expression))
      }
      return result
    }
  }
}

import AccessModel
import SQLText

extension NormalText {
  mutating func text(_ query: BoundQuery) throws -> String {
    var parts: [String] = []
    for table in query.commonTables { parts.append(try text(table)) }
    enter(query.sources.map { source in columns(of: source) })
    let outerKeys = groupKeys
    groupKeys = query.grouping.map(Self.numbers) ?? []
    defer {
      leave()
      groupKeys = outerKeys
    }
    for index in query.sources.indices {
      let lock = query.lockedSources.contains(index) ? " locked" : ""
      parts.append("(from \(try text(query.sources[index]))\(lock))")
    }
    for join in query.joins { parts.append("(join \(try text(join)))") }
    if let condition = query.condition { parts.append("(where \(try text(condition)))") }
    if let grouping = query.grouping { parts.append(try text(grouping)) }
    for window in query.windows { parts.append(try text(window)) }
    for function in query.setFunctions { parts.append("(set \(try text(function.call)))") }
    if let operation = query.setOperation {
      parts.append(text(operation))
    } else if let rows = query.values {
      for row in rows { parts.append("(row \(try list(row)))") }
    } else {
      parts.append("(select \(try list(query.targets.map(\.expression))))")
    }
    if query.isDistinct { parts.append("distinct") }
    if let keys = query.distinctOn { parts.append("(on \(try list(keys)))") }
    // What rows are ordered by already orders them no further. Source: `addTargetToSortList()`.
    var ordered: Set<String> = []
    for order in query.orderBy where ordered.insert(try text(order.expression)).inserted {
      parts.append("(order \(try text(order)))")
    }
    // LIMIT NULL is LIMIT ALL.
    if let limit = query.limit, !limit.isNullConstant { parts.append("(limit \(try text(limit)))") }
    if let offset = query.offset, !offset.isNullConstant {
      parts.append("(offset \(try text(offset)))")
    }
    if query.withTies { parts.append("ties") }
    return "(query \(parts.joined(separator: " ")))"
  }

  private mutating func text(_ table: BoundCommonTable) throws -> String {
    guard case .query(let query) = table.statement else { throw Unresolved() }
    let number = commonTables.count
    commonTables[table.id] = number
    let kind = table.isMaterialized.map { $0 ? " materialized" : " inlined" } ?? ""
    return "(with #\(number)\(table.isRecursive ? " recursive" : "")\(kind) \(try text(query)))"
  }

  /// Names of a relation's columns; of others their order counts, and their names mean nothing.
  private func columns(of source: BoundSource) -> [String] {
    if case .relation(let relation) = source.kind { return names.columnNames(of: relation.id) }
    return source.columnNames.indices.map { "#\($0)" }
  }

  private mutating func text(_ source: BoundSource) throws -> String {
    let text: String
    switch source.kind {
    case .relation(let relation):
      text =
        sqlText(names.name(of: relation.id)) + (relation.isOnly ? " only" : "")
        + (relation.lock.map { " \($0.rawValue)" } ?? "")
    case .query(let query): text = try self.text(query)
    case .function(let function):
      text = try self.text(function.call) + (function.withOrdinality ? " numbered" : "")
    case .system(let relation): text = relation.rawValue
    case .commonTable(let id):
      guard let number = commonTables[id] else { throw Unresolved() }
      text = "#\(number)"
    }
    return (source.isLateral ? "lateral " : "") + text
  }

  private mutating func text(_ join: BoundJoin) throws -> String {
    switch join {
    case .source(let index): return "\(index)"
    case .join(let kind, let left, let right, let condition):
      let text = "\(kind) (\(try text(left))) (\(try text(right)))"
      return text + (try condition.map { " \(try self.text($0))" } ?? "")
    }
  }

  /// A key that is there twice is one: PostgreSQL shows it once. Source: `addTargetToGroupList()`.
  private static func numbers(_ grouping: BoundGrouping) -> [Int] {
    guard grouping.sets == nil else { return [] }
    var distinct: [BoundExpression] = []
    return grouping.keys.map { key in
      if let index = distinct.firstIndex(of: key) { return index }
      distinct.append(key)
      return distinct.count - 1
    }
  }

  private mutating func text(_ grouping: BoundGrouping) throws -> String {
    var keys: [BoundExpression] = []
    for key in grouping.keys where grouping.sets != nil || !keys.contains(key) { keys.append(key) }
    var text = "(group \(try list(keys))"
    if let sets = grouping.sets { text += " sets \(sets)" }
    for aggregate in grouping.aggregates { text += " \(try self.text(aggregate))" }
    if let having = grouping.having { text += " (having \(try self.text(having)))" }
    return text + ")"
  }

  private mutating func text(_ aggregate: BoundAggregate) throws -> String {
    var text = "(\(aggregate.function.signature) \(try list(aggregate.arguments))"
    if aggregate.isDistinct { text += " distinct" }
    if !aggregate.direct.isEmpty { text += " (direct \(try list(aggregate.direct)))" }
    for order in aggregate.orderBy { text += " (order \(try self.text(order)))" }
    if let filter = aggregate.filter { text += " (filter \(try self.text(filter)))" }
    return text + ")"
  }

  private mutating func text(_ window: BoundWindow) throws -> String {
    var text =
      switch window.function {
      case .builtin(let builtin, let arguments):
        "(window \(builtin.signature) \(try list(arguments))"
      case .aggregate(let aggregate): "(window \(try self.text(aggregate))"
      }
    text += " (by \(try list(window.partitionBy)))"
    for order in window.orderBy { text += " (order \(try self.text(order)))" }
    if let frame = window.frame {
      text += " (\(frame.unit.rawValue) \(try bound(frame.start)) \(try bound(frame.end))"
      text += "\(frame.exclusion.map { " \($0.rawValue)" } ?? ""))"
    }
    return text + ")"
  }

  private mutating func bound(_ bound: BoundFrame.Bound) throws -> String {
    switch bound {
    case .unboundedPreceding: "first"
    case .preceding(let offset): "-\(try text(offset))"
    case .currentRow: "current"
    case .following(let offset): "+\(try text(offset))"
    case .unboundedFollowing: "last"
    }
  }

  private mutating func text(_ order: BoundOrder) throws -> String {
    try text(order.expression) + (order.isDescending ? " descending" : "")
      + (order.nullsFirst ? " nulls first" : "")
  }

  private mutating func text(_ call: BoundSetCall) throws -> String {
    switch call {
    case .builtin(let builtin, let arguments):
      "(\(builtin.signature) \(try list(arguments)))"
    case .function(let index, let arguments): "(\(function(index)) \(try list(arguments)))"
    case .scalar(let expression): try text(expression)
    }
  }

  private func text(_ operation: BoundSetOperation) -> String {
    switch operation {
    case .source(let index): "\(index)"
    case .operation(let kind, let isAll, let left, let right):
      "(\(kind.rawValue)\(isAll ? " all" : "") \(text(left)) \(text(right)))"
    case .converted(let inner, _, let to):
      "(converted \(text(inner)) \(to.map(\.description).joined(separator: ",")))"
    }
  }
}

extension BoundExpression {
  fileprivate var isNullConstant: Bool {
    if case .constant(.null, _) = reduced { true } else { false }
  }
}

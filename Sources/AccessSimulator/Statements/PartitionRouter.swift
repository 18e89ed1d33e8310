import AccessModel
import RowSecurity
import SQLBinding

/// Finds the partition that a row belongs to. RULES 81, 82.
///
/// Source: `ExecFindPartition()` in `src/backend/executor/execPartition.c`.
final class PartitionRouter {
  private let writes: StatementWrites
  private var keys: [Int: PartitionKeyValues] = [:]

  init(_ writes: StatementWrites) { self.writes = writes }

  /// The table that stores a row of a partitioned table, and the row as that table has it.
  func route(_ row: Row, from root: Int) throws(EngineFailure) -> (table: Int, row: Row) {
    let catalog = writes.session.catalog.catalog
    var (table, current) = (root, row)
    while catalog.tables[table].kind == .partitioned {
      let values = try key(of: table)
      let found = try values.partition(of: current)
      guard let found else { throw .postgres(missing(table, values, current)) }
      current = Self.row(current, of: catalog.tables[table], as: catalog.tables[found])
      table = found
    }
    return (table, current)
  }

  func key(of table: Int) throws(EngineFailure) -> PartitionKeyValues {
    if let known = keys[table] { return known }
    let key = try PartitionKeyValues(writes, table: table)
    keys[table] = key
    return key
  }

  private func missing(
    _ table: Int, _ key: PartitionKeyValues, _ row: Row
  ) -> PostgresError {
    let session = writes.session
    let model = session.catalog.catalog.tables[table]
    var detail: String?
    if let text = try? key.description(of: row),
      key.mayBeShown(session.engine.errorDetail(ofTable: table, to: session.role))
    {
      detail = "Partition key of the failing row contains \(text)."
    }
    return PostgresError(
      .checkViolation, "no partition of relation \"\(model.name.name)\" found for row",
      detail: detail
    ).about(ErrorObjects(model.name))
  }

  private static func row(
    _ row: Row, of parent: Catalog.Table, as child: Catalog.Table
  ) -> Row {
    let names = parent.columns.map(\.name)
    return child.columns.map { column in
      names.firstIndex(of: column.name).map { row[$0] } ?? .null
    }
  }
}

/// A partitioned table's key and the bounds of its partitions, ready to compute.
struct PartitionKeyValues {
  private struct Part {
    let text: String
    let column: Int?
    let type: DataType
    let value: Evaluator
  }

  private enum End {
    case minimum
    case maximum
    case value(SQLValue)
  }

  private enum Bound {
    case otherwise
    case list([SQLValue])
    case range([End], [End])
    case hash(modulus: UInt64, remainder: UInt64)
  }

  private let parts: [Part]
  private let partitions: [(table: Int, bound: Bound)]

  init(_ writes: StatementWrites, table: Int) throws(EngineFailure) {
    let session = writes.session
    let catalog = session.catalog.catalog
    guard let key = catalog.tables[table].partitionKey else {
      throw .undecided(Undecided("partitions of what is not partitioned"))
    }
    let names = catalog.tables[table].columns.map(\.name)
    var parts: [Part] = []
    for part in key.parts {
      let bound = try session.catalog.bind(part, overTable: table)
      try session.requireExecute(in: bound)
      var column: Int?
      if case .column(_, let name) = part { column = names.firstIndex(of: name) }
      parts.append(
        Part(
          text: column.map { names[$0] } ?? "", column: column, type: bound.type,
          value: try ExpressionCompiler(session).compile(bound)))
    }
    self.parts = parts
    func value(_ written: SQLExpression, _ part: Int) throws(EngineFailure) -> SQLValue {
      guard parts.indices.contains(part) else { throw .undecided(Undecided("a partition's bound")) }
      let typed = SQLExpression.cast(operand: written, type: parts[part].type.typeName)
      let bound = try session.catalog.bind(typed, overTable: table)
      return try session.evaluateConstant(bound)
    }
    func ends(_ list: [Catalog.PartitionBound.RangeEnd]) throws(EngineFailure) -> [End] {
      var result: [End] = []
      for (index, end) in list.enumerated() {
        switch end {
        case .minimum: result.append(.minimum)
        case .maximum: result.append(.maximum)
        case .value(let written): result.append(.value(try value(written, index)))
        }
      }
      return result
    }
    var partitions: [(table: Int, bound: Bound)] = []
    for (child, parent) in writes.database.inheritance.partitionedParent where parent == table {
      switch catalog.tables[child].partitionBound {
      case .otherwise: partitions.append((child, .otherwise))
      case .list(let written):
        var values: [SQLValue] = []
        for item in written { values.append(try value(item, 0)) }
        partitions.append((child, .list(values)))
      case .range(let from, let to):
        partitions.append((child, .range(try ends(from), try ends(to))))
      case .hash(let modulus, let remainder):
        partitions.append(
          (child, .hash(modulus: UInt64(max(1, modulus)), remainder: UInt64(max(0, remainder)))))
      case nil: throw .undecided(Undecided("a partition without bounds"))
      }
    }
    self.partitions = partitions
  }

  /// The partition of a row; nil: there is none.
  func partition(of row: Row) throws(EngineFailure) -> Int? {
    let values = try ExpressionCompiler.values(parts.map(\.value), Frame(row: row))
    var otherwise: Int?
    var hash: PartitionHash?
    for (table, bound) in partitions {
      switch bound {
      case .otherwise: otherwise = table
      case .list(let list):
        guard let value = values.first else { continue }
        let isListed = list.contains {
          $0.isNull ? value.isNull : !value.isNull && SQLValue.compare($0, value) == 0
        }
        if isListed { return table }
      case .range(let from, let to):
        if values.contains(where: \.isNull) { continue }
        if try Self.order(values, from) >= 0, try Self.order(values, to) < 0 { return table }
      case .hash(let modulus, let remainder):
        if hash == nil { hash = try PartitionHash(values, parts.map(\.type)) }
        if let hash, hash.value % modulus == remainder { return table }
      }
    }
    return otherwise
  }

  private static func order(_ values: [SQLValue], _ ends: [End]) throws(EngineFailure) -> Int {
    for (value, end) in zip(values, ends) {
      switch end {
      case .minimum: return 1
      case .maximum: return -1
      case .value(let other):
        guard let order = SQLValue.compare(value, other) else {
          throw .undecided(Undecided("the order of a partition key"))
        }
        if order != 0 { return order }
      }
    }
    return 0
  }

  /// `(a) = (5)`.
  func description(of row: Row) throws(EngineFailure) -> String? {
    guard parts.allSatisfy({ $0.column != nil }) else { return nil }
    let values = try ExpressionCompiler.values(parts.map(\.value), Frame(row: row))
    let texts = zip(values, parts).map { $0.output(as: $1.type) ?? "null" }
    return "(\(parts.map(\.text).joined(separator: ", "))) = (\(texts.joined(separator: ", ")))"
  }

  func mayBeShown(_ detail: ErrorDetail) -> Bool {
    switch detail {
    case .nothing: false
    case .everything: true
    case .columns(let readable, _): readable.isSuperset(of: parts.compactMap(\.column))
    }
  }
}

/// Whether a row belongs into the partition that it is written to, and into those around it.
struct PartitionCheck {
  private let table: Int
  private let writes: StatementWrites
  private let parents: [Int]

  /// Nil: the table is no partition.
  init?(_ writes: StatementWrites, table: Int) throws(EngineFailure) {
    let inheritance = writes.database.inheritance
    var parents: [Int] = []
    var current = table
    while let parent = inheritance.partitionedParent[current], !parents.contains(parent) {
      parents.append(parent)
      current = parent
    }
    guard let root = parents.last else { return nil }
    _ = root
    self.table = table
    self.writes = writes
    self.parents = parents
  }

  /// Whether a BEFORE trigger for each row came from a table above.
  func inherits(trigger name: String) -> Bool {
    let tables = writes.session.catalog.catalog.tables
    return parents.contains { parent in
      tables[parent].triggers.contains {
        $0.name == name && $0.isBeforeEachRow
      }
    }
  }

  func isMet(by row: Row) throws(EngineFailure) -> Bool {
    let catalog = writes.session.catalog.catalog
    var child = table
    for parent in parents {
      let names = catalog.tables[table].columns.map(\.name)
      let above = catalog.tables[parent].columns.map { column in
        names.firstIndex(of: column.name).map { row[$0] } ?? .null
      }
      guard try writes.router.key(of: parent).partition(of: above) == child else { return false }
      child = parent
    }
    return true
  }

  func require(_ row: Row, _ description: RowDescription) throws(EngineFailure) {
    guard try !isMet(by: row) else { return }
    let name = writes.session.catalog.catalog.tables[table].name
    throw .postgres(
      PostgresError(
        .checkViolation, "new row for relation \"\(name.name)\" violates partition constraint",
        detail: description.failingRow(row)
      ).about(ErrorObjects(name)))
  }
}

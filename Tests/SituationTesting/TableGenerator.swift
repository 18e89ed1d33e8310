import AccessModel

/// Tables with every kind of constraint, and rows that keep them.
struct TableGenerator {
  let dice: Dice
  let catalog: Catalog
  let known: [SituationWorld.Rows]

  init(_ dice: Dice, _ catalog: Catalog, _ known: [SituationWorld.Rows]) {
    (self.dice, self.catalog, self.known) = (dice, catalog, known)
  }

  private static let columnNames = [
    "a", "owner_id", "user", "Quoted Name", "größe", "kind", "note", "b",
  ]

  func table(_ name: QualifiedName, owner: String) -> (Catalog.Table, SituationWorld.Rows) {
    var table = Catalog.Table(
      name, columns: [key(of: name)], owner: owner, rowSecurityEnabled: dice.chance(80),
      rowSecurityForced: dice.chance(20))
    let stem = name.name
    if dice.chance(80) {
      table.keys.append(Catalog.Key("\(stem)_pkey", columns: ["id"], isPrimary: true))
    }
    let names = dice.shuffled(Self.columnNames).prefix(dice.within(1...4))
    for column in names { addColumn(column, to: &table) }
    addReference(to: &table)
    return (table, rows(of: table))
  }

  private func key(of name: QualifiedName) -> Catalog.Column {
    var id = Catalog.Column("id", dice.pick([.integer, .integer, .bigint]), isNullable: false)
    switch dice.below(5) {
    case 0: id.identity = .byDefault
    case 1: id.identity = .always
    case 2:
      let sequence = "seq_\(catalog.tables.count)"
      id.defaultValue = .function(
        "nextval",
        .cast(operand: .string("public.\(sequence)"), type: TypeName("regclass")))
    case 3: id.defaultValue = .integer(77)
    default: break
    }
    return id
  }

  private func addColumn(_ name: String, to table: inout Catalog.Table) {
    let kind = dice.weighted([
      (25, ValueKind.integer), (30, .text), (10, .boolean), (10, .numeric), (6, .bigint),
      (6, .uuid), (6, .time), (7, .json),
    ])
    var column = Catalog.Column(name, kind.type, isNullable: dice.chance(75))
    if dice.chance(25) {
      column.defaultValue =
        kind == .text && dice.chance(40)
        ? .valueFunction(.currentUser) : kind.constant(dice, typed: true)
    } else if kind == .integer, dice.chance(12) {
      column.generated = .binary(
        symbol: "+", left: .cast(operand: .column("id"), type: .integer), right: .integer(1))
      column.isNullable = true
    }
    table.columns.append(column)
    let stem = table.name.name
    if kind != .json, column.generated == nil, dice.chance(12) {
      table.keys.append(Catalog.Key("\(stem)_\(name)_key", columns: [name]))
    }
    if dice.chance(18) { addCheck(column, kind, to: &table) }
  }

  /// A check that the few values keep, and that numbers past them and NULLs may not.
  private func addCheck(
    _ column: Catalog.Column, _ kind: ValueKind, to table: inout Catalog.Table
  ) {
    let value = SQLExpression.column(column.name)
    let condition: SQLExpression
    switch kind {
    case .integer, .bigint, .numeric:
      condition = .binary(symbol: dice.pick(["<", "<="]), left: value, right: .integer(50))
    case .text:
      condition = .binary(
        symbol: "<", left: .function("length", value), right: .integer(6))
    default:
      condition = .or(operands: [
        .test(operand: value, kind: .isNotNull),
        .binary(symbol: "<", left: .column("id"), right: .integer(40)),
      ])
    }
    table.checks.append(
      Catalog.CheckConstraint("\(dice.pick(["z", "c"]))_\(column.name)", condition))
  }

  private func addReference(to table: inout Catalog.Table) {
    let candidates = (Array(catalog.tables) + [table]).filter { $0.primaryKey != nil }
    guard !candidates.isEmpty, dice.chance(45) else { return }
    let referenced = dice.pick(candidates)
    guard let key = referenced.columns.first else { return }
    let actions: [Catalog.ForeignKey.Action] = [
      .noAction, .noAction, .cascade, .cascade, .setNull, .restrict,
    ]
    table.columns.append(Catalog.Column("ref", key.type, isNullable: dice.chance(80)))
    table.foreignKeys.append(
      Catalog.ForeignKey(
        "\(table.name.name)_ref_fkey", columns: ["ref"], references: referenced.name,
        referencedColumns: ["id"], onDelete: dice.pick(actions), onUpdate: dice.pick(actions)))
  }

  private func rows(of table: Catalog.Table) -> SituationWorld.Rows {
    let columns = table.columns.filter { $0.generated == nil }
    var rows: [[String?]] = []
    let count = dice.below(6)
    var keys = dice.shuffled(["1", "2", "3", "4", "7", "9"])
    if table.primaryKey == nil { keys = keys.map { dice.chance(40) ? "2" : $0 } }
    for number in 0..<count {
      rows.append(
        columns.map { column in
          if column.name == "id" { return keys[number] }
          if let key = table.foreignKeys.first(where: { $0.columns == [column.name] }) {
            let own = key.references == table.name
            let there = own ? Array(keys[0..<count]) : ids(of: key.references)
            return there.isEmpty || column.isNullable && dice.chance(25)
              ? nil : dice.pick(there)
          }
          if column.isNullable, dice.chance(20) { return nil }
          return ValueKind(column.type).map { dice.pick($0.texts) }
        })
    }
    return SituationWorld.Rows(
      table: table.name, columns: columns.map(\.name), rows: consistent(rows, columns, table))
  }

  private func ids(of table: QualifiedName) -> [String] {
    guard let rows = known.first(where: { $0.table == table }),
      let position = rows.columns.firstIndex(of: "id")
    else { return [] }
    return rows.rows.compactMap { $0[position] }
  }

  /// Without rows that would break a unique key or NOT NULL.
  private func consistent(
    _ rows: [[String?]], _ columns: [Catalog.Column], _ table: Catalog.Table
  ) -> [[String?]] {
    var result: [[String?]] = []
    var seen: [String: Set<String>] = [:]
    for row in rows {
      let isWhole = zip(columns, row).allSatisfy { $0.isNullable || $1 != nil }
      let isNew = zip(columns, row).allSatisfy { column, value in
        guard let value, table.keys.contains(where: { $0.columns == [column.name] }) else {
          return true
        }
        // 1.5 and 1.50 are one number.
        let same = column.type == .numeric ? Double(value).map { "\($0)" } ?? value : value
        return seen[column.name]?.contains(same) != true
      }
      guard isWhole, isNew else {
        // Others may refer to it: then all of them would have to go.
        if table.foreignKeys.contains(where: { $0.references == table.name }) { return [] }
        continue
      }
      for (column, value) in zip(columns, row) {
        guard let value else { continue }
        let same = column.type == .numeric ? Double(value).map { "\($0)" } ?? value : value
        seen[column.name, default: []].insert(same)
      }
      result.append(row)
    }
    return result
  }
}

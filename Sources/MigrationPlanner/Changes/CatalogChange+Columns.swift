import AccessModel
import SQLBinding
import SQLText

/// Columns of tables that stay.
extension CatalogChange {
  private func form(_ column: Catalog.Column, _ forms: NormalForms) -> NormalForm? {
    forms.form(of: column.defaultValue, over: nil, as: .column(column.type))
  }

  /// Whether a column's expression can't be altered: PostgreSQL 15 can only make it again. A stored
  /// one can be forgotten, and the column is one like others then.
  func isRemade(
    _ column: Catalog.Column, as other: Catalog.Column, of table: QualifiedName
  ) -> Bool {
    if forgets(column, as: other) { return false }
    return (column.generated == nil) != (other.generated == nil)
      || column.generated != nil && column.isVirtual != other.isVirtual
      || oldForms.form(of: column.generated, over: table, as: .column(column.type))
        != newForms.form(of: other.generated, over: table, as: .column(other.type))
  }

  private func forgets(_ column: Catalog.Column, as other: Catalog.Column) -> Bool {
    column.generated != nil && other.generated == nil && !column.isVirtual
  }

  mutating func addColumns(of table: Catalog.Table, from before: Catalog.Table) {
    let known = before.columns.keyed(by: \.name)
    let remade = forced.remade[table.name] ?? []
    let kept = Set(table.columns.map(\.name))
    // What is computed goes before what it is computed of changes.
    for column in before.columns where remade.contains(column.name) && !column.isInherited {
      stages.add(.structure, .dropColumn(column.name, of: table.name))
      if column.generated == nil {
        losses.append(
          DataLoss(
            text:
              "the values of column \(table.name).\(column.name), which becomes a generated one",
            isAskedFor: false))
      }
    }
    var made: [Catalog.Column] = []
    for column in table.columns where !column.isInherited {
      if let first = known[column.name], !remade.contains(column.name) {
        alter(first, to: column, of: table.name)
      } else {
        made.append(column)
      }
    }
    for column in made.filter({ $0.generated == nil }) + made.filter({ $0.generated != nil }) {
      stages.add(.structure, .addColumn(column, to: table.name))
      if column.identity != nil { addIdentityClosing(column.name, of: table) }
    }
    for column in before.columns where !kept.contains(column.name) && !column.isInherited {
      stages.add(.removal, .dropColumn(column.name, of: table.name))
      losses.append(
        DataLoss(
          text: "column \(table.name).\(column.name) with its values", isAskedFor: true))
    }
  }

  private mutating func addIdentityClosing(_ column: String, of table: Catalog.Table) {
    let others = planner.strangers(to: table.owner, acls: [])
    stages.add(
      .structure, .define(.revokeAllOnIdentity(column: column, of: table.name, from: others)))
  }

  private mutating func alter(
    _ first: Catalog.Column, to column: Catalog.Column, of table: QualifiedName
  ) {
    func add(_ change: SQLColumnChange) {
      stages.add(.structure, .alterColumn(column.name, of: table, change))
    }
    let isRetyped = first.type != column.type || first.collation != column.collation
    let (oldDefault, newDefault) = (form(first, oldForms), form(column, newForms))
    if forgets(first, as: column) { add(.dropExpression) }
    if first.identity != nil, column.identity == nil, !replacesIdentity(first.name, of: table) {
      add(.dropIdentity)
    }
    if isRetyped {
      // The default's type would be in the way.
      if first.defaultValue != nil { add(.defaultValue(nil)) }
      retype(first, to: column, of: table)
    }
    if isRetyped ? newDefault != nil : oldDefault != newDefault {
      add(.defaultValue(column.defaultValue))
    }
    // An identity column needs NOT NULL first.
    if first.isNullable != column.isNullable { add(.nullable(column.isNullable)) }
    guard let identity = column.identity else { return }
    if first.identity == nil {
      add(.addIdentity(identity, column.identitySequence))
      if let model = new.table(table) { addIdentityClosing(column.name, of: model) }
      addContinuation(of: column.name, of: table, column.identitySequence)
      return
    }
    if identity != first.identity { add(.setIdentity(identity)) }
    typealias Counting = Catalog.Sequence.Counting
    if Counting(first.identitySequence) != Counting(column.identitySequence) {
      add(.recount(column.identitySequence))
    }
  }

  /// An identity would start anew, below the numbers that rows have.
  private mutating func addContinuation(
    of column: String, of table: QualifiedName, _ sequence: Catalog.Sequence?
  ) {
    let counted = old.sequences.first { $0.ownedBy == .init(table, column) }
    if counted == nil, (sequence?.increment ?? 1) < 0 { return }
    stages.add(.structure, .continueCounting(column, of: table, after: counted?.name))
  }

  /// Without USING the server refuses what does not fit, where a cast would cut it off.
  private mutating func retype(
    _ first: Catalog.Column, to column: Catalog.Column, of table: QualifiedName
  ) {
    func add(isCast: Bool) {
      stages.add(
        .structure,
        .alterColumn(
          column.name, of: table,
          .type(column.type, collation: column.collation, isCast: isCast)))
    }
    let loss = DataLoss(
      text: "what values of column \(table).\(column.name) say as \(first.type) and not as "
        + "\(column.type)", isAskedFor: false)
    guard let old = oldForms.names.columnType(first.type)?.type,
      let new = newForms.names.columnType(column.type)
    else {
      losses.append(loss)
      return add(isCast: true)
    }
    guard let context = old.conversion(to: new.type) else {
      refusals.append(
        "column \(table).\(column.name) is of \(first.type) and is to be of \(column.type), to "
          + "which PostgreSQL has no cast; change it by `ALTER TABLE \(sqlText(table)) ALTER COLUMN "
          + "\(quoteIdentifier(column.name)) TYPE \(sqlText(column.type)) USING …`, then plan again"
      )
      return
    }
    if !old.keepsValues(as: new) { losses.append(loss) }
    add(isCast: context > .assignment)
  }
}

import AccessModel
import RowSecurity
import SQLBinding

/// Views of the information schema, which show what the current user may see.
///
/// Source: `src/backend/catalog/information_schema.sql`.
extension SystemRows {
  var database: SQLValue { text(catalog.database?.name ?? "postgres") }

  func yesOrNo(_ value: Bool) -> SQLValue { text(value ? "YES" : "NO") }

  func names(_ name: QualifiedName, isTemporary: Bool) -> Cells {
    [
      "table_catalog": database, "table_name": text(name.name),
      "table_schema": schema(of: name, isTemporary: isTemporary),
    ]
  }

  func isListed(_ object: RowSecurityEngine.InquiredObject) -> Bool {
    session.engine.isListed(object, for: session.role)
  }

  func informationTables() throws(EngineFailure) -> [Cells] {
    var result: [Cells] = []
    for (index, table) in catalog.tables.enumerated()
    where isListed(.object(.relation(.table(index)))) {
      var cells = names(table.name, isTemporary: table.isTemporary)
      cells["table_type"] = text(
        table.isTemporary
          ? "LOCAL TEMPORARY" : table.kind == .foreign ? "FOREIGN" : "BASE TABLE")
      cells["is_insertable_into"] = yesOrNo(table.kind != .foreign)
      cells["is_typed"] = text("NO")
      result.append(cells)
    }
    for (index, view) in catalog.views.enumerated()
    where !view.isMaterialized && isListed(.object(.relation(.view(index)))) {
      var cells = names(view.name, isTemporary: view.isTemporary)
      cells["table_type"] = text(view.isTemporary ? "LOCAL TEMPORARY" : "VIEW")
      let events = try session.engine.updatability(of: .view(index), includingTriggers: false)
      cells["is_insertable_into"] = yesOrNo(events.contains(.insert))
      cells["is_typed"] = text("NO")
      result.append(cells)
    }
    return result
  }

  func informationViews() throws(EngineFailure) -> [Cells] {
    var result: [Cells] = []
    for (index, view) in catalog.views.enumerated()
    where !view.isMaterialized && isListed(.object(.relation(.view(index)))) {
      var cells = names(view.name, isTemporary: view.isTemporary)
      cells["check_option"] = text(view.checkOption?.rawValue.uppercased() ?? "NONE")
      let events = try session.engine.updatability(of: .view(index), includingTriggers: false)
      cells["is_updatable"] = yesOrNo(events.isSuperset(of: [.update, .delete]))
      cells["is_insertable_into"] = yesOrNo(events.contains(.insert))
      for (event, column) in [
        (UpdateEvent.update, "is_trigger_updatable"), (.delete, "is_trigger_deletable"),
        (.insert, "is_trigger_insertable_into"),
      ] {
        cells[column] = yesOrNo(
          view.triggers.contains { trigger in
            trigger.timing == .insteadOf
              && trigger.events.contains { UpdateEvent($0) == event }
          })
      }
      result.append(cells)
    }
    return result
  }

  func informationColumns() throws(EngineFailure) -> [Cells] {
    var result: [Cells] = []
    for (index, table) in catalog.tables.enumerated() {
      for (position, column) in table.columns.enumerated()
      where isListed(.column(.table(index), position)) {
        var cells = names(table.name, isTemporary: table.isTemporary)
        cells["column_name"] = text(column.name)
        // Columns dropped before it count too.
        cells["ordinal_position"] =
          session.names.isWhole && !session.variables.renumbered.contains(table.name)
          ? .integer(Int64(position) + 1)
          : .undetermined(.unknown("a column's number, which dropped columns change"))
        cells.merge(typeCells(column.type)) { $1 }
        let isKey = table.primaryKey?.columns.contains(column.name) == true
        cells["is_nullable"] = yesOrNo(column.isNullable && !isKey)
        cells["is_self_referencing"] = text("NO")
        cells["is_identity"] = yesOrNo(column.identity != nil)
        cells["identity_generation"] = column.identity.map {
          text($0 == .always ? "ALWAYS" : "BY DEFAULT")
        }
        cells["is_generated"] = text(column.generated == nil ? "NEVER" : "ALWAYS")
        cells["is_updatable"] = yesOrNo(table.kind != .foreign)
        result.append(cells)
      }
    }
    for (index, view) in catalog.views.enumerated() where !view.isMaterialized {
      for (position, column) in view.columns.enumerated()
      where isListed(.column(.view(index), position)) {
        var cells = names(view.name, isTemporary: view.isTemporary)
        cells["column_name"] = text(column.name)
        cells["ordinal_position"] = .integer(Int64(position) + 1)
        cells.merge(typeCells(column.type)) { $1 }
        cells["is_nullable"] = text("YES")
        cells["is_self_referencing"] = text("NO")
        cells["is_identity"] = text("NO")
        cells["is_generated"] = text("NEVER")
        let events = try session.engine.updatability(
          of: .view(index), columns: [position], includingTriggers: false)
        cells["is_updatable"] = yesOrNo(events.isSuperset(of: [.update, .delete]))
        result.append(cells)
      }
    }
    return result
  }

  /// A column's type by the standard's name, and by PostgreSQL's.
  private func typeCells(_ name: TypeName?) -> Cells {
    guard let name, let type = session.names.type(name) else {
      let unknown = SQLValue.undetermined(.unknown("a type that is not modelled"))
      return ["data_type": unknown, "udt_schema": unknown, "udt_name": unknown]
    }
    let base = type.base
    if let element = base.element {
      guard let own = element.ownName else {
        return cells("ARRAY", "pg_catalog", "_\(element.catalogName)")
      }
      return cells("ARRAY", own.schema, "_\(own.name)")
    }
    if let own = base.ownName { return cells("USER-DEFINED", own.schema, own.name) }
    return cells(base.description, "pg_catalog", base.catalogName)
  }

  private func cells(_ type: String, _ schema: String, _ name: String) -> Cells {
    ["data_type": text(type), "udt_schema": text(schema), "udt_name": text(name)]
  }

  /// The server's own relations.
  var informationOthers: [Cells] {
    SystemRelation.all(in: session.names.version).map { name, _ in
      ["table_schema": text(name.schema), "table_name": text(name.name)]
    }
  }
}

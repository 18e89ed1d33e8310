import AccessModel
import RowSecurity
import SQLBinding

/// Columns of relations and fields of types, as `pg_attribute` has them.
///
/// Source: `src/include/catalog/pg_attribute.h`.
extension SystemRows {
  var attributes: [Cells] {
    var rows: [Cells] = []
    for table in catalog.tables {
      let isNumbered =
        session.names.isWhole && !session.variables.renumbered.contains(table.name)
      let key = table.primaryKey?.columns ?? []
      for (position, column) in table.columns.enumerated() {
        var cells = attribute(
          column.name, of: table.name,
          isNumbered
            ? .integer(Int64(position + 1))
            : Self.number(from: position + 1, "a column's number, which dropped columns change"))
        cells["atttypid"] = type(of: column.type)
        cells["attnotnull"] = .boolean(!column.isNullable || key.contains(column.name))
        cells["atthasdef"] = .boolean(column.defaultValue != nil || column.generated != nil)
        cells["attidentity"] = text(column.identity.map { $0 == .always ? "a" : "d" } ?? "")
        cells["attgenerated"] = text(column.generated == nil ? "" : column.isVirtual ? "v" : "s")
        rows.append(cells)
      }
      rows += systemAttributes(of: table.name)
    }
    for view in catalog.views {
      for (position, column) in view.columns.enumerated() {
        var cells = attribute(column.name, of: view.name, .integer(Int64(position + 1)))
        cells["atttypid"] = type(of: column.type)
        rows.append(cells)
      }
      if view.isMaterialized { rows += systemAttributes(of: view.name) }
    }
    for sequence in catalog.sequences {
      for (position, name) in ["last_value", "log_cnt", "is_called"].enumerated() {
        var cells = attribute(name, of: sequence.name, .integer(Int64(position + 1)))
        cells["atttypid"] = type(of: name == "is_called" ? .boolean : .bigint)
        cells["attnotnull"] = .boolean(true)
        rows.append(cells)
      }
      rows += systemAttributes(of: sequence.name)
    }
    return rows
  }

  /// Columns that were dropped, fields of types, columns of indexes, and those of the server's own
  /// relations.
  var otherAttributes: [Cells] {
    let dropped = session.variables.renumbered.map { name -> Cells in
      [
        "attrelid": .object(.relation(name)), "attisdropped": .boolean(true),
        "attname": .undetermined(Undetermined("the name of a dropped column")),
        "attnum": Self.number(from: 1, "the number of a dropped column"),
      ]
    }
    let types = catalog.types.map { type -> Cells in
      [
        "attrelid": .object(.relation(type.name)),
        "attnum": Self.number(from: 1, "a field's number"),
      ]
    }
    let indexes = catalog.tables.flatMap { table in
      (table.keys.map(\.name) + table.indexes.map(\.name) + table.exclusions.map(\.name)).map {
        QualifiedName(table.name.schema, $0)
      }
    }
    let ofViews = catalog.views.flatMap { view in
      view.indexes.map { QualifiedName(view.name.schema, $0.name) }
    }
    let columns = Self.number(from: 1, "the number of a column")
    let system: [Cells] = [
      ["attrelid": .undetermined(.object(.relation)), "attnum": columns],
      [
        "attrelid": .undetermined(.object(.relation)),
        "attnum": .undetermined(
          .between(.integer(-7), .integer(-1), Undetermined("the number of a system column"))),
      ],
    ]
    return dropped + types
      + (indexes + ofViews).map { ["attrelid": .object(.relation($0)), "attnum": columns] } + system
  }

  /// Of a column whose number is not known: tables have no more than 1600.
  private static func number(from least: Int, _ what: String) -> SQLValue {
    .undetermined(.between(.integer(Int64(least)), .integer(1600), Undetermined(what)))
  }

  private func attribute(
    _ name: String, of relation: QualifiedName, _ number: SQLValue
  ) -> Cells {
    [
      "attrelid": .object(.relation(relation)), "attname": text(name),
      "attnum": number,
      "attnotnull": .boolean(false), "atthasdef": .boolean(false), "attidentity": text(""),
      "attgenerated": text(""), "attisdropped": .boolean(false),
    ]
  }

  private func systemAttributes(of relation: QualifiedName) -> [Cells] {
    SystemColumn.allCases.map { column in
      var cells = attribute(
        String(describing: column), of: relation, .integer(Int64(column.rawValue)))
      cells["attnotnull"] = .boolean(true)
      cells["atttypid"] = .undetermined(.unknown("the type of a system column"))
      return cells
    }
  }

  private func type(of name: TypeName) -> SQLValue {
    guard let type = session.names.type(name) else {
      return .undetermined(.unknown("a type that is not modelled"))
    }
    return .object(ObjectIdentity(.type, QualifiedName("", type.description)))
  }
}

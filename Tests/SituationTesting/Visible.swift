import AccessModel

/// A relation as expressions see it: the name before the dot, and columns.
struct Visible {
  var qualifier: String
  var columns: [(name: String, kind: ValueKind)]
}

/// A table or view that statements can name.
struct Readable {
  var name: QualifiedName
  var columns: [(name: String, kind: ValueKind)]

  init(_ name: QualifiedName, _ columns: [(name: String, kind: ValueKind)]) {
    (self.name, self.columns) = (name, columns)
  }

  init(_ table: Catalog.Table) {
    self.init(
      table.name,
      table.columns.compactMap { column in ValueKind(column.type).map { (column.name, $0) } })
  }

  init(_ view: Catalog.View) {
    self.init(
      view.name,
      view.columns.compactMap { column in ValueKind(column.type).map { (column.name, $0) } })
  }

  func item(_ alias: String) -> SQLFromItem {
    .relation(
      schema: name.schema == "public" ? nil : name.schema, name: name.name,
      alias: alias == name.name ? nil : alias)
  }
}

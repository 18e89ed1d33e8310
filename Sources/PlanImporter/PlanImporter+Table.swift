import AccessModel
import AccessPlan
import SQLText

extension PlanImporter {
  func isTyped(_ table: Catalog.Table) -> Bool {
    table.kind == .ordinary && table.parents.isEmpty && table.partitionKey == nil
      && table.partitionBound == nil && !table.isTemporary
      && !table.columns.contains(where: \.isInherited)
  }

  /// A table as a struct.
  func table(_ table: Catalog.Table, type: String) -> String {
    var text = "struct \(type): Table {\n" + head(table.name, type: type, table.comment)
    switch (table.rowSecurityEnabled, table.rowSecurityForced) {
    case (true, false): break
    case (true, true): text += "  static let rowSecurity = RowSecurityState.forced\n"
    case (false, false): text += "  static let rowSecurity = RowSecurityState.disabled\n"
    case (false, true): text += "  static let rowSecurity = RowSecurityState.disabledButForced\n"
    }
    if !text.hasSuffix("{\n") { text += "\n" }
    for column in table.columns { text += "  \(self.column(column, of: table))\n" }
    if let owner = table.ownerCondition {
      text += "\n  var owner: Condition { \(condition(owner, of: table)) }\n"
    }
    text += intendedRows(
      of: table.name,
      Dictionary(table.columns.map { ($0.name, $0.type) }, uniquingKeysWith: { a, _ in a }))
    text += block("var constraints: Constraints", constraints(of: table))
    let rules = rules(of: table)
    text += block("var access: AccessRules", rules.rules)
    text += definitions(keyDefinitions(table) + attachments(table) + rules.definitions)
    return text + "}\n"
  }

  func head(_ name: QualifiedName, type: String, _ comment: String?) -> String {
    var text = ""
    if snakeCase(type) != name.name { text += "  static let name = \(swiftLiteral(name.name))\n" }
    if name.schema != "public" { text += "  static let schema = \(swiftLiteral(name.schema))\n" }
    if let comment = self.comment(comment) {
      text += "  static let comment: String? = \(swiftLiteral(comment, indent: 4))\n"
    }
    return text
  }

  func block(_ head: String, _ lines: [String]) -> String {
    if lines.isEmpty { return "" }
    return "\n  \(head) {\n" + lines.map { "    \($0)\n" }.joined() + "  }\n"
  }

  func definitions(_ statements: [String]) -> String {
    block(
      "static var definitions: SQLDefinitions",
      statements.map { "SQL(\(swiftLiteral($0, indent: 6)))" })
  }

  func sql(_ expression: SQLExpression) -> String { swiftLiteral(writer.text(expression)) }

  private func column(_ column: Catalog.Column, of table: Catalog.Table) -> String {
    let property = names.property(column.name, of: table.name)
    let type = swiftType(column.type)
    var text = "let \(property) = Column(\(swiftLiteral(column.name)), \(type))"
    let isKey = primaryKey(of: table)?.columns.contains(column.name) ?? false
    if isKey { text += ".primaryKey()" }
    if uniqueColumns(of: table).contains(column.name) { text += ".unique()" }
    if column.isNullable, !isKey { text += ".nullable()" }
    switch column.identity {
    case .always: text += ".generatedAlways()"
    case .byDefault: text += ".generated()"
    case nil: break
    }
    if let value = column.defaultValue {
      text +=
        ".defaults(to: \(constant(value, column.type) ?? "unsafeSQL(\(sql(value)), \(type))"))"
    }
    if let value = column.generated { text += ".computed(as: unsafeSQL(\(sql(value)), \(type)))" }
    if let key = table.foreignKeys.first(where: {
      $0.columns == [column.name] && isTyped($0, of: table)
    }
    ) {
      text += reference(key)
    }
    if let comment = comment(column.comment) { text += ".comment(\(swiftLiteral(comment)))" }
    return text
  }

  private func constant(_ value: SQLExpression, _ type: TypeName) -> String? {
    switch (value, type.name, type.isArray) {
    case (.literal(.boolean(let value)), "boolean", false): "\(value)"
    case (.literal(.integer(let value)), "integer", false),
      (.literal(.integer(let value)), "bigint", false),
      (.literal(.integer(let value)), "smallint", false):
      "\(value)"
    case (.literal(.string(let text)), "text", false): swiftLiteral(text)
    default: nil
    }
  }

  private func reference(_ key: Catalog.ForeignKey) -> String {
    let target = names.types[key.references] ?? "Unnamed"
    let column = names.property(key.referencedColumns.first ?? "", of: key.references)
    var text = ".references(\(target).self, \\.\(column)"
    if key.onDelete != .noAction { text += ", onDelete: .\(key.onDelete)" }
    if key.onUpdate != .noAction { text += ", onUpdate: .\(key.onUpdate)" }
    return text + ")"
  }

  // MARK: Keys that columns can say

  private func isPlain(_ key: Catalog.Key) -> Bool {
    !key.nullsAreEqual && !key.isDeferrable && !key.isInitiallyDeferred && !key.isInherited
  }

  func primaryKey(of table: Catalog.Table) -> Catalog.Key? {
    guard let key = table.primaryKey, isPlain(key),
      key.name == objectName(table.name.name, [], "pkey")
    else { return nil }
    let order = table.columns.map(\.name).filter(key.columns.contains)
    return order == key.columns ? key : nil
  }

  private func isNamedAsUsual(_ key: Catalog.Key, of table: Catalog.Table) -> Bool {
    !key.isPrimary && isPlain(key) && key.name == objectName(table.name.name, key.columns, "key")
      && table.keys.count { $0.columns == key.columns && !$0.isPrimary } == 1
  }

  private func uniqueColumns(of table: Catalog.Table) -> [String] {
    table.keys.filter { $0.columns.count == 1 && isNamedAsUsual($0, of: table) }
      .flatMap(\.columns)
  }

  private func isSaid(_ key: Catalog.Key, of table: Catalog.Table) -> Bool {
    key.isPrimary ? primaryKey(of: table) != nil : isNamedAsUsual(key, of: table)
  }

  private func isTyped(_ key: Catalog.ForeignKey, of table: Catalog.Table) -> Bool {
    guard key.columns.count == 1, !key.isMatchFull, key.deletedColumns.isEmpty, !key.isDeferrable,
      !key.isNotValid,
      key.name == objectName(table.name.name, key.columns, "fkey"),
      table.foreignKeys.first(where: { $0.columns == key.columns })?.name == key.name,
      let target = catalog.table(key.references), (target.origin ?? .plan) == .plan,
      isTyped(target), key.referencedColumns.count == 1,
      let own = table.columns.first(where: { $0.name == key.columns[0] }),
      let other = target.columns.first(where: { $0.name == key.referencedColumns[0] })
    else { return false }
    return swiftValue(own.type) == swiftValue(other.type)
      && target.keys.contains {
        $0.columns == key.referencedColumns && isSaid($0, of: target)
      }
  }

  private func constraints(of table: Catalog.Table) -> [String] {
    let unique = table.keys.filter { $0.columns.count > 1 && isNamedAsUsual($0, of: table) }
    return unique.map { key in
      let columns = key.columns.map { names.property($0, of: table.name) }
      return "Unique(\(columns.joined(separator: ", ")))"
    }
      + table.checks.filter(isSaid).map {
        "Check(\(swiftLiteral($0.name)), unsafeSQL(\(sql($0.expression))))"
      }
  }

  private func isSaid(_ check: Catalog.CheckConstraint) -> Bool {
    !check.isNotInherited && !check.isNotValid && !check.isInherited
  }

  /// The constraints that columns and `constraints` can't say.
  private func keyDefinitions(_ table: Catalog.Table) -> [String] {
    let alter = "ALTER TABLE \(sqlText(table.name)) ADD CONSTRAINT "
    let keys = table.keys.filter { !isSaid($0, of: table) }.map { key in
      alter + "\(quoteIdentifier(key.name)) \(key.isPrimary ? "PRIMARY KEY" : "UNIQUE") "
        + (key.nullsAreEqual ? "NULLS NOT DISTINCT " : "")
        + "(\(key.columns.map(quoteIdentifier).joined(separator: ", ")))"
        + (key.isDeferrable ? " DEFERRABLE" : "")
        + (key.isInitiallyDeferred ? " INITIALLY DEFERRED" : "")
    }
    let references = table.foreignKeys.filter { !isTyped($0, of: table) }.map {
      writer.text(.addForeignKey($0, on: table.name))
    }
    let checks = table.checks.filter { !isSaid($0) }.map { check in
      alter + "\(quoteIdentifier(check.name)) CHECK (\(writer.text(check.expression)))"
        + (check.isNotInherited ? " NO INHERIT" : "") + (check.isNotValid ? " NOT VALID" : "")
    }
    let collations = table.columns.compactMap { column in
      column.collation.map {
        "ALTER TABLE \(sqlText(table.name)) ALTER COLUMN \(quoteIdentifier(column.name)) "
          + "TYPE \(sqlText(column.type)) COLLATE \(quoteIdentifier($0))"
      }
    }
    return keys + references + checks + collations
  }
}

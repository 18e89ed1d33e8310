import AccessModel

extension PlanLoader {
  mutating func load(_ type: any Table.Type) -> Catalog.Table {
    let table = type.init()
    let name = type.qualifiedName
    let definitions = table.columnDefinitions
    let place = definitions.first?.place ?? plan.place
    let settings = settings[ObjectIdentifier(type)] ?? Settings()
    let rules = (settings.rules?(table) ?? table.access).rules
    checkColumns(definitions, of: name)
    check(rules, of: table, isView: false)

    var acl = defaultACL(in: name.schema, all: Privilege.allOnTable)
    let grants = grants(of: rules, on: name, columns: definitions)
    for entry in grants.onRelation.entries { acl.grant(entry.privileges, to: entry.grantee) }
    let columns = definitions.map { column($0, of: name, grants) }

    context.openScope(of: name, definitions)
    let policies = policies(of: rules, on: table)
    let ownerCondition = lowerOwner(of: table, at: place)
    context.closeScope()
    context.openScope(of: name, definitions, qualifiesColumns: false)
    let checks = checkConstraints(of: table, at: place)
    context.closeScope()

    let rowSecurity = settings.rowSecurity ?? type.rowSecurity
    return Catalog.Table(
      name, columns: columns, keys: keys(of: table, definitions),
      foreignKeys: foreignKeys(of: name, definitions), checks: checks, owner: owner,
      rowSecurityEnabled: rowSecurity == .enabled || rowSecurity == .forced,
      rowSecurityForced: rowSecurity == .forced || rowSecurity == .disabledButForced,
      policies: policies, acl: acl, comment: type.comment, ownerCondition: ownerCondition,
      place: place)
  }

  /// Inside the relation's own scope.
  mutating func lowerOwner(of relation: any Relation, at place: SourcePlace) -> SQLExpression? {
    guard relation.owner.isDeclared else { return nil }
    context.subject = "the owner of `\(type(of: relation).qualifiedName)`"
    context.place = place
    return relation.owner.lower(&context)
  }

  mutating func checkColumns(_ columns: [ColumnDefinition], of relation: QualifiedName) {
    for column in columns { checkName(column.name, "a column of `\(relation)`", at: column.place) }
    checkDistinct(
      columns.map { ($0.name, $0.place) }, { "`\(relation)` has two columns named `\($0)`" },
      help: "give one of them another name")
  }

  private mutating func column(
    _ definition: ColumnDefinition, of table: QualifiedName, _ grants: RelationGrants
  ) -> Catalog.Column {
    context.subject = "the default of `\(table).\(definition.name)`"
    context.place = definition.place
    var column = Catalog.Column(
      definition.name, definition.type,
      isNullable: definition.isNullable && !definition.isPrimaryKey,
      defaultValue: definition.defaultValue?.lower(&context),
      generated: definition.computed?.lower(&context),
      acl: grants.onColumns[definition.name], comment: definition.comment, place: definition.place)
    switch definition.generation {
    case .identity(let identity): column.identity = identity
    case .serial: column.defaultValue = addSequence(for: definition, of: table, grants)
    case nil: break
    }
    return column
  }

  /// `nextval` of a new sequence, which is granted to whoever may insert.
  private mutating func addSequence(
    for column: ColumnDefinition, of table: QualifiedName, _ grants: RelationGrants
  ) -> SQLExpression {
    let name = freeName(
      objectName(table.name, [column.name], "seq"),
      taken: &relationNames[table.schema, default: []])
    var acl = defaultACL(in: table.schema, all: Privilege.allOnSequence)
    for grantee in grants.inserting { acl.grant([.usage], to: grantee) }
    sequences.append(
      Catalog.Sequence(
        QualifiedName(table.schema, name), owner: owner, acl: acl, place: column.place))
    return .function("nextval", .string("\(quoted(table.schema)).\(quoted(name))"))
  }

  /// `nextval` reads its text as SQL reads names.
  private func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (48...57).contains(byte) || byte == 95
    }
    if isPlain, !(name.first?.isNumber ?? true) { return name }
    return "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

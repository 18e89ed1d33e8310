import AccessModel
import SQLText

// What becomes `SQL`: statements that make a part of the catalog again.
extension PlanImporter {
  private var script: SQLWriter { SQLWriter(layout: .indented) }

  /// Whether a plan can name the role: its own, or its platform's.
  func isKnown(_ grantee: Grantee) -> Bool {
    guard case .role(let name) = grantee else { return true }
    return preset.catalog.role(name) != nil || catalog.role(name)?.origin == .plan
  }

  func definitions(_ function: Catalog.Function) -> [String] {
    let object = SQLObject.function(function.name, arguments: function.arguments.map(\.type))
    return [script.text(.createFunction(function))]
      + ownership(object, function.owner)
      + grants(on: object, function.acl, owner: function.owner, all: [.execute], open: [.execute])
      + (comment(function.comment).map { [script.text(.comment(object, $0))] } ?? [])
  }

  func ownership(_ object: SQLObject, _ role: String) -> [String] {
    role == owner ? [] : [script.text(.owner(object, role))]
  }

  /// What makes a new object's list this one; `open` is what PUBLIC has of it at first.
  func grants(
    on object: SQLObject, _ acl: AccessControlList?, owner: String, all: [Privilege],
    open: [Privilege] = []
  ) -> [String] {
    guard let acl else { return [] }
    var statements: [SQLDefinition] = []
    if !open.isEmpty, Set(acl.privileges(of: .everyone)) != Set(open) {
      statements.append(.revokeAll(object, from: [.everyone]))
    }
    let held = acl.privileges(of: .role(owner))
    if Set(held) != Set(all) {
      statements.append(.revokeAll(object, from: [.role(owner)]))
      statements += grant(held, on: object, to: .role(owner), withGrantOption: false)
    }
    for entry in acl.entries where entry.grantee != .role(owner) {
      let plain = entry.privileges.filter { !entry.grantable.contains($0) }
      if !(entry.grantee == .everyone && Set(plain) == Set(open)) {
        statements += grant(plain, on: object, to: entry.grantee, withGrantOption: false)
      }
      statements += grant(
        entry.grantable, on: object, to: entry.grantee, withGrantOption: true)
    }
    return statements.map(writer.text)
  }

  func grant(
    _ privileges: [Privilege], on object: SQLObject, to grantee: Grantee, withGrantOption: Bool
  ) -> [SQLDefinition] {
    guard !privileges.isEmpty else { return [] }
    return [
      .grant(
        privileges.map { SQLPrivilege($0) }, on: object, to: [grantee],
        withGrantOption: withGrantOption)
    ]
  }

  func schemaDefinitions() -> [String] {
    catalog.schemas.flatMap { schema -> [String] in
      let object = SQLObject.schema(schema.name)
      let acl = schema.acl ?? AccessControlList()
      let given = platform.schema(schema.name)?.acl
      if schema.origin != .plan, given == nil { return [] }
      var statements: [SQLDefinition] = []
      let holders = Set(acl.entries.map(\.grantee))
      // What a plan gives by itself: USAGE to whoever is granted something inside.
      let candidates = given.map { $0.entries.map(\.grantee) } ?? grantees(in: schema.name)
      for grantee in Set(candidates).subtracting(holders).sorted() where isKnown(grantee) {
        statements.append(.revokeAll(object, from: [grantee]))
      }
      for entry in acl.entries where entry.grantee != .role(schema.owner) {
        let had = Set(given?.privileges(of: entry.grantee) ?? [])
        if had.isSuperset(of: entry.privileges), entry.grantable.isEmpty {
          if had != Set(entry.privileges) {
            statements.append(.revokeAll(object, from: [entry.grantee]))
          } else {
            continue
          }
        }
        statements += grant(entry.privileges, on: object, to: entry.grantee, withGrantOption: false)
        statements += grant(entry.grantable, on: object, to: entry.grantee, withGrantOption: true)
      }
      return ownershipOf(schema) + statements.map(writer.text)
    }
  }

  private func ownershipOf(_ schema: Catalog.Schema) -> [String] {
    schema.origin == .plan ? ownership(.schema(schema.name), schema.owner) : []
  }

  private func grantees(in schema: String) -> [Grantee] {
    let tables = catalog.tables.filter { $0.name.schema == schema }
    let views = catalog.views.filter { $0.name.schema == schema }
    let lists = tables.map(\.acl) + tables.flatMap { $0.columns.map(\.acl) } + views.map(\.acl)
    let service = preset.serviceRole.map { [Grantee.role($0)] } ?? []
    return (lists.flatMap { $0?.entries.map(\.grantee) ?? [] } + service)
      .filter { $0 != .role(owner) }
  }

  func typeDefinitions() -> [String] {
    catalog.types.filter { $0.origin == .plan }.flatMap { type -> [String] in
      let name = sqlText(type.name)
      var text: String
      switch type.kind {
      case .enumeration(let labels):
        text = "CREATE TYPE \(name) AS ENUM (\(labels.map(quoteLiteral).joined(separator: ", ")))"
      case .composite(let fields):
        let list = fields.map { "\(quoteIdentifier($0.name)) \(sqlText($0.type))" }
        text = "CREATE TYPE \(name) AS (\(list.joined(separator: ", ")))"
      case .domain(let base, let isNullable):
        text = "CREATE DOMAIN \(name) AS \(sqlText(base))" + (isNullable ? "" : " NOT NULL")
        if let value = type.defaultValue { text += " DEFAULT \(writer.text(value))" }
        for check in type.checks {
          text +=
            " CONSTRAINT \(quoteIdentifier(check.name)) CHECK (\(writer.text(check.expression)))"
        }
      case .other: text = "CREATE TYPE \(name)"
      }
      return [text]
        + (type.owner == owner
          ? [] : ["ALTER TYPE \(name) OWNER TO \(quoteIdentifier(type.owner))"])
    }
  }

  func sequenceDefinitions() -> [String] {
    catalog.sequences.flatMap { sequence -> [String] in
      let object = SQLObject.sequence(sequence.name)
      let owning = sequence.ownedBy.map {
        [writer.text(.sequenceOwner(sequence.name, $0))]
      }
      return [writer.text(.createSequence(sequence))] + ownership(object, sequence.owner)
        + grants(
          on: object, sequence.acl, owner: sequence.owner, all: Privilege.allOnSequence)
        + (owning ?? [])
    }
  }

  func attachments(_ table: Catalog.Table) -> [String] {
    let statements =
      table.indexes.filter { !$0.isInherited }.map { SQLDefinition.createIndex($0, on: table.name) }
      + table.rules.flatMap { rule -> [SQLDefinition] in
        [.createRule(rule, on: table.name)]
          + (rule.enabled == .origin ? [] : [.ruleState(rule.name, rule.enabled, on: table.name)])
      }
      + table.triggers.filter { !$0.isInherited }.flatMap { trigger -> [SQLDefinition] in
        [.createTrigger(trigger, on: table.name)]
          + (trigger.enabled == .origin
            ? [] : [.triggerState(trigger.name, trigger.enabled, on: table.name)])
      }
    return statements.map(writer.text)
  }

  /// A table that the language has no form for: a partition, an heir, a temporary one.
  func wholeDefinitions(_ table: Catalog.Table) -> [String] {
    let object = SQLObject.table(table.name)
    return [
      script.text(.createTable(table, foreignKeys: Set(table.foreignKeys.map(\.name))))
    ]
      + (table.rowSecurityEnabled || table.rowSecurityForced
        ? [
          writer.text(
            .rowSecurity(
              table.name, isEnabled: table.rowSecurityEnabled, isForced: table.rowSecurityForced))
        ] : [])
      + ownership(object, table.owner)
      + grants(on: object, table.acl, owner: table.owner, all: Privilege.allOnTable)
      + columnGrants(table.columns.map { ($0.name, $0.acl) }, on: object, where: { _ in true })
      + table.policies.map { script.text(.createPolicy($0, on: table.name)) } + attachments(table)
  }

  func wholeDefinitions(_ view: Catalog.View) -> [String] {
    let object = SQLObject.view(view.name)
    return [script.text(.createView(view))] + ownership(object, view.owner)
      + grants(on: object, view.acl, owner: view.owner, all: Privilege.allOnTable)
      + view.indexes.map { writer.text(.createIndex($0, on: view.name)) }
  }

  /// Grants on columns that a `Grant` can't say.
  func columnGrants(
    _ columns: [(name: String, acl: AccessControlList?)], on object: SQLObject,
    where isWanted: (AccessControlList.Entry) -> Bool
  ) -> [String] {
    columns.flatMap { column -> [String] in
      (column.acl?.entries ?? []).filter(isWanted).flatMap { entry -> [String] in
        let plain = entry.privileges.filter { !entry.grantable.contains($0) }
        return [(plain, false), (entry.grantable, true)].filter { !$0.0.isEmpty }.map {
          writer.text(
            .grant(
              $0.0.map { SQLPrivilege($0, columns: [column.name]) }, on: object,
              to: [entry.grantee], withGrantOption: $0.1))
        }
      }
    }
  }
}

import AccessModel
import SQLText

/// The facts of a catalog, in its order.
///
/// Left out is what decides nothing: places, comments, and the plan's own notions, such as whose a
/// row is.
struct CatalogFacts {
  private(set) var facts: [CatalogFact] = []
  let writer = SQLWriter(layout: .compact)
  /// Of which the catalog is.
  let version: PostgresVersion

  init(_ catalog: Catalog, _ version: PostgresVersion) {
    self.version = version
    for role in catalog.roles { add(role) }
    for schema in catalog.schemas { add(schema) }
    for type in catalog.types { add(type) }
    for sequence in catalog.sequences { add(sequence) }
    for function in catalog.functions { add(function) }
    for table in catalog.tables { add(table) }
    for view in catalog.views { add(view) }
    for defaults in catalog.defaultPrivileges { add(defaults) }
  }

  mutating func add(
    _ object: String, _ part: String = "", _ value: String = "",
    origin: Catalog.Origin? = nil
  ) {
    let isOfPlatform = (origin ?? .plan) != .plan
    facts.append(CatalogFact(object, part, value, isOfPlatform: isOfPlatform))
  }

  private mutating func add(_ role: Catalog.Role) {
    let object = "role \(quoteIdentifier(role.name))"
    // A superuser may what the other attributes allow, whether it has them or not.
    let attributes =
      [
        role.isSuperuser ? "SUPERUSER" : role.bypassesRowSecurity ? "BYPASSRLS" : "",
        role.inherits ? "" : "NOINHERIT", role.canLogin ? "LOGIN" : "",
      ]
      + (role.isSuperuser
        ? []
        : [
          role.canCreateRoles ? "CREATEROLE" : "", role.canCreateDatabases ? "CREATEDB" : "",
          role.isReplication ? "REPLICATION" : "",
        ])
    let text = attributes.filter { !$0.isEmpty }.joined(separator: " ")
    add(object, "", text, origin: role.origin)
    for membership in role.memberships {
      let options = [
        membership.admin ? "WITH ADMIN" : "",
        membership.inherit.map { "INHERIT \($0)" } ?? "", membership.set.map { "SET \($0)" } ?? "",
      ]
      add(
        object, "membership in \(quoteIdentifier(membership.group))",
        options.filter { !$0.isEmpty }.joined(separator: ", "), origin: role.origin)
    }
    for setting in role.settings {
      add(object, "setting \(setting.name)", setting.value, origin: role.origin)
    }
  }

  private mutating func add(_ schema: Catalog.Schema) {
    let object = "schema \(quoteIdentifier(schema.name))"
    add(object, origin: schema.origin)
    add(object, "owner", schema.owner, origin: schema.origin)
    addGrants(
      object, schema.acl, owner: schema.owner, all: Privilege.allOnSchema, origin: schema.origin)
  }

  private mutating func add(_ type: Catalog.CustomType) {
    let object = "type \(type.name)"
    var text: String
    switch type.kind {
    case .enumeration(let labels):
      text = "ENUM (\(labels.map(quoteLiteral).joined(separator: ", ")))"
    case .composite(let fields):
      let list = fields.map { "\(quoteIdentifier($0.name)) \(sqlText($0.type))" }
      text = "(\(list.joined(separator: ", ")))"
    case .domain(let base, let isNullable):
      text = "DOMAIN \(sqlText(base))" + (isNullable ? "" : " NOT NULL")
    case .other: text = ""
    }
    if let value = type.defaultValue { text += " DEFAULT \(writer.text(value))" }
    for check in type.checks { text += " CHECK (\(writer.text(check.expression)))" }
    add(object, "", text, origin: type.origin)
    add(object, "owner", type.owner, origin: type.origin)
    addGrants(
      object, type.acl, owner: type.owner, all: [.usage], everyone: [.usage], origin: type.origin)
  }

  private mutating func add(_ sequence: Catalog.Sequence) {
    let object = "sequence \(sequence.name)"
    let numbers = [
      ("INCREMENT", sequence.increment), ("MINVALUE", sequence.minimum),
      ("MAXVALUE", sequence.maximum), ("START", sequence.start),
    ]
    var words = sequence.type.map { ["AS \(sqlText($0))"] } ?? []
    for case (let word, let number?) in numbers { words.append("\(word) \(number)") }
    if let cache = sequence.cache { words.append("CACHE \(cache)") }
    if sequence.cycles { words.append("CYCLE") }
    add(object, "", words.joined(separator: " "))
    add(object, "owner", sequence.owner)
    addGrants(object, sequence.acl, owner: sequence.owner, all: Privilege.allOnSequence)
  }

  private mutating func add(_ function: Catalog.Function) {
    let arguments = function.arguments.map { sqlText($0.type) }.joined(separator: ", ")
    let object = "function \(function.name)(\(arguments))"
    var bodiless = function
    bodiless.body = .text("")
    let empty = " AS $$$$"
    let head = writer.text(.createFunction(bodiless)).onOneLine.dropLast(empty.count)
    let text = writer.text(.createFunction(function))
    add(object, "", String(head), origin: function.origin)
    let body = text.dropFirst(head.count).trimmingPrefix(" AS ").trimmingPrefix(" ")
    add(object, "body", String(body), origin: function.origin)
    add(object, "owner", function.owner, origin: function.origin)
    addGrants(
      object, function.acl, owner: function.owner, all: [.execute], everyone: [.execute],
      origin: function.origin)
  }

  private mutating func add(_ defaults: Catalog.DefaultPrivilege) {
    let scope = defaults.schema.map { " in schema \(quoteIdentifier($0))" } ?? ""
    let object = "default privileges of \(quoteIdentifier(defaults.role))\(scope)"
    for entry in defaults.acl.entries {
      add(
        object, "\(defaults.object.rawValue.lowercased()): grant to \(sqlText(entry.grantee))",
        Self.text(entry))
    }
  }

  /// A grant for each who holds something; the owner's only if it is not everything.
  mutating func addGrants(
    _ object: String, _ acl: AccessControlList?, owner: String, all: [Privilege],
    everyone: [Privilege] = [], of column: String? = nil, origin: Catalog.Origin? = nil
  ) {
    if acl == nil, column != nil { return }
    let list = acl ?? .builtIn(owner: owner, all: all, everyone: everyone)
    let what = column.map { "grant (\(quoteIdentifier($0)))" } ?? "grant"
    var ownerHolds: [Privilege] = []
    for entry in list.entries {
      if entry.grantee == .role(owner), entry.grantor == nil || entry.grantor == owner {
        ownerHolds += entry.privileges
        continue
      }
      let grantor = entry.grantor.flatMap { $0 == owner ? nil : " by \(quoteIdentifier($0))" }
      add(
        object, "\(what) to \(sqlText(entry.grantee))\(grantor ?? "")", Self.text(entry),
        origin: origin)
    }
    if column == nil, Set(ownerHolds) != Set(all) {
      let text = Set(ownerHolds).sorted().map(\.rawValue).joined(separator: ", ")
      add(object, "grant to its owner", text.isEmpty ? "nothing" : text, origin: origin)
    }
  }

  private static func text(_ entry: AccessControlList.Entry) -> String {
    let plain = entry.privileges.filter { !entry.grantable.contains($0) }
    let parts = [
      plain.map(\.rawValue).joined(separator: ", "),
      entry.grantable.isEmpty
        ? "" : entry.grantable.map(\.rawValue).joined(separator: ", ") + " WITH GRANT OPTION",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

public import AccessModel

/// A statement that changes what is there. Unlike a definition it runs once: on a database that is
/// as it was when the change was planned.
public enum SQLChange: Hashable, Sendable {
  case define(SQLDefinition)
  /// CREATE ROLE with its attributes; memberships are apart.
  case createRole(Catalog.Role)
  /// ALTER ROLE to these attributes.
  case alterRole(Catalog.Role)
  case dropRole(String)
  case revokeMembership(group: String, member: String)
  /// ALTER ROLE … SET.
  case roleSetting(Catalog.Function.Setting, of: String)
  /// SET LOCAL ROLE; nil: RESET ROLE.
  case actAs(String?)
  case createType(Catalog.CustomType)
  case dropType(QualifiedName)
  /// ALTER TYPE or ALTER DOMAIN.
  case alterType(QualifiedName, SQLTypeChange)
  /// ALTER SEQUENCE to count as this one does, whose unsaid options are PostgreSQL's own.
  case recount(Catalog.Sequence)
  /// Lets a column that counts now go on where a sequence stands, or after the largest number of its
  /// rows. Its own sequence is an identity's, or one that it owns.
  case continueCounting(String, of: QualifiedName, after: QualifiedName?)
  /// DROP of anything that has an owner.
  case drop(SQLObject)
  case dropIndex(QualifiedName)
  case dropRule(String, on: QualifiedName)
  case revoke([SQLPrivilege], on: SQLObject, from: [Grantee])
  /// ALTER POLICY; what is nil stays.
  case alterPolicy(
    String, on: QualifiedName, roles: [Grantee]?, using: SQLExpression?, check: SQLExpression?)
  case enableRowSecurity(QualifiedName, Bool)
  case forceRowSecurity(QualifiedName, Bool)
  case addColumn(Catalog.Column, to: QualifiedName)
  case dropColumn(String, of: QualifiedName)
  case alterColumn(String, of: QualifiedName, SQLColumnChange)
  /// A key, check or exclusion; foreign keys are definitions.
  case addConstraint(SQLConstraint, to: QualifiedName)
  /// ATTACH PARTITION; without a bound, INHERIT.
  case join(QualifiedName, to: QualifiedName, Catalog.PartitionBound?)
  /// DETACH PARTITION, or NO INHERIT.
  case leave(QualifiedName, of: QualifiedName, isPartition: Bool)
}

/// What ALTER COLUMN does.
public enum SQLColumnChange: Hashable, Sendable {
  /// Values are converted as they are when stored in a column of the new type, which refuses those
  /// that do not fit; with `isCast` by a cast, where there is no such conversion.
  case type(TypeName, collation: String?, isCast: Bool)
  /// Nil: DROP DEFAULT.
  case defaultValue(SQLExpression?)
  /// SET or DROP NOT NULL.
  case nullable(Bool)
  /// With the options of its sequence, where some are given.
  case addIdentity(Catalog.Column.Identity, Catalog.Sequence?)
  case setIdentity(Catalog.Column.Identity)
  /// How the sequence of an identity column counts; nil: as PostgreSQL's own.
  case recount(Catalog.Sequence?)
  case dropIdentity
  /// DROP EXPRESSION of a stored generated column, which keeps its values.
  case dropExpression
}

/// What ALTER TYPE and ALTER DOMAIN do.
public enum SQLTypeChange: Hashable, Sendable {
  /// ADD VALUE of an enum; nil: behind all others.
  case addLabel(String, before: String?)
  case addAttribute(Catalog.CustomType.Field)
  case dropAttribute(String)
  case attributeType(Catalog.CustomType.Field)
  /// Of a domain, from here on. Nil: DROP DEFAULT.
  case defaultValue(SQLExpression?)
  /// SET or DROP NOT NULL.
  case nullable(Bool)
  case addCheck(Catalog.CheckConstraint)
  case dropCheck(String)
}

/// A constraint of a table other than a foreign key.
public enum SQLConstraint: Hashable, Sendable {
  case key(Catalog.Key)
  case check(Catalog.CheckConstraint)
  case exclusion(Catalog.Exclusion)
}

extension SQLWriter {
  /// The statement, without a semicolon.
  public func text(_ change: SQLChange) -> String {
    if case .define(let definition) = change { return text(definition) }
    return print(document(change))
  }

  private func document(_ change: SQLChange) -> Document {
    switch change {
    case .define, .createRole, .alterRole, .dropRole, .revokeMembership, .roleSetting, .actAs:
      .text(roleText(change))
    case .createType(let type): .text(creation(type))
    case .dropType(let name): .text("DROP TYPE \(sqlText(name))")
    case .alterType(let name, let what): .text(text(what, of: sqlText(name)))
    case .recount(let sequence): .text(recounting(sequence))
    case .continueCounting(let column, let table, let sequence):
      .text(continuation(column, table, sequence))
    case .drop(let object): .text("DROP \(object.text)")
    case .dropIndex(let name): .text("DROP INDEX \(sqlText(name))")
    case .dropRule(let name, let relation):
      .text("DROP RULE \(quoteIdentifier(name)) ON \(sqlText(relation))")
    case .revoke(let privileges, let object, let grantees):
      .text(
        "REVOKE \(privileges.map(\.text).joined(separator: ", ")) ON \(object.grantText) "
          + "FROM \(list(grantees))")
    case .alterPolicy(let name, let table, let roles, let using, let check):
      policyChange(name, table, roles, using, check)
    case .enableRowSecurity(let table, let isOn):
      .text("ALTER TABLE \(sqlText(table)) \(isOn ? "ENABLE" : "DISABLE") ROW LEVEL SECURITY")
    case .forceRowSecurity(let table, let isOn):
      .text("ALTER TABLE \(sqlText(table)) \(isOn ? "FORCE" : "NO FORCE") ROW LEVEL SECURITY")
    case .addColumn(let column, let table):
      .joined([.text("ALTER TABLE \(sqlText(table)) ADD COLUMN "), document(column)])
    case .dropColumn(let name, let table):
      .text("ALTER TABLE \(sqlText(table)) DROP COLUMN \(quoteIdentifier(name))")
    case .alterColumn(let name, let table, let what):
      .joined([
        .text("ALTER TABLE \(sqlText(table)) ALTER COLUMN \(quoteIdentifier(name)) "),
        document(what, of: name),
      ])
    case .addConstraint(let constraint, let table):
      .joined([.text("ALTER TABLE \(sqlText(table)) ADD "), document(constraint)])
    case .join(let table, let parent, let bound?):
      .joined([
        .text("ALTER TABLE \(sqlText(parent)) ATTACH PARTITION \(sqlText(table)) "),
        document(bound),
      ])
    case .join(let table, let parent, nil):
      .text("ALTER TABLE \(sqlText(table)) INHERIT \(sqlText(parent))")
    case .leave(let table, let parent, true):
      .text("ALTER TABLE \(sqlText(parent)) DETACH PARTITION \(sqlText(table))")
    case .leave(let table, let parent, false):
      .text("ALTER TABLE \(sqlText(table)) NO INHERIT \(sqlText(parent))")
    }
  }

  private func roleText(_ change: SQLChange) -> String {
    switch change {
    case .createRole(let role): "CREATE ROLE \(quoteIdentifier(role.name)) \(attributes(role))"
    case .alterRole(let role): "ALTER ROLE \(quoteIdentifier(role.name)) \(attributes(role))"
    case .dropRole(let name): "DROP ROLE \(quoteIdentifier(name))"
    case .revokeMembership(let group, let member):
      "REVOKE \(quoteIdentifier(group)) FROM \(quoteIdentifier(member))"
    case .roleSetting(let setting, let role):
      "ALTER ROLE \(quoteIdentifier(role)) SET \(assignment(setting))"
    case .actAs(let role): role.map { "SET LOCAL ROLE \(quoteIdentifier($0))" } ?? "RESET ROLE"
    default: ""
    }
  }

  private func attributes(_ role: Catalog.Role) -> String {
    [
      (role.isSuperuser, "SUPERUSER"), (role.bypassesRowSecurity, "BYPASSRLS"),
      (role.inherits, "INHERIT"), (role.canLogin, "LOGIN"),
    ].map { $0 ? $1 : "NO\($1)" }.joined(separator: " ")
      + [
        (role.canCreateRoles, " CREATEROLE"), (role.canCreateDatabases, " CREATEDB"),
        (role.isReplication, " REPLICATION"),
      ].map { $0 ? $1 : "" }.joined()
  }

  private func continuation(
    _ column: String, _ table: QualifiedName, _ sequence: QualifiedName?
  ) -> String {
    let own = "pg_get_serial_sequence(\(quoteLiteral(sqlText(table))), \(quoteLiteral(column)))"
    if let sequence {
      return "SELECT setval(\(own), last_value, is_called) FROM \(sqlText(sequence))"
    }
    let largest = "max(\(quoteIdentifier(column)))"
    return "SELECT setval(\(own), \(largest)) FROM \(sqlText(table)) HAVING \(largest) > 0"
  }

  private func recounting(_ sequence: Catalog.Sequence) -> String {
    "ALTER SEQUENCE \(sqlText(sequence.name)) AS \(sqlText(sequence.type ?? .bigint)) "
      + counting(sequence).joined(separator: " ")
  }

  /// All options of how a sequence counts, so that none is left as it was.
  private func counting(_ sequence: Catalog.Sequence?) -> [String] {
    let step = sequence?.increment ?? 1
    let usual = step < 0 ? sequence?.maximum ?? -1 : sequence?.minimum ?? 1
    return [
      "INCREMENT \(step)", sequence?.minimum.map { "MINVALUE \($0)" } ?? "NO MINVALUE",
      sequence?.maximum.map { "MAXVALUE \($0)" } ?? "NO MAXVALUE",
      "START \(sequence?.start ?? usual)", sequence?.cycles == true ? "CYCLE" : "NO CYCLE",
      "CACHE \(sequence?.cache ?? 1)",
    ]
  }

  private func policyChange(
    _ name: String, _ table: QualifiedName, _ roles: [Grantee]?, _ using: SQLExpression?,
    _ check: SQLExpression?
  ) -> Document {
    var clauses: [Document] = []
    if let roles { clauses += [.hardLine, .text("TO \(list(roles))")] }
    if let using { clauses += [.hardLine, .text("USING "), .parenthesized(.expression(using))] }
    if let check {
      clauses += [.hardLine, .text("WITH CHECK "), .parenthesized(.expression(check))]
    }
    return .joined([
      .text("ALTER POLICY \(quoteIdentifier(name)) ON \(sqlText(table))"), .nested(clauses),
    ])
  }

  private func document(_ change: SQLColumnChange, of column: String) -> Document {
    switch change {
    case .type(let type, let collation, let isCast):
      let words = collation.map { " COLLATE \(quoteIdentifier($0))" } ?? ""
      let cast = isCast ? " USING \(quoteIdentifier(column))::\(sqlText(type))" : ""
      return .text("TYPE \(sqlText(type))\(words)\(cast)")
    case .defaultValue(let value?):
      return .joined([.text("SET DEFAULT "), .expression(value, minimum: .primary)])
    case .defaultValue(nil): return .text("DROP DEFAULT")
    case .nullable(let isNullable): return .text("\(isNullable ? "DROP" : "SET") NOT NULL")
    case .addIdentity(let kind, let sequence):
      let options = sequence.map(options) ?? ""
      let parentheses = options.isEmpty ? "" : " (\(options.dropFirst()))"
      return .text("ADD \(kind.words) AS IDENTITY\(parentheses)")
    case .setIdentity(let kind): return .text("SET \(kind.words)")
    case .recount(let sequence):
      return .text(counting(sequence).map { "SET \($0)" }.joined(separator: " "))
    case .dropIdentity: return .text("DROP IDENTITY")
    case .dropExpression: return .text("DROP EXPRESSION")
    }
  }
}

extension Catalog.Column.Identity {
  var words: String { self == .always ? "GENERATED ALWAYS" : "GENERATED BY DEFAULT" }
}

/// DROP with all that depends on it.
///
/// ```swift
/// dropText(.table(QualifiedName("public", "t")))  // DROP TABLE public.t CASCADE
/// ```
public func dropText(_ object: SQLObject) -> String { "DROP \(object.text) CASCADE" }

public import AccessModel

/// A statement that makes or changes a database object. Each can be run again without harm.
public enum SQLDefinition: Hashable, Sendable {
  /// `SET LOCAL name = value`.
  case setLocal(String, String)
  /// `SET name = value`, for the session.
  case set(String, String)
  /// Creates the role if there is none, and gives it the attributes it lacks. The role that runs
  /// the statement is left as it is. Memberships are apart.
  case role(Catalog.Role)
  /// `GRANT group TO member`.
  case membership(Catalog.Membership, member: String)
  case createSchema(String)
  case createSequence(Catalog.Sequence)
  /// `ALTER SEQUENCE … OWNED BY`; nil: NONE.
  case sequenceOwner(QualifiedName, Catalog.Sequence.Owner?)
  /// Creates an enum, a domain or a composite type if there is none of the name.
  case createType(Catalog.CustomType)
  /// CREATE TABLE IF NOT EXISTS with those of its foreign keys that are named.
  case createTable(Catalog.Table, foreignKeys: Set<String>)
  case dropConstraint(String, on: QualifiedName)
  /// Runs once: to be run again it needs `dropConstraint` before it.
  case addForeignKey(Catalog.ForeignKey, on: QualifiedName)
  /// Enables or disables row security, and forces it on the owner or not.
  case rowSecurity(QualifiedName, isEnabled: Bool, isForced: Bool)
  /// CREATE OR REPLACE VIEW, which also replaces all of its options.
  case createView(Catalog.View)
  case createFunction(Catalog.Function)
  /// CREATE OR REPLACE, but for a constraint trigger, which needs `dropTrigger` before it.
  case createTrigger(Catalog.Trigger, on: QualifiedName)
  case dropTrigger(String, on: QualifiedName)
  /// ENABLE or DISABLE TRIGGER.
  case triggerState(String, Catalog.Trigger.Enabled, on: QualifiedName)
  case createRule(Catalog.Rule, on: QualifiedName)
  /// ENABLE or DISABLE RULE.
  case ruleState(String, Catalog.Trigger.Enabled, on: QualifiedName)
  case createIndex(Catalog.Index, on: QualifiedName)
  case owner(SQLObject, String)
  /// REVOKE ALL: on a table or view, column privileges too.
  case revokeAll(SQLObject, from: [Grantee])
  /// As `revokeAll`, on the sequence behind an identity column.
  case revokeAllOnIdentity(column: String, of: QualifiedName, from: [Grantee])
  case grant([SQLPrivilege], on: SQLObject, to: [Grantee], withGrantOption: Bool)
  /// ALTER DEFAULT PRIVILEGES: what `grantees` get on objects that the current role will create.
  case defaultPrivileges(schema: String, objects: String, to: [Grantee])
  /// ALTER DEFAULT PRIVILEGES … GRANT, for objects that a role will create.
  case grantDefault(
    [Privilege], on: Catalog.DefaultPrivilege.Key, to: [Grantee], withGrantOption: Bool)
  /// ALTER DEFAULT PRIVILEGES … REVOKE.
  case revokeDefault([Privilege], on: Catalog.DefaultPrivilege.Key, from: [Grantee])
  case dropPolicy(String, on: QualifiedName)
  case createPolicy(Catalog.Policy, on: QualifiedName)
  case comment(SQLObject, String?)
}

extension SQLWriter {
  /// The statement, without a semicolon.
  public func text(_ definition: SQLDefinition) -> String { print(document(definition)) }

  private func document(_ definition: SQLDefinition) -> Document {
    switch definition {
    case .setLocal(let name, let value):
      .text("SET LOCAL \(quoteIdentifier(name)) = \(quoteLiteral(value))")
    case .set(let name, let value):
      .text("SET \(settingName(name)) = \(quoteLiteral(value))")
    case .role(let role): document(role)
    case .membership(let membership, let member): document(membership, member: member)
    case .createSchema(let name): .text("CREATE SCHEMA IF NOT EXISTS \(quoteIdentifier(name))")
    case .createSequence(let sequence): document(sequence)
    case .sequenceOwner(let name, let owner):
      .text(
        "ALTER SEQUENCE \(sqlText(name)) OWNED BY "
          + (owner.map { "\(sqlText($0.table)).\(quoteIdentifier($0.column))" } ?? "NONE"))
    case .createType(let type): document(type)
    case .createTable(let table, let keys): document(table, foreignKeys: keys)
    case .dropConstraint(let name, let table):
      .text("ALTER TABLE \(sqlText(table)) DROP CONSTRAINT IF EXISTS \(quoteIdentifier(name))")
    case .addForeignKey(let key, let table):
      .group([.text("ALTER TABLE \(sqlText(table)) ADD "), document(key)])
    case .rowSecurity(let table, let isEnabled, let isForced):
      .text(
        "ALTER TABLE \(sqlText(table)) \(isEnabled ? "ENABLE" : "DISABLE") ROW LEVEL SECURITY, "
          + "\(isForced ? "FORCE" : "NO FORCE") ROW LEVEL SECURITY")
    case .createView(let view): document(view)
    case .createFunction(let function): document(function)
    case .createTrigger, .dropTrigger, .triggerState, .createRule, .ruleState, .createIndex:
      attachment(definition)
    case .owner(let object, let role):
      .text("ALTER \(object.text) OWNER TO \(quoteIdentifier(role))")
    case .revokeAll(let object, let grantees):
      .group([.text("REVOKE ALL ON \(object.grantText)"), phrase("FROM", grantees)])
    case .revokeAllOnIdentity(let column, let table, let grantees):
      revokeAllOnIdentity(column: column, of: table, from: grantees)
    case .grant(let privileges, let object, let grantees, let withGrantOption):
      .group([
        .text("GRANT \(privileges.map(\.text).joined(separator: ", ")) ON \(object.grantText)"),
        phrase("TO", grantees), .text(withGrantOption ? " WITH GRANT OPTION" : ""),
      ])
    case .defaultPrivileges(let schema, let objects, let grantees):
      .text(
        "ALTER DEFAULT PRIVILEGES IN SCHEMA \(quoteIdentifier(schema)) "
          + "GRANT ALL ON \(objects) TO \(list(grantees))")
    case .grantDefault(let privileges, let key, let grantees, let withGrantOption):
      .text(
        change(of: key, "GRANT", privileges) + " TO \(list(grantees))"
          + (withGrantOption ? " WITH GRANT OPTION" : ""))
    case .revokeDefault(let privileges, let key, let grantees):
      .text(change(of: key, "REVOKE", privileges) + " FROM \(list(grantees))")
    case .dropPolicy(let name, let table):
      .text("DROP POLICY IF EXISTS \(quoteIdentifier(name)) ON \(sqlText(table))")
    case .createPolicy(let policy, let table): document(policy, on: table)
    case .comment(let object, let comment):
      .text("COMMENT ON \(object.text) IS \(comment.map(quoteLiteral) ?? "NULL")")
    }
  }

  /// What belongs to a relation.
  private func attachment(_ definition: SQLDefinition) -> Document {
    switch definition {
    case .createTrigger(let trigger, let relation): document(trigger, on: relation)
    case .dropTrigger(let name, let relation):
      .text("DROP TRIGGER IF EXISTS \(quoteIdentifier(name)) ON \(sqlText(relation))")
    case .triggerState(let name, let enabled, let relation):
      state("TRIGGER", name, enabled, on: relation)
    case .ruleState(let name, let enabled, let relation):
      state("RULE", name, enabled, on: relation)
    case .createRule(let rule, let relation): document(rule, on: relation)
    case .createIndex(let index, let relation): document(index, on: relation)
    default: .text("")
    }
  }

  /// `request.jwt.claims`: each part quoted where it must be.
  private func settingName(_ name: String) -> String {
    name.split(separator: ".", omittingEmptySubsequences: false)
      .map { quoteIdentifier(String($0)) }.joined(separator: ".")
  }

  private func phrase(_ word: String, _ grantees: [Grantee]) -> Document {
    .nested([.line, .text("\(word) \(list(grantees))")])
  }

  func list(_ grantees: [Grantee]) -> String { grantees.map(sqlText).joined(separator: ", ") }
}

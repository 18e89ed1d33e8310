public import AccessModel
import CPgQuery
import SQLText

/// A statement whose effects have to be computed, such as a DO block with `EXECUTE format(…)` or a
/// CALL, in the state that the statements before it have left.
///
/// Reading files does not run code. Whoever can, hands a `ComputedStatementRunner` to `SQLReader`.
public struct ComputedStatement: Sendable {
  /// Without its semicolon.
  public var text: String
  /// What there is when it runs. Rows are not kept: tables are empty, or not known.
  public var definitions: DefinitionSession
  /// Who logged in, a superuser, and who runs it.
  public var login: String
  public var currentUser: String
  /// The setting as SHOW gives it.
  public var searchPath: String
  public var version: PostgresVersion
  /// Names of tables whose rows are not known, and why.
  public var unknownRows: [String: String]
  /// Whether a transaction block is open.
  public var isInTransaction: Bool
  /// Whether statements before may have given settings of applications a value.
  public var mayHaveSettings: Bool
  /// Whether the model has all that there is: else what is missing here may be there on a server.
  public var isComplete: Bool

  /// What became of it.
  public enum Outcome: Sendable {
    /// The definitions that it left, and the names of tables to which it added rows.
    case completed(DefinitionSession, filled: Set<String>)
    /// PostgreSQL's error. Nothing has changed.
    case refused(PostgresError)
    /// What is not modelled or not known, named.
    case undecided(String)
  }
}

/// Runs a statement. It is called on a stack as deep as the deepest trees need.
public typealias ComputedStatementRunner =
  @Sendable (ComputedStatement) -> ComputedStatement.Outcome

extension CatalogBuilder {
  /// The statement `text`, to be run. `data`: what has worked on rows before. `isComplete`: whether all
  /// statements were read.
  func computed(_ text: String, after data: DataWords, isComplete: Bool) -> ComputedStatement {
    var definitions = DefinitionSession(state)
    definitions.requireSuperuser(administrator ?? state.currentRole)
    var unknown: [String: String] = [:]
    let mayReachAll = data.mayReachAll(of: state.catalog)
    for table in state.catalog.tables
    where mayReachAll || (table.origin ?? .plan) != .plan
      || data.adding.contains(table.name.name.lowercased())
    {
      unknown[table.name.name] = "statements that were not run"
    }
    for view in state.catalog.views where view.isMaterialized {
      unknown[view.name.name] = "statements that were not run"
    }
    return ComputedStatement(
      text: text, definitions: definitions, login: administrator ?? state.currentRole,
      currentUser: state.currentRole,
      searchPath: state.searchPath.map(quoteIdentifier).joined(separator: ", "),
      version: state.postgresVersion, unknownRows: unknown, isInTransaction: isInTransaction,
      mayHaveSettings: data.mayHaveSettings,
      isComplete: isComplete && !state.holdsOpaqueObjects && !state.hasExtensions
        && state.catalog.schemas.allSatisfy { [.plan, .platform("postgres")].contains($0.origin) })
  }

  /// Takes what a computed statement has left.
  mutating func take(_ definitions: DefinitionSession) {
    let before = state
    var after = definitions.state
    after.currentRole = before.currentRole
    after.sessionRole = before.sessionRole
    after.searchPath = before.searchPath
    after.createRoleSelfGrant = before.createRoleSelfGrant
    after.checksRights = before.checksRights
    after.lateBodies = before.lateBodies
    if let role = before.catalog.role(administrator ?? before.currentRole),
      let index = after.catalog.roles.firstIndex(where: { $0.name == role.name }),
      after.catalog.roles[index].isSuperuser != role.isSuperuser
    {
      after.catalog.roles[index].isSuperuser = role.isSuperuser
    }
    for function in after.catalog.functions {
      guard case .query = function.body, function.language == "sql",
        !before.catalog.functions.contains(function)
      else { continue }
      let setting = function.settings.first { $0.name == "search_path" }?.value
      after.lateBodies.append(
        DatabaseState.LateBody(
          function: function.name, arguments: function.arguments.map(\.type),
          searchPath: setting.map(SearchPath.parse) ?? before.searchPath))
    }
    replaceState(after)
  }
}

/// The words of statements that have worked on rows and were not run.
struct DataWords {
  /// Of those that may have added rows.
  var adding: Set<String> = []
  /// Of the others: what an UPDATE finds nothing in stays empty.
  private var others: Set<String> = []
  private(set) var mayHaveSettings = false

  mutating func read(_ text: String, addsRows: Bool) {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
      .map(String.init)
    if addsRows { adding.formUnion(words) } else { others.formUnion(words) }
    if words.contains("set_config") { mayHaveSettings = true }
  }

  /// `SET app.tenant = …`, and settings that later sessions begin with.
  mutating func note(_ node: Node) {
    switch node.kind {
    case PG_QUERY__NODE__NODE_ALTER_DATABASE_SET_STMT, PG_QUERY__NODE__NODE_ALTER_ROLE_SET_STMT:
      mayHaveSettings = true
    case PG_QUERY__NODE__NODE_VARIABLE_SET_STMT:
      let name = text(node.pointee.variable_set_stmt.pointee.name)
      if name.contains(".") { mayHaveSettings = true }
    default: break
    }
  }

  /// What functions and triggers write is not in the text.
  func mayReachAll(of catalog: Catalog) -> Bool {
    let isOfPlan = { (function: Catalog.Function) in
      function.origin == .plan
        && (adding.contains(function.name.name.lowercased())
          || others.contains(function.name.name.lowercased()))
    }
    return catalog.functions.contains(where: isOfPlan)
      || catalog.tables.contains { table in
        let name = table.name.name.lowercased()
        return !table.triggers.isEmpty && adding.contains(name)
          || table.triggers.contains { !$0.isForEachRow } && others.contains(name)
      }
  }
}

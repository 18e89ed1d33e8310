import AccessModel
import RowSecurity
import SQLBinding

/// What the statements of one connection share: who it is, its settings, its sequences.
///
/// A class, since expressions change it: `set_config()`, `nextval()`.
final class SessionVariables {
  /// Who logged in, which decides who may be taken with SET SESSION AUTHORIZATION.
  let login: String
  /// The server's major version.
  var version = PostgresVersion.v15 { didSet { serverNumber = version.servedNumber } }
  /// `server_version_num`: minor versions differ too.
  var serverNumber = PostgresVersion.v15.servedNumber
  /// When the transaction and the statement began.
  var transactionClock: ClockReading
  var statementClock: ClockReading
  var settings = Settings()
  /// Which of several identities of one role asks, where they take turns.
  private(set) var turn = 0
  /// Something was planned that holds for these settings only: nobody else takes a turn.
  var isPlannedForSettings = false
  var sequences = SequenceStore()
  /// Counts those that were committed.
  var transaction = 0
  var heaps = HeapStore()
  /// Tables by name whose rows are not known, and why.
  var doubtfulTables: [String: String] = [:]
  /// In a transaction block, where deferred constraints wait for its end.
  var defersConstraints = false
  /// SET CONSTRAINTS, until the end of the transaction.
  var constraintModes = ConstraintModes()
  var deferred: [DeferredEvent] = [] {
    didSet { if deferred.isEmpty { deferredOrder = nil } }
  }
  /// What decides in which order some of them wait, where the planner does.
  var deferredOrder: OrderCause?
  /// From how many rows on those of a table are decided all at once, column by column, and not each
  /// by itself: a query that wants only a few has stopped before. Decisions are the same.
  var smallestBatch = 128
  /// Messages below ERROR, in order, until somebody takes them.
  var notices: [Notice] = []
  /// What makes it unsure which messages the statement gives, of whose rows there is no doubt.
  var unsureNotices: Undecided?
  /// Calls of constants that the planner computes now, each inside of the one before.
  var computedCalls: [BoundExpression] = []
  var limits = FunctionLimits()
  let parsedJSON = ParsedJSON()
  /// What runs, and what rows are fetched from.
  var openPlans = OpenPlans()
  /// For explanations: the row that the last error was about, and privileges found missing while a
  /// statement ran.
  var refusal: RowRefusal?
  var missingPrivileges: [PrivilegeCheck] = []
  /// The first new rows that passed; nil: nobody looks.
  var observed: [ObservedRow]?
  var portals = UnnamedPortals()
  /// The plans of functions' statements.
  private(set) var plans = FunctionPlans()
  /// How often functions in SQL were called: after some calls their plans stay, until a function
  /// changes.
  private var callsInSQL: [QualifiedName: (count: Int, among: SharedList<Catalog.Function>)] = [:]
  private var plansOfTurns: [Int: FunctionPlans] = [:]
  /// Tables with columns that come after dropped ones.
  var renumbered: Set<QualifiedName> = []
  /// How often something has changed that statements which are prepared may depend on.
  var invalidations = 0
  /// How often the role or the session's user was set.
  var identityChanges = 0
  /// Calls of SECURITY DEFINER functions that are running: nobody becomes another role in them.
  var definerCalls = 0
  /// What runs is a materialized view's or an index's, of somebody who need not be trusted: nobody
  /// becomes another role, and no temporary table is made.
  var isRestricted = false
  /// The search path that definitions were made with, while it is another.
  var pathAroundMaintenance: [String]?
  /// Triggers that are running, each inside of the one before, referential actions among them.
  var triggerDepth = 0
  /// Blocks that handle errors, around what is running.
  var subtransactions = 0
  /// Loops over the rows of statements that change rows, around what is running.
  var changingLoops = 0
  /// COMMIT (true) or ROLLBACK of the transaction that the statement runs in.
  var endTransaction: ((_ commits: Bool) throws(EngineFailure) -> Void)?
  /// The calls of functions that are queries of the statement around, the innermost last.
  var queryCalls: [QueryCall] = []
  /// The calls that are running, the innermost last.
  var calls: [any CallContext] = []
  /// Nil where functions can neither parse texts nor change definitions.
  var services: FunctionServices?
  /// With the definitions that functions have made; nil: none has made any.
  var engine: RowSecurityEngine?

  init(login: String) {
    self.login = login
    transactionClock = .now()
    statementClock = transactionClock
  }

  func hasCalled(_ function: Catalog.Function) -> Bool { callsInSQL[function.name] != nil }

  func calls(of function: Catalog.Function, in catalog: Catalog) -> Int {
    guard let calls = callsInSQL[function.name], calls.among == catalog.functions else { return 0 }
    return calls.count
  }

  func noteCall(of function: Catalog.Function, in catalog: Catalog) {
    callsInSQL[function.name] = (calls(of: function, in: catalog) + 1, catalog.functions)
  }

  /// The same for another session, which changes these no more.
  func copy(login: String? = nil) -> SessionVariables {
    let copy = SessionVariables(login: login ?? self.login)
    copy.version = version
    copy.serverNumber = serverNumber
    (copy.transactionClock, copy.statementClock) = (transactionClock, statementClock)
    copy.settings = settings
    copy.sequences = sequences
    copy.heaps = heaps
    copy.doubtfulTables = doubtfulTables
    copy.defersConstraints = defersConstraints
    copy.constraintModes = constraintModes
    copy.deferred = deferred
    copy.engine = engine
    copy.smallestBatch = smallestBatch
    return copy
  }

  /// Another identity asks, with its own settings.
  func take(turn: Int, _ settings: Settings) {
    self.settings = settings
    guard turn != self.turn else { return }
    plansOfTurns[self.turn] = plans
    plans = plansOfTurns.removeValue(forKey: turn) ?? FunctionPlans()
    self.turn = turn
  }

  /// `session_user`.
  var sessionUser: String { settings["session_authorization"] ?? login }

  /// `current_user`, outside of any function that runs as its owner.
  var currentUser: String {
    guard let role = settings["role"], role != "none" else { return sessionUser }
    return role
  }

  /// The transaction may not write.
  var isReadOnly: Bool { services?.isReadOnly() == true }

  /// Triggers and foreign keys do not fire, but for those that are told to.
  var isReplica: Bool { settings["session_replication_role"] == "replica" }

  /// Whether a constraint waits for the end of the transaction.
  func defers(
    _ constraint: String, of table: QualifiedName, isDeferrable: Bool, isInitiallyDeferred: Bool
  ) -> Bool {
    isDeferrable && defersConstraints
      && constraintModes.defers(
        .init(table: table, constraint: constraint), isInitiallyDeferred: isInitiallyDeferred)
  }

  /// Whether the client gets messages of a level: `client_min_messages`.
  func shows(_ level: String) -> Bool {
    if level == "INFO" { return true }
    let order = [
      "debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning", "error",
    ]
    let setting = settings["client_min_messages"]?.lowercased() ?? "notice"
    let least = order.firstIndex(of: setting == "debug" ? "debug2" : setting) ?? 6
    let name = level == "DEBUG" ? "debug1" : level.lowercased()
    return (order.firstIndex(of: name) ?? 6) >= least
  }

  func extraChecks(_ setting: String) -> Set<PLExtraCheck> {
    settings[setting].flatMap(PLExtraCheck.checks) ?? []
  }

  /// RULES 24.
  var rowSecurity: Bool { settings["row_security"] != "off" }
}

/// A session's settings by lowercase name, with what COMMIT puts back. A value, so that a savepoint
/// is a copy.
struct Settings: Equatable {
  private var values: [String: String] = [:]
  /// What SET LOCAL has hidden until the transaction ends; nil: the setting had no value.
  private var hidden: [String: String?] = [:]
  /// How often a setting was set for longer than the transaction.
  private var assignments: [String: Int] = [:]
  /// What the session began with: ALTER ROLE … SET, ALTER DATABASE … SET.
  private var initial: [String: String] = [:]

  /// They have the same values now.
  static func == (one: Settings, other: Settings) -> Bool { one.values == other.values }

  subscript(name: String) -> String? { values[name] }

  /// `isLocal`: until the transaction ends.
  mutating func set(_ name: String, _ value: String?, isLocal: Bool) {
    if isLocal {
      if hidden[name] == nil { hidden[name] = .some(values[name]) }
    } else {
      hidden[name] = nil
      assignments[name, default: 0] += 1
    }
    values[name] = value
  }

  /// What RESET gives; a custom setting is known from then on, empty. RULES 73.
  func initialValue(_ name: String) -> String? {
    initial[name] ?? (Self.isCustom(name) ? "" : nil)
  }

  /// The values of now are those that the session began with.
  mutating func begin() { (initial, hidden, assignments) = (values, [:], [:]) }

  /// SET of a function, until it is put back.
  mutating func apply(_ name: String, _ value: String?) {
    hidden[name] = nil
    values[name] = value
  }

  /// Whether it was set for good since.
  func isAssigned(_ name: String, since applied: Settings) -> Bool {
    assignments[name] != applied.assignments[name]
  }

  /// RESET ALL. Custom settings stay known, empty; `role` and `session_authorization` stay.
  mutating func resetAll() {
    for name in values.keys where name != "role" && name != "session_authorization" {
      values[name] = initialValue(name)
    }
    hidden = [:]
  }

  /// Ends a transaction that commits. A custom setting that had no value is then empty. RULES 73.
  mutating func endTransaction() {
    for (name, value) in hidden { values[name] = value ?? (Self.isCustom(name) ? "" : nil) }
    hidden = [:]
  }

  /// Goes back to what was before; custom settings made meanwhile stay known, empty.
  mutating func restore(_ before: Settings) {
    let made = values.keys.filter { Self.isCustom($0) && before.values[$0] == nil }
    self = before
    for name in made { values[name] = "" }
  }

  /// Gives some settings the values they had `before`, but for those that were set for good since
  /// `applied`.
  ///
  /// Source: `push_old_value()`, `AtEOXact_GUC()` in `src/backend/utils/misc/guc.c`.
  mutating func putBack(_ names: [String], from before: Settings, since applied: Settings) {
    for name in names.map({ $0.lowercased() })
    where !isAssigned(name, since: applied) {
      values[name] = before.values[name] ?? (Self.isCustom(name) ? "" : nil)
      hidden[name] = before.hidden[name]
    }
  }

  /// Settings of extensions and applications have a dot in their name.
  static func isCustom(_ name: String) -> Bool { name.contains(".") }

  /// Identifiers with dots between them. Source: `valid_custom_variable_name()` in `guc.c`.
  static func isSimple(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      part in
      guard let first = part.first, Self.begins(first) else { return false }
      return part.dropFirst().allSatisfy {
        Self.begins($0) || (48...57).contains($0) || $0 == UInt8(ascii: "$")
      }
    }
  }

  /// A letter, an underscore, or a part of a character beyond ASCII.
  private static func begins(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (65...90).contains(byte) || byte == 95 || byte > 127
  }
}

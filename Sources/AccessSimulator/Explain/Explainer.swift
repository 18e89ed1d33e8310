import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

/// Makes the parts of an explanation. It only shows what `RowSecurity` decided.
struct Explainer {
  /// A session of its own, in the state before the statement.
  let origin: SimulatedSession
  let session: Session
  let statement: SQLStatement
  let parameterTypes: [TypeName]
  let parameters: [String?]
  /// The row that the statement was refused for.
  let refusal: RowRefusal?
  /// What was found missing while it ran: of sequences, functions' bodies, foreign keys.
  let missingLater: [PrivilegeCheck]
  let bound: BoundStatement?
  let secured: SecuredStatement?
  /// Why there is no `secured`.
  let failure: EngineFailure?
  /// USAGE that was looked for while names were found.
  let schemaChecks: [PrivilegeCheck]
  /// EXECUTE on functions that the planner puts the bodies of in their place, since it is held.
  let inlinedFunctions: [PrivilegeCheck]
  let memory = ExplainerMemory()
  /// New rows that passed the policies, as far as they are shown.
  let observed: [ObservedRow]
  /// Rows are not shown one by one where a privilege is missing: nothing comes to them.
  var showsRows = true

  init(
    origin: SimulatedSession, session: Session, statement: SQLStatement,
    parameterTypes: [TypeName], parameters: [String?], trial: SessionVariables
  ) {
    self.origin = origin
    self.session = session
    self.statement = statement
    self.parameterTypes = parameterTypes
    self.parameters = parameters
    refusal = trial.refusal
    missingLater = trial.missingPrivileges
    let engine = session.engine
    var (bound, secured): (BoundStatement?, SecuredStatement?)
    var failure: EngineFailure?
    var schemas: [PrivilegeCheck] = []
    do throws(EngineFailure) {
      let found = try Binder.bind(
        statement, parameterTypes: parameterTypes, in: session.names
      ) { (schema) throws(EngineFailure) in
        let check = PrivilegeCheck(.usage, on: .schema(schema), as: session.role)
        // The temporary schema is looked into too, and need not be there.
        let isThere = session.catalog.catalog.schema(schema) != nil
        if isThere, !schemas.contains(check) { schemas.append(check) }
      }
      bound = found
      secured = try engine.secure(
        found, as: session.role, planning: session.planning)
      session.begin(
        parameters: try PreparedStatement.values(parameters, parameterTypes, in: session.names))
    } catch {
      failure = error
    }
    (self.bound, self.secured, self.failure, schemaChecks) = (bound, secured, failure, schemas)
    let unfolded = bound.flatMap { try? engine.secure($0, as: session.role) }?.privileges ?? []
    inlinedFunctions = unfolded.filter { check in
      if case .function = check.object {
        engine.privileges.verdict(on: check).isHeld
      } else {
        false
      }
    }
    observed = trial.observed ?? []
  }

  var engine: RowSecurityEngine { session.engine }
  var catalog: Catalog { engine.catalog.catalog }
  var names: CatalogNames { engine.catalog.names }
  /// Whoever runs the statement.
  var caller: String { session.role }

  /// Rows of a table as they are now, those of tables below it included. RULES 81.
  func rows(of table: Int) throws(EngineFailure) -> [Row] {
    try session.filtered(table: table, RelationSecurity(checkedAs: "")).rows.filter {
      !$0.isEmpty
    }
  }

  /// All checks, those of schemas first, without repeats.
  var privileges: [PrivilegeCheck] {
    var seen: Set<PrivilegeCheck> = []
    return (schemaChecks + (secured?.privileges ?? []) + inlinedFunctions + missingLater).filter {
      seen.insert($0).inserted
    }
  }

  var missingPrivileges: [PrivilegeCheck] {
    privileges.filter { !engine.privileges.verdict(on: $0).isHeld }
  }

  func name(of table: Int) -> String { text(of: catalog.tables[table].name) }

  /// Without its schema where that is `public`.
  func text(of name: QualifiedName) -> String { name.description }

  /// `id=3`, or all values where there is no primary key.
  func label(of row: Row, _ table: Int) -> String {
    let model = catalog.tables[table]
    let key = model.primaryKey?.columns ?? []
    let isKeyKnown = zip(model.columns, row).allSatisfy { !key.contains($0.name) || !$1.isNull }
    return zip(model.columns, row)
      .filter { column, _ in key.isEmpty || !isKeyKnown || key.contains(column.name) }
      .map { column, value in
        "\(column.name)=\(value.output(as: DataType(column.type) ?? .text) ?? "NULL")"
      }
      .joined(separator: ", ")
  }

  /// The whole tree.
  func trace(_ outcome: Outcome) -> TraceNode {
    let decision = Decision(outcome)
    var root = TraceNode(
      .statement, statement.sqlText, value: decision.summary, decision.verdict)
    root.children.append(TraceNode(.note, "as role \(caller)"))
    if case .refused(let error, _) = outcome, failure != nil, decision.isError {
      root.children.append(TraceNode(.note, error.message, .failed))
    }
    if case .undecided(let construct)? = failure {
      root.children.append(TraceNode(.note, construct.construct, .undecided))
    }
    if let cycle { root.children += nodes(of: cycle) }
    root.children += privileges.map(node)
    var explainer = self
    if case .noPrivilege = decision { explainer.showsRows = false }
    root.children += explainer.targetNodes()
    root.children += explainer.relationNodes()
    root.children += explainer.observedNodes() + refusalNodes()
    return root
  }

  /// The circle of an infinite recursion.
  var cycle: RecursionCycle? {
    guard failure != nil, let bound else { return nil }
    return engine.recursion(in: bound, as: caller)
  }

  private func nodes(of cycle: RecursionCycle) -> [TraceNode] {
    var steps = cycle.lead + cycle.steps
    if steps.isEmpty { steps = cycle.steps }
    let targets = steps.dropFirst().map(\.relation) + [cycle.end]
    return zip(steps, targets).map { step, next in
      let place = catalog.table(step.relation)?.policies.first { $0.name == step.policy }?.place
      let title =
        step.policy.map { "policy \"\($0)\" of \(step.relation)" } ?? "view \(step.relation)"
      return TraceNode(
        .policy, "\(title), read as \(step.role)", value: "reads \(next)",
        next == cycle.end && step == steps.last ? .failed : .information, at: place)
    }
  }
}

extension Decision {
  /// In a few words, for the top of an explanation.
  fileprivate var summary: String {
    switch self {
    case .allowed: "allowed"
    case .bypassed: "allowed, bypassing row security"
    case .filtered: "filtered: no error, no row"
    case .noPrivilege(let error), .checkViolated(_, let error), .recursion(let error),
      .error(let error):
      "\(error.sqlState) \(error.message)"
    case .undecided(let construct): "undecided: \(construct.construct)"
    }
  }

  fileprivate var isError: Bool { if case .error = self { true } else { false } }

  fileprivate var verdict: TraceNode.Verdict {
    switch self {
    case .allowed, .bypassed: .passed
    case .undecided: .undecided
    default: .failed
    }
  }
}

public import AccessDecisions
public import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension Simulator {
  /// Everything a statement meets, for its first set of parameters: privileges with the grant that
  /// gives them, policies with the value of every part of their expressions, and the outcome.
  ///
  /// Policies are shown for the rows that the statement would reach if row security were off.
  public func explain(_ probe: Probe, as identity: Identity) -> TraceNode {
    let parameters = probe.parameterSets.first ?? []
    let single = Probe(
      probe.statement, parameterTypes: probe.parameterTypes, parameterSets: [parameters])
    let outcome = ask(single, as: identity).first
    var root = TraceNode(
      .statement, probe.statement.sqlText, value: outcome.map { Decision($0).summary },
      outcome.map { Decision($0).verdict } ?? .undecided)
    root.children.append(
      TraceNode(.note, "as role \(identity.role)", value: identity.name))
    do throws(EngineFailure) {
      let session = try session(for: identity)
      let bound = try Binder.bind(
        probe.statement, parameterTypes: probe.parameterTypes, in: engine.catalog.names)
      let secured = try engine.secure(bound, as: session.role)
      let values = try PreparedStatement.values(parameters, probe.parameterTypes)
      let explainer = Explainer(engine: engine, database: database, session: session)
      root.children += explainer.privileges(secured.privileges)
      root.children += explainer.relations(of: secured)
      root.children += explainer.target(of: secured, values)
    } catch {
      root.children.append(
        TraceNode(.note, error.summary, error.isUndecided ? .undecided : .failed))
    }
    return root
  }
}

extension EngineFailure {
  var isUndecided: Bool {
    if case .undecided = self { true } else { false }
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

  fileprivate var verdict: TraceNode.Verdict {
    switch self {
    case .allowed, .bypassed: .passed
    case .undecided: .undecided
    default: .failed
    }
  }
}

/// Makes the parts of an explanation. It only shows what `RowSecurity` decided.
struct Explainer {
  let engine: RowSecurityEngine
  let database: Database
  let session: Session

  var catalog: Catalog { engine.catalog.catalog }

  func privileges(_ checks: [PrivilegeCheck]) -> [TraceNode] {
    checks.map { check in
      let verdict = engine.privileges.verdict(on: check)
      return TraceNode(
        .privilege, label(of: check), value: explanation(of: verdict, check),
        verdict.isHeld ? .passed : .failed)
    }
  }

  private func label(of check: PrivilegeCheck) -> String {
    let object =
      switch check.object {
      case .relation(let id): engine.catalog.names.name(of: id).description
      case .schema(let name): "schema \(name)"
      case .sequence(let name): "sequence \(name)"
      case .function(let index): "function \(catalog.functions[index].name)"
      }
    var columns = ""
    if case .all(let positions) = check.columns, case .relation(let id) = check.object {
      let names = engine.catalog.names.columnNames(of: id)
      columns = " (" + positions.sorted().map { names[$0] }.joined(separator: ", ") + ")"
    }
    return "\(check.privilege.rawValue)\(columns) on \(object) for \(check.role)"
  }

  private func explanation(of verdict: PrivilegeVerdict, _ check: PrivilegeCheck) -> String {
    switch verdict {
    case .superuser: return "\(check.role) is a superuser"
    case .held(.everyone): return "granted to PUBLIC"
    case .held(.role(check.role)): return "granted"
    case .held(.role(let group)): return "granted to \(group)"
    case .heldOnColumns: return "granted on the columns"
    case .predefined(let role): return "by \(role)"
    case .missing(let columns):
      guard !columns.isEmpty, case .relation(let id) = check.object else { return "not granted" }
      let names = engine.catalog.names.columnNames(of: id)
      return "not granted on " + columns.map { names[$0] }.joined(separator: ", ")
    }
  }

  /// The relations that a statement reads, views with what is below them.
  func relations(of secured: SecuredStatement) -> [TraceNode] {
    switch secured.statement {
    case .with(let tables, let main):
      return tables.flatMap {
        relations(of: SecuredStatement(statement: $0.statement, privileges: []))
      } + relations(of: SecuredStatement(statement: main, privileges: []))
    case .query(let query):
      // A single table with its rows is shown by `target(of:)`.
      if query.singleTable != nil { return [] }
      return sources(query.sources)
    case .update(let update): return sources(Array(update.sources.dropFirst()))
    case .delete(let delete): return sources(Array(delete.sources.dropFirst()))
    case .insert(let insert):
      if case .query(let query) = insert.source { return sources(query.sources) }
      return []
    case .merge(let merge): return sources(Array(merge.sources.dropFirst()))
    case .truncate(let truncation):
      return truncation.relations.map {
        TraceNode(.note, "TRUNCATE ignores row security on \(engine.catalog.names.name(of: $0))")
      }
    }
  }

  private func sources(_ list: [BoundSource]) -> [TraceNode] {
    list.flatMap { source -> [TraceNode] in
      switch source.kind {
      case .query(let query): return sources(query.sources)
      case .function, .commonTable: return []
      case .relation(let relation):
        guard let security = relation.security else { return [] }
        switch relation.id {
        case .view(let index):
          let view = catalog.views[index]
          let inner = view.securityInvoker ? session.role : view.owner
          let title = "view \(view.name), below it as \(inner)"
          return [
            TraceNode(
              .view, title,
              value: view.securityInvoker ? "security_invoker" : "its owner's rights",
              at: view.place, children: sources(security.viewQuery?.sources ?? []))
          ]
        case .table(let index): return [table(index, security)]
        }
      }
    }
  }

  /// How many rows of a table a mention sees, and the policies that say so.
  private func table(_ index: Int, _ security: RelationSecurity) -> TraceNode {
    let model = catalog.tables[index]
    let title = "table \(model.name) read as \(security.checkedAs)"
    if let note = openness(of: model, security.bypass) {
      return TraceNode(.relation, title, value: note, .passed, at: model.place)
    }
    var value: String?
    var verdict = TraceNode.Verdict.undecided
    do throws(EngineFailure) {
      let rows = try session.filtered(table: index, security)
      let visible = try rows.visibleCount()
      value = "\(visible) of \(rows.rows.count) rows visible"
      verdict = visible > 0 ? .passed : .failed
    } catch {
      value = error.summary
    }
    let policies = model.policies.map { policy in
      listed(policy, command: .select, as: security.checkedAs)
    }
    return TraceNode(.relation, title, value: value, verdict, at: model.place, children: policies)
  }

  /// Why there is nothing to filter; nil if there is.
  func openness(of table: Catalog.Table, _ bypass: BypassReason?) -> String? {
    guard table.rowSecurityEnabled else { return "row security is not enabled: every row" }
    switch bypass {
    case nil: return nil
    case .superuser: return "bypassed: superuser"
    case .bypassRowSecurity: return "bypassed: BYPASSRLS"
    case .tableOwner: return "bypassed: owner of the table"
    }
  }

  /// A policy by name, with why it has a say or not.
  func listed(
    _ policy: Catalog.Policy, command: Catalog.Policy.Command, as role: String
  ) -> TraceNode {
    let kind = policy.isPermissive ? "policy" : "restrictive policy"
    let value: String? =
      switch engine.applicability(of: policy, to: command, as: role) {
      case .applies: nil
      case .otherCommand: "not for \(command.rawValue)"
      case .otherRole: "not for \(role)"
      }
    return TraceNode(.policy, "\(kind) \"\(policy.name)\"", value: value, at: policy.place)
  }
}

extension BoundQuery {
  /// The one table it reads, if it reads just that.
  var singleTable: (index: Int, security: RelationSecurity)? {
    guard sources.count == 1, case .relation(let relation) = sources[0].kind,
      case .table(let index) = relation.id, let security = relation.security
    else { return nil }
    return (index, security)
  }
}

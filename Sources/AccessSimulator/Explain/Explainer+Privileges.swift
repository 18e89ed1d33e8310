import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

extension Explainer {
  /// A privilege, as which role, by which grant and membership, or why it is not held.
  func node(of check: PrivilegeCheck) -> TraceNode {
    if case .refusal(let error) = check.object {
      return TraceNode(.note, "refused in planning: \(error.message)")
    }
    let verdict = engine.privileges.verdict(on: check)
    var node = TraceNode(
      .privilege, label(of: check), value: reason(for: verdict, check),
      verdict.isHeld ? .passed : .failed)
    guard case .missing(let columns) = verdict else { return node }
    node.children += clauses(of: check, columns: Set(columns)).map { TraceNode(.note, $0) }
    if let idle = idleMembership(for: check) { node.children.append(TraceNode(.note, idle)) }
    return node
  }

  /// `SELECT (id, body) on note for bob`.
  func label(of check: PrivilegeCheck) -> String {
    var columns = ""
    if case .all(let positions) = check.columns, case .relation(let id) = check.object {
      columns = " (\(columnNames(positions, of: id)))"
    }
    return "\(check.privilege.rawValue)\(columns) on \(object(of: check)) for \(check.role)"
  }

  func object(of check: PrivilegeCheck) -> String {
    switch check.object {
    case .relation(let id): text(of: names.name(of: id))
    case .schema(let name): "schema \(name)"
    case .sequence(let name): "sequence \(name)"
    case .function(let index): "function \(catalog.functions[index].name)"
    case .refusal(let error): error.message
    }
  }

  func columnNames(_ positions: Set<Int>, of id: RelationID) -> String {
    let all = names.columnNames(of: id)
    return positions.sorted().compactMap {
      SystemColumn(rawValue: $0)?.name ?? (all.indices.contains($0) ? all[$0] : nil)
    }.joined(separator: ", ")
  }

  private func reason(for verdict: PrivilegeVerdict, _ check: PrivilegeCheck) -> String {
    switch verdict {
    case .superuser: return "\(check.role) is a superuser"
    case .held(.everyone): return "granted to PUBLIC"
    case .held(.role(let grantee)): return "granted" + by(grantee, check.role)
    case .heldOnColumns:
      let holders = engine.privileges.columnHolders(of: check).map { grantee in
        switch grantee {
        case .everyone: "PUBLIC"
        case .role(let name): name + membership(check.role, in: name)
        }
      }
      return "granted on the columns"
        + (holders == [check.role] ? "" : " to \(holders.joined(separator: " and "))")
    case .predefined(let role): return "by \(role)" + membership(check.role, in: role)
    case .missing(let columns):
      guard !columns.isEmpty, case .relation(let id) = check.object else { return "not granted" }
      return "not granted on \(columnNames(Set(columns), of: id))"
    }
  }

  private func by(_ grantee: String, _ role: String) -> String {
    grantee == role ? "" : " to \(grantee)" + membership(role, in: grantee)
  }

  /// `, by membership bob → editors → staff`.
  private func membership(_ role: String, in group: String) -> String {
    guard let path = engine.roles.path(from: role, to: group), path.count > 2 else { return "" }
    return ", by membership \(path.joined(separator: " → "))"
  }

  /// A group that holds what is missing, whose member the role is without its privileges.
  func idleMembership(for check: PrivilegeCheck) -> String? {
    guard let group = idleGroup(for: check),
      let path = engine.roles.membershipPath(from: check.role, to: group)
    else { return nil }
    return "\(group) holds it, and \(path.joined(separator: " → ")) is a membership without "
      + "INHERIT: it counts after SET ROLE only"
  }

  /// The group of `idleMembership(for:)`.
  func idleGroup(for check: PrivilegeCheck) -> String? {
    let held = engine.roles.privileges(of: check.role)
    return catalog.roles.map(\.name).first { group in
      guard !held.contains(group), !engine.roles.isSuperuser(group),
        engine.roles.membershipPath(from: check.role, to: group) != nil
      else { return false }
      var other = check
      other.role = group
      return engine.privileges.verdict(on: other).isHeld
    }
  }

  /// In which clauses of the statement columns are named that a privilege is missing for.
  func clauses(of check: PrivilegeCheck, columns: Set<Int>) -> [String] {
    guard case .relation(let id) = check.object, let bound else { return [] }
    if check.role != caller || !bound.mentions(id) {
      return viewOrPolicy(reading: id, as: check.role).map { [$0] } ?? []
    }
    guard check.privilege == .select else { return [] }
    var groups: [(columns: Set<Int>, clauses: [String])] = []
    for (clause, found) in bound.clauses(reading: columns, of: id) {
      if let known = groups.firstIndex(where: { $0.columns == found }) {
        if !groups[known].clauses.contains(clause) { groups[known].clauses.append(clause) }
      } else {
        groups.append((found, [clause]))
      }
    }
    return groups.map { found, clauses in
      let list = clauses.prefix(3).joined(separator: ", ")
      return "\(list) read\(clauses.count == 1 ? "s" : "") \(columnNames(found, of: id))"
    }
  }

  /// The view or policy that mentions a relation, where the statement itself does not.
  func viewOrPolicy(reading id: RelationID, as role: String) -> String? {
    guard let secured else { return nil }
    for mention in SecuredMention.all(in: secured) where mention.id == id {
      guard mention.security.checkedAs == role else { continue }
      if let policy = mention.policy {
        return "policy \"\(catalog.tables[policy.table].policies[policy.policy].name)\" of "
          + "\(name(of: policy.table)) reads it as \(role)"
      }
      if let view = mention.views.last {
        return "view \(text(of: catalog.views[view].name)) reads it as \(role)"
      }
    }
    if let view = secured.target?.views.last, secured.target?.checkedAs == role, role != caller {
      return "view \(text(of: view)) changes it as \(role)"
    }
    return nil
  }
}

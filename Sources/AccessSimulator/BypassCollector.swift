import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// Gathers, from a decided statement, where row security was bypassed and by what.
struct BypassCollector {
  private let names: CatalogNames
  private var found: [Bypass] = []

  init(_ names: CatalogNames) { self.names = names }

  func bypasses(of secured: SecuredStatement) -> [Bypass] {
    var collector = self
    collector.collect(secured)
    return collector.found
  }

  private mutating func collect(_ secured: SecuredStatement) {
    switch secured.statement {
    case .with(let tables, let main):
      for table in tables {
        collect(
          SecuredStatement(
            statement: table.statement, privileges: [], target: secured.commonTargets[table.id]))
      }
      collect(SecuredStatement(statement: main, privileges: [], target: secured.target))
    case .query(let query): collect(query, through: nil)
    case .insert(let insert):
      note(insert.target.id, secured.target?.bypass, secured.target?.checkedAs, through: nil)
    case .update(let update):
      note(update.target.id, secured.target?.bypass, secured.target?.checkedAs, through: nil)
    case .delete(let delete):
      note(delete.target.id, secured.target?.bypass, secured.target?.checkedAs, through: nil)
    case .merge(let merge):
      note(merge.target.id, secured.target?.bypass, secured.target?.checkedAs, through: nil)
    case .truncate: break
    }
  }

  private mutating func collect(_ query: BoundQuery, through view: QualifiedName?) {
    for source in query.sources {
      switch source.kind {
      case .query(let inner): collect(inner, through: view)
      case .function, .commonTable, .system: break
      case .relation(let relation):
        note(relation.id, relation.security?.bypass, relation.security?.checkedAs, through: view)
        if let inner = relation.security?.viewQuery {
          collect(inner, through: names.name(of: relation.id))
        }
      }
    }
  }

  private mutating func note(
    _ id: RelationID, _ reason: BypassReason?, _ role: String?, through view: QualifiedName?
  ) {
    guard let reason, let role else { return }
    let kind: Bypass.Reason =
      switch reason {
      case .superuser: .superuser
      case .bypassRowSecurity: .bypassRowSecurity
      case .tableOwner: .tableOwner
      }
    let bypass = Bypass(names.name(of: id), as: role, kind, throughView: view)
    if !found.contains(bypass) { found.append(bypass) }
  }
}

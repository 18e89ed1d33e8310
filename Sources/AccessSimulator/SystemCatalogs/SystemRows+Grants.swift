import AccessModel
import RowSecurity
import SQLBinding

/// What the information schema shows of grants: those that the current user gave or has.
///
/// Source: `src/backend/catalog/information_schema.sql`.
extension SystemRows {
  /// One privilege of one grantee.
  private struct Grant: Hashable {
    let grantor: String
    let grantee: Grantee
    let privilege: Privilege
    let isGrantable: Bool
  }

  private struct Relation {
    let name: QualifiedName
    let owner: String
    let acl: AccessControlList?
    let isTemporary: Bool
    let columns: [(name: String, acl: AccessControlList?)]
  }

  private var relations: [Relation] {
    catalog.tables.map { table in
      Relation(
        name: table.name, owner: table.owner, acl: table.acl, isTemporary: table.isTemporary,
        columns: table.columns.map { ($0.name, $0.acl) })
    }
      + catalog.views.filter { !$0.isMaterialized }.map { view in
        Relation(
          name: view.name, owner: view.owner, acl: view.acl, isTemporary: view.isTemporary,
          columns: view.columns.map { ($0.name, $0.acl) })
      }
  }

  /// `table_privileges`, and `role_table_grants`, which leaves out what only PUBLIC has.
  func grantsOnTables(ofAnyone: Bool) -> [Cells] {
    relations.flatMap { relation in
      shown(grants(on: relation, Privilege.allOnTable), ofAnyone: ofAnyone).map { grant in
        var cells = self.cells(grant, on: relation)
        cells["with_hierarchy"] = yesOrNo(grant.privilege == .select)
        return cells
      }
    }
  }

  /// A grant on the table is one on each of its columns.
  func grantsOnColumns(ofAnyone: Bool) -> [Cells] {
    relations.flatMap { relation in
      let whole = grants(on: relation, Privilege.allOnColumn)
      return relation.columns.flatMap { column in
        let own =
          column.acl.map { expanded($0, owner: relation.owner, Privilege.allOnColumn) } ?? []
        var seen: Set<Grant> = []
        return shown((whole + own).filter { seen.insert($0).inserted }, ofAnyone: ofAnyone).map {
          var cells = cells($0, on: relation)
          cells["column_name"] = text(column.name)
          return cells
        }
      }
    }
  }

  private func grants(on relation: Relation, _ privileges: [Privilege]) -> [Grant] {
    expanded(
      relation.acl ?? .builtIn(owner: relation.owner, all: Privilege.allOnTable),
      owner: relation.owner, privileges)
  }

  private func expanded(
    _ acl: AccessControlList, owner: String, _ privileges: [Privilege]
  ) -> [Grant] {
    acl.entries.flatMap { entry in
      entry.privileges.filter(privileges.contains).map { privilege in
        let isOwners =
          if case .role(let role) = entry.grantee {
            session.engine.roles.privilegesHeld(by: role, include: owner)
          } else {
            false
          }
        return Grant(
          grantor: entry.grantor ?? owner, grantee: entry.grantee, privilege: privilege,
          isGrantable: isOwners || entry.grantable.contains(privilege))
      }
    }
  }

  private func shown(_ grants: [Grant], ofAnyone: Bool) -> [Grant] {
    func isEnabled(_ role: String) -> Bool {
      session.engine.roles.privilegesHeld(by: session.role, include: role)
    }
    return grants.filter { grant in
      if isEnabled(grant.grantor) { return true }
      return switch grant.grantee {
      case .role(let role): isEnabled(role)
      case .everyone: ofAnyone
      }
    }
  }

  /// `routine_privileges`, and `role_routine_grants`.
  func grantsOnRoutines(ofAnyone: Bool) -> [Cells] {
    catalog.functions.flatMap { function in
      let acl =
        function.acl ?? .builtIn(owner: function.owner, all: [.execute], everyone: [.execute])
      let grants = expanded(acl, owner: function.owner, [.execute])
      return shown(grants, ofAnyone: ofAnyone).map { grant in
        names(of: function).merging(cells(grant)) { old, _ in old }
      }
    }
  }

  private func cells(_ grant: Grant, on relation: Relation) -> Cells {
    names(relation.name, isTemporary: relation.isTemporary).merging(cells(grant)) { old, _ in old }
  }

  private func cells(_ grant: Grant) -> Cells {
    var cells: Cells = [:]
    cells["grantor"] = text(grant.grantor)
    cells["grantee"] = text(grant.grantee.description)
    cells["privilege_type"] = text(grant.privilege.rawValue)
    cells["is_grantable"] = yesOrNo(grant.isGrantable)
    return cells
  }

  /// Those on the server's own relations, which only few roles have.
  var systemGrants: [Cells] {
    let first = catalog.roles.first(where: isFirst).map { text($0.name) }
    let grantees: [SQLValue?] = [
      first, text("PUBLIC"), text("pg_monitor"), text("pg_read_all_stats"),
      text("pg_read_all_settings"),
    ]
    return grantees.flatMap { grantee in
      informationOthers.map { cells in
        var cells = cells
        cells["grantee"] = grantee
        cells["grantor"] = first
        return cells
      }
    }
  }
}

import AccessModel
import RowSecurity
import SQLBinding

/// The information schema's views of grants.
///
/// Source: `src/backend/catalog/information_schema.sql`.
extension SystemRows {
  private struct Relation {
    let id: RelationID
    /// The cells that name it.
    let names: Cells
    let columns: [String]
  }

  private var relations: [Relation] {
    catalog.tables.enumerated().map { index, table in
      Relation(
        id: .table(index), names: names(table.name, isTemporary: table.isTemporary),
        columns: table.columns.map(\.name))
    }
      + catalog.views.enumerated().filter { !$1.isMaterialized }.map { index, view in
        Relation(
          id: .view(index), names: names(view.name, isTemporary: view.isTemporary),
          columns: view.columns.map(\.name))
      }
  }

  /// `named`: the cells that name the object.
  private func grants(
    of privileges: [Privilege], on object: RowSecurityEngine.InquiredObject, ofAnyone: Bool,
    named: Cells
  ) -> [Cells] {
    session.engine.grants(
      of: privileges, on: object, shownTo: session.role, ofAnyone: ofAnyone
    ).map { grant in
      var cells = named
      cells["grantor"] = text(grant.grantor)
      cells["grantee"] = text(grant.grantee.description)
      cells["privilege_type"] = text(grant.privilege.rawValue)
      cells["is_grantable"] = yesOrNo(grant.isGrantable)
      cells["with_hierarchy"] = yesOrNo(grant.privilege == .select)
      return cells
    }
  }

  /// `table_privileges`, and `role_table_grants`, which leaves out what only PUBLIC has.
  func grantsOnTables(ofAnyone: Bool) -> [Cells] {
    relations.flatMap { relation in
      grants(
        of: Privilege.allOnTable, on: .object(.relation(relation.id)), ofAnyone: ofAnyone,
        named: relation.names)
    }
  }

  func grantsOnColumns(ofAnyone: Bool) -> [Cells] {
    relations.flatMap { relation in
      relation.columns.enumerated().flatMap { position, column in
        grants(
          of: Privilege.allOnColumn, on: .column(relation.id, position), ofAnyone: ofAnyone,
          named: relation.names.merging(["column_name": text(column)]) { old, _ in old })
      }
    }
  }

  /// `routine_privileges`, and `role_routine_grants`.
  func grantsOnRoutines(ofAnyone: Bool) -> [Cells] {
    catalog.functions.enumerated().flatMap { index, function in
      grants(
        of: [.execute], on: .object(.function(index)), ofAnyone: ofAnyone,
        named: names(of: function))
    }
  }

  /// Those on the server's own relations, which only few roles have.
  var systemGrants: [Cells] {
    let first = catalog.roles.first(where: isFirst).map { text($0.name) }
    let grantees: [SQLValue?] = [first, text("PUBLIC"), text("pg_read_all_stats")]
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

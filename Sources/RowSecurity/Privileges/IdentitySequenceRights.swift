public import AccessModel
public import SQLBinding

extension RowSecurityEngine {
  /// Throws unless a role may call `nextval()` and its kin on the sequence of an identity column, on
  /// which nobody was granted anything: its table's owner may. RULES 19.
  ///
  /// `name`: of the sequence, as messages have it; `isOwnersAlone` false: others may have rights.
  public func requireIdentitySequence(
    _ name: String?, ofTable table: QualifiedName, isOwnersAlone: Bool, as role: String
  ) throws(EngineFailure) {
    if roles.isSuperuser(role) { return }
    let held = roles.privileges(of: role)
    // They may read or write some, not each function of a sequence.
    let isPredefined = !held.isDisjoint(with: ["pg_read_all_data", "pg_write_all_data"])
    guard isOwnersAlone, !isPredefined, let name, let owner = catalog.catalog.table(table)?.owner
    else {
      throw .undecided(Undecided("privileges on the sequence of an identity column"))
    }
    guard held.contains(owner) else {
      throw .postgres(
        PostgresError(.insufficientPrivilege, "permission denied for sequence \(name)"))
    }
  }
}

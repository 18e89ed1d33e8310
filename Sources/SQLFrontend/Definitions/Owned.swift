import AccessModel

/// What has an owner, and privileges of its own.
protocol Owned {
  var owner: String { get set }
  var acl: AccessControlList? { get set }
}

extension Catalog.Schema: Owned {}
extension Catalog.Sequence: Owned {}
extension Catalog.Function: Owned {}
extension Catalog.CustomType: Owned {}
extension Catalog.ForeignDataWrapper: Owned {}
extension Catalog.ForeignServer: Owned {}

extension MutableCollection where Element: Owned {
  /// REASSIGN OWNED.
  mutating func reassign(from old: String, to new: String) {
    for index in indices where self[index].owner == old {
      self[index].acl?.changeOwner(from: old, to: new)
      self[index].owner = new
    }
  }

  /// Goes through the privileges on all but those that a role owns.
  mutating func changeAccess<Failure: Error>(
    besideThatOf owner: String,
    _ body: (inout AccessControlList?, _ isColumn: Bool) throws(Failure) -> Void
  ) throws(Failure) {
    for index in indices where self[index].owner != owner { try body(&self[index].acl, false) }
  }

  /// Of a role that is called otherwise.
  mutating func apply(_ renaming: RoleRenaming) {
    for index in indices {
      renaming.apply(to: &self[index].owner)
      renaming.apply(to: &self[index].acl)
    }
  }
}

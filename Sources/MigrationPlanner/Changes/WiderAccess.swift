import AccessModel

/// Objects of which a state may give more than each of two others, followed from statement to
/// statement: only what a statement touched, and what reads that, is looked at again.
struct WiderAccess: Sendable {
  private(set) var objects: Set<CatalogChange.ClosedObject> = []
  private var state: AccessGuards
  private var ends: (old: End, new: End)

  /// One of the two others, and in what the state differs from it.
  private struct End: Sendable {
    let guards: AccessGuards
    var difference: DefinitionDifference
    /// Whether roles can do at most what they can there.
    var holdsRoles = true
    var hasSameRoles = true

    init(_ guards: AccessGuards, _ state: AccessGuards) {
      self.guards = guards
      difference = .init(of: state.texts, from: guards.texts)
      compareRoles(state)
    }

    mutating func compareRoles(_ state: AccessGuards) {
      holdsRoles = state.roles.isWithin(guards.roles)
      hasSameRoles = state.roles == guards.roles
    }
  }

  /// What `state` gives more than `old` and `new`.
  init(of state: AccessGuards, than old: AccessGuards, _ new: AccessGuards) {
    self.state = state
    ends = (End(old, state), End(new, state))
    judge(Set(state.relations.keys).union(state.functions.keys))
  }

  var catalog: Catalog { state.catalog }

  mutating func move(to catalog: Catalog) {
    let before = state
    state = AccessGuards(catalog, after: before)
    let texts = state.texts
    var touched = texts.changed.union(texts.gone)
    var names = ends.old.difference.update(texts, from: ends.old.guards.texts)
    names.formUnion(ends.new.difference.update(texts, from: ends.new.guards.texts))
    for name in names { touched.formUnion(texts.users[name] ?? []) }
    for key in touched {
      if let relation = before.relations[key] { objects.remove(.relation(relation.name)) }
      if let function = before.functions[key] { objects.remove(.function(function.key)) }
    }
    if state.roles != before.roles {
      ends.old.compareRoles(state)
      ends.new.compareRoles(state)
      (objects, touched) = ([], Set(state.relations.keys).union(state.functions.keys))
    }
    judge(touched)
  }

  private mutating func judge(_ keys: Set<String>) {
    for key in keys {
      if let relation = state.relations[key], !isFine(relation, key) {
        objects.insert(.relation(relation.name))
      }
      if let function = state.functions[key], !isFine(function, key) {
        objects.insert(.function(function.key))
      }
    }
  }

  private func isFine(_ relation: AccessGuards.RelationGuard, _ key: String) -> Bool {
    let (old, new) = ends
    let others = (old.guards.relations[key], new.guards.relations[key])
    return old.holdsRoles
      && relation.isWithin(others.0, old.difference, sameRoles: old.hasSameRoles)
      || new.holdsRoles
        && relation.isWithin(others.1, new.difference, sameRoles: new.hasSameRoles)
      || old.holdsRoles && new.holdsRoles
        && relation.isMixture(of: others.0, old.difference, others.1, new.difference)
  }

  private func isFine(_ function: AccessGuards.FunctionGuard, _ key: String) -> Bool {
    let (old, new) = ends
    return old.holdsRoles && function.isWithin(old.guards.functions[key], old.difference)
      || new.holdsRoles && function.isWithin(new.guards.functions[key], new.difference)
  }
}

extension AccessGuards.RelationGuard {
  fileprivate func isWithin(
    _ other: Self?, _ difference: DefinitionDifference, sameRoles: Bool
  ) -> Bool {
    guard let other else { return others.isEmpty }
    guard owner == other.owner else { return false }
    if (other.isForced ? privileges : others).isEmpty { return true }
    guard privileges.isSubset(of: other.privileges) else { return false }
    if isTable, isClosed, isForced || !other.isForced { return true }
    if !isTable {
      return others.isEmpty
        || definition == other.definition && keeps(definition, difference)
          && reacts(as: other, difference)
    }
    guard reacts(as: other, difference) else { return false }
    if !other.isEnabled { return true }
    guard isEnabled, isForced || !other.isForced, sameRoles || !restrictsRoles else {
      return false
    }
    return permissive.allSatisfy { other.permissive.contains($0) && difference.keeps($0) }
      && restricts(as: other, difference)
  }

  /// Each row goes through one permissive policy, of the old or the new, and through all
  /// restrictive ones of both.
  fileprivate func isMixture(
    of old: Self?, _ fromOld: DefinitionDifference, _ new: Self?, _ fromNew: DefinitionDifference
  ) -> Bool {
    guard let old, let new, isTable, owner == old.owner, owner == new.owner, isEnabled,
      old.isEnabled, new.isEnabled, isForced || !old.isForced && !new.isForced,
      !restrictsRoles
        || restrictive == old.restrictive && restrictive == new.restrictive,
      reacts(as: old, fromOld), reacts(as: new, fromNew)
    else { return false }
    return privileges.isSubset(of: old.privileges) && privileges.isSubset(of: new.privileges)
      && permissive.allSatisfy {
        old.permissive.contains($0) && fromOld.keeps($0)
          || new.permissive.contains($0) && fromNew.keeps($0)
      }
      && restricts(as: old, fromOld) && restricts(as: new, fromNew)
  }

  /// Whether the same triggers fire and the same rules rewrite.
  private func reacts(as other: Self, _ difference: DefinitionDifference) -> Bool {
    reactions == other.reactions && reactions.allSatisfy(difference.keeps)
  }

  private func restricts(as other: Self, _ difference: DefinitionDifference) -> Bool {
    other.restrictive.allSatisfy { restrictive.contains($0) && difference.keeps($0) }
  }

  private func keeps(
    _ definition: DefinitionTexts.Definition?, _ difference: DefinitionDifference
  ) -> Bool {
    definition.map(difference.keeps) != false
  }
}

extension AccessGuards.FunctionGuard {
  fileprivate func isWithin(_ other: Self?, _ difference: DefinitionDifference) -> Bool {
    let others = privileges.filter { $0.grantee != .role(owner) }
    guard let other else { return others.isEmpty }
    return others.isEmpty && owner == other.owner
      || owner == other.owner && definition == other.definition
        && definition.map(difference.keeps) != false
        && privileges.isSubset(of: other.privileges)
  }
}

import AccessModel
import SQLBinding

/// What roles meet at tables whose rows they change, decided once for all statements of a kind:
/// which policies apply does not depend on the columns that a statement names, but for whether it
/// reads any. RULES 40, 41.
///
/// For statements of one engine with one way of planning.
public final class SharedTargets {
  struct Key: Hashable {
    var table: Int
    var role: String
    var command: Catalog.Policy.Command
    var isRead: Bool
  }

  private var known: [Key: SecuredTarget] = [:]

  public init() {}

  /// The target of a key: decided before, or now. An error is not kept, nor what it says.
  func target(
    _ key: Key, _ decide: () throws(EngineFailure) -> SecuredTarget
  ) throws(EngineFailure) -> SecuredTarget {
    if let target = known[key] { return target }
    var target = try decide()
    target.demands = TargetDemands()
    known[key] = target
    return target
  }
}

/// What the policies of a shared target need, found by the first statement that asks.
final class TargetDemands: @unchecked Sendable {
  /// Privileges in the order in which they are met.
  struct List {
    var planned: [PrivilegeCheck]
    var functions: [PrivilegeCheck]
    var relations: [PrivilegeCheck]
  }

  struct Found {
    var filters: List
    var checks: List
    /// What is estimated of the filters.
    var estimated: [BoundExpression]
  }

  // As `SharedTargets`, used by one thread.
  private var known: Found??

  /// Nil: they let no row pass whatever it holds, which changes what is looked at.
  func found(_ find: () throws(EngineFailure) -> Found?) throws(EngineFailure) -> Found? {
    if let known { return known }
    let found = try find()
    known = .some(found)
    return found
  }
}

public import AccessModel

/// For each filter and check of a `SecuredTarget`, the command whose policies it is made of. SELECT's
/// are among those of every statement that reads a column of its target.
public struct TargetCommands: Sendable {
  public typealias Commands = [Catalog.Policy.Command]

  public var filters: Commands = []
  public var checks: Commands = []
  /// Of ON CONFLICT DO UPDATE, and of MERGE's UPDATE.
  public var existing: Commands = []
  public var updated: Commands = []
  /// Of MERGE's DELETE.
  public var deletable: Commands = []

  init() {}

  init(_ use: PolicyUse) {
    filters = use.filters?.commands ?? []
    checks = use.checks?.commands ?? []
    existing = use.existing?.commands ?? []
    updated = use.updated?.commands ?? []
    deletable = use.deletable?.commands ?? []
  }
}

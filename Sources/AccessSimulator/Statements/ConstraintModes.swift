import AccessModel

/// What SET CONSTRAINTS has said in a transaction.
///
/// Source: `SetConstraintStateData` in `src/backend/commands/trigger.c`.
struct ConstraintModes {
  struct Name: Hashable {
    var table: QualifiedName
    var constraint: String
  }

  private var all: Bool?
  private var named: [Name: Bool] = [:]

  /// What was said by name means nothing any more.
  mutating func setAll(isDeferred: Bool) {
    all = isDeferred
    named = [:]
  }

  mutating func set(_ names: [Name], isDeferred: Bool) {
    for name in names { named[name] = isDeferred }
  }

  /// Whether a constraint that can be put off waits for the end of the transaction.
  func defers(_ name: Name, isInitiallyDeferred: Bool) -> Bool {
    named[name] ?? all ?? isInitiallyDeferred
  }
}

extension Catalog.Table {
  /// Every constraint by name, and whether it can be put off; initially or not.
  var constraintsByName: [(name: String, isDeferrable: Bool, isInitiallyDeferred: Bool)] {
    keys.map { ($0.name, $0.isDeferrable, $0.isInitiallyDeferred) }
      + foreignKeys.map { ($0.name, $0.isDeferrable, $0.isInitiallyDeferred) }
      + exclusions.map { ($0.name, $0.isDeferrable, $0.isInitiallyDeferred) }
      + checks.map { ($0.name, false, false) }
      + triggers.filter(\.isConstraint).map { ($0.name, $0.isDeferrable, $0.isInitiallyDeferred) }
  }
}

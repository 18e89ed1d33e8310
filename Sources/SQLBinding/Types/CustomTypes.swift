public import AccessModel

/// A type made with CREATE TYPE … AS ENUM.
public struct EnumType: Hashable, Sendable {
  public var name: QualifiedName
  /// In the order that comparisons follow.
  public var labels: [String]
  /// Those that nobody may use before the transaction that has added them ends.
  public var uncommitted: [String]

  public init(_ name: QualifiedName, labels: [String], uncommitted: [String] = []) {
    self.name = name
    self.labels = labels
    self.uncommitted = uncommitted
  }

  /// Source: `check_safe_enum_use()` in `src/backend/utils/adt/enum.c`.
  public func requireSafe(_ label: String) throws(EngineFailure) {
    guard uncommitted.contains(label) else { return }
    throw .postgres(
      PostgresError(
        SQLState(rawValue: "55P04"),
        "unsafe use of new value \"\(label)\" of enum type \(DataType.enumeration(self))",
        hint: "New enum values must be committed before they can be used."))
  }

  public static func == (a: Self, b: Self) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A row type with a name.
public struct CompositeType: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public var name: String
    public var type: ColumnType

    public init(_ name: String, _ type: ColumnType) {
      self.name = name
      self.type = type
    }
  }

  public var name: QualifiedName
  public var fields: [Field]

  public init(_ name: QualifiedName, fields: [Field]) {
    self.name = name
    self.fields = fields
  }

  public static func == (a: Self, b: Self) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A type made with CREATE DOMAIN: another type, with constraints.
public struct DomainType: Hashable, Sendable {
  public var name: QualifiedName
  public var base: ColumnType
  public var isNullable: Bool
  public var hasChecks: Bool

  public init(
    _ name: QualifiedName, over base: ColumnType, isNullable: Bool = true, hasChecks: Bool = false
  ) {
    self.name = name
    self.base = base
    self.isNullable = isNullable
    self.hasChecks = hasChecks
  }

  /// What it is over in the end, below other domains, with that type's modifiers.
  public var innermostBase: ColumnType {
    if case .domain(let inner) = base.type { inner.innermostBase } else { base }
  }

  /// Itself, and the domains that it is over, the last of them first.
  public var withBases: [DomainType] {
    if case .domain(let inner) = base.type { inner.withBases + [self] } else { [self] }
  }

  /// Whether it, or one that it is over, has a CHECK.
  public var mayHaveChecks: Bool { withBases.contains(where: \.hasChecks) }

  /// Whether any value of the base type is one of the domain's.
  public var isUnconstrained: Bool {
    if case .domain(let inner) = base.type, !inner.isUnconstrained { return false }
    return isNullable && !hasChecks
  }

  public static func == (a: Self, b: Self) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension DataType {
  /// Whether it is a domain with constraints, or values of such a domain are inside of its own.
  public var isConstrained: Bool {
    switch self {
    case .domain(let domain): !domain.isUnconstrained || domain.base.type.isConstrained
    default: isConstrainedInside
    }
  }

  /// Whether only its elements or fields are.
  public var isConstrainedInside: Bool {
    switch self {
    case .array(let element): element.isConstrained
    case .composite(let row): row.fields.contains { $0.type.type.isConstrained }
    default: false
    }
  }
}

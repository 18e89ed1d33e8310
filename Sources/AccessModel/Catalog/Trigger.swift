extension Catalog {
  /// A trigger of a table or view. Catalog: `pg_trigger`.
  ///
  /// Source: PostgreSQL manual, CREATE TRIGGER.
  public struct Trigger: Hashable, Codable, Sendable {
    public enum Timing: String, Hashable, Codable, Sendable {
      case before = "BEFORE"
      case after = "AFTER"
      case insteadOf = "INSTEAD OF"
    }

    public enum Event: Hashable, Codable, Sendable {
      case insert
      /// Empty: whichever columns are assigned.
      case update(of: [String])
      case delete
      case truncate
    }

    /// Whether it fires, as `pg_trigger.tgenabled` has it.
    public enum Enabled: String, Omittable, Sendable {
      /// In the sessions of ordinary roles: `session_replication_role` of origin or local.
      case origin = "O"
      case disabled = "D"
      case replica = "R"
      case always = "A"

      public static var whenOmitted: Self { .origin }
    }

    public var name: String
    public var timing: Timing
    public var events: [Event]
    public var isForEachRow: Bool
    /// WHEN; columns are qualified by `old` and `new`.
    public var condition: SQLExpression?
    public var function: QualifiedName
    public var arguments: [String]
    @Omitted public var enabled: Enabled
    /// CONSTRAINT TRIGGER, which can wait for the end of the transaction.
    @Omitted public var isConstraint: Bool
    @Omitted public var isDeferrable: Bool
    @Omitted public var isInitiallyDeferred: Bool
    /// REFERENCING OLD TABLE AS.
    public var oldTable: String?
    /// REFERENCING NEW TABLE AS.
    public var newTable: String?
    /// A partition's copy of its parent's trigger.
    @Omitted public var isInherited: Bool
    public var comment: String?
    public var place: SourcePlace?

    public init(
      _ name: String, _ timing: Timing, _ events: [Event], isForEachRow: Bool,
      condition: SQLExpression? = nil, function: QualifiedName, arguments: [String] = [],
      enabled: Enabled = .origin, place: SourcePlace? = nil
    ) {
      self.name = name
      self.timing = timing
      self.events = events
      self.isForEachRow = isForEachRow
      self.condition = condition
      self.function = function
      self.arguments = arguments
      self.enabled = enabled
      self.place = place
    }
  }
}

extension Catalog.Trigger {
  /// BEFORE … FOR EACH ROW, whose function may change the row.
  public var isBeforeEachRow: Bool { timing == .before && isForEachRow }
}

extension Catalog.Table {
  /// Whether a trigger, disabled or for other columns too, may change rows before UPDATE stores them.
  ///
  /// Source: `TriggerDesc.trig_update_before_row` in `src/include/utils/reltrigger.h`.
  public var hasTriggerBeforeUpdatedRows: Bool {
    triggers.contains { trigger in
      trigger.isBeforeEachRow
        && trigger.events.contains { if case .update = $0 { true } else { false } }
    }
  }
}

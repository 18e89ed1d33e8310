public import AccessModel
public import SQLBinding

/// One privilege that a statement needs, as one role, before it touches a row.
public struct PrivilegeCheck: Hashable, Sendable {
  public enum Object: Hashable, Sendable {
    case relation(RelationID)
    case schema(String)
    case sequence(QualifiedName)
    /// By position in `BoundCatalog.functions`.
    case function(Int)
    /// No privilege: an error of planning, which comes in its turn among them.
    case refusal(PostgresError)
  }

  public enum Columns: Hashable, Sendable {
    /// Only a grant on the whole object counts: DELETE, TRUNCATE, and everything but relations.
    case none
    /// A grant on the whole relation, or on every one of these. RULES 10, 13.
    case all(Set<Int>)
    /// A grant on the whole relation or on any one column: `count(*)`, `DEFAULT VALUES`. RULES 11.
    case any
  }

  public var object: Object
  public var privilege: Privilege
  public var columns: Columns
  /// The role that must hold it: the caller, or a view's owner. RULES 52, 53.
  public var role: String
  /// False where the planner may look sooner or later: which of several failures is reported is
  /// then undecided.
  public var isOrdered = true

  /// What else the statement does to the relation, which is looked at with it.
  var alongside: [Privilege] = []
  /// A materialized view, which is looked at as tables are.
  var isStoredView = false
  /// No privilege: a relation whose rows are not there to be read.
  var isOpening = false
  /// Of a function: when the plan makes it ready.
  var turn = Turn()

  /// In which order parts of a plan are made ready depends on the planner, so of functions in several
  /// parts it is undecided which is reported. It makes no difference to what is checked.
  struct Turn: Hashable, Sendable {
    var part = 0
    /// The side of UNION or EXCEPT, from 1 on; they are made ready one after the other.
    var side = 0

    static func == (one: Turn, other: Turn) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  var isOnView: Bool {
    if case .relation(.view) = object { !isStoredView } else { false }
  }

  /// The statement does more to the relation than read it.
  var isOfMoreThanReading: Bool {
    privilege != .select || alongside.contains { $0 != .select }
  }

  /// It is looked at as names are resolved or as the statement is planned, before it starts.
  public var isOfPlanning: Bool {
    switch object {
    case .schema, .refusal: true
    default: isOnView
    }
  }

  public init(
    _ privilege: Privilege, on object: Object, columns: Columns = .none, as role: String
  ) {
    self.object = object
    self.privilege = privilege
    self.columns = columns
    self.role = role
  }
}

extension PrivilegeCheck {
  init(refusal error: PostgresError, as role: String) {
    self.init(.select, on: .refusal(error), as: role)
  }
}

/// What became of a privilege check, and why.
public enum PrivilegeVerdict: Hashable, Sendable {
  /// The role is a superuser.
  case superuser
  /// Held on the whole object, by this grantee.
  case held(by: Grantee)
  /// Held on each column needed, or on one where any suffices.
  case heldOnColumns
  /// pg_read_all_data or pg_write_all_data, by its name. RULES 7.
  case predefined(String)
  /// Missing; the columns it is missing on, where the check was by column.
  case missing(columns: [Int])

  public var isHeld: Bool {
    if case .missing = self { false } else { true }
  }
}

/// The body of a PL/pgSQL function: its text, and the tree it was read to.
///
/// Names stay as written, for PL/pgSQL finds them when it runs: a name in SQL may be a variable or
/// a column. Source: PostgreSQL manual, chapter 43.
public struct PLBody: Hashable, Codable, Sendable {
  /// As written between the quotes of AS.
  public var text: String
  public var block: PLBlock
  public var conflict: PLNameConflict

  public init(text: String, block: PLBlock, conflict: PLNameConflict = .error) {
    self.text = text
    self.block = block
    self.conflict = conflict
  }
}

/// What a name means that is a variable and a column: `#variable_conflict`.
public enum PLNameConflict: String, Hashable, Codable, Sendable {
  /// 42702.
  case error
  case variable = "use_variable"
  case column = "use_column"
}

/// `[<<label>>] [DECLARE …] BEGIN … [EXCEPTION …] END`.
public struct PLBlock: Hashable, Codable, Sendable {
  public var label: String?
  public var declarations: [PLDeclaration]
  public var body: [PLStatement]
  /// Not empty: the body runs in a subtransaction.
  public var handlers: [PLHandler]

  public init(
    label: String? = nil, declarations: [PLDeclaration] = [], body: [PLStatement],
    handlers: [PLHandler] = []
  ) {
    self.label = label
    self.declarations = declarations
    self.body = body
    self.handlers = handlers
  }
}

/// `WHEN condition OR … THEN …`.
public struct PLHandler: Hashable, Codable, Sendable {
  /// Nil stands for OTHERS: any but a cancelled query and a failed assertion.
  public var conditions: [SQLState?]
  public var body: [PLStatement]

  public init(conditions: [SQLState?], body: [PLStatement]) {
    self.conditions = conditions
    self.body = body
  }

  /// Whether it takes an error; a code that ends in 000 stands for its class.
  /// Source: `exception_matches_conditions()` in `pl_exec.c`.
  public func handles(_ state: SQLState) -> Bool {
    conditions.contains { condition in
      guard let condition else { return !["57014", "P0004"].contains(state.rawValue) }
      if condition == state { return true }
      return condition.rawValue.hasSuffix("000")
        && condition.rawValue.prefix(2) == state.rawValue.prefix(2)
    }
  }
}

/// One entry of DECLARE.
public struct PLDeclaration: Hashable, Codable, Sendable {
  public enum Kind: Hashable, Codable, Sendable {
    case variable(PLVariable)
    /// `name ALIAS FOR other`.
    case alias(of: [String])
    /// `name [NO SCROLL] CURSOR (arguments) FOR query`.
    case cursor(arguments: [Catalog.Function.Argument], query: PLExpression)
  }

  public var name: String
  public var kind: Kind
  /// Of the body's text, from 1.
  public var line: Int

  public init(_ name: String, _ kind: Kind, line: Int) {
    self.name = name
    self.kind = kind
    self.line = line
  }
}

/// `[CONSTANT] type [NOT NULL] [:= default]`.
public struct PLVariable: Hashable, Codable, Sendable {
  public var type: PLType
  public var isConstant: Bool
  public var isNotNull: Bool
  public var defaultValue: PLExpression?

  public init(
    _ type: PLType, isConstant: Bool = false, isNotNull: Bool = false,
    defaultValue: PLExpression? = nil
  ) {
    self.type = type
    self.isConstant = isConstant
    self.isNotNull = isNotNull
    self.defaultValue = defaultValue
  }
}

/// The type of a variable.
public enum PLType: Hashable, Codable, Sendable {
  case named(TypeName)
  /// `relation.column%TYPE` or `variable%TYPE`, by the parts of the name.
  case typeOf([String])
  /// `relation%ROWTYPE`.
  case rowOf([String])
  /// RECORD: whatever is assigned to it.
  case record
}

/// SQL text where PL/pgSQL wants a value: `SELECT` stands before it, so that FROM may follow.
public struct PLExpression: Hashable, Codable, Sendable {
  /// Without the SELECT that is put before an expression.
  public var text: String
  public var query: SQLQuery

  public init(text: String, query: SQLQuery) {
    self.text = text
    self.query = query
  }
}

/// What is assigned to: a variable, a field of a record, an element of an array.
public struct PLTarget: Hashable, Codable, Sendable {
  /// `variable`, `record.field`, `label.variable`.
  public var path: [String]
  /// From there to the part that is assigned; fields before the first subscript are in `path`.
  public var steps: [PLTargetStep]

  public init(_ path: [String], steps: [PLTargetStep] = []) {
    self.path = path
    self.steps = steps
  }
}

public enum PLTargetStep: Hashable, Codable, Sendable {
  case field(String)
  /// `[subscript]`.
  case element(PLExpression)
  /// `[lower:upper]`; nil: from the first, to the last.
  case slice(lower: PLExpression?, upper: PLExpression?)
}

/// A statement of PL/pgSQL.
public struct PLStatement: Hashable, Codable, Sendable {
  public indirect enum Kind: Hashable, Codable, Sendable {
    case block(PLBlock)
    case assign(PLTarget, PLExpression)
    case conditional([PLBranch], otherwise: [PLStatement])
    case cases(PLCase)
    /// LOOP, WHILE, FOR or FOREACH.
    case loop(PLLoop)
    /// EXIT or CONTINUE.
    case leave(label: String?, condition: PLExpression?, continues: Bool)
    case sql(PLCommand, into: PLInto?)
    case perform(PLExpression)
    case call(PLCall)
    /// COMMIT or ROLLBACK.
    case transaction(PLTransactionEnd)
    case execute(PLExpression, into: PLInto?, using: [PLExpression])
    case returns(PLExpression?)
    /// RETURN NEXT.
    case returnsNext(PLExpression?)
    case returnsQuery(PLRows)
    case raise(PLRaise)
    case diagnostics(isStacked: Bool, [PLDiagnostic])
    case open(cursor: PLTarget, PLRows)
    case fetch(PLFetch)
    case close(cursor: PLTarget)
    case assert(PLExpression, message: PLExpression?)
    case nothing
    /// A statement that is not modelled: reaching it is undecided.
    case unread(String)
  }

  public var kind: Kind
  /// Of the body's text, from 1.
  public var line: Int

  public init(_ kind: Kind, line: Int) {
    self.kind = kind
    self.line = line
  }
}

/// `IF condition THEN …` or `WHEN values THEN …`.
public struct PLBranch: Hashable, Codable, Sendable {
  public var condition: PLExpression
  public var body: [PLStatement]

  public init(_ condition: PLExpression, _ body: [PLStatement]) {
    self.condition = condition
    self.body = body
  }
}

/// `CASE [operand] WHEN … ELSE … END CASE`.
public struct PLCase: Hashable, Codable, Sendable {
  public var operand: PLExpression?
  /// With an operand, a condition is `operand IN (values)`, over the variable `operandName`.
  public var branches: [PLBranch]
  /// Nil without ELSE: then no branch taken is an error.
  public var otherwise: [PLStatement]?

  /// What the operand is called in the branches' conditions; no name in SQL text is like it.
  public static let operandName = "__Case__Variable__"

  public init(operand: PLExpression?, branches: [PLBranch], otherwise: [PLStatement]?) {
    self.operand = operand
    self.branches = branches
    self.otherwise = otherwise
  }
}

public struct PLLoop: Hashable, Codable, Sendable {
  public enum Kind: Hashable, Codable, Sendable {
    case forever
    case whilst(PLExpression)
    /// `FOR variable IN [REVERSE] lower .. upper [BY step]`: the variable is the loop's own.
    case integers(
      variable: String, lower: PLExpression, upper: PLExpression, step: PLExpression?,
      isReverse: Bool)
    case rows([PLTarget], PLRows)
    /// `FOREACH target [SLICE n] IN ARRAY array`.
    case elements([PLTarget], slice: Int, array: PLExpression)
  }

  public var label: String?
  public var kind: Kind
  public var body: [PLStatement]

  public init(label: String?, _ kind: Kind, body: [PLStatement]) {
    self.label = label
    self.kind = kind
    self.body = body
  }
}

/// `CALL procedure(arguments)`.
public struct PLCall: Hashable, Codable, Sendable {
  public var text: String
  public var call: SQLFunctionCall

  public init(text: String, call: SQLFunctionCall) {
    self.text = text
    self.call = call
  }
}

/// `COMMIT [AND CHAIN]` or `ROLLBACK [AND CHAIN]` in a procedure.
public struct PLTransactionEnd: Hashable, Codable, Sendable {
  public var isCommit: Bool
  public var chain: Bool

  public init(isCommit: Bool, chain: Bool) {
    self.isCommit = isCommit
    self.chain = chain
  }
}

/// An SQL statement inside a function.
public struct PLCommand: Hashable, Codable, Sendable {
  public var text: String
  /// Nil for one that neither reads nor changes rows: DDL, SET, ….
  public var statement: SQLStatement?
  /// BEGIN, SAVEPOINT and their kin.
  public var isTransaction: Bool?

  public init(text: String, statement: SQLStatement?, isTransaction: Bool? = nil) {
    self.text = text
    self.statement = statement
    self.isTransaction = isTransaction
  }
}

/// `INTO [STRICT] targets`.
public struct PLInto: Hashable, Codable, Sendable {
  public var targets: [PLTarget]
  public var isStrict: Bool

  public init(_ targets: [PLTarget], isStrict: Bool) {
    self.targets = targets
    self.isStrict = isStrict
  }
}

/// Where a loop, a cursor or RETURN QUERY has its rows from.
public enum PLRows: Hashable, Codable, Sendable {
  case query(PLCommand)
  case dynamic(PLExpression, using: [PLExpression])
  /// A declared cursor with its arguments.
  case cursor(PLTarget, arguments: [PLExpression])
}

public struct PLRaise: Hashable, Codable, Sendable {
  public enum Option: String, Hashable, Codable, Sendable {
    case errcode, message, detail, hint, column, constraint, datatype, table, schema
  }

  public struct Setting: Hashable, Codable, Sendable {
    public var option: Option
    public var value: PLExpression

    public init(_ option: Option, _ value: PLExpression) {
      self.option = option
      self.value = value
    }
  }

  /// `EXCEPTION`, `NOTICE`, …; nil for a RAISE alone, which raises the error being handled.
  public var level: String?
  /// `RAISE division_by_zero` or `RAISE SQLSTATE '22012'`.
  public var condition: SQLState?
  public var conditionName: String?
  /// `%` stands for the next parameter.
  public var format: String?
  public var parameters: [PLExpression]
  public var settings: [Setting]

  public init(
    level: String?, condition: SQLState? = nil, conditionName: String? = nil,
    format: String? = nil, parameters: [PLExpression] = [], settings: [Setting] = []
  ) {
    self.level = level
    self.condition = condition
    self.conditionName = conditionName
    self.format = format
    self.parameters = parameters
    self.settings = settings
  }
}

/// `target = ITEM` of GET DIAGNOSTICS.
public struct PLDiagnostic: Hashable, Codable, Sendable {
  public var target: PLTarget
  /// In lower case: `row_count`, `message_text`, ….
  public var item: String

  public init(_ target: PLTarget, item: String) {
    self.target = target
    self.item = item
  }
}

/// FETCH or MOVE.
public struct PLFetch: Hashable, Codable, Sendable {
  public enum Direction: String, Hashable, Codable, Sendable {
    case next, prior, first, last, absolute, relative, forward, backward, forwardAll, backwardAll
  }

  public var direction: Direction
  public var count: PLExpression?
  public var cursor: PLTarget
  /// Nil for MOVE.
  public var targets: [PLTarget]?

  public init(
    _ direction: Direction, count: PLExpression? = nil, cursor: PLTarget, targets: [PLTarget]?
  ) {
    self.direction = direction
    self.count = count
    self.cursor = cursor
    self.targets = targets
  }
}

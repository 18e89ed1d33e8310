extension Catalog {
  /// A function that policies, views or clients may call. Catalog: `pg_proc`.
  public struct Function: Hashable, Codable, Sendable {
    public enum Volatility: String, Hashable, Codable, Sendable {
      case immutable, stable, volatile
    }

    /// Whether a parallel query may call it. Source: manual, 15.4 "Parallel Safety".
    public enum Parallel: String, Hashable, Codable, Sendable {
      case restricted, safe
    }

    public enum Kind: String, Omittable, Sendable {
      case function, procedure, aggregate, window

      public static var whenOmitted: Self { .function }
    }

    /// What the function runs.
    public enum Body: Hashable, Codable, Sendable {
      /// One SQL query, as a tree.
      case query(SQLQuery)
      /// SQL statements, of which the last gives the result.
      case statements([SQLStatement])
      /// A PL/pgSQL block.
      case block(PLBody)
      /// Source text in `language`, not yet read: calls are undecided.
      case text(String)
    }

    public struct Argument: Hashable, Codable, Sendable {
      public var name: String?
      public var type: TypeName
      public var defaultValue: SQLExpression?
      /// VARIADIC: the last one, an array of what is left of the call's arguments.
      @Omitted public var isVariadic: Bool

      public init(_ name: String?, _ type: TypeName, defaultValue: SQLExpression? = nil) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
      }
    }

    /// A column of the result: OUT, INOUT, or of RETURNS TABLE.
    public struct Output: Hashable, Codable, Sendable {
      public var name: String?
      public var type: TypeName
      /// Of a procedure, where CALL gives a value for each, and of a session's function: how many
      /// arguments come before.
      @Omitted public var argumentsBefore: Int
      /// INOUT of those: the argument is the one after `argumentsBefore`.
      @Omitted public var isArgument: Bool

      public init(_ name: String?, _ type: TypeName) {
        self.name = name
        self.type = type
      }
    }

    public var name: QualifiedName
    @Omitted public var kind: Kind
    /// What a call gives: IN, INOUT and VARIADIC.
    public var arguments: [Argument]
    /// In order; empty where the result is one value or a composite type's.
    @Omitted public var outputs: [Output]
    public var returns: TypeName
    public var returnsSet: Bool
    /// `sql` or `plpgsql`.
    public var language: String
    public var body: Body
    /// The text of the body as it was written, where it says the same in any session; nil: the tree
    /// says it.
    public var source: String?
    /// BEGIN ATOMIC or RETURN: names in the body were found when the function was made, and are
    /// not looked for again in the search path of a call.
    @Omitted public var isAtomic: Bool
    public var volatility: Volatility
    /// SECURITY DEFINER: runs as its owner.
    public var isSecurityDefiner: Bool
    public var isStrict: Bool
    public var isLeakproof: Bool
    /// COST, in units of an operator's; nil: 100, as for every function in these languages.
    public var cost: Double?
    /// ROWS: how many the planner expects of a set; nil: 1000.
    public var rows: Double?
    /// Nil: PARALLEL UNSAFE.
    public var parallel: Parallel?
    /// `SET search_path = …` and its kin, in order.
    public var settings: [Setting]
    public var owner: String
    public var acl: AccessControlList?
    public var comment: String?
    public var origin: Origin
    public var place: SourcePlace?

    public struct Setting: Hashable, Codable, Sendable {
      public var name: String
      public var value: String
      public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
      }

      /// The value as SET takes it: an empty list of schemas holds the empty name.
      public var assigned: String {
        value.isEmpty && name.lowercased() == "search_path" ? "\"\"" : value
      }
    }

    public init(
      _ name: QualifiedName, arguments: [Argument] = [], returns: TypeName,
      returnsSet: Bool = false, language: String = "sql", body: Body,
      volatility: Volatility = .volatile, isSecurityDefiner: Bool = false, isStrict: Bool = false,
      isLeakproof: Bool = false, settings: [Setting] = [], owner: String,
      acl: AccessControlList? = nil, comment: String? = nil, origin: Origin = .plan,
      place: SourcePlace? = nil
    ) {
      self.name = name
      self.arguments = arguments
      self.returns = returns
      self.returnsSet = returnsSet
      self.language = language
      self.body = body
      self.volatility = volatility
      self.isSecurityDefiner = isSecurityDefiner
      self.isStrict = isStrict
      self.isLeakproof = isLeakproof
      self.settings = settings
      self.owner = owner
      self.acl = acl
      self.comment = comment
      self.origin = origin
      self.place = place
    }
  }
}

extension Catalog.Function {
  /// What a body in SQL runs, as trees; none of PL/pgSQL and of what was not read.
  public var statements: [SQLStatement] {
    switch body {
    case .query(let query): [.query(query)]
    case .statements(let statements): statements
    case .block, .text: []
    }
  }
}

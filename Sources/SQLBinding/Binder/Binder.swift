public import AccessModel

/// Throws where a schema may not be used.
public typealias SchemaUse = (String) throws(EngineFailure) -> Void

/// Resolves names and types of syntax trees against a catalog.
///
/// Source: `src/backend/parser/parse_*.c`; PostgreSQL manual, chapter 10 "Type Conversion".
public struct Binder {
  let names: CatalogNames
  var parameterTypes: [DataType] = []
  /// Of parameters without a declared type, whose place in the statement tells it; nil: none are.
  var deduced: DeducedTypes?
  /// Called with the schema of each relation and function the caller names; throws where it may not be used.
  var useSchema: SchemaUse?
  /// CALL: arguments that a procedure only gives count too.
  var isProcedureCall = false
  /// Nil outside of functions.
  var variables: VariableNames?
  /// A literal of a type whose values are not modelled stays its text: to compare, not to run.
  var keepsUnreadLiterals = false
  private var depth = 0
  /// Holds the tables of a WITH before a statement that changes rows.
  var statementScope: Scope?
  /// The id of the next table of a WITH.
  var nextCommonTable = CommonTableOwner.statement.firstNumber
  /// A recursive table of WITH whose query comes next: its columns are known after the first part.
  var openTable: CommonTable?
  /// What the calls that are met mean, in order; nil: nobody asks.
  var calls: CallMeanings?
  /// What COLLATE has named so far.
  var explicitCollation: String?

  /// Deeper trees than any person writes; PostgreSQL's own limit is its stack (54001).
  private static let maxDepth = 500

  public init(_ names: CatalogNames) {
    self.names = names
  }

  /// Binds a whole statement.
  ///
  /// `parameterTypes`: one per `$n`; types that are not modelled make the statement undecided.
  /// `useSchema`: called with the schema of each relation and function that is named, as it is met,
  /// since a schema that may not be used is an error before anything that follows in the text.
  /// RULES 17.
  public static func bind(
    _ statement: SQLStatement, parameterTypes: [TypeName] = [], in names: CatalogNames,
    useSchema: SchemaUse? = nil
  ) throws(EngineFailure) -> BoundStatement {
    var types: [DataType] = []
    for name in parameterTypes {
      guard let type = names.type(name) else {
        throw .undecided(Undecided("a parameter of type `\(name)`"))
      }
      types.append(type)
    }
    return try bind(statement, types: types, in: names, useSchema: useSchema)
  }

  /// As above; `variables`: of the function that the statement is part of.
  public static func bind(
    _ statement: SQLStatement, types: [DataType], in names: CatalogNames,
    variables: VariableNames? = nil, useSchema: SchemaUse? = nil
  ) throws(EngineFailure) -> BoundStatement {
    try bind(
      statement, types: types, deduced: nil, in: names, variables: variables,
      useSchema: useSchema)
  }

  static func bind(
    _ statement: SQLStatement, types: [DataType], deduced: DeducedTypes?, in names: CatalogNames,
    variables: VariableNames? = nil, useSchema: SchemaUse? = nil
  ) throws(EngineFailure) -> BoundStatement {
    var binder = Binder(names)
    binder.deduced = deduced
    binder.useSchema = useSchema
    binder.variables = variables
    binder.parameterTypes = types
    guard let with = statement.outerWith else { return try binder.statement(statement) }
    // Source: `transformMergeStmt()` in `src/backend/parser/parse_merge.c`.
    if case .merge = statement, with.isRecursive {
      throw .postgres(
        PostgresError(.syntaxError, "WITH RECURSIVE is not supported for MERGE statement"))
    }
    let scope = Scope(names, inside: nil)
    let tables = try binder.with(with, in: scope)
    binder.statementScope = scope
    let bound = try binder.statement(statement.withoutWith)
    return .with(tables.map(\.finished), bound)
  }

  mutating func statement(
    _ statement: SQLStatement
  ) throws(EngineFailure) -> BoundStatement {
    var binder = self
    defer { self = binder }
    switch statement {
    case .query(let query):
      return .query(try binder.query(query, inside: binder.statementScope))
    case .insert(let insert): return .insert(try binder.insert(insert))
    case .update(let update): return .update(try binder.update(update))
    case .delete(let delete): return .delete(try binder.delete(delete))
    case .merge(let merge): return .merge(try binder.merge(merge))
    case .truncate(let truncate): return .truncate(try binder.truncate(truncate))
    }
  }

  /// Runs `body` one level deeper, as far as the stack is sure to hold it.
  mutating func nested<Result>(
    _ body: (inout Binder) throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth else { throw undecided("an expression this deep") }
    return try body(&self)
  }

  /// The relation of a name, in a schema that may be used.
  ///
  /// Schemas of the search path that may not be used are passed over.
  /// Source: `recomputeNamespacePath()` in `namespace.c`.
  func relation(schema: String?, _ name: String) throws(EngineFailure) -> RelationID {
    if let schema {
      if names.catalog.schema(schema) != nil { try useSchema?(schema) }
      return try names.relation(schema: schema, name)
    }
    return try names.relation(name, where: mayUse)
  }

  func mayUse(_ schema: String) -> Bool {
    do throws(EngineFailure) {
      try useSchema?(schema)
      return true
    } catch {
      return false
    }
  }

  func undecided(_ construct: String) -> EngineFailure { .undecided(Undecided(construct)) }
}

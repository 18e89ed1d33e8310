public import AccessModel

/// An SQL function, declared so that what a policy calls is known.
///
/// ```swift
/// let isMember = Function(
///   "is_member", arguments: [FunctionArgument("team", .bigint)], returns: .boolean,
///   volatility: .stable, security: .definer, searchPath: "", executableBy: .authenticated,
///   sql: "select exists (…)")
/// // in a rule: where: Condition(isMember(teamID))
/// ```
public struct Function<Value: Sendable>: Sendable {
  let declaration: FunctionDeclaration

  /// A function with an SQL body; until the body has been read, what calls it is undecided.
  ///
  /// - Parameter audiences: Who may call it. PUBLIC may not, unless listed.
  public init(
    _ name: String, schema: String = "public", arguments: [FunctionArgument] = [],
    returns: SQLType<Value>, volatility: Catalog.Function.Volatility,
    security: ViewSecurity, searchPath: String? = nil, executableBy audiences: Audience...,
    sql: String, file: String = #fileID, line: Int = #line
  ) {
    declaration = FunctionDeclaration(
      name: QualifiedName(schema, name), arguments: arguments, returns: returns.name, outputs: [],
      volatility: volatility, security: security, searchPath: searchPath, audiences: audiences,
      sql: sql, place: SourcePlace(file: file, line: line))
  }

  /// A call. The number and types of the arguments are checked when the plan loads.
  public func callAsFunction(_ arguments: any TypedExpression...) -> ScalarExpression<Value> {
    let arguments = arguments.map(\.lazy)
    return ScalarExpression(declaration.returns) { [declaration] context in
      context.useFunction(declaration, with: arguments.map(\.type))
      return .call(
        SQLFunctionCall(
          schema: declaration.name.schema, declaration.name.name,
          arguments.map { $0.lower(&context) }))
    }
  }
}

extension Function {
  /// `(SELECT function())`: called once per statement and not once per row, for a function whose
  /// arguments don't depend on the row.
  public func once(_ arguments: any TypedExpression...) -> ScalarExpression<Value> {
    let arguments = arguments.map(\.lazy)
    return ScalarExpression(declaration.returns) { [declaration] context in
      context.useFunction(declaration, with: arguments.map(\.type))
      let call = SQLExpression.call(
        SQLFunctionCall(
          schema: declaration.name.schema, declaration.name.name,
          arguments.map { $0.lower(&context) }))
      return .scalarQuery(query: SQLQuery(SQLSelect([.expression(call, name: nil)])))
    }
  }
}

/// What a function of rows gives: it stands in no expression, only in FROM, and clients call it.
public struct RowsValue: Sendable {}

extension Function where Value == RowsValue {
  /// A function that gives rows with a relation's columns: `RETURNS TABLE (…)`.
  ///
  /// ```swift
  /// let profiles = Function(
  ///   "get_users_from_ids", arguments: [FunctionArgument("p_user_ids", .array("uuid"))],
  ///   returnsRowsOf: Profile.self, volatility: .stable, security: .invoker, searchPath: "",
  ///   executableBy: .authenticated,
  ///   sql: "select * from public.profile where id = any (p_user_ids)")
  /// ```
  public init<R: Relation>(
    _ name: String, schema: String = "public", arguments: [FunctionArgument] = [],
    returnsRowsOf relation: R.Type, volatility: Catalog.Function.Volatility,
    security: ViewSecurity, searchPath: String? = nil, executableBy audiences: Audience...,
    sql: String, file: String = #fileID, line: Int = #line
  ) {
    declaration = FunctionDeclaration(
      name: QualifiedName(schema, name), arguments: arguments, returns: TypeName("record"),
      outputs: relation.init().columnDefinitions.map { .init($0.name, $0.type) },
      volatility: volatility, security: security, searchPath: searchPath, audiences: audiences,
      sql: sql, place: SourcePlace(file: file, line: line))
  }
}

/// An argument of a `Function`.
public struct FunctionArgument: Sendable {
  let name: String
  let type: TypeName

  /// An argument called `name` in the function's body.
  public init<Value>(_ name: String, _ type: SQLType<Value>) {
    self.name = name
    self.type = type.name
  }
}

/// A `Function` whatever its result's type.
struct FunctionDeclaration: Sendable {
  let name: QualifiedName
  let arguments: [FunctionArgument]
  let returns: TypeName
  /// Of a function of rows, what they have.
  let outputs: [Catalog.Function.Output]
  let volatility: Catalog.Function.Volatility
  let security: ViewSecurity
  let searchPath: String?
  let audiences: [Audience]
  let sql: String
  let place: SourcePlace

  /// As messages show it: `is_member(bigint)`.
  var signature: String {
    "\(name)(\(arguments.map(\.type.description).joined(separator: ", ")))"
  }

  func catalogFunction(owner: String) -> Catalog.Function {
    var acl = AccessControlList.builtIn(owner: owner, all: [.execute])
    for audience in audiences { acl.grant([.execute], to: audience.grantee) }
    var function = Catalog.Function(
      name, arguments: arguments.map { Catalog.Function.Argument($0.name, $0.type) },
      returns: returns, returnsSet: !outputs.isEmpty, body: .text(sql), volatility: volatility,
      isSecurityDefiner: security == .definer,
      settings: searchPath.map { [Catalog.Function.Setting("search_path", $0)] } ?? [],
      owner: owner, acl: acl, place: place)
    function.outputs = outputs
    return function
  }
}

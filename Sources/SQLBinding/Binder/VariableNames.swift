public import AccessModel

/// The variables that names in a function's SQL can stand for, beside columns.
///
/// Source: `plpgsql_pre_column_ref()` and `plpgsql_post_column_ref()` in `pl_comp.c`.
public struct VariableNames {
  /// Nil where there is no such variable. Its value is that of `$number`.
  public typealias Lookup = (
    _ name: String, _ qualifier: String?
  ) throws(EngineFailure) -> (number: Int, type: DataType)?
  /// The fields of a record, for `record.*`; nil where there is no such variable.
  public typealias Fields = (
    _ record: String
  ) throws(EngineFailure) -> [(name: String, number: Int, type: DataType)]?

  public var conflict: PLNameConflict
  let lookUp: Lookup
  let fields: Fields

  public init(
    conflict: PLNameConflict, lookUp: @escaping Lookup,
    fields: @escaping Fields = { (_) throws(EngineFailure) in nil }
  ) {
    self.conflict = conflict
    self.lookUp = lookUp
    self.fields = fields
  }
}

extension Binder {
  /// A column or a variable.
  func column(
    _ name: String, _ qualifier: String?, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard let variables else { return try scope.resolve(name, qualifier: qualifier) }
    if variables.conflict == .variable, let known = try variables.lookUp(name, qualifier) {
      return .parameter(number: known.number, known.type)
    }
    let found: BoundExpression
    do throws(EngineFailure) {
      found = try scope.resolve(name, qualifier: qualifier)
    } catch {
      guard case .postgres(let reason) = error,
        [.undefinedColumn, .undefinedTable].contains(reason.sqlState),
        variables.conflict != .variable, let known = try variables.lookUp(name, qualifier)
      else { throw error }
      return .parameter(number: known.number, known.type)
    }
    if variables.conflict == .error, try variables.lookUp(name, qualifier) != nil {
      let written = (qualifier.map { "\($0)." } ?? "") + name
      throw .postgres(
        PostgresError(
          .ambiguousColumn, "column reference \"\(written)\" is ambiguous",
          detail: "It could refer to either a PL/pgSQL variable or a table column."))
    }
    return found
  }

  /// `record.*` of a variable; nil where there is no such variable.
  func variableFields(_ qualifier: String) throws(EngineFailure) -> [BoundTarget]? {
    try variables?.fields(qualifier)?.map {
      BoundTarget($0.name, .parameter(number: $0.number, $0.type))
    }
  }
}

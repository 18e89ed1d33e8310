public import AccessModel

/// The variables that names in a function's SQL can stand for, beside columns.
///
/// Source: `plpgsql_pre_column_ref()` and `plpgsql_post_column_ref()` in `pl_comp.c`.
public struct VariableNames {
  /// Nil where there is no such variable. Its value is that of `$number`.
  public typealias Lookup = (
    _ path: [String]
  ) throws(EngineFailure) -> (number: Int, type: DataType)?
  /// The fields of a record, for `record.*`; nil where there is no such variable.
  public typealias Fields = (
    _ record: [String]
  ) throws(EngineFailure) -> [(name: String, number: Int, type: DataType)]?

  public var conflict: PLNameConflict
  let lookUp: Lookup
  /// Whether a name is that of a cursor variable, which CURRENT OF may name.
  public var isCursor: ((String) -> Bool)?
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

extension VariableNames {
  /// The arguments of an SQL function, which columns hide. Source: `sql_fn_post_column_ref()`.
  public static func arguments(of function: Catalog.Function, _ types: [DataType]) -> Self {
    let known = function.arguments.map(\.name)
    return VariableNames(conflict: .column) { (path) throws(EngineFailure) in
      guard let name = path.last, path.count == 1 || path == [function.name.name, name],
        let index = known.firstIndex(of: name)
      else { return nil }
      return (index + 1, types[index])
    }
  }
}

extension Binder {
  /// A column or a variable. `schema`: of the qualifier, or the label of a variable's block.
  mutating func column(
    _ name: String, _ qualifier: String?, schema: String? = nil, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard let variables else { return try plainColumn(name, qualifier, schema, in: scope) }
    let path = [schema, qualifier, name].compactMap { $0 }
    if variables.conflict == .variable, let known = try variables.lookUp(path) {
      return .parameter(number: known.number, known.type)
    }
    let found: BoundExpression
    do throws(EngineFailure) {
      found = try plainColumn(name, qualifier, schema, in: scope)
    } catch {
      guard case .postgres(let reason) = error,
        [.undefinedColumn, .undefinedTable].contains(reason.sqlState),
        variables.conflict != .variable
      else { throw error }
      if let known = try variables.lookUp(path) {
        return .parameter(number: known.number, known.type)
      }
      // A field of an argument that is a row, but not one of a variable's field.
      if path.count > 2, try variables.lookUp([path[0]]) != nil { throw error }
      guard path.count > 1, let row = try variables.lookUp(path.dropLast()),
        let index = row.type.fields?.firstIndex(where: { $0.name == name }),
        let field = row.type.fields?[index]
      else { throw error }
      return .field(.parameter(number: row.number, row.type), index, field.type.type)
    }
    if variables.conflict == .error, try variables.lookUp(path) != nil {
      let written = path.joined(separator: ".")
      throw .postgres(
        PostgresError(
          .ambiguousColumn, "column reference \"\(written)\" is ambiguous",
          detail: "It could refer to either a PL/pgSQL variable or a table column."))
    }
    return found
  }

  /// A column, or what a function computes from the row.
  private mutating func plainColumn(
    _ name: String, _ qualifier: String?, _ schema: String?, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    if let schema, let qualifier { try requireSource(qualifier, in: schema, scope) }
    do throws(EngineFailure) {
      return try scope.resolve(name, qualifier: qualifier)
    } catch {
      guard let qualifier, case .postgres(let reason) = error,
        reason.sqlState == .undefinedColumn, mayCompute(name),
        let row = try scope.wholeRow(qualifier),
        let computed = try computedColumn(name, of: row, in: scope)
      else { throw error }
      return computed
    }
  }

  /// `record.*` of a variable, or of an argument that is a row; nil where there is no such variable.
  func variableFields(_ path: [String]) throws(EngineFailure) -> [BoundTarget]? {
    if let known = try variables?.fields(path) {
      return known.map { BoundTarget($0.name, .parameter(number: $0.number, $0.type)) }
    }
    guard let row = try variables?.lookUp(path), let fields = row.type.fields else {
      return nil
    }
    return fields.enumerated().map { index, field in
      BoundTarget(
        field.name, .field(.parameter(number: row.number, row.type), index, field.type.type))
    }
  }
}

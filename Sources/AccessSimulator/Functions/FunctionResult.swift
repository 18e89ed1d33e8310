import AccessModel
import SQLBinding

/// Source: `check_sql_fn_retval()` in `src/backend/executor/functions.c`.
extension Catalog.Function {
  /// Throws 42P13 where the last statement of its body gives something else than it is declared to.
  func requireResult(
    of last: BoundStatement?, _ names: CatalogNames
  ) throws(EngineFailure) {
    guard kind == .function || !outputs.isEmpty, let type = names.columnType(returns),
      type.type == .record || !type.type.isPseudo
    else { return }
    let types: [DataType]?
    switch last {
    case .query(let query): types = query.targets.map(\.expression.type)
    case let last? where !last.returningTypes.isEmpty: types = last.returningTypes
    default: types = nil
    }
    func mismatch(_ detail: String) -> EngineFailure {
      .postgres(
        PostgresError(
          SQLState(rawValue: "42P13"),
          "return type mismatch in function declared to return \(type.type)",
          detail: detail))
    }
    guard let types else {
      let changes = names.version >= .v17 ? "INSERT/UPDATE/DELETE/MERGE" : "INSERT/UPDATE/DELETE"
      throw mismatch("Function's final statement must be SELECT or \(changes) RETURNING.")
    }
    // A domain over a row is one value.
    var isDomain = false
    if case .domain = type.type { isDomain = true }
    if type.type.isRow, !isDomain {
      // One OUT parameter of a row type is the result itself.
      let outputs = (type.type == .record ? outputs : []).map { names.type($0.type) }
      let fields =
        outputs.isEmpty ? type.type.fields?.map(\.type.type) : outputs.compactMap { $0 }
      guard let fields, outputs.isEmpty || fields.count == outputs.count else { return }
      // One column may be the whole row, but not of what CALL gives.
      if kind == .function, types.count == 1, types[0].isRow,
        Self.mayGive(types[0], type.type) || names.inherits(types[0], from: type.type)
      {
        return
      }
      if let detail = Self.mismatch(of: types, with: fields) { throw mismatch(detail) }
      return
    }
    guard types.count == 1 else {
      throw mismatch("Final statement must return exactly one column.")
    }
    guard Self.mayGive(types[0], type.type) else {
      throw mismatch("Actual return type is \(Self.resolved(types[0])).")
    }
  }

  private static func mismatch(of types: [DataType], with fields: [DataType]) -> String? {
    for (number, type) in types.enumerated() {
      guard fields.indices.contains(number) else {
        return "Final statement returns too many columns."
      }
      guard mayGive(type, fields[number]) else {
        return "Final statement returns \(resolved(type)) instead of "
          + "\(fields[number]) at column \(number + 1)."
      }
    }
    return types.count < fields.count ? "Final statement returns too few columns." : nil
  }

  private static func mayGive(_ actual: DataType, _ target: DataType) -> Bool {
    let actual = resolved(actual)
    if case .other = actual { return true }
    return actual.conversion(to: target).map { $0 <= .assignment } == true
  }

  private static func resolved(_ type: DataType) -> DataType { type == .unknown ? .text : type }
}

extension CatalogNames {
  /// Whether rows of one table are rows of another too. Source: `typeInheritsFrom()`.
  fileprivate func inherits(_ type: DataType, from parent: DataType) -> Bool {
    guard case .composite(let row) = type.base, case .composite(let wanted) = parent else {
      return false
    }
    return row.name == wanted.name || catalog.ancestors(of: row.name).contains(wanted.name)
  }
}

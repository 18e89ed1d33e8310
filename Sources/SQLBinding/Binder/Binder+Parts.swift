import AccessModel

/// Assignments to parts of columns.
extension Binder {
  /// `container` with a part of it replaced. Nil for `value` stands for DEFAULT, which no part takes.
  ///
  /// Source: `transformAssignmentIndirection()` in `src/backend/parser/parse_target.c`.
  mutating func assigned(
    _ part: [SQLPartStep], of container: BoundExpression, to value: BoundExpression?,
    column: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard let value else {
      let isField = if case .field? = part.last { true } else { false }
      throw .postgres(
        PostgresError(
          .featureNotSupported,
          "cannot set \(isField ? "a subfield" : "an array element") to DEFAULT"))
    }
    if case .domain(let domain) = container.type, !part.isEmpty {
      // Its constraints are asked of what all assignments to its parts have made.
      var base = BoundExpression.cast(container, from: container.type, to: domain.innermostBase)
      if container.isOfParts, case .cast(let made, _, _) = container { base = made }
      let whole = try assigned(part, of: base, to: value, column: column, in: scope)
      return .cast(whole, from: base.type, to: ColumnType(container.type))
    }
    switch part.first {
    case nil: return value
    case .field(let name):
      return try field(name, of: container, part, value, column: column, in: scope)
    case .elements: return try elements(of: container, part, value, column: column, in: scope)
    }
  }

  private mutating func field(
    _ name: String, of container: BoundExpression, _ part: [SQLPartStep],
    _ value: BoundExpression, column: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    guard case .composite = container.type, let fields = container.type.fields else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "cannot assign to field \"\(name)\" of column \"\(column)\" because its type "
            + "\(container.type) is not a composite type"))
    }
    guard let index = fields.firstIndex(where: { $0.name == name }) else {
      throw .postgres(
        PostgresError(
          .undefinedColumn,
          "cannot assign to field \"\(name)\" of column \"\(column)\" because there is no such "
            + "column in data type \(container.type)"))
    }
    let type = fields[index].type
    let inner = try assigned(
      Array(part.dropFirst()), of: .field(container, index, type.type), to: value, column: column,
      in: scope)
    let stored = try stored(inner, as: type.type) {
      "subfield \"\(name)\" is of type \(type.type) but expression is of type \($0)"
    }
    return .assigned(
      BoundPartAssignment(
        container: container, part: .field(index, of: fields.count), value: stored,
        type: container.type))
  }

  private mutating func elements(
    of container: BoundExpression, _ part: [SQLPartStep], _ value: BoundExpression,
    column: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    if container.type == .jsonb {
      return try members(of: container, part, value, column: column, in: scope)
    }
    guard let element = container.type.element else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "cannot subscript type \(container.type) because it does not support subscripting"))
    }
    var brackets: [(lower: SQLExpression?, upper: SQLExpression?, isSlice: Bool)] = []
    for step in part {
      guard case .elements(let lower, let upper, let isSlice) = step else { break }
      brackets.append((lower, upper, isSlice))
    }
    let isSlice = brackets.contains(where: \.isSlice)
    var subscripts: [BoundSubscript] = []
    for bracket in brackets {
      var (lower, upper) = (
        try subscriptBound(bracket.lower, in: scope), try subscriptBound(bracket.upper, in: scope)
      )
      if !bracket.isSlice {
        upper = upper ?? lower
        lower = isSlice ? .constant(.integer(1), .integer) : nil
      }
      subscripts.append(BoundSubscript(lower: lower, upper: upper, isSlice: isSlice))
    }
    let type = isSlice ? DataType.array(element) : element
    let inner = try assigned(
      Array(part.dropFirst(brackets.count)),
      of: .subscripted(container, subscripts, type: type), to: value, column: column, in: scope)
    let stored = try stored(inner, as: type) {
      "subscripted assignment to \"\(column)\" requires type \(type) but expression is of type "
        + "\($0)"
    }
    return .assigned(
      BoundPartAssignment(
        container: container, part: .elements(subscripts), value: stored, type: container.type))
  }

  /// Source: `jsonb_subscript_transform()` in `jsonbsubs.c`.
  private mutating func members(
    of container: BoundExpression, _ part: [SQLPartStep], _ value: BoundExpression,
    column: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    var keys: [BoundExpression] = []
    var startsAsArray = false
    for (index, step) in part.enumerated() {
      guard case .elements(let lower, let upper, let isSlice) = step else {
        throw undecided("a field of a jsonb value as a target")
      }
      guard !isSlice, let key = upper ?? lower else {
        throw .postgres(
          PostgresError(.datatypeMismatch, "jsonb subscript does not support slices"))
      }
      let bound = try expression(key, in: scope)
      if index == 0 { startsAsArray = bound.type.isInteger }
      keys.append(try memberKey(bound))
    }
    let stored = try stored(value, as: .jsonb) {
      "subscripted assignment to \"\(column)\" requires type jsonb but expression is of type "
        + "\($0)"
    }
    return .assigned(
      BoundPartAssignment(
        container: container, part: .members(keys, startsAsArray: startsAsArray), value: stored,
        type: .jsonb))
  }

  /// `mismatch`: the message, given the type that does not fit.
  private func stored(
    _ value: BoundExpression, as type: DataType, mismatch: (DataType) -> String
  ) throws(EngineFailure) -> BoundExpression {
    if value.type != .unknown, value.type != type,
      names.conversion(from: value.type, to: type).map({ $0 <= .assignment }) != true
    {
      throw .postgres(
        PostgresError(
          .datatypeMismatch, mismatch(value.type),
          hint: "You will need to rewrite or cast the expression."))
    }
    return try coerce(value, to: type, .assignment)
  }
}

extension BoundExpression {
  /// Whether parts of a value are assigned, of a domain's as well.
  var isOfParts: Bool {
    switch self {
    case .assigned: true
    case .cast(.assigned, _, let target): if case .domain = target.type { true } else { false }
    default: false
    }
  }
}

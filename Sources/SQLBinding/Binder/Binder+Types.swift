import AccessModel
import SQLText

extension Binder {
  /// A schema that is written must be one that may be used; those of the path are passed over where
  /// they may not. RULES 17.
  private func object(
    _ text: String, of kind: ObjectKind
  ) throws(EngineFailure) -> SQLValue {
    if let parts = identifiers(in: text), parts.count == 2,
      names.catalog.schema(parts[0]) != nil
    {
      try useSchema?(parts[0])
    }
    var names = names
    names.searchPath = names.searchPath.filter(mayUse)
    return try names.object(text, of: kind)
  }

  /// A type that the text names, in a schema that may be used. RULES 17.
  func columnType(_ name: TypeName) throws(EngineFailure) -> ColumnType? {
    guard useSchema != nil, DataType(name) == nil else { return names.columnType(name) }
    if let parts = identifiers(in: name.name), parts.count == 2 {
      if names.catalog.schema(parts[0]) != nil { try useSchema?(parts[0]) }
      return names.columnType(name)
    }
    var names = names
    names.searchPath = names.searchPath.filter(mayUse)
    return names.columnType(name)
  }

  /// A type that is nobody's, or one that is not modelled.
  func missing(type name: TypeName) -> EngineFailure {
    let parts = identifiers(in: name.name) ?? []
    let catalog = names.catalog
    guard names.isSurelyWhole, parts.count == 1, let last = parts.first,
      !TypeNames.contains(last, in: names.version),
      !catalog.types.contains(where: { $0.name.name == last }),
      !catalog.tables.contains(where: { $0.name.name == last }),
      !catalog.views.contains(where: { $0.name.name == last }), !last.hasPrefix("_")
    else { return undecided("type `\(name)`") }
    return .postgres(
      PostgresError(
        .undefinedObject, "type \"\(last)\(name.isArray ? "[]" : "")\" does not exist"))
  }

  /// `expression` as a value of type `target`, converted if the context allows it.
  ///
  /// Source: `coerce_type()` in `parse_coerce.c`.
  func coerce(
    _ expression: BoundExpression, to target: DataType, _ context: ConversionContext
  ) throws(EngineFailure) -> BoundExpression {
    let source = expression.type
    if source == target { return expression }
    if case .parameter(let number, .unknown) = expression, let deduced {
      return .parameter(number: number, try deduced.take(target, for: number))
    }
    if case .domain(let domain) = target {
      // The constraints of all domains below are those of this one.
      let base = domain.base.type.base
      let column = domain.innermostBase
      var inner: BoundExpression
      if let fields = try intervalFields(expression, column) {
        inner = fields
      } else {
        inner = try coerce(expression, to: base, context)
      }
      if context == .explicit, !column.modifiers.isEmpty {
        // Only a written cast cuts what is too long.
        inner = .cast(inner, from: base, to: column)
      }
      return .cast(inner, from: base, to: ColumnType(target))
    }
    if case .constant(let value, .unknown) = expression {
      // An untyped literal takes its type here and now.
      guard case .text(let text) = value else { return .constant(value, target) }
      // What its parts must be is known to who evaluates it.
      if target.isConstrainedInside {
        return .cast(expression, from: .unknown, to: ColumnType(target))
      }
      return .constant(try literal(text.string, as: target), target)
    }
    if case .row(let fields, .record) = expression, case .composite(let composite) = target {
      return try row(fields, as: composite, context)
    }
    if case .record(let given) = source, case .composite(let composite) = target,
      !given.isEmpty, given.count != composite.fields.count
    {
      throw .postgres(
        PostgresError(.cannotCoerce, "cannot cast type \(source) to \(target)"))
    }
    if context == .explicit, names.version >= .v18, source.base.convertsBytes(with: target) {
      return .cast(expression, from: source.base, to: ColumnType(target))
    }
    if let own = try ownCoercion(expression, to: target, context) { return own }
    if names.isRow(source, below: target) {
      throw undecided("a row of `\(source)` as one of `\(target)`")
    }
    guard let least = names.conversion(from: source, to: target), least <= context else {
      try requireOwnCasts(source, target)
      throw .postgres(
        PostgresError(
          context == .explicit ? .cannotCoerce : .datatypeMismatch,
          "cannot cast type \(source) to \(target)"))
    }
    return .cast(
      expression, from: source == .unknown ? .text : source.base, to: ColumnType(target))
  }

  /// Extensions bring casts along.
  private func requireOwnCasts(_ source: DataType, _ target: DataType) throws(EngineFailure) {
    guard names.isOfExtension(source) || names.isOfExtension(target) else { return }
    throw undecided("a value of type \(source) as one of type \(target)")
  }

  /// An untyped literal read as a type's value.
  private func literal(_ text: String, as type: DataType) throws(EngineFailure) -> SQLValue {
    do throws(EngineFailure) {
      return switch type {
      case .object(let kind): try object(text, of: kind)
      case .pseudo, .unknown: .text(Text(text))
      default: try .input(text, as: type)
      }
    } catch {
      guard keepsUnreadLiterals, case .undecided = error else { throw error }
      return .text(Text(text))
    }
  }

  /// ROW(…) as a named row type, field by field. Source: `coerce_record_to_complex()`.
  private func row(
    _ fields: [BoundExpression], as composite: CompositeType, _ context: ConversionContext
  ) throws(EngineFailure) -> BoundExpression {
    guard fields.count == composite.fields.count else {
      throw .postgres(
        PostgresError(
          .cannotCoerce, "cannot cast type record to \(DataType.composite(composite))",
          detail: fields.count < composite.fields.count
            ? "Input has too few columns." : "Input has too many columns."))
    }
    var converted: [BoundExpression] = []
    for (field, wanted) in zip(fields, composite.fields) {
      let value = try coerce(field, to: wanted.type.type, context)
      // Only a written cast cuts what is too long.
      converted.append(
        context == .explicit && !wanted.type.modifiers.isEmpty
          ? .cast(value, from: wanted.type.type, to: wanted.type) : value)
    }
    return .row(converted, type: .composite(composite))
  }

  /// A value to be stored in a column: assignment conversion, then the type's modifiers.
  ///
  /// `what`: as errors call the value.
  func coerce(
    _ expression: BoundExpression, toColumn name: String, _ column: ColumnType,
    _ what: String = "expression"
  ) throws(EngineFailure) -> BoundExpression {
    let source = expression.type
    if source != .unknown, source != column.type,
      names.conversion(from: source, to: column.type).map({ $0 <= .assignment }) != true
    {
      try requireOwnCasts(source, column.type)
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "column \"\(name)\" is of type \(column.type) but \(what) is of type \(source)",
          hint: "You will need to rewrite or cast the expression."))
    }
    if let fields = try intervalFields(expression, column) { return fields }
    return try coerce(expression, to: column.type, .assignment)
  }

  /// The one type of several alternatives, as for CASE, COALESCE, VALUES.
  func commonType(
    _ expressions: [BoundExpression], _ construct: String
  ) throws(EngineFailure) -> DataType {
    let types = expressions.map(\.type)
    if let common = DataType.alternative(types) { return common }
    // The two that the error names: what was chosen so far, and the first that does not fit.
    var known: [DataType] = []
    for type in types where type != .unknown {
      guard DataType.alternative(known + [type]) != nil else {
        let soFar = DataType.alternative(known) ?? .text
        try requireOwnCasts(soFar, type)
        throw .postgres(
          PostgresError(
            .datatypeMismatch, "\(construct) types \(soFar) and \(type) cannot be matched"))
      }
      known.append(type)
    }
    return .text
  }

  /// A boolean condition of a clause, such as `WHERE`.
  mutating func condition(
    _ written: SQLExpression, _ clause: String, in scope: Scope
  ) throws(EngineFailure) -> BoundExpression {
    let bound = try expression(written, in: scope)
    guard bound.type.base == .boolean || bound.type == .unknown else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "argument of \(clause) must be type boolean, not type \(bound.type)"))
    }
    return try coerce(bound, to: .boolean, .implicit)
  }
}

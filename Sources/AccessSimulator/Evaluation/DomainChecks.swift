import AccessModel
import SQLBinding

/// The constraints of a domain and of those below it, compiled.
///
/// Source: `domain_check_input()` in `domains.c`, `load_domaintype_info()` in `typcache.c`.
struct DomainChecks {
  private let domain: DomainType
  private let isNullable: Bool
  private let checks: [(name: String, holds: Evaluator)]

  init(_ domain: DomainType, _ session: Session) throws(EngineFailure) {
    self.domain = domain
    isNullable = domain.withBases.allSatisfy(\.isNullable)
    let names = session.catalog.names
    var checks: [(name: String, holds: Evaluator)] = []
    for part in domain.withBases {
      let type = names.catalog.types.first { $0.name == part.name }
      // In the order of their names.
      for check in (type?.checks ?? []).sorted(by: { $0.name < $1.name }) {
        let bound = try Binder.domainCheck(
          check.expression, over: domain.innermostBase, in: names)
        checks.append((check.name, try ExpressionCompiler(session).compile(bound)))
      }
    }
    self.checks = checks
  }

  /// A value of the base type, if it is one of the domain's.
  func checked(_ value: SQLValue) throws(EngineFailure) -> SQLValue {
    let value = try value.fitted(to: domain.innermostBase)
    if value.isNull, !isNullable {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "23502"),
          "domain \(DataType.domain(domain)) does not allow null values"
        ).about(objects()))
    }
    guard !checks.isEmpty else { return value }
    let frame = Frame(sources: 1, parent: nil)
    frame.rows[0] = [value]
    for check in checks where try check.holds(frame).truth == false {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "23514"),
          "value for domain \(DataType.domain(domain)) violates "
            + "check constraint \"\(check.name)\""
        ).about(objects(constraint: check.name)))
    }
    return value
  }

  /// Source: `errdatatype()`, `errdomainconstraint()` in `domains.c`.
  private func objects(constraint: String = "") -> ErrorObjects {
    var objects = ErrorObjects()
    (objects.schema, objects.dataType) = (domain.name.schema, domain.name.name)
    objects.constraint = constraint
    return objects
  }
}

extension Session {
  /// A value converted, with the constraints of domains evaluated.
  func cast(
    _ value: SQLValue, from source: DataType, to target: DataType
  ) throws(EngineFailure) -> SQLValue {
    guard source != target, target.isConstrained else {
      return try value.cast(from: source, to: target)
    }
    switch (value, source.base, target) {
    case (_, _, .domain(let domain)):
      return try DomainChecks(domain, self).checked(
        try cast(value, from: source, to: domain.innermostBase.type))
    case (.array(var array), .array(let from), .array(let to)):
      for index in array.elements.indices {
        array.elements[index] = try cast(array.elements[index], from: from, to: to)
      }
      return .array(array)
    case (.record(let values), let from, .composite(let row)):
      guard let fields = from.fields, fields.count == values.count,
        row.fields.count == values.count
      else { throw .undecided(Undecided("a cast between rows of unknown fields")) }
      var result: [SQLValue] = []
      for (index, value) in values.enumerated() {
        let field = row.fields[index].type
        result.append(try cast(value, from: fields[index].type.type, to: field.type))
      }
      return .record(result)
    case (.text(let text), _, _) where source.isString || source == .unknown:
      return try checked(try .input(text.string, as: target), as: target)
    default: return try value.cast(from: source, to: target)
    }
  }

  /// A value that was read from a text, its parts as values of their domains: each is looked at, NULLs
  /// too. Source: `array_in()`, `record_in()`, `domain_in()`.
  private func checked(
    _ value: SQLValue, as type: DataType
  ) throws(EngineFailure) -> SQLValue {
    switch (value, type) {
    case (_, .domain(let domain)):
      let inner = try checked(value, as: domain.innermostBase.type)
      return domain.isUnconstrained ? inner : try DomainChecks(domain, self).checked(inner)
    case (.array(var array), .array(let element)) where element.isConstrained:
      for index in array.elements.indices {
        array.elements[index] = try checked(array.elements[index], as: element)
      }
      return .array(array)
    case (.record(var values), .composite(let row)) where row.fields.count == values.count:
      for (index, field) in row.fields.enumerated() where field.type.type.isConstrained {
        values[index] = try checked(values[index], as: field.type.type)
      }
      return .record(values)
    default: return value
    }
  }
}

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
  /// A value converted, with the constraints of a domain evaluated.
  func cast(
    _ value: SQLValue, from source: DataType, to target: DataType
  ) throws(EngineFailure) -> SQLValue {
    guard case .domain(let domain) = target, source != target, !domain.isUnconstrained else {
      return try value.cast(from: source, to: target)
    }
    return try DomainChecks(domain, self).checked(try value.cast(from: source, to: target.base))
  }
}

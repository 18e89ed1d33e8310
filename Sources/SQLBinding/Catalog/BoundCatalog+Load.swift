public import AccessModel
import SQLText

/// A bound catalog, and what was wrong with the one it was made from.
public struct LoadedCatalog: Sendable {
  public let catalog: BoundCatalog
  /// Errors are mistakes that PostgreSQL would refuse; notes name what is undecided.
  public let diagnostics: [Diagnostic]
}

extension BoundCatalog {
  /// Binds everything in `catalog`; all mistakes are reported at once.
  public static func load(
    _ catalog: Catalog, version: PostgresVersion = .v15
  ) -> LoadedCatalog {
    BoundCatalog(CatalogNames(catalog, version: version)).load()
  }

  /// Binds what is not bound yet.
  public func load() -> LoadedCatalog {
    let bound = self
    return LoadedCatalog(
      catalog: bound,
      diagnostics: bound.tables.diagnostics() + bound.views.diagnostics()
        + bound.functions.diagnostics())
  }

  /// A catalog that binds each of its parts when it is first needed.
  public init(_ names: CatalogNames) {
    self.names = names
    let catalog = names.catalog
    tables = LazyBindings(count: catalog.tables.count) { index in
      var loader = CatalogLoader(names, of: .table(index))
      let table = loader.table(catalog.tables[index], at: index)
      return .init(value: table, diagnostics: loader.diagnostics, errors: loader.errors)
    }
    views = LazyBindings(count: catalog.views.count) { index in
      var loader = CatalogLoader(names, of: .view(index))
      let view = loader.view(catalog.views[index])
      return .init(value: view, diagnostics: loader.diagnostics, errors: loader.errors)
    }
    functions = LazyBindings(count: catalog.functions.count) { index in
      var loader = CatalogLoader(names, of: .function(index))
      let function = loader.function(catalog.functions[index])
      return .init(value: function, diagnostics: loader.diagnostics, errors: loader.errors)
    }
  }
}

private struct CatalogLoader {
  let names: CatalogNames
  var diagnostics: [Diagnostic] = []
  var errors: [EngineFailure] = []
  private var nextCommonTable: Int

  init(_ names: CatalogNames, of owner: CommonTableOwner) {
    self.names = names
    nextCommonTable = owner.firstNumber
  }

  mutating func table(_ table: Catalog.Table, at index: Int) -> BoundTable {
    let title = "table `\(table.name)`"
    return BoundTable(
      columns: table.columns.map { names.columnType($0.type) },
      policies: table.policies.map { policy(of: table, at: index, $0) },
      defaults: table.columns.map { column in
        if column.sequence != nil { return nil }
        guard column.generated == nil, column.identity == nil else { return nil }
        let value =
          column.defaultValue ?? names.domainDefault(column.type) ?? names.checkedNull(column.type)
        return value.map { value in
          defaultValue(value, column.name, column.type, of: table.name, column.place)
        }
      },
      generated: table.columns.map { column in
        column.generated.map { generated(column, $0, index) }
      },
      checks: table.checks.map { check in
        rowExpression(
          "check `\(check.name)` of \(title)", check.expression, index, table.place,
          clause: .check)
      },
      sequences: table.columns.enumerated().compactMap { position, column in
        column.sequence.map { (position, $0) }
      })
  }

  private mutating func defaultValue(
    _ value: SQLExpression, _ column: String, _ type: TypeName, of relation: QualifiedName,
    _ place: SourcePlace?
  ) -> Bound<BoundExpression> {
    bind("the default of `\(relation).\(column)`", place) { (binder) throws(EngineFailure) in
      let bound = try binder.defaultExpression(value)
      guard let type = binder.names.columnType(type) else {
        throw binder.undecided("type `\(type)`")
      }
      return try binder.coerce(bound, toColumn: column, type, "default expression")
    }
  }

  /// The value of a generated column: it may depend on the row and on nothing else.
  ///
  /// Source: `cookDefault()` in `src/backend/catalog/heap.c`.
  private mutating func generated(
    _ column: Catalog.Column, _ value: SQLExpression, _ table: Int
  ) -> Bound<BoundExpression> {
    let relation = names.catalog.tables[table].name
    var isCertain = true
    defer {
      // Where there is such a column, PostgreSQL has taken it.
      if !isCertain {
        errors.append(.undecided(Undecided("whether the generation expression is immutable")))
      }
    }
    return bind("generated column `\(relation).\(column.name)`", column.place) {
      (binder) throws(EngineFailure) in
      let bound = try binder.expression(
        value, in: try Self.row(of: table, &binder, clause: .generated))
      let isMutable = bound.isMutable(binder.names.catalog)
      isCertain = isMutable != nil
      guard isMutable != true else {
        throw .postgres(
          PostgresError(.invalidObjectDefinition, "generation expression is not immutable"))
      }
      if column.isVirtual, let part = bound.userDefinedPart {
        throw .postgres(
          PostgresError(
            .featureNotSupported, "generation expression uses user-defined \(part)",
            detail: "Virtual generated columns that make use of user-defined \(part)s are not yet "
              + "supported."))
      }
      guard let type = binder.names.columnType(column.type) else {
        throw binder.undecided("type `\(column.type)`")
      }
      return try binder.coerce(bound, toColumn: column.name, type, "default expression")
    }
  }

  private mutating func policy(
    of table: Catalog.Table, at index: Int, _ policy: Catalog.Policy
  ) -> BoundPolicy {
    let title = "policy `\(policy.name)` on `\(table.name)`"
    let using = policy.using.map { rowExpression(title, $0, index, policy.place) }
    let check = policy.check.map { rowExpression(title, $0, index, policy.place) }
    let expressions = [using, check].compactMap { try? $0?.get() }
    return BoundPolicy(
      using: using, check: check, hasSubquery: expressions.contains(where: \.hasSubquery))
  }

  /// Binds a condition over one table's row.
  private mutating func rowExpression(
    _ title: String, _ expression: SQLExpression, _ table: Int, _ place: SourcePlace?,
    clause: Scope.Clause = .policy
  ) -> Bound<BoundExpression> {
    bind(title, place) { (binder) throws(EngineFailure) in
      try binder.condition(
        expression, clause == .check ? "CHECK" : "POLICY",
        in: try Self.row(of: table, &binder, clause: clause))
    }
  }

  private static func row(
    of table: Int, _ binder: inout Binder, clause: Scope.Clause
  ) throws(EngineFailure) -> Scope {
    let scope = Scope(binder.names, inside: nil)
    scope.clause = clause
    let name = binder.names.catalog.tables[table].name.name
    try scope.add(binder.source(.table(table), alias: name))
    return scope
  }

  /// Rows of functions are declared no more than that.
  private static func isRecord(_ declared: DataType, of actual: DataType) -> Bool {
    if let element = declared.element, let given = actual.element {
      return isRecord(element, of: given)
    }
    return declared == .record && actual.isRow
  }

  mutating func view(_ view: Catalog.View) -> BoundView {
    BoundView(
      query: bind("view `\(view.name)`", view.place) { (binder) throws(EngineFailure) in
        var query = try binder.query(view.query, inside: nil)
        guard query.targets.count == view.columns.count else {
          // Such a one was made without knowing all that a star stands for.
          if view.columns.allSatisfy({ $0.type.name == "unknown" }) {
            throw binder.undecided("the columns of view `\(view.name)`")
          }
          throw .postgres(
            PostgresError(
              .syntaxError,
              "its query gives \(query.targets.count) columns where \(view.columns.count) "
                + "are declared"))
        }
        for (index, column) in view.columns.enumerated() where query.values == nil {
          guard let type = binder.names.type(column.type) else { continue }
          let target = query.targets[index]
          if target.expression.type != type, !Self.isRecord(type, of: target.expression.type) {
            throw .postgres(
              PostgresError(
                .datatypeMismatch,
                "column `\(column.name)` is declared \(type) but its query gives "
                  + target.expression.type.description))
          }
          query.targets[index].name = column.name
        }
        return query
      },
      defaults: view.columns.map { column in
        column.defaultValue.map { value in
          defaultValue(value, column.name, column.type, of: view.name, column.place)
        }
      })
  }

  mutating func function(_ function: Catalog.Function) -> BoundFunction {
    let types = function.arguments.map { names.type($0.type) }
    // Rows are made by running the body, not by its value.
    if function.returnsSet {
      return BoundFunction(
        arguments: types, body: .undecided(Undecided("a set where one value is wanted")))
    }
    // So are these.
    switch function.body {
    case .block, .statements:
      return BoundFunction(
        arguments: types, body: .undecided(Undecided("a body of statements as one expression")))
    case .query, .text: break
    }
    return BoundFunction(
      arguments: types,
      body: bind("function `\(function.name)`", function.place) {
        (binder) throws(EngineFailure) in
        guard case .query(let query) = function.body,
          ["sql", "internal"].contains(function.language)
        else {
          throw binder.undecided("the \(function.language) body of function `\(function.name)`")
        }
        for type in types {
          guard let type else { throw binder.undecided("its argument types") }
          binder.parameterTypes.append(type)
        }
        binder.variables = .arguments(of: function, binder.parameterTypes)
        var bound = try binder.query(query, inside: nil)
        guard let result = binder.names.type(function.returns), bound.targets.count == 1 else {
          throw binder.undecided("its result type `\(function.returns)`")
        }
        if bound.values == nil {
          bound.targets[0].expression = try binder.coerce(
            bound.targets[0].expression, to: result, .assignment)
        }
        return bound
      })
  }

  private mutating func bind<Value>(
    _ title: String, _ place: SourcePlace?,
    _ body: (inout Binder) throws(EngineFailure) -> Value
  ) -> Bound<Value> {
    var binder = Binder(names)
    binder.nextCommonTable = nextCommonTable
    defer { nextCommonTable = binder.nextCommonTable }
    do throws(EngineFailure) {
      return .ready(try body(&binder))
    } catch {
      switch error {
      case .undecided(let construct):
        diagnostics.append(
          Diagnostic(
            .undecidedConstruct, "\(title) is undecided: \(construct.construct)", at: place,
            severity: .note))
        return .undecided(Undecided("\(construct.construct), in \(title)", at: place))
      case .postgres(let error):
        errors.append(.postgres(error))
        diagnostics.append(
          Diagnostic(
            Self.id(of: error), "\(title): \(error.message)", at: place, help: error.hint))
        return .undecided(
          Undecided("\(title), which does not bind: \(error.message)", at: place))
      }
    }
  }

  private static func id(of error: PostgresError) -> DiagnosticID {
    switch error.sqlState {
    case .undefinedColumn: .unknownColumn
    case .undefinedTable: .unknownRelation
    case .undefinedFunction: .unknownFunction
    case .ambiguousColumn: .ambiguousColumn
    case .groupingError: .groupingError
    default: .typeMismatch
    }
  }
}

extension Catalog.Column {
  /// The sequence of a serial column: its default is `nextval('schema.sequence'::regclass)`.
  var sequence: QualifiedName? { defaultValue?.numberingSequence }
}

extension SQLExpression {
  /// The sequence of `nextval('sequence'::regclass)`, which plans name without quotes.
  var numberingSequence: QualifiedName? {
    guard case .call(let call) = self, call.name == "nextval", call.arguments.count == 1,
      let text = call.arguments[0].stringUnderCast
    else { return nil }
    let parts =
      identifiers(in: text) ?? text.split(separator: ".", maxSplits: 1).map(String.init)
    guard let last = parts.last, parts.count <= 2 else { return nil }
    return QualifiedName(parts.count == 2 ? parts[0] : "public", last)
  }

  /// The text of a string literal, cast to `regclass` or not.
  fileprivate var stringUnderCast: String? {
    switch self {
    case .literal(.string(let text)): text
    // By its text it is looked for each time.
    case .cast(.literal(.string(let text)), let type) where type.name == "regclass": text
    default: nil
    }
  }
}

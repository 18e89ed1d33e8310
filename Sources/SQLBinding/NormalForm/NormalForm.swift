public import AccessModel
import SQLText

/// What an expression or a query says, as a text that is the same however it was written.
///
/// PostgreSQL keeps a policy or view as a tree and shows it in a form of its own: names qualified,
/// casts written out, `IN` as `= ANY (ARRAY[…])`, `BETWEEN` as two comparisons. Two texts with one
/// normal form mean the same, so that what a plan says can be compared with what a server shows.
/// What can't be bound has its written text as its normal form. Source of what the server changes:
/// `src/backend/utils/adt/ruleutils.c`, and `src/backend/parser/parse_expr.c` before it.
///
/// ```swift
/// let forms = NormalForms(CatalogNames(catalog))
/// forms.form(of: policy.using, over: table) == forms.form(of: shown, over: table)
/// ```
public struct NormalForm: Hashable, Sendable, CustomStringConvertible {
  /// Names of this catalog's objects and no positions, so that forms of two catalogs compare.
  public let text: String
  /// Whether names and types were resolved. Without that, equal texts mean the same, and different
  /// ones may.
  public let isResolved: Bool

  public var description: String { text }
}

/// Normal forms of what stands in one catalog.
public struct NormalForms: Sendable {
  /// Where the expressions being compared stand.
  public enum Context: Hashable, Sendable {
    /// USING, WITH CHECK, CHECK, WHERE of an index: a condition over the table's row.
    case condition
    /// A part of an index or a partition key: any type, over the table's row.
    case value
    /// DEFAULT and GENERATED of a column of this type.
    case column(TypeName)
  }

  public let names: CatalogNames

  public init(_ names: CatalogNames) { self.names = names }

  /// The form of an expression over the row of a table or view; nil for none.
  public func form(
    of expression: SQLExpression?, over relation: QualifiedName?, as context: Context = .condition
  ) -> NormalForm? {
    guard let expression else { return nil }
    if let sequence = expression.numberingSequence {
      return NormalForm(text: "(nextval \(sqlText(sequence)))", isResolved: true)
    }
    return form(
      of: expression, over: relation.map { [(name: $0, alias: $0.name)] } ?? [], as: context)
  }

  /// The form of WHEN of a trigger or WHERE of a rule, which are over the old and the new row.
  func form(ofReaction condition: SQLExpression?, on relation: QualifiedName) -> NormalForm? {
    condition.map {
      form(of: $0, over: [(relation, "old"), (relation, "new")], as: .condition)
    }
  }

  private func form(
    of expression: SQLExpression, over sources: [(name: QualifiedName, alias: String)],
    as context: Context
  ) -> NormalForm {
    let written = SQLWriter(layout: .compact).text(expression)
    let bound = try? bind(expression, over: sources, as: context)
    return normal(written, rest: expression.unboundParts) {
      guard let bound else { throw Unresolved() }
      var text = NormalText(names)
      if !sources.isEmpty { text.enter(sources.map { names.columns(of: $0.name) }) }
      return (try text.text(bound), text.hasUnreadLiteral)
    }
  }

  /// The form of a view's query, its output names included.
  public func form(of view: Catalog.View) -> NormalForm {
    form(of: view.query, columns: view.columns.map(\.name))
  }

  /// The form of a query; `columns`: its output's names, where others than its own.
  public func form(of query: SQLQuery, columns: [String]? = nil) -> NormalForm {
    normal(
      SQLWriter(layout: .compact).text(query), rest: query.unboundParts,
      columns.map { $0.map(quoteIdentifier).joined(separator: ", ") } ?? ""
    ) {
      var binder = binder()
      let bound = try binder.query(query, inside: nil)
      var text = NormalText(names)
      return (try text.text(bound), text.hasUnreadLiteral)
    }
  }

  /// The form of a function: all that is said of it but its comment and privileges.
  ///
  /// The names in an SQL body are looked for where the definitions of this catalog find theirs.
  public func form(of written: Catalog.Function) -> NormalForm {
    let writer = SQLWriter(layout: .compact)
    var function = written
    for index in function.arguments.indices {
      let type = function.arguments[index].type
      let form = form(of: function.arguments[index].defaultValue, over: nil, as: .column(type))
      function.arguments[index].defaultValue = form.map { .unread(text: $0.text) }
    }
    guard case .query(let query) = function.body, function.language == "sql" else {
      return NormalForm(text: writer.text(.createFunction(function)), isResolved: false)
    }
    var head = function
    head.body = .text("")
    let bound: BoundQuery? = try? {
      () throws(EngineFailure) -> BoundQuery in
      var binder = binder()
      for argument in function.arguments {
        guard let type = names.type(argument.type) else {
          throw binder.undecided("type `\(argument.type)`")
        }
        binder.parameterTypes.append(type)
      }
      binder.variables = .arguments(of: function, binder.parameterTypes)
      return try binder.query(query, inside: nil)
    }()
    return normal(
      writer.text(query), rest: query.unboundParts, writer.text(.createFunction(head))
    ) {
      guard let bound else { throw Unresolved() }
      var text = NormalText(names)
      return (try text.text(bound), text.hasUnreadLiteral)
    }
  }

  private func binder() -> Binder {
    var binder = Binder(names)
    binder.keepsUnreadLiterals = true
    return binder
  }

  private func normal(
    _ written: String, rest: [String], _ start: String = "",
    _ resolve: () throws -> (text: String, hasUnreadLiteral: Bool)
  ) -> NormalForm {
    let head = start.isEmpty ? "" : "(\(start)) "
    guard let resolved = try? resolve() else {
      return NormalForm(text: head + written, isResolved: false)
    }
    return NormalForm(
      text: head + resolved.text + rest.map { " \($0)" }.joined(),
      isResolved: !resolved.hasUnreadLiteral)
  }

  private func bind(
    _ expression: SQLExpression, over sources: [(name: QualifiedName, alias: String)],
    as context: Context
  ) throws(EngineFailure) -> BoundExpression {
    var binder = binder()
    let scope = Scope(names, inside: nil)
    for (relation, alias) in sources {
      guard let id = names.relation(relation) else {
        throw binder.undecided("relation `\(relation)`")
      }
      try scope.add(binder.source(id, alias: alias))
    }
    switch context {
    case .condition: return try binder.condition(expression, "CHECK", in: scope)
    case .value: return try binder.expression(expression, in: scope)
    case .column(let name):
      let bound = try binder.expression(expression, in: scope)
      guard let type = names.columnType(name) else { throw binder.undecided("type `\(name)`") }
      return try binder.coerce(bound, to: type.type, .assignment)
    }
  }
}

/// A construct without a normal form.
struct Unresolved: Error {}

extension CatalogNames {
  fileprivate func columns(of relation: QualifiedName) -> [String] {
    self.relation(relation).map(columnNames) ?? []
  }
}

extension SQLExpression {
  /// What binding forgets: collations.
  var unboundParts: [String] {
    var parts: [String] = []
    if case .collated(_, let collation) = self { parts.append("COLLATE \(collation)") }
    return parts + children.flatMap(\.unboundParts) + (subquery?.unboundParts ?? [])
  }
}

extension SQLQuery {
  /// What binding forgets: collations and how locks wait.
  var unboundParts: [String] {
    var parts = (locks ?? []).map { "\($0.strength.rawValue) \($0.waiting.rawValue)" }
    if case .select(let select) = body {
      let targets = select.targets.compactMap { target -> SQLExpression? in
        if case .expression(let expression, _) = target { expression } else { nil }
      }
      let rest = [select.condition, select.having].compactMap { $0 } + select.groupBy
      parts += (targets + rest).flatMap(\.unboundParts)
    }
    return parts + orderBy.map(\.expression).flatMap(\.unboundParts)
  }
}

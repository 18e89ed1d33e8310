public import AccessModel
import Foundation

/// What open calls are found to mean as they are bound.
// Guarded by `lock`.
final class CallMeanings: @unchecked Sendable {
  private var found: [Int: SQLFunctionCall.Meaning] = [:]
  private let lock = NSLock()

  var all: [Int: SQLFunctionCall.Meaning] {
    lock.lock()
    defer { lock.unlock() }
    return found
  }

  func note(_ target: Candidate.Target, as number: Int, in catalog: Catalog) {
    let meaning: SQLFunctionCall.Meaning
    switch target {
    case .builtin: meaning = .builtin
    case .function(let index):
      let function = catalog.functions[index]
      meaning = .function(function.name, function.arguments.map(\.type))
    case .cast: return
    }
    lock.lock()
    defer { lock.unlock() }
    found[number] = meaning
  }
}

extension Binder {
  /// What the calls in a statement mean, in the order in which they are looked up, as far as that
  /// succeeds.
  public static func callMeanings(
    in statement: SQLStatement, parameterTypes: [TypeName], _ names: CatalogNames,
    useSchema: SchemaUse? = nil
  ) -> [SQLFunctionCall.Meaning] {
    let calls = CallMeanings()
    var binder = Binder(names)
    binder.calls = calls
    binder.useSchema = useSchema
    binder.parameterTypes = parameterTypes.compactMap { names.type($0) }
    if let with = statement.outerWith {
      let scope = Scope(names, inside: nil)
      _ = try? binder.with(with, in: scope)
      binder.statementScope = scope
    }
    _ = try? binder.statement(statement.withoutWith)
    return calls.all.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension Catalog {
  /// What the open calls in stored expressions mean, by their numbers; those that can't be bound are
  /// left out.
  public func meaningsOfOpenCalls(
    version: PostgresVersion
  ) -> [Int: SQLFunctionCall.Meaning] {
    let meanings = CallMeanings()
    let bound = BoundCatalog(CatalogNames(self, version: version, noting: meanings))
    for index in tables.indices { bound.bindAll(ofTable: index) }
    for index in views.indices {
      _ = bound.views[index]
      for rule in views[index].rules { _ = try? bound.bind(rule, of: .view(index)) }
    }
    for function in functions { bound.bindAll(of: function) }
    return meanings.all
  }
}

extension BoundCatalog {
  /// Binds what a table has stored, for those who look on.
  fileprivate func bindAll(ofTable index: Int) {
    _ = tables[index]
    let table = catalog.tables[index]
    let indexes = table.indexes.flatMap { $0.parts + [$0.condition].compactMap { $0 } }
    let exclusions = table.exclusions.compactMap(\.condition)
    for part in indexes + exclusions + (table.partitionKey?.parts ?? []) {
      if case .column = part { continue }
      _ = try? bind(part, overTable: index)
    }
    for exclusion in table.exclusions {
      _ = try? conflictCondition(of: exclusion, onTable: index)
    }
    for trigger in table.triggers { try? check(trigger, of: .table(index)) }
    for rule in table.rules { _ = try? bind(rule, of: .table(index)) }
  }

  /// Defaults of arguments, and the body of BEGIN ATOMIC.
  fileprivate func bindAll(of function: Catalog.Function) {
    for value in function.arguments.compactMap(\.defaultValue) {
      var binder = Binder(names)
      _ = try? binder.expression(value, in: Scope(names, inside: nil))
    }
    let types = function.arguments.compactMap { names.type($0.type) }
    guard function.isAtomic, types.count == function.arguments.count else { return }
    for statement in function.statements {
      _ = try? Binder.bind(
        statement, types: types, in: names, variables: .arguments(of: function, types))
    }
  }
}

import AccessModel
import SQLBinding

/// Names of functions that write, and of what calls them: other functions, views, domains, and tables
/// by their policies.
struct WritingNames {
  private let catalog: Catalog
  private(set) var names: Set<String> = []
  /// Operators that call one of them.
  private var operators: Set<String> = []

  /// What a function that writes has in it.
  static let words: Set = [
    "insert", "update", "delete", "merge", "truncate", "execute", "copy", "create", "alter", "drop",
    "grant", "revoke", "set", "set_config", "nextval", "setval", "call", "refresh",
  ]

  /// `runsMaterialized`: the queries of materialized views run as they are refreshed.
  init(_ catalog: Catalog, runsMaterialized: Bool) {
    self.catalog = catalog
    var callers: [(name: String, words: Set<String>)] = []
    for function in catalog.functions {
      let name = function.name.name.lowercased()
      let words = SimulatedTarget.words(of: Self.text(of: function.body))
      if function.volatility == .volatile, !words.isDisjoint(with: Self.words) {
        names.insert(name)
      } else {
        callers.append((name, words))
      }
    }
    guard !names.isEmpty else { return }
    for view in catalog.views where runsMaterialized || !view.isMaterialized {
      callers.append((view.name.name, SimulatedTarget.words(of: "\(view.query)")))
    }
    for table in catalog.tables where !table.policies.isEmpty {
      callers.append((table.name.name, SimulatedTarget.words(of: "\(table.policies)")))
    }
    for type in catalog.types where !type.checks.isEmpty {
      callers.append((type.name.name, SimulatedTarget.words(of: "\(type.checks)")))
    }
    for one in catalog.operators {
      callers.append((one.name.name, [one.function.name.lowercased()]))
    }
    while let index = callers.firstIndex(where: { areMentioned(in: $0.words) }) {
      names.insert(callers.remove(at: index).name.lowercased())
    }
    operators = names.intersection(catalog.operators.map(\.name.name))
  }

  /// Whether a text names one; literals that are names call nothing: `'f'::regproc`.
  func areMentioned(in text: String) -> Bool {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    let code = parts.enumerated().map { index, part in
      let isName = index % 2 == 1 && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return isName ? "" : String(part)
    }.joined(separator: " ")
    return operators.contains(where: code.contains)
      || areMentioned(in: SimulatedTarget.words(of: code))
  }

  /// A name may be of several words.
  private func areMentioned(in words: Set<String>) -> Bool {
    names.contains { name in
      if words.contains(name) { return true }
      let parts = SimulatedTarget.words(of: name)
      return !parts.isEmpty && words.isSuperset(of: parts)
    }
  }

  /// Whether new rows of these relations, and what goes with them, call one: by triggers, defaults,
  /// checks, and types of columns.
  func areCalled(changing relations: [SQLRelationName]) -> Bool {
    var (changed, pending) = (Set<String>(), relations.map(\.name))
    while let name = pending.popLast() {
      guard changed.insert(name).inserted else { continue }
      pending += Doubts.affected(by: name, in: catalog, followsEveryKey: false)
    }
    let views = catalog.views.filter { changed.contains($0.name.name) }
    // Whatever lies below a view.
    let tables = catalog.tables.filter { !views.isEmpty || changed.contains($0.name.name) }
    let triggers = tables.flatMap(\.triggers) + views.flatMap(\.triggers)
    return triggers.contains { names.contains($0.function.name.lowercased()) }
      || tables.contains { table in
        areMentioned(in: SimulatedTarget.words(of: "\(table.columns) \(table.checks)"))
      }
  }

  static func text(of body: Catalog.Function.Body) -> String {
    switch body {
    case .text(let text): text
    case .block(let block): block.text
    case .query, .statements: "\(body)"
    }
  }
}

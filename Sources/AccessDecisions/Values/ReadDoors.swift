import AccessFixtures
import AccessModel

/// The views and functions that something of a relation may come out of.
struct ReadDoors {
  private let catalog: Catalog
  private let arguments: ArgumentValues
  /// By what it is, the names of all that it mentions; nil: it may read anything.
  private var mentions: [Node: Set<String>?] = [:]

  private enum Node: Hashable {
    case view(Int)
    case function(Int)
  }

  init(_ document: PlanDocument, _ arguments: ArgumentValues) {
    catalog = document.catalog
    self.arguments = arguments
    for (index, view) in catalog.views.enumerated() {
      mentions[.view(index)] = .some(Self.names(in: [.query(view.query)]))
    }
    for (index, function) in catalog.functions.enumerated() where function.origin == .plan {
      mentions[.function(index)] = .some(Self.names(in: function.body))
    }
  }

  /// Found when first asked for, then kept.
  final class Once {
    private var found: ReadDoors?

    func get(_ document: PlanDocument, _ engine: RecordingEngine) throws -> ReadDoors {
      if let found { return found }
      let made = ReadDoors(document, try ArgumentValues(document, engine))
      found = made
      return made
    }
  }

  /// The doors of one relation.
  struct Selection {
    var views: [Catalog.View] = []
    /// Functions that clients may call, by position in the catalog.
    var functions: [Int] = []
    /// Of views and functions, those that read a materialized view of the relation's rows.
    var overStored: Set<QualifiedName> = []
    var arguments: ArgumentValues
  }

  /// Those that may read `relation`, apart from views that `isOpen` says are meant to show it.
  func of(_ relation: QualifiedName, except isOpen: (QualifiedName) -> Bool) -> Selection {
    var selection = Selection(arguments: arguments)
    let reaching = nodes(reaching: [relation.name])
    let stored = Set(
      reaching.compactMap { node -> String? in
        guard case .view(let index) = node, catalog.views[index].isMaterialized else { return nil }
        return catalog.views[index].name.name
      })
    let overStored = stored.isEmpty ? [] : nodes(reaching: stored)
    for (index, view) in catalog.views.enumerated() where reaching.contains(.view(index)) {
      if !isOpen(view.name) { selection.views.append(view) }
      if overStored.contains(.view(index)) { selection.overStored.insert(view.name) }
    }
    for (index, function) in catalog.functions.enumerated()
    where reaching.contains(.function(index)) {
      selection.functions.append(index)
      if overStored.contains(.function(index)) { selection.overStored.insert(function.name) }
    }
    return selection
  }

  /// What mentions one of `names`, itself or through others.
  private func nodes(reaching names: Set<String>) -> Set<Node> {
    var names = names
    var found: Set<Node> = []
    var grows = true
    while grows {
      grows = false
      for (node, mentioned) in mentions where !found.contains(node) {
        guard mentioned.map({ !$0.isDisjoint(with: names) }) ?? true else { continue }
        found.insert(node)
        grows = true
        switch node {
        case .view(let index): names.insert(catalog.views[index].name.name)
        case .function(let index): names.insert(catalog.functions[index].name.name)
        }
      }
    }
    return found
  }

  private static func names(in body: Catalog.Function.Body) -> Set<String>? {
    switch body {
    case .query(let query): names(in: [.query(query)])
    case .statements(let statements): names(in: statements.map(SQLNode.statement))
    // What EXECUTE runs is text, and source that is not read may do anything.
    case .block(let body):
      body.text.lowercased().contains("execute") ? nil : names(in: body.block.nodes)
    case .text: nil
    }
  }

  private static func names(in roots: [SQLNode]) -> Set<String>? {
    var names: Set<String> = []
    for node in roots.lazy.flatMap(\.descendants) {
      if node.unreadText != nil { return nil }
      if let relation = node.relation { names.insert(relation.name) }
      if let call = node.call { names.insert(call.name) }
    }
    return names
  }
}

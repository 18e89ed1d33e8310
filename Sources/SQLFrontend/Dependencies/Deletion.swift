import AccessModel

/// What a DROP takes along. Source: `findDependentObjects()` in `src/backend/catalog/dependency.c`.
struct Deletion {
  struct Target {
    var object: ObjectKey
    /// What it depends on, through which it was found; nil for what the statement names.
    var dependee: ObjectKey?
    var isAutomatic: Bool
  }

  /// Dependents come before what they depend on.
  private(set) var targets: [Target] = []
  private var places: [ObjectKey: Int] = [:]
  private var visiting: Set<ObjectKey> = []
  private let graph: DependencyGraph
  private let state: DatabaseState

  init(of objects: [ObjectKey], in state: DatabaseState) {
    self.state = state
    graph = DependencyGraph(state)
    for object in objects { visit(Target(object: object, dependee: nil, isAutomatic: true)) }
  }

  private mutating func visit(_ target: Target) {
    if let place = places[target.object] {
      if target.isAutomatic { targets[place].isAutomatic = true }
      if target.dependee == nil { targets[place].dependee = nil }
      return
    }
    // A dropped table takes its parts along.
    if target.dependee != nil, isPartOfDropped(target.object) { return }
    guard visiting.insert(target.object).inserted else { return }
    // The newest first.
    var seen: [ObjectKey: DependencyGraph.Edge] = [:]
    for edge in graph.dependents(of: target.object) {
      if let known = seen[edge.dependent], known.isAutomatic { continue }
      seen[edge.dependent] = edge
    }
    let order = seen.values.sorted { state.comesFirst($0.dependent, $1.dependent) }
    for edge in order where !visiting.contains(edge.dependent) {
      visit(
        Target(
          object: edge.dependent, dependee: target.object, isAutomatic: edge.isAutomatic))
    }
    visiting.remove(target.object)
    if case .relation(let name) = target.object { takeColumns(of: name, into: target) }
    places[target.object] = targets.count
    targets.append(target)
  }

  /// Columns that were found before their relation go as it does.
  ///
  /// Source: `object_address_present_add_flags()` in `src/backend/catalog/dependency.c`.
  private mutating func takeColumns(of relation: QualifiedName, into whole: Target) {
    for place in targets.indices
    where targets[place].object.isColumn && targets[place].object.owningRelation == relation {
      if whole.dependee == nil { targets[place].dependee = nil }
      if whole.isAutomatic { targets[place].isAutomatic = true }
    }
  }

  /// Whether the relation is dropped with all its parts, this one among them.
  private func isPartOfDropped(_ object: ObjectKey) -> Bool {
    guard let relation = object.owningRelation, object != .relation(relation) else { return false }
    return places[.relation(relation)] != nil
      || object.isColumn && visiting.contains(.relation(relation))
  }

  /// Those besides what the statement names that the user is told of, oldest first.
  var reported: [Target] {
    targets.reversed().filter { $0.dependee != nil && !$0.isAutomatic }
  }
}

extension CatalogBuilder {
  /// Drops objects with all that depends on them, or refuses.
  /// Source: `performMultipleDeletions()`, `reportDependentObjects()`.
  mutating func perform(dropping objects: [ObjectKey], isCascading: Bool) throws(ReadFailure) {
    if !needsGraph(objects) {
      for object in objects { removeWithParts(object) }
      return
    }
    settleCalls(beforeDropping: objects)
    let deletion = Deletion(of: objects, in: state)
    try requireKnownUses(of: deletion.targets.map(\.object))
    try requireUnusedCasts(deletion.targets.map(\.object))
    let others = deletion.reported
    if !others.isEmpty, !isCascading {
      throw .refused(dependents(of: objects, others), location: nil)
    }
    report(others)
    for target in deletion.targets { remove(target.object) }
  }

  /// Nothing depends on policies, triggers and rules, and on most relations.
  private func needsGraph(_ objects: [ObjectKey]) -> Bool {
    objects.contains { object in
      switch object {
      case .policy, .trigger, .rule: return false
      case .relation(let name):
        switch state.slot(name) {
        case .table, .view: return Mentions(state).mayDepend(on: name)
        default: return true
        }
      default: return true
      }
    }
  }

  /// A relation goes with the sequences of its columns.
  private mutating func removeWithParts(_ object: ObjectKey) {
    if case .relation(let name) = object {
      for sequence in state.catalog.sequences where sequence.ownedBy?.table == name {
        remove(.relation(sequence.name))
      }
    }
    remove(object)
  }

  private func dependents(
    of objects: [ObjectKey], _ others: [Deletion.Target]
  ) -> PostgresError {
    let lines = others.prefix(Self.mostReported).map { target in
      let on = target.dependee.map(state.description) ?? ""
      return "\(state.description(of: target.object)) depends on \(on)"
    }
    let message =
      objects.count == 1
      ? "cannot drop \(state.description(of: objects[0])) because other objects depend on it"
      : "cannot drop desired object(s) because other objects depend on them"
    return PostgresError(
      SQLState(rawValue: "2BP01"), message,
      detail: (lines + Self.more(others.count)).joined(separator: "\n"),
      hint: "Use DROP ... CASCADE to drop the dependent objects too.")
  }

  private mutating func report(_ others: [Deletion.Target]) {
    let lines = others.prefix(Self.mostReported).map {
      "drop cascades to \(state.description(of: $0.object))"
    }
    if others.count == 1 {
      notice(lines[0])
    } else if others.count > 1 {
      notice(
        "drop cascades to \(others.count) other objects",
        detail: (lines + Self.more(others.count)).joined(separator: "\n"))
    }
  }

  private static let mostReported = 100

  private static func more(_ count: Int) -> [String] {
    guard count > mostReported else { return [] }
    let rest = count - mostReported
    return ["and \(rest) other object\(rest == 1 ? "" : "s") (see server log for list)"]
  }

  /// Takes one object out of the catalog.
  private mutating func remove(_ object: ObjectKey) {
    switch object {
    case .relation(let name): removeRelation(name)
    case .column(let relation, let name): removeColumn(name, of: relation)
    case .defaultValue(let relation, let name):
      state.change(relation) { table in
        for index in table.columns.indices where table.columns[index].name == name {
          table.columns[index].defaultValue = nil
        }
      }
    case .constraint(let name, let relation): removeConstraint(name, of: relation)
    case .keyIndex, .defaultPrivileges: break
    case .policy(let name, let relation):
      state.change(relation) { $0.policies.removeAll { $0.name == name } }
    case .trigger(let name, let relation):
      state.change(relation) { $0.triggers.removeAll { $0.name == name } }
      state.changeView(relation) { $0.triggers.removeAll { $0.name == name } }
      removeCopies(of: name, below: relation)
    case .rule(let name, let relation):
      state.change(relation) { $0.rules.removeAll { $0.name == name } }
      state.changeView(relation) { $0.rules.removeAll { $0.name == name } }
    case .function(let name, let types):
      state.catalog.functions.removeAll {
        $0.name == name && Self.same($0.arguments.map(\.type), types)
      }
    case .type(let name): state.removeType(name)
    case .rowType: break
    case .field(let type, let name):
      state.changeType(type) { type in
        guard case .composite(let fields) = type.kind else { return }
        type.kind = .composite(fields.filter { $0.name != name })
      }
    case .extension(let name): state.catalog.extensions.removeAll { $0 == name }
    case .foreignDataWrapper(let name):
      state.catalog.foreignDataWrappers.removeAll { $0.name == name }
    case .foreignServer(let name): state.catalog.foreignServers.removeAll { $0.name == name }
    case .cast(let source, let target):
      state.catalog.casts.removeAll { $0.source == source && $0.target == target }
    case .operator(let name, let types):
      state.catalog.operators.removeAll { $0.name == name && $0.operands == types }
    case .domainConstraint(let name, let domain):
      state.changeType(domain) { $0.checks.removeAll { $0.name == name } }
    case .schema(let name):
      state.catalog.schemas.removeAll { $0.name == name }
      state.statistics = state.statistics.filter { $0.key.schema != name }
      // Default privileges in a schema go with it.
      state.defaultPrivileges = state.defaultPrivileges.filter { $0.key.schema != name }
    }
  }

  private mutating func removeRelation(_ name: QualifiedName) {
    switch state.slot(name) {
    case .table: note(.droppedTable(name))
    case .view(let index) where state.catalog.views[index].isMaterialized:
      note(.droppedTable(name))
    case .sequence: note(.droppedSequence(name))
    case .index(let index):
      state.change(index.table) { $0.indexes.removeAll { $0.name == name.name } }
      state.changeView(index.table) { $0.indexes.removeAll { $0.name == name.name } }
    default: break
    }
    state.remove(name)
  }

  private mutating func removeColumn(_ name: String, of relation: QualifiedName) {
    guard case .table(let index) = state.slot(relation),
      let position = state.catalog.tables[index].columns.firstIndex(where: { $0.name == name })
    else { return }
    let column = NameResolver.Column(relation: relation, name: name)
    rewrite { $0.droppedColumn = column }
    note(.droppedColumn(relation, position: position))
    note(.droppedField(relation, position: position))
    state.catalog.tables[index].columns.remove(at: position)
  }

  private mutating func removeConstraint(_ name: String, of relation: QualifiedName) {
    guard case .table(let index) = state.slot(relation) else { return }
    let table = state.catalog.tables[index]
    if table.keys.contains(where: { $0.name == name })
      || table.exclusions.contains(where: { $0.name == name })
    {
      state.remove(QualifiedName(relation.schema, name))
    }
    state.catalog.tables[index].keys.removeAll { $0.name == name }
    state.catalog.tables[index].exclusions.removeAll { $0.name == name }
    state.catalog.tables[index].foreignKeys.removeAll { $0.name == name }
    state.catalog.tables[index].checks.removeAll { $0.name == name }
  }
}

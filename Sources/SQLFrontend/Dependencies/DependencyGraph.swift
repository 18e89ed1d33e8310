import AccessModel
import SQLBinding

/// What depends on what, as `pg_depend` has it.
struct DependencyGraph {
  /// `dependent` cannot be without `on`; nil column: the whole object.
  struct Edge {
    var dependent: ObjectKey
    var column: String?
    /// Goes along without a word.
    var isAutomatic: Bool
  }

  private var edges: [ObjectKey: [Edge]] = [:]
  let state: DatabaseState

  init(_ state: DatabaseState) {
    self.state = state
    for table in state.catalog.tables { add(table) }
    for view in state.catalog.views { add(view) }
    for sequence in state.catalog.sequences {
      add(.relation(sequence.name), on: .schema(sequence.name.schema))
      if let owner = sequence.ownedBy {
        add(
          .relation(sequence.name), on: .relation(owner.table), column: owner.column,
          isAutomatic: true)
      }
    }
    for (name, index) in state.allIndexes {
      add(.relation(name), on: .relation(index.table), isAutomatic: true)
      if let whole = state.wholeIndex(of: name) {
        add(.relation(name), on: .relation(whole), isAutomatic: true)
      }
      for column in index.columns + index.others.sorted() {
        add(.relation(name), on: .relation(index.table), column: column, isAutomatic: true)
      }
    }
    for function in state.catalog.functions { add(function) }
    for type in state.catalog.types { add(type) }
    for cast in state.catalog.casts { add(cast) }
    for own in state.catalog.operators { add(own) }
    for wrapper in state.catalog.foreignDataWrappers {
      add(.foreignDataWrapper(wrapper.name), madeBy: wrapper.origin)
    }
    for server in state.catalog.foreignServers {
      add(.foreignServer(server.name), on: .foreignDataWrapper(server.wrapper))
    }
  }

  func dependents(of object: ObjectKey) -> [Edge] {
    if case .column(let relation, let name) = object {
      return (edges[.relation(relation)] ?? []).filter { $0.column == name }
    }
    guard case .constraint(let name, let table) = object else { return edges[object] ?? [] }
    return (edges[object] ?? [])
      + grouped(byKey: name, of: table).map {
        Edge(dependent: $0, column: nil, isAutomatic: false)
      }
  }

  private mutating func add(
    _ dependent: ObjectKey, on object: ObjectKey, column: String? = nil, isAutomatic: Bool = false
  ) {
    guard dependent != object else { return }
    edges[object, default: []].append(
      Edge(dependent: dependent, column: column, isAutomatic: isAutomatic))
  }

  private mutating func add(
    _ dependent: ObjectKey, on references: References, own: QualifiedName? = nil,
    ownIsAutomatic: Bool = false
  ) {
    for relation in references.relations where relation != own {
      add(dependent, on: .relation(relation))
    }
    for column in references.columns {
      add(
        dependent, on: .relation(column.relation), column: column.name,
        isAutomatic: ownIsAutomatic && column.relation == own)
    }
    for call in references.calls {
      for function in state.catalog.functions where call.mayMean(function) {
        add(dependent, on: .function(function.name, function.arguments.map(\.type)))
      }
    }
    for own in state.catalog.operators
    where references.operators.contains(where: { $0.mayMean(own) }) {
      add(dependent, on: ObjectKey(own))
    }
    for type in references.types { addType(dependent, type) }
  }

  /// What an extension has made goes with it.
  private mutating func add(_ dependent: ObjectKey, madeBy origin: Catalog.Origin) {
    guard case .platform(let name) = origin, state.catalog.extensions.contains(name) else { return }
    add(dependent, on: .extension(name), isAutomatic: true)
  }

  /// The type goes with its relation.
  private mutating func addRowType(_ dependent: ObjectKey, _ type: TypeName) {
    guard let relation = state.relationOfRowType(type) else { return }
    let row = ObjectKey.rowType(relation)
    if edges[row] == nil { add(row, on: .relation(relation), isAutomatic: true) }
    add(dependent, on: row)
  }

  private mutating func add(_ cast: Catalog.Cast) {
    let key = ObjectKey.cast(cast.source, cast.target)
    for type in [cast.source, cast.target] {
      addType(key, type.name)
      addRowType(key, type)
    }
    if case .function(let name, let types) = cast.method { add(key, on: .function(name, types)) }
  }

  private mutating func add(_ own: Catalog.Operator) {
    let key = ObjectKey(own)
    add(key, on: .schema(own.name.schema))
    for type in own.operands {
      addType(key, type.name)
      addRowType(key, type)
    }
    let functions = state.catalog.functions.filter {
      $0.name == own.function
        && CatalogBuilder.same($0.arguments.map(\.type), own.operands)
    }
    for function in functions {
      add(key, on: ObjectKey(function))
      addType(key, function.returns.name)
      addRowType(key, function.returns)
    }
  }

  private mutating func addType(_ dependent: ObjectKey, _ type: String) {
    guard type.contains("."), let name = state.customType(ofText: type) else { return }
    add(dependent, on: .type(name))
  }

  private mutating func add(_ table: Catalog.Table) {
    let key = ObjectKey.relation(table.name)
    add(key, on: .schema(table.name.schema))
    if let type = table.rowType { add(key, on: .type(type)) }
    if let server = table.server { add(key, on: .foreignServer(server)) }
    for parent in table.parents {
      add(key, on: .relation(parent), isAutomatic: table.partitionBound != nil)
    }
    for column in table.columns { add(column, of: table.name) }
    for constraint in table.keys {
      let own = ObjectKey.constraint(constraint.name, on: table.name)
      add(own, on: key, isAutomatic: true)
      var columns = constraint.columns
      if case .index(let index) = state.slot(QualifiedName(table.name.schema, constraint.name)) {
        columns += index.others.sorted()
      }
      for column in columns { add(own, on: key, column: column, isAutomatic: true) }
      add(
        .keyIndex(constraint.name, on: table.name), on: own, isAutomatic: true)
    }
    for constraint in table.foreignKeys {
      let own = ObjectKey.constraint(constraint.name, on: table.name)
      // A partition's copy goes with its parent's, without a word.
      let isCopy = constraint.isInherited
      add(own, on: key, isAutomatic: true)
      for column in constraint.columns { add(own, on: key, column: column, isAutomatic: true) }
      for column in constraint.referencedColumns {
        add(own, on: .relation(constraint.references), column: column, isAutomatic: isCopy)
      }
      if let index = state.keyIndex(of: constraint) { add(own, on: index, isAutomatic: isCopy) }
      for partition in state.partitions(below: constraint.references) {
        add(own, on: .relation(partition), isAutomatic: isCopy)
      }
    }
    for check in table.checks {
      let own = ObjectKey.constraint(check.name, on: table.name)
      add(own, on: key, isAutomatic: true)
      add(
        own, on: References([check.expression], over: table.name, in: state), own: table.name,
        ownIsAutomatic: true)
    }
    for exclusion in table.exclusions {
      let own = ObjectKey.constraint(exclusion.name, on: table.name)
      add(own, on: key, isAutomatic: true)
      add(
        own,
        on: References(exclusion.elements.map(\.expression), over: table.name, in: state),
        own: table.name, ownIsAutomatic: true)
    }
    for policy in table.policies {
      let own = ObjectKey.policy(policy.name, on: table.name)
      add(own, on: key, isAutomatic: true)
      add(
        own, on: References([policy.using, policy.check], over: table.name, in: state),
        own: table.name)
    }
    for index in table.indexes {
      addFunctions(
        .relation(QualifiedName(table.name.schema, index.name)),
        index.parts + [index.condition].compactMap { $0 }, over: table.name)
    }
    addFunctions(key, table.partitionKey?.parts ?? [])
    addAttachments(table.name, table.triggers, table.rules)
  }

  /// What expressions call, and the types that they cast to.
  private mutating func addFunctions(
    _ dependent: ObjectKey, _ expressions: [SQLExpression], over table: QualifiedName? = nil
  ) {
    guard !expressions.isEmpty else { return }
    var references = References(expressions, over: table, in: state)
    references.relations = []
    references.columns = []
    add(dependent, on: references)
  }

  private mutating func add(_ column: Catalog.Column, of table: QualifiedName) {
    addType(.column(table, column.name), column.type.name)
    addRowType(.column(table, column.name), column.type)
    if let value = column.defaultValue {
      let own = ObjectKey.defaultValue(table, column.name)
      add(own, on: .relation(table), column: column.name, isAutomatic: true)
      add(own, on: References([value], over: nil, in: state))
    }
    if let value = column.generated {
      let references = References([value], over: table, in: state)
      add(.column(table, column.name), on: references, own: table)
    }
  }

  private mutating func addAttachments(
    _ relation: QualifiedName, _ triggers: [Catalog.Trigger], _ rules: [Catalog.Rule]
  ) {
    for trigger in triggers {
      let own = ObjectKey.trigger(trigger.name, on: relation)
      add(own, on: .relation(relation), isAutomatic: true)
      // A partition's copy goes with its parent's, without a word.
      let isCopy = trigger.isInherited
      add(own, on: .function(trigger.function, []), isAutomatic: isCopy)
      for case .update(let columns) in trigger.events {
        for column in columns {
          add(own, on: .relation(relation), column: column, isAutomatic: isCopy)
        }
      }
      if let condition = trigger.condition {
        var resolver = NameResolver(state, isStrict: false)
        _ = try? resolver.condition(condition, ofTriggerOn: relation)
        for column in resolver.used {
          add(own, on: .relation(column.relation), column: column.name, isAutomatic: isCopy)
        }
        if !isCopy { addFunctions(own, [condition]) }
        let types = References.constantTypes(
          in: [.expression(condition)], beside: resolver.used, state)
        for type in types where !isCopy { addType(own, type) }
      }
    }
    for rule in rules {
      let own = ObjectKey.rule(rule.name, on: relation)
      add(own, on: .relation(relation), isAutomatic: true)
      add(own, on: References(rule, of: relation, in: state), own: relation)
      for action in rule.actions { addArbiters(own, action) }
    }
  }

  /// The constraints that ON CONFLICT names.
  private mutating func addArbiters(_ dependent: ObjectKey, _ statement: SQLStatement) {
    for case .statement(.insert(let insert)) in SQLNode.statement(statement).descendants {
      guard let constraint = insert.onConflict?.constraint,
        let table = state.find(insert.relation)
      else { continue }
      add(dependent, on: .constraint(constraint, on: table))
    }
  }

  private mutating func add(_ view: Catalog.View) {
    let key = ObjectKey.relation(view.name)
    add(key, on: .schema(view.name.schema))
    add(key, on: References(view.query, in: state), own: view.name)
    addAttachments(view.name, view.triggers, view.rules)
  }

  private mutating func add(_ function: Catalog.Function) {
    let key = ObjectKey.function(function.name, function.arguments.map(\.type))
    add(key, on: .schema(function.name.schema))
    add(key, madeBy: function.origin)
    for type in function.arguments.map(\.type) + function.outputs.map(\.type) + [function.returns] {
      addType(key, type.name)
      addRowType(key, type)
    }
    for value in function.arguments.compactMap(\.defaultValue) {
      add(key, on: References([value], over: nil, in: state))
    }
    // Bodies that are text depend on nothing.
    guard function.isAtomic else { return }
    for statement in function.statements {
      add(key, on: References(statement, of: function, in: state))
      addArbiters(key, statement)
    }
  }

  private mutating func add(_ type: Catalog.CustomType) {
    let key = ObjectKey.type(type.name)
    add(key, on: .schema(type.name.schema))
    add(key, madeBy: type.origin)
    switch type.kind {
    case .domain(let base, _):
      addType(key, base.name)
      addFunctions(key, [type.defaultValue].compactMap { $0 })
      for check in type.checks {
        let own = ObjectKey.domainConstraint(check.name, on: type.name)
        add(own, on: key, isAutomatic: true)
        addFunctions(own, [check.expression])
      }
    case .composite(let fields):
      for field in fields {
        let own = ObjectKey.field(type.name, field.name)
        add(own, on: key, isAutomatic: true)
        addType(own, field.type.name)
        addRowType(own, field.type)
      }
    case .enumeration, .other: break
    }
  }
}

extension Catalog.Function {
  /// Whether a call with this many arguments may mean the function.
  func takes(_ count: Int) -> Bool {
    let required = arguments.filter { $0.defaultValue == nil }.count
    return arguments.last?.isVariadic == true
      ? count >= required - 1 : count >= required && count <= arguments.count
  }
}

extension DatabaseState {
  /// The partitions of a table, and theirs.
  func partitions(below name: QualifiedName) -> [QualifiedName] {
    guard catalog.table(name)?.kind == .partitioned else { return [] }
    return descendants(of: name)
  }

  /// The tables that a partition is below of.
  func partitionedAncestors(of name: QualifiedName) -> [QualifiedName] {
    var result: [QualifiedName] = []
    var current = catalog.table(name)
    while let table = current, table.partitionBound != nil, let parent = table.parents.first,
      !result.contains(parent)
    {
      result.append(parent)
      current = catalog.table(parent)
    }
    return result
  }

  /// The key that a foreign key needs.
  func keyIndex(of reference: Catalog.ForeignKey) -> ObjectKey? {
    guard case .table(let index) = slot(reference.references) else { return nil }
    let table = catalog.tables[index]
    let wanted = Set(reference.referencedColumns)
    if let key = table.keys.first(where: { Set($0.columns) == wanted }) {
      return .keyIndex(key.name, on: table.name)
    }
    let name = indexes(of: table.name).first { $0.index.isKey && Set($0.index.columns) == wanted }
    return name.map { .relation($0.name) }
  }

  /// The type of the database's own that a spelling with a schema means.
  func customType(ofText text: String) -> QualifiedName? {
    let parts = SearchPath.dotted(text)
    guard parts.count == 2 else { return nil }
    let name = QualifiedName(parts[0], parts[1])
    return hasType(name) ? name : nil
  }

  /// The relation whose row a type is.
  func relationOfRowType(_ type: TypeName) -> QualifiedName? {
    let parts = SearchPath.dotted(type.name)
    guard let last = parts.last, parts.count <= 2, !BuiltinTypes.names.contains(type.name)
    else { return nil }
    // A temporary table may hide the one that was meant.
    let shared = QualifiedName("public", last)
    let isShared = parts.count == 1 && slot(shared) != nil
    let named = SQLRelationName(schema: parts.count == 2 ? parts[0] : nil, last)
    guard let found = isShared ? shared : find(named) else { return nil }
    switch slot(found) {
    case .table, .view: return found
    default: return nil
    }
  }
}

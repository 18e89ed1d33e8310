import AccessModel
import RowSecurity

/// What a session's statements have made so far.
struct DatabaseState: Sendable {
  /// What a name in the name space of relations stands for.
  enum Slot: Hashable {
    case table(Int)
    case view(Int)
    case sequence(Int)
    case index(Index)
    /// It exists, but the model has no form for it.
    case opaque(String)
  }

  struct Index: Hashable {
    var table: QualifiedName
    /// Empty if it is over expressions.
    var columns: [String]
    /// Unique, without a condition.
    var isKey: Bool
  }

  var catalog: Catalog
  /// The role that owns what is created now.
  var currentRole: String
  /// Who logged in, or was taken with SET SESSION AUTHORIZATION.
  var sessionRole: String
  var serverVersion = 15
  var searchPath = ["public"]
  var defaultPrivileges: [DefaultPrivileges.Key: AccessControlList] = [:]
  /// Functions whose bodies are text and find their names when they run.
  var lateBodies: [LateBody] = []
  private var slots: [QualifiedName: Slot] = [:]
  /// Schemas whose contents are not known.
  var opaqueSchemas: Set<String> = [
    "pg_catalog", "information_schema", "extensions", "vault", "cron", "net", "graphql",
    "graphql_public", "pgsodium", "realtime", "supabase_functions", "supabase_migrations", "pgmq",
    "pgbouncer", "topology", "tiger",
  ]

  struct LateBody {
    var function: QualifiedName
    var arguments: [TypeName]
    var searchPath: [String]
  }

  init(catalog: Catalog, currentRole: String) {
    self.catalog = catalog
    self.currentRole = currentRole
    sessionRole = currentRole
    for index in catalog.tables.indices { slots[catalog.tables[index].name] = .table(index) }
    for index in catalog.views.indices { slots[catalog.views[index].name] = .view(index) }
    for index in catalog.sequences.indices {
      slots[catalog.sequences[index].name] = .sequence(index)
    }
  }

  func slot(_ name: QualifiedName) -> Slot? { slots[name] }

  var isSuperuser: Bool { catalog.role(currentRole)?.isSuperuser ?? false }

  /// The schemas of a setting that there are and that the current role can use.
  /// Source: `recomputeNamespacePath()` in `src/backend/catalog/namespace.c`.
  mutating func enterSearchPath(_ setting: String) {
    let authority = isSuperuser ? nil : DefinitionAuthority(catalog, as: currentRole)
    searchPath = SearchPath.names(setting).map { $0 == "$user" ? currentRole : $0 }.filter {
      opaqueSchemas.contains($0)
        || catalog.schema($0) != nil && (authority?.canUse(schema: $0) ?? true)
    }
  }

  mutating func add(_ table: Catalog.Table) {
    slots[table.name] = .table(catalog.tables.count)
    catalog.tables.append(table)
  }

  mutating func add(_ view: Catalog.View) {
    slots[view.name] = .view(catalog.views.count)
    catalog.views.append(view)
  }

  mutating func add(_ sequence: Catalog.Sequence) {
    slots[sequence.name] = .sequence(catalog.sequences.count)
    catalog.sequences.append(sequence)
  }

  mutating func set(_ name: QualifiedName, _ slot: Slot) { slots[name] = slot }

  /// Removes a relation, a table's indexes with it.
  mutating func remove(_ name: QualifiedName) {
    slots[name] = nil
    catalog.tables.removeAll { $0.name == name }
    catalog.views.removeAll { $0.name == name }
    catalog.sequences.removeAll { $0.name == name }
    for case (let index, .index(let of)) in slots where of.table == name { slots[index] = nil }
    renumber()
  }

  mutating func rename(_ old: QualifiedName, to new: QualifiedName) {
    guard let slot = slots.removeValue(forKey: old) else { return }
    slots[new] = slot
    switch slot {
    case .table(let index): catalog.tables[index].name = new
    case .view(let index): catalog.views[index].name = new
    case .sequence(let index): catalog.sequences[index].name = new
    case .index, .opaque: break
    }
    for case (let name, .index(var index)) in slots where index.table == old {
      index.table = new
      slots[name] = nil
      slots[QualifiedName(new.schema, name.name)] = .index(index)
    }
  }

  /// The indexes of a table.
  func indexes(of table: QualifiedName) -> [(name: QualifiedName, index: Index)] {
    slots.compactMap { name, slot in
      if case .index(let index) = slot, index.table == table { (name, index) } else { nil }
    }
  }

  /// The names of relations of a schema.
  func relations(in schema: String) -> [QualifiedName] {
    slots.keys.filter { $0.schema == schema }.sorted()
  }

  private mutating func renumber() {
    for index in catalog.tables.indices { slots[catalog.tables[index].name] = .table(index) }
    for index in catalog.views.indices { slots[catalog.views[index].name] = .view(index) }
    for index in catalog.sequences.indices {
      slots[catalog.sequences[index].name] = .sequence(index)
    }
  }
}

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
    /// Those that it includes, and those of expressions and of the condition.
    var others: Set<String> = []
    /// Unique, without a condition.
    var isKey: Bool

    init(table: QualifiedName, columns: [String], isKey: Bool) {
      (self.table, self.columns, self.isKey) = (table, columns, isKey)
    }

    init(_ index: Catalog.Index, of table: QualifiedName) {
      let columns = index.parts.compactMap { part in
        if case .column(_, let name) = part { name } else { nil }
      }
      let isPlain = columns.count == index.parts.count
      self.init(
        table: table, columns: isPlain ? columns : [],
        isKey: index.isUnique && isPlain && index.condition == nil)
      others = Set(index.included)
      for part in index.parts + [index.condition].compactMap({ $0 }) { collect(part) }
      others.subtract(self.columns)
    }

    private mutating func collect(_ expression: SQLExpression) {
      if case .column(_, let name) = expression { others.insert(name) }
      for child in expression.children { collect(child) }
    }
  }

  var catalog: Catalog { didSet { version &+= 1 } }
  /// Counts changes.
  private(set) var version = 0
  /// The role that owns what is created now.
  var currentRole: String
  /// Who logged in, or was taken with SET SESSION AUTHORIZATION.
  var sessionRole: String
  var postgresVersion = PostgresVersion.v15
  /// The setting `createrole_self_grant`.
  var createRoleSelfGrant = ""
  /// Whether what the current role may is asked: in a session, not for files.
  var checksRights = false
  /// What NOT NULL constraints may be called, which have names from 18 on.
  var notNullNames: Set<String> = []
  /// What sequences of identity columns may be called whose table or column has another name by now.
  var identitySequenceNames: Set<String> = []
  var searchPath = ["public"]
  /// Roles whose passwords are stored as MD5.
  var rolesWithMD5: Set<String> = []
  var defaultPrivileges: [DefaultPrivileges.Key: AccessControlList] = [:] {
    didSet { catalog.defaultPrivileges = statedDefaultPrivileges }
  }
  /// Whether a definition may join relations by the names of their columns, or give these others.
  var mayNameColumns: Bool
  /// Functions whose bodies are text and find their names when they run.
  var lateBodies: [LateBody] = []
  private var slots = SharedMap<QualifiedName, Slot>() { didSet { version &+= 1 } }
  /// When objects were made, for the order in which messages name them.
  private var born = SharedMap<ObjectKey, Int>()
  private var clock = 0
  /// The names of each table's indexes.
  private var tableIndexes = SharedMap<QualifiedName, Set<QualifiedName>>()
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
    mayNameColumns = !catalog.views.isEmpty || catalog.tables.contains { !$0.policies.isEmpty }
    // Not by assignment from inside, which would not be observed: the catalog has them already.
    defaultPrivileges = Dictionary(
      catalog.defaultPrivileges.map {
        (DefaultPrivileges.Key(role: $0.role, schema: $0.schema, object: $0.object), $0.acl)
      }, uniquingKeysWith: { first, _ in first })
    for index in catalog.tables.indices { slots[catalog.tables[index].name] = .table(index) }
    for index in catalog.views.indices { slots[catalog.views[index].name] = .view(index) }
    for index in catalog.sequences.indices {
      slots[catalog.sequences[index].name] = .sequence(index)
    }
    for table in catalog.tables {
      for key in table.keys {
        let index = Index(table: table.name, columns: key.columns, isKey: true)
        set(QualifiedName(table.name.schema, key.name), .index(index))
      }
      for index in table.indexes {
        set(QualifiedName(table.name.schema, index.name), .index(Index(index, of: table.name)))
      }
    }
    for view in catalog.views {
      for index in view.indexes {
        set(QualifiedName(view.name.schema, index.name), .index(Index(index, of: view.name)))
      }
    }
  }

  func slot(_ name: QualifiedName) -> Slot? { slots[name] }

  /// Whether files have made extensions, whose objects the model has not.
  var hasExtensions = false

  /// The tables of each publication.
  var publications: [String: Set<QualifiedName>] = [:]

  /// Whether an index may call a column as its table did before.
  var mayNameIndexColumns = false

  var unloggedTables: Set<QualifiedName> = []

  /// The index that is each table's replica identity.
  var replicaIdentities: [QualifiedName: String] = [:]

  /// The relations of extended statistics; nil: they may be there or not.
  var statistics: [QualifiedName: QualifiedName?] = [:]

  /// Whether there are relations that the model has no form for.
  var holdsOpaqueObjects: Bool {
    slots.contains { if case .opaque = $0.value { true } else { false } }
  }

  var hasTemporarySchema: Bool { catalog.schemas.contains { $0.name == Self.temporarySchema } }

  var isSuperuser: Bool { catalog.role(currentRole)?.isSuperuser ?? false }

  /// The schemas of a setting that there are and that the current role can use.
  /// Source: `recomputeNamespacePath()` in `src/backend/catalog/namespace.c`.
  mutating func enterSearchPath(_ setting: String) {
    let known = SearchPath.names(setting).map { $0 == "$user" ? currentRole : $0 }.filter {
      opaqueSchemas.contains($0) || catalog.schema($0) != nil
    }
    searchPath = DefinitionAuthority.usable(known, by: currentRole, in: catalog, postgresVersion)
  }

  /// Says that an object has been made now.
  mutating func stamp(_ object: ObjectKey) {
    clock += 1
    version &+= 1
    born[object] = clock
  }

  /// An object is called otherwise.
  mutating func keepAge(of old: ObjectKey, as new: ObjectKey) {
    guard old != new, let time = born[old] else { return }
    born[old] = nil
    born[new] = time
  }

  func age(of object: ObjectKey) -> Int {
    if let own = born[object] { return own }
    // A column is as old as its table, but what is generated as old as its expression.
    switch object {
    case .column(let relation, _): return born[.relation(relation)] ?? 0
    case .field(let type, _): return born[.type(type)] ?? 0
    default: return 0
    }
  }

  mutating func add(_ table: Catalog.Table) {
    stamp(.relation(table.name))
    slots[table.name] = .table(catalog.tables.count)
    catalog.tables.append(table)
  }

  mutating func add(_ view: Catalog.View) {
    stamp(.relation(view.name))
    slots[view.name] = .view(catalog.views.count)
    catalog.views.append(view)
  }

  mutating func add(_ sequence: Catalog.Sequence) {
    stamp(.relation(sequence.name))
    slots[sequence.name] = .sequence(catalog.sequences.count)
    catalog.sequences.append(sequence)
  }

  mutating func set(_ name: QualifiedName, _ slot: Slot) {
    if slots[name] == nil { stamp(.relation(name)) }
    if case .index(let index) = slot { tableIndexes[index.table, default: []].insert(name) }
    slots[name] = slot
  }

  /// Removes a relation, a table's indexes with it.
  mutating func remove(_ name: QualifiedName) {
    guard let slot = slots.removeValue(forKey: name) else { return }
    switch slot {
    case .table(let place):
      replicaIdentities[name] = nil
      unloggedTables.remove(name)
      statistics = statistics.filter { $0.value != name }
      catalog.tables.remove(at: place)
      for index in place..<catalog.tables.count {
        slots[catalog.tables[index].name] = .table(index)
      }
      removeIndexes(of: name)
    case .view(let place):
      catalog.views.remove(at: place)
      for index in place..<catalog.views.count { slots[catalog.views[index].name] = .view(index) }
      removeIndexes(of: name)
    case .sequence(let place):
      catalog.sequences.remove(at: place)
      for index in place..<catalog.sequences.count {
        slots[catalog.sequences[index].name] = .sequence(index)
      }
    case .index(let index):
      tableIndexes[index.table]?.remove(name)
      if replicaIdentities[index.table] == name.name { replicaIdentities[index.table] = nil }
    case .opaque: break
    }
  }

  private mutating func removeIndexes(of table: QualifiedName) {
    for index in tableIndexes.removeValue(forKey: table) ?? [] { slots[index] = nil }
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
    if unloggedTables.remove(old) != nil { unloggedTables.insert(new) }
    statistics = statistics.mapValues { $0 == old ? new : $0 }
    if let identity = replicaIdentities.removeValue(forKey: old) {
      replicaIdentities[new] = identity
    }
    if case .index(let index) = slot {
      if replicaIdentities[index.table] == old.name { replicaIdentities[index.table] = new.name }
      tableIndexes[index.table]?.remove(old)
      tableIndexes[index.table, default: []].insert(new)
    }
    for name in tableIndexes.removeValue(forKey: old) ?? [] {
      guard case .index(var index) = slots.removeValue(forKey: name) else { continue }
      index.table = new
      set(QualifiedName(new.schema, name.name), .index(index))
    }
    for (key, time) in born where key.owningRelation == old {
      born[key] = nil
      born[key.moved(to: new)] = time
    }
  }

  /// The indexes of a table, by name.
  func indexes(of table: QualifiedName) -> [(name: QualifiedName, index: Index)] {
    (tableIndexes[table] ?? []).sorted().compactMap { name in
      if case .index(let index) = slots[name] { (name, index) } else { nil }
    }
  }

  /// All indexes, those of keys too.
  var allIndexes: [(name: QualifiedName, index: Index)] {
    tableIndexes.keys.flatMap { indexes(of: $0) }
  }

  /// Changes a table, if there is one of the name.
  mutating func change(_ name: QualifiedName, _ body: (inout Catalog.Table) -> Void) {
    if case .table(let index) = slots[name] { body(&catalog.tables[index]) }
  }

  /// Changes a view, if there is one of the name.
  mutating func changeView(_ name: QualifiedName, _ body: (inout Catalog.View) -> Void) {
    if case .view(let index) = slots[name] { body(&catalog.views[index]) }
  }

  func hasType(_ name: QualifiedName) -> Bool { catalog.types.contains { $0.name == name } }

  mutating func changeType(_ name: QualifiedName, _ body: (inout Catalog.CustomType) -> Void) {
    if let index = catalog.types.firstIndex(where: { $0.name == name }) {
      body(&catalog.types[index])
    }
  }

  mutating func removeType(_ name: QualifiedName) { catalog.types.removeAll { $0.name == name } }

  /// The names of relations of a schema.
  func relations(in schema: String) -> [QualifiedName] {
    slots.keys.filter { $0.schema == schema }.sorted()
  }
}

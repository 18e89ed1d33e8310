import AccessModel
import Foundation

/// Which platform's objects are there before the first statement.
enum PlatformDetection {
  /// What the files are taken to run on.
  struct Preset {
    var name: String
    var catalog: Catalog
    var version: PostgresVersion
    var defaultPrivileges: [DefaultPrivileges.Key: AccessControlList]
    /// Roles of the platform that stay only if something names them.
    var spareRoles: Set<String> = []
    /// Tables of the platform that stay only if something names them.
    var spareTables: [QualifiedName: Catalog.Table] = [:]
    /// What the files' texts mention of the spare objects: bodies of functions are text, too.
    var mentionedTables: Set<QualifiedName> = []
    var mentionsStorage = false

    func state() -> DatabaseState {
      var state = DatabaseState(catalog: catalog, currentRole: "postgres")
      state.postgresVersion = version
      state.defaultPrivileges = defaultPrivileges
      return state
    }

    func removeUnused(from catalog: inout Catalog) {
      guard !spareTables.isEmpty else { return }
      var used = mentionedTables
      let state = DatabaseState(catalog: catalog, currentRole: "postgres")
      var resolver = NameResolver(state, isStrict: false)
      // What the files changed of the platform's tables must be seen.
      for table in catalog.tables where spareTables[table.name] != table {
        used.insert(table.name)
        used.formUnion(table.foreignKeys.map(\.references))
        for expression in table.policies.flatMap({ [$0.using, $0.check] }) {
          if let expression { _ = try? resolver.expression(expression, over: table.name) }
        }
      }
      for view in catalog.views {
        resolver.scopes = []
        _ = try? resolver.resolve(view.query)
      }
      for case .query(let query) in catalog.functions.map(\.body) {
        resolver.scopes = []
        _ = try? resolver.resolve(query)
      }
      used.formUnion(resolver.relations)
      for name in used { used.formUnion(catalog.table(name)?.foreignKeys.map(\.references) ?? []) }
      let text = RoleUse(catalog)
      catalog.roles.removeAll { spareRoles.contains($0.name) && !text.names.contains($0.name) }
      catalog.tables.removeAll { spareTables[$0.name] != nil && !used.contains($0.name) }
      let calls = Set(
        (catalog.tables.flatMap(\.policies).flatMap { [$0.using, $0.check] }.compactMap { $0 }
          + catalog.views.map { .scalarQuery(query: $0.query) })
          .flatMap { FunctionCalls.names(in: $0) }.compactMap(\.schema))
      let keepsStorage = mentionsStorage || calls.contains("storage")
      if !keepsStorage {
        catalog.functions.removeAll { $0.name.schema == "storage" && $0.origin != .plan }
      }
      let kept = Set(catalog.tables.map(\.name.schema)).union(calls)
      catalog.schemas.removeAll {
        $0.name == "storage" && $0.origin != .plan && !keepsStorage && !kept.contains($0.name)
      }
    }
  }

  static func preset(
    _ platform: SQLReader.Platform, version: PostgresVersion, texts: [[UInt8]],
    statements: [[StatementText]]
  ) -> Preset {
    let isSupabase =
      switch platform {
      case .supabase: true
      case .postgres: false
      case .automatic: usesSupabase(texts) && !makesRoles(statements)
      }
    guard isSupabase else {
      return Preset(
        name: "postgres", catalog: PlatformPreset.postgres.catalog, version: version,
        defaultPrivileges: [:])
    }
    var preset = SupabasePreset.preset(version)
    // A schema that the files make is theirs.
    for schema in ["auth", "storage"] where makes(schema: schema, statements) {
      preset.catalog.schemas.removeAll { $0.name == schema }
      preset.catalog.tables.removeAll { $0.name.schema == schema }
      preset.catalog.functions.removeAll { $0.name.schema == schema }
    }
    preset.mentionedTables = Set(
      preset.spareTables.keys.filter { name in
        let mark = Array("\(name.schema).\(name.name)".utf8)
        return texts.contains { contains($0, mark) }
      })
    let calls = ["foldername", "filename", "extension"].map { Array("storage.\($0)".utf8) }
    preset.mentionsStorage = texts.contains { text in calls.contains { contains(text, $0) } }
    return preset
  }

  private static let marks = [
    "authenticated", "service_role", "auth.uid", "auth.jwt", "auth.users", "auth.role",
    "storage.objects", "storage.buckets",
  ].map { Array($0.utf8) }

  private static func usesSupabase(_ texts: [[UInt8]]) -> Bool {
    texts.contains { text in marks.contains { contains(text, $0) } }
  }

  private static func contains(_ text: [UInt8], _ mark: [UInt8]) -> Bool {
    guard let first = mark.first else { return false }
    return text.withUnsafeBytes { text in
      guard var rest = text.baseAddress, text.count >= mark.count else { return false }
      let last = rest + (text.count - mark.count)
      while rest <= last, let found = memchr(rest, Int32(first), last - rest + 1) {
        if memcmp(found, mark, mark.count) == 0 { return true }
        rest = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }

  private static func makesRoles(_ statements: [[StatementText]]) -> Bool {
    statements.joined().contains { statement in
      let head = statement.head
      return head.count > 2 && head[0] == "create" && ["role", "user", "group"].contains(head[1])
        && ["anon", "authenticated", "service_role"].contains(head[2])
    }
  }

  private static func makes(schema: String, _ statements: [[StatementText]]) -> Bool {
    statements.joined().contains { statement in
      let words = statement.head.filter { !["if", "not", "exists"].contains($0) }
      return words.count == 3 && words[0] == "create" && words[1] == "schema" && words[2] == schema
        && !statement.head.contains("if")
    }
  }
}

/// The roles that objects, grants and policies name.
private struct RoleUse {
  var names: Set<String> = []

  init(_ catalog: Catalog) {
    for role in catalog.roles { names.formUnion(role.memberships.map(\.group)) }
    for schema in catalog.schemas { add(schema.owner, schema.acl) }
    for sequence in catalog.sequences { add(sequence.owner, sequence.acl) }
    for function in catalog.functions { add(function.owner, function.acl) }
    for view in catalog.views {
      add(view.owner, view.acl)
      for column in view.columns { add(nil, column.acl) }
    }
    for table in catalog.tables {
      add(table.owner, table.acl)
      for column in table.columns { add(nil, column.acl) }
      for case .role(let name) in table.policies.flatMap(\.roles) { names.insert(name) }
    }
  }

  private mutating func add(_ owner: String?, _ acl: AccessControlList?) {
    if let owner { names.insert(owner) }
    for case .role(let name) in acl?.entries.map(\.grantee) ?? [] { names.insert(name) }
  }
}

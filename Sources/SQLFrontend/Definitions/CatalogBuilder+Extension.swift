import AccessModel
import CPgQuery
import RowSecurity

/// Extensions that are known, by what of them policies and defaults call.
enum KnownExtensions {
  struct Function {
    var name: String
    var arguments: [TypeName]
    var returns: TypeName

    static func trigger(_ name: String) -> Self {
      Self(name: name, arguments: [], returns: TypeName("trigger"))
    }
  }

  /// Who has CREATE on the database may create them: `trusted = true` in the control file.
  static let trusted: Set = [
    "btree_gin", "btree_gist", "citext", "cube", "dict_int", "fuzzystrmatch", "hstore", "intarray",
    "isn", "lo", "ltree", "pg_trgm", "pgcrypto", "plpgsql", "seg", "tablefunc", "tcn",
    "tsm_system_rows", "tsm_system_time", "unaccent", "uuid-ossp",
  ]
  static let others: Set = [
    "amcheck", "autoinc", "bloom", "dblink", "earthdistance", "file_fdw", "insert_username",
    "moddatetime", "pageinspect", "pg_buffercache", "pg_freespacemap", "pg_prewarm",
    "pg_stat_statements", "pg_visibility", "pgrowlocks", "pgstattuple", "postgres_fdw", "refint",
    "sslinfo", "xml2",
  ]

  static func functions(of name: String) -> [Function] {
    switch name {
    case "pgcrypto":
      [
        Function(name: "crypt", arguments: [.text, .text], returns: .text),
        Function(name: "gen_salt", arguments: [.text], returns: .text),
        Function(name: "gen_salt", arguments: [.text, .integer], returns: .text),
        Function(name: "digest", arguments: [.text, .text], returns: TypeName("bytea")),
        Function(name: "hmac", arguments: [.text, .text, .text], returns: TypeName("bytea")),
        Function(name: "gen_random_bytes", arguments: [.integer], returns: TypeName("bytea")),
      ]
    case "uuid-ossp":
      ["uuid_generate_v1", "uuid_generate_v1mc", "uuid_generate_v4", "uuid_nil"].map {
        Function(name: $0, arguments: [], returns: .uuid)
      }
    case "unaccent": [Function(name: "unaccent", arguments: [.text], returns: .text)]
    case "pg_trgm":
      [
        Function(name: "similarity", arguments: [.text, .text], returns: .real),
        Function(name: "word_similarity", arguments: [.text, .text], returns: .real),
      ]
    case "moddatetime", "insert_username", "autoinc": [.trigger(name)]
    case "refint": [.trigger("check_primary_key"), .trigger("check_foreign_key")]
    case "tcn": [.trigger("triggered_change_notification")]
    case "lo": [.trigger("lo_manage")]
    default: []
    }
  }

  static func types(of name: String) -> [String] {
    switch name {
    case "citext", "hstore", "cube", "seg", "lo": [name]
    case "ltree": ["ltree", "lquery", "ltxtquery"]
    case "intarray": ["query_int"]
    case "isn": ["ean13", "isbn", "isbn13", "ismn", "ismn13", "issn", "issn13", "upc"]
    case "earthdistance": ["earth"]
    default: []
    }
  }
}

extension KnownExtensions {
  /// The foreign-data wrapper that one brings.
  static func wrapper(of name: String) -> (name: String, hasHandler: Bool)? {
    switch name {
    case "file_fdw", "postgres_fdw": (name, true)
    case "dblink": ("dblink_fdw", false)
    default: nil
    }
  }
}

extension CatalogBuilder {
  /// CREATE EXTENSION. Source: `CreateExtension()` in `src/backend/commands/extension.c`.
  mutating func createExtension(
    _ node: UnsafeMutablePointer<PgQuery__CreateExtensionStmt>
  ) throws(ReadFailure) -> Effect {
    guard isSession else {
      state.hasExtensions = true
      return .applied
    }
    let name = text(node.pointee.extname)
    if name == "plpgsql" || state.catalog.extensions.contains(name) {
      let message = "extension \"\(name)\" already exists"
      guard node.pointee.if_not_exists != 0 else {
        throw .refused(SQLState(rawValue: "42710"), message)
      }
      notice(message + ", skipping", sqlState: "42710")
      return .applied
    }
    let isTrusted = KnownExtensions.trusted.contains(name)
    guard isTrusted || KnownExtensions.others.contains(name) else {
      throw .unsupported("extension `\(name)`")
    }
    try requireRight(toCreate: name, isTrusted: isTrusted)
    var schema = state.searchPath.first { state.catalog.schema($0) != nil }
    for option in list(node.pointee.n_options, node.pointee.options)
    where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      if text(element.defname) == "schema" { schema = Self.value(element.arg) }
    }
    let home = try state.schemaForCreation(schema)
    state.catalog.extensions.append(name)
    declare(name, in: home)
    return .applied
  }

  private func requireRight(
    toCreate name: String, isTrusted: Bool
  ) throws(ReadFailure) {
    guard !state.isSuperuser else { return }
    let hint =
      isTrusted
      ? "Must have CREATE privilege on current database to create this extension."
      : "Must be superuser to create this extension."
    let message = "permission denied to create extension \"\(name)\""
    do throws(ReadFailure) {
      try require(isTrusted ? .createInDatabase : .superuser(message: message))
    } catch {
      throw .refused(.insufficientPrivilege, message, hint: hint)
    }
  }

  /// What it makes is known by name; calls are undecided.
  private mutating func declare(_ name: String, in schema: String) {
    let maker = Catalog.Origin.platform(name)
    for function in KnownExtensions.functions(of: name) {
      state.catalog.functions.append(
        Catalog.Function(
          QualifiedName(schema, function.name),
          arguments: function.arguments.map { Catalog.Function.Argument(nil, $0) },
          returns: function.returns, language: "c", body: .text(""), owner: "postgres",
          origin: maker))
    }
    if let wrapper = KnownExtensions.wrapper(of: name) {
      state.catalog.foreignDataWrappers.append(
        Catalog.ForeignDataWrapper(
          wrapper.name, owner: state.currentRole, hasHandler: wrapper.hasHandler, origin: maker))
    }
    for type in KnownExtensions.types(of: name) {
      state.catalog.types.append(
        Catalog.CustomType(
          QualifiedName(schema, type), .other, owner: "postgres", origin: maker))
    }
  }
}

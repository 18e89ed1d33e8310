public import AccessModel

/// What a role must have or be, for a definition to be carried out. RULES 84.
public enum DefinitionRight: Hashable, Sendable {
  /// `what` is as messages name it: `table t`, `relation t`, `function f`.
  ///
  /// The owner of `schema`, if one is named, will do: it may drop what is in it.
  case ownership(what: String, owner: String, schema: String? = nil)
  /// That of one of two objects will do, as of the types of a cast; PostgreSQL's own have no owner
  /// among `owners`.
  case ownershipOfEither(what: String, owners: [String])
  /// USAGE on a schema that a name is written with.
  case usage(schema: String)
  /// USAGE on a type that something new is of. `named`: with its schema where the path needs it.
  case typeUsage(QualifiedName, named: String)
  /// CREATE on the schema of a new object.
  case create(schema: String)
  /// CREATE on the database: a new schema.
  case createInDatabase
  /// TEMPORARY on the database.
  case temporary
  /// OWNER TO, or AUTHORIZATION: being that role.
  case become(String)
  /// ALTER DEFAULT PRIVILEGES FOR ROLE.
  case defaultPrivileges(of: String)
  /// A table-wide privilege, or the same on every one of `columns`.
  case privilege(Privilege, on: QualifiedName, columns: [String] = [])
  /// REINDEX, CLUSTER, REFRESH. `what` as messages name it: `table t`, `index i`.
  case maintenance(of: String, on: QualifiedName)
  /// EXECUTE on the function at this place in the catalog, named as it is written.
  case execute(function: Int, named: String)
  /// USAGE on a language, for new functions and DO.
  case languageUsage(String)
  /// USAGE on a foreign-data wrapper, for a server.
  case wrapperUsage(Catalog.ForeignDataWrapper)
  /// USAGE on a foreign server, for a foreign table.
  case serverUsage(Catalog.ForeignServer)
  /// CREATEROLE: a new role, or a change of one that is no superuser.
  case createRole(message: String)
  /// CREATEDB: what becomes of databases.
  case createDatabase(message: String)
  /// An attribute that only superusers give.
  case superuser(message: String, hint: String? = nil)
  /// GRANT of a role, and its REVOKE.
  case administration(of: String)
}

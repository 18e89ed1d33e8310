import AccessModel
import RowSecurity
import SQLBinding

extension BuiltinLibrary {
  /// What differs from server to server and from call to call: stored and compared, never shown.
  static let clockFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "gen_random_uuid()": random("gen_random_uuid()"), "random()": random("random()"),
      "timeofday()": random("timeofday()"), "version()": random("version()"),
      "pg_backend_pid()": random("pg_backend_pid()"),
      "txid_current()": random("txid_current()"),
      "current_database()": { (_, call) throws(EngineFailure) in
        try databaseName(call.session)
      },
      "current_schema()": { (_, call) throws(EngineFailure) in try currentSchema(call.session) },
      "current_schemas(bool)": currentSchemas,
      "pg_typeof(any)": { (_, call) throws(EngineFailure) in
        let type = call.builtin.arguments.first ?? .unknown
        return .object(ObjectIdentity(.type, QualifiedName("", type.description)))
      },
      "format_type(oid,int4)": { (values, _) throws(EngineFailure) in
        guard case .object(let object) = values[0], values[1].isNull else {
          throw .undecided(Undecided("a type by its number"))
        }
        return .text(object.name.name)
      },
      "set_config(text,text,bool)": setConfig,
    ]
    for name in ["now()", "transaction_timestamp()"] {
      bodies[name] = clock(name) { $0.transactionClock }
    }
    bodies["statement_timestamp()"] = clock("statement_timestamp()") { $0.statementClock }
    bodies["clock_timestamp()"] = clock("clock_timestamp()") { variables in
      .now(during: variables.statementClock)
    }
    return bodies
  }()

  private static func clock(
    _ source: String, _ reading: @escaping @Sendable (SessionVariables) -> ClockReading
  ) -> BuiltinBody {
    { (_, call) throws(EngineFailure) in
      .undetermined(.clock(source, reading(call.session.variables)))
    }
  }

  private static func random(_ source: String) -> BuiltinBody {
    { (_, _) throws(EngineFailure) in .undetermined(Undetermined(source)) }
  }

  static func databaseName(_ session: Session) throws(EngineFailure) -> SQLValue {
    guard let database = session.catalog.catalog.database else {
      throw .undecided(Undecided("the database's name"))
    }
    return .text(database.name)
  }

  /// The first schema of the search path that there is, and that may be used.
  static func currentSchema(_ session: Session) throws(EngineFailure) -> SQLValue {
    try schemas(session).first.map { .text($0) } ?? .null
  }

  /// Schemas of the search path. Source: `recomputeNamespacePath()` in
  /// `src/backend/catalog/namespace.c`.
  private static func schemas(_ session: Session) throws(EngineFailure) -> [String] {
    let path = session.names.searchPath
    guard !path.contains("pg_temp") else {
      throw .undecided(Undecided("the name of the schema pg_temp"))
    }
    var seen: Set<String> = []
    return path.filter { schema in
      let isSystem = ["pg_catalog", "information_schema"].contains(schema)
      guard isSystem || session.catalog.catalog.schema(schema) != nil else { return false }
      let check = PrivilegeCheck(.usage, on: .schema(schema), as: session.role)
      return (isSystem || session.holds([check])) && seen.insert(schema).inserted
    }
  }

  private static let currentSchemas: BuiltinBody = { (values, call) throws(EngineFailure) in
    guard let isWhole = values[0].truth else { return .null }
    var found = try schemas(call.session)
    if isWhole, !found.contains("pg_catalog") { found.insert("pg_catalog", at: 0) }
    // It stays when what it was made for is gone.
    guard
      !isWhole || !call.session.catalog.catalog.schemas.contains(where: { $0.name == "pg_temp" })
    else {
      throw .undecided(Undecided("the name of the schema pg_temp"))
    }
    return .array(SQLArray(found.map { .text($0) }))
  }

  private static let setConfig: BuiltinBody = { (values, call) throws(EngineFailure) in
    guard !values[0].isNull else {
      throw .postgres(
        PostgresError(SQLState(rawValue: "22004"), "SET requires parameter name"))
    }
    let name = try values[0].textValue()
    let value = values[1].isNull ? nil : try values[1].textValue()
    // Before 18 the statements of SQL functions keep the plans that they began with.
    let isKnown =
      Settings.isCustom(name) || name.lowercased() == "role"
      || name.lowercased() == "row_security"
        && (call.session.engine.version >= .v18 || !call.session.variables.isInSQLFunction)
    guard call.session.depth == 0 || isKnown else {
      throw .undecided(Undecided("the setting `\(name)` set inside a function"))
    }
    try call.session.variables.assign(
      name, value, isLocal: values[2].truth == true, call.session.engine)
    let given = try call.session.variables.value(of: name, call.session.engine)
    return given.map { .text($0) } ?? .null
  }
}

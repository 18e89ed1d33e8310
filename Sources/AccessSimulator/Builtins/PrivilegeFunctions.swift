import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension BuiltinLibrary {
  /// Access privilege inquiry functions: they ask `RowSecurityEngine`. RULES 5, 25.
  static let privilegeFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "row_security_active(text)": rowSecurityActive, "row_security_active(oid)": rowSecurityActive,
    ]
    for user in ["", "name,", "oid,"] {
      for object in ["text", "oid"] {
        bodies["has_table_privilege(\(user)\(object),text)"] = inquiry(tablePrivileges, relation)
        bodies["has_any_column_privilege(\(user)\(object),text)"] = inquiry(
          columnPrivileges, anyColumn)
        bodies["has_sequence_privilege(\(user)\(object),text)"] = inquiry(
          sequencePrivileges, sequence, privilegesFirst: true)
        bodies["has_schema_privilege(\(user)\(object),text)"] = inquiry(
          ["CREATE": .create, "USAGE": .usage], schema)
        bodies["has_database_privilege(\(user)\(object),text)"] = inquiry(
          ["CREATE": .create, "CONNECT": .connect, "TEMPORARY": .temporary, "TEMP": .temporary],
          database)
        bodies["has_column_privilege(\(user)\(object),text,text)"] = columnInquiry
        bodies["has_column_privilege(\(user)\(object),int2,text)"] = columnInquiry
        bodies["has_function_privilege(\(user)\(object),text)"] = inquiry(
          ["EXECUTE": .execute], function)
      }
    }
    for group in ["name", "oid"] {
      for user in ["", "name,", "oid,"] {
        bodies["pg_has_role(\(user)\(group),text)"] = membership
      }
    }
    bodies["pg_relation_is_updatable(regclass,bool)"] = relationUpdatable
    bodies["pg_column_is_updatable(regclass,int2,bool)"] = columnUpdatable
    return bodies
  }()

  private typealias Engine = RowSecurityEngine
  private typealias ObjectReader =
    @Sendable (SQLValue, BuiltinCall) throws(EngineFailure) -> Engine.InquiredObject

  private static let tablePrivileges: [String: Privilege] = [
    "SELECT": .select, "INSERT": .insert, "UPDATE": .update, "DELETE": .delete,
    "TRUNCATE": .truncate, "REFERENCES": .references, "TRIGGER": .trigger,
    "MAINTAIN": .maintain,
  ]
  private static let columnPrivileges: [String: Privilege] = [
    "SELECT": .select, "INSERT": .insert, "UPDATE": .update, "REFERENCES": .references,
  ]
  private static let sequencePrivileges: [String: Privilege] = [
    "SELECT": .select, "UPDATE": .update, "USAGE": .usage,
  ]

  /// `[user,] object, privileges`: any of them will do.
  private static func inquiry(
    _ known: [String: Privilege], _ read: @escaping ObjectReader, privilegesFirst: Bool = false
  ) -> BuiltinBody {
    { (values, call) throws(EngineFailure) in
      let role = try user(values.count > 2 ? values[0] : nil, call)
      // Which of two mistakes is reported.
      if privilegesFirst {
        _ = try privileges(
          try values[values.count - 1].textValue(), known, call.session.engine.version)
      }
      let object = try read(values[values.count - 2], call)
      let asked = try privileges(
        try values[values.count - 1].textValue(), known, call.session.engine.version)
      return .boolean(
        asked.contains { call.session.engine.hasPrivilege($0, on: object, as: role) })
    }
  }

  private static let columnInquiry: BuiltinBody = { (values, call) throws(EngineFailure) in
    let role = try user(values.count > 3 ? values[0] : nil, call)
    let relation = try relationID(values[values.count - 3], call)
    let names = call.session.catalog.names
    let column = try columnName(values[values.count - 2], of: relation, call)
    func asked() throws(EngineFailure) -> [RowSecurityEngine.InquiredPrivilege] {
      try privileges(
        try values[values.count - 1].textValue(), columnPrivileges, call.session.engine.version)
    }
    guard let position = names.columnNames(of: relation).firstIndex(of: column) else {
      if case .table = relation, SystemColumn(name: column) != nil {
        return .boolean(
          try asked().contains {
            call.session.engine.hasPrivilege($0, on: .object(.relation(relation)), as: role)
          })
      }
      guard !column.hasPrefix("........pg.dropped.") else {
        throw .undecided(Undecided("a dropped column"))
      }
      throw .postgres(
        PostgresError(
          .undefinedColumn,
          "column \"\(column)\" of relation \"\(names.name(of: relation).name)\" does not exist"))
    }
    return .boolean(
      try asked().contains {
        call.session.engine.hasPrivilege($0, on: .column(relation, position), as: role)
      })
  }

  /// By its name or its number.
  private static func columnName(
    _ value: SQLValue, of relation: RelationID, _ call: BuiltinCall
  ) throws(EngineFailure) -> String {
    guard case .integer(let number) = value else { return try value.textValue() }
    let names = call.session.catalog.names
    let columns = names.columnNames(of: relation)
    guard !call.session.variables.renumbered.contains(names.name(of: relation)),
      columns.indices.contains(Int(number) - 1)
    else { throw .undecided(Undecided("the column number \(number)")) }
    return columns[Int(number) - 1]
  }

  /// Nil: PUBLIC.
  private static func user(
    _ value: SQLValue?, _ call: BuiltinCall
  ) throws(EngineFailure) -> String? {
    guard let value else { return call.session.role }
    if case .text(let name) = value, name.string == "public" { return nil }
    return try roleName(value, call)
  }

  /// By its name or its number.
  private static func roleName(
    _ value: SQLValue, _ call: BuiltinCall
  ) throws(EngineFailure) -> String {
    if case .object(let object) = value, object.kind == .role { return object.name.name }
    return try existing(try value.textValue(), call)
  }

  private static func existing(
    _ role: String, _ call: BuiltinCall
  ) throws(EngineFailure) -> String {
    guard call.session.engine.roles.exists(role) else {
      throw .postgres(PostgresError(.undefinedObject, "role \"\(role)\" does not exist"))
    }
    return role
  }

  /// `SELECT, UPDATE WITH GRANT OPTION`. Source: `convert_any_priv_string()`.
  private static func privileges(
    _ text: String, _ known: [String: Privilege], _ version: PostgresVersion
  ) throws(EngineFailure) -> [Engine.InquiredPrivilege] {
    var result: [Engine.InquiredPrivilege] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let written = String(part.drop { $0 == " " }).withoutTrailingSpaces
      var word = written.uppercased()
      let isGrantable = word.hasSuffix(" WITH GRANT OPTION")
      if isGrantable { word.removeLast(18) }
      guard let privilege = known[word], privilege != .maintain || version >= .v17 else {
        if word == "RULE" {
          throw .undecided(Undecided("the privilege \(word)"))
        }
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22023"), "unrecognized privilege type: \"\(written)\""))
      }
      result.append(Engine.InquiredPrivilege(privilege, withGrantOption: isGrantable))
    }
    return result
  }

  private static func objectName(
    _ value: SQLValue, _ kind: ObjectKind, _ call: BuiltinCall
  ) throws(EngineFailure) -> QualifiedName {
    switch value {
    case .object(let object): return object.name
    case .text(let text):
      if let parts = identifiers(in: text.string), parts.count == 2 {
        try call.session.visibleNames.requireSchema(parts[0])
      }
      try requireUsage(ofSchemaIn: text.string, call)
      guard case .object(let object) = try call.session.visibleNames.object(text.string, of: kind)
      else { throw .undecided(Undecided("the object `\(text.string)`")) }
      return object.name
    default: throw .undecided(Undecided("an object by its number"))
    }
  }

  /// A schema that is written must be one that may be used. RULES 17.
  static func requireUsage(
    ofSchemaIn text: String, _ call: BuiltinCall
  ) throws(EngineFailure) {
    let session = call.session
    guard let parts = identifiers(in: text), parts.count == 2,
      session.catalog.catalog.schema(parts[0]) != nil
    else { return }
    let check = PrivilegeCheck(.usage, on: .schema(parts[0]), as: session.role)
    if let error = try session.engine.privileges.firstFailure(of: [check]) {
      throw .postgres(error)
    }
  }

  private static func relationID(
    _ value: SQLValue, _ call: BuiltinCall
  ) throws(EngineFailure) -> RelationID {
    let name = try objectName(value, .regclass, call)
    guard let id = call.session.catalog.names.relation(name) else {
      throw .undecided(Undecided("privileges on `\(name)`, which is no table or view"))
    }
    if case .sequence = id { throw .undecided(Undecided("columns of the sequence `\(name)`")) }
    return id
  }

  private static let relation: ObjectReader = { (value, call) throws(EngineFailure) in
    let name = try objectName(value, .regclass, call)
    if let id = call.session.catalog.names.relation(name) {
      if case .sequence = id { return .object(.sequence(name)) }
      return .object(.relation(id))
    }
    let version = call.session.catalog.names.version
    if name.schema == "pg_catalog", let kind = SystemRelation.kind(of: name, in: version) {
      return .systemRelation(name.name, isView: kind == "v")
    }
    guard !Catalog.systemSchemas.contains(name.schema) else {
      throw .undecided(Undecided("privileges on `\(name)`"))
    }
    guard call.session.catalog.catalog.sequence(name) != nil else {
      throw .undecided(Undecided("privileges on `\(name)`, the sequence of an identity column"))
    }
    return .object(.sequence(name))
  }

  private static let sequence: ObjectReader = { (value, call) throws(EngineFailure) in
    let object = try relation(value, call)
    guard case .object(.relation(let id)) = object else { return object }
    // As it was written.
    let name =
      if case .text(let text) = value { text.string } else {
        call.session.catalog.names.name(of: id).name
      }
    throw .postgres(PostgresError(SQLState(rawValue: "42809"), "\"\(name)\" is not a sequence"))
  }

  private static let anyColumn: ObjectReader = { (value, call) throws(EngineFailure) in
    .anyColumn(try relationID(value, call))
  }

  private static let schema: ObjectReader = { (value, call) throws(EngineFailure) in
    if case .object(let object) = value { return .object(.schema(object.name.name)) }
    let name = try value.textValue()
    guard call.session.catalog.catalog.schema(name) != nil else {
      if Catalog.systemSchemas.contains(name) { return .systemObject(.usage) }
      if name.hasPrefix("pg_") {
        throw .undecided(Undecided("privileges on schema `\(name)`"))
      }
      throw .postgres(
        PostgresError(SQLState(rawValue: "3F000"), "schema \"\(name)\" does not exist"))
    }
    return .object(.schema(name))
  }

  private static let database: ObjectReader = { (value, call) throws(EngineFailure) in
    let name = try value.textValue()
    guard name == call.session.catalog.catalog.database?.name else {
      throw .undecided(Undecided("privileges on database `\(name)`"))
    }
    return .database
  }

  /// `name(types)`, of the catalog's functions.
  private static let function: ObjectReader = { (value, call) throws(EngineFailure) in
    if case .object(let object) = value, object.kind == .function,
      let index = call.session.catalog.catalog.functions.firstIndex(where: {
        ObjectIdentity.function($0) == object
      })
    {
      return .object(.function(index))
    }
    let text = try value.textValue()
    let names = call.session.visibleNames
    guard let open = text.firstIndex(of: "("), text.last == ")" else {
      throw .undecided(Undecided("the function `\(text)`"))
    }
    try requireUsage(ofSchemaIn: String(text[..<open]), call)
    let parts = identifiers(in: String(text[..<open])) ?? []
    let types = text[text.index(after: open)...].dropLast().split(separator: ",").map {
      names.type(TypeName(String($0.drop { $0 == " " }).withoutTrailingSpaces))
    }
    let found = names.catalog.functions.indices.filter { index in
      let function = names.catalog.functions[index]
      return function.name.name == parts.last
        && (parts.count < 2
          ? names.searchPath.contains(function.name.schema) : function.name.schema == parts[0])
        && function.arguments.map { names.type($0.type) } == types
    }
    guard found.count == 1 else {
      let isUnknown =
        names.catalog.isWhole && !types.contains(nil)
        && Builtin.functions(named: parts.last ?? "").isEmpty
      guard isUnknown, found.isEmpty else {
        throw .undecided(Undecided("the function `\(text)`"))
      }
      throw .postgres(
        PostgresError(.undefinedFunction, "function \"\(text)\" does not exist"))
    }
    return .object(.function(found[0]))
  }

  private static let rowSecurityActive: BuiltinBody = { (values, call) throws(EngineFailure) in
    // The server's own have no policies, and no number is one of none.
    if case .integer(0) = values[0] { return .boolean(false) }
    let name = try objectName(values[0], .regclass, call)
    switch call.session.catalog.names.relation(name) {
    // Nil: an index or a composite type, if it is not the server's.
    case .sequence, nil: return .boolean(false)
    case .table, .view: break
    }
    let relation = try relationID(values[0], call)
    return .boolean(
      call.session.engine.isRowSecurityActive(on: relation, as: call.session.role))
  }

  private static let relationUpdatable: BuiltinBody = { (values, call) throws(EngineFailure) in
    let events = try call.session.engine.updatability(
      of: try relationID(values[0], call), includingTriggers: values[1].truth == true)
    // Source: `CmdType` in `src/include/nodes/nodes.h`.
    return .integer(
      (events.contains(.update) ? 4 : 0) + (events.contains(.insert) ? 8 : 0)
        + (events.contains(.delete) ? 16 : 0))
  }

  private static let columnUpdatable: BuiltinBody = { (values, call) throws(EngineFailure) in
    let id = try relationID(values[0], call)
    let column = Int(try values[1].integerValue()) - 1
    if column < 0 { return .boolean(false) }
    let events = try call.session.engine.updatability(
      of: id, columns: [column], includingTriggers: values[2].truth == true)
    return .boolean(events.isSuperset(of: [.update, .delete]))
  }

  /// Source: `convert_role_priv_string()`.
  private static let membership: BuiltinBody = { (values, call) throws(EngineFailure) in
    let role = values.count > 2 ? try roleName(values[0], call) : call.session.role
    let group = try roleName(values[values.count - 2], call)
    var isAny = false
    let parts = try values[values.count - 1].textValue().split(
      separator: ",", omittingEmptySubsequences: false)
    for part in parts {
      let written = String(part.drop { $0 == " " }).withoutTrailingSpaces
      let asked: Engine.InquiredMembership
      switch written.uppercased() {
      case "MEMBER": asked = .member
      case "USAGE": asked = .usage
      case "SET" where call.session.engine.version >= .v16: asked = .set
      case "MEMBER WITH GRANT OPTION", "MEMBER WITH ADMIN OPTION", "USAGE WITH GRANT OPTION",
        "USAGE WITH ADMIN OPTION":
        asked = .admin
      case "SET WITH GRANT OPTION" where call.session.engine.version >= .v16,
        "SET WITH ADMIN OPTION" where call.session.engine.version >= .v16:
        asked = .admin
      default:
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22023"), "unrecognized privilege type: \"\(written)\""))
      }
      isAny = isAny || call.session.engine.hasRole(role, of: group, asked)
    }
    return .boolean(isAny)
  }
}

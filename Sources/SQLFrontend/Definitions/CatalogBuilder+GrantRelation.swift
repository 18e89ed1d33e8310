import AccessModel
import CPgQuery
import RowSecurity

/// An object of GRANT, as messages and lists need it.
struct GrantedObject {
  var kind: String
  var name: String
  var owner: String
  var all: [Privilege]
  var everyone: [Privilege]
  /// The column that is meant.
  var column: String?

  init(
    _ kind: String, _ name: String, owner: String, all: [Privilege], everyone: [Privilege] = []
  ) {
    (self.kind, self.name, self.owner) = (kind, name, owner)
    (self.all, self.everyone) = (all, everyone)
  }

  /// `"t"`, or `column "a" of relation "t"`.
  var text: String {
    column.map { "column \"\($0)\" of relation \"\(name)\"" } ?? "\"\(name)\""
  }

  var predefinedAccess: PredefinedAccess? {
    switch kind {
    case "schema": .schema
    case "table" where column == nil: .relation
    case "table", "sequence": .column
    default: nil
    }
  }

  var denied: String {
    column.map { "permission denied for column \"\($0)\" of relation \"\(name)\"" }
      ?? "permission denied for \(kind) \(name)"
  }
}

extension CatalogBuilder {
  /// The list after a GRANT or REVOKE; nil stands for the built-in one.
  ///
  /// Source: `restrict_and_check_grant()` in `src/backend/catalog/aclchk.c`.
  mutating func changed(
    _ acl: AccessControlList?, by action: GrantAction, _ privileges: [Privilege],
    _ object: GrantedObject, relation: AccessControlList? = nil
  ) throws(ReadFailure) -> AccessControlList? {
    guard !privileges.isEmpty else { return acl }
    var list =
      acl
      ?? (object.column == nil
        ? .builtIn(owner: object.owner, all: object.all, everyone: object.everyone)
        : AccessControlList())
    var grantor: String?
    var usable = privileges
    if isSession, !state.isSuperuser {
      let authority = authority
      let merged = AccessControlList((relation?.entries ?? []) + list.entries)
      let best = authority.grantor(of: privileges, in: merged, owner: object.owner)
      (grantor, usable) = (best.grantor, best.grantable)
      if usable.isEmpty, !authority.hasAny(of: object.all, in: merged, on: object.predefinedAccess)
      {
        throw .refused(.insufficientPrivilege, object.denied)
      }
      warn(action, usable, of: privileges, object)
    }
    try action.apply(
      usable, to: &list, by: grantor, owner: object.owner,
      holders: grantor.map { authority.optionHolders(for: $0, owner: object.owner) } ?? [])
    return object.column != nil && list.entries.isEmpty ? nil : list
  }

  private mutating func warn(
    _ action: GrantAction, _ usable: [Privilege], of wanted: [Privilege], _ object: GrantedObject
  ) {
    let verb = action.isGrant ? "were granted" : "could be revoked"
    let sqlState = action.isGrant ? "01007" : "01006"
    if usable.isEmpty {
      warning("no privileges \(verb) for \(object.text)", sqlState: sqlState)
    } else if usable.count < wanted.count, Set(wanted) != Set(object.all) {
      warning("not all privileges \(verb) for \(object.text)", sqlState: sqlState)
    }
  }

  /// Source: `ExecGrant_Relation()`.
  mutating func grant(
    _ action: GrantAction, on name: QualifiedName, asSequence: Bool
  ) throws(ReadFailure) {
    let kind = asSequence ? "sequence" : "relation"
    // What is called a table may turn out to be a sequence.
    let allowed = asSequence ? Privilege.allOnSequence : state.allOnTable + [.usage]
    let all = try action.privileges(of: allowed, kind)
    switch state.slot(name) {
    case .index: throw .refused(SQLState(rawValue: "42809"), "\"\(name.name)\" is an index")
    case .opaque(let what): throw .unsupported("\(what) `\(name)`")
    case .table, .view:
      guard !asSequence else {
        throw .refused(SQLState(rawValue: "42809"), "\"\(name.name)\" is not a sequence")
      }
      let whole = action.privileges == nil ? state.allOnTable : all
      guard !whole.contains(.usage) else {
        throw .refused(SQLState(rawValue: "0LP01"), "invalid privilege type USAGE for table")
      }
      try grantColumns(action, whole.filter(state.allOnTable.contains), on: name)
    case .sequence(let index):
      guard action.privileges?.contains(where: { !$0.columns.isEmpty }) != true else {
        throw .unsupported("privileges on columns of a sequence")
      }
      let sequence = state.catalog.sequences[index]
      let usable = action.privileges == nil ? Privilege.allOnSequence : all
      let known = usable.filter(Privilege.allOnSequence.contains)
      if known.count < usable.count {
        warning(
          "sequence \"\(name.name)\" only supports USAGE, SELECT, and UPDATE privileges",
          sqlState: "0LP01")
      }
      let acl = try changed(
        sequence.acl, by: action, known,
        GrantedObject(
          "sequence", name.name, owner: sequence.owner, all: Privilege.allOnSequence))
      state.catalog.sequences[index].acl = acl
    case nil: break
    }
  }

  /// A table's or view's own list, and those of its columns.
  private mutating func grantColumns(
    _ action: GrantAction, _ whole: [Privilege], on name: QualifiedName
  ) throws(ReadFailure) {
    let owner = state.owner(of: name)
    let columns = state.columns(of: name)?.map(\.name) ?? []
    let object = GrantedObject("table", name.name, owner: owner, all: state.allOnTable)
    let old = state.acl(of: name)
    try checkColumns(action, columns, of: name)
    let list = try changed(old, by: action, whole, object)
    state.setACL(list, of: name)
    // What REVOKE can't take from a table it says of each column too.
    let isRefusable = !action.isGrant && isSession && !state.isSuperuser
    let hasSystemColumns =
      switch state.slot(name) {
      case .table: true
      case .view(let index): state.catalog.views[index].isMaterialized
      default: false
      }
    if isRefusable, hasSystemColumns { try warnOfSystemColumns(action, whole, object, old) }
    for (position, column) in columns.enumerated() {
      let own = try columnPrivileges(action, column, whole)
      let before = state.columnACL(position, of: name)
      let isNamed = action.privileges?.contains { $0.columns.contains(column) } ?? false
      guard !own.isEmpty, isNamed || action.isGrant || before != nil || isRefusable else {
        continue
      }
      var part = object
      part.column = column
      part.all = Privilege.allOnColumn
      let list = try changed(
        before, by: action, own, part,
        relation: old ?? .builtIn(owner: owner, all: state.allOnTable))
      state.setColumnACL(list, position, of: name)
    }
  }

  /// Source: `expand_all_col_privileges()`.
  private mutating func warnOfSystemColumns(
    _ action: GrantAction, _ whole: [Privilege], _ table: GrantedObject,
    _ acl: AccessControlList?
  ) throws(ReadFailure) {
    var part = table
    part.all = Privilege.allOnColumn
    for column in ["tableoid", "cmax", "xmax", "cmin", "xmin", "ctid"] {
      part.column = column
      _ = try changed(
        nil, by: action, whole.filter(Privilege.allOnColumn.contains), part,
        relation: acl ?? .builtIn(owner: table.owner, all: state.allOnTable))
    }
  }

  /// What a statement says of one column: its own privileges, and with REVOKE the table's too.
  private func columnPrivileges(
    _ action: GrantAction, _ column: String, _ whole: [Privilege]
  ) throws(ReadFailure) -> [Privilege] {
    var result: [Privilege] =
      action.isGrant ? [] : whole.filter(Privilege.allOnColumn.contains)
    for named in action.privileges ?? [] where named.columns.contains(column) {
      guard let name = named.name else {
        result += Privilege.allOnColumn
        continue
      }
      guard let privilege = action.privilege(name), Privilege.allOnColumn.contains(privilege)
      else { throw action.invalid(name, "column") }
      result.append(privilege)
    }
    return Set(result).sorted()
  }

  private func checkColumns(
    _ action: GrantAction, _ columns: [String], of name: QualifiedName
  ) throws(ReadFailure) {
    for named in action.privileges ?? [] {
      for column in named.columns where !columns.contains(column) {
        guard !SystemColumns.names.contains(column) else {
          throw .unsupported("privileges on a system column")
        }
        throw .refused(
          .undefinedColumn, "column \"\(column)\" of relation \"\(name.name)\" does not exist")
      }
    }
  }

  /// ALTER DEFAULT PRIVILEGES. Source: `ExecAlterDefaultPrivilegesStmt()`.
  mutating func alterDefaultPrivileges(
    _ node: UnsafeMutablePointer<PgQuery__AlterDefaultPrivilegesStmt>
  ) throws(ReadFailure) -> Effect {
    guard let grant = node.pointee.action?.pointee else { return .applied }
    let object = Self.defaultObject(grant.objtype)
    var roles: [Node]?
    var schemas: [String?] = [nil]
    for option in list(node.pointee.n_options, node.pointee.options)
    where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      let items = element.arg?.items ?? []
      if text(element.defname) == "schemas" {
        schemas = strings(items)
      } else if text(element.defname) == "roles" {
        roles = items
      }
    }
    let action = try self.action(grant)
    guard action.privileges?.contains(where: { !$0.columns.isEmpty }) != true else {
      throw .refused(
        SQLState(rawValue: "0LP01"), "default privileges cannot be set for columns")
    }
    let privileges = try action.privileges(of: object.all(state.postgresVersion), object.word)
    // Whose they are is looked at last.
    for schema in roles == nil ? schemas : [] {
      try change(action, privileges, role: state.currentRole, schema: schema, object)
    }
    for role in roles ?? [] {
      guard let role = try self.roles([role]).first else { continue }
      try require(.defaultPrivileges(of: role))
      for schema in schemas {
        try change(action, privileges, role: role, schema: schema, object)
      }
    }
    return .applied
  }

  private mutating func change(
    _ action: GrantAction, _ privileges: [Privilege], role: String, schema: String?,
    _ object: DefaultPrivileges.Object
  ) throws(ReadFailure) {
    if let schema {
      _ = try state.schemaForCreation(schema)
      if object == .schemas {
        throw .refused(
          SQLState(rawValue: "0LP01"),
          "cannot use IN SCHEMA clause when using GRANT/REVOKE ON SCHEMAS")
      }
    }
    let key = DefaultPrivileges.Key(role: role, schema: schema, object: object)
    let builtIn =
      schema == nil
      ? AccessControlList.builtIn(
        owner: role, all: object.all(state.postgresVersion), everyone: object.everyone)
      : AccessControlList()
    var list = state.defaultPrivileges[key] ?? builtIn
    try action.apply(privileges, to: &list, by: nil, owner: role)
    let isUsual = Set(list.entries) == Set(builtIn.entries)
    if state.defaultPrivileges[key] == nil { state.stamp(.defaultPrivileges(key.description)) }
    state.defaultPrivileges[key] = isUsual ? nil : list
  }

  private static func defaultObject(_ type: PgQuery__ObjectType) -> DefaultPrivileges.Object {
    switch type {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE: .tables
    case PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE: .sequences
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION, PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE,
      PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE:
      .functions
    case PG_QUERY__OBJECT_TYPE__OBJECT_SCHEMA: .schemas
    default: .types
    }
  }
}

extension DefaultPrivileges.Object {
  /// As messages about privilege types name it.
  fileprivate var word: String {
    switch self {
    case .tables: "relation"
    case .sequences: "sequence"
    case .functions: "function"
    case .types: "type"
    case .schemas: "schema"
    }
  }
}

extension DatabaseState {
  /// What ALL means on a table or view.
  var allOnTable: [Privilege] { Privilege.allOnTable(postgresVersion) }

  /// The list of a table or view.
  func acl(of name: QualifiedName) -> AccessControlList? {
    switch slot(name) {
    case .table(let index): catalog.tables[index].acl
    case .view(let index): catalog.views[index].acl
    default: nil
    }
  }

  mutating func setACL(_ acl: AccessControlList?, of name: QualifiedName) {
    switch slot(name) {
    case .table(let index): catalog.tables[index].acl = acl
    case .view(let index): catalog.views[index].acl = acl
    default: break
    }
  }

  func columnACL(_ position: Int, of name: QualifiedName) -> AccessControlList? {
    switch slot(name) {
    case .table(let index): catalog.tables[index].columns[position].acl
    case .view(let index): catalog.views[index].columns[position].acl
    default: nil
    }
  }

  mutating func setColumnACL(
    _ acl: AccessControlList?, _ position: Int, of name: QualifiedName
  ) {
    switch slot(name) {
    case .table(let index): catalog.tables[index].columns[position].acl = acl
    case .view(let index): catalog.views[index].columns[position].acl = acl
    default: break
    }
  }
}

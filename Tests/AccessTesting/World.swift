import AccessDecisions
public import AccessFixtures
public import AccessModel

/// A tiny database for one test: roles, tables, views, policies, grants and rows.
///
/// ```swift
/// var world = World()
/// world.role("alice")
/// world.table("t", ["id integer", "who text"], rows: [["1", "a"]])
/// world.grant(.select, on: "t", to: "alice")
/// ```
public struct World {
  public var catalog: Catalog
  public var rows: [TableRows] = []

  /// Starts with the superuser `postgres`, who owns everything, and a `public` schema that every
  /// role may use.
  public init() {
    var schemaACL = AccessControlList.builtIn(owner: "postgres", all: Privilege.allOnSchema)
    schemaACL.grant([.usage], to: .everyone)
    catalog = Catalog(
      roles: [
        Catalog.Role(
          "postgres", isSuperuser: true, bypassesRowSecurity: true, canLogin: true,
          origin: .platform("postgresql"))
      ],
      schemas: [
        Catalog.Schema(
          "public", owner: "postgres", acl: schemaACL, origin: .platform("postgresql"))
      ])
  }

  public mutating func role(
    _ name: String, in groups: String..., bypass: Bool = false, superuser: Bool = false,
    inherits: Bool = true
  ) {
    catalog.roles.append(
      Catalog.Role(
        name, isSuperuser: superuser, bypassesRowSecurity: bypass, inherits: inherits,
        memberships: groups.map { Catalog.Membership(of: $0) }))
  }

  /// Columns are written `name type`, with ` primary key`, ` not null`, ` unique`, ` identity` or
  /// ` references table` after it; the key is the first column.
  public mutating func table(
    _ name: String, _ columns: [String], owner: String = "postgres", rls: Bool = true,
    force: Bool = false, rows: [[String?]] = []
  ) {
    var table = Catalog.Table(
      QualifiedName("public", name), columns: [], owner: owner, rowSecurityEnabled: rls,
      rowSecurityForced: force)
    for text in columns {
      let words = text.split(separator: " ").map(String.init)
      var column = Catalog.Column(words[0], Self.type(words[1]))
      let rest = words.dropFirst(2).joined(separator: " ")
      column.isNullable = !rest.contains("not null") && !rest.contains("primary key")
      if rest.contains("identity") { column.identity = .byDefault }
      if rest.contains("primary key") {
        table.keys.append(
          Catalog.Key("\(name)_pkey", columns: [words[0]], isPrimary: true))
      }
      if rest.contains("unique") {
        table.keys.append(Catalog.Key("\(name)_\(words[0])_key", columns: [words[0]]))
      }
      if let position = words.firstIndex(of: "references") {
        table.foreignKeys.append(
          Catalog.ForeignKey(
            "\(name)_\(words[0])_fkey", columns: [words[0]],
            references: QualifiedName("public", words[position + 1]), referencedColumns: ["id"],
            onDelete: rest.contains("cascade") ? .cascade : .noAction))
      }
      table.columns.append(column)
    }
    catalog.tables.append(table)
    self.rows.append(
      TableRows(
        table.name, columns: table.columns.map(\.name), rows: rows.map { TableRows.Row($0) }))
  }

  private static func type(_ text: String) -> TypeName {
    switch text {
    case "int", "integer": .integer
    case "timestamptz": .timestamptz
    default: TypeName(text)
    }
  }

  /// `columns` are written `name type`.
  public mutating func view(
    _ name: String, _ columns: [String], owner: String = "postgres", invoker: Bool = false,
    _ query: SQLQuery
  ) {
    catalog.views.append(
      Catalog.View(
        QualifiedName("public", name),
        columns: columns.map { text in
          let words = text.split(separator: " ").map(String.init)
          return Catalog.ViewColumn(words[0], Self.type(words[1]))
        }, query: query, securityInvoker: invoker, owner: owner))
  }

  public mutating func policy(
    _ name: String, on table: String, _ command: Catalog.Policy.Command = .all,
    restrictive: Bool = false, to roles: String..., using: SQLExpression? = nil,
    check: SQLExpression? = nil
  ) {
    modify(table) {
      $0.policies.append(
        Catalog.Policy(
          name, isPermissive: !restrictive, command: command,
          roles: roles.isEmpty ? [.everyone] : roles.map { .role($0) }, using: using,
          check: check))
    }
  }

  /// An SQL function without arguments, in `public`; EXECUTE for `grantees` only, if given.
  public mutating func function(
    _ name: String, returns type: TypeName, owner: String = "postgres", definer: Bool = false,
    executeTo grantees: [String]? = nil, _ body: SQLQuery
  ) {
    var acl: AccessControlList?
    if let grantees {
      acl = .builtIn(owner: owner, all: [.execute])
      for grantee in grantees { acl?.grant([.execute], to: .role(grantee)) }
    }
    catalog.functions.append(
      Catalog.Function(
        QualifiedName("public", name), returns: type, body: .query(body), volatility: .stable,
        isSecurityDefiner: definer, owner: owner, acl: acl))
  }

  public mutating func modify(_ table: String, _ change: (inout Catalog.Table) -> Void) {
    for index in catalog.tables.indices where catalog.tables[index].name.name == table {
      change(&catalog.tables[index])
    }
  }

  /// Grants on a table or view, or on columns of it. `PUBLIC` is everyone.
  public mutating func grant(
    _ privileges: Privilege..., on relation: String, columns: [String] = [], to role: String
  ) {
    let grantee: Grantee = role == "PUBLIC" ? .everyone : .role(role)
    for index in catalog.tables.indices where catalog.tables[index].name.name == relation {
      if columns.isEmpty {
        var acl =
          catalog.tables[index].acl
          ?? .builtIn(owner: catalog.tables[index].owner, all: Privilege.allOnTable)
        acl.grant(privileges, to: grantee)
        catalog.tables[index].acl = acl
      }
      for column in catalog.tables[index].columns.indices
      where columns.contains(catalog.tables[index].columns[column].name) {
        var acl = catalog.tables[index].columns[column].acl ?? AccessControlList()
        acl.grant(privileges, to: grantee)
        catalog.tables[index].columns[column].acl = acl
      }
    }
    for index in catalog.views.indices where catalog.views[index].name.name == relation {
      var acl =
        catalog.views[index].acl
        ?? .builtIn(owner: catalog.views[index].owner, all: Privilege.allOnTable)
      acl.grant(privileges, to: grantee)
      catalog.views[index].acl = acl
    }
  }
}

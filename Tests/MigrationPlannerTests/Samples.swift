import AccessModel
import AccessPlan

@testable import ElectricRide

/// Small plans for these tests.
enum Samples {
  /// One of everything that a migration writes.
  static let notes = PlanDocument(
    name: "notes",
    catalog: Catalog(
      roles: platformRoles + [
        Catalog.Role(
          "editor", canLogin: true, memberships: [Catalog.Membership(of: "authenticated")])
      ],
      schemas: platformSchemas + [
        Catalog.Schema(
          "app", owner: "postgres",
          acl: AccessControlList([
            .init(.role("postgres"), Privilege.allOnSchema, grantable: Privilege.allOnSchema),
            .init(.role("anon"), [.usage]), .init(.role("authenticated"), [.usage]),
          ]))
      ],
      tables: [note, author], views: [recent, published],
      sequences: [
        Catalog.Sequence(
          QualifiedName("app", "shelf_number"), owner: "postgres",
          acl: ownerAnd([.init(.role("authenticated"), [.usage])], all: Privilege.allOnSequence))
      ],
      functions: [uid, isAuthor]))

  /// The same relations with row security off and everything granted to everyone.
  static let open: PlanDocument = {
    var document = notes
    document.variant = "open"
    for index in document.catalog.tables.indices {
      document.catalog.tables[index].rowSecurityEnabled = false
      document.catalog.tables[index].policies = []
      document.catalog.tables[index].acl = ownerAnd([.init(.everyone, Privilege.allOnTable)])
    }
    return document
  }()

  /// By title. A document added here is held by a golden file and loaded twice.
  static let all = Dictionary(
    uniqueKeysWithValues: ([notes, open] + electricRide).map { ($0.title, $0) })

  /// The shipped plan and the stages on the way there.
  static let electricRide = ElectricRidePlans.all.compactMap { $0.load().document }

  private static func ownerAnd(
    _ entries: [AccessControlList.Entry], all: [Privilege] = Privilege.allOnTable
  ) -> AccessControlList {
    AccessControlList([.init(.role("postgres"), all, grantable: all)] + entries)
  }

  private static let platformRoles = [
    Catalog.Role(
      "postgres", isSuperuser: true, bypassesRowSecurity: true, canLogin: true,
      origin: .platform("supabase")),
    Catalog.Role("anon", origin: .platform("supabase")),
    Catalog.Role("authenticated", origin: .platform("supabase")),
    Catalog.Role("service_role", bypassesRowSecurity: true, origin: .platform("supabase")),
    Catalog.Role(
      "authenticator", inherits: false, canLogin: true,
      memberships: [Catalog.Membership(of: "anon"), Catalog.Membership(of: "authenticated")],
      origin: .platform("supabase")),
  ]

  private static let platformSchemas = ["public", "auth"].map {
    Catalog.Schema(
      $0, owner: "postgres",
      acl: AccessControlList([
        .init(.role("postgres"), Privilege.allOnSchema, grantable: Privilege.allOnSchema),
        .init(.role("anon"), [.usage]), .init(.role("authenticated"), [.usage]),
        .init(.role("service_role"), [.usage]),
      ]), origin: .platform("supabase"))
  }

  private static let uid = Catalog.Function(
    QualifiedName("auth", "uid"), returns: .uuid,
    body: .text(
      """

        SELECT coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub',
          NULL)::uuid

      """),
    volatility: .stable, owner: "postgres", origin: .platform("supabase"))

  private static let isAuthor = Catalog.Function(
    QualifiedName("app", "is_author"), arguments: [.init("candidate", .bigint)], returns: .boolean,
    body: .query(
      SQLQuery(
        SQLSelect([
          .expression(
            .exists(
              query: SQLQuery(
                SQLSelect(
                  [.expression(.integer(1), name: nil)],
                  from: [.relation(schema: "app", name: "author", alias: nil)],
                  where: .allOf([
                    .equal(
                      .column("id", of: "author"), .parameter(number: 1)),
                    .equal(.column("account", of: "author"), currentUser),
                  ])))), name: nil)
        ]))),
    volatility: .stable, isSecurityDefiner: true, settings: [.init("search_path", "")],
    owner: "postgres",
    acl: ownerAnd([.init(.role("authenticated"), [.execute])], all: [.execute]),
    place: SourcePlace(file: "Notes/IsAuthor.swift", line: 3))

  private static let currentUser = SQLExpression.scalarQuery(
    query: SQLQuery(SQLSelect([.expression(.function("uid", schema: "auth"), name: nil)])))

  /// Refers to `author`, which is declared later and refers back.
  private static let note = Catalog.Table(
    QualifiedName("app", "note"),
    columns: [
      Catalog.Column("id", .bigint, isNullable: false, identity: .byDefault),
      Catalog.Column("author_id", .bigint, isNullable: false),
      Catalog.Column(
        "title", .text, isNullable: false,
        acl: AccessControlList([.init(.role("authenticated"), [.update])])),
      Catalog.Column(
        "body", .text,
        acl: AccessControlList([.init(.role("authenticated"), [.update])]),
        comment: "Markdown; a line's end is \\n"),
      Catalog.Column("is_published", .boolean, isNullable: false, defaultValue: .false),
      Catalog.Column(
        "shelf", .bigint,
        defaultValue: .function("nextval", .string("app.shelf_number"))),
      Catalog.Column(
        "written", .timestamptz, isNullable: false,
        defaultValue: .valueFunction(.currentTimestamp)),
      Catalog.Column(
        "length", .integer, generated: .function("length", .column("body"))),
    ],
    keys: [
      Catalog.Key("note_pkey", columns: ["id"], isPrimary: true),
      Catalog.Key("note_author_id_title_key", columns: ["author_id", "title"]),
    ],
    foreignKeys: [
      Catalog.ForeignKey(
        "note_author_id_fkey", columns: ["author_id"],
        references: QualifiedName("app", "author"), referencedColumns: ["id"], onDelete: .cascade)
    ],
    checks: [
      Catalog.CheckConstraint(
        "note_title_check",
        .binary(symbol: "<>", left: .column("title", of: "note"), right: .string("")))
    ],
    owner: "postgres", rowSecurityEnabled: true, rowSecurityForced: true,
    policies: [
      Catalog.Policy(
        "note_select_published", command: .select, roles: [.role("anon"), .role("authenticated")],
        using: .column("is_published", of: "note"),
        place: SourcePlace(file: "Notes/Note.swift", line: 20)),
      Catalog.Policy(
        "note_all_own", command: .all, roles: [.role("authenticated")],
        using: ownNote, check: ownNote, comment: "People's own notes",
        place: SourcePlace(file: "Notes/Note.swift", line: 21)),
      Catalog.Policy(
        "Nobody's \"shelf\"", isPermissive: false, command: .update, roles: [.everyone],
        using: .test(operand: .column("shelf", of: "note"), kind: .isNotNull)),
    ],
    acl: ownerAnd([
      .init(.role("anon"), [.select]),
      .init(.role("authenticated"), [.select, .insert, .delete]),
      .init(.role("editor"), [.select], grantable: [.select]),
    ]),
    comment: "What people write", place: SourcePlace(file: "Notes/Note.swift", line: 4))

  private static let ownNote = SQLExpression.exists(
    query: SQLQuery(
      SQLSelect(
        [.expression(.integer(1), name: nil)],
        from: [.relation(schema: "app", name: "author", alias: nil)],
        where: .allOf([
          .equal(.column("id", of: "author"), .column("author_id", of: "note")),
          .equal(.column("account", of: "author"), currentUser),
        ]))))

  private static let author = Catalog.Table(
    QualifiedName("app", "author"),
    columns: [
      Catalog.Column("id", .bigint, isNullable: false, identity: .always),
      Catalog.Column("account", .uuid),
      Catalog.Column("name", TypeName("character varying", modifiers: [80]), isNullable: false),
      Catalog.Column("favourite", .bigint), Catalog.Column("editor_id", .bigint),
      Catalog.Column("user", TypeName("numeric", modifiers: [6, 2])),
    ],
    keys: [Catalog.Key("author_pkey", columns: ["id"], isPrimary: true)],
    foreignKeys: [
      Catalog.ForeignKey(
        "author_favourite_fkey", columns: ["favourite"], references: note.name,
        referencedColumns: ["id"], onDelete: .setNull),
      Catalog.ForeignKey(
        "author_editor_id_fkey", columns: ["editor_id"],
        references: QualifiedName("app", "author"), referencedColumns: ["id"]),
    ],
    owner: "postgres", rowSecurityEnabled: true,
    policies: [
      Catalog.Policy(
        "author_select", command: .select, roles: [.role("authenticated")], using: .true)
    ],
    acl: ownerAnd([.init(.role("authenticated"), [.select])]))

  /// Reads `published`, which is declared later.
  private static let recent = Catalog.View(
    QualifiedName("app", "recent"), columns: [.init("title", .text)],
    query: SQLQuery(
      .select(
        SQLSelect(
          [.expression(.column("title", of: "published"), name: "title")],
          from: [.relation(schema: "app", name: "published", alias: nil)])),
      orderBy: [SQLOrder(.column("written", of: "published"), isDescending: true)],
      limit: .integer(10)),
    securityInvoker: true, owner: "postgres", acl: ownerAnd([.init(.role("anon"), [.select])]))

  private static let published = Catalog.View(
    QualifiedName("app", "published"),
    columns: [
      .init(
        "title", .text, acl: AccessControlList([.init(.role("authenticated"), [.select])])),
      .init("written", .timestamptz), .init("author", .text),
    ],
    query: SQLQuery(
      SQLSelect(
        [
          .expression(.column("title", of: "note"), name: "title"),
          .expression(.column("written", of: "note"), name: nil),
          .expression(.column("name", of: "author"), name: "author"),
        ],
        from: [
          .join(
            kind: .inner, left: .relation(schema: "app", name: "note", alias: nil),
            right: .relation(schema: "app", name: "author", alias: nil),
            condition: .equal(.column("id", of: "author"), .column("author_id", of: "note")))
        ], where: .column("is_published", of: "note"))),
    securityInvoker: false, securityBarrier: true, owner: "postgres",
    acl: ownerAnd([.init(.role("anon"), [.select])]), comment: "For everyone")
}

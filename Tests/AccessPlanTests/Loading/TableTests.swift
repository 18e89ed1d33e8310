import AccessPlan
import Testing

private struct HTTPRequestLog: Table {
  let id = Column("id", .bigint).primaryKey().generated()
}

private struct Everything: Table {
  static let name = "things"
  static let schema = "app"
  static let comment: String? = "all kinds of columns"
  static let rowSecurity = RowSecurityState.forced

  let id = Column("id", .bigint).primaryKey().generatedAlways()
  let part = Column("part", .smallint).primaryKey()
  let email = Column("email", .text).unique().comment("whose")
  let score = Column("score", .double).nullable().defaults(to: 0.5)
  let at = Column("at", .timestamptz).defaults(to: currentTimestamp)
  let self_ = Column("self", .text).nullable().references(
    Everything.self, \.email, onDelete: .setNull)

  var constraints: Constraints {
    Unique(email, score)
    Check("score_is_small", score < 1)
  }
}

private struct Ticket: Table {
  let number = Column("number", .bigint).primaryKey().serial()
  let text = Column("text", .text)

  var access: AccessRules {
    Allow(.select, to: .anon)
    Allow(.insert, to: .authenticated, on: text)
  }
}

struct TableTests {
  private let plan = Plan("p", platform: .supabase) {
    Schema("app")
    HTTPRequestLog.self
    Everything.self
    Ticket.self
  }

  private func everything() throws -> Catalog.Table {
    try plan.document().catalog.table(QualifiedName("app", "things")).required()
  }

  @Test func `a table is called like its type in snake case`() throws {
    _ = try plan.table("http_request_log")
  }

  @Test func `columns keep order, types and nullability`() throws {
    let columns = try everything().columns
    #expect(columns.map(\.name) == ["id", "part", "email", "score", "at", "self"])
    #expect(
      columns.map(\.type) == [.bigint, .smallint, .text, .doublePrecision, .timestamptz, .text])
    #expect(columns.map(\.isNullable) == [false, false, false, true, false, true])
    #expect(columns.map(\.identity) == [.always, nil, nil, nil, nil, nil])
    #expect(columns[2].comment == "whose")
  }

  @Test func `defaults are constants or expressions`() throws {
    let table = try everything()
    #expect(try table.column("score").defaultValue == (0.5).literal)
    #expect(try table.column("at").defaultValue == .valueFunction(.currentTimestamp))
  }

  @Test func `keys are named as PostgreSQL names them`() throws {
    #expect(
      try everything().keys == [
        Catalog.Key("things_pkey", columns: ["id", "part"], isPrimary: true),
        Catalog.Key("things_email_key", columns: ["email"]),
        Catalog.Key("things_email_score_key", columns: ["email", "score"]),
      ])
  }

  @Test func `a table may refer to itself`() throws {
    #expect(
      try everything().foreignKeys == [
        Catalog.ForeignKey(
          "things_self_fkey", columns: ["self"], references: QualifiedName("app", "things"),
          referencedColumns: ["email"], onDelete: .setNull)
      ])
  }

  @Test func `checks are over the table's own columns, which need no qualifier`() throws {
    #expect(
      try everything().checks == [
        Catalog.CheckConstraint(
          "score_is_small",
          .binary(symbol: "<", left: .column("score"), right: (1.0).literal))
      ])
  }

  @Test func `row security is on unless said otherwise, and forced if said so`() throws {
    let log = try plan.table("http_request_log"), things = try everything()
    #expect(log.rowSecurityEnabled && !log.rowSecurityForced)
    #expect(things.rowSecurityEnabled && things.rowSecurityForced)
    #expect(things.comment == "all kinds of columns")
  }

  @Test func `the place of a table is the line of its first column`() throws {
    let place = try plan.table("ticket").place.required()
    #expect(place.file == "AccessPlanTests/TableTests.swift")
    #expect(place.line == 29)
  }

  @Test func `a serial column draws from a sequence that inserting roles may use`() throws {
    let catalog = try plan.document().catalog
    let sequence = try catalog.sequences.first.required()
    #expect(sequence.name == QualifiedName("public", "ticket_number_seq"))
    #expect(sequence.acl?.privileges(of: .role("authenticated")) == [.usage])
    #expect(sequence.acl?.privileges(of: .role("anon")) == [])
    #expect(sequence.acl?.privileges(of: .role("service_role")) == Privilege.allOnSequence.sorted())
    #expect(
      try plan.table("ticket").column("number").defaultValue
        == .function("nextval", .string("public.ticket_number_seq")))
  }

  @Test func `identity columns need no sequence`() throws {
    #expect(try plan.document().catalog.sequences.count == 1)
  }
}

import AccessPlan
import Testing

private struct Twin: Table {
  static let name = "item"
  let id = Column("id", .bigint)
}

private struct TwinColumns: Table {
  let one = Column("same", .bigint)
  let other = Column("same", .text)
}

private struct LongColumn: Table {
  // 32 characters, 64 bytes.
  let column = Column("éééééééééééééééééééééééééééééééé", .text)
}

private struct FittingColumn: Table {
  // 63 bytes.
  let column = Column("éééééééééééééééééééééééééééééééx", .text)
}

private struct NamelessColumn: Table {
  let column = Column("", .text)
}

private struct SpoiltColumn: Table {
  let column = Column("a\0b", .text)
}

private struct Homeless: Table {
  static let schema = "ap"
  let id = Column("id", .bigint)
}

private struct TwinChecks: Table {
  let id = Column("id", .bigint)
  var constraints: Constraints {
    Check("positive", id > 0)
    Check("positive", id > 1)
  }
}

struct NameDiagnosticTests {
  private func mistake(@PlanParts _ parts: () -> PlanParts) throws -> Diagnostic {
    try Plan("p", platform: .supabase) { parts() }.mistake()
  }

  @Test func `two relations with one name`() throws {
    let mistake = try mistake {
      Shop.Item.self
      Twin.self
    }
    #expect(mistake.id == .duplicateName)
    #expect(mistake.message == "relation `item` is declared twice")
    #expect(
      mistake.place == SourcePlace(file: "AccessPlanTests/NameDiagnosticTests.swift", line: 6))
    #expect(mistake.help != nil)
  }

  @Test func `two columns with one name`() throws {
    let mistake = try mistake { TwinColumns.self }
    #expect(mistake.id == .duplicateName)
    #expect(mistake.message == "`twin_columns` has two columns named `same`")
    #expect(mistake.place?.line == 11)
  }

  @Test func `a role that the platform has already`() throws {
    let mistake = try mistake { Role("anon") }
    #expect(mistake.id == .duplicateName)
    #expect(mistake.message == "role `anon` is declared twice")
  }

  @Test func `a schema that the platform has already`() throws {
    let mistake = try mistake { Schema("auth") }
    #expect(mistake.id == .duplicateName)
    #expect(mistake.message == "schema `auth` is declared twice")
  }

  @Test func `two policies with one name`() throws {
    let mistake = try Shop.plan { _ in
      Allow(.select, to: .anon, named: "window")
      Allow(.select, to: .authenticated, named: "window")
    }.mistake()
    #expect(mistake.id == .duplicateName)
    #expect(mistake.message == "`item` has two policies named `window`")
    #expect(mistake.place?.line == #line - 4)
  }

  @Test func `two constraints with one name`() throws {
    let mistake = try mistake { TwinChecks.self }
    #expect(mistake.id == .duplicateName)
    #expect(mistake.message == "`twin_checks` has two constraints named `positive`")
  }

  @Test func `two functions with one signature`() throws {
    let function = Function(
      "f", returns: .boolean, volatility: .stable, security: .invoker, sql: "select true")
    let mistake = try mistake {
      function
      function
    }
    #expect(mistake.id == .duplicateName)
    #expect(mistake.message == "function `f()` is declared twice")
  }

  @Test func `a name is measured in bytes, not in characters`() throws {
    let mistake = try mistake { LongColumn.self }
    #expect(mistake.id == .nameTooLong)
    #expect(
      mistake.message.hasPrefix(
        "the name of a column of `long_column` has 64 bytes, not at most 63"))
    #expect(mistake.place?.line == 16)
  }

  @Test func `a name of 63 bytes fits`() throws {
    _ = try Plan("p", platform: .supabase) { FittingColumn.self }.document()
  }

  @Test func `an empty name`() throws {
    let mistake = try mistake { NamelessColumn.self }
    #expect(mistake.id == .emptyName)
    #expect(mistake.message == "a column of `nameless_column` has an empty name")
  }

  @Test func `a name with a NUL character`() throws {
    #expect(try mistake { SpoiltColumn.self }.id == .nameSpoilt)
  }

  @Test(arguments: ["", String(repeating: "x", count: 64), "a\0"])
  func `roles, schemas, functions and policies are named by the same rules`(name: String) throws {
    let id: DiagnosticID =
      name.isEmpty ? .emptyName : name.utf8.count > 63 ? .nameTooLong : .nameSpoilt
    #expect(try mistake { Role(name) }.id == id)
    #expect(try mistake { Schema(name) }.id == id)
    let function = Function(
      name, returns: .boolean, volatility: .stable, security: .invoker, sql: "select true")
    #expect(try mistake { function }.id == id)
    #expect(
      try Shop.plan { _ in Allow(.select, to: .anon, named: name) }.mistake().id == id)
  }

  @Test func `a schema that nobody declared`() throws {
    let mistake = try mistake {
      Schema("app")
      Homeless.self
    }
    #expect(mistake.id == .unknownSchema)
    #expect(mistake.message == "relation `ap.homeless` is in schema `ap`, which is not declared")
    #expect(mistake.help == "did you mean `app`?")
  }

  @Test func `all mistakes are reported at once`() {
    let mistakes = Plan("p", platform: .supabase) {
      TwinColumns.self
      NamelessColumn.self
      Homeless.self
      Role("anon")
    } intents: {
      Anyone.may(.select, Shop.Item.self)
    }.mistakes()
    #expect(
      Set(mistakes.map(\.id))
        == [.duplicateName, .emptyName, .unknownSchema, .unknownRelation])
    #expect(mistakes.count == 5)
  }
}

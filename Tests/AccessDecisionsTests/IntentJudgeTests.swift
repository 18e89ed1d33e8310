import AccessDecisions
import AccessModel
import Testing

@Suite struct IntentJudgeTests {
  private let everyone = [ana, ben, eve, guest, server]

  private func judge(
    _ claim: Intent.Claim, _ subjects: [Intent.Subject], _ commands: [AccessCommand],
    columns: [String]? = nil, plan: PlanDocument = notesPlan(), identities: [Identity]? = nil,
    _ engine: ToyEngine
  ) throws -> IntentResult {
    let intent = Intent(
      claim, subjects, commands, on: note, columns: columns,
      place: SourcePlace(file: "Plan.swift", line: 7))
    return try IntentJudge(plan, identities: identities ?? everyone, asking: engine).judge(intent)
  }

  private func broken(_ result: IntentResult) -> [String] {
    result.violations.map { "\($0.identity) \($0.kind.name) \($0.count)" }
  }

  /// `sound`, but for one command and everybody who writes.
  private func flawed(_ command: String, _ rule: ToyEngine.Rule) -> ToyEngine {
    ToyEngine { identity, asked in
      asked == command && identity.role == "writer" ? rule : sound(identity, asked)
    }
  }

  @Test func `a sound plan keeps its word in all commands`() throws {
    let result = try judge(.onlyMay, [.owner], AccessCommand.allCases, ToyEngine(sound))
    #expect(result.verdict == .held)
    #expect(broken(result) == [])
    #expect(result.diagnostics == [])
    #expect(result.checks > 20)
  }

  @Test func `a role that bypasses row security is a note and no violation`() throws {
    let result = try judge(.onlyMay, [.owner], [.select], ToyEngine(sound))
    #expect(result.notes == ["`server` bypasses row security: `note` is open to it"])
  }

  @Test func `rows that leak are named with the place of the intent`() throws {
    let plan = notesPlan(uniqueBody: true)
    let result = try judge(.onlyMay, [.owner], [.select], plan: plan, flawed("select", .all))
    #expect(broken(result) == ["ana reaches 1", "ben reaches 2", "eve reaches 3"])
    #expect(
      result.diagnostics.first?.description == """
        Plan.swift:7: error: `only the row's owner may select note` does not hold: `ana` (writer) \
        can select 1 row of `note` not theirs to reach: id=3, body=b1 [RK501]
        """)
  }

  @Test func `a leak of one column is a leak`() throws {
    let leak = ToyEngine { identity, command in
      identity == guest && command == "select"
        ? .init(columns: ["body"]) : sound(identity, command)
    }
    let result = try judge(.onlyMay, [.owner], [.select], leak)
    #expect(broken(result) == ["guest reaches 3"])
    #expect(result.violations.first?.columns == ["body"])
    let limited = try judge(.onlyMay, [.owner], [.select], columns: ["author"], leak)
    #expect(limited.verdict == .held)
  }

  @Test func `an owner who is refused is reported with the reason`() throws {
    let result = try judge(.onlyMay, [.owner], [.delete], flawed("delete", .denied))
    #expect(broken(result) == ["ana denied 2", "ben denied 1"])
    #expect(
      result.violations.first?.decision?.description
        == "no_privilege (permission denied for table note)")
  }

  @Test func `an owner who misses a column is denied`() throws {
    let engine = flawed("select", .init(columns: ["id", "body"], using: { _ in true }))
    let result = try judge(.may, [.owner], [.select], engine)
    #expect(broken(result) == ["ana denied 2", "ben denied 1"])
    #expect(result.violations.first?.columns == ["author"])
  }

  @Test func `a delete that takes others' rows is found by key`() throws {
    let engine = ToyEngine { identity, command in
      let isOpen = ["select", "delete"].contains(command) && identity == ana
      return isOpen ? .all : sound(identity, command)
    }
    #expect(broken(try judge(.onlyMay, [.owner], [.delete], engine)) == ["ana reaches 1"])
  }

  @Test func `a delete that takes rows it cannot see is found blindly`() throws {
    let result = try judge(.onlyMay, [.owner], [.delete], flawed("delete", .all))
    #expect(
      broken(result) == ["ana reachesBlindly 1", "ben reachesBlindly 2", "eve reachesBlindly 3"])
  }

  @Test func `TRUNCATE is a way to delete`() throws {
    let result = try judge(.onlyMay, [.owner], [.delete], flawed("truncate", .all))
    #expect(broken(result) == ["ana truncates 1", "ben truncates 2", "eve truncates 3"])
    #expect(try judge(.onlyMay, [.owner], [.update], flawed("truncate", .all)).verdict == .held)
  }

  @Test func `a row planted in another's name is found`() throws {
    let result = try judge(.onlyMay, [.owner], [.insert], flawed("insert", .all))
    #expect(broken(result) == ["ana plants 1", "ben plants 2", "eve plants 3"])
  }

  @Test func `an insert that cannot say whose the row is plants nothing`() throws {
    let rule = ToyEngine.Rule(columns: ["body"])
    let engine = ToyEngine { identity, command in
      command == "insert" && identity == eve ? rule : sound(identity, command)
    }
    #expect(try judge(.onlyMay, [.owner], [.insert], engine).verdict == .held)
  }

  @Test func `handing a row of one's own to somebody else is found`() throws {
    let engine = ToyEngine { identity, command in
      guard command == "update", identity == ana else { return sound(identity, command) }
      return .init(using: { $0["author"] == "ana" }, check: { _ in true })
    }
    #expect(broken(try judge(.onlyMay, [.owner], [.update], engine)) == ["ana givesAway 1"])
  }

  @Test func `taking somebody else's row over is found`() throws {
    let engine = ToyEngine { identity, command in
      guard identity == ana else { return sound(identity, command) }
      switch command {
      case "select": return .all
      case "update": return .init(check: { $0["author"] == "ana" })
      default: return sound(identity, command)
      }
    }
    #expect(broken(try judge(.onlyMay, [.owner], [.update], engine)) == ["ana takesOver 1"])
  }

  @Test func `taking rows over without seeing them is found`() throws {
    let engine = ToyEngine { identity, command in
      command == "update" && identity == ben
        ? .init(check: { $0["author"] == "ben" }) : sound(identity, command)
    }
    #expect(broken(try judge(.onlyMay, [.owner], [.update], engine)) == ["ben reachesBlindly 2"])
  }

  @Test func `nobody but the server may`() throws {
    let open = flawed("select", .all)
    #expect(
      try judge(
        .nobodyBut, [.role("server")], [.insert],
        ToyEngine { identity, command in
          identity.role == "server" ? .all : .denied
        }
      ).verdict == .held)
    #expect(
      broken(try judge(.nobodyBut, [.role("server")], [.select], open))
        == ["ana reaches 3", "ben reaches 3", "eve reaches 3"])
  }

  @Test func `nobody but says nothing of what its subjects can`() throws {
    #expect(try judge(.nobodyBut, [.role("writer")], [.select], ToyEngine(sound)).verdict == .held)
  }

  @Test func `anyone means every identity`() throws {
    let result = try judge(.may, [.anyone], [.select], ToyEngine(sound))
    #expect(broken(result) == ["ana denied 1", "ben denied 2", "eve denied 3", "guest denied 3"])
  }

  @Test func `a role's intent holds for roles that inherit it`() throws {
    let editor = Identity("ed", role: "editor")
    let engine = ToyEngine { identity, _ in identity.role == "editor" ? .all : .denied }
    let result = try judge(
      .onlyMay, [.role("writer")], [.select], identities: [editor, guest], engine)
    #expect(result.verdict == .held)
  }

  @Test func `what is checked against nothing is unjudged`() throws {
    var engine = ToyEngine(sound)
    let nobody = try judge(.onlyMay, [.owner], [.select], identities: [], engine)
    #expect(nobody.verdict == .unjudged("there are no identities"))
    #expect(nobody.diagnostics.first?.id == .intentUnjudged)
    let onlyOutsiders = try judge(.onlyMay, [.owner], [.select], identities: [eve], engine)
    #expect(onlyOutsiders.diagnostics.first?.id == .intentUnjudged)
    engine.rows = []
    #expect(
      try judge(.nobodyBut, [], [.select], engine).diagnostics.first?.id == .intentUnjudged)
  }

  @Test func `an outsider is needed to judge that nobody else may`() throws {
    var engine = ToyEngine(sound)
    engine.rows = Array(ToyEngine.notes.prefix(2))
    let result = try judge(.onlyMay, [.owner], [.select], identities: [ana, server], engine)
    #expect(result.diagnostics.first?.id == .intentUnjudged)
  }

  @Test func `an undecided answer makes the intent undecided`() throws {
    let engine = flawed("select", .init(answer: .undecided(Undecided("a thing"))))
    let result = try judge(.onlyMay, [.owner], [.select], engine)
    #expect(result.verdict == .undecided(Undecided("a thing")))
    #expect(result.diagnostics.first?.id == .undecidedConstruct)
  }

  @Test func `an owner condition that is unknown cannot be judged by`() throws {
    var plan = notesPlan()
    plan.catalog.tables[0].ownerCondition = nil
    let result = try judge(.onlyMay, [.owner], [.select], plan: plan, ToyEngine(sound))
    #expect(result.verdict == .unjudged("`note` has no owner condition"))
    plan.catalog.tables[0].ownerCondition = .unread(text: "magic()")
    let unread = try judge(.onlyMay, [.owner], [.select], plan: plan, ToyEngine(sound))
    #expect(unread.verdict == .undecided(Undecided("this condition")))
  }
}

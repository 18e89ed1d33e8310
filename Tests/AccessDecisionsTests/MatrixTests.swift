import AccessDecisions
import AccessModel
import Testing

@Suite struct MatrixTests {
  private func cell(
    _ command: AccessCommand, as identity: Identity = ana, plan: PlanDocument = notesPlan(),
    _ engine: ToyEngine
  ) throws -> Cell {
    let matrix = try Matrix(asking: engine, plan, identities: [identity])
    return try #require(matrix[identity.name, note, command])
  }

  private func texts(_ engine: ToyEngine, _ identity: Identity = ana) throws -> [String] {
    try AccessCommand.allCases.map { try cell($0, as: identity, engine).text }
  }

  @Test func `authors reach their own rows with every command`() throws {
    let engine = ToyEngine(sound)
    #expect(try texts(engine) == ["◐ 2/3", "◐ 2/3", "◐ 2/3", "◐ 2/3"])
    #expect(try texts(engine, eve) == ["·", "·", "·", "·"])
    #expect(try texts(engine, guest) == ["✗", "✗", "✗", "✗"])
    #expect(try texts(engine, server) == ["‼", "‼", "‼", "‼"])
    #expect(try cell(.select, engine).rows == ["id=1", "id=2"])
    #expect(try cell(.update, engine).rows == ["id=1", "id=2"])
  }

  @Test func `every row reached is all`() throws {
    #expect(try texts(ToyEngine { _, _ in .all }) == ["✓", "✓", "✓", "✓"])
  }

  @Test func `columns that cannot be read are left out and named`() throws {
    let engine = ToyEngine { _, _ in .init(columns: ["id", "body"]) }
    let cell = try cell(.select, engine)
    #expect(cell.text == "✓")
    #expect(cell.columns == ["id", "body"])
  }

  @Test func `updates fall back to the columns that are granted`() throws {
    let engine = ToyEngine { _, command in
      command == "update" ? .init(columns: ["body"]) : .all
    }
    let cell = try cell(.update, engine)
    #expect(cell.text == "✓")
    #expect(cell.columns == ["body"])
  }

  @Test func `inserts fall back to the columns that are granted`() throws {
    let engine = ToyEngine { _, command in
      command == "insert" ? .init(columns: ["author"]) : .all
    }
    #expect(try cell(.insert, engine).columns == ["author"])
  }

  @Test func `a delete without WHERE reaches rows that cannot be selected`() throws {
    let engine = ToyEngine { _, command in command == "delete" ? .all : .denied }
    let cell = try cell(.delete, engine)
    #expect(cell.text == "✓")
    #expect(cell.blind == 3)
    #expect(cell.rows.isEmpty)
  }

  @Test func `an update without WHERE tries columns alone where together they break a constraint`()
    throws
  {
    var engine = ToyEngine { _, command in command == "update" ? .all : .denied }
    engine.unique = ["body"]
    let cell = try cell(.update, engine)
    #expect(cell.text == "✓")
    #expect(cell.blind == 3)
  }

  @Test func `a duplicate key shows that access was granted`() throws {
    var engine = ToyEngine(sound)
    engine.unique = ["body"]
    #expect(try cell(.insert, engine).text == "◐ 2/3")
  }

  @Test func `a bypass shows even where a constraint stops every write`() throws {
    var engine = ToyEngine(sound)
    engine.unique = ["body"]
    #expect(try cell(.insert, as: server, engine).text == "‼")
    #expect(try cell(.insert, as: ana, engine).bypasses == [])
  }

  @Test func `a view that cannot be written is not applicable`() throws {
    var engine = ToyEngine { _, _ in .all }
    engine.isUpdatable = false
    let plan = notesPlan(isView: true)
    #expect(try cell(.select, plan: plan, engine).text == "✓")
    #expect(try cell(.insert, plan: plan, engine).text == "–")
    #expect(try cell(.update, plan: plan, engine).text == "–")
    #expect(try cell(.delete, plan: plan, engine).text == "–")
  }

  @Test func `undecided is never shown as safe`() throws {
    let engine = ToyEngine { _, _ in .init(answer: .undecided(Undecided("a thing"))) }
    #expect(try texts(engine) == ["?", "?", "?", "?"])
    let matrix = try Matrix(asking: engine, notesPlan(), identities: [ana])
    #expect(matrix.undecidedCount == 4)
  }

  @Test func `recursion is an error with its code`() throws {
    let error = PostgresError(
      .invalidObjectDefinition, "infinite recursion detected in policy for relation \"note\"")
    let engine = ToyEngine { _, _ in .init(answer: .refused(error)) }
    #expect(try texts(engine) == ["! 42P17", "! 42P17", "! 42P17", "! 42P17"])
  }

  @Test func `a table without rows shows privileges only`() throws {
    var engine = ToyEngine(sound)
    engine.rows = []
    #expect(try texts(engine)[0] == "∅")
    #expect(try texts(engine, guest) == ["✗", "✗", "✗", "✗"])
  }

  @Test func `a table without a primary key is keyed by all its columns`() throws {
    let plan = notesPlan(key: false)
    var engine = ToyEngine(sound)
    engine.rows.append(["id": "4", "body": "nobody's"])
    #expect(try cell(.delete, plan: plan, engine).text == "◐ 2/4")
    engine.rule = { _, _ in .all }
    #expect(try cell(.delete, plan: plan, engine).text == "✓")
  }

  @Test func `a question asked twice is answered from memory`() throws {
    let engine = RecordingEngine(ToyEngine(sound))
    _ = try Matrix(asking: engine, notesPlan(), identities: [ana])
    let executions = engine.executions
    _ = try Matrix(asking: engine, notesPlan(), identities: [ana])
    #expect(engine.executions == executions)
    #expect(executions < 30)
  }

  @Test func `an engine that answers too little leaves the rest undecided`() throws {
    struct Mute: DecisionEngine {
      let name = "mute"
      func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome] { [] }
    }
    let outcomes = try RecordingEngine(Mute()).ask(
      Probe(.truncate(SQLTruncate(SQLRelationName(note)))), as: ana)
    #expect(outcomes == [.undecided(Undecided("mute gave no answer"))])
  }
}

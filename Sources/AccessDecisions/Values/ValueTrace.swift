import AccessFixtures
import AccessModel

/// Follows the values of a table's columns to wherever an identity can read them: through views,
/// whichever way they run, and through functions that it may call.
///
/// The values that are not the identity's to read are replaced by marks, and everything that is to
/// be read is read. What shows up has been let out, whatever the code between does. What is made of
/// values shows by other marks giving something else. A value that is only compared or counted does
/// neither.
struct ValueTrace {
  let document: PlanDocument
  let engine: any MarkableEngine
  let truth: RelationRows
  let columns: [String]
  let doors: ReadDoors.Selection
  /// Whether what is made of values counts, too.
  let followsDerived: Bool

  /// A way out, and the rows whose values came out of it.
  struct Leak: Hashable {
    var door: QualifiedName
    /// Made of values, of which these rows are one example.
    var isDerived = false
    var rows: Set<Int>
    var columns: Set<String>
  }

  /// What is known of all ways out.
  struct Found {
    var leaks: [Leak] = []
    var undecided: Undecided?
    /// What could not be asked, in words.
    var untried: String?
  }

  /// The leaks for one identity, of whose rows all but `own` are others'.
  func leaks(to identity: Identity, own: Set<Int>) throws -> Found {
    let others = truth.rows.indices.filter { !own.contains($0) }
    let marks = ValueMarks(truth, columns: columns, of: others, keeping: keys)
    var found = Found()
    guard !marks.isEmpty, let marked = engine.replacing(marks.rows) else { return found }
    let recording = RecordingEngine(marked)
    for view in doors.views {
      let answers = try answers(of: view, to: identity, recording)
      try look(at: answers, of: view.name, identity, marks, recording, &found)
    }
    // Whoever calls knows what they call with, be it a mark.
    let arguments = [doors.arguments, doors.arguments.replacing(marks.rows)]
    for index in doors.functions {
      let calls = arguments.compactMap { $0.call(of: document.catalog.functions[index]) }
      guard let call = calls.first else { continue }
      var probes: [Probe] = []
      for probe in calls.flatMap(\.probes) where !probes.contains(probe) { probes.append(probe) }
      let answers = try probes.map {
        DoorAnswer(probe: $0, asker: identity, outcomes: try recording.ask($0, as: identity))
      }
      try look(at: answers, of: call.function.name, identity, marks, recording, &found)
      if !call.untried.isEmpty, !answers.allSatisfy(\.isRefused) {
        found.untried =
          found.untried
          ?? "`\(call.function.name)` was not tried: nothing in the fixtures fits its argument "
          + call.untried.map { "`\($0)`" }.joined(separator: ", ")
      }
    }
    return found
  }

  /// What a view shows the identity. The rows of a materialized one are those that its owner reads
  /// when it is refreshed.
  private func answers(
    of view: Catalog.View, to identity: Identity, _ engine: RecordingEngine
  ) throws -> [DoorAnswer] {
    guard let shape = RelationShape(view.name, in: document.catalog) else { return [] }
    let prober = Prober(engine: engine, identity: identity, rows: RelationRows(shape, []))
    let answer = try prober.read(shape.columnNames)
    let probe = prober.probes.read(answer.columns)
    guard view.isMaterialized else {
      return [DoorAnswer(probe: probe, asker: identity, outcomes: answer.outcomes)]
    }
    guard !answer.isRefused else { return [] }
    let owner = Identity(view.owner, role: view.owner)
    let query = Probe(.query(view.query))
    return [DoorAnswer(probe: query, asker: owner, outcomes: try engine.ask(query, as: owner))]
  }

  /// Marks in what came out, or else a difference that other marks make.
  private func look(
    at answers: [DoorAnswer], of door: QualifiedName, _ identity: Identity, _ marks: ValueMarks,
    _ recording: RecordingEngine, _ found: inout Found
  ) throws {
    let isRefused = answers.allSatisfy(\.isRefused)
    found.undecided = found.undecided ?? answers.lazy.compactMap(\.undecided).first
    if !isRefused, doors.overStored.contains(door), answers.allSatisfy({ $0.asker == identity }) {
      found.undecided =
        found.undecided ?? Undecided("what `\(door)` reads of a materialized view")
    }
    let cells = answers.reduce(into: Set<ValueMarks.Cell>()) { $0.formUnion($1.cells(marks)) }
    if !cells.isEmpty {
      found.leaks.append(
        Leak(door: door, rows: Set(cells.map(\.row)), columns: Set(cells.map(\.column))))
    } else if followsDerived, !isRefused {
      let difference = MarkDifference(
        truth: truth, columns: columns, keys: keys, engine: engine, marks: marks,
        answers: answers)
      switch try difference.found() {
      case .none: break
      case .volatile:
        found.undecided =
          found.undecided ?? Undecided("what `\(door)` gives, which changes from call to call")
      case .cell(let row, let columns):
        found.leaks.append(Leak(door: door, isDerived: true, rows: [row], columns: columns))
      }
    }
  }

  /// Columns that rows are known by: of keys, and of foreign keys on either side.
  private var keys: Set<String> {
    let name = truth.shape.name
    var keys: Set<String> = []
    for table in document.catalog.tables {
      for key in table.foreignKeys where key.references == name {
        keys.formUnion(key.referencedColumns)
      }
      guard table.name == name else { continue }
      keys.formUnion(table.primaryKey?.columns ?? [])
      keys.formUnion(table.foreignKeys.flatMap(\.columns))
    }
    return keys
  }
}

/// What one question to a view or function gave.
struct DoorAnswer {
  var probe: Probe
  var asker: Identity
  var outcomes: [Outcome]

  var isRefused: Bool {
    outcomes.allSatisfy { if case .noPrivilege = Decision($0) { true } else { false } }
  }

  var undecided: Undecided? { outcomes.lazy.compactMap { Decision($0).undecidedConstruct }.first }

  /// The marked cells that show in rows and errors, apart from those that were in the question.
  func cells(_ marks: ValueMarks) -> Set<ValueMarks.Cell> {
    var cells: Set<ValueMarks.Cell> = []
    for (index, outcome) in outcomes.enumerated() {
      var found = Set(outcome.texts.flatMap(marks.cells))
      guard !found.isEmpty else { continue }
      if probe.parameterSets.indices.contains(index) {
        let given = probe.parameterSets[index].compactMap { $0 }
        found.subtract(given.flatMap(marks.cells))
      }
      cells.formUnion(found)
    }
    return cells
  }
}

extension Outcome {
  /// All that its reader is told.
  fileprivate var texts: [String] {
    switch self {
    case .completed(let completion): completion.rows.flatMap { $0.compactMap { $0 } }
    case .refused(let error, _): [error.message] + [error.detail, error.hint].compactMap { $0 }
    case .undecided: []
    }
  }
}

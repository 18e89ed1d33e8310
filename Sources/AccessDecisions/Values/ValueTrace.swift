import AccessFixtures
import AccessModel

/// Follows the values of a table's columns to wherever an identity can read them: through views,
/// whichever way they run, and through functions that it may call.
///
/// The values that are not the identity's to read are replaced by marks, and everything that is to
/// be read is read. What shows up has been let out, whatever the code between does; a value that is
/// only compared or counted is not.
struct ValueTrace {
  let document: PlanDocument
  let engine: any MarkableEngine
  let truth: RelationRows
  let columns: [String]

  /// A way out, and the rows whose values came out of it.
  struct Leak: Hashable {
    var door: Door
    var rows: Set<Int>
    var columns: Set<String>
  }

  /// What let values out.
  struct Door: Hashable {
    var name: QualifiedName
    var isFunction: Bool
  }

  /// The leaks for one identity, of whose rows all but `own` are others'.
  func leaks(
    to identity: Identity, own: Set<Int>, calls: [FunctionCall]
  ) throws -> (leaks: [Leak], undecided: Undecided?) {
    let others = truth.rows.indices.filter { !own.contains($0) }
    let marks = ValueMarks(truth, columns: columns, of: others, keeping: keys)
    guard !marks.isEmpty, let marked = engine.replacing(marks.rows) else { return ([], nil) }
    let recording = RecordingEngine(marked)
    var leaks: [Leak] = []
    var undecided: Undecided?
    func look(at outcomes: [Outcome], through door: Door) {
      undecided = undecided ?? outcomes.lazy.compactMap { Decision($0).undecidedConstruct }.first
      let found = outcomes.flatMap { $0.rows.joined() }.flatMap { value in
        value.map(marks.cells) ?? []
      }
      guard !found.isEmpty else { return }
      leaks.append(
        Leak(door: door, rows: Set(found.map(\.row)), columns: Set(found.map(\.column))))
    }
    for view in document.catalog.views {
      guard let shape = RelationShape(view.name, in: document.catalog) else { continue }
      let prober = Prober(engine: recording, identity: identity, rows: RelationRows(shape, []))
      look(
        at: try prober.read(shape.columnNames).outcomes,
        through: Door(name: view.name, isFunction: false))
    }
    for call in calls {
      look(
        at: try recording.ask(call.probe, as: identity),
        through: Door(name: call.function.name, isFunction: true))
    }
    return (leaks, undecided)
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

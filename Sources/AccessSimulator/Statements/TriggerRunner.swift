import AccessModel
import RowSecurity
import SQLBinding

/// What a trigger is fired for.
enum TriggerEvent: Hashable {
  case insert
  /// The columns that the statement assigns, for UPDATE OF.
  case update(columns: Set<Int>)
  case delete
  case truncate

  /// Without the columns.
  var kind: TriggerEvent { if case .update = self { .update(columns: []) } else { self } }

  func matches(_ event: Catalog.Trigger.Event, in columns: [String]) -> Bool {
    switch (self, event) {
    case (.insert, .insert), (.delete, .delete), (.truncate, .truncate): true
    case (.update(let assigned), .update(let of)):
      of.isEmpty || assigned.contains { columns.indices.contains($0) && of.contains(columns[$0]) }
    default: false
    }
  }
}

/// One row that a trigger is fired for. Rows are in the layout of `relation`.
struct TriggerRow {
  var relation: RelationID
  var event: TriggerEvent
  var old: Row?
  var new: Row?
}

/// Calls trigger functions. What it writes goes to the session's store, which the statement has
/// brought up to date before the call, and reads again after it.
///
/// `triggers`: those to call, in order, positions in the relation's list; they are enabled and their
/// event matches.
protocol TriggerRunner: AnyObject {
  /// BEFORE or INSTEAD OF, for a row: the row to go on with, or nil where a trigger returned NULL.
  /// The result for DELETE is any row.
  func before(
    _ triggers: [Int], _ row: TriggerRow, as role: String
  ) throws(EngineFailure) -> Row?

  /// Those whose WHEN holds.
  func due(_ triggers: [Int], _ row: TriggerRow) throws(EngineFailure) -> [Int]

  /// AFTER, for a row, of triggers that are due; or BEFORE or AFTER, for a statement (`old` and `new`
  /// are then nil, and the transition tables hold all rows).
  func fire(
    _ triggers: [Int], _ row: TriggerRow, transition: TransitionTables, as role: String
  ) throws(EngineFailure)
}

/// The rows that AFTER triggers with REFERENCING see.
struct TransitionTables {
  var old: [Row] = []
  var new: [Row] = []
  /// Rows of other relations may belong to them.
  var isUncertain = false
}

/// The triggers of one relation for one kind of event, found once.
struct TriggerList {
  let beforeRow: [Int]
  let afterRow: [Int]
  let insteadOf: [Int]
  let beforeStatement: [Int]
  let afterStatement: [Int]

  /// Some trigger that fires after a row's change has WHEN.
  let asksAfterRow: Bool
  /// Functions that it calls may look at the rows.
  let looksAfterRow: Bool
  /// Some trigger that fires after the change has REFERENCING.
  let wantsTransition: Bool

  /// Of a relation without triggers.
  static let none = TriggerList()

  static func hasAny(on relation: RelationID, in catalog: BoundCatalog) -> Bool {
    !catalog.catalog.triggers(on: relation).isEmpty
  }

  private init() {
    (beforeRow, afterRow, insteadOf, beforeStatement, afterStatement) = ([], [], [], [], [])
    (asksAfterRow, looksAfterRow, wantsTransition) = (false, false, false)
  }

  init(_ relation: RelationID, _ event: TriggerEvent, in catalog: BoundCatalog, isReplica: Bool) {
    let triggers = catalog.catalog.triggers(on: relation)
    let columns = catalog.names.columnNames(of: relation)
    let event = event.withGenerated(of: relation, in: catalog)
    let matching = triggers.indices
      .filter { index in
        triggers[index].enabled.fires(isReplica: isReplica)
          && triggers[index].events.contains { event.matches($0, in: columns) }
      }
      .sorted { Text(triggers[$0].name) < Text(triggers[$1].name) }
    func list(_ timing: Catalog.Trigger.Timing, isForEachRow: Bool) -> [Int] {
      matching.filter {
        triggers[$0].timing == timing && triggers[$0].isForEachRow == isForEachRow
      }
    }
    beforeRow = list(.before, isForEachRow: true)
    afterRow = list(.after, isForEachRow: true)
    insteadOf = list(.insteadOf, isForEachRow: true)
    beforeStatement = list(.before, isForEachRow: false)
    afterStatement = list(.after, isForEachRow: false)
    asksAfterRow = afterRow.contains { triggers[$0].condition != nil }
    looksAfterRow = afterRow.contains { triggers[$0].condition?.callsFunction == true }
    wantsTransition = (afterRow + afterStatement).contains {
      triggers[$0].oldTable != nil || triggers[$0].newTable != nil
    }
  }
}

extension Catalog {
  fileprivate func triggers(on relation: RelationID) -> [Trigger] {
    switch relation {
    case .table(let index): tables[index].triggers
    case .view(let index): views[index].triggers
    case .sequence: []
    }
  }
}

extension TriggerEvent {
  /// UPDATE changes generated columns too, where it assigns what they are made of, or where triggers
  /// may do so.
  ///
  /// Source: `ExecInitStoredGenerated()` in `src/backend/executor/nodeModifyTable.c`.
  fileprivate func withGenerated(
    of relation: RelationID, in catalog: BoundCatalog
  ) -> TriggerEvent {
    guard case .update(let assigned) = self, case .table(let table) = relation else { return self }
    var columns = assigned
    let mayAssignAny = catalog.catalog.tables[table].hasTriggerBeforeUpdatedRows
    for (column, generated) in catalog.tables[table].generated.enumerated() {
      guard case .ready(let value)? = generated else { continue }
      let read = value.columns(ofSource: 0, atLevel: 0)
      if mayAssignAny || !read.isDisjoint(with: assigned) { columns.insert(column) }
    }
    return .update(columns: columns)
  }
}

extension SQLExpression {
  fileprivate var callsFunction: Bool {
    if case .call = self { return true }
    return children.contains(where: \.callsFunction)
  }
}

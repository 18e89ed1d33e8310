import AccessModel
import SQLText

/// When in a migration a statement runs. The order is what keeps access from ever being wider than
/// what the old or the new state allows.
///
/// First all is narrowed to what both states allow, then things change, then all is widened to what
/// the new state allows. A state in between gives at most what one of both gives.
enum ChangeStage: Int, CaseIterable {
  case settings
  /// New roles, schemas, types, functions, tables and columns, which nobody may use yet.
  case making
  /// What would give more while others change is closed first.
  case closing
  /// Revokes, FORCE, permissive policies that go, views that go.
  case narrowing
  /// Constraints and columns, and what depends on them.
  case structure
  /// Functions whose bodies change, views, triggers, rules, indexes.
  case definitions
  /// Policies take their new form.
  case policies
  /// Tables that were closed are opened; DISABLE, NO FORCE.
  case opening
  /// Grants, memberships, attributes of roles. Views and functions are what they are to be by then.
  case widening
  /// What is no longer there.
  case removal
  case comments

  var title: String {
    switch self {
    case .settings: "Settings of this transaction"
    case .making: "What is new, closed"
    case .closing: "Closed while others change"
    case .narrowing: "What is taken away"
    case .structure: "Columns and constraints"
    case .definitions: "Functions, views and what is attached to relations"
    case .policies: "Policies"
    case .opening: "Opened again"
    case .widening: "What is given"
    case .removal: "What goes"
    case .comments: "Comments"
    }
  }
}

/// Statements by stage.
struct ChangeStages {
  private var steps: [ChangeStage: [SQLChange]] = [:]

  mutating func add(_ stage: ChangeStage, _ changes: [SQLChange]) {
    steps[stage, default: []] += changes
  }

  mutating func add(_ stage: ChangeStage, _ change: SQLChange) { add(stage, [change]) }

  subscript(stage: ChangeStage) -> [SQLChange] { steps[stage] ?? [] }

  var isEmpty: Bool { steps.values.allSatisfy(\.isEmpty) }
}

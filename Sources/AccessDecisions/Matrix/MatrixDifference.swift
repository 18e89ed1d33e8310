public import AccessModel

/// Who reaches more and who reaches less, of two matrices of one set of identities.
///
/// ```swift
/// let difference = MatrixDifference(from: before, to: after)
/// difference.gained.map(\.text)  // ["ana: select saved · → ◐ 4/12"]
/// ```
public struct MatrixDifference: Sendable {
  /// What one identity reaches with one command, before and after.
  public struct Change: Sendable {
    public var identity: String
    public var relation: QualifiedName
    public var command: AccessCommand
    /// Nil: there was no such relation.
    public var before: Cell?
    /// Nil: there is no such relation.
    public var after: Cell?

    /// `ana: select saved: none → 4 of 12 rows`.
    public var text: String {
      "\(identity): \(command) \(relation): \(Self.words(before)) → \(Self.words(after))"
    }

    private static func words(_ cell: Cell?) -> String {
      guard let cell else { return "no such relation" }
      switch cell.kind {
      case .noPrivilege: return "no privilege"
      case .undecided(let construct): return "undecided (\(construct.construct))"
      case .notApplicable: return "not possible"
      case .error(let error): return "error \(error.sqlState)"
      case .noRows: return "permitted, no rows to reach"
      case .none: return "no rows"
      case .all, .some, .bypass: return "\(cell.reached) of \(cell.total) rows"
      }
    }
  }

  /// Rows are reached that were not.
  public private(set) var gained: [Change] = []
  /// Rows that were reached are not.
  public private(set) var lost: [Change] = []
  /// Nobody can say.
  public private(set) var undecided: [Change] = []

  /// Compares cell by cell; one that gains some rows and loses others is in both lists.
  public init(from before: Matrix, to after: Matrix) {
    var relations = before.relations
    relations += after.relations.filter { !relations.contains($0) }
    for identity in after.identities.map(\.name) {
      for relation in relations {
        for command in after.commands {
          let change = Change(
            identity: identity, relation: relation, command: command,
            before: before[identity, relation, command], after: after[identity, relation, command])
          let (first, last) = (Reach(change.before), Reach(change.after))
          if first.isUndecided || last.isUndecided {
            if change.before?.kind != change.after?.kind { undecided.append(change) }
            continue
          }
          if !last.isWithin(first) { gained.append(change) }
          if !first.isWithin(last) { lost.append(change) }
        }
      }
    }
  }
}

/// What a cell reaches.
struct Reach {
  var isUndecided = false
  /// A statement is permitted, whether or not there are rows.
  var isPermitted = false
  var rows: Set<String> = []
  var count = 0
  var columns: Set<String>?

  init(_ cell: Cell?) {
    guard let cell else { return }
    switch cell.kind {
    case .undecided: isUndecided = true
    case .noPrivilege, .notApplicable, .error: break
    case .none: isPermitted = false
    case .noRows: isPermitted = true
    case .all, .some, .bypass:
      isPermitted = true
      rows = Set(cell.rows)
      count = cell.reached
      columns = cell.columns.map(Set.init)
    }
  }

  func isWithin(_ other: Reach) -> Bool {
    guard rows.isSubset(of: other.rows), count <= other.count, !isPermitted || other.isPermitted
    else { return false }
    guard isPermitted, let limit = other.columns else { return true }
    return columns.map { $0.isSubset(of: limit) } ?? false
  }

  /// Whether all of it is reached before or after.
  func isWithin(_ a: Reach, or b: Reach) -> Bool {
    isWithin(a) || isWithin(b)
      || rows.isSubset(of: a.rows.union(b.rows)) && count <= max(a.count, b.count, rows.count)
        && isPermitted == (a.isPermitted || b.isPermitted)
        && columns == nil && a.columns == nil && b.columns == nil
  }
}

extension Matrix {
  /// Cells of this matrix that reach what neither `before` nor `after` reaches.
  public func wider(than before: Matrix, _ after: Matrix) -> [MatrixDifference.Change] {
    var result: [MatrixDifference.Change] = []
    for identity in identities.map(\.name) {
      for relation in relations {
        for command in commands {
          let cell = self[identity, relation, command]
          let reach = Reach(cell)
          guard !reach.isUndecided else { continue }
          let (first, last) = (
            Reach(before[identity, relation, command]), Reach(after[identity, relation, command])
          )
          if !reach.isWithin(first, or: last) {
            result.append(
              .init(
                identity: identity, relation: relation, command: command,
                before: before[identity, relation, command], after: cell))
          }
        }
      }
    }
    return result
  }
}

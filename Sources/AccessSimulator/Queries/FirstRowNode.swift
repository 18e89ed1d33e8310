import AccessModel
import RowSecurity
import SQLBinding

/// What functions have done so far that shows: who calls others, or fewer, does something else.
struct FunctionEffects: Equatable {
  let notices: Int
  let database: ObjectIdentifier?

  init(_ session: Session) {
    notices = session.variables.notices.count
    database = session.store.map { ObjectIdentifier($0.database) }
  }
}

extension Session {
  /// Asks conditions of all rows, as `search` says or as it may be: undecided where it may not and
  /// that shows.
  func askAll(
    _ search: RowSearch, _ body: () throws(EngineFailure) -> Void
  ) throws(EngineFailure) {
    guard search == .unsure else { return try body() }
    try requireNoEffects(body, "what is asked of rows that an index may not find")
  }

  /// Whether there is a row, of which one is enough: undecided where it shows that others were asked.
  func findsOne(
    _ body: () throws(EngineFailure) -> Bool, _ reason: String
  ) throws(EngineFailure) -> Bool {
    let before = FunctionEffects(self)
    let isFound: Bool
    do throws(EngineFailure) {
      isFound = try body()
    } catch {
      if case .postgres = error { throw .undecided(Undecided(reason)) }
      throw error
    }
    guard !isFound || before == FunctionEffects(self) else { throw FirstRowNode.undecided }
    return isFound
  }

  /// Does what PostgreSQL may leave undone: undecided where it shows.
  func requireNoEffects(
    _ body: () throws(EngineFailure) -> Void, _ reason: String
  ) throws(EngineFailure) {
    let before = FunctionEffects(self)
    do throws(EngineFailure) {
      try body()
    } catch {
      if case .postgres = error { throw .undecided(Undecided(reason)) }
      throw error
    }
    guard before == FunctionEffects(self) else { throw .undecided(Undecided(reason)) }
  }
}

/// Rows of which one may be enough: the others are not asked for then.
///
/// Source: `preprocess_minmax_aggregates()` in `src/backend/optimizer/plan/planagg.c`.
final class FirstRowNode: JoinNode {
  private let input: any JoinNode
  private let session: Session

  /// Even before it the others may be asked, or not.
  private let isOfJoin: Bool
  /// What functions do is done for all rows all the same.
  private let isOfErrors: Bool

  init(
    _ input: any JoinNode, isOfJoin: Bool = false, isOfErrors: Bool = false, _ session: Session
  ) {
    (self.input, self.isOfJoin, self.session) = (input, isOfJoin, session)
    self.isOfErrors = isOfErrors
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    let before = FunctionEffects(session)
    var isFound = false
    let isFinished: Bool
    do throws(EngineFailure) {
      isFinished = try input.run(frame) { () throws(EngineFailure) in
        isFound = true
        return try body()
      }
    } catch {
      if case .postgres = error, isFound || isOfJoin { throw Self.undecided }
      throw error
    }
    guard isOfErrors || before == FunctionEffects(session) else { throw Self.undecided }
    return isFinished
  }

  func count() throws(EngineFailure) -> Int? { try input.count() }

  static let undecided = EngineFailure.undecided(
    Undecided("what functions do for rows of which one may be enough"))
}

import AccessModel
import RowSecurity
import SQLBinding

/// What a join reads, where it might read other sources first: what it makes no difference to is
/// certain.
final class UnsureOrderNode: JoinNode {
  private let input: any JoinNode
  private let rivals: [any JoinNode]
  /// Without a row of its own it might have asked those of the others.
  private let isLead: Bool
  /// Without a row of its own, or if it is no lead one of the others, it might have called other
  /// functions that change what there is, or none.
  private let isVolatile: Bool
  /// The others are read whether or not it has a row.
  private let readsAll: Bool
  /// Only errors count: what functions say is left to the parts of a join.
  private let isOfErrors: Bool
  /// Volatile functions do nothing but say something.
  private let onlySpeaks: Bool
  /// What is asked of joined rows may fail too, before all are read.
  private let mayFailJoined: Bool
  private let session: Session

  init(
    _ input: any JoinNode, _ rivals: [any JoinNode], isLead: Bool, isVolatile: Bool = false,
    readsAll: Bool = false, isOfErrors: Bool = false, onlySpeaks: Bool = false,
    mayFailJoined: Bool = false, _ session: Session
  ) {
    (self.input, self.rivals, self.isLead, self.session) = (input, rivals, isLead, session)
    (self.isVolatile, self.readsAll, self.isOfErrors) = (isVolatile, readsAll, isOfErrors)
    (self.onlySpeaks, self.mayFailJoined) = (onlySpeaks, mayFailJoined)
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    var isFound = false
    let isFinished: Bool
    let before = session.variables.notices.count
    do throws(EngineFailure) {
      isFinished = try input.run(frame) { () throws(EngineFailure) in
        isFound = true
        return try body()
      }
    } catch {
      // Joined with nothing it would not have been asked.
      if case .postgres = error {
        let others = looks(frame)
        if !readsAll, isLead || !isFound, others.contains(where: { $0.hasRows == false }) {
          throw Self.undecided
        }
        // Whichever is met first.
        let again = session.looks.mayRun ? [look(input, frame)] : []
        let failures = (others + again).compactMap(\.failure)
        if failures.contains(where: { $0 != error || mayFailJoined }) { throw Self.undecided }
      }
      throw error
    }
    if !isFound, isLead, isVolatile { try doubtCalls() }
    // Joined with nothing it would have said nothing. What it has changed is the guess of old.
    if isLead, !isOfErrors, before != session.variables.notices.count {
      for other in looks(frame) where other.hasRows == false { try doubtCalls() }
    }
    guard !isFound, isLead || isVolatile else { return isFinished }
    for other in looks(frame) {
      if isLead, other.hasRows == nil { throw Self.undecided }
      if isLead && !isOfErrors && other.says || isVolatile && other.hasRows == false {
        try doubtCalls()
      }
    }
    return isFinished
  }

  private func doubtCalls() throws(EngineFailure) {
    guard onlySpeaks else { throw .undecided(Self.undecidedCalls) }
    session.variables.unsureNotices = Self.undecidedCalls
  }

  /// What reading another would have brought. `hasRows`: nil where a failure stands in the way of
  /// knowing. `says`: whether functions said something.
  private typealias Look = (hasRows: Bool?, says: Bool, failure: EngineFailure?)

  /// What the others would have brought.
  private func looks(_ frame: Frame) -> [Look] {
    session.looks.mayRun ? rivals.map { look($0, frame) } : []
  }

  private func look(_ rival: any JoinNode, _ frame: Frame) -> Look {
    let (before, writes) = (SessionMoment(session), session.writes)
    let written = writes?.moment
    defer {
      before.restore(session)
      if let written { writes?.restore(written) }
    }
    var isFound = false
    do throws(EngineFailure) {
      try session.runningLook { () throws(EngineFailure) in
        _ = try rival.run(frame) { () throws(EngineFailure) in
          isFound = true
          return true
        }
      }
    } catch {
      var failure = error
      if case .postgres(let refusal) = error, refusal.sqlState == .stackDepthExceeded {
        do throws(EngineFailure) {
          try session.variables.limits.stepOfRecursion()
        } catch {
          failure = error
        }
      }
      return (nil, before.notices.count < session.variables.notices.count, failure)
    }
    return (isFound, before.notices.count < session.variables.notices.count, nil)
  }

  static let undecided = EngineFailure.undecided(
    Undecided("an error that depends on the order of a join"))
  private static let undecidedCalls = Undecided(
    "a volatile function whose calls depend on the order of a join")
}

/// A table with others below it whose volatile functions are called for each row that it is joined to,
/// or once where PostgreSQL keeps its rows.
///
/// Source: `match_unsorted_outer()` in `src/backend/optimizer/path/joinpath.c`.
final class RepeatedCallNode: JoinNode {
  private let input: any JoinNode
  private let onlySpeaks: Bool
  private let session: Session
  private weak var frame: Frame?

  init(_ input: any JoinNode, onlySpeaks: Bool, _ session: Session) {
    (self.input, self.onlySpeaks, self.session) = (input, onlySpeaks, session)
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    if self.frame === frame {
      let doubt = Undecided("how often a volatile function is called for tables below another")
      guard onlySpeaks else { throw .undecided(doubt) }
      session.variables.unsureNotices = doubt
    }
    self.frame = frame
    return try input.run(frame, body)
  }
}

/// A join of which a part is asked by itself what mentions no source: once for each of its own rows.
///
/// Source: `distribute_qual_to_rels()` in `src/backend/optimizer/plan/initsplan.c`.
final class NarrowerCallNode: JoinNode {
  private let input: any JoinNode
  private let parts: [any JoinNode]
  private let session: Session

  init(_ input: any JoinNode, _ parts: [any JoinNode], _ session: Session) {
    (self.input, self.parts, self.session) = (input, parts, session)
  }

  func run(
    _ frame: Frame, _ body: () throws(EngineFailure) -> Bool
  ) throws(EngineFailure) -> Bool {
    var isFound = false
    let before = session.variables.notices.count
    let isFinished = try input.run(frame) { () throws(EngineFailure) in
      isFound = true
      return try body()
    }
    guard before == session.variables.notices.count else { throw Self.undecided }
    guard !isFound else { return isFinished }
    for part in parts {
      _ = try part.run(frame) { () throws(EngineFailure) in throw Self.undecided }
    }
    return isFinished
  }

  private static let undecided = EngineFailure.undecided(
    Undecided("a volatile function that a part of a join calls"))
}

import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

extension SimulatedTarget {
  /// A session in the same state, whose statements leave this one as it is.
  func fork() -> SimulatedTarget {
    let copy = SimulatedTarget(copying: self, session.fork())
    copy.transaction = transaction
    copy.prepared = prepared
    return copy
  }

  /// A superuser's session in the same database.
  func administratorsFork() -> SimulatedTarget {
    SimulatedTarget(copying: self, session.administratorsFork())
  }

  /// Definitions and rows of another session of the same database.
  func takeDatabase(of other: SimulatedTarget) {
    definitions = other.definitions
    doubts = other.doubts
    session.takeDatabase(of: other.session)
  }
}

import AccessModel
import SQLBinding

/// Whether one is in what PostgreSQL might have read first.
///
/// Each join has such parts, and they are joins again: what is unsure inside of them is left as it
/// is, so that the cost does not double with each join inside of another.
struct Looks {
  fileprivate(set) var mayCompile = true
  fileprivate(set) var mayRun = true
}

extension Session {
  /// Compiles what PostgreSQL might have read first; nil inside of another.
  func compilingLook<Result>(
    _ compile: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result? {
    guard looks.mayCompile else { return nil }
    looks.mayCompile = false
    defer { looks.mayCompile = true }
    return try compile()
  }

  /// Compiles what others will read too, who are not in a look: made once, it costs little.
  func compilingShared<Result>(
    _ compile: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    let before = looks.mayCompile
    looks.mayCompile = true
    defer { looks.mayCompile = before }
    return try compile()
  }

  /// Reads what PostgreSQL might have read first.
  func runningLook<Result>(
    _ run: () throws(EngineFailure) -> Result
  ) throws(EngineFailure) -> Result {
    let before = looks.mayRun
    looks.mayRun = false
    defer { looks.mayRun = before }
    return try run()
  }
}

import AccessModel
import SQLBinding

/// How deep functions call each other now, and how much they have done for one statement.
///
/// RULES 69.
struct FunctionLimits {
  /// In parts of a PL/pgSQL call. The simplest PL/pgSQL function reaches 829 calls within
  /// `max_stack_depth`'s default of 2 MB, an SQL function 3,622.
  private(set) var depth = 0
  private var steps = 0
  /// Counts them.
  private(set) var statement = 0
  /// A function has changed rows or definitions.
  var mayHaveWritten = false

  static let stackDepthExceeded = PostgresError(
    .stackDepthExceeded, "stack depth limit exceeded",
    hint: "Increase the configuration parameter \"max_stack_depth\" (currently 2048kB), "
      + "after ensuring the platform's stack depth limit is adequate.")
  #if SANITIZED
    // The thread sanitizer notes no more than 65,536 calls of a thread.
    static let maxDepth = 3_600
  #else
    static let maxDepth = 7_250
  #endif
  static let maxSteps = 6_000_000
  /// What it costs to run SQL that is more than an expression.
  static let sqlCost = 40

  /// Enters a call; `leave` with the same cost ends it.
  mutating func enter(cost: Int) throws(EngineFailure) {
    guard depth + cost <= Self.maxDepth else {
      throw .postgres(Self.stackDepthExceeded)
    }
    depth += cost
  }

  mutating func leave(cost: Int) { depth -= cost }

  /// Counts what PostgreSQL might have done and that ended in endless recursion: not many of those are
  /// gone through, as each takes long.
  mutating func stepOfRecursion() throws(EngineFailure) { try step(Self.maxSteps / 10) }

  /// One statement of a function, one run of SQL, which costs more, or one row that EXCLUDE compares.
  /// Nothing may run for ever.
  mutating func step(_ cost: Int = 1) throws(EngineFailure) {
    steps += cost
    guard steps <= Self.maxSteps else {
      throw .undecided(Undecided("more than \(Self.maxSteps) steps"))
    }
  }

  /// After an error, which left the calls it went through.
  mutating func unwind(to before: FunctionLimits) { depth = before.depth }

  /// Begins a statement of the session's.
  mutating func restart() {
    let next = statement + 1
    self = FunctionLimits()
    statement = next
  }
}

extension Catalog.Function {
  /// What a call takes of the stack, in parts of `FunctionLimits.maxDepth`.
  var stackCost: Int { language == "sql" ? 2 : 9 }
}

public import AccessModel
import Foundation

/// The kind of an outcome, as far as access is concerned.
public enum Decision: Hashable, Sendable {
  /// The statement reached its row or rows.
  case allowed
  /// As allowed, because row security was bypassed.
  case bypassed([Bypass])
  /// No error, and nothing reached.
  case filtered
  /// 42501: a privilege is missing.
  case noPrivilege(PostgresError)
  /// 42501: a new row violates a policy, which is named if it is restrictive.
  case checkViolated(policy: String?, PostgresError)
  /// 42P17: policies refer to each other in a circle.
  case recursion(PostgresError)
  /// Access was granted; something else stopped the statement, such as a duplicate key.
  case error(PostgresError)
  case undecided(Undecided)

  public init(_ outcome: Outcome) {
    switch outcome {
    case .undecided(let construct): self = .undecided(construct)
    case .refused(let error, _): self = Decision(error)
    case .completed(let completion):
      // TRUNCATE never says how many rows it removed.
      if completion.count == 0, completion.tag != "TRUNCATE TABLE" {
        self = .filtered
      } else {
        self = completion.bypasses.isEmpty ? .allowed : .bypassed(completion.bypasses)
      }
    }
  }

  private init(_ error: PostgresError) {
    switch error.sqlState {
    case .insufficientPrivilege where error.message.hasPrefix("new row violates row-level"):
      self = .checkViolated(policy: Self.quotedPolicy(in: error.message), error)
    case .insufficientPrivilege:
      self = .noPrivilege(error)
    case .invalidObjectDefinition where error.message.hasPrefix("infinite recursion detected"):
      self = .recursion(error)
    default:
      self = .error(error)
    }
  }

  /// `p` in `new row violates row-level security policy "p" for table "t"`.
  private static func quotedPolicy(in message: String) -> String? {
    guard let start = message.range(of: "security policy \""),
      let end = message.range(of: "\" for table", range: start.upperBound..<message.endIndex)
    else { return nil }
    return String(message[start.upperBound..<end.lowerBound])
  }
}

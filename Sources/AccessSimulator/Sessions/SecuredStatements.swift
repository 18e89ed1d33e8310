import AccessModel
import Foundation
import RowSecurity
import SQLBinding

/// Statements and functions as row security decided them for a role: the same for all identities
/// with that role, as long as the catalog is the same. Claims make no difference before a statement
/// runs, for only immutable functions are computed then.
// Guarded by `lock`.
final class SecuredStatements: @unchecked Sendable {
  private struct Key: Hashable {
    let statement: SQLStatement
    let types: [TypeName]
    let role: String
    let searchPath: String?
  }

  private struct FunctionKey: Hashable {
    let index: Int
    let role: String
  }

  private typealias Decided = Result<SecuredStatement, EngineFailure>

  private let lock = NSLock()
  private var statements: [Key: Decided] = [:]
  private var functions: [FunctionKey: Decided] = [:]

  /// So many are kept; then all are forgotten.
  private static let limit = 4_096

  func statement(
    _ statement: SQLStatement, _ types: [TypeName], _ session: Session,
    decide: () throws(EngineFailure) -> SecuredStatement
  ) throws(EngineFailure) -> SecuredStatement {
    let key = Key(
      statement: statement, types: types, role: session.role,
      searchPath: session.variables.settings["search_path"])
    if let known = lock.withLock({ statements[key] }) { return try known.get() }
    let decided = Decided(catching: decide)
    lock.withLock {
      if statements.count >= Self.limit { statements = [:] }
      statements[key] = decided
    }
    return try decided.get()
  }

  func function(
    _ index: Int, as role: String, decide: () throws(EngineFailure) -> SecuredStatement
  ) throws(EngineFailure) -> SecuredStatement {
    let key = FunctionKey(index: index, role: role)
    if let known = lock.withLock({ functions[key] }) { return try known.get() }
    let decided = Decided(catching: decide)
    lock.withLock { functions[key] = decided }
    return try decided.get()
  }
}

import AccessModel
import SQLFrontend

extension SessionStatement {
  /// Functions are called once each: no rows call them.
  var callsAsShown: Bool {
    switch self {
    case .call: return true
    case .definition(let definition): return definition.isBlock
    case .data(.query(let query)):
      guard case .select(let select) = query.body, query.with == nil, select.condition == nil
      else { return false }
      return select.from.allSatisfy { if case .function = $0 { true } else { false } }
    default: return false
    }
  }

  /// Whether it looks at data, after which a transaction's modes are settled.
  var takesSnapshot: Bool {
    switch self {
    case .transaction, .setTransaction, .set, .show, .deallocate, .idle, .close, .lock, .fetch,
      .constraints:
      false
    default: true
    }
  }

  /// False for what PostgreSQL carries out, though it is not modelled.
  var mayFail: Bool {
    switch self {
    case .explain(_, let runs): runs
    case .show, .idle, .vacuum, .transaction, .setTransaction: false
    default: true
    }
  }

  /// False where nothing has run, whatever the text mentions.
  var mayWrite: Bool {
    switch self {
    case .explain(_, let runs): runs
    // Triggers that were deferred.
    case .transaction(.commit): true
    case .definition(let definition): definition.runsFunctions
    case .prepare, .show, .deallocate, .close, .lock, .transaction, .setTransaction, .vacuum: false
    default: true
    }
  }

  /// Whether a block may change definitions, settings, sequences or who it is.
  func changesMoreThanRows(_ text: String) -> Bool {
    guard case .definition(let definition) = self, definition.isBlock else { return false }
    return SimulatedTarget.changesMoreThanRows(SimulatedTarget.words(of: text))
  }

  /// A block begins whatever else is in doubt.
  /// BEGIN, SAVEPOINT and RELEASE do the same whatever rows and catalogs are.
  var marksTransaction: Bool {
    switch self {
    case .transaction(.begin), .transaction(.savepoint), .transaction(.release): true
    default: false
    }
  }

  var truncatesInCascade: Bool {
    if case .data(.truncate(let truncation)) = self { truncation.isCascading } else { false }
  }

  /// COMMIT, ROLLBACK and ROLLBACK TO are all that a failed transaction takes.
  var endsFailedTransaction: Bool {
    switch self {
    case .transaction(.commit), .transaction(.rollback), .transaction(.rollbackTo): true
    default: false
    }
  }
}

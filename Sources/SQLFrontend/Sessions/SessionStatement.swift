public import AccessModel
import CPgQuery

/// One statement as a session takes it: what it does to rows, to the session, or to the catalog.
public enum SessionStatement: Sendable {
  /// It reads or changes rows.
  case data(SQLStatement)
  case transaction(TransactionCommand)
  /// SET TRANSACTION; `ofSession`: SET SESSION CHARACTERISTICS AS TRANSACTION.
  case setTransaction(TransactionModes, ofSession: Bool)
  case set(SettingChange)
  /// SHOW; nil: ALL.
  case show(String?)
  case prepare(name: String, types: [TypeName], PreparedText)
  case execute(name: String, arguments: [SQLExpression])
  /// Nil: ALL.
  case deallocate(String?)
  case declareCursor(CursorDeclaration)
  case fetch(FetchCommand)
  /// Nil: ALL.
  case close(String?)
  case copy(CopyCommand)
  /// EXPLAIN of a statement, if it is one of rows; `runs`: with ANALYZE.
  indirect case explain(SessionStatement, runs: Bool)
  case lock([SQLRelationName], mode: Int)
  /// SET CONSTRAINTS; no names: all of them.
  case constraints(_ names: [SQLRelationName], isDeferred: Bool)
  case call(SQLFunctionCall)
  /// DISCARD, with what.
  case discard(String)
  /// It has nothing to do with access: the tag that it answers.
  case idle(tag: String)
  /// VACUUM, which no transaction block may hold.
  case vacuum(Definition)
  /// It changes the catalog, or is DO.
  case definition(Definition)
  /// Refused by what it says alone, but only as it is analysed.
  case refused(PostgresError)
  /// Not modelled, by name; `isParsed`: that it is a statement is known.
  case unsupported(String, isParsed: Bool = true)
}

/// BEGIN, COMMIT and what goes on between them.
public enum TransactionCommand: Hashable, Sendable {
  case begin(TransactionModes)
  case commit(chain: Bool)
  case rollback(chain: Bool)
  case savepoint(String)
  case release(String)
  case rollbackTo(String)
}

/// What BEGIN and SET TRANSACTION say.
public struct TransactionModes: Hashable, Sendable {
  /// In lower case: `serializable`.
  public var isolation: String?
  public var isReadOnly: Bool?
  /// They stand in START TRANSACTION.
  public var isOfStart = false

  public init(isolation: String? = nil, isReadOnly: Bool? = nil) {
    self.isolation = isolation
    self.isReadOnly = isReadOnly
  }
}

/// SET, SET LOCAL or RESET.
public struct SettingChange: Hashable, Sendable {
  /// Nil: RESET ALL.
  public var name: String?
  /// The new value as the setting holds it; nil: the default.
  public var value: String?
  public var isLocal: Bool
  /// The tag that it answers: `SET` or `RESET`.
  public var tag: String
}

/// What PREPARE keeps.
public struct PreparedText: Hashable, Sendable {
  public var statement: SQLStatement
  /// The highest `$n` in it.
  public var parameterCount: Int
}

/// DECLARE … CURSOR.
public struct CursorDeclaration: Hashable, Sendable {
  public var name: String
  public var query: SQLQuery
  public var outlivesTransaction: Bool
  /// SCROLL or NO SCROLL, where either is written.
  public var scrolls: Bool?
  public var isInsensitive: Bool
}

/// FETCH or MOVE.
public struct FetchCommand: Hashable, Sendable {
  public enum Direction: Hashable, Sendable {
    /// Nil: all.
    case forward(Int?)
    case backward(Int?)
    case absolute(Int)
    case relative(Int)
  }

  public var cursor: String
  public var direction: Direction
  public var isMove: Bool
}

/// COPY.
public struct CopyCommand: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// Nil columns: all.
    case relation(SQLRelationName, columns: [String]?)
    case statement(SQLStatement)
  }

  public var source: Source
  public var isFrom: Bool
  /// False: a file or a program.
  public var isStandardStream: Bool
  public var isProgram = false
  /// `text` or `csv`; others are not modelled.
  public var format: String
  public var delimiter: String?
  public var nullText: String?
  public var hasHeader: Bool
  public var quote: String?
  public var escape: String?
  /// HEADER MATCH: the first line must hold the names of the columns.
  public var matchesHeader = false
  /// FORCE_QUOTE; FORCE_NOT_NULL and FORCE_NULL: `*` alone stands for all columns.
  public var forceQuote: [String] = []
  public var forceNotNull: [String] = []
  public var forceNull: [String] = []
  public var condition: SQLExpression?
  public var isFreezing = false
  /// An option that is not modelled.
  public var unknownOption: String?
}

/// A statement that changes the catalog, as PostgreSQL's parser gave it.
// The tree is never written to after parsing, and freed with the last reference.
public struct Definition: @unchecked Sendable {
  let parsed: ParsedStatement
  /// The text that it was read from, and where it starts in it.
  var text: [UInt8] = []
  var start = 0

  /// Whether it is DO.
  public var isBlock: Bool { parsed.node?.kind == PG_QUERY__NODE__NODE_DO_STMT }

  /// Whether it may call functions: those of a block, of a query whose rows it stores, or of what it
  /// asks of rows that there are.
  public var runsFunctions: Bool {
    switch parsed.node?.kind {
    case PG_QUERY__NODE__NODE_DO_STMT, PG_QUERY__NODE__NODE_CREATE_TABLE_AS_STMT,
      PG_QUERY__NODE__NODE_REFRESH_MAT_VIEW_STMT, PG_QUERY__NODE__NODE_ALTER_TABLE_STMT,
      PG_QUERY__NODE__NODE_ALTER_DOMAIN_STMT:
      true
    default: false
    }
  }

  /// The place of a byte of the statement in the whole text, in characters from 1; nil where it was
  /// rewritten before it was parsed.
  public func position(ofByte offset: Int) -> Int? {
    guard !text.isEmpty, !parsed.newer.isRewritten else { return nil }
    return text.prefix(start + offset).count { $0 & 0xC0 != 0x80 } + 1
  }
}

extension Definition {
  /// The command's name where it is refused in a read-only transaction whatever it says; nil: what
  /// it runs, or what its query means, comes first.
  ///
  /// Source: `ClassifyUtilityCommandAsReadOnly()` in `src/backend/tcop/utility.c`.
  public var writingTag: String? {
    guard let node = parsed.node else { return nil }
    switch node.kind {
    case PG_QUERY__NODE__NODE_DO_STMT, PG_QUERY__NODE__NODE_CREATE_TABLE_AS_STMT,
      PG_QUERY__NODE__NODE_VACUUM_STMT, PG_QUERY__NODE__NODE_CLUSTER_STMT,
      PG_QUERY__NODE__NODE_REINDEX_STMT, PG_QUERY__NODE__NODE_ALTER_SYSTEM_STMT,
      PG_QUERY__NODE__NODE_SELECT_STMT:
      return nil
    default:
      let tag = CommandTag.of(node)
      return tag.isEmpty || tag.hasSuffix(" ") ? nil : tag
    }
  }
}

extension Definition {
  /// The parameters that CREATE or ALTER FUNCTION takes FROM CURRENT.
  public var settingsFromCurrent: [String] {
    guard let node = parsed.node else { return [] }
    let options: [Node] =
      switch node.kind {
      case PG_QUERY__NODE__NODE_CREATE_FUNCTION_STMT:
        list(
          node.pointee.create_function_stmt.pointee.n_options,
          node.pointee.create_function_stmt.pointee.options)
      case PG_QUERY__NODE__NODE_ALTER_FUNCTION_STMT:
        list(
          node.pointee.alter_function_stmt.pointee.n_actions,
          node.pointee.alter_function_stmt.pointee.actions)
      default: []
      }
    return options.compactMap { option in
      guard option.kind == PG_QUERY__NODE__NODE_DEF_ELEM,
        let argument = option.pointee.def_elem.pointee.arg,
        argument.kind == PG_QUERY__NODE__NODE_VARIABLE_SET_STMT
      else { return nil }
      let setting = argument.pointee.variable_set_stmt.pointee
      return setting.kind == PG_QUERY__VARIABLE_SET_KIND__VAR_SET_CURRENT
        ? SQLFrontend.text(setting.name) : nil
    }
  }

  /// The prepared statement that CREATE TABLE … AS EXECUTE names, and how many parameters it gives.
  public var execution: (name: String, parameterCount: Int)? {
    guard let node = parsed.node, node.kind == PG_QUERY__NODE__NODE_CREATE_TABLE_AS_STMT,
      let query = node.pointee.create_table_as_stmt.pointee.query,
      query.kind == PG_QUERY__NODE__NODE_EXECUTE_STMT
    else { return nil }
    let execution = query.pointee.execute_stmt.pointee
    return (SQLFrontend.text(execution.name), Int(execution.n_params))
  }
}

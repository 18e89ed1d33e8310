/// What a definition does to rows. The catalog has changed already; whoever keeps rows follows.
///
/// Positions count a table's columns from 0, as they were when the effect took place: effects are
/// carried out in order. Children of a table have effects of their own.
public enum RowEffect: Hashable, Sendable {
  /// A table without rows.
  case createdTable(QualifiedName)
  /// Rows of a table have moved, or are stored otherwise than by default.
  case movedRows(QualifiedName)
  /// VACUUM and ANALYZE: the planner knows how many rows there are. `isSampled`: of their values too.
  /// `isCleaned`: later rows are stored where removed ones were.
  case countedRows(QualifiedName, isSampled: Bool, isCleaned: Bool)
  /// A temporary table at the end of a transaction.
  case deletedRows(QualifiedName)
  /// A table, or a materialized view, with its rows.
  case droppedTable(QualifiedName)
  case renamedTable(QualifiedName, to: QualifiedName)
  /// A table that must be empty became a view; `unless`: what else is in the way.
  case becameView(QualifiedName, unless: PostgresError?)
  /// A last column; `value` is evaluated once for each row, nil is NULL. A generated column's is its
  /// expression over the row; `identity`: the next number.
  case addedColumn(QualifiedName, position: Int, value: SQLExpression?, identity: Bool)
  case droppedColumn(QualifiedName, position: Int)
  /// Nil `using`: the old value is cast by assignment.
  case retypedColumn(QualifiedName, position: Int, from: TypeName, using: SQLExpression?)
  /// A label of an enum is called otherwise.
  case renamedLabel(QualifiedName, from: String, to: String)
  /// A row type, that of a table or one of its own, has got a last field.
  case addedField(QualifiedName)
  case droppedField(QualifiedName, position: Int)
  /// Values of a domain that are there must satisfy a check of it; nil: they must not be NULL.
  case validateDomain(QualifiedName, check: String?)
  /// An enum has got a label before others.
  case placedLabels(QualifiedName)
  /// Rows that are there must satisfy what is new; the first that does not is PostgreSQL's error.
  case validate(QualifiedName, Requirement)
  /// CREATE TABLE AS and materialized views: the query's rows take the place of all others. Run it
  /// as `role`; the tag is then `SELECT n`. `SELECT INTO` too.
  case fill(QualifiedName, query: SQLQuery, as: String, Filling)
  /// A table that a query was to fill may not be made: the error comes after what is wrong with the
  /// query's names and types and, where it `runs`, after what it meets, as `role`, before its first
  /// row.
  case refused(PostgresError, query: SQLQuery, as: String, runs: Bool)
  /// The names and types of a query are looked at, and nothing else.
  case analyzed(SQLQuery, as: String)
  /// The error comes after what is wrong with the names and types of the definition's expressions.
  case refusedOnceBound(PostgresError)
  /// A materialized view WITH NO DATA: reading it is an error (55000) until it is refreshed.
  case emptied(QualifiedName)
  /// A materialized view that must not be one without data.
  case requirePopulated(QualifiedName)
  /// A table was partitioned by expressions, which must be sound.
  case partitionKey(QualifiedName)
  /// A domain was made, whose checks and default must be sound.
  case domain(QualifiedName)
  /// A setting was named, which must be one, with a value that it can have. A custom one the session
  /// knows from then on: it is empty.
  case namedSetting(String, value: String? = nil)
  /// A function was compiled, to be checked as it was made.
  case compiled(QualifiedName, [TypeName])
  case createdSequence(QualifiedName)
  case droppedSequence(QualifiedName)
  case renamedSequence(QualifiedName, to: QualifiedName)
  /// ALTER SEQUENCE. `keepsLog`: how many values are logged ahead stays as it was.
  case alteredSequence(QualifiedName, restart: Restart?, keepsLog: Bool)
  /// GRANT or REVOKE on all sequences of a schema, also on those of identity columns.
  case grantedOnSequences(String)
  case renamedIdentity(QualifiedName, column: String, to: String)
  /// ALTER COLUMN … SET, of what numbers an identity column.
  case alteredIdentity(QualifiedName, column: String, restart: Restart?, keepsLog: Bool)
  /// As RESTART, of an identity column. `value` nil: the sequence's start.
  case restartedIdentity(QualifiedName, column: String, value: Int64?)

  /// The relation whose rows or shape it changes, or looks at.
  public var relation: QualifiedName? {
    switch self {
    case .createdTable(let name), .movedRows(let name), .deletedRows(let name),
      .countedRows(let name, _, _), .droppedTable(let name),
      .renamedTable(_, let name), .becameView(let name, _), .addedColumn(let name, _, _, _),
      .droppedColumn(let name, _), .retypedColumn(let name, _, _, _), .validate(let name, _),
      .fill(let name, _, _, _), .emptied(let name), .requirePopulated(let name):
      name
    default: nil
    }
  }

  /// The next value of a sequence.
  public enum Restart: Hashable, Sendable {
    case atStart
    case at(Int64)
  }

  /// What a query's rows are for.
  public enum Filling: Hashable, Sendable {
    case creation, refresh
    /// Rows that are the same stay.
    case concurrentRefresh
  }

  /// What rows must satisfy, by the name of the constraint.
  public enum Requirement: Hashable, Sendable {
    case notNull(column: String)
    case check(String)
    case key(String)
    case uniqueIndex(String)
    /// Expressions and conditions of an index have a value for every row.
    case index(String)
    case foreignKey(String)
    case exclusion(String)
    /// The bound of a partition that was attached.
    case partitionBound
    /// No key refers to rows of a partition that leaves its parent.
    case detached(from: QualifiedName)
    /// A default partition must hold no row that belongs to a partition that was made.
    case defaultPartition(newSibling: QualifiedName)
  }
}

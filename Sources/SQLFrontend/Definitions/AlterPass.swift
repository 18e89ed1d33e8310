import AccessModel
import CPgQuery

/// When ALTER TABLE carries out each of several actions: whatever is dropped goes first.
///
/// Source: `AlterTablePass` and `ATPrepCmd()` in `src/backend/commands/tablecmds.c`.
enum AlterPass: Int, Comparable {
  case drop, alterType, addColumn, columnAttributes, addKey, addOther, misc

  static func < (one: AlterPass, other: AlterPass) -> Bool { one.rawValue < other.rawValue }

  /// The actions as they are carried out.
  static func ordered(
    _ commands: [PgQuery__AlterTableCmd]
  ) -> [PgQuery__AlterTableCmd] {
    guard commands.count > 1 else { return commands }
    let passes = Dictionary(grouping: commands) { AlterPass($0) }
    return passes.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private init(_ command: PgQuery__AlterTableCmd) {
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn, PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull, PG_QUERY__ALTER_TABLE_TYPE__AT_DropIdentity,
      PG_QUERY__ALTER_TABLE_TYPE__AT_DropExpression:
      self = .drop
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault:
      self = command.def == nil ? .drop : .addOther
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType: self = .alterType
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn: self = .addColumn
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull: self = .columnAttributes
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddIdentity: self = .addOther
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint: self = Self.pass(of: command.def)
    default: self = .misc
    }
  }

  private static func pass(of constraint: Node?) -> AlterPass {
    guard let constraint, constraint.kind == PG_QUERY__NODE__NODE_CONSTRAINT else {
      return .addOther
    }
    switch constraint.pointee.constraint.pointee.contype {
    case PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY, PG_QUERY__CONSTR_TYPE__CONSTR_UNIQUE,
      PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION:
      return .addKey
    case PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL: return .columnAttributes
    default: return .addOther
    }
  }
}

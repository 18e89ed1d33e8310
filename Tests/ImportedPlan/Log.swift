// swift-format-ignore-file
import AccessPlan

struct Log: Table {
  static let rowSecurity = RowSecurityState.disabled

  let what = Column("what", .text).nullable()
  let at = Column("at", .timestamp).nullable()
}

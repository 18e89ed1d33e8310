// swift-format-ignore-file
import AccessPlan

struct Setting: Table {
  static let rowSecurity = RowSecurityState.disabled

  let key = Column("key", .text).primaryKey()
  let value = Column("value", .jsonb).nullable()
}

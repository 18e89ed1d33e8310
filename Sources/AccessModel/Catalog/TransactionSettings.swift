/// Settings that are a transaction's modes: from PostgreSQL 16 on nobody resets them, or sets them for
/// a function.
///
/// Source: `GUC_NO_RESET` in `src/backend/utils/misc/guc_tables.c`.
///
///     TransactionSettings.contains("transaction_isolation")  // true
public enum TransactionSettings {
  private static let names: Set<String> = [
    "transaction_deferrable", "transaction_isolation", "transaction_read_only",
  ]

  public static func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }
}

import Foundation
import LivePostgres

/// Whether tests that need a PostgreSQL server can run.
///
/// They are skipped only where PostgreSQL is not installed, and with ROWKEEP_REQUIRE_SERVER=1 not
/// even there: they run, and fail.
///
/// ```swift
/// @Suite(.enabled(if: ServerAvailability.canTest, ServerAvailability.reason))
/// ```
public enum ServerAvailability {
  /// For the `.enabled(if:)` trait.
  public static let canTest: Bool =
    ProcessInfo.processInfo.environment["ROWKEEP_REQUIRE_SERVER"] == "1"
    || (try? PostgresInstallation.find()) != nil

  /// Why a test is skipped.
  public static let reason = "SKIPPED: no PostgreSQL 15 or newer is installed"
}

import AccessModel
import ArgumentParser

extension PostgresVersion {
  /// As `--postgres` takes it.
  static func argument(_ text: String) throws -> PostgresVersion {
    guard let version = Int(text).flatMap(PostgresVersion.init) else {
      throw ValidationError("'\(text)' is none of 15, 16, 17 and 18")
    }
    return version
  }
}

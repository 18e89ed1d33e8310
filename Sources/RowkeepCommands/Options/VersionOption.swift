import AccessModel
import ArgumentParser

/// `--postgres`: as which version of PostgreSQL an input is read and decided.
struct VersionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Read SQL files and decide as this version does: 15, 16, 17 or 18. Default: that of the \
      database which the command works on, else 15.
      """, valueName: "version"),
    transform: PostgresVersion.argument)
  var postgres: PostgresVersion?

  /// The version of a server that the command works on, which nothing else may be said to be.
  func require(_ server: PostgresVersion) throws(CommandFailure) {
    guard let postgres, postgres != server else { return }
    throw .usage(
      "the server is PostgreSQL \(server), and `--postgres` says \(postgres)",
      help: "leave out `--postgres`: the server's version decides")
  }
}

public import AccessModel
import CPgQuery

/// Reads SQL by PostgreSQL's own parser and applies its definitions in order.
///
/// ```swift
/// let loaded = SQLReader().read([SQLFile(name: "schema.sql", text: sql)])
/// ```
///
/// Mistakes are collected, each with its place; reading goes on after each, so that all are found.
/// The session is a superuser's, named `postgres`.
public struct SQLReader: Sendable {
  /// What is there before the files.
  public enum Platform: Hashable, Sendable {
    /// Supabase if the files use its roles or schemas without making them, else PostgreSQL alone.
    case automatic
    case postgres
    case supabase
  }

  /// What is there before the files.
  public var platform: Platform
  /// The version whose grammar, privileges and predefined roles the files are for.
  public var version: PostgresVersion
  /// Runs statements whose effects have to be computed; nil: they are not read.
  public var runner: ComputedStatementRunner?

  /// A reader for a platform.
  public init(
    platform: Platform = .automatic, version: PostgresVersion = .v15,
    runner: ComputedStatementRunner? = nil
  ) {
    self.platform = platform
    self.version = version
    self.runner = runner
  }

  /// Applies the files in order.
  public func read(_ files: [SQLFile]) -> LoadedSQL {
    DeepStack.run { [platform, version, runner] in
      var run = ReaderRun(platform: platform, version: version, runner: runner)
      return run.read(files)
    }
  }

  /// A statement that reads or changes rows, or why it is none that the model has a form for.
  public struct ParsedScriptStatement: Sendable {
    /// The text, without a semicolon.
    public var text: String
    public var place: SourcePlace
    public var outcome: Outcome

    public enum Outcome: Hashable, Sendable {
      case statement(SQLStatement)
      /// A definition or another statement: PostgreSQL reads it, and `read` may apply it.
      case other
      /// A psql command.
      case metaCommand
      /// The lines of `COPY … FROM stdin`.
      case copyData
      case undecided(String)
      case refused(PostgresError)
    }
  }

  /// The statements of a script in order, for running them one by one.
  public func parseStatements(_ file: SQLFile) -> [ParsedScriptStatement] {
    DeepStack.run { [version] in ScriptParser(file, version: version).statements() }
  }
}

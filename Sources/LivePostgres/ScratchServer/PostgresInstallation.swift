public import AccessModel
import Foundation

/// PostgreSQL's server programs on this machine.
public struct PostgresInstallation: Hashable, Sendable, CustomStringConvertible {
  /// The folder of `initdb` and `postgres`.
  public let binFolder: String
  /// The major version, as in 15.
  public let major: Int

  /// Whose rules it follows, as far as they are known.
  public var version: PostgresVersion { ServerVersion(major * 10_000).known }

  public var description: String { "PostgreSQL \(major)" }

  /// The installation a scratch server would use.
  ///
  /// ROWKEEP_PG_BIN decides if it is set. Otherwise the first of version 15 or newer of: the folder
  /// that `pg_config --bindir` names, Debian's folders from the newest down, Homebrew's and
  /// Postgres.app's, and those of PATH. Throws `serverNotInstalled`.
  public static func find() throws(LivePostgresError) -> PostgresInstallation {
    try find(environment: ProcessInfo.processInfo.environment)
  }

  /// As `find()`, but of one major version, wherever `installed()` knows one.
  public static func find(major: Int) throws(LivePostgresError) -> PostgresInstallation {
    if let found = try? find(), found.major == major { return found }
    let all = installed()
    if let found = all.first(where: { $0.major == major }) { return found }
    let others = all.map { String($0.major) }.joined(separator: ", ")
    throw LivePostgresError(
      .serverNotInstalled, "no PostgreSQL \(major) is installed here",
      help: "set ROWKEEP_PG_BIN to its bin folder"
        + (others.isEmpty ? "" : ", or ask for one that is here: \(others)"))
  }

  /// Every version that is installed, 15 and newer: the first found of each, the oldest first.
  ///
  /// Besides those that `find` takes, what `Scripts/install postgresql-versions` has fetched.
  public static func installed() -> [PostgresInstallation] {
    installed(environment: ProcessInfo.processInfo.environment)
  }

  static func installed(environment: [String: String]) -> [PostgresInstallation] {
    var found: [Int: PostgresInstallation] = [:]
    for folder in [environment["ROWKEEP_PG_BIN"] ?? ""] + candidates() + fetched(environment) {
      guard !folder.isEmpty, let installation = Self(binFolder: folder),
        (try? installation.supported()) != nil, found[installation.major] == nil
      else { continue }
      found[installation.major] = installation
    }
    return found.values.sorted { $0.major < $1.major }
  }

  /// The folders that `Scripts/install` fills: root's own is closed to the user that servers run as.
  static func fetched(_ environment: [String: String]) -> [String] {
    let caches = [
      environment["XDG_CACHE_HOME"], environment["HOME"].map { "\($0)/.cache" }, "/var/cache",
    ]
    return caches.compactMap { $0 }.filter { !$0.isEmpty }.flatMap { cache in
      (ServerVersion.oldestSupported.major...99).map {
        "\(cache)/rowkeep/postgresql/\($0)/bin"
      }
    }
  }

  static func find(
    environment: [String: String]
  ) throws(LivePostgresError) -> PostgresInstallation {
    if let folder = environment["ROWKEEP_PG_BIN"], !folder.isEmpty {
      guard let found = Self(binFolder: folder) else {
        throw LivePostgresError(
          .serverNotInstalled, "ROWKEEP_PG_BIN is `\(folder)`, without working initdb and postgres",
          help: "set it to the bin folder of PostgreSQL 15 or newer, or unset it")
      }
      return try found.supported()
    }
    var tooOld: PostgresInstallation?
    for folder in candidates() {
      guard let found = Self(binFolder: folder) else { continue }
      if (try? found.supported()) != nil { return found }
      tooOld = tooOld ?? found
    }
    if let tooOld { return try tooOld.supported() }
    throw LivePostgresError(
      .serverNotInstalled, "no PostgreSQL server is installed here",
      help: "install one (`apt-get install postgresql`, `brew install postgresql@17`), "
        + "or set ROWKEEP_PG_BIN to its bin folder")
  }

  /// Nil unless `binFolder` holds `initdb` and a `postgres` that tells its version.
  init?(binFolder: String) {
    let files = FileManager.default
    guard files.isExecutableFile(atPath: "\(binFolder)/initdb"),
      files.isExecutableFile(atPath: "\(binFolder)/postgres"),
      let text = ChildProcess.output(of: ["\(binFolder)/postgres", "--version"]),
      let major = Self.majorVersion(in: text)
    else { return nil }
    self.binFolder = binFolder
    self.major = major
  }

  /// 15 in `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)` and `… 16beta1`.
  static func majorVersion(in text: String) -> Int? {
    guard let marker = text.range(of: "(PostgreSQL) ") else { return nil }
    return Int(text[marker.upperBound...].prefix { $0.isASCII && $0.isNumber })
  }

  private func supported() throws(LivePostgresError) -> Self {
    guard major < ServerVersion.oldestSupported.major else { return self }
    throw LivePostgresError(
      .serverNotInstalled, "the PostgreSQL in \(binFolder) is version \(major)",
      help: "install version \(ServerVersion.oldestSupported.major) or newer")
  }

  private static func candidates() -> [String] {
    var folders: [String] = []
    if let program = ChildProcess.findProgram("pg_config"),
      let folder = ChildProcess.output(of: [program, "--bindir"])
    {
      folders.append(folder.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    let debian = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
    folders += versions.compactMap(Int.init).sorted(by: >).map { "\(debian)/\($0)/bin" }
    for prefix in ["/opt/homebrew", "/usr/local"] {
      folders += (15...19).reversed().map { "\(prefix)/opt/postgresql@\($0)/bin" }
      folders.append("\(prefix)/opt/postgresql/bin")
    }
    folders.append("/Applications/Postgres.app/Contents/Versions/latest/bin")
    return folders + ChildProcess.programFolders
  }
}

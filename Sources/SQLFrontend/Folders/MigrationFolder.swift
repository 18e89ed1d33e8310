/// The order in which a folder's SQL files run, by the tool whose layout it has.
public enum MigrationFolder: String, Hashable, Sendable {
  /// `supabase/migrations/<timestamp>_name.sql`, then `seed.sql`.
  case supabase
  /// `migrations/<timestamp>_name/migration.sql`.
  case prisma
  /// `V1_2__name.sql` by version, then `R__name.sql` by name.
  case flyway
  /// `deploy/<change>.sql` in the order of `sqitch.plan`.
  case sqitch
  /// Every `.sql` file by name.
  case plain

  /// What a folder holds: paths below it with `/` between parts, and the text of its plan.
  public struct Listing: Sendable {
    /// All files below the folder.
    public var paths: [String]
    /// The text of `sqitch.plan`, if there is one.
    public var sqitchPlan: String?

    /// A listing of paths relative to the folder.
    public init(paths: [String], sqitchPlan: String? = nil) {
      self.paths = paths
      self.sqitchPlan = sqitchPlan
    }
  }

  /// The layout of a folder, and its files in the order to run them.
  public static func order(_ listing: Listing) -> (layout: MigrationFolder, files: [String]) {
    let files = listing.paths.filter { $0.lowercased().hasSuffix(".sql") }.sorted(by: byName)
    if let plan = listing.sqitchPlan { return (.sqitch, sqitch(plan, files)) }
    for prefix in ["supabase/", ""] {
      let migrations = files.filter { isDirectlyIn("\(prefix)migrations/", $0) }
      if !migrations.isEmpty, prefix == "supabase/" || files.contains("seed.sql") {
        return (.supabase, migrations + files.filter { $0 == "\(prefix)seed.sql" })
      }
    }
    let steps = files.filter { $0.hasSuffix("/migration.sql") }
    if !steps.isEmpty { return (.prisma, steps) }
    let versions = files.compactMap { file in FlywayVersion(file).map { (file, $0) } }
    if !versions.isEmpty {
      let repeatable = files.filter { name(of: $0).hasPrefix("R__") }
        .sorted { byName(name(of: $0), name(of: $1)) }
      return (.flyway, versions.sorted { $0.1 < $1.1 }.map(\.0) + repeatable)
    }
    // Rollbacks would undo what was just read.
    let forward = files.filter { !$0.hasSuffix(".down.sql") && name(of: $0) != "down.sql" }
    let nested = forward.filter { isDirectlyIn("migrations/", $0) }
    let isOneFolder = !forward.contains { !$0.contains("/") } && !nested.isEmpty
    return (.plain, isOneFolder ? nested : forward)
  }

  /// Byte by byte, as `ls` in the C locale and the tools themselves do.
  private static func byName(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func isDirectlyIn(_ folder: String, _ path: String) -> Bool {
    path.hasPrefix(folder) && !path.dropFirst(folder.count).contains("/")
  }

  /// Changes are lines that start with a name; `%` are pragmas and `@` tags. A change that a tag
  /// reworks stands twice: the first time it is `deploy/name@tag.sql`.
  private static func sqitch(_ plan: String, _ files: [String]) -> [String] {
    var result: [String] = []
    var pending: [(change: String, position: Int)] = []
    for line in plan.split(whereSeparator: \.isNewline) {
      let words = line.drop(while: \.isWhitespace)
      guard let first = words.first, first != "#", first != "%" else { continue }
      let word = String(words.prefix { !$0.isWhitespace })
      if first == "@" {
        for (change, position) in pending {
          let reworked = "deploy/\(change)\(word).sql"
          if files.contains(reworked) { result[position] = reworked }
        }
        pending = []
        continue
      }
      let file = "deploy/\(word).sql"
      guard files.contains(file) else { continue }
      pending.append((word, result.count))
      result.append(file)
    }
    return result
  }
}

/// `V1.2__name.sql`: versions compare number by number.
private struct FlywayVersion: Comparable {
  private var numbers: [UInt64]

  init?(_ path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasPrefix("V"), let end = name.firstRange(of: "__") else { return nil }
    let parts = name[name.index(after: name.startIndex)..<end.lowerBound]
      .split { $0 == "." || $0 == "_" }
    let numbers = parts.compactMap { UInt64($0) }
    guard !numbers.isEmpty, numbers.count == parts.count else { return nil }
    self.numbers = numbers
  }

  static func < (a: Self, b: Self) -> Bool {
    let length = max(a.numbers.count, b.numbers.count)
    func padded(_ version: Self) -> [UInt64] {
      version.numbers + [UInt64](repeating: 0, count: length - version.numbers.count)
    }
    return padded(a).lexicographicallyPrecedes(padded(b))
  }
}

import AccessModel
import Foundation
import LivePostgres
import SQLFrontend

/// Reads folders of migrations, loads the same files into a scratch server, puts generated rows on
/// both sides, and compares who reaches what.
///
/// `ProjectScoreboard [--verbose] FOLDER …`. Nothing of the projects' is kept here.
@main
enum ProjectScoreboard {
  static func main() throws {
    var folders = Array(CommandLine.arguments.dropFirst())
    let isVerbose = folders.first == "--verbose"
    if isVerbose { folders.removeFirst() }
    guard !folders.isEmpty else {
      print("usage: ProjectScoreboard [--verbose] FOLDER …")
      exit(2)
    }
    for folder in folders {
      do {
        try score(Project(folder), isVerbose)
      } catch {
        print("\(folder): \(error)")
      }
    }
  }

  private static func score(_ project: Project, _ isVerbose: Bool) throws {
    // Roles belong to a whole server, so each project has one of its own.
    let server = try ScratchServer()
    defer { server.stop() }
    let database = try ProjectDatabase(project, on: server)
    let counts = project.loaded.counts
    print(
      """
      \(project.name): \(counts.read + counts.data) of \(counts.total) statements read in full; \
      refused \(database.refusedByBoth) by both, \(database.refusedByReaderOnly.count) here only, \
      \(database.refusedByServerOnly.count) by the server only
      """)
    let reasons = Dictionary(grouping: project.loaded.diagnostics, by: \.message)
    for (reason, places) in reasons.sorted(by: {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }) {
      let place = places.first?.place.map { "\($0)" } ?? ""
      print("  \(places.count) × \(reason) \(place)")
    }
    for line in database.refusedByReaderOnly { print("  here only: \(line)") }
    for line in database.refusedByServerOnly { print("  server only: \(line)") }

    let comparison = try MatrixComparison(project, database)
    print(comparison.summary)
    for line in comparison.undecided { print("  undecided: \(line)") }
    for line in comparison.differences.prefix(isVerbose ? .max : 12) {
      print("  DIFFERENT \(line)")
    }
  }
}

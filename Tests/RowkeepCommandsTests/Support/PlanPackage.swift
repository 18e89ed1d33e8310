import Foundation

/// A Swift package with plans in `policies/<name>`, each with one main.swift.
///
/// A package that is to be built is kept below `.build`, so that only the first run of the tests
/// builds all of it.
struct PlanPackage {
  let path: String
  private var folder: TemporaryFolder?

  /// A package that goes away with this value.
  init(_ plans: [String: String]) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    path = folder.path
    try writeAll(plans)
  }

  /// A package that is kept under a name of its own.
  init(named name: String, _ plans: [String: String]) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    path = root.appendingPathComponent(".build/plan-packages/\(name)").path
    try writeAll(plans)
  }

  private func writeAll(_ plans: [String: String]) throws {
    let targets = plans.keys.sorted().map { name in
      """
      .executableTarget(
        name: "\(name)", dependencies: ["RowkeepCommands"], path: "policies/\(name)"),
      """
    }
    try write(
      """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(name: "plans", targets: [
        .target(name: "RowkeepCommands"), \(targets.joined(separator: " "))
      ])
      """, to: "Package.swift")
    try write("", to: "Sources/RowkeepCommands/Empty.swift")
    for (name, source) in plans { try write(source, to: "policies/\(name)/main.swift") }
  }

  /// Leaves a file alone that holds `text` already, since a newer one would be built again.
  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    guard (try? Data(contentsOf: url)) != Data(text.utf8) else { return }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}

import Foundation
import PlantedFaults

/// A copy of the package with every fault planted, of which the environment chooses one.
///
/// Files are written only where they have changed, so that a second build is a short one.
struct FaultySources {
  let source: URL
  let copy: URL

  /// What the tests that try faults need; the rest is not built.
  static let tests = ["RowSecurityTests", "AccessSimulatorTests", "SQLSessionTests"]
  static let runner = "DifferentialRunner"

  func write() throws {
    for name in ["Sources", "Tests", "docs", "fixtures"] { try copyFolder(name) }
    try write(data("Package.resolved"), to: "Package.resolved")
    let manifest = String(decoding: try data("Package.swift"), as: UTF8.self) + Self.pruning
    try write(Data(manifest.utf8), to: "Package.swift")
    var modules: Set<String> = []
    let numbered = PlantedFault.all.enumerated().map { (number: $0.offset + 1, fault: $0.element) }
    for (file, faults) in Dictionary(grouping: numbered, by: \.fault.file) {
      let text = String(decoding: try data("Sources/\(file)"), as: UTF8.self)
      try write(Data(PlantedFault.plant(faults, in: text).utf8), to: "Sources/\(file)")
      if let module = file.split(separator: "/").first { modules.insert(String(module)) }
    }
    for module in modules {
      try write(Data(Self.choice.utf8), to: "Sources/\(module)/ChosenFault.swift")
    }
  }

  private static let choice = """
    import Foundation

    let plantedFault =
      Int(ProcessInfo.processInfo.environment["\(PlantedFault.variable)"] ?? "") ?? 0
    """

  /// Leaves only the targets that are needed.
  private static let pruning = """

    var pending = [\((tests + [runner]).map { "\"\($0)\"" }.joined(separator: ", "))]
    var needed: Set<String> = []
    while let name = pending.popLast() {
      guard needed.insert(name).inserted else { continue }
      for target in package.targets where target.name == name {
        for dependency in target.dependencies {
          switch dependency {
          case .byNameItem(let name, _): pending.append(name)
          case .targetItem(let name, _): pending.append(name)
          default: break
          }
        }
      }
    }
    package.products = []
    package.targets.removeAll { !needed.contains($0.name) }
    """

  private func copyFolder(_ name: String) throws {
    let planted = Set(PlantedFault.all.map { "Sources/\($0.file)" })
    let folder = source.appendingPathComponent(name)
    guard let files = FileManager.default.enumerator(atPath: folder.path) else { return }
    for case let file as String in files {
      let path = "\(name)/\(file)"
      var isFolder: ObjCBool = false
      let full = source.appendingPathComponent(path).path
      guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder),
        !isFolder.boolValue, !planted.contains(path)
      else { continue }
      try write(data(path), to: path)
    }
  }

  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: source.appendingPathComponent(path))
  }

  private func write(_ data: Data, to path: String) throws {
    let place = copy.appendingPathComponent(path)
    if let old = try? Data(contentsOf: place), old == data { return }
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place)
  }
}

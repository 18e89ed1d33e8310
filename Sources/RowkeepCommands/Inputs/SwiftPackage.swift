import AccessModel
import Foundation

/// A Swift package that holds plans: found, described, built and run by SwiftPM.
struct SwiftPackage {
  /// The folder of Package.swift.
  let root: String
  private let description: Description
  private let context: CommandContext

  /// What `swift package describe --type json` says, as far as it matters here.
  private struct Description: Decodable {
    var targets: [Target]
  }

  struct Target: Decodable {
    var name: String
    var type: String
    /// Relative to the package's root.
    var path: String
    var target_dependencies: [String]?
    var product_dependencies: [String]?

    /// An executable that links the commands, but not `rowkeep` itself, which has no plan.
    var isPlan: Bool {
      let dependencies = (target_dependencies ?? []) + (product_dependencies ?? [])
      return type == "executable" && name != "rowkeep" && dependencies.contains("RowkeepCommands")
    }
  }

  /// The package whose folder `path` is in.
  init(containing path: String, context: CommandContext) throws(CommandFailure) {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while !FileManager.default.fileExists(
      atPath: folder.appendingPathComponent("Package.swift").path)
    {
      guard folder.pathComponents.count > 1 else {
        throw .usage(
          "`\(path)` is not in a Swift package",
          help: "name a folder with a Package.swift, or a plan's folder below one")
      }
      folder.deleteLastPathComponent()
    }
    root = folder.path
    self.context = context
    context.progress("Reading the package…")
    let result = try Self.swift(
      ["package", "describe", "--type", "json"], root: folder.path, context: context
    ).run(.captured)
    guard result.status == 0,
      let description = try? JSONDecoder().decode(Description.self, from: result.output)
    else { throw .child("`swift package describe` failed in `\(folder.path)`") }
    self.description = description
  }

  /// Whether a folder is a package's, or holds Swift sources as a plan's folder does.
  static func holds(_ path: String) -> Bool {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return entries.contains { $0 == "Package.swift" || $0.hasSuffix(".swift") }
  }

  func folder(of target: Target) -> String { root + "/" + target.path }

  /// The plan whose folder `path` is, or the package's only plan.
  func planTarget(at path: String) throws(CommandFailure) -> Target {
    let plans = description.targets.filter(\.isPlan).sorted { $0.path < $1.path }
    let folder = URL(fileURLWithPath: path).standardizedFileURL.path
    if folder == root {
      if plans.count == 1 { return plans[0] }
      throw .usage(
        plans.isEmpty
          ? "the package `\(path)` has no plan: no executable that depends on RowkeepCommands"
          : "the package `\(path)` has \(plans.count) plans",
        help: plans.isEmpty
          ? nil : "name one by its folder: \(plans.map { "`\($0.path)`" }.joined(separator: ", "))")
    }
    if let plan = plans.first(where: { self.folder(of: $0) == folder }) { return plan }
    throw .usage(
      "`\(path)` is not the folder of a plan in `\(root)`",
      help: plans.isEmpty
        ? nil : "there are \(plans.map { "`\($0.path)`" }.joined(separator: ", "))")
  }

  /// Builds the plan's program and has it write its plans to a file of its own.
  func plans(of target: Target) throws(CommandFailure) -> PlanSource {
    try build(target)
    let binaries = try Self.swift(["build", "--show-bin-path"], root: root, context: context)
      .run(.captured)
    let folder = String(decoding: binaries.output, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("rowkeep-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let program = ChildProcess(
      arguments: ["\(folder)/\(target.name)", EmitName.command, "--output", file.path],
      environment: context.environment)
    let result = try program.run(.passedOn)
    guard result.status == 0 else {
      throw .child("the plan's program `\(target.name)` ended with status \(result.status)")
    }
    let text = try TextFile.read(file.path, limit: TextFile.documentLimit)
    var source = try PlanReader(name: target.name).read(text)
    source.locator = SourceLocator(roots: [self.folder(of: target), root])
    return source
  }

  private func build(_ target: Target) throws(CommandFailure) {
    context.progress("Building \(target.name)…")
    let build = Self.swift(["build", "--product", target.name], root: root, context: context)
    // On a terminal SwiftPM shows its own progress; elsewhere only a failure is worth reading.
    let result =
      context.isErrorTerminal
      ? try build.run(.passedOn) : try build.run(.captured, mergesErrors: true)
    guard result.status != 0 else { return }
    context.errors.write(String(decoding: result.output, as: UTF8.self))
    throw .child("the plan does not build")
  }

  private static func swift(
    _ arguments: [String], root: String, context: CommandContext
  ) -> ChildProcess {
    let (verb, rest) = (arguments.prefix(1), arguments.dropFirst())
    return ChildProcess(
      arguments: ["swift"] + verb + ["--package-path", root] + rest,
      environment: context.environment)
  }
}

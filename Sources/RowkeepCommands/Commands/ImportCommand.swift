import AccessModel
import AccessReports
import ArgumentParser
import Foundation
import PlanImporter
import SQLFrontend

/// `import`: SQL or a plan document as a plan in Swift.
struct ImportCommand: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import", abstract: "Write an input as a plan in Swift.",
      discussion: """
        The plan's model is the input's: 'rowkeep diff INPUT DIR' shows no difference. What the \
        language has no form for stands in it as SQL; what can't be said at all is named on \
        standard error, stands as a comment, and makes the exit status 1.

        With '--output' a Swift package is written, else all of it to standard output.
        """)
  }

  @OptionGroup var input: PathInput
  @OptionGroup var variant: VariantOption
  @OptionGroup var intents: IntentsOption

  @Option(
    name: .shortAndLong, help: ArgumentHelp("A new folder for the package.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    name: .customLong("name"), help: ArgumentHelp("The plan's name. Default: the input's."))
  var planName: String?

  @Option(
    help: ArgumentHelp(
      "Where the package finds Rowkeep, as seen from its folder.", valueName: "path"))
  var rowkeep = "../rowkeep"

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let entry = try source.entry(variant.variant)
    var document = try source.document(of: entry, in: context)
    try intents.add(to: &document, in: context)
    if let planName { document.name = planName }
    let unread = entry.diagnostics.filter { $0.id == .unreadStatement }.map {
      ImportedPlan.Unsaid($0.message, at: $0.place)
    }
    let version = document.decidingVersion
    let plan = PlanImporter.plan(of: document, unread: unread) {
      PlatformCatalog.catalog(of: $0, version: version)
    }
    for gap in plan.unsaid.dropFirst(unread.count) {
      context.errors.write("not said in the plan: \(gap.what)\n")
    }
    guard let output else {
      context.output.write(plan.text)
      return plan.unsaid.isEmpty ? .clean : .findings
    }
    try write(plan, to: output)
    context.progress("Wrote \(plan.files.count) files to \(output).")
    return plan.unsaid.isEmpty ? .clean : .findings
  }

  private func write(_ plan: ImportedPlan, to folder: String) throws(CommandFailure) {
    let sources = "\(folder)/Sources/\(plan.module)"
    guard !FileManager.default.fileExists(atPath: sources) else {
      throw .usage("`\(sources)` is there already", help: "name a new folder")
    }
    do {
      try FileManager.default.createDirectory(
        atPath: sources, withIntermediateDirectories: true)
    } catch {
      throw .usage("`\(sources)` can't be made", help: "name a folder where you may write")
    }
    if !FileManager.default.fileExists(atPath: "\(folder)/Package.swift") {
      try TextFile.write(plan.manifest(rowkeepAt: rowkeep), to: "\(folder)/Package.swift")
    }
    for (index, file) in plan.files.enumerated() {
      let module = index == 0 ? "RowkeepCommands" : "AccessPlan"
      try TextFile.write("import \(module)\n\n\(file.body)", to: "\(sources)/\(file.name)")
    }
  }
}

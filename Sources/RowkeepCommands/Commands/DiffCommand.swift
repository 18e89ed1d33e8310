import AccessModel
import AccessReports
import ArgumentParser

/// `diff`: what two inputs say differently.
struct DiffCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "diff", abstract: "Show what two inputs say differently.",
      discussion: """
        Compared are roles and memberships, schemas, types, tables with their columns, \
        constraints and row security, policies, views, functions, sequences and grants; not \
        comments, places and intents. Where either text comes from makes no difference: a plan \
        and its compiled SQL are equal.

        This is the difference of the models. Who can do more or less because of it, with a row \
        to show for it, comes in a later release.

        Exit status: 0 equal; 1 different; 2 an input can't be used.
        """)
  }

  @OptionGroup var input: Input

  @Argument(
    help: ArgumentHelp(
      "What to compare with: an input of any kind. Default: another variant of the same.",
      valueName: "other"),
    completion: .file())
  var other: String?

  @OptionGroup var variant: VariantOption

  @Option(
    name: .customLong("to-variant"),
    help: ArgumentHelp("A variant of the other. Default: the plan as stated.", valueName: "name"))
  var otherVariant: String?

  @OptionGroup var format: FormatOption

  func validate() throws {
    if other == nil, variant.variant == nil, otherVariant == nil {
      throw ValidationError(
        "diff needs two inputs, or '--variant' and '--to-variant' of one")
    }
    if other == "-", (input as? PathInput)?.path == "-" {
      throw ValidationError("standard input can be one of the two inputs only")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let first = try input.load(in: context)
    let second =
      try other.map {
        try InputReader(path: $0, context: context, version: input.version.postgres).read()
      } ?? first
    let before = try first.document(of: first.entry(variant.variant), in: context)
    let after = try second.document(of: second.entry(otherVariant), in: context)
    let version = max(before.decidingVersion, after.decidingVersion)
    let report = DifferenceReport(
      from: before.title, to: after.title,
      CatalogDifference(
        from: before.catalog.adapted(from: before.decidingVersion, to: version),
        to: after.catalog.adapted(from: after.decidingVersion, to: version), version: version))
    switch format.format {
    case .text: context.output.write(report.text(style: context.outputStyle))
    case .json: context.output.write(report.json.text())
    }
    return report.difference.isEmpty ? .clean : .findings
  }
}

import AccessModel
import ArgumentParser
import MigrationPlanner

/// `compile`: the SQL of a plan, or the plan as a document.
struct CompileCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "compile", abstract: "Write the SQL of a plan, or the plan as JSON.",
      discussion: """
        'text' is one migration in one transaction, which can be run again. 'json' is the plan \
        document that every command takes as input.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption
  @OptionGroup var format: FormatOption

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to a file.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Begin with what the platform has: roles, schemas, functions. Text only.")
  var withPlatform = false

  @Flag(help: "Make the indexes that policies need, which are only proposed otherwise. Text only.")
  var withIndexes = false

  @Flag(help: "Write all variants in one document. JSON only.")
  var allVariants = false

  func validate() throws {
    if withPlatform, format.format == .json {
      throw ValidationError("'--with-platform' has no meaning with '--format json'")
    }
    if withIndexes, format.format == .json {
      throw ValidationError("'--with-indexes' has no meaning with '--format json'")
    }
    if allVariants, format.format == .text || variant.variant != nil {
      throw ValidationError("'--all-variants' needs '--format json' and no '--variant'")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let text = try text(of: source, in: context)
    if let output { try TextFile.write(text, to: output) } else { context.output.write(text) }
    return .clean
  }

  private func text(of source: PlanSource, in context: CommandContext) throws -> String {
    if allVariants {
      for entry in source.entries { _ = try source.document(of: entry, in: context) }
      return try PlanWriter.json(PlanBundle(plans: source.entries))
    }
    let document = try source.document(of: source.entry(variant.variant), in: context)
    if format.format == .json { return try PlanWriter.json(document) }
    let sql = Migration(document, addsIndexes: withIndexes).sql
    guard withPlatform else { return sql }
    let prelude = Migration.platformPrelude(for: document).map { $0 + ";\n" }.joined()
    return "-- What the platform has.\nBEGIN;\n\n\(prelude)\nCOMMIT;\n\n\(sql)"
  }
}

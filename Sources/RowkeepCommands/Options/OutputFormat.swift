import ArgumentParser

/// Text for people, or JSON for programs.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// `--format`, which every command has.
struct FormatOption: ParsableArguments {
  @Option(help: ArgumentHelp("Text for people, or JSON for programs.", valueName: "format"))
  var format = OutputFormat.text
}

/// `--variant`, which every command on a plan has.
struct VariantOption: ParsableArguments {
  @Option(
    name: [.customLong("variant"), .customLong("plan")],
    help: ArgumentHelp(
      "A variant of the plan, as in 'stage-3'. Default: the plan as stated.", valueName: "name"))
  var variant: String?
}

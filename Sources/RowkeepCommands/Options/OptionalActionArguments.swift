import ArgumentParser

/// As `ActionArguments`, where there may be none.
struct OptionalActionArguments: ParsableArguments {
  @Argument(help: "What is done.")
  var command: ActionArguments.Command?

  @Argument(help: ActionArguments.relationHelp)
  var relation: String?

  @OptionGroup var values: ActionValues

  /// The action; nil where command or relation is left out.
  var action: ActionArguments? {
    guard let command, let relation else { return nil }
    return ActionArguments(command: command, relation: relation, values)
  }

  var isEmpty: Bool { command == nil && relation == nil && values.isEmpty }

  func validate() throws { try action?.validate() }
}

import ArgumentParser

/// `--allow-undecided`: constructs that are not modelled do not fail the command.
struct UndecidedOption: ParsableArguments {
  @Flag(help: "Do not fail because of constructs that are not modelled.")
  var allowUndecided = false

  func status(undecided count: Int) -> ExitStatus {
    count > 0 && !allowUndecided ? .undecided : .clean
  }
}

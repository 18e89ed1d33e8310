import AccessModel

/// Why a command could not do its job.
enum CommandFailure: Error {
  /// Wrong usage: an argument that has no meaning here.
  case usage(String, help: String? = nil)
  /// A plan, fixtures or options with mistakes, which are shown with their places.
  case diagnostics([Diagnostic], SourceLocator = SourceLocator())
  /// A program that Rowkeep runs ended badly, having said why itself.
  case child(String)
  /// What was asked can't be decided at all.
  case undecided(Undecided)
  /// The database can't be reached or used.
  case unreachable(String)

  var status: ExitStatus {
    switch self {
    case .usage, .diagnostics, .child: .unusable
    case .undecided: .undecided
    case .unreachable: .unreachable
    }
  }
}

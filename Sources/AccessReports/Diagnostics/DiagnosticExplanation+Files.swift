import AccessModel

extension DiagnosticExplanation {
  /// 1xx: files and formats.
  static let ofFiles = [
    DiagnosticExplanation(
      .unreadableFile, "a file can't be read",
      """
      The file is missing, is a folder, may not be read by this user, is larger than Rowkeep \
      accepts, or is not UTF-8 text.
      """,
      remedy: "check the path and the file's permissions; convert it to UTF-8."),
    DiagnosticExplanation(
      .unsupportedFormatVersion, "written by a newer Rowkeep",
      """
      The document says that its format is newer than this program knows. Reading it anyway \
      could overlook something that decides access, so it is refused.
      """,
      remedy: "use a Rowkeep at least as new as the one that wrote the document."),
    DiagnosticExplanation(
      .malformedDocument, "not a plan document",
      """
      The text is not JSON, or is JSON of another shape than a plan: the message says where. \
      A plan document is what `rowkeep compile --format json` writes.
      """,
      remedy: "write the document again with `rowkeep compile --format json --output plan.json`."),
    DiagnosticExplanation(
      .unreadStatement, "SQL statement not read, or not in full",
      """
      PostgreSQL would run the statement, but Rowkeep does not model what it does. Decisions that \
      depend on it may be wrong: the statement counts against "fully read".
      """,
      remedy: "check by hand what the statement means for access, or write it in modelled terms."),
    DiagnosticExplanation(
      .refusedStatement, "SQL statement that PostgreSQL would refuse",
      """
      The statement does not parse, or names what is not there or is there already. The message \
      and SQLSTATE are PostgreSQL's own.
      """,
      remedy: "correct the statement, or name the files it relies on before it."),
  ]
}

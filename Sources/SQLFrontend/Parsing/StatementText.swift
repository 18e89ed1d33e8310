/// One statement of a script, as a range of its bytes.
struct StatementText: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case sql
    /// `\connect`, `\set`, …: up to the end of its line.
    case metaCommand
    /// The lines between `COPY … FROM stdin` and `\.`.
    case copyData
  }

  var kind: Kind
  /// From the first token to before the semicolon.
  var range: Range<Int>
  /// The first words, in lower case.
  var head: [String]
  /// No tree of the statement is deeper.
  var depth: Int
}

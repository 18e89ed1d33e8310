/// Where something was written: a file, a line and a column, both counted from 1.
///
/// `column` is nil where only the line is known, as for `#fileID` and `#line` in a plan.
public struct SourcePlace: Hashable, Codable, Sendable, CustomStringConvertible {
  public var file: String
  public var line: Int
  public var column: Int?

  public init(file: String, line: Int, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `Plan.swift:41:9`, as compilers print it.
  public var description: String {
    "\(file):\(line)" + (column.map { ":\($0)" } ?? "")
  }
}

import AccessModel

/// The source lines that diagnostics point at, as far as files can be read.
public struct SourceLines: Sendable {
  /// The lines of a file, or nil if it can't be read.
  public typealias Reader = @Sendable (_ file: String) -> [String]?

  private let read: Reader

  /// Lines as `read` finds them.
  public init(_ read: @escaping Reader) { self.read = read }

  /// For inputs whose source is not at hand.
  public static let none = SourceLines { _ in nil }

  /// The line at `place`, without its line ending; nil if there is none.
  func line(at place: SourcePlace) -> String? {
    guard place.line > 0, let lines = read(place.file), place.line <= lines.count else {
      return nil
    }
    return lines[place.line - 1]
  }
}

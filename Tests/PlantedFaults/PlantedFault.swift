/// A mistake that somebody might make in a source file: an expression, and what stands there instead.
public struct PlantedFault: Hashable, Sendable {
  /// Below `Sources`.
  public var file: String
  /// Text of the file that occurs in it once, with the expression between `«` and `»`.
  public var text: String
  /// The expression that takes its place.
  public var faulty: String
  /// What it breaks, in a few words.
  public var breaks: String

  public init(_ file: String, _ text: String, _ faulty: String, _ breaks: String) {
    self.file = file
    self.text = text
    self.faulty = faulty
    self.breaks = breaks
  }

  /// All of them. A fault's number is its place in the list, from 1.
  public static let all: [PlantedFault] =
    policies + roles + privileges + commands + views + evaluation + statements

  /// The environment variable that chooses a fault by its number; none is planted without it.
  public static let variable = "ROWKEEP_PLANTED_FAULT"

  /// What is before, in and after the marks.
  var parts: (before: String, original: String, after: String)? {
    let opened = text.split(separator: "«", omittingEmptySubsequences: false)
    guard opened.count == 2 else { return nil }
    let closed = opened[1].split(separator: "»", omittingEmptySubsequences: false)
    guard closed.count == 2 else { return nil }
    return (String(opened[0]), String(closed[0]), String(closed[1]))
  }
}

/// Why faults can't be planted.
public struct PlantingError: Error, CustomStringConvertible {
  public var description: String
}

extension PlantedFault {
  /// A file's text with each of its faults beside the original: which of them counts is decided when
  /// the program runs.
  ///
  /// Throws where a fault's text does not occur just once, or two faults overlap.
  public static func plant(
    _ faults: [(number: Int, fault: PlantedFault)], in source: String
  ) throws -> String {
    var places: [(range: Range<String.Index>, text: String)] = []
    for (number, fault) in faults {
      guard let (before, original, after) = fault.parts else {
        throw PlantingError(description: "fault \(number): no «expression» in its text")
      }
      let found = source.ranges(of: before + original + after)
      guard found.count == 1 else {
        throw PlantingError(
          description: "fault \(number): its text occurs \(found.count) times in \(fault.file)")
      }
      let start = source.index(found[0].lowerBound, offsetBy: before.count)
      let end = source.index(start, offsetBy: original.count)
      places.append(
        (start..<end, "(plantedFault == \(number) ? (\(fault.faulty)) : (\(original)))"))
    }
    places.sort { $0.range.lowerBound < $1.range.lowerBound }
    var result = ""
    var position = source.startIndex
    for place in places {
      guard place.range.lowerBound >= position else {
        throw PlantingError(description: "two faults overlap: \(place.text)")
      }
      result += source[position..<place.range.lowerBound] + place.text
      position = place.range.upperBound
    }
    return result + source[position...]
  }
}

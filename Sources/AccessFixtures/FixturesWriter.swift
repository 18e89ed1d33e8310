import AccessModel
import Foundation

/// Fixtures as the files that `Fixtures.load` reads: `rows/*.csv` and `cases.yaml`.
public struct FixturesWriter {
  private let fixtures: Fixtures
  /// What stands above the identities, a line each.
  private let heading: [String]

  /// A writer of rows and identities; cases are not written.
  public init(_ fixtures: Fixtures, heading: [String] = []) {
    self.fixtures = fixtures
    self.heading = heading
  }

  /// The files by their paths below the folder.
  public var files: [(path: String, text: String)] {
    fixtures.rows.map { ("rows/\($0.table.schema).\($0.table.name).csv", Self.csv($0)) }
      + [("cases.yaml", casesText)]
  }

  /// Takes out rows that no CSV file can say; gives their number.
  ///
  /// A line without anything is skipped, as by psql; and whoever reads CSV by characters takes a
  /// quote with an accent for none.
  public static func removeUnwritable(_ rows: inout TableRows) -> Int {
    let count = rows.rows.count
    rows.rows.removeAll { row in
      row.values == [nil] || row.values.contains { $0.map { !isWritable($0) } ?? false }
    }
    return count - rows.rows.count
  }

  private static func isWritable(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 < 0x80 }
      || field(value).allSatisfy { character in
        character.unicodeScalars.count == 1 || !character.unicodeScalars.contains("\"")
      }
  }

  static func csv(_ rows: TableRows) -> String {
    var text = rows.columns.map(field).joined(separator: ",") + "\n"
    for row in rows.rows {
      text += row.values.map { $0.map(field) ?? "" }.joined(separator: ",") + "\n"
    }
    return text
  }

  /// In quotes unless nothing in it could be taken for anything else.
  private static func field(_ value: String) -> String {
    let isPlain =
      !value.isEmpty
      && value.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_.:+@/".utf8.contains(byte)
        }
      }
    if isPlain { return value }
    // By scalars: a quote with an accent is a quote.
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in value.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  private var casesText: String {
    var text = heading.map { "# \($0.filter { !$0.isNewline })\n" }.joined()
    text += "identities:\n"
    for identity in fixtures.identities {
      text += "  \(Self.scalar(identity.name)):\n    role: \(Self.scalar(identity.role))\n"
      // JSON is YAML too, and keeps digits and quotes as they are.
      if let claims = identity.claims { text += "    claims: \(claims)\n" }
      if let description = fixtures.descriptions[identity.name] {
        text += "    description: \(Self.scalar(description))\n"
      }
    }
    return text
  }

  private static func scalar(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter == true
      && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0 == "_") }
      && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
    return isPlain ? text : YAMLValue.quoted(text)
  }
}

extension Fixtures {
  /// Writes `files` into a new or empty folder.
  public static func write(_ files: [(path: String, text: String)], to folder: String) throws {
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: folder + "/rows", withIntermediateDirectories: true)
    for file in files {
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: folder + "/" + file.path))
    }
  }
}

public import AccessModel
public import AccessTokens
import Foundation

extension Fixtures {
  /// Reads `rows/*.csv` and `cases.yaml` of a folder, checking every name against `catalog`.
  ///
  /// Nothing is thrown: a missing file, a ragged row or an unknown identity is a diagnostic with
  /// its place, and all of them are reported together.
  ///
  /// - Parameters:
  ///   - folder: path of the folder, as places in diagnostics will show it.
  ///   - variants: names the plan gives its variants; a case for any other would never run, and
  ///     is an error. Nil: not known here, so not checked.
  ///   - seeded: rows that SQL has made. A table's CSV file says all of its rows, and replaces
  ///     them.
  ///   - keys: what identities that are tokens must be signed with. Nil: whatever; their signatures are
  ///     not verified.
  public static func load(
    folder: String, catalog: Catalog, variants: [String]? = nil, seeded: [TableRows] = [],
    keys: TokenKeys? = nil
  ) -> LoadedFixtures {
    var diagnostics: [Diagnostic] = []
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory),
      isDirectory.boolValue
    else {
      let problem = Diagnostic(
        .unreadableFile, "there is no folder `\(folder)`", at: nil,
        help: "name a folder with rows/*.csv and cases.yaml")
      return LoadedFixtures(Fixtures(), [problem])
    }
    let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    var fixtures = Fixtures()
    fixtures.rows = loadRows(
      folder: base + "/rows", catalog: catalog, seeded: seeded, &diagnostics)
    let casesFile = base + "/cases.yaml"
    if let bytes = InputFile.read(casesFile, limit: CasesFile.sizeLimit, &diagnostics) {
      CasesFile(catalog: catalog, variants: variants, keys: keys)
        .read(bytes, file: casesFile, into: &fixtures, &diagnostics)
    }
    return LoadedFixtures(fixtures, diagnostics)
  }
}

/// Reading whole files, with a limit and a diagnostic instead of an exception.
enum InputFile {
  static func read(
    _ path: String, limit: Int, _ diagnostics: inout [Diagnostic]
  ) -> [UInt8]? {
    func refuse(_ why: String) -> [UInt8]? {
      diagnostics.append(Diagnostic(.unreadableFile, "`\(path)` \(why)", at: nil))
      return nil
    }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else {
      return refuse("does not exist or cannot be read")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular,
      let size = (attributes[.size] as? NSNumber)?.intValue
    else { return refuse("is not a file") }
    guard size <= limit else {
      return refuse("has \(size) bytes; the limit is \(limit)")
    }
    guard let file = fopen(path, "r") else { return refuse("cannot be read") }
    defer { fclose(file) }
    guard size > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
    guard bytes.count == size else { return refuse("cannot be read") }
    return bytes
  }
}

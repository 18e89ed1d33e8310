import AccessModel
import Foundation

/// Reads plan documents: one plan, or a bundle of variants.
struct PlanReader {
  /// `plan.json`, for messages.
  var name: String

  /// The plans in `text`; throws RK102 for a newer format, and RK103 for anything else.
  func read(_ text: String) throws(CommandFailure) -> PlanSource {
    let data = Data(text.utf8)
    let contents: Contents
    do {
      contents = try JSONDecoder().decode(Contents.self, from: data)
    } catch {
      // What a newer version wrote need not have a shape this one can decode.
      let version = (try? JSONDecoder().decode(Header.self, from: data))?.formatVersion
      if let version { try checkVersion(version) }
      throw .diagnostics([malformed(error, in: text)])
    }
    switch contents {
    case .document(let document):
      try checkVersion(document.formatVersion)
      return PlanSource(entries: [PlanBundle.Entry(document)], isComplete: false)
    case .bundle(let bundle):
      try checkVersion(bundle.formatVersion)
      for document in bundle.plans.compactMap(\.document) {
        try checkVersion(document.formatVersion)
      }
      return PlanSource(entries: bundle.plans, isComplete: true)
    }
  }

  private enum Contents: Decodable {
    case document(PlanDocument)
    case bundle(PlanBundle)

    private enum Key: CodingKey { case plans }

    init(from decoder: any Decoder) throws {
      let isBundle = try decoder.container(keyedBy: Key.self).contains(.plans)
      self =
        isBundle
        ? .bundle(try PlanBundle(from: decoder)) : .document(try PlanDocument(from: decoder))
    }
  }

  private struct Header: Decodable {
    var formatVersion: Int
  }

  private func checkVersion(_ version: Int) throws(CommandFailure) {
    let newest = min(PlanDocument.currentFormatVersion, PlanBundle.currentFormatVersion)
    guard version > newest else { return }
    throw .diagnostics([
      Diagnostic(
        .unsupportedFormatVersion,
        "`\(name)` has format version \(version), and this program reads up to \(newest)", at: nil,
        help: "use a newer Rowkeep")
    ])
  }

  private func malformed(_ error: any Error, in text: String) -> Diagnostic {
    let help = "write it with `rowkeep compile --format json`"
    guard let error = error as? DecodingError else {
      return Diagnostic(.malformedDocument, "`\(name)` is not a plan document", at: nil, help: help)
    }
    let problem = JSONProblem(error, in: text)
    return Diagnostic(
      .malformedDocument, "\(problem.path.map { "`\($0)`: " } ?? "")\(problem.reason)",
      at: SourcePlace(file: name, line: problem.line, column: problem.column), help: help)
  }
}

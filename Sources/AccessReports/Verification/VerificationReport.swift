import AccessDecisions

/// What `verify` shows: a comparison for each variant, and the sum.
public struct VerificationReport: Sendable {
  /// One per variant.
  public var reports: [ComparisonReport]
  /// How the database's catalog differs from the plan; nil where the plan was loaded there.
  public var drift: CatalogDrift?

  /// A report on `reports`.
  public init(_ reports: [ComparisonReport]) { self.reports = reports }

  /// Decisions asked of both engines.
  public var compared: Int { reports.reduce(0) { $0 + $1.comparison.compared } }
  /// Those with the same outcome.
  public var agreements: Int { reports.reduce(0) { $0 + $1.comparison.agreements } }
  /// Those with different outcomes.
  public var disagreements: Int { reports.reduce(0) { $0 + $1.comparison.disagreements } }
  /// Those that one engine left undecided.
  public var undecided: Int { reports.reduce(0) { $0 + $1.comparison.undecided } }

  /// Each comparison, and the sum if there are several.
  public func text(style: TextStyle = .plain) -> String {
    let parts = reports.map { $0.text(style: style) }.joined(separator: "\n")
    guard reports.count > 1 else { return parts }
    let sum =
      "\(compared) decisions compared: \(agreements) agree, \(disagreements) disagree, "
      + "\(undecided) undecided"
    return "\(parts)\n\(style.apply(.strong, to: "all \(reports.count) plans")): \(sum)\n"
  }

  /// The report of `verify --format json`.
  public var json: JSONValue {
    .report(
      "verify", plan: reports.count == 1 ? reports.first?.title : nil,
      [
        .init("compared", .integer(compared)), .init("agreements", .integer(agreements)),
        .init("disagreements", .integer(disagreements)),
        .init("undecided", .integer(undecided)),
        .init("plans", .array(reports.map(\.json))),
      ] + (drift.map { [.init("drift", $0.json)] } ?? []))
  }
}

import AccessModel

/// A plan with its variants, as it travels from a plan's program to `rowkeep`.
///
/// Each entry carries its diagnostics, so that a plan with mistakes arrives too, to be reported by
/// whoever asked.
struct PlanBundle: Codable, Sendable {
  static let currentFormatVersion = 1

  var formatVersion = Self.currentFormatVersion
  var plans: [Entry]

  /// One variant: what it compiles to, if it does, and what is to be said about it.
  struct Entry: Codable, Sendable {
    var name: String
    /// Nil for the plan as stated.
    var variant: String?
    var document: PlanDocument?
    var diagnostics: [Diagnostic]

    var title: String { variant.map { "\(name)/\($0)" } ?? name }
  }
}

extension PlanBundle.Entry {
  init(_ document: PlanDocument) {
    self.init(
      name: document.name, variant: document.variant, document: document, diagnostics: [])
  }

  /// Whether `--variant name` means this one: `stage-3`, `electric-ride/stage-3`, or for the plan
  /// as stated `electric-ride`.
  func isCalled(_ name: String) -> Bool { name == variant || name == title }
}

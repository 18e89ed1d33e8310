/// A plan as it travels between programs: one `plan.json`.
public struct PlanDocument: Hashable, Codable, Sendable {
  /// Raised whenever a reader of the older format would misunderstand the newer one.
  public static let currentFormatVersion = 1

  public var formatVersion: Int
  /// `electric-ride`.
  public var name: String
  /// `stage-3`; nil for the plan as stated.
  public var variant: String?
  /// A role that bypasses row security, as which rows are loaded and truth is asked: `postgres`.
  public var administrator: String
  public var catalog: Catalog
  public var intents: [Intent]

  public init(
    name: String, variant: String? = nil, administrator: String = "postgres", catalog: Catalog,
    intents: [Intent] = []
  ) {
    self.formatVersion = Self.currentFormatVersion
    self.name = name
    self.variant = variant
    self.administrator = administrator
    self.catalog = catalog
    self.intents = intents
  }

  /// `electric-ride` or `electric-ride/stage-3`.
  public var title: String { variant.map { "\(name)/\($0)" } ?? name }
}

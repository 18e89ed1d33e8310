/// A plan as it travels between programs: one `plan.json`.
public struct PlanDocument: Hashable, Codable, Sendable {
  /// Raised whenever a reader of the older format would misunderstand the newer one.
  public static let currentFormatVersion = 1

  public var formatVersion: Int
  /// `electric-ride`.
  public var name: String
  /// `stage-3`; nil for the plan as stated.
  public var variant: String?
  /// The names of all variants that the plan has besides the plan as stated; empty where they are
  /// not known.
  public var variants: [String]
  /// A role that bypasses row security, as which rows are loaded and truth is asked: `postgres`.
  public var administrator: String
  public var catalog: Catalog
  public var intents: [Intent]
  /// The version of the server that it was read from, whose rules decide; nil where it was written,
  /// and is for any.
  public var postgresVersion: PostgresVersion?

  public init(
    name: String, variant: String? = nil, variants: [String] = [],
    administrator: String = "postgres", catalog: Catalog, intents: [Intent] = []
  ) {
    self.formatVersion = Self.currentFormatVersion
    self.name = name
    self.variant = variant
    self.variants = variants
    self.administrator = administrator
    self.catalog = catalog
    self.intents = intents
  }

  /// `electric-ride` or `electric-ride/stage-3`.
  public var title: String { variant.map { "\(name)/\($0)" } ?? name }
}

extension PlanDocument {
  /// Reads older documents too, which do not list the plan's variants.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    formatVersion = try values.decode(Int.self, forKey: .formatVersion)
    name = try values.decode(String.self, forKey: .name)
    variant = try values.decodeIfPresent(String.self, forKey: .variant)
    variants = try values.decodeIfPresent([String].self, forKey: .variants) ?? []
    administrator = try values.decode(String.self, forKey: .administrator)
    catalog = try values.decode(Catalog.self, forKey: .catalog)
    intents = try values.decode([Intent].self, forKey: .intents)
    postgresVersion = try values.decodeIfPresent(PostgresVersion.self, forKey: .postgresVersion)
  }
}

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
    for (place, sequence) in catalog.sequences.enumerated() {
      try requireCountable(sequence, [Step(stringValue: "sequences"), Step(intValue: place)])
    }
    for (place, table) in catalog.tables.enumerated() {
      for (column, model) in table.columns.enumerated() {
        guard let sequence = model.identitySequence else { continue }
        try requireCountable(
          sequence,
          [
            Step(stringValue: "tables"), Step(intValue: place), Step(stringValue: "columns"),
            Step(intValue: column),
            Step(stringValue: "identitySequence"),
          ])
      }
    }
  }

  /// A step to where a value stands.
  private struct Step: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
  }

  private func requireCountable(_ sequence: Catalog.Sequence, _ place: [any CodingKey]) throws {
    guard sequence.step == 0 || sequence.cache ?? 1 < 1 else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: [CodingKeys.catalog] + place,
        debugDescription: "it counts by 0, or takes fewer than one value at once"))
  }
}

import AccessFixtures
import AccessModel

/// Generated rows for Electric Ride, always the same for the same number of saved listings.
struct Marketplace {
  static let vehicleCount = 2_000
  static let patronCount = 1_000
  /// Pairs of patron and listing are unique, and some must stay free to be inserted.
  static let mostSaved = vehicleCount * patronCount / 2

  /// A row of `saved`; its id is its position, counted from 1.
  struct Saved: Hashable {
    let patron: Int
    let listing: Int
  }

  let saved: [Saved]
  let rows: [TableRows]

  init(savedCount: Int) {
    var random = SeededGenerator(seed: 2_024)
    let saved = Self.saved(savedCount, &random)
    self.saved = saved
    rows = [
      Self.table("make", ["brand_name"], Self.brands.count) { [Self.brands[$0]] },
      Self.table("colour", ["name"], Self.colours.count) { [Self.colours[$0]] },
      Self.table(
        "vehicle", ["make_id", "colour_id", "model_name", "year", "range_km", "body_style"],
        Self.vehicleCount
      ) { _ in
        [
          "\(1 + random.below(Self.brands.count))", "\(1 + random.below(Self.colours.count))",
          "Model \(random.below(90))", "\(2015 + random.below(10))",
          "\(180 + random.below(420))", random.pick(["hatchback", "saloon", "estate", "suv"]),
        ]
      },
      Self.table(
        "listing",
        [
          "vehicle_id", "price", "mileage_km", "listed_at", "photo_url", "seller_name", "is_active",
        ],
        Self.vehicleCount
      ) { index in
        [
          "\(index + 1)", "\(9_000 + random.below(60_000)).\(10 + random.below(90))",
          "\(random.below(180_000))",
          "2024-0\(1 + random.below(9))-\(10 + random.below(18)) 1\(random.below(10)):15:00+00",
          random.below(5) == 0 ? nil : "https://photos.example.com/\(index + 1).jpg",
          "Seller \(random.below(400))", random.below(6) == 0 ? "f" : "t",
        ]
      },
      Self.table("patron", ["name", "email_address", "phone_number"], Self.patronCount) { index in
        [
          "Patron \(index + 1)", Self.email(ofPatron: index + 1),
          random.below(10) == 0 ? nil : "+44 20 7946 \(1_000 + index)",
        ]
      },
      Self.table("saved", ["patron_id", "listing_id"], saved.count) {
        ["\(saved[$0].patron)", "\(saved[$0].listing)"]
      },
    ]
  }

  static func email(ofPatron number: Int) -> String { "patron\(number)@example.com" }

  private static let brands = ["Hyundai", "Nissan", "Polestar", "Renault", "Tesla", "Volkswagen"]
  private static let colours = [
    "black", "blue", "green", "grey", "orange", "red", "silver", "white",
  ]

  private static func saved(_ count: Int, _ random: inout SeededGenerator) -> [Saved] {
    var seen: Set<Saved> = []
    var list: [Saved] = []
    while list.count < min(count, mostSaved) {
      let pair = Saved(
        patron: 1 + random.below(patronCount), listing: 1 + random.below(vehicleCount))
      if seen.insert(pair).inserted { list.append(pair) }
    }
    return list
  }

  /// `count` rows with ids from 1.
  private static func table(
    _ name: String, _ columns: [String], _ count: Int, _ values: (Int) -> [String?]
  ) -> TableRows {
    TableRows(
      QualifiedName("public", name), columns: ["id"] + columns,
      rows: (0..<count).map { TableRows.Row(["\($0 + 1)"] + values($0)) })
  }
}

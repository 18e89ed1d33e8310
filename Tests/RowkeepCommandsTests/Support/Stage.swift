import Testing

/// What one stage of Electric Ride decides: the tutorial's table as code.
struct Stage: Sendable, CustomTestStringConvertible {
  /// What somebody may select, insert, update and delete, a mark for each: `✓` all rows, `◐` their
  /// own, `·` none without an error (or, for new rows, none passes a policy), `✗` no privilege.
  struct Access: Sendable {
    var tables: String
    /// SELECT only: none of the views can be written.
    var views: String
    /// Relations that differ from the others.
    var others: [String: String] = [:]

    func marks(_ relation: String, isView: Bool) -> [Character] {
      Array((others[relation] ?? (isView ? views : tables)) + (isView ? "–––" : ""))
    }
  }

  /// Nil is the plan as stated.
  var variant: String?
  var visitor: Access
  var signedIn: Access
  var testDescription: String { variant ?? "as stated" }

  static let all = [
    // Row security is off: everyone does everything.
    Stage(
      variant: "stage-0", visitor: Access(tables: "✓✓✓✓", views: "✓"),
      signedIn: Access(tables: "✓✓✓✓", views: "✓")),
    // On for colour only: the views that join it are empty.
    Stage(
      variant: "stage-1",
      visitor: Access(tables: "✓✓✓✓", views: "·", others: ["colour": "····"]),
      signedIn: Access(tables: "✓✓✓✓", views: "·", others: ["colour": "····"])),
    // On everywhere, without policies.
    Stage(
      variant: "stage-2", visitor: Access(tables: "····", views: "·"),
      signedIn: Access(tables: "····", views: "·")),
    // Everyone reads everything.
    Stage(
      variant: "stage-3", visitor: Access(tables: "✓···", views: "✓"),
      signedIn: Access(tables: "✓···", views: "✓")),
    // And changes anyone's saved listings.
    Stage(
      variant: "stage-4",
      visitor: Access(tables: "✓···", views: "✓", others: ["saved": "✓✓✓✓"]),
      signedIn: Access(tables: "✓···", views: "✓", others: ["saved": "✓✓✓✓"])),
    // Only signed-in people do.
    Stage(
      variant: "stage-5", visitor: Access(tables: "····", views: "·"),
      signedIn: Access(tables: "✓···", views: "✓", others: ["saved": "✓✓✓✓"])),
    // They add patrons too, with any address.
    Stage(
      variant: "stage-6", visitor: Access(tables: "····", views: "·"),
      signedIn: Access(
        tables: "✓···", views: "✓", others: ["saved": "✓✓✓✓", "patron": "✓✓··"])),
    // Visitors get the counts, and nothing of what is counted.
    Stage(
      variant: "stage-7",
      visitor: Access(
        tables: "····", views: "·", others: ["count_of_vehicles_by_brand": "✓"]),
      signedIn: Access(
        tables: "✓···", views: "✓", others: ["saved": "✓✓✓✓", "patron": "✓✓··"])),
    // The plan as stated: people reach their own saved listings and patron row.
    Stage(
      variant: nil,
      visitor: Access(
        tables: "✗✗✗✗", views: "✗", others: ["count_of_vehicles_by_brand": "✓"]),
      signedIn: Access(
        tables: "✓✗✗✗", views: "✓",
        others: ["saved": "◐◐◐◐", "patron": "◐◐◐◐", "saved_listings": "◐"])),
  ]

  /// The app's own server, at every stage.
  static let service = Access(tables: "✓✓✓✓", views: "✓")

  /// How many rows are whose own, by the fixtures: of `saved` and its view, and of `patron`.
  static let own = ["ana": (4, 1), "ben": (3, 1), "chloe": (2, 1), "nova": (0, 0)]

  func access(of identity: String) -> Access {
    switch identity {
    case "visitor": visitor
    case "service": Self.service
    default: signedIn
    }
  }
}

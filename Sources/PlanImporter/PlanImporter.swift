public import AccessModel
import AccessPlan
import SQLText

/// Writes a catalog as a plan in Swift.
///
/// Tables, columns, keys, policies and grants become the language's own where it has a form for
/// them; the rest becomes `SQL`, so that the plan's model is the source's.
public struct PlanImporter {
  let document: PlanDocument
  let names: SwiftNames
  let module: String
  /// Whether the platform's default grants stand on most tables of `public`.
  let keepsAPIDefaults: Bool
  let preset: PlatformPreset
  /// All that the platform has.
  let platform: Catalog
  let writer = SQLWriter(layout: .compact)
  var unsaid: [ImportedPlan.Unsaid] = []

  /// Writes `document`; `unread` is what of the source is not in it, `platform` gives all that the
  /// platform of the source has.
  public static func plan(
    of document: PlanDocument, unread: [ImportedPlan.Unsaid] = [],
    platform: (PlatformPreset) -> Catalog
  ) -> ImportedPlan {
    let isSupabase = document.catalog.roles.contains { $0.origin == .platform("supabase") }
    let preset = isSupabase ? PlatformPreset.supabase : .postgres
    var importer = PlanImporter(document, preset, platform(preset))
    importer.unsaid = unread
    return importer.plan()
  }

  private init(_ document: PlanDocument, _ preset: PlatformPreset, _ platform: Catalog) {
    (self.document, self.preset, self.platform) = (document, preset, platform)
    let catalog = document.catalog
    module = SwiftNames.camelCase(document.name, isUpper: true)
    names = SwiftNames(catalog, module: module)
    let own = catalog.tables.filter { ($0.origin ?? .plan) == .plan && $0.name.schema == "public" }
    let open = own.filter { table in
      let held = table.acl?.privileges(of: .role("anon")) ?? []
      return Set(held) == Set(Privilege.allOnTable)
    }
    keepsAPIDefaults = preset.name == PlatformPreset.supabase.name && open.count * 2 > own.count
  }

  var catalog: Catalog { document.catalog }
  var owner: String { preset.owner }

  private mutating func plan() -> ImportedPlan {
    var parts: [String] = []
    var files: [ImportedPlan.File] = []
    for role in catalog.roles where role.origin == .plan { parts.append(self.role(role)) }
    for schema in catalog.schemas where schema.origin == .plan {
      parts.append("Schema(\(swiftLiteral(schema.name)))")
    }
    var definitions = roleDefinitions() + schemaDefinitions() + typeDefinitions()
    definitions += sequenceDefinitions()
    definitions += catalog.functions.flatMap {
      $0.origin == .plan ? self.definitions($0) : platformDefinitions($0)
    }
    for table in catalog.tables {
      if (table.origin ?? .plan) != .plan {
        definitions += platformDefinitions(table)
      } else if isTyped(table) {
        let type = names.types[table.name] ?? "Unnamed"
        parts.append("\(type).self")
        files.append(.init(name: "\(type).swift", body: self.table(table, type: type)))
      } else {
        definitions += wholeDefinitions(table)
      }
    }
    for view in catalog.views where (view.origin ?? .plan) == .plan {
      guard !view.isMaterialized, !view.isTemporary else {
        definitions += wholeDefinitions(view)
        continue
      }
      let type = names.types[view.name] ?? "Unnamed"
      parts.append("\(type).self")
      files.append(.init(name: "\(type).swift", body: self.view(view, type: type)))
    }
    definitions += catalog.defaultPrivileges.flatMap(\.definitions).map {
      SQLWriter(layout: .compact).text($0)
    }
    parts += definitions.map { "SQL(\(swiftLiteral($0, indent: 4)))" }
    files.insert(.init(name: "\(module).swift", body: main(parts)), at: 0)
    return ImportedPlan(module: module, files: files, unsaid: unsaid)
  }

  private func main(_ parts: [String]) -> String {
    var text = ""
    for gap in unsaid {
      let place = gap.place.map { "\($0.file):\($0.line): " } ?? ""
      text +=
        "// Not in this plan: \(place)\(gap.what.split(separator: "\n").joined(separator: " "))\n"
    }
    if !unsaid.isEmpty { text += "\n" }
    text += "@main struct \(module): AccessPlanApp {\n"
    let defaults = keepsAPIDefaults ? ", apiDefaults: .granted" : ""
    text +=
      "  static let plan = Plan(\(swiftLiteral(document.name)), platform: .\(preset.name)\(defaults)) {\n"
    for part in parts { text += "    \(part)\n" }
    let sentences = document.intents.flatMap(intent)
    if sentences.isEmpty { return text + "  }\n}\n" }
    text += "  } intents: {\n"
    for sentence in sentences { text += "    \(sentence)\n" }
    return text + "  }\n}\n"
  }

  private func role(_ role: Catalog.Role) -> String {
    var text = "Role(\(swiftLiteral(role.name))"
    let plain = role.memberships.filter(Self.isPlain)
    if !plain.isEmpty {
      let groups = plain.map { membership in
        names.roles[membership.group].map { ".\($0)" }
          ?? "Role(\(swiftLiteral(membership.group)))"
      }
      text += ", memberOf: \(groups.joined(separator: ", "))"
    }
    if !role.inherits { text += ", inherits: false" }
    if role.canLogin { text += ", canLogin: true" }
    if role.bypassesRowSecurity { text += ", bypassesRowSecurity: true" }
    return text + ")"
  }

  /// Without marks that Rowkeep itself wrote.
  func comment(_ text: String?) -> String? {
    let lines = text?.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("rowkeep: ") }
    let kept = lines?.joined(separator: "\n") ?? ""
    return kept.isEmpty ? nil : kept
  }
}

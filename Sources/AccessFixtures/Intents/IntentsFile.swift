public import AccessModel
import Foundation

/// `intents.yaml`: what must be true, for inputs that can't say it themselves.
public struct IntentsFile: Sendable {
  /// Whose a row is, in SQL over the relation's columns; what `owner` means in its intents.
  public struct Owner: Sendable {
    /// The table or view.
    public var relation: QualifiedName
    /// A condition.
    public var sql: String
    /// Where it stands.
    public var place: SourcePlace
  }

  /// By relation, in the file's order.
  public private(set) var owners: [Owner] = []
  /// In the file's order.
  public private(set) var intents: [Intent] = []
  /// All that is wrong with the file.
  public private(set) var diagnostics: [Diagnostic] = []
  private let catalog: Catalog

  /// Reads the file of a fixtures folder; nil if it has none.
  public static func load(folder: String, catalog: Catalog) -> IntentsFile? {
    let path = (folder.hasSuffix("/") ? String(folder.dropLast()) : folder) + "/intents.yaml"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    var file = IntentsFile(catalog: catalog)
    if let bytes = InputFile.read(path, limit: CasesFile.sizeLimit, &file.diagnostics) {
      file.read(bytes, name: path)
    }
    return file
  }

  init(catalog: Catalog) { self.catalog = catalog }

  mutating func read(_ bytes: [UInt8], name: String) {
    guard case .success(let text) = UTF8Text(bytes).decoded() else {
      refuse("the file is not UTF-8 text", at: SourcePlace(file: name, line: 1))
      return
    }
    var reader = YAMLReader(file: name)
    guard let root = reader.read(text, &diagnostics) else {
      if diagnostics.isEmpty { refuse("the file is empty", at: SourcePlace(file: name, line: 1)) }
      return
    }
    var fields = CaseFields(root, "the file", &diagnostics)
    if let owners = fields.take("owners") { readOwners(owners) }
    if let intents = fields.take("intents") {
      if case .list(let items) = intents.kind {
        for item in items { read(item) }
      } else {
        diagnostics.append(.wrongKind(intents, "intents", "a list"))
      }
    }
    fields.refuseRest(&diagnostics)
  }

  private mutating func readOwners(_ value: YAMLValue) {
    guard case .mapping(let entries) = value.kind else {
      diagnostics.append(.wrongKind(value, "owners", "a mapping of relations"))
      return
    }
    for entry in entries {
      guard let sql = entry.value.text else {
        diagnostics.append(.wrongKind(entry.value, entry.key, "a condition in SQL"))
        continue
      }
      if let shape = relation(entry.key, at: entry.keyPlace) {
        owners.append(Owner(relation: shape.name, sql: sql, place: entry.value.place))
      }
    }
  }

  private mutating func read(_ value: YAMLValue) {
    var fields = CaseFields(value, "an intent", &diagnostics)
    let claims: [(Intent.Claim, String)] = [
      (.may, "who"), (.onlyMay, "only"), (.nobodyBut, "nobody_but"),
    ]
    let given = claims.compactMap { claim, key in
      fields.takeTexts(key, &diagnostics).map { (claim, key, $0) }
    }
    let verbs = fields.takeTexts("may", &diagnostics) ?? []
    let name = fields.takeText("on", &diagnostics)
    let columns = fields.takeTexts("columns", &diagnostics)
    let rows = fields.takeText("where", &diagnostics)
    fields.refuseRest(&diagnostics)
    guard let (claim, key, names) = given.first, given.count == 1 else {
      return refuse(
        "an intent needs exactly one of `who`, `only`, `nobody_but`", at: value.place)
    }
    guard let name else { return refuse("an intent needs `on`", at: value.place) }
    guard let shape = relation(name, at: value.place) else { return }
    if names.isEmpty, claim != .nobodyBut { refuse("`\(key)` names nobody", at: value.place) }
    let subjects = names.compactMap { subject($0, of: claim, shape, at: value.place) }
    for column in columns ?? [] where shape.column(column) == nil {
      report(
        .unknownColumn, "`\(shape.name)` has no column `\(column)`", at: value.place,
        nearestName(to: column, in: shape.columnNames))
    }
    guard let commands = commands(verbs, at: value.place), subjects.count == names.count else {
      return
    }
    intents.append(
      Intent(
        claim, subjects, commands, on: shape.name, columns: columns,
        rows: rows.map { .unread(text: $0) }, place: value.place))
  }

  private mutating func commands(_ verbs: [String], at place: SourcePlace) -> [AccessCommand]? {
    if verbs == ["all"] { return AccessCommand.allCases }
    let commands = verbs.map(AccessCommand.init)
    guard !verbs.isEmpty, commands.allSatisfy({ $0 != nil }) else {
      refuse(
        "`may` is `all`, or some of `select`, `insert`, `update`, `delete`", at: place)
      return nil
    }
    return AccessCommand.allCases.filter(commands.contains)
  }

  private mutating func subject(
    _ name: String, of claim: Intent.Claim, _ shape: RelationShape, at place: SourcePlace
  ) -> Intent.Subject? {
    switch name {
    case "anyone": return .anyone
    case "owner":
      guard shape.ownerCondition != nil || owners.contains(where: { $0.relation == shape.name })
      else {
        report(
          .missingOwner, "`owner` of `\(shape.name)` is not said", at: place, nil,
          help: "say whose a row is: `owners: {\(shape.name): user_id = auth.uid()}`")
        return nil
      }
      if claim == .may {
        refuse("`who` does not know `owner`: say `only`", at: place)
        return nil
      }
      return .owner
    default:
      if catalog.role(name) == nil {
        report(
          .unknownRole, "there is no role `\(name)`", at: place,
          nearestName(to: name, in: catalog.roles.map(\.name)))
      }
      return .role(name)
    }
  }

  private mutating func relation(_ name: String, at place: SourcePlace) -> RelationShape? {
    if let shape = RelationShape(QualifiedName(parsing: name), in: catalog) { return shape }
    diagnostics.append(.unknownRelation(name, among: catalog.relationNames, at: place))
    return nil
  }

  private mutating func refuse(_ message: String, at place: SourcePlace) {
    diagnostics.append(Diagnostic(.malformedCases, message, at: place))
  }

  private mutating func report(
    _ id: DiagnosticID, _ message: String, at place: SourcePlace, _ suggestion: String?,
    help: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        id, message, at: place, help: help ?? suggestion.map { "did you mean `\($0)`?" }))
  }
}

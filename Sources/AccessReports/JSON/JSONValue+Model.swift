public import AccessDecisions
public import AccessModel

extension JSONValue {
  /// What every command's JSON output looks like: format version, command, then its own members.
  ///
  /// The version is raised whenever a reader of the older output would misunderstand the newer.
  public static func report(_ command: String, plan: String?, _ members: [Member]) -> JSONValue {
    let head: [Member] = [
      Member("rowkeep", 1), Member("command", .string(command)), Member("plan", JSONValue(plan)),
    ]
    return .object(head + members)
  }

  /// The object with those members that have a value.
  static func compact(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// `"public.saved"`: with its schema, whichever that is.
  public init(_ name: QualifiedName) { self = .string("\(name.schema).\(name.name)") }

  /// `{"file", "line", "column"}`.
  public init(_ place: SourcePlace) {
    self = .compact([
      ("file", .string(place.file)), ("line", .integer(place.line)),
      ("column", place.column.map(JSONValue.integer)),
    ])
  }

  /// `{"id", "severity", "message", "place", "help"}`.
  public init(_ diagnostic: Diagnostic) {
    self = .compact([
      ("id", .string(diagnostic.id.rawValue)),
      ("severity", .string(diagnostic.severity.rawValue)),
      ("message", .string(diagnostic.message)),
      ("place", diagnostic.place.map { JSONValue($0) }),
      ("help", diagnostic.help.map(JSONValue.string)),
    ])
  }

  /// `{"name", "role", "claims"}`, the claims as JSON text.
  public init(_ identity: Identity) {
    self = [
      "name": .string(identity.name), "role": .string(identity.role),
      "claims": JSONValue(identity.claims),
    ]
  }

  /// `{"sqlState", "message", "detail", "hint"}`.
  public init(_ error: PostgresError) {
    self = .compact([
      ("sqlState", .string(error.sqlState.rawValue)), ("message", .string(error.message)),
      ("detail", error.detail.map(JSONValue.string)), ("hint", error.hint.map(JSONValue.string)),
    ])
  }

  /// `{"construct", "place"}`.
  public init(_ undecided: Undecided) {
    self = .compact([
      ("construct", .string(undecided.construct)),
      ("place", undecided.place.map { JSONValue($0) }),
    ])
  }

  /// `{"relation", "role", "reason", "throughView"}`.
  public init(_ bypass: Bypass) {
    self = .compact([
      ("relation", JSONValue(bypass.relation)), ("role", .string(bypass.role)),
      ("reason", .string(bypass.reason.rawValue)),
      ("throughView", bypass.throughView.map { JSONValue($0) }),
    ])
  }

  /// `{"kind", "label", "value", "verdict", "place", "children"}`.
  public init(_ node: TraceNode) {
    self = .compact([
      ("kind", .string(node.kind.rawValue)), ("label", .string(node.label)),
      ("value", node.value.map(JSONValue.string)), ("verdict", .string(node.verdict.rawValue)),
      ("place", node.place.map { JSONValue($0) }),
      ("children", node.children.isEmpty ? nil : .array(node.children.map { JSONValue($0) })),
    ])
  }
}

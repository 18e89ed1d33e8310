import AccessFixtures
import AccessModel

/// The values that stand in the fixtures' rows, to call functions with.
struct ArgumentValues {
  private struct Column {
    var table: QualifiedName
    var name: String
    var type: TypeName
    /// Of a key on either side: what rows are known by.
    var isKey: Bool
    var values: [String]
  }

  private var columns: [Column] = []

  /// How many values of one argument are tried at most.
  static let limit = 64

  /// The different values in key columns and texts of all tables; of other columns, too, those of
  /// types that no key has.
  init(_ document: PlanDocument, _ engine: RecordingEngine) throws {
    guard document.catalog.functions.contains(where: { $0.origin == .plan }) else { return }
    for table in document.catalog.tables {
      guard let shape = RelationShape(table.name, in: document.catalog) else { continue }
      let truth = try engine.rows(
        of: StandardProbes(shape), for: Identity("", role: document.administrator),
        administrator: document.administrator)
      guard case .success(let rows) = truth else { continue }
      let keys = Set(table.keys.flatMap(\.columns) + table.foreignKeys.flatMap(\.columns))
      for (position, column) in shape.columns.enumerated() {
        columns.append(
          Column(
            table: table.name, name: column.name, type: column.type.withoutModifiers,
            isKey: keys.contains(column.name), values: Self.values(at: position, of: rows.rows)))
      }
    }
  }

  private static func values(at position: Int, of rows: [[String?]]) -> [String] {
    var seen: Set<String> = []
    return rows.lazy.compactMap { $0[position] }.filter { seen.insert($0).inserted }
  }

  /// The same, but these rows in their table.
  func replacing(_ rows: TableRows) -> Self {
    var copy = self
    for index in columns.indices where columns[index].table == rows.table {
      guard let position = rows.columns.firstIndex(of: columns[index].name) else { continue }
      copy.columns[index].values = Self.values(at: position, of: rows.rows.map(\.values))
    }
    return copy
  }

  /// What an argument is tried with: the function's own constants, values of columns called as it is,
  /// those of keys, other texts; and whether these are any at all.
  private func candidates(
    for argument: Catalog.Function.Argument, _ constants: [String]
  ) -> (values: [String?], areTold: Bool) {
    let type = argument.type
    if type.isArray {
      let elements = told(TypeName(type.name), like: argument.name)
      return (
        ["{" + elements.map(\.quotedArrayElement).joined(separator: ",") + "}"], !elements.isEmpty
      )
    }
    switch type.name {
    case "boolean": return (["true", "false"], true)
    case "json", "jsonb": return (["{}"], false)
    default:
      let told = told(type.withoutModifiers, like: argument.name)
      let values = Self.texts.contains(type.name) ? constants + told : told
      if !values.isEmpty { return (Array(values.prefix(Self.limit)), true) }
      let usual = Self.usual[type.name] ?? []
      return usual.isEmpty ? ([nil], false) : (usual, true)
    }
  }

  /// Where the fixtures have none.
  private static let usual: [String: [String]] = [
    "smallint": ["1", "100", "0"], "integer": ["1", "100", "0"], "bigint": ["1", "100", "0"],
    "numeric": ["1", "100", "0"], "double precision": ["1", "100", "0"],
  ]

  private static let texts: Set = ["text", "character varying", "citext", "name"]

  private func told(_ type: TypeName, like name: String?) -> [String] {
    let isText = Self.texts.contains(type.name)
    let fitting = columns.filter {
      $0.type == type || isText && Self.texts.contains($0.type.name) && !$0.type.isArray
    }
    let wanted = name.map { name -> String in
      let prefix = ["p_", "in_", "_"].first(where: name.hasPrefix) ?? ""
      return String(name.dropFirst(prefix.count))
    }
    let keyed = fitting.contains(where: \.isKey)
    var seen: Set<String> = []
    var values: [String] = []
    func take(where isWanted: (Column) -> Bool) {
      for column in fitting where isWanted(column) {
        values += column.values.filter { seen.insert($0).inserted }
      }
    }
    take { $0.name == wanted }
    take { $0.isKey }
    take { !$0.isKey && (isText || !keyed) }
    return values
  }

  /// The calls of all functions that clients can call: not those of triggers.
  func calls(of catalog: Catalog) -> [FunctionCall] {
    catalog.functions.indices.compactMap { call(of: catalog.functions[$0]) }
  }

  /// The calls of one function; nil if clients can't call it.
  func call(of function: Catalog.Function) -> FunctionCall? {
    guard function.origin == .plan, function.kind == .function,
      !["trigger", "event_trigger"].contains(function.returns.name)
    else { return nil }
    var untried: [String] = []
    let constants = Self.constants(of: function.body)
    let candidates = function.arguments.enumerated().map { position, argument in
      let found = self.candidates(for: argument, constants)
      if !found.areTold, argument.defaultValue == nil {
        untried.append(argument.name ?? "$\(position + 1)")
      }
      return found.values
    }
    let required = function.arguments.indices.filter { function.arguments[$0].defaultValue == nil }
    var call = FunctionCall(
      function: function,
      probe: probe(function, required, Self.choices(required.map { candidates[$0] })),
      untried: untried)
    let all = Array(function.arguments.indices)
    if all.count > required.count {
      call.fullProbe = probe(function, all, Self.choices(candidates))
    }
    return call
  }

  /// Texts that the function may compare its arguments with.
  private static func constants(of body: Catalog.Function.Body) -> [String] {
    let roots: [SQLNode] =
      switch body {
      case .query(let query): [.query(query)]
      case .statements(let statements): statements.map(SQLNode.statement)
      case .block(let body): body.block.nodes
      case .text: []
      }
    var texts: [String] = []
    for case .expression(.literal(.string(let text))) in roots.lazy.flatMap(\.descendants)
    where texts.count < constantLimit && !texts.contains(text) {
      texts.append(text)
    }
    return texts
  }

  private static let constantLimit = 16

  private func probe(
    _ function: Catalog.Function, _ positions: [Int], _ sets: [[String?]]
  ) -> Probe {
    let arguments = positions.map { (name: String?.none, type: function.arguments[$0].type) }
    let isRecord = function.returns.name == "record" && function.outputs.isEmpty
    return Probe(
      ProbeQuestion(calling: function.name, arguments, asValue: isRecord), parameterSets: sets)
  }

  /// Every choice of one value for each, or, where these are too many, so many that each value is
  /// among them, the first of one with the first of the other.
  private static func choices(_ candidates: [[String?]]) -> [[String?]] {
    var sets: [[String?]] = [[]]
    for values in candidates {
      guard sets.count * values.count <= limit else {
        return (0..<limit).map { index in candidates.map { $0[index % $0.count] } }
      }
      sets = sets.flatMap { set in values.map { set + [$0] } }
    }
    return sets
  }
}

import AccessModel
import SQLBinding
import SQLText

/// `pg_proc` and `pg_trigger`.
extension SystemRows {
  var functions: [Cells] {
    catalog.functions.map { function in
      [
        "oid": .object(.function(function)), "proname": text(function.name.name),
        "pronamespace": .object(.schema(function.name.schema)),
        "proowner": .object(.role(function.owner)), "prokind": text(function.kind.letter),
        "prosecdef": .boolean(function.isSecurityDefiner),
        "proleakproof": .boolean(function.isLeakproof),
        "proisstrict": .boolean(function.isStrict), "proretset": .boolean(function.returnsSet),
        "provolatile": text(function.volatility.letter),
        "proparallel": text(function.parallel?.letter ?? "u"),
        "pronargs": .integer(Int64(function.arguments.count)),
        "pronargdefaults": .integer(
          Int64(function.arguments.count { $0.defaultValue != nil })),
        "prosrc": function.source.map(text) ?? unknown("prosrc"),
        "proconfig": function.settings.isEmpty
          ? .null : .array(SQLArray(function.settings.map(configuration))),
      ]
    }
  }

  private func unknown(_ column: String) -> SQLValue {
    .undetermined(.unknown("a system catalog's \(column)"))
  }

  /// `name=value`; names in a list are quoted.
  ///
  /// Source: `flatten_set_variable_args()` in `src/backend/utils/misc/guc_funcs.c`.
  private func configuration(_ setting: Catalog.Function.Setting) -> SQLValue {
    guard setting.name == "search_path" else { return text("\(setting.name)=\(setting.value)") }
    let names = setting.value.split(separator: ", ", omittingEmptySubsequences: false)
    guard !names.contains(where: { $0.contains(",") || $0.contains("\"") }) else {
      return unknown("proconfig")
    }
    let list = names.map { quoteIdentifier(String($0)) }.joined(separator: ", ")
    return text("search_path=\(list)")
  }

  /// Of each name there may be several.
  var systemFunctions: [Cells] {
    let named = [
      ("pg_catalog", session.names.systemFunctions.sorted()),
      ("information_schema", Self.informationFunctions),
    ].flatMap { schema, names in
      names.map { name -> Cells in
        [
          "proname": text(name), "pronamespace": .object(.schema(schema)),
          "oid": .undetermined(.object(.function)),
        ]
      }
    }
    let ofExtensions = hasExtensions ? [Cells()] : []
    return named + ofExtensions
  }

  /// Source: `src/backend/catalog/information_schema.sql`.
  private static let informationFunctions = [
    "_pg_char_max_length", "_pg_char_octet_length", "_pg_datetime_precision", "_pg_expandarray",
    "_pg_index_position", "_pg_interval_type", "_pg_numeric_precision",
    "_pg_numeric_precision_radix", "_pg_numeric_scale", "_pg_truetypid", "_pg_truetypmod",
  ]

  var triggers: [Cells] {
    catalog.tables.flatMap { table in table.triggers.map { cells($0, on: table.name) } }
      + catalog.views.flatMap { view in view.triggers.map { cells($0, on: view.name) } }
  }

  /// Source: `src/include/catalog/pg_trigger.h`.
  private func cells(_ trigger: Catalog.Trigger, on relation: QualifiedName) -> Cells {
    var type: Int64 = trigger.isForEachRow ? 1 : 0
    switch trigger.timing {
    case .before: type |= 2
    case .after: break
    case .insteadOf: type |= 64
    }
    for event in trigger.events {
      switch event {
      case .insert: type |= 4
      case .delete: type |= 8
      case .update: type |= 16
      case .truncate: type |= 32
      }
    }
    return [
      "oid": .undetermined(.object(.other)), "tgrelid": .object(.relation(relation)),
      "tgname": text(trigger.name), "tgtype": .integer(type),
      "tgenabled": text(trigger.enabled.rawValue), "tgisinternal": .boolean(false),
      "tgdeferrable": .boolean(trigger.isDeferrable),
      "tginitdeferred": .boolean(trigger.isInitiallyDeferred),
      "tgnargs": .integer(Int64(trigger.arguments.count)),
      "tgoldtable": trigger.oldTable.map(text) ?? .null,
      "tgnewtable": trigger.newTable.map(text) ?? .null,
    ]
  }

  /// Those that keep foreign keys and deferrable constraints. Numbers are in their names.
  var constraintTriggers: [Cells] {
    let tables = catalog.tables.flatMap { table -> [QualifiedName] in
      let isDeferrable =
        table.keys.contains(where: \.isDeferrable)
        || table.exclusions.contains(where: \.isDeferrable)
      return (table.foreignKeys.isEmpty && !isDeferrable ? [] : [table.name])
        + table.foreignKeys.map(\.references)
    }
    let partitions = catalog.tables.filter { $0.partitionBound != nil }.map(\.name)
    return Set(tables + partitions).map { name in
      [
        "oid": .undetermined(.object(.other)), "tgrelid": .object(.relation(name)),
        "tgisinternal": .boolean(true),
        "tgname": .undetermined(Undetermined("the name of an internal trigger")),
      ]
    }
  }
}

extension Catalog.Function.Kind {
  /// As `pg_proc.prokind` has it.
  fileprivate var letter: String {
    switch self {
    case .function: "f"
    case .procedure: "p"
    case .aggregate: "a"
    case .window: "w"
    }
  }
}

extension Catalog.Function.Volatility {
  fileprivate var letter: String {
    switch self {
    case .immutable: "i"
    case .stable: "s"
    case .volatile: "v"
    }
  }
}

extension Catalog.Function.Parallel {
  fileprivate var letter: String {
    switch self {
    case .restricted: "r"
    case .safe: "s"
    }
  }
}

import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

/// CREATE CAST and DROP CAST.
extension CatalogBuilder {
  private static let invalid = SQLState(rawValue: "42P17")

  /// Source: `CreateCast()` in `src/backend/commands/functioncmds.c`, `CastCreate()` in
  /// `src/backend/catalog/pg_cast.c`.
  mutating func createCast(
    _ node: UnsafeMutablePointer<PgQuery__CreateCastStmt>
  ) throws(ReadFailure) -> Effect {
    guard isSession else { throw .unsupported("CREATE CAST") }
    let statement = node.pointee
    let (source, target) = (
      try castType(statement.sourcetype), try castType(statement.targettype)
    )
    try requireOwner(ofEither: source, target)
    try requireType(source)
    try requireType(target)
    let names = typeNames
    guard let from = names.type(source), let to = names.type(target) else {
      throw .unsupported("CREATE CAST of a type that is not modelled")
    }
    for (type, side) in [(from, "source"), (to, "target")] {
      guard case .pseudo = type else { continue }
      throw .refused(
        SQLState(rawValue: "42809"),
        "\(side) data type \(state.typeText(type.typeName)) is a pseudo-type")
    }
    warnOfDomains(from, to)
    let method = try castMethod(statement, from, to, names)
    var argumentCount = 0
    if case .function(_, let types) = method { argumentCount = types.count }
    guard from != to || argumentCount > 1 else {
      throw .refused(Self.invalid, "source data type and target data type are the same")
    }
    guard names.ownCast(source, target) == nil, !names.hasBuiltinCast(from: from, to: to) else {
      throw .refused(
        SQLState(rawValue: "42710"),
        "cast from type \(state.typeText(source)) to type \(state.typeText(target)) already exists")
    }
    let context: Catalog.Cast.Context =
      switch statement.context {
      case PG_QUERY__COERCION_CONTEXT__COERCION_IMPLICIT: .implicit
      case PG_QUERY__COERCION_CONTEXT__COERCION_ASSIGNMENT: .assignment
      default: .explicit
      }
    // What is stored keeps the conversions that it was made with.
    let isLookedAt = from.base == from && to.base == to
    if isLookedAt, context != .explicit, storesExpressions {
      throw .unsupported("CREATE CAST beside expressions that are stored")
    }
    state.catalog.casts.append(Catalog.Cast(from: source, to: target, method, context))
    state.stamp(.cast(source, target))
    return .applied
  }

  /// For the types that definitions name.
  var typeNames: CatalogNames {
    var names = CatalogNames(state.catalog, version: state.postgresVersion)
    names.searchPath = state.searchPath
    return names
  }

  private func castType(
    _ node: UnsafeMutablePointer<PgQuery__TypeName>?
  ) throws(ReadFailure) -> TypeName {
    guard let node else { throw .unsupported("a cast without a type") }
    var type = state.resolved(try reader.typeName(node))
    type.modifiers = []
    let isKnown =
      state.isBuiltin(type) || state.customType(ofText: type.name) != nil
      || state.relationOfRowType(type) != nil
    if !isKnown {
      try requireType(type)
      throw .unsupported("a cast of a type that is not modelled")
    }
    return type
  }

  private func requireOwner(
    ofEither source: TypeName, _ target: TypeName
  ) throws(ReadFailure) {
    try require(
      .ownershipOfEither(
        what: "type \(state.typeText(source)) or type \(state.typeText(target))",
        owners: [source, target].compactMap(owner)))
  }

  /// Nil: who has made the server.
  private func owner(of type: TypeName) -> String? {
    if let name = state.customType(ofText: type.name) {
      return state.catalog.types.first { $0.name == name }?.owner
    }
    return state.relationOfRowType(type).map(state.owner)
  }

  private mutating func warnOfDomains(_ source: DataType, _ target: DataType) {
    let side: String
    if case .domain = source {
      side = "source"
    } else if case .domain = target {
      side = "target"
    } else {
      return
    }
    warning(
      "cast will be ignored because the \(side) data type is a domain", sqlState: "42809")
  }

  private func castMethod(
    _ statement: PgQuery__CreateCastStmt, _ source: DataType, _ target: DataType,
    _ names: CatalogNames
  ) throws(ReadFailure) -> Catalog.Cast.Method {
    if statement.inout != 0 { return .text }
    guard let named = statement.func else {
      try require(
        .superuser(message: "must be superuser to create a cast WITHOUT FUNCTION"))
      let isText = { (type: DataType) in [.text, .varchar].contains(type) }
      guard isText(source), isText(target) else {
        throw .unsupported("CREATE CAST … WITHOUT FUNCTION")
      }
      return .binary
    }
    let function = state.catalog.functions[try self.function(named)]
    let types = function.arguments.map(\.type)
    let arguments = types.map(names.type)
    guard (1...3).contains(types.count) else {
      throw .refused(Self.invalid, "cast function must take one to three arguments")
    }
    guard let first = arguments[0], source.isBinaryCoercible(to: first) else {
      throw .refused(
        Self.invalid,
        "argument of cast function must match or be binary-coercible from source data type")
    }
    if types.count > 1, arguments[1] != .integer {
      throw .refused(Self.invalid, "second argument of cast function must be type integer")
    }
    if types.count > 2, arguments[2] != .boolean {
      throw .refused(Self.invalid, "third argument of cast function must be type boolean")
    }
    guard names.type(function.returns)?.isBinaryCoercible(to: target) == true else {
      throw .refused(
        Self.invalid,
        "return data type of cast function must match or be binary-coercible to target data type")
    }
    guard !function.returnsSet else {
      throw .refused(Self.invalid, "cast function must not return a set")
    }
    return .function(function.name, types)
  }

  /// Whether there is any expression but those of functions' texts, which are read as they run.
  private var storesExpressions: Bool {
    let catalog = state.catalog
    let inTables = catalog.tables.contains { table in
      !table.policies.isEmpty || !table.rules.isEmpty || !table.checks.isEmpty
        || table.columns.contains { $0.defaultValue != nil || $0.generated != nil }
        || table.triggers.contains { $0.condition != nil }
    }
    return inTables || !catalog.views.isEmpty || catalog.functions.contains(where: \.isAtomic)
  }

  /// What DROP CAST names.
  ///
  /// Source: `get_object_address()`, `check_object_ownership()` in `objectaddress.c`.
  func droppedCast(_ object: Node) throws(ReadFailure) -> ObjectKey {
    guard object.kind == PG_QUERY__NODE__NODE_LIST else { throw .unsupported("DROP CAST") }
    let parts = object.pointee.list.pointee
    let nodes = list(parts.n_items, parts.items).filter {
      $0.kind == PG_QUERY__NODE__NODE_TYPE_NAME
    }
    guard nodes.count == 2 else { throw .unsupported("DROP CAST") }
    let (source, target) = (
      try castType(nodes[0].pointee.type_name), try castType(nodes[1].pointee.type_name)
    )
    let names = typeNames
    guard names.ownCast(source, target) != nil else {
      guard let from = names.type(source), let to = names.type(target),
        !names.hasBuiltinCast(from: from, to: to)
      else { throw .unsupported("DROP CAST of PostgreSQL's own") }
      throw .refused(
        .undefinedObject,
        "cast from type \(state.typeText(source)) to type \(state.typeText(target)) does not exist")
    }
    try requireOwner(ofEither: source, target)
    return .cast(source, target)
  }

  /// Stored expressions that a cast is part of stay as they are.
  func requireUnusedCasts(_ objects: [ObjectKey]) throws(ReadFailure) {
    let names = typeNames
    for case .cast(let source, let target) in objects {
      guard let from = names.type(source), let to = names.type(target), from.base == from,
        to.base == to, storesExpressions
      else { continue }
      throw .unsupported("DROP CAST beside expressions that are stored")
    }
  }
}

extension CatalogNames {
  /// The very one, though a domain makes that it is never looked at.
  fileprivate func ownCast(_ source: TypeName, _ target: TypeName) -> Catalog.Cast? {
    catalog.casts.first { $0.source == source && $0.target == target }
  }
}

import AccessModel
import SQLBinding

/// Writes names out: relations with their schema, columns with their relation, as PostgreSQL binds
/// them when a view or policy is created, whatever the search path is later.
///
/// A name that could mean something unknown stays as written; a column that nothing has is 42703.
struct NameResolver {
  struct Source {
    var alias: String
    var relation: QualifiedName?
    var hasAlias = false
    /// Nil: not known.
    var columns: [String]?
    /// What the relation calls its columns, where here they have other names.
    var ownNames: [String]?
    /// Of a join under a name: the columns that each of its own comes from.
    var origins: [String: [Column]] = [:]
    /// The relations whose rows some of its columns are.
    var rows: [String: QualifiedName] = [:]
    /// Where the column that comes or goes is among its own.
    var changedPlaces: [Int] = []
    /// Its columns are found only under its name.
    var needsQualifier = false
    /// Columns that are found only under its name: joined by them, another side's stand for both.
    var hidden: Set<String> = []
    /// Columns that a full join is joined by: without a name before it, neither side's is meant.
    var ofBothSides: Set<String> = []

    /// Whether a column is found without its name before it.
    func shows(_ column: String) -> Bool {
      columns?.contains(column) == true && !hidden.contains(column)
    }

    /// Whether the relation's own name, with its schema, means it.
    func isNamed(as name: QualifiedName) -> Bool { !hasAlias && relation == name }
  }

  let state: DatabaseState
  /// Of what is there, once they were needed.
  var catalogNames: CatalogNames?
  let searchPath: [String]
  /// Whether unknown names are errors.
  let isStrict: Bool
  /// Whether schemas that are written must be ones that the current role may use. RULES 17.
  var checksUsage: Bool
  /// Whether `*` is written out.
  var expandsStars = false
  /// Innermost last.
  var scopes: [[Source]] = []
  /// What stands before an item of the innermost FROM, which functions may speak of.
  var itemsBefore: [SQLFromItem] = []
  /// Names that WITH gives, innermost last, with their columns if known.
  var commonTables: [(name: String, columns: [String]?)] = []
  /// Arguments of a function whose body this is.
  var arguments: [String?] = []
  var argumentTypes: [TypeName] = []
  var functionName: String?
  /// The outputs of the last query that are rows of relations.
  var outputRows: [String: QualifiedName] = [:]
  /// Columns of relations that were met.
  var used: Set<Column> = []
  /// Relations that were met.
  var relations: Set<QualifiedName> = []
  /// A column to be called otherwise.
  var renamedColumn: (column: Column, to: String)?
  /// A column that will be gone: names that FROM gives columns lose its own.
  var droppedColumn: Column?
  /// The last column of a relation, which is new: nothing means it.
  var addedColumn: Column?
  /// Inside of a join that goes by the names of columns.
  var joinsByName = false
  /// In expressions over one row that have no subqueries.
  var keepsPlainColumns = false
  /// A relation to be called otherwise.
  var renamedRelation: (old: QualifiedName, new: QualifiedName)?
  /// In FROM with the join whose ON is resolved, which does not see them: refused where it is bound.
  var besideJoin: ArraySlice<Source> = []
  /// Names of columns stay without an alias that another source further in might have by and by.
  var leavesBareNames = false
  /// What would mean something else once a name has changed.
  var captured: String?
  /// A schema to be called otherwise.
  var renamedSchema: (old: String, new: String)?
  /// A type, by its name in SQL, to be called otherwise.
  var renamedType: (old: String, new: String)?
  /// A field of a composite type to be called otherwise.
  var renamedField: (type: QualifiedName, old: String, new: String)?
  /// A label of an enum, by the type's name in SQL, to be called otherwise.
  var renamedLabel: (type: String, old: String, new: String)?
  /// The label may stand in a constant whose type is not seen.
  var mayNameLabel = false

  /// Calls that take their meaning, or a number.
  var storedCalls: StoredCalls?
  /// A function to be called otherwise.
  var renamedFunction: (old: QualifiedName, arguments: [TypeName], new: QualifiedName)?

  /// Constants to be written otherwise.
  var settled: SettledConstants?

  struct Column: Hashable {
    var relation: QualifiedName
    var name: String
  }

  init(_ state: DatabaseState, searchPath: [String]? = nil, isStrict: Bool = true) {
    self.state = state
    self.searchPath = searchPath ?? state.searchPath
    self.isStrict = isStrict
    checksUsage = isStrict
  }

  /// For the body of a function.
  init(
    _ state: DatabaseState, of function: Catalog.Function, path: [String]? = nil, isStrict: Bool
  ) {
    self.init(state, searchPath: path, isStrict: isStrict)
    arguments = function.arguments.map(\.name)
    argumentTypes = function.arguments.map(\.type)
    functionName = function.name.name
  }

  /// RULES 17. Source: `LookupExplicitNamespace()` in `src/backend/catalog/namespace.c`.
  func requireUsage(of schema: String?) throws(ReadFailure) {
    guard checksUsage, let schema else { return }
    try state.requireUsage(SQLRelationName(schema: schema, ""))
  }

  /// An expression over the row of a relation.
  mutating func expression(
    _ expression: SQLExpression, over relation: QualifiedName
  ) throws(ReadFailure) -> SQLExpression {
    scopes = [[source(relation, alias: relation.name)]]
    return try resolve(expression)
  }

  func source(_ relation: QualifiedName, alias: String) -> Source {
    Source(alias: alias, relation: relation, columns: state.columns(of: relation)?.map(\.name))
  }

  /// A column as the innermost query that knows it has it; else the row of what is called so.
  ///
  /// Source: `transformColumnRef()` in `src/backend/parser/parse_expr.c`.
  mutating func column(_ qualifier: String?, _ name: String) throws(ReadFailure) -> SQLExpression {
    if let qualifier { return try qualified(qualifier, name) }
    for (level, scope) in scopes.enumerated().reversed() {
      let matches = scope.filter { !$0.needsQualifier && $0.shows(name) }
      if matches.count > 1 {
        guard isStrict else {
          if addedColumn?.name == name { captured = name }
          return .column(qualifier: nil, name: name)
        }
        throw .refused(.ambiguousColumn, "column reference \"\(name)\" is ambiguous")
      }
      if let match = matches.first {
        let newName = note(match, name)
        let isOfBothSides = match.ofBothSides.contains(name)
        // Further in, the alias may mean another source.
        let isShadowed = scopes[(level + 1)...].contains { inner in
          inner.contains { $0.alias == match.alias }
        }
        let isAmbiguous = scope.count { $0.alias == match.alias } > 1
        let canQualify =
          !isShadowed && !isAmbiguous && !isOfBothSides && !match.alias.isEmpty
          && !(level == 0 && keepsPlainColumns)
        if isAmbiguous || !canQualify && level < scopes.count - 1 { leavesBareNames = true }
        if isCaptured(name, from: match, at: level, isBare: !canQualify) { captured = name }
        return .column(
          qualifier: canQualify ? alias(of: match) : nil, name: isOfBothSides ? name : newName)
      }
      if scope.contains(where: { $0.columns == nil }) {
        return .column(qualifier: nil, name: name)
      }
      if SystemColumns.names.contains(name), let match = scope.first(where: isTable) {
        return .column(qualifier: match.alias.isEmpty ? nil : match.alias, name: name)
      }
    }
    if scopes.contains(where: { scope in scope.contains { $0.alias == name } }) {
      return .wholeRow(qualifier: name)
    }
    if let index = arguments.firstIndex(of: name) { return .parameter(number: index + 1) }
    guard isStrict, !besideJoin.contains(where: { $0.shows(name) }) else {
      return .column(qualifier: nil, name: name)
    }
    throw .refused(.undefinedColumn, "column \"\(name)\" does not exist")
  }

  /// Whether a name means a column that has come since it was written, or would mean one that is
  /// called so from now on: PostgreSQL keeps what it has found.
  private func isCaptured(
    _ name: String, from source: Source, at level: Int, isBare: Bool
  ) -> Bool {
    if let addedColumn, addedColumn.name == name, addedColumn.relation == source.relation {
      return source.ownNames == nil
    }
    guard isBare, let renamedColumn, renamedColumn.to == name else { return false }
    return scopes[(level + 1)...].contains { inner in
      inner.contains { $0.relation == renamedColumn.column.relation && $0.ownNames == nil }
    }
  }

  /// Notes the new name of a table that is that of another source beside it, or around.
  mutating func noteCapture(by source: Source) {
    guard let renamed = renamedRelation else { return }
    func isRenamed(_ source: Source) -> Bool { alias(of: source) != source.alias }
    func isCalled(_ source: Source) -> Bool {
      source.alias == renamed.new.name && !isRenamed(source)
    }
    for other in scopes.joined()
    where isRenamed(source) && isCalled(other) || isCalled(source) && isRenamed(other) {
      captured = renamed.new.name
    }
  }

  /// Views have no system columns, unless their rows are stored.
  private func isTable(_ source: Source) -> Bool {
    guard let relation = source.relation else { return false }
    switch state.slot(relation) {
    case .table: return true
    case .view(let index): return state.catalog.views[index].isMaterialized
    default: return false
    }
  }

  /// Throws unless `schema.name` is a relation that a query around names, without an alias.
  ///
  /// Source: `refnameNamespaceItem()`, `errorMissingRTE()` in `src/backend/parser/parse_relation.c`.
  func requireSource(_ name: String, in schema: String) throws(ReadFailure) {
    guard isStrict else { return }
    let relation = QualifiedName(schema, name)
    let sources = scopes.reversed().flatMap { $0 }
    let isHidden = sources.first { $0.alias == name }.map { !$0.isNamed(as: relation) } ?? false
    if sources.contains(where: { $0.isNamed(as: relation) }) {
      guard isHidden else { return }
      throw .unsupported("a column of `\(schema).\(name)` where another table is called `\(name)`")
    }
    try requireUsage(of: schema)
    let alias = sources.first { $0.relation == relation && $0.alias != name }?.alias
    guard isHidden || alias != nil else { return }
    throw .refused(
      .invalidReference(
        to: name, alias: isHidden ? nil : alias, version: state.postgresVersion),
      location: nil)
  }

  private mutating func qualified(
    _ qualifier: String, _ name: String
  ) throws(ReadFailure) -> SQLExpression {
    for scope in scopes.reversed() {
      guard let source = scope.first(where: { $0.alias == qualifier }) else { continue }
      if let columns = source.columns, !columns.contains(name), !SystemColumns.names.contains(name)
      {
        guard isStrict else { break }
        if let call = computedColumn(name, of: source) { return call }
        throw .refused(.undefinedColumn, "column \(qualifier).\(name) does not exist")
      }
      return .column(qualifier: alias(of: source), name: note(source, name))
    }
    if qualifier == functionName, let index = arguments.firstIndex(of: name) {
      return .parameter(number: index + 1)
    }
    if let index = arguments.firstIndex(of: qualifier) {
      return .field(operand: .parameter(number: index + 1), name: name)
    }
    guard isStrict, !besideJoin.contains(where: { $0.alias == qualifier }),
      !scopes.joined().contains(where: { $0.columns == nil && $0.alias.isEmpty })
    else { return .column(qualifier: qualifier, name: name) }
    throw .refused(
      .undefinedTable, "missing FROM-clause entry for table \"\(qualifier)\"")
  }

  /// `row.name` as the call that it means, where the row has no such column.
  private mutating func computedColumn(_ name: String, of source: Source) -> SQLExpression? {
    guard
      let function = state.catalog.functions.first(where: {
        $0.name.name == name && searchPath.contains($0.name.schema)
          && $0.arguments.count { $0.defaultValue == nil } <= 1 && !$0.arguments.isEmpty
      })
    else { return nil }
    for column in source.columns ?? [] { note(source, column) }
    let schema = function.name.schema
    return .call(
      SQLFunctionCall(
        schema: schema == "public" ? nil : schema, name, [.wholeRow(qualifier: alias(of: source))]))
  }

  /// The label may be the constant, or stand in it as one of an array or a row.
  mutating func noteLabel(in constant: String) {
    guard let renamedLabel else { return }
    let isList = constant.contains("{") || constant.contains("(")
    if constant == renamedLabel.old || isList && constant.contains(renamedLabel.old) {
      mayNameLabel = true
    }
  }

  /// What a relation is to be called.
  func newName(of relation: QualifiedName) -> QualifiedName {
    if let renamedRelation, renamedRelation.old == relation { return renamedRelation.new }
    if let renamedSchema, renamedSchema.old == relation.schema {
      return QualifiedName(renamedSchema.new, relation.name)
    }
    return relation
  }

  /// The alias; a renamed table's own name goes along.
  func alias(of source: Source) -> String {
    guard let renamed = renamedRelation, source.relation == renamed.old, !source.hasAlias,
      source.alias == renamed.old.name
    else { return source.alias }
    return renamed.new.name
  }

  @discardableResult
  mutating func note(_ source: Source, _ name: String) -> String {
    let columns = columns(behind: name, of: source)
    used.formUnion(columns)
    guard source.ownNames == nil, let renamedColumn, columns == [renamedColumn.column],
      source.relation != nil
    else { return name }
    return renamedColumn.to
  }

  /// The columns of relations that a name of a source stands for.
  func columns(behind name: String, of source: Source) -> [Column] {
    var own = name
    if let names = source.ownNames, let place = source.columns?.firstIndex(of: name) {
      guard names.indices.contains(place) else { return [] }
      own = names[place]
    }
    guard let relation = source.relation else { return source.origins[own] ?? [] }
    return [Column(relation: relation, name: own)]
  }
}

/// The columns that every table has.
enum SystemColumns {
  static let types = [
    "tableoid": "oid", "ctid": "tid", "xmin": "xid", "xmax": "xid", "cmin": "cid", "cmax": "cid",
  ]
  static let names = Set(types.keys)
}

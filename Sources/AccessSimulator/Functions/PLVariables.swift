import AccessModel
import SQLBinding

/// A variable of a running PL/pgSQL function.
final class PLSlot {
  enum Content {
    case scalar(ColumnType, SQLValue)
    case record(PLRecord)
    case cursor(PLCursor)
    /// Of a type that is not modelled, by name.
    case unknown(String)
  }

  let name: String
  var content: Content
  let isConstant: Bool
  let isNotNull: Bool

  init(_ name: String, _ content: Content, isConstant: Bool = false, isNotNull: Bool = false) {
    self.name = name
    self.content = content
    self.isConstant = isConstant
    self.isNotNull = isNotNull
  }
}

/// A row with named fields.
struct PLRecord {
  struct Field {
    var name: String
    /// Nil: not modelled.
    var type: ColumnType?
    /// It was a literal of `ROW(…)`, and is of type `unknown` to whoever gets the record.
    var isUntyped = false
  }

  var fields: [Field]
  /// Of a relation or composite type; not RECORD, which takes the fields of what is assigned.
  var isFixed: Bool
  /// The relation's or composite type; nil: RECORD.
  var type: DataType?
  /// Nil: nothing is assigned yet, or NULL was.
  var values: Row?

  init(_ fields: [Field] = [], isFixed: Bool, type: DataType? = nil, values: Row? = nil) {
    self.fields = fields
    self.isFixed = isFixed
    self.type = type
    self.values = values
  }

  /// The type of the record as a value.
  func dataType(of name: String) throws(EngineFailure) -> DataType {
    var known: [CompositeType.Field] = []
    for field in fields {
      guard let type = field.type else {
        throw .undecided(Undecided("the type of `\(name).\(field.name)`"))
      }
      known.append(CompositeType.Field(field.name, type))
    }
    return type ?? .record(known)
  }

  func index(of field: String) -> Int? { fields.firstIndex { $0.name == field } }
}

/// A cursor variable: what it is declared to read, and where it stands when open.
struct PLCursor {
  var arguments: [Catalog.Function.Argument] = []
  /// Nil for an unbound one.
  var query: PLExpression?
  var portal: Portal?
  var name = Name.none

  /// The variable's value: what its portal is called.
  enum Name: Equatable {
    case none
    case known(String)
    /// A number that is not known.
    case unsure
  }

  struct Portal {
    var result: SQLResult
    /// Among those that the function has opened.
    var number: Int
    /// With its end it is closed; nil: it is a loop's, which is held.
    var transaction: Int?
    /// Rows before the current one: -1 before the first.
    var position = -1
    /// The same for who fetches by the portal's name.
    var open: OpenCursor?

    /// Rows are known up to so many, if there are as many.
    mutating func read(upTo wanted: Int) throws(EngineFailure) {
      if let fetched = result.fetched { take(try fetched.rows(upTo: wanted)) }
    }

    private mutating func take(_ found: (rows: [Row], places: [FilteredTable.Place])) {
      result.rows = found.rows
      result.stored?.places = found.places
    }

    mutating func read(_ direction: PLFetch.Direction, _ count: Int?) throws(EngineFailure) {
      let next = position + 1
      let count = count.map { min($0, Int(Int32.max)) }
      switch direction {
      case .next: try read(upTo: next + 1)
      case .relative where (count ?? 0) > 0, .forward where (count ?? 1) > 0:
        try read(upTo: next + (count ?? 1))
      case .first where next == 0: try read(upTo: 1)
      case .absolute where (count ?? 0) > next: try read(upTo: count ?? 1)
      case .forwardAll: try read(upTo: .max)
      case .relative where count == 0, .forward where count == 0: break
      default: if let fetched = result.fetched { take(try fetched.all()) }
      }
    }
  }
}

/// The variables of one block, and its label.
final class PLScope {
  let label: String?
  var slots: [String: PLSlot] = [:]

  init(label: String?) { self.label = label }
}

/// What a name stands for.
enum PLReference {
  case variable(PLSlot)
  case field(PLSlot, String)
}

/// The variables in sight, innermost scope last.
struct PLScopes {
  var scopes: [PLScope] = []

  /// What a path of names means; nil if it is no variable's.
  ///
  /// Source: `plpgsql_ns_lookup()` in `pl_funcs.c`.
  func find(_ path: [String]) -> PLReference? {
    for scope in scopes.reversed() {
      if let first = path.first, let slot = scope.slots[first] {
        if path.count == 1 { return .variable(slot) }
        if path.count == 2, case .record = slot.content { return .field(slot, path[1]) }
      }
      if path.count > 1, scope.label == path[0], let slot = scope.slots[path[1]] {
        if path.count == 2 { return .variable(slot) }
        if path.count == 3, case .record = slot.content { return .field(slot, path[2]) }
      }
    }
    return nil
  }
}

/// The variables that a statement mentions, as the parameters of its SQL.
final class PLParameters: StatementParameters {
  private let scopes: PLScopes
  /// `$1` and on: values given, of EXECUTE … USING.
  private let given: [SQLValue]
  let givenTypes: [DataType]
  private(set) var mentioned: [(path: [String], type: DataType)] = []
  private var numbers: [[String]: Int] = [:]
  /// Nil: the statement sees no variables, as that of EXECUTE.
  private let conflict: PLNameConflict?
  /// Rows that a trigger's statement calls tables.
  let transition: TransitionNames?

  init(
    _ scopes: PLScopes, _ conflict: PLNameConflict?,
    given: [(value: SQLValue, type: DataType)] = [], transition: TransitionNames? = nil
  ) {
    self.scopes = scopes
    self.conflict = conflict
    self.given = given.map(\.value)
    self.transition = transition
    givenTypes = given.map(\.type) + (transition?.types ?? [])
  }

  var names: VariableNames? {
    guard let conflict else { return nil }
    var names = VariableNames(
      conflict: conflict,
      lookUp: { [self] (path) throws(EngineFailure) in try lookUp(path) },
      fields: { [self] (record) throws(EngineFailure) in try fields(of: record) })
    names.isCursor = { [scopes] name in
      guard case .variable(let slot)? = scopes.find([name]), case .cursor = slot.content else {
        return false
      }
      return true
    }
    return names
  }

  func prepared(_ statement: SQLStatement) -> SQLStatement {
    let statement = conflict == nil ? statement : expanded(statement)
    return transition?.adding(to: statement, after: given.count) ?? statement
  }

  /// `VALUES (record.*)` with the record's fields.
  private func expanded(_ statement: SQLStatement) -> SQLStatement {
    guard case .insert(var insert) = statement, case .values(let rows) = insert.source else {
      return statement
    }
    insert.source = .values(
      rows: rows.map { row in
        row.flatMap { cell -> [SQLExpression?] in
          guard case .wholeRow(let name)? = cell, case .variable(let slot)? = scopes.find([name]),
            case .record(let record) = slot.content
          else { return [cell] }
          return record.fields.map { .column(qualifier: name, name: $0.name) }
        }
      })
    return .insert(insert)
  }

  func values(of plan: FunctionPlan) throws(EngineFailure) -> [SQLValue]? {
    guard plan.givenTypes == givenTypes else { return nil }
    var result = given
    if let transition { result += transition.values }
    for (path, type) in plan.variables {
      guard let reference = scopes.find(path) else { return nil }
      guard try Self.type(of: reference) == type else {
        try Self.requireSame(reference, path)
        return nil
      }
      result.append(try Self.value(of: reference))
    }
    return result
  }

  /// The values of what was mentioned.
  func currentValues() throws(EngineFailure) -> [SQLValue] {
    var result = given + (transition?.values ?? [])
    for (path, _) in mentioned {
      guard let reference = scopes.find(path) else { continue }
      result.append(try Self.value(of: reference))
    }
    return result
  }

  func requireSameFields(
    _ variables: [(path: [String], type: DataType)]
  ) throws(EngineFailure) {
    for (path, type) in variables {
      guard let reference = scopes.find(path), try Self.type(of: reference) != type else {
        continue
      }
      try Self.requireSame(reference, path)
    }
  }

  /// A field of a RECORD keeps the type that a statement was planned for: 42804.
  private static func requireSame(
    _ reference: PLReference, _ path: [String]
  ) throws(EngineFailure) {
    guard case .field(let slot, _) = reference, case .record(let record) = slot.content,
      !record.isFixed
    else { return }
    throw .undecided(
      Undecided("`\(path.joined(separator: "."))`, whose type has changed since it was planned"))
  }

  private func lookUp(
    _ path: [String]
  ) throws(EngineFailure) -> (number: Int, type: DataType)? {
    guard let reference = scopes.find(path) else { return nil }
    let type = try Self.type(of: reference)
    if let known = numbers[path] { return (known, type) }
    mentioned.append((path, type))
    numbers[path] = givenTypes.count + mentioned.count
    return (givenTypes.count + mentioned.count, type)
  }

  private func fields(
    of record: [String]
  ) throws(EngineFailure) -> [(name: String, number: Int, type: DataType)]? {
    guard case .variable(let slot)? = scopes.find(record), case .record(let row) = slot.content
    else { return nil }
    try Self.requireAssigned(row, slot)
    var result: [(name: String, number: Int, type: DataType)] = []
    for field in row.fields {
      if let found = try lookUp(record + [field.name]) {
        result.append((field.name, found.number, found.type))
      }
    }
    return result
  }

  static func requireAssigned(_ record: PLRecord, _ slot: PLSlot) throws(EngineFailure) {
    guard record.fields.isEmpty, !record.isFixed else { return }
    throw .postgres(
      PostgresError(
        .notInPrerequisiteState, "record \"\(slot.name)\" is not assigned yet",
        detail: "The tuple structure of a not-yet-assigned record is indeterminate."))
  }

  /// The field's place in the record, or 42703.
  static func index(
    of field: String, in record: PLRecord, _ slot: PLSlot
  ) throws(EngineFailure) -> Int {
    try requireAssigned(record, slot)
    guard let index = record.index(of: field) else {
      throw .postgres(
        PostgresError(
          .undefinedColumn, "record \"\(slot.name)\" has no field \"\(field)\""))
    }
    return index
  }

  private static func type(of reference: PLReference) throws(EngineFailure) -> DataType {
    switch reference {
    case .variable(let slot):
      switch slot.content {
      case .scalar(let type, _): return type.type
      case .record(let record):
        // As a whole it is NULL until it is assigned.
        guard record.isFixed || !record.fields.isEmpty else { return .record([]) }
        return try record.dataType(of: slot.name)
      case .cursor: return .refcursor
      case .unknown(let type):
        throw .undecided(Undecided("a PL/pgSQL variable of type `\(type)`"))
      }
    case .field(let slot, let field):
      guard case .record(let record) = slot.content else { return .unknown }
      let index = try index(of: field, in: record, slot)
      guard let type = record.fields[index].type else {
        throw .undecided(Undecided("the type of `\(slot.name).\(field)`"))
      }
      return type.type
    }
  }

  private static func value(of reference: PLReference) throws(EngineFailure) -> SQLValue {
    switch reference {
    case .variable(let slot):
      switch slot.content {
      case .scalar(_, let value): return value
      case .record(let record): return record.values.map { .record($0) } ?? .null
      case .cursor(let cursor): return try cursor.value(of: slot)
      case .unknown: throw .undecided(Undecided("the value of the variable `\(slot.name)`"))
      }
    case .field(let slot, let field):
      guard case .record(let record) = slot.content else { return .null }
      return record.values?[try index(of: field, in: record, slot)] ?? .null
    }
  }
}

import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension BuiltinLibrary {
  /// Source: `src/backend/commands/sequence.c`. RULES 19.
  static let sequenceFunctions: [String: BuiltinBody] = [
    "nextval(regclass)": { (values, call) throws(EngineFailure) in
      let (id, _) = try sequence(values[0], needing: [.usage, .update], call)
      try call.session.requireWritable(id, "nextval()")
      call.session.writes?.drawn += 1
      return .integer(try call.session.variables.sequences.advance(id))
    },
    "currval(regclass)": { (values, call) throws(EngineFailure) in
      let (id, name) = try sequence(values[0], needing: [.select, .usage], call)
      guard let last = try call.session.variables.sequences.last(id) else {
        throw .postgres(
          PostgresError(
            .notInPrerequisiteState,
            "currval of sequence \"\(name.name)\" is not yet defined in this session"))
      }
      return .integer(last)
    },
    "lastval()": { (_, call) throws(EngineFailure) in
      let sequences = call.session.variables.sequences
      guard let id = try sequences.lastUsedID(), let last = try sequences.last(id) else {
        throw .postgres(
          PostgresError(
            .notInPrerequisiteState, "lastval is not yet defined in this session"))
      }
      guard case .named(let name) = id else {
        try requireIdentity(id, sequences.name(ofIdentity: id)?.name, call)
        return .integer(last)
      }
      _ = try sequence(.object(.relation(name)), needing: [.select, .usage], call)
      return .integer(last)
    },
    "pg_get_serial_sequence(text,text)": { (values, call) throws(EngineFailure) in
      try serialSequence(values, call)
    },
    "setval(regclass,int8)": { (values, call) throws(EngineFailure) in
      try setValue(values, isCalled: true, call)
    },
    "setval(regclass,int8,bool)": { (values, call) throws(EngineFailure) in
      try setValue(values, isCalled: values[2].truth == true, call)
    },
  ]

  private static func setValue(
    _ values: [SQLValue], isCalled: Bool, _ call: BuiltinCall
  ) throws(EngineFailure) -> SQLValue {
    let (id, name) = try sequence(values[0], needing: [.update], call)
    try call.session.requireWritable(id, "setval()")
    let value = try values[1].integerValue()
    let model = call.session.catalog.catalog.sequence(name)
    let range =
      model.map(SequenceFile.Options.init) ?? call.session.variables.sequences.file(id)?.options
      ?? SequenceFile.Options()
    guard value >= range.minimum, value <= range.maximum else {
      throw .postgres(
        PostgresError(
          .numericValueOutOfRange,
          "setval: value \(value) is out of bounds for sequence \"\(name.name)\" "
            + "(\(range.minimum)..\(range.maximum))"))
    }
    call.session.variables.sequences.set(id, to: value, isCalled: isCalled)
    return values[1]
  }

  /// That of an identity column, which has no entry of its own among the catalog's. What is granted
  /// on it is not modelled, so it is a superuser's only.
  private static func identitySequence(
    _ name: QualifiedName, _ call: BuiltinCall
  ) throws(EngineFailure) -> SequenceStore.ID {
    guard let id = call.session.variables.sequences.identity(called: name) else {
      throw .undecided(Undecided("the sequence `\(name)`"))
    }
    return id
  }

  private static func requireIdentity(
    _ id: SequenceStore.ID, _ name: String?, _ call: BuiltinCall
  ) throws(EngineFailure) {
    guard case .identity(let table, _) = id else { return }
    try call.session.engine.requireIdentitySequence(
      name, ofTable: table, isOwnersAlone: call.session.variables.sequences.isOwnersAlone(id),
      as: call.session.role)
  }

  /// `pg_get_serial_sequence()` in `src/backend/utils/adt/ruleutils.c`.
  private static func serialSequence(
    _ values: [SQLValue], _ call: BuiltinCall
  ) throws(EngineFailure) -> SQLValue {
    let (written, column) = (try values[0].textValue(), try values[1].textValue())
    let catalog = call.session.catalog.catalog
    guard case .object(let object) = try call.session.visibleNames.object(written, of: .regclass),
      let table = catalog.table(object.name)
    else { throw .undecided(Undecided("the sequence of a column of `\(written)`")) }
    guard let found = table.columns.first(where: { $0.name == column }) else {
      if SystemColumn(name: column) != nil { return .null }
      throw .postgres(
        PostgresError(
          .undefinedColumn,
          "column \"\(column)\" of relation \"\(table.name.name)\" does not exist"))
    }
    let owned = catalog.sequences.filter { $0.ownedBy == .init(table.name, column) }
    if let sequence = owned.first, owned.count == 1, found.identity == nil {
      return .text(sqlText(sequence.name))
    }
    guard found.identity != nil else {
      guard owned.isEmpty else {
        throw .undecided(Undecided("which of several sequences is given"))
      }
      return .null
    }
    guard owned.isEmpty,
      let name = call.session.variables.sequences.name(
        ofIdentity: .identity(table: table.name, column: column))
    else { throw .undecided(Undecided("the name of an identity column's sequence")) }
    return .text(sqlText(name))
  }

  private static func sequence(
    _ value: SQLValue, needing privileges: [Privilege], _ call: BuiltinCall
  ) throws(EngineFailure) -> (SequenceStore.ID, QualifiedName) {
    guard case .object(let object) = value else {
      throw .undecided(Undecided("a sequence by its number"))
    }
    let (name, catalog) = (object.name, call.session.catalog.catalog)
    guard catalog.sequence(name) != nil else {
      if let other = call.session.catalog.names.relation(name) {
        guard call.session.engine.version < .v17 else {
          let kind = call.session.catalog.names.kinds(of: other)
          throw .postgres(
            PostgresError(
              SQLState(rawValue: "42809"), "cannot open relation \"\(name.name)\"",
              detail: "This operation is not supported for \(kind)."))
        }
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42809"), "\"\(name.name)\" is not a sequence"))
      }
      let id = try identitySequence(name, call)
      try requireIdentity(id, name.name, call)
      return (id, name)
    }
    let engine = call.session.engine
    let isHeld = privileges.contains { privilege in
      engine.hasPrivilege(
        RowSecurityEngine.InquiredPrivilege(privilege, withGrantOption: false),
        on: .object(.sequence(name)), as: call.session.role)
    }
    guard isHeld else {
      throw .postgres(
        PostgresError(
          .insufficientPrivilege, "permission denied for sequence \(name.name)"))
    }
    return (.named(name), name)
  }
}

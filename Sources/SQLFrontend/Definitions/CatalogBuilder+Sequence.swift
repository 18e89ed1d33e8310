import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// CREATE SEQUENCE.
  mutating func createSequence(
    _ node: UnsafeMutablePointer<PgQuery__CreateSeqStmt>
  ) throws(ReadFailure) -> Effect {
    guard let range = node.pointee.sequence else { throw .unsupported("a nameless sequence") }
    let options = list(node.pointee.n_options, node.pointee.options)
    if isSession, node.pointee.if_not_exists == 0 { try requireSound(options) }
    let name = try newRelation(range)
    if skips(name, if: node.pointee.if_not_exists != 0) { return .applied }
    try requireFreeRelation(name)
    var sequence = Catalog.Sequence(
      name, owner: state.currentRole, acl: state.newACL(.sequences, in: name.schema),
      place: place)
    sequence.isTemporary = isTemporary(name)
    let change = try set(options, of: &sequence)
    state.add(sequence)
    note(.createdSequence(name))
    if let restart = change.restart {
      note(.alteredSequence(name, restart: restart, keepsLog: false))
    }
    return .applied
  }

  /// Options are looked at before the name. Source: `DefineSequence()` in `sequence.c`.
  private func requireSound(_ options: [Node]) throws(ReadFailure) {
    var sequence = Catalog.Sequence(QualifiedName("", ""), owner: "")
    let own = options.filter {
      $0.kind != PG_QUERY__NODE__NODE_DEF_ELEM
        || text($0.pointee.def_elem.pointee.defname) != "owned_by"
    }
    _ = try set(own, of: &sequence)
  }

  /// ALTER SEQUENCE.
  mutating func alterSequence(
    _ node: UnsafeMutablePointer<PgQuery__AlterSeqStmt>
  ) throws(ReadFailure) -> Effect {
    guard let range = node.pointee.sequence else { return .applied }
    let written = try reader.relation(range)
    if state.find(written) == nil, node.pointee.missing_ok != 0 {
      try state.requireUsage(written)
      notice("relation \"\(written.name)\" does not exist, skipping")
      return .applied
    }
    if !isSession, state.find(written) == nil { return .applied }
    let name = try state.relation(written)
    try requireOwner(of: name)
    guard case .sequence(let index) = state.slot(name) else {
      // Source: `validate_relation_kind()` in `sequence.c`, from 17 on.
      if isSession, state.postgresVersion >= .v17 {
        throw .refused(
          state.wrongKind("cannot open relation \"\(name.name)\"", name), location: nil)
      }
      throw .refused(SQLState(rawValue: "42809"), "\"\(name.name)\" is not a sequence")
    }
    let options = list(node.pointee.n_options, node.pointee.options)
    var sequence = state.catalog.sequences[index]
    let change = try set(options, of: &sequence, isNew: false)
    state.catalog.sequences[index] = sequence
    if change.isRewritten {
      note(.alteredSequence(name, restart: change.restart, keepsLog: change.keepsLog))
    }
    return .applied
  }

  /// What the parentheses behind AS IDENTITY say; nil for nothing.
  mutating func identitySequence(
    _ options: [Node], of column: String, _ table: Int
  ) throws(ReadFailure) -> Catalog.Sequence? {
    guard !options.isEmpty else { return nil }
    let model = state.catalog.tables[table]
    let name = model.name.sequence(of: column)
    var sequence = Catalog.Sequence(name, owner: model.owner)
    if case .at(let value)? = try set(options, of: &sequence).restart {
      // Rows that are there are numbered as the column is added.
      guard tableInMaking == model.name || model.columns.contains(where: { $0.name == column })
      else { throw .unsupported("RESTART of a new column's identity") }
      note(.restartedIdentity(model.name, column: column, value: value))
    }
    return sequence
  }

  /// The number of an option; nil: it has none. Source: `defGetInt64()` in
  /// `src/backend/commands/define.c`.
  private static func bigint(_ argument: Node?) throws(ReadFailure) -> Int64? {
    guard let argument,
      [PG_QUERY__NODE__NODE_INTEGER, PG_QUERY__NODE__NODE_FLOAT].contains(argument.kind),
      let written = value(argument)
    else { return nil }
    if let number = Int64(written) { return number }
    guard written.allSatisfy({ $0 == "-" || $0 == "+" || $0.isNumber }) else {
      throw .refused(
        SQLState(rawValue: "22P02"), "invalid input syntax for type bigint: \"\(written)\"")
    }
    throw .refused(
      SQLState(rawValue: "22003"), "value \"\(written)\" is out of range for type bigint")
  }

  /// What ALTER SEQUENCE does to the sequence's row.
  struct SequenceChange {
    var restart: RowEffect.Restart?
    /// Nothing changed that later values depend on.
    var keepsLog = true
    /// OWNED BY alone changes no row.
    var isRewritten = false
  }

  /// Sets options. `isNew`: the sequence is just being made.
  ///
  /// Source: `init_params()` in `src/backend/commands/sequence.c`.
  func set(
    _ options: [Node], of sequence: inout Catalog.Sequence, isNew: Bool = true
  ) throws(ReadFailure) -> SequenceChange {
    var change = SequenceChange()
    var seen: Set<String> = []
    // Where it starts and ends was settled as it was made.
    let old = sequence
    for item in options where item.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let option = item.pointee.def_elem.pointee
      let number = try Self.bigint(option.arg)
      let name = text(option.defname)
      guard seen.insert(name).inserted else {
        throw .refused(
          PostgresError(.syntaxError, "conflicting or redundant options"),
          location: Int(option.location))
      }
      change.isRewritten = change.isRewritten || name != "owned_by"
      change.keepsLog = change.keepsLog && ["start", "owned_by"].contains(name)
      switch name {
      case "as":
        guard let arg = option.arg, arg.kind == PG_QUERY__NODE__NODE_TYPE_NAME else { continue }
        let type =
          isSession
          ? try columnType(arg.pointee.type_name, allowsSerial: false)
          : try reader.typeName(arg.pointee.type_name)
        try set(type, of: &sequence, isNew: isNew)
      case "start": sequence.start = number
      case "increment":
        guard number != 0 else {
          throw .refused(SQLState(rawValue: "22023"), "INCREMENT must not be zero")
        }
        sequence.increment = number
      case "minvalue": sequence.minimum = number
      case "maxvalue": sequence.maximum = number
      case "cache":
        if let number, number <= 0 {
          throw .refused(
            SQLState(rawValue: "22023"), "CACHE (\(number)) must be greater than zero")
        }
        sequence.cache = number == 1 ? nil : number
      case "sequence_name" where isSession:
        guard let name = names(option.arg).last else { break }
        sequence.name = QualifiedName(sequence.name.schema, name)
      case "cycle": sequence.cycles = Self.isOn(option.arg)
      case "restart": change.restart = number.map { .at($0) } ?? .atStart
      case "owned_by": sequence.ownedBy = try owner(option.arg, of: sequence)
      default: break
      }
    }
    if !isNew {
      let isTurned = (sequence.step > 0) != (old.step > 0)
      let hasLimits = seen.contains("minvalue") && seen.contains("maxvalue")
      guard !isTurned || hasLimits || !seen.contains("as") else {
        throw .unsupported("a sequence of another type that counts the other way")
      }
      if isTurned, !seen.contains("minvalue") { sequence.minimum = old.leastValue }
      if isTurned, !seen.contains("maxvalue") { sequence.maximum = old.greatestValue }
      let start = old.firstValue
      if sequence.start == nil, sequence.firstValue != start { sequence.start = start }
    }
    try checkBounds(of: sequence)
    return change
  }

  /// Bounds that were those of the type before are those of the new one.
  private func set(
    _ type: TypeName, of sequence: inout Catalog.Sequence, isNew: Bool
  ) throws(ReadFailure) {
    guard [.smallint, .integer, .bigint].contains(type) else {
      throw .refused(
        SQLState(rawValue: "22023"), "sequence type must be smallint, integer, or bigint")
    }
    let old = sequence.typeRange
    sequence.type = type == .bigint ? nil : type
    guard !isNew else { return }
    let new = sequence.typeRange
    if sequence.maximum == old.upperBound { sequence.maximum = new.upperBound }
    if sequence.minimum == old.lowerBound { sequence.minimum = new.lowerBound }
  }

  private func checkBounds(of sequence: Catalog.Sequence) throws(ReadFailure) {
    func refuse(_ message: String) -> ReadFailure {
      .refused(SQLState(rawValue: "22023"), message)
    }
    let (range, type) = (sequence.typeRange, sequence.type ?? .bigint)
    let (least, most) = (sequence.leastValue, sequence.greatestValue)
    for (word, bound) in [("MAXVALUE", most), ("MINVALUE", least)] where !range.contains(bound) {
      throw refuse("\(word) (\(bound)) is out of range for sequence data type \(type)")
    }
    guard least < most else {
      throw refuse("MINVALUE (\(least)) must be less than MAXVALUE (\(most))")
    }
    let start = sequence.firstValue
    guard start >= least else {
      throw refuse("START value (\(start)) cannot be less than MINVALUE (\(least))")
    }
    guard start <= most else {
      throw refuse("START value (\(start)) cannot be greater than MAXVALUE (\(most))")
    }
  }

  /// OWNED BY. Source: `process_owned_by()` in `src/backend/commands/sequence.c`.
  private func owner(
    _ node: Node?, of sequence: Catalog.Sequence
  ) throws(ReadFailure) -> Catalog.Sequence.Owner? {
    let names = names(node)
    guard names.count > 1 else {
      guard names.first == "none" || !isSession else {
        throw .refused(
          .syntaxError, "invalid OWNED BY option",
          hint: "Specify OWNED BY table.column or OWNED BY NONE.")
      }
      return nil
    }
    let relation = try state.relation(relationName(names.dropLast()))
    if case .view(let index) = state.slot(relation), !state.catalog.views[index].isMaterialized {
      throw .unsupported("a sequence owned by a column of a view")
    }
    guard case .table(let index) = state.slot(relation) else {
      throw .refused(
        state.wrongKind("sequence cannot be owned by relation \"\(relation.name)\"", relation),
        location: nil)
    }
    let table = state.catalog.tables[index]
    guard table.owner == sequence.owner else {
      throw .refused(
        .notInPrerequisiteState, "sequence must have same owner as table it is linked to")
    }
    guard relation.schema == sequence.name.schema else {
      throw .refused(
        .notInPrerequisiteState, "sequence must be in same schema as table it is linked to")
    }
    _ = try column(names.last ?? "", of: index)
    return Catalog.Sequence.Owner(relation, names.last ?? "")
  }
}

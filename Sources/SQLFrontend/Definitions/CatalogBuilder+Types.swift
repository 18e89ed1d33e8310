import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  private func newType(
    _ names: [String], isRelation: Bool = false
  ) throws(ReadFailure) -> QualifiedName {
    guard let last = names.last else { throw .unsupported("a type without a name") }
    let schema = names.count > 1 ? names[names.count - 2] : nil
    let name = QualifiedName(try creationSchema(schema, ofRelation: isRelation), last)
    guard !state.hasType(name), !state.hasRow(name) else {
      throw .refused(SQLState(rawValue: "42710"), "type \"\(last)\" already exists")
    }
    if state.slot(name) != nil, isRelation {
      throw .refused(SQLState(rawValue: "42P07"), "relation \"\(last)\" already exists")
    }
    return name
  }

  private mutating func add(_ name: QualifiedName, _ kind: Catalog.CustomType.Kind) {
    var type = Catalog.CustomType(
      name, kind, owner: state.currentRole, origin: origin, place: place)
    type.acl = state.newACL(.types, in: name.schema)
    state.catalog.types.append(type)
    state.stamp(.type(name))
  }

  /// Refuses anyone but the type's owner.
  func requireOwner(ofType index: Int) throws(ReadFailure) {
    let type = state.catalog.types[index]
    try require(.ownership(what: "type \(state.visibleType(type.name))", owner: type.owner))
  }

  /// The place of a type, or 42704.
  ///
  /// `kind`: what it must be, for a relation's row type.
  func type(_ names: [String], _ kind: String? = nil) throws(ReadFailure) -> Int {
    if names.count > 1 {
      try state.requireSchema(relationName(names))
      try state.requireUsage(relationName(names))
    }
    let schemas = names.count > 1 ? [names[names.count - 2]] : state.searchPath
    for schema in schemas {
      let name = QualifiedName(schema, names.last ?? "")
      if let index = state.catalog.types.firstIndex(where: { $0.name == name }) { return index }
      guard isSession else { continue }
      switch state.slot(name) {
      case .table, .view:
        guard let kind else { continue }
        if kind.isEmpty { throw Self.rowType(names) }
        throw .refused(
          SQLState(rawValue: "42809"), "\(names.joined(separator: ".")) is not \(kind)")
      default: continue
      }
    }
    throw .refused(
      .undefinedObject, "type \"\(names.joined(separator: "."))\" does not exist")
  }

  private static func rowType(_ names: [String]) -> ReadFailure {
    .refused(
      SQLState(rawValue: "42809"), "\(names.joined(separator: ".")) is a table's row type",
      hint: "Use ALTER TABLE instead.")
  }

  /// CREATE TYPE … AS ENUM.
  mutating func createEnum(
    _ node: UnsafeMutablePointer<PgQuery__CreateEnumStmt>
  ) throws(ReadFailure) -> Effect {
    let name = try newType(strings(list(node.pointee.n_type_name, node.pointee.type_name)))
    let labels = strings(list(node.pointee.n_vals, node.pointee.vals))
    for label in labels { try requireShort(label: label) }
    for (index, label) in labels.enumerated() where labels[..<index].contains(label) {
      // DETAIL has an OID.
      throw .refused(
        .uniqueViolation,
        "duplicate key value violates unique constraint \"pg_enum_typid_label_index\"")
    }
    add(name, .enumeration(labels))
    if isSession, !isNested { state.changeType(name) { $0.isUncommitted = true } }
    return .applied
  }

  /// ALTER TYPE … ADD VALUE and RENAME VALUE.
  mutating func alterEnum(
    _ node: UnsafeMutablePointer<PgQuery__AlterEnumStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let index = try type(
      strings(list(statement.n_type_name, statement.type_name)), "an enum")
    guard case .enumeration(var labels) = state.catalog.types[index].kind else {
      throw .refused(
        SQLState(rawValue: "42809"), "\(state.catalog.types[index].name.name) is not an enum")
    }
    try requireOwner(ofType: index)
    let (old, new) = (text(statement.old_val), text(statement.new_val))
    try requireShort(label: new)
    let isKnown = labels.contains(new)
    if !old.isEmpty {
      guard let position = labels.firstIndex(of: old) else {
        throw .refused(
          SQLState(rawValue: "22023"), "\"\(old)\" is not an existing enum label")
      }
      guard !labels.contains(new) else {
        throw .refused(SQLState(rawValue: "42710"), "enum label \"\(new)\" already exists")
      }
      let name = state.catalog.types[index].name
      try renameLabel(old, to: new, of: name)
      labels[position] = new
      state.changeType(name) { type in
        type.uncommittedLabels = type.uncommittedLabels.map { $0 == old ? new : $0 }
      }
    } else if labels.contains(new) {
      guard statement.skip_if_new_val_exists != 0 else {
        throw .refused(SQLState(rawValue: "42710"), "enum label \"\(new)\" already exists")
      }
      notice("enum label \"\(new)\" already exists, skipping", sqlState: "42710")
    } else if let position = labels.firstIndex(of: text(statement.new_val_neighbor)) {
      labels.insert(new, at: statement.new_val_is_after != 0 ? position + 1 : position)
      note(.placedLabels(state.catalog.types[index].name))
    } else {
      let neighbor = text(statement.new_val_neighbor)
      guard neighbor.isEmpty else {
        throw .refused(
          SQLState(rawValue: "22023"), "\"\(neighbor)\" is not an existing enum label")
      }
      labels.append(new)
    }
    state.catalog.types[index].kind = .enumeration(labels)
    if isSession, old.isEmpty, !isKnown { try noteUncommitted(new, of: index) }
    return .applied
  }

  /// Source: `EnumValuesCreate()` in `src/backend/catalog/pg_enum.c`.
  private func requireShort(label: String) throws(ReadFailure) {
    guard isSession, label.utf8.count >= 64 else { return }
    throw .refused(
      PostgresError(
        SQLState(rawValue: "42602"), "invalid enum label \"\(label)\"",
        detail: "Labels must be 63 bytes or less."), location: nil)
  }

  /// Expressions hold labels as constants, of which some are seen to be of the type; for others
  /// nobody knows.
  private mutating func renameLabel(
    _ old: String, to new: String, of type: QualifiedName
  ) throws(ReadFailure) {
    let name = SyntaxReader.dotted(type.schema, type.name)
    guard !rewrite({ $0.renamedLabel = (name, old, new) }) else {
      throw .unsupported("RENAME VALUE of a label that stored expressions may name")
    }
    // Rows hold labels.
    note(.renamedLabel(type, from: old, to: new))
  }

  /// A new label can't be used before the transaction ends. Since 17 it can where the type is as new,
  /// and neither was made inside a savepoint.
  ///
  /// Source: `AddEnumLabel()` in `src/backend/catalog/pg_enum.c`.
  private mutating func noteUncommitted(
    _ label: String, of index: Int
  ) throws(ReadFailure) {
    let isOfNewType = state.postgresVersion >= .v17 && state.catalog.types[index].isUncommitted
    if isOfNewType, isInFunction {
      throw .unsupported("ADD VALUE in a function, of a type that is not committed")
    }
    guard !isOfNewType || isNested else { return }
    state.catalog.types[index].uncommittedLabels.append(label)
  }

  /// CREATE TYPE … AS (…).
  mutating func createComposite(
    _ node: UnsafeMutablePointer<PgQuery__CompositeTypeStmt>
  ) throws(ReadFailure) -> Effect {
    guard let range = node.pointee.typevar else { throw .unsupported("a type without a name") }
    let written = try reader.relation(range)
    let name = try newType([written.schema, written.name].compactMap { $0 }, isRelation: true)
    var fields: [Catalog.CustomType.Field] = []
    for item in list(node.pointee.n_coldeflist, node.pointee.coldeflist)
    where item.kind == PG_QUERY__NODE__NODE_COLUMN_DEF {
      let field = item.pointee.column_def.pointee
      guard !fields.contains(where: { $0.name == text(field.colname) }) || !isSession else {
        throw .refused(
          SQLState(rawValue: "42701"),
          "column \"\(text(field.colname))\" specified more than once")
      }
      fields.append(
        Catalog.CustomType.Field(
          text(field.colname), try columnType(field.type_name)))
    }
    if isSession {
      for field in fields { try requireStorable(field.type, isSet: false, column: field.name) }
    }
    try requireFreeRelation(name)
    add(name, .composite(fields))
    return .applied
  }

  /// CREATE DOMAIN.
  mutating func createDomain(
    _ node: UnsafeMutablePointer<PgQuery__CreateDomainStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let name = try newType(strings(list(statement.n_domainname, statement.domainname)))
    let isPlaced = state.postgresVersion >= .v18
    let base = try columnType(statement.type_name, isPlaced: isPlaced)
    try requireSound(statement, over: base, isPlaced: isPlaced)
    add(name, .domain(base, isNullable: true))
    let index = state.catalog.types.count - 1
    for item in list(statement.n_constraints, statement.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      let constraint = item.pointee.constraint.pointee
      switch constraint.contype {
      case PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL:
        state.catalog.types[index].kind = .domain(base, isNullable: false)
      case PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT:
        state.catalog.types[index].defaultValue = try constraint.raw_expr.flatMap {
          (node) throws(ReadFailure) in try defaultValue(node, of: base)
        }
      case PG_QUERY__CONSTR_TYPE__CONSTR_CHECK: try addCheck(constraint, toDomain: index)
      default: break
      }
    }
    note(.domain(name))
    return .applied
  }

  /// Source: `DefineDomain()` in `src/backend/commands/typecmds.c`.
  private func requireSound(
    _ statement: PgQuery__CreateDomainStmt, over base: TypeName, isPlaced: Bool
  ) throws(ReadFailure) {
    guard isSession else { return }
    if Self.pseudoTypes.contains(base.name) {
      throw .refused(
        .datatypeMismatch, "\"\(base.name)\" is not a valid base type for a domain",
        at: isPlaced ? statement.type_name?.pointee.location ?? -1 : -1)
    }
    do throws(ReadFailure) {
      try requireCollation(statement.coll_clause, of: base, isPlaced: false)
    } catch {
      guard case .refused(let answer, _) = error, isPlaced,
        answer.message.hasPrefix("collations are not supported")
      else { throw error }
      throw .refused(
        answer.sqlState, answer.message, at: statement.type_name?.pointee.location ?? -1)
    }
    var (hasDefault, isNullable) = (false, Bool?.none)
    for item in list(statement.n_constraints, statement.constraints)
    where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      let constraint = item.pointee.constraint.pointee
      let place = isPlaced ? constraint.location : -1
      func impossible(_ what: String) -> ReadFailure {
        .refused(.syntaxError, "\(what) not possible for domains", at: place)
      }
      switch constraint.contype {
      case PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT:
        guard !hasDefault else {
          throw .refused(.syntaxError, "multiple default expressions", at: place)
        }
        hasDefault = true
      case PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL, PG_QUERY__CONSTR_TYPE__CONSTR_NULL:
        let isNull = constraint.contype == PG_QUERY__CONSTR_TYPE__CONSTR_NULL
        guard isNullable == nil || isNullable == isNull else {
          throw .refused(.syntaxError, "conflicting NULL/NOT NULL constraints", at: place)
        }
        isNullable = isNull
      case PG_QUERY__CONSTR_TYPE__CONSTR_UNIQUE: throw impossible("unique constraints")
      case PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY: throw impossible("primary key constraints")
      case PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION: throw impossible("exclusion constraints")
      case PG_QUERY__CONSTR_TYPE__CONSTR_FOREIGN: throw impossible("foreign key constraints")
      default: break
      }
    }
  }

  private mutating func addCheck(
    _ constraint: PgQuery__Constraint, toDomain index: Int
  ) throws(ReadFailure) {
    guard let node = constraint.raw_expr else { return }
    let domain = state.catalog.types[index]
    let name = text(constraint.conname)
    let taken = domain.checks.map(\.name)
    guard name.isEmpty || !taken.contains(name) else {
      throw .refused(
        SQLState(rawValue: "42710"),
        "constraint \"\(name)\" for domain \"\(domain.name.name)\" already exists")
    }
    var check = Catalog.CheckConstraint(
      name.isEmpty
        ? freeName(domain.name.name, nil, "check", isTaken: taken.contains) : name,
      kept(try reader.lenientExpression(node), over: nil))
    check.isNotValid = constraint.skip_validation != 0
    state.catalog.types[index].checks.append(check)
    state.stamp(.domainConstraint(check.name, on: domain.name))
  }

  /// ALTER DOMAIN. Source: `src/backend/commands/typecmds.c`.
  mutating func alterDomain(
    _ node: UnsafeMutablePointer<PgQuery__AlterDomainStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let names = strings(list(statement.n_type_name, statement.type_name))
    let index = try type(names, "a domain")
    guard case .domain(let base, _) = state.catalog.types[index].kind else {
      throw .refused(
        SQLState(rawValue: "42809"), "\(names.joined(separator: ".")) is not a domain")
    }
    try requireOwner(ofType: index)
    let domain = state.catalog.types[index].name
    let name = text(statement.name)
    switch text(statement.subtype) {
    case "T":
      state.catalog.types[index].defaultValue = try statement.def.flatMap {
        (node) throws(ReadFailure) in try defaultValue(node, of: base)
      }
    case "N": state.catalog.types[index].kind = .domain(base, isNullable: true)
    case "O":
      state.catalog.types[index].kind = .domain(base, isNullable: false)
      try validateDomain(domain, check: nil)
    case "C":
      guard let definition = statement.def, definition.kind == PG_QUERY__NODE__NODE_CONSTRAINT
      else { break }
      let constraint = definition.pointee.constraint.pointee
      try addCheck(constraint, toDomain: index)
      if constraint.skip_validation == 0 {
        try validateDomain(domain, check: state.catalog.types[index].checks.last?.name)
      }
    case "X":
      guard state.catalog.types[index].checks.contains(where: { $0.name == name }) else {
        let message = "constraint \"\(name)\" of domain \"\(domain.name)\" does not exist"
        guard statement.missing_ok != 0 else { throw .refused(.undefinedObject, message) }
        notice(message + ", skipping")
        break
      }
      state.catalog.types[index].checks.removeAll { $0.name == name }
    case "V":
      guard let check = state.catalog.types[index].checks.firstIndex(where: { $0.name == name })
      else {
        throw .refused(
          .undefinedObject,
          "constraint \"\(name)\" of domain \"\(domain.name)\" does not exist")
      }
      state.catalog.types[index].checks[check].isNotValid = false
      try validateDomain(domain, check: name)
    default: throw .unsupported("ALTER DOMAIN of this kind")
    }
    return .applied
  }

  /// Values that rows have already are looked at, but not those that are parts of others.
  ///
  /// Source: `get_rels_with_domain()` in `src/backend/commands/typecmds.c`.
  private mutating func validateDomain(
    _ domain: QualifiedName, check: String?
  ) throws(ReadFailure) {
    guard isSession else { return }
    if let column = state.columnHolding(domain: domain) {
      throw .refused(
        .featureNotSupported,
        "cannot alter type \"\(domain.name)\" because column \"\(column)\" uses it")
    }
    // What a range is made of is not known.
    let isInRange = state.catalog.types.contains {
      $0.kind == .other && state.columnHolding(.own($0.name)) != nil
    }
    guard !isInRange else { throw .unsupported("a domain where columns hold ranges of one's own") }
    note(.validateDomain(domain, check: check))
  }

  /// CREATE TYPE … AS RANGE, whose insides are not known.
  ///
  /// Source: `DefineRange()` in `src/backend/commands/typecmds.c`.
  mutating func createRange(_ statement: PgQuery__CreateRangeStmt) throws(ReadFailure) -> Effect {
    let name = try newType(strings(list(statement.n_type_name, statement.type_name)))
    var hasSubtype = false
    for item in list(statement.n_params, statement.params)
    where item.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let option = item.pointee.def_elem.pointee
      guard text(option.defname) == "subtype", let node = option.arg,
        node.kind == PG_QUERY__NODE__NODE_TYPE_NAME
      else { continue }
      let type = try columnType(node.pointee.type_name, allowsSerial: false)
      if isSession, Self.pseudoTypes.contains(type.name), !type.isArray {
        throw .refused(.datatypeMismatch, "range subtype cannot be \(type.name)")
      }
      hasSubtype = true
    }
    guard hasSubtype || !isSession else {
      throw .refused(.syntaxError, "type attribute \"subtype\" is required")
    }
    add(name, .other)
    return .applied
  }
}

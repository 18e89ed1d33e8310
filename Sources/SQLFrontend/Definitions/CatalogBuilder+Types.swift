import AccessModel
import CPgQuery

extension CatalogBuilder {
  private func newType(_ names: [String]) throws(ReadFailure) -> QualifiedName {
    guard let last = names.last else { throw .unsupported("a type without a name") }
    let name = QualifiedName(
      try state.schemaForCreation(names.count > 1 ? names[names.count - 2] : nil), last)
    guard !state.catalog.types.contains(where: { $0.name == name }), state.slot(name) == nil else {
      throw .refused(SQLState(rawValue: "42710"), "type \"\(last)\" already exists")
    }
    return name
  }

  private mutating func add(_ name: QualifiedName, _ kind: Catalog.CustomType.Kind) {
    state.catalog.types.append(
      Catalog.CustomType(name, kind, owner: state.currentRole, origin: origin, place: place))
  }

  /// The place of a type, or 42704.
  func type(_ names: [String]) throws(ReadFailure) -> Int {
    let schemas = names.count > 1 ? [names[names.count - 2]] : state.searchPath
    for schema in schemas {
      let name = QualifiedName(schema, names.last ?? "")
      if let index = state.catalog.types.firstIndex(where: { $0.name == name }) { return index }
    }
    throw .refused(
      .undefinedObject, "type \"\(names.joined(separator: "."))\" does not exist")
  }

  /// CREATE TYPE … AS ENUM.
  mutating func createEnum(
    _ node: UnsafeMutablePointer<PgQuery__CreateEnumStmt>
  ) throws(ReadFailure) -> Effect {
    let name = try newType(strings(list(node.pointee.n_type_name, node.pointee.type_name)))
    let labels = strings(list(node.pointee.n_vals, node.pointee.vals))
    for (index, label) in labels.enumerated() where labels[..<index].contains(label) {
      throw .refused(.uniqueViolation, "enum label \"\(label)\" used more than once")
    }
    add(name, .enumeration(labels))
    return .applied
  }

  /// ALTER TYPE … ADD VALUE and RENAME VALUE.
  mutating func alterEnum(
    _ node: UnsafeMutablePointer<PgQuery__AlterEnumStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let index = try type(strings(list(statement.n_type_name, statement.type_name)))
    guard case .enumeration(var labels) = state.catalog.types[index].kind else {
      throw .refused(
        SQLState(rawValue: "42809"), "\(state.catalog.types[index].name.name) is not an enum")
    }
    let (old, new) = (text(statement.old_val), text(statement.new_val))
    if !old.isEmpty {
      guard let position = labels.firstIndex(of: old) else {
        throw .refused(
          SQLState(rawValue: "22023"), "\"\(old)\" is not an existing enum label")
      }
      labels[position] = new
    } else if labels.contains(new) {
      guard statement.skip_if_new_val_exists != 0 else {
        throw .refused(SQLState(rawValue: "42710"), "enum label \"\(new)\" already exists")
      }
    } else if let position = labels.firstIndex(of: text(statement.new_val_neighbor)) {
      labels.insert(new, at: statement.new_val_is_after != 0 ? position + 1 : position)
    } else {
      labels.append(new)
    }
    state.catalog.types[index].kind = .enumeration(labels)
    return .applied
  }

  /// CREATE TYPE … AS (…).
  mutating func createComposite(
    _ node: UnsafeMutablePointer<PgQuery__CompositeTypeStmt>
  ) throws(ReadFailure) -> Effect {
    guard let range = node.pointee.typevar else { throw .unsupported("a type without a name") }
    let written = reader.relation(range)
    let name = try newType([written.schema, written.name].compactMap { $0 })
    var fields: [Catalog.CustomType.Field] = []
    for item in list(node.pointee.n_coldeflist, node.pointee.coldeflist)
    where item.kind == PG_QUERY__NODE__NODE_COLUMN_DEF {
      let field = item.pointee.column_def.pointee
      fields.append(
        Catalog.CustomType.Field(
          text(field.colname), state.resolved(try reader.typeName(field.type_name))))
    }
    add(name, .composite(fields))
    return .applied
  }

  /// CREATE DOMAIN.
  mutating func createDomain(
    _ node: UnsafeMutablePointer<PgQuery__CreateDomainStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    let name = try newType(strings(list(statement.n_domainname, statement.domainname)))
    let isNullable = !list(statement.n_constraints, statement.constraints).contains {
      $0.kind == PG_QUERY__NODE__NODE_CONSTRAINT
        && $0.pointee.constraint.pointee.contype == PG_QUERY__CONSTR_TYPE__CONSTR_NOTNULL
    }
    add(
      name,
      .domain(state.resolved(try reader.typeName(statement.type_name)), isNullable: isNullable))
    let hasCheck = list(statement.n_constraints, statement.constraints).contains {
      $0.kind == PG_QUERY__NODE__NODE_CONSTRAINT
        && $0.pointee.constraint.pointee.contype == PG_QUERY__CONSTR_TYPE__CONSTR_CHECK
    }
    return hasCheck ? .partly("the checks of domain `\(name)`") : .applied
  }
}

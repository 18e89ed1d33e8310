import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension BuiltinLibrary {
  /// Objects of the catalog by their names, and what is said of them.
  static let objectFunctions: [String: BuiltinBody] = [
    "to_regclass(text)": nullIfMissing(.regclass),
    "to_regrole(text)": nullIfMissing(.regrole),
    "to_regnamespace(text)": nullIfMissing(.regnamespace),
    // Source: `pg_get_userbyid()` in `src/backend/utils/adt/ruleutils.c`.
    "pg_get_userbyid(oid)": { (values, _) throws(EngineFailure) in
      switch values[0] {
      case .object(let object) where object.kind == .role: return .text(Text(object.name.name))
      case .integer(0): return .text("unknown (OID=0)")
      default: throw .undecided(Undecided("a role by its number"))
      }
    },
    "obj_description(oid)": { (values, call) throws(EngineFailure) in
      try comment(values[0], call)
    },
    "obj_description(oid,name)": { (values, call) throws(EngineFailure) in
      guard try values[1].textValue() == "pg_class" else {
        throw .undecided(Undecided("the comment on an object of this kind"))
      }
      return try comment(values[0], call)
    },
    "enum_first(anyenum)": { (_, call) throws(EngineFailure) in
      let type = try enumeration(call)
      if let first = type.labels.first { try type.requireSafe(first) }
      return labels(of: type).first ?? .null
    },
    "enum_last(anyenum)": { (_, call) throws(EngineFailure) in
      let type = try enumeration(call)
      if let last = type.labels.last { try type.requireSafe(last) }
      return labels(of: type).last ?? .null
    },
    "enum_range(anyenum)": { (_, call) throws(EngineFailure) in
      let type = try enumeration(call)
      for label in type.labels { try type.requireSafe(label) }
      return .array(SQLArray(labels(of: type)))
    },
    "enum_range(anyenum,anyenum)": { (values, call) throws(EngineFailure) in
      let type = try enumeration(call)
      guard type.uncommitted.isEmpty else {
        throw .undecided(Undecided("the labels of an enumeration"))
      }
      let labels = labels(of: type)
      let first = values[0].isNull ? labels.startIndex : labels.firstIndex(of: values[0])
      let last = values[1].isNull ? labels.endIndex - 1 : labels.firstIndex(of: values[1])
      guard let first, let last, first <= last else { return .array(SQLArray([])) }
      return .array(SQLArray(Array(labels[first...last])))
    },
  ]

  /// Source: `to_regclass()` and its kin in `src/backend/utils/adt/regproc.c`.
  private static func nullIfMissing(_ kind: ObjectKind) -> BuiltinBody {
    { (values, call) throws(EngineFailure) in
      let text = try values[0].textValue()
      if kind == .regclass { try requireUsage(ofSchemaIn: text, call) }
      do throws(EngineFailure) {
        let found = try call.session.visibleNames.object(text, of: kind)
        if case .object(let object) = found, kind == .regclass {
          try requireCertain(object.name, call)
        }
        return found
      } catch .postgres(let error)
        where ["42P01", "42704", "3F000"].contains(error.sqlState.rawValue)
        || error.sqlState.rawValue == "42602" && call.session.engine.version >= .v16
      {
        return .null
      } catch {
        throw error
      }
    }
  }

  /// Whether the sequence of an identity column is called so is not known from the column's name.
  static func requireCertain(
    _ relation: QualifiedName, _ call: BuiltinCall
  ) throws(EngineFailure) {
    guard call.session.catalog.names.relation(relation) == nil,
      call.session.catalog.catalog.hasIdentitySequence(relation),
      call.session.variables.sequences.identity(called: relation) == nil
    else { return }
    throw .undecided(Undecided("the sequence `\(relation)`"))
  }

  /// The type of an enumeration, which is known of NULL too.
  private static func enumeration(_ call: BuiltinCall) throws(EngineFailure) -> EnumType {
    for argument in call.builtin.arguments {
      if case .enumeration(let type) = argument.base { return type }
    }
    throw .undecided(Undecided("the labels of an enumeration"))
  }

  private static func labels(of type: EnumType) -> [SQLValue] {
    type.labels.enumerated().map { .enumeration(EnumLabel(Text($0.element), at: $0.offset)) }
  }

  /// What COMMENT ON TABLE or VIEW has said.
  private static func comment(
    _ value: SQLValue, _ call: BuiltinCall
  ) throws(EngineFailure) -> SQLValue {
    guard case .object(let object) = value, object.kind == .relation,
      let id = call.session.catalog.names.relation(object.name)
    else { throw .undecided(Undecided("the comment on an object of this kind")) }
    let catalog = call.session.catalog.catalog
    let comment: String?
    switch id {
    case .table(let index): comment = catalog.tables[index].comment
    case .view(let index): comment = catalog.views[index].comment
    case .sequence: throw .undecided(Undecided("the comment on an object of this kind"))
    }
    return comment.map { .text(Text($0)) } ?? .null
  }
}

extension Session {
  /// The object that a computed text names; the sequence of an identity column too, whatever its
  /// column is called now.
  func object(_ text: String, of kind: ObjectKind) throws(EngineFailure) -> SQLValue {
    if kind == .regclass, let parts = identifiers(in: text), let last = parts.last,
      parts.count <= 2
    {
      for schema in parts.count == 2 ? [parts[0]] : visiblePath {
        let name = QualifiedName(schema, last)
        if names.relation(name) != nil { break }
        if variables.sequences.identity(called: name) != nil { return .object(.relation(name)) }
      }
    }
    return try visibleNames.object(text, of: kind)
  }
}

import AccessModel
import SQLBinding
import SQLText

/// `pg_type`.
extension SystemRows {
  /// As `'schema.name'::regtype` has it.
  func type(named name: QualifiedName, isArray: Bool = false) -> SQLValue {
    let written = sqlText(name)
    let known = session.names.type(TypeName(written))?.description ?? written
    return .object(ObjectIdentity(.type, QualifiedName("", known + (isArray ? "[]" : ""))))
  }

  /// Types of the database's own.
  var types: [Cells] {
    let rows =
      catalog.tables.map { ($0.name, "c", $0.owner) }
      + catalog.views.map { ($0.name, "c", $0.owner) }
    let own = catalog.types.map { type in
      let kind: String? =
        switch type.kind {
        case .enumeration: "e"
        case .composite: "c"
        case .domain: "d"
        case .other: nil
        }
      return (type.name, kind, type.owner)
    }
    let taken = Set((rows + own).map(\.0))
    return (rows + own).flatMap { name, kind, owner -> [Cells] in
      let kind = kind.map(text) ?? .undetermined(.unknown("the kind of a type"))
      let cells: Cells = [
        "oid": type(named: name), "typname": text(name.name),
        "typnamespace": .object(.schema(name.schema)), "typowner": .object(.role(owner)),
        "typtype": kind,
      ]
      // Each has an array beside it, under another name where its own is taken.
      let array = "_\(name.name)"
      let isSure = array.utf8.count < 64 && !taken.contains(QualifiedName(name.schema, array))
      var ofArray = cells
      ofArray["oid"] = type(named: name, isArray: true)
      ofArray["typname"] =
        isSure ? text(array) : .undetermined(.unknown("the name of the array type"))
      ofArray["typtype"] = text("b")
      return [cells, ofArray]
    }
  }

  /// PostgreSQL's, and those of extensions.
  var otherTypes: [Cells] {
    let known = Set(
      builtinTypes.compactMap {
        if case .text(let name)? = $0["typname"] { name.string } else { nil }
      })
    let schemas: [Cells] = [
      ("pg_catalog", SystemTypeNames.catalog.subtracting(known)),
      ("information_schema", SystemTypeNames.informationSchema), ("pg_toast", []),
    ].map { schema, names in
      [
        "oid": .undetermined(.object(.type)), "typnamespace": .object(.schema(schema)),
        "typname": .undetermined(.oneOf(names, "the name of a type of PostgreSQL's own")),
      ]
    }
    let ofExtensions = catalog.extensions.filter { $0 != "plpgsql" }.map { name -> Cells in
      var cells: Cells = ["oid": .undetermined(.object(.type))]
      cells["typname"] = SystemTypeNames.extensions[name].map {
        .undetermined(.oneOf($0, "the name of a type of an extension"))
      }
      return cells
    }
    // A range has a multirange beside it.
    let ofRanges = catalog.types.filter(\.isOther).map { type -> Cells in
      ["typnamespace": .object(.schema(type.name.schema))]
    }
    return schemas + ofRanges + ofExtensions
  }

  /// Those of PostgreSQL's own that values may have here, and their arrays.
  var builtinTypes: [Cells] {
    SystemTypeNames.catalog.filter { !$0.hasPrefix("_") }.sorted().flatMap { name -> [Cells] in
      guard let type = session.names.type(TypeName("pg_catalog." + name)) else { return [] }
      let isPseudo =
        switch type {
        case .pseudo, .record, .unknown, .void: true
        default: ["cstring", "trigger", "event_trigger"].contains(name)
        }
      let kind =
        isPseudo ? "p" : name.hasSuffix("multirange") ? "m" : name.hasSuffix("range") ? "r" : "b"
      let row = builtinType(name, type, kind)
      return isPseudo ? [row] : [row, builtinType("_" + name, .array(type), "b")]
    }
  }

  private func builtinType(_ name: String, _ type: DataType, _ kind: String) -> Cells {
    withUnknowns(
      [
        "oid": .object(ObjectIdentity(.type, QualifiedName("", type.description))),
        "typname": text(name), "typnamespace": .object(.schema("pg_catalog")),
        "typtype": text(kind),
      ], of: .pg_type)
  }
}

extension Catalog.CustomType {
  fileprivate var isOther: Bool { if case .other = kind { true } else { false } }
}

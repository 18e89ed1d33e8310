import AccessModel
import SQLText

/// An object of the database, for what depends on what. Catalog: `pg_depend`.
enum ObjectKey: Hashable {
  case relation(QualifiedName)
  case column(QualifiedName, String)
  case defaultValue(QualifiedName, String)
  case constraint(String, on: QualifiedName)
  /// The index behind a key: what foreign keys depend on.
  case keyIndex(String, on: QualifiedName)
  case policy(String, on: QualifiedName)
  case trigger(String, on: QualifiedName)
  case rule(String, on: QualifiedName)
  case function(QualifiedName, [TypeName])
  case type(QualifiedName)
  /// The type of a relation's rows.
  case rowType(QualifiedName)
  /// A field of a composite type.
  case field(QualifiedName, String)
  case domainConstraint(String, on: QualifiedName)
  case schema(String)
  case `extension`(String)
  case foreignDataWrapper(String)
  case foreignServer(String)
  case cast(TypeName, TypeName)
  /// One type: it stands before its operand.
  case `operator`(QualifiedName, [TypeName])
  /// By its description.
  case defaultPrivileges(String)

  /// The relation that it is part of.
  var owningRelation: QualifiedName? {
    switch self {
    case .relation(let name), .rowType(let name), .column(let name, _), .defaultValue(let name, _),
      .constraint(_, let name), .keyIndex(_, let name), .policy(_, let name),
      .trigger(_, let name), .rule(_, let name):
      name
    case .function, .type, .field, .schema, .extension, .foreignDataWrapper, .foreignServer, .cast,
      .operator, .domainConstraint, .defaultPrivileges:
      nil
    }
  }
}

extension ObjectKey {
  init(_ function: Catalog.Function) {
    self = .function(function.name, function.arguments.map(\.type))
  }

  init(_ own: Catalog.Operator) { self = .operator(own.name, own.operands) }

  var isColumn: Bool { if case .column = self { true } else { false } }

  /// The same part of a relation that is called otherwise.
  func moved(to relation: QualifiedName) -> Self {
    switch self {
    case .relation: .relation(relation)
    case .rowType: .rowType(relation)
    case .column(_, let name): .column(relation, name)
    case .defaultValue(_, let name): .defaultValue(relation, name)
    case .constraint(let name, _): .constraint(name, on: relation)
    case .keyIndex(let name, _): .keyIndex(name, on: relation)
    case .policy(let name, _): .policy(name, on: relation)
    case .trigger(let name, _): .trigger(name, on: relation)
    case .rule(let name, _): .rule(name, on: relation)
    case .function, .type, .field, .schema, .extension, .foreignDataWrapper, .foreignServer, .cast,
      .operator, .domainConstraint, .defaultPrivileges:
      self
    }
  }
}

extension DatabaseState {
  /// Whether the first of two dependents is looked at before the other: the newer one, or the first
  /// of two columns of a table, which are of one age.
  ///
  /// Source: `object_address_comparator()` in `src/backend/catalog/dependency.c`.
  func comesFirst(_ a: ObjectKey, _ b: ObjectKey) -> Bool {
    if let (place, isValue) = columnPlace(a), let (other, isOtherValue) = columnPlace(b),
      a.owningRelation == b.owningRelation, isValue == isOtherValue
    {
      return isValue ? place > other : place < other
    }
    return age(of: a) > age(of: b)
  }

  /// Defaults and generated columns are kept apart from their columns, in the order of these.
  private func columnPlace(_ object: ObjectKey) -> (Int, isValue: Bool)? {
    let (relation, name): (QualifiedName, String)
    switch object {
    case .column(let table, let column), .defaultValue(let table, let column):
      (relation, name) = (table, column)
    default: return nil
    }
    guard let columns = catalog.table(relation)?.columns,
      let place = columns.firstIndex(where: { $0.name == name })
    else { return nil }
    return (place, !object.isColumn || columns[place].generated != nil)
  }

  /// How messages describe an object: of relations, functions and types alone as SQL has their names.
  /// Source: `getObjectDescription()` in `objectaddress.c`.
  func description(of object: ObjectKey) -> String {
    switch object {
    case .relation(let name): return relationDescription(name)
    case .column(let relation, let name):
      return "column \(name) of \(relationDescription(relation))"
    case .defaultValue(let relation, let name):
      return "default value for column \(name) of \(relationDescription(relation))"
    case .constraint(let name, let relation):
      return "constraint \(name) on \(relationDescription(relation))"
    case .keyIndex(let name, let relation):
      return "index \(visible(QualifiedName(relation.schema, name)))"
    case .policy(let name, let relation):
      return "policy \(name) on \(relationDescription(relation))"
    case .trigger(let name, let relation):
      return "trigger \(name) on \(relationDescription(relation))"
    case .rule(let name, let relation):
      return "rule \(name) on \(relationDescription(relation))"
    case .function(let name, let types):
      let signature = types.map(typeText).joined(separator: ",")
      let isVisible = functionPath.contains(name.schema) || name.schema == "pg_catalog"
      let schema =
        name.schema == Self.temporarySchema
        ? Self.numberedTemporarySchema : quoted(name.schema)
      let written = isVisible ? quoted(name.name) : "\(schema).\(quoted(name.name))"
      return "function \(written)(\(signature))"
    case .type(let name), .rowType(let name): return "type \(visibleType(name))"
    case .field(let type, let name):
      return "column \(name) of composite type \(visibleType(type))"
    case .domainConstraint(let name, _): return "constraint \(name)"
    case .schema(let name): return "schema \(name)"
    case .extension(let name): return "extension \(name)"
    case .foreignDataWrapper(let name): return "foreign-data wrapper \(name)"
    case .foreignServer(let name): return "server \(name)"
    case .cast(let source, let target):
      return "cast from \(typeText(source)) to \(typeText(target))"
    case .operator(let name, let types):
      let operands = (types.count == 1 ? ["NONE"] : []) + types.map(typeText)
      let isVisible = functionPath.contains(name.schema) || name.schema == "pg_catalog"
      let written = isVisible ? name.name : "\(quoted(name.schema)).\(name.name)"
      return "operator \(written)(\(operands.joined(separator: ",")))"
    case .defaultPrivileges(let text): return text
    }
  }

  /// Source: `format_type_be()`.
  func visibleType(_ name: QualifiedName) -> String {
    searchPath.contains(name.schema) || name.schema == Self.temporarySchema
      ? quoted(name.name) : "\(quoted(name.schema)).\(quoted(name.name))"
  }

  /// A type as messages have it: without its schema where the search path finds it.
  func typeText(_ type: TypeName) -> String {
    var plain = type
    plain.modifiers = []
    return modifiedTypeText(plain)
  }

  /// As above, with lengths and precisions.
  func modifiedTypeText(_ type: TypeName) -> String {
    var type = type
    if type.name == "char" { type.name = "\"char\"" }
    for schema in searchPath + [Self.temporarySchema]
    where type.name.hasPrefix(SyntaxReader.dotted(schema, "")) {
      type.name = String(type.name.dropFirst(schema.count + 1))
    }
    guard !type.modifiers.isEmpty, type.name.hasSuffix(" time zone"),
      let zone = type.name.firstRange(of: " with")
    else { return type.description }
    let precision = type.modifiers.map(String.init).joined(separator: ",")
    type.name.replaceSubrange(zone, with: "(\(precision)) with")
    type.modifiers = []
    return type.description
  }

  /// `integer, text`: the arguments of a function in messages.
  func signature(_ types: [TypeName]) -> String { types.map(typeText).joined(separator: ", ") }

  /// `table t`, `view s.v`: with the schema unless the search path finds it.
  func relationDescription(_ name: QualifiedName) -> String {
    "\(kindWord(name)) \(visible(name))"
  }

  func kindWord(_ name: QualifiedName) -> String {
    switch slot(name) {
    case .table(let index):
      catalog.tables[index].kind == .foreign ? "foreign table" : "table"
    case .view(let index): catalog.views[index].isMaterialized ? "materialized view" : "view"
    case .sequence: "sequence"
    case .index: "index"
    case .opaque, nil: "relation"
    }
  }

  /// What cannot be done to a relation of this kind.
  ///
  /// Source: `errdetail_relkind_not_supported()` in `src/backend/catalog/pg_class.c`.
  func wrongKind(_ message: String, _ relation: QualifiedName) -> PostgresError {
    PostgresError(
      SQLState(rawValue: "42809"), message,
      detail: "This operation is not supported for \(kinds(relation)).")
  }

  func kinds(_ relation: QualifiedName) -> String {
    switch slot(relation) {
    case .table(let index) where catalog.tables[index].kind == .partitioned: "partitioned tables"
    case .index(let index) where catalog.table(index.table)?.kind == .partitioned:
      "partitioned indexes"
    case .index: "indexes"
    default: kindWord(relation) + "s"
    }
  }

  func visible(_ name: QualifiedName) -> String {
    let isVisible = find(SQLRelationName(name.name)) == name
    return isVisible ? quoted(name.name) : "\(quoted(name.schema)).\(quoted(name.name))"
  }

  func quoted(_ name: String) -> String { quoteIdentifier(name) }
}

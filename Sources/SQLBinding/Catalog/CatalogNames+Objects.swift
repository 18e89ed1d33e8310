import AccessModel
import SQLText

extension CatalogNames {
  /// The object that a `regclass` literal, or one of its kin, names.
  public func object(_ text: String, of kind: ObjectKind) throws(EngineFailure) -> SQLValue {
    guard !text.hasOpenQuote else { throw Self.invalidName }
    guard let parts = identifiers(in: text.lowercasedOutsideQuotes), let last = parts.last,
      parts.count <= 2
    else { throw .undecided(Undecided("`\(text)` as \(kind.rawValue)")) }
    let schemas = parts.count == 2 ? [parts[0]] : effectivePath
    switch kind {
    case .regclass:
      for schema in schemas {
        let name = QualifiedName(schema, last)
        if relation(name) != nil {
          return .object(.relation(name))
        }
        if SystemRelation.kind(of: name, in: version) != nil { return .object(.relation(name)) }
        // Whether it is called so, the one who asks for it finds out.
        if identitySequences.contains(name) || catalog.hasIdentitySequence(name) {
          return .object(.relation(name))
        }
        if isUnlisted(name) { return .object(.relation(name)) }
      }
      if schemas == ["pg_catalog"] || parts.count == 1 && last.hasPrefix("pg_") {
        throw .undecided(Undecided("`\(text)` as regclass"))
      }
      if catalog.hasIdentitySequence(named: last) {
        throw .undecided(Undecided("`\(text)`, the sequence of an identity column"))
      }
      if parts.count == 2, version < .v16 { try requireSchema(parts[0]) }
      throw .postgres(
        PostgresError(
          .undefinedTable, "relation \"\(parts.joined(separator: "."))\" does not exist"))
    case .regrole:
      guard parts.count == 1 else { throw Self.invalidName }
      guard catalog.role(last) != nil else {
        throw .postgres(PostgresError(.undefinedObject, "role \"\(last)\" does not exist"))
      }
      return .object(.role(last))
    case .regnamespace:
      guard parts.count == 1 else { throw Self.invalidName }
      let isSystem = Catalog.systemSchemas.contains(last) || last == "pg_toast"
      guard isSystem || catalog.schema(last) != nil else {
        throw .postgres(
          PostgresError(SQLState(rawValue: "3F000"), "schema \"\(last)\" does not exist"))
      }
      return .object(.schema(last))
    case .regtype:
      guard let type = type(TypeName(text.lowercasedOutsideQuotes)) else {
        throw .undecided(Undecided("`\(text)` as regtype"))
      }
      return .object(ObjectIdentity(.type, QualifiedName("", type.description)))
    default: throw .undecided(Undecided("`\(text)` as \(kind.rawValue)"))
    }
  }
}

extension CatalogNames {
  /// Source: `stringToQualifiedNameList()` in `src/backend/utils/adt/regproc.c`.
  private static let invalidName = EngineFailure.postgres(
    PostgresError(SQLState(rawValue: "42602"), "invalid name syntax"))
}

extension String {
  /// A quoted identifier that does not end; a quote inside of another is a part of that.
  ///
  /// Source: `SplitIdentifierString()` in `src/backend/utils/adt/varlena.c`.
  fileprivate var hasOpenQuote: Bool {
    var rest = unicodeScalars[...]
    while !rest.isEmpty {
      // A doubled quote stands for one.
      while rest.first == "\"" {
        guard let end = rest.dropFirst().firstIndex(of: "\"") else { return true }
        rest = rest[end...].dropFirst()
      }
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[dot...].dropFirst()
    }
    return false
  }

  /// As identifiers are folded.
  fileprivate var lowercasedOutsideQuotes: String {
    var isQuoted = false
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() }
      let isUpper = scalar.isASCII && (0x41...0x5A).contains(scalar.value)
      result.append(isUpper && !isQuoted ? Unicode.Scalar(UInt8(scalar.value + 32)) : scalar)
    }
    return String(result)
  }
}

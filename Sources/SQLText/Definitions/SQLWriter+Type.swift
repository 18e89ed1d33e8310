import AccessModel

extension SQLWriter {
  /// CREATE TYPE has no IF NOT EXISTS.
  func document(_ type: Catalog.CustomType) -> Document {
    .text(
      "DO "
        + dollarQuoted(
          """

          BEGIN
            \(creation(type));
          EXCEPTION WHEN duplicate_object THEN
            NULL;
          END

          """))
  }

  func creation(_ type: Catalog.CustomType) -> String {
    let creation: String
    switch type.kind {
    case .enumeration(let labels):
      creation =
        "CREATE TYPE \(sqlText(type.name)) AS ENUM "
        + "(\(labels.map(quoteLiteral).joined(separator: ", ")))"
    case .composite(let fields):
      let list = fields.map { "\(quoteIdentifier($0.name)) \(sqlText($0.type))" }
      creation = "CREATE TYPE \(sqlText(type.name)) AS (\(list.joined(separator: ", ")))"
    case .domain(let base, let isNullable):
      creation =
        "CREATE DOMAIN \(sqlText(type.name)) AS \(sqlText(base))"
        + (type.defaultValue.map { " DEFAULT \(text($0))" } ?? "")
        + (isNullable ? "" : " NOT NULL")
        + type.checks.map {
          " CONSTRAINT \(quoteIdentifier($0.name)) CHECK (\(text($0.expression)))"
        }.joined()
    case .other: creation = "CREATE TYPE \(sqlText(type.name))"
    }
    return creation
  }
}

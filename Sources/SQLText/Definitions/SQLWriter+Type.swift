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

  /// ALTER TYPE and ALTER DOMAIN, of a name as it is to be written.
  func text(_ change: SQLTypeChange, of name: String) -> String {
    switch change {
    case .addLabel(let label, let next):
      "ALTER TYPE \(name) ADD VALUE \(quoteLiteral(label))"
        + (next.map { " BEFORE \(quoteLiteral($0))" } ?? "")
    case .addAttribute(let field):
      "ALTER TYPE \(name) ADD ATTRIBUTE \(quoteIdentifier(field.name)) \(sqlText(field.type))"
    case .dropAttribute(let field):
      "ALTER TYPE \(name) DROP ATTRIBUTE \(quoteIdentifier(field))"
    case .attributeType(let field):
      "ALTER TYPE \(name) ALTER ATTRIBUTE \(quoteIdentifier(field.name)) "
        + "TYPE \(sqlText(field.type))"
    case .defaultValue(let value):
      "ALTER DOMAIN \(name) " + (value.map { "SET DEFAULT \(text($0))" } ?? "DROP DEFAULT")
    case .nullable(let isNullable):
      "ALTER DOMAIN \(name) \(isNullable ? "DROP" : "SET") NOT NULL"
    case .addCheck(let check):
      "ALTER DOMAIN \(name) ADD CONSTRAINT \(quoteIdentifier(check.name)) "
        + "CHECK (\(text(check.expression)))" + (check.isNotValid ? " NOT VALID" : "")
    case .dropCheck(let check):
      "ALTER DOMAIN \(name) DROP CONSTRAINT \(quoteIdentifier(check))"
    }
  }
}

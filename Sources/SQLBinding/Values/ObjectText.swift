import AccessModel
import SQLText

extension DataType {
  /// What `regclass` and its kin print: the schema only where the name alone would not find it.
  func text(ofObject name: QualifiedName) -> String {
    // A type's name is kept as `format_type()` spells it.
    if self == .object(.regtype) { return name.name }
    let isFound = name.schema.isEmpty || name.schema == "public" || name.schema == "pg_catalog"
    return isFound ? quoteIdentifier(name.name) : sqlText(name)
  }
}

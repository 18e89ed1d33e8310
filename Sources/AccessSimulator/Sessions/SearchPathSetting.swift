import AccessModel
import RowSecurity
import SQLBinding

/// The value of `search_path`: names in a list, in double quotes where they are no plain words.
///
/// Source: `SplitIdentifierString()` in `src/backend/utils/adt/varlena.c`.
enum SearchPathSetting {
  /// As below, without schemas that the user may not use. RULES 17.
  static func schemas(of text: String, user: String, in engine: RowSecurityEngine) -> [String] {
    DefinitionAuthority.usable(
      schemas(of: text, user: user), by: user, in: engine.catalog.catalog, engine.version)
  }

  /// The schemas of a value, `$user` being a name of its own.
  static func schemas(of text: String, user: String) -> [String] {
    var result: [String] = []
    var name: [Unicode.Scalar] = []
    var isQuoted = false
    var wasQuoted = false
    func finish() {
      var scalars = name[...]
      if !wasQuoted {
        scalars = scalars.drop { $0 == " " }
        while scalars.last == " " { scalars.removeLast() }
      }
      var text = String(String.UnicodeScalarView(scalars))
      if !wasQuoted { text = text.lowercased() }
      if text == "$user" { text = user }
      if !text.isEmpty { result.append(text) }
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"":
        isQuoted.toggle()
        if isQuoted, wasQuoted { name.append(scalar) }
        if isQuoted, !wasQuoted { name = [] }
        wasQuoted = true
      case "," where !isQuoted:
        finish()
        (name, wasQuoted) = ([], false)
      case " " where !isQuoted && wasQuoted: break
      default: name.append(scalar)
      }
    }
    finish()
    return result
  }
}

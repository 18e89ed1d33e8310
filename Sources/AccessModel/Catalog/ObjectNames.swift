/// PostgreSQL cuts longer names; bytes, not characters. Source: `NAMEDATALEN`, less one.
package let longestName = 63

/// `name` with `suffix`, the name cut so that both fit into an identifier.
package func numbered(_ name: String, _ suffix: String) -> String {
  prefix(of: name, bytes: longestName - suffix.utf8.count) + suffix
}

/// `table_column_label`, as PostgreSQL names constraints and sequences: the longer part is cut
/// first. Source: `makeObjectName()` in `src/backend/commands/indexcmds.c`.
package func objectName(_ table: String, _ columns: [String], _ label: String) -> String {
  let middle = columns.joined(separator: "_")
  let available = longestName - label.utf8.count - 1 - (middle.isEmpty ? 0 : 1)
  var (first, second) = (table.utf8.count, middle.utf8.count)
  while first + second > available, first + second > 0 {
    if first > second { first -= 1 } else { second -= 1 }
  }
  let parts = [prefix(of: table, bytes: first), prefix(of: middle, bytes: second), label]
  return parts.filter { !$0.isEmpty }.joined(separator: "_")
}

extension QualifiedName {
  /// What the sequence of a column of this table is called unless the name is taken.
  package func sequence(of column: String) -> QualifiedName {
    QualifiedName(schema, objectName(name, [column], "seq"))
  }
}

/// The first of `name`, `name2`, … (as `label` allows) that is not yet taken, which it then is.
package func freeName(_ name: String, separator: String = "", taken: inout Set<String>) -> String {
  var result = prefix(of: name, bytes: longestName)
  var number = 2
  while !taken.insert(result).inserted {
    result = numbered(name, "\(separator)\(number)")
    number += 1
  }
  return result
}

/// As many whole characters as fit.
private func prefix(of text: String, bytes: Int) -> String {
  guard text.utf8.count > bytes else { return text }
  var result = "", used = 0
  for character in text {
    used += String(character).utf8.count
    guard used <= bytes else { break }
    result.append(character)
  }
  return result
}

import AccessModel
import SQLBinding
import SQLText

/// Functions whose result changes, which PostgreSQL can only drop and make again.
extension CatalogChange {
  /// Policies, views, triggers and rules are made again around them. What holds rows to them is
  /// not: it would have to go while the rows are there.
  mutating func refuseStoredUsesOfRemadeFunctions() {
    for function in old.functions where forced.functions.contains(FunctionKey(function)) {
      let users = storedUsers(of: function.name.name)
      guard let first = users.first else { continue }
      let more = users.count > 1 ? " and \(users.count - 1) more" : ""
      refusals.append(
        "function \(function.name) gets another result or other names of arguments, for which "
          + "PostgreSQL must drop it, and \(first)\(more) calls it; make one of another name, let "
          + "\(first) call that, and drop this one after")
    }
  }

  private func storedUsers(of function: String) -> [String] {
    func calls(_ expressions: [SQLExpression?]) -> Bool {
      let read = RelationsRead(expressions)
      return read.functions.contains(function)
        || read.unread.contains { DefinitionTexts.words(in: $0).contains(function) }
    }
    var users: [String] = []
    for table in old.tables {
      for column in table.columns where calls([column.defaultValue, column.generated]) {
        users.append("column \(table.name).\(column.name)")
      }
      for check in table.checks where calls([check.expression]) {
        users.append("constraint \(check.name) of \(table.name)")
      }
      for exclusion in table.exclusions
      where calls(exclusion.elements.map(\.expression) + [exclusion.condition]) {
        users.append("constraint \(exclusion.name) of \(table.name)")
      }
      for index in table.indexes where calls(index.parts + [index.condition]) {
        users.append("index \(index.name)")
      }
    }
    for type in old.types where calls([type.defaultValue] + type.checks.map(\.expression)) {
      users.append("type \(type.name)")
    }
    return users
  }
}

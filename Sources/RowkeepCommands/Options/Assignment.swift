import ArgumentParser

/// `column=value` on the command line; a value of `NULL` is NULL, `'NULL'` is the text.
struct Assignment: ExpressibleByArgument, Hashable {
  var column: String
  var value: String?

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
      return nil
    }
    column = String(argument[..<equals])
    let text = argument[argument.index(after: equals)...]
    value = text == "NULL" ? nil : String(text)
    if text == "'NULL'" { value = "NULL" }
  }
}

/// SQL text in tokens, good enough to make it smaller.
enum SQLTokens {
  static func split(_ text: String) -> [String] {
    var tokens: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      let length = lengthOfToken(rest, first)
      tokens.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return tokens
  }

  /// As SQL again. Operators keep together, names and numbers apart.
  static func join(_ tokens: [String]) -> String {
    var result = ""
    for token in tokens {
      let isTight = [",", ")", ";", "::", "."].contains(token)
      let follows = result.last.map { "(.".contains($0) } ?? true
      if !isTight, !follows, !result.hasSuffix("::") { result += " " }
      result += token
    }
    return result
  }

  private static func lengthOfToken(_ rest: Substring, _ first: Character) -> Int {
    switch first {
    case "'": return quoted(rest, "'")
    case "\"": return quoted(rest, "\"")
    case "$": return dollar(rest)
    case "(", ")", ",", ";", ".", "[", "]": return 1
    default: break
    }
    if (first == "E" || first == "e"), rest.dropFirst().first == "'" { return escaped(rest) }
    if isWord(first) { return rest.prefix(while: isWord).count }
    let operators = rest.prefix { "+-*/<>=~!@#%^&|`?:".contains($0) }
    return max(1, operators.count)
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func quoted(_ rest: Substring, _ quote: Character) -> Int {
    var length = 1
    var characters = rest.dropFirst()
    while let character = characters.popFirst() {
      length += 1
      guard character == quote else { continue }
      guard characters.first == quote else { break }
      characters.removeFirst()
      length += 1
    }
    return length
  }

  private static func escaped(_ rest: Substring) -> Int {
    var length = 2
    var characters = rest.dropFirst(2)
    while let character = characters.popFirst() {
      length += 1
      if character == "\\" {
        if characters.popFirst() != nil { length += 1 }
      } else if character == "'" {
        break
      }
    }
    return length
  }

  private static func dollar(_ rest: Substring) -> Int {
    let name = rest.dropFirst().prefix(while: isWord)
    let tag = "$\(name)$"
    guard rest.hasPrefix(tag), let end = rest.dropFirst(tag.count).firstRange(of: tag) else {
      return 1 + name.count
    }
    return rest.distance(from: rest.startIndex, to: end.upperBound)
  }
}

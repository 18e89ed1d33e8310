import AccessModel

/// `\copy`. Source: `parse_slash_copy()` and `do_copy()` in `src/bin/psql/copy.c`.
extension ScriptRunner {
  func copy(_ written: String, line: Int) throws {
    guard let parts = CopyParts(written) else {
      return reporter.warn("\\copy: parse error at end of line", line: line)
    }
    let stream = parts.isFrom ? "STDIN" : "STDOUT"
    let text =
      "COPY \(parts.before) \(parts.isFrom ? "FROM" : "TO") \(stream) \(parts.after)"
    let statement = ScriptText(line: line, text: text)
    switch parts.place {
    case .script: try copy(statement, data: nil)
    case .file(let name) where parts.isFrom:
      guard let content = include(name) else {
        return reporter.warn("\(name): No such file or directory", line: line)
      }
      var lines = content.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last?.isEmpty == true { lines.removeLast() }
      if let end = lines.firstIndex(of: "\\.") { lines.removeSubrange(end...) }
      try copy(statement, data: lines)
    case .file, .program, .prompt:
      reporter.warn("\\copy with this file or program is not run here", line: line)
    }
  }
}

/// `table (columns) FROM place options`, taken apart.
private struct CopyParts {
  enum Place {
    case script, prompt, program
    case file(String)
  }

  var before = ""
  var isFrom = false
  var place = Place.script
  var after = ""

  init?(_ text: String) {
    var words = CopyWords(text)
    var isFound = false
    while let word = words.next() {
      let lower = word.lowercased()
      if lower == "from" || lower == "to" {
        isFrom = lower == "from"
        isFound = true
        break
      }
      before += (before.isEmpty ? "" : " ") + word
    }
    guard isFound, !before.isEmpty, let target = words.next() else { return nil }
    switch target.lowercased() {
    case "stdin" where isFrom, "stdout" where !isFrom: place = .script
    case "pstdin", "pstdout": place = .prompt
    case "program": place = .program
    default:
      let isQuoted = target.count > 1 && target.first == "'" && target.last == "'"
      place = .file(
        isQuoted ? String(target.dropFirst().dropLast()).replacing("''", with: "'") : target)
    }
    after = words.rest
  }
}

/// Words, quoted strings and what stands in parentheses.
private struct CopyWords {
  private var text: Substring

  init(_ text: String) { self.text = text[...] }

  var rest: String {
    var end = text.drop(while: \.isWhitespace)
    while end.last?.isWhitespace == true || end.last == ";" { end.removeLast() }
    return String(end)
  }

  mutating func next() -> String? {
    text = text.drop(while: \.isWhitespace)
    guard let first = text.first, first != ";" else { return nil }
    var word = ""
    var (depth, quote) = (0, Character?.none)
    while let character = text.first {
      if quote == nil, depth == 0, character.isWhitespace { break }
      if quote == nil, depth == 0, character == ";" { break }
      word.append(text.removeFirst())
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      }
    }
    return word
  }
}

import AccessModel
import CPgQuery

/// Parses a statement that the grammar of 15 refuses, as a later version reads it.
struct NewerSyntaxReader {
  private let version: PostgresVersion
  private let bytes: [UInt8]
  let tokens: [PLToken]
  /// Brackets around each token; a bracket itself stands outside.
  private let depths: [Int]
  private var edits: [(range: Range<Int>, text: String)] = []
  private var found = NewerSyntax()

  /// Nil: the later version refuses it too, with the same error.
  ///
  /// Throws `unsupported` where the statement may hold what 15 has no form for.
  static func parse(
    _ bytes: [UInt8], version: PostgresVersion
  ) throws(ReadFailure) -> ParsedStatement? {
    guard let tokens = try? PLScanner.tokens(of: bytes) else {
      // Numbers such as 0x1F and 1_000, which the scanner of 15 refuses.
      guard mayHoldNewerNumber(bytes) else { return nil }
      throw .unsupported("a number of PostgreSQL 16 and later")
    }
    var reader = NewerSyntaxReader(bytes, tokens, version)
    return try reader.parsed()
  }

  /// What a statement that 15 takes says to a later version, and the tree does not.
  static func overlooked(
    in bytes: [UInt8], _ parsed: ParsedStatement, version: PostgresVersion
  ) -> NewerSyntax? {
    guard let node = parsed.node, node.kind == PG_QUERY__NODE__NODE_GRANT_ROLE_STMT,
      node.pointee.grant_role_stmt.pointee.is_grant == 0,
      let tokens = try? PLScanner.tokens(of: bytes)
    else { return nil }
    let reader = NewerSyntaxReader(bytes, tokens, version)
    guard let index = tokens.indices.first(where: { reader.areWords("granted", "by", from: $0) }),
      tokens.indices.contains(index + 2), let name = tokens[index + 2].name
    else { return nil }
    var newer = parsed.newer
    newer.revokedGrantor = name
    return newer
  }

  private init(_ bytes: [UInt8], _ tokens: [PLToken], _ version: PostgresVersion) {
    (self.bytes, self.tokens, self.version) = (bytes, tokens, version)
    var depth = 0
    depths = tokens.map { token in
      if token.isSymbol(")") || token.isSymbol("]") { depth = max(0, depth - 1) }
      defer { if token.isSymbol("(") || token.isSymbol("[") { depth += 1 } }
      return depth
    }
  }

  private static func mayHoldNewerNumber(_ bytes: [UInt8]) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return zip(bytes, bytes.dropFirst()).contains { first, second in
      digits.contains(first) && "xXoObB_".utf8.contains(second)
    }
  }

  private mutating func parsed() throws(ReadFailure) -> ParsedStatement? {
    if version >= .v16 { try takeRoleOptions() }
    if version >= .v17 {
      try requireNoDroppedLabel()
      try takeMerges()
    }
    if version >= .v18 {
      try requireNoTableNotNull()
      try takeReturnedNames()
      takeVirtualColumns()
    }
    var text = bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      text.replaceSubrange(edit.range, with: Array(edit.text.utf8))
      found.shift(after: edit.range.lowerBound, by: edit.text.utf8.count - edit.range.count)
    }
    return try parsed(text)
  }

  /// Parses the rewritten text, with aliases for subqueries where there are none.
  private mutating func parsed(_ rewritten: [UInt8]) throws(ReadFailure) -> ParsedStatement? {
    var text = rewritten
    found.isRewritten = true
    for number in 0...Self.mostAliases {
      do throws(ParsedStatement.Failure) {
        return try ParsedStatement(text[...], newer: found)
      } catch {
        let isMissingAlias = error.error.message.hasSuffix("in FROM must have an alias")
        guard isMissingAlias, let place = error.offset,
          let end = Self.closingBracket(of: place, in: text)
        else {
          if let word = newerWord {
            throw .unsupported("`\(word)`: this parser reads PostgreSQL 15's grammar")
          }
          guard !edits.isEmpty else { return nil }
          throw .refused(error.error)
        }
        let alias = Array(" AS \"\(String(repeating: " ", count: number + 1))\"".utf8)
        text.insert(contentsOf: alias, at: end)
        found.shift(after: end, by: alias.count)
      }
    }
    throw .unsupported("subqueries without an alias")
  }

  private static let mostAliases = 50

  /// Behind the bracket that closes the one at a byte.
  private static func closingBracket(of place: Int, in text: [UInt8]) -> Int? {
    guard let tokens = try? PLScanner.tokens(of: text) else { return nil }
    var depth = 0
    for token in tokens where token.range.lowerBound >= place {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0 { return token.range.upperBound }
    }
    return nil
  }

  /// A word by which a later grammar may take what 15's refuses, and that was not taken out.
  private var newerWord: String? {
    // A trigger's CONSTRAINT is an old one.
    let isOfTrigger = areWords("create", "constraint", "trigger", from: 0)
    return tokens.dropFirst(isOfTrigger ? 3 : 0).first { token in
      guard case .word(let word, isQuoted: false) = token.kind,
        let since = NewerWords.since[word], since <= version
      else { return false }
      return !edits.contains { $0.range.contains(token.range.lowerBound) }
    }?.name
  }
}

// MARK: - Tokens

extension NewerSyntaxReader {
  private func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index), case .word(let word, isQuoted: false) = tokens[index].kind
    else { return nil }
    return word
  }

  private func areWords(_ words: String..., from index: Int) -> Bool {
    words.indices.allSatisfy { word(index + $0) == words[$0] }
  }

  private func isSymbol(_ symbol: String, _ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].isSymbol(symbol)
  }

  private mutating func replace(_ range: ClosedRange<Int>, with text: String = "") {
    let bytes =
      tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound].range.upperBound
    edits.append((bytes, text))
  }

  /// The last token of the brackets or of the statement that a token stands in.
  private func last(around index: Int) -> Int {
    var last = index
    while last + 1 < tokens.count, tokens[last + 1].kind != .end, depths[last + 1] >= depths[index]
    {
      last += 1
    }
    return last
  }
}

// MARK: - Constructs

extension NewerSyntaxReader {
  /// ALTER TYPE … DROP VALUE, which the grammar takes to refuse it.
  private func requireNoDroppedLabel() throws(ReadFailure) {
    guard areWords("alter", "type", from: 0),
      let drop = tokens.indices.dropFirst(3).first(where: { areWords("drop", "value", from: $0) }),
      tokens.indices.contains(drop + 2), case .string = tokens[drop + 2].kind
    else { return }
    throw .refused(
      PostgresError(.featureNotSupported, "dropping an enum value is not implemented"),
      location: tokens[drop].range.lowerBound)
  }

  /// `NOT NULL column` as a constraint of a table, and `NOT NULL NO INHERIT`.
  private func requireNoTableNotNull() throws(ReadFailure) {
    guard ["create", "alter"].contains(word(0)) else { return }
    for index in tokens.indices.dropFirst() where areWords("not", "null", from: index) {
      if areWords("no", "inherit", from: index + 2) {
        throw .unsupported("NOT NULL that is not inherited")
      }
      let isOfTable =
        isSymbol("(", index - 1) || isSymbol(",", index - 1) || word(index - 1) == "add"
        || word(index - 2) == "constraint"
      let next = tokens.indices.contains(index + 2) ? tokens[index + 2] : nil
      guard isOfTable, next?.name != nil else { continue }
      throw .unsupported("NOT NULL as a constraint of a table")
    }
  }

  private mutating func takeMerges() throws(ReadFailure) {
    for index in tokens.indices where areWords("merge", "into", from: index) {
      try takeMerge(from: index)
    }
  }

  private mutating func takeMerge(from start: Int) throws(ReadFailure) {
    let target = word(start + 2) == "only" ? start + 3 : start + 2
    guard tokens.indices.contains(target) else { return }
    var merge = NewerSyntax.Merge()
    var (cases, clause) = (0, -1)
    let end = last(around: start)
    for index in start...end where depths[index] == depths[start] {
      switch word(index) {
      case "case": cases += 1
      case "end": cases = max(0, cases - 1)
      case "when" where cases == 0:
        clause += 1
        guard areWords("not", "matched", "by", from: index + 1) else { break }
        if word(index + 4) == "source" {
          merge.bySource.insert(clause)
          replace(index + 1...index + 4, with: "MATCHED")
        } else if word(index + 4) == "target" {
          replace(index + 3...index + 4)
        }
      case "returning" where cases == 0 && merge.returning == nil:
        var first = index + 1
        if version >= .v18 { merge.returnedNames = try names(from: &first) }
        guard first <= end else { break }
        let list = bytes[tokens[first].range.lowerBound..<tokens[end].range.upperBound]
        merge.returning = try selected(Array("SELECT ".utf8) + list)
        replace(index...end)
      default: break
      }
    }
    found.merges[tokens[target].range.lowerBound] = merge
  }

  private func selected(_ text: [UInt8]) throws(ReadFailure) -> ParsedStatement {
    do throws(ParsedStatement.Failure) {
      return try ParsedStatement(text[...])
    } catch {
      if let parsed = try Self.parse(text, version: version) { return parsed }
      throw .refused(error.error)
    }
  }

  private mutating func takeReturnedNames() throws(ReadFailure) {
    for index in tokens.indices where areWords("returning", "with", from: index) {
      let isTaken = edits.contains { $0.range.contains(tokens[index].range.lowerBound) }
      var first = index + 1
      guard !isTaken, let names = try names(from: &first), tokens.indices.contains(first) else {
        continue
      }
      found.returnedNames[tokens[first].range.lowerBound] = names
      replace(index + 1...first - 1)
    }
  }

  /// `WITH (OLD AS o, NEW AS n)`; nil for anything else.
  private func names(from index: inout Int) throws(ReadFailure) -> SQLReturnedNames? {
    guard word(index) == "with", isSymbol("(", index + 1) else { return nil }
    var names = SQLReturnedNames()
    var next = index + 2
    while true {
      guard let row = word(next), word(next + 1) == "as", tokens.indices.contains(next + 2),
        let name = tokens[next + 2].name
      else { return nil }
      switch row {
      case "old" where names.old == nil: names.old = name
      case "new" where names.new == nil: names.new = name
      case "old", "new":
        throw .refused(.syntaxError, "\(row.uppercased()) cannot be specified multiple times")
      default: return nil
      }
      next += 3
      if isSymbol(")", next) { break }
      guard isSymbol(",", next) else { return nil }
      next += 1
    }
    index = next + 1
    return names
  }

  /// `GENERATED ALWAYS AS (…)`, which since 18 may be VIRTUAL, and is if nothing is said.
  private mutating func takeVirtualColumns() {
    for index in tokens.indices
    where areWords("generated", "always", "as", from: index) && isSymbol("(", index + 3) {
      var close = index + 4
      while close < tokens.count, !(isSymbol(")", close) && depths[close] == depths[index]) {
        close += 1
      }
      guard close < tokens.count, word(close + 1) != "stored" else { continue }
      found.virtualColumns.insert(tokens[index].range.lowerBound)
      if word(close + 1) == "virtual" {
        replace(close + 1...close + 1, with: "STORED")
      } else {
        replace(close...close, with: ") STORED")
      }
    }
  }

  /// Options of GRANT and REVOKE of roles.
  private mutating func takeRoleOptions() throws(ReadFailure) {
    if word(0) == "revoke", let name = word(1), areWords("option", "for", from: 2) {
      guard name != "grant", name != "admin" else { return }
      found.roleOptions = NewerSyntax.RoleOptions()
      try set(name, to: false)
      if let index = tokens.indices.first(where: { areWords("granted", "by", from: $0) }) {
        found.revokedGrantor = word(index + 2)
      }
      return replace(1...3)
    }
    let outside = tokens.indices.filter { depths[$0] == 0 }
    guard word(0) == "grant", !outside.contains(where: { word($0) == "on" }),
      let with = outside.first(where: { word($0) == "with" })
    else { return }
    found.roleOptions = NewerSyntax.RoleOptions()
    var next = with + 1
    while let name = word(next), let value = word(next + 1),
      ["option", "true", "false"].contains(value)
    {
      try set(name, to: value != "false")
      next += 2
      guard isSymbol(",", next) else { break }
      next += 1
    }
    if let name = word(next), !["admin", "granted"].contains(name),
      tokens.indices.contains(next + 1), tokens[next + 1].kind != .end
    {
      let range = tokens[next + 1].range
      let text = String(decoding: bytes[range], as: UTF8.self)
      throw .refused(
        PostgresError(.syntaxError, "syntax error at or near \"\(text)\""),
        location: range.lowerBound)
    }
    guard next > with + 1 else { return found.roleOptions = nil }
    replace(with...next - 1)
  }

  private mutating func set(_ option: String, to value: Bool) throws(ReadFailure) {
    switch option {
    case "admin": found.roleOptions?.admin = value
    case "inherit": found.roleOptions?.inherit = value
    case "set": found.roleOptions?.set = value
    default: throw .refused(.syntaxError, "unrecognized role option \"\(option)\"")
    }
  }
}

/// Words in what grammars after 15 have added, beside what `NewerSyntax` knows.
private enum NewerWords {
  static let since: [String: PostgresVersion] = {
    let words: [(PostgresVersion, String)] = [
      (
        .v16,
        "json json_array json_arrayagg json_object json_objectagg system_user storage indent "
          + "statistics reindex"
      ),
      (
        .v17,
        "json_scalar json_serialize json_exists json_query json_value json_table local expression "
          + "cluster access"
      ),
      (.v18, "enforced period overlaps virtual objects vacuum analyze constraint like"),
    ]
    var result: [String: PostgresVersion] = [:]
    for (version, list) in words {
      for word in list.split(separator: " ") { result[String(word)] = version }
    }
    return result
  }()
}

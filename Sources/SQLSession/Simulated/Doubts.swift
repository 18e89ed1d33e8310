import AccessModel
import SQLBinding
import SQLFrontend

/// What undecided statements may have changed: whatever depends on it is undecided too, so that
/// one gap never becomes a wrong answer later.
struct Doubts {
  /// Tables by name whose rows are not known, and why.
  private(set) var tables: [String: String] = [:]
  /// The words of definitions that were not applied.
  private(set) var definitions: [(words: Set<String>, construct: String)] = []
  /// Names among which are those of types that may have changed, and why.
  private(set) var types: [String: String] = [:]
  /// Names of prepared statements and cursors that may be there, and why that is not known.
  private(set) var prepared: [String: String] = [:]
  private(set) var cursors: [String: String] = [:]
  /// Names of relations that may not be there, or of functions and relations that may not be used,
  /// and why.
  var made: [String: String] = [:]
  /// Names of functions that nobody knows what they do.
  private var functions: Set<String> = []
  /// An extension, or a cast, may have brought any function, operator or type; and why that is not
  /// known.
  private var extensions: String?
  /// Everything is in doubt, and why.
  private(set) var everything: String?

  /// Notes what `statement` may have done. `known`: the tables that there are.
  mutating func note(
    _ statement: SessionStatement, _ text: String, _ construct: Undecided, known: [String]
  ) {
    let why = Self.root(construct.construct)
    switch statement {
    case .data(let statement):
      note(executed: statement, construct, known: known)
    case .copy(let copy):
      guard copy.isFrom, case .relation(let name, _) = copy.source else { break }
      // Into a view: any table below it.
      for table in known.contains(name.name) ? [name.name] : known { tables[table] = why }
    case .refused: break
    case .unsupported where Self.onlyReads(text): break
    case .definition, .unsupported:
      let words = Set(Self.words(of: text) + Self.operators(in: text))
      definitions.append((words, why))
      let start = Self.words(of: text).prefix(3)
      noteFunction(in: text)
      if start.starts(with: ["create", "extension"]) || start.starts(with: ["create", "cast"]) {
        extensions = why
      }
      // It may refuse whatever comes, or have made other names of all names.
      if start.starts(with: ["create", "event", "trigger"])
        || start.starts(with: ["alter", "schema"])
      {
        everything = why
      }
      if ["type", "domain"].contains(start.dropFirst().first) {
        for word in words where types[word] == nil { types[word] = why }
      }
      // Rights on what the server brings along.
      if ["grant", "revoke"].contains(start.first) {
        if let name = Self.quotedName(in: why) { made[name] = why }
        let names = Self.grantedNames(in: text)
        for name in names { made[name] = why }
        if !names.isDisjoint(with: Builtin.functionsOfOperators) { everything = why }
      }
      // What depends on it is gone too, if it is.
      if words.contains("cascade"), ["drop", "alter", "truncate"].contains(start.first) {
        everything = why
      }
      if start.first == "drop" {
        for name in Self.droppedNames(in: text) { made[name] = why }
      }
      // It may be called otherwise, or do something else.
      let plain = Self.words(of: Self.withoutSchemas(text))
      if plain.count > 2, plain[0] == "alter", Self.alterable.contains(plain[1]) {
        made[plain[2]] = why
      }
      // A view that was not made changes nothing below it.
      if start.first == "create", let view = Self.createdView(in: text) {
        made[view] = why
        break
      }
      let mentioned = known.filter { words.isSuperset(of: Self.words(of: $0)) }
      // What changes a view changes tables that the text does not name.
      let changesRows = ["insert", "update", "delete", "merge", "with"].contains(start.first)
      let changesAny =
        start.first == "do"
        ? !words.isDisjoint(with: Self.changing) : changesRows && mentioned.isEmpty
      for table in changesAny ? known : mentioned { tables[table] = why }
    case .set, .transaction, .setTransaction, .call, .constraints: everything = why
    case .explain(.data(let inner), runs: true):
      note(executed: inner, construct, known: known)
    case .explain(.execute, runs: _): break
    case .explain(_, runs: true): everything = why
    case .prepare(let name, _, _): prepared[name] = why
    case .declareCursor(let declaration): cursors[declaration.name] = why
    case .execute: break
    case .deallocate, .fetch, .close, .show, .explain, .lock, .discard,
      .idle, .vacuum:
      break
    }
  }

  /// Why nobody knows how the constants of a text are read.
  func reason(forEscapesIn text: String) -> String? {
    let isOfSetting = everything?.contains("standard_conforming_strings") == true
    let hasEscapes = text.contains("\\") || text.lowercased().contains("u&")
    return isOfSetting && hasEscapes ? "what follows \(everything ?? "")" : nil
  }

  /// CREATE of a function was not applied.
  private mutating func noteFunction(in text: String) {
    let words = Self.words(of: Self.withoutSchemas(text)).filter {
      !["or", "replace"].contains($0)
    }
    guard words.count > 2, words[0] == "create", ["function", "procedure"].contains(words[1]) else {
      return
    }
    functions.insert(words[2])
  }

  /// What CREATE VIEW, but not one of what is there, would have made.
  private static func createdView(in text: String) -> String? {
    let words = words(of: withoutSchemas(text)).prefix(4).filter {
      !["temp", "temporary", "recursive"].contains($0)
    }
    return words.starts(with: ["create", "view"]) && words.count > 2 ? words[2] : nil
  }

  /// Whether a statement may call a function that nobody knows: it may have done anything.
  func mayCallUnknown(_ statement: SessionStatement, _ text: String) -> Bool {
    let words = Self.words(of: text)
    switch statement {
    case .definition where words.first != "do": return false
    case .unsupported where ["create", "drop", "alter"].contains { words.contains($0) }:
      return false
    default: break
    }
    return !functions.isDisjoint(with: words)
  }

  private static let alterable: Set = [
    "function", "procedure", "routine", "aggregate", "type", "domain",
  ]

  /// Words of a block that may change rows of whatever it names, and of what lies below that.
  private static let changing: Set = [
    "insert", "update", "delete", "merge", "truncate", "copy", "execute", "call",
  ]

  /// Notes relations that a definition may not have made.
  mutating func note(made effects: [RowEffect], _ construct: Undecided) {
    guard construct.isRefusal != true else { return }
    let why = Self.root(construct.construct)
    for effect in effects {
      guard let name = effect.relation?.name else { continue }
      tables[name] = why
      // It may not be there, or as it was.
      switch effect {
      case .createdTable, .retypedColumn, .validate: made[name.lowercased()] = why
      default: break
      }
    }
  }

  /// Why a statement may mention what is not there; nil: it does not.
  func reason(forNamesIn text: String) -> String? {
    guard !made.isEmpty else { return nil }
    return Self.words(of: text).lazy.compactMap { word in
      // What was already doubtful for a name's sake is not told again.
      made[word].map { $0.hasPrefix("`") ? $0 : "`\(word)`, after \($0)" }
    }.first
  }

  /// Why a statement may find something else in PostgreSQL's own catalogs; nil: it does not read them.
  func reason(forCatalogsIn text: String) -> String? {
    guard let first = definitions.first else { return nil }
    let words = Self.words(of: text)
    let isCatalog = { (word: String) in
      Self.catalogs.contains(word) || word == "information_schema"
    }
    return words.contains(where: isCatalog) ? "system catalogs, after \(first.construct)" : nil
  }

  /// Why something may depend on what is dropped, or be dropped with it; nil: nothing else does.
  func reason(forDropIn text: String) -> String? {
    guard !definitions.isEmpty else { return nil }
    let names = Self.droppedNames(in: text)
    return definitions.first { !$0.words.isDisjoint(with: names) }.map {
      "what may be dropped after \($0.construct)"
    }
  }

  private static func withoutSchemas(_ text: String) -> String {
    text.replacing(/"?\w+"?\./, with: "")
  }

  private static func droppedNames(in text: String) -> Set<String> {
    guard text.lowercased().hasPrefix("drop") else { return [] }
    let words = Self.words(of: withoutSchemas(text))
    guard words.first == "drop", words.count > 2, !["owned", "cast"].contains(words[1]) else {
      return []
    }
    return Set(words.dropFirst(2)).subtracting(wordsOfDrops).subtracting(common)
  }

  /// The objects of a GRANT or REVOKE, with the types of their arguments.
  private static func grantedNames(in text: String) -> Set<String> {
    let words = words(of: withoutSchemas(text))
    guard let start = words.firstIndex(of: "on"),
      let end = words.lastIndex(where: { ["to", "from"].contains($0) }), start < end
    else { return [] }
    return Set(words[(start + 1)..<end]).subtracting(kindsOfGrants)
  }

  private static let kindsOfGrants: Set = [
    "all", "in", "table", "tables", "sequence", "sequences", "function", "functions", "procedure",
    "procedures", "routine", "routines", "schema", "database", "domain", "type", "language",
    "foreign", "data", "wrapper", "server", "large", "object", "tablespace", "parameter", "int",
    "integer", "bigint", "text", "uuid", "jsonb", "json", "boolean",
  ]

  private static let wordsOfDrops: Set = [
    "if", "exists", "cascade", "restrict", "on", "as", "public", "view", "materialized", "int",
  ]

  /// Those that definitions are shown in.
  private static let catalogs: Set = [
    "pg_policies", "pg_policy", "pg_class", "pg_tables", "pg_views", "pg_matviews", "pg_proc",
    "pg_type", "pg_attribute", "pg_constraint", "pg_trigger", "pg_index", "pg_indexes",
    "pg_rules", "pg_rewrite", "pg_sequences", "pg_sequence", "pg_roles", "pg_authid",
    "pg_auth_members", "pg_namespace", "pg_depend", "pg_shdepend", "pg_operator", "pg_cast",
    "pg_default_acl", "pg_enum", "pg_extension",
  ]

  /// Notes what running a statement may have done. `known`: the tables that there are.
  mutating func note(executed statement: SQLStatement, _ construct: Undecided, known: [String]) {
    let why = Self.root(construct.construct)
    for relation in statement.changedRelations {
      if known.contains(relation.name) {
        tables[relation.name] = why
      } else {
        // A view, or a table with rules, with any table below it.
        for table in known { tables[table] = why }
        tables[relation.name] = why
      }
    }
  }

  /// The last part of the name that stands in backquotes, in lower case.
  private static func quotedName(in construct: String) -> String? {
    let parts = construct.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count > 2 else { return nil }
    return parts[1].split(separator: ".").last.map { $0.lowercased() }
  }

  /// By its first word, as nothing else of the text was understood.
  private static func onlyReads(_ text: String) -> Bool {
    let words = words(of: text)
    return ["select", "values", "table", "explain", "show", "with"].contains(words.first ?? "")
      && Set(words).isDisjoint(with: ["into", "insert", "update", "delete", "merge"])
  }

  /// What the first of a chain of doubts was about.
  private static func root(_ construct: String) -> String {
    if construct.hasPrefix("what follows ") { return root(String(construct.dropFirst(13))) }
    guard construct.hasPrefix("the rows of "), let marker = construct.firstRange(of: ", after ")
    else {
      return construct
    }
    return root(String(construct[marker.upperBound...]))
  }

  mutating func doubt(table: String, _ why: String) { tables[table] = Self.root(why) }

  /// A function of an undecided statement may have done anything.
  mutating func doubtEverything(_ why: String) { everything = everything ?? Self.root(why) }

  /// Those of an earlier state; no rollback takes prepared statements back.
  func restored(to earlier: Doubts) -> Doubts {
    var result = earlier
    result.prepared = prepared
    return result
  }

  /// Tables that are no more, or empty, are in no doubt.
  mutating func keep(onlyTables known: () -> Set<String>) {
    guard !tables.isEmpty else { return }
    let known = known()
    tables = tables.filter { known.contains($0.key) }
  }

  mutating func forget(prepared name: String) { prepared[name] = nil }

  mutating func clear(table: String) { tables[table] = nil }

  /// Why an error may come only from a definition that was not applied; nil: it does not.
  func reason(for error: PostgresError) -> String? {
    if let everything { return everything }
    guard Self.isAboutNames(error.sqlState) else { return nil }
    // What a role owns may have been dropped.
    if error.sqlState.rawValue == "2BP01", error.message.hasPrefix("role "),
      let drop = definitions.first(where: { $0.words.contains("drop") })
    {
      return drop.construct
    }
    if let extensions,
      ["42883", "42704", "42804", "42846", "42725"].contains(error.sqlState.rawValue)
    {
      return extensions
    }
    let words = Set(Self.words(of: error.message) + Self.operators(in: error.message))
    return definitions.first { !$0.words.isDisjoint(with: words.subtracting(Self.common)) }?
      .construct
  }

  private static func isAboutNames(_ state: SQLState) -> Bool {
    [
      "42P01", "42704", "42883", "42703", "3F000", "42P07", "42710", "42723", "42P06", "42P13",
      "2BP01", "42809", "42846", "42804", "42501", "42725",
    ].contains(state.rawValue)
  }

  private static let common: Set = [
    "relation", "does", "not", "exist", "function", "type", "role", "column", "of", "table", "for",
    "permission", "denied", "schema", "already", "exists", "policy", "view", "trigger", "is", "a",
    "the", "to", "in", "operator", "integer", "text", "must", "be", "owner", "new", "row",
    "violates", "level", "security",
  ]

  /// Symbols that may be operators that a definition was to make.
  private static func operators(in text: String) -> [String] {
    let parts: [Substring] = text.split(separator: " ")
    return parts.map(String.init).filter { word in
      word.count > 1 && word.allSatisfy { "+-*/<>=~!@#%^&|`?".contains($0) }
    }
  }

  /// Names and other words, in lower case.
  private static func words(of text: String) -> [String] {
    text.lowercased().unicodeScalars.split { scalar in
      !(scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar))
    }.map { String(String.UnicodeScalarView($0)) }
  }
}

extension SQLStatement {
  /// The relations whose rows it changes, statements in WITH included.
  var changedRelations: [SQLRelationName] {
    switch self {
    case .query(let query): query.with.changedRelations
    case .insert(let insert): [insert.relation] + insert.with.changedRelations
    case .update(let update): [update.relation] + update.with.changedRelations
    case .delete(let delete): [delete.relation] + delete.with.changedRelations
    case .merge(let merge): [merge.relation] + merge.with.changedRelations
    case .truncate(let truncation): truncation.relations
    }
  }
}

extension SQLStatement {
  /// Whether a WITH in front of it holds MERGE.
  var mergesInWith: Bool {
    let with: SQLWith? =
      switch self {
      case .query(let query): query.with
      case .insert(let insert): insert.with
      case .update(let update): update.with
      case .delete(let delete): delete.with
      case .merge(let merge): merge.with
      case .truncate: nil
      }
    return with?.tables.contains { if case .merge = $0.statement { true } else { false } } ?? false
  }
}

extension SQLWith? {
  fileprivate var changedRelations: [SQLRelationName] {
    self?.tables.flatMap(\.statement.changedRelations) ?? []
  }
}

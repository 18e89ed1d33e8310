import SQLBinding

/// What stands for values that are not to leave their database.
///
/// Equal values of a kind get equal stand-ins, different ones different stand-ins: across columns,
/// tables and claims. So keys stay unique, foreign keys meet, and policies that compare them decide
/// as before. A stand-in is drawn by the order in which values come, not computed from the value, so
/// that it tells nothing of it: nobody can try whose it is.
struct StandIns {
  /// A stand-in's form.
  enum Form: Hashable {
    /// As readable as the kind allows.
    case readable
    /// Letters for letters, digits for digits, as long as the value: what constraints may want.
    case shaped
  }

  private struct Key: Hashable {
    var kind: SensitiveKind
    var form: Form
    var value: Text
  }

  private struct Group: Hashable {
    var kind: SensitiveKind
    var form: Form
  }

  /// Values that stay: constants that the plan itself mentions.
  let spared: Set<String>
  private let seed: UInt64
  private var known: [Key: String] = [:]
  private var taken: [SensitiveKind: Set<String>] = [:]
  private var counts: [Group: Int] = [:]
  /// How many spellings of an email address came that differ in letter case only.
  private var spellings: [String: Int] = [:]

  init(seed: UInt64, sparing spared: Set<String> = []) {
    self.seed = seed
    self.spared = spared
  }

  /// The stand-in of `value`, of at most `limit` characters; nil if there is none left.
  mutating func standIn(
    for value: String, _ kind: SensitiveKind, named column: String = "", limit: Int? = nil,
    _ form: Form = .readable
  ) -> String? {
    if value.isEmpty || spared.contains(value) { return value }
    if kind == .emptied { return "" }
    let key = Key(kind: kind, form: form, value: Text(value))
    if let known = known[key], limit.map({ known.unicodeScalars.count <= $0 }) ?? true {
      return known
    }
    if form == .readable, kind == .email, value != value.lowercased() {
      if let spelled = spelled(value, limit) {
        known[key] = spelled
        return spelled
      }
    }
    if let made = make(value, kind, column, limit, form) {
      known[key] = made
      return made
    }
    return form == .readable ? standIn(for: value, kind, named: column, limit: limit, .shaped) : nil
  }

  /// As that of the address in lowercase, with capitals of its own: `lower()` makes them equal.
  private mutating func spelled(_ value: String, _ limit: Int?) -> String? {
    let folded = value.lowercased()
    guard let base = standIn(for: folded, .email, limit: limit) else { return nil }
    let number = spellings[folded, default: 0] + 1
    spellings[folded] = number
    var bits = number
    var text = ""
    for character in base {
      let isCapital = character.isLetter && bits & 1 == 1
      if character.isLetter { bits >>= 1 }
      text += isCapital ? character.uppercased() : String(character)
    }
    return bits == 0 ? text : nil
  }

  private mutating func make(
    _ value: String, _ kind: SensitiveKind, _ column: String, _ limit: Int?, _ form: Form
  ) -> String? {
    let group = Group(kind: kind, form: form)
    let count = counts[group, default: 0] + 1
    counts[group] = count
    for attempt in 0..<128 {
      var numbers = SeededNumbers(
        seed: seed ^ UInt64(count) &* 0x1_0000_01B3 ^ UInt64(attempt) << 40)
      for byte in kind.rawValue.utf8 {
        numbers = SeededNumbers(seed: numbers.next() ^ UInt64(byte))
      }
      var text =
        form == .shaped
        ? StandInText.shaped(value, &numbers)
        : StandInText.readable(value, kind, column: column, &numbers)
      // Too many values of too few characters: longer ones.
      if attempt >= 64, form == .readable { text += StandInText.letters(attempt / 16, &numbers) }
      if let limit, text.unicodeScalars.count > limit { continue }
      // Nor may it be one of the constants that policies look for.
      guard !spared.contains(text) else { continue }
      guard kind.repeats || taken[kind, default: []].insert(text).inserted else { continue }
      return text
    }
    return nil
  }
}

extension SensitiveKind {
  /// Kinds of which different values may have the same stand-in.
  var repeats: Bool {
    switch self {
    case .birthDate, .coordinate, .emptied: true
    default: false
    }
  }
}

/// Texts that look like something and mean nothing.
enum StandInText {
  /// A text as readable as the kind allows; what must be unique is tried again with other numbers.
  static func readable(
    _ value: String, _ kind: SensitiveKind, column: String, _ numbers: inout SeededNumbers
  ) -> String {
    switch kind {
    case .email:
      // Domains that nobody has. Source: RFC 2606.
      "\(name(&numbers)).\(name(&numbers))\(numbers.below(90) + 10)@example.com"
    case .personName: personName(column, &numbers)
    case .account: name(&numbers) + "\(numbers.below(900) + 100)"
    case .secret: secret(value, &numbers)
    case .address: "\(numbers.below(199) + 1) \(name(&numbers).capitalised) Street"
    case .url: "https://example.com/\(name(&numbers))\(numbers.below(900) + 100)"
    case .network: network(value, &numbers)
    case .birthDate: date(value, &numbers)
    case .coordinate: fraction(value, &numbers)
    case .freeText, .json: words(value.unicodeScalars.count, &numbers)
    case .bytes: bytes(value, &numbers)
    case .uuid: uuid(&numbers)
    case .phone, .document, .number: shaped(value, &numbers)
    case .emptied: ""
    }
  }

  /// Letters for letters, digits for digits, the rest as it is.
  static func shaped(_ value: String, _ numbers: inout SeededNumbers) -> String {
    var text = ""
    var isFirstDigit = true
    for scalar in value.unicodeScalars {
      switch scalar {
      case "0"..."9":
        // A number stays as long as it is.
        let stays = isFirstDigit && scalar != "0"
        text.append(stays ? numbers.pick("123456789") : numbers.pick("0123456789"))
        isFirstDigit = false
      case "A"..."Z": text.append(numbers.pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
      case _ where scalar.properties.isAlphabetic:
        text.append(numbers.pick("abcdefghijklmnopqrstuvwxyz"))
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  static func letters(_ count: Int, _ numbers: inout SeededNumbers) -> String {
    String((0..<count).map { _ in numbers.pick("abcdefghijklmnoprstuvwz") })
  }

  private static let syllables = [
    "ma", "re", "li", "no", "ta", "vi", "sa", "ko", "el", "an", "do", "ri", "ne", "lu", "mi", "jo",
    "be", "ra", "so", "ni", "la", "te", "va", "le",
  ]

  private static func name(_ numbers: inout SeededNumbers) -> String {
    (0..<3).map { _ in syllables[numbers.below(syllables.count)] }.joined()
  }

  private static func personName(_ column: String, _ numbers: inout SeededNumbers) -> String {
    let words = Set(ColumnWords.words(of: column))
    let isPart = !words.isDisjoint(with: [
      "first", "last", "given", "family", "middle", "nick", "firstname", "lastname", "surname",
      "forename", "nickname", "maiden",
    ])
    let first = name(&numbers).capitalised
    return isPart ? first : "\(first) \(name(&numbers).capitalised)"
  }

  /// As long as the value, to a bound.
  private static func secret(_ value: String, _ numbers: inout SeededNumbers) -> String {
    let count = min(max(value.unicodeScalars.count, 1), 64)
    return String((0..<count).map { _ in numbers.pick("abcdefghijkmnpqrstuvwxyz23456789") })
  }

  /// Words of `count` characters together, to a bound.
  private static func words(_ count: Int, _ numbers: inout SeededNumbers) -> String {
    let count = min(max(count, 1), longest)
    var text = letters(1, &numbers)
    var left = 0
    while text.count < count {
      // A blank neither begins nor ends a text.
      if left == 0, text.count + 2 < count, text.count > 2 {
        text += " "
        left = 3 + numbers.below(6)
      }
      text += letters(1, &numbers)
      left -= left > 0 ? 1 : 0
    }
    return text
  }

  private static let longest = 500

  /// Addresses of private networks and of documentation. Source: RFC 1918, RFC 3849.
  private static func network(_ value: String, _ numbers: inout SeededNumbers) -> String {
    let suffix = value.firstIndex(of: "/").map { _ in value.contains(":") ? "/128" : "/32" } ?? ""
    if value.contains(":") {
      let groups = value.split(separator: ":")
      // An address of a network card, not of a network.
      if groups.count == 6, groups.allSatisfy({ $0.count == 2 }) {
        return "02:00:00:" + (0..<3).map { _ in hex(1, &numbers) }.joined(separator: ":")
      }
      return "2001:db8::\(String(numbers.below(0xfffe) + 1, radix: 16)):"
        + "\(String(numbers.below(0xfffe) + 1, radix: 16))\(suffix)"
    }
    return "10.\(numbers.below(256)).\(numbers.below(256)).\(numbers.below(254) + 1)\(suffix)"
  }

  /// Another day of the same year, so that people stay as old as they are.
  private static func date(_ value: String, _ numbers: inout SeededNumbers) -> String {
    let parts = value.split(separator: "-", maxSplits: 2)
    guard parts.count == 3, parts[0].count == 4, parts[0].allSatisfy(\.isNumber),
      parts[1].count == 2, parts[2].count >= 2
    else { return value }
    let month = numbers.below(12) + 1, day = numbers.below(28) + 1
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts[0])-\(two(month))-\(two(day))\(parts[2].dropFirst(2))"
  }

  /// Other decimals: within a hundred kilometres.
  private static func fraction(_ value: String, _ numbers: inout SeededNumbers) -> String {
    guard let point = value.firstIndex(of: ".") else { return value }
    let decimals = value[value.index(after: point)...]
    guard decimals.allSatisfy(\.isNumber) else { return value }
    return value[...point] + String(decimals.map { _ in numbers.pick("0123456789") })
  }

  private static func bytes(_ value: String, _ numbers: inout SeededNumbers) -> String {
    "\\x" + hex(min(max((value.count - 2) / 2, 1), 32), &numbers)
  }

  private static func uuid(_ numbers: inout SeededNumbers) -> String {
    let text = hex(16, &numbers)
    func part(_ from: Int, _ count: Int) -> Substring { text.dropFirst(from).prefix(count) }
    return "\(part(0, 8))-\(part(8, 4))-4\(part(13, 3))-a\(part(17, 3))-\(part(20, 12))"
  }

  private static func hex(_ count: Int, _ numbers: inout SeededNumbers) -> String {
    String((0..<count * 2).map { _ in numbers.pick("0123456789abcdef") })
  }
}

extension String {
  fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}

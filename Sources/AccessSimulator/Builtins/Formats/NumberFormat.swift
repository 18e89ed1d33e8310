import AccessModel
import SQLBinding

/// A format picture of `to_char()` and `to_number()` for numbers. Locale C.
///
/// Source: `parse_format()`, `NUMDesc_prepare()` in `formatting.c`.
struct NumberFormat {
  enum Node: Hashable {
    /// In capitals; `rn` and `th` say their case.
    case pattern(String)
    case literal(Unicode.Scalar)
  }

  enum SignPlace { case none, before, after }

  private(set) var nodes: [Node] = []
  /// Digits before the point and after it, and what `V` multiplies by.
  var whole = 0
  var places = 0
  private(set) var multiplier = 0
  private(set) var signPlace = SignPlace.none
  private(set) var wholeBeforeSign = 0
  private(set) var zeroStart = 0
  private(set) var zeroEnd = 0
  private(set) var hasZero = false
  private(set) var hasPoint = false
  private(set) var isFilled = false
  private(set) var hasPlus = false
  private(set) var hasMinus = false
  private(set) var hasBrackets = false
  private(set) var isRoman = false
  private(set) var isMultiplied = false
  private(set) var isScientific = false
  private var isBlank = false

  var hasSign: Bool { signPlace != .none }

  init(_ text: String) throws(EngineFailure) {
    var rest = Array(text.unicodeScalars)[...]
    while !rest.isEmpty {
      if let keyword = Self.keywords.first(where: { rest.starts(with: $0.unicodeScalars) }) {
        rest = rest.dropFirst(keyword.unicodeScalars.count)
        let keepsCase = ["rn", "th"].contains(keyword)
        let name = keepsCase ? keyword : keyword.uppercased()
        try note(name)
        nodes.append(.pattern(name))
      } else if rest.first == "\"" {
        rest.removeFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
          nodes.append(.literal(scalar == "\\" ? rest.popFirst() ?? scalar : scalar))
        }
      } else {
        if rest.first == "\\", rest.dropFirst().first == "\"" { rest.removeFirst() }
        if let scalar = rest.popFirst() { nodes.append(.literal(scalar)) }
      }
    }
  }

  private static let keywords: [String] = {
    let upper = [
      ",", ".", "0", "9", "B", "C", "D", "EEEE", "FM", "G", "L", "MI", "PL", "PR", "RN", "SG", "SP",
      "S", "TH", "V",
    ]
    return upper + upper.dropFirst(4).map { $0.lowercased() }
  }()

  private func refused(_ message: String, detail: String? = nil) -> EngineFailure {
    .postgres(PostgresError(.syntaxError, message, detail: detail))
  }

  private mutating func note(_ keyword: String) throws(EngineFailure) {
    if isScientific, keyword != "EEEE" {
      throw refused("\"EEEE\" must be the last pattern used")
    }
    switch keyword {
    case "9", "0": try noteDigit(keyword)
    case "B": if whole == 0, places == 0, !hasZero { isBlank = true }
    case "D", ".":
      if hasPoint { throw refused("multiple decimal points") }
      if isMultiplied { throw refused("cannot use \"V\" and decimal point together") }
      hasPoint = true
    case "FM": isFilled = true
    case "S", "MI", "PL", "SG", "PR": try noteSign(keyword)
    case "RN", "rn": isRoman = true
    case "V":
      if hasPoint { throw refused("cannot use \"V\" and decimal point together") }
      isMultiplied = true
    case "EEEE":
      if isScientific { throw refused("cannot use \"EEEE\" twice") }
      if isBlank || isFilled || hasSign || hasBrackets || hasMinus || hasPlus || isRoman
        || isMultiplied
      {
        throw refused(
          "\"EEEE\" is incompatible with other formats",
          detail: "\"EEEE\" may only be used together with digit and decimal point patterns.")
      }
      isScientific = true
    default: break
    }
  }

  private mutating func noteDigit(_ keyword: String) throws(EngineFailure) {
    if hasBrackets { throw refused("\"\(keyword)\" must be ahead of \"PR\"") }
    if keyword == "9" {
      if isMultiplied {
        multiplier += 1
      } else if hasPoint {
        places += 1
      } else {
        whole += 1
      }
      return
    }
    if !hasZero, !hasPoint {
      hasZero = true
      zeroStart = whole + 1
    }
    if hasPoint { places += 1 } else { whole += 1 }
    zeroEnd = whole + places
  }

  private mutating func noteSign(_ keyword: String) throws(EngineFailure) {
    if keyword == "S" {
      if hasSign { throw refused("cannot use \"S\" twice") }
      if hasPlus || hasMinus || hasBrackets {
        throw refused("cannot use \"S\" and \"PL\"/\"MI\"/\"SG\"/\"PR\" together")
      }
      signPlace = hasPoint ? .after : .before
      if !hasPoint { wholeBeforeSign = whole }
      return
    }
    if keyword == "PR" {
      if hasSign || hasPlus || hasMinus {
        throw refused("cannot use \"PR\" and \"S\"/\"PL\"/\"MI\"/\"SG\" together")
      }
      hasBrackets = true
      return
    }
    if hasSign { throw refused("cannot use \"S\" and \"\(keyword)\" together") }
    if keyword != "PL" { hasMinus = true }
    if keyword != "MI" { hasPlus = true }
  }
}

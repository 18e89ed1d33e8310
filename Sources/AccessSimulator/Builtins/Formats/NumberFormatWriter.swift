import AccessModel
import SQLBinding

extension NumberFormat {
  /// `isNegative`: of a zero that was rounded from below. Source: `numeric_to_char()`.
  func text(of value: Numeric, isNegative: Bool? = nil) throws(EngineFailure) -> String {
    guard value.special == nil else {
      throw .undecided(Undecided("to_char() of a numeric that is not finite"))
    }
    if isRoman { return try roman(value) }
    if isScientific { throw .undecided(Undecided("`EEEE` in to_char()")) }
    var format = self
    var value = value
    if isMultiplied {
      let factor = Numeric(parsing: "1" + String(repeating: "0", count: multiplier))
      value = value * (factor ?? .nan)
      format.whole += multiplier
    }
    let digits = value.rounded(to: places).magnitude.description
    let length = digits.prefix { $0 != "." }.utf8.count
    var number = Array(digits.utf8)
    if length > format.whole {
      number = [UInt8](repeating: UInt8(ascii: "#"), count: format.whole + places + 1)
      number[format.whole] = UInt8(ascii: ".")
    }
    let sign = isNegative ?? (value.rounded(to: places).sign == -1)
    var writer = NumberFormatWriter(
      format, number, spaces: max(0, format.whole - length), isNegative: sign)
    return writer.text()
  }

  private func roman(_ value: Numeric) throws(EngineFailure) -> String {
    guard let number = value.int64, Int32(exactly: number) != nil else {
      throw .postgres(PostgresError(.numericValueOutOfRange, "integer out of range"))
    }
    var text = String(repeating: "#", count: 15)
    if (1...3999).contains(number) {
      let parts: [(Int64, String)] = [
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
        (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
      ]
      var rest = number
      text = ""
      for (size, letters) in parts {
        while rest >= size {
          text += letters
          rest -= size
        }
      }
    }
    var writer = NumberFormatWriter(self, Array(text.utf8), spaces: 0, isNegative: false)
    return writer.text()
  }
}

/// Writes the digits of a number where a picture wants them. Source: `NUM_processor()`.
struct NumberFormatWriter {
  private let format: NumberFormat
  private let number: [UInt8]
  private let spaces: Int
  private let isNegative: Bool
  private var output: [UInt8] = []
  /// Which digit of the number comes next, and which of the picture.
  private var next = 0
  private var current = 0
  private var isInNumber = false
  private var isSignWritten: Bool
  private var hasBrackets: Bool
  private var signPlace: NumberFormat.SignPlace
  private let count: Int
  /// The last digit that must be shown, where zeros at the end are not.
  private let lastRelevant: Int?
  private let zeroStart: Int

  init(_ format: NumberFormat, _ number: [UInt8], spaces: Int, isNegative: Bool) {
    self.format = format
    self.number = number
    self.spaces = format.isRoman ? 0 : spaces
    self.isNegative = isNegative
    zeroStart = max(0, format.zeroStart - 1)
    hasBrackets = format.hasBrackets
    signPlace = format.signPlace
    if format.hasPlus || format.hasMinus {
      isSignWritten = !(format.hasPlus && !format.hasMinus)
    } else {
      if !isNegative, format.isFilled { hasBrackets = false }
      isSignWritten = !isNegative && format.isFilled && signPlace == .none
      if signPlace == .before, format.whole == format.wholeBeforeSign { signPlace = .after }
    }
    var count = format.places + format.whole - 1
    var last: Int?
    if format.isFilled, format.hasPoint {
      last = Self.lastRelevant(number)
      if let found = last, format.zeroEnd > spaces {
        last = max(found, min(number.count - 1, format.zeroEnd - spaces))
      }
    }
    lastRelevant = last
    if !isSignWritten, spaces == 0 { count += 1 }
    self.count = count
  }

  private static func lastRelevant(_ number: [UInt8]) -> Int? {
    guard let point = number.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return number.indices[point...].last { $0 == point || number[$0] != UInt8(ascii: "0") }
  }

  private var isAtPoint: Bool { byte(lastRelevant) == UInt8(ascii: ".") }

  private func byte(_ index: Int?) -> UInt8? {
    index.flatMap { number.indices.contains($0) ? number[$0] : nil }
  }

  /// `0.1` as ` .1`.
  private var isSpaceBeforePoint: Bool {
    !format.hasZero && next == 0 && number.first == UInt8(ascii: "0") && format.places != 0
  }

  mutating func text() -> String {
    for node in format.nodes {
      switch node {
      case .literal(let scalar): output += Array(String(scalar).utf8)
      case .pattern(let keyword): pattern(keyword)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func pattern(_ keyword: String) {
    switch keyword {
    case "9", "0", ".", "D": if !format.isRoman { digit(keyword) }
    case ",", "G":
      if isInNumber {
        output.append(UInt8(ascii: ","))
      } else if !format.isFilled {
        output.append(UInt8(ascii: " "))
      }
    case "L": output.append(UInt8(ascii: " "))
    case "RN", "rn":
      let text = String(decoding: number, as: UTF8.self)
      if !format.isFilled { output += [UInt8](repeating: 0x20, count: max(0, 15 - number.count)) }
      output += Array((keyword == "rn" ? text.lowercased() : text).utf8)
    case "TH", "th":
      guard !format.isRoman, number.first != UInt8(ascii: "#"), !isNegative, !format.hasPoint
      else { return }
      let ending = OrdinalSuffix.of(String(decoding: number, as: UTF8.self))
      output += Array((keyword == "TH" ? ending.uppercased() : ending).utf8)
    case "MI": sign(isShown: isNegative, "-")
    case "PL": sign(isShown: !isNegative && !format.isRoman, "+")
    case "SG": output.append(UInt8(ascii: isNegative ? "-" : "+"))
    default: break
    }
  }

  private mutating func sign(isShown: Bool, _ sign: Unicode.Scalar) {
    if isShown {
      output.append(UInt8(ascii: sign))
    } else if !format.isFilled {
      output.append(UInt8(ascii: " "))
    }
  }

  /// Source: `NUM_numpart_to_char()`.
  private mutating func digit(_ keyword: String) {
    isInNumber = false
    let startsHere = current >= spaces || format.hasZero && zeroStart == current
    if !isSignWritten, startsHere, !isSpaceBeforePoint || isAtPoint { leadingSign() }
    if current < spaces, zeroStart > current || !format.hasZero {
      if !format.isFilled { output.append(UInt8(ascii: " ")) }
    } else if format.hasZero, current < spaces, zeroStart <= current {
      output.append(UInt8(ascii: "0"))
      isInNumber = true
    } else {
      numberPart(keyword)
      if next < number.count { next += 1 }
    }
    var end = count + (spaces > 0 ? 1 : 0) + (format.hasPoint ? 1 : 0)
    if let lastRelevant, lastRelevant == next { end = current }
    if current + 1 == end { trailingSign() }
    current += 1
  }

  private mutating func leadingSign() {
    if signPlace != .none {
      guard signPlace == .before else { return }
      output.append(UInt8(ascii: isNegative ? "-" : "+"))
    } else if hasBrackets {
      output.append(UInt8(ascii: isNegative ? "<" : " "))
    } else if isNegative {
      output.append(UInt8(ascii: "-"))
    } else if !format.isFilled {
      output.append(UInt8(ascii: " "))
    }
    isSignWritten = true
  }

  private mutating func trailingSign() {
    if isSignWritten, hasBrackets {
      output.append(UInt8(ascii: isNegative ? ">" : " "))
    } else if signPlace == .after {
      output.append(UInt8(ascii: isNegative ? "-" : "+"))
    }
  }

  private mutating func numberPart(_ keyword: String) {
    let digit = byte(next)
    if digit == UInt8(ascii: ".") {
      if !isAtPoint || format.isFilled { output.append(UInt8(ascii: ".")) }
    } else if let lastRelevant, next > lastRelevant, keyword != "0" {
      return
    } else if isSpaceBeforePoint {
      if !format.isFilled {
        output.append(UInt8(ascii: " "))
      } else if isAtPoint {
        output.append(UInt8(ascii: "0"))
      }
    } else if let digit {
      output.append(digit)
      isInNumber = true
    }
  }
}

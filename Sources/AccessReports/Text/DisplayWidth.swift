extension Character {
  /// The terminal columns this character takes: 0, 1 or 2.
  ///
  /// Source: Unicode Standard Annex 11, "East Asian Width", and emoji presentation. Ambiguous
  /// characters count as narrow, as terminals outside East Asian locales show them.
  var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.value >= 0x20, first.value < 0x7F { return 1 }
    if unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    return first.displayWidth
  }
}

extension StringProtocol {
  /// The terminal columns this text takes.
  var displayWidth: Int {
    let bytes = utf8
    return bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
      ? bytes.count : reduce(0) { $0 + $1.displayWidth }
  }

  /// The text with every control character made visible.
  ///
  /// Names and values come from plans and data: a newline must not break a table, nor an escape
  /// sequence reach the terminal.
  package var printable: String {
    guard unicodeScalars.contains(where: \.needsEscape) else { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.needsEscape:
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Controls, line separators and the marks that reorder text.
  fileprivate var needsEscape: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1B000...0x1B2FF,
      0x20000...0x3FFFD:
      return 2
    default:
      return properties.isEmojiPresentation ? 2 : 1
    }
  }
}

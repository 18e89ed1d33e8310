/// Finds the line and column of a value in JSON text that has parsed.
struct JSONScanner {
  /// One step from a value to a value inside it.
  enum Step {
    case member(String)
    case index(Int)
  }

  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where the value at the end of `steps` starts, both counted from 1; as far as steps lead.
  static func place(of steps: [Step], in bytes: [UInt8]) -> (line: Int, column: Int) {
    var scanner = JSONScanner(bytes)
    scanner.skipBlanks()
    for step in steps {
      let start = scanner.position
      guard scanner.enter(step) else {
        scanner.position = start
        break
      }
    }
    return place(ofByte: scanner.position, in: bytes)
  }

  /// The line and column of a byte.
  static func place(ofByte offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(max(0, offset))
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (line, before.count - lineStart + 1)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  /// Moves to the value of `step` inside the object or array here.
  private mutating func enter(_ step: Step) -> Bool {
    guard let open = current, open == UInt8(ascii: "{") || open == UInt8(ascii: "[") else {
      return false
    }
    position += 1
    var index = 0
    while true {
      skipBlanks()
      guard let byte = current, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") else {
        return false
      }
      if open == UInt8(ascii: "{") {
        let name = string()
        skipBlanks()
        guard current == UInt8(ascii: ":") else { return false }
        position += 1
        skipBlanks()
        if case .member(let wanted) = step, name == wanted { return true }
      } else if case .index(index) = step {
        return true
      }
      skipValue()
      skipBlanks()
      if current == UInt8(ascii: ",") { position += 1 }
      index += 1
    }
  }

  /// Past the string here; its text, escapes as written.
  private mutating func string() -> String {
    let start = position + 1
    position += 1
    while let byte = current, byte != UInt8(ascii: "\"") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position, bytes.count)
    let text = start <= position ? String(decoding: bytes[start..<position], as: UTF8.self) : ""
    position = min(position + 1, bytes.count)
    return text
  }

  /// Past the value here, however deep, without recursion.
  private mutating func skipValue() {
    var depth = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        _ = string()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: ",") where depth == 0:
        return
      default: break
      }
      position += 1
    }
  }
}

import AccessModel

/// Lays a document out, without recursion and with a bounded look ahead.
///
/// Source: Philip Wadler, "A prettier printer".
struct Printer {
  private struct Item {
    var document: Document
    var indent: Int
    var isFlat: Bool
  }

  let style: SQLWriter
  private var output = ""
  private var column = 0

  init(style: SQLWriter) { self.style = style }

  /// The text of `document`.
  static func print(_ document: Document, style: SQLWriter) -> String {
    var printer = Printer(style: style)
    printer.run(document)
    return printer.output
  }

  private mutating func run(_ document: Document) {
    var stack = [Item(document: document, indent: 0, isFlat: style.layout == .compact)]
    while let item = stack.popLast() {
      switch item.document {
      case .text(let text): write(text)
      case .line: item.isFlat ? write(" ") : breakLine(item.indent)
      case .softLine: if !item.isFlat { breakLine(item.indent) }
      case .hardLine: style.layout == .compact ? write(" ") : breakLine(item.indent)
      case .joined(let parts): push(parts, indent: item.indent, isFlat: item.isFlat, on: &stack)
      case .nested(let parts):
        push(parts, indent: item.indent + 2, isFlat: item.isFlat, on: &stack)
      case .group(let parts):
        let isFlat = item.isFlat || fits(parts, before: stack)
        push(parts, indent: item.indent, isFlat: isFlat, on: &stack)
      case .expression, .query, .from:
        push([style.unfold(item.document)], indent: item.indent, isFlat: item.isFlat, on: &stack)
      }
    }
  }

  private func push(_ parts: [Document], indent: Int, isFlat: Bool, on stack: inout [Item]) {
    for part in parts.reversed() {
      stack.append(Item(document: part, indent: indent, isFlat: isFlat))
    }
  }

  /// Whether `parts` and what follows them up to the next possible break go on this line.
  private func fits(_ parts: [Document], before rest: [Item]) -> Bool {
    var room = SQLWriter.lineLength - column
    // Bounds the cost of looking into a tree that is deep before it is wide.
    var steps = 4 * SQLWriter.lineLength
    var next = rest.count
    var isBeyond = false
    var stack = [Item]()
    push(parts, indent: 0, isFlat: true, on: &stack)
    while room >= 0, steps > 0 {
      steps -= 1
      if stack.isEmpty {
        guard next > 0 else { return true }
        next -= 1
        isBeyond = true
        stack.append(rest[next])
      }
      let item = stack.removeLast()
      switch item.document {
      case .text(let text):
        if text.utf8.contains(UInt8(ascii: "\n")) { return false }
        room -= text.count
      case .line:
        if !item.isFlat { return true }
        room -= 1
      case .softLine: if !item.isFlat { return true }
      case .hardLine: return isBeyond
      case .joined(let parts), .nested(let parts), .group(let parts):
        push(parts, indent: 0, isFlat: item.isFlat, on: &stack)
      case .expression, .query, .from:
        push([style.unfold(item.document)], indent: 0, isFlat: item.isFlat, on: &stack)
      }
    }
    return false
  }

  private mutating func write(_ text: String) {
    output += text
    if let newline = text.lastIndex(of: "\n") {
      column = text.distance(from: newline, to: text.endIndex) - 1
    } else {
      column += text.count
    }
  }

  private mutating func breakLine(_ indent: Int) {
    if output.last != "\n" { output += "\n" }
    output += String(repeating: " ", count: indent)
    column = indent
  }
}

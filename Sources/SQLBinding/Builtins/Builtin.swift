public import AccessModel
import Foundation

/// A built-in function or operator: its signature, as `pg_proc` has it. What it computes is the
/// simulator's to know, by `id`.
public struct Builtin: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case function, aggregate, window, procedure }

  public struct Output: Hashable, Sendable {
    public var name: String
    public var type: DataType
  }

  /// Unique, with the names `pg_type` has: `lower(text)`, `abs(int4)`. An operator has its
  /// function's, with that one's name: `jsonb_object_field(jsonb,text)` for `->`.
  public var id: String
  /// The function's name, or the operator's symbol.
  public var name: String
  public var isOperator: Bool
  public var kind: Kind
  /// In a call that is bound: the types of what is passed; else as declared, polymorphic or not.
  public var arguments: [DataType]
  public var result: DataType
  public var returnsSet: Bool
  /// NULL for any NULL argument.
  public var isStrict: Bool
  public var volatility: Catalog.Function.Volatility
  public var isLeakproof: Bool
  /// The last argument may be many.
  public var isVariadic = false
  /// How many arguments, from the last, may be left out.
  public var defaults = 0
  /// Names of arguments, where calls by name are usual.
  public var argumentNames: [String] = []
  /// Direct arguments of an ordered-set aggregate; nil for others.
  public var directArguments: Int?
  /// Columns of a function that returns rows without a type of their own.
  public var outputs: [Output] = []

  public static func == (a: Self, b: Self) -> Bool {
    a.id == b.id && a.arguments == b.arguments && a.result == b.result
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Builtin {
  /// All functions of a name, aggregates and window functions among them.
  public static func functions(named name: String) -> [Builtin] {
    readFunctions.entries(name) {
      (functionLines[name] ?? []).compactMap { Builtin(functionLine: $0) }
    }
  }

  /// All operators of a symbol that have as many operands; `!=` is `<>`.
  public static func operators(_ symbol: String, operands: Int) -> [Builtin] {
    let symbol = symbol == "!=" ? "<>" : symbol
    return readOperators.entries(symbol) {
      (operatorLines[symbol] ?? []).compactMap { Builtin(operatorLine: $0) }
    }.filter { $0.arguments.count == operands }
  }

  private static let readFunctions = ReadLines()
  private static let readOperators = ReadLines()

  /// Every built-in function and operator.
  public static var all: [Builtin] {
    functionLines.values.joined().compactMap { Builtin(functionLine: $0) }
      + operatorLines.values.joined().compactMap { Builtin(operatorLine: $0) }
  }

  /// Names of the functions that operators call: who may not call one may not use the operator.
  public static let functionsOfOperators = Set(
    operatorLines.values.joined().compactMap { line in
      Builtin(operatorLine: line).map { String($0.id[...].upTo("(")) }
    })

  static var functionNames: Set<String> { Set(functionLines.keys) }

  private static let functionLines = Dictionary(
    grouping: lines(of: FunctionTable.text), by: { String($0.upTo("(")) })

  private static let operatorLines = Dictionary(
    grouping: lines(of: OperatorTable.text),
    by: { line in
      let words = line.utf8.split(separator: .space, maxSplits: 4)
      // `- int4 = …` and `int4 - int4 = …`.
      let isBinary = words.count > 3 && words[3].elementsEqual("=".utf8)
      return String(Substring(words[isBinary ? 1 : 0]))
    })

  /// By bytes, as every command reads them.
  private static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init)
  }
}

extension UInt8 {
  fileprivate static let space = UInt8(ascii: " ")
}

extension Substring {
  fileprivate func upTo(_ byte: Unicode.Scalar) -> Substring {
    Substring(utf8.prefix { $0 != UInt8(ascii: byte) })
  }
}

extension Builtin {
  /// From a line of `FunctionTable`.
  init?(functionLine line: Substring) {
    guard let open = line.firstIndex(of: "("), let close = line.firstIndex(of: ")") else {
      return nil
    }
    name = String(line[..<open])
    arguments = []
    var spelled: [Substring] = []
    for part in line[line.index(after: open)..<close].split(separator: ",") {
      var part = part
      if part.first == "*" {
        isVariadic = true
        part.removeFirst()
      }
      if part.last == "?" {
        defaults += 1
        part.removeLast()
      }
      guard let type = DataType.named(String(part)) else { return nil }
      arguments.append(type)
      spelled.append(part)
    }
    let words = line[line.index(after: close)...].split(separator: " ")
    guard let first = words.first, let type = DataType.named(String(first)) else { return nil }
    id = "\(name)(\(spelled.joined(separator: ",")))"
    isOperator = false
    result = type
    (kind, returnsSet, isStrict, volatility, isLeakproof) =
      (.function, false, true, .immutable, false)
    for word in words.dropFirst() { read(word) }
  }

  /// From a line of `OperatorTable`.
  init?(operatorLine line: Substring) {
    let words = line.split(separator: " ")
    let isBinary = words.count > 3 && words[3] == "="
    guard words.count > (isBinary ? 5 : 4) else { return nil }
    name = String(words[isBinary ? 1 : 0])
    let operands = isBinary ? [words[0], words[2]] : [words[1]]
    let rest = words.dropFirst(isBinary ? 4 : 3)
    arguments = operands.compactMap { DataType.named(String($0)) }
    guard arguments.count == operands.count, let first = rest.first,
      let function = rest.dropFirst().first,
      let type = DataType.named(String(first))
    else { return nil }
    id = "\(function)(\(operands.joined(separator: ",")))"
    isOperator = true
    result = type
    (kind, returnsSet, isStrict, volatility, isLeakproof) =
      (.function, false, true, .immutable, false)
    for word in rest.dropFirst(2) { read(word) }
  }

  private mutating func read(_ word: Substring) {
    switch word {
    case "set": returnsSet = true
    case "aggregate": kind = .aggregate
    case "window": kind = .window
    case "procedure": kind = .procedure
    case "stable": volatility = .stable
    case "volatile": volatility = .volatile
    case "called": isStrict = false
    case "leakproof": isLeakproof = true
    default:
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return }
      switch parts[0] {
      case "ordered": directArguments = Int(parts[1])
      case "names": argumentNames = parts[1].split(separator: ",").map(String.init)
      case "out":
        outputs = parts[1].split(separator: ",").compactMap { item in
          let pair = item.split(separator: ":")
          guard pair.count == 2, let type = DataType.named(String(pair[1])) else { return nil }
          return Output(name: String(pair[0]), type: type)
        }
      default: break
      }
    }
  }
}

/// Lines of the tables that have been asked for; few of them ever are.
// Guarded by `lock`.
private final class ReadLines: @unchecked Sendable {
  private let lock = NSLock()
  private var read: [String: [Builtin]] = [:]

  /// What a name stands for; nothing is remembered of names that stand for nothing.
  func entries(_ name: String, _ make: () -> [Builtin]) -> [Builtin] {
    lock.lock()
    defer { lock.unlock() }
    if let known = read[name] { return known }
    let entries = make()
    if !entries.isEmpty { read[name] = entries }
    return entries
  }
}

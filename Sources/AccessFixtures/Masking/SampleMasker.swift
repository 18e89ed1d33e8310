public import AccessModel
import SQLBinding

/// Replaces the values of a sample, as `MaskingRules` say, by stand-ins.
///
/// ```swift
/// var masker = SampleMasker(rules, seed: 7)
/// let masked = masker.mask(rows, of: catalog)
/// let ana = masker.mask(identity)   // her email as it now stands in the rows
/// ```
public struct SampleMasker {
  private let rules: MaskingRules
  private var standIns: StandIns
  private let shaped: ShapedValues
  /// Columns of which a value has no stand-in, with what stands in the way.
  public private(set) var problems: [ColumnName: String] = [:]
  /// Texts of columns that stay: claims that say the same stay too.
  private var kept: Set<String> = []

  /// A masker whose stand-ins are those of `seed`.
  public init(_ rules: MaskingRules, seed: UInt64, shaped: ShapedValues = ShapedValues()) {
    self.rules = rules
    self.shaped = shaped
    standIns = StandIns(seed: seed, sparing: rules.literals)
  }

  /// The rows as they may leave their database.
  public mutating func mask(_ all: [TableRows], of catalog: Catalog) -> [TableRows] {
    all.map { rows in
      guard let table = catalog.table(rows.table) else { return rows }
      var masked = rows
      for (index, name) in rows.columns.enumerated() {
        guard let column = table.columns.first(where: { $0.name == name }) else { continue }
        let columnName = ColumnName(rows.table, name)
        guard case .masked(let kind) = rules.treatment(of: columnName) else {
          noteKept(rows, index, columnName)
          continue
        }
        for place in masked.rows.indices {
          guard masked.rows[place].values.indices.contains(index),
            let value = masked.rows[place].values[index]
          else { continue }
          masked.rows[place].values[index] = mask(value, kind, columnName, column)
        }
      }
      return masked
    }
  }

  private mutating func noteKept(_ rows: TableRows, _ index: Int, _ column: ColumnName) {
    guard rules.forms[column] == .text, rules.treatment(of: column) == .kept(.asked) else { return }
    for row in rows.rows where row.values.indices.contains(index) {
      if let value = row.values[index] { kept.insert(value) }
    }
  }

  /// The identity with the claims that the masked rows know it by.
  public mutating func mask(_ identity: Identity) -> Identity {
    guard let claims = identity.claims, case .object(let members)? = json(claims) else {
      return identity
    }
    var masked = identity
    let result = members.map { member in
      JSONValue.Member(key: member.key, value: mask(claim: member.key.string, member.value))
    }
    masked.claims = JSONValue.object(unordered: result).description
    return masked
  }

  private mutating func mask(claim name: String, _ value: JSONValue) -> JSONValue {
    switch (value, rules.treatment(ofClaim: name)) {
    case (.string(let text), .masked(let kind)?):
      if kept.contains(text.string) { return value }
      return .string(Text(standIn(text.string, kind, name) ?? ""))
    case (.string, .kept?): return value
    case (.string, nil):
      // What a token says of its bearer by the standard names. Source: OpenID Connect, 5.1.
      guard !name.contains(".") else {
        let key = name.split(separator: ".").last.map(String.init) ?? name
        return mask(value, key: key, otherTexts: .freeText)
      }
      let kind = name == "name" ? SensitiveKind.personName : SensitiveKind.ofText(named: name)
      return kind.map { mask(value, as: $0, key: name) } ?? value
    // Members that policies compare are treated as the columns that they are compared with.
    case (.object(let members), _) where rules.hasMembers(ofClaim: name):
      return .object(
        unordered: members.map { member in
          .init(key: member.key, value: mask(claim: "\(name).\(member.key.string)", member.value))
        })
    case (.array(let elements), .some):
      return .array(elements.map { mask(claim: name, $0) })
    default:
      let key = name.split(separator: ".").last.map(String.init) ?? name
      return mask(value, key: key, otherTexts: .freeText)
    }
  }

  private mutating func mask(
    _ value: String, _ kind: SensitiveKind, _ name: ColumnName, _ column: Catalog.Column
  ) -> String? {
    switch rules.forms[name] {
    case .texts?: return maskElements(value, kind, name, column)
    case .json?:
      guard let tree = json(value) else { return emptied(name, column, "it is not JSON") }
      return mask(tree, key: column.name, otherTexts: .freeText).description
    case .opaque?:
      return column.type.name == "xml"
        ? "<masked/>"
        : column.type.name.hasPrefix("ts") ? "" : emptied(name, column, "its type has no stand-ins")
    default: break
    }
    let limit = rules.forms[name] == .text ? column.type.lengthLimit : nil
    let isShaped = shaped.contains(rules.group(of: name, kind))
    if let text = standIn(value, kind, column.name, limit: limit, isShaped: isShaped) {
      return text
    }
    return emptied(name, column, "there are more values than stand-ins of this length")
  }

  private mutating func standIn(
    _ value: String, _ kind: SensitiveKind, _ name: String, limit: Int? = nil,
    isShaped: Bool = false
  ) -> String? {
    let form: StandIns.Form = isShaped || shaped.contains(.kind(kind)) ? .shaped : .readable
    return standIns.standIn(for: value, kind, named: name, limit: limit, form)
  }

  /// NULL, or where that can't be, a problem.
  private mutating func emptied(
    _ name: ColumnName, _ column: Catalog.Column, _ reason: String
  ) -> String? {
    if !column.isNullable { problems[name] = reason }
    return nil
  }

  private mutating func maskElements(
    _ value: String, _ kind: SensitiveKind, _ name: ColumnName, _ column: Catalog.Column
  ) -> String? {
    guard case .array(var array)? = try? SQLValue.input(value, as: .array(.text)) else {
      return emptied(name, column, "an array can't be read")
    }
    for index in array.elements.indices {
      guard case .text(let text) = array.elements[index] else { continue }
      let masked = standIn(text.string, kind, column.name)
      array.elements[index] = masked.map { .text(Text($0)) } ?? .null
    }
    return SQLValue.array(array).output(as: .array(.text))
  }

  /// Texts of the kind that their key says; others of `otherTexts`.
  private mutating func mask(
    _ value: JSONValue, key: String, otherTexts: SensitiveKind
  ) -> JSONValue {
    let named = SensitiveKind.ofText(named: key)
    switch value {
    case .null, .boolean, .unknown: return value
    case .number(let number):
      guard named == .phone || named == .document else { return value }
      let text = standIn(number.description, .number, key) ?? "0"
      return json(text) ?? .null
    case .string(let text):
      // A member that policies ask for decides by what it says.
      let isAsked = rules.literals.contains(key) && named?.isStrong != true
      guard !isAsked, !text.string.isPlainToken else { return value }
      return mask(value, as: named ?? otherTexts, key: key)
    case .array(let elements):
      return .array(elements.map { mask($0, key: key, otherTexts: otherTexts) })
    case .object(let members):
      return .object(
        unordered: members.map {
          JSONValue.Member(
            key: $0.key, value: mask($0.value, key: $0.key.string, otherTexts: otherTexts))
        })
    }
  }

  private mutating func mask(
    _ value: JSONValue, as kind: SensitiveKind, key: String
  ) -> JSONValue {
    guard case .string(let text) = value, !kept.contains(text.string) else { return value }
    return .string(Text(standIn(text.string, kind, key) ?? ""))
  }

  private func json(_ text: String) -> JSONValue? {
    if case .json(let value)? = try? SQLValue.input(text, as: .jsonb) { value } else { nil }
  }
}

extension TypeName {
  /// How many characters a value may have: of `varchar(40)`, 40.
  fileprivate var lengthLimit: Int? {
    ["character varying", "character", "varchar", "bpchar"].contains(name) ? modifiers.first : nil
  }
}

extension String {
  /// A uuid or a moment: says nothing of anybody.
  fileprivate var isPlainToken: Bool {
    let types: [DataType] = [.uuid, .timestamptz]
    guard utf8.count >= 10, first?.isHexDigit == true else { return false }
    return types.contains { (try? SQLValue.input(self, as: $0)).map { !$0.isNull } ?? false }
  }
}

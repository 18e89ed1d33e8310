public import AccessModel
import SQLBinding

/// Which columns of a sample are masked, and why the others are not.
///
/// A text leaves its database masked unless there is a reason that it must not be: decisions depend
/// on it. Numbers, dates, booleans, uuids and labels of enums stay. Columns that foreign keys or
/// policies hold equal are treated alike, and so are the claims that policies compare them with.
///
/// ```swift
/// let rules = MaskingRules(catalog)
/// rules.treatment(of: ColumnName(QualifiedName("public", "patron"), "email_address"))
/// // .masked(.email)
/// ```
public struct MaskingRules: Sendable {
  /// What becomes of a column's values.
  public enum Treatment: Hashable, Sendable {
    case masked(SensitiveKind)
    case kept(Reason)
  }

  /// Why a column's values leave the database as they are.
  public enum Reason: String, Hashable, Sendable {
    case asked = "as asked"
    case compared = "policies compare it"
    case key = "part of a key"
    case listed = "a CHECK lists its values"
    /// A type whose values say nothing of anybody, such as a number or a moment.
    case plain = "of its type"
  }

  /// Of each column, in the catalog's order.
  public private(set) var treatments: [(column: ColumnName, treatment: Treatment)] = []
  /// Columns that policies read otherwise than by equality although they are masked.
  public private(set) var doubtful: [ColumnName] = []
  /// `--mask` of columns whose type has no stand-ins.
  public private(set) var refused: [ColumnName] = []
  /// Constants that the plan mentions; values equal to one stay.
  let literals: Set<String>
  let forms: [ColumnName: ColumnForm]
  private let byColumn: [ColumnName: Treatment]
  private let claims: [String: Treatment]
  private let linked: [String: [ColumnName]]
  /// Which columns are held equal, by a number for each class.
  private let classes: [ColumnName: Int]

  /// Rules for the tables of `catalog`.
  ///
  /// - Parameters:
  ///   - keep: columns that are to stay, with all that are held equal to them.
  ///   - mask: columns that are to be masked although a rule would keep them.
  public init(_ catalog: Catalog, keep: Set<ColumnName> = [], mask: Set<ColumnName> = []) {
    let compared = ComparedColumns(catalog)
    let forms = ColumnForm.all(of: catalog)
    let classes = EqualColumns(catalog, compared)
    var byColumn: [ColumnName: Treatment] = [:]
    var claims: [String: Treatment] = [:]
    var linked: [String: [ColumnName]] = [:]
    let keys = ColumnName.keys(of: catalog)
    let listed = ColumnName.listed(in: catalog)
    var numbers: [ColumnName: Int] = [:]
    for (number, members) in classes.all.enumerated() {
      let columns = members.compactMap { if case .column(let name) = $0 { name } else { nil } }
      let names = members.compactMap { if case .claim(let name) = $0 { name } else { nil } }
      let treatment = ClassTreatment(
        columns: columns, claims: names, forms: forms, compared: compared.columns, keys: keys,
        keep: keep, mask: mask)
      for column in columns {
        byColumn[column] = treatment.treatment(of: column, listed)
        numbers[column] = number
      }
      for name in names {
        claims[name] = treatment.shared
        linked[name] = columns.sorted()
      }
    }
    literals = compared.literals
    self.forms = forms
    self.byColumn = byColumn
    self.claims = claims
    self.linked = linked
    self.classes = numbers
    for table in catalog.tables {
      for column in table.columns where column.generated == nil {
        let name = ColumnName(table.name, column.name)
        guard let treatment = byColumn[name] else { continue }
        treatments.append((name, treatment))
        if case .masked = treatment, compared.computed.contains(name) { doubtful.append(name) }
        if mask.contains(name), forms[name]?.ownKind(asked: true) == nil { refused.append(name) }
      }
    }
  }

  /// What becomes of a column; kept if the catalog has no such column.
  public func treatment(of column: ColumnName) -> Treatment { byColumn[column] ?? .kept(.plain) }

  /// The kinds that are masked, by columns.
  public var maskedColumns: [ColumnName: SensitiveKind] {
    var kinds: [ColumnName: SensitiveKind] = [:]
    for case (let column, .masked(let kind)) in treatments { kinds[column] = kind }
    return kinds
  }

  /// Whether policies, or what they call, mention a constant, such as the name of a claim.
  public func mentions(_ literal: String) -> Bool { literals.contains(literal) }

  /// What becomes of a claim, where policies compare it with columns.
  func treatment(ofClaim name: String) -> Treatment? { claims[name] }

  /// Whether policies compare members of a claim with columns.
  func hasMembers(ofClaim name: String) -> Bool {
    claims.keys.contains { $0.hasPrefix(name + ".") }
  }

  /// What else must have stand-ins of the same form for those of a column to meet: all of a kind
  /// that is recognized everywhere, else what keys and policies hold equal to it.
  func group(of column: ColumnName, _ kind: SensitiveKind) -> ShapedValues.Group {
    kind.isStrong ? .kind(kind) : classes[column].map { .columns($0) } ?? .kind(kind)
  }

  /// The columns that hold what a claim says, or a member of one, `app_metadata.org`: compared with it, or referring to such a column.
  public func columns(linkedToClaim name: String) -> [ColumnName] { linked[name] ?? [] }

  /// Names of claims that columns are compared with.
  public var linkedClaims: [String] { linked.keys.sorted() }
}

/// Values whose stand-ins keep their form, for the sake of constraints: letters for letters, digits
/// for digits.
public struct ShapedValues: Hashable, Sendable {
  enum Group: Hashable {
    case kind(SensitiveKind)
    /// Columns that are held equal, by their number.
    case columns(Int)
  }

  private var groups: Set<Group> = []

  /// None.
  public init() {}

  /// Adds a masked column with all that must be as it; false if it was there.
  public mutating func insert(_ column: ColumnName, _ rules: MaskingRules) -> Bool {
    guard case .masked(let kind) = rules.treatment(of: column) else { return false }
    return groups.insert(rules.group(of: column, kind)).inserted
  }

  func contains(_ group: Group) -> Bool { groups.contains(group) }
}

/// What becomes of columns and claims that are held equal.
private struct ClassTreatment {
  /// Nil: each column is looked at for itself.
  var shared: MaskingRules.Treatment?
  let isAsked: Bool
  let forms: [ColumnName: ColumnForm]
  let keep: Set<ColumnName>

  init(
    columns: [ColumnName], claims: [String], forms: [ColumnName: ColumnForm],
    compared: Set<ColumnName>, keys: Set<ColumnName>, keep: Set<ColumnName>, mask: Set<ColumnName>
  ) {
    self.forms = forms
    self.keep = keep
    let asked = columns.filter(mask.contains).compactMap { forms[$0]?.ownKind(asked: true) }
    isAsked = !asked.isEmpty
    let texts = columns.filter { forms[$0] == .text || forms[$0] == .texts }
    let strong =
      (texts.compactMap { SensitiveKind.ofText(named: $0.column) }
      + claims.compactMap { SensitiveKind.ofText(named: $0) }).filter(\.isStrong)
    let order = SensitiveKind.allCases
    let strongest = strong.min { a, b in
      (order.firstIndex(of: a) ?? 0) < (order.firstIndex(of: b) ?? 0)
    }
    if columns.contains(where: keep.contains) {
      shared = .kept(.asked)
    } else if let kind = asked.first {
      shared = .masked(strongest ?? kind)
    } else if let strongest {
      shared = .masked(strongest)
    } else if columns.contains(where: compared.contains) || !claims.isEmpty {
      shared = .kept(.compared)
    } else if columns.contains(where: keys.contains) {
      shared = .kept(.key)
    }
  }

  func treatment(of column: ColumnName, _ listed: Set<ColumnName>) -> MaskingRules.Treatment {
    guard let form = forms[column] else { return .kept(.plain) }
    switch shared {
    case .kept(let reason)?:
      // A JSON's texts are not what a policy compares, but its members, which are spared one by one.
      if reason != .asked, form == .json { return .masked(.json) }
      if reason != .asked, form == .plain { return .kept(.plain) }
      return .kept(reason)
    case .masked(let kind)?:
      switch form {
      case .text, .texts: return .masked(kind)
      case .json, .opaque, .network, .bytes:
        return form.ownKind(asked: true).map { .masked($0) } ?? .kept(.plain)
      case .date, .number, .uuid: return isAsked ? .masked(kind) : .kept(.plain)
      case .plain: return .kept(.plain)
      }
    case nil: break
    }
    guard let kind = form.ownKind(asked: false, named: column.column) else { return .kept(.plain) }
    if form == .text, !kind.isStrong, listed.contains(column) { return .kept(.listed) }
    return .masked(kind)
  }
}

extension ColumnName {
  /// Columns of which a CHECK says which texts they may hold.
  fileprivate static func listed(in catalog: Catalog) -> Set<ColumnName> {
    var listed: Set<ColumnName> = []
    for table in catalog.tables {
      for node in table.checks.flatMap({ Array(SQLNode.expression($0.expression).descendants) }) {
        guard case .expression(let expression) = node else { continue }
        switch expression {
        case .inList(let operand, _, negated: false),
          .quantified("=", let operand, _, isAll: false):
          for case .expression(.column(_, let name)) in SQLNode.expression(operand).descendants {
            listed.insert(ColumnName(table.name, name))
          }
        default: break
        }
      }
    }
    return listed
  }

  /// Columns of primary and foreign keys, and those that foreign keys refer to.
  fileprivate static func keys(of catalog: Catalog) -> Set<ColumnName> {
    var keys: Set<ColumnName> = []
    for table in catalog.tables {
      for column in table.primaryKey?.columns ?? [] { keys.insert(ColumnName(table.name, column)) }
      for key in table.foreignKeys {
        for column in key.columns { keys.insert(ColumnName(table.name, column)) }
        for column in key.referencedColumns { keys.insert(ColumnName(key.references, column)) }
      }
    }
    return keys
  }
}

import AccessModel

/// What two catalogs say differently of the same object, and no statement of a migration changes:
/// types, and how the sequences of identity columns count.
struct UnchangedDefinitions {
  /// One sentence each.
  private(set) var sentences: [String] = []

  init(from old: Catalog, to new: Catalog) {
    let types = old.types.keyed(by: \.name)
    for type in new.types where type.origin == .plan {
      guard let before = types[type.name] else { continue }
      if !Self.areSame(before, type) {
        sentences.append("type \(type.name) is another: ALTER TYPE or DOMAIN is yours to write")
      }
    }
    let tables = old.tables.keyed(by: \.name)
    for table in new.tables where (table.origin ?? .plan) == .plan {
      for column in table.columns {
        guard let before = tables[table.name]?.columns.first(where: { $0.name == column.name }),
          before.identity != nil, column.identity != nil
        else { continue }
        note(
          before.identitySequence, column.identitySequence,
          "the sequence of \(table.name).\(column.name)")
      }
    }
  }

  private mutating func note(
    _ old: Catalog.Sequence?, _ new: Catalog.Sequence?, _ name: String
  ) {
    guard Catalog.Sequence.Counting(old) != Catalog.Sequence.Counting(new) else { return }
    sentences.append("\(name) counts in another way: ALTER SEQUENCE is yours to write")
  }

  private static func areSame(_ old: Catalog.CustomType, _ new: Catalog.CustomType) -> Bool {
    old.kind == new.kind && (old.defaultValue == nil) == (new.defaultValue == nil)
      && Set(old.checks.map(\.name)) == Set(new.checks.map(\.name))
  }
}

extension Catalog.Sequence {
  /// What numbers come of a sequence. Its type follows the column's.
  struct Counting: Equatable {
    let increment: Int64
    let start: Int64?
    let minimum: Int64?
    let maximum: Int64?
    let cycles: Bool

    init(_ sequence: Catalog.Sequence?) {
      increment = sequence?.increment ?? 1
      let isRising = increment > 0
      minimum = sequence?.minimum ?? (isRising ? 1 : nil)
      maximum = sequence?.maximum ?? (isRising ? nil : -1)
      start = sequence?.start ?? (isRising ? minimum : maximum)
      cycles = sequence?.cycles ?? false
    }
  }

  func counts(as other: Self) -> Bool { Counting(self) == Counting(other) }

  /// Takes the other's numbers. Its type, which bounds them, stays.
  mutating func count(as other: Self) {
    guard !counts(as: other) else { return }
    (increment, start, cycles) = (other.increment, other.start, other.cycles)
    (minimum, maximum) = (other.minimum, other.maximum)
  }
}

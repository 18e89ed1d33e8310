/// Of how many rows something is asked. It is found out when a subquery wants to know, and once.
final class AskedRows {
  enum Extent {
    /// Each is asked of when it is met.
    case few
    /// EXISTS may look at all of its own rows first. `calls`: how often PostgreSQL expects to compute
    /// it; nil: often.
    case many(calls: ClosedRange<Double>?)
  }

  private(set) lazy var extent = find()
  private let find: () -> Extent

  init(_ find: @escaping () -> Extent) { self.find = find }

  static var many: AskedRows { AskedRows { .many(calls: nil) } }
}

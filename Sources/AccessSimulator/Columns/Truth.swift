import SQLBinding

/// What a condition says of a row, as a byte, so that whole blocks of rows are combined at once: AND
/// takes the lesser of two, OR the greater.
enum Truth {
  static let no: UInt8 = 0
  static let unknown: UInt8 = 1
  static let yes: UInt8 = 2
  /// Not decided here: the row itself has to be asked, and may raise an error.
  static let open: UInt8 = 3

  static func of(_ value: SQLValue) -> UInt8 {
    switch value.truth {
    case true?: yes
    case false?: no
    case nil: unknown
    }
  }

  /// `first AND next`, in this order: what is FALSE first is all there is to know, and what is open
  /// stays so.
  @inline(__always)
  static func and(_ first: UInt8, _ next: UInt8) -> UInt8 {
    first == open ? open : first == no ? no : next == open ? open : min(first, next)
  }

  /// `first OR next`, in this order.
  @inline(__always)
  static func or(_ first: UInt8, _ next: UInt8) -> UInt8 {
    first == open || first == yes ? first : max(first, next)
  }

  @inline(__always)
  static func not(_ truth: UInt8) -> UInt8 { truth == open ? open : yes &- truth }
}

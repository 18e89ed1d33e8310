import AccessModel
import BigInt
import SQLBinding

/// Variances, deviations and regressions over the rows of a group.
///
/// Source: `numeric_stddev_internal()` in `numeric.c`, `float8_accum()` and `float8_regr_accum()` in
/// `float.c`.
enum Statistics {
  static let functions: Set<String> = [
    "stddev", "stddev_samp", "stddev_pop", "variance", "var_samp", "var_pop", "corr", "covar_pop",
    "covar_samp", "regr_avgx", "regr_avgy", "regr_count", "regr_intercept", "regr_r2",
    "regr_slope", "regr_sxx", "regr_sxy", "regr_syy",
  ]

  static func result(
    of function: Builtin, _ rows: [[SQLValue]]
  ) throws(EngineFailure) -> SQLValue {
    for row in rows { for value in row { try value.requireDetermined() } }
    let rows = rows.filter { !$0.contains(where: \.isNull) }
    if function.arguments.count == 2 { return try regression(function, rows) }
    let isDeviation = function.name.hasPrefix("stddev")
    let isWhole = function.name.hasSuffix("_pop")
    guard rows.count > (isWhole ? 0 : 1) else { return .null }
    if function.arguments[0].isFloat {
      var sums = FloatSums()
      for row in rows { try sums.add(try row[0].doubleValue()) }
      let variance = sums.xx / (sums.count - (isWhole ? 0 : 1))
      return .double(isDeviation ? variance.squareRoot() : variance)
    }
    var values: [Numeric] = []
    for row in rows {
      values.append(
        try row[0].cast(from: function.arguments[0], to: .numeric).numericValue())
    }
    return .numeric(try exact(values, isDeviation: isDeviation, isWhole: isWhole))
  }

  private static func exact(
    _ values: [Numeric], isDeviation: Bool, isWhole: Bool
  ) throws(EngineFailure) -> Numeric {
    if values.contains(where: { $0.special != nil }) { return .nan }
    let count = Numeric(Int64(values.count))
    let sum = values.reduce(Numeric(0), +)
    let squares = values.reduce(Numeric(0)) { $0 + $1.exactSquare }
    let spread = Numeric(count.unscaled * squares.unscaled, scale: squares.scale) - sum.exactSquare
    guard spread.sign == 1 else { return Numeric(0) }
    let divisor = count * (isWhole ? count : count - Numeric(1))
    guard let variance = spread / divisor else { throw Arithmetic.divisionByZero }
    return isDeviation ? variance.squareRoot(scale: variance.scale) : variance
  }

  private static func regression(
    _ function: Builtin, _ rows: [[SQLValue]]
  ) throws(EngineFailure) -> SQLValue {
    var sums = FloatSums()
    for row in rows {
      try sums.add(x: try row[1].doubleValue(), y: try row[0].doubleValue())
    }
    let count = sums.count
    if function.name == "regr_count" { return .integer(Int64(rows.count)) }
    guard count > (function.name == "covar_samp" ? 1 : 0) else { return .null }
    switch function.name {
    case "regr_sxx": return .double(sums.xx)
    case "regr_syy": return .double(sums.yy)
    case "regr_sxy": return .double(sums.xy)
    case "regr_avgx": return .double(sums.x / count)
    case "regr_avgy": return .double(sums.y / count)
    case "covar_pop": return .double(sums.xy / count)
    case "covar_samp": return .double(sums.xy / (count - 1))
    case "corr":
      guard sums.xx != 0, sums.yy != 0 else { return .null }
      return .double(sums.xy / (sums.xx * sums.yy).squareRoot())
    default: break
    }
    guard sums.xx != 0 else { return .null }
    switch function.name {
    case "regr_slope": return .double(sums.xy / sums.xx)
    case "regr_intercept": return .double((sums.y - sums.x * sums.xy / sums.xx) / count)
    default:
      return .double(sums.yy == 0 ? 1 : (sums.xy * sums.xy) / (sums.xx * sums.yy))
    }
  }
}

extension Numeric {
  /// With more digits than a value may have.
  fileprivate var exactSquare: Numeric { Numeric(unscaled * unscaled, scale: scale * 2) }
}

/// Sums of pairs and of the squares around their means, by the method of Youngs and Cramer.
private struct FloatSums {
  var count = 0.0
  var x = 0.0
  var y = 0.0
  var xx = 0.0
  var yy = 0.0
  var xy = 0.0

  mutating func add(_ value: Double) throws(EngineFailure) {
    guard value.isFinite else { throw Self.notFinite }
    let previous = count
    count += 1
    x += value
    guard previous > 0 else { return }
    let off = value * count - x
    xx += off * off / (count * previous)
    guard xx.isFinite else { throw BuiltinLibrary.overflow }
  }

  mutating func add(x newX: Double, y newY: Double) throws(EngineFailure) {
    guard newX.isFinite, newY.isFinite else { throw Self.notFinite }
    let previous = count
    count += 1
    x += newX
    y += newY
    guard previous > 0 else { return }
    let (offX, offY) = (newX * count - x, newY * count - y)
    let scale = 1 / (count * previous)
    xx += offX * offX * scale
    yy += offY * offY * scale
    xy += offX * offY * scale
    guard xx.isFinite, yy.isFinite, xy.isFinite else { throw BuiltinLibrary.overflow }
  }

  private static let notFinite = EngineFailure.undecided(
    Undecided("statistics of floats that are not finite"))
}

import AccessModel
import Foundation
import SQLBinding

extension BuiltinLibrary {
  /// Source: `formatting.c`.
  static let formatFunctions: [String: BuiltinBody] = [
    "to_char(timestamp,text)": { (values, _) throws(EngineFailure) in
      let (time, format) = (try values[0].microseconds(), try values[1].textValue())
      guard !format.isEmpty, CivilTime.timestamps.contains(time) else { return .null }
      return .text(try DateFormat(format).text(of: FormattedTime(local: time, nil)))
    },
    "to_char(timestamptz,text)": { (values, _) throws(EngineFailure) in
      let (moment, format) = (try values[0].microseconds(), try values[1].textValue())
      guard !format.isEmpty, CivilTime.timestamps.contains(moment) else { return .null }
      let offset = ValueStyle.current.timeZone.offset(at: CivilTime.unixSeconds(moment))
      let local = FormattedTime(local: moment + offset.seconds * 1_000_000, offset)
      return .text(try DateFormat(format).text(of: local))
    },
    "to_char(interval,text)": { (values, _) throws(EngineFailure) in
      let format = try values[1].textValue()
      guard !format.isEmpty else { return .null }
      return .text(
        try DateFormat(format).text(of: FormattedTime(try values[0].intervalValue())))
    },
    "to_char(numeric,text)": { (values, _) throws(EngineFailure) in
      try shown(values[1]) { (format) throws(EngineFailure) in
        try format.text(of: try values[0].numericValue())
      }
    },
    "to_char(int4,text)": { (values, _) throws(EngineFailure) in try integer(values) },
    "to_char(int8,text)": { (values, _) throws(EngineFailure) in try integer(values) },
    "to_char(float8,text)": { (values, _) throws(EngineFailure) in
      try float(values, digits: 15)
    },
    "to_char(float4,text)": { (values, _) throws(EngineFailure) in
      try float(values, digits: 6)
    },
    "to_number(text,text)": { (values, _) throws(EngineFailure) in
      let format = try values[1].textValue()
      guard !format.isEmpty else { return .null }
      return .numeric(try NumberFormat(format).number(in: try values[0].textValue()))
    },
  ]

  private static func shown(
    _ format: SQLValue, _ text: (NumberFormat) throws(EngineFailure) -> String
  ) throws(EngineFailure) -> SQLValue {
    let format = try format.textValue()
    guard !format.isEmpty else { return .text("") }
    return .text(try text(try NumberFormat(format)))
  }

  private static func integer(_ values: [SQLValue]) throws(EngineFailure) -> SQLValue {
    let value = try values[0].integerValue()
    return try shown(values[1]) { (format) throws(EngineFailure) in
      try format.text(of: Numeric(value))
    }
  }

  /// No more digits than the type has. Source: `float8_to_char()`.
  private static func float(_ values: [SQLValue], digits: Int) throws(EngineFailure) -> SQLValue {
    let value = try values[0].doubleValue()
    return try shown(values[1]) { (format) throws(EngineFailure) in
      guard value.isFinite else {
        throw .undecided(Undecided("to_char() of a float that is not finite"))
      }
      guard !format.isScientific, !format.isRoman, !format.isMultiplied else {
        throw .undecided(Undecided("a float in this format of to_char()"))
      }
      var format = format
      let whole = String(format: "%.0f", value.magnitude).utf8.count
      if whole >= digits {
        format.places = 0
      } else if whole + format.places > digits {
        format.places = digits - whole
      }
      let text = String(format: "%.\(format.places)f", value)
      guard let exact = Numeric(parsing: text) else {
        throw .undecided(Undecided("a float of this size"))
      }
      return try format.text(of: exact, isNegative: text.hasPrefix("-"))
    }
  }
}

import AccessModel
import SQLBinding

extension BuiltinLibrary {
  static let textFunctions: [String: BuiltinBody] = [
    "lower(text)": mapASCII { $0.lowercased() },
    "upper(text)": mapASCII { $0.uppercased() },
    "length(text)": length,
    "char_length(text)": length,
    "character_length(text)": length,
    "btrim(text)": { (values, _) throws(EngineFailure) in
      let text = try values[0].textValue()
      return .text(String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    },
    "textcat(text,text)": concatenation,
    "textlike(text,text)": like(insensitive: false, negated: false),
    "textnlike(text,text)": like(insensitive: false, negated: true),
    "texticlike(text,text)": like(insensitive: true, negated: false),
    "texticnlike(text,text)": like(insensitive: true, negated: true),
    "namelike(name,text)": like(insensitive: false, negated: false),
    "namenlike(name,text)": like(insensitive: false, negated: true),
    "nameiclike(name,text)": like(insensitive: true, negated: false),
    "nameicnlike(name,text)": like(insensitive: true, negated: true),
  ]

  /// Case mapping depends on the collation; only ASCII is the same under all.
  static func mapASCII(_ transform: @escaping @Sendable (String) -> String) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let text = try values[0].textValue()
      guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
        throw .undecided(Undecided("letter case beyond ASCII"))
      }
      return .text(transform(text))
    }
  }

  private static let length: BuiltinBody = { (values, _) throws(EngineFailure) in
    .integer(Int64(try values[0].textValue().unicodeScalars.count))
  }

  private static let concatenation: BuiltinBody = { (values, _) throws(EngineFailure) in
    .text(try values[0].textValue() + values[1].textValue())
  }

  static func like(insensitive: Bool, negated: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      var (subject, pattern) = (try values[0].textValue(), try values[1].textValue())
      if insensitive {
        guard (subject + pattern).utf8.allSatisfy({ $0 < 0x80 }) else {
          throw .undecided(Undecided("ILIKE beyond ASCII"))
        }
        (subject, pattern) = (subject.lowercased(), pattern.lowercased())
      }
      return .boolean(try LikePattern(pattern).matches(subject) != negated)
    }
  }
}

/// What personal a column holds, which says what its stand-ins look like.
public enum SensitiveKind: String, Hashable, Sendable, CaseIterable {
  case email, phone
  case personName = "name of a person"
  case account = "account name"
  case secret
  /// Numbers of passports, cards, accounts, licences.
  case document = "document number"
  case address, url
  case network = "network address"
  case birthDate = "date of birth"
  case coordinate
  case freeText = "free text"
  case json = "texts in JSON"
  case bytes
  /// A number or key that somebody asked to be masked.
  case number, uuid
  /// What is made of other texts, or of a type without stand-ins.
  case emptied

  /// Masked even where policies compare it: their decisions stay the same, for equal values get
  /// equal stand-ins.
  var isStrong: Bool {
    switch self {
    case .email, .phone, .personName, .account, .secret, .document: true
    default: false
    }
  }

  /// What a text is by the name of its column, or by its key in JSON; nil for nothing in particular.
  static func ofText(named name: String) -> SensitiveKind? {
    let words = ColumnWords.words(of: name)
    let all = Set(words)
    func has(_ candidates: Set<String>) -> Bool { !all.isDisjoint(with: candidates) }
    if has(["email", "emails", "mail"]) { return .email }
    if has([
      "password", "passwd", "pwd", "secret", "secrets", "token", "tokens", "credential",
      "credentials", "otp", "pin", "salt", "nonce", "cookie", "passphrase", "apikey", "hash",
    ]) || has(["key"]) && has(["api", "private", "access", "signing", "secret"]) {
      return .secret
    }
    if has(["phone", "phones", "mobile", "telephone", "tel", "fax", "msisdn", "whatsapp"]) {
      return .phone
    }
    if has(["ip"]) { return .network }
    if has([
      "ssn", "passport", "iban", "bic", "nino", "vat", "tin", "licence", "license", "plate", "card",
    ]) {
      return .document
    }
    if has(["firstname", "lastname", "surname", "fullname", "forename", "nickname", "maiden"])
      || has(["name"])
        && has(["first", "last", "full", "given", "family", "middle", "nick", "legal"])
    {
      return .personName
    }
    if has(["username", "login", "handle", "screenname"])
      || has(["name"]) && has(["user", "login"])
    {
      return .account
    }
    if has(["name"]) && has(["display", "contact", "author", "customer", "owner", "person"]) {
      return .personName
    }
    if has(["address", "street", "postcode", "postal", "zip", "zipcode"]) { return .address }
    if has(["url", "uri", "link", "website", "homepage", "avatar", "image", "photo", "picture"]) {
      return .url
    }
    return nil
  }

  /// Whether a number is where somebody is.
  static func isCoordinate(named name: String) -> Bool {
    !Set(ColumnWords.words(of: name))
      .isDisjoint(with: ["lat", "latitude", "lng", "lon", "long", "longitude"])
  }

  /// Whether a date is somebody's first.
  static func isBirthDate(named name: String) -> Bool {
    !Set(ColumnWords.words(of: name))
      .isDisjoint(with: ["birth", "birthday", "birthdate", "dob", "born"])
  }
}

/// Names of columns as words: `emailAddress2` is `email`, `address`.
enum ColumnWords {
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in name {
      let isBreak = !character.isLetter || character.isUppercase && wasLower
      if isBreak, !word.isEmpty {
        words.append(word.lowercased())
        word = ""
      }
      if character.isLetter { word.append(character) }
      wasLower = character.isLowercase
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }
}

/// The stable number of a kind of diagnostic. Numbers are never reused.
///
/// 1xx: files and formats. 2xx: plans and names. 3xx: expressions and types. 4xx: fixtures and
/// cases. 5xx: intents. 6xx: findings of the linter.
public enum DiagnosticID: String, Codable, Sendable, CaseIterable {
  case unreadableFile = "RK101"
  case unsupportedFormatVersion = "RK102"
  case malformedDocument = "RK103"
  case unreadStatement = "RK104"
  case refusedStatement = "RK105"

  case duplicateName = "RK201"
  case unknownRole = "RK202"
  case unknownColumn = "RK203"
  case unknownRelation = "RK204"
  case unknownFunction = "RK205"
  case nameTooLong = "RK206"
  case emptyName = "RK207"
  case viewColumnMissing = "RK208"
  case viewColumnSurplus = "RK209"
  case columnOutOfScope = "RK210"
  case invalidRule = "RK211"
  case missingOwner = "RK212"
  case nameSpoilt = "RK213"
  case dependencyCycle = "RK214"
  case unknownSchema = "RK215"
  case invalidReference = "RK216"

  case typeMismatch = "RK301"
  case undecidedConstruct = "RK302"
  case ambiguousColumn = "RK303"
  case groupingError = "RK304"

  case malformedRows = "RK401"
  case unknownFixtureColumn = "RK402"
  case missingFixtureValue = "RK403"
  case malformedCases = "RK404"
  case unknownIdentity = "RK405"
  case missingRow = "RK406"
  case emptyCase = "RK407"
  case refusedToken = "RK408"

  case intentViolated = "RK501"
  case intentUnjudged = "RK502"

  case trustsUserMetadata = "RK601"
}

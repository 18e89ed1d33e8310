public import AccessModel

/// What came of holding one intent against the fixtures.
public struct IntentResult: Hashable, Sendable {
  /// Whether it holds, as far as the fixtures show.
  public enum Verdict: Hashable, Sendable {
    /// No identity and no row of the fixtures breaks it.
    case held
    /// `IntentResult.violations` break it.
    case violated
    /// A construct that is not modelled stood in the way.
    case undecided(Undecided)
    /// The fixtures hold nothing to check it against; this is what they lack.
    case unjudged(String)
  }

  /// The intent, with its place.
  public var intent: Intent
  /// Whether it holds.
  public var verdict: Verdict
  /// In order of command and identity.
  public var violations: [Violation]
  /// What breaks no intent but should be known, as `service_role bypasses row security`.
  public var notes: [String]
  /// Pairs of identity and row that were checked.
  public var checks: Int

  /// RK501 for each violation, RK502 if nothing was checked, RK302 if undecided.
  public var diagnostics: [Diagnostic] {
    switch verdict {
    case .held: []
    case .violated:
      violations.map {
        Diagnostic(
          .intentViolated, "`\(intent.sentence)` does not hold: \($0.description)",
          at: intent.place)
      }
    case .undecided(let undecided):
      [
        Diagnostic(
          .undecidedConstruct, "`\(intent.sentence)` is undecided: \(undecided.construct)",
          at: intent.place)
      ]
    case .unjudged(let why):
      [
        Diagnostic(
          .intentUnjudged, "`\(intent.sentence)` was not judged: \(why)", at: intent.place,
          help: "add rows or identities to the fixtures")
      ]
    }
  }
}

/// One way in which an identity breaks an intent.
public struct Violation: Hashable, Sendable {
  /// What the identity can or cannot do.
  public enum Kind: Hashable, Sendable {
    /// Not let at rows it ought to reach.
    case denied
    /// Reaches rows of others by key.
    case reaches
    /// Reaches more rows than are its own by a statement without WHERE.
    case reachesBlindly
    /// Reads values of others' rows out of this view or function.
    case letsOut(QualifiedName)
    /// Reads what this view or function makes of values of others' rows.
    case derives(QualifiedName)
    /// Can TRUNCATE.
    case truncates
    /// Inserts rows that are others'.
    case plants
    /// Turns a row of its own into another's.
    case givesAway
    /// Turns another's row into its own.
    case takesOver
  }

  /// The identity's name.
  public var identity: String
  /// Its role.
  public var role: String
  /// The command of the intent.
  public var command: AccessCommand
  /// The relation of the intent.
  public var relation: QualifiedName
  /// What it can or cannot do.
  public var kind: Kind
  /// How many rows.
  public var count: Int
  /// The rows, as `id=3, email_address=…`; none if a blind statement reached them unnamed.
  public var rows: [String]
  /// The columns concerned, if not the whole row.
  public var columns: [String]?
  /// The view that the relation is written through, if not by its own name.
  public var through: QualifiedName?
  /// The decision that was unexpected, if a refusal.
  public var decision: Decision?

  /// How many rows `description` names.
  public static let namedRows = 5
}

extension Violation.Kind {
  /// As documents spell it: `reachesBlindly`.
  public var name: String {
    switch self {
    case .denied: "denied"
    case .reaches: "reaches"
    case .reachesBlindly: "reachesBlindly"
    case .letsOut: "letsOut"
    case .derives: "derives"
    case .truncates: "truncates"
    case .plants: "plants"
    case .givesAway: "givesAway"
    case .takesOver: "takesOver"
    }
  }

  /// The view or function that lets values out.
  public var door: QualifiedName? {
    switch self {
    case .letsOut(let door), .derives(let door): door
    default: nil
    }
  }
}

extension Violation: CustomStringConvertible {
  /// ``​`ana` (authenticated) can delete 2 rows of `saved` that are not theirs: id=4; id=5``.
  public var description: String {
    let who = "`\(identity)` (\(role))"
    let many = "\(count) row\(count == 1 ? "" : "s")"
    let limited = columns.map { " (\($0.joined(separator: ", ")))" } ?? ""
    let verb = command.rawValue
    let sentence =
      switch kind {
      case .denied: "cannot \(verb) \(many) of `\(relation)`\(limited)"
      case .reaches: "can \(verb) \(many) of `\(relation)`\(limited) not theirs to reach"
      case .reachesBlindly:
        "can \(verb) \(many) of `\(relation)`\(limited) too many by a statement without WHERE"
      case .letsOut(let door):
        "can read values of \(many) of `\(relation)`\(limited) not theirs through `\(door)`"
      case .derives(let door):
        "can read what `\(door)` makes of values of \(many) of `\(relation)`\(limited) not theirs"
      case .truncates: "can TRUNCATE `\(relation)`, which row security does not stop"
      case .plants: "can insert \(many) into `\(relation)`\(limited) not theirs to add"
      case .givesAway: "can make a row of `\(relation)` of theirs the like of \(many) of others"
      case .takesOver: "can make \(many) of others in `\(relation)` theirs"
      }
    let path = through.map { " through `\($0)`" } ?? ""
    return "\(who) \(sentence)\(path)" + (rows.isEmpty ? "" : ": \(named)")
      + (decision.map { ": \($0)" } ?? "")
  }

  private var named: String {
    let named = rows.prefix(Self.namedRows).joined(separator: "; ")
    let left = rows.count - Self.namedRows
    return named + (left > 0 ? "; and \(left) more" : "")
  }
}

extension Intent {
  /// `only the row's owner may select, insert saved`.
  public var sentence: String {
    let who =
      subjects.isEmpty ? "nobody" : subjects.map(\.description).joined(separator: " and ")
    let what = commands.map(\.rawValue).joined(separator: ", ")
    let part =
      (columns.map { " (\($0.joined(separator: ", ")))" } ?? "")
      + (rows == nil ? "" : ", the rows meant,")
    return switch claim {
    case .may: "\(who) may \(what) \(relation)\(part)"
    case .onlyMay: "only \(who) may \(what) \(relation)\(part)"
    case .nobodyBut where subjects.isEmpty: "nobody may \(what) \(relation)\(part)"
    case .nobodyBut: "nobody but \(who) may \(what) \(relation)\(part)"
    }
  }
}

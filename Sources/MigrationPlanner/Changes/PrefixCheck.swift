import AccessModel
import SQLBinding
import SQLFrontend

/// Whether the states that a migration passes through give more than it starts and ends with.
public struct PrefixCheck: Sendable {
  /// How many states there are, the first and the last aside.
  public var count: Int
  /// Those that may give more, with what and after which statement.
  public var wider: [Wider]

  /// What a state in between may give more of.
  public struct Wider: Hashable, Sendable {
    /// The number of the statement before the state, from 0.
    public var statement: Int
    /// `table saved`.
    public var object: String
  }

  var failing: Set<CatalogChange.ClosedObject> = []
  /// Statements that the model refuses or does not know.
  var refusals: [String] = []
}

/// Runs a migration's statements on the model, one after the other, and looks at each state.
struct PrefixReplay {
  private(set) var catalog: Catalog
  private let old: AccessGuards
  private let new: AccessGuards
  private let administrator: String
  private let version: PostgresVersion

  init(
    from old: Catalog, to new: Catalog, administrator: String, version: PostgresVersion = .v15
  ) {
    catalog = old
    self.version = version
    self.old = AccessGuards(old, version)
    self.new = AccessGuards(new, version)
    let superuser = old.roles.first(where: \.isSuperuser)?.name
    self.administrator =
      old.role(administrator)?.isSuperuser == true ? administrator : superuser ?? administrator
  }

  mutating func check(_ statements: [PlannedMigration.Statement]) -> PrefixCheck {
    let (old, new, administrator, start) = (old, new, administrator, catalog)
    let version = version
    let result = SessionStatementReader.onDeepStack { () -> (PrefixCheck, Catalog) in
      var session = DefinitionSession(start)
      var check = PrefixCheck(count: 0, wider: [])
      var wider = WiderAccess(of: old, than: old, new)
      for (index, statement) in statements.enumerated() {
        if let refusal = Self.apply(statement, to: &session, as: administrator, version) {
          check.refusals.append(refusal)
        }
        guard statement.endsStep, index + 1 < statements.count else { continue }
        check.count += 1
        // Nobody gains access by a comment.
        guard statement.title != ChangeStage.comments.title, session.catalog != wider.catalog
        else { continue }
        wider.move(to: session.catalog)
        for object in wider.objects {
          check.wider.append(.init(statement: index, object: object.description))
          check.failing.insert(object)
        }
      }
      return (check, session.catalog)
    }
    catalog = result.1
    return result.0
  }

  /// The catalogs after each step but the last, by the number of the statement before.
  func states(
    of statements: [PlannedMigration.Statement]
  ) -> [(statement: Int, catalog: Catalog)] {
    let (administrator, start, version) = (administrator, catalog, version)
    return SessionStatementReader.onDeepStack {
      var session = DefinitionSession(start)
      var states: [(statement: Int, catalog: Catalog)] = []
      for (index, statement) in statements.enumerated() {
        let before = session.catalog
        _ = Self.apply(statement, to: &session, as: administrator, version)
        guard statement.endsStep, index + 1 < statements.count else { continue }
        if session.catalog != before { states.append((index, session.catalog)) }
      }
      return states
    }
  }

  /// What a role may not do of it, in the server's words.
  func missingRights(
    of statements: [PlannedMigration.Statement], as role: String
  ) -> [String] {
    let (start, version) = (catalog, version)
    return SessionStatementReader.onDeepStack {
      var session = DefinitionSession(start)
      var missing: [String] = []
      for statement in statements {
        guard let refusal = Self.apply(statement, to: &session, as: role, version) else { continue }
        missing.append(refusal)
      }
      return missing
    }
  }

  /// Nil where it was applied, or has nothing to do with the catalog.
  private static func apply(
    _ statement: PlannedMigration.Statement, to session: inout DefinitionSession,
    as administrator: String, _ version: PostgresVersion
  ) -> String? {
    let read: SessionStatement?
    do throws(SessionReadFailure) {
      read = try SessionStatementReader.read(statement.text, version: version)
    } catch {
      return "\(statement.text): \(error.error.message)"
    }
    guard case .definition(let definition)? = read else { return nil }
    let role = statement.role ?? administrator
    let before = session
    let outcome = session.apply(
      definition,
      in: .init(
        currentUser: role, sessionUser: administrator, searchPath: "public", version: version,
        checksBodies: false, hasRows: false))
    if let error = outcome.refusal {
      session = before
      return "\(statement.text): \(error.message)"
    }
    if case .unsupported(let what) = outcome.answer { return "\(statement.text): \(what)" }
    return nil
  }
}

extension CatalogChange.ClosedObject {
  var description: String {
    switch self {
    case .relation(let name), .privileges(let name): "`\(name)`"
    case .function(let key): "function `\(key.name)`"
    }
  }
}

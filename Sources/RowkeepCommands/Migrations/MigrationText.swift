import AccessDecisions
import AccessModel
import Foundation
import MigrationPlanner

/// Which tool's files a migration is written for.
enum MigrationFormat: String, CaseIterable {
  case plain, supabase, flyway, json
}

/// A planned migration as SQL, with what it does said at the top.
struct MigrationText {
  var title: String
  var from: String
  var migration: PlannedMigration
  /// Of the fixtures' identities; nil without fixtures.
  var access: MatrixDifference?
  /// States in which rows of the fixtures were looked for.
  var simulated: Int?

  /// The script; its tool makes the transaction, except for plain SQL.
  func sql(_ format: MigrationFormat, isRollback: Bool = false) -> String {
    var text = header(isRollback)
    let isPlain = format == .plain
    if isPlain { text += "\nBEGIN;\n" }
    var title = ""
    for statement in migration.statements {
      if statement.title != title { text += "\n-- \(statement.title)\n" }
      title = statement.title
      text += statement.text + ";\n"
    }
    return text + (isPlain ? "\nCOMMIT;\n" : "")
  }

  private func header(_ isRollback: Bool) -> String {
    var lines = ["\(isRollback ? "back from \(title) to \(from)" : "from \(from) to \(title)")"]
    lines.append(
      isRollback
        ? "Undoes the migration of the same name. Rows that it dropped stay dropped."
        : "Written by rowkeep. It is for the database as it was; plan it anew where that has changed."
    )
    lines += migration.remains.map { "Stays: \($0), which PostgreSQL can't take away." }
    lines += checks
    lines += migration.losses.map { "Rows lose: \($0.text)." }
    if let access, !isRollback {
      lines += list("gains", access.gained) + list("loses", access.lost)
      if access.gained.isEmpty, access.lost.isEmpty {
        lines.append("Nobody among the fixtures' identities gains or loses access.")
      }
      if !access.undecided.isEmpty { lines += list("undecided", access.undecided) }
    } else if !isRollback {
      lines += migration.widened.map { "May give more: \($0)." }
    }
    return lines.map { "-- \(Self.onOneLine($0))\n" }.joined()
  }

  private func list(_ word: String, _ changes: [MatrixDifference.Change]) -> [String] {
    changes.prefix(Self.most).map { "\(word): \($0.text)" }
      + (changes.count > Self.most ? ["\(word): and \(changes.count - Self.most) more"] : [])
  }

  private static let most = 40

  /// What was looked at of the states in between.
  var checks: [String] {
    let count = migration.prefixes.count
    guard count > 0 else { return [] }
    var text =
      "Each of the \(count) states in between was checked: by privileges and policies none gives "
      + "more than the state before and the one after"
    if let simulated {
      text += "; on the fixtures' rows, \(simulated) of them were simulated, with the same result"
    }
    return [text + "."] + (migration.hasReactions ? [Self.unfollowed] : [])
  }

  private static let unfollowed =
    "Not looked at: what triggers and rules of one relation write to others whose own triggers, rules "
    + "or privileges change meanwhile. In one transaction nobody meets such a state."

  private static func onOneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}

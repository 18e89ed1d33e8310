public import AccessModel
import SQLText

/// The SQL of a plan: one migration that makes the database what the plan says, and that can be
/// run again.
///
/// It is written in an order in which nothing is open before it is closed: tables are made, then
/// closed (row security, revokes), likewise views and functions; then grants and policies open
/// what the plan opens. Objects of the platform are left alone: see `platformPrelude(for:)`.
/// What the plan no longer holds is not dropped.
///
/// ```swift
/// print(Migration(document).sql)
/// ```
public struct Migration: Sendable {
  /// Statements that belong together, under a heading.
  public struct Section: Hashable, Sendable {
    /// `Tables`, `Access to public.saved`.
    public var title: String
    /// Each one complete statement, without a semicolon.
    public var statements: [String]
    /// The indices of statements that a script shows apart from those before them.
    var paragraphs: Set<Int>
  }

  /// The statements by heading, in the order to run them.
  public var sections: [Section]
  /// What policies look rows up by without an index, and was not asked to be made: one comment each.
  private var proposals: [String]
  private var header: String

  /// The migration of a plan's catalog.
  ///
  /// - Parameters:
  ///   - command: What the header tells readers to run.
  ///   - addsIndexes: Whether indexes that policies need are made, and not only proposed.
  public init(
    _ document: PlanDocument, regeneratedBy command: String = "rowkeep compile",
    addsIndexes: Bool = false
  ) {
    let planner = CatalogPlanner(document)
    let writer = SQLWriter(layout: .indented)
    let missing = ProposedIndex.all(for: document.catalog)
    let creations = missing.map { SQLDefinition.createIndex($0.index, on: $0.table) }
    let added =
      addsIndexes && !missing.isEmpty
      ? [CatalogPlanner.Section(title: "Indexes that policies need", definitions: creations)] : []
    let oneLine = SQLWriter(layout: .compact)
    proposals =
      addsIndexes
      ? [] : zip(missing, creations).map { Self.comment($0, oneLine.text($1)) }
    sections = (planner.sections() + added).map { section in
      Section(
        title: section.title, statements: section.definitions.map(writer.text),
        paragraphs: Set(section.definitions.indices.filter { section.startsParagraph(at: $0) }))
    }
    header = """
      -- \(document.title.onOneLine)
      -- Written by rowkeep from the access plan; can be run again without harm.
      -- Do not edit: change the plan, then run `\(command.onOneLine)`.

      """
  }

  /// The statements in order, for a client that runs them inside a transaction of its own: no
  /// BEGIN, no COMMIT, no semicolons.
  public var statements: [String] { sections.flatMap(\.statements) }

  /// The migration as one script in one transaction.
  public var sql: String {
    var text = header + "\nBEGIN;\n"
    for section in sections {
      text += "\n-- \(section.title.onOneLine)\n"
      for (index, statement) in section.statements.enumerated() {
        text += (section.paragraphs.contains(index) ? "\n" : "") + statement + ";\n"
      }
    }
    return text + "\nCOMMIT;\n" + proposalText
  }

  private var proposalText: String {
    guard !proposals.isEmpty else { return "" }
    return "\n-- Proposed, for policies look rows up by columns that no index begins with "
      + "(`--with-indexes` makes them):\n" + proposals.map { "-- \($0)\n" }.joined()
  }

  private static func comment(_ proposal: ProposedIndex, _ sql: String) -> String {
    let more = proposal.readers.count > 1 ? " and \(proposal.readers.count - 1) more" : ""
    return "\(sql);  -- \(proposal.readers.first ?? "")\(more)".onOneLine
  }
}

extension String {
  /// Control characters made spaces: a newline would end an SQL comment.
  var onOneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.isControl ? " " : $0 }))
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool {
    switch generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

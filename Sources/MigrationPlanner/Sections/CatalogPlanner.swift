import AccessModel
import SQLText

/// Turns a plan's catalog into definitions, under headings, in an order that loads.
struct CatalogPlanner {
  struct Section {
    var title: String
    var definitions: [SQLDefinition]

    /// Objects and policies begin paragraphs; a section's first statement needs no line before it.
    func startsParagraph(at index: Int) -> Bool {
      guard index > 0 else { return false }
      return switch definitions[index] {
      case .role, .createSchema, .createSequence, .createType, .createFunction, .dropPolicy: true
      default: false
      }
    }
  }

  let document: PlanDocument
  private var catalog: Catalog { document.catalog }

  init(_ document: PlanDocument) { self.document = document }

  /// Sections without definitions are left out.
  func sections() -> [Section] {
    let functions = catalog.functions.filter { $0.origin == .plan }
    let schemas = catalog.schemas.filter { $0.origin == .plan }
    let ownTables = catalog.tables.filter { ($0.origin ?? .plan) == .plan }
    let ownViews = catalog.views.filter { ($0.origin ?? .plan) == .plan }
    let tables = TableOrder(ownTables)
    let views = orderedViews(ownViews)
    let types = catalog.types.filter { $0.origin == .plan }
    let order = SignatureOrder(
      types: types, functions: functions, tables: ownTables.map(\.name), views: ownViews.map(\.name)
    )
    var settings = [SQLDefinition.setLocal("client_min_messages", "warning")]
    // Functions come before the tables that they read, since defaults and policies call them.
    if !functions.isEmpty { settings.append(.setLocalFunctionChecksOff) }
    let sections =
      [
        Section(title: "Settings of this transaction", definitions: settings),
        Section(
          title: "Roles", definitions: roles(catalog.roles.filter { $0.origin == .plan })),
        Section(
          title: "Schemas",
          definitions: schemas.flatMap { [.createSchema($0.name)] + access($0) }),
        Section(
          title: "Schemas of the platform",
          definitions: catalog.schemas.filter(changesPlatform).flatMap(access)),
        Section(
          title: "Types",
          definitions: order.types.flatMap(creation)),
        Section(title: "Sequences", definitions: catalog.sequences.flatMap(creation)),
        Section(title: "Functions", definitions: order.functions.flatMap(creation)),
        Section(title: "Types that call them", definitions: order.laterTypes.flatMap(creation)),
        Section(
          title: "Functions on these types", definitions: order.laterFunctions.flatMap(creation)),
      ]
      + tables.creations.map { Section(title: "Table \($0.table.name)", definitions: creation($0)) }
      + [
        Section(title: "Foreign keys in a circle", definitions: tables.laterKeys),
        Section(
          title: "Functions on rows of tables", definitions: order.rowFunctions.flatMap(creation)),
      ]
      + views.map { Section(title: "View \($0.name)", definitions: creation($0)) }
      + [
        Section(
          title: "Functions on rows of views", definitions: order.viewFunctions.flatMap(creation)),
        Section(
          title: "Sequences of columns", definitions: catalog.sequences.compactMap(ownership)),
        Section(
          title: "Indexes, rules and triggers",
          // On the platform's tables too: what the plan attaches to them is the plan's.
          definitions: catalog.tables.flatMap(attachments) + ownViews.flatMap(attachments)),
        Section(title: "Use of sequences", definitions: catalog.sequences.flatMap(opening)),
        Section(title: "Use of functions", definitions: functions.flatMap(opening)),
      ]
      // Policies on the platform's tables are the plan's.
      + catalog.tables.filter { ($0.origin ?? .plan) != .plan }.map {
        Section(title: "Access to \($0.name)", definitions: policies(of: $0))
      }
      + ownTables.map { Section(title: "Access to \($0.name)", definitions: opening($0)) }
      + ownViews.map { Section(title: "Access to \($0.name)", definitions: opening($0)) }
      + [
        // Last, so that nothing of the above starts with them.
        Section(
          title: "Default privileges",
          definitions: catalog.defaultPrivileges.flatMap(\.definitions))
      ]
    return sections.filter { !$0.definitions.isEmpty }
  }
}

extension SQLDefinition {
  static let setLocalFunctionChecksOff = SQLDefinition.setLocal("check_function_bodies", "off")
}

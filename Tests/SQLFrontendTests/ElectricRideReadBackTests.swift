import AccessDecisions
import AccessFixtures
import AccessModel
import AccessPlan
import AccessSimulator
import Foundation
import MigrationPlanner
import SQLFrontend
import Testing

@testable import ElectricRide

struct ElectricRideReadBackTests {
  @Test(arguments: ElectricRidePlans.all)
  func `the compiled migration read back gives the plan's catalog`(plan: Plan) throws {
    let document = try #require(plan.load().document)
    let loaded = ReadBack.load(document)
    #expect(loaded.diagnostics == [])
    #expect(loaded.counts.read == loaded.counts.total)
    let difference = try ReadBack.difference(loaded.catalog, document.catalog)
    #expect(difference == [])
  }

  @Test(arguments: ElectricRidePlans.all)
  func `the matrix of the migration read back is the plan's`(plan: Plan) throws {
    let document = try #require(plan.load().document)
    var back = document
    back.catalog = ReadBack.load(document).catalog
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../fixtures/electric-ride").standardizedFileURL.path
    let fixtures = Fixtures.load(folder: folder, catalog: document.catalog, variants: nil).fixtures
    #expect(!fixtures.identities.isEmpty)
    func cells(_ document: PlanDocument) throws -> [String] {
      let simulator = Simulator.load(catalog: document.catalog, rows: fixtures.rows).simulator
      let matrix = try Matrix(asking: simulator, document, identities: fixtures.identities)
      return fixtures.identities.flatMap { identity in
        document.catalog.relationNames.sorted().flatMap { relation in
          AccessCommand.allCases.map { command in
            "\(identity.name) \(relation) \(command) \(matrix[identity.name, relation, command]!)"
          }
        }
      }
    }
    #expect(try cells(back) == cells(document))
  }
}

/// A plan's own SQL, read again.
enum ReadBack {
  static func load(_ document: PlanDocument) -> LoadedSQL {
    let prelude = Migration.platformPrelude(for: document).map { $0 + ";\n" }.joined()
    return SQLReader(platform: .postgres).read([
      SQLFile(name: "prelude.sql", text: prelude),
      SQLFile(name: "migration.sql", text: Migration(document).sql),
    ])
  }

  /// Lines of JSON that one of two catalogs has and the other has not.
  static func difference(_ a: Catalog, _ b: Catalog) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    func lines(_ catalog: Catalog) throws -> [String] {
      String(decoding: try encoder.encode(normalised(catalog)), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
    return try lines(a).difference(from: lines(b)).map { change in
      switch change {
      case .insert(let line, let text, _): "+\(line) \(text)"
      case .remove(let line, let text, _): "-\(line) \(text)"
      }
    }
  }

  /// Without what SQL does not say: places, origins, comments, owners' conditions, order.
  static func normalised(_ catalog: Catalog) -> Catalog {
    var result = catalog
    for index in result.roles.indices {
      result.roles[index].origin = .plan
      result.roles[index].place = nil
      result.roles[index].memberships.sort { $0.group < $1.group }
    }
    result.roles.sort { $0.name < $1.name }
    for index in result.schemas.indices {
      result.schemas[index].origin = .plan
      result.schemas[index].place = nil
      sort(&result.schemas[index].acl)
    }
    result.schemas.sort { $0.name < $1.name }
    result.tables = SharedList(result.tables.map(normalised).sorted { $0.name < $1.name })
    result.views = SharedList(result.views.map(normalised).sorted { $0.name < $1.name })
    for index in result.sequences.indices {
      result.sequences[index].place = nil
      sort(&result.sequences[index].acl)
    }
    for index in result.functions.indices {
      result.functions[index].origin = .plan
      result.functions[index].place = nil
      result.functions[index].comment = nil
      result.functions[index].source = nil
      sort(&result.functions[index].acl)
      // What is built in may be said or not.
      let acl = AccessControlList.builtIn(
        owner: result.functions[index].owner, all: [.execute], everyone: [.execute])
      if Set(result.functions[index].acl?.entries ?? []) == Set(acl.entries) {
        result.functions[index].acl = nil
      }
    }
    result.functions.sort { $0.name < $1.name }
    return result
  }

  private static func normalised(_ table: Catalog.Table) -> Catalog.Table {
    var table = table
    (table.place, table.comment, table.ownerCondition, table.origin) = (nil, nil, nil, nil)
    sort(&table.acl)
    for index in table.columns.indices {
      (table.columns[index].place, table.columns[index].comment) = (nil, nil)
      sort(&table.columns[index].acl)
    }
    for index in table.policies.indices {
      (table.policies[index].place, table.policies[index].comment) = (nil, nil)
      table.policies[index].using = table.policies[index].using?.flattened
      table.policies[index].check = table.policies[index].check?.flattened
      table.policies[index].roles.sort()
    }
    table.policies.sort { $0.name < $1.name }
    table.foreignKeys.sort { $0.name < $1.name }
    return table
  }

  private static func normalised(_ view: Catalog.View) -> Catalog.View {
    var view = view
    (view.place, view.comment, view.ownerCondition, view.origin) = (nil, nil, nil, nil)
    sort(&view.acl)
    if case .select(var select) = view.query.body {
      // `a AS a` is written `a`.
      select.targets = select.targets.map { target in
        guard case .expression(.column(let qualifier, let name), let alias) = target,
          alias == name
        else { return target }
        return .expression(.column(qualifier: qualifier, name: name), name: nil)
      }
      view.query.body = .select(select)
    }
    for index in view.columns.indices {
      (view.columns[index].place, view.columns[index].comment) = (nil, nil)
      sort(&view.columns[index].acl)
    }
    return view
  }

  private static func sort(_ acl: inout AccessControlList?) {
    acl?.entries.sort { $0.grantee < $1.grantee }
    if acl?.entries.isEmpty == true { acl = nil }
  }
}

extension SQLExpression {
  /// Nested ANDs are one AND in SQL's text.
  var flattened: SQLExpression {
    switch self {
    case .and: .and(operands: conjuncts.map(\.flattened))
    default: self
    }
  }
}

import AccessModel
import AccessPlan
import AccessSimulator
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
    #expect(ReadBack.normalised(loaded.catalog) == ReadBack.normalised(document.catalog))
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
    result.tables = result.tables.map(normalised).sorted { $0.name < $1.name }
    result.views = result.views.map(normalised).sorted { $0.name < $1.name }
    for index in result.sequences.indices {
      result.sequences[index].place = nil
      sort(&result.sequences[index].acl)
    }
    for index in result.functions.indices {
      result.functions[index].origin = .plan
      result.functions[index].place = nil
      result.functions[index].comment = nil
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

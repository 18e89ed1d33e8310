import AccessPlan
import Foundation
import Testing

@testable import ElectricRide

struct ElectricRideTests {
  private let stated = ElectricRidePlans.stated
  private let owns = SQLExpression.equal(.column("email_address", of: "patron"), authCall("email"))

  @Test func `all nine plans load without a mistake`() {
    #expect(ElectricRidePlans.all.map(\.title).count == 9)
    for plan in ElectricRidePlans.all {
      #expect(plan.load().diagnostics == [])
      #expect(plan.load().document != nil)
    }
  }

  @Test(arguments: ElectricRidePlans.all)
  func `a plan survives JSON`(plan: Plan) throws {
    let document = try plan.document()
    let json = try JSONEncoder().encode(document)
    #expect(try JSONDecoder().decode(PlanDocument.self, from: json) == document)
  }

  @Test func `the plans are called stage 0 to 7 and the plan itself`() {
    #expect(
      ElectricRidePlans.all.map(\.title)
        == (0...7).map { "electric-ride/stage-\($0)" } + ["electric-ride"])
  }

  @Test func `stages differ in access only`() throws {
    let definitions = try ElectricRidePlans.all.map { plan in
      try plan.document().catalog.tables.map { table in
        var bare = table
        bare.acl = nil
        bare.policies = []
        bare.rowSecurityEnabled = true
        for index in bare.columns.indices { bare.columns[index].acl = nil }
        return bare
      }
    }
    #expect(definitions.allSatisfy { $0 == definitions[8] })
    #expect(definitions[8].count == 6)
  }

  @Test func `all stages are held against the stated intents`() throws {
    let words = try stated.document().intents
    #expect(words.count == 15)
    for stage in ElectricRidePlans.stages { #expect(try stage.document().intents == words) }
  }

  @Test(arguments: ElectricRidePlans.stages)
  func `in the stages API roles hold every privilege, and PUBLIC none`(stage: Plan) throws {
    let catalog = try stage.document().catalog
    for acl in catalog.tables.map(\.acl) + catalog.views.map(\.acl) {
      for role in ["anon", "authenticated", "service_role"] {
        #expect(acl?.privileges(of: .role(role)) == Privilege.allOnTable.sorted())
      }
      #expect(acl?.privileges(of: .everyone) == [])
    }
  }

  @Test func `row security by stage`() throws {
    let enabled = try ElectricRidePlans.all.map { plan in
      try plan.document().catalog.tables.filter(\.rowSecurityEnabled).map(\.name.name)
    }
    let all = ["make", "colour", "vehicle", "listing", "patron", "saved"]
    #expect(enabled[0] == [])
    #expect(enabled[1] == ["colour"])
    for stage in 2...8 { #expect(enabled[stage] == all) }
  }

  /// `table: command to roles`, for all policies, which have no conditions in the stages.
  private func policies(_ stage: Int) throws -> [String] {
    try ElectricRidePlans.stages[stage].document().catalog.tables.flatMap { table in
      table.policies.map { policy in
        #expect((policy.using ?? .true) == .true && (policy.check ?? .true) == .true)
        let roles = policy.roles.map(\.description).joined(separator: ", ")
        return "\(table.name): \(policy.command.rawValue) to \(roles)"
      }
    }
  }

  @Test func `policies by stage`() throws {
    let tables = ["make", "colour", "vehicle", "listing", "patron"]
    for stage in 0...2 { #expect(try policies(stage) == []) }
    #expect(try policies(3) == (tables + ["saved"]).map { "\($0): SELECT to PUBLIC" })
    #expect(
      try policies(4) == tables.map { "\($0): SELECT to PUBLIC" } + ["saved: ALL to PUBLIC"])
    let stage5 = tables.map { "\($0): SELECT to authenticated" }
    #expect(try policies(5) == stage5 + ["saved: ALL to authenticated"])
    let stage6 = stage5 + ["patron: INSERT to authenticated", "saved: ALL to authenticated"]
    #expect(try policies(6) == stage6)
    #expect(try policies(7) == stage6)
  }

  @Test func `the counts read as the caller until stage 7`() throws {
    let views = try ElectricRidePlans.all.map { try $0.view("count_of_vehicles_by_brand") }
    #expect(
      views.map(\.securityInvoker) == [true, true, true, true, true, true, true, false, false])
    let details = SQLFromItem.relation(schema: "public", name: "listings_with_details", alias: nil)
    for stage in 0...6 { #expect(try views[stage].select.from == [details]) }
    #expect(try views[7].select == views[8].select)
    #expect(try views[8].select.from != [details])
  }

  @Test func `visitors are granted the counts only`() throws {
    let catalog = try stated.document().catalog
    let anon = Grantee.role("anon")
    for table in catalog.tables {
      #expect(table.acl?.privileges(of: anon) == [])
      #expect(table.columns.allSatisfy { $0.acl?.privileges(of: anon) ?? [] == [] })
    }
    #expect(
      catalog.views.filter { $0.acl?.privileges(of: anon) == [.select] }.map(\.name.name)
        == ["count_of_vehicles_by_brand"])
    #expect(catalog.views.filter { $0.acl?.privileges(of: anon) == [] }.count == 2)
  }

  @Test func `signed-in people are granted what the plan says`() throws {
    let tables = try stated.document().catalog.tables
    #expect(
      try tables.map { try $0.privileges(of: "authenticated") } == [
        [.select], [.select], [.select], [.select], [.select, .insert, .delete],
        [.select, .insert, .update, .delete],
      ])
  }

  @Test func `a patron's email address can't be changed`() throws {
    let patron = try stated.table("patron")
    let updatable = patron.columns.filter {
      $0.acl?.privileges(of: .role("authenticated")).contains(.update) ?? false
    }
    #expect(updatable.map(\.name) == ["name", "phone_number"])
  }

  @Test func `every policy on patrons and saved listings is for their person`() throws {
    let patron = try stated.table("patron"), saved = try stated.table("saved")
    #expect(patron.ownerCondition == owns)
    for policy in patron.policies {
      #expect((policy.using ?? owns) == owns && (policy.check ?? owns) == owns)
    }
    #expect(Set(patron.policies.map(\.command)) == [.select, .insert, .update, .delete])
    let mine = SQLExpression.exists(
      query: simpleQuery(
        from: "patron",
        where: .and(operands: [
          .equal(.column("id", of: "patron"), .column("patron_id", of: "saved")), owns,
        ])))
    #expect(saved.ownerCondition == mine)
    #expect(saved.policies.map(\.command) == [.all])
    let ownPatrons = SQLQuery(
      SQLSelect(
        [.expression(.column("id", of: "patron"), name: nil)],
        from: [.relation(schema: "public", name: "patron", alias: nil)], where: owns))
    let ofOwnPatron = SQLExpression.quantified(
      symbol: "=", left: .column("patron_id", of: "saved"),
      array: .arrayQuery(query: ownPatrons), isAll: false)
    #expect(saved.policies.map(\.using) == [ofOwnPatron] && saved.policies.map(\.check) == [nil])
  }

  @Test func `an email address belongs to one patron, a saved listing is saved once`() throws {
    #expect(try stated.table("patron").keys.map(\.columns) == [["id"], ["email_address"]])
    #expect(
      try stated.table("saved").keys.map(\.columns) == [["id"], ["patron_id", "listing_id"]])
  }
}

import AccessModel
import ArgumentParser
import LivePostgres
import ScratchServerTesting
import Testing

@testable import ElectricRide
@testable import RowkeepCommands

/// `verify` on a server that differs from the plan in one policy, grant or setting.
@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct PlantedFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    /// A relation on which it shows.
    var relation: String
    var plant: @Sendable (inout Catalog) -> Void
    var testDescription: String { name }

    init(_ name: String, on relation: String, _ plant: @escaping @Sendable (inout Catalog) -> Void)
    {
      self.name = name
      self.relation = relation
      self.plant = plant
    }

    static func table(
      _ name: String, _ table: String, _ plant: @escaping @Sendable (inout Catalog.Table) -> Void
    ) -> Fault {
      Fault("\(name) of \(table)", on: table) { catalog in
        for index in catalog.tables.indices where catalog.tables[index].name.name == table {
          plant(&catalog.tables[index])
        }
      }
    }

    static func policy(
      _ name: String, _ policy: String, _ table: String,
      _ plant: @escaping @Sendable (inout Catalog.Policy) -> Void
    ) -> Fault {
      .table("\(name) in \(policy)", table) { table in
        for index in table.policies.indices where table.policies[index].name == policy {
          plant(&table.policies[index])
        }
      }
    }
  }

  static let faults: [Fault] = [
    .policy("a WITH CHECK that checks nothing", "owner may insert", "patron") { $0.check = .true },
    .policy("a USING that filters nothing", "owner may delete", "patron") { $0.using = .true },
    .policy("new rows unchecked", "owner may do all", "saved") { $0.check = .true },
    .table("a policy dropped", "colour") { $0.policies = [] },
    .table("a policy more", "saved") {
      $0.policies.append(
        Catalog.Policy("leak", command: .select, roles: [.role("authenticated")], using: .true))
    },
    .table("row security off", "patron") { $0.rowSecurityEnabled = false },
    .table("a grant widened", "patron") { table in
      table.acl?.grant([.update], to: .role("authenticated"))
    },
    .table("a grant to visitors", "listing") { $0.acl?.grant([.select], to: .role("anon")) },
    .table("a grant taken away", "make") { table in
      table.acl?.entries.removeAll { $0.grantee == .role("authenticated") }
    },
    Fault("a view that reads as its owner", on: "saved_listings") { catalog in
      for index in catalog.views.indices where catalog.views[index].name.name == "saved_listings" {
        catalog.views[index].securityInvoker = false
      }
    },
  ]

  /// The simulator has the plan as stated, the server the plan with the fault.
  @Test(arguments: faults)
  func `a planted fault disagrees, and the status is 1`(fault: Fault) throws {
    var workspace = try Workspace.electricRide()
    let stated = workspace.document
    fault.plant(&workspace.document.catalog)
    try #require(workspace.document != stated)
    let output = MemorySink()
    let context = CommandContext(output: output, errors: MemorySink())
    let command = try VerifyCommand<OwnInput<ElectricRide>>.parse(["--scratch", "--show", "1000"])
    let status = try RoleServer.withDatabase { database in
      let target = try VerificationTarget(database: database.address)
      return try command.verify([workspace], on: target, in: context)
    }
    #expect(status == .findings)
    #expect(!output.text.contains(" 0 disagree"))
    #expect(output.text.contains("disagreement 1: "))
    #expect(output.text.contains("public.\(fault.relation)"), "\(output.text.prefix(2_000))")
  }

  @Test func `a policy that somebody added to the database disagrees, and the status is 1`() throws
  {
    let fixtures = ["--fixtures", "fixtures/electric-ride"]
    try RoleServer.withDatabase { database in
      let connection = try database.connect()
      let program = PlanProgram<ElectricRide>.self
      try connection.execute(CommandRun(["compile", "--with-platform"], of: program).output)
      let verify = ["verify", "--database", database.address] + fixtures
      let before = CommandRun(verify, of: program)
      #expect(before.status == 0, "\(before.output)\(before.errors)")
      try connection.execute(
        "CREATE POLICY support ON public.saved FOR SELECT TO authenticated USING (true)")
      let after = CommandRun(verify, of: program)
      #expect(after.status == 1 && after.output.contains("disagreement 1: "))
    }
  }
}

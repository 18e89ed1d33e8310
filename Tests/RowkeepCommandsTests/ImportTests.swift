import AccessModel
import AccessReports
import Foundation
import MigrationPlanner
import Testing

@testable import Club
@testable import ElectricRide
@testable import RowkeepCommands

/// `import`: a plan that compiles, and whose model is the source's.
///
/// `Tests/ImportedPlan` is what `import` writes of `Golden/club.sql`, and a target of the package:
/// so it does compile.
struct ImportTests {
  private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/club.sql").path
  private static let written = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("ImportedPlan").path
  private static let header = "// swift-format-ignore-file\n"

  @Test func `import writes the plan that is a target of this package`() throws {
    let folder = try TemporaryFolder()
    let run = CommandRun("import", Self.golden, "-o", folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let sources = folder.path + "/Sources/Club"
    let files = try FileManager.default.contentsOfDirectory(atPath: sources).sorted()
    let isRecording = ProcessInfo.processInfo.environment["ROWKEEP_RECORD"] == "1"
    for file in files {
      let text = Self.header + (try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8))
      let target = "\(Self.written)/\(file)"
      if isRecording { try Data(text.utf8).write(to: URL(fileURLWithPath: target)) }
      #expect(try String(contentsOfFile: target, encoding: .utf8) == text, "\(file)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.written).sorted() == files)
    let manifest = try String(contentsOfFile: folder.path + "/Package.swift", encoding: .utf8)
    #expect(manifest.contains(#".package(path: "../rowkeep")"#))
  }

  @Test func `the imported plan's model is the source's`() throws {
    let run = CommandRun(["diff", Self.golden], of: PlanProgram<Club>.self)
    #expect(run.output == "club → club\nno difference\n", "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test(arguments: ElectricRidePlans.all.map(\.variantName))
  func `every variant of Electric Ride can be said`(variant: String?) throws {
    let folder = try TemporaryFolder()
    let option = variant.map { ["--variant", $0] } ?? []
    let sql = CommandRun(["compile"] + option, of: PlanProgram<ElectricRide>.self)
    let run = CommandRun("import", try folder.write(sql.output, to: "ride.sql"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("@main struct Ride: AccessPlanApp {"))
    #expect(!run.output.contains("Not in this plan"))
  }

  @Test func `what could not be read is named, stands as a comment, and is a finding`() throws {
    let folder = try TemporaryFolder()
    let trigger = "CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION f();"
    let file = try folder.write("CREATE TABLE t (a int);\n\(trigger)\n", to: "s.sql")
    let run = CommandRun("import", file)
    #expect(run.status == 1)
    #expect(run.errors.contains("s.sql:2:1: warning: not read: CREATE EVENT TRIGGER"))
    #expect(run.output.contains("// Not in this plan: \(file):2: not read: CREATE EVENT TRIGGER\n"))
  }

  @Test func `names that Swift has taken are others`() throws {
    let folder = try TemporaryFolder()
    let sql = """
      CREATE TABLE "table" ("in" int, access int, "in!" int, "2" int);
      CREATE TABLE plan (id int);
      CREATE TABLE "Größe" (x text DEFAULT E'a"\\\\b\\n');
      """
    let run = CommandRun("import", try folder.write(sql, to: "s.sql"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("struct TableRelation: Table {\n  static let name = \"table\"\n"))
    #expect(run.output.contains("let `in` = Column(\"in\", .integer)"))
    #expect(run.output.contains("let in2 = Column(\"in!\", .integer)"))
    #expect(run.output.contains("let c2 = Column(\"2\", .integer)"))
    #expect(run.output.contains("let access2 = Column(\"access\", .integer)"))
    #expect(run.output.contains("struct PlanRelation: Table {"))
    #expect(run.output.contains("static let name = \"Größe\""))
  }

  @Test func `a folder that has a plan is left alone`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("CREATE TABLE t (a int);", to: "s.sql")
    #expect(CommandRun("import", file, "-o", folder.path + "/p").status == 0)
    let again = CommandRun("import", file, "-o", folder.path + "/p")
    #expect(again.status == 2)
    #expect(again.errors.contains("is there already"))
  }

  @Test func `a plan says default privileges in SQL, as import writes them`() throws {
    let folder = try TemporaryFolder()
    let sql =
      "ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT SELECT ON TABLES TO reader"
    let file = try folder.write("CREATE ROLE reader;\n\(sql);", to: "schema.sql")
    let imported = CommandRun("import", file)
    #expect(imported.status == 0 && imported.output.contains("SQL(\"\(sql)\")"), "\(imported)")
    let plan = Plan("p", platform: .postgres) {
      Role("reader")
      SQL(
        "ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT SELECT ON TABLES TO reader"
      )
    }
    let document = try #require(PlanBundle.Entry(compiling: plan, variants: []).document)
    #expect(document.catalog.defaultPrivileges.count == 1)
    #expect(Migration(document).sql.contains(sql))
  }
}

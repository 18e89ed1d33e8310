import Testing

/// Packages whose plan is a stand-in: any program that writes a plan document will do.
///
/// One after the other, since SwiftPM locks a package that it builds.
@Suite(.serialized)
struct SwiftPackageTests {
  let writesPlan = """
    import Foundation
    let arguments = CommandLine.arguments
    print("noise on standard output")
    let plan = \"""
      {"formatVersion": 1, "name": "shop", "administrator": "postgres", "intents": [],
       "catalog": {"roles": [], "schemas": [], "tables": [], "views": [], "sequences": [],
         "functions": []}}
      \"""
    let file = arguments[arguments.firstIndex(of: "--output")! + 1]
    try! Data(plan.utf8).write(to: URL(fileURLWithPath: file))
    """

  /// A package of programs that give no plan.
  func faulty() throws -> PlanPackage {
    try PlanPackage(
      named: "faulty",
      [
        "Mistaken": "let a: Int = \"text\"\n", "Failing": "import Foundation\nexit(7)\n",
        "Silent": "\n",
      ])
  }

  @Test func `a plan's folder is built and run, and its own output is not taken for a result`()
    throws
  {
    let package = try PlanPackage(named: "one", ["Shop": writesPlan])
    let run = CommandRun("compile", package.path + "/policies/Shop", "--format", "json")
    #expect(run.status == 0 && run.output.hasPrefix("{\n  \"administrator\""), "\(run.errors)")
  }

  @Test func `a package with one plan needs no folder named`() throws {
    let package = try PlanPackage(named: "one", ["Shop": writesPlan])
    #expect(CommandRun("compile", package.path).output.hasPrefix("-- shop\n"))
  }

  @Test func `compiler errors are passed on, and the status is 2`() throws {
    let run = CommandRun("compile", try faulty().path + "/policies/Mistaken")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors.contains(
        "main.swift:1:14: error: cannot convert value of type 'String' to specified type 'Int'"))
    #expect(run.errors.hasSuffix("error: the plan does not build\n"))
  }

  @Test func `a plan's program that ends badly is status 2`() throws {
    let run = CommandRun("compile", try faulty().path + "/policies/Failing")
    #expect(run.status == 2)
    #expect(run.errors == "error: the plan's program `Failing` ended with status 7\n")
  }

  @Test func `a plan's program that writes nothing is status 2`() throws {
    let run = CommandRun("compile", try faulty().path + "/policies/Silent")
    #expect(run.status == 2 && run.errors.contains("[RK101]"))
  }

  @Test func `of several plans one must be named`() throws {
    let package = try PlanPackage(["Shop": writesPlan, "Library": writesPlan])
    let run = CommandRun("compile", package.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("fix: name one by its folder: `policies/Library`, `policies/Shop`"))
  }

  @Test func `a folder that is no plan's is wrong usage`() throws {
    let package = try PlanPackage(["Shop": writesPlan])
    let run = CommandRun("compile", package.path + "/Sources/RowkeepCommands")
    #expect(run.status == 2 && run.errors.contains("is not the folder of a plan"))
  }

  @Test func `a package that can't be described is status 2, and SwiftPM says why`() throws {
    let package = try PlanPackage(["Shop": writesPlan])
    try package.write("// swift-tools-version: 6.1\nlet package = 3\n", to: "Package.swift")
    let run = CommandRun("compile", package.path)
    #expect(run.status == 2 && run.errors.contains("`swift package describe` failed"))
  }
}

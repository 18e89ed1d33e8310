import Testing

/// Packages whose plan is a stand-in: any program that writes a plan document will do.
struct SwiftPackageTests {
  /// A package with plans in `policies/<name>`, each with this main.swift.
  func package(_ plans: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let targets = plans.keys.sorted().map { name in
      """
      .executableTarget(
        name: "\(name)", dependencies: ["RowkeepCommands"], path: "policies/\(name)"),
      """
    }
    try folder.write(
      """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(name: "plans", targets: [
        .target(name: "RowkeepCommands"), \(targets.joined(separator: " "))
      ])
      """, to: "Package.swift")
    try folder.write("", to: "Sources/RowkeepCommands/Empty.swift")
    for (name, source) in plans { try folder.write(source, to: "policies/\(name)/main.swift") }
    return folder
  }

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

  @Test func `a plan's folder is built and run, and its own output is not taken for a result`()
    throws
  {
    let folder = try package(["Shop": writesPlan])
    let run = CommandRun("compile", folder.path + "/policies/Shop", "--format", "json")
    #expect(run.status == 0 && run.output.hasPrefix("{\n  \"administrator\""), "\(run.errors)")
  }

  @Test func `a package with one plan needs no folder named`() throws {
    let folder = try package(["Shop": writesPlan])
    #expect(CommandRun("compile", folder.path).output.hasPrefix("-- shop\n"))
  }

  @Test func `compiler errors are passed on, and the status is 2`() throws {
    let folder = try package(["Shop": "let a: Int = \"text\"\n"])
    let run = CommandRun("compile", folder.path)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors.contains(
        "main.swift:1:14: error: cannot convert value of type 'String' to specified type 'Int'"))
    #expect(run.errors.hasSuffix("error: the plan does not build\n"))
  }

  @Test func `a plan's program that ends badly is status 2`() throws {
    let folder = try package(["Shop": "import Foundation\nexit(7)\n"])
    let run = CommandRun("compile", folder.path)
    #expect(run.status == 2)
    #expect(run.errors == "error: the plan's program `Shop` ended with status 7\n")
  }

  @Test func `a plan's program that writes nothing is status 2`() throws {
    let folder = try package(["Shop": "\n"])
    let run = CommandRun("compile", folder.path)
    #expect(run.status == 2 && run.errors.contains("[RK101]"))
  }

  @Test func `of several plans one must be named`() throws {
    let folder = try package(["Shop": writesPlan, "Library": writesPlan])
    let run = CommandRun("compile", folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("fix: name one by its folder: `policies/Library`, `policies/Shop`"))
  }

  @Test func `a folder that is no plan's is wrong usage`() throws {
    let folder = try package(["Shop": writesPlan])
    let run = CommandRun("compile", folder.path + "/Sources/RowkeepCommands")
    #expect(run.status == 2 && run.errors.contains("is not the folder of a plan"))
  }

  @Test func `a package that can't be described is status 2, and SwiftPM says why`() throws {
    let folder = try package(["Shop": writesPlan])
    try folder.write("// swift-tools-version: 6.1\nlet package = 3\n", to: "Package.swift")
    let run = CommandRun("compile", folder.path)
    #expect(run.status == 2 && run.errors.contains("`swift package describe` failed"))
  }
}

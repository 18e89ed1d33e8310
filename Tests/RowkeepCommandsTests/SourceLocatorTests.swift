import AccessModel
import Testing

@testable import RowkeepCommands

struct SourceLocatorTests {
  func resolve(_ file: String, in folder: TemporaryFolder) -> String {
    SourceLocator(roots: [folder.path]).resolve(SourcePlace(file: file, line: 1)).file
  }

  @Test func `a file is found below its module's folder`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "policies/Shop/Relations/Saved.swift")
    #expect(resolve("Shop/Saved.swift", in: folder) == path)
  }

  @Test func `build products are not looked at`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: ".build/Shop/Saved.swift")
    #expect(resolve("Shop/Saved.swift", in: folder) == "Shop/Saved.swift")
  }

  @Test func `a file below the working folder is named relative to it`() {
    let place = SourcePlace(file: "RowkeepCommands/Program.swift", line: 1)
    #expect(
      SourceLocator().resolve(place).file == "Sources/RowkeepCommands/App/Program.swift")
  }

  @Test(arguments: ["Shop/Gone.swift", "Gone.swift", "", "/", "../../etc/passwd/x"])
  func `what is not found stays as it was`(file: String) throws {
    #expect(resolve(file, in: try TemporaryFolder()) == file)
  }
}

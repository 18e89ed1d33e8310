public import AccessModel

/// A plan written in Swift: what `import` makes of a catalog.
public struct ImportedPlan: Sendable {
  /// A file of the plan.
  public struct File: Hashable, Sendable {
    /// `Note.swift`.
    public var name: String
    /// Its text without `import` lines.
    public var body: String
  }

  /// Something the language can't say.
  public struct Unsaid: Hashable, Sendable {
    /// What it is, in a few words.
    public var what: String
    /// Where the source has it.
    public var place: SourcePlace?

    /// Names it.
    public init(_ what: String, at place: SourcePlace?) {
      self.what = what
      self.place = place
    }
  }

  /// The module and its `@main` type: `ElectricRide`.
  public var module: String
  /// The `@main` file first, then one for each relation.
  public var files: [File]
  /// What is left out, and stands as a comment in the first file.
  public var unsaid: [Unsaid]

  /// All files as one.
  public var text: String {
    "import RowkeepCommands\n\n" + files.map(\.body).joined(separator: "\n")
  }

  /// A package's manifest, with Rowkeep at `path`.
  public func manifest(rowkeepAt path: String) -> String {
    let package = path.split(separator: "/").last.map(String.init) ?? "rowkeep"
    return """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: \(swiftLiteral(module)),
        platforms: [.macOS(.v14)],
        dependencies: [.package(path: \(swiftLiteral(path)))],
        targets: [
          .executableTarget(
            name: \(swiftLiteral(module)),
            dependencies: [.product(name: "RowkeepCommands", package: \(swiftLiteral(package)))])
        ])

      """
  }
}

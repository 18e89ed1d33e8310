public import AccessDecisions
public import AccessFixtures
public import AccessModel

public struct LoadedSimulator {
  public var simulator: Simulator?
  public var diagnostics: [Diagnostic]
}

public struct Simulator: DecisionEngine {
  public static func load(catalog: Catalog, rows: [TableRows]) -> LoadedSimulator {
    LoadedSimulator(simulator: Simulator(), diagnostics: [])
  }
  public var name: String { "simulator" }
  public func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome] {
    probe.parameterSets.map { _ in .undecided(Undecided("the provisional simulator")) }
  }
  public func explain(_ probe: Probe, as identity: Identity) -> TraceNode {
    TraceNode(.note, "provisional", .undecided)
  }
}

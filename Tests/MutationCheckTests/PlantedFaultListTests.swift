import Foundation
import Testing

@testable import PlantedFaults

/// The list of faults fits the sources as they are.
@Suite struct `The list of planted faults` {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  @Test func `has at least sixty`() {
    #expect(PlantedFault.all.count >= 60)
    #expect(Set(PlantedFault.all).count == PlantedFault.all.count)
  }

  @Test(arguments: Dictionary(grouping: PlantedFault.all, by: \.file).keys.sorted())
  func `can be planted in a file`(file: String) throws {
    let text = try String(contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
    let faults = PlantedFault.all.enumerated().filter { $0.element.file == file }
      .map { (number: $0.offset + 1, fault: $0.element) }
    let planted = try PlantedFault.plant(faults, in: text)
    for (number, fault) in faults {
      #expect(planted.contains("(plantedFault == \(number) ? (\(fault.faulty)) : ("))
    }
    // The shipped sources have none.
    #expect(!text.contains("plantedFault"))
  }

  @Test func `refuses what is not there, or there twice`() throws {
    let fault = PlantedFault("f", "if «a» {", "b", "")
    #expect(throws: PlantingError.self) { try PlantedFault.plant([(1, fault)], in: "if b {") }
    #expect(throws: PlantingError.self) {
      try PlantedFault.plant([(1, fault)], in: "if a {} if a {}")
    }
    let planted = try PlantedFault.plant([(1, fault)], in: "x; if a {}")
    #expect(planted == "x; if (plantedFault == 1 ? (b) : (a)) {}")
  }
}

import AccessModel
import AccessReports
import Testing

struct DiagnosticExplanationTests {
  @Test(arguments: DiagnosticID.allCases)
  func `every diagnostic has an explanation`(id: DiagnosticID) throws {
    let explanation = try #require(DiagnosticExplanation.explaining(id))
    #expect(!explanation.meaning.isEmpty && !explanation.remedy.isEmpty)
  }

  @Test func `no diagnostic is explained twice`() {
    let ids = DiagnosticExplanation.all.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `explanations fit a terminal`() {
    for explanation in DiagnosticExplanation.all {
      #expect(explanation.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }
}

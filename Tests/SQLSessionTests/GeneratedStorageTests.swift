import LivePostgres
import ScratchServerTesting
import Testing

@Suite(
  "Generated sessions store rows and count on as on the server",
  .enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct GeneratedStorageTests {
  @Test(arguments: ScriptAgreementTests.installations, [1, 2, 3, 4, 5, 6] as [UInt64])
  func agrees(on installation: PostgresInstallation, seed: UInt64) throws {
    let script = StorageScript(seed: seed).text
    let answers = try ScriptAgreement.run(script, on: installation)
    #expect(answers.differences.isEmpty)
    #expect(answers.same > answers.undecided.count)
  }
}

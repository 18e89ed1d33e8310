import Foundation
import Testing

@testable import RowkeepCommands
@testable import VeloReady

struct TokenCommandTests {
  private func part(_ json: String) -> String {
    Data(json.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private func token(_ payload: String, algorithm: String = "HS256") -> String {
    "\(part(#"{"alg":"\#(algorithm)"}"#)).\(part(payload)).\(part("signature"))"
  }

  private let mara =
    #"{"sub":"9d1f4c60-31b0-4f56-8f9e-0c5a1d2e3f01","role":"authenticated","exp":7258118400,"#
    + #""user_metadata":{"strava_id":40000002}}"#

  private func run(_ arguments: String...) -> CommandRun {
    CommandRun(arguments, of: PlanProgram<VeloReady>.self)
  }

  @Test func `whoami says whom the database sees, until when, and what policies read`() {
    let run = run("whoami", "--jwt", token(mara))
    #expect(
      run.output == """
        role       authenticated
        user       9d1f4c60-31b0-4f56-8f9e-0c5a1d2e3f01 (sub)
        until      2200-01-01T00:00:00Z
        signature  not verified (HS256)
        claims     sub = 9d1f4c60-31b0-4f56-8f9e-0c5a1d2e3f01: read by 7 policies

        """, "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test func `a claim that a variant trusts is shown by its path`() {
    let run = run("whoami", "--variant", "trusts-user-metadata", "--jwt", token(mara))
    #expect(run.output.contains("user_metadata.strava_id = 40000002: read by policy "))
  }

  @Test func `without a token a caller is anon`() {
    #expect(run("whoami").output.hasPrefix("role       anon\nuser       none: no token was sent\n"))
  }

  @Test func `the bearer of a token is asked like any identity`() {
    let run = run(
      "explain", "select", "activities", "--row", "id=2", "--as", "jwt", "--jwt", token(mara),
      "--fixtures", "fixtures/veloready")
    #expect(run.status == 0 && run.output.contains("filtered"), "\(run.output)\(run.errors)")
  }

  @Test(arguments: ["whoami", "matrix"])
  func `what makes nobody of its bearer is refused, and nobody is anon`(_ command: String) {
    let fixtures = command == "whoami" ? [] : ["--fixtures", "fixtures/veloready"]
    for bad in [
      "temp_token_123", token("{}", algorithm: "none"), token(#"{"exp":1000000000}"#),
      token(#"{"nbf":7258118400}"#), token(#"{"role":"postgres"}"#), "a.b.c",
    ] {
      let run = CommandRun(
        [command, "--jwt", bad] + fixtures, of: PlanProgram<VeloReady>.self)
      #expect(run.status == 2 && run.output.isEmpty, "\(bad): \(run.output)")
      #expect(run.errors.contains("token") && !run.errors.contains(bad))
    }
  }

  @Test func `whoever uses a token is told that its signature was not verified`() {
    let run = run("matrix", "--jwt", token(mara), "--fixtures", "fixtures/veloready")
    #expect(
      run.errors == "note: signature not verified of `jwt`: give --jwt-secret-file or --jwks\n")
  }

  #if !JWTVerification
    @Test(arguments: ["--jwt-secret-file", "--jwks"])
    func `keys are refused by a program that can't verify`(_ option: String) throws {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("rowkeep-key-\(UUID().uuidString)")
      try Data(#"{"keys": []}"#.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let run = run("whoami", "--jwt", token(mara), option, file.path)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.errors.contains("--traits JWTVerification"), "\(run.errors)")
    }
  #else
    @Test func `with a key that did not sign it, a token is nobody's`() throws {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("rowkeep-key-\(UUID().uuidString)")
      try Data("a secret of somebody else, who is not us\n".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      for command in [["whoami"], ["matrix", "--fixtures", "fixtures/veloready"]] {
        let run = CommandRun(
          command + ["--jwt", token(mara), "--jwt-secret-file", file.path],
          of: PlanProgram<VeloReady>.self)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains("does not verify with the secret"), "\(run.errors)")
      }
    }
  #endif
}

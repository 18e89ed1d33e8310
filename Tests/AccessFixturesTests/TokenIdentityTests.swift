import AccessModel
import Foundation
import Testing

@testable import AccessFixtures

struct TokenIdentityTests {
  private func part(_ json: String) -> String {
    Data(json.utf8).base64EncodedString().replacing("=", with: "")
  }

  private func read(_ identity: String) -> (Fixtures, [Diagnostic]) {
    var (fixtures, diagnostics) = (Fixtures(), [Diagnostic]())
    CasesFile(catalog: PlatformPreset.supabase.catalog, variants: nil).read(
      Array("identities: {ana: {\(identity)}}\n".utf8), file: "cases.yaml", into: &fixtures,
      &diagnostics)
    return (fixtures, diagnostics)
  }

  private var token: String {
    part(#"{"alg":"HS256"}"#) + "." + part(#"{"role":"authenticated","exp":1800000000}"#) + ".c2ln"
  }

  @Test func `a token is an identity at the moment told`() {
    let (fixtures, diagnostics) = read("jwt: \(token), at: \"2026-11-21T10:00:00Z\"")
    #expect(diagnostics.isEmpty)
    #expect(
      fixtures.identities == [
        Identity(
          "ana", role: "authenticated", claims: #"{"role":"authenticated","exp":1800000000}"#)
      ])
  }

  @Test func `afterwards it is nobody`() {
    let (fixtures, diagnostics) = read("jwt: \(token), at: \"2030-01-01T00:00:00Z\"")
    #expect(fixtures.identities.isEmpty)
    #expect(diagnostics.map(\.id) == [.refusedToken])
    #expect(diagnostics.first?.message.contains("expired at 2027-01-15T08:00:00Z") == true)
  }

  @Test(arguments: ["jwt: temp_token_123", "jwt: [a]", "jwt: a.b.c, role: anon"])
  func `what is no token is nobody`(_ identity: String) {
    let (fixtures, diagnostics) = read(identity)
    #expect(fixtures.identities.isEmpty && !diagnostics.isEmpty)
  }

  @Test func `a token says role and claims itself, and when is a moment`() {
    #expect(read("jwt: \(token), role: anon, at: \"2026-11-21T10:00:00Z\"").1.count == 1)
    #expect(read("jwt: \(token), at: yesterday").1.map(\.id) == [.malformedCases])
  }
}

import AccessModel
import Foundation
import Testing

@testable import AccessTokens

struct AccessTokenTests {
  let catalog = PlatformPreset.supabase.catalog
  let noon = Date(timeIntervalSince1970: 1_800_000_000)

  private func part(_ json: String) -> String {
    Data(json.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private func token(_ payload: String, header: String = #"{"alg":"HS256","typ":"JWT"}"#) -> String
  {
    "\(part(header)).\(part(payload)).\(part("signature"))"
  }

  private func problem(_ text: String, audience: String? = nil) -> TokenProblem? {
    do throws(TokenProblem) {
      _ = try AccessToken(text).identity("x", at: noon, audience: audience, in: catalog)
      return nil
    } catch { return error }
  }

  @Test func `claims become role and setting, digit for digit`() throws {
    let payload =
      #"{"sub":"5f0c1a52-6f0e-4a35-9a57-2f6d1c0b7a01","role":"authenticated","n":1.10}"#
    let identity = try AccessToken(token(payload)).identity("ana", at: noon, in: catalog)
    #expect(identity == Identity("ana", role: "authenticated", claims: payload))
  }

  @Test func `a token without a role is anon's, as PostgREST has it`() throws {
    let identity = try AccessToken(token("{}")).identity("x", at: noon, in: catalog)
    #expect(identity.role == "anon")
  }

  @Test func `what expired, or is not yet valid, is nobody's`() {
    #expect(problem(token(#"{"exp":1799999000}"#)) == .expired(noon.addingTimeInterval(-1000)))
    #expect(problem(token(#"{"exp":1799999980}"#)) == nil)
    #expect(problem(token(#"{"exp":1799999970}"#)) == .expired(noon.addingTimeInterval(-30)))
    #expect(problem(token(#"{"nbf":1800000100}"#)) == .notYetValid(noon.addingTimeInterval(100)))
    #expect(problem(token(#"{"nbf":1800000020}"#)) == nil)
  }

  @Test func `what is issued later than it is sent is nobody's`() {
    #expect(problem(token(#"{"iat":1800000100}"#)) == .issuedLater(noon.addingTimeInterval(100)))
    #expect(problem(token(#"{"iat":1800000020}"#)) == nil)
    #expect(problem(token(#"{"iat":1700000000}"#)) == nil)
  }

  @Test(arguments: ["FOO", "hs256", "HS256 ", ""])
  func `what nothing signs with is no token`(_ algorithm: String) {
    #expect(
      problem(token("{}", header: #"{"alg":"\#(algorithm)"}"#))
        == .malformed("its `alg` is none that tokens are signed with"))
  }

  @Test(arguments: ["\n", "\r\n", " \n\n"])
  func `a file's line end is not the token's`(_ end: String) throws {
    #expect(try AccessToken(token("{}") + end).text == token("{}"))
  }

  @Test func `the audience must be among the token's`() {
    let two = token(#"{"aud":["authenticated","other"]}"#)
    #expect(problem(two, audience: "authenticated") == nil)
    #expect(
      problem(two, audience: "admin")
        == .wrongAudience(["authenticated", "other"], wanted: "admin"))
    // Without one it is for everyone.
    for payload in ["{}", #"{"aud":[]}"#, #"{"aud":null}"#] {
      #expect(problem(token(payload), audience: "admin") == nil)
    }
  }

  @Test(arguments: ["postgres", "supabase_admin", "nobody"])
  func `a role that authenticator can't become is refused`(_ role: String) {
    #expect(problem(token(#"{"role":"\#(role)"}"#)) == .roleRefused(role))
  }

  @Test(arguments: ["none", "None", "NONE"])
  func `an unsigned token is refused`(_ algorithm: String) {
    #expect(problem(token("{}", header: #"{"alg":"\#(algorithm)"}"#)) == .unsigned)
  }

  @Test(arguments: [
    "", "temp_token_123", "a.b", "a.b.c.d", "..", "eyJhbGciOiJIUzI1NiJ9.e30", "{}.{}.{}",
    "Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "eyJhbGciOiJIUzI1NiJ9.e30.",
    "eyJhbGciOiJIUzI1NiJ9.e30=.c2ln", "eyJhbGciOiJIUzI1NiJ9.W10.c2ln", "e30.e30.c2ln",
    String(repeating: "a", count: 70_000),
  ])
  func `what is no token is nobody`(_ text: String) {
    guard case .malformed = problem(text) else {
      Issue.record("taken for a token: \(text.prefix(80))")
      return
    }
  }

  @Test(arguments: [
    #"{"exp":"soon"}"#, #"{"exp":true}"#, #"{"exp":1e400}"#, #"{"exp":1e300}"#, #"{"role":1}"#,
    #"{"sub":{}}"#, #"{"aud":[1]}"#, #"{"role":null}"#, "[]", "x", "\"\u{0}\"",
    String(repeating: "[", count: 40_000),
  ])
  func `claims of another kind than theirs are refused`(_ payload: String) {
    guard case .malformed = problem(token(payload)) else {
      Issue.record("taken for claims: \(payload.prefix(80))")
      return
    }
  }
}

import AccessPlan
import Testing

struct IntentTests {
  private let item = QualifiedName("public", "item")

  private func intents(@Intents _ intents: () -> Intents) throws -> [Intent] {
    try Plan("p", platform: .supabase) {
      Shop.Item.self
    } intents: {
      intents()
    }
    .document().intents.map {
      var intent = $0
      intent.place = nil
      return intent
    }
  }

  @Test func `who may`() throws {
    #expect(
      try intents {
        Anyone.may(.select, Shop.Item.self)
        Role.authenticated.may(.select, .insert, Shop.Item.self)
      } == [
        Intent(.may, [.anyone], [.select], on: item),
        Intent(.may, [.role("authenticated")], [.select, .insert], on: item),
      ])
  }

  @Test func `who alone may`() throws {
    #expect(
      try intents {
        Only(.owner, .anon).may(.select, .insert, .update, .delete, Shop.Item.self)
        Only(.authenticated).may(.all, Shop.Item.self)
      } == [
        Intent(.onlyMay, [.owner, .role("anon")], AccessCommand.allCases, on: item),
        Intent(.onlyMay, [.role("authenticated")], AccessCommand.allCases, on: item),
      ])
  }

  @Test func `nobody, or nobody but some, for some columns`() throws {
    #expect(
      try intents {
        Nobody().may(.delete, Shop.Item.self)
        Nobody(but: .serviceRole).may(.select, Shop.Item.self, columns: \.price, \.sellerID)
      } == [
        Intent(.nobodyBut, [], [.delete], on: item),
        Intent(
          .nobodyBut, [.role("service_role")], [.select], on: item, columns: ["price", "seller_id"]
        ),
      ])
  }

  @Test func `commands come in one order, each once`() throws {
    #expect(
      try intents { Role.anon.may(.update, .select, .update, Shop.Item.self) }
        == [Intent(.may, [.role("anon")], [.select, .update], on: item)])
  }

  @Test func `an intent knows its line`() throws {
    let line = #line + 4
    let plan = Plan("p", platform: .supabase) {
      Shop.Item.self
    } intents: {
      Anyone.may(.select, Shop.Item.self)
    }
    let place = try plan.document().intents[0].place
    #expect(place == SourcePlace(file: "AccessPlanTests/IntentTests.swift", line: line))
  }
}

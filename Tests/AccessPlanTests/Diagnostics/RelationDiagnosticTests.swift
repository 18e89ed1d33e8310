import AccessPlan
import Testing

private struct Loose: Table {
  let id = Column("id", .bigint).primaryKey()
  let stock = Column("stock", .integer).references(Shop.Item.self, \.stock)
}

private struct WrongConstraint: Table {
  let id = Column("id", .bigint).primaryKey()
  var constraints: Constraints { Unique(id, Shop.Item().name) }
}

private struct ItemNames: View {
  static let security = ViewSecurity.invoker
  let id = Column("id", .bigint)
  let name = Column("name", .text)

  var query: Query {
    let item = Source<Shop.Item>()
    return Query.from(item).select(item.id.as(id), item.name.as(name))
  }
}

private struct Odd: View {
  static let security = ViewSecurity.invoker
  let id = Column("id", .bigint)
  let name = Column("name", .text)
  let price = Column("price", .numeric)

  var query: Query {
    let item = Source<Shop.Item>()
    return Query.from(item).select(
      item.id.as(id), item.id.as(id), item.name.as(Source<ItemNames>().name), item.price.as(price))
  }
}

private struct Chicken: View {
  static let security = ViewSecurity.invoker
  let id = Column("id", .bigint)
  var query: Query {
    let egg = Source<Egg>()
    return Query.from(egg).select(egg.id.as(id))
  }
}

private struct Egg: View {
  static let security = ViewSecurity.invoker
  let id = Column("id", .bigint)
  var query: Query {
    let chicken = Source<Chicken>()
    return Query.from(chicken).select(chicken.id.as(id))
  }
}

struct RelationDiagnosticTests {
  @Test func `a foreign key to a table that is not in the plan`() throws {
    let mistake = try Plan("p", platform: .supabase) { Shop.Bid.self }.mistake()
    #expect(mistake.id == .unknownRelation)
    #expect(mistake.message == "`bid.item_id` references `item`, which is not in the plan")
    #expect(mistake.place?.file == "AccessPlanTests/Shop.swift")
  }

  @Test func `a foreign key to a column that is not unique`() throws {
    let mistake = try Plan("p", platform: .supabase) {
      Shop.Item.self
      Loose.self
    }.mistake()
    #expect(mistake.id == .invalidReference)
    #expect(mistake.message == "`loose.stock` references `item.stock`, which is not unique")
    #expect(mistake.place?.line == 6)
  }

  @Test func `a constraint over another table's column`() throws {
    let mistake = try Plan("p", platform: .supabase) { WrongConstraint.self }.mistake()
    #expect(mistake.id == .unknownColumn)
  }

  @Test func `a view column that the query does not give, or not so`() throws {
    let mistakes = Plan("p", platform: .supabase) {
      Shop.Item.self
      Odd.self
    }.mistakes()
    #expect(
      mistakes.map(\.message) == [
        "the query of view `odd` gives column `id` twice",
        "view `odd` has column `name`, which its query does not give",
        "column `price` of view `odd` is `numeric`, but its query gives `numeric(10,2)`",
        "the query of view `odd` gives `name`, which is not its column",
      ])
    #expect(
      mistakes.map(\.id) == [
        .viewColumnSurplus, .viewColumnMissing, .typeMismatch, .viewColumnSurplus,
      ])
    #expect(mistakes.map { $0.place?.line } == [33, 28, 29, 33])
  }

  @Test func `views that read each other`() throws {
    let mistakes = Plan("p", platform: .supabase) {
      Chicken.self
      Egg.self
    }.mistakes()
    #expect(mistakes.map(\.id) == [.dependencyCycle, .dependencyCycle])
    #expect(
      mistakes[0].message == "view `chicken` reads itself, through other views or directly")
  }

  @Test func `conditions and restrictions on a view`() throws {
    let plan = Plan("p", platform: .supabase) {
      Shop.Item.self
      ItemNames.self
    }.variant(
      "test",
      .rules(of: ItemNames.self) {
        Allow(.select, to: .anon, where: $0.id == 1)
        Restrict(.select, to: .anon, where: $0.id == 1)
        Allow(.select, to: .owner)
      })
    let mistakes = plan.mistakes()
    #expect(
      mistakes.map(\.message) == [
        "a rule of `item_names` has a condition, and views have no policies",
        "a rule of `item_names` restricts a view, and views have no policies",
        "a rule of `item_names` says `.owner`, and views have no policies",
      ])
    #expect(mistakes.allSatisfy { $0.id == .invalidRule })
  }

  @Test func `an intent about a relation that is not in the plan`() throws {
    let mistake = try Plan("p", platform: .supabase) {
      Shop.Item.self
    } intents: {
      Anyone.may(.select, ItemNames.self)
    }.mistake()
    #expect(mistake.id == .unknownRelation)
    #expect(mistake.message == "an intent about `item_names`: the relation is not in the plan")
    #expect(mistake.place?.line == #line - 4)
  }

  @Test func `an intent for an owner that is not declared, or an unknown role`() throws {
    let mistakes = Plan("p", platform: .supabase) {
      Shop.Item.self
      Shop.Bid.self
    } intents: {
      Only(.owner).may(.select, Shop.Bid.self)
      Nobody(but: .role(Role("clerk"))).may(.select, Shop.Bid.self)
    }.mistakes()
    #expect(mistakes.map(\.id) == [.missingOwner, .unknownRole])
  }

  @Test func `an intent about something that is not a column`() throws {
    let mistake = try Plan("p", platform: .supabase) {
      Shop.Item.self
    } intents: {
      Nobody().may(.select, Shop.Item.self, columns: \.owner)
    }.mistake()
    #expect(mistake.id == .unknownColumn)
  }
}

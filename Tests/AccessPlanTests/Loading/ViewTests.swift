import AccessPlan
import Testing

private struct BidTotals: View {
  static let security = ViewSecurity.invoker
  static let barrier = true
  static let checkOption: Catalog.View.CheckOption? = .cascaded

  let name = Column("name", .text)
  let bids = Column("bids", .bigint)
  let highest = Column("highest", .integer)
  let total = Column("total", .bigint)
  let average = Column("average", .numeric)

  var query: Query {
    let item = Source<Shop.Item>()
    let bid = Source<Shop.Bid>()
    return Query.from(item)
      .leftJoin(bid, on: bid.itemID == item.id)
      .where(item.isActive == true).where(item.stock > 0)
      .group(by: item.name)
      .having(count() > 1)
      .order(by: item.name, descending: true)
      .select(
        avg(bid.amount).as(average), sum(bid.amount).as(total), max(bid.amount).as(highest),
        count(bid.id, distinct: true).as(bids), item.name.as(name))
  }

  var access: AccessRules { Allow(.select, to: .anon, on: name) }
}

private struct Names: View {
  static let security = ViewSecurity.definer
  let name = Column("name", .text)
  var query: Query { .sql("select name from item") }
}

private struct Pairs: View {
  static let security = ViewSecurity.definer
  let left = Column("left", .bigint)
  let right = Column("right", .bigint)

  var query: Query {
    let one = Source<Shop.Item>(), other = Source<Shop.Item>()
    return Query.from(one).join(other, on: other.parentID == one.id).distinct()
      .select(one.id.as(left), other.id.as(right))
  }
}

struct ViewTests {
  private let plan = Plan("p", platform: .supabase) {
    Shop.Item.self
    Shop.Bid.self
    BidTotals.self
    Names.self
    Pairs.self
  }

  private let name = SQLExpression.column("name", of: "item")
  private let amount = SQLExpression.column("amount", of: "bid")

  @Test func `a view has its columns and options`() throws {
    let view = try plan.view("bid_totals")
    #expect(view.columns.map(\.name) == ["name", "bids", "highest", "total", "average"])
    #expect(view.columns.map(\.type) == [.text, .bigint, .integer, .bigint, .numeric])
    #expect(view.securityInvoker && view.securityBarrier && view.checkOption == .cascaded)
    #expect(try plan.view("pairs").securityInvoker == false)
    #expect(view.owner == "postgres")
  }

  @Test func `outputs come in the order of the view's columns`() throws {
    #expect(
      try plan.view("bid_totals").select.targets == [
        .expression(name, name: "name"),
        .expression(
          .call(SQLFunctionCall("count", [.column("id", of: "bid")], isDistinct: true)),
          name: "bids"),
        .expression(.function("max", amount), name: "highest"),
        .expression(.function("sum", amount), name: "total"),
        .expression(.function("avg", amount), name: "average"),
      ])
  }

  @Test func `clauses are lowered over the query's sources`() throws {
    let view = try plan.view("bid_totals")
    let select = try view.select
    #expect(
      select.from == [
        .join(
          kind: .left, left: .relation(schema: "public", name: "item", alias: nil),
          right: .relation(schema: "public", name: "bid", alias: nil),
          condition: .equal(.column("item_id", of: "bid"), .column("id", of: "item")))
      ])
    #expect(
      select.condition
        == .and(operands: [
          .equal(.column("is_active", of: "item"), .true),
          .binary(symbol: ">", left: .column("stock", of: "item"), right: .integer(0)),
        ]))
    #expect(select.groupBy == [name])
    #expect(
      select.having
        == .binary(
          symbol: ">", left: .call(SQLFunctionCall("count", isStar: true)), right: .integer(1)))
    #expect(view.query.orderBy == [SQLOrder(name, isDescending: true)])
  }

  @Test func `two sources of one table have two aliases`() throws {
    let select = try plan.view("pairs").select
    #expect(
      select.targets == [
        .expression(.column("id", of: "item"), name: "left"),
        .expression(.column("id", of: "item_2"), name: "right"),
      ])
    #expect(select.isDistinct)
  }

  @Test func `SQL text is carried unread`() throws {
    #expect(try plan.view("names").query == SQLQuery(.unread(text: "select name from item")))
  }

  @Test func `rules on a view are grants`() throws {
    let view = try plan.view("bid_totals")
    #expect(view.columns[0].acl?.privileges(of: .role("anon")) == [.select])
    #expect(view.acl?.privileges(of: .role("anon")) == [])
    #expect(view.acl?.privileges(of: .role("service_role")) == Privilege.allOnTable.sorted())
  }
}

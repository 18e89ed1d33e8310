import AccessPlan
import Testing

struct SubqueryTests {
  private let id = SQLExpression.column("id", of: "item")

  @Test func `exists sees the row outside`() throws {
    let lowered = try Shop.lowered { item in
      let bid = Source<Shop.Bid>()
      return exists(bid, where: bid.itemID == item.id)
    }
    let condition = SQLExpression.equal(.column("item_id", of: "bid"), id)
    #expect(lowered == .exists(query: simpleQuery(from: "bid", where: condition)))
  }

  @Test func `a source of the same table gets an alias of its own`() throws {
    let lowered = try Shop.lowered { item in
      let parent = Source<Shop.Item>()
      return exists(parent, where: parent.id == item.parentID)
    }
    let condition = SQLExpression.equal(
      .column("id", of: "item_2"), .column("parent_id", of: "item"))
    #expect(lowered == .exists(query: simpleQuery(from: "item", as: "item_2", where: condition)))
  }

  @Test func `aliases are unique across nested queries and free again beside them`() throws {
    let lowered = try Shop.lowered { item in
      let parent = Source<Shop.Item>(), grandparent = Source<Shop.Item>(),
        other = Source<Shop.Item>()
      return exists(
        parent,
        where: parent.id == item.parentID
          && exists(grandparent, where: grandparent.id == parent.parentID))
        && exists(other, where: other.id == 1)
    }
    let inner = SQLExpression.exists(
      query: simpleQuery(
        from: "item", as: "item_3",
        where: .equal(.column("id", of: "item_3"), .column("parent_id", of: "item_2"))))
    let outer = SQLExpression.exists(
      query: simpleQuery(
        from: "item", as: "item_2",
        where: .and(operands: [
          .equal(.column("id", of: "item_2"), .column("parent_id", of: "item")), inner,
        ])))
    let beside = SQLExpression.exists(
      query: simpleQuery(
        from: "item", as: "item_2", where: .equal(.column("id", of: "item_2"), .integer(1))))
    #expect(lowered == .and(operands: [outer, beside]))
  }

  @Test func `membership of a query`() throws {
    let lowered = try Shop.lowered { item in
      let bid = Source<Shop.Bid>()
      return item.id.isIn(bid.itemID, from: bid, where: bid.amount > 10)
    }
    let query = simpleQuery(
      .column("item_id", of: "bid"), from: "bid",
      where: .binary(symbol: ">", left: .column("amount", of: "bid"), right: .integer(10)))
    #expect(lowered == .inQuery(operand: id, query: query, negated: false))
  }

  @Test func `a query as a value`() throws {
    let lowered = try Shop.lowered { item in
      let bid = Source<Shop.Bid>()
      return item.stock == scalar(max(bid.amount), from: bid, where: bid.itemID == item.id)
    }
    let query = simpleQuery(
      .function("max", .column("amount", of: "bid")), from: "bid",
      where: .equal(.column("item_id", of: "bid"), id))
    #expect(lowered == .equal(.column("stock", of: "item"), .scalarQuery(query: query)))
  }

  @Test func `exists takes a query with joins`() throws {
    let lowered = try Shop.lowered { item in
      let bid = Source<Shop.Bid>(), parent = Source<Shop.Item>()
      return exists(
        Query.from(bid).join(parent, on: parent.id == bid.itemID).where(parent.parentID == item.id))
    }
    let join = SQLFromItem.join(
      kind: .inner, left: .relation(schema: "public", name: "bid", alias: nil),
      right: .relation(schema: "public", name: "item", alias: "item_2"),
      condition: .equal(.column("id", of: "item_2"), .column("item_id", of: "bid")))
    let select = SQLSelect(
      [.expression(.integer(1), name: nil)], from: [join],
      where: .equal(.column("parent_id", of: "item_2"), id))
    #expect(lowered == .exists(query: SQLQuery(select)))
  }
}

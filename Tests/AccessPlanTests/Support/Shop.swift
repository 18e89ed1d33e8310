import AccessPlan

/// A tiny plan that most tests vary.
enum Shop {
  struct Item: Table {
    let id = Column("id", .bigint).primaryKey().generated()
    let sellerID = Column("seller_id", .uuid)
    let name = Column("name", .text)
    let shortName = Column("short_name", .varchar(20)).nullable()
    let price = Column("price", .numeric(10, 2))
    let stock = Column("stock", .integer)
    let isActive = Column("is_active", .boolean)
    let listedAt = Column("listed_at", .timestamptz)
    let extra = Column("extra", .jsonb)
    let parentID = Column("parent_id", .bigint).nullable().references(Item.self, \.id)

    var owner: Condition { sellerID == auth.uid }
  }

  struct Bid: Table {
    let id = Column("id", .bigint).primaryKey().generated()
    let itemID = Column("item_id", .bigint).references(Item.self, \.id)
    let amount = Column("amount", .integer)
  }

  static let plan = Plan("shop", platform: .supabase) {
    Item.self
    Bid.self
  }

  /// A plan whose only rules are these, of `Item`.
  static func plan(@AccessRules rules: @escaping @Sendable (Item) -> AccessRules) -> Plan {
    plan.variant("test", .rules(of: Item.self, rules))
  }

  /// What a condition over `Item` becomes in a policy.
  static func lowered(_ condition: @escaping @Sendable (Item) -> Condition) throws -> SQLExpression
  {
    let plan = plan { Allow(.select, to: .authenticated, where: condition($0)) }
    return try plan.table("item").policy("authenticated may select").using.required()
  }
}

import AccessPlan
import Testing

struct ComparisonTests {
  private let id = SQLExpression.column("id", of: "item")
  private let stock = SQLExpression.column("stock", of: "item")

  @Test func `columns are qualified by their table's name`() throws {
    #expect(
      try Shop.lowered { $0.id == $0.parentID }
        == .equal(id, .column("parent_id", of: "item")))
  }

  @Test func `constants become literals of their type`() throws {
    #expect(try Shop.lowered { $0.id == 7 } == .equal(id, .integer(7)))
    #expect(
      try Shop.lowered { $0.name == "lamp" }
        == .equal(.column("name", of: "item"), .string("lamp")))
    #expect(
      try Shop.lowered { $0.isActive == true }
        == .equal(.column("is_active", of: "item"), .true))
    #expect(
      try Shop.lowered { $0.sellerID == "00000000-0000-0000-0000-000000000001" }
        == .equal(
          .column("seller_id", of: "item"), .string("00000000-0000-0000-0000-000000000001")))
  }

  @Test func `numeric constants keep their digits`() throws {
    let price = SQLExpression.column("price", of: "item")
    #expect(try Shop.lowered { $0.price == 5 } == .equal(price, .integer(5)))
    #expect(
      try Shop.lowered { $0.price == "12.50" } == .equal(price, .literal(.decimal("12.50"))))
    #expect(
      try Shop.lowered { $0.price == "NaN" }
        == .equal(price, .cast(operand: .string("NaN"), type: .numeric)))
    #expect(
      try Shop.lowered { $0.price == "-1.5" }
        == .equal(price, .cast(operand: .string("-1.5"), type: .numeric)))
  }

  @Test(arguments: ["=", "<>", "<", "<=", ">", ">="])
  func `each operator compares with an expression and with a constant`(symbol: String) throws {
    let (withColumn, withConstant): (SQLExpression, SQLExpression) =
      switch symbol {
      case "=": (try Shop.lowered { $0.stock == $0.stock }, try Shop.lowered { $0.stock == 1 })
      case "<>": (try Shop.lowered { $0.stock != $0.stock }, try Shop.lowered { $0.stock != 1 })
      case "<": (try Shop.lowered { $0.stock < $0.stock }, try Shop.lowered { $0.stock < 1 })
      case "<=": (try Shop.lowered { $0.stock <= $0.stock }, try Shop.lowered { $0.stock <= 1 })
      case ">": (try Shop.lowered { $0.stock > $0.stock }, try Shop.lowered { $0.stock > 1 })
      default: (try Shop.lowered { $0.stock >= $0.stock }, try Shop.lowered { $0.stock >= 1 })
      }
    #expect(withColumn == .binary(symbol: symbol, left: stock, right: stock))
    #expect(withConstant == .binary(symbol: symbol, left: stock, right: .integer(1)))
  }

  @Test func `text compares with varchar`() throws {
    #expect(
      try Shop.lowered { $0.name == $0.shortName }
        == .equal(.column("name", of: "item"), .column("short_name", of: "item")))
  }

  @Test func `nested ANDs and ORs become flat lists`() throws {
    let one = SQLExpression.equal(id, .integer(1)), two = SQLExpression.equal(id, .integer(2))
    #expect(
      try Shop.lowered { $0.id == 1 && $0.id == 2 && $0.id == 1 }
        == .and(operands: [one, two, one]))
    #expect(
      try Shop.lowered { $0.id == 1 || $0.id == 2 || $0.id == 1 } == .or(operands: [one, two, one]))
  }

  @Test func `AND inside OR and NOT stay grouped`() throws {
    let one = SQLExpression.equal(id, .integer(1)), two = SQLExpression.equal(id, .integer(2))
    #expect(
      try Shop.lowered { !($0.id == 1 && $0.id == 2) || $0.id == 2 }
        == .or(operands: [.not(operand: .and(operands: [one, two])), two]))
  }
}

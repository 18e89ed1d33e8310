import AccessModel
import Testing

@testable import AccessPlan

/// Which conditions of policies become sets that are made once.
struct IdentitySetTests {
  private let caller = SQLExpression.scalarQuery(
    query: SQLQuery(SQLSelect([.expression(.function("uid", schema: "auth"), name: nil)])))

  private func column(_ path: String) -> SQLExpression {
    let parts = path.split(separator: ".").map(String.init)
    return .column(parts[1], of: parts[0])
  }

  private func athletes(_ conditions: SQLExpression...) -> SQLExpression {
    .exists(
      query: SQLQuery(
        SQLSelect(
          [.expression(.integer(1), name: nil)],
          from: [.relation(schema: "public", name: "athlete", alias: nil)],
          where: .allOf(conditions))))
  }

  private var key: SQLExpression { .equal(column("athlete.id"), column("ride.athlete_id")) }
  private var person: SQLExpression { .equal(column("athlete.user_id"), caller) }

  private var asSet: SQLExpression {
    .quantified(
      symbol: "=", left: column("ride.athlete_id"),
      array: .arrayQuery(
        query: SQLQuery(
          SQLSelect(
            [.expression(column("athlete.id"), name: nil)],
            from: [.relation(schema: "public", name: "athlete", alias: nil)], where: person))),
      isAll: false)
  }

  @Test func `whose a row is becomes a set of the caller's keys`() {
    #expect(athletes(key, person).lookingUpIdentities(of: "ride") == asSet)
    #expect(
      athletes(person, .equal(column("ride.athlete_id"), column("athlete.id")))
        .lookingUpIdentities(of: "ride") == asSet)
  }

  @Test func `below AND and OR, too`() {
    let isPublic = column("ride.is_public")
    let written = SQLExpression.or(operands: [
      isPublic, .and(operands: [isPublic, athletes(key, person)]),
    ])
    #expect(
      written.lookingUpIdentities(of: "ride")
        == .or(operands: [isPublic, .and(operands: [isPublic, asSet])]))
  }

  @Test func `not where NULL would count, or the set would be everyone's`() {
    let untouched: [SQLExpression] = [
      .not(operand: athletes(key, person)),
      // Nobody is asked for.
      athletes(key),
      athletes(key, .equal(column("athlete.club"), .string("north"))),
      // The row is asked for in another way too.
      athletes(key, person, .equal(column("athlete.club"), column("ride.club"))),
      athletes(key, person, .binary(symbol: "<", left: column("ride.day"), right: .integer(3))),
      athletes(.binary(symbol: "<", left: column("athlete.id"), right: column("ride.id")), person),
      // A name that may be the row's.
      athletes(key, person, .column("day")),
      athletes(key, person, .unread(text: "ride.day > 3")),
    ]
    for condition in untouched {
      #expect(condition.lookingUpIdentities(of: "ride") == condition)
    }
  }

  @Test func `a query that is more than FROM and WHERE stays`() {
    guard case .exists(var query) = athletes(key, person), case .select(var select) = query.body
    else { return }
    query.limit = .integer(0)
    #expect(
      SQLExpression.exists(query: query).lookingUpIdentities(of: "ride") == .exists(query: query))
    query.limit = nil
    select.groupBy = [column("athlete.club")]
    query.body = .select(select)
    #expect(
      SQLExpression.exists(query: query).lookingUpIdentities(of: "ride") == .exists(query: query))
  }
}

import AccessModel
import AccessTesting
import LivePostgres
import ScratchServerTesting
import Testing

@testable import SQLBinding

/// What is known of PostgreSQL's own relations is what a server has.
@Suite(.enabled(if: ServerUnderTest.isExpected))
struct `System relations` {
  private func onEachVersion(
    _ body: (PostgresVersion, (String) throws -> [[String?]]) throws -> Void
  ) throws {
    for installation in PostgresInstallation.installed() {
      guard let version = PostgresVersion(rawValue: installation.major) else { continue }
      let connection = try ScratchDatabase(on: SharedServer.get(installation)).connect()
      try body(version) { try connection.query($0).rows }
    }
  }

  @Test func `columns have the server's names, order and types`() throws {
    try onEachVersion { version, query in
      for relation in SystemRelation.allCases {
        let theirs = try query(
          """
          SELECT attname, format_type(coalesce(nullif(typbasetype, 0), t.oid), NULL)
          FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
          WHERE attrelid = '\(relation.name.schema).\(relation.name.name)'::regclass
            AND attnum > 0 AND NOT attisdropped ORDER BY attnum
          """)
        let mine = relation.columns(in: version)
        #expect(mine.map(\.name) == theirs.compactMap { $0[0] }, "\(relation) on \(version)")
        for (column, their) in zip(mine, theirs) {
          guard let type = column.type else { continue }
          #expect(type.description == their[1], "\(relation).\(column.name) on \(version)")
        }
      }
    }
  }

  @Test func `each is known by its schema, its name and its kind`() throws {
    try onEachVersion { version, query in
      let theirs = try query(
        """
        SELECT relnamespace::regnamespace || '.' || relname || ' ' || relkind::text FROM pg_class
        WHERE relkind IN ('r', 'v')
          AND relnamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        """
      ).compactMap { $0[0] }
      let mine = SystemRelation.all(in: version).map {
        "\($0.name.schema).\($0.name.name) \($0.kind)"
      }
      #expect(Set(mine) == Set(theirs), "\(version)")
      #expect(mine.count > 190)
    }
  }
}

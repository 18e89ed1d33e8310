import AccessFixtures
import AccessModel
import Foundation
import SQLText

/// Whose rows are whose.
extension RowSampler {
  /// Adds what `auth.users` says of those who are named by their id.
  func completeClaims() throws {
    guard let users = place(QualifiedName("auth", "users")) else { return }
    let columns = Set(tables[users].columns)
    guard columns.isSuperset(of: ["id", "email"]) else { return }
    func column(_ name: String) -> String { columns.contains(name) ? name : "NULL" }
    for index in identities.indices {
      guard var claims = identities[index].claimValues, let id = claims["sub"] as? String else {
        continue
      }
      let answer = try connection.undoingErrors {
        try connection.query(
          """
          SELECT email, \(column("raw_app_meta_data")), \(column("raw_user_meta_data"))
          FROM auth.users WHERE id = $1
          """, parameters: [id])
      }
      guard let row = (try? answer.get())?.rows.first, row.count == 3 else {
        note("`auth.users` has nobody with the id of `\(identities[index].name)`")
        continue
      }
      if claims["email"] == nil, let email = row[0] { claims["email"] = email }
      for (name, text) in [("app_metadata", row[1]), ("user_metadata", row[2])]
      where claims[name] == nil && request.wantedClaims.contains(name) {
        claims[name] = text.flatMap {
          try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
        }
      }
      identities[index].claims = claims.jsonText ?? identities[index].claims
    }
  }

  /// Rows that hold what an identity's claims say.
  func takeRowsOfIdentities(_ index: Int) throws {
    for identity in identities {
      guard let claims = identity.claimValues else { continue }
      for claim in request.columnsOfClaims.keys.sorted() {
        let columns = (request.columnsOfClaims[claim] ?? []).filter {
          $0.table == tables[index].table.name && tables[index].columns.contains($0.column)
        }
        let said = columns.isEmpty ? [] : claims.texts(of: claim)
        guard !said.isEmpty else { continue }
        // Policies may compare addresses in lowercase.
        let values = Set(said + (claim == "email" ? said.map { $0.lowercased() } : [])).sorted()
        for column in columns {
          try take(index, [column.column], holding: values.map { [$0] }, of: identity)
        }
      }
    }
  }

  /// Takes rows with one of `values` in `columns`, up to the bound.
  @discardableResult
  private func take(
    _ index: Int, _ columns: [String], holding values: [[String]], of identity: Identity
  ) throws -> [[String?]] {
    let table = tables[index]
    let limit = request.rows
    let found: [[String?]]
    do {
      found = try connection.undoingErrors {
        try self.connection.query(
          "SELECT \(table.selected) FROM \(table.source) WHERE \(match(columns, in: table))"
            + " ORDER BY \(table.order(seed: request.seed)) LIMIT \(limit + 1)",
          parameters: columns.indices.map { place in arrayLiteral(values.map { $0[place] }) }
        ).rows
      }.get()
    } catch let error as PostgresError where error.sqlState.rawValue.hasPrefix("22") {
      // The claim is no value of the column's type, so no row has it.
      return []
    }
    if !found.isEmpty { self.found.insert(identity.name) }
    if found.count > limit {
      note(
        "`\(table.table.name)` has more than \(limit) rows of `\(identity.name)`: \(limit) are taken"
      )
    }
    let new = tables[index].take(Array(found.prefix(limit)), because: .identity)
    add(new, to: index)
    return new
  }

  /// Rows whose columns are one of the given ones, which are arrays of each column's type.
  func match(_ columns: [String], in table: SampledTable) -> String {
    let names = columns.map(quoteIdentifier)
    let arrays = columns.indices.map { place in
      let type = table.table.columns.first { $0.name == columns[place] }?.type ?? .text
      // Without a length, `character` is of one.
      let name = type.name == "character" ? "bpchar" : type.name
      return "$\(place + 1)::\(sqlText(TypeName(name)))[]"
    }
    return
      "(\(names.joined(separator: ", "))) IN (SELECT * FROM unnest(\(arrays.joined(separator: ", "))))"
  }

  /// What refers to a row that is a person: one that a key finds by a claim.
  func takeWhatRefersToPersons() throws {
    for identity in identities {
      guard let claims = identity.claimValues else { continue }
      for claim in request.columnsOfClaims.keys.sorted() where !claim.contains(".") {
        guard let value = claims[claim] as? String else { continue }
        for column in request.columnsOfClaims[claim] ?? [] {
          guard let index = place(column.table) else { continue }
          let isKey = tables[index].table.keys.contains { $0.columns == [column.column] }
          guard isKey else { continue }
          for row in tables[index].rows
          where tables[index].values([column.column], of: row) == [value] {
            try takeWhatRefers(to: row, of: index, as: identity)
          }
        }
      }
    }
  }

  private func takeWhatRefers(to row: [String?], of target: Int, as identity: Identity) throws {
    for index in drawable {
      for key in tables[index].table.foreignKeys
      where key.references == tables[target].table.name {
        guard let values = tables[target].values(key.referencedColumns, of: row) else { continue }
        try take(index, key.columns, holding: [values], of: identity)
      }
    }
  }
}

extension Identity {
  /// The claims, one by one.
  fileprivate var claimValues: [String: Any]? {
    claims.flatMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }
}

extension [String: Any] {
  /// What a claim says, by its name or as `app_metadata.org`; of a list each element.
  fileprivate func texts(of claim: String) -> [String] {
    if let own = self[claim] { return Self.texts(own) }
    var value: Any = self
    for part in claim.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      guard let members = value as? [String: Any], let member = members[part] else { return [] }
      value = member
    }
    return Self.texts(value)
  }

  private static func texts(_ value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(texts)
    case let number as NSNumber: number is Bool ? [] : [number.stringValue]
    default: []
    }
  }

  fileprivate var jsonText: String? {
    (try? JSONSerialization.data(
      withJSONObject: self, options: [.sortedKeys, .withoutEscapingSlashes]))
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

public import AccessModel

extension SQLWriter {
  /// What follows CREATE TABLE's list: INHERITS and PARTITION BY.
  func suffix(_ table: Catalog.Table) -> [Document] {
    var parts: [Document] = []
    if !table.parents.isEmpty, table.partitionBound == nil {
      let parents = table.parents.map(sqlText).joined(separator: ", ")
      parts += [.hardLine, .text("INHERITS (\(parents))")]
    }
    if let key = table.partitionKey {
      parts += [.hardLine, .text("PARTITION BY \(key.strategy.rawValue) "), keyParts(key.parts)]
    }
    return parts
  }

  /// `FOR VALUES IN (1, 2)`.
  public func text(_ bound: Catalog.PartitionBound) -> String { print(document(bound)) }

  func document(_ bound: Catalog.PartitionBound) -> Document {
    switch bound {
    case .otherwise: .text("DEFAULT")
    case .list(let values):
      .joined([
        .text("FOR VALUES IN "), .parenthesized(.list(values.map { .expression($0) })),
      ])
    case .range(let from, let to):
      .joined([
        .text("FOR VALUES FROM "), .parenthesized(.list(from.map(document))), .text(" TO "),
        .parenthesized(.list(to.map(document))),
      ])
    case .hash(let modulus, let remainder):
      .text("FOR VALUES WITH (MODULUS \(modulus), REMAINDER \(remainder))")
    }
  }

  private func document(_ end: Catalog.PartitionBound.RangeEnd) -> Document {
    switch end {
    case .minimum: .text("MINVALUE")
    case .maximum: .text("MAXVALUE")
    case .value(let value): .expression(value)
    }
  }

  func document(_ exclusion: Catalog.Exclusion) -> Document {
    let elements = exclusion.elements.map { element -> Document in
      .joined([keyPart(element.expression), .text(" WITH \(element.symbol)")])
    }
    var parts: [Document] = [
      .text(
        "CONSTRAINT \(quoteIdentifier(exclusion.name)) EXCLUDE "
          + "USING \(quoteIdentifier(exclusion.method)) "),
      .parenthesized(.list(elements)),
    ]
    if let condition = exclusion.condition {
      parts += [.text(" WHERE "), .parenthesized(.expression(condition))]
    }
    return .joined(parts + [.text(deferral(exclusion.isDeferrable, exclusion.isInitiallyDeferred))])
  }

  /// ` DEFERRABLE INITIALLY DEFERRED` and its kin.
  func deferral(_ isDeferrable: Bool, _ isInitiallyDeferred: Bool) -> String {
    guard isDeferrable else { return "" }
    return " DEFERRABLE" + (isInitiallyDeferred ? " INITIALLY DEFERRED" : "")
  }
}

public import AccessModel
import SQLText

extension NormalForms {
  /// The form of a partition's bound: values as the columns of its parent's key hold them, in
  /// whatever order a list has them.
  public func form(of bound: Catalog.PartitionBound, under parent: QualifiedName) -> String {
    let types = keyTypes(of: parent)
    switch bound {
    case .otherwise, .hash: return SQLWriter(layout: .compact).text(bound)
    case .list(let values):
      return "IN " + values.map { text($0, types.first ?? nil) }.sorted().joined(separator: ", ")
    case .range(let from, let to):
      return "FROM \(text(from, types)) TO \(text(to, types))"
    }
  }

  /// Of expressions nothing is known.
  private func keyTypes(of parent: QualifiedName) -> [TypeName?] {
    guard let table = names.catalog.table(parent) else { return [] }
    return (table.partitionKey?.parts ?? []).map { part in
      guard case .column(_, let name) = part else { return nil }
      return table.columns.first { $0.name == name }?.type
    }
  }

  private func text(
    _ ends: [Catalog.PartitionBound.RangeEnd], _ types: [TypeName?]
  ) -> String {
    ends.enumerated().map { place, end in
      switch end {
      case .minimum: "MINVALUE"
      case .maximum: "MAXVALUE"
      case .value(let value): text(value, types.indices.contains(place) ? types[place] : nil)
      }
    }.joined(separator: ", ")
  }

  private func text(_ value: SQLExpression, _ type: TypeName?) -> String {
    guard let type else { return SQLWriter(layout: .compact).text(value) }
    // A time without a zone is one of the session's that read it, which nobody tells: its day is
    // compared.
    if names.type(type) == .timestamptz, case .literal(.string(let text)) = value {
      let day = String(text.prefix { $0 != " " && $0 != "T" })
      return form(of: .literal(.string(day)), over: nil, as: .column(TypeName("date")))?.text ?? day
    }
    return form(of: value, over: nil, as: .column(type))?.text
      ?? SQLWriter(layout: .compact).text(value)
  }
}

import AccessModel

extension CatalogPlanner {
  /// The object's own comment, and a last line that marks it as the plan's:
  /// `rowkeep: electric-ride, ElectricRide/Saved.swift`. Not the line, which every blank line above
  /// would change, and with it the catalog.
  func mark(_ comment: String?, _ place: SourcePlace?) -> String {
    let mark = "rowkeep: \(document.title)" + (place.map { ", \($0.file)" } ?? "")
    // One that is there already, as in what was read of a database, gives way.
    let own = (comment ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("rowkeep: ") }.joined(separator: "\n")
    return own.isEmpty ? mark : "\(own)\n\(mark)"
  }
}

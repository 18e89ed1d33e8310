import AccessModel

extension CatalogPlanner {
  /// The object's own comment, and a last line that marks it as the plan's:
  /// `rowkeep: electric-ride, ElectricRide/Saved.swift:12`.
  func mark(_ comment: String?, _ place: SourcePlace?) -> String {
    let mark = "rowkeep: \(document.title)" + (place.map { ", \($0)" } ?? "")
    return comment.map { "\($0)\n\(mark)" } ?? mark
  }
}

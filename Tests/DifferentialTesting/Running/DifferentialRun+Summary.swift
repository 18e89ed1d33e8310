extension DifferentialRun {
  /// The counts, for a log.
  public var summary: String {
    func lines(_ counts: [String: Int]) -> [String] {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "  \($0.value) \($0.key)" }
    }
    var text = ["asked \(tally.asked), agreed \(tally.agreed), disagreed \(tally.disagreed)"]
    text.append("undecided \(tally.undecidedCount)")
    text += lines(tally.undecided)
    text.append("met")
    text += lines(tally.coverage)
    text += refusedWorlds.map { "refused: \($0)" }
    return text.joined(separator: "\n")
  }
}

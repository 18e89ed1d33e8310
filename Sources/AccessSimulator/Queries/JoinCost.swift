import Foundation

/// How the rows of a table are looked for that a row of another is joined to.
enum RowSearch {
  /// An index finds them, and nothing is asked of others.
  case byKey
  /// Its policies and conditions are asked of all rows first, as for a hash.
  case amongAll
  /// One or the other.
  case unsure
}

/// What joining two tables of which nothing was analyzed is expected to cost: by an index of one of
/// them, row by row of the other, or in any way that reads all of both.
///
/// Source: `src/backend/optimizer/path/costsize.c`: `cost_seqscan()`, `cost_index()`,
/// `final_cost_nestloop()`, `final_cost_hashjoin()`.
struct JoinCost {
  struct Side {
    /// How many pages and rows it is expected to hold, and rows to give.
    let pages: Double
    let rows: Double
    let kept: ClosedRange<Double>
    /// Of asking its policies and conditions of a row; nil: not known.
    let asking: Double?
    /// Whether what is not known of it is the cost of subqueries that are read once, for a hash.
    var asksOnce = false
    /// What an index finds by the columns that the join compares; nil: there is none.
    let key: Key?
  }

  enum Key { case unique, repeated }

  let outer: Side
  let inner: Side

  // In units of a page read in sequence.
  static let randomPage = 4.0
  private static let tuple = 0.01
  private static let indexTuple = 0.005
  fileprivate static let operation = 0.0025
  /// Paths closer than this are not told apart here.
  static let margin = 0.03

  /// How the rows of `inner` are looked for.
  var search: RowSearch {
    guard inner.key != nil else { return .amongAll }
    guard let innerAsking = inner.asking else { return .unsure }
    if inner.pages == 1 { return searchInPage(innerAsking) }
    var found: Set<RowSearch> = []
    // What is not known of both ways may be nothing, or much.
    for outerAsking in outer.asking.map({ [$0] }) ?? (outer.asksOnce ? [0] : [0, 100]) {
      for outerRows in outer.kept.ends {
        for innerRows in inner.kept.ends {
          found.insert(search((outerRows, outerAsking), (innerRows, innerAsking)))
        }
      }
    }
    return found.count == 1 ? found[found.startIndex] : .unsure
  }

  /// Of sides that keep so many rows, and ask at that cost of each.
  private func search(
    _ outer: (rows: Double, asking: Double), _ inner: (rows: Double, asking: Double)
  ) -> RowSearch {
    let scan = Self.scan(of: self.outer, outer.asking)
    let other = Self.scan(of: self.inner, inner.asking)
    let lookups = Self.lookups(in: self.inner, inner.asking, outer.rows)
    // Reading all of both, and what a hash adds.
    let hashing =
      0.0125 * min(outer.rows, inner.rows) + Self.operation * max(outer.rows, inner.rows)
      + 0.5 * Self.operation * inner.rows
    var (least, most) = (scan + other, scan + other + hashing)
    if self.outer.key != nil {
      let reverse = Self.lookups(in: self.outer, outer.asking, inner.rows)
      least = min(least, other + reverse.lowerBound)
      // Each lookup is expected to make the hash of a subquery anew.
      if self.outer.asking != nil { most = min(most, other + reverse.upperBound) }
    }
    return Self.search(
      (scan + lookups.lowerBound)...(scan + lookups.upperBound), against: least...most)
  }

  /// In a table of one page, which is read as a whole: for few rows around once for each, and up to
  /// the only row that it is joined to.
  private func searchInPage(_ innerAsking: Double) -> RowSearch {
    guard let outerAsking = outer.asking else { return .unsure }
    let (scan, other) = (Self.scan(of: outer, outerAsking), Self.scan(of: inner, innerAsking))
    let byRow = scan + outer.kept.lowerBound * other
    let reverse = other + inner.kept.upperBound * scan
    let hashing = scan + other + 0.0125 * inner.kept.upperBound
    return byRow > (1 + Self.margin) * min(reverse, hashing) ? .amongAll : .unsure
  }

  fileprivate static func search(
    _ byKey: ClosedRange<Double>, against all: ClosedRange<Double>
  ) -> RowSearch {
    if byKey.upperBound * (1 + margin) < all.lowerBound { return .byKey }
    return all.upperBound * (1 + margin) < byKey.lowerBound ? .amongAll : .unsure
  }

  /// Whether hashing so many rows fewer of one side than of the other tells the two ways apart: of what
  /// costs about the same that is taken whose first row comes sooner. `rows`: of both, read for it;
  /// `asking`: what policies and conditions cost.
  ///
  /// Source: `compare_path_costs_fuzzily()` in `src/backend/optimizer/util/pathnode.c`.
  static func decides(fewer: Double, rows: Double, asking: Double) -> Bool {
    tuple * fewer > margin * (2 * Side.unknownPages + tuple * rows + asking)
  }

  static func scan(of side: Side, _ asking: Double) -> Double {
    side.pages + side.rows * (tuple + asking)
  }

  /// Of finding by an index the rows that each of some rows is joined to.
  static func lookups(
    in side: Side, _ asking: Double, _ times: Double
  ) -> ClosedRange<Double> {
    let times = max(1, times)
    let found = side.rowsFound
    let descent = operation * (log2(max(2, side.rows)).rounded(.up) + 50)
    let one = descent + found * (indexTuple + operation + tuple + asking)
    let heap = pagesFetched(times * found, of: side.pages)
    // An index of few rows has a page, or two; a bitmap reads several pages of a table in order.
    let least = pagesFetched(times, of: 1) + (found > 1 ? 0.4 : 1) * heap
    let most = pagesFetched(times, of: 2) + heap
    return (randomPage * least + times * one)...(randomPage * most + times * one)
  }
}

extension ClosedRange {
  fileprivate var ends: [Bound] { [lowerBound, upperBound] }
}

extension JoinCost.Side {
  /// Of a table that nothing has counted.
  static let unknownPages = 10.0

  /// How often what is asked of its rows is computed, as the planner chooses between subplans.
  ///
  /// Source: `NUM_EXEC_QUAL()` in `src/backend/optimizer/plan/setrefs.c`.
  var expectedCalls: ClosedRange<Double> {
    let part = rowsFound / rows
    return 2 * max(1, kept.lowerBound * part)...2 * max(1, kept.upperBound * part)
  }

  /// Each value of the key once: of one that may repeat no more than so many are expected.
  ///
  /// Source: `estimate_num_groups()` in `src/backend/utils/adt/selfuncs.c`.
  var grouped: JoinCost.Side {
    guard key != .unique else { return self }
    let values = 1 / RowEstimate.equal
    return JoinCost.Side(
      pages: pages, rows: rows,
      kept: min(kept.lowerBound, values / 2)...min(kept.upperBound, values), asking: asking,
      key: key)
  }

  /// How many rows the key finds of one around; all without a key.
  var rowsFound: Double {
    switch key {
    case .unique: 1
    case .repeated: max(1, (rows * RowEstimate.equal).rounded())
    case nil: rows
    }
  }

  /// How EXISTS that is no join looks for its rows.
  ///
  /// Source: `fix_alternative_subplan()` in `setrefs.c`, `cost_subplan()` in `costsize.c`.
  func search(calls: ClosedRange<Double>) -> RowSearch {
    guard let asking else { return .unsure }
    let call = JoinCost.lookups(in: self, asking, 1)
    let all = JoinCost.scan(of: self, asking)
    // One of the rows found is enough.
    let found = key == .unique ? 1 : max(1, (kept.upperBound * RowEstimate.equal).rounded())
    return JoinCost.search(
      (calls.lowerBound * call.lowerBound / found)...(calls.upperBound * call.upperBound),
      against: all...(all + JoinCost.operation * (kept.upperBound + 2 * calls.upperBound)))
  }
}

extension JoinCost {
  /// Source: `index_pages_fetched()`, after Mackert and Lohman.
  private static func pagesFetched(_ tuples: Double, of pages: Double) -> Double {
    tuples <= 1 ? 1 : min(pages, (2 * pages * tuples / (2 * pages + tuples)).rounded(.up))
  }
}

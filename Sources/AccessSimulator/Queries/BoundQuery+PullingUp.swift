import AccessModel
import RowSecurity
import SQLBinding

/// What a subquery reads in the place of the subquery.
///
/// Source: `pull_up_simple_subquery()` in `src/backend/optimizer/prep/prepjointree.c`.
extension BoundQuery {
  /// With what a subquery reads in its place; nil where that stays a query of its own.
  func pullingUp(
    _ inner: BoundQuery, at number: Int, isVolatile: (BoundExpression) -> Bool
  ) -> BoundQuery? {
    let outputs = inner.targets.map(\.expression)
    guard inner.sources.count == 1, inner.joins == [.source(0)], inner.isOnlySelection,
      !outputs.contains(where: isVolatile)
    else { return nil }
    if inner.mentionsOutside {
      // What its own source says of queries around it would stand in another one.
      guard sources[number].isLateral, case .relation = inner.sources[0].kind else { return nil }
    }
    let isOptional = !joins.flatMap(\.innerSources).contains(number)
    if sources.count > 1 || isOptional {
      guard lockedSources.isEmpty, columns(ofSource: number).allSatisfy({ $0 >= 0 }) else {
        return nil
      }
    }
    // What is computed of a row is NULL where that is missing.
    guard !isOptional || !inner.mentionsOutside && outputs.allSatisfy(\.isColumn) else {
      return nil
    }
    let condition = inner.condition?.pulledUp(atSource: number)
    let replacements = outputs.map { $0.pulledUp(atSource: number) }
    var result = mapColumns(depth: 0) { position, type, depth in
      guard position.level == depth, position.source == number,
        replacements.indices.contains(position.column)
      else { return .column(position, type) }
      return replacements[position.column].shifted(by: depth)
    }
    result.sources[number] = inner.sources[0]
    guard let condition else { return result }
    if isOptional {
      guard let joins = result.joins.asking(condition, ofOptional: number) else { return nil }
      result.joins = joins
    } else {
      result.condition = .and([condition] + [result.condition].compactMap { $0 })
    }
    return result
  }

  /// With the sources of a subquery that joins several in its place; nil where it stays a query of its
  /// own.
  func pullingUp(
    join inner: BoundQuery, at number: Int, isVolatile: (BoundExpression) -> Bool
  ) -> BoundQuery? {
    guard inner.sources.count > 1, inner.joins.allSatisfy(\.isInner), inner.isOnlySelection,
      !inner.mentionsOutside, !inner.targets.map(\.expression).contains(where: isVolatile),
      lockedSources.isEmpty, joins.flatMap(\.innerSources).contains(number),
      columns(ofSource: number).allSatisfy(inner.targets.indices.contains)
    else { return nil }
    let place = { (source: Int) in source == 0 ? number : sources.count + source - 1 }
    let moved = inner.mapColumns(depth: 0) { position, type, depth in
      guard position.level == depth else { return .column(position, type) }
      let source = place(position.source)
      return .column(
        ColumnPosition(level: depth, source: source, column: position.column), type)
    }
    var result = mapColumns(depth: 0) { position, type, depth in
      guard position.level == depth, position.source == number else {
        return .column(position, type)
      }
      return moved.targets[position.column].expression.shifted(by: depth)
    }
    result.sources[number] = moved.sources[0]
    result.sources += moved.sources.dropFirst()
    var joined = moved.joins.map { $0.mapSources(place) }
    let first = joined.removeFirst()
    let joins = joined.reduce(first) { .join(.inner, $0, $1, condition: nil) }
    result.joins = result.joins.map { $0.replacing(number, with: joins) }
    if let condition = moved.condition {
      result.condition = .and([condition] + [result.condition].compactMap { $0 })
    }
    return result
  }
}

extension BoundJoin {
  fileprivate func mapSources(_ place: (Int) -> Int) -> BoundJoin {
    switch self {
    case .source(let number): .source(place(number))
    case .join(let kind, let left, let right, let condition):
      .join(kind, left.mapSources(place), right.mapSources(place), condition: condition)
    }
  }

  fileprivate func replacing(_ number: Int, with other: BoundJoin) -> BoundJoin {
    switch self {
    case .source(let own): own == number ? other : self
    case .join(let kind, let left, let right, let condition):
      .join(
        kind, left.replacing(number, with: other), right.replacing(number, with: other),
        condition: condition)
    }
  }
}

extension [BoundJoin] {
  /// With a condition in ON of the join whose optional side is one source; nil: there is none.
  fileprivate func asking(
    _ condition: BoundExpression, ofOptional number: Int
  ) -> [BoundJoin]? {
    var isAsked = false
    func asking(_ join: BoundJoin) -> BoundJoin {
      guard case .join(let kind, let left, let right, let on) = join else { return join }
      guard join.optional == .source(number) else {
        return .join(kind, asking(left), asking(right), condition: on)
      }
      isAsked = true
      return .join(kind, left, right, condition: .and([condition] + [on].compactMap { $0 }))
    }
    let joins = map(asking)
    return isAsked ? joins : nil
  }
}

extension BoundExpression {
  /// Of the query around its own, which has its only source under that number.
  fileprivate func pulledUp(atSource number: Int) -> BoundExpression {
    atSource(number).mapColumns { position, type, depth in
      guard position.level > depth else { return .column(position, type) }
      var result = position
      result.level -= 1
      return .column(result, type)
    }
  }
}

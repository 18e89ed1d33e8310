import AccessModel

extension BoundCatalog {
  /// Whether the tables and views of another text of the same definitions are bound to the same.
  public func meansTheSame(as other: BoundCatalog) -> Bool {
    catalog.tables.positions(notSharedWith: other.catalog.tables).allSatisfy {
      tables[$0].meansTheSame(as: other.tables[$0])
    }
      && catalog.views.positions(notSharedWith: other.catalog.views).allSatisfy {
        views[$0].meansTheSame(as: other.views[$0])
      }
      && catalog.functions.positions(notSharedWith: other.catalog.functions).allSatisfy {
        isSame(functions[$0].body, other.functions[$0].body)
      }
  }
}

extension BoundTable {
  fileprivate func meansTheSame(as other: BoundTable) -> Bool {
    expressions.elementsEqual(other.expressions, by: isSame)
  }

  private var expressions: [Bound<BoundExpression>?] {
    policies.flatMap { [$0.using, $0.check] } + defaults + generated + checks
  }
}

extension BoundView {
  fileprivate func meansTheSame(as other: BoundView) -> Bool {
    isSame(query, other.query) && defaults.elementsEqual(other.defaults, by: isSame)
  }
}

private func isSame<Value: Equatable>(_ a: Bound<Value>?, _ b: Bound<Value>?) -> Bool {
  switch (a, b) {
  case (.ready(let a), .ready(let b)): a == b
  case (nil, nil), (.undecided, .undecided): true
  default: false
  }
}

import AccessModel

extension TypedExpression {
  /// `self IS NULL`; never unknown.
  public var isNull: Condition { test(.isNull) }

  /// `self IS NOT NULL`; never unknown.
  public var isNotNull: Condition { test(.isNotNull) }

  /// `self IS DISTINCT FROM other`: unequal, with NULL equal to NULL; never unknown.
  public func isDistinct(from other: some TypedExpression<Value>) -> Condition {
    Condition { [lazy, right = other.lazy] in
      .distinct(left: lazy.lower(&$0), right: right.lower(&$0), negated: false)
    }
  }

  /// `self IS DISTINCT FROM constant`.
  public func isDistinct(from constant: Value) -> Condition where Value: SQLConstant {
    Condition { [lazy, literal = constant.literal] in
      .distinct(left: lazy.lower(&$0), right: literal, negated: false)
    }
  }

  /// `self IN (constants)`. An empty list is false, which SQL cannot spell as a list.
  public func isIn(_ constants: [Value]) -> Condition where Value: SQLConstant {
    guard !constants.isEmpty else { return false }
    return Condition { [lazy, list = constants.map(\.literal)] in
      .inList(operand: lazy.lower(&$0), list: list, negated: false)
    }
  }

  private func test(_ kind: SQLTest) -> Condition {
    Condition { [lazy] in .test(operand: lazy.lower(&$0), kind: kind) }
  }
}

extension TypedExpression where Value == String {
  /// `self LIKE pattern`: `%` stands for any text, `_` for one character.
  public func like(_ pattern: String) -> Condition { like(pattern, insensitive: false) }

  /// `self ILIKE pattern`: as `like`, letter case aside.
  public func ilike(_ pattern: String) -> Condition { like(pattern, insensitive: true) }

  private func like(_ pattern: String, insensitive: Bool) -> Condition {
    Condition { [lazy] in
      .like(
        operand: lazy.lower(&$0), pattern: .string(pattern), negated: false,
        insensitive: insensitive)
    }
  }
}

extension TypedExpression where Value == JSONBValue {
  /// `self ->> 'key'`: a member of an object as text; NULL if absent.
  public subscript(_ key: String) -> ScalarExpression<String> {
    ScalarExpression(.text) { [lazy] in
      .binary(symbol: "->>", left: lazy.lower(&$0), right: .string(key))
    }
  }
}

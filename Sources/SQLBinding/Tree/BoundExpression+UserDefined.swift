import AccessModel

/// What virtual columns may not be computed by, whose expressions run as whoever reads them.
///
/// Source: `check_virtual_generated_security()` in `src/backend/catalog/heap.c`, 18.
extension BoundExpression {
  /// `function` or `type`, whichever of somebody's own comes first; nil: all is PostgreSQL's.
  var userDefinedPart: String? {
    if case .function = self { return "function" }
    if type.isUserDefined { return "type" }
    for operand in operands {
      if let found = operand.userDefinedPart { return found }
    }
    return nil
  }
}

extension DataType {
  fileprivate var isUserDefined: Bool {
    switch self {
    case .enumeration, .domain: true
    case .composite(let row): row.name.schema != "pg_catalog"
    case .array(let element): element.isUserDefined
    default: false
    }
  }
}

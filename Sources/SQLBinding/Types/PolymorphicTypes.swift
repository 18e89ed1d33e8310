/// What polymorphic arguments stand for in one call.
///
/// Source: `check_generic_type_consistency()` and `enforce_generic_type_consistency()` in
/// `parse_coerce.c`; manual, 38.2.5 "Polymorphic Types".
public struct PolymorphicTypes {
  /// `anyelement`'s; nil where no argument tells.
  private(set) var element: DataType?
  private(set) var array: DataType?
  /// `anycompatible`'s.
  private(set) var compatible: DataType?
  private var hasRange = false

  /// Nil if the actual types contradict each other.
  public init?(actual: [DataType], declared: [DataType]) {
    var compatibles: [DataType] = []
    var (isNonArray, isEnum) = (false, false)
    for (type, parameter) in zip(actual, declared) {
      guard case .pseudo(let pseudo) = parameter else { continue }
      switch pseudo {
      case .anyelement, .anynonarray, .anyenum:
        isNonArray = isNonArray || pseudo == .anynonarray
        isEnum = isEnum || pseudo == .anyenum
        if type == .unknown { continue }
        if let element, element != type { return nil }
        element = type
      case .anyarray:
        if type == .unknown { continue }
        guard type.element != nil else { return nil }
        if let array, array != type.base { return nil }
        array = type.base
      case .anycompatible, .anycompatiblenonarray:
        if type != .unknown { compatibles.append(type) }
      case .anycompatiblearray:
        if type == .unknown { continue }
        guard let inner = type.element else { return nil }
        compatibles.append(inner)
      case .anyrange, .anymultirange, .anycompatiblerange, .anycompatiblemultirange:
        hasRange = true
        if type == .unknown { continue }
        guard type.category == .range else { return nil }
      default: continue
      }
    }
    if let inner = array?.element {
      if let element, element != inner { return nil }
      element = inner
    }
    if isNonArray, element?.element != nil { return nil }
    if isEnum, let element, element.category != .enumeration { return nil }
    if !compatibles.isEmpty {
      guard let common = DataType.alternative(compatibles) else { return nil }
      compatible = common
    } else {
      compatible = .text
    }
  }

  /// A declared type with what it stands for; nil where that is not known.
  public func actual(_ declared: DataType) -> DataType? {
    if case .record(let fields) = declared, fields.contains(where: { $0.type.type.isPolymorphic }) {
      var known: [CompositeType.Field] = []
      for field in fields {
        guard let type = actual(field.type.type) else { return nil }
        known.append(CompositeType.Field(field.name, ColumnType(type)))
      }
      return .record(known)
    }
    guard case .pseudo(let pseudo) = declared else { return declared }
    switch pseudo {
    case .anyelement, .anynonarray, .anyenum: return element
    case .anyarray: return array ?? element.map { .array($0) }
    case .anycompatible, .anycompatiblenonarray: return compatible
    case .anycompatiblearray: return compatible.map { .array($0) }
    default: return declared
    }
  }
}

extension DataType {
  public var isPolymorphic: Bool {
    switch self {
    case .pseudo(.any), .pseudo(.cstring), .pseudo(.trigger), .pseudo(.internal): false
    case .pseudo(let pseudo): pseudo.rawValue.hasPrefix("any")
    default: false
    }
  }

  /// The one type of several alternatives, as of CASE, COALESCE, UNION and VALUES; nil if they
  /// have none. All unknown: `text`.
  ///
  /// Source: `select_common_type()`; manual, 10.5 "UNION, CASE, and Related Constructs".
  static func alternative(_ types: [DataType]) -> DataType? {
    let known = types.filter { $0 != .unknown }
    guard var result = known.first else { return .text }
    // All of one type keep it, though it be a domain.
    if known.allSatisfy({ $0 == result }), known.count == types.count { return result }
    result = result.base
    for type in known.dropFirst() {
      let type = type.base
      if type == result { continue }
      guard type.category == result.category else { return nil }
      if !result.isPreferred, result.conversion(to: type) == .implicit,
        type.conversion(to: result) != .implicit
      {
        result = type
      }
    }
    return result
  }
}

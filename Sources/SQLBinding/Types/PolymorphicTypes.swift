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
  private(set) var range: RangeKind?
  /// `anycompatiblerange`'s, which no built-in function has.
  private var compatibleRange: RangeKind?

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
      case .anyrange, .anymultirange:
        if type == .unknown { continue }
        guard let kind = pseudo == .anyrange ? RangeKind(type) : RangeKind(multirange: type)
        else { return nil }
        if let range, range != kind { return nil }
        range = kind
      case .anycompatiblerange, .anycompatiblemultirange:
        if type == .unknown { continue }
        guard type.category == .range else { return nil }
        let (kind, other) = (RangeKind(type), RangeKind(multirange: type))
        let isMulti = pseudo == .anycompatiblemultirange
        // Of ranges of one's own nothing is known.
        guard kind != nil || other != nil else { continue }
        guard let known = isMulti ? other : kind, compatibleRange ?? known == known else {
          return nil
        }
        compatibleRange = known
        compatibles.append(known.subtype)
      default: continue
      }
    }
    if let inner = array?.element {
      if let element, element != inner { return nil }
      element = inner
    }
    if let subtype = range?.subtype {
      if let element, element.base != subtype { return nil }
      element = subtype
    }
    if isNonArray, element?.element != nil { return nil }
    if isEnum, element?.category != .enumeration { return nil }
    if !compatibles.isEmpty {
      guard let common = DataType.alternative(compatibles) else { return nil }
      if let subtype = compatibleRange?.subtype, common != subtype { return nil }
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
    case .anyrange: return range?.type
    case .anymultirange: return range?.multirange
    case .anycompatible, .anycompatiblenonarray: return compatible
    case .anycompatiblearray: return compatible.map { .array($0) }
    case .anycompatiblerange: return compatibleRange?.type ?? declared
    case .anycompatiblemultirange: return compatibleRange?.multirange ?? declared
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

  /// Whether a polymorphic result follows from arguments of these types.
  ///
  /// Source: `check_valid_polymorphic_signature()` in `parse_coerce.c`.
  public func isDetermined(by types: [DataType]) -> Bool {
    let names = determiningNames
    return types.contains {
      if case .pseudo(let pseudo) = $0 { names.contains(pseudo) } else { false }
    }
  }

  /// Those that a polymorphic result follows from, as a message lists them.
  public var determiningTypes: String {
    let names = determiningNames.map(\.rawValue)
    guard names.count > 2 else { return names.joined(separator: " or ") }
    return names.dropLast().joined(separator: ", ") + ", or " + (names.last ?? "")
  }

  private var determiningNames: [PseudoType] {
    guard case .pseudo(let pseudo) = self else { return [] }
    switch pseudo {
    case .anyrange, .anymultirange: return [.anyrange, .anymultirange]
    case .anycompatiblerange, .anycompatiblemultirange:
      return [.anycompatiblerange, .anycompatiblemultirange]
    case .anycompatible, .anycompatiblearray, .anycompatiblenonarray:
      return [
        .anycompatible, .anycompatiblearray, .anycompatiblenonarray, .anycompatiblerange,
        .anycompatiblemultirange,
      ]
    default: return [.anyelement, .anyarray, .anynonarray, .anyenum, .anyrange, .anymultirange]
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

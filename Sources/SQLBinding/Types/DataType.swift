public import AccessModel

/// A type of PostgreSQL. Types whose values are not modelled still have a name, a category and
/// conversions, so that functions and operators are resolved as PostgreSQL resolves them.
///
/// Source: `pg_type`.
public indirect enum DataType: Hashable, Sendable {
  case boolean
  case smallint
  case integer
  case bigint
  case numeric
  case real
  case double
  case text
  case varchar
  /// `character(n)`, which pads: `bpchar`.
  case character
  /// The one-byte type `"char"` of the system catalogs.
  case byte
  case name
  case uuid
  case bytea
  case inet
  case cidr
  case date
  case time
  case timestamp
  case timestamptz
  case interval
  case json
  case jsonb
  case oid
  /// `regclass` and its kin: an object by its name.
  case object(ObjectKind)
  case array(DataType)
  case enumeration(EnumType)
  /// A type made with CREATE TYPE … AS (…), or the rows of a relation.
  case composite(CompositeType)
  case domain(DomainType)
  /// A row without a type of its own, as ROW(…) makes; no fields where they are not known.
  case record([CompositeType.Field])
  /// An untyped literal, before its context gives it a type.
  case unknown
  /// What a function returns that returns nothing.
  case void
  /// Stands for other types in signatures.
  case pseudo(PseudoType)
  /// A type of PostgreSQL's that is known by name only: `point`, `tsvector`, `bit`, ….
  case other(String)

  public static let tid = DataType.other("tid")
  public static let refcursor = DataType.other("refcursor")
  public static let jsonpath = DataType.other("jsonpath")
  public static let regclass = DataType.object(.regclass)
  /// `ROW(…)` whose fields are not known.
  public static let record = DataType.record([])

  public var isInteger: Bool { self == .smallint || self == .integer || self == .bigint }
  public var isFloat: Bool { self == .real || self == .double }
  public var isString: Bool { category == .string }

  /// The element type of an array.
  public var element: DataType? {
    switch self {
    case .array(let element): element
    case .domain(let domain): domain.base.type.element
    default: nil
    }
  }

  /// An array, and no domain over one.
  public var isArray: Bool { if case .array = self { true } else { false } }

  /// The type itself, or what a domain is over in the end.
  public var base: DataType {
    if case .domain(let domain) = self { domain.base.type.base } else { self }
  }

  /// The fields of a row type; nil for others and for rows whose fields are not known.
  public var fields: [CompositeType.Field]? {
    switch base {
    case .composite(let composite): composite.fields
    case .record(let fields): fields.isEmpty ? nil : fields
    default: nil
    }
  }

  public var isRow: Bool {
    switch base {
    case .composite, .record: true
    default: false
    }
  }
}

/// Types of names of objects. Source: manual, 8.19 "Object Identifier Types".
public enum ObjectKind: String, Hashable, Sendable, CaseIterable {
  case regclass, regproc, regprocedure, regoper, regoperator, regtype, regrole, regnamespace
  case regconfig, regdictionary, regcollation
}

/// Source: manual, 8.21 "Pseudo-Types" and 38.2.5 "Polymorphic Types".
public enum PseudoType: String, Hashable, Sendable, CaseIterable {
  case any, anyelement, anyarray, anynonarray, anyenum, anyrange, anymultirange
  case anycompatible, anycompatiblearray, anycompatiblenonarray, anycompatiblerange
  case anycompatiblemultirange
  case cstring, trigger
  case `internal`
  case eventTrigger = "event_trigger"
  case languageHandler = "language_handler"
}

/// A type with its modifiers: `numeric(10,2)`, `character varying(40)`.
public struct ColumnType: Hashable, Sendable {
  public var type: DataType
  public var modifiers: [Int]

  public init(_ type: DataType, modifiers: [Int] = []) {
    self.type = type
    self.modifiers = modifiers
  }

  /// Nil for types that are not built in.
  public init?(_ name: TypeName) {
    guard let type = DataType(name) else { return nil }
    self.init(type, modifiers: name.modifiers)
  }
}

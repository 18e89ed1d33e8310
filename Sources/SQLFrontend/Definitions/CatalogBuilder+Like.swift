import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// What LIKE copies. Source: `TableLikeOption` in `src/include/nodes/parsenodes.h`.
  struct LikeOptions: OptionSet {
    let rawValue: UInt32
    static let comments = Self(rawValue: 1 << 0)
    static let constraints = Self(rawValue: 1 << 2)
    static let defaults = Self(rawValue: 1 << 3)
    static let generated = Self(rawValue: 1 << 4)
    static let identity = Self(rawValue: 1 << 5)
    static let indexes = Self(rawValue: 1 << 6)
    static let storage = Self(rawValue: 1 << 8)
  }

  /// What of a LIKE is made after the table and its own keys.
  struct LikeCopy {
    let source: QualifiedName
    let options: LikeOptions
  }

  /// What each LIKE names; nil: nothing yet.
  func likeSources(_ elements: [Node]) throws(ReadFailure) -> [QualifiedName?] {
    var sources: [QualifiedName?] = []
    for element in elements where element.kind == PG_QUERY__NODE__NODE_TABLE_LIKE_CLAUSE {
      guard let range = element.pointee.table_like_clause.pointee.relation else {
        sources.append(nil)
        continue
      }
      sources.append(state.find(try reader.relation(range)))
    }
    return sources
  }

  /// LIKE table [INCLUDING …]: the columns. `found`: what the name meant before there was the table.
  mutating func like(
    _ node: UnsafeMutablePointer<PgQuery__TableLikeClause>, _ found: QualifiedName?, _ table: Int
  ) throws(ReadFailure) -> LikeCopy? {
    guard let range = node.pointee.relation else { return nil }
    let written = try reader.relation(range)
    if isSession, case .composite(let type, owner: _)? = state.unlisted(written),
      let model = state.catalog.types.first(where: { $0.name == type }),
      case .composite(let fields) = model.kind
    {
      try state.requireUsage(written)
      guard model.acl == nil else { throw .unsupported("LIKE of a type with privileges") }
      for field in fields {
        try append(Catalog.Column(field.name, field.type, place: place), to: table)
      }
      return nil
    }
    try state.requireUsage(written)
    let source = if let found { found } else { try state.relation(written) }
    guard source != state.catalog.tables[table].name else {
      throw .refused(
        .undefinedTable, "relation \"\(DatabaseState.written(written))\" does not exist",
        at: range.pointee.location)
    }
    let options = LikeOptions(rawValue: node.pointee.options)
    switch state.slot(source) {
    case .view(let from):
      for column in state.catalog.views[from].columns {
        try append(Catalog.Column(column.name, column.type, place: place), to: table)
      }
      return nil
    case .table(let from):
      try require(.privilege(.select, on: source))
      try copy(state.catalog.tables[from], options, to: table)
      return LikeCopy(source: source, options: options)
    case .sequence, .index:
      throw .refused(
        state.wrongKind("relation \"\(source.name)\" is invalid in LIKE clause", source),
        location: range.pointee.location >= 0 ? Int(range.pointee.location) : nil)
    default: throw .unsupported("LIKE of `\(source)`")
    }
  }

  private mutating func copy(
    _ source: Catalog.Table, _ options: LikeOptions, to table: Int
  ) throws(ReadFailure) {
    for column in source.columns {
      var copy = Catalog.Column(column.name, column.type, isNullable: column.isNullable)
      copy.collation = column.collation
      if options.contains(.defaults), column.generated == nil {
        copy.defaultValue = column.defaultValue
      }
      if options.contains(.generated) {
        copy.generated = column.generated
        copy.isVirtual = column.isVirtual
      }
      if options.contains(.identity) {
        copy.identity = column.identity
        copy.identitySequence = column.identitySequence
        let target = state.catalog.tables[table].name
        copy.identitySequence?.name = target.sequence(of: column.name)
      }
      if options.contains(.comments) { copy.comment = column.comment }
      if isSession, options.contains(.storage) { copy.storage = try storage(of: column) }
      try append(copy, to: table)
    }
  }

  /// The checks and indexes of a LIKE.
  ///
  /// Source: `expandTableLikeClause()` in `src/backend/parser/parse_utilcmd.c`.
  mutating func add(_ copied: LikeCopy, to table: Int) throws(ReadFailure) {
    guard let source = state.catalog.table(copied.source) else { return }
    let name = state.catalog.tables[table].name
    if copied.options.contains(.constraints) {
      for check in source.checks {
        var copy = check
        (copy.isInherited, copy.isNotValid) = (false, false)
        try addCheck(copy, to: table, isNew: true)
      }
    }
    guard copied.options.contains(.indexes) else { return }
    for key in source.keys {
      try addKey(nil, like: key, to: table, named: name)
      let last = state.catalog.tables[table].keys.count - 1
      if key.isLate { state.catalog.tables[table].keys[last].isLate = true }
    }
    for exclusion in source.exclusions { try addExclusion(copyOf: exclusion, to: table) }
    for index in source.indexes { try addIndex(copyOf: index, to: table, isInherited: false) }
  }

  /// What of an index is in the name of its copy.
  ///
  /// Source: `ChooseIndexColumnNames()` in `src/backend/commands/indexcmds.c`.
  static func indexLabel(_ names: [String]) -> String {
    var chosen: [String] = []
    for name in names {
      var (free, number) = (name, 1)
      while chosen.contains(free) {
        free = "\(name)\(number)"
        number += 1
      }
      chosen.append(free)
    }
    return chosen.joined(separator: "_")
  }

  /// Source: `FigureIndexColname()` in `src/backend/parser/parse_target.c`.
  static func indexLabel(_ part: SQLExpression) -> String {
    let name = OutputName.of(part)
    return name == "?column?" ? "expr" : name
  }

  /// An index like another table's, under a name of its own.
  mutating func addIndex(
    copyOf index: Catalog.Index, to table: Int, isInherited: Bool
  ) throws(ReadFailure) {
    try requirePartitionColumns(index, of: table)
    if isInherited {
      let own = state.catalog.tables[table].indexes.firstIndex {
        !$0.isInherited && $0.isLike(index)
      }
      if let own {
        state.catalog.tables[table].indexes[own].isInherited = true
        return
      }
    }
    let name = state.catalog.tables[table].name
    var copy = index
    copy.isInherited = isInherited
    copy.name = freeName(
      name.name, Self.indexLabel(index.parts.map(Self.indexLabel) + index.included), "idx"
    ) {
      state.slot(QualifiedName(name.schema, $0)) != nil
    }
    state.catalog.tables[table].indexes.append(copy)
    state.set(
      QualifiedName(name.schema, copy.name), .index(DatabaseState.Index(copy, of: name)))
    if copy.isComputed { note(.validate(name, .index(copy.name))) }
    if copy.isUnique { note(.validate(name, .uniqueIndex(copy.name))) }
    for child in children(of: table) { try addIndex(copyOf: index, to: child, isInherited: true) }
  }
}

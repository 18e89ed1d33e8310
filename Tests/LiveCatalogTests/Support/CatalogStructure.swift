import AccessModel
import Foundation

/// Catalogs made comparable, whether files or a server told them.
enum CatalogStructure {
  /// Lines of JSON that only one of two catalogs has: `-` the first, `+` the second.
  static func difference(
    _ a: Catalog, _ b: Catalog, withExpressions: Bool = false, withComments: Bool = true
  ) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    func lines(_ catalog: Catalog) throws -> [String] {
      var comparable = comparable(catalog, withExpressions: withExpressions)
      if !withComments { comparable = comparable.withoutComments }
      return String(decoding: try encoder.encode(comparable), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
    return try lines(b).difference(from: lines(a)).map { change in
      switch change {
      case .insert(let line, let text, _): "+\(line) \(text)"
      case .remove(let line, let text, _): "-\(line) \(text)"
      }
    }
  }

  /// Without what SQL does not say: places, origins, owners' conditions, order of objects; and
  /// without what files do not keep: the database, extensions, default privileges, grantors.
  static func comparable(_ catalog: Catalog, withExpressions: Bool) -> Catalog {
    var result = catalog
    if !withExpressions { result = result.withoutExpressions }
    (result.database, result.extensions, result.defaultPrivileges) = (nil, [], [])
    result.roles = result.roles.map(comparable).sorted { $0.name < $1.name }
    result.schemas = result.schemas.map(comparable).sorted { $0.name < $1.name }
    result.types = result.types.map(comparable).sorted { $0.name < $1.name }
    result.tables = SharedList(result.tables.map(comparable).sorted { $0.name < $1.name })
    result.views = SharedList(result.views.map(comparable).sorted { $0.name < $1.name })
    result.sequences = result.sequences.map(comparable).sorted { $0.name < $1.name }
    result.functions = SharedList(
      result.functions.map(comparable).sorted {
        ($0.name, "\($0.arguments.map(\.type))") < ($1.name, "\($1.arguments.map(\.type))")
      })
    return result
  }

  private static func comparable(_ role: Catalog.Role) -> Catalog.Role {
    var role = role
    (role.origin, role.place) = (.plan, nil)
    if role.isSuperuser {
      // It may all of it, said or not.
      role.bypassesRowSecurity = true
      (role.canCreateRoles, role.canCreateDatabases, role.isReplication) = (false, false, false)
    }
    for index in role.memberships.indices { role.memberships[index].grantor = nil }
    role.memberships.sort { $0.group < $1.group }
    return role
  }

  private static func comparable(_ schema: Catalog.Schema) -> Catalog.Schema {
    var schema = schema
    (schema.origin, schema.place) = (.plan, nil)
    schema.acl = comparable(schema.acl, schema.owner, Privilege.allOnSchema)
    return schema
  }

  private static func comparable(_ type: Catalog.CustomType) -> Catalog.CustomType {
    var type = type
    (type.origin, type.place) = (.plan, nil)
    type.acl = comparable(type.acl, type.owner, [.usage], everyone: [.usage])
    type.checks.sort { $0.name < $1.name }
    return type
  }

  private static func comparable(_ sequence: Catalog.Sequence) -> Catalog.Sequence {
    var sequence = sequence
    sequence.place = nil
    sequence.acl = comparable(sequence.acl, sequence.owner, Privilege.allOnSequence)
    let isDescending = (sequence.increment ?? 1) < 0
    if sequence.increment == 1 { sequence.increment = nil }
    if sequence.start == (isDescending ? sequence.maximum ?? -1 : sequence.minimum ?? 1) {
      sequence.start = nil
    }
    if sequence.minimum == 1, !isDescending { sequence.minimum = nil }
    return sequence
  }

  private static func comparable(_ function: Catalog.Function) -> Catalog.Function {
    var function = function
    (function.origin, function.place, function.source) = (.plan, nil, nil)
    function.acl = comparable(function.acl, function.owner, [.execute], everyone: [.execute])
    // Lengths of arguments and results are not kept.
    for index in function.arguments.indices { function.arguments[index].type.modifiers = [] }
    for index in function.outputs.indices { function.outputs[index].type.modifiers = [] }
    function.returns.modifiers = []
    return function
  }

  private static func comparable(_ table: Catalog.Table) -> Catalog.Table {
    var table = table
    (table.place, table.ownerCondition, table.origin) = (nil, nil, nil)
    table.acl = comparable(table.acl, table.owner, Privilege.allOnTable)
    for index in table.columns.indices {
      table.columns[index].place = nil
      table.columns[index].acl = comparable(table.columns[index].acl, "", [])
      if let sequence = table.columns[index].identitySequence {
        var counting = comparable(sequence)
        counting.owner = ""
        table.columns[index].identitySequence = counting
      }
    }
    for index in table.policies.indices {
      table.policies[index].place = nil
      table.policies[index].roles.sort()
    }
    table.policies.sort { $0.name < $1.name }
    table.foreignKeys.sort { $0.name < $1.name }
    table.keys.sort { $0.name < $1.name }
    table.checks.sort { $0.name < $1.name }
    table.indexes = comparable(table.indexes)
    table.triggers = comparable(table.triggers)
    table.rules = comparable(table.rules)
    return table
  }

  private static func comparable(_ view: Catalog.View) -> Catalog.View {
    var view = view
    (view.place, view.ownerCondition, view.origin) = (nil, nil, nil)
    view.acl = comparable(view.acl, view.owner, Privilege.allOnTable)
    for index in view.columns.indices {
      view.columns[index].place = nil
      view.columns[index].acl = comparable(view.columns[index].acl, "", [])
    }
    view.indexes = comparable(view.indexes)
    view.triggers = comparable(view.triggers)
    view.rules = comparable(view.rules)
    return view
  }

  private static func comparable(_ indexes: [Catalog.Index]) -> [Catalog.Index] {
    indexes.map { index in
      var index = index
      index.place = nil
      return index
    }.sorted { $0.name < $1.name }
  }

  private static func comparable(_ triggers: [Catalog.Trigger]) -> [Catalog.Trigger] {
    triggers.map { trigger in
      var trigger = trigger
      (trigger.place, trigger.comment) = (nil, nil)
      return trigger
    }.sorted { $0.name < $1.name }
  }

  private static func comparable(_ rules: [Catalog.Rule]) -> [Catalog.Rule] {
    rules.map { rule in
      var rule = rule
      rule.place = nil
      return rule
    }.sorted { $0.name < $1.name }
  }

  /// What is built in may be said or not; of an owner's own only what it holds counts.
  private static func comparable(
    _ acl: AccessControlList?, _ owner: String, _ all: [Privilege], everyone: [Privilege] = []
  ) -> AccessControlList? {
    guard var acl else { return nil }
    for index in acl.entries.indices {
      if acl.entries[index].grantee == .role(owner) {
        acl.entries[index].grantable = []
        // Of 17; files are read as of 15.
        acl.entries[index].privileges.removeAll { $0 == .maintain }
      }
      if acl.entries[index].grantor == owner { acl.entries[index].grantor = nil }
    }
    acl.entries.sort { ($0.grantee, $0.grantor ?? "") < ($1.grantee, $1.grantor ?? "") }
    var builtIn = AccessControlList.builtIn(owner: owner, all: all, everyone: everyone)
    for index in builtIn.entries.indices { builtIn.entries[index].grantable = [] }
    return Set(acl.entries) == Set(builtIn.entries) || acl.entries.isEmpty && all.isEmpty
      ? nil : acl
  }
}

extension Catalog {
  /// A migration marks what it makes.
  fileprivate var withoutComments: Catalog {
    var result = self
    for index in result.functions.indices { result.functions[index].comment = nil }
    for index in result.sequences.indices { result.sequences[index].comment = nil }
    for index in result.schemas.indices { result.schemas[index].comment = nil }
    for index in result.roles.indices { result.roles[index].comment = nil }
    for index in result.types.indices { result.types[index].comment = nil }
    for index in result.tables.indices {
      result.tables[index].comment = nil
      for policy in result.tables[index].policies.indices {
        result.tables[index].policies[policy].comment = nil
      }
      for column in result.tables[index].columns.indices {
        result.tables[index].columns[column].comment = nil
      }
    }
    for index in result.views.indices {
      result.views[index].comment = nil
      for column in result.views[index].columns.indices {
        result.views[index].columns[column].comment = nil
      }
    }
    return result
  }

  /// Where an expression stands, and not which: servers write them otherwise than people.
  fileprivate var withoutExpressions: Catalog {
    var result = self
    let blank = SQLExpression.unread(text: "…")
    func blanked(_ parts: [SQLExpression]) -> [SQLExpression] {
      parts.map { part in
        if case .column(_, let name) = part { .column(qualifier: nil, name: name) } else { blank }
      }
    }
    func blanked(_ indexes: [Index]) -> [Index] {
      indexes.map { index in
        var index = index
        index.parts = blanked(index.parts)
        index.condition = index.condition.map { _ in blank }
        return index
      }
    }
    func blanked(_ triggers: [Trigger]) -> [Trigger] {
      triggers.map { trigger in
        var trigger = trigger
        trigger.condition = trigger.condition.map { _ in blank }
        return trigger
      }
    }
    func blanked(_ rules: [Rule]) -> [Rule] {
      rules.map { rule in
        var rule = rule
        rule.condition = rule.condition.map { _ in blank }
        rule.actions = rule.actions.map { _ in .query(SQLQuery(.unread(text: "…"))) }
        return rule
      }
    }
    for index in result.types.indices {
      result.types[index].defaultValue = result.types[index].defaultValue.map { _ in blank }
      for check in result.types[index].checks.indices {
        result.types[index].checks[check].expression = blank
      }
    }
    for index in result.functions.indices {
      for argument in result.functions[index].arguments.indices
      where result.functions[index].arguments[argument].defaultValue != nil {
        result.functions[index].arguments[argument].defaultValue = blank
      }
      // Names in a plan's bodies need not have been found yet.
      switch result.functions[index].body {
      case .query, .statements: result.functions[index].body = .text("…")
      case .block, .text: break
      }
    }
    for index in result.tables.indices {
      for column in result.tables[index].columns.indices {
        let old = result.tables[index].columns[column]
        result.tables[index].columns[column].defaultValue = old.defaultValue.map { _ in blank }
        result.tables[index].columns[column].generated = old.generated.map { _ in blank }
      }
      for check in result.tables[index].checks.indices {
        result.tables[index].checks[check].expression = blank
      }
      for policy in result.tables[index].policies.indices {
        let old = result.tables[index].policies[policy]
        result.tables[index].policies[policy].using = old.using.map { _ in blank }
        result.tables[index].policies[policy].check = old.check.map { _ in blank }
      }
      for exclusion in result.tables[index].exclusions.indices {
        let old = result.tables[index].exclusions[exclusion]
        result.tables[index].exclusions[exclusion].elements = zip(
          blanked(old.elements.map(\.expression)), old.elements
        ).map { Exclusion.Element($0, with: $1.symbol) }
        result.tables[index].exclusions[exclusion].condition = old.condition.map { _ in blank }
      }
      if let key = result.tables[index].partitionKey {
        result.tables[index].partitionKey?.parts = blanked(key.parts)
      }
      result.tables[index].indexes = blanked(result.tables[index].indexes)
      result.tables[index].triggers = blanked(result.tables[index].triggers)
      result.tables[index].rules = blanked(result.tables[index].rules)
    }
    for index in result.views.indices {
      result.views[index].query = SQLQuery(.unread(text: "…"))
      for column in result.views[index].columns.indices
      where result.views[index].columns[column].defaultValue != nil {
        result.views[index].columns[column].defaultValue = blank
      }
      result.views[index].indexes = blanked(result.views[index].indexes)
      result.views[index].triggers = blanked(result.views[index].triggers)
      result.views[index].rules = blanked(result.views[index].rules)
    }
    return result
  }
}

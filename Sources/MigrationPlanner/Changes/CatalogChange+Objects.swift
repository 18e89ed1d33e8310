import AccessModel
import SQLBinding
import SQLText

/// Roles, schemas, sequences and functions.
extension CatalogChange {
  mutating func addRoles() {
    let known = old.roles.keyed(by: \.name)
    for role in new.roles {
      guard let before = known[role.name] else {
        stages.add(.making, .createRole(role))
        stages.add(
          .widening, role.memberships.map { .define(.membership($0, member: role.name)) })
        continue
      }
      addAttributes(of: role, from: before)
      addMemberships(of: role, from: before)
    }
  }

  /// When nothing is in them, and nothing is theirs, any more.
  mutating func removeSchemasAndRoles() {
    let schemas = Set(new.schemas.map(\.name))
    for schema in old.schemas where !schemas.contains(schema.name) {
      stages.add(.removal, .drop(.schema(schema.name)))
    }
    let roles = Set(new.roles.map(\.name))
    for role in old.roles where !roles.contains(role.name) {
      stages.add(.removal, .dropRole(role.name))
    }
  }

  /// Superuser, BYPASSRLS and INHERIT widen; a role that gains one and loses another first loses.
  private mutating func addAttributes(of role: Catalog.Role, from before: Catalog.Role) {
    func attributes(_ role: Catalog.Role) -> [Bool] {
      [role.isSuperuser, role.bypassesRowSecurity, role.inherits, role.canLogin]
    }
    let (first, last) = (attributes(before), attributes(role))
    guard first != last else { return }
    var both = role
    both.isSuperuser = before.isSuperuser && role.isSuperuser
    both.bypassesRowSecurity = before.bypassesRowSecurity && role.bypassesRowSecurity
    both.inherits = before.inherits && role.inherits
    both.canLogin = before.canLogin && role.canLogin
    if attributes(both) != first { stages.add(.narrowing, .alterRole(both)) }
    if attributes(both) != last { stages.add(.widening, .alterRole(role)) }
  }

  private mutating func addMemberships(of role: Catalog.Role, from before: Catalog.Role) {
    let first = before.memberships.map { $0.effective(of: before, version) }
    let last = role.memberships.map { $0.effective(of: role, version) }
    for membership in first where !last.contains(membership) {
      stages.add(.narrowing, .revokeMembership(group: membership.group, member: role.name))
    }
    for (membership, effective) in zip(role.memberships, last) where !first.contains(effective) {
      stages.add(.widening, .define(.membership(membership, member: role.name)))
    }
  }

  mutating func addSchemas() {
    let known = old.schemas.keyed(by: \.name)
    func held(_ schema: Catalog.Schema) -> Set<GrantDifference.Held> {
      GrantDifference.held(schema.acl, owner: schema.owner, all: Privilege.allOnSchema)
    }
    for schema in new.schemas {
      let object = SQLObject.schema(schema.name)
      var first = known[schema.name].map(held)
      if let before = known[schema.name] {
        if before.owner != schema.owner {
          stages.add(.making, .define(.owner(object, schema.owner)))
        }
        first = first.map { moved($0, from: before.owner, to: schema.owner) }
      } else {
        stages.add(
          .making,
          [.define(.createSchema(schema.name)), .define(.owner(object, schema.owner))])
      }
      addGrants(
        on: object,
        from: first
          ?? GrantDifference.held(nil, owner: schema.owner, all: Privilege.allOnSchema),
        to: held(schema))
    }
  }

  mutating func addSequences() {
    let known = old.sequences.keyed(by: \.name)
    func held(_ sequence: Catalog.Sequence) -> Set<GrantDifference.Held> {
      GrantDifference.held(sequence.acl, owner: sequence.owner, all: Privilege.allOnSequence)
    }
    for sequence in new.sequences {
      let object = SQLObject.sequence(sequence.name)
      guard let before = known[sequence.name] else {
        addStart(of: sequence)
        stages.add(.making, planner.creation(sequence).map { .define($0) })
        stages.add(.definitions, planner.ownership(sequence).map { [.define($0)] } ?? [])
        addGrants(
          on: object,
          from: GrantDifference.held(nil, owner: sequence.owner, all: Privilege.allOnSequence),
          to: held(sequence))
        continue
      }
      if !before.counts(as: sequence) || before.type != sequence.type {
        stages.add(.structure, .recount(sequence))
      }
      addOwners(of: sequence, from: before)
      addGrants(
        on: object, from: moved(held(before), from: before.owner, to: sequence.owner),
        to: held(sequence))
    }
    let kept = Set(new.sequences.map(\.name))
    for sequence in old.sequences where !kept.contains(sequence.name) {
      // It goes with the column that owns it.
      if let owner = sequence.ownedBy {
        let stays = new.table(owner.table)?.columns.contains { $0.name == owner.column } == true
        guard stays, forced.remade[owner.table]?.contains(owner.column) != true else { continue }
        // An identity of the column is found by its column too.
        stages.add(.structure, .define(.sequenceOwner(sequence.name, nil)))
      }
      stages.add(.removal, .drop(.sequence(sequence.name)))
    }
  }

  /// A column that is there goes on after its numbers. The sequence of an identity that goes has the
  /// name that a serial column's would have.
  private mutating func addStart(of sequence: Catalog.Sequence) {
    guard let owner = sequence.ownedBy,
      old.table(owner.table)?.columns.contains(where: { $0.name == owner.column }) == true
    else { return }
    if replacesIdentity(owner.column, of: owner.table) {
      stages.add(.making, .alterColumn(owner.column, of: owner.table, .dropIdentity))
    }
    if (sequence.increment ?? 1) < 0 { return }
    stages.add(.widening, .continueCounting(owner.column, of: owner.table, after: nil))
  }

  /// Whether a column that was an identity counts by a new sequence of its own.
  func replacesIdentity(_ column: String, of table: QualifiedName) -> Bool {
    let owner = Catalog.Sequence.Owner(table, column)
    func identity(_ catalog: Catalog) -> Catalog.Column.Identity? {
      catalog.table(table)?.columns.first { $0.name == column }?.identity
    }
    return identity(old) != nil && identity(new) == nil
      && new.sequences.contains { $0.ownedBy == owner }
      && !old.sequences.contains { $0.ownedBy == owner }
  }

  /// An owned sequence has its table's owner, and gets another with it.
  private mutating func addOwners(of sequence: Catalog.Sequence, from before: Catalog.Sequence) {
    let isFreed = before.ownedBy != nil && before.ownedBy != sequence.ownedBy
    if isFreed { stages.add(.structure, .define(.sequenceOwner(sequence.name, nil))) }
    if before.owner != sequence.owner, before.ownedBy == nil || isFreed {
      stages.add(.structure, .define(.owner(.sequence(sequence.name), sequence.owner)))
    }
    if before.ownedBy != sequence.ownedBy {
      // When the column is there.
      stages.add(.definitions, planner.ownership(sequence).map { [.define($0)] } ?? [])
    }
  }

  mutating func addFunctions() {
    let known = old.functions.keyed(by: FunctionKey.init)
    // The same body, which finds its names when it runs: what it read can change then.
    for function in old.functions where forced.loosened.contains(FunctionKey(function)) {
      stages.add(.narrowing, .define(.createFunction(function)))
    }
    for function in new.functions {
      let key = FunctionKey(function)
      let object = function.object
      if let before = known[key], !forced.functions.contains(key) {
        if text(before, oldForms) != text(function, newForms) {
          stages.add(.definitions, .define(.createFunction(function)))
        }
        if before.owner != function.owner {
          stages.add(.definitions, .define(.owner(object, function.owner)))
        }
        addGrants(
          on: object, from: moved(held(before), from: before.owner, to: function.owner),
          to: held(function), isClosed: closed.contains(.function(key)), owner: function.owner)
        continue
      }
      if known[key] != nil { make(function, in: .definitions) }
    }
    for function in order.functions { make(function, in: .making) }
    let kept = Set(new.functions.map(FunctionKey.init))
    for function in old.functions {
      let key = FunctionKey(function)
      let goes = forced.functions.contains(key) || !kept.contains(key)
      if goes, closed.contains(.function(key)) {
        addGrants(
          on: function.object, from: held(function), to: [], isClosed: true,
          owner: function.owner)
      }
      if forced.functions.contains(key) {
        stages.add(.structure, .drop(function.object))
      }
    }
    // A view goes before others change, and what takes its rows before it.
    stages.add(.narrowing, going.viewFunctions.map { .drop($0.object) })
    stages.add(.removal, going.rowFunctions.map { .drop($0.object) })
  }

  mutating func make(_ function: Catalog.Function, in stage: ChangeStage) {
    stages.add(
      stage, planner.creation(function).filter { !$0.isComment }.map { .define($0) })
    addGrants(
      on: function.object,
      from: GrantDifference.held(nil, owner: function.owner, all: [.execute]),
      to: held(function), made: stage)
  }

  private func held(_ function: Catalog.Function) -> Set<GrantDifference.Held> {
    GrantDifference.held(
      function.acl, owner: function.owner, all: [.execute], everyone: [.execute])
  }

  private func text(_ function: Catalog.Function, _ forms: NormalForms) -> String {
    function.comparedText(forms)
  }
}

extension Catalog.Membership {
  /// What it lets its member do, whoever granted it. From 16 on INHERIT is the membership's own,
  /// once it is granted.
  func effective(of member: Catalog.Role, _ version: PostgresVersion) -> Self {
    let isOwn = version >= .v16
    return Self(
      of: group, admin: admin, inherit: isOwn ? inherit ?? member.inherits : nil,
      set: isOwn ? set ?? true : nil)
  }
}

extension Catalog.Function {
  /// Names without a schema are taken to be those of `public`: bodies are read with them resolved.
  func comparedText(_ forms: NormalForms) -> String {
    let form = forms.form(of: self)
    return form.isResolved ? form.text : form.text.replacing("public.", with: "")
  }

  var object: SQLObject {
    let types = arguments.map(\.type)
    return kind == .procedure
      ? .procedure(name, arguments: types) : .function(name, arguments: types)
  }
}

extension SQLDefinition {
  var isComment: Bool { if case .comment = self { true } else { false } }
}

import AccessModel

/// The copies that partitions have of the row triggers of their parents: they come, change and go
/// with them, and not by themselves.
extension CatalogBuilder {
  /// Source: the recursion of `CreateTriggerFiringOn()`, `CloneRowTriggersToPartition()`.
  mutating func copy(
    _ trigger: Catalog.Trigger, to partitions: [QualifiedName], isReplacing: Bool
  ) throws(ReadFailure) {
    var copy = trigger
    copy.isInherited = true
    for partition in partitions {
      let known = state.triggers(of: partition).first { $0.name == trigger.name }
      if let known, !isReplacing || known.isConstraint {
        throw .refused(
          SQLState(rawValue: "42710"),
          "trigger \"\(trigger.name)\" for relation \"\(partition.name)\" "
            + (isReplacing ? "is a constraint trigger" : "already exists"))
      }
      state.change(partition) { table in
        table.triggers.removeAll { $0.name == trigger.name }
        table.triggers.append(copy)
      }
      state.stamp(.trigger(trigger.name, on: partition))
    }
  }

  mutating func removeCopies(of trigger: String, below relation: QualifiedName) {
    for partition in state.partitions(below: relation) {
      state.change(partition) { $0.triggers.removeAll { $0.name == trigger && $0.isInherited } }
    }
  }

  /// Source: `renametrig()`, `renametrig_partition()` in `src/backend/commands/trigger.c`.
  mutating func renameTrigger(
    _ old: String, to new: String, of relation: QualifiedName, recurses: Bool
  ) throws(ReadFailure) {
    guard let trigger = state.triggers(of: relation).first(where: { $0.name == old }) else {
      throw .refused(
        .undefinedObject, "trigger \"\(old)\" for table \"\(relation.name)\" does not exist")
    }
    if trigger.isInherited, let parent = state.catalog.table(relation)?.parents.first {
      throw .refused(
        PostgresError(
          SQLState(rawValue: state.postgresVersion >= .v18 ? "0A000" : "XX000"),
          "cannot rename trigger \"\(old)\" on table \"\(relation.name)\"",
          hint: "Rename the trigger on the partitioned table \"\(parent.name)\" instead."),
        location: nil)
    }
    guard old != new else { return }
    let partitions = state.partitions(below: relation).filter { partition in
      state.triggers(of: partition).contains { $0.name == old && $0.isInherited }
    }
    guard recurses || partitions.isEmpty else {
      throw .unsupported("a trigger whose copies keep their name")
    }
    for name in [relation] + partitions {
      guard !state.triggers(of: name).contains(where: { $0.name == new }) else {
        throw .refused(
          SQLState(rawValue: "42710"),
          "trigger \"\(new)\" for relation \"\(name.name)\" already exists")
      }
      func rename(_ list: inout [Catalog.Trigger]) {
        for index in list.indices where list[index].name == old { list[index].name = new }
      }
      state.change(name) { rename(&$0.triggers) }
      state.changeView(name) { rename(&$0.triggers) }
      state.keepAge(of: .trigger(old, on: name), as: .trigger(new, on: name))
    }
  }

  /// ENABLE and DISABLE TRIGGER; nil: all of them.
  ///
  /// Source: `EnableDisableTrigger()` in `src/backend/commands/trigger.c`.
  mutating func enable(
    trigger name: String?, _ value: Catalog.Trigger.Enabled, on table: Int, recurses: Bool
  ) throws(ReadFailure) {
    let relation = state.catalog.tables[table].name
    let places = state.catalog.tables[table].triggers.indices.filter {
      name == nil || state.catalog.tables[table].triggers[$0].name == name
    }
    if let name, places.isEmpty {
      throw .refused(
        .undefinedObject,
        "trigger \"\(name)\" for table \"\(relation.name)\" does not exist")
    }
    for place in places {
      state.catalog.tables[table].triggers[place].enabled = value
      let trigger = state.catalog.tables[table].triggers[place]
      guard recurses, trigger.isForEachRow else { continue }
      for partition in state.partitions(below: relation) {
        state.change(partition) { table in
          for copy in table.triggers.indices
          where table.triggers[copy].name == trigger.name && table.triggers[copy].isInherited {
            table.triggers[copy].enabled = value
          }
        }
      }
    }
  }
}

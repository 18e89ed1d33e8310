import AccessModel
import RowSecurity
import SQLBinding

/// Schemas, routines, triggers and constraints, as the information schema shows them to the current
/// user; extensions and labels of enums.
///
/// Source: `src/backend/catalog/information_schema.sql`.
extension SystemRows {
  var extensions: [Cells] {
    Set(catalog.extensions + ["plpgsql"]).sorted().map {
      ["extname": text($0), "extowner": .undetermined(.unknown("the owner of an extension"))]
    }
  }

  var labels: [Cells] {
    catalog.types.flatMap { type -> [Cells] in
      guard case .enumeration(let labels) = type.kind else { return [] }
      return labels.map {
        ["enumtypid": self.type(named: type.name), "enumlabel": text($0)]
      }
    }
  }

  var informationSchemas: [Cells] {
    catalog.schemas.filter { schema in
      !schema.name.hasPrefix("pg_") && isListed(.object(.schema(schema.name)))
    }.map {
      ["catalog_name": database, "schema_name": text($0.name), "schema_owner": text($0.owner)]
    }
  }

  var otherInformationSchemas: [Cells] {
    (systemSchemas + temporarySchemas).map {
      ["catalog_name": database, "schema_name": $0["nspname"]]
    }
    .map { $0.compactMapValues { $0 } }
  }

  func names(of function: Catalog.Function) -> Cells {
    [
      "specific_catalog": database, "specific_schema": text(function.name.schema),
      "specific_name": .undetermined(.unknown("a name with a number in it")),
      "routine_catalog": database, "routine_schema": text(function.name.schema),
      "routine_name": text(function.name.name),
    ]
  }

  var routines: [Cells] {
    catalog.functions.enumerated().filter { index, _ in
      isListed(.object(.function(index)))
    }.map { _, function in
      var cells = names(of: function)
      switch function.kind {
      case .function: cells["routine_type"] = text("FUNCTION")
      case .procedure: cells["routine_type"] = text("PROCEDURE")
      case .aggregate, .window: break
      }
      cells["routine_body"] = text(function.language == "sql" ? "SQL" : "EXTERNAL")
      cells["external_language"] = text(function.language.uppercased())
      cells["parameter_style"] = text("GENERAL")
      cells["is_deterministic"] = yesOrNo(function.volatility == .immutable)
      cells["sql_data_access"] = text("MODIFIES")
      if function.kind != .procedure { cells["is_null_call"] = yesOrNo(function.isStrict) }
      cells["schema_level_routine"] = text("YES")
      cells["security_type"] = text(function.isSecurityDefiner ? "DEFINER" : "INVOKER")
      return cells
    }
  }

  var systemRoutines: [Cells] {
    systemFunctions.map { function in
      var cells: Cells = [:]
      cells["routine_name"] = function["proname"]
      if case .object(let schema)? = function["pronamespace"] {
        cells["routine_schema"] = text(schema.name.name)
        cells["specific_schema"] = text(schema.name.name)
      }
      return cells
    }
  }

  private func isListedInDetail(_ relation: RelationID) -> Bool {
    session.engine.isListedInDetail(relation, for: session.role)
  }

  /// One row for each of its events; TRUNCATE is none.
  var informationTriggers: [Cells] {
    let ofTables = catalog.tables.enumerated().filter { index, _ in isListedInDetail(.table(index))
    }
    .flatMap { _, table in
      table.triggers.flatMap { cells($0, on: table.name, isTemporary: table.isTemporary) }
    }
    let ofViews = catalog.views.enumerated().filter { index, _ in isListedInDetail(.view(index)) }
      .flatMap { _, view in
        view.triggers.flatMap { cells($0, on: view.name, isTemporary: view.isTemporary) }
      }
    return ofTables + ofViews
  }

  private func cells(
    _ trigger: Catalog.Trigger, on relation: QualifiedName, isTemporary: Bool
  ) -> [Cells] {
    let schema = schema(of: relation, isTemporary: isTemporary)
    return trigger.events.compactMap { event in
      let name: String
      switch event {
      case .insert: name = "INSERT"
      case .update: name = "UPDATE"
      case .delete: name = "DELETE"
      case .truncate: return nil
      }
      return [
        "trigger_catalog": database, "trigger_schema": schema, "trigger_name": text(trigger.name),
        "event_manipulation": text(name), "event_object_catalog": database,
        "event_object_schema": schema, "event_object_table": text(relation.name),
        "action_orientation": text(trigger.isForEachRow ? "ROW" : "STATEMENT"),
        "action_timing": text(trigger.timing.rawValue),
        "action_reference_old_table": trigger.oldTable.map(text) ?? .null,
        "action_reference_new_table": trigger.newTable.map(text) ?? .null,
      ]
    }
  }

  var informationConstraints: [Cells] {
    catalog.tables.enumerated().filter { index, table in
      table.kind != .foreign && isListedInDetail(.table(index))
    }.flatMap { _, table -> [Cells] in
      let keys = table.keys.map { key in
        var cells = constraint(
          key.name, key.isPrimary ? "PRIMARY KEY" : "UNIQUE", of: table,
          isDeferrable: key.isDeferrable, isDeferred: key.isInitiallyDeferred)
        if !key.isPrimary { cells["nulls_distinct"] = yesOrNo(!key.nullsAreEqual) }
        return cells
      }
      let foreign = table.foreignKeys.map {
        constraint(
          $0.name, "FOREIGN KEY", of: table, isDeferrable: $0.isDeferrable,
          isDeferred: $0.isInitiallyDeferred)
      }
      return keys + foreign + table.checks.map { constraint($0.name, "CHECK", of: table) }
    }
  }

  private func constraint(
    _ name: String, _ kind: String, of table: Catalog.Table, isDeferrable: Bool = false,
    isDeferred: Bool = false
  ) -> Cells {
    let schema = schema(of: table.name, isTemporary: table.isTemporary)
    return [
      "constraint_catalog": database, "constraint_schema": schema, "constraint_name": text(name),
      "table_catalog": database, "table_schema": schema, "table_name": text(table.name.name),
      "constraint_type": text(kind), "is_deferrable": yesOrNo(isDeferrable),
      "initially_deferred": yesOrNo(isDeferred), "enforced": text("YES"),
    ]
  }

  /// NOT NULL, copies of foreign keys, and the server's own.
  var unnamedConstraints: [Cells] {
    let system: [Cells] = ["pg_catalog", "information_schema"].map {
      [
        "table_schema": text($0), "constraint_schema": text($0),
        "constraint_name": .undetermined(.systemName("the name of a system constraint")),
      ]
    }
    return system
      + catalog.tables.flatMap { table in
        let schema = schema(of: table.name, isTemporary: table.isTemporary)
        let kinds =
          table.foreignKeys.contains { catalog.table($0.references)?.kind == .partitioned }
          ? ["CHECK", "FOREIGN KEY"] : ["CHECK"]
        return kinds.map { kind -> Cells in
          var cells: Cells = [
            "table_schema": schema, "constraint_schema": schema,
            "table_name": text(table.name.name), "constraint_type": text(kind),
          ]
          // Before 18 that of NOT NULL is made of numbers.
          if kind == "CHECK", session.names.version < .v18 {
            cells["constraint_name"] = .undetermined(
              Undetermined("the name of a NOT NULL constraint"))
          }
          return cells
        }
      }
  }
}

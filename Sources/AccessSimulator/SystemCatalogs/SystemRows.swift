import AccessModel
import RowSecurity
import SQLBinding

/// The rows of PostgreSQL's own catalogs and views, told from the model.
struct SystemRows {
  /// A row, as far as it is known; what is left out is NULL in rows that the model holds.
  typealias Cells = [String: SQLValue]

  /// What was found.
  struct Found {
    /// All that the model knows of.
    let rows: [Row]
    /// Of others, such as those of the server's own objects, what is known: where one of them may be
    /// asked for, there is no answer.
    let others: [Row]
    let relation: SystemRelation
  }

  let session: Session

  init(_ session: Session) { self.session = session }

  var catalog: Catalog { session.catalog.catalog }

  func rows(of relation: SystemRelation) throws(EngineFailure) -> Found {
    let (known, others) = try cells(of: relation)
    let columns = relation.columns(in: session.names.version).map(\.name)
    return Found(
      rows: known.map { cells in columns.map { cells[$0] ?? .null } },
      others: others.map { cells in
        columns.map { cells[$0] ?? .undetermined(.unknown("a system catalog's \($0)")) }
      }, relation: relation)
  }

  private func cells(
    of relation: SystemRelation
  ) throws(EngineFailure) -> (known: [Cells], others: [Cells]) {
    switch relation {
    case .pg_class: return (classes, otherClasses)
    case .pg_type: return (types + builtinTypes, otherTypes)
    case .pg_tables: return (tables + systemRelations("r", "tablename", of: relation), [])
    case .pg_views: return (views + systemRelations("v", "viewname", of: relation), [])
    case .pg_policy: return (policies, [])
    case .pg_policies: return (namedPolicies, [])
    case .pg_roles: return (roles, [])
    case .pg_authid:
      let isReadable = session.engine.hasPrivilege(
        RowSecurityEngine.InquiredPrivilege(.select, withGrantOption: false),
        on: .systemRelation(relation.rawValue, isView: false), as: session.role)
      guard isReadable else {
        throw .postgres(
          PostgresError(.insufficientPrivilege, "permission denied for table pg_authid"))
      }
      return (rolesWithPasswords, [])
    case .pg_auth_members: return (memberships, [])
    case .pg_namespace: return (schemas + systemSchemas, temporarySchemas)
    case .pg_depend: return (try policyDependencies(), otherDependencies)
    case .pg_shdepend: return (policyRoles, otherSharedDependencies)
    case .tables: return (try informationTables(), informationOthers)
    case .views: return (try informationViews(), informationOthers)
    case .columns: return (try informationColumns(), informationOthers)
    case .pg_proc: return (functions, systemFunctions)
    case .pg_trigger: return (triggers, constraintTriggers)
    case .pg_constraint: return (constraints, otherConstraints)
    case .pg_indexes: return (namedIndexes, otherIndexes)
    case .pg_matviews: return (materializedViews, [])
    case .pg_sequences: return (sequences, identitySequences)
    case .pg_extension: return (extensions, [])
    case .pg_enum: return (labels, [])
    case .pg_attribute: return (attributes, otherAttributes)
    case .schemata: return (informationSchemas, otherInformationSchemas)
    case .routines: return (routines, systemRoutines)
    case .triggers: return (informationTriggers, [])
    case .constraints: return (informationConstraints, unnamedConstraints)
    case .routinePrivileges: return (grantsOnRoutines(ofAnyone: true), systemRoutines)
    case .roleRoutineGrants: return (grantsOnRoutines(ofAnyone: false), systemRoutines)
    case .tablePrivileges: return (grantsOnTables(ofAnyone: true), systemGrants)
    case .roleTableGrants: return (grantsOnTables(ofAnyone: false), systemGrants)
    case .columnPrivileges: return (grantsOnColumns(ofAnyone: true), systemGrants)
    case .roleColumnGrants: return (grantsOnColumns(ofAnyone: false), systemGrants)
    case .enabledRoles:
      let enabled = catalog.roles.map(\.name).filter {
        session.engine.hasRole(session.role, of: $0, .usage)
      }
      return (enabled.map { ["role_name": text($0)] }, [])
    }
  }

  /// All but what every database has.
  var hasExtensions: Bool { catalog.extensions.contains { $0 != "plpgsql" } }

  func text(_ value: String) -> SQLValue { .text(Text(value)) }

  /// PostgreSQL's own relations of a kind, by the columns that name them.
  private func systemRelations(
    _ kind: String, _ name: String, of relation: SystemRelation
  ) -> [Cells] {
    SystemRelation.all(in: session.names.version).filter { $0.kind == kind }.map {
      withUnknowns(
        ["schemaname": text($0.name.schema), name: text($0.name.name)], of: relation)
    }
  }
}

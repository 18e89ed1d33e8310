import AccessModel
import SQLBinding

/// Names in what definitions store.
extension CatalogBuilder {
  /// What `resolve` makes of a part of `written`, or what PostgreSQL refuses of that first: it meets
  /// names and all else in the order of the text.
  mutating func stored<Part>(
    in written: @autoclosure () -> SQLStatement, by resolver: inout NameResolver,
    _ resolve: (inout NameResolver) throws(ReadFailure) -> Part
  ) throws(ReadFailure) -> Part {
    do throws(ReadFailure) {
      let part = try resolve(&resolver)
      noteBareNames(resolver)
      return part
    } catch {
      guard isSession, case .refused = error else { throw error }
      throw refusal(of: written()) ?? error
    }
  }

  mutating func noteBareNames(_ resolver: NameResolver) {
    if resolver.leavesBareNames { state.mayNameColumns = true }
  }

  /// What PostgreSQL refuses of a query, or else of what is made of its columns.
  func firstRefusal(of query: SQLQuery, _ later: ReadFailure) -> ReadFailure {
    isSession ? refusal(of: .query(query)) ?? later : later
  }

  /// Nil: none.
  private func refusal(of statement: SQLStatement) -> ReadFailure? {
    var names = CatalogNames(state.catalog, version: state.postgresVersion)
    names.searchPath = state.searchPath
    names.isWhole = state.catalog.isWhole
    let useSchema = { [state] (schema: String) throws(EngineFailure) in
      do throws(ReadFailure) {
        try state.requireUsage(SQLRelationName(schema: schema, ""))
      } catch {
        guard case .refused(let refusal, _) = error else {
          throw .undecided(Undecided("the schema `\(schema)`"))
        }
        throw .postgres(refusal)
      }
    }
    do throws(EngineFailure) {
      _ = try Binder.bind(statement, in: names, useSchema: useSchema)
      return nil
    } catch {
      switch error {
      case .postgres(let refusal): return .refused(refusal)
      case .undecided(let what): return .unsupported(what.construct)
      }
    }
  }
}

extension SQLStatement {
  /// Asks for an expression over the rows of a relation.
  static func asking(_ expression: SQLExpression, of relation: QualifiedName) -> SQLStatement {
    .query(
      SQLQuery(
        SQLSelect(
          [.expression(expression, name: nil)],
          from: [.relation(schema: relation.schema, name: relation.name, alias: nil)])))
  }
}

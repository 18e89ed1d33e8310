import AccessModel
import CPgQuery

/// What the clauses of CREATE FUNCTION and CREATE PROCEDURE say by themselves.
///
/// Source: `compute_function_attributes()` in `src/backend/commands/functioncmds.c`.
enum FunctionOptions {
  private static let notOfProcedures: Set = [
    "volatility", "strict", "leakproof", "cost", "rows", "support", "parallel", "window",
  ]

  static func check(_ statement: PgQuery__CreateFunctionStmt) throws(ReadFailure) {
    var seen: Set<String> = []
    for option in list(statement.n_options, statement.options)
    where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      let name = text(element.defname)
      if statement.is_procedure != 0, notOfProcedures.contains(name) {
        throw .refused(
          SQLState(rawValue: "42P13"), "invalid attribute in procedure definition",
          at: element.location)
      }
      guard name == "set" || seen.insert(name).inserted else {
        throw .refused(.syntaxError, "conflicting or redundant options", at: element.location)
      }
      switch name {
      case "cost", "rows":
        if let value = CatalogBuilder.value(element.arg).flatMap(Double.init), value <= 0 {
          throw .refused(
            SQLState(rawValue: "22023"), "\(name.uppercased()) must be positive")
        }
      case "parallel":
        let value = CatalogBuilder.value(element.arg)?.lowercased() ?? ""
        guard Catalog.Function.Parallel(rawValue: value) != nil else {
          throw .refused(
            .syntaxError, "parameter \"parallel\" must be SAFE, RESTRICTED, or UNSAFE")
        }
      default: break
      }
    }
    guard seen.contains("language") || statement.sql_body != nil else {
      throw .refused(SQLState(rawValue: "42P13"), "no language specified")
    }
  }
}
